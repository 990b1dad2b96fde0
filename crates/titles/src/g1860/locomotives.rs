//! Rust, and the abilities of the Locomotives on the Isle of Wight.

use super::options::Offer;
use super::position::{Events, IowPosition};
use super::printed::{Printed, Traits};
use engine::{
    Card, CardState, Choice, Company, Event, Move, Problem, Purse, Range, Refusal, Rng, Roster,
    SetupError, Value, Whereabouts, Why,
};
use routing::{Claim, Route};

/// Mark of a card whose rust event came before its guaranteed runs were made.
pub const WAITING: u8 = 1;

// Most lines that are tried for a card that waits.
const MOST_LINES: usize = 5000;

impl IowPosition {
    fn traits(&self, card: Card) -> &Traits {
        &self.printed.traits[self.core().trains.get(card).kind as usize]
    }

    /// Trains whose time has come leave the game (IOW-PHASE-9, IOW-PHASE-10, IOW-LOCO-14..16).
    pub(super) fn rust_trains(&mut self, phase: u8, events: &mut Events) {
        for i in 0..self.core().trains.cards.len() {
            let card = Card(i as u8);
            let state = *self.core().trains.get(card);
            let kept = match state.place {
                Whereabouts::Company(_) => state.runs < self.traits(card).min_runs,
                Whereabouts::Pool => false,
                _ => continue,
            };
            if self.traits(card).rusts[state.face as usize] != Some(phase) {
                continue;
            }
            if kept {
                self.state.core.trains.get_mut(card).marks |= WAITING;
                let owner = self.owner(card);
                events.push(Event::TrainObsolete { card, owner });
            } else {
                self.scrap(card, events);
            }
        }
    }

    fn scrap(&mut self, card: Card, events: &mut Events) {
        let owner = self.owner(card);
        let compensation = self.traits(card).compensation;
        let state = self.state.core.trains.get_mut(card);
        state.place = Whereabouts::Gone;
        let face = state.face;
        events.push(Event::TrainScrapped { card, face, owner });
        // IOW-LOCO-24: the pool gets nothing.
        if let Some(company) = owner.filter(|_| compensation > 0) {
            let to = Purse::Company(company);
            self.state.core.pay(Purse::Bank, to, compensation);
            events.push(Event::Paid {
                from: Purse::Bank,
                to,
                amount: compensation,
                why: Why::Bonus,
            });
        }
    }

    fn is_waiting(&self, card: Card) -> bool {
        self.core().trains.get(card).marks & WAITING != 0
    }

    /// At the end of the dividend step, cards that have made their last guaranteed run rust (IOW-LOCO-16).
    pub(super) fn rust_after_run(&mut self, company: Company, events: &mut Events) {
        let done: Vec<Card> = self
            .core()
            .trains
            .of(company)
            .filter(|&c| {
                self.is_waiting(c) && self.core().trains.get(c).runs >= self.traits(c).min_runs
            })
            .collect();
        for card in done {
            self.scrap(card, events);
        }
    }

    /// A waiting card that comes to the pool rusts at once (IOW-LOCO-31).
    pub(super) fn rust_in_pool(&mut self, card: Card, events: &mut Events) {
        if self.is_waiting(card) {
            self.scrap(card, events);
        }
    }

    /// Whether a card's first run is still to come and brings no income (IOW-LOCO-21).
    pub(super) fn first_run_brings_nothing(&self, card: Card) -> bool {
        self.traits(card).first_run_free && self.core().trains.get(card).runs == 0
    }

    // A card that waits for its last run has to be run where it can be (IOW-LOCO-31): it may not be left out when the
    // trains that run and it together could do so.
    pub(super) fn check_waiting_cards(
        &self,
        company: Company,
        problem: &Problem,
        routes: &[Route],
    ) -> Result<(), Refusal> {
        let claims: Vec<Claim> = routes.iter().map(Claim::from).collect();
        for (train, &card) in problem.cards.iter().enumerate() {
            let idle = self.owner(card) == Some(company)
                && self.is_waiting(card)
                && routes.iter().all(|r| r.train != train);
            if idle && problem.beside(train, &claims).could_run(MOST_LINES) {
                return Err(Refusal::new("IOW-LOCO-31", "waiting-train-must-run")
                    .with("card", Value::Number(card.0.into())));
            }
        }
        Ok(())
    }

    fn check_refit(&self, company: Company, card: Card) -> Result<i32, Refusal> {
        let refuse = |key| Refusal::new("IOW-LOCO-20", key);
        if self.core().trains.cards.get(card.at()).map(|c| c.place)
            != Some(Whereabouts::Company(company))
        {
            return Err(refuse("not-your-train"));
        }
        let price = self.traits(card).refit.ok_or_else(|| refuse("no-refit"))?;
        if self.core().trains.get(card).face != 0 || self.is_waiting(card) {
            return Err(refuse("refitted-already"));
        }
        let credits = self.core().money.company(company);
        if price > credits {
            return Err(refuse("too-dear").with("credits", Value::Money(credits)));
        }
        Ok(price)
    }

    pub(super) fn refit_choices(&self, company: Company) -> impl Iterator<Item = Choice> + '_ {
        self.core().trains.of(company).filter_map(move |card| {
            let price = self.check_refit(company, card).ok()?;
            Some(Choice::costing(Move::RefitTrain { card }, price))
        })
    }

    /// Rebuilds a card to its second face (IOW-LOCO-20).
    pub(super) fn refit_train(&mut self, card: Card, events: &mut Events) -> Result<(), Refusal> {
        let company = self.current();
        let price = self.check_refit(company, card)?;
        self.state
            .core
            .pay(Purse::Company(company), Purse::Bank, price);
        self.state.core.trains.get_mut(card).face = 1;
        events.push(Event::TrainTurned {
            company,
            card,
            face: 1,
            price,
        });
        Ok(())
    }
}

/// Deals the cards of a game (IOW-LOCO-3..7). `chosen`: names of the cards, for a freely chosen set.
pub(super) fn deal(
    printed: &Printed,
    offer: Offer,
    chosen: Option<&serde_json::Value>,
    rng: &mut Rng,
) -> Result<Roster, SetupError> {
    let kinds = &printed.sheet.trains;
    let chosen = match offer {
        Offer::Chosen => Some(read_chosen(printed, chosen)?),
        _ => None,
    };
    let mut cards: Vec<CardState> = Vec::new();
    for (phase, deal) in printed.deal.iter().enumerate() {
        let group: Vec<u8> = (0..kinds.len() as u8)
            .filter(|&k| {
                usize::from(kinds[k as usize].phase) == phase && kinds[k as usize].count > 0
            })
            .collect();
        let mut dealt = match (&chosen, deal) {
            (Some(set), _) => group.iter().copied().filter(|k| set.contains(k)).collect(),
            (None, None) => group.clone(),
            (None, Some(n)) => {
                let mut pile = group.clone();
                rng.shuffle(&mut pile);
                draw(&pile, usize::from(*n), &printed.traits)
            }
        };
        if offer == Offer::Shuffled && deal.is_some() {
            rng.shuffle(&mut dealt);
        } else {
            dealt.sort_by_key(|&k| length(printed, k));
        }
        cards.extend(dealt.into_iter().map(|kind| Roster::fresh(kind, 0)));
    }
    Ok(Roster { cards })
}

// IOW-LOCO-3: one more card for each dealt card marked as surplus, surplus cards among the extra ones included.
fn draw(pile: &[u8], count: usize, traits: &[Traits]) -> Vec<u8> {
    let mut wanted = count;
    let mut dealt = Vec::new();
    for &kind in pile {
        if dealt.len() == wanted {
            break;
        }
        dealt.push(kind);
        wanted += usize::from(traits[kind as usize].surplus);
    }
    dealt
}

// IOW-LOCO-6: first number, second number, price, name.
fn length(printed: &Printed, kind: u8) -> (u8, u8, i32, String) {
    let face = printed.sheet.face(kind, 0);
    let (large, small) = match face.range {
        Range::Stations { large, small } => (large, small.unwrap_or(u8::MAX)),
        _ => (0, 0),
    };
    (large, small, face.price, face.name.clone())
}

fn read_chosen(printed: &Printed, list: Option<&serde_json::Value>) -> Result<Vec<u8>, SetupError> {
    let kinds = &printed.sheet.trains;
    let mut faults = Vec::new();
    let mut set = Vec::new();
    let names = list
        .and_then(|l| l.get("locomotives"))
        .and_then(|l| l.as_array());
    let Some(names) = names else {
        return Err(SetupError::one(
            "a chosen set of locomotives needs the list `locomotives` in `extra`",
        ));
    };
    for name in names {
        match name
            .as_str()
            .and_then(|n| kinds.iter().position(|k| k.name == n))
        {
            Some(kind) if set.contains(&(kind as u8)) => {
                faults.push(format!("{name} is chosen twice"))
            }
            Some(kind) => set.push(kind as u8),
            None => faults.push(format!("no locomotive is called {name}")),
        }
    }
    for (phase, _) in printed.deal.iter().enumerate() {
        if !set
            .iter()
            .any(|&k| usize::from(kinds[k as usize].phase) == phase)
        {
            faults.push(format!(
                "no locomotive is chosen for phase {}",
                printed.sheet.phases[phase].name
            ));
        }
    }
    if faults.is_empty() {
        Ok(set)
    } else {
        Err(SetupError { faults })
    }
}
