//! What a kept game shows after every move, in a form that outlives the program's own.
//!
//! A golden game is a game file together with one line of marks a move. A mark is a hash of one aspect of the position,
//! written with the names of the sheet: nothing in it depends on how a state is laid out or in which order choices are
//! listed. A program that loads the game must show the same marks again; the first that differs says where to look.

use crate::{
    Choice, Company, FileError, Flag, Game, GameFile, NONE, Place, Player, Position, Purse, Title,
    Whereabouts, move_from_json, move_to_json,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The aspects of a position that are marked, in this order.
pub const ASPECTS: [&str; 9] =
    ["money", "shares", "prices", "papers", "trains", "tiles", "stations", "decision", "choices"];

/// A hash for each aspect.
pub type Marks = [u32; ASPECTS.len()];

/// A kept game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Golden {
    /// Setup and moves.
    pub game: GameFile,
    /// The position before the first move and after every move: a mark for each aspect, `.` where it is the same as in
    /// the line before.
    pub marks: Vec<String>,
    /// What the outcome was, once the game was over.
    pub outcome: Json,
}

fn mark(value: &Json) -> u32 {
    let text = value.to_string();
    text.bytes().fold(0x811c_9dc5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// One aspect of a position, in names.
///
/// # Panics
/// When there is no such aspect.
pub fn aspect(position: &dyn Position, which: &str) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let id = |c: Company| sheet.company(c).id.as_str();
    match which {
        "money" => {
            let seats = || (0..core.holders).map(Player);
            let companies: Vec<_> =
                sheet.company_ids().map(|c| (id(c), core.money.company(c))).collect();
            json!([
                core.money.of(Purse::Bank),
                seats().map(|p| core.money.player(p)).collect::<Vec<_>>(),
                seats().map(|p| core.debt[p.at()]).collect::<Vec<_>>(),
                seats().map(|p| core.penalty[p.at()]).collect::<Vec<_>>(),
                companies,
                position.values(),
            ])
        }
        "shares" => sheet
            .company_ids()
            .map(|c| {
                let stock = &core.stock[c.at()];
                let held: Vec<u8> = (0..core.holders).map(|p| stock.of(Player(p))).collect();
                let director = stock.director().map(|p| p.0);
                json!([id(c), held, stock.ipo, stock.pool, stock.reserved, director])
            })
            .collect(),
        "prices" => {
            let order: Vec<&str> =
                core.market.order(&sheet.market, sheet.company_ids()).into_iter().map(id).collect();
            let companies: Vec<Json> = sheet
                .company_ids()
                .map(|c| {
                    let par = core.company(c).par;
                    let par = (par != NONE).then(|| sheet.market.price(par));
                    json!([
                        id(c),
                        par,
                        core.price(sheet, c),
                        core.market.cell(c),
                        core.market.depth(c)
                    ])
                })
                .collect();
            json!([companies, order, position.lineup().into_iter().map(id).collect::<Vec<_>>()])
        }
        "papers" => sheet
            .paper_ids()
            .map(|p| {
                let state = core.papers[p.at()];
                let owner = match state.place {
                    Place::Company(c) => json!(id(c)),
                    Place::Player(p) => json!(p.0),
                    Place::Aside => json!("aside"),
                    Place::Bank => json!("bank"),
                    Place::Gone => json!("gone"),
                };
                json!([sheet.papers[p.at()].id, owner, state.used])
            })
            .collect(),
        "trains" => core
            .trains
            .cards
            .iter()
            .map(|card| {
                let place = match card.place {
                    Whereabouts::Company(c) => json!(id(c)),
                    other => json!(format!("{other:?}")),
                };
                let kind = &sheet.trains[card.kind as usize].name;
                let face = &sheet.face(card.kind, card.face).name;
                json!([kind, card.copy, face, place, card.obsolete])
            })
            .collect(),
        "tiles" => {
            let mut laid: Vec<(String, String, u8)> = core
                .board()
                .cells()
                .into_iter()
                .map(|(cell, l)| {
                    (sheet.map.name(cell), sheet.tiles.get(l.tile).name.clone(), l.rotation)
                })
                .collect();
            laid.sort();
            json!(laid)
        }
        "stations" => {
            let mut all = Vec::new();
            for c in sheet.company_ids() {
                let mut placed: Vec<(String, u8)> = core
                    .board()
                    .stations(&sheet.tiles, c.0)
                    .into_iter()
                    .map(|s| (sheet.map.name(s.cell), s.stop))
                    .collect();
                placed.sort();
                let left = core.company(c).markers_left();
                all.push((id(c), placed, left, core.is(c, Flag::Operated)));
            }
            json!(all)
        }
        "decision" => {
            let decision =
                position.decision().map(|d| json!([d.player.0, d.company.map(id), d.step]));
            let order: Vec<u8> = core.players().map(|p| p.0).collect();
            json!([
                decision,
                sheet.phases[core.phase as usize].name,
                core.round,
                position.process(),
                order
            ])
        }
        "choices" => {
            let one = |c: &Choice| {
                json!([move_to_json(position, &c.mv), c.amount.map(|a| (a.min, a.max, a.step))])
                    .to_string()
            };
            let mut all: Vec<String> = position.choices().iter().map(one).collect();
            all.sort();
            json!(all)
        }
        other => panic!("no aspect is called {other}"),
    }
}

/// The marks of a position.
pub fn marks(position: &dyn Position) -> Marks {
    ASPECTS.map(|which| mark(&aspect(position, which)))
}

fn line(marks: &Marks, before: Option<&Marks>) -> String {
    let word = |(i, m): (usize, &u32)| match before {
        Some(before) if before[i] == *m => ".".to_owned(),
        _ => format!("{m:08x}"),
    };
    marks.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn outcome(position: &dyn Position) -> Json {
    position.outcome().map_or(Json::Null, |o| {
        json!([o.values, o.winners.iter().map(|p| p.0).collect::<Vec<_>>(), o.reason])
    })
}

impl Golden {
    /// Keeps a game.
    pub fn keep(game: &Game) -> Golden {
        let mut lines = Vec::new();
        let mut before = None;
        for n in 0..=game.moves().len() {
            let now = marks(game.at(n).as_ref());
            lines.push(line(&now, before.as_ref()));
            before = Some(now);
        }
        Golden { game: game.file(), marks: lines, outcome: outcome(game.position()) }
    }

    /// Plays the game again and holds every position against its marks. Choices cost most; they are held against
    /// theirs at every `choices_every`-th position only.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn check(&self, title: &dyn Title, choices_every: usize) -> Result<usize, String> {
        let all = Game::replay(title, &self.game).map_err(|e: FileError| e.to_string())?;
        let mut position = all.at(0);
        let mut expected: Vec<String> = vec![String::new(); ASPECTS.len()];
        let mut events = Vec::new();
        if self.marks.len() != self.game.moves.len() + 1 {
            return Err("as many lines of marks as positions are needed".to_owned());
        }
        for (n, line) in self.marks.iter().enumerate() {
            if n > 0 {
                let json = &self.game.moves[n - 1];
                let mv = move_from_json(position.as_ref(), json)
                    .map_err(|e| format!("move {n}: {e}"))?;
                events.clear();
                position.play(&mv, &mut events).map_err(|e| format!("move {n}: {e}"))?;
            }
            for (i, word) in line.split(' ').enumerate() {
                if word != "." {
                    word.clone_into(&mut expected[i]);
                }
            }
            for (i, which) in ASPECTS.into_iter().enumerate() {
                if which == "choices" && !n.is_multiple_of(choices_every) {
                    continue;
                }
                let now = aspect(position.as_ref(), which);
                if format!("{:08x}", mark(&now)) != expected[i] {
                    let last = n.checked_sub(1).map(|i| self.game.moves[i].to_string());
                    return Err(format!(
                        "after {n} moves ({}) other {which} than before: {now}",
                        last.unwrap_or_default()
                    ));
                }
            }
        }
        if outcome(position.as_ref()) != self.outcome {
            return Err(format!("another outcome: {}", outcome(position.as_ref())));
        }
        Ok(self.game.moves.len())
    }
}
