//! What the fuzz targets do with their input: read it, play it, and never panic. The same functions run over a
//! bounded number of altered files in an ordinary test.

use crate::{PublicFile, Replay};
use engine::{
    Card, Company, Game, GameFile, LayBy, Lot, Move, Paper, Pay, Position, RouteClaim, RouteStep,
    Setup, ShareSource, Slot, TrainFrom,
};
use std::collections::BTreeMap;

/// Reads bytes as a public file and plays it as far as it goes; the error, if there is one.
pub fn public_file(data: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(data) else {
        return Some("not text".to_owned());
    };
    let replay = PublicFile::read(text).and_then(Replay::start);
    match replay {
        Err(error) => Some(error.to_string()),
        Ok(mut replay) => replay.run_to(usize::MAX).err().map(|e| e.to_string()),
    }
}

/// Reads bytes as a file of ours and plays it; the error, if there is one.
pub fn own_file(data: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(data) else {
        return Some("not text".to_owned());
    };
    let file = match GameFile::read(text) {
        Ok(file) => file,
        Err(error) => return Some(error.to_string()),
    };
    match titles::by_id(&file.setup.title) {
        None => Some("no such title".to_owned()),
        Some(title) => Game::replay(title, &file).err().map(|e| e.to_string()),
    }
}

/// Bytes as a source of small numbers; zero when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(u16::from_le_bytes([self.next(), self.next()])) % n.max(1)
    }

    fn amount(&mut self) -> i32 {
        match self.next() % 4 {
            0 => i32::from(self.next()),
            1 => -i32::from(self.next()),
            2 => i32::MAX - i32::from(self.next()),
            _ => i32::from(u16::from_le_bytes([self.next(), self.next()])),
        }
    }
}

/// Any move whose names exist in the position, sensible or not.
fn any_move(position: &dyn Position, bytes: &mut Bytes) -> Move {
    let (sheet, core) = (position.sheet().clone(), position.core());
    let company = Company(bytes.below(sheet.companies.len()) as u8);
    let paper = Paper(bytes.below(sheet.papers.len().max(1)) as u8);
    let card = Card(bytes.below(core.trains.cards.len()) as u8);
    let cells = core.board().cells();
    let cell = cells.get(bytes.below(cells.len())).map_or(board::Cell(0), |c| c.0);
    let tile = board::TileId(bytes.below(sheet.tiles.tiles.len()) as u16);
    let slot = Slot(bytes.below(sheet.slots.len().max(1)) as u8);
    let small = bytes.next();
    let papers = !sheet.papers.is_empty();
    match bytes.next() % 22 {
        0 => Move::Pass,
        1 => Move::Answer { accept: small & 1 == 0 },
        2 if papers => Move::Take { lot: Lot::Paper(paper) },
        3 if papers => Move::Bid { lot: Some(Lot::Paper(paper)), amount: bytes.amount() },
        4 => Move::Bid { lot: None, amount: bytes.amount() },
        5 => Move::Start { company, price: bytes.below(sheet.market.cells.len()) as u8 },
        6 => Move::BuyShare {
            company,
            from: if small & 1 == 0 { ShareSource::Ipo } else { ShareSource::Pool },
        },
        7 => Move::SellShares { company, shares: small },
        8 if papers => Move::BuyPaper { paper, amount: bytes.amount() },
        9 if papers => Move::SellPaper { paper },
        10 if papers => Move::Exchange { paper },
        11 => Move::Repay { amount: bytes.amount() },
        12 => {
            let by = match small % 5 {
                0 => LayBy::Home,
                1 if papers => LayBy::Power { paper },
                2 if papers => LayBy::Waiver { paper },
                3 => LayBy::Right { slot },
                _ => LayBy::Build,
            };
            Move::LayTile { company, cell, tile, rotation: bytes.next() % 8, by }
        }
        13 => Move::PlaceStation { company, cell, stop: bytes.next() % 6 },
        14 => Move::LiftStation { company, cell, stop: bytes.next() % 6 },
        15 => {
            let path = (0..bytes.below(6))
                .map(|_| RouteStep { cell, segment: bytes.next() % 12 })
                .collect();
            let recorded = (small & 1 == 0).then(|| (bytes.amount(), bytes.amount()));
            Move::Run {
                company,
                routes: vec![RouteClaim { card, path, halts: Some(small % 4), passes: Vec::new() }],
                recorded,
            }
        }
        16 => Move::Dividend { pay: if small & 1 == 0 { Pay::Out } else { Pay::Withhold } },
        17 => Move::Acquire { target: company, amount: bytes.amount() },
        18 => Move::TurnTrain { card, face: small % 4 },
        19 => Move::ReturnTrain { company, card },
        20 => {
            let from = match bytes.next() % 3 {
                0 => TrainFrom::Deck,
                1 => TrainFrom::Pool,
                _ => TrainFrom::Company {
                    company: Company(bytes.below(sheet.companies.len()) as u8),
                },
            };
            Move::BuyTrain { company, card, face: small % 4, amount: bytes.amount(), from }
        }
        _ => Move::ScrapTrain { card },
    }
}

/// Plays listed and arbitrary moves as the bytes say. A refused move must leave the position as it was.
pub fn moves(data: &[u8]) {
    let mut bytes = Bytes(data);
    let all = titles::all();
    if all.is_empty() {
        return;
    }
    let title = all[bytes.below(all.len())];
    let variants = title.variants();
    let variant = &variants[bytes.below(variants.len())];
    let span = usize::from(variant.max_players - variant.min_players) + 1;
    let players = usize::from(variant.min_players) + bytes.below(span);
    let preset = title.presets()[bytes.below(title.presets().len())];
    let setup = Setup {
        title: title.id().to_owned(),
        variant: variant.id.clone(),
        preset: preset.to_owned(),
        options: BTreeMap::new(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed: u64::from(bytes.next()),
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    let Ok(mut position) = title.start(&setup) else {
        return;
    };
    let mut events = Vec::new();
    while !bytes.0.is_empty() && position.decision().is_some() {
        let listed = bytes.next() % 4 != 0;
        let choices = position.choices();
        assert!(!choices.is_empty(), "somebody must decide but has no choice");
        let mv = if listed {
            let choice = &choices[bytes.below(choices.len())];
            match choice.amount {
                Some(range) => choice.mv.with_amount(range.max),
                None => choice.mv.clone(),
            }
        } else {
            any_move(position.as_ref(), &mut bytes)
        };
        let before = position.hash();
        events.clear();
        if position.play(&mv, &mut events).is_err() {
            assert_eq!(position.hash(), before, "a refused move changed the position: {mv:?}");
        }
    }
}
