//! The end of the game, its result, and the facts that pages show.

use super::position::LilliputPosition;
use super::state::Stage;
use engine::{Event, NONE, Outcome, Player, Position, RoundKind, Whereabouts};
use serde_json::{Value as Json, json};

impl LilliputPosition {
    pub(super) fn finish(&mut self, events: &mut Vec<Event>) {
        self.state.stage = Stage::Over;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded { reason: "rounds".to_owned() });
    }

    /// Cash, certificates at their price, unused copy cards (LIL-END-5); Gulliver after the last seat.
    pub(super) fn worths(&self) -> Vec<i32> {
        let copies = self.state.copies.into_iter().map(i32::from);
        let copies = copies.map(|n| n * self.printed.copy_value);
        let holders = (0..self.core().holders).map(Player);
        let worth =
            |(p, copies)| self.core().money.player(p) + self.checks().shares_worth(p) + copies;
        holders.zip(copies).map(worth).collect()
    }

    /// The result: the highest total wins, equal totals share the victory (LIL-END-7).
    pub(super) fn result(&self) -> Option<Outcome> {
        let over = self.state.stage == Stage::Over;
        over.then(|| Outcome::richest(self.worths(), "rounds"))
    }

    /// Round, cards, characters and depot, for pages.
    pub(super) fn title_facts(&self) -> Vec<(String, Json)> {
        let (sheet, core, options) = (self.sheet(), self.core(), &self.printed.options);
        let cards = |used: bool| -> Vec<&String> {
            let all = sheet.slots.iter().zip(&self.printed.cards).enumerate();
            let here = all
                .filter(|(i, (_, card))| card.in_use && (self.state.used & (1 << i) != 0) == used);
            here.map(|(_, (name, _))| name).collect()
        };
        let characters = (0..).zip(&self.printed.characters).map(|(i, character)| {
            let holder = self.state.holders[usize::from(i)];
            let tiles = character.tiles.iter();
            let left = tiles.filter(|&&t| core.board().left(t) > 0);
            json!({
                "id": sheet.slots[self.printed.slot(i).at()],
                "holder": (holder != NONE).then_some(holder),
                "tiles": left.map(|&t| &sheet.tiles.get(t).name).collect::<Vec<_>>(),
            })
        });
        let train = |card| &sheet.trains[usize::from(core.trains.get(card).kind)].name;
        let depot: Vec<&String> = core.trains.at(Whereabouts::Pool).map(train).collect();
        let copies = &self.state.copies[..usize::from(self.printed.seats)];
        let mut facts = vec![
            ("round", json!(self.round())),
            ("rounds", json!(self.printed.rounds)),
            ("first_player", json!(core.order[0])),
            ("cards", json!(cards(false))),
            ("cards_used", json!(cards(true))),
            ("copy_cards", json!(copies)),
            ("characters", characters.collect()),
            ("depot", json!(depot)),
            ("two_characters", json!(options.two_characters)),
            ("advanced", json!(options.advanced)),
            ("allenbeck", json!(options.allenbeck)),
            ("laputa", json!(options.laputa)),
            ("brobdingnag", json!(options.brobdingnag)),
            ("reconstructed", json!(sheet.reconstructed)),
        ];
        if self.printed.solo() {
            let gulliver = self.gulliver();
            let companies = self.companies_of(gulliver).map(|c| &sheet.company(c).id);
            let gulliver = json!({
                "cash": core.money.player(gulliver),
                "worth": self.worths()[gulliver.at()],
                "companies": companies.collect::<Vec<_>>(),
                "certificates": self.checks().certificates(gulliver),
            });
            facts.push(("gulliver", gulliver));
        }
        let named = facts.into_iter();
        named.map(|(name, fact)| (name.to_owned(), fact)).collect()
    }
}
