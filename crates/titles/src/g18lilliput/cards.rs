//! Turns: action cards, copy cards, and what a move means in each place of the game.

use super::position::{Act, LilliputPosition, Stage};
use super::printed::Side;
use engine::{
    Amount, Choice, Company, Event, LayBy, Move, NONE, Player, Purse, Refusal, Slot, TrainFrom,
    Value, Why,
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
    // Every legal choice until `f` has seen enough; returns whether it had.
    pub(super) fn each_choice(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let state = &self.state;
        if state.offer.is_some() {
            return f(Choice::one(Move::Answer { accept: true }))
                || f(Choice::one(Move::Answer { accept: false }));
        }
        if let Some((player, _)) = self.excess() {
            return self.excess_choices(player, f);
        }
        if state.home_due != NONE {
            return self.founding_home_choices(Company(state.home_due), f);
        }
        if state.depot_due != NONE {
            return self.depot_choices(f) || f(Choice::one(Move::Pass));
        }
        match state.stage {
            Stage::Draft { .. } => self.draft_choices(f),
            Stage::Home { company, .. } => self.home_tile_choices(company, f),
            Stage::Favour => self.favour_choices(f),
            Stage::Turn => {
                if state.act == Act::Open {
                    self.card_choices(f) || self.extra_choices(f)
                } else {
                    self.act_choices(f) || self.extra_choices(f) || f(Choice::one(Move::Pass))
                }
            }
            Stage::Dividend { .. } => self.dividend_choices(f),
            _ => false,
        }
    }

    /// Whether the player whose turn it is can still do something but end it.
    pub(super) fn turn_goes_on(&self) -> bool {
        let mut stop = |_| true;
        self.act_choices(&mut stop) || self.extra_choices(&mut stop)
    }

    // Checks a move, then carries it out. Nothing is changed before everything is checked.
    pub(super) fn perform(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.state.offer.is_some() {
            return match *mv {
                Move::Answer { accept } => {
                    self.answer(accept, events);
                    Ok(())
                }
                _ => Err(Refusal::new("LIL-TRAINBUY-11", "answer-the-offer")),
            };
        }
        if let Some((player, _)) = self.excess() {
            return match *mv {
                Move::ReturnTrain { company, card } => self.give_up(player, company, card, events),
                _ => Err(Refusal::new("LIL-LIMIT-5", "give-up-trains")),
            };
        }
        if self.state.home_due != NONE {
            return match *mv {
                Move::PlaceStation {
                    company,
                    cell,
                    stop,
                } => self.place_founding_home(company, board::Spot { cell, stop }, events),
                _ => Err(Refusal::new("LIL-FOUND-4", "place-the-home")),
            };
        }
        if self.state.depot_due != NONE {
            return self.perform_depot(mv, events);
        }
        match (self.state.stage, mv) {
            (Stage::Draft { pick }, &Move::Take { lot }) => self.take(pick, lot, events),
            (Stage::Draft { .. }, _) => {
                Err(Refusal::new("LIL-DRAFT-1", "choose-company-or-character"))
            }
            (
                Stage::Home { pick, company },
                &Move::LayTile {
                    company: c,
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Home,
                },
            ) if c == company => self.lay_home((pick, company), (cell, tile, rotation), events),
            (Stage::Home { .. }, _) => Err(Refusal::new("LIL-DRAFT-11", "lay-the-home-tile")),
            (Stage::Favour, mv) => self.favour(mv, events),
            (Stage::Turn, mv) => self.perform_in_turn(mv, events),
            (Stage::Dividend { company }, &Move::Dividend { pay }) => {
                self.decide_income(company, pay, events);
                Ok(())
            }
            (Stage::Dividend { .. }, _) => {
                Err(Refusal::new("LIL-INCOME-5", "decide-on-the-income"))
            }
            _ => Err(Refusal::new("LIL-END-1", "game-over")),
        }
    }

    fn perform_in_turn(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let player = self.turn_player();
        match *mv {
            Move::PlayCard { slot, side, copy } => self.play_card(player, slot, side, copy, events),
            Move::Pass => {
                if self.state.act == Act::Open {
                    return Err(Refusal::new("LIL-ACTION-1", "take-a-card"));
                }
                self.end_turn();
                Ok(())
            }
            Move::LayTile {
                company,
                cell,
                tile,
                rotation,
                by,
            } => self.lay(player, company, (cell, tile, rotation), by, events),
            Move::SellShares { company, shares } => self.sell(player, company, shares, events),
            Move::BuyShare { company, from } => self.buy_share(player, company, from, events),
            Move::Start { company, price } => self.found(player, company, price, events),
            Move::BuyTrain {
                company,
                card,
                face,
                amount,
                from,
            } => {
                if from == TrainFrom::Pool {
                    return Err(Refusal::new("LIL-DEPOT-2", "no-depot-train-by-card"));
                }
                self.buy_train(player, (company, card, face), amount, from, events)
            }
            Move::ReturnTrain { company, card } => self.return_train(player, company, card, events),
            Move::PlaceStation {
                company,
                cell,
                stop,
            } => self.place_station(player, company, board::Spot { cell, stop }, events),
            Move::Allot { company, amount } => {
                self.fill_treasuries(player, company, amount, events)
            }
            Move::Use { slot } => self.exchange(player, slot, events),
            _ => Err(Refusal::new("LIL-ACTION-1", "not-an-action")),
        }
    }

    pub(super) fn end_turn(&mut self) {
        self.state.act = Act::Open;
        self.state.card = NONE;
        self.state.offered.clear();
        self.state.turn += 1;
        if self.state.turn >= 2 * self.printed.seats {
            self.state.stage = Stage::TurnsOver;
        }
    }

    /// The rule of the card in use.
    pub(super) fn card_rule(&self) -> &'static str {
        CARD_RULES
            .get(self.state.card as usize)
            .copied()
            .unwrap_or("LIL-ACTION-1")
    }

    fn can_play_card(
        &self,
        player: Player,
        slot: Slot,
        side: u8,
        copy: bool,
    ) -> Result<Side, Refusal> {
        if self.state.act != Act::Open {
            return Err(Refusal::new("LIL-ACTION-1", "one-card-a-turn"));
        }
        let card = match self.printed.cards.get(slot.at()) {
            Some(card) if card.in_use => card,
            _ => return Err(Refusal::new("LIL-ACTION-12", "card-not-in-use")),
        };
        let Some(&action) = card.sides.get(side as usize) else {
            return Err(Refusal::new("LIL-ACTION-1", "a-card-has-two-options"));
        };
        let used = self.state.used & (1 << slot.0) != 0;
        if copy {
            if self.state.copies[player.at()] == 0 {
                return Err(Refusal::new("LIL-COPY-3", "no-copy-card"));
            }
            if self.state.used == 0 {
                return Err(Refusal::new("LIL-COPY-5", "no-card-used-yet"));
            }
            if !used {
                return Err(Refusal::new("LIL-COPY-1", "card-not-used-yet"));
            }
        } else if used {
            return Err(Refusal::new("LIL-SETUP-4", "card-taken"));
        }
        Ok(action)
    }

    fn card_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let player = self.turn_player();
        for slot in (0..self.printed.cards.len() as u8).map(Slot) {
            for copy in [false, true] {
                for side in 0..2 {
                    if self.can_play_card(player, slot, side, copy).is_ok()
                        && f(Choice::one(Move::PlayCard { slot, side, copy }))
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn play_card(
        &mut self,
        player: Player,
        slot: Slot,
        side: u8,
        copy: bool,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let action = self.can_play_card(player, slot, side, copy)?;
        if copy {
            self.state.copies[player.at()] -= 1;
        }
        self.state.used |= 1 << slot.0;
        self.state.card = slot.0;
        events.push(Event::CardPlayed {
            player,
            slot,
            side,
            copy,
        });
        self.state.act = match action {
            Side::Tiles { yellow, green, any } => Act::Tiles { yellow, green, any },
            Side::Shares { buy } => Act::Shares { sold: 0, buy },
            Side::Trains { most } => Act::Trains { left: most },
            Side::Station { most } => Act::Station { left: most },
            Side::Treasury { amounts, .. } => Act::Treasury {
                amount: amounts[self.stage_of_colour()],
            },
            Side::Cash { amount } => {
                self.state
                    .core
                    .pay(Purse::Bank, Purse::Player(player), amount);
                events.push(Event::Paid {
                    from: Purse::Bank,
                    to: Purse::Player(player),
                    amount,
                    why: Why::Bonus,
                });
                Act::Spent
            }
        };
        Ok(())
    }

    // What the card of this turn still allows.
    fn act_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let player = self.turn_player();
        match self.state.act {
            Act::Tiles { .. } => self.build_choices(player, f),
            Act::Shares { .. } => self.share_choices(player, f),
            Act::Trains { .. } => self.train_choices(player, f),
            Act::Station { .. } => self.station_choices(player, f),
            Act::Treasury { amount } => self.allot_choices(player, amount, f),
            Act::Open | Act::Spent => false,
        }
    }

    // What a player may do in an own turn besides the action (LIL-CHARACTER-2, LIL-CHARACTER-14, LIL-LIMIT-3).
    fn extra_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let player = self.turn_player();
        self.exchange_choices(player, f)
            || self.return_choices(player, f)
            || self.character_tile_choices(player, f)
    }

    /// Money for own treasuries: to one company, or part of it and the rest to the other (LIL-CASH-3).
    pub(super) fn allot_choices(
        &self,
        player: Player,
        total: i32,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        let single = self.companies_of(player).count() == 1;
        for company in self.companies_of(player) {
            let least = if single { total } else { 1.min(total) };
            let mv = Move::Allot {
                company,
                amount: least,
            };
            let choice = if least < total {
                Choice::range(mv, Amount::whole(least, total))
            } else {
                Choice::one(mv)
            };
            if f(choice) {
                return true;
            }
        }
        false
    }

    /// Divides money among own treasuries.
    pub(super) fn allot(
        &mut self,
        player: Player,
        (company, amount): (Company, i32),
        total: i32,
        rule: &'static str,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.own(player, company)?;
        let other = self.companies_of(player).find(|&c| c != company);
        let least = if other.is_none() { total } else { 1.min(total) };
        if amount < least || amount > total {
            return Err(Refusal::new(rule, "amount-to-divide")
                .with("least", Value::Money(least))
                .with("most", Value::Money(total)));
        }
        let parts = [(Some(company), amount), (other, total - amount)];
        for (to, amount) in parts {
            if let Some(to) = to
                && amount > 0
            {
                self.state.core.pay(Purse::Bank, Purse::Company(to), amount);
                events.push(Event::Paid {
                    from: Purse::Bank,
                    to: Purse::Company(to),
                    amount,
                    why: Why::Bonus,
                });
            }
        }
        Ok(())
    }

    fn fill_treasuries(
        &mut self,
        player: Player,
        company: Company,
        amount: i32,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Act::Treasury { amount: total } = self.state.act else {
            return Err(Refusal::new("LIL-CASH-2", "no-money-for-treasuries"));
        };
        self.allot(player, (company, amount), total, "LIL-CASH-3", events)?;
        self.state.act = Act::Spent;
        Ok(())
    }
}
