//! Solves a position: every legal answer with what it brings.

use crate::puzzle::Kind;
use crate::puzzle::last::{self, Lines, lead};
use crate::puzzle::run::{brings, hasty, proved};
use crate::puzzle::turn::{self, Turn};
use engine::{Company, Event, Move, Position};

/// A position that was solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Answers with what they bring, best first. Of routes only the best are here.
    pub tried: Vec<(Move, i32)>,
    /// What the best bring.
    pub best: i32,
    /// The best of what brings less; for routes what haste brings.
    pub second: i32,
    /// Everything legal was tried.
    pub proved: bool,
}

impl Solved {
    fn of(mut tried: Vec<(Move, i32)>) -> Option<Solved> {
        tried.sort_by_key(|t| std::cmp::Reverse(t.1));
        let best = tried.first()?.1;
        let second = tried.iter().map(|t| t.1).find(|&v| v < best)?;
        Some(Solved { tried, best, second, proved: true })
    }

    /// The answers that bring most.
    pub fn answers(&self) -> impl Iterator<Item = &Move> {
        self.tried.iter().filter(|t| t.1 == self.best).map(|t| &t.0)
    }
}

/// Solves a position. Nothing is said where it cannot be proved, or where all answers bring the same.
pub fn solve(position: &dyn Position, kind: Kind, company: Option<Company>) -> Option<Solved> {
    match (kind, company) {
        (Kind::Route, Some(company)) => routes(position, company),
        (Kind::Tile, Some(company)) => {
            let moves = turn::moves(&position.choices()).into_iter();
            let tried = moves.map(|mv| tile(position, company, &mv).map(|v| (mv, v)));
            Solved::of(tried.collect::<Option<_>>()?)
        }
        (Kind::Train, Some(company)) => {
            let mut turn = Turn::new(company, position.decision()?.player);
            let moves = turn::moves(&position.choices()).into_iter();
            let tried = moves.map(|mv| turn.behind(position, &mv).map(|v| (mv, v)));
            Solved::of(tried.collect::<Option<_>>()?)
        }
        (Kind::Stock, _) => {
            let player = position.decision()?.player;
            let mut lines = Lines::new();
            let (moves, part) = last::moves(position)?;
            let tried = moves.into_iter().map(|mv| {
                let values = lines.behind(position, &mv)?;
                Some((mv, lead(&values, player)))
            });
            let solved = Solved::of(tried.collect::<Option<_>>()?)?;
            Some(Solved { proved: !part && !lines.part, ..solved })
        }
        _ => None,
    }
}

/// What one legal answer brings, by the same exact search; nothing where that cannot be told.
pub fn worth(
    position: &dyn Position,
    kind: Kind,
    company: Option<Company>,
    mv: &Move,
) -> Option<i32> {
    match (kind, company) {
        (Kind::Route, Some(company)) => {
            let mut events = Vec::new();
            position.boxed().foresee(mv, &mut events).ok()?;
            let problem = position.problem(company)?;
            Some(problem.primary(Event::paid(&events, company)?) as i32)
        }
        (Kind::Tile, Some(company)) => tile(position, company, mv),
        (Kind::Train, Some(company)) => {
            Turn::new(company, position.decision()?.player).behind(position, mv)
        }
        (Kind::Stock, _) => {
            let player = position.decision()?.player;
            Lines::new().behind(position, mv).map(|values| lead(&values, player))
        }
        _ => None,
    }
}

fn tile(position: &dyn Position, company: Company, mv: &Move) -> Option<i32> {
    let mut after = position.boxed();
    after.foresee(mv, &mut Vec::new()).ok()?;
    brings(after.as_ref(), company)
}

fn routes(position: &dyn Position, company: Company) -> Option<Solved> {
    let problem = position.problem(company)?;
    let certificate = proved(&problem)?;
    let routes = problem.routes(&certificate.routes);
    let run = Move::Run { company, routes, recorded: None };
    let best = worth(position, Kind::Route, Some(company), &run)?;
    // A game can pay something else than the sum: then what is proved is not what is asked.
    if i64::from(best) != certificate.totals.primary {
        return None;
    }
    let second = hasty(&problem);
    (second < best).then(|| Solved { tried: vec![(run, best)], best, second, proved: true })
}
