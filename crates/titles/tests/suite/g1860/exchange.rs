//! Exchange of private companies for shares.

use super::{Table, word};
use engine::{Flag, Move, Place, Player, ShareSource};

fn with(seat: u8) -> Place {
    Place::Player(Player(seat))
}

fn swap(t: &Table, id: &str) -> Move {
    Move::Exchange { paper: t.paper(id) }
}

#[test]
fn each_private_company_is_swapped_for_its_own_share() {
    // IOW-EXCHANGE-1, IOW-EXCHANGE-2, IOW-EXCHANGE-7
    for (paper, company, price) in
        [("BHC", "BHI&R", 68), ("RPSC", "IOW", 90), ("CMH", "C&N", 90), ("YHC", "FYN", 82)]
    {
        let mut t =
            Table::new(3).private(paper, with(1)).started(company, price, [2], 0).stock_round(2, 1);
        let cash = t.cash_of(1);
        t.play(swap(&t, paper));
        assert_eq!((t.units(company, 1), t.ipo_of(company), t.cash_of(1)), (1, 7, cash), "{paper}");
        assert_eq!(t.paper_place(paper), Place::Gone);
        assert_eq!(t.refused(swap(&t, paper)), "IOW-EXCHANGE-7");
    }
    let t = Table::new(2).private("FFC", with(0)).stock_round(6, 0);
    assert_eq!(t.refused(swap(&t, "FFC")), "IOW-EXCHANGE-1");
}

#[test]
fn the_swap_belongs_to_the_owners_turn_of_any_stock_round() {
    // IOW-EXCHANGE-3
    let t = Table::new(3).private("CMH", with(1)).started("C&N", 90, [2], 0);
    let first = t.clone().stock_round(1, 1);
    assert!(first.offers(&swap(&first, "CMH")), "the first round included");
    let other = t.stock_round(1, 0);
    assert_eq!(other.refused(swap(&other, "CMH")), "IOW-EXCHANGE-3");
}

#[test]
fn the_swap_is_no_action() {
    // IOW-EXCHANGE-4
    let t = Table::new(2).private("CMH", with(0)).started("C&N", 90, [2], 0).started(
        "IWNJ",
        82,
        [0, 2],
        0,
    );
    let mut before = t.clone().stock_round(2, 0);
    before.play(swap(&before, "CMH"));
    assert_eq!(before.decider(), 0, "the turn goes on");
    before.pass();
    assert_eq!(before.at.state.stock.last(), None, "nobody has acted");
    assert_eq!(before.at.state.stock.passes(), 1, "a swap and a pass are a pass");
    let mut after = t.stock_round(2, 0);
    after.play(after.buy("IWNJ", ShareSource::Ipo));
    assert_eq!(after.decider(), 0, "the turn stays open for the swap");
    after.play(swap(&after, "CMH"));
    assert_eq!(after.decider(), 1, "nothing is left to do");
}

#[test]
fn the_linked_company_must_have_a_price() {
    // IOW-EXCHANGE-5, IOW-EXCHANGE-6
    let t = Table::new(2).private("YHC", with(0)).stock_round(2, 0);
    assert_eq!(t.refused(swap(&t, "YHC")), "IOW-EXCHANGE-5");
    let t = Table::new(2).private("YHC", with(0)).flag("FYN", Flag::Bankrupt).stock_round(2, 0);
    assert_eq!(t.refused(swap(&t, "YHC")), "IOW-EXCHANGE-6");
    let again = t.started("FYN", 40, [0, 2], 0).stock_round(2, 0);
    assert_eq!(again.refused(swap(&again, "YHC")), "IOW-EXCHANGE-6", "bankrupt until its launch");
}

#[test]
fn a_company_is_bankrupt_until_its_launch() {
    // IOW-EXCHANGE-6: J-53
    let restarted = |t: Table| {
        t.private("YHC", with(0))
            .flag("FYN", Flag::Bankrupt)
            .flag("FYN", Flag::Home)
            .started("FYN", 40, [0, 4], 0)
            .stock_round(2, 0)
    };
    for t in [
        Table::version_1(2),
        Table::with(2, [word("swap_after_restart", "price")]),
        Table::public(2),
    ] {
        let t = restarted(t);
        assert!(t.offers(&swap(&t, "YHC")), "open as soon as the price is set");
    }
    let mut t = restarted(Table::new(2));
    assert_eq!(t.refused(swap(&t, "YHC")), "IOW-EXCHANGE-6");
    let buy = t.buy("FYN", engine::ShareSource::Ipo);
    t.play(buy);
    assert!(t.is("FYN", Flag::Floated));
    let t = t.stock_round(3, 0);
    assert!(t.offers(&swap(&t, "YHC")), "launched again");
}

#[test]
fn a_swapped_share_may_launch_and_change_the_director() {
    // IOW-EXCHANGE-8, IOW-EXCHANGE-9, HARD-IOW-14
    let mut t =
        Table::new(3).private("CMH", with(1)).started("C&N", 90, [2, 2], 0).stock_round(2, 1);
    t.play(swap(&t, "CMH"));
    assert!(t.is("C&N", Flag::Floated));
    assert_eq!(t.director("C&N"), Some(1), "three shares against two");
    assert_eq!(
        (t.step(), t.decider(), t.acting()),
        ("home", 1, "C&N".to_owned()),
        "the home tile is asked for"
    );
    t.play(t.home("C&N", "787", 0));
    assert_eq!((t.step(), t.decider()), ("stock", 1), "the turn goes on");
}

#[test]
fn the_reserved_share_cannot_be_bought_while_its_private_company_is_open() {
    // IOW-EXCHANGE-10, IOW-RECEIVER-11
    let t = Table::new(2).private("RPSC", with(1)).started("IOW", 90, [9], 0).stock_round(2, 0);
    assert_eq!(t.refused(t.buy("IOW", ShareSource::Ipo)), "IOW-EXCHANGE-10");
    let free = t.private("RPSC", Place::Gone);
    assert!(free.offers(&free.buy("IOW", ShareSource::Ipo)));
}

#[test]
fn a_private_company_of_the_bank_cannot_be_swapped() {
    // IOW-EXCHANGE-11
    let t = Table::new(2).private("RPSC", Place::Bank).started("IOW", 90, [2], 0).stock_round(2, 0);
    assert_eq!(t.refused(swap(&t, "RPSC")), "IOW-EXCHANGE-11");
}

#[test]
fn neither_the_limit_nor_an_earlier_sale_forbids_the_swap() {
    // IOW-EXCHANGE-12, IOW-EXCHANGE-13
    let t = Table::new(4)
        .private("CMH", with(0))
        .started("C&N", 90, [3, 2], 0)
        .started("IWNJ", 82, [10], 0)
        .started("FYN", 82, [5], 0);
    let mut t = t.stock_round(2, 0);
    assert_eq!(t.certificates(0), 16, "at the limit of four players");
    t.play(t.sell("C&N", 1));
    t.play(swap(&t, "CMH"));
    assert_eq!(t.units("C&N", 0), 3);
}

#[test]
fn a_bankruptcy_does_not_lift_the_reservation() {
    // IOW-EXCHANGE-14
    let t = Table::new(2).private("RPSC", with(1)).operated("IOW", 90, [5, 2], 0).price("IOW", 7);
    let mut t = t.train("IOW", "2+1").stock_round(3, 0);
    t.play(t.sell("IOW", 3));
    let stock = &t.at.state.core.stock[t.company("IOW").at()];
    assert_eq!((stock.ipo, stock.reserved), (10, 1));
    let mut t =
        Table::new(2).private("RPSC", Place::Gone).operated("IOW", 90, [5, 2], 0).price("IOW", 7);
    t = t.stock_round(3, 0);
    t.play(t.sell("IOW", 3));
    assert_eq!(t.at.ipo_for_sale(t.company("IOW")), 10, "all nine certificates are for sale");
}
