//! Samples: positions in numbers, and how their games ended. One line a position, so that a file that was cut short is
//! read as far as its games are whole.

use bots::{COMMON, OWN, Scene};
use std::fmt::Write;

/// A branch of a fork: the branches that stand beside each other in a file, with the same seed, differ in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Who decided.
    pub player: usize,
    /// What the move is worth by judgement alone, in thousandths of what a seat can expect.
    pub judged: i32,
}

/// A game that was seen, or a branch of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Of a fork.
    pub side: Option<Side>,
    /// Variant.
    pub variant: String,
    /// Its seed.
    pub seed: u64,
    /// Positions on the way.
    pub scenes: Vec<Scene>,
    /// Final wealth of each seat.
    pub values: Vec<i32>,
    /// Part of the win of each seat, in hundredths.
    pub wins: Vec<i32>,
}

impl Seen {
    /// Final wealth in parts of the mean of all seats; what lies far out is cut.
    pub fn shares(&self) -> Vec<f64> {
        let mean =
            self.values.iter().map(|&v| f64::from(v)).sum::<f64>() / self.values.len() as f64;
        self.values.iter().map(|&v| (f64::from(v) / mean.max(1.0)).clamp(0.0, 3.0)).collect()
    }
}

fn row(text: &mut String, name: char, numbers: impl Iterator<Item = i32>) {
    text.push(name);
    for n in numbers {
        let _ = write!(text, " {n}");
    }
    text.push('\n');
}

/// The lines of a game.
pub fn write_game(seen: &Seen) -> String {
    let mut text = format!("G {} {} {}", seen.variant, seen.values.len(), seen.seed);
    if let Some(Side { player, judged }) = seen.side {
        let _ = write!(text, " {player} {judged}");
    }
    text.push('\n');
    for scene in &seen.scenes {
        let seats = scene.seats.iter().flatten();
        row(&mut text, 'P', scene.common.iter().chain(seats).map(|&x| i32::from(x)));
    }
    row(&mut text, 'E', seen.values.iter().chain(&seen.wins).copied());
    text
}

fn numbers(line: &str, wanted: usize) -> Result<Vec<i32>, String> {
    let all = line.split_whitespace().skip(1).map(str::parse::<i32>);
    let all = all.collect::<Result<Vec<i32>, _>>().map_err(|e| e.to_string())?;
    if all.len() == wanted { Ok(all) } else { Err(format!("{} numbers, not {wanted}", all.len())) }
}

fn scene(line: &str, seats: usize) -> Result<Scene, String> {
    let all = numbers(line, COMMON + seats * OWN)?;
    let all = all.into_iter().map(i16::try_from).collect::<Result<Vec<i16>, _>>();
    let all = all.map_err(|e| e.to_string())?;
    let wrong = |_| "a row is too short".to_owned();
    Ok(Scene {
        common: all[..COMMON].try_into().map_err(wrong)?,
        seats: all[COMMON..]
            .chunks(OWN)
            .map(|c| c.try_into().map_err(wrong))
            .collect::<Result<_, _>>()?,
    })
}

/// Reads games; a last one without its end is left out. Says which line is wrong.
pub fn read_samples(text: &str) -> Result<Vec<Seen>, String> {
    let mut all = Vec::new();
    let mut open: Option<(Seen, usize)> = None;
    for (at, line) in text.lines().enumerate() {
        let wrong = |e: String| format!("line {}: {e}", at + 1);
        match (line.chars().next(), &mut open) {
            (Some('G'), _) => {
                let words: Vec<&str> = line.split_whitespace().collect();
                let [_, variant, seats, seed, side @ ..] = words.as_slice() else {
                    return Err(wrong("no beginning of a game".to_owned()));
                };
                let side = match side {
                    [] => None,
                    [player, judged] => match (player.parse(), judged.parse()) {
                        (Ok(player), Ok(judged)) => Some(Side { player, judged }),
                        _ => return Err(wrong("no branch".to_owned())),
                    },
                    _ => return Err(wrong("no branch".to_owned())),
                };
                let seats = seats.parse().ok().filter(|s| (2..=6).contains(s));
                let seats = seats.ok_or_else(|| wrong("no number of seats".to_owned()))?;
                let seed = seed.parse().map_err(|_| wrong("no seed".to_owned()))?;
                let (values, wins) = (Vec::new(), Vec::new());
                let variant = (*variant).to_owned();
                let seen = Seen { side, variant, seed, scenes: Vec::new(), values, wins };
                if side.is_some_and(|s| s.player >= seats) {
                    return Err(wrong("nobody decides there".to_owned()));
                }
                open = Some((seen, seats));
            }
            (Some('P'), Some((seen, seats))) => match scene(line, *seats) {
                Ok(scene) => seen.scenes.push(scene),
                // The last line of a file may be cut short.
                Err(_) if text.lines().count() == at + 1 => {}
                Err(e) => return Err(wrong(e)),
            },
            (Some('E'), Some(_)) => {
                let Some((mut seen, seats)) = open.take() else { continue };
                match numbers(line, 2 * seats) {
                    Ok(mut all) => {
                        seen.wins = all.split_off(seats);
                        seen.values = all;
                    }
                    Err(_) if text.lines().count() == at + 1 => continue,
                    Err(e) => return Err(wrong(e)),
                }
                all.push(seen);
            }
            _ => return Err(wrong("a row outside a game".to_owned())),
        }
    }
    Ok(all)
}
