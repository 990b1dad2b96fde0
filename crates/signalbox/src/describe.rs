//! Moves as sentences.

use crate::phrase;
use engine::{Card, Choice, Company, LayBy, Lot, Move, Pay, Position, ShareSource, TrainFrom};

/// Writes moves of a position.
pub struct Describe<'a>(pub &'a dyn Position);

impl Describe<'_> {
    /// Money as the title writes it.
    pub fn money(&self, amount: i32) -> String {
        self.0.sheet().money.replace('#', &amount.to_string())
    }

    /// Money of companies as the title writes it.
    pub fn company_money(&self, amount: i32) -> String {
        let sheet = self.0.sheet();
        sheet.company_money.as_ref().unwrap_or(&sheet.money).replace('#', &amount.to_string())
    }

    /// A company's abbreviation.
    pub fn company(&self, company: Company) -> &str {
        &self.0.sheet().company(company).id
    }

    fn paper(&self, paper: engine::Paper) -> String {
        let def = &self.0.sheet().papers[paper.at()];
        if def.name.is_empty() || def.name == def.id {
            def.id.clone()
        } else {
            format!("{} ({})", def.id, def.name)
        }
    }

    fn cell(&self, cell: board::Cell) -> String {
        let sheet = self.0.sheet();
        let name = sheet.map.name(cell);
        match sheet.map.def(cell).place.as_ref().filter(|_| !sheet.map.is_unbounded()) {
            Some(place) => format!("{name} {place}"),
            None => name,
        }
    }

    /// A train by the side in use and its card.
    pub fn train(&self, card: Card) -> String {
        let state = self.0.core().trains.get(card);
        let kind = &self.0.sheet().trains[usize::from(state.kind)];
        format!(
            "{}-train (card {}-{})",
            kind.faces[usize::from(state.face)].name,
            kind.name,
            state.copy
        )
    }

    fn slot(&self, slot: engine::Slot) -> String {
        match self.0.sheet().slots.get(slot.at()) {
            Some(id) => phrase::slot(id).to_owned(),
            None => format!("number {}", slot.0),
        }
    }

    // What a lot brings, one line after the other; marked where not every lot brings as much.
    fn brings(&self, lot: Lot) -> Vec<String> {
        let lines = self.0.brings(lot).into_iter();
        lines
            .map(|line| {
                let mark = if line.special { "advantage: " } else { "" };
                format!("{mark}{}", phrase::brings(&line, |m| self.money(m)))
            })
            .collect()
    }

    // A side of a card: what it lets do, or which it is.
    fn side(&self, slot: engine::Slot, side: u8) -> String {
        let mut sides = self.brings(Lot::Slot(slot));
        match usize::from(side) {
            i if i < sides.len() => format!(": {}", sides.swap_remove(i)),
            0 => ", first side".to_owned(),
            _ => ", second side".to_owned(),
        }
    }

    fn lot(&self, lot: Lot) -> String {
        match lot {
            Lot::Paper(paper) => {
                format!(
                    "{}, price {}",
                    self.paper(paper),
                    self.money(self.0.sheet().papers[paper.at()].price)
                )
            }
            Lot::Company(company) => {
                let def = self.0.sheet().company(company);
                format!("{} ({})", def.id, def.name)
            }
            Lot::Slot(slot) => self.slot(slot),
        }
    }

    fn lay(&self, cell: board::Cell, tile: board::TileId, rotation: u8, by: LayBy) -> String {
        let tile = &self.0.sheet().tiles.get(tile).name;
        let right = match by {
            LayBy::Build => String::new(),
            LayBy::Home => " as its home tile".to_owned(),
            LayBy::Power { paper } => format!(" by the power of {}", self.paper(paper)),
            LayBy::Waiver { paper } => format!(", terrain waived by {}", self.paper(paper)),
            LayBy::Right { slot } => format!(" by the right of {}", self.slot(slot)),
        };
        format!("lay tile {tile} on {} turned {rotation}{right}", self.cell(cell))
    }

    fn stop(&self, cell: board::Cell, stop: u8) -> String {
        let several = self
            .0
            .core()
            .board()
            .at(cell)
            .is_some_and(|l| self.0.sheet().tiles.get(l.tile).stops.len() > 1);
        if several { format!("{} (city {})", self.cell(cell), stop + 1) } else { self.cell(cell) }
    }

    /// A move as a sentence.
    pub fn sentence(&self, mv: &Move) -> String {
        let sheet = self.0.sheet();
        match mv {
            Move::Pass => "pass".into(),
            Move::Answer { accept: true } => "accept the offer".into(),
            Move::Answer { accept: false } => "decline the offer".into(),
            Move::Take { lot } => format!("take {}", self.lot(*lot)),
            Move::Bid { lot: Some(lot), amount } => {
                format!("bid {} for {}", self.money(*amount), self.lot(*lot))
            }
            Move::Bid { lot: None, amount } => format!("bid {}", self.money(*amount)),
            Move::Start { company, price } => {
                format!(
                    "start {} at {}",
                    self.company(*company),
                    self.money(sheet.market.price(*price))
                )
            }
            Move::BuyShare { company, from } => {
                let from = if *from == ShareSource::Ipo { "unsold" } else { "from the pool" };
                let price = self
                    .0
                    .core()
                    .price(sheet, *company)
                    .map_or(String::new(), |p| format!(" for {}", self.money(p)));
                format!("buy a share of {} ({from}){price}", self.company(*company))
            }
            Move::SellShares { company, shares } => {
                let percent = u32::from(*shares) * u32::from(sheet.company(*company).unit_percent);
                format!(
                    "sell {shares} share{} of {} ({percent} %)",
                    if *shares == 1 { "" } else { "s" },
                    self.company(*company)
                )
            }
            Move::BuyPaper { paper, amount } => {
                format!("buy {} for {}", self.paper(*paper), self.money(*amount))
            }
            Move::SellPaper { paper } => format!("sell {} to the bank", self.paper(*paper)),
            Move::Exchange { paper } => format!("exchange {} for a share", self.paper(*paper)),
            Move::Repay { amount } => format!("pay back {}", self.money(*amount)),
            Move::LayTile { cell, tile, rotation, by, .. } => {
                self.lay(*cell, *tile, *rotation, *by)
            }
            Move::PlaceStation { company, cell, stop } => {
                format!(
                    "place a station of {} in {}",
                    self.company(*company),
                    self.stop(*cell, *stop)
                )
            }
            Move::LiftStation { company, cell, stop } => {
                format!(
                    "take back the station of {} in {}",
                    self.company(*company),
                    self.stop(*cell, *stop)
                )
            }
            Move::Run { company, routes, .. } => match routes.len() {
                0 => format!("run the trains of {}", self.company(*company)),
                1 => format!("run {} on one route", self.company(*company)),
                n => format!("run {} on {n} routes", self.company(*company)),
            },
            Move::Dividend { pay: Pay::Out } => "pay a dividend".into(),
            Move::Dividend { pay: Pay::Withhold } => "keep the revenue".into(),
            Move::Acquire { target, amount } => {
                format!(
                    "take over {} for {} a share",
                    self.company(*target),
                    self.company_money(*amount)
                )
            }
            Move::TurnTrain { card, face } => {
                let kind = self.0.core().trains.get(*card).kind;
                format!(
                    "turn the {} to its side {}",
                    self.train(*card),
                    sheet.face(kind, *face).name
                )
            }
            Move::ScrapTrain { card } => format!("scrap the {}", self.train(*card)),
            Move::BuyTrain { card, face, amount, from, .. } => {
                let state = self.0.core().trains.get(*card);
                let kind = &sheet.trains[usize::from(state.kind)];
                let source = match from {
                    TrainFrom::Deck => "the stack".to_owned(),
                    TrainFrom::Pool => "the train pool".to_owned(),
                    TrainFrom::Company { company } => self.company(*company).to_owned(),
                };
                let name = &kind.faces[usize::from(*face)].name;
                format!(
                    "buy a {name}-train (card {}-{}) from {source} for {}",
                    kind.name,
                    state.copy,
                    self.company_money(*amount)
                )
            }
            Move::TradeTrain { card, given, amount, .. } => format!(
                "give the {} and {} for a {}",
                self.train(*given),
                self.company_money(*amount),
                self.train(*card)
            ),
            Move::Bankrupt => "go bankrupt".into(),
            Move::LayPaperTile { paper, cell, tile, rotation } => format!(
                "{} by right of {}",
                self.lay(*cell, *tile, *rotation, engine::LayBy::Build),
                self.paper(*paper)
            ),
            Move::ReturnTrain { company, card } => {
                format!("{} gives up the {}", self.company(*company), self.train(*card))
            }
            Move::AssignTrain { card, company } => {
                format!("give the {} to {}", self.train(*card), self.company(*company))
            }
            Move::RefitTrain { card } => format!("refit the {}", self.train(*card)),
            Move::PlayCard { slot, side, copy } => format!(
                "play {}{}{}",
                self.slot(*slot),
                self.side(*slot, *side),
                if *copy { ", with a copy card" } else { "" }
            ),
            Move::Use { slot } => format!("use {}", self.slot(*slot)),
            Move::Allot { company, amount } => {
                format!("put {} into {}", self.money(*amount), self.company(*company))
            }
        }
    }

    /// A choice as a sentence, with its range and cost.
    pub fn choice(&self, choice: &Choice) -> String {
        let mut text = match choice.amount {
            Some(range) if range.min != range.max => {
                let step = if range.step == 1 {
                    String::new()
                } else {
                    format!(" in steps of {}", range.step)
                };
                format!("{} (up to {}{step})", self.sentence(&choice.mv), range.max)
            }
            _ => self.sentence(&choice.mv),
        };
        if let Move::Take { lot } = choice.mv {
            for line in self.brings(lot) {
                text.push_str(&format!("\n        {line}"));
            }
        }
        if choice.cost != 0 {
            text.push_str(&format!(", cost {}", self.cost(choice)));
        }
        text
    }

    // Companies pay for track, stations and trains, players for everything else.
    fn cost(&self, choice: &Choice) -> String {
        match choice.mv {
            Move::LayTile { .. }
            | Move::PlaceStation { .. }
            | Move::LiftStation { .. }
            | Move::BuyTrain { .. }
            | Move::RefitTrain { .. }
            | Move::TurnTrain { .. }
            | Move::Acquire { .. } => self.company_money(choice.cost),
            _ => self.money(choice.cost),
        }
    }

    /// Who must decide what, as a sentence.
    pub fn decision(&self, players: &[String]) -> String {
        let Some(decision) = self.0.decision() else {
            return "The game is over.".into();
        };
        let name = players.get(decision.player.at()).map_or("?", String::as_str);
        match decision.company {
            Some(company) => {
                format!("{name} decides for {}: {}", self.company(company), decision.step)
            }
            None => format!("{name} decides: {}", decision.step),
        }
    }
}
