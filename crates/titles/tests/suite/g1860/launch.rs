//! Launching companies.

use super::{Table, word};
use board::Colour;
use engine::{Flag, Move, ShareSource};

const IPO: ShareSource = ShareSource::Ipo;

#[test]
fn a_company_launches_when_players_hold_half_of_it() {
    // IOW-LAUNCH-1, IOW-LAUNCH-2, IOW-MARKET-11, HARD-IOW-1, HARD-IOW-2
    let mut t = Table::new(3)
        .started("IOW", 82, [2, 1], 3)
        .operated("C&N", 82, [0, 0, 5], 0)
        .stock_round(2, 0);
    t.play(t.buy("IOW", IPO));
    assert!(!t.is("IOW", Flag::Floated), "four with players, three in the pool");
    t.play(t.buy("IOW", IPO));
    assert!(t.is("IOW", Flag::Floated));
    assert_eq!(
        t.at.state.core.market.depth(t.company("IOW")),
        1,
        "its marker comes under the stack"
    );
    assert_eq!(t.treasury_of("IOW"), 820);
}

#[test]
fn capital_is_ten_times_the_first_price() {
    // IOW-LAUNCH-3, IOW-LAUNCH-4: worked example 9.
    let mut t = Table::new(2).started("IOW", 74, [4], 0).stock_round(2, 0);
    t.play(t.buy("IOW", IPO));
    assert_eq!((t.treasury_of("IOW"), t.market_price("IOW")), (740, Some(74)));
    assert_eq!(t.decider(), 1, "no home tile to lay on printed track");
}

#[test]
fn a_launch_puts_the_marker_back_to_the_first_price() {
    // IOW-LAUNCH-4, IOW-BANKRUPT-16: J-41, after sales between restart and launch.
    let launched = |t: Table| {
        let mut t = t
            .flag("C&N", Flag::Bankrupt)
            .flag("C&N", Flag::Operated)
            .flag("C&N", Flag::Home)
            .started("C&N", 90, [4, 1], 0)
            .private("CMH", engine::Place::Gone)
            .stock_round(3, 1);
        t.play(t.sell("C&N", 1));
        assert_eq!(t.market_price("C&N"), Some(86), "the sale lowered it");
        let mut t = t.stock_round(3, 0);
        t.play(t.buy("C&N", IPO));
        assert!(t.is("C&N", Flag::Floated) && !t.is("C&N", Flag::Bankrupt));
        (t.market_price("C&N"), t.treasury_of("C&N"))
    };
    assert_eq!(launched(Table::new(2)), (Some(90), 900));
    assert_eq!(launched(Table::version_1(2)), (Some(86), 900));
    assert_eq!(launched(Table::public(2)).0, Some(86), "as public");
    let stays = Table::with(2, [word("marker_at_launch", "where_it_stands")]);
    assert_eq!(launched(stays).0, Some(86));
}

#[test]
fn the_headquarters_are_free() {
    // IOW-LAUNCH-5, IOW-LAUNCH-9, IOW-TOKEN-2
    for (id, price, home) in [("IOW", 74, "I3"), ("IWNJ", 62, "G7")] {
        let mut t = Table::new(2).started(id, price, [4], 0).stock_round(2, 0);
        t.play(t.buy(id, IPO));
        assert!(t.at.state.core.board().has_station_on(t.hex(home), t.company(id).0));
        assert_eq!(t.treasury_of(id), price * 10);
        assert_eq!(
            t.at.state.core.next_marker(&t.at.printed.sheet, t.company(id)).map(|m| m.1),
            Some(40)
        );
    }
    let mut laid = Table::new(2).started("FYN", 62, [4], 0).tile("B4", "5", 5).stock_round(2, 0);
    laid.play(laid.buy("FYN", IPO));
    assert_eq!(laid.step(), "stock", "another company laid a tile there already");
    assert!(laid.at.state.core.board().has_station_on(laid.hex("B4"), laid.company("FYN").0));
}

#[test]
fn the_director_lays_a_yellow_tile_on_a_bare_home() {
    // IOW-LAUNCH-6, IOW-LAUNCH-7, IOW-LAUNCH-8, HARD-IOW-14
    let mut t = Table::new(2).started("FYN", 62, [4], 0).stock_round(2, 0);
    t.play(t.buy("FYN", IPO));
    assert_eq!((t.step(), t.acting(), t.decider()), ("home", "FYN".to_owned(), 0));
    assert_eq!(t.refused(Move::Pass), "IOW-LAUNCH-6");
    assert_eq!(
        t.lays("B4"),
        [("115".into(), 0), ("115".into(), 5), ("5".into(), 5)],
        "no exit into sea or red line"
    );
    assert_eq!(t.refused(t.home("FYN", "5", 0)), "IOW-LAUNCH-7");
    assert_eq!(t.refused(t.lay("FYN", "B4", "5", 5)), "IOW-LAUNCH-6", "it is no track action");
    t.play(t.home("FYN", "5", 5));
    assert_eq!((t.treasury_of("FYN"), t.decider()), (620, 1));
    let laid = t.at.state.core.board().at(t.hex("B4")).expect("a tile");
    assert_eq!(t.at.colour(laid.tile), Colour::Yellow);
    assert!(t.at.state.core.board().has_station_on(t.hex("B4"), t.company("FYN").0));
}

#[test]
fn several_companies_may_launch_in_one_round() {
    // IOW-LAUNCH-6, HARD-IOW-14
    let mut t =
        Table::new(2).started("FYN", 62, [4], 0).started("C&N", 74, [0, 4], 0).stock_round(2, 0);
    t.play(t.buy("FYN", IPO));
    t.play(t.home("FYN", "115", 0));
    t.play(t.buy("C&N", IPO));
    assert_eq!((t.step(), t.acting(), t.decider()), ("home", "C&N".to_owned(), 1));
    t.play(t.home("C&N", "787", 1));
    assert_eq!(t.step(), "stock");
}

#[test]
fn without_a_fitting_tile_the_marker_waits_on_the_bare_hex() {
    // IOW-LAUNCH-10, IOW-TRACK-11
    let t = Table::new(2).started("VY&SC", 54, [4], 0).tile("J6", "746", 0).tile("G9", "746", 0);
    let mut t = t.stock_round(3, 0);
    t.play(t.buy("VY&SC", IPO));
    assert_eq!(t.step(), "stock", "both B tiles lie elsewhere");
    assert!(t.at.state.core.board().has_station_on(t.hex("E9"), t.company("VY&SC").0));
    let t = t.tile("J6", "757", 0).turns(["VY&SC"]);
    assert_eq!(t.tiles_for("E9"), ["746"], "later it may be laid by a normal track action");
    let mut t = t;
    t.play(t.lay("VY&SC", "E9", "746", 0));
    assert!(
        t.at.state.core.board().has_station_on(t.hex("E9"), t.company("VY&SC").0),
        "the marker moved onto it"
    );
    let mut public =
        Table::public(2).started("VY&SC", 54, [4], 0).tile("J6", "746", 0).tile("G9", "746", 0);
    public = public.stock_round(3, 0);
    public.play(public.buy("VY&SC", IPO));
    assert_eq!(public.step(), "home", "the public platform waits for a pass (IOW-PUB-60)");
    public.pass();
}

#[test]
fn a_launched_company_stays_launched() {
    // IOW-LAUNCH-11
    let mut t = Table::new(2).operated("IWNJ", 62, [4, 2], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 3));
    assert!(t.is("IWNJ", Flag::Floated), "three with players");
}

#[test]
fn a_launched_company_acts_in_the_next_operating_round() {
    // IOW-LAUNCH-12, IOW-OR-2
    let mut t =
        Table::new(2).started("IOW", 74, [4], 0).started("C&N", 74, [0, 2], 0).stock_round(2, 0);
    t.play(t.buy("IOW", IPO));
    t.pass().pass();
    assert_eq!((t.acting(), t.step()), ("IOW".to_owned(), "track"));
    assert_eq!(
        t.at.state.or.lineup.companies().count(),
        1,
        "a company that is only started does not act"
    );
}

/// FYN one share before its launch, in the first stock round of phase 9 or in a later one.
fn last_round(t: Table, later: bool) -> Table {
    let t = t.started("FYN", 62, [4], 0).private("YHC", engine::Place::Gone).phase(9);
    t.go(|p, events| {
        p.state.opening.lots = 0;
        p.state.southern = true;
        p.state.closed = later;
        p.state.core.round.set = 8;
        p.begin_stock_round(events);
    })
}

#[test]
fn after_the_ban_on_building_a_launch_brings_capital_only() {
    // IOW-LAUNCH-14, IOW-SOUTHERN-3: J-10
    let home = |t: &Table| t.at.state.core.board().has_station_on(t.hex("B4"), t.company("FYN").0);
    let bare = |mut t: Table| {
        t.play(t.buy("FYN", IPO));
        assert_eq!((t.step(), t.treasury_of("FYN")), ("stock", 620));
        assert!(!home(&t));
    };
    bare(last_round(Table::new(2), true));
    bare(last_round(Table::version_1(2), false));
    bare(last_round(Table::public(2), false));
    let mut first = last_round(Table::new(2), false);
    assert!(first.at.state.closed, "no more track for others");
    first.play(first.buy("FYN", IPO));
    assert_eq!((first.step(), first.treasury_of("FYN")), ("home", 620));
    assert!(home(&first), "in the first round of phase 9 it gets its home");
}
