//! The terms of one train on one network: what each stop costs and brings, and the best choice of stops on a line.

use crate::certificate::{Call, Route};
use crate::constraints::{Constraints, Objective};
use crate::network::{End, Network, PieceId, StopId, StopKind};
use crate::score::{PRIMARY, SECONDARY, STOP, Score};
use crate::train::{Pay, Reach, Train};
use smallvec::SmallVec;

/// What a stop on the line costs of the two capacities and what it adds to the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charge {
    /// Uses this much of the first capacity, counted or not.
    pub major: u8,
    /// Uses this much of the second capacity if counted.
    pub range: u8,
    /// Added to the score if counted; never less than the true share of the exact score.
    pub gain: Score,
    /// May be left out.
    pub optional: bool,
}

/// Terms of one train.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub train: Train,
    pub charges: Vec<Charge>,
    /// First capacity.
    pub major: u16,
    /// Second capacity.
    pub range: u16,
    /// Both ends must count.
    pub ends_count: bool,
    /// Added to the additive score of every route at most.
    pub extra: Score,
    /// Most optional stops that are not major.
    town_cap: Option<u8>,
}

/// Which stops of a line count.
pub(crate) type Counted = SmallVec<[bool; 24]>;

impl Terms {
    pub fn new(net: &Network, rules: &Constraints, train: &Train) -> Self {
        let free = match train.reach {
            Reach::Plain { .. } => net.stops.iter().filter(|s| !s.counts_against_range).count(),
            Reach::Mixed { small: None, .. } => {
                net.stops.iter().filter(|s| !s.kind.is_major()).count()
            }
            _ => 0,
        } as u16;
        let (major, range) = match train.reach {
            Reach::Plain { stops } if free == 0 => (0, u16::from(stops)),
            Reach::Plain { stops } => (u16::from(stops), u16::from(stops) + free),
            Reach::Plus { major, total } => (u16::from(major), u16::from(total)),
            Reach::Express { stops } => (0, u16::from(stops)),
            Reach::BestOf { stops, .. } => (u16::from(stops), u16::from(stops)),
            Reach::Mixed { large, small: Some(small) } => {
                (u16::from(large), u16::from(large) + u16::from(small))
            }
            Reach::Mixed { large, small: None } => (u16::from(large), u16::from(large) + free),
        };
        let charges: Vec<Charge> =
            (0..net.stops.len()).map(|i| charge(net, rules, train, i, free)).collect();
        let mut extra = match train.pay {
            Pay::Lease { base, .. } => Score::from(base) * PRIMARY,
            Pay::Values => 0,
        };
        if let Some(bonus) = rules.named_bonus
            && net.stops.iter().filter(|s| s.named).count() >= usize::from(bonus.at_least)
        {
            extra += Score::from(bonus.amount.max(0)) * PRIMARY;
        }
        Terms {
            train: *train,
            charges,
            major,
            range,
            ends_count: matches!(train.reach, Reach::Mixed { .. }) && !rules.ends_may_be_skipped,
            extra,
            town_cap: match train.reach {
                Reach::BestOf { towns, .. } => Some(towns),
                _ => None,
            },
        }
    }

    /// The same for a search. No line uses more than all stops with track together: a train without a limit needs no larger tables.
    pub fn within(mut self, net: &Network) -> Self {
        let mut joined = vec![false; net.stops.len()];
        for end in net.pieces.iter().flat_map(|piece| piece.ends) {
            if let End::Stop(stop) = end {
                joined[stop as usize] = true;
            }
        }
        let of_all = |used: fn(&Charge) -> u8| -> u16 {
            let joined = self.charges.iter().zip(&joined).filter(|(_, joined)| **joined);
            joined.map(|(charge, _)| u16::from(used(charge))).sum()
        };
        let (major, range) = (of_all(|c| c.major), of_all(|c| c.range));
        (self.major, self.range) = (self.major.min(major), self.range.min(range));
        self
    }

    /// The best choice of stops on a line, or `None` if the train cannot run it. With `halts`, exactly so many
    /// halts are served. Optional stops of `passes` are never made.
    pub fn choose(
        &self,
        net: &Network,
        rules: &Constraints,
        line: &[StopId],
        halts: Option<u8>,
        passes: &[StopId],
    ) -> Option<Counted> {
        let last = line.len().checked_sub(1)?;
        let closed =
            |i: usize| rules.halts_closed && net.stops[line[i] as usize].kind == StopKind::Halt;
        let is_halt = |i: usize| net.stops[line[i] as usize].kind == StopKind::Halt;
        let mut counted: Counted = SmallVec::from_elem(false, line.len());
        let (mut major, mut range) = (0u16, 0u16);
        let mut optional: SmallVec<[usize; 24]> = SmallVec::new();
        for i in 0..line.len() {
            let charge = self.charges[line[i] as usize];
            major += u16::from(charge.major);
            if closed(i) {
                continue;
            }
            if !charge.optional || (self.ends_count && (i == 0 || i == last)) {
                counted[i] = true;
                range += u16::from(charge.range);
            } else if !passes.contains(&line[i]) {
                optional.push(i);
            }
        }
        if major > self.major || range > self.range {
            return None;
        }
        let mut left = self.range - range;
        optional.sort_by_key(|&i| (-self.charges[line[i] as usize].gain, i));
        if let Some(asked) = halts {
            for _ in 0..asked {
                let i = *optional.iter().find(|&&i| is_halt(i) && !counted[i])?;
                left = left.checked_sub(u16::from(self.charges[line[i] as usize].range))?;
                counted[i] = true;
            }
            optional.retain(|i| !is_halt(*i));
        }
        let mut towns = (0..line.len())
            .filter(|&i| counted[i] && !net.stops[line[i] as usize].kind.is_major())
            .count();
        let mut stops = counted.iter().filter(|&&c| c).count();
        for i in optional {
            let charge = self.charges[line[i] as usize];
            let minor = !net.stops[line[i] as usize].kind.is_major();
            if u16::from(charge.range) > left || (charge.gain <= 0 && stops >= 2) {
                continue;
            }
            if minor && self.town_cap.is_some_and(|cap| towns >= usize::from(cap)) {
                continue;
            }
            counted[i] = true;
            left -= u16::from(charge.range);
            towns += usize::from(minor);
            stops += 1;
        }
        (stops >= 2).then_some(counted)
    }

    /// The route over these pieces and stops with this choice, with all amounts.
    pub fn route(
        &self,
        net: &Network,
        rules: &Constraints,
        train: usize,
        line: &[StopId],
        pieces: &[PieceId],
        counted: &Counted,
    ) -> Route {
        let calls: Vec<Call> = (line.iter().zip(counted))
            .map(|(&stop, &counted)| {
                let (value, bonus, subsidy) =
                    if counted { pay(net, rules, &self.train, stop) } else { (0, 0, 0) };
                Call { stop, counted, value, bonus, subsidy }
            })
            .collect();
        let sum = |f: fn(&Call) -> i32| calls.iter().map(|c| i64::from(f(c))).sum::<i64>();
        let named = line.iter().filter(|&&s| net.stops[s as usize].named).count();
        let named_bonus = match rules.named_bonus {
            Some(rule) if named >= usize::from(rule.at_least) => rule.amount,
            _ => 0,
        };
        let base = match self.train.pay {
            Pay::Lease { base, .. } => i64::from(base),
            Pay::Values => 0,
        };
        let revenue =
            self.train.scale(sum(|c| c.value)) + base + sum(|c| c.bonus) + i64::from(named_bonus);
        let subsidy = sum(|c| c.subsidy) as i32;
        let mines = (net.mines.iter())
            .filter(|mine| mine.pieces.iter().any(|p| pieces.contains(p)))
            .map(|mine| mine.bonus)
            .sum();
        Route {
            train,
            calls,
            pieces: pieces.to_vec(),
            named_bonus,
            revenue: revenue as i32,
            subsidy,
            mines,
        }
    }

    /// The exact score of a choice on a line, mines left out.
    pub fn score(
        &self,
        net: &Network,
        rules: &Constraints,
        line: &[StopId],
        counted: &[bool],
    ) -> Score {
        let (mut values, mut bonuses, mut subsidies, mut stops) = (0i64, 0i64, 0i64, 0i64);
        let mut named = 0;
        for (&stop, &counted) in line.iter().zip(counted) {
            named += u8::from(net.stops[stop as usize].named);
            if counted {
                let (value, bonus, subsidy) = pay(net, rules, &self.train, stop);
                values += i64::from(value);
                bonuses += i64::from(bonus);
                subsidies += i64::from(subsidy);
                stops += 1;
            }
        }
        let mut revenue = self.train.scale(values) + bonuses;
        if let Pay::Lease { base, .. } = self.train.pay {
            revenue += i64::from(base);
        }
        if let Some(rule) = rules.named_bonus
            && named >= rule.at_least
        {
            revenue += i64::from(rule.amount);
        }
        let primary = match rules.objective {
            Objective::Revenue => revenue,
            Objective::RevenueAndSubsidy => revenue + subsidies,
        };
        primary * PRIMARY + subsidies * SECONDARY + stops * STOP
    }
}

/// Score of a finished route.
pub(crate) fn route_score(rules: &Constraints, route: &Route) -> Score {
    let primary = match rules.objective {
        Objective::Revenue => route.revenue,
        Objective::RevenueAndSubsidy => route.revenue + route.subsidy,
    };
    Score::from(primary) * PRIMARY
        + Score::from(route.subsidy + route.mines) * SECONDARY
        + route.counted().count() as Score * STOP
}

/// Value, bonus and subsidy that a stop pays if the train counts it.
fn pay(net: &Network, rules: &Constraints, train: &Train, stop: StopId) -> (i32, i32, i32) {
    let stop = &net.stops[stop as usize];
    match train.pay {
        Pay::Lease { per_stop, .. } => (per_stop, 0, 0),
        Pay::Values if stop.kind == StopKind::Halt => (0, 0, rules.halt_subsidy),
        Pay::Values => (stop.value, if train.takes_bonus { stop.bonus } else { 0 }, 0),
    }
}

fn charge(net: &Network, rules: &Constraints, train: &Train, i: usize, free: u16) -> Charge {
    let stop = &net.stops[i];
    if rules.halts_closed && stop.kind == StopKind::Halt {
        return Charge { major: 0, range: 0, gain: 0, optional: false };
    }
    let (value, bonus, subsidy) = pay(net, rules, train, i as StopId);
    let mut gain = Score::from(value) * Score::from(train.multiplier) * PRIMARY;
    if train.obsolete {
        gain /= 2;
    }
    gain += Score::from(bonus) * PRIMARY + Score::from(subsidy) * SECONDARY + STOP;
    if rules.objective == Objective::RevenueAndSubsidy {
        gain += Score::from(subsidy) * PRIMARY;
    }
    let is_major = stop.kind.is_major();
    let (major, optional) = match train.reach {
        Reach::Plain { .. } => (free > 0 && stop.counts_against_range, false),
        Reach::Plus { .. } => (is_major, false),
        Reach::Express { .. } => (false, !is_major),
        Reach::BestOf { .. } => (is_major, true),
        Reach::Mixed { .. } => {
            let forced = is_major || (rules.stop_at_every_town && stop.kind == StopKind::Town);
            (is_major, !forced)
        }
    };
    Charge { major: u8::from(major), range: 1, gain, optional }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Stop;

    #[test]
    fn a_search_gives_a_train_no_more_than_all_stops_with_track() {
        let mut net = Network::default();
        let stops: Vec<StopId> = [StopKind::City, StopKind::Town, StopKind::City, StopKind::City]
            .into_iter()
            .enumerate()
            .map(|(cell, kind)| net.add_stop(Stop::new(cell as u16, 0, kind, 20)))
            .collect();
        for (cell, pair) in stops[..3].windows(2).enumerate() {
            net.add_piece(cell as u16, End::Stop(pair[0]), End::Stop(pair[1]));
        }
        let terms = |train| {
            let terms = Terms::new(&net, &Constraints::cz(), &train).within(&net);
            (terms.major, terms.range)
        };
        assert_eq!(terms(Train::plain(2)), (0, 2));
        assert_eq!(terms(Train::plain(u8::MAX)), (0, 3));
        assert_eq!(terms(Train::new(Reach::Plus { major: 9, total: 18 })), (2, 3));
    }
}
