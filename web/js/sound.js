// @ts-check
// A short sound when it is one's turn. Off, until somebody switches it on.

/** Whether the sound is on. */
export const isSound = () => localStorage.getItem("sound") === "on";

/** @param {boolean} on */
export function setSound(on) {
  if (on) localStorage.setItem("sound", "on");
  else localStorage.removeItem("sound");
}

/** Two soft notes, made here: nothing is loaded. */
export function chime() {
  try {
    const audio = new AudioContext(),
      now = audio.currentTime;
    [660, 880].forEach((pitch, i) => {
      const tone = audio.createOscillator(),
        loud = audio.createGain(),
        from = now + i * 0.16;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, from);
      loud.gain.linearRampToValueAtTime(0.12, from + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.4);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.42);
    });
    setTimeout(() => audio.close(), 1200);
  } catch {
    // A browser without sound stays silent.
  }
}
