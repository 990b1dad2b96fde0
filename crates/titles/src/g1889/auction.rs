//! The opening auction. S89-AUCTION

use super::position::ShikokuPosition;
use super::printed::Printed;
use super::refusals::{Matter, refused};
use engine::{Event, Fall, Lots, Move, Refusal, Waterfall};

impl Printed {
    /// The private companies as lots.
    pub fn for_auction(&self) -> Lots<'_> {
        Lots {
            papers: &self.lots,
            faces: &self.faces,
            raise: self.raise.0,
            discount: self.raise.1,
        }
    }
}

impl ShikokuPosition {
    pub(super) fn play_auction(
        &mut self,
        mut auction: Waterfall,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let printed = self.printed.clone();
        let lots = printed.for_auction();
        let told = auction
            .play(lots, &self.state.core, mv, events)
            .map_err(refused(Matter::Bid))?;
        for fall in told {
            match fall {
                Fall::Sold { lot, player, price } => {
                    self.acts(events)
                        .take_paper(player, lots.papers[lot], price);
                }
                // S89-AUCTION-13
                Fall::Income => self.private_income(events),
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
        let left = auction.first(lots)?..lots.faces.len();
        let lot = |lot: usize| {
            let paper = &self.printed.sheet.papers[lots.papers[lot].at()].id;
            let bids: Vec<_> = auction.bids(lot).collect();
            serde_json::json!({"paper": paper, "price": auction.price(lots, lot), "bids": bids})
        };
        Some(serde_json::json!({ "lots": left.map(lot).collect::<Vec<_>>() }))
    }
}
