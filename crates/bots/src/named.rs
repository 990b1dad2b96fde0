//! What companies, trains and papers are worth by their names, beyond what is expected behind a move: numbers that self-play
//! has found.

use engine::{Lot, Move, Position, Sheet, TrainFrom};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Named {
    /// A company is started.
    Start,
    /// A new train is bought.
    Train,
    /// A paper is bought, or bid for.
    Paper,
}

impl Named {
    /// All of them.
    pub const ALL: [Named; 3] = [Named::Start, Named::Train, Named::Paper];

    /// Its name in files of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Named::Start => "start",
            Named::Train => "train",
            Named::Paper => "paper",
        }
    }

    /// The names that a title has for it.
    pub fn names(self, sheet: &Sheet) -> BTreeSet<&str> {
        match self {
            Named::Start => sheet.companies.iter().map(|c| c.id.as_str()).collect(),
            Named::Train => {
                sheet.trains.iter().flat_map(|k| &k.faces).map(|f| f.name.as_str()).collect()
            }
            Named::Paper => sheet.papers.iter().map(|p| p.id.as_str()).collect(),
        }
    }

    /// What a move is about, if that has a name.
    pub fn of<'a>(position: &'a dyn Position, mv: &Move) -> Option<(Named, &'a str)> {
        let sheet = position.sheet();
        Some(match *mv {
            Move::Start { company, .. } => (Named::Start, sheet.company(company).id.as_str()),
            Move::BuyTrain { card, face, from: TrainFrom::Deck, .. } => {
                let kind = position.core().trains.get(card).kind;
                (Named::Train, sheet.face(kind, face).name.as_str())
            }
            Move::Take { lot: Lot::Paper(paper) }
            | Move::Bid { lot: Some(Lot::Paper(paper)), .. }
            | Move::BuyPaper { paper, .. } => (Named::Paper, sheet.papers[paper.at()].id.as_str()),
            _ => return None,
        })
    }
}

/// What companies, trains and papers are worth, by their names, beyond what is expected.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct ByName(BTreeMap<Named, BTreeMap<String, f64>>);

impl ByName {
    /// All numbers.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.0.values().flat_map(BTreeMap::values).copied()
    }

    /// What the company, train or paper of a move is worth.
    pub fn worth(&self, position: &dyn Position, mv: &Move) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        let found = Named::of(position, mv).and_then(|(of, name)| self.0.get(&of)?.get(name));
        found.copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Weights, Who};
    use serde_json::json;

    #[test]
    fn what_files_of_weights_name_is_there() {
        for title in titles::all() {
            for named in Named::ALL {
                let game = crate::trial::game(title.id(), 3, 1);
                let names = named.names(game.position().sheet());
                let text: Named = serde_json::from_value(json!(named.name())).expect("named");
                assert_eq!(text, named);
                let own = Weights::of(title.id(), "standard", Who::plain(3, Level::Strong));
                for name in own.expect("weights").by_name.0.get(&named).into_iter().flatten() {
                    assert!(names.contains(name.0.as_str()), "{}: {named:?} {name:?}", title.id());
                }
            }
        }
    }

    #[test]
    fn papers_have_their_own_worth() {
        let game = crate::trial::game("1889", 3, 1);
        let position = game.position();
        let one = json!({ "paper": { "TR": 30.0, "MF": 40.0 }, "start": { "TR": 70.0 } });
        let by_name: ByName = serde_json::from_value(one).expect("names");
        let takes = position.choices().into_iter().map(|c| c.mv);
        let takes = takes.filter(|mv| matches!(mv, Move::Take { .. } | Move::Bid { .. }));
        let worth: Vec<f64> = takes.map(|mv| by_name.worth(position, &mv)).collect();
        assert_eq!(worth[..2], [30.0, 40.0], "one to take, the others to bid for");
        assert!(worth[2..].iter().all(|w| *w == 0.0), "{worth:?}");
    }
}
