//! Private companies: income, sale, purchase, Fishbourne.

use super::Table;
use engine::{Move, Place, Player, ShareSource};

fn with(seat: u8) -> Place {
    Place::Player(Player(seat))
}

#[test]
fn values_and_income_are_as_printed() {
    // IOW-PRIVATE-1
    let t = Table::new(2);
    let rows: Vec<(&str, i32, i32)> =
        t.at.printed.sheet.papers.iter().map(|p| (p.id.as_str(), p.price, p.income)).collect();
    assert_eq!(
        rows,
        [("BHC", 30, 5), ("YHC", 50, 10), ("CMH", 90, 20), ("RPSC", 130, 30), ("FFC", 200, 25)]
    );
}

#[test]
fn owners_are_paid_at_the_start_of_every_operating_round() {
    // IOW-PRIVATE-2, IOW-PRIVATE-3, IOW-OR-1
    let mut t = Table::new(3)
        .private("RPSC", with(0))
        .private("BHC", with(1))
        .private("CMH", Place::Bank)
        .private("YHC", Place::Gone)
        .cash_each([100, 100, 100])
        .stock_round(2, 0);
    t.pass();
    for _ in 0..2 {
        if t.step() == "stock" && t.at.state.core.round.set == 2 {
            t.pass();
        }
    }
    assert_eq!([t.cash_of(0), t.cash_of(1), t.cash_of(2)], [130, 105, 100]);
    assert_eq!(t.at.state.core.round.set, 3, "no company acts, so the next stock round follows");
}

#[test]
fn the_bank_buys_at_a_loss_of_thirty() {
    // IOW-PRIVATE-5, IOW-PRIVATE-16: worked example 12.
    for (id, price) in [("BHC", 0), ("YHC", 20), ("CMH", 60), ("RPSC", 100), ("FFC", 170)] {
        let mut t = Table::new(2).private(id, with(0)).cash_each([300, 300]).stock_round(2, 0);
        let paper = t.paper(id);
        t.play(Move::SellPaper { paper });
        assert_eq!((t.cash_of(0), t.paper_place(id)), (300 + price, Place::Bank), "{id}");
        assert_eq!(t.at.state.stock.last(), Some(engine::Player(0)), "it counts as acting");
    }
    let mut t = Table::new(2)
        .private("CMH", with(0))
        .started("IWNJ", 82, [2], 0)
        .cash_each([300, 300])
        .stock_round(2, 0);
    let paper = t.paper("CMH");
    t.play(t.buy("IWNJ", ShareSource::Ipo));
    let mut own = t.clone();
    own.at.state.stock = engine::StockRound::new(engine::Player(0));
    own.at.state.stock.bought = true;
    assert_eq!(
        own.refused(Move::SellPaper { paper }),
        "IOW-PRIVATE-16",
        "sales come before the purchase"
    );
}

#[test]
fn no_private_company_is_sold_in_the_first_stock_round() {
    // IOW-PRIVATE-6
    let t = Table::new(2).private("CMH", with(0)).stock_round(1, 0);
    let paper = t.paper("CMH");
    assert_eq!(t.refused(Move::SellPaper { paper }), "IOW-PRIVATE-6");
    assert_eq!(t.refused(Move::SellPaper { paper: t.paper("YHC") }), "IOW-PRIVATE-5");
}

#[test]
fn the_bank_sells_at_face_value_as_the_purchase_of_the_turn() {
    // IOW-PRIVATE-7, IOW-SR-16
    let mut t =
        Table::new(2).private("RPSC", Place::Bank).started("IWNJ", 82, [2], 0).stock_round(2, 0);
    let paper = t.paper("RPSC");
    assert_eq!(t.refused(Move::BuyPaper { paper, amount: 100 }), "IOW-PRIVATE-7");
    t.play(Move::BuyPaper { paper, amount: 130 });
    assert_eq!((t.cash_of(0), t.paper_place("RPSC")), (870, with(0)));
    assert_eq!(t.decider(), 1, "that was the one purchase");
}

#[test]
fn who_sold_a_private_company_may_not_buy_it_back_in_the_round() {
    // IOW-PRIVATE-8
    let mut t = Table::new(2).private("CMH", with(0)).started("IWNJ", 82, [2], 0).stock_round(2, 0);
    let paper = t.paper("CMH");
    t.play(Move::SellPaper { paper });
    assert_eq!(t.refused(Move::BuyPaper { paper, amount: 90 }), "IOW-PRIVATE-8");
    t.pass();
    assert!(t.offers(&Move::BuyPaper { paper, amount: 90 }), "another player may");
}

#[test]
fn private_certificates_count_against_the_limit() {
    // IOW-PRIVATE-9, IOW-CERT-3, IOW-CERT-2
    let t =
        Table::new(2).private("CMH", with(0)).private("BHC", with(0)).operated("IWNJ", 82, [5], 0);
    assert_eq!(t.certificates(0), 2 + 4, "the director's certificate counts one");
}

#[test]
fn fishbourne_goes_on_sale_with_phase_six() {
    // IOW-PRIVATE-10, IOW-PRIVATE-14, IOW-PHASE-5
    let t = Table::new(2)
        .private("CMH", with(1))
        .operated("IOW", 100, [5], 0)
        .treasury("IOW", 900)
        .phase(5);
    let mut t = t
        .go(|p, _| {
            p.state
                .core
                .trains
                .cards_mut()
                .iter_mut()
                .filter(|c| c.kind < 4)
                .for_each(|c| c.place = engine::Whereabouts::Gone)
        })
        .turns(["IOW"]);
    while t.step() != "trains" {
        t.pass();
    }
    assert_eq!(t.paper_place("FFC"), Place::Aside);
    t.play(t.deck("IOW"));
    assert_eq!(t.paper_place("FFC"), Place::Bank);
    assert_eq!(t.paper_place("CMH"), with(1), "the others stay open");
}

#[test]
fn the_purchase_of_fishbourne_closes_all_others() {
    // IOW-PRIVATE-11, IOW-PRIVATE-12, IOW-PRIVATE-13
    let mut t = Table::new(2)
        .private("FFC", Place::Bank)
        .private("CMH", with(1))
        .private("RPSC", Place::Bank)
        .private("BHC", Place::Gone)
        .started("C&N", 90, [2], 0)
        .phase(6)
        .stock_round(5, 0);
    let cash = t.cash_of(1);
    let c = t.company("C&N");
    assert_eq!(t.at.state.core.stock[c.at()].reserved, 1);
    t.play(Move::BuyPaper { paper: t.paper("FFC"), amount: 200 });
    for id in ["CMH", "RPSC", "BHC"] {
        assert_eq!(t.paper_place(id), Place::Gone, "{id}");
    }
    assert_eq!((t.cash_of(1), t.paper_place("FFC")), (cash, with(0)), "without compensation");
    assert_eq!(t.at.state.core.stock[c.at()].reserved, 0, "the reserved share is free");
    assert_eq!(t.refused(Move::BuyPaper { paper: t.paper("RPSC"), amount: 130 }), "IOW-PRIVATE-7");
}

#[test]
fn private_companies_have_no_power_on_the_map() {
    // IOW-PRIVATE-15
    let t = Table::new(2).private("CMH", with(0)).operated("IOW", 100, [5], 0).turns(["IOW"]);
    let lay = t.lay("IOW", "J4", "57", 2);
    let Move::LayTile { company, cell, tile, rotation, .. } = lay else { unreachable!() };
    let by = engine::LayBy::Power { paper: t.paper("CMH") };
    assert_eq!(t.refused(Move::LayTile { company, cell, tile, rotation, by }), "IOW-PRIVATE-15");
}
