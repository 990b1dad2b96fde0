//! The chart. S89-MARKET

use super::Table;
use engine::MarketMove;

fn moved(from: (u8, u8), how: MarketMove, steps: u8) -> (u8, u8) {
    let mut t = Table::new(2).started("AR", 100, [5, 0], 0).marker("AR", from.0, from.1);
    let (sheet, company) = (t.at.printed.sheet.clone(), t.company("AR"));
    for _ in 0..steps {
        t.at.state.core.market.step(&sheet.market, company, how);
    }
    t.cell_of("AR")
}

#[test]
fn eleven_rows() {
    // S89-MARKET-1
    let t = Table::new(2);
    let cells = &t.sheet().market.cells;
    let lengths = (0..11).map(|row| cells.iter().filter(|c| c.row == row).count());
    assert_eq!(lengths.collect::<Vec<_>>(), [15, 15, 12, 10, 8, 7, 6, 5, 4, 4, 4]);
    assert_eq!(cells.len(), 90);
}

#[test]
fn a_dividend_goes_right_or_up() {
    // S89-MARKET-2, worked example 7
    assert_eq!(moved((5, 3), MarketMove::Right, 1), (5, 4));
    assert_eq!(moved((5, 6), MarketMove::Right, 1), (4, 6));
    assert_eq!(moved((0, 14), MarketMove::Right, 1), (0, 14));
}

#[test]
fn no_dividend_goes_left_or_down() {
    // S89-MARKET-3, worked example 8
    assert_eq!(moved((5, 3), MarketMove::Left, 1), (5, 2));
    assert_eq!(moved((5, 0), MarketMove::Left, 1), (6, 0));
    assert_eq!(moved((10, 0), MarketMove::Left, 1), (10, 0));
}

#[test]
fn a_sale_goes_down_and_a_sold_out_company_up() {
    // S89-MARKET-4, S89-MARKET-5, worked examples 5 and 6
    assert_eq!(moved((1, 3), MarketMove::Sale, 3), (4, 3));
    assert_eq!(moved((4, 7), MarketMove::Sale, 2), (4, 7));
    assert_eq!(moved((4, 7), MarketMove::SoldOut, 1), (3, 7));
    assert_eq!(moved((0, 7), MarketMove::SoldOut, 1), (0, 7));
}

#[test]
fn who_comes_goes_under_those_there() {
    // S89-MARKET-6, S89-PUB-48
    let t = Table::new(2).started("AR", 90, [5, 0], 0).started("IR", 100, [0, 5], 0);
    let (ar, ir) = (t.company("AR"), t.company("IR"));
    let mut t = t.marker("IR", 1, 3);
    assert_eq!([ar, ir].map(|c| t.at.state.core.market.depth(c)), [0, 1]);
    // A marker that does not leave its cell keeps its place.
    let sheet = t.at.printed.sheet.clone();
    let mut t2 = t.clone().marker("AR", 0, 14).marker("IR", 0, 14);
    t2.at.state.core.market.step(&sheet.market, ar, MarketMove::Right);
    assert_eq!([ar, ir].map(|c| t2.at.state.core.market.depth(c)), [0, 1]);
    // One that leaves and comes back is below.
    for how in [MarketMove::Right, MarketMove::Left] {
        t.at.state.core.market.step(&sheet.market, ar, how);
    }
    assert_eq!([ar, ir].map(|c| t.at.state.core.market.depth(c)), [1, 0]);
}

#[test]
fn zones_are_yellow_and_orange() {
    // S89-MARKET-7
    let t = Table::new(2);
    for cell in &t.sheet().market.cells {
        let expected = match (cell.row, cell.price) {
            (5.., 40 | 45 | 50) => 1,
            (_, 10 | 20 | 30) => 2,
            _ => 0,
        };
        assert_eq!(cell.zone, expected, "{} in row {}", cell.price, cell.row);
    }
}
