//! Puzzles out of a game that is over.

use crate::puzzle::form::{Kind, Puzzle, Source};
use crate::puzzle::posed::{MOST_ANSWERS, MOST_MOVES};
use crate::puzzle::solve::{Solved, solve};
use engine::{Choice, Company, Decision, Game, Move, Names, Position, Setup, Title, arrange, view};
use serde_json::json;
use std::cmp::Reverse;

/// Players in puzzles: a game's own names are nobody's business.
const NAMES: [&str; 8] = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo"];
/// Last moves of a game among which its end is looked for.
const TAIL: usize = 80;
/// Positions that cannot be followed to the end, before it is given up.
const TOO_FAR: usize = 14;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Games {
    /// Kinds.
    pub kinds: Vec<Kind>,
    /// Most of each kind out of one game.
    pub most: usize,
    /// Every so many positions of a kind are tried: all with 1.
    pub every: usize,
}

/// A puzzle with how good it is.
#[derive(Clone, Debug)]
pub struct Found {
    /// The puzzle, not yet graded.
    pub puzzle: Puzzle,
    /// How much stands between right and wrong, in thousandths.
    pub clear: i32,
}

/// Puzzles of a game, the clearest first within each kind. `source` is told the number of moves.
pub fn find(title: &dyn Title, game: &Game, wanted: &Games, source: &Source) -> Vec<Found> {
    let Some(line) = Line::of(title, game) else { return Vec::new() };
    let mut all: Vec<Found> = Vec::new();
    let mut seen = [0usize; 4];
    for number in 0..line.moves.len() {
        for (kind, company) in asked(line.positions[number].as_ref()) {
            seen[kind as usize] += 1;
            if wanted.kinds.contains(&kind) && seen[kind as usize] % wanted.every.max(1) == 0 {
                all.extend(line.puzzle(number, kind, company, source).flatten());
            }
        }
    }
    // The end is looked at from behind: where it is too far away, it is too far away before that.
    let mut far = 0;
    let tail = line.moves.len().saturating_sub(TAIL)..line.moves.len();
    for number in tail.rev().filter(|_| wanted.kinds.contains(&Kind::Stock)) {
        if !is_end(line.positions[number].as_ref()) {
            continue;
        }
        match line.puzzle(number, Kind::Stock, None, source) {
            Some(found) => all.extend(found),
            None => far += 1,
        }
        if far == TOO_FAR {
            break;
        }
    }
    all.sort_by_key(|f| (f.puzzle.kind, Reverse(f.clear)));
    let mut taken = [0usize; 4];
    all.retain(|f| {
        let n = &mut taken[f.puzzle.kind as usize];
        *n += 1;
        *n <= wanted.most
    });
    all
}

// A game with all its positions, the last left out.
struct Line<'a> {
    title: &'a dyn Title,
    setup: &'a Setup,
    moves: &'a [Move],
    positions: Vec<Box<dyn Position>>,
}

impl<'a> Line<'a> {
    fn of(title: &'a dyn Title, game: &'a Game) -> Option<Line<'a>> {
        let (setup, moves) = (game.setup(), game.moves());
        let mut position = title.start(setup).ok()?;
        let mut positions = Vec::new();
        for mv in moves {
            positions.push(position.boxed());
            position.play(mv, &mut Vec::new()).ok()?;
        }
        Some(Line { title, setup, moves, positions })
    }

    // The puzzle of a position; an empty one where it is dull, none where it cannot be solved.
    #[allow(clippy::option_option)]
    fn puzzle(
        &self,
        number: usize,
        kind: Kind,
        company: Option<Company>,
        source: &Source,
    ) -> Option<Option<Found>> {
        let position = self.positions[number].as_ref();
        let solved = solve(position, kind, company)?;
        let Some(clear) = clear(kind, position, &solved, &self.moves[number]) else {
            return Some(None);
        };
        let first = number.saturating_sub(MOST_MOVES);
        let (told, from) = (&self.positions[first..=number], &self.moves[first..number]);
        let Some((setup, moves)) = written(self.title, self.setup, told, from) else {
            return Some(None);
        };
        let names = Names::of(position);
        let puzzle = Puzzle {
            id: id(&setup, kind, &moves),
            kind,
            company: company.map(|c| names.company(c)),
            grade: None,
            best: solved.best,
            second: solved.second,
            proved: solved.proved,
            answers: solved.answers().map(|mv| names.write_move(mv)).collect(),
            source: Source { moves: number, ..source.clone() },
            setup,
            moves,
        };
        Some(Some(Found { puzzle, clear }))
    }
}

// What could be asked in a position about a company.
fn asked(position: &dyn Position) -> Vec<(Kind, Option<Company>)> {
    let Some(Decision { company, step, .. }) = position.decision() else { return Vec::new() };
    let choices = position.choices();
    let mut all = Vec::new();
    let trains = |c: Company| position.problem(c).map_or(0, |p| p.trains.len());
    let has = |f: fn(&Move) -> bool| choices.iter().filter(|c| f(&c.mv)).count();
    if let Some(company) = company.or_else(|| builder(&choices)) {
        if has(|m| matches!(m, Move::Run { .. })) == 1 && trains(company) > 1 {
            all.push((Kind::Route, Some(company)));
        }
        let lays = has(|m| matches!(m, Move::LayTile { .. }));
        if (8..=160).contains(&lays) && trains(company) > 0 {
            all.push((Kind::Tile, Some(company)));
        }
        if step == "trains" && has(|m| matches!(m, Move::BuyTrain { .. })) > 0 {
            all.push((Kind::Train, Some(company)));
        }
    }
    all
}

// Whether there are several things to do, without a price to be named.
fn is_end(position: &dyn Position) -> bool {
    let choices = position.choices();
    let open = choices.iter().any(|c| c.amount.is_some() || matches!(c.mv, Move::Run { .. }));
    choices.len() > 2 && !open
}

// The company that builds, where the step names none.
fn builder(choices: &[Choice]) -> Option<Company> {
    let of = |c: &Choice| match c.mv {
        Move::LayTile { company, .. } => Some(company),
        _ => None,
    };
    let first = choices.iter().find_map(of)?;
    choices.iter().filter_map(of).all(|c| c == first).then_some(first)
}

// How clear the best answer is, in thousandths; nothing where the question is dull.
fn clear(kind: Kind, position: &dyn Position, solved: &Solved, played: &Move) -> Option<i32> {
    let (best, second) = (solved.best, solved.second);
    let answers = solved.answers().count();
    let share = |of: i32| (best - second) * 1000 / of.max(1);
    // What a player overlooked is the better question.
    let missed = if solved.answers().any(|mv| mv == played) { 0 } else { 150 };
    let pass = solved.tried.iter().find(|t| t.0 == Move::Pass).map(|t| t.1);
    match kind {
        Kind::Route => (best - second >= 10 && share(best) >= 40).then(|| share(best)),
        Kind::Tile => {
            let fits = answers <= 2 && best - second >= 10 && share(best) >= 60;
            (fits && pass.is_none_or(|p| p < best)).then(|| share(best) + missed)
        }
        Kind::Train => {
            let buys =
                |t: &&(Move, i32)| matches!(t.0, Move::BuyTrain { .. } | Move::TradeTrain { .. });
            let worse = solved.tried.iter().filter(buys).filter(|t| t.1 < best).count();
            // A trap: some purchase leaves it with less than another, or than none. Or it would run for nothing.
            let trap = worse > 0 || pass == Some(0);
            let fits = answers <= 2 && best - second >= 10 && share(best) >= 60;
            (fits && trap && best > 0).then(|| share(best) + missed)
        }
        Kind::Stock => {
            let wins = best > 0 && second <= 0;
            let fits = answers == 1 && best - second >= 5;
            let step = position.decision().map_or("", |d| d.step);
            let last = if matches!(step, "stock" | "card") { 400 } else { 0 };
            let ahead = if wins { 1000 } else { 0 };
            fits.then(|| (best - second).min(200) + ahead + missed + last)
        }
    }
    .filter(|_| answers <= MOST_ANSWERS)
}

// The position in a short form: an arrangement, if need be of a few moves before.
fn written(
    title: &dyn Title,
    setup: &Setup,
    told: &[Box<dyn Position>],
    moves: &[Move],
) -> Option<(Setup, Vec<engine::wire::Move>)> {
    let players = NAMES.iter().map(|n| (*n).to_owned()).take(setup.players.len()).collect();
    let plain = Setup { players, seed: 1, luck: None, ..setup.clone() };
    let wanted = told.last()?;
    for back in 0..told.len() {
        let start = &told[told.len() - 1 - back];
        let Ok(arrangement) = arrange::told(title, &plain, start.as_ref()) else { continue };
        let setup = Setup { arrangement: Some(arrangement), ..plain.clone() };
        let mut again = title.start(&setup).ok()?;
        let mut line = Vec::new();
        let played = moves[moves.len() - back..].iter().all(|mv| {
            line.push(Names::of(again.as_ref()).write_move(mv));
            again.play(mv, &mut Vec::new()).is_ok()
        });
        let same = |p: &dyn Position| serde_json::to_value(view(p)).ok();
        let alike = played
            && same(again.as_ref()) == same(wanted.as_ref())
            && again.choices() == wanted.choices();
        if alike {
            return Some((setup, line));
        }
    }
    None
}

fn id(setup: &Setup, kind: Kind, moves: &[engine::wire::Move]) -> String {
    let text = json!([setup.variant, setup.arrangement, moves]).to_string();
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{}-{kind}-{:08x}", setup.title, (hash ^ (hash >> 32)) as u32)
}
