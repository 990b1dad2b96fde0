//! Moves that players leave to the server: passing when nothing else is legal, passing for a whole stock round,
//! buying a share every turn, bidding up to an amount. Each stops when something happens that its owner would want to know.

use crate::shapes::{Program, Source, Until, Worry};
use engine::{Choice, Event, Move, Names, Player, Position, RoundKind, ShareSource, wire};
use serde::{Deserialize, Serialize};
use store::Seat;
use utoipa::ToSchema;

/// Settings of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Automation {
    /// Pass when nothing else is legal.
    #[serde(default = "yes")]
    pub forced: bool,
    /// What to do in stock rounds.
    #[serde(default)]
    pub program: Option<Program>,
    /// Why the last program stopped.
    #[serde(default)]
    pub stopped: Option<String>,
}

fn yes() -> bool {
    true
}

// Whether a seat has bid the most for a paper that waits for its auction.
fn leads(position: &dyn Position, paper: &str, seat: u8) -> bool {
    #[derive(Deserialize)]
    struct Bids {
        paper: String,
        #[serde(default)]
        bids: Vec<(u8, i32)>,
    }
    #[derive(Deserialize)]
    struct Auction {
        lots: Vec<Bids>,
    }
    let facts = position.facts();
    let told = facts.into_iter().find(|(name, _)| name == "auction");
    let auction = told.and_then(|(_, value)| serde_json::from_value::<Auction>(value).ok());
    let lot = auction.and_then(|a| a.lots.into_iter().find(|l| l.paper == paper));
    let high = lot.and_then(|l| l.bids.into_iter().max_by_key(|(_, amount)| *amount));
    high.is_some_and(|(player, _)| player == seat)
}

impl Default for Automation {
    fn default() -> Automation {
        Automation { forced: true, program: None, stopped: None }
    }
}

impl Automation {
    /// The settings of a seat.
    pub fn of(seat: &Seat) -> Automation {
        serde_json::from_str(&seat.automation).unwrap_or_default()
    }

    /// Writes them into the seat.
    pub fn put(&self, seat: &mut Seat) {
        seat.automation = serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned());
    }

    /// Fills in what the server notes when a program is set; says what is wrong with it.
    pub fn begin(&mut self, position: &dyn Position) -> Result<(), String> {
        self.stopped = None;
        let core = position.core();
        match &mut self.program {
            None => Ok(()),
            Some(Program::Bid { .. }) if core.round.kind != RoundKind::Opening => {
                Err("maximum bids are for auctions".to_owned())
            }
            Some(Program::Bid { paper, most, round }) => {
                let known = |id: &String| position.sheet().papers.iter().any(|p| p.id == *id);
                if !paper.as_ref().is_none_or(known) {
                    return Err("no such paper".to_owned());
                }
                if *most < 1 {
                    return Err("a maximum bid is at least 1".to_owned());
                }
                *round = Some(core.round);
                Ok(())
            }
            Some(_) if core.round.kind != RoundKind::Stock => {
                Err("programs are for stock rounds".to_owned())
            }
            Some(Program::Pass { round, .. }) => {
                *round = Some(core.round);
                Ok(())
            }
            Some(Program::Buy { company, price, until, .. }) => {
                let c = position.sheet().company_by_id(company).ok_or("no such company")?;
                *price = core.price(position.sheet(), c);
                match until {
                    Until::Percent(p) if *p == 0 || *p > 100 => {
                        Err("percent goes from 1 to 100".to_owned())
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Stops the programs of all seats; whether there were any.
    pub fn stop_all(seats: &mut [Seat], why: &str) -> bool {
        let mut any = false;
        for seat in seats {
            let mut automation = Automation::of(seat);
            if automation.program.is_some() {
                automation.stop(why);
                automation.put(seat);
                any = true;
            }
        }
        any
    }

    fn stop(&mut self, why: &str) {
        self.program = None;
        self.stopped = Some(why.to_owned());
    }

    /// Looks at what another seat's move brought; whether the program stopped.
    pub fn watch(&mut self, position: &dyn Position, seat: u8, events: &[Event]) -> bool {
        let core = position.core();
        let worries = match &self.program {
            None => return false,
            Some(Program::Bid { paper, .. }) => {
                let names = Names::of(position);
                let sold = events.iter().find_map(|event| match event {
                    Event::LotTaken { player, lot, .. } => match (paper, names.write_lot(*lot)) {
                        (None, _) => Some(*player),
                        (Some(paper), wire::Lot::Paper(id)) if *paper == id => Some(*player),
                        _ => None,
                    },
                    Event::Started { player, .. } if paper.is_none() => Some(*player),
                    _ => None,
                });
                if let Some(player) = sold {
                    self.stop(if player.0 == seat { "done" } else { "outbid" });
                }
                return sold.is_some();
            }
            Some(Program::Pass { unless, .. }) => unless.clone(),
            Some(Program::Buy { .. }) => vec![Worry::Sale, Worry::Director],
        };
        let bought = match &self.program {
            Some(Program::Buy { company, .. }) => position.sheet().company_by_id(company),
            _ => None,
        };
        let concerns = |company: engine::Company| {
            bought == Some(company)
                || (bought.is_none() && core.stock[company.at()].of(Player(seat)) > 0)
        };
        let stopped = events.iter().find_map(|event| {
            let (worry, why) = match event {
                Event::Started { .. } => (Worry::Start, "start"),
                Event::SharesSold { player, company, .. }
                    if player.0 != seat && concerns(*company) =>
                {
                    (Worry::Sale, "sale")
                }
                Event::DirectorChanged { company, .. } if concerns(*company) => {
                    (Worry::Director, "director")
                }
                Event::PriceMoved { company, from, to } if to < from && concerns(*company) => {
                    (Worry::Price, "price")
                }
                _ => return None,
            };
            worries.contains(&worry).then_some(why)
        });
        if let Some(why) = stopped {
            self.stop(why);
        }
        stopped.is_some()
    }

    // The least bid that leads, while it is within the bounds; otherwise a pass where only this is bid for.
    fn bid(
        &mut self,
        position: &dyn Position,
        seat: u8,
        choices: &[Choice],
        paper: Option<&str>,
        most: i32,
    ) -> Option<Move> {
        let names = Names::of(position);
        let is_it = |lot: &Option<engine::Lot>| match (paper, lot.map(|l| names.write_lot(l))) {
            (None, None) => true,
            (Some(paper), Some(wire::Lot::Paper(id))) => paper == id,
            _ => false,
        };
        let bids = choices.iter().filter(|c| matches!(c.mv, Move::Bid { .. }));
        let (on, other): (Vec<&Choice>, Vec<&Choice>) =
            bids.partition(|c| matches!(&c.mv, Move::Bid { lot, .. } if is_it(lot)));
        let Some(choice) = on.first() else {
            // Something else is to be decided: that is for the player.
            self.stop(if other.is_empty() { "done" } else { "impossible" });
            return None;
        };
        if paper.is_some_and(|paper| leads(position, paper, seat)) {
            return None;
        }
        let least = choice.amount.map_or(0, |a| a.min);
        if least <= most {
            let mut mv = choice.mv.clone();
            if let Move::Bid { amount, .. } = &mut mv {
                *amount = least;
            }
            return Some(mv);
        }
        self.stop("outbid");
        let alone = other.is_empty() && !choices.iter().any(|c| matches!(c.mv, Move::Take { .. }));
        alone.then_some(Move::Pass)
    }

    // Whether nothing is left but to pass, and the player does not want to be asked.
    fn passes(&self, choices: &[Choice]) -> bool {
        self.forced && matches!(choices, [only] if only.mv == Move::Pass)
    }

    /// The move to make now, if any. `again`: the seat has just bought by this program and its turn goes on.
    pub fn decide(&mut self, position: &dyn Position, seat: u8, again: bool) -> Option<Move> {
        if !self.forced && self.program.is_none() {
            return None;
        }
        let choices = position.choices();
        let may_pass = choices.iter().any(|c| c.mv == Move::Pass);
        if self.passes(&choices) {
            return Some(Move::Pass);
        }
        let core = position.core();
        match self.program.clone()? {
            Program::Pass { round, .. } => {
                if round != Some(core.round) {
                    self.stop("round");
                    return None;
                }
                if !may_pass {
                    self.stop("impossible");
                    return None;
                }
                Some(Move::Pass)
            }
            Program::Bid { paper, most, round } => {
                if round != Some(core.round) {
                    self.stop("round");
                    return None;
                }
                self.bid(position, seat, &choices, paper.as_deref(), most)
            }
            Program::Buy { company, from, until, price } => {
                if core.round.kind != RoundKind::Stock {
                    return None;
                }
                if again {
                    return may_pass.then_some(Move::Pass);
                }
                let sheet = position.sheet();
                let Some(c) = sheet.company_by_id(&company) else {
                    self.stop("impossible");
                    return None;
                };
                let held = core.stock[c.at()].of(Player(seat)) as u16
                    * u16::from(sheet.company(c).unit_percent);
                let reached = match until {
                    Until::Percent(p) => held >= u16::from(p),
                    Until::Floated(_) => core.is(c, engine::Flag::Floated),
                };
                if reached {
                    self.stop("done");
                    return None;
                }
                if core.price(sheet, c) > price {
                    self.stop("price");
                    return None;
                }
                let buy = choices.iter().find_map(|choice| match &choice.mv {
                    Move::BuyShare { company, from: source } if *company == c => {
                        let fits = match from {
                            Source::Any => true,
                            Source::Ipo => *source == ShareSource::Ipo,
                            Source::Pool => *source == ShareSource::Pool,
                        };
                        fits.then(|| choice.mv.clone())
                    }
                    _ => None,
                });
                if buy.is_none() {
                    self.stop("impossible");
                }
                buy
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Company, Rng, Setup};

    // A position of 18CZ in which seat 0 holds shares of the first company and none of the second.
    fn holding() -> (Box<dyn Position>, Company, Company) {
        let title = titles::by_id("18cz").expect("18CZ is there");
        for seed in 0..200 {
            let setup = Setup {
                title: "18cz".to_owned(),
                variant: "standard".to_owned(),
                preset: title.presets()[0].to_owned(),
                options: Default::default(),
                players: vec!["0".to_owned(), "1".to_owned(), "2".to_owned()],
                seed,
                luck: None,
                rules: title.rules_version(),
                data: None,
                extra: None,
                arrangement: None,
            };
            let mut position = title.start(&setup).expect("a game");
            let mut rng = Rng::new(seed);
            for _ in 0..60 {
                let choices = position.choices();
                let Some(choice) = choices.get(rng.below(choices.len().max(1) as u32) as usize)
                else {
                    break;
                };
                let mv = position.routed(choice.mv.clone());
                position.play(&mv, &mut Vec::new()).expect("a legal move");
                let core = position.core();
                let of = |held: bool| {
                    position.sheet().company_ids().find(|&c| {
                        core.price(position.sheet(), c).is_some()
                            && (core.stock[c.at()].of(Player(0)) > 0) == held
                    })
                };
                if core.round.kind == RoundKind::Stock
                    && let (Some(held), Some(other)) = (of(true), of(false))
                {
                    return (position, held, other);
                }
            }
        }
        panic!("no such position in two hundred games");
    }

    fn passing(position: &dyn Position, unless: &[Worry]) -> Automation {
        let mut automation = Automation {
            program: Some(Program::Pass { unless: unless.to_vec(), round: None }),
            ..Automation::default()
        };
        automation.begin(position).expect("a stock round");
        automation
    }

    #[test]
    fn passing_stops_for_what_its_owner_wants_to_know_and_for_nothing_else() {
        let (position, held, other) = holding();
        let sold = |player: u8, company| Event::SharesSold {
            player: Player(player),
            company,
            shares: 1,
            price: 50,
            total: 50,
        };
        let director = |company| Event::DirectorChanged {
            company,
            from: Some(Player(1)),
            to: Some(Player(2)),
        };
        let price = |company, from, to| Event::PriceMoved { company, from, to };
        let started = Event::Started { company: other, player: Player(1), price: 70 };
        for (event, worry) in [
            (started, Some((Worry::Start, "start"))),
            (sold(1, held), Some((Worry::Sale, "sale"))),
            (sold(1, other), None),
            (sold(0, held), None),
            (director(held), Some((Worry::Director, "director"))),
            (director(other), None),
            (price(held, 60, 50), Some((Worry::Price, "price"))),
            (price(held, 50, 60), None),
            (price(other, 60, 50), None),
        ] {
            let mut all = passing(position.as_ref(), &Worry::ALL);
            let stopped = all.watch(position.as_ref(), 0, std::slice::from_ref(&event));
            assert_eq!(stopped, worry.is_some(), "{event:?}");
            assert_eq!(all.stopped.as_deref(), worry.map(|(_, why)| why), "{event:?}");
            assert_eq!(all.program.is_none(), stopped);
            // Each worry can be left out on its own.
            if let Some((worry, _)) = worry {
                let rest: Vec<Worry> = Worry::ALL.into_iter().filter(|w| *w != worry).collect();
                let mut others = passing(position.as_ref(), &rest);
                assert!(!others.watch(position.as_ref(), 0, &[event]));
            }
        }
    }

    #[test]
    fn buying_minds_only_the_company_it_buys() {
        let (position, held, other) = holding();
        let name = position.sheet().company(other).id.clone();
        let mut buying = Automation {
            program: Some(Program::Buy {
                company: name,
                from: Source::Any,
                until: Until::Percent(60),
                price: None,
            }),
            ..Automation::default()
        };
        buying.begin(position.as_ref()).expect("a stock round");
        let sold = |company| Event::SharesSold {
            player: Player(1),
            company,
            shares: 1,
            price: 50,
            total: 50,
        };
        assert!(!buying.watch(position.as_ref(), 0, &[sold(held)]));
        assert!(buying.watch(position.as_ref(), 0, &[sold(other)]));
        assert_eq!(buying.stopped.as_deref(), Some("sale"));
    }

    #[test]
    fn buying_stops_when_the_price_has_risen() {
        let (position, held, _) = holding();
        let seat = position.decision().expect("somebody decides").player.0;
        let name = position.sheet().company(held).id.clone();
        let paid = position.core().price(position.sheet(), held);
        let mut buying = Automation {
            program: Some(Program::Buy {
                company: name,
                from: Source::Any,
                until: Until::Percent(100),
                price: paid.map(|p| p - 1),
            }),
            ..Automation::default()
        };
        assert_eq!(buying.decide(position.as_ref(), seat, false), None);
        assert_eq!(buying.stopped.as_deref(), Some("price"));
    }

    #[test]
    fn who_can_only_pass_passes_unless_they_want_to_be_asked() {
        let forced = Automation::default();
        let asked = Automation { forced: false, ..Automation::default() };
        let pass = Choice::one(Move::Pass);
        let other = Choice::costing(Move::Pass, 10);
        assert!(forced.passes(std::slice::from_ref(&pass)));
        assert!(!asked.passes(std::slice::from_ref(&pass)));
        assert!(!forced.passes(&[pass, other]));
        assert!(!forced.passes(&[]));
    }

    fn bidding(position: &dyn Position, paper: Option<&str>, most: i32) -> Automation {
        let program = Program::Bid { paper: paper.map(str::to_owned), most, round: None };
        let mut automation = Automation { program: Some(program), ..Automation::default() };
        automation.begin(position).expect("an auction");
        automation
    }

    fn opening(title: &str) -> Box<dyn Position> {
        let title = titles::by_id(title).expect("a title");
        let setup = Setup {
            title: title.id().to_owned(),
            variant: "standard".to_owned(),
            preset: title.presets()[0].to_owned(),
            options: Default::default(),
            players: vec!["0".to_owned(), "1".to_owned()],
            seed: 1,
            luck: None,
            rules: title.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        };
        title.start(&setup).expect("a game")
    }

    fn plays(position: &mut dyn Position, mv: &Move) -> Vec<Event> {
        let mut events = Vec::new();
        position.play(mv, &mut events).expect("a legal move");
        events
    }

    #[test]
    fn bidding_goes_as_low_as_it_can_and_never_above_its_bound() {
        // IOW-AUCTION-5, IOW-AUCTION-6
        let mut position = opening("1860");
        let first = position.decision().expect("somebody bids").player.0;
        let mut automation = bidding(position.as_ref(), None, 12);
        let bid = |amount| Move::Bid { lot: None, amount };
        assert_eq!(automation.decide(position.as_ref(), first, false), Some(bid(5)));
        plays(position.as_mut(), &bid(5));
        let raised = plays(position.as_mut(), &bid(6 + 4));
        assert!(!automation.watch(position.as_ref(), first, &raised));
        // 15 would be above the bound: out, and the player hears why.
        assert_eq!(automation.decide(position.as_ref(), first, false), Some(Move::Pass));
        assert_eq!(automation.stopped.as_deref(), Some("outbid"));
    }

    #[test]
    fn who_leads_does_not_bid_against_himself() {
        // S89-AUCTION
        let mut position = opening("1889");
        let first = position.decision().expect("somebody bids").player.0;
        let choices = position.choices();
        let choice = choices.iter().find(|c| matches!(c.mv, Move::Bid { .. })).expect("a bid");
        let Move::Bid { lot: Some(lot), amount } = choice.mv.clone() else { panic!("no lot") };
        let wire::Lot::Paper(paper) = Names::of(position.as_ref()).write_lot(lot) else {
            panic!("no paper")
        };
        let mut automation = bidding(position.as_ref(), Some(&paper), amount + 20);
        let bid = automation.decide(position.as_ref(), first, false).expect("a bid");
        assert_eq!(bid, Move::Bid { lot: Some(lot), amount });
        plays(position.as_mut(), &bid);
        plays(position.as_mut(), &Move::Pass);
        assert_eq!(position.decision().expect("somebody bids").player.0, first);
        assert_eq!(automation.decide(position.as_ref(), first, false), None);
        assert!(automation.program.is_some(), "it waits");
        // Outbid by another, it goes on.
        plays(position.as_mut(), &Move::Pass);
        plays(position.as_mut(), &Move::Bid { lot: Some(lot), amount: amount + 5 });
        let next = automation.decide(position.as_ref(), first, false);
        assert_eq!(next, Some(Move::Bid { lot: Some(lot), amount: amount + 10 }));
    }

    #[test]
    fn a_maximum_bid_is_for_auctions_and_for_papers_that_there_are() {
        let (stock, ..) = holding();
        let begun = |position: &dyn Position, paper: Option<&str>, most| {
            let program = Program::Bid { paper: paper.map(str::to_owned), most, round: None };
            let mut automation = Automation { program: Some(program), ..Automation::default() };
            automation.begin(position).is_ok()
        };
        assert!(!begun(stock.as_ref(), None, 50));
        let auction = opening("1889");
        assert!(begun(auction.as_ref(), Some("MF"), 50));
        assert!(!begun(auction.as_ref(), Some("nowhere"), 50));
        assert!(!begun(auction.as_ref(), Some("MF"), 0));
    }

    #[test]
    fn a_wrong_program_is_refused() {
        let (position, held, _) = holding();
        let name = position.sheet().company(held).id.clone();
        for (company, percent, fits) in [
            (name.as_str(), 60, true),
            (name.as_str(), 0, false),
            (name.as_str(), 101, false),
            ("nowhere", 60, false),
        ] {
            let mut automation = Automation {
                program: Some(Program::Buy {
                    company: company.to_owned(),
                    from: Source::Ipo,
                    until: Until::Percent(percent),
                    price: None,
                }),
                ..Automation::default()
            };
            assert_eq!(automation.begin(position.as_ref()).is_ok(), fits);
        }
    }
}
