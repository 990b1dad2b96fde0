//! The five characters: what they do for their holders.

use super::position::LilliputPosition;
use super::printed::Ability;
use super::refusals::Allowed;
use super::state::Stage;
use engine::{Choice, Event, Move, NONE, Player, Purse, Refusal, Slot};

impl LilliputPosition {
    /// Abilities of characters that somebody holds: the holder, the character, what it can do.
    fn abilities(&self) -> impl Iterator<Item = (Player, u8, Ability)> + '_ {
        let all = self.printed.characters.iter().zip(self.state.holders);
        let all = (0..).zip(all).filter(|(_, (_, holder))| *holder != NONE);
        all.map(|(i, (character, holder))| (Player(holder), i, character.ability))
    }

    /// Abilities of a player.
    pub(super) fn abilities_of(&self, player: Player) -> impl Iterator<Item = Ability> + '_ {
        let own = self.abilities().filter(move |a| a.0 == player);
        own.map(|(.., ability)| ability)
    }

    /// Price of a train from the deck for a player's companies (LIL-CHARACTER-11).
    pub(super) fn deck_price(&self, player: Player, price: i32) -> i32 {
        let percent = self.abilities_of(player).find_map(|a| match a {
            Ability::Discount { percent } => Some(percent),
            _ => None,
        });
        price * (100 - percent.unwrap_or(0)) / 100
    }

    /// Cost of a station for a player's companies (LIL-CHARACTER-7).
    pub(super) fn station_price(&self, player: Player, cost: i32) -> i32 {
        let part = self.abilities_of(player).find_map(|a| match a {
            Ability::Stations { times, over } => Some((times, over)),
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
        let mut abilities = self.abilities();
        abilities.find_map(|(player, i, ability)| match ability {
            Ability::RoundIncome { cash, treasury } => {
                Some((player, self.printed.slot(i), cash, treasury))
            }
            _ => None,
        })
    }

    /// What the judge may take.
    pub(super) fn favour_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let terms = self.favour_terms().into_iter();
        terms.flat_map(move |(_, slot, _, treasury)| {
            let cash = Choice::one(Move::Use { slot });
            std::iter::once(cash).chain(self.allot_choices(player, treasury))
        })
    }

    /// The judge's income: private cash, or money for own treasuries (LIL-CHARACTER-9).
    pub(super) fn favour(&mut self, player: Player, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let rule = "LIL-CHARACTER-9";
        match (self.favour_terms(), mv) {
            (Some((_, own, cash, _)), &Move::Use { slot }) if slot == own => {
                self.bonus(Purse::Player(player), cash, events);
                events.push(Event::RightUsed { player, slot });
            }
            (Some((_, slot, _, treasury)), &Move::Allot { company, amount }) => {
                self.allot(player, (company, amount), treasury, rule, events)?;
                events.push(Event::RightUsed { player, slot });
            }
            _ => return Err(Refusal::new(rule, "take-the-income")),
        }
        self.state.stage = Stage::Turn;
        Ok(())
    }

    // What handing in a character yields now.
    fn exchange_value(&self, player: Player, slot: Slot) -> Allowed<(usize, i32)> {
        let no = |key| Err(Refusal::new("LIL-CHARACTER-14", key));
        let Some(character) = self.printed.character(slot).map(usize::from) else {
            return no("no-character");
        };
        match self.printed.characters[character].ability {
            Ability::Exchange { .. } if self.state.holders[character] != player.0 => {
                no("not-your-character")
            }
            Ability::Exchange { factor } => Ok((character, factor * i32::from(self.round()))),
            _ => no("not-to-be-handed-in"),
        }
    }

    /// Characters that a player can hand in.
    pub(super) fn exchange_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let slots = (0..self.printed.characters.len() as u8).map(|c| self.printed.slot(c));
        let own = slots.filter(move |&slot| self.exchange_value(player, slot).is_ok());
        own.map(|slot| Choice::one(Move::Use { slot }))
    }

    /// Hands in the treasurer for cash; a tile not yet laid is lost with him (LIL-CHARACTER-14, LIL-CHARACTER-16).
    pub(super) fn exchange(
        &mut self,
        player: Player,
        slot: Slot,
        events: &mut Vec<Event>,
    ) -> Allowed {
        let (character, amount) = self.exchange_value(player, slot)?;
        self.state.holders[character] = NONE;
        for &tile in &self.printed.characters[character].tiles {
            self.state.core.withdraw_tile(tile);
        }
        events.push(Event::RightUsed { player, slot });
        self.bonus(Purse::Player(player), amount, events);
        Ok(())
    }
}
