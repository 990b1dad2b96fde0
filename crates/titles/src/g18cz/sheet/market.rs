//! The chart of share prices.

use super::super::printed::Variant;
use super::super::raw::Raw;
use super::words::size_of;
use engine::{MarketCell, MarketDef};

/// Cells of the chart, where a marker goes from each, and who may start there.
pub(super) fn market_of(raw: &Raw, variant: Variant, faults: &mut Vec<String>) -> MarketDef {
    let moravia = &raw.variants.moravia_silesia;
    MarketDef {
        cells: raw
            .market
            .cells
            .iter()
            .map(|c| {
                let start = match variant {
                    Variant::Moravia => u8::from(moravia.par_prices.contains(&c.price)) << 2,
                    _ => c.par.iter().fold(0, |m, s| m | 1 << size_of(s, faults)),
                };
                MarketCell {
                    price: c.price,
                    row: u8::from(c.row == "bottom"),
                    column: c.column * 2 + u8::from(c.row == "top"),
                    start,
                    zone: 0,
                    to: [c.right, c.left, c.sale, c.sold_out],
                }
            })
            .collect(),
    }
}
