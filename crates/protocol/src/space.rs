//! Indices of actions: one for everything that can be decided, the same in every position of a variant.

use board::Cell;
use engine::{LayBy, Lot, Move, Pay, ShareSource, Sheet, TrainFrom};

macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident $name:literal),* $(,)?) => {
        /// Parts of the space, in order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Part { $($(#[$doc])* $part),* }

        impl Part {
            /// All of them.
            pub const ALL: &[Part] = &[$(Part::$part),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Part::$part => $name),* }
            }
        }
    };
}

parts! {
    /// Nothing, or nothing more.
    Pass "pass",
    /// Give up.
    Bankrupt "bankrupt",
    /// No, yes.
    Answer "answer",
    /// Pay out, keep.
    Dividend "dividend",
    /// A lot.
    Take "take",
    /// A lot, or none in the last place; an amount.
    Bid "bid",
    /// A company; a cell of the chart.
    Start "start",
    /// A company; unsold, pool.
    BuyShare "buy_share",
    /// A company; how many, less one.
    SellShares "sell_shares",
    /// A paper; an amount.
    BuyPaper "buy_paper",
    /// A paper.
    SellPaper "sell_paper",
    /// A paper.
    Exchange "exchange",
    /// An amount.
    Repay "repay",
    /// By what right; a cell.
    LayTile "lay_tile",
    /// A paper; a cell.
    LayPaperTile "lay_paper_tile",
    /// A cell; a stop.
    PlaceStation "place_station",
    /// A cell; a stop.
    LiftStation "lift_station",
    /// Which routes: best, most subsidy, none, at most 0, 1, 2 or 3 halts each, through stops.
    Run "run",
    /// A company; an amount.
    Acquire "acquire",
    /// A kind of train; a face.
    TurnTrain "turn_train",
    /// A kind of train.
    ScrapTrain "scrap_train",
    /// A kind of train; a face; stack, pool, or a company; an amount.
    BuyTrain "buy_train",
    /// A kind of train; the kind given for it.
    TradeTrain "trade_train",
    /// A kind of train.
    ReturnTrain "return_train",
    /// A kind of train; a company.
    AssignTrain "assign_train",
    /// A kind of train.
    RefitTrain "refit_train",
    /// A card; a side; without and with a copy card.
    PlayCard "play_card",
    /// A right.
    Use "use",
    /// A company; an amount.
    Allot "allot",
    /// Second step of a tile: a tile; a rotation.
    Tile "tile",
    /// A step of a route: a cell; a stop.
    Stop "stop",
    /// Second step of everything else: which of those that are left.
    Which "which",
}

/// Names of amounts in a range, and a second step for the exact one.
pub(crate) const AMOUNTS: [&str; 8] =
    ["least", "second", "third", "quarter", "half", "three_quarters", "most", "exact"];
/// The place of the exact amount.
pub(crate) const EXACT: usize = 7;
/// Kinds of sets of routes.
pub(crate) const RUNS: [&str; 8] =
    ["best", "most_subsidy", "none", "no_halts", "one_halt", "two_halts", "three_halts", "through"];
/// So many can be told apart in one second step.
pub(crate) const WIDTH: usize = 64;
/// Cells of an unbounded map that have an index of their own: a square of so many around the origin.
const WINDOW: i16 = 24;
/// Stops of a cell that have an index of their own.
const STOPS: usize = 4;

#[derive(Clone, Debug)]
struct Block {
    from: usize,
    dims: Vec<usize>,
}

/// All indices of a game's actions.
#[derive(Clone, Debug)]
pub struct Space {
    blocks: Vec<Block>,
    size: usize,
    papers: usize,
    companies: usize,
    slots: usize,
}

/// Place of a cell among the cells that have an index; the last one stands for all others.
pub(crate) fn cell_at(sheet: &Sheet, cell: Cell) -> usize {
    if !sheet.map.is_unbounded() {
        return cell.0 as usize;
    }
    let half = WINDOW / 2;
    let (x, y) = cell.xy();
    match (-half..half).contains(&x) && (-half..half).contains(&y) {
        true => ((y + half) * WINDOW + x + half) as usize,
        false => (WINDOW * WINDOW) as usize,
    }
}

/// How many cells have an index.
pub(crate) fn cell_count(sheet: &Sheet) -> usize {
    match sheet.map.is_unbounded() {
        true => (WINDOW * WINDOW) as usize + 1,
        false => sheet.map.cells.len(),
    }
}

impl Space {
    /// The space of a game: it depends on what is printed, and on nothing else.
    pub fn of(sheet: &Sheet) -> Space {
        let (c, p, s) =
            (sheet.companies.len().max(1), sheet.papers.len().max(1), sheet.slots.len().max(1));
        let (k, cells, chart) =
            (sheet.trains.len().max(1), cell_count(sheet), sheet.market.cells.len().max(1));
        let faces = sheet.trains.iter().map(|k| k.faces.len()).max().unwrap_or(1).max(1);
        let units = sheet.companies.iter().map(|c| c.units as usize).max().unwrap_or(1).max(1);
        let (lots, a) = (p + c + s, AMOUNTS.len());
        let edges = sheet.map.shape().edges() as usize;
        let mut size = 0;
        let mut blocks = Vec::new();
        for part in Part::ALL {
            let dims = match part {
                Part::Pass | Part::Bankrupt => vec![1],
                Part::Answer | Part::Dividend => vec![2],
                Part::Take => vec![lots],
                Part::Bid => vec![lots + 1, a],
                Part::Start => vec![c, chart],
                Part::BuyShare => vec![c, 2],
                Part::SellShares => vec![c, units],
                Part::BuyPaper => vec![p, a],
                Part::SellPaper | Part::Exchange => vec![p],
                Part::Repay => vec![a],
                Part::LayTile => vec![2 + 2 * p + s, cells],
                Part::LayPaperTile => vec![p, cells],
                Part::PlaceStation | Part::LiftStation | Part::Stop => vec![cells, STOPS],
                Part::Run => vec![RUNS.len()],
                Part::Acquire | Part::Allot => vec![c, a],
                Part::TurnTrain => vec![k, faces],
                Part::ScrapTrain | Part::ReturnTrain | Part::RefitTrain => vec![k],
                Part::BuyTrain => vec![k, faces, 2 + c, a],
                Part::TradeTrain => vec![k, k],
                Part::AssignTrain => vec![k, c],
                Part::PlayCard => vec![s, 2, 2],
                Part::Use => vec![s],
                Part::Tile => vec![sheet.tiles.tiles.len().max(1), edges],
                Part::Which => vec![WIDTH],
            };
            let count: usize = dims.iter().product();
            blocks.push(Block { from: size, dims });
            size += count;
        }
        Space { blocks, size, papers: p, companies: c, slots: s }
    }

    /// How many indices there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Its parts: name, first index, how many values each coordinate has.
    pub fn parts(&self) -> impl Iterator<Item = (Part, usize, &[usize])> {
        Part::ALL.iter().zip(&self.blocks).map(|(part, b)| (*part, b.from, b.dims.as_slice()))
    }

    /// Part and coordinates of an index.
    pub fn place(&self, index: usize) -> Option<(Part, Vec<usize>)> {
        if index >= self.size {
            return None;
        }
        let at = self.blocks.iter().rposition(|b| b.from <= index)?;
        let mut rest = index - self.blocks[at].from;
        let mut coordinates: Vec<usize> = Vec::new();
        for dim in self.blocks[at].dims.iter().rev() {
            coordinates.push(rest % dim);
            rest /= dim;
        }
        coordinates.reverse();
        Some((Part::ALL[at], coordinates))
    }

    /// The index of a place. What lies outside shares the last one of its row; a second step tells such moves apart.
    pub(crate) fn index(&self, part: Part, coordinates: &[usize]) -> usize {
        let block = &self.blocks[part as usize];
        let inside = block.dims.iter().zip(coordinates);
        block.from + inside.fold(0, |index, (dim, at)| index * dim + (*at).min(dim - 1))
    }

    fn lot(&self, lot: Option<Lot>) -> usize {
        match lot {
            Some(Lot::Paper(paper)) => paper.at().min(self.papers - 1),
            Some(Lot::Company(company)) => self.papers + company.at().min(self.companies - 1),
            Some(Lot::Slot(slot)) => self.papers + self.companies + slot.at().min(self.slots - 1),
            None => self.papers + self.companies + self.slots,
        }
    }

    /// The index of a move. `amount` is the place of its amount among the named ones; tiles and routes are told apart in
    /// further steps.
    pub(crate) fn of_move(
        &self,
        sheet: &Sheet,
        core: &engine::Core,
        mv: &Move,
        amount: usize,
    ) -> usize {
        let kind = |card: &engine::Card| core.trains.get(*card).kind as usize;
        let cell = |cell: &Cell| cell_at(sheet, *cell);
        let at = |part, coordinates: &[usize]| self.index(part, coordinates);
        match mv {
            Move::Pass => at(Part::Pass, &[0]),
            Move::Bankrupt => at(Part::Bankrupt, &[0]),
            Move::Answer { accept } => at(Part::Answer, &[usize::from(*accept)]),
            Move::Dividend { pay } => at(Part::Dividend, &[usize::from(*pay == Pay::Withhold)]),
            Move::Take { lot } => at(Part::Take, &[self.lot(Some(*lot))]),
            Move::Bid { lot, .. } => at(Part::Bid, &[self.lot(*lot), amount]),
            Move::Start { company, price } => at(Part::Start, &[company.at(), *price as usize]),
            Move::BuyShare { company, from } => {
                at(Part::BuyShare, &[company.at(), usize::from(*from == ShareSource::Pool)])
            }
            Move::SellShares { company, shares } => {
                at(Part::SellShares, &[company.at(), usize::from(shares.saturating_sub(1))])
            }
            Move::BuyPaper { paper, .. } => at(Part::BuyPaper, &[paper.at(), amount]),
            Move::SellPaper { paper } => at(Part::SellPaper, &[paper.at()]),
            Move::Exchange { paper } => at(Part::Exchange, &[paper.at()]),
            Move::Repay { .. } => at(Part::Repay, &[amount]),
            Move::LayTile { cell: c, by, .. } => {
                let right = match by {
                    LayBy::Build => 0,
                    LayBy::Home => 1,
                    LayBy::Power { paper } => 2 + paper.at(),
                    LayBy::Waiver { paper } => 2 + self.papers + paper.at(),
                    LayBy::Right { slot } => 2 + 2 * self.papers + slot.at(),
                };
                at(Part::LayTile, &[right, cell(c)])
            }
            Move::LayPaperTile { paper, cell: c, .. } => {
                at(Part::LayPaperTile, &[paper.at(), cell(c)])
            }
            Move::PlaceStation { cell: c, stop, .. } => {
                at(Part::PlaceStation, &[cell(c), *stop as usize])
            }
            Move::LiftStation { cell: c, stop, .. } => {
                at(Part::LiftStation, &[cell(c), *stop as usize])
            }
            Move::Run { .. } => at(Part::Run, &[0]),
            Move::Acquire { target, .. } => at(Part::Acquire, &[target.at(), amount]),
            Move::TurnTrain { card, face } => at(Part::TurnTrain, &[kind(card), *face as usize]),
            Move::ScrapTrain { card } => at(Part::ScrapTrain, &[kind(card)]),
            Move::BuyTrain { card, face, from, .. } => {
                let source = match from {
                    TrainFrom::Deck => 0,
                    TrainFrom::Pool => 1,
                    TrainFrom::Company { company } => 2 + company.at(),
                };
                at(Part::BuyTrain, &[kind(card), *face as usize, source, amount])
            }
            Move::TradeTrain { card, given, .. } => {
                at(Part::TradeTrain, &[kind(card), kind(given)])
            }
            Move::ReturnTrain { card, .. } => at(Part::ReturnTrain, &[kind(card)]),
            Move::AssignTrain { card, company } => {
                at(Part::AssignTrain, &[kind(card), company.at()])
            }
            Move::RefitTrain { card } => at(Part::RefitTrain, &[kind(card)]),
            Move::PlayCard { slot, side, copy } => {
                at(Part::PlayCard, &[slot.at(), *side as usize, usize::from(*copy)])
            }
            Move::Use { slot } => at(Part::Use, &[slot.at()]),
            Move::Allot { company, .. } => at(Part::Allot, &[company.at(), amount]),
        }
    }

    /// The index of a tile in the second step.
    pub(crate) fn of_tile(&self, mv: &Move) -> Option<usize> {
        match mv {
            Move::LayTile { tile, rotation, .. } | Move::LayPaperTile { tile, rotation, .. } => {
                Some(self.index(Part::Tile, &[tile.0 as usize, *rotation as usize]))
            }
            _ => None,
        }
    }
}
