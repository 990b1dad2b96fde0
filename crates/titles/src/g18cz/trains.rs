//! Buying trains from the bank and from other companies.

use super::position::CzPosition;
use super::printed::{PaperKind, Variant};
use super::refusals::{Matter, not_in_this_step, refused};
use super::state::Step;
use engine::{
    Amount, Card, CardState, Choice, Company, Deal, Event, Forbidden, Move, Offer, Paper, Purchase,
    Refusal, TrainFrom, Whereabouts,
};

/// Mark of the 3E-train of Moravia-Silesia while it is with a company for one run.
const GUEST: u8 = 1;

/// Whether a card is only a guest: it counts for nothing but its run. CZ-MORAVIA-24
pub const fn is_guest(card: &CardState) -> bool {
    card.marks & GUEST != 0
}

// What a company owns.
impl CzPosition {
    /// Most trains a company may own. CZ-PHASE-14
    pub fn most_trains(&self, company: Company) -> u8 {
        let phase = &self.sheet().phases[usize::from(self.state.core.phase)];
        phase.train_limit[usize::from(self.printed.size(company))]
    }

    /// Trains that a company owns. CZ-TRAIN-4
    pub fn owned(&self, company: Company) -> impl Iterator<Item = Card> {
        let roster = &self.state.core.trains;
        roster.of(company).filter(|&c| !is_guest(roster.get(c)))
    }

    /// Whether a company owns a train of its own class, another than `but`. CZ-TRAIN-1
    pub fn has_runnable(&self, company: Company, but: Option<Card>) -> bool {
        let own = self.printed.own_face(company);
        let shows = |card: Card| self.state.core.trains.get(card).face == own;
        self.owned(company).any(|c| Some(c) != but && shows(c))
    }

    /// How many trains a company may get.
    pub fn train_room(&self, company: Company) -> usize {
        usize::from(self.most_trains(company)).saturating_sub(self.owned(company).count())
    }

    /// Whether a company has to buy. CZ-TRAIN-1, CZ-INTRO-20
    pub fn must_buy(&self, company: Company) -> bool {
        if self.has_runnable(company, None) || self.state.is_vaclavs(company) {
            return false;
        }
        match self.printed.variant {
            Variant::Introductory => self.affords(company, |_| true),
            _ => !self.one_purchase_is_enough(),
        }
    }

    fn affords(&self, company: Company, fits: impl Fn(u8) -> bool) -> bool {
        let cash = self.state.core.money.company(company);
        self.bank_sales(company)
            .any(|sale| sale.price <= cash && fits(sale.face))
    }

    /// Whether a company cannot get a train any more though it owns none. CZ-INTRO-26
    pub fn stays_without_train(&self, company: Company) -> bool {
        self.bank_sales(company).next().is_some()
            && !self.has_runnable(company, None)
            && !self.affords(company, |_| true)
    }
}

// What is allowed.
impl CzPosition {
    /// Cards of stack and pool with the faces that a company could buy.
    pub fn bank_sales(&self, company: Company) -> impl Iterator<Item = Purchase> {
        let (printed, any_face) = (&self.printed, self.printed.options.pool_card_any_face);
        self.checks().bank_trains().flat_map(move |(card, from)| {
            let state = *self.state.core.trains.get(card);
            let faces = &printed.sheet.trains[usize::from(state.kind)].faces;
            let on_sale = move |face: u8| {
                printed.may_own(company, face)
                    && !printed.face_in(state.kind, face, self.state.scrapped)
                    && (from == TrainFrom::Deck || any_face || face == state.face)
            };
            let sales = (0..faces.len() as u8).filter(move |&face| on_sale(face));
            sales.map(move |face| Purchase {
                company,
                card,
                face,
                price: faces[usize::from(face)].price,
                from,
            })
        })
    }

    // Whether a face may be bought as far as limit and obligation go. CZ-TRAIN-5, 6, 16
    //
    // Only a phase change leaves a company at its limit without a train it can run: CZ-TRAIN-16 here and CZ-ACQUIRE-18
    // at a take-over see to that. So the exception asks no further.
    fn has_place_for(&self, company: Company, face: u8) -> Result<(), Refusal> {
        let runnable = self.has_runnable(company, None);
        let own = face == self.printed.own_face(company);
        let must_run = self.printed.options.limit_exception_must_be_runnable;
        let room = self.train_room(company);
        match room {
            0 if !runnable && !own && must_run => {
                Err(Refusal::new("CZ-TRAIN-6", "must-be-runnable"))
            }
            0 if runnable || self.one_purchase_is_enough() => {
                let limit = self.most_trains(company);
                Err(refused(Matter::Train)(Forbidden::TrainLimit { limit }))
            }
            1 if !runnable && !own => {
                Err(Refusal::new("CZ-TRAIN-16", "last-place-must-be-runnable"))
            }
            _ => Ok(()),
        }
    }

    // Whether the director may help with a face. CZ-EMERGENCY-1, 2, 12
    fn may_be_helped(&self, company: Company, face: u8) -> Result<(), Refusal> {
        let refuse = |rule, key| Err(Refusal::new(rule, key));
        let own = self.printed.own_face(company);
        if self.printed.variant == Variant::Introductory {
            return refuse("CZ-INTRO-22", "not-enough-money");
        }
        if self.has_runnable(company, None) {
            return refuse("CZ-EMERGENCY-6", "not-enough-money");
        }
        if face != own {
            return refuse("CZ-EMERGENCY-12", "help-only-for-runnable");
        }
        let options = &self.printed.options;
        if options.emergency_only_if_nothing_affordable && self.affords(company, |f| f == own) {
            return refuse("CZ-EMERGENCY-2", "affordable-train-exists");
        }
        Ok(())
    }

    fn may_buy_train(&self, sale: &Purchase) -> Result<(), Refusal> {
        self.has_place_for(sale.company, sale.face)?;
        if sale.price > self.state.core.money.company(sale.company) {
            self.may_be_helped(sale.company, sale.face)?;
        }
        Ok(())
    }

    // What a company may pay for a train of another. CZ-TRAIN-8, 15
    fn may_trade(&self, company: Company, seller: Company, card: Card) -> Result<Amount, Refusal> {
        let core = &self.state.core;
        let state = core.trains.get(card);
        let refuse = |rule, key| Err(Refusal::new(rule, key));
        if core.phase < self.printed.trade_from {
            return refuse("CZ-TRAIN-8", "trains-not-yet-traded");
        }
        if seller == company || !self.owned(seller).any(|c| c == card) {
            return refuse("CZ-TRAIN-8", "seller-has-no-such-train");
        }
        if self.state.is_vaclavs(seller) {
            return refuse("CZ-BOHEMIA-22", "vaclavs-company");
        }
        if !self.printed.may_own(company, state.face) {
            return refuse("CZ-COMPANY-6", "train-too-large");
        }
        self.has_place_for(company, state.face)?;
        let range = Amount::whole(1, core.money.company(company));
        let prices = self.open_prices(company, Deal::Train { card, seller }, range);
        prices.ok_or_else(|| Refusal::new("CZ-TRAIN-15", "not-enough-money"))
    }

    /// Whether papers could pay for a train. CZ-OR-6
    pub fn could_raise_for_train(&self, company: Company) -> bool {
        let money = self.state.core.money.company(company) + self.potential(company);
        let within =
            |sale: &Purchase| sale.price <= money && self.has_place_for(company, sale.face).is_ok();
        self.deals_in_papers(company) && self.bank_sales(company).any(|sale| within(&sale))
    }
}

// Buying.
impl CzPosition {
    /// Trains that a company can buy.
    pub fn train_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let buy = move |card, face, amount, from| Move::BuyTrain {
            company,
            card,
            face,
            amount,
            from,
        };
        let sales = self.bank_sales(company);
        let bank = sales.filter(|sale| self.may_buy_train(sale).is_ok());
        let bank =
            bank.map(move |s| Choice::costing(buy(s.card, s.face, s.price, s.from), s.price));
        let cards = self.state.core.trains.cards.iter().enumerate();
        let others = cards.filter_map(move |(i, state)| {
            let Whereabouts::Company(seller) = state.place else {
                return None;
            };
            let card = Card(i as u8);
            let range = self.may_trade(company, seller, card).ok()?;
            let from = TrainFrom::Company { company: seller };
            Some(Choice::range(buy(card, state.face, range.min, from), range))
        });
        bank.chain(others)
    }

    /// Buys a train.
    pub fn buy_train(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Move::BuyTrain {
            company,
            card,
            face,
            amount,
            from,
        } = *mv
        else {
            return Err(not_in_this_step());
        };
        self.its_turn(company)?;
        if let TrainFrom::Company { company: seller } = from {
            let Amount { min, max, .. } = self.may_trade(company, seller, card)?;
            if !(min..=max).contains(&amount) || self.state.core.trains.get(card).face != face {
                let why = Forbidden::PriceOutOfRange {
                    least: min,
                    most: max,
                };
                return Err(refused(Matter::Trade)(why));
            }
            let offer = Offer {
                deal: Deal::Train { card, seller },
                buyer: company,
                price: amount,
            };
            self.propose(offer, events);
            return Ok(());
        }
        let asked_for = |s: &Purchase| (s.card, s.face, s.from) == (card, face, from);
        let Some(sale) = self.bank_sales(company).find(asked_for) else {
            return Err(refused(Matter::Train)(Forbidden::TrainNotForSale));
        };
        if amount != sale.price {
            let price = sale.price;
            return Err(refused(Matter::Train)(Forbidden::WrongPrice { price }));
        }
        self.may_buy_train(&sale)?;
        // CZ-EMERGENCY-1, 5, 7, 8
        let director = self.director(company);
        self.acts(events).help(company, director, sale.price);
        self.receive(sale, events);
        self.left_the_bank(card, Some(face), events);
        Ok(())
    }

    /// A train changes owner. CZ-TRAIN-15
    pub fn trade(
        &mut self,
        company: Company,
        seller: Company,
        card: Card,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let sale = Purchase {
            company,
            card,
            face: self.state.core.trains.get(card).face,
            price,
            from: TrainFrom::Company { company: seller },
        };
        self.receive(sale, events);
    }

    fn receive(&mut self, sale: Purchase, events: &mut Vec<Event>) {
        self.acts(events).buy_train(sale);
        self.state.unseen = false;
        self.state.turn.bought = Some(sale.card);
        self.state.turn.purchases += 1;
    }
}

// The 3E-train of Moravia-Silesia. CZ-MORAVIA-24
impl CzPosition {
    /// The 3E-train, if a company's director could give it to the company now.
    pub fn assignable(&self, company: Company) -> Option<Card> {
        if self.printed.variant != Variant::Moravia || self.state.turn.step > Step::Run {
            return None;
        }
        let core = &self.state.core;
        let director = core.stock[company.at()].director()?;
        let is_train = |&p: &Paper| self.printed.paper_kinds[p.at()] == PaperKind::Train;
        core.papers_of(director).find(is_train)?;
        core.trains.at(Whereabouts::Aside).next()
    }

    /// A player gives the 3E-train to a company for one run.
    pub fn assign(
        &mut self,
        card: Card,
        company: Company,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.on_turn() != Some(company) || self.assignable(company) != Some(card) {
            return Err(Refusal::new("CZ-MORAVIA-24", "train-cannot-be-assigned"));
        }
        let kinds = &self.printed.paper_kinds;
        let paper = kinds.iter().position(|&kind| kind == PaperKind::Train);
        if let Some(paper) = paper {
            let paper = Paper(paper as u8);
            self.acts(events).close_paper(paper);
        }
        self.acts(events).receive_train(company, card, 0);
        self.state.core.trains.get_mut(card).marks |= GUEST;
        Ok(())
    }

    /// Guests leave after the run.
    pub fn guests_leave(&mut self, company: Company, events: &mut Vec<Event>) {
        let roster = &self.state.core.trains;
        let guest = roster.of(company).find(|&c| is_guest(roster.get(c)));
        if let Some(card) = guest {
            self.acts(events).scrap(card);
        }
    }
}
