//! How values, prices and incomes went, and where rounds and phases began.

use engine::{Event, Position, RoundKind, RoundName};
use serde::Serialize;
use utoipa::ToSchema;

/// A company's income.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = IncomeShown)]
pub struct Income {
    /// Move.
    number: i64,
    /// Round.
    round: RoundName,
    /// Company.
    company: String,
    /// Revenue.
    revenue: i32,
    /// Paid out.
    paid: bool,
}

/// Beginning of a round or phase.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Beginning)]
pub struct Mark {
    /// Moves made before.
    pub number: i64,
    /// The round.
    pub round: RoundName,
    /// The phase.
    phase: String,
}

/// Everything worked out so far; one row per move, the beginning included.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// What each seat is worth.
    pub values: Vec<Vec<i32>>,
    /// What each company's share costs.
    pub prices: Vec<Vec<Option<i32>>>,
    /// Incomes of companies.
    pub incomes: Vec<Income>,
    /// Beginnings of rounds and phases.
    pub marks: Vec<Mark>,
    /// Hash of the position of the last row.
    pub hash: u64,
}

impl Series {
    /// Forgets everything after a move.
    pub fn truncate(&mut self, to: i64) {
        let rows = to.max(0) as usize + 1;
        if self.values.len() > rows {
            self.values.truncate(rows);
            self.prices.truncate(rows);
            self.incomes.retain(|i| i.number <= to);
            self.marks.retain(|m| m.number <= to);
            self.hash = 0;
        }
    }

    /// Adds a row: the position after a move, and what the move brought.
    pub fn add(&mut self, position: &dyn Position, number: i64, events: &[Event]) {
        let (sheet, core) = (position.sheet(), position.core());
        self.values.push(position.values());
        self.prices.push(sheet.company_ids().map(|c| core.price(sheet, c)).collect());
        // The last income of a round may begin the next one: it belongs to the round in which it was earned.
        let mut round = self.marks.last().map_or(core.round, |m| m.round);
        for event in events {
            let (company, revenue, paid) = match event {
                Event::RoundBegan { round: begun } => {
                    round = *begun;
                    continue;
                }
                Event::PaidOut { company, revenue } => (company, *revenue, true),
                Event::Kept { company, revenue } => (company, *revenue, false),
                _ => continue,
            };
            let company = sheet.company(*company).id.clone();
            self.incomes.push(Income {
                number,
                round: RoundName { kind: RoundKind::Operating, ..round },
                company,
                revenue,
                paid,
            });
        }
        let phase =
            sheet.phases.get(core.phase as usize).map(|p| p.name.clone()).unwrap_or_default();
        if self.marks.last().is_none_or(|m| m.round != core.round || m.phase != phase) {
            self.marks.push(Mark { number, round: core.round, phase });
        }
        self.hash = position.hash();
    }
}
