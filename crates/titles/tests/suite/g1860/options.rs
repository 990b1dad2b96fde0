//! Optional rules.

use super::{Table, switch};
use engine::{Flag, OptionValue, Pay};

fn off(id: &str) -> (String, OptionValue) {
    (id.to_owned(), OptionValue::Switch(false))
}

fn running(t: Table, id: &str) -> Table {
    let mut t = t.turns([id]);
    while t.step() == "track" || t.step() == "station" {
        t.pass();
    }
    t
}

#[test]
fn option_1_is_the_first_edition() {
    // IOW-OPTION-1, IOW-OPTION-2, IOW-SETUP-7
    let t = Table::with(2, [switch("opt1_first_edition")]);
    assert!(t.at.printed.options.every_small_station && t.at.printed.options.first_edition());
    assert!(t.at.printed.sheet.map.by_name("A7").is_none());
    let line = |t: Table| {
        let t = t
            .operated("C&N", 90, [5], 0)
            .train("C&N", "2+1")
            .phase(3)
            .tile("F4", "749", 0)
            .tile("F6", "749", 0);
        running(t.tile("F8", "9", 0).tile("F10", "749", 0), "C&N")
    };
    let path = [
        ("F2", 2),
        ("F2", 1),
        ("F2", 0),
        ("F4", 1),
        ("F4", 0),
        ("F6", 1),
        ("F6", 0),
        ("F8", 0),
        ("F10", 1),
    ];
    let usual = line(Table::new(2));
    let run = |t: &Table| t.run("C&N", vec![t.route(t.card("C&N", "2+1"), &path)]);
    let mut skips = usual.clone();
    skips.play(run(&usual));
    assert_eq!(
        skips.at.state.turn.revenue, 40,
        "two of four small stations are passed; halts may be skipped"
    );
    let strict = line(t);
    assert_eq!(strict.refused(run(&strict)), "IOW-RUN-19");
}

#[test]
fn option_2_pays_half_of_a_normal_run() {
    // IOW-OPTION-3, HARD-IOW-8, IOW-SUBSIDY-4
    let base = |t: Table| {
        t.operated("C&N", 90, [5], 0)
            .flag("C&N", Flag::Insolvent)
            .tile("F4", "743", 0)
            .tile("F6", "748", 1)
    };
    let mut t = running(base(Table::with(2, [switch("opt2_original_lease")])), "C&N");
    assert_eq!(t.step(), "run");
    let card = t.at.state.turn.lease.expect("a leased card");
    let poor = t.route(card, &[("F2", 2)]);
    assert_eq!(t.refused(t.run("C&N", vec![poor])), "IOW-OPTION-3", "for the greatest income");
    t.play(t.best_run("C&N"));
    assert_eq!(t.treasury_of("C&N"), 20, "half of 40 with the full 2+1; no capacity for halts");
    let odd = Table::with(2, [switch("opt2_original_lease")])
        .operated("IOW", 90, [5], 0)
        .tile("J4", "57", 2);
    let mut odd = running(odd.flag("IOW", Flag::Insolvent), "IOW");
    odd.play(odd.best_run("IOW"));
    assert_eq!(
        (odd.treasury_of("IOW"), odd.market_price("IOW")),
        (30, Some(82)),
        "25 is rounded up to 30"
    );
    let halts = Table::with(2, [switch("opt2_original_lease")]).phase(4);
    let mut halts = running(base(halts), "C&N");
    halts.play(halts.best_run("C&N"));
    assert_eq!(halts.treasury_of("C&N"), 20 + 20, "halt credits in full with a leased 4+2");
}

#[test]
fn option_3_pays_a_fixed_sum() {
    // IOW-OPTION-4, IOW-OPTION-5, HARD-IOW-9, IOW-OPTION-14
    let flat = Table::with(2, [switch("opt3_flat_lease")]);
    assert_eq!(flat.at.printed.flat_lease[2..=9], [80, 100, 120, 140, 160, 180, 200, 220]);
    for (phase, credits) in [(2, 80), (4, 120), (6, 160), (9, 220)] {
        let t = flat.clone().operated("C&N", 90, [5], 0).flag("C&N", Flag::Insolvent).phase(phase);
        let mut t = t.turns(["C&N"]);
        t.pass();
        assert_eq!(
            (t.treasury_of("C&N"), t.market_price("C&N")),
            (credits, Some(82)),
            "phase {phase}: no route, no halts"
        );
    }
    let both =
        super::table::setup(2, [switch("opt2_original_lease"), switch("opt3_flat_lease")].into());
    assert!(titles::g1860::TITLE.begin(&both).is_err());
}

#[test]
fn option_4_ignores_groups() {
    // IOW-OPTION-6, IOW-OPTION-7
    let free = || Table::with(2, [switch("opt4_free_launch_order")]);
    let t = free().stock_round(1, 0);
    assert!(t.offers(&t.start_at("S&C", 54)), "with none launched");
    let one = free().launched("IOW", 90, [5], 0).stock_round(1, 0);
    assert!(one.offers(&one.start_at("S&C", 54)), "all but one have operated");
    let two = free().launched("IOW", 90, [5], 0).launched("C&N", 90, [0, 5], 0);
    let t = two.clone().stock_round(1, 0);
    assert_eq!(t.refused(t.start_at("S&C", 54)), "IOW-OPTION-7", "two have not");
    let acted = two.clone().flag("IOW", Flag::Operated).stock_round(2, 0);
    assert!(acted.offers(&acted.start_at("S&C", 54)));
    let sold =
        free().launched("IWNJ", 62, [5, 5], 0).launched("C&N", 90, [4, 5], 0).stock_round(1, 0);
    assert!(
        sold.offers(&sold.start_at("S&C", 54)),
        "nothing is left for sale; the reserved share does not count"
    );
}

#[test]
fn option_6_lets_routes_return_to_a_hex() {
    // IOW-OPTION-9, IOW-RUN-11
    let looped = |t: Table| {
        let t = t
            .operated("IOW", 90, [5], 0)
            .train("IOW", "4+2")
            .tile("J4", "18", 5)
            .tile("K5", "747", 1)
            .tile("J6", "5", 3)
            .tile("I5", "5", 4);
        running(t, "IOW")
    };
    // From Ryde Esplanade over J4 to K5 and J6, and over the other track of J4 to I5.
    let path =
        [("I3", 0), ("J4", 0), ("K5", 1), ("K5", 0), ("J6", 1), ("J6", 0), ("J4", 1), ("I5", 0)];
    let run =
        |t: &Table, path: &[(&str, u8)]| t.run("IOW", vec![t.route(t.card("IOW", "4+2"), path)]);
    let book = looped(Table::new(2));
    assert_eq!(book.refused(run(&book, &path)), "IOW-RUN-11");
    let mut free = looped(Table::with(2, [switch("opt6_reenter_hexes")]));
    let twice = [("I3", 0), ("J4", 0), ("K5", 1), ("K5", 1), ("J4", 0), ("I3", 0)];
    assert_ne!(free.refused(run(&free, &twice)), "IOW-RUN-11", "no track is used again");
    free.play(run(&free, &path));
    assert_eq!(free.at.state.turn.revenue, 30 + 10 + 20 + 20, "Ryde Esplanade, K5, J6 and I5");
}

#[test]
fn option_7_pays_for_destinations_once() {
    // IOW-OPTION-10, IOW-OPTION-11, IOW-OPTION-12, IOW-OPTION-13, IOW-OPTION-18
    let base = |t: Table| {
        let t = t.operated("BHI&R", 62, [5], 0).train("BHI&R", "3+2").tile("K5", "742", 5);
        t.tile("J6", "746", 1)
    };
    let t = base(Table::with(2, [switch("opt7_destinations")]));
    let c = t.company("BHI&R");
    let goals: Vec<i32> =
        t.at.printed.charters[c.at()].destinations.iter().map(|d| d.credits).collect();
    assert_eq!(goals, [100, 100]);
    let all: i32 =
        t.at.printed.charters.iter().flat_map(|c| &c.destinations).map(|d| d.credits).sum();
    assert_eq!(all, 100 + 100 + 200 + 200 + 200 + 200 + 200 + 200);
    let mut t = running(t, "BHI&R");
    assert_eq!(t.step(), "run", "Bembridge to Brading over St. Helens");
    t.play(t.best_run("BHI&R"));
    t.dividend(Pay::Out);
    assert_eq!(
        t.treasury_of("BHI&R") - t.at.state.turn.subsidy,
        100,
        "Brading, before the train purchase"
    );
    assert_eq!(t.at.state.reached[c.at()], 1);
    let before = t.treasury_of("BHI&R");
    let mut again = running(t, "BHI&R");
    again.play(again.best_run("BHI&R"));
    again.dividend(Pay::Out);
    assert_eq!(again.treasury_of("BHI&R") - again.at.state.turn.subsidy, before, "only once");
    let mut off = running(base(Table::new(2)), "BHI&R");
    off.play(off.best_run("BHI&R"));
    off.dividend(Pay::Out);
    assert_eq!(off.treasury_of("BHI&R"), off.at.state.turn.subsidy);
}

#[test]
fn insolvent_companies_and_receivers_get_destination_credits_too() {
    // IOW-OPTION-12, IOW-OPTION-18
    let base = |shares: [u8; 2], pool| {
        let t = Table::with(2, [switch("opt7_destinations")]).operated("BHI&R", 62, shares, pool);
        t.tile("K5", "742", 5).tile("J6", "746", 1)
    };
    let t = base([5, 0], 0).flag("BHI&R", Flag::Insolvent);
    let mut t = running(t, "BHI&R");
    t.play(t.best_run("BHI&R"));
    assert_eq!(t.treasury_of("BHI&R"), 80 + 100);
    let t = base([1, 1], 2).turns(["BHI&R"]);
    assert_eq!(t.treasury_of("BHI&R"), 80 + 100, "a receiver's lease");
}

#[test]
fn beginners_have_two_7_trains() {
    // IOW-OPTION-16
    let count =
        |t: &Table| t.at.printed.sheet.trains.iter().find(|k| k.name == "7+4").map(|k| k.count);
    assert_eq!(count(&Table::with(2, [switch("second_7_train")])), Some(2));
    assert_eq!(count(&Table::new(2)), Some(1));
}

#[test]
fn closed_accounts_are_seen_by_shareholders_only() {
    // IOW-TABLE-2, IOW-OPTION-17: J-57
    let with = |t: Table| t.operated("IOW", 90, [3, 1], 0).treasury("IOW", 130).turns(["IOW"]);
    let closed = with(Table::with(3, [off("open_accounts")]));
    assert_eq!(closed.treasury_for("IOW", &[0]), Some(130), "the director");
    assert_eq!(closed.treasury_for("IOW", &[1]), Some(130), "one share");
    assert_eq!(closed.treasury_for("IOW", &[2]), None, "no share");
    assert_eq!(closed.treasury_for("IOW", &[]), None, "a spectator");
    assert_eq!(closed.treasury_for("IOW", &[2, 1]), Some(130), "two seats at one screen");
    let view = engine::view(&closed.at);
    assert_eq!(view.companies[closed.company("IOW").at()].treasury, Some(130), "bots know");
    let over = closed.go(|p, events| p.finish(titles::g1860::Ending::Bank, events));
    assert_eq!(over.treasury_for("IOW", &[]), Some(130), "after the end");
    let open = with(Table::new(3));
    assert_eq!(open.treasury_for("IOW", &[]), Some(130), "agreed by default");
    let first = with(Table::version_1(3));
    assert_eq!(first.treasury_for("IOW", &[2]), Some(130), "in both versions");
}

#[test]
fn cash_of_players_is_open_to_everybody() {
    // IOW-TABLE-1: also where accounts are closed.
    let t = Table::with(2, [off("open_accounts")])
        .cash_each([321, 45])
        .operated("IOW", 90, [5], 0)
        .turns(["IOW"]);
    let viewer = engine::Viewer::Seats(Vec::new());
    let hidden = engine::hidden_treasuries(&t.at, &viewer);
    assert_eq!(hidden, [t.company("IOW")]);
    let view = engine::view_without(&t.at, &hidden);
    let cash: Vec<i32> = view.players.iter().map(|p| p.cash).collect();
    assert_eq!(cash, [321, 45]);
}

#[test]
fn a_deal_is_told_to_all_and_binds_nobody() {
    // IOW-TABLE-3: what one director asks of another is an event that everybody reads, and may be declined.
    let t = Table::new(3)
        .operated("IOW", 90, [5], 0)
        .operated("C&N", 82, [0, 5], 0)
        .treasury("IOW", 100)
        .train("C&N", "2+1")
        .train("C&N", "2+1");
    let mut t = t.turns(["IOW", "C&N"]);
    while t.step() != "trains" {
        t.pass();
    }
    t.play(t.buy_from("IOW", "C&N", "2+1", 100));
    assert_eq!((t.step(), t.decider()), ("offer", 1));
    let told = engine::Event::Offered { from: t.company("IOW"), to: engine::Player(1) };
    assert!(t.events.contains(&told), "{:?}", t.events);
    t.play(engine::Move::Answer { accept: false });
    assert_eq!((t.treasury_of("IOW"), t.trains_of("C&N").len()), (100, 2), "nothing was promised");
    assert_eq!(t.acting(), "IOW", "and the turn goes on");
}

#[test]
fn a_chain_of_meeting_routes_reaches_a_destination() {
    // IOW-OPTION-10, IOW-OPTION-13
    let t = Table::with(2, [switch("opt7_destinations")])
        .operated("BHI&R", 62, [5], 0)
        .train("BHI&R", "2+1")
        .train("BHI&R", "3+2")
        .phase(3)
        .tile("L6", "5", 1)
        .tile("K5", "742", 5)
        .tile("J6", "757", 0)
        .station("BHI&R", "J6", 0)
        .tile("J4", "6", 0);
    let t = running(t, "BHI&R");
    let home = t.route(t.card("BHI&R", "2+1"), &[("L6", 1), ("K5", 0), ("K5", 1), ("J6", 3)]);
    let on = t.route(t.card("BHI&R", "3+2"), &[("J6", 2), ("J4", 0), ("J4", 1), ("I3", 0)]);
    let reached = |routes| {
        let mut t = t.clone();
        t.play(t.run("BHI&R", routes));
        (t.at.state.reached[t.company("BHI&R").at()], t.at.state.turn.bonus)
    };
    assert_eq!(reached(vec![home.clone()]), (1, 100), "Brading alone");
    assert_eq!(
        reached(vec![home, on.clone()]),
        (3, 200),
        "Ryde Esplanade by a second route that meets the first in Brading"
    );
    assert_eq!(
        t.refused(t.run("BHI&R", vec![on])),
        "IOW-RUN-6",
        "a route without the headquarters joins nothing"
    );
}

#[test]
fn newport_and_shide_are_two_destinations_on_one_hex() {
    // IOW-OPTION-13
    let reached = |id: &str| {
        let t = Table::with(2, [switch("opt7_destinations")])
            .operated(id, 62, [5], 0)
            .train(id, "3+2")
            .phase(3)
            .tile("G9", "746", 0)
            .tile("G7", "761", 0)
            .tile("G5", "763", 0);
        let mut t = running(t, id);
        t.play(t.best_run(id));
        (t.at.state.turn.revenue, t.at.state.reached[t.company(id).at()])
    };
    assert_eq!(reached("IWNJ"), (20 + 30 + 10, 1), "Shide it is to reach");
    assert_eq!(reached("NGStL"), (20 + 30 + 10, 0), "the same line, but Newport it is to reach");
}
