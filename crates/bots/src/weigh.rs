//! Weighs every choice of a position on the same scale: expected wealth at the end.

use crate::deed::Deed;
use crate::outlook::Clock;
use crate::seats::Judge;
use engine::{
    Amount, Choice, Company, Event, Flag, Lot, Move, Pay, Place, Player, Position, RoundName,
    TrainFrom,
};
use routing::Budget;

/// How far a level follows its own moves.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Effort {
    /// Lays tried at all; of more, so many spread over the list.
    pub tried: usize,
    /// Lays looked at with routes.
    pub lays: usize,
    /// Lays whose effect on the whole game is weighed.
    pub finalists: usize,
    /// Sales are weighed together with the purchase that follows.
    pub follows_sales: bool,
    /// Own moves followed after an action is taken.
    pub follow: usize,
    /// Leaves alone what beginners leave alone: sales, take-overs, trade between companies.
    pub plain: bool,
    /// Makes offers to others.
    pub offers: bool,
    /// Routes are looked for with so many nodes only, where the rules do not ask for the best ones.
    pub hasty: Option<u64>,
}

/// A concrete move and what it is worth.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The move.
    pub mv: Move,
    /// Worth beside doing nothing.
    pub value: f64,
    /// What happened when it was tried.
    pub events: Vec<Event>,
}

/// Most moves followed after an action, those that do nothing included.
const FOLLOWED: usize = 12;

// What moves are measured by: the position after passing, or as it is where passing is not allowed.
#[derive(Clone, Copy)]
struct Beside {
    base: f64,
    may_pass: bool,
    // Rounds of running that are left.
    left: f64,
}

/// Part of what the other side gains, and of a train's price, that who is asked for it wants to have.
const FAIR: f64 = 0.5;

/// Never chosen unless nothing else is legal.
pub const NEVER: f64 = -1.0e9;

// A few amounts of a range that are worth a look.
fn amounts(position: &dyn Position, mv: &Move, range: Amount) -> Vec<i32> {
    let snap =
        |x: i32| range.min + (x.clamp(range.min, range.max) - range.min) / range.step * range.step;
    let mut all = match *mv {
        Move::Repay { .. } => vec![range.max],
        Move::Bid { .. } => vec![range.min],
        Move::Acquire { target, .. } => {
            let price = position.core().price(position.sheet(), target).unwrap_or(0);
            vec![range.min, price, range.max]
        }
        Move::BuyTrain { card, face, .. } => {
            let state = position.core().trains.get(card);
            let printed = position.sheet().face(state.kind, face).price;
            vec![range.min, printed / 2, printed]
        }
        _ => vec![range.min, (range.min + range.max) / 2, range.max],
    };
    for a in &mut all {
        *a = snap(*a);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Who gives something away in a move of `player`, if it is somebody else.
pub fn other_side(position: &dyn Position, player: Player, mv: &Move) -> Option<Player> {
    let core = position.core();
    let director = |c: Company| core.stock[c.at()].director();
    let other = match *mv {
        Move::BuyTrain { from: TrainFrom::Company { company }, .. } => director(company),
        Move::Acquire { target, .. } => director(target),
        Move::BuyPaper { paper, .. } => match core.papers[paper.at()].place {
            Place::Player(owner) => Some(owner),
            _ => None,
        },
        _ => None,
    };
    other.filter(|&o| o != player)
}

/// What a beginner does only when nothing else is left.
fn is_fancy(position: &dyn Position, player: Player, mv: &Move, choices: &[Choice]) -> bool {
    let core = position.core();
    match *mv {
        Move::Acquire { .. } => true,
        Move::SellShares { .. } => {
            let (held, limit) = position.certificates(player);
            // Over the limit, or with nothing else to do, sales are no choice.
            let forced = limit.is_some_and(|l| held > l)
                || choices.iter().all(|c| matches!(c.mv, Move::SellShares { .. }));
            !forced && core.debt[player.at()] == 0
        }
        Move::BuyTrain { from: TrainFrom::Company { .. }, .. } => choices.iter().any(|c| {
            matches!(
                c.mv,
                Move::Pass | Move::BuyTrain { from: TrainFrom::Deck | TrainFrom::Pool, .. }
            )
        }),
        _ => false,
    }
}

// Whether a game remembers that an offer was refused: otherwise it would be made for ever.
fn leaves_a_note(position: &dyn Position, offer: &Move) -> bool {
    let mut after = position.boxed();
    let mut events = Vec::new();
    after.consider(offer, &mut events).is_ok()
        && after.consider(&Move::Answer { accept: false }, &mut events).is_ok()
        && after.was_refused()
}

/// A choice as it is: a run with routes.
pub fn unweighed(position: &dyn Position, choice: &Choice, effort: &Effort) -> Weighed {
    let mv = match choice.mv {
        Move::Run { .. } => run(position, &choice.mv, effort.hasty),
        _ => choice.mv.clone(),
    };
    Weighed { mv, value: 0.0, events: Vec::new() }
}

// A run with routes: the best ones, or in haste good ones.
fn run(position: &dyn Position, mv: &Move, hasty: Option<u64>) -> Move {
    let budget = match (hasty, mv) {
        (Some(nodes), Move::Run { company, .. }) if position.must_maximise(*company).is_none() => {
            Budget::nodes(nodes)
        }
        _ => Budget::unlimited(),
    };
    position.routed_within(mv.clone(), budget)
}

impl Judge {
    /// Part of a company's dividends that a player gets.
    pub fn stake(&self, position: &dyn Position, company: Company, player: Player) -> f64 {
        let core = position.core();
        if self.weights.treasury_is_wealth {
            return f64::from(u8::from(core.stock[company.at()].director() == Some(player)));
        }
        let stock = &core.stock[company.at()];
        let unit = f64::from(position.sheet().company(company).unit_percent) / 100.0;
        let own = f64::from(stock.of(player)) * unit;
        let others = f64::from(stock.with_players().saturating_sub(stock.of(player))) * unit;
        let rivals = f64::from(core.seats.max(2) - 1);
        own - self.weights.rivals * self.care.rivals * others / rivals
    }

    /// All choices as concrete moves with their worth, best first.
    pub fn weigh(
        &self,
        position: &dyn Position,
        choices: &[Choice],
        effort: &Effort,
    ) -> Vec<Weighed> {
        let Some(decision) = position.decision() else {
            return Vec::new();
        };
        let player = decision.player;
        let mut all: Vec<Weighed> = Vec::new();
        let mut events = Vec::new();
        let start = self.seats(position);
        let now = self.utility(&start, player);
        let mut base = now;
        let may_pass = choices.iter().any(|c| c.mv == Move::Pass);
        if may_pass {
            let mut after = position.boxed();
            if after.consider(&Move::Pass, &mut events).is_ok() {
                base = self.value(after.as_ref(), player);
                all.push(Weighed {
                    mv: Move::Pass,
                    value: 0.0,
                    events: std::mem::take(&mut events),
                });
            }
        }
        let left = Clock::of(position, self.weights).left();
        let beside = Beside { base, may_pass, left };
        self.weigh_builds(position, choices, effort, player, beside, &mut all);
        // Moves after which the same decision is still to be made.
        let mut extra: Vec<usize> = Vec::new();
        for choice in choices {
            if effort.plain && is_fancy(position, player, &choice.mv, choices) {
                continue;
            }
            match choice.mv {
                Move::Pass | Move::LayTile { .. } | Move::PlaceStation { .. } => continue,
                Move::Run { .. } => {
                    all.push(unweighed(position, choice, effort));
                    continue;
                }
                _ => {}
            }
            let list = match choice.amount {
                Some(range) => amounts(position, &choice.mv, range)
                    .into_iter()
                    .map(|a| choice.mv.with_amount(a))
                    .collect(),
                None => vec![choice.mv.clone()],
            };
            for mv in list {
                let (value, events) = self.try_move(position, player, &mv, &start, beside, effort);
                if matches!(mv, Move::ReturnTrain { .. }) && !may_pass {
                    extra.push(all.len());
                }
                all.push(Weighed { mv, value, events });
            }
        }
        // They cost no action: they are measured by the best one, which is still to come.
        let rest = all.iter().enumerate().filter(|(i, _)| !extra.contains(i));
        let best = rest.map(|(_, w)| w.value).fold(NEVER, f64::max);
        if best > NEVER / 2.0 {
            for i in extra {
                all[i].value += best - 1.0;
            }
        }
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    fn try_move(
        &self,
        position: &dyn Position,
        player: Player,
        mv: &Move,
        start: &[f64],
        beside: Beside,
        effort: &Effort,
    ) -> (f64, Vec<Event>) {
        let mut after = position.boxed();
        let mut events = Vec::new();
        if after.consider(mv, &mut events).is_err() {
            return (NEVER, events);
        }
        let other = other_side(position, player, mv);
        let asked = after.decision().filter(|d| d.player != player && d.step == "offer");
        if let Some(asked) = asked {
            // One refusal in a turn is enough, and where a game keeps no note of it no offer is made at all.
            if !effort.offers || position.was_refused() {
                return (NEVER, events);
            }
            if after.consider(&Move::Answer { accept: true }, &mut events).is_err() {
                return (NEVER, events);
            }
            // Nothing is offered that would be refused.
            let seats = self.seats(after.as_ref());
            let gain = self.utility(&seats, asked.player) - self.utility(start, asked.player);
            if gain < 15.0 + self.greed(start, &seats, asked.player, position, &events)
                || !leaves_a_note(position, mv)
            {
                return (NEVER, events);
            }
        } else if let Some(other) = other {
            // No consent is asked for here: take nothing that the other would not give.
            if self.value(after.as_ref(), other) < self.utility(start, other) + 5.0 {
                return (NEVER, events);
            }
        }
        let greed = match mv {
            Move::Answer { accept: true } => {
                self.greed(start, &self.seats(after.as_ref()), player, position, &events)
            }
            _ => 0.0,
        };
        let mut value = match mv {
            Move::PlayCard { .. } | Move::Use { .. } | Move::Exchange { .. } => {
                self.followed(after, player, position.core().round, effort)
            }
            Move::SellShares { .. } if effort.follows_sales => {
                self.after_sale(after.as_ref(), player, beside.left)
            }
            _ => {
                self.settle(position, after.as_mut(), player, beside.may_pass);
                self.value(after.as_ref(), player)
            }
        };
        value -= beside.base + greed;
        value += self.manner(position, player, mv, beside.left);
        (value, events)
    }

    // What speaks against an offer although it does no harm. Who gains far more than it gives is refused, and who wants a
    // train far below its price: the offer may come back better.
    fn greed(
        &self,
        before: &[f64],
        after: &[f64],
        player: Player,
        position: &dyn Position,
        events: &[Event],
    ) -> f64 {
        let others = (0..after.len()).filter(|&seat| seat != player.at());
        let gain = others.map(|o| after[o] - before[o]).fold(0.0, f64::max);
        let cheap = events.iter().map(|event| match *event {
            Event::TrainBought { card, face, price, .. } => {
                let kind = position.core().trains.get(card).kind;
                f64::from(position.sheet().face(kind, face).price) * FAIR - f64::from(price)
            }
            _ => 0.0,
        });
        gain * FAIR + cheap.fold(0.0, f64::max)
    }

    /// Where passing is what a move is measured by, the move is followed by passing too: both then stand at the same point
    /// of the game.
    pub fn settle(
        &self,
        before: &dyn Position,
        after: &mut dyn Position,
        player: Player,
        may_pass: bool,
    ) {
        if !may_pass {
            return;
        }
        let (Some(a), Some(b)) = (before.decision(), after.decision()) else {
            return;
        };
        let mut events = Vec::new();
        if b.player == player
            && a.company == b.company
            && a.step == b.step
            && before.core().round == after.core().round
        {
            let _ = after.consider(&Move::Pass, &mut events);
        }
    }

    // The best purchase that follows a sale.
    fn after_sale(&self, position: &dyn Position, player: Player, left: f64) -> f64 {
        let mut best = self.value(position, player);
        if position.decision().is_some_and(|d| d.player == player) {
            let mut events = Vec::new();
            for choice in position.choices() {
                if matches!(choice.mv, Move::BuyShare { .. } | Move::Start { .. }) {
                    let mut after = position.boxed();
                    events.clear();
                    if after.consider(&choice.mv, &mut events).is_ok() {
                        best = best.max(
                            self.value(after.as_ref(), player)
                                + self.manner(position, player, &choice.mv, left),
                        );
                    }
                }
            }
        }
        best
    }

    // Goes on with one's own best moves until somebody else decides or the round is over, so that all actions are
    // measured at the same point of the game; after the moves that a level follows, with nothing more.
    fn followed(
        &self,
        mut position: Box<dyn Position>,
        player: Player,
        round: RoundName,
        effort: &Effort,
    ) -> f64 {
        let mut bonus = 0.0;
        let mut events = Vec::new();
        for step in 0.. {
            let Some(d) = position.decision() else { break };
            if d.player != player || position.core().round != round {
                break;
            }
            let choices = position.choices();
            if choices.iter().any(|c| matches!(c.mv, Move::PlayCard { .. })) {
                break;
            }
            if step >= effort.follow {
                events.clear();
                if step > FOLLOWED || position.consider(&Move::Pass, &mut events).is_err() {
                    break;
                }
                continue;
            }
            let inner = Effort { lays: 8, finalists: 2, follow: 0, ..*effort };
            let Some(best) = self.weigh(position.as_ref(), &choices, &inner).into_iter().next()
            else {
                break;
            };
            if matches!(best.mv, Move::LayTile { .. } | Move::PlaceStation { .. }) {
                // Promise of track is not seen by the forecast afterwards.
                bonus += best.value.max(0.0) * 0.5;
            }
            events.clear();
            if position.consider(&best.mv, &mut events).is_err() {
                break;
            }
        }
        self.value(position.as_ref(), player) + bonus
    }

    // What the forecast does not see.
    fn manner(&self, position: &dyn Position, player: Player, mv: &Move, left: f64) -> f64 {
        let (sheet, core) = (position.sheet(), position.core());
        let seen = match *mv {
            Move::Take { lot: Lot::Paper(paper) } => {
                // Enough must be left for a company.
                let cash = f64::from(core.money.player(player));
                let price = f64::from(sheet.papers[paper.at()].price);
                let begun: f64 = cash
                    + core
                        .papers_of(player)
                        .map(|p| f64::from(sheet.papers[p.at()].price))
                        .sum::<f64>();
                if cash - price < begun * self.weights.opening_reserve { NEVER } else { 0.0 }
            }
            Move::Start { company, price } => {
                // A company that cannot float for lack of money is a dead weight.
                let def = sheet.company(company);
                let units = f64::from(def.float_units.saturating_sub(def.director_units));
                let rest = f64::from(core.money.player(player))
                    - f64::from(sheet.market.price(price)) * f64::from(def.director_units);
                let lacking = (units * f64::from(sheet.market.price(price)) - rest).max(0.0);
                -lacking * 0.5
            }
            Move::BuyShare { company, .. } => {
                // A company of one's own that does not float is money thrown away.
                let own = core.stock[company.at()].director() == Some(player);
                if own && !core.is(company, Flag::Floated) {
                    f64::from(core.price(sheet, company).unwrap_or(0)) * 0.6
                } else {
                    0.0
                }
            }
            Move::SellShares { .. } => -self.weights.sale,
            Move::Dividend { pay: Pay::Withhold } => -2.0,
            _ => 0.0,
        };
        seen + self.known(position, player, mv, left)
    }

    /// What a move is worth by its sort and by name, as self-play has found.
    pub fn known(&self, position: &dyn Position, player: Player, mv: &Move, left: f64) -> f64 {
        let deed = Deed::of(position, player, mv);
        let by_sort = deed.map_or(0.0, |deed| self.weights.deeds.worth(deed, left));
        by_sort + self.weights.by_name.worth(position, mv)
    }

    fn weigh_builds(
        &self,
        position: &dyn Position,
        choices: &[Choice],
        effort: &Effort,
        player: Player,
        beside: Beside,
        all: &mut Vec<Weighed>,
    ) {
        let left = beside.left.clamp(1.0, 6.0);
        let builds = self.builds(position, choices, effort, left);
        let mut events = Vec::new();
        for (i, build) in builds.into_iter().enumerate() {
            let (company, special, station) = match build.mv {
                Move::LayTile { company, by, .. } => {
                    (company, !matches!(by, engine::LayBy::Build | engine::LayBy::Home), false)
                }
                Move::PlaceStation { company, .. } => (company, false, true),
                _ => continue,
            };
            let stake = self.stake(position, company, player);
            let mut value = build.gain * left * stake.max(-0.05) - f64::from(build.cost) * 0.05;
            if !special && !station && stake > 0.0 {
                value += self.weights.lay;
            }
            if special {
                value -= 4.0 * left * stake.max(0.05);
            }
            if station {
                value += self.weights.station * stake.max(0.0) * left / 3.0;
            }
            if i < effort.finalists {
                let mut after = position.boxed();
                events.clear();
                if after.consider(&build.mv, &mut events).is_err() {
                    continue;
                }
                self.settle(position, after.as_mut(), player, beside.may_pass);
                value += self.value(after.as_ref(), player) - beside.base;
            } else {
                // Only finalists are weighed in full.
                value -= 1.0e4;
            }
            all.push(Weighed { mv: build.mv, value, events: Vec::new() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, choose};

    // All decisions of solo games of 18Lilliput, with what the standard level thinks of them.
    fn decisions(mut look: impl FnMut(&dyn Position, &[Weighed])) {
        for seed in 3..7 {
            let mut game = crate::trial::game("18lilliput", 1, seed);
            let mut events = Vec::new();
            loop {
                let position = game.position();
                let choices = position.choices();
                let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else {
                    break;
                };
                let judge = crate::choose::judge(position, Level::Standard, None);
                let effort = crate::choose::effort(Level::Standard);
                look(position, &judge.weigh(position, &choices, &effort));
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
        }
    }

    #[test]
    fn what_vaclav_will_draw_says_nothing_about_a_move() {
        // CZ-BOHEMIA-7: he gets a company of the next size when its phase begins, drawn behind somebody's move.
        let mut game = crate::trial::game_of("18cz", "bohemia", 2, 3);
        let mut drawn = 0;
        let mut events = Vec::new();
        while drawn < 2 {
            let position = game.position();
            let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else {
                break;
            };
            let judge = crate::choose::judge(position, Level::Standard, None);
            let effort = crate::choose::effort(Level::Standard);
            let [one, other] = [7, 8].map(|luck| {
                let mut copy = position.boxed();
                copy.reroll(luck);
                let list = judge.weigh(copy.as_ref(), &copy.choices(), &effort);
                list.into_iter().map(|w| (w.mv, w.value)).collect::<Vec<_>>()
            });
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
            let draws = events.iter().any(|e| matches!(e, Event::Drawn { .. }));
            if draws {
                assert_eq!(one, other, "{:?}", decision.mv);
                drawn += 1;
            }
        }
        assert_eq!(drawn, 2);
    }

    #[test]
    fn a_card_with_which_one_may_do_nothing_is_never_far_below_a_few_coins() {
        // LIL-ACTION-14: every part of an option may be declined. The last card of a round once stood beside what comes
        // after it in one case and not in the other.
        let mut seen = 0;
        decisions(|position, list| {
            let value = |side: u8, slot: u8| {
                list.iter().find_map(|w| match w.mv {
                    Move::PlayCard { slot: s, side: d, .. } if (s.0, d) == (slot, side) => {
                        Some(w.value)
                    }
                    _ => None,
                })
            };
            // A8 buys trains or takes 5; A2 lays track.
            let (Some(coins), Some(track)) = (value(1, 7), value(0, 1)) else {
                return;
            };
            if position.process() < 3 {
                seen += 1;
                assert!(track > coins - 60.0, "{track} beside {coins}");
            }
        });
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn a_tile_and_passing_are_measured_at_the_same_point_of_the_game() {
        // LIL-SOLO-8: behind the last tile of a round Gulliver acts, and behind passing too.
        let (mut seen, mut worst) = (0, f64::INFINITY);
        decisions(|position, list| {
            let is_lay = |w: &&Weighed| matches!(w.mv, Move::LayTile { .. });
            let passes = list.iter().any(|w| w.mv == Move::Pass);
            let decision = position.decision().map_or("", |d| d.step);
            if let Some(lay) = list.iter().find(is_lay)
                && passes
                && decision == "track"
            {
                seen += 1;
                worst = worst.min(lay.value);
            }
        });
        assert!(seen > 10, "{seen}");
        assert!(worst > -120.0, "the best lay is worth {worst}");
    }
}
