//! What is printed beside the engine's sheet, and the terms of the title.

use super::options::Options;
use super::practice;
use super::title::{BEGINNER, WITHOUT_PORT};
use engine::sheet::{BuiltIn, Faults, Look, Wanted, patched, rights};
use engine::{
    Beside, Bonus, Course, FloatsBy, Lots, Paper, PoolPays, Setup, SetupError, Sheet, Terms,
    TradeIn, TurnOrder,
};
use std::sync::Arc;

/// Everything printed.
#[derive(Debug)]
pub struct Printed {
    /// The engine's part.
    pub sheet: Arc<Sheet>,
    /// How this title varies what all titles have.
    pub terms: Terms,
    /// Options in force.
    pub options: Options,
    /// The beginner game. S89-OPTION-1
    pub beginner: bool,
    /// Certificates that a player may hold.
    pub limit: Option<u8>,
    /// Lots of the auction, cheapest first.
    pub lots: Vec<Paper>,
    /// Their face values.
    pub faces: Vec<i32>,
    /// Least raise of a bid.
    pub raise: i32,
    /// What the first lot loses when all pass.
    pub discount: i32,
}

impl Printed {
    /// The private companies as lots.
    pub fn for_auction(&self) -> Lots<'_> {
        let (papers, faces) = (&self.lots, &self.faces);
        let (raise, discount) = (self.raise, self.discount);
        Lots { papers, faces, raise, discount }
    }
}

/// The data sheet that comes with the program.
pub static SHEET: BuiltIn = BuiltIn::new(include_str!("../../data/1889.json"), None);

// The last train is on sale beside the others from a phase on, and costs less for one of them. S89-TRAIN-3, S89-TRAIN-7
fn diesel(look: &Look, sheet: &Sheet) -> (Beside, TradeIn) {
    let kind = sheet.trains.len().saturating_sub(1) as u8;
    let trains = look.key("trains").list();
    let trade = trains.last().map(|t| t.key("own").key("trade"));
    let names = trade.as_ref().map(|t| t.texts("for")).unwrap_or_default();
    let taken = sheet.trains.iter().enumerate().filter(|(_, k)| names.contains(&k.name));
    let takes = taken.fold(0, |bits, (k, _)| bits | 1 << k);
    let price = trade.map_or(0, |t| t.key("price").money());
    let phase = sheet.phase_of_event("diesels_on_sale").unwrap_or(u8::MAX);
    (Beside { kind, phase }, TradeIn { kind, price, takes })
}

fn terms(look: &Look, sheet: &Sheet, options: Options) -> Terms {
    let (beside, trade_in) = diesel(look, sheet);
    let book = Terms {
        pool_limit: Some(5),
        turn_order: TurnOrder::Either,
        floats_by: FloatsBy::Sold,
        sales_from: 2,
        one_block: true,
        // Zones of the sheet: 1 is yellow, 2 orange. S89-CERT-3, S89-CERT-6
        uncounted_zones: 0b110,
        unlimited_zones: 0b100,
        pool_pays: PoolPays::Company,
        beside: Some(beside),
        trade_in: Some(trade_in),
        ..Terms::PLAIN
    };
    practice::terms(book, options)
}

/// What is printed, for a variant and a number of players.
pub fn read(setup: &Setup, options: Options) -> Result<Printed, SetupError> {
    let (whole, players) = (&*SHEET.or(setup.data.as_ref()), setup.players.len());
    let beginner = setup.variant == BEGINNER;
    let faults = Faults::default();
    // A sheet that a game carries may be older than this patch, and then leaves the tile out by itself.
    let patches: &[&str] = match (beginner, options.port_tile_in_the_box) {
        (true, false) if !whole["variants"][WITHOUT_PORT].is_null() => &[BEGINNER, WITHOUT_PORT],
        (true, _) => &[BEGINNER],
        (false, _) => &[],
    };
    let patched = patched(whole, patches, &faults);
    let look = Look::new(&patched, &faults);
    let course = Course {
        steps: vec!["track", "station", "run", "dividend", "trains"],
        sets: true,
        routes: true,
        automatic: None,
    };
    let (title, variant) = ("1889", setup.variant.as_str());
    let mut sheet = engine::sheet::read(&look, &Wanted { title, variant, players, course, whole });
    let own = look.key("own");
    own.only(&["least_raise", "discount", "diesel_bonus"]);
    rights(&look, &mut sheet, players);
    // S89-REVENUE-6
    let cells = own.key("diesel_bonus").fields().into_iter();
    let cells = cells.filter_map(|(cell, more)| Some((sheet.map.by_name(cell)?, more.money())));
    let (kind, cells) = (sheet.trains.len().saturating_sub(1) as u8, cells.collect());
    sheet.bonus = Some(Bonus { kind, cells });
    // S89-SETUP-6
    let in_play = |p: &Paper| sheet.papers[p.at()].in_play;
    let lots: Vec<Paper> = sheet.paper_ids().filter(in_play).collect();
    let printed = Printed {
        terms: terms(&look, &sheet, options),
        options,
        beginner,
        limit: sheet.seats(players).and_then(|s| s.certificates),
        faces: lots.iter().map(|p| sheet.papers[p.at()].price).collect(),
        lots,
        raise: own.key("least_raise").money(),
        discount: own.key("discount").money(),
        sheet: Arc::new(sheet),
    };
    faults.sound(printed)
}
