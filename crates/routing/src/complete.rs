//! One more train beside routes that are claimed: its line through clicked stops, or whether it has one at all.

use crate::certificate::Route;
use crate::constraints::Constraints;
use crate::evaluate::{Claim, Evaluation, evaluate};
use crate::lines::{Further, lines};
use crate::network::{End, Network, PieceId, StopId};
use crate::train::Train;
use crate::violation::Violation;

/// How long to look for a line through clicked stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Lines through all of them that are weighed.
    pub lines: usize,
    /// Pieces of track that are tried in all.
    pub steps: usize,
    /// Pieces of one line.
    pub pieces: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { lines: 3000, steps: 200_000, pieces: 120 }
    }
}

/// A train and the routes that others run.
#[derive(Clone, Debug)]
pub struct Beside<'a> {
    net: &'a Network,
    trains: &'a [Train],
    rules: &'a Constraints,
    /// The others' claims, and in the last place its own.
    claims: Vec<Claim>,
}

impl<'a> Beside<'a> {
    /// A train by its number beside claimed routes; a claim for the train itself is left aside.
    pub fn new(
        net: &'a Network,
        trains: &'a [Train],
        rules: &'a Constraints,
        train: usize,
        others: &[Claim],
    ) -> Beside<'a> {
        let own = Claim::best(train, Vec::new());
        let others = others.iter().filter(|c| c.train != train).cloned();
        Beside { net, trains, rules, claims: others.chain([own]).collect() }
    }

    /// The same train with so many halts served and these stops passed on purpose.
    pub fn with(mut self, halts: Option<u8>, passes: &[StopId]) -> Beside<'a> {
        if let Some(own) = self.claims.last_mut() {
            own.halts = halts;
            own.passes = passes.to_vec();
        }
        self
    }

    /// The best route whose line runs from the first stop to the last, through all of them in this order; between them it
    /// may call at others. Of equal ones the shortest. If there is none, what is wrong with the shortest line, if there
    /// is a line.
    pub fn through(
        mut self,
        stops: &[StopId],
        patience: Patience,
    ) -> Result<Route, Option<Violation>> {
        let net = self.net;
        let named =
            |(n, s): (usize, &StopId)| (*s as usize) < net.stops.len() && !stops[..n].contains(s);
        if stops.len() < 2 || !stops.iter().enumerate().all(named) {
            return Err(None);
        }
        let (mut weighed, mut steps) = (0, 0);
        let mut best: Option<(i64, Route)> = None;
        let mut fault: Option<(usize, Violation)> = None;
        lines(net, stops[0], |line| {
            steps += 1;
            if let End::Stop(stop) = line.end {
                let before = &line.stops[..line.stops.len() - 1];
                let next = stops.iter().take_while(|s| before.contains(s)).count();
                // A stop that is clicked later is not passed before its turn.
                if before.contains(&stop) || stops[next..].iter().skip(1).any(|&s| s == stop) {
                    return Further::Back;
                }
                if stops.get(next) == Some(&stop) && next + 1 == stops.len() {
                    weighed += 1;
                    let length = line.pieces.len();
                    match self.run(line.pieces) {
                        Ok(mut found) => {
                            let worth = found.totals.primary;
                            let better = best.as_ref().is_none_or(|(w, r)| {
                                worth > *w || worth == *w && length < r.pieces.len()
                            });
                            if better && let Some(route) = found.routes.pop() {
                                best = Some((worth, route));
                            }
                        }
                        Err(found) => {
                            if fault.as_ref().is_none_or(|(l, _)| length < *l) {
                                fault = Some((length, found));
                            }
                        }
                    }
                    if weighed >= patience.lines {
                        return Further::Enough;
                    }
                    return Further::Back;
                }
            }
            if steps >= patience.steps {
                Further::Enough
            } else if line.pieces.len() >= patience.pieces {
                Further::Back
            } else {
                Further::On
            }
        });
        best.map(|(_, route)| route).ok_or(fault.map(|(_, violation)| violation))
    }

    /// Whether the train could run some route that begins at one of the company's stations. Once more than so many lines
    /// were tried, none is drawn further, and what was not found by then does not count.
    pub fn could_run(mut self, most: usize) -> bool {
        let net = self.net;
        let mut taken = vec![false; net.pieces.len()];
        for &piece in self.claims.iter().flat_map(|c| &c.pieces) {
            if let Some(taken) = taken.get_mut(piece as usize) {
                *taken = true;
            }
        }
        let mut tried = 0;
        // A line from a station to the place where it meets the others is enough.
        (0..net.stops.len() as StopId).filter(|&s| net.stops[s as usize].own_station).any(
            |station| {
                tried <= most
                    && lines(net, station, |line| {
                        if line.pieces.last().is_some_and(|&p| taken[p as usize]) {
                            return Further::Back;
                        }
                        if matches!(line.end, End::Stop(_)) {
                            tried += 1;
                            if self.run(line.pieces).is_ok() {
                                return Further::Enough;
                            }
                        }
                        if tried > most { Further::Back } else { Further::On }
                    })
            },
        )
    }

    fn run(&mut self, pieces: &[PieceId]) -> Result<Evaluation, Violation> {
        if let Some(own) = self.claims.last_mut() {
            own.pieces.clear();
            own.pieces.extend_from_slice(pieces);
        }
        evaluate(self.net, self.trains, self.rules, &self.claims)
    }
}
