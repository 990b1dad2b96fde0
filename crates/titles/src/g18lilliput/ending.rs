//! The end of the game, its result, and the facts that pages show.

use super::position::{LilliputPosition, Stage};
use engine::{Event, NONE, Outcome, Player, RoundKind, Slot, Whereabouts};
use serde_json::{Value as Json, json};

impl LilliputPosition {
    pub(super) fn finish(&mut self, events: &mut Vec<Event>) {
        self.state.stage = Stage::Over;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded {
            reason: "rounds".to_owned(),
        });
    }

    /// Cash, certificates at their price, unused copy cards (LIL-END-5); Gulliver after the last seat.
    pub(super) fn worths(&self) -> Vec<i32> {
        (0..self.state.core.holders)
            .map(|holder| {
                let player = Player(holder);
                let shares: i32 = self
                    .printed
                    .sheet
                    .company_ids()
                    .filter_map(|c| {
                        let price = self.state.core.price(&self.printed.sheet, c)?;
                        Some(price * i32::from(self.state.core.stock[c.at()].of(player)))
                    })
                    .sum();
                let copies = self.state.copies.get(holder as usize).copied().unwrap_or(0);
                self.state.core.money.player(player)
                    + shares
                    + i32::from(copies) * self.printed.copy_value
            })
            .collect()
    }

    /// The result: the highest total wins, equal totals share the victory (LIL-END-7).
    pub(super) fn result(&self) -> Option<Outcome> {
        if self.state.stage != Stage::Over {
            return None;
        }
        let values = self.worths();
        let best = values.iter().copied().max().unwrap_or(0);
        let winners = (0..values.len())
            .filter(|&i| values[i] == best)
            .map(|i| Player(i as u8))
            .collect();
        Some(Outcome {
            values,
            winners,
            reason: "rounds",
        })
    }

    /// Round, cards, characters and depot, for pages.
    pub(super) fn title_facts(&self) -> Vec<(String, Json)> {
        let sheet = &self.printed.sheet;
        let name = |slot: Slot| sheet.slots[slot.at()].clone();
        let cards = |wanted: &dyn Fn(u8) -> bool| -> Vec<String> {
            (0..self.printed.cards.len() as u8)
                .filter(|&i| self.printed.cards[i as usize].in_use && wanted(i))
                .map(|i| name(Slot(i)))
                .collect()
        };
        let used = |i: u8| self.state.used & (1 << i) != 0;
        let characters: Vec<Json> = (0..self.printed.characters.len() as u8)
            .map(|i| {
                let holder = self.state.holders[i as usize];
                let tiles: Vec<&str> = self.printed.characters[i as usize]
                    .tiles
                    .iter()
                    .filter(|&&t| self.state.core.board().left(t) > 0)
                    .map(|&t| sheet.tiles.get(t).name.as_str())
                    .collect();
                json!({
                    "id": name(self.printed.slot(i)),
                    "holder": (holder != NONE).then_some(holder),
                    "tiles": tiles,
                })
            })
            .collect();
        let depot: Vec<&str> = self
            .state
            .core
            .trains
            .at(Whereabouts::Pool)
            .map(|c| {
                sheet.trains[self.state.core.trains.get(c).kind as usize]
                    .name
                    .as_str()
            })
            .collect();
        let options = &self.printed.options;
        let mut facts = vec![
            ("round".to_owned(), json!(self.round())),
            ("rounds".to_owned(), json!(self.printed.rounds)),
            ("first_player".to_owned(), json!(self.state.core.order[0])),
            ("cards".to_owned(), json!(cards(&|i| !used(i)))),
            ("cards_used".to_owned(), json!(cards(&used))),
            (
                "copy_cards".to_owned(),
                json!(self.state.copies[..self.printed.seats as usize].to_vec()),
            ),
            ("characters".to_owned(), json!(characters)),
            ("depot".to_owned(), json!(depot)),
            ("two_characters".to_owned(), json!(options.two_characters)),
            ("advanced".to_owned(), json!(options.advanced)),
            ("allenbeck".to_owned(), json!(options.allenbeck)),
            ("laputa".to_owned(), json!(options.laputa)),
            ("brobdingnag".to_owned(), json!(options.brobdingnag)),
            ("reconstructed".to_owned(), json!(sheet.reconstructed)),
        ];
        if self.printed.solo() {
            let gulliver = self.gulliver();
            let companies: Vec<&str> = self
                .companies_of(gulliver)
                .map(|c| sheet.company(c).id.as_str())
                .collect();
            facts.push((
                "gulliver".to_owned(),
                json!({
                    "cash": self.state.core.money.player(gulliver),
                    "worth": self.worths()[gulliver.at()],
                    "companies": companies,
                    "certificates": self.certificates_of(gulliver),
                }),
            ));
        }
        facts
    }
}
