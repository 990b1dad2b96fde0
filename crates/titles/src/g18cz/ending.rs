//! Wealth, the end of the game, and facts that pages show.

use super::position::CzPosition;
use super::printed::Variant;
use engine::{Company, Event, Outcome, Player, Position, RoundKind};
use serde_json::{Value, json};

impl CzPosition {
    /// What a player would be worth if the game ended now. CZ-END-3, CZ-INTRO-23
    pub fn wealth(&self, player: Player) -> i32 {
        let (core, sheet) = (&self.state.core, self.sheet());
        let companies = sheet.company_ids();
        if self.printed.variant == Variant::Introductory {
            let own = companies.filter(|c| core.stock[c.at()].director() == Some(player));
            return own.map(|c| core.money.company(c)).sum();
        }
        let worth = |c: Company| {
            i32::from(core.stock[c.at()].of(player)) * core.price(sheet, c).unwrap_or(0)
        };
        let shares: i32 = companies.map(worth).sum();
        let papers: i32 = core.papers_of(player).map(|p| self.paper_worth(p)).sum();
        let owed = core.debt[player.at()] + core.penalty[player.at()];
        core.money.player(player) + shares + papers - owed
    }

    /// The result.
    pub fn result(&self) -> Option<Outcome> {
        if !self.state.over {
            return None;
        }
        let values = self.values();
        // CZ-MORAVIA-21
        if self.printed.variant == Variant::Moravia && self.state.at == 0 {
            return Some(Outcome {
                values,
                winners: vec![Player(self.state.core.order[0])],
                reason: "no_bids",
            });
        }
        // CZ-END-4
        let best = values.iter().max();
        let seats = (0..self.state.core.seats).map(Player);
        let winners = seats.filter(|p| Some(&values[p.at()]) == best).collect();
        Some(Outcome {
            winners,
            values,
            reason: self.end_reason(),
        })
    }

    /// Why the rounds are over: all were played, or a company could not pay for a train. CZ-END-1, CZ-INTRO-21
    pub fn end_reason(&self) -> &'static str {
        if usize::from(self.state.at) + 1 < self.printed.process.len() {
            "no_train"
        } else {
            "fixed_round"
        }
    }

    /// Ends the game.
    pub fn end_game(&mut self, reason: &str, events: &mut Vec<Event>) {
        self.state.over = true;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded {
            reason: reason.to_owned(),
        });
    }

    /// What pages and the exporter need beside the common view.
    pub fn told_facts(&self) -> Vec<(String, Value)> {
        let (s, printed) = (&self.state, &self.printed);
        let sheet = &printed.sheet;
        let name = |c: Company| sheet.company(c).id.as_str();
        let fresh: Vec<&str> = sheet
            .company_ids()
            .filter(|&c| s.is_fresh(c))
            .map(name)
            .collect();
        let faces = printed.face_names.iter().enumerate();
        let scrapped = faces.filter(|(i, _)| s.scrapped & (1 << i) != 0);
        let scrapped: Vec<&str> = scrapped.map(|(_, name)| name.as_str()).collect();
        let mut all = vec![
            ("local_value".to_owned(), json!(s.local_value(printed))),
            ("scrapped".to_owned(), json!(scrapped)),
            ("first_build".to_owned(), json!(fresh)),
            ("revenue".to_owned(), json!(s.turn.revenue)),
        ];
        // PUB-9: the company that places the marker of another in its own name.
        if let Some(city) = s.city.filter(|c| c.chooser != c.marker) {
            all.push(("placer".to_owned(), json!(name(city.chooser))));
        }
        if let Some(vaclav) = s.automatic() {
            let companies: Vec<&str> = s.vaclav.into_iter().flatten().map(name).collect();
            let cash = s.core.money.player(vaclav);
            let fact = json!({ "companies": companies, "cash": cash });
            all.push(("vaclav".to_owned(), fact));
        }
        if let Some(auction) = &s.auction {
            let paper = auction.paper.map(|p| sheet.papers[p.at()].id.as_str());
            let high = auction.bidding.high();
            let (bidder, bid) = (high.map(|h| h.0.0), high.map_or(0, |h| h.1));
            let fact = json!({ "paper": paper, "bid": bid, "bidder": bidder });
            all.push(("auction".to_owned(), fact));
        }
        all
    }
}
