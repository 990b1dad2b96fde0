//! What a sort of move is worth beyond what is expected behind it: numbers that self-play has found.

use engine::{Company, Move, Pay, Player, Position, ShareSource, TrainFrom};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A sort of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A company of the smallest size is started.
    StartSmall,
    /// One of the next size.
    StartMedium,
    /// One of the largest sizes.
    StartLarge,
    /// A share of one's own company is bought.
    OwnShare,
    /// One of another's company.
    OthersShare,
    /// One that lies in the pool.
    PoolShare,
    /// Shares of one's own company are sold.
    SellOwn,
    /// Shares of another's company are sold.
    SellOthers,
    /// A company of the smallest size buys a new train.
    TrainSmall,
    /// One of the next size.
    TrainMedium,
    /// One of the largest sizes.
    TrainLarge,
    /// A train is bought that is not new.
    UsedTrain,
    /// A paper is bought.
    Paper,
    /// A company is taken over.
    TakeOver,
    /// Income is kept.
    Withhold,
}

impl Deed {
    /// All of them, in order.
    pub const ALL: [Deed; COUNT] = [
        Deed::StartSmall,
        Deed::StartMedium,
        Deed::StartLarge,
        Deed::OwnShare,
        Deed::OthersShare,
        Deed::PoolShare,
        Deed::SellOwn,
        Deed::SellOthers,
        Deed::TrainSmall,
        Deed::TrainMedium,
        Deed::TrainLarge,
        Deed::UsedTrain,
        Deed::Paper,
        Deed::TakeOver,
        Deed::Withhold,
    ];

    /// Its name in files of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Deed::StartSmall => "start-small",
            Deed::StartMedium => "start-medium",
            Deed::StartLarge => "start-large",
            Deed::OwnShare => "own-share",
            Deed::OthersShare => "others-share",
            Deed::PoolShare => "pool-share",
            Deed::SellOwn => "sell-own",
            Deed::SellOthers => "sell-others",
            Deed::TrainSmall => "train-small",
            Deed::TrainMedium => "train-medium",
            Deed::TrainLarge => "train-large",
            Deed::UsedTrain => "used-train",
            Deed::Paper => "paper",
            Deed::TakeOver => "take-over",
            Deed::Withhold => "withhold",
        }
    }
}

/// How many there are.
const COUNT: usize = Deed::Withhold as usize + 1;

/// Rounds of running that are left where only the second number counts.
const LATE: f64 = 2.0;
/// Rounds before that over which the first gives way to the second.
const BETWEEN: f64 = 6.0;

/// What each sort of move is worth beyond what is expected: early in the game, and near its end.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "BTreeMap<Deed, [f64; 2]>")]
pub struct Deeds([[f64; 2]; COUNT]);

impl From<BTreeMap<Deed, [f64; 2]>> for Deeds {
    fn from(all: BTreeMap<Deed, [f64; 2]>) -> Deeds {
        let mut deeds = Deeds::default();
        for (deed, worth) in all {
            deeds.0[deed as usize] = worth;
        }
        deeds
    }
}

impl Deeds {
    /// All numbers.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.0.iter().flatten().copied()
    }

    /// What a sort of move is worth with so many rounds of running left.
    pub fn worth(&self, deed: Deed, left: f64) -> f64 {
        let [early, late] = self.0[deed as usize];
        late + (early - late) * ((left - LATE) / BETWEEN).clamp(0.0, 1.0)
    }
}

fn by_size(position: &dyn Position, company: Company, sorts: [Deed; 3]) -> Deed {
    sorts[usize::from(position.sheet().company(company).size).min(2)]
}

impl Deed {
    /// The sort of a move of a player, if it has one.
    pub fn of(position: &dyn Position, player: Player, mv: &Move) -> Option<Deed> {
        let core = position.core();
        let is_own = |c: Company| core.stock[c.at()].director() == Some(player);
        Some(match *mv {
            Move::Start { company, .. } => {
                let sorts = [Deed::StartSmall, Deed::StartMedium, Deed::StartLarge];
                by_size(position, company, sorts)
            }
            Move::BuyShare { from: ShareSource::Pool, .. } => Deed::PoolShare,
            Move::BuyShare { company, .. } if is_own(company) => Deed::OwnShare,
            Move::BuyShare { .. } => Deed::OthersShare,
            Move::SellShares { company, .. } if is_own(company) => Deed::SellOwn,
            Move::SellShares { .. } => Deed::SellOthers,
            Move::BuyTrain { company, from: TrainFrom::Deck, .. } => {
                let sorts = [Deed::TrainSmall, Deed::TrainMedium, Deed::TrainLarge];
                by_size(position, company, sorts)
            }
            Move::BuyTrain { .. } => Deed::UsedTrain,
            Move::BuyPaper { .. } => Deed::Paper,
            Move::Acquire { .. } => Deed::TakeOver,
            Move::Dividend { pay: Pay::Withhold } => Deed::Withhold,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::{ByName, Named};
    use crate::{Level, Limits, Weights, Who, choose};
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn a_deed_is_named_alike_in_files_and_in_the_program() {
        for (at, deed) in Deed::ALL.into_iter().enumerate() {
            assert_eq!(deed as usize, at);
            let read: Deed = serde_json::from_value(json!(deed.name())).expect("a deed");
            assert_eq!(read, deed);
        }
    }

    #[test]
    fn the_first_number_gives_way_to_the_second_towards_the_end() {
        let deeds: Deeds = serde_json::from_value(json!({"paper": [80.0, 20.0]})).expect("deeds");
        let worth = |left| deeds.worth(Deed::Paper, left);
        assert_eq!([12.0, 8.0, 5.0, 2.0, 1.0].map(worth), [80.0, 80.0, 50.0, 20.0, 20.0]);
        assert_eq!(deeds.worth(Deed::Withhold, 8.0), 0.0);
    }

    #[test]
    fn a_move_is_worth_more_by_what_its_deed_is_worth() {
        let own = Weights::of("18cz", "standard", Who::plain(3, Level::Standard)).expect("weights");
        let with = |deeds, by_name| -> &'static Weights {
            Box::leak(Box::new(Weights { deeds, by_name, ..own.clone() }))
        };
        let none = ByName::default;
        let plain = with(Deeds::default(), none());
        let mut game = crate::trial::game("18cz", 3, 5);
        let mut events = Vec::new();
        let (mut met, mut named) = (BTreeSet::new(), BTreeSet::new());
        for step in 0.. {
            let position = game.position();
            let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else { break };
            let player = position.decision().expect("somebody decides").player;
            let list = |weights| {
                let judge = crate::choose::judge(position, Level::Easy, Some(weights));
                judge.weigh(position, &position.choices(), &crate::choose::effort(Level::Easy))
            };
            let deeds = position.choices().into_iter().filter_map(|c| {
                Some((Deed::of(position, player, &c.mv)?, c.mv)).filter(|_| c.amount.is_none())
            });
            for (deed, mv) in deeds.step_by(7).filter(|_| step % 3 == 0) {
                let all = [(deed, [50.0, 50.0])];
                let value =
                    |weights| list(weights).into_iter().find(|w| w.mv == mv).map(|w| w.value);
                // What is never done is not listed, or far below.
                let Some(before) = value(plain).filter(|v| *v > crate::weigh::NEVER / 2.0) else {
                    continue;
                };
                let sorted = with(Deeds::from(BTreeMap::from(all)), none());
                assert!(
                    (value(sorted).expect("listed") - before - 50.0).abs() < 1e-6,
                    "{deed:?} {mv:?}"
                );
                met.insert(deed);
                if let Some((of, name)) = Named::of(position, &mv) {
                    assert!(of.names(position.sheet()).contains(name), "{name}");
                    let one = json!({ of.name(): { name: 50.0, "nothing": 70.0 } });
                    let by_name = serde_json::from_value(one).expect("names");
                    let found = value(with(Deeds::default(), by_name)).expect("listed");
                    assert!((found - before - 50.0).abs() < 1e-6, "{name} {mv:?}");
                    named.insert(of);
                }
            }
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        assert!(met.len() >= 6, "{met:?}");
        assert_eq!(named.into_iter().collect::<Vec<_>>(), [Named::Start, Named::Train]);
    }
}
