//! The five characters: what they do for their holders.

use super::position::{LilliputPosition, Stage};
use super::printed::Ability;
use engine::{Choice, Event, Move, NONE, Player, Purse, Refusal, Slot, Why};

impl LilliputPosition {
    /// Whether a player holds a character with such an ability.
    pub(super) fn has(&self, player: Player, wanted: impl Fn(&Ability) -> bool) -> bool {
        self.ability(player, |a| wanted(a).then_some(())).is_some()
    }

    // The first ability of a player's characters that `pick` accepts.
    fn ability<T>(&self, player: Player, pick: impl Fn(&Ability) -> Option<T>) -> Option<T> {
        self.printed
            .characters
            .iter()
            .enumerate()
            .filter(|(i, _)| self.state.holders[*i] == player.0)
            .find_map(|(_, c)| pick(&c.ability))
    }

    /// Price of a train from the deck for a player's companies (LIL-CHARACTER-11).
    pub(super) fn deck_price(&self, player: Player, price: i32) -> i32 {
        let percent = self.ability(player, |a| match a {
            Ability::Discount { percent } => Some(*percent),
            _ => None,
        });
        price * (100 - percent.unwrap_or(0)) / 100
    }

    /// Cost of a station for a player's companies (LIL-CHARACTER-7).
    pub(super) fn station_price(&self, player: Player, cost: i32) -> i32 {
        let part = self.ability(player, |a| match a {
            Ability::Stations { times, over } => Some((*times, *over)),
            _ => None,
        });
        part.map_or(cost, |(times, over)| cost * times / over)
    }

    /// The holder of the judge, who has an income in each round.
    pub(super) fn judge(&self) -> Option<Player> {
        self.favour_terms().map(|(player, ..)| player)
    }

    // Holder, slot, private cash, money for treasuries.
    fn favour_terms(&self) -> Option<(Player, Slot, i32, i32)> {
        self.printed
            .characters
            .iter()
            .enumerate()
            .find_map(|(i, c)| match c.ability {
                Ability::RoundIncome { cash, treasury } if self.state.holders[i] != NONE => Some((
                    Player(self.state.holders[i]),
                    self.printed.slot(i as u8),
                    cash,
                    treasury,
                )),
                _ => None,
            })
    }

    pub(super) fn favour_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some((player, slot, _, treasury)) = self.favour_terms() else {
            return false;
        };
        f(Choice::one(Move::Use { slot })) || self.allot_choices(player, treasury, f)
    }

    /// The judge's income: private cash, or money for own treasuries (LIL-CHARACTER-9).
    pub(super) fn favour(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let refused = || Refusal::new("LIL-CHARACTER-9", "take-the-income");
        let (player, own, cash, treasury) = self.favour_terms().ok_or_else(refused)?;
        match *mv {
            Move::Use { slot } if slot == own => {
                self.state
                    .core
                    .pay(Purse::Bank, Purse::Player(player), cash);
                let to = Purse::Player(player);
                events.push(Event::Paid {
                    from: Purse::Bank,
                    to,
                    amount: cash,
                    why: Why::Bonus,
                });
            }
            Move::Allot { company, amount } => {
                self.allot(
                    player,
                    (company, amount),
                    treasury,
                    "LIL-CHARACTER-9",
                    events,
                )?;
            }
            _ => return Err(refused()),
        }
        events.push(Event::RightUsed { player, slot: own });
        self.state.stage = Stage::Turn;
        Ok(())
    }

    // What handing in a character yields now.
    fn exchange_value(&self, player: Player, slot: Slot) -> Result<(u8, i32), Refusal> {
        let refused = |key| Refusal::new("LIL-CHARACTER-14", key);
        let character = self
            .printed
            .character(slot)
            .ok_or_else(|| refused("no-character"))?;
        let Ability::Exchange { factor } = self.printed.characters[character as usize].ability
        else {
            return Err(refused("not-to-be-handed-in"));
        };
        if self.state.holders[character as usize] != player.0 {
            return Err(refused("not-your-character"));
        }
        Ok((character, factor * i32::from(self.round())))
    }

    pub(super) fn exchange_choices(
        &self,
        player: Player,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        (0..self.printed.characters.len() as u8)
            .map(|c| self.printed.slot(c))
            .any(|slot| {
                self.exchange_value(player, slot).is_ok() && f(Choice::one(Move::Use { slot }))
            })
    }

    /// Hands in the treasurer for cash; a tile not yet laid is lost with him (LIL-CHARACTER-14, LIL-CHARACTER-16).
    pub(super) fn exchange(
        &mut self,
        player: Player,
        slot: Slot,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let (character, amount) = self.exchange_value(player, slot)?;
        self.state.holders[character as usize] = NONE;
        let printed = self.printed.clone();
        for &tile in &printed.characters[character as usize].tiles {
            self.state.core.board_mut().withdraw(tile);
        }
        self.state
            .core
            .pay(Purse::Bank, Purse::Player(player), amount);
        events.push(Event::RightUsed { player, slot });
        let to = Purse::Player(player);
        events.push(Event::Paid {
            from: Purse::Bank,
            to,
            amount,
            why: Why::Bonus,
        });
        Ok(())
    }
}
