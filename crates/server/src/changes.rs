//! What a move changes, as short lines for a preview.

use crate::shapes::{Changed, Quantity, Scalar};
use engine::{Company, Core, Player, Position, Purse};

// What changed of one thing.
struct Notes {
    list: Vec<Changed>,
    of: &'static str,
    id: Option<Scalar>,
}

impl Notes {
    fn about(&mut self, of: &'static str, id: Option<Scalar>) {
        (self.of, self.id) = (of, id);
    }

    fn note(&mut self, what: &'static str, from: Option<Quantity>, to: Option<Quantity>) {
        if from != to {
            self.list.push(Changed { of: self.of, id: self.id.clone(), what, from, to });
        }
    }

    fn count(&mut self, what: &'static str, from: impl Into<i32>, to: impl Into<i32>) {
        let (from, to) = (Quantity::Number(from.into()), Quantity::Number(to.into()));
        self.note(what, Some(from), Some(to));
    }

    fn number(&mut self, what: &'static str, from: Option<i32>, to: Option<i32>) {
        self.note(what, from.map(Quantity::Number), to.map(Quantity::Number));
    }
}

/// Differences between two positions of one game that people care about; hidden treasuries are left out.
pub fn changes(before: &dyn Position, after: &dyn Position, hidden: &[Company]) -> Vec<Changed> {
    let (sheet, a, b) = (before.sheet(), before.core(), after.core());
    let mut notes = Notes { list: Vec::new(), of: "player", id: None };
    let (values_a, values_b) = (before.values(), after.values());
    for seat in 0..a.seats {
        let (player, at) = (Player(seat), usize::from(seat));
        notes.about("player", Some(Scalar::Number(seat.into())));
        notes.count("cash", a.money.player(player), b.money.player(player));
        let value = |values: &[i32]| values.get(at).copied();
        notes.number("value", value(&values_a), value(&values_b));
        let certificates = |p: &dyn Position| p.certificates(player).0;
        notes.count("certificates", certificates(before), certificates(after));
        notes.count("debt", a.debt[at], b.debt[at]);
    }
    for c in sheet.company_ids() {
        notes.about("company", Some(Scalar::Name(sheet.company(c).id.clone())));
        let treasury = |core: &Core| (!hidden.contains(&c)).then(|| core.money.company(c));
        notes.number("treasury", treasury(a), treasury(b));
        notes.number("price", a.price(sheet, c), b.price(sheet, c));
        let director = |core: &Core| core.stock[c.at()].director().map(|p| i32::from(p.0));
        notes.number("director", director(a), director(b));
        let trains = |core: &Core| {
            let shown = core.trains.of(c).map(|card| {
                let state = core.trains.get(card);
                sheet.face(state.kind, state.face).name.clone()
            });
            Some(Quantity::Trains(shown.collect()))
        };
        notes.note("trains", trains(a), trains(b));
        let markers = |core: &Core| core.company(c).markers_left();
        notes.count("stations_left", markers(a), markers(b));
    }
    notes.about("table", None);
    let phase = |core: &Core| {
        let phase = sheet.phases.get(usize::from(core.phase))?;
        Some(Quantity::Name(phase.name.clone()))
    };
    notes.note("phase", phase(a), phase(b));
    let round = |core: &Core| Some(Quantity::Round(core.round));
    notes.note("round", round(a), round(b));
    notes.about("bank", None);
    notes.count("cash", a.money.of(Purse::Bank), b.money.of(Purse::Bank));
    notes.list
}
