//! Wealth, the end of the game, and facts that pages show.

use super::position::{CzPosition, Events};
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
        Some(Outcome::richest(values, self.end_reason()))
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
    pub fn end_game(&mut self, reason: &str, events: &mut Events) {
        self.state.over = true;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded { reason: reason.to_owned() });
    }

    /// What pages and the exporter need beside the common view.
    pub fn told_facts(&self) -> Vec<(String, Value)> {
        let (s, printed, kept) = (&self.state, &self.printed, self.kept());
        let sheet = &printed.sheet;
        let name = |c: Company| sheet.company(c).id.as_str();
        let mut all = Vec::new();
        let mut tell = |name: &str, fact: Value| all.push((name.to_owned(), fact));
        tell("local_value", json!(s.local_value(printed)));
        tell("scrapped", json!(kept.scrapped));
        tell("first_build", json!(kept.first_build));
        tell("revenue", json!(s.turn.revenue));
        // PUB-9: the company that places the marker of another in its own name.
        if let Some(city) = s.city.filter(|c| c.chooser != c.marker) {
            tell("placer", json!(name(city.chooser)));
        }
        if let Some(vaclav) = s.automatic() {
            let cash = s.core.money.player(vaclav);
            tell("vaclav", json!({ "companies": kept.vaclav, "cash": cash }));
        }
        if let Some(auction) = &s.auction {
            let paper = auction.paper.map(|p| sheet.papers[p.at()].id.as_str());
            let high = auction.bidding.high();
            let (bidder, bid) = (high.map(|h| h.0.0), high.map_or(0, |h| h.1));
            tell("auction", json!({ "paper": paper, "bid": bid, "bidder": bidder }));
        }
        all
    }
}
