//! Another program in a seat: it is asked over the engine protocol, and its faults are counted.

use engine::{Game, GameFile, Move, Position, move_from_json};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Milliseconds for a decision, if nothing is said.
pub const USUAL_MS: u64 = 5_000;
/// What starting, loading and telling may take besides.
const GRACE: Duration = Duration::from_secs(1);
/// After so many faults in a game a program is not asked again.
const MOST_FAULTS: u32 = 10;
/// Longest answer that is read.
const MOST_BYTES: u64 = 16 << 20;

/// How a program failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It said nothing in time.
    Late,
    /// It ended, or could not be started.
    Ended,
    /// What it said is no answer.
    Nonsense,
    /// The move is not legal.
    Illegal,
}

/// Decisions of a program that another had to take, by cause.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    /// It said nothing in time.
    pub late: u32,
    /// It ended, or could not be started.
    pub ended: u32,
    /// What it said was no answer.
    pub nonsense: u32,
    /// The move was not legal.
    pub illegal: u32,
    /// It was not asked, after too many faults in the same game.
    pub unasked: u32,
}

impl Faults {
    /// How often it failed when it was asked.
    pub const fn made(&self) -> u32 {
        self.late + self.ended + self.nonsense + self.illegal
    }

    fn note(&mut self, failing: Failing) {
        *match failing {
            Failing::Late => &mut self.late,
            Failing::Ended => &mut self.ended,
            Failing::Nonsense => &mut self.nonsense,
            Failing::Illegal => &mut self.illegal,
        } += 1;
    }

    /// Adds others.
    pub fn add(&mut self, other: &Faults) {
        self.late += other.late;
        self.ended += other.ended;
        self.nonsense += other.nonsense;
        self.illegal += other.illegal;
        self.unasked += other.unasked;
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Faults { late, ended, nonsense, illegal, unasked } = self;
        write!(
            f,
            "{late} late, {ended} ended, {nonsense} not understood, {illegal} illegal, {unasked} not asked"
        )
    }
}

/// A running program. Reading and writing have threads of their own: neither can hold up the match.
#[derive(Debug)]
pub struct Process {
    child: Child,
    tell: Sender<String>,
    heard: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts a program: its path and words.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &str) -> std::io::Result<Process> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes"));
        };
        let (tell, said) = channel::<String>();
        std::thread::spawn(move || {
            for line in said {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (found, heard) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
                let text = String::from_utf8_lossy(&line).into_owned();
                if read.is_err() || line.is_empty() || found.send(text).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, tell, heard })
    }

    // The answer to a request.
    fn ask(&self, request: &Json, until: Instant) -> Result<Json, Failing> {
        self.tell.send(format!("{request}\n")).map_err(|_| Failing::Ended)?;
        let left = until.saturating_duration_since(Instant::now());
        let line = self.heard.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Failing::Late,
            RecvTimeoutError::Disconnected => Failing::Ended,
        })?;
        let answer: Json = serde_json::from_str(&line).map_err(|_| Failing::Nonsense)?;
        answer.get("ok").cloned().ok_or(Failing::Nonsense)
    }

    fn decide(
        &self,
        file: &GameFile,
        position: &dyn Position,
        ms: u64,
        seed: u64,
    ) -> Result<Move, Failing> {
        let until = Instant::now() + Duration::from_millis(ms) + GRACE;
        let loaded = self.ask(&json!({"do": "load", "file": file}), until)?;
        let game = loaded.get("game").cloned().ok_or(Failing::Nonsense)?;
        let hint = json!({"do": "hint", "game": game, "ms": ms, "seed": seed});
        let answer = self.ask(&hint, until)?;
        let named = answer.get("move").ok_or(Failing::Nonsense)?;
        let mv = move_from_json(position, named).map_err(|_| Failing::Nonsense)?;
        self.ask(&json!({"do": "close", "game": game}), until)?;
        match position.boxed().play(&mv, &mut Vec::new()) {
            Ok(()) => Ok(mv),
            Err(_) => Err(Failing::Illegal),
        }
    }
}

/// A program at a table, from the first decision to the last.
#[derive(Debug)]
pub struct Guest {
    command: String,
    ms: u64,
    process: Option<Process>,
    /// What went wrong so far.
    pub faults: Faults,
}

impl Guest {
    /// A program that is not started yet, and the milliseconds it has for a decision.
    pub fn new(command: &str, ms: u64) -> Guest {
        Guest { command: command.to_owned(), ms, process: None, faults: Faults::default() }
    }

    /// What it decides. `None` when it fails: that is counted.
    pub fn decide(&mut self, game: &Game, moves: &[Json], seed: u64) -> Option<Move> {
        if self.faults.made() >= MOST_FAULTS {
            self.faults.unasked += 1;
            return None;
        }
        let position = game.position();
        // What was drawn is known, what will be drawn is not.
        let setup = game.setup().without_luck(position.core().rng.heard().to_vec());
        let file = GameFile::of(setup, moves.to_vec(), Some(position));
        let process = match self.process.take() {
            Some(process) => Ok(process),
            None => Process::start(&self.command).map_err(|_| Failing::Ended),
        };
        let decided = process.and_then(|process| {
            let decided = process.decide(&file, position, self.ms, seed);
            // Who is late would answer the next question with the answer to this one.
            if !matches!(decided, Err(Failing::Late | Failing::Ended)) {
                self.process = Some(process);
            }
            decided
        });
        decided.map_err(|failing| self.faults.note(failing)).ok()
    }
}
