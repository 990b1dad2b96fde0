//! Companies without a director.

use super::{Table, word};
use engine::{Flag, Move, Position, ShareSource, Whereabouts};

/// IOW in receivership, joined to Ryde.
fn idle(pool: u8) -> Table {
    Table::new(3).operated("IOW", 90, [1, 1], pool).tile("J4", "57", 2)
}

#[test]
fn the_receiver_runs_for_the_most_and_withholds_without_asking() {
    // IOW-RECEIVER-1, IOW-RECEIVER-2, IOW-RECEIVER-3, IOW-TRACK-22
    let t = idle(2).train("IOW", "2+1").treasury("IOW", 300).turns(["IOW"]);
    assert_eq!(t.step(), "stock", "its whole turn is over");
    assert_eq!(
        (t.treasury_of("IOW"), t.market_price("IOW")),
        (350, Some(82)),
        "50 withheld, two points down"
    );
    assert_eq!(t.trains_of("IOW").len(), 1, "with a train it buys none");
    assert!(t.events.iter().all(|e| !matches!(
        e,
        engine::Event::TileLaid { .. } | engine::Event::StationPlaced { .. }
    )));
    let mut live = idle(2).train("IOW", "2+1");
    live.at.state.core.round.kind = engine::RoundKind::Operating;
    assert_eq!(live.at.must_maximise(live.company("IOW")), Some("IOW-RECEIVER-3"));
}

#[test]
fn pounds_and_credits_together_are_maximised() {
    // IOW-RECEIVER-3, HARD-IOW-15
    let t = Table::new(3)
        .operated("C&N", 90, [1, 1], 2)
        .train("C&N", "3+2")
        .tile("F4", "743", 0)
        .tile("F6", "748", 1);
    let problem = t.problem("C&N");
    assert_eq!(problem.rules.objective, routing::Objective::RevenueAndSubsidy);
    let t = t.turns(["C&N"]);
    assert_eq!(t.treasury_of("C&N"), 60, "20 + 10 + 10 and two halts");
}

#[test]
fn a_trainless_company_leases_in_the_same_turn() {
    // IOW-RECEIVER-4
    let t = idle(2).turns(["IOW"]);
    assert!(t.is("IOW", Flag::Insolvent));
    assert_eq!(t.treasury_of("IOW"), 80, "a lease at once");
    let alone = Table::new(3).operated("IOW", 90, [1, 1], 2).turns(["IOW"]);
    assert!(
        !alone.is("IOW", Flag::Insolvent) && alone.treasury_of("IOW") == 0,
        "no route, no lease"
    );
}

#[test]
fn it_leases_whatever_its_credits_and_then_buys() {
    // IOW-RECEIVER-4, IOW-INSOLVENT-7: J-52
    let rich = |t: Table| {
        t.operated("IOW", 90, [1, 1], 2).tile("J4", "57", 2).treasury("IOW", 260).turns(["IOW"])
    };
    let train = vec!["2+1".to_owned()];
    let now = rich(Table::new(3));
    assert_eq!(
        (now.trains_of("IOW"), now.treasury_of("IOW")),
        (train.clone(), 260 + 80 - 250),
        "a lease of 80, then a train"
    );
    assert!(!now.is("IOW", Flag::Insolvent), "it owns a train");
    for old in
        [Table::version_1(3), Table::with(3, [word("receivership_leases", "if_it_cannot_buy")])]
    {
        let t = rich(old);
        assert_eq!(
            (t.trains_of("IOW"), t.treasury_of("IOW")),
            (train.clone(), 10),
            "no lease, no run"
        );
    }
    let cut_off = Table::new(3).operated("IOW", 90, [1, 1], 2).treasury("IOW", 260).turns(["IOW"]);
    assert_eq!(cut_off.treasury_of("IOW"), 10, "no route, no lease");
}

#[test]
fn it_buys_the_cheapest_train_as_soon_as_it_can() {
    // IOW-RECEIVER-5, IOW-RECEIVER-6
    let t = idle(2).treasury("IOW", 900).pooled("3+2").phase(4).turns(["IOW"]);
    assert_eq!(t.trains_of("IOW"), ["3+2"], "the cheaper of pool and deck");
    let saved = idle(2).treasury("IOW", 200).turns(["IOW"]);
    assert_eq!(
        saved.trains_of("IOW"),
        ["2+1"],
        "200 and a lease of 80 buy one at the end of the turn"
    );
}

#[test]
fn the_directors_certificate_is_not_for_sale() {
    // IOW-RECEIVER-7
    let t = idle(2).stock_round(2, 2);
    assert_eq!(
        t.refused(t.buy("IOW", ShareSource::Pool)),
        "IOW-RECEIVER-7",
        "only it lies in the pool"
    );
    let t = idle(3).stock_round(2, 2);
    assert!(t.offers(&t.buy("IOW", ShareSource::Pool)), "an ordinary share does");
}

#[test]
fn the_platform_sells_the_directors_certificate_to_a_holder_with_cash_for_two_shares() {
    // IOW-RECEIVER-7: IOW-PUB-26
    let sold = |seat: u8, cash: i32| {
        let t = Table::public(3).operated("IOW", 90, [1, 1], 2).tile("J4", "57", 2);
        let t = t.cash(seat, cash).stock_round(2, seat);
        t.offers(&t.buy("IOW", ShareSource::Pool))
    };
    assert!(sold(0, 180));
    assert!(!sold(0, 179), "one share would be charged, but the test asks for two");
    assert!(!sold(2, 180), "holds none");
}

#[test]
fn a_second_share_makes_a_director() {
    // IOW-RECEIVER-8
    let mut t = idle(3).stock_round(2, 0);
    t.play(t.buy("IOW", ShareSource::Pool));
    assert_eq!((t.director("IOW"), t.is("IOW", Flag::Receivership)), (Some(0), false));
    assert_eq!(t.certificates(0), 1, "one director's certificate");
    assert_eq!(t.pool_of("IOW"), 2, "two ordinary shares in its place");
}

#[test]
fn the_receiver_gives_up_the_shortest_train_first() {
    // IOW-RECEIVER-9
    let t = Table::new(3)
        .operated("IOW", 90, [1, 1], 2)
        .train("IOW", "4+2")
        .train("IOW", "5+3")
        .train("IOW", "4+2");
    let t = t.phase(6).turns(["IOW"]);
    assert_eq!(t.trains_of("IOW"), ["4+2", "5+3"]);
    assert_eq!(t.in_pool(), ["4+2"]);
}

#[test]
fn accounts_of_companies_without_director_are_open() {
    // IOW-RECEIVER-10, IOW-BANKRUPT-19, IOW-TABLE-4
    let closed = ("open_accounts".to_owned(), engine::OptionValue::Switch(false));
    let t = Table::with(3, [closed])
        .operated("IOW", 90, [1, 1], 2)
        .treasury("IOW", 130)
        .operated("C&N", 90, [5], 0)
        .treasury("C&N", 50)
        .flag("FYN", Flag::Bankrupt)
        .treasury("FYN", 70)
        .stock_round(3, 2);
    assert_eq!(t.treasury_for("C&N", &[2]), None, "it has a director");
    assert_eq!(t.treasury_for("IOW", &[2]), Some(130), "receivership");
    assert_eq!(t.treasury_for("FYN", &[2]), Some(70), "bankrupt");
    let mut again = t.cash_each([0, 0, 900]).stock_round(3, 2);
    again.play(again.start_at("FYN", 40));
    assert!(again.is("FYN", Flag::Bankrupt));
    assert_eq!(again.treasury_for("FYN", &[1]), Some(70), "until it is launched again");
}

#[test]
fn the_public_platform_waits_for_somebody_to_enter_the_run() {
    // IOW-RECEIVER-3: J-32, IOW-PUB-16, IOW-PUB-19
    let t = Table::public(3).operated("IOW", 90, [1, 1], 2).tile("J4", "57", 2).train("IOW", "2+1");
    let mut t = t.turns(["IOW"]);
    assert_eq!(t.step(), "run");
    t.play(t.best_run("IOW"));
    assert_eq!(
        (t.treasury_of("IOW"), t.market_price("IOW")),
        (50, Some(82)),
        "withheld without a question"
    );
    assert!(t.at.state.core.trains.cards.iter().any(|c| c.place == Whereabouts::Deck));
    assert!(t.offers(&Move::Pass) || t.step() == "stock");
}
