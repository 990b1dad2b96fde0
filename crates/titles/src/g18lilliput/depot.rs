//! The train depot: who may buy there, and when.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::Due;
use engine::{
    Card, Choice, Company, Event, Forbidden, Move, Position, Purchase, Refusal, TrainFrom,
    Whereabouts,
};

// Mark of a train that the company returned on this very occasion: it may not buy it back (LIL-RULING-26).
const RETURNED: u8 = 1;

impl LilliputPosition {
    fn just_returned(&self, card: Card) -> bool {
        self.core().trains.get(card).marks & RETURNED != 0
    }

    /// Whether a company at the depot can do anything there.
    pub(super) fn depot_open(&self, company: Company) -> bool {
        self.depot_choices(company).next().is_some()
    }

    /// The occasion is over.
    pub(super) fn leave_depot(&mut self) {
        self.state.due = None;
        for card in self.state.core.trains.cards_mut() {
            card.marks &= !RETURNED;
        }
    }

    /// A company has kept its income or was just founded: it may buy one train (LIL-DEPOT-2).
    pub(super) fn go_to_depot(&mut self, company: Company) {
        self.state.due = Some(Due::Depot(company));
    }

    // Only the company whose occasion it is.
    fn at_depot(&self, customer: Company, company: Company) -> Allowed {
        match company == customer {
            true => Ok(()),
            false => Err(Forbidden::OtherCompany { company }.under("LIL-DEPOT-2")),
        }
    }

    fn can_buy_there(&self, purchase: Purchase) -> Allowed {
        let (no, checks) = (refused(Matter::Depot), self.checks());
        let (company, card, price) = (purchase.company, purchase.card, purchase.price);
        let on_sale = checks.bank_sells(card, purchase.face, price, TrainFrom::Pool);
        on_sale.map_err(&no)?;
        if self.just_returned(card) {
            return Err(Refusal::new("LIL-DEPOT-3", "just-returned"));
        }
        checks.train_room(company, self.limit()).map_err(&no)?;
        self.can_pay(company, price)
    }

    // LIL-LIMIT-3: an obsolete train makes room for a purchase that the company could then pay.
    fn can_make_room(&self, company: Company, card: Card) -> Allowed {
        self.can_return(company, card)?;
        let trains = &self.core().trains;
        let helped = trains.of(company).all(|c| trains.get(c).obsolete);
        let most = self.most_to_pay(company, helped);
        let mut depot = trains.at(Whereabouts::Pool);
        if depot.any(|c| !self.just_returned(c) && self.checks().printed_price(c) <= most) {
            return Ok(());
        }
        Err(Refusal::new("LIL-LIMIT-3", "no-purchase-to-make-room-for"))
    }

    /// What a company can do at the depot but leave it.
    pub(super) fn depot_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let depot = self.core().trains.at(Whereabouts::Pool);
        let buys = depot.filter_map(move |card| {
            let price = self.checks().printed_price(card);
            let purchase = Purchase::new(company, card, price, TrainFrom::Pool);
            self.can_buy_there(purchase).ok()?;
            Some(Choice::costing(purchase.as_move(), price))
        });
        buys.chain(self.returns(company, move |c| self.can_make_room(company, c).is_ok()))
    }

    /// A move of a company at the depot.
    pub(super) fn visit(&mut self, by: Company, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        match (mv, mv.as_purchase()) {
            (Move::Pass, _) => self.leave_depot(),
            (_, Some(purchase)) if purchase.from == TrainFrom::Pool => {
                self.at_depot(by, purchase.company)?;
                self.can_buy_there(purchase)?;
                self.pay_and_take(purchase, events);
                self.leave_depot();
            }
            (&Move::ReturnTrain { company, card }, _) => {
                self.at_depot(by, company)?;
                self.can_make_room(company, card)?;
                self.acts(events).return_train(company, card);
                self.state.core.trains.get_mut(card).marks |= RETURNED;
            }
            _ => return Err(Refusal::new("LIL-DEPOT-2", "buy-from-the-depot-or-pass")),
        }
        Ok(())
    }
}
