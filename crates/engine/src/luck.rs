//! Luck as the log holds it: what chance is made of, and what a player may know of it before the end.

use crate::{Rng, Setup};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a draw came to: one of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Drawn {
    /// Which, from 0.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl From<(u32, u32)> for Drawn {
    fn from((index, of): (u32, u32)) -> Drawn {
        Drawn { index, of }
    }
}

impl From<Drawn> for (u32, u32) {
    fn from(drawn: Drawn) -> (u32, u32) {
        (drawn.index, drawn.of)
    }
}

/// Draws that were taken back: who stands at the first number goes on at the second.
pub type Skip = (u32, u32);

/// How the luck of a game is kept, besides its seed. A game without it was begun before there was such a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Luck {
    /// What everybody sees from the beginning: [`commitment`] of seed and salt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Random text, so that nobody finds the seed by trying all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// A person chose the seed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// Seed and salt are left out: the game was not over when this was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// The game was begun without luck of this kind. Titles then draw as they did.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub old: bool,
    /// Outcomes that were known before the seed: they come first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(u32, u32)>))]
    pub drawn: Vec<Drawn>,
    /// Where draws were taken back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(u32, u32)>))]
    pub skips: Vec<Skip>,
    /// The same along the moves that were taken back and can be made again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<(u32, u32)>>))]
    pub undone: Option<Vec<Skip>>,
    /// Outcomes are noted from the first on ([`Rng::heard`]).
    #[serde(skip)]
    pub listens: bool,
}

// No game draws so often.
const MOST: usize = 10_000;

/// The commitment to a seed: SHA-256 of seed, a space and salt, in hexadecimal.
pub fn commitment(seed: u64, salt: &str) -> String {
    let hash = Sha256::digest(format!("{seed} {salt}"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Luck {
    /// New luck: its commitment is made of seed and salt.
    pub fn new(seed: u64, salt: String) -> Luck {
        Luck { commitment: Some(commitment(seed, &salt)), salt: Some(salt), ..Luck::default() }
    }

    /// Whether it is larger than any game needs, or says a commitment that no hash is.
    pub fn is_odd(&self) -> bool {
        let long = |text: &Option<String>| text.as_ref().is_some_and(|t| t.len() > 64);
        let skips = self.skips.len() + self.undone.as_ref().map_or(0, Vec::len);
        self.drawn.len() > MOST || skips > MOST || long(&self.commitment) || long(&self.salt)
    }

    /// Moves were taken back: the generator stood at `from` and stands at `to` now. What was drawn in between is not drawn
    /// again. `redo`: some moves had been taken back before and can still be made again.
    pub fn take_back(&mut self, from: u32, to: u32, redo: bool) {
        let line = self.undone.take().filter(|_| redo);
        if from <= to {
            self.undone = line;
            return;
        }
        let line = line.unwrap_or_else(|| self.skips.clone());
        self.skips = past(&line, to, from);
        self.undone = Some(line);
    }

    /// Moves that were taken back are made again: they find what was drawn the first time.
    pub fn make_again(&mut self) {
        if let Some(line) = &self.undone {
            self.skips.clone_from(line);
        }
    }

    /// Not all of them were: the generator had stood at `from` and stands at `to` now.
    pub fn made_again(&mut self, from: u32, to: u32) {
        match &self.undone {
            Some(line) if to < from => self.skips = past(line, to, from),
            _ => self.undone = None,
        }
    }
}

// Skips up to a place, and one from there.
fn past(line: &[Skip], to: u32, from: u32) -> Vec<Skip> {
    let before = line.iter().copied().filter(|skip| skip.0 < to);
    before.chain([(to, from)]).collect()
}

impl Setup {
    /// The generator of a game.
    pub fn rng(&self) -> Rng {
        Rng::new(self.seed).follow(self.luck.as_ref())
    }

    /// The same game, whose generator notes what it draws.
    #[must_use]
    pub fn listening(&self) -> Setup {
        let mut setup = self.clone();
        let luck = setup.luck.get_or_insert_with(|| Luck { old: true, ..Luck::default() });
        luck.listens = true;
        setup
    }

    /// What others may know of a game that is not over: what was drawn, instead of what it was drawn from.
    #[must_use]
    pub fn without_luck(&self, drawn: Vec<Drawn>) -> Setup {
        let luck = self.luck.as_ref();
        let commitment = luck.and_then(|l| l.commitment.clone());
        let luck = Luck { commitment, secret: true, drawn, ..Luck::default() };
        Setup { seed: 0, luck: Some(luck), ..self.clone() }
    }

    /// The same game with new luck after what was drawn.
    #[must_use]
    pub fn with_luck(&self, drawn: Vec<Drawn>, seed: u64, salt: String) -> Setup {
        let luck = Luck { drawn, ..Luck::new(seed, salt) };
        Setup { seed, luck: Some(luck), ..self.clone() }
    }

    /// Whether its seed is left out.
    pub fn is_secret(&self) -> bool {
        self.luck.as_ref().is_some_and(|luck| luck.secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_that_of_a_common_tool() {
        // printf '42 salt' | sha256sum
        assert_eq!(
            commitment(42, "salt"),
            "038ab8773d2962f2259aa65d5337a3d2ee8a805a5e5760cb9dfba6998410bc20"
        );
    }

    #[test]
    fn what_was_drawn_once_is_never_drawn_again() {
        let mut luck = Luck::default();
        luck.take_back(5, 5, false);
        assert_eq!(luck, Luck::default(), "no draw was taken back");
        luck.take_back(5, 2, false);
        assert_eq!(luck.skips, [(2, 5)]);
        // Three more draws, and back over one of them.
        luck.take_back(8, 7, false);
        assert_eq!(luck.skips, [(2, 5), (7, 8)]);
        // Back before all of that.
        luck.take_back(8, 1, true);
        assert_eq!(luck.skips, [(1, 8)]);
        // Nothing drawn is taken back, and the old moves are forgotten.
        let mut other = luck.clone();
        other.take_back(8, 8, false);
        assert_eq!((other.skips.as_slice(), &other.undone), ([(1, 8)].as_slice(), &None));
        // Made again as far as the first skip and beyond, then all.
        luck.make_again();
        assert_eq!(luck.skips, [(2, 5)]);
        luck.made_again(8, 6);
        assert_eq!(luck.skips, [(2, 5), (6, 8)]);
        luck.make_again();
        luck.made_again(8, 8);
        assert_eq!((luck.skips.as_slice(), &luck.undone), ([(2, 5)].as_slice(), &None));
    }
}
