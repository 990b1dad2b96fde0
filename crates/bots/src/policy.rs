//! What a move is worth beyond the judgement, as a network has learned it from games that were played to their end.
//!
//! It reads the position behind the move, as the network of leaves does, and the move itself: of which sort it is, whose company
//! it concerns, what the judgement says. It scores moves of a list against each other and knows no fixed list of its own.

use crate::features::{INPUTS, ONE, Scene, VARIANTS, fixed};
use crate::net::WHOLE;
use crate::outlook::{Clock, outlook};
use crate::seats::Judge;
use crate::weigh::{NEVER, Weighed, other_side};
use engine::{Company, Flag, Lot, Move, Pay, Player, Position, ShareSource, TrainFrom};

/// Sorts of moves.
const SORTS: usize = 20;
/// Cards and rights of a title's own list, two sides each; papers.
const CARDS: usize = 32;
/// Numbers of the company that a move concerns.
const COMPANY: usize = 18;
/// Companies told apart by name.
const NAMES: usize = 24;
/// Kinds of trains told apart.
const TRAINS: usize = 10;
/// What the judgement says is read so many times larger than in parts of what a seat can expect.
pub const JUDGED: f64 = 8.0;
/// Numbers of a move: its sort, its card, its train, its company, how much, what it is judged to be worth.
const OF_MOVE: usize = SORTS + CARDS + TRAINS + NAMES + COMPANY + 3;
/// Numbers that go into the network for one move.
pub const TRAITS: usize = INPUTS + OF_MOVE;
/// Most moves of a list that are scored at a decision.
pub const SCORED: usize = 8;
/// The same in playouts.
pub const SCORED_ON_THE_WAY: usize = 4;
/// How much less they may be worth than the best one, in parts of what a seat can expect.
const NEAR: f64 = 0.16;

/// What is read of a move: numbers of the position behind it and of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits(pub [i16; TRAITS]);

impl Traits {
    /// Says which of the variants of a network it is.
    pub fn set_variant(&mut self, slot: usize) {
        let variants = &mut self.0[INPUTS - VARIANTS..INPUTS];
        variants.fill(0);
        variants[slot] = ONE as i16;
    }
}

fn sort(mv: &Move) -> usize {
    match mv {
        Move::Pass => 0,
        Move::Take { .. } | Move::Bid { .. } => 1,
        Move::Start { .. } => 2,
        Move::BuyShare { from: ShareSource::Pool, .. } => 4,
        Move::BuyShare { .. } => 3,
        Move::SellShares { .. } => 5,
        Move::BuyPaper { .. } | Move::SellPaper { .. } | Move::Exchange { .. } => 6,
        Move::Repay { .. } | Move::Allot { .. } => 7,
        Move::LayTile { .. } | Move::LayPaperTile { .. } => 8,
        Move::PlaceStation { .. } | Move::LiftStation { .. } => 9,
        Move::Dividend { pay: Pay::Withhold } => 11,
        Move::Dividend { .. } => 10,
        Move::Acquire { .. } => 12,
        Move::TurnTrain { .. }
        | Move::ScrapTrain { .. }
        | Move::ReturnTrain { .. }
        | Move::AssignTrain { .. }
        | Move::RefitTrain { .. } => 13,
        Move::BuyTrain { from: TrainFrom::Deck, .. } => 14,
        Move::BuyTrain { .. } => 15,
        Move::TradeTrain { .. } => 16,
        Move::PlayCard { .. } => 17,
        Move::Use { .. } => 18,
        Move::Answer { .. } | Move::Run { .. } | Move::Bankrupt => 19,
    }
}

fn card(mv: &Move) -> Option<usize> {
    match *mv {
        Move::PlayCard { slot, side, .. } => Some(2 * usize::from(slot.0) + usize::from(side)),
        Move::Use { slot } => Some(2 * usize::from(slot.0)),
        Move::Take { lot: Lot::Paper(paper) }
        | Move::Bid { lot: Some(Lot::Paper(paper)), .. }
        | Move::BuyPaper { paper, .. }
        | Move::SellPaper { paper }
        | Move::Exchange { paper } => Some(2 * paper.at()),
        _ => None,
    }
}

fn train(position: &dyn Position, mv: &Move) -> Option<usize> {
    let card = match *mv {
        Move::BuyTrain { card, .. }
        | Move::TradeTrain { card, .. }
        | Move::ReturnTrain { card, .. }
        | Move::ScrapTrain { card } => card,
        _ => return None,
    };
    Some(position.core().trains.get(card).kind.into())
}

fn company(position: &dyn Position, mv: &Move) -> Option<Company> {
    match *mv {
        Move::Start { company, .. }
        | Move::BuyShare { company, .. }
        | Move::SellShares { company, .. }
        | Move::LayTile { company, .. }
        | Move::PlaceStation { company, .. }
        | Move::BuyTrain { company, .. }
        | Move::TradeTrain { company, .. }
        | Move::AssignTrain { company, .. }
        | Move::Allot { company, .. } => Some(company),
        Move::Acquire { target: company, .. }
        | Move::Take { lot: Lot::Company(company) }
        | Move::Bid { lot: Some(Lot::Company(company)), .. } => Some(company),
        _ => position.decision()?.company,
    }
}

fn amounts(position: &dyn Position, mv: &Move, unit: f64) -> [f64; 2] {
    let cost = |amount: i32| f64::from(amount) / unit;
    match *mv {
        Move::SellShares { shares, .. } => [f64::from(shares) / 4.0, 0.0],
        Move::BuyTrain { card, face, amount, .. } => {
            let kind = position.core().trains.get(card).kind;
            let price = position.sheet().face(kind, face).price;
            [f64::from(amount) / f64::from(price.max(1)), 4.0 * cost(amount)]
        }
        Move::Start { price, .. } => [0.0, 8.0 * cost(position.sheet().market.price(price))],
        Move::Bid { amount, .. } | Move::BuyPaper { amount, .. } => [0.0, 8.0 * cost(amount)],
        _ => [0.0, 0.0],
    }
}

// The position behind a move, as whoever decides sees it.
struct Behind<'a> {
    judge: &'a Judge,
    position: Box<dyn Position>,
    player: Player,
    scene: Scene,
    // What a seat can expect on average.
    unit: f64,
}

impl<'a> Behind<'a> {
    fn new(
        judge: &'a Judge,
        before: &dyn Position,
        mv: &Move,
        may_pass: bool,
    ) -> Option<Behind<'a>> {
        let player = before.decision()?.player;
        let mut position = before.boxed();
        position.consider(mv, &mut Vec::new()).ok()?;
        // An offer is looked at as if it were accepted.
        if position.decision().is_some_and(|d| d.step == "offer" && d.player != player) {
            position.consider(&Move::Answer { accept: true }, &mut Vec::new()).ok()?;
        }
        judge.settle(before, position.as_mut(), player, may_pass && *mv != Move::Pass);
        let expected = judge.seats(position.as_ref());
        let scene = judge.scene(position.as_ref(), &expected)?;
        let unit = expected.iter().sum::<f64>() / expected.len() as f64;
        Some(Behind { judge, position, player, scene, unit })
    }

    fn traits(&self, before: &dyn Position, mv: &Move, judged: f64) -> Traits {
        let mut all = [0; TRAITS];
        let (of_position, of_move) = all.split_at_mut(INPUTS);
        of_position.copy_from_slice(&self.scene.inputs(self.player.at()));
        let (sorts, rest) = of_move.split_at_mut(SORTS);
        let (cards, rest) = rest.split_at_mut(CARDS);
        let (trains, rest) = rest.split_at_mut(TRAINS);
        let (names, rest) = rest.split_at_mut(NAMES);
        let (concerned, rest) = rest.split_at_mut(COMPANY);
        sorts[sort(mv)] = ONE as i16;
        let company = company(before, mv);
        let named =
            [(cards, card(mv)), (trains, train(before, mv)), (names, company.map(|c| c.at()))];
        for (all, at) in named {
            if let Some(one) = at.and_then(|at| all.get_mut(at)) {
                *one = ONE as i16;
            }
        }
        if let Some(company) = company {
            concerned.copy_from_slice(&self.company(company).map(fixed));
        }
        let [many, cost] = amounts(before, mv, self.unit);
        rest.copy_from_slice(&[many, cost, JUDGED * judged / self.unit].map(fixed));
        Traits(all)
    }

    // Numbers of a company.
    fn company(&self, company: Company) -> [f64; COMPANY] {
        let (after, w, unit) = (self.position.as_ref(), self.judge.weights, self.unit);
        let (sheet, core) = (after.sheet(), after.core());
        let def = sheet.company(company);
        let stock = &core.stock[company.at()];
        let units = f64::from(def.units.max(1));
        let one = |b: bool| f64::from(u8::from(b));
        let own = f64::from(stock.of(self.player));
        let clock = Clock::of(after, w);
        let rounds = core.trains.of(company).map(|card| {
            let state = core.trains.get(card);
            clock.rounds_of(sheet, state.kind, state.face)
        });
        let rounds: Vec<f64> = rounds.collect();
        let trains = |of: fn(f64) -> bool| rounds.iter().filter(|r| of(**r)).count() as f64 / 2.0;
        let mut all = [0.0; COMPANY];
        let (held, expected) = all.split_at_mut(12);
        held.copy_from_slice(&[
            1.0,
            one(core.is(company, Flag::Floated)),
            one(stock.director() == Some(self.player)),
            one(stock.director().is_some_and(|d| d != self.player)),
            own / units,
            (f64::from(stock.with_players()) - own) / units,
            f64::from(stock.pool) / units,
            f64::from(def.size) / 2.0,
            2.0 * f64::from(core.money.company(company)) / unit,
            trains(|_| true),
            trains(|r| !r.is_finite()),
            trains(|r| r < 2.5),
        ]);
        let unpriced = core.market.cell(company).is_none() && !w.treasury_is_wealth;
        if !core.is(company, Flag::Closed) && !unpriced {
            let o = outlook(after, w, &self.judge.care, &clock, company);
            let price = f64::from(after.share_value(company));
            expected.copy_from_slice(&[
                8.0 * price / unit,
                8.0 * o.dividends / unit,
                8.0 * (o.price - price) / unit,
                4.0 * o.income / unit,
                2.0 * o.help / unit,
                o.treasury / unit,
            ]);
        }
        all
    }
}

impl Judge {
    /// How many of a weighed list a policy compares: the best ones that come near each other. None where moves are not weighed by
    /// what can be expected behind them: runs, offers and answers.
    pub fn comparable(&self, position: &dyn Position, list: &[Weighed], most: usize) -> usize {
        let weighed = position.decision().is_some_and(|d| !matches!(d.step, "run" | "offer"));
        let Some(best) = list.first().filter(|_| weighed) else { return 0 };
        let least = (best.value - NEAR * self.usual(position)).max(NEVER / 2.0);
        list.iter().take(most).take_while(|w| w.value > least).count()
    }

    /// What is read of each of the first moves of a weighed list, looked at in haste; nothing where nothing can be expected.
    pub fn traits(
        &self,
        position: &dyn Position,
        list: &[Weighed],
        first: usize,
    ) -> Option<Vec<Traits>> {
        let judge = self.in_haste();
        let best = list.first()?.value;
        let may_pass = list.iter().any(|w| w.mv == Move::Pass);
        list[..first]
            .iter()
            .map(|w| {
                let behind = Behind::new(&judge, position, &w.mv, may_pass)?;
                Some(behind.traits(position, &w.mv, w.value - best))
            })
            .collect()
    }

    /// Adds what the title's policy says to the best moves of a weighed list, and puts the best one first.
    /// `most` says how many are scored.
    pub fn advise(&self, position: &dyn Position, list: &mut [Weighed], most: usize) {
        let counts = self.weights.policy;
        let Some(policy) = self.policy.filter(|_| counts != 0.0) else { return };
        let Some(slot) = policy.variant(&position.sheet().variant) else { return };
        let near = self.comparable(position, list, most);
        if near < 2 {
            return;
        }
        let Some(mut traits) = self.traits(position, list, near) else { return };
        let unit = self.usual(position);
        let scores = traits.iter_mut().map(|t| {
            t.set_variant(slot);
            policy.layers.sums(&t.0)[0] as f64 / WHOLE as f64
        });
        let scores: Vec<f64> = scores.collect();
        // Passing is what the others are measured by.
        let pass = list[..near].iter().position(|w| w.mv == Move::Pass).unwrap_or(0);
        // Offers are made rarely; what was learned of them is next to nothing.
        let asks = |mv: &Move| position.decision().and_then(|d| other_side(position, d.player, mv));
        for (w, score) in list.iter_mut().zip(&scores).filter(|(w, _)| asks(&w.mv).is_none()) {
            w.value += counts * unit * (score - scores[pass]);
        }
        list.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::{effort, judge};
    use crate::net::{Layer, Layers, Net};
    use crate::{Level, Limits, Weights, Who, choose};

    // A policy that gives every sort of move so much, in thousandths.
    fn liking(of: impl Fn(usize) -> i32) -> &'static Net {
        let layer = |inputs: usize, of: &dyn Fn(usize) -> i32| Layer {
            weights: vec![(0..inputs).map(of).collect()],
            bias: vec![0],
        };
        let direct = |i: usize| match i.checked_sub(INPUTS).filter(|i| *i < SORTS) {
            Some(sort) => Net::kept(f64::from(of(sort)) / 1000.0),
            None => 0,
        };
        let layers = Layers {
            first: layer(TRAITS, &|_| 0),
            second: layer(1, &|_| 0),
            last: layer(1, &|_| 0),
            direct: layer(TRAITS, &direct),
        };
        Box::leak(Box::new(Net { variants: vec!["standard".to_owned()], layers }))
    }

    // Decisions of a game that standard weighs, with its judgement asking a policy.
    fn decisions(
        title: &str,
        players: usize,
        mut look: impl FnMut(&dyn Position, &Judge, Vec<Weighed>),
    ) {
        let own = Weights::of(title, "standard", Who::plain(players as u8, Level::Standard))
            .expect("weights");
        let weights: &'static Weights = Box::leak(Box::new(Weights { policy: 1.0, ..own.clone() }));
        let mut game = crate::trial::game(title, players, 7);
        let mut events = Vec::new();
        for step in 0..90 {
            let position = game.position();
            if step % 3 == 0 {
                let judge = judge(position, Level::Standard, Some(weights));
                let list = judge.weigh(position, &position.choices(), &effort(Level::Standard));
                look(position, &judge, list);
            }
            let decision = choose(position, Level::Easy, 1, Limits::default()).expect("a move");
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
    }

    fn told(list: &[Weighed]) -> Vec<(Move, f64)> {
        list.iter().map(|w| (w.mv.clone(), w.value)).collect()
    }

    #[test]
    fn what_a_policy_likes_comes_first_among_moves_that_come_near() {
        let own = Weights::of("1889", "standard", Who::plain(3, Level::Standard)).expect("weights");
        let unasked: &'static Weights = Box::leak(Box::new(Weights { policy: 0.0, ..own.clone() }));
        let mut moved = 0;
        decisions("1889", 3, |position, judge, list| {
            let near = judge.comparable(position, &list, SCORED);
            let Some(other) = list[..near].iter().find(|w| sort(&w.mv) != sort(&list[0].mv)) else {
                return;
            };
            let liked = sort(&other.mv);
            let advised = |policy: &'static Net, weights: &'static Weights| {
                let mut list = list.clone();
                Judge { policy: Some(policy), weights, ..*judge }
                    .advise(position, &mut list, SCORED);
                list
            };
            let first = &advised(liking(|s| if s == liked { 400 } else { 0 }), judge.weights);
            assert_eq!(sort(&first[0].mv), liked);
            let far = |list: &[Weighed]| {
                let far = list.iter().filter(|w| w.value < list[0].value - judge.usual(position));
                far.count()
            };
            assert!(far(first) >= far(&list), "what is far behind stays there");
            // What is liked alike, or not asked, stays as it is.
            assert_eq!(told(&advised(liking(|_| 400), judge.weights)), told(&list));
            assert_eq!(told(&advised(liking(|s| s as i32), unasked)), told(&list));
            moved += 1;
        });
        assert!(moved > 5, "{moved}");
    }

    #[test]
    fn what_is_read_of_moves_tells_nothing_of_what_will_be_drawn() {
        let mut seen = 0;
        decisions("18lilliput", 2, |position, judge, list| {
            let near = judge.comparable(position, &list, SCORED);
            let traits = judge.traits(position, &list, near);
            let mut other = position.boxed();
            other.reroll(99);
            assert_eq!(traits, judge.traits(other.as_ref(), &list, near));
            let all = traits.unwrap_or_default();
            // Cards are told apart, whatever they are worth.
            let is_card = |w: &Weighed| matches!(w.mv, Move::PlayCard { copy: false, .. });
            let cards = || all.iter().zip(&list).filter(|(_, w)| is_card(w)).map(|(t, _)| t.0);
            let cards_of = |t: [i16; TRAITS]| t[INPUTS + SORTS..][..CARDS].to_vec();
            for (i, one) in cards().enumerate() {
                assert!(cards().skip(i + 1).all(|other| cards_of(one) != cards_of(other)));
            }
            seen += all.len();
        });
        assert!(seen > 40, "{seen}");
    }
}
