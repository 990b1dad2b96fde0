//! The train depot: who may buy there, and when.

use super::position::LilliputPosition;
use super::refusals::{Matter, refused};
use super::state::Due;
use engine::{
    Card, Choice, Company, Event, Move, Player, Position, Purchase, Refusal, TrainFrom, Value,
    Whereabouts,
};

// Mark of a train that the company returned on this very occasion: it may not buy it back (LIL-RULING-26).
const RETURNED: u8 = 1;

impl LilliputPosition {
    fn just_returned(&self, card: Card) -> bool {
        self.core().trains.get(card).marks & RETURNED != 0
    }

    /// Whether a company at the depot can do anything there.
    pub(super) fn depot_open(&self, director: Player, company: Company) -> bool {
        self.depot_choices(director, company).next().is_some()
    }

    /// The occasion is over.
    pub(super) fn leave_depot(&mut self) {
        self.state.due = None;
        for card in &mut self.state.core.trains.cards {
            card.marks &= !RETURNED;
        }
    }

    /// A company has kept its income or was just founded: it may buy one train (LIL-DEPOT-2).
    pub(super) fn go_to_depot(&mut self, company: Company) {
        self.state.due = Some(Due::Depot(company));
    }

    // Only the company whose occasion it is.
    fn at_depot(&self, customer: Company, company: Company) -> Result<(), Refusal> {
        if company == customer {
            return Ok(());
        }
        let refusal = Refusal::new("LIL-DEPOT-2", "not-at-the-depot");
        Err(refusal.with("company", Value::Company(company)))
    }

    fn can_buy_there(
        &self,
        director: Player,
        company: Company,
        (card, face): (Card, u8),
        amount: i32,
    ) -> Result<(), Refusal> {
        let no = refused(Matter::Depot);
        let checks = self.checks();
        checks
            .bank_sells(card, face, amount, TrainFrom::Pool)
            .map_err(&no)?;
        if self.just_returned(card) {
            return Err(Refusal::new("LIL-DEPOT-3", "just-returned"));
        }
        checks.train_room(company, self.limit()).map_err(&no)?;
        self.can_afford_train(director, company, amount)
    }

    // LIL-LIMIT-3: an obsolete train makes room for a purchase that the company could then pay.
    fn can_make_room(&self, director: Player, company: Company, card: Card) -> Result<(), Refusal> {
        self.can_return(director, company, card)?;
        let (trains, money) = (&self.core().trains, &self.core().money);
        let help = match trains.of(company).all(|c| trains.get(c).obsolete) {
            true => money.player(director),
            false => 0,
        };
        let most = money.company(company) + help;
        let mut on_sale = trains
            .at(Whereabouts::Pool)
            .filter(|&c| !self.just_returned(c));
        if on_sale.any(|c| self.checks().printed_price(c) <= most) {
            return Ok(());
        }
        Err(Refusal::new("LIL-LIMIT-3", "no-purchase-to-make-room-for"))
    }

    /// What a company can do at the depot but leave it.
    pub(super) fn depot_choices(
        &self,
        director: Player,
        company: Company,
    ) -> impl Iterator<Item = Choice> {
        let trains = &self.core().trains;
        let buys = trains.at(Whereabouts::Pool).filter_map(move |card| {
            let amount = self.checks().printed_price(card);
            let can = self.can_buy_there(director, company, (card, 0), amount);
            can.ok()?;
            let mv = Move::BuyTrain {
                company,
                card,
                face: 0,
                amount,
                from: TrainFrom::Pool,
            };
            Some(Choice::costing(mv, amount))
        });
        let returns = trains
            .of(company)
            .filter(move |&card| self.can_make_room(director, company, card).is_ok())
            .map(move |card| Choice::one(Move::ReturnTrain { company, card }));
        buys.chain(returns)
    }

    /// A move of a company at the depot.
    pub(super) fn visit(
        &mut self,
        director: Player,
        customer: Company,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match *mv {
            Move::Pass => self.leave_depot(),
            Move::BuyTrain {
                company,
                card,
                face,
                amount: price,
                from: from @ TrainFrom::Pool,
            } => {
                self.at_depot(customer, company)?;
                self.can_buy_there(director, company, (card, face), price)?;
                let purchase = Purchase {
                    company,
                    card,
                    face,
                    price,
                    from,
                };
                let mut acts = self.acts(events);
                acts.help(company, director, price);
                acts.buy_train(purchase);
                self.leave_depot();
            }
            Move::ReturnTrain { company, card } => {
                self.at_depot(customer, company)?;
                self.can_make_room(director, company, card)?;
                self.acts(events).return_train(company, card);
                self.state.core.trains.get_mut(card).marks |= RETURNED;
            }
            _ => return Err(Refusal::new("LIL-DEPOT-2", "buy-from-the-depot-or-pass")),
        }
        Ok(())
    }
}
