//! The opening auction. S89-AUCTION

use super::position::ShikokuPosition;
use super::refusals::denied;
use engine::{Event, Fall, Matter, Move, Refusal};

impl ShikokuPosition {
    pub(super) fn play_auction(
        &mut self,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let (printed, Some(mut auction)) = (self.printed.clone(), self.state.auction) else {
            return Ok(());
        };
        let lots = printed.for_auction();
        let told = auction.play(lots, &self.state.core, mv, events);
        for fall in told.map_err(denied(Matter::Bid))? {
            match fall {
                Fall::Sold { lot, player, price } => {
                    self.acts(events).take_paper(player, lots.papers[lot], price);
                }
                // S89-AUCTION-13
                Fall::Income => self.acts(events).papers_pay(),
                Fall::Cheaper { .. } => {}
            }
        }
        self.state.auction = Some(auction);
        if auction.first(lots).is_none() {
            // S89-AUCTION-14
            self.state.auction = None;
            let next = self.state.core.next(auction.last_turn());
            self.acts(events).give_priority(next);
            self.begin_stock(1, events);
        }
        Ok(())
    }

    /// What is for sale, as people see it: the paper, its price, bids.
    pub(super) fn auction_json(&self) -> Option<serde_json::Value> {
        let (auction, lots) = (self.state.auction?, self.printed.for_auction());
        let left = (0..lots.papers.len()).filter(|&lot| !auction.is_sold(lot));
        let lot = |lot: usize| {
            let paper = &self.printed.sheet.papers[lots.papers[lot].at()].id;
            let bids: Vec<_> = auction.bids(lot).collect();
            serde_json::json!({"paper": paper, "price": auction.price(lots, lot), "bids": bids})
        };
        Some(serde_json::json!({ "lots": left.map(lot).collect::<Vec<_>>() }))
    }
}
