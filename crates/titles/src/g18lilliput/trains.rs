//! Buying trains, phases, and the train limit.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::{Act, Stage};
use engine::{
    Amount, Card, Choice, Company, Deal, Event, Forbidden, Move, Offer, Offering, Player, Position,
    Purchase, Refusal, TrainFrom, Whereabouts,
};
use smallvec::SmallVec;

impl LilliputPosition {
    /// Most trains of a company in this phase.
    pub fn limit(&self) -> u8 {
        self.sheet().phases[usize::from(self.core().phase)].train_limit[0]
    }

    /// Trains of a company.
    pub(super) fn trains_of(&self, company: Company) -> usize {
        self.core().trains.of(company).count()
    }

    /// What a company can pay for a train: its treasury, and its director's cash if he may help.
    pub(super) fn most_to_pay(&self, company: Company, helped: bool) -> i32 {
        let money = &self.core().money;
        let director = self.director(company).filter(|_| helped);
        money.company(company) + director.map_or(0, |d| money.player(d))
    }

    // A director helps a company without a train (LIL-TRAINBUY-7).
    fn most_for_a_train(&self, company: Company) -> i32 {
        self.most_to_pay(company, self.trains_of(company) == 0)
    }

    /// Whether a company can pay for a train.
    pub(super) fn can_pay(&self, company: Company, price: i32) -> Allowed {
        match self.most_for_a_train(company) {
            has if has < price => Err(refused(Matter::Train)(Forbidden::TooDear { price, has })),
            _ => Ok(()),
        }
    }

    fn can_buy(&self, player: Player, purchase: Purchase) -> Allowed {
        let (company, card, price) = (purchase.company, purchase.card, purchase.price);
        let no = refused(Matter::Train);
        self.own(player, company)?;
        if !matches!(self.state.act, Act::Trains(1..)) {
            return Err(self.not_by_card("no-train-by-this-action"));
        }
        if card.at() >= self.core().trains.cards.len() || purchase.face != 0 {
            return Err(Refusal::new("LIL-TRAINBUY-1", "no-such-train"));
        }
        let checks = self.checks();
        checks.train_room(company, self.limit()).map_err(&no)?;
        match purchase.from {
            TrainFrom::Deck => {
                let fixed = self.deck_price(player, checks.printed_price(card));
                if self.core().trains.top() != Some(card) {
                    return Err(no(Forbidden::TrainNotForSale));
                }
                if price != fixed {
                    return Err(no(Forbidden::WrongPrice { price: fixed }));
                }
            }
            TrainFrom::Company { company: seller } => {
                if seller == company {
                    return Err(no(Forbidden::NotItsTrain { company }));
                }
                checks.owns_train(seller, card).map_err(&no)?;
                if self.director(seller) == Some(self.gulliver()) {
                    return Err(Refusal::new("LIL-SOLO-37", "gulliver-sells-no-trains"));
                }
                if price < 1 {
                    return Err(Refusal::new("LIL-TRAINBUY-3", "at-least-one-pound"));
                }
                if self.director(seller) != Some(player) {
                    let (offers, deal) = (&self.state.offers, Deal::Train { card, seller });
                    let terms = self.printed.terms.offering;
                    offers.may_offer(terms, deal, price).map_err(&no)?;
                }
            }
            TrainFrom::Pool => return Err(Refusal::new("LIL-DEPOT-2", "no-depot-train-by-card")),
        }
        self.can_pay(company, price)
    }

    /// Trains that a player can buy by an action.
    pub(super) fn train_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        self.companies_of(player).flat_map(move |company| {
            let new = self.new_train(player, company);
            new.into_iter().chain(self.used_trains(player, company))
        })
    }

    fn new_train(&self, player: Player, company: Company) -> Option<Choice> {
        let card = self.core().trains.top()?;
        let price = self.deck_price(player, self.checks().printed_price(card));
        let purchase = Purchase::new(company, card, price, TrainFrom::Deck);
        self.can_buy(player, purchase).ok()?;
        Some(Choice::costing(purchase.as_move(), price))
    }

    fn used_trains(&self, player: Player, company: Company) -> impl Iterator<Item = Choice> {
        let most = self.most_for_a_train(company);
        let sellers = self.playing();
        let cards = sellers.flat_map(|s| self.core().trains.of(s).map(move |c| (c, s)));
        let asked = cards.flat_map(move |(card, seller)| {
            let prices = self.open_prices(player, Deal::Train { card, seller }, most);
            let from = TrainFrom::Company { company: seller };
            let asking = move |p: Amount| (Purchase::new(company, card, p.min, from), p);
            prices.into_iter().map(asking)
        });
        let can = asked.filter(move |(purchase, _)| self.can_buy(player, *purchase).is_ok());
        can.map(|(purchase, prices)| Choice::range(purchase.as_move(), prices))
    }

    // Prices at which a train can be asked for. A director asks nobody for a train of an own company.
    fn open_prices(&self, player: Player, deal: Deal, most: i32) -> SmallVec<[Amount; 4]> {
        let terms = match deal.asked(self.core()) {
            Some(director) if director == player => Offering::Anything,
            _ => self.printed.terms.offering,
        };
        self.state.offers.open(terms, deal, Amount::whole(1, most))
    }

    /// A company buys a train, or asks another player for one of his (LIL-TRAINBUY-11).
    pub(super) fn buy_train(
        &mut self,
        player: Player,
        purchase: Purchase,
        events: &mut Vec<Event>,
    ) -> Allowed {
        self.can_buy(player, purchase)?;
        let (buyer, card, price) = (purchase.company, purchase.card, purchase.price);
        match purchase.from {
            TrainFrom::Company { company: seller } if self.director(seller) != Some(player) => {
                let deal = Deal::Train { card, seller };
                self.state.offers.make(Offer { deal, buyer, price });
                let asked = deal.asked(self.core());
                events.extend(asked.map(|to| Event::Offered { from: buyer, to }));
            }
            _ => self.complete(purchase, events),
        }
        Ok(())
    }

    /// Pays for a train; the director adds exactly what is missing.
    pub(super) fn pay_and_take(&mut self, purchase: Purchase, events: &mut Vec<Event>) {
        let director = self.director(purchase.company);
        let mut acts = self.acts(events);
        if let Some(director) = director {
            acts.help(purchase.company, director, purchase.price);
        }
        acts.buy_train(purchase);
    }

    // A purchase by the action.
    fn complete(&mut self, purchase: Purchase, events: &mut Vec<Event>) {
        self.pay_and_take(purchase, events);
        self.state.act = self.state.act.one_less();
        if purchase.from == TrainFrom::Deck {
            self.left_deck(purchase.card, events);
        }
    }

    /// The answer of the director who was asked for a train.
    pub(super) fn answer(&mut self, offer: Offer, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let (&Move::Answer { accept }, Deal::Train { card, seller }) = (mv, offer.deal) else {
            return Err(Refusal::new("LIL-TRAINBUY-11", "answer-the-offer"));
        };
        self.state.offers.waiting = None;
        let asked = self.director(seller);
        events.extend(asked.map(|player| Event::Answered { player, accept }));
        if accept {
            let from = TrainFrom::Company { company: seller };
            let purchase = Purchase::new(offer.buyer, card, offer.price, from);
            self.complete(purchase, events);
        }
        Ok(())
    }

    /// A card has left the deck: the first of its kind begins a phase (LIL-PHASE-1, LIL-PHASE-13).
    #[doc(hidden)]
    pub fn left_deck(&mut self, card: Card, events: &mut Vec<Event>) {
        while let Some(phase) = self.acts(events).next_phase(card) {
            let printed = self.printed.clone();
            let facts = &printed.phases[usize::from(phase)];
            for card in self.sold_trains(&facts.rusts) {
                self.acts(events).scrap(card);
            }
            for card in self.sold_trains(&facts.obsoletes) {
                self.acts(events).make_obsolete(card);
            }
        }
        self.gulliver_keeps_limit(events);
    }

    // Trains of some kinds that companies own or that are in the depot.
    fn sold_trains(&self, kinds: &[u8]) -> Vec<Card> {
        let cards = (0..).map(Card).zip(self.core().trains.cards.iter());
        let sold = cards.filter(|(_, c)| {
            matches!(c.place, Whereabouts::Company(_) | Whereabouts::Pool)
                && kinds.contains(&c.kind)
        });
        sold.map(|(card, _)| card).collect()
    }

    /// Moves the top card of the deck to the depot (LIL-BUREAU-1, LIL-ADV-1).
    #[doc(hidden)]
    pub fn fill_depot(&mut self, events: &mut Vec<Event>) {
        if let Some(card) = self.acts(events).export(Whereabouts::Pool) {
            self.left_deck(card, events);
        }
    }

    // Companies of a player with too many trains.
    fn excessive(&self, player: Player) -> impl Iterator<Item = Company> {
        let limit = usize::from(self.limit());
        let own = self.companies_of(player);
        own.filter(move |&c| self.trains_of(c) > limit)
    }

    /// The next director with too many trains in a company, clockwise from whose turn it is.
    pub(super) fn excess(&self) -> Option<(Player, Company)> {
        let first = match self.state.stage {
            Stage::Turn => self.turn_player(),
            _ => Player(self.core().order[0]),
        };
        let mut all = std::iter::once(first).chain(self.core().after(first));
        all.find_map(|p| Some((p, self.excessive(p).next()?)))
    }

    /// Trains of a company that can be returned.
    pub(super) fn returns<F: Fn(Card) -> bool>(
        &self,
        company: Company,
        can: F,
    ) -> impl Iterator<Item = Choice> + use<'_, F> {
        let cards = self.core().trains.of(company).filter(move |&c| can(c));
        cards.map(move |card| Choice::one(Move::ReturnTrain { company, card }))
    }

    /// Trains that a player can give up because of the limit.
    pub(super) fn excess_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let excessive = self.excessive(player);
        excessive.flat_map(|company| self.returns(company, |_| true))
    }

    /// A director gives up a train because of the limit (LIL-LIMIT-5).
    pub(super) fn reduce(&mut self, player: Player, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let &Move::ReturnTrain { company, card } = mv else {
            return Err(Refusal::new("LIL-LIMIT-5", "give-up-trains"));
        };
        self.own(player, company)?;
        self.owns(company, card)?;
        if !self.excessive(player).any(|c| c == company) {
            return Err(Refusal::new("LIL-LIMIT-5", "company-within-limit"));
        }
        self.acts(events).return_train(company, card);
        Ok(())
    }

    fn owns(&self, company: Company, card: Card) -> Allowed {
        let owns = self.checks().owns_train(company, card);
        owns.map_err(|why| why.under("LIL-LIMIT-3"))
    }

    /// Only obsolete trains are returned voluntarily (LIL-LIMIT-4).
    pub(super) fn can_return(&self, company: Company, card: Card) -> Allowed {
        self.owns(company, card)?;
        match self.core().trains.get(card).obsolete {
            true => Ok(()),
            false => Err(Refusal::new("LIL-LIMIT-4", "train-not-obsolete")),
        }
    }

    /// Trains that a player can return voluntarily.
    pub(super) fn return_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let own = self.companies_of(player);
        own.flat_map(move |c| self.returns(c, move |card| self.can_return(c, card).is_ok()))
    }
}
