//! Matches of bots against each other, one game after the other, and what they show.

use crate::character::Bot;
use crate::choose::{Limits, choose};
use crate::contender::Contender;
use crate::level::Level;
use crate::opening::{self, Opening};
use crate::program::{Faults, Guest, USUAL_MS};
use crate::thinking::Thinking;
use engine::{
    Event, Game, GameFile, Move, OptionValue, Outcome, Position, Setup, Sheet, move_to_json,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most moves of a game before it counts as endless.
const MOST_MOVES: usize = 6000;

/// What is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset.
    pub preset: String,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Who plays: a level or a program for each seat, rotated from game to game.
    pub seats: Vec<Contender>,
    /// Seed of the first game.
    pub seed: u64,
    /// Playouts of the strong level, instead of the title's own number.
    #[serde(default)]
    pub nodes: Option<u32>,
    /// Milliseconds that a program has for a decision; [`USUAL_MS`] without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Moves at the beginning that easy makes for everybody. Where nothing is drawn, games of good players are much alike
    /// without them, and many games say no more than a few.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: u32,
}

fn is_zero(moves: &u32) -> bool {
    *moves == 0
}

/// What became of a company in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompanyRecord {
    /// Abbreviation.
    pub company: String,
    /// Seat that started it.
    pub seat: Option<u8>,
    /// Starting price.
    pub start: i32,
    /// All its revenue.
    pub revenue: i32,
    /// How often it ran with revenue.
    pub runs: u32,
    /// Highest price it reached.
    pub price: i32,
}

/// A game that was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number.
    pub game: u32,
    /// Who sat in each seat.
    pub levels: Vec<Contender>,
    /// Final wealth of each seat.
    pub values: Vec<i32>,
    /// Winners by seat.
    pub winners: Vec<u8>,
    /// Moves.
    pub moves: u32,
    /// Seconds it took.
    pub seconds: f64,
    /// Why it ended.
    pub reason: String,
    /// A refusal or crash that ended it.
    pub fault: Option<String>,
    /// Companies that were started.
    pub companies: Vec<CompanyRecord>,
    /// Phases with the number of the operating round in which they began, from 1.
    pub phases: Vec<(String, u32)>,
    /// What each seat opened with; nothing where it was not noted.
    #[serde(default)]
    pub openings: Vec<Opening>,
    /// How long the levels took to decide.
    #[serde(default)]
    pub thinking: BTreeMap<Contender, Thinking>,
    /// What went wrong with the programs that took part.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<Contender, Faults>,
}

impl Plan {
    /// The setup of a game. Every seed is played once in each rotation.
    pub fn setup(&self, game: u32) -> Setup {
        let n = self.seats.len();
        let rules = titles::by_id(&self.title).map_or(1, |t| t.rules_version());
        Setup {
            title: self.title.clone(),
            variant: self.variant.clone(),
            preset: self.preset.clone(),
            options: self.options.clone(),
            players: (0..n).map(|s| format!("{} {}", self.level(game, s).short(), s + 1)).collect(),
            seed: self.seed + u64::from(game) / n as u64,
            luck: None,
            rules,
            data: None,
            extra: None,
            arrangement: None,
        }
    }

    /// Who sits in a seat of a game.
    pub fn level(&self, game: u32, seat: usize) -> &Contender {
        &self.seats[(seat + game as usize) % self.seats.len()]
    }

    /// Plays a game. A crash is caught and told. `clock` gives seconds.
    pub fn play(&self, game: u32, clock: &(dyn Fn() -> f64 + Sync)) -> (Played, Option<GameFile>) {
        let begun = clock();
        let attempt =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.play_out(game, clock)));
        let (mut played, file) = attempt.unwrap_or_else(|panic| {
            let said = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
                .unwrap_or_else(|| "no message".to_owned());
            (self.failed(game, format!("crash: {said}")), None)
        });
        played.seconds = clock() - begun;
        (played, file)
    }

    fn failed(&self, game: u32, fault: String) -> Played {
        Played {
            game,
            levels: (0..self.seats.len()).map(|s| self.level(game, s).clone()).collect(),
            values: Vec::new(),
            winners: Vec::new(),
            moves: 0,
            seconds: 0.0,
            reason: String::new(),
            fault: Some(fault),
            companies: Vec::new(),
            phases: Vec::new(),
            openings: Vec::new(),
            thinking: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    fn play_out(
        &self,
        number: u32,
        clock: &(dyn Fn() -> f64 + Sync),
    ) -> (Played, Option<GameFile>) {
        let setup = self.setup(number);
        let dealt = setup.seed;
        let Some(title) = titles::by_id(&self.title) else {
            return (self.failed(number, format!("no title {}", self.title)), None);
        };
        let mut guests = self.guests(number);
        // Programs are told what was drawn.
        let setup = if guests.is_empty() { setup } else { setup.listening() };
        let mut game = match Game::start(title, setup) {
            Ok(game) => game,
            Err(error) => return (self.failed(number, error.to_string()), None),
        };
        let mut played = self.failed(number, String::new());
        played.fault = None;
        played.begin(game.position());
        let seed = self.seed ^ u64::from(number) << 20;
        let mut events = Vec::new();
        let mut round = 0;
        let mut told = Vec::new();
        while let Some(decision) = game.position().decision() {
            if game.moves().len() >= MOST_MOVES {
                played.fault = Some("endless".to_owned());
                break;
            }
            let level = self.level(number, decision.player.at());
            let opens = game.moves().len() < self.opening as usize;
            let begun = clock();
            let decided = match (level, guests.get_mut(&decision.player.0)) {
                // The same in every rotation of a seed.
                _ if opens => self.decide(&game, Level::Easy.into(), dealt),
                (Contender::Program(_), Some(guest)) => guest
                    .decide(&game, &told, seed)
                    .or_else(|| self.decide(&game, Level::Random.into(), seed)),
                (Contender::Level(bot), _) => self.decide(&game, *bot, seed),
                _ => None,
            };
            let Some(mv) = decided else {
                break;
            };
            let spent = (clock() - begun) * 1e3;
            if !opens {
                played.thinking.entry(level.clone()).or_default().note(spent);
            }
            events.clear();
            if !guests.is_empty() {
                told.push(move_to_json(game.position(), &mv));
            }
            if let Err(refusal) = game.play(&mv, &mut events) {
                played.fault = Some(format!("{level} is refused {mv:?}: {refusal}"));
                break;
            }
            played.note(game.position().sheet(), &events, &mut round);
        }
        for (seat, guest) in guests {
            let who = self.level(number, usize::from(seat)).clone();
            played.faults.entry(who).or_default().add(&guest.faults);
        }
        played.moves = game.moves().len() as u32;
        if let Some(outcome) = game.position().outcome() {
            played.end(outcome);
        } else {
            played.fault.get_or_insert_with(|| "no end".to_owned());
        }
        (played, Some(game.file()))
    }

    // The programs of a game, by seat.
    fn guests(&self, game: u32) -> BTreeMap<u8, Guest> {
        let ms = self.ms.unwrap_or(USUAL_MS);
        let all = (0..self.seats.len()).filter_map(|seat| match self.level(game, seat) {
            Contender::Program(command) => Some((seat as u8, Guest::new(command, ms))),
            Contender::Level(_) => None,
        });
        all.collect()
    }

    fn decide(&self, game: &Game, bot: Bot, seed: u64) -> Option<Move> {
        let limits = Limits { nodes: self.nodes, character: bot.character, ..Limits::default() };
        choose(game.position(), bot.level, seed, limits).map(|chosen| chosen.mv)
    }
}

impl Played {
    /// Notes how the game begins, before its first move.
    pub fn begin(&mut self, position: &dyn Position) {
        self.openings = opening::dealt(position);
    }

    /// Notes what happened with a move, whoever made it. `round` counts the operating rounds of the game so far.
    pub fn note(&mut self, sheet: &Sheet, events: &[Event], round: &mut u32) {
        opening::note(&mut self.openings, sheet, events);
        let mut at = |company: engine::Company| {
            let id = &sheet.company(company).id;
            self.companies.iter().position(|c| &c.company == id).unwrap_or_else(|| {
                self.companies
                    .push(CompanyRecord { company: id.clone(), ..CompanyRecord::default() });
                self.companies.len() - 1
            })
        };
        let mut changes = Vec::new();
        for event in events {
            match *event {
                Event::Started { company, player, price } => {
                    changes.push((at(company), 0, i32::from(player.0), price))
                }
                Event::Ran { company, revenue, .. } if revenue > 0 => {
                    changes.push((at(company), 1, revenue, 0))
                }
                Event::PriceMoved { company, to, .. } => changes.push((at(company), 2, to, 0)),
                _ => {}
            }
        }
        for (i, what, a, b) in changes {
            let record = &mut self.companies[i];
            match what {
                0 => {
                    record.seat = u8::try_from(a).ok();
                    record.start = b;
                    record.price = b;
                }
                1 => {
                    record.revenue += a;
                    record.runs += 1;
                }
                _ => record.price = record.price.max(a),
            }
        }
        for event in events {
            match event {
                Event::RoundBegan { round: name } if name.kind == engine::RoundKind::Operating => {
                    *round += 1
                }
                Event::PhaseBegan { phase } => {
                    let name = sheet
                        .phases
                        .get(usize::from(*phase))
                        .map_or(String::new(), |p| p.name.clone());
                    self.phases.push((name, *round));
                }
                _ => {}
            }
        }
    }

    /// Notes how the game ended.
    pub fn end(&mut self, outcome: Outcome) {
        self.values = outcome.values;
        self.winners = outcome.winners.iter().map(|p| p.0).collect();
        self.reason = outcome.reason.to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::plan;

    #[test]
    fn a_seed_opens_alike_in_every_rotation_and_seeds_open_differently() {
        let plan = Plan {
            title: "18lilliput".to_owned(),
            variant: "standard".to_owned(),
            opening: 16,
            ..plan([Level::Easy, Level::Random])
        };
        let moves = |game| {
            let (played, file) = plan.play(game, &|| 0.0);
            assert_eq!(played.fault, None);
            let decided: u64 = played.thinking.values().map(Thinking::count).sum();
            assert_eq!(decided, u64::from(played.moves) - 16, "only their own moves count");
            file.expect("a file").moves
        };
        let (first, second, other) = (moves(0), moves(1), moves(2));
        assert_eq!(first[..16], second[..16]);
        assert_ne!(first[..17], second[..17]);
        assert_ne!(first[..16], other[..16]);
    }
}
