//! The opening auction: six times the right to choose a lot.

use super::position::{Events, IowPosition};
use super::state::Stage;
use engine::{
    Amount, Choice, Company, Event, Lot, Move, NONE, Place, Player, Purse, Refusal, Value,
};

impl IowPosition {
    fn lots_left(&self) -> impl Iterator<Item = Lot> + '_ {
        self.printed
            .lots
            .iter()
            .enumerate()
            .filter(|(i, _)| self.state.auction.lots & (1 << i) != 0)
            .map(|(_, &l)| l)
    }

    /// The least that a lot can cost (IOW-AUCTION-8, IOW-AUCTION-12).
    fn lot_price(&self, lot: Lot) -> i32 {
        match lot {
            Lot::Paper(p) => self.printed.sheet.papers[p.at()].price,
            Lot::Company(c) => self.director_price(c, self.lowest_par(c)),
            Lot::Slot(_) => 0,
        }
    }

    /// The opening auction as people see it: the bid that stands, and what its winner may choose from (IOW-AUCTION-1).
    pub(super) fn auction_json(&self) -> Option<serde_json::Value> {
        if self.core().round.kind != engine::RoundKind::Opening {
            return None;
        }
        let (sheet, auction) = (&self.printed.sheet, &self.state.auction);
        let lots: Vec<_> = self
            .lots_left()
            .filter_map(|lot| {
                let (kind, id) = match lot {
                    Lot::Paper(p) => ("paper", &sheet.papers[p.at()].id),
                    Lot::Company(c) => ("company", &sheet.company(c).id),
                    Lot::Slot(_) => return None,
                };
                Some(serde_json::json!({ kind: id, "price": self.lot_price(lot) }))
            })
            .collect();
        let bidder = (auction.high > 0).then_some(auction.high_by);
        Some(serde_json::json!({ "bid": auction.high, "bidder": bidder, "lots": lots }))
    }

    fn lowest_par(&self, company: Company) -> u8 {
        let cells = &self.printed.charters[company.at()].par_cells;
        cells
            .iter()
            .copied()
            .min_by_key(|&c| self.printed.sheet.market.price(c))
            .unwrap_or(0)
    }

    /// Price of a director's certificate at a first price.
    pub(super) fn director_price(&self, company: Company, cell: u8) -> i32 {
        self.printed.sheet.market.price(cell)
            * i32::from(self.core().stock[company.at()].director_units())
    }

    fn cheapest_lot(&self) -> i32 {
        self.lots_left()
            .map(|l| self.lot_price(l))
            .min()
            .unwrap_or(0)
    }

    // IOW-AUCTION-5, IOW-AUCTION-7: from the least raise to what leaves enough for the cheapest lot.
    fn bid_range(&self, player: Player) -> (i32, i32) {
        let least = self.state.auction.high + self.printed.min_raise;
        (
            least,
            self.core().money.player(player) - self.cheapest_lot(),
        )
    }

    pub(super) fn bid_choices(&self) -> Vec<Choice> {
        let (least, most) = self.bid_range(Player(self.state.auction.acting));
        let mut choices = vec![Choice::one(Move::Pass)];
        if least <= most {
            choices.push(Choice::range(
                Move::Bid {
                    lot: None,
                    amount: least,
                },
                Amount::whole(least, most),
            ));
        }
        choices
    }

    pub(super) fn bid(&mut self, amount: i32, events: &mut Events) -> Result<(), Refusal> {
        let player = Player(self.state.auction.acting);
        let (least, most) = self.bid_range(player);
        if amount < least {
            return Err(
                Refusal::new("IOW-AUCTION-5", "bid-too-low").with("least", Value::Money(least))
            );
        }
        if amount > most {
            return Err(
                Refusal::new("IOW-AUCTION-7", "bid-too-high").with("most", Value::Money(most))
            );
        }
        self.state.auction.high = amount;
        self.state.auction.high_by = player.0;
        events.push(Event::BidMade {
            player,
            lot: None,
            amount,
        });
        self.next_bidder(events);
        Ok(())
    }

    pub(super) fn leave_auction(&mut self, events: &mut Events) -> Result<(), Refusal> {
        self.drop_out(events);
        self.next_bidder(events);
        Ok(())
    }

    fn drop_out(&mut self, events: &mut Events) {
        let auction = &mut self.state.auction;
        auction.out |= 1 << auction.acting;
        if auction.first_out == NONE {
            auction.first_out = auction.acting;
        }
        events.push(Event::Passed {
            player: Player(auction.acting),
        });
    }

    // IOW-AUCTION-3, IOW-AUCTION-9, IOW-AUCTION-14: the next player still in, or the winner.
    fn next_bidder(&mut self, events: &mut Events) {
        loop {
            let auction = self.state.auction;
            let left = u32::from(self.core().seats) - auction.out.count_ones();
            if left == 0 {
                return self.win(Player(auction.first_out), 0, events);
            }
            if left == 1 && auction.high_by != NONE {
                return self.win(Player(auction.high_by), auction.high, events);
            }
            let here = Player(auction.acting);
            let next = self
                .core()
                .after(here)
                .chain([here])
                .find(|p| auction.out & (1 << p.0) == 0);
            self.state.auction.acting = next.unwrap_or(here).0;
            let (least, most) = self.bid_range(Player(self.state.auction.acting));
            if least <= most || self.printed.options.public {
                return;
            }
            // IOW-AUCTION-7: who cannot meet the minimum may only pass.
            self.drop_out(events);
        }
    }

    fn win(&mut self, player: Player, price: i32, events: &mut Events) {
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        self.state.auction.acting = player.0;
        self.state.stage = Stage::Pick;
        if self.printed.options.public {
            return;
        }
        let choices = self.lot_choices();
        if let [only] = choices.as_slice() {
            let taken = match only.mv {
                Move::Take { lot } => self.take_lot(lot, events),
                Move::Start { company, price } => self.take_director(company, price, events),
                _ => Ok(()),
            };
            debug_assert!(taken.is_ok(), "a listed lot can be taken");
        }
    }

    // IOW-AUCTION-15, IOW-AUCTION-17: who can pay no lot takes (one of) the cheapest for all cash.
    fn poor(&self) -> bool {
        self.core().money.player(Player(self.state.auction.acting)) < self.cheapest_lot()
    }

    fn may_take(&self, lot: Lot) -> bool {
        let price = self.lot_price(lot);
        if self.poor() {
            price == self.cheapest_lot()
        } else {
            price <= self.core().money.player(Player(self.state.auction.acting))
        }
    }

    pub(super) fn lot_choices(&self) -> Vec<Choice> {
        let cash = self.core().money.player(Player(self.state.auction.acting));
        let mut choices = Vec::new();
        for lot in self.lots_left().filter(|&l| self.may_take(l)) {
            match lot {
                Lot::Paper(_) => {
                    choices.push(Choice::costing(
                        Move::Take { lot },
                        self.lot_price(lot).min(cash),
                    ));
                }
                Lot::Company(company) if self.poor() => {
                    choices.push(Choice::costing(
                        Move::Start {
                            company,
                            price: self.lowest_par(company),
                        },
                        cash,
                    ));
                }
                Lot::Company(company) => {
                    for &cell in &self.printed.charters[company.at()].par_cells {
                        let cost = self.director_price(company, cell);
                        if cost <= cash {
                            choices.push(Choice::costing(
                                Move::Start {
                                    company,
                                    price: cell,
                                },
                                cost,
                            ));
                        }
                    }
                }
                Lot::Slot(_) => {}
            }
        }
        choices
    }

    fn check_lot(&self, lot: Lot) -> Result<usize, Refusal> {
        let at = self
            .printed
            .lots
            .iter()
            .position(|&l| l == lot)
            .filter(|i| self.state.auction.lots & (1 << i) != 0)
            .ok_or_else(|| Refusal::new("IOW-AUCTION-1", "no-such-lot"))?;
        if !self.may_take(lot) {
            let rule = if self.poor() {
                "IOW-AUCTION-15"
            } else {
                "IOW-AUCTION-11"
            };
            return Err(
                Refusal::new(rule, "lot-too-dear").with("price", Value::Money(self.lot_price(lot)))
            );
        }
        Ok(at)
    }

    pub(super) fn take_lot(&mut self, lot: Lot, events: &mut Events) -> Result<(), Refusal> {
        let Lot::Paper(paper) = lot else {
            return Err(Refusal::new("IOW-AUCTION-13", "first-price-missing"));
        };
        let at = self.check_lot(lot)?;
        let player = Player(self.state.auction.acting);
        let price = self.lot_price(lot).min(self.core().money.player(player));
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        self.state.core.papers[paper.at()].place = Place::Player(player);
        events.push(Event::LotTaken { player, lot, price });
        self.lot_gone(at, events);
        Ok(())
    }

    pub(super) fn take_director(
        &mut self,
        company: Company,
        cell: u8,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let lot = Lot::Company(company);
        let at = self.check_lot(lot)?;
        let player = Player(self.state.auction.acting);
        let cash = self.core().money.player(player);
        if !self.printed.charters[company.at()]
            .par_cells
            .contains(&cell)
        {
            return Err(Refusal::new("IOW-AUCTION-13", "no-first-price")
                .with("company", Value::Company(company)));
        }
        let price = if self.poor() {
            if cell != self.lowest_par(company) {
                return Err(Refusal::new("IOW-AUCTION-16", "lowest-first-price"));
            }
            cash
        } else {
            self.director_price(company, cell)
        };
        if price > cash {
            return Err(
                Refusal::new("IOW-AUCTION-13", "too-dear").with("price", Value::Money(price))
            );
        }
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        events.push(Event::LotTaken { player, lot, price });
        self.open_company(company, player, cell, events);
        self.lot_gone(at, events);
        Ok(())
    }

    fn lot_gone(&mut self, at: usize, events: &mut Events) {
        self.state.auction.lots &= !(1 << at);
        let winner = Player(self.state.auction.acting);
        if self.state.auction.lots == 0 {
            let first = self.opening_priority();
            self.give_priority(first, events);
            return self.begin_stock_round(events);
        }
        let auction = &mut self.state.auction;
        auction.out = 0;
        auction.first_out = NONE;
        auction.high = 0;
        auction.high_by = NONE;
        self.state.stage = Stage::Bid;
        let first = self.core().next(winner);
        self.state.auction.acting = first.0;
        // A first player without the means to bid passes at once.
        let (least, most) = self.bid_range(first);
        if least > most && !self.printed.options.public {
            self.drop_out(events);
            self.next_bidder(events);
        }
    }

    // IOW-AUCTION-18..20.
    fn opening_priority(&self) -> Player {
        let core = self.core();
        let most = core
            .players()
            .map(|p| core.money.player(p))
            .max()
            .unwrap_or(0);
        let mut richest = core.players().filter(|&p| core.money.player(p) == most);
        if let (Some(one), None) = (richest.next(), richest.next()) {
            return one;
        }
        core.players()
            .filter(|&p| core.papers_of(p).next().is_some())
            .min_by_key(|&p| {
                core.papers_of(p)
                    .map(|paper| self.printed.sheet.papers[paper.at()].price)
                    .sum::<i32>()
            })
            .unwrap_or(Player(core.order[0]))
    }

    /// Gives the priority card to a player: the list of players starts there.
    #[doc(hidden)]
    pub fn give_priority(&mut self, player: Player, events: &mut Events) {
        let core = &mut self.state.core;
        let seats = core.seats as usize;
        let at = core.order[..seats]
            .iter()
            .position(|&p| p == player.0)
            .unwrap_or(0);
        core.order[..seats].rotate_left(at);
        events.push(Event::PriorityPassed { player });
    }
}
