//! A position as numbers: one flat array whose fields have names.

use crate::space::{cell_at, cell_count};
use engine::{Flag, Place, Player, Position, Purse, RoundKind, Sheet, Whereabouts};
use serde::Serialize;

/// A field of the array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Where it begins.
    pub from: usize,
    /// How many values each coordinate has.
    pub shape: Vec<usize>,
}

/// The fields of a game's observations. They depend on what is printed and on the number of seats.
#[derive(Clone, Debug)]
pub struct Fields {
    all: Vec<Field>,
    size: usize,
}

// The fields in the order of the array.
#[derive(Clone, Copy)]
enum F {
    Player,
    Company,
    Round,
    Set,
    Number,
    Phase,
    Bank,
    Order,
    Cash,
    Value,
    Debt,
    Certificates,
    Shares,
    Papers,
    Director,
    Flags,
    Treasury,
    Price,
    Par,
    Unsold,
    Pool,
    LastRevenue,
    Markers,
    CompanyPapers,
    Trains,
    Stack,
    TrainPool,
    Tile,
    Rotation,
    Stations,
}

const FLAGS: [Flag; 10] = [
    Flag::Started,
    Flag::Floated,
    Flag::Operated,
    Flag::Home,
    Flag::Acquirer,
    Flag::Closed,
    Flag::Insolvent,
    Flag::Receivership,
    Flag::Bankrupt,
    Flag::Ceased,
];

const KINDS: [RoundKind; 5] = [
    RoundKind::Opening,
    RoundKind::Stock,
    RoundKind::Operating,
    RoundKind::Actions,
    RoundKind::Over,
];

impl Fields {
    /// The fields of a game.
    pub fn of(sheet: &Sheet, seats: usize) -> Fields {
        let (c, p, k) = (sheet.companies.len(), sheet.papers.len(), sheet.trains.len());
        let cells = cell_count(sheet);
        let shapes: Vec<(&'static str, Vec<usize>)> = vec![
            ("player", vec![seats]),
            ("company", vec![c]),
            ("round", vec![KINDS.len()]),
            ("set", vec![1]),
            ("number", vec![1]),
            ("phase", vec![sheet.phases.len()]),
            ("bank", vec![1]),
            ("order", vec![seats]),
            ("cash", vec![seats]),
            ("value", vec![seats]),
            ("debt", vec![seats]),
            ("certificates", vec![seats]),
            ("shares", vec![seats, c]),
            ("papers", vec![seats, p]),
            ("director", vec![c, seats]),
            ("flags", vec![c, FLAGS.len()]),
            ("treasury", vec![c]),
            ("price", vec![c]),
            ("par", vec![c]),
            ("unsold", vec![c]),
            ("pool", vec![c]),
            ("last_revenue", vec![c]),
            ("markers", vec![c]),
            ("company_papers", vec![c, p]),
            ("trains", vec![c, k]),
            ("stack", vec![k]),
            ("train_pool", vec![k]),
            ("tile", vec![cells]),
            ("rotation", vec![cells]),
            ("stations", vec![cells]),
        ];
        let mut size = 0;
        let mut all = Vec::new();
        for (name, shape) in shapes {
            let count: usize = shape.iter().product();
            all.push(Field { name, from: size, shape });
            size += count;
        }
        Fields { all, size }
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The fields in order.
    pub fn all(&self) -> &[Field] {
        &self.all
    }

    /// A position as numbers. Who decides sees everything that everybody sees.
    pub fn observe(&self, position: &dyn Position) -> Vec<f32> {
        let mut out = vec![0.0; self.size];
        self.write(position, &mut out);
        out
    }

    /// Writes the numbers where they belong.
    ///
    /// # Panics
    /// When there is less room than [`Fields::size`].
    pub fn write(&self, position: &dyn Position, out: &mut [f32]) {
        let (sheet, core) = (position.sheet(), position.core());
        let seats = usize::from(core.seats);
        out[..self.size].fill(0.0);
        let mut put = |field: F, at: &[usize], value: f32| {
            let f = &self.all[field as usize];
            let inside = f.shape.iter().zip(at);
            let offset = inside.fold(0, |offset, (dim, at)| offset * dim + at);
            out[f.from + offset] = value;
        };
        let decision = position.decision();
        if let Some(decision) = decision {
            if decision.player.at() < seats {
                put(F::Player, &[decision.player.at()], 1.0);
            }
            if let Some(company) = decision.company {
                put(F::Company, &[company.at()], 1.0);
            }
        }
        let kind = KINDS.iter().position(|k| *k == core.round.kind).unwrap_or(0);
        put(F::Round, &[kind], 1.0);
        put(F::Set, &[0], f32::from(core.round.set));
        put(F::Number, &[0], f32::from(core.round.number));
        put(F::Phase, &[core.phase as usize], 1.0);
        put(F::Bank, &[0], core.money.of(Purse::Bank) as f32);
        for (place, player) in core.players().enumerate().filter(|(_, p)| p.at() < seats) {
            put(F::Order, &[player.at()], place as f32);
        }
        let values = position.values();
        for seat in 0..seats {
            let player = Player(seat as u8);
            put(F::Cash, &[seat], core.money.player(player) as f32);
            put(F::Value, &[seat], values.get(seat).copied().unwrap_or(0) as f32);
            put(F::Debt, &[seat], core.debt[seat] as f32);
            put(F::Certificates, &[seat], f32::from(position.certificates(player).0));
        }
        for company in sheet.company_ids() {
            let c = company.at();
            let (stock, state) = (&core.stock[c], core.company(company));
            for seat in 0..seats {
                put(F::Shares, &[seat, c], f32::from(stock.of(Player(seat as u8))));
            }
            if let Some(director) = stock.director().filter(|d| d.at() < seats) {
                put(F::Director, &[c, director.at()], 1.0);
            }
            for (i, flag) in FLAGS.into_iter().enumerate() {
                put(F::Flags, &[c, i], f32::from(u8::from(state.is(flag))));
            }
            if position.accounts_open(company) {
                put(F::Treasury, &[c], core.money.company(company) as f32);
            }
            put(F::Price, &[c], core.price(sheet, company).unwrap_or(0) as f32);
            if state.par != engine::NONE {
                put(F::Par, &[c], sheet.market.price(state.par) as f32);
            }
            put(F::Unsold, &[c], f32::from(stock.ipo));
            put(F::Pool, &[c], f32::from(stock.pool));
            put(F::LastRevenue, &[c], state.last_revenue as f32);
            put(F::Markers, &[c], f32::from(state.markers_left()));
        }
        for paper in sheet.paper_ids() {
            match core.papers[paper.at()].place {
                Place::Player(p) if p.at() < seats => put(F::Papers, &[p.at(), paper.at()], 1.0),
                Place::Company(c) => put(F::CompanyPapers, &[c.at(), paper.at()], 1.0),
                _ => {}
            }
        }
        let k = sheet.trains.len();
        let mut trains = vec![0_u16; (sheet.companies.len() + 2) * k];
        for card in core.trains.cards.iter() {
            let row = match card.place {
                Whereabouts::Deck => 0,
                Whereabouts::Pool => 1,
                Whereabouts::Company(c) => 2 + c.at(),
                _ => continue,
            };
            trains[row * k + usize::from(card.kind)] += 1;
        }
        for (at, count) in trains.into_iter().enumerate() {
            let (row, kind) = (at / k.max(1), at % k.max(1));
            match row {
                0 => put(F::Stack, &[kind], f32::from(count)),
                1 => put(F::TrainPool, &[kind], f32::from(count)),
                _ => put(F::Trains, &[row - 2, kind], f32::from(count)),
            }
        }
        for (cell, laid) in core.board().cells() {
            let at = cell_at(sheet, cell);
            put(F::Tile, &[at], f32::from(laid.tile.0) + 1.0);
            put(F::Rotation, &[at], f32::from(laid.rotation));
            let companies = laid.slots.iter().filter(|s| **s != board::NOBODY);
            let bits = companies.fold(0_u32, |bits, s| bits | 1 << (*s).min(23));
            put(F::Stations, &[at], bits as f32);
        }
    }
}
