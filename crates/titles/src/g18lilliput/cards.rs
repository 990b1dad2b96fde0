//! Turns: action cards, copy cards, and what a move means in a turn.

use super::position::LilliputPosition;
use super::printed::Side;
use super::refusals::Allowed;
use super::state::Act;
use board::Spot;
use engine::{
    Amount, Choice, Company, Event, Move, Player, Purse, Refusal, Slot, StockRound, Value, Why,
};

// The rule of each action card, by slot.
const CARD_RULES: [&str; 10] = [
    "LIL-ACTION-2",
    "LIL-ACTION-3",
    "LIL-ACTION-4",
    "LIL-ACTION-5",
    "LIL-ACTION-6",
    "LIL-ACTION-7",
    "LIL-ACTION-8",
    "LIL-ACTION-9",
    "LIL-ACTION-10",
    "LIL-ACTION-11",
];

impl LilliputPosition {
    /// What the player whose turn it is can do.
    pub(super) fn turn_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let pass = (self.state.act != Act::Open).then_some(Choice::one(Move::Pass));
        let act = self.act_choices(player).chain(self.extra_choices(player));
        act.chain(pass)
    }

    /// Whether the player whose turn it is can still do something but end it.
    pub(super) fn turn_goes_on(&self, player: Player) -> bool {
        self.act_choices(player).next().is_some() || self.extra_choices(player).next().is_some()
    }

    // A card, or what the card of this turn still allows.
    fn act_choices(&self, player: Player) -> Box<dyn Iterator<Item = Choice> + '_> {
        match self.state.act {
            Act::Open => Box::new(self.card_choices(player)),
            Act::Tiles { .. } => Box::new(self.lay_choices(player, true)),
            Act::Shares(sold, _) => Box::new(self.share_choices(sold)),
            Act::Trains(_) => Box::new(self.train_choices(player)),
            Act::Station(_) => Box::new(self.station_choices(player)),
            Act::Treasury(amount) => Box::new(self.allot_choices(player, amount)),
            Act::Spent => Box::new(std::iter::empty()),
        }
    }

    // What a player may do in an own turn besides the action (LIL-CHARACTER-2, LIL-CHARACTER-14, LIL-LIMIT-3).
    fn extra_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let exchanges = self.exchange_choices(player);
        let returns = self.return_choices(player);
        let tiles = self.character_tile_choices(player);
        exchanges.chain(returns).chain(tiles)
    }

    /// A move in the turn of a player.
    pub(super) fn act(&mut self, player: Player, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        if let Some(purchase) = mv.as_purchase() {
            return self.buy_train(player, purchase, events);
        }
        if let Some((at, by)) = mv.as_lay() {
            return self.lay(at, by, events);
        }
        match *mv {
            Move::PlayCard { slot, side, copy } => {
                let action = self.can_play_card(player, slot, side, copy)?;
                events.push(Event::CardPlayed { player, slot, side, copy });
                self.state.copies[player.at()] -= u8::from(copy);
                self.state.used |= 1 << slot.0;
                self.state.card = slot.0;
                self.state.act = self.begin(player, action, events);
            }
            Move::Pass if self.state.act == Act::Open => {
                return Err(Refusal::new("LIL-ACTION-1", "take-a-card"));
            }
            Move::Pass => self.end_turn(),
            Move::SellShares { company, shares } => self.sell(company, shares, events)?,
            Move::BuyShare { company, from } => {
                let price = self.can_buy_share(player, company, from)?;
                self.acts(events).buy_share(player, company, from, price);
                // LIL-SHARE-1: selling comes first; after the purchase the trade is over.
                self.state.act = Act::Spent;
            }
            Move::Start { company, price } => self.found(player, company, price, events)?,
            Move::ReturnTrain { company, card } => {
                self.own(player, company)?;
                self.can_return(company, card)?;
                self.acts(events).return_train(company, card);
            }
            Move::PlaceStation { company, cell, stop } => {
                let spot = Spot { cell, stop };
                let cost = self.can_place(player, company, spot)?;
                self.acts(events).place_station(company, spot, cost);
                self.state.act = self.state.act.one_less();
            }
            Move::Allot { company, amount } => {
                let Act::Treasury(total) = self.state.act else {
                    return Err(Refusal::new("LIL-CASH-2", "no-money-for-treasuries"));
                };
                self.allot(player, (company, amount), total, "LIL-CASH-3", events)?;
                self.state.act = Act::Spent;
            }
            Move::Use { slot } => self.exchange(player, slot, events)?,
            _ => return Err(Refusal::new("LIL-ACTION-1", "not-an-action")),
        }
        Ok(())
    }

    /// The card in use does not allow this; without a card nothing is allowed.
    pub(super) fn not_by_card(&self, key: &'static str) -> Refusal {
        let rule = match self.state.act {
            Act::Open => None,
            _ => CARD_RULES.get(usize::from(self.state.card)),
        };
        Refusal::new(rule.unwrap_or(&"LIL-ACTION-1"), key)
    }

    fn can_play_card(&self, player: Player, slot: Slot, side: u8, copy: bool) -> Allowed<Side> {
        let no = |rule, key| Err(Refusal::new(rule, key));
        if self.state.act != Act::Open {
            return no("LIL-ACTION-1", "one-card-a-turn");
        }
        let card = self.printed.cards.get(slot.at()).filter(|c| c.in_use);
        let Some(card) = card else {
            return no("LIL-ACTION-12", "card-not-in-use");
        };
        let Some(&action) = card.sides.get(usize::from(side)) else {
            return no("LIL-ACTION-1", "a-card-has-two-options");
        };
        let used = self.state.used & (1 << slot.0) != 0;
        match copy {
            true if self.state.copies[player.at()] == 0 => no("LIL-COPY-3", "no-copy-card"),
            true if self.state.used == 0 => no("LIL-COPY-5", "no-card-used-yet"),
            true if !used => no("LIL-COPY-1", "card-not-used-yet"),
            false if used => no("LIL-SETUP-4", "card-taken"),
            _ => Ok(action),
        }
    }

    fn card_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let slots = (0..self.printed.cards.len() as u8).map(Slot);
        let sides = [(false, 0), (false, 1), (true, 0), (true, 1)];
        let all = slots.flat_map(move |slot| sides.map(|(copy, side)| (slot, side, copy)));
        all.filter(move |&(slot, side, copy)| self.can_play_card(player, slot, side, copy).is_ok())
            .map(|(slot, side, copy)| Choice::one(Move::PlayCard { slot, side, copy }))
    }

    // The action of a card begins.
    fn begin(&mut self, player: Player, action: Side, events: &mut Vec<Event>) -> Act {
        match action {
            Side::Tiles { yellow, green, any } => Act::Tiles { yellow, green, any },
            Side::Shares { buy } => Act::Shares(StockRound::new(player), buy),
            Side::Trains { most } => Act::Trains(most),
            Side::Station { most } => Act::Station(most),
            Side::Treasury { amounts, .. } => Act::Treasury(amounts[self.stage_of_colour()]),
            Side::Cash { amount } => {
                self.bonus(Purse::Player(player), amount, events);
                Act::Spent
            }
        }
    }

    /// Money from the bank by a card or a character.
    pub(super) fn bonus(&mut self, to: Purse, amount: i32, events: &mut Vec<Event>) {
        self.acts(events).pay(Purse::Bank, to, amount, Why::Bonus);
    }

    // Least of the money for treasuries that a company gets: with one company all of it (LIL-CASH-3).
    fn least_part(&self, player: Player, total: i32) -> i32 {
        match self.companies_of(player).count() {
            1 => total,
            _ => total.min(1),
        }
    }

    /// Money for own treasuries: to one company, or part of it and the rest to the other (LIL-CASH-3).
    pub(super) fn allot_choices(&self, player: Player, total: i32) -> impl Iterator<Item = Choice> {
        let amount = self.least_part(player, total);
        self.companies_of(player).map(move |company| {
            let mv = Move::Allot { company, amount };
            match amount < total {
                true => Choice::range(mv, Amount::whole(amount, total)),
                false => Choice::one(mv),
            }
        })
    }

    /// Divides money among own treasuries.
    pub(super) fn allot(
        &mut self,
        player: Player,
        (company, amount): (Company, i32),
        total: i32,
        rule: &'static str,
        events: &mut Vec<Event>,
    ) -> Allowed {
        self.own(player, company)?;
        let least = self.least_part(player, total);
        if amount < least || amount > total {
            return Err(Refusal::new(rule, "amount-to-divide")
                .with("least", Value::Money(least))
                .with("most", Value::Money(total)));
        }
        let other = self.companies_of(player).find(|&c| c != company);
        self.bonus(Purse::Company(company), amount, events);
        if let Some(other) = other {
            self.bonus(Purse::Company(other), total - amount, events);
        }
        Ok(())
    }
}
