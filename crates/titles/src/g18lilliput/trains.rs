//! Buying trains, phases, and the train limit.

use super::position::{Act, LilliputPosition, Offer};
use engine::{
    Amount, Card, Choice, Company, Event, Move, Player, Purse, Refusal, TrainFrom, Value,
    Whereabouts, Why,
};
use smallvec::SmallVec;

// Most offers of a turn (LIL-TRAINBUY-11).
const OFFERS: usize = 3;

impl LilliputPosition {
    /// Most trains of a company in this phase.
    pub fn limit(&self) -> u8 {
        self.printed.sheet.phases[self.state.core.phase as usize].train_limit[0]
    }

    /// Trains of a company.
    pub(super) fn trains_of(&self, company: Company) -> usize {
        self.state.core.trains.of(company).count()
    }

    /// Price printed on a card.
    pub(super) fn card_price(&self, card: Card) -> i32 {
        let c = self.state.core.trains.get(card);
        self.printed.sheet.face(c.kind, c.face).price
    }

    pub(super) fn has_room(&self, company: Company) -> Result<(), Refusal> {
        if self.trains_of(company) >= self.limit() as usize {
            return Err(Refusal::new("LIL-LIMIT-2", "train-limit")
                .with("limit", Value::Number(self.limit().into())));
        }
        Ok(())
    }

    /// Most that a company can pay for a train: its treasury, and its director's cash if it owns none.
    pub(super) fn most_for_a_train(&self, director: Player, company: Company) -> i32 {
        let treasury = self.state.core.money.company(company);
        // LIL-TRAINBUY-7
        if self.trains_of(company) == 0 {
            treasury + self.state.core.money.player(director)
        } else {
            treasury
        }
    }

    pub(super) fn can_afford_train(
        &self,
        director: Player,
        company: Company,
        price: i32,
    ) -> Result<(), Refusal> {
        let most = self.most_for_a_train(director, company);
        if price > most {
            return Err(Refusal::new("LIL-TRAINBUY-7", "cannot-pay-the-train")
                .with("price", Value::Money(price))
                .with("most", Value::Money(most)));
        }
        Ok(())
    }

    /// Pays for a train; the director adds exactly what is missing.
    pub(super) fn pay_for_train(
        &mut self,
        (director, company): (Player, Company),
        to: Purse,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let missing = price - self.state.core.money.company(company);
        if missing > 0 {
            let (from, to) = (Purse::Player(director), Purse::Company(company));
            self.state.core.pay(from, to, missing);
            events.push(Event::Paid {
                from,
                to,
                amount: missing,
                why: Why::DirectorHelp,
            });
        }
        self.state.core.pay(Purse::Company(company), to, price);
    }

    fn can_buy(
        &self,
        player: Player,
        (company, card, face): (Company, Card, u8),
        amount: i32,
        from: TrainFrom,
    ) -> Result<(), Refusal> {
        self.own(player, company)?;
        if !matches!(self.state.act, Act::Trains { left } if left > 0) {
            let rule = if self.state.act == Act::Open {
                "LIL-ACTION-1"
            } else {
                self.card_rule()
            };
            return Err(Refusal::new(rule, "no-train-by-this-action"));
        }
        if card.at() >= self.state.core.trains.cards.len() || face != 0 {
            return Err(Refusal::new("LIL-TRAINBUY-1", "no-such-train"));
        }
        self.has_room(company)?;
        match from {
            TrainFrom::Deck => {
                if self.state.core.trains.top() != Some(card) {
                    return Err(Refusal::new("LIL-TRAINBUY-2", "only-the-top-card"));
                }
                let price = self.deck_price(player, self.card_price(card));
                if amount != price {
                    return Err(Refusal::new("LIL-TRAINBUY-2", "the-price-is-fixed")
                        .with("price", Value::Money(price)));
                }
            }
            TrainFrom::Company { company: seller } => {
                if seller == company
                    || self.state.core.trains.get(card).place != Whereabouts::Company(seller)
                {
                    return Err(Refusal::new("LIL-TRAINBUY-1", "not-a-train-of-the-seller"));
                }
                if self.state.core.stock[seller.at()].director() == Some(self.gulliver()) {
                    return Err(Refusal::new("LIL-SOLO-37", "gulliver-sells-no-trains"));
                }
                if amount < 1 {
                    return Err(Refusal::new("LIL-TRAINBUY-3", "at-least-one-pound"));
                }
                if self.state.core.stock[seller.at()].director() != Some(player) {
                    self.may_offer(card, amount)?;
                }
            }
            TrainFrom::Pool => return Err(Refusal::new("LIL-DEPOT-2", "no-depot-train-by-card")),
        }
        self.can_afford_train(player, company, amount)
    }

    // LIL-TRAINBUY-11: the same offer once, and not too many.
    fn may_offer(&self, card: Card, price: i32) -> Result<(), Refusal> {
        if !self.printed.options.offers_limited {
            return Ok(());
        }
        if self.state.offered.len() >= OFFERS {
            return Err(Refusal::new("LIL-TRAINBUY-11", "no-more-offers")
                .with("limit", Value::Number(OFFERS as i32)));
        }
        if self.state.offered.contains(&(card, price)) {
            return Err(Refusal::new("LIL-TRAINBUY-11", "offer-already-made")
                .with("price", Value::Money(price)));
        }
        Ok(())
    }

    // Prices up to `most` at which a train of another company can be asked for: ranges between offers already made.
    // A director asks nobody for a train of an own company.
    fn asking(&self, card: Card, own: bool, most: i32) -> SmallVec<[(i32, i32); 4]> {
        let mut made: SmallVec<[i32; 4]> = SmallVec::new();
        if self.printed.options.offers_limited && !own {
            let same = (self.state.offered.iter()).filter(|o| o.0 == card && o.1 <= most);
            made.extend(same.map(|o| o.1));
        }
        made.sort_unstable();
        made.push(most + 1);
        let mut least = 1;
        let mut ranges = SmallVec::new();
        for price in made {
            if least < price {
                ranges.push((least, price - 1));
            }
            least = price + 1;
        }
        ranges
    }

    pub(super) fn train_choices(&self, player: Player, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        for company in self.companies_of(player) {
            if let Some(card) = self.state.core.trains.top() {
                let amount = self.deck_price(player, self.card_price(card));
                let from = TrainFrom::Deck;
                if self
                    .can_buy(player, (company, card, 0), amount, from)
                    .is_ok()
                {
                    let mv = Move::BuyTrain {
                        company,
                        card,
                        face: 0,
                        amount,
                        from,
                    };
                    if f(Choice::costing(mv, amount)) {
                        return true;
                    }
                }
            }
            for seller in self.printed.sheet.company_ids().filter(|&s| self.plays(s)) {
                let from = TrainFrom::Company { company: seller };
                let most = self.most_for_a_train(player, company);
                let own = self.state.core.stock[seller.at()].director() == Some(player);
                for card in self.state.core.trains.of(seller) {
                    for (least, most) in self.asking(card, own, most) {
                        let can = self.can_buy(player, (company, card, 0), least, from);
                        let mv = Move::BuyTrain {
                            company,
                            card,
                            face: 0,
                            amount: least,
                            from,
                        };
                        if can.is_ok() && f(Choice::range(mv, Amount::whole(least, most))) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    pub(super) fn buy_train(
        &mut self,
        player: Player,
        (company, card, face): (Company, Card, u8),
        amount: i32,
        from: TrainFrom,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_buy(player, (company, card, face), amount, from)?;
        if let TrainFrom::Company { company: seller } = from
            && let Some(director) = self.state.core.stock[seller.at()].director()
            && director != player
        {
            // LIL-TRAINBUY-11: the other director answers at once.
            if self.printed.options.offers_limited {
                self.state.offered.push((card, amount));
            }
            self.state.offer = Some(Offer {
                buyer: company,
                seller,
                card,
                price: amount,
            });
            events.push(Event::Offered {
                from: company,
                to: director,
            });
            return Ok(());
        }
        self.complete_purchase(player, company, (card, amount, from), events);
        Ok(())
    }

    fn complete_purchase(
        &mut self,
        player: Player,
        company: Company,
        (card, price, from): (Card, i32, TrainFrom),
        events: &mut Vec<Event>,
    ) {
        let to = match from {
            TrainFrom::Company { company: seller } => Purse::Company(seller),
            _ => Purse::Bank,
        };
        self.pay_for_train((player, company), to, price, events);
        self.state.core.trains.get_mut(card).place = Whereabouts::Company(company);
        events.push(Event::TrainBought {
            company,
            card,
            face: 0,
            price,
            from,
        });
        if let Act::Trains { left } = &mut self.state.act {
            *left -= 1;
            if *left == 0 {
                self.state.act = Act::Spent;
            }
        }
        if from == TrainFrom::Deck {
            self.left_deck(card, events);
        }
    }

    /// The answer of the director who was asked for a train.
    pub(super) fn answer(&mut self, accept: bool, events: &mut Vec<Event>) {
        let Some(offer) = self.state.offer.take() else {
            return;
        };
        if let Some(player) = self.state.core.stock[offer.seller.at()].director() {
            events.push(Event::Answered { player, accept });
        }
        if accept {
            let from = TrainFrom::Company {
                company: offer.seller,
            };
            self.complete_purchase(
                self.turn_player(),
                offer.buyer,
                (offer.card, offer.price, from),
                events,
            );
        }
    }

    /// A card has left the deck: the first of its kind begins a phase (LIL-PHASE-1, LIL-PHASE-13).
    #[doc(hidden)]
    pub fn left_deck(&mut self, card: Card, events: &mut Vec<Event>) {
        let printed = self.printed.clone();
        self.state.core.trains.replenish(&printed.sheet);
        let phase = printed.sheet.trains[self.state.core.trains.get(card).kind as usize].phase;
        while self.state.core.phase < phase {
            self.state.core.phase += 1;
            let facts = &printed.phases[self.state.core.phase as usize];
            events.push(Event::PhaseBegan {
                phase: self.state.core.phase,
            });
            let owner = |place| match place {
                Whereabouts::Company(c) => Some(c),
                _ => None,
            };
            for i in 0..self.state.core.trains.cards.len() {
                let (card, state) = (Card(i as u8), self.state.core.trains.cards[i]);
                let owned = matches!(state.place, Whereabouts::Company(_) | Whereabouts::Pool);
                if owned && facts.rusts.contains(&state.kind) {
                    self.state.core.trains.get_mut(card).place = Whereabouts::Gone;
                    events.push(Event::TrainScrapped {
                        card,
                        face: 0,
                        owner: owner(state.place),
                    });
                }
            }
            for i in 0..self.state.core.trains.cards.len() {
                let (card, state) = (Card(i as u8), self.state.core.trains.cards[i]);
                let owned = matches!(state.place, Whereabouts::Company(_) | Whereabouts::Pool);
                if owned && facts.obsoletes.contains(&state.kind) {
                    self.state.core.trains.get_mut(card).obsolete = true;
                    events.push(Event::TrainObsolete {
                        card,
                        owner: owner(state.place),
                    });
                }
            }
        }
        self.gulliver_keeps_limit(events);
    }

    /// Moves the top card of the deck to the depot (LIL-BUREAU-1, LIL-ADV-1).
    #[doc(hidden)]
    pub fn fill_depot(&mut self, events: &mut Vec<Event>) {
        if let Some(card) = self.state.core.trains.top() {
            self.state.core.trains.get_mut(card).place = Whereabouts::Pool;
            events.push(Event::TrainExported { card });
            self.left_deck(card, events);
        }
    }

    /// The next director with too many trains in a company, clockwise from whose turn it is.
    pub(super) fn excess(&self) -> Option<(Player, Company)> {
        let limit = self.limit() as usize;
        let active = self.active();
        let mut all = std::iter::once(active).chain(self.state.core.after(active));
        all.find_map(|p| {
            self.companies_of(p)
                .find(|&c| self.trains_of(c) > limit)
                .map(|c| (p, c))
        })
    }

    pub(super) fn excess_choices(&self, player: Player, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let limit = self.limit() as usize;
        self.companies_of(player)
            .filter(|&c| self.trains_of(c) > limit)
            .any(|company| {
                let mut cards = self.state.core.trains.of(company);
                cards.any(|card| f(Choice::one(Move::ReturnTrain { company, card })))
            })
    }

    /// A director gives up a train because of the limit (LIL-LIMIT-5).
    pub(super) fn give_up(
        &mut self,
        player: Player,
        company: Company,
        card: Card,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.owns(player, company, card)?;
        if self.trains_of(company) <= self.limit() as usize {
            return Err(Refusal::new("LIL-LIMIT-5", "company-within-limit"));
        }
        self.put_in_depot(company, card, events);
        Ok(())
    }

    pub(super) fn owns(&self, player: Player, company: Company, card: Card) -> Result<(), Refusal> {
        self.own(player, company)?;
        let place = self.state.core.trains.cards.get(card.at()).map(|c| c.place);
        if place != Some(Whereabouts::Company(company)) {
            return Err(Refusal::new("LIL-LIMIT-3", "not-a-train-of-the-company"));
        }
        Ok(())
    }

    pub(super) fn put_in_depot(&mut self, company: Company, card: Card, events: &mut Vec<Event>) {
        self.state.core.trains.get_mut(card).place = Whereabouts::Pool;
        events.push(Event::TrainReturned { company, card });
    }

    /// Only obsolete trains are returned voluntarily (LIL-LIMIT-4).
    pub(super) fn can_return(
        &self,
        player: Player,
        company: Company,
        card: Card,
    ) -> Result<(), Refusal> {
        self.owns(player, company, card)?;
        if !self.state.core.trains.get(card).obsolete {
            return Err(Refusal::new("LIL-LIMIT-4", "train-not-obsolete"));
        }
        Ok(())
    }

    pub(super) fn return_choices(&self, player: Player, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        for company in self.companies_of(player) {
            for card in self.state.core.trains.of(company) {
                if self.can_return(player, company, card).is_ok()
                    && f(Choice::one(Move::ReturnTrain { company, card }))
                {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn return_train(
        &mut self,
        player: Player,
        company: Company,
        card: Card,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_return(player, company, card)?;
        self.put_in_depot(company, card, events);
        Ok(())
    }
}
