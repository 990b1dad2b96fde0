//! The chart.

use super::Table;
use engine::Pay;
use titles::g1860::GREEN;

#[test]
fn the_chart_is_one_zigzag_line_of_55_cells() {
    // IOW-MARKET-1, IOW-MARKET-4, IOW-MARKET-5, IOW-MARKET-6
    let t = Table::new(2);
    let cells = &t.at.printed.sheet.market.cells;
    assert_eq!((cells.len(), cells[0].price, cells[54].price), (55, 0, 340));
    for (i, cell) in cells.iter().enumerate() {
        assert_eq!(usize::from(cell.row), i % 2, "even cells on top");
        let price = cell.price;
        assert_eq!(cell.zone == GREEN, price > 0 && price < 40 || price > 150, "{price}");
    }
    assert!(cells.windows(2).all(|w| w[0].price < w[1].price));
    let starts: Vec<u16> = cells.iter().filter(|c| c.start != 0).map(|c| c.price).collect();
    assert_eq!(starts, [54, 58, 62, 68, 74, 82, 90, 100]);
    assert!(cells.iter().filter(|c| c.start != 0).all(|c| c.row == 0));
    let restart = &t.at.printed.charters[t.company("IOW").at()].relaunch_cells;
    let all: Vec<u8> = (0..55).filter(|&i| (40..=100).contains(&cells[i as usize].price)).collect();
    assert_eq!(*restart, all, "both rows from 40 to 100");
}

#[test]
fn markers_move_along_the_line_and_stop_at_its_ends() {
    // IOW-MARKET-2, IOW-MARKET-3, IOW-MARKET-9, IOW-MARKET-10
    let t = Table::new(2).operated("IOW", 74, [5], 0);
    for (price, points, after) in
        [(100, -1, 95), (95, -1, 90), (74, -2, 68), (40, -2, 31), (7, -5, 0), (330, 9, 340)]
    {
        let mut t = t.clone().price("IOW", price);
        let (company, mut events) = (t.company("IOW"), Vec::new());
        let bottom = t.at.move_price(company, points, &mut events);
        assert_eq!(t.market_price("IOW"), Some(after), "{points} from {price}");
        assert_eq!(bottom, after == 0, "nothing means bankruptcy");
        assert_eq!(t.at.state.ending.is_some(), after == 340, "340 triggers the end");
    }
}

#[test]
fn an_arriving_marker_goes_under_the_stack() {
    // IOW-MARKET-7, IOW-OR-3
    let t = Table::new(2).operated("IOW", 90, [5], 0).operated("C&N", 90, [0, 5], 0).operated(
        "IWNJ",
        82,
        [5],
        0,
    );
    let t = t.price("IWNJ", 90);
    let depth = |id: &str| t.at.state.core.market.depth(t.company(id));
    assert_eq!([depth("IOW"), depth("C&N"), depth("IWNJ")], [0, 1, 2]);
    let order = t.at.state.core.market.order(&t.at.printed.sheet.market, t.at.active());
    assert_eq!(
        order,
        [t.company("IOW"), t.company("C&N"), t.company("IWNJ")],
        "the top marker acts first"
    );
}

#[test]
fn a_dividend_below_the_price_puts_the_marker_under_its_stack() {
    // IOW-MARKET-8, IOW-DIVIDEND-7
    let build = |t: Table| {
        t.operated("IOW", 90, [5], 0)
            .operated("C&N", 90, [0, 5], 0)
            .train("IOW", "2+1")
            .tile("J4", "57", 2)
            .turns(["IOW"])
    };
    let pay = |mut t: Table| {
        while t.step() != "run" {
            t.pass();
        }
        t.play(t.best_run("IOW"));
        assert_eq!(t.at.state.turn.revenue, 50);
        t.dividend(Pay::Out);
        (t.market_price("IOW"), t.at.state.core.market.depth(t.company("IOW")))
    };
    assert_eq!(pay(build(Table::new(2))), (Some(90), 1));
    assert_eq!(
        pay(build(Table::public(2))),
        (Some(90), 0),
        "the public platform leaves it alone (J-2)"
    );
}
