//! Locomotives on the Isle of Wight.

use super::{Table, switch};
use engine::{Flag, Move, OptionValue, Pay, Range, Whereabouts};
use titles::g1860::{WAITING, Wait};

fn locos() -> Table {
    Table::with(2, [switch("locomotives")])
}

fn with_order(word: &str) -> Table {
    Table::with(
        2,
        [
            switch("locomotives"),
            ("locomotive_order".to_owned(), OptionValue::Word(word.to_owned())),
        ],
    )
}

/// Gives a named card to a company, whether it was dealt or not, and keeps its group on sale.
fn give(mut t: Table, id: &str, card: &str) -> Table {
    let kind = t.at.printed.sheet.trains.iter().position(|k| k.name == card).expect("a card") as u8;
    let place = Whereabouts::Company(t.company(id));
    match t.at.state.core.trains.cards_mut().iter_mut().find(|c| c.kind == kind) {
        Some(found) => found.place = place,
        None => {
            let first = engine::CardState { place, ..engine::Roster::fresh(kind, 0) };
            let cards = &mut t.at.state.core.trains.cards;
            *cards = [first].into_iter().chain(cards.iter().copied()).collect();
        }
    }
    t
}

/// The first purchase of a group starts its phase.
fn reach_phase(t: Table, phase: u8) -> Table {
    t.go(|p, events| {
        while p.state.core.phase < phase - 2 {
            p.state.core.phase += 1;
            p.phase_began(events);
        }
    })
}

fn kinds(t: &Table, phase: u8) -> Vec<String> {
    let sheet = &t.at.printed.sheet;
    let cards = t.at.state.core.trains.cards.iter().map(|c| &sheet.trains[c.kind as usize]);
    cards.filter(|k| k.phase == phase).map(|k| k.name.clone()).collect()
}

#[test]
fn forty_eight_cards_in_eight_groups_replace_the_deck() {
    // IOW-LOCO-1, IOW-LOCO-2, IOW-LOCO-27, IOW-LOCO-33
    let t = locos();
    let sheet = &t.at.printed.sheet;
    assert_eq!(sheet.trains.len(), 48);
    let sizes: Vec<usize> =
        (0..8).map(|g| sheet.trains.iter().filter(|k| k.phase == g).count()).collect();
    assert_eq!(sizes, [13, 12, 10, 2, 2, 2, 1, 6]);
    assert!(!sheet.reconstructed.is_empty(), "what is reconstructed is marked");
    assert!(
        sheet
            .reconstructed
            .iter()
            .any(|r| r.starts_with("train A06 Bee") && r.contains("price") && !r.contains("rust"))
    );
    for kind in &sheet.trains {
        assert!(
            matches!(kind.faces[0].range, Range::Stations { large, .. } if large >= 2),
            "{}",
            kind.name
        );
    }
    assert!(Table::new(2).at.printed.sheet.reconstructed.is_empty());
}

#[test]
fn surplus_cards_bring_another_one() {
    // IOW-LOCO-3, IOW-LOCO-4, IOW-LOCO-5
    let mut extra = 0;
    for seed in 0..20 {
        let mut setup = super::table::setup(2, [switch("locomotives")].into());
        setup.seed = seed;
        let t = Table::start(&setup).expect("a game");
        for (phase, deal) in [(0, 5), (1, 4), (2, 3)] {
            let dealt = kinds(&t, phase);
            let surplus = t.at.state.core.trains.cards.iter().filter(|c| {
                t.at.printed.sheet.trains[c.kind as usize].phase == phase
                    && t.at.printed.traits[c.kind as usize].surplus
            });
            let surplus = surplus.count();
            extra += surplus;
            assert_eq!(dealt.len(), deal + surplus, "seed {seed} phase {phase}");
        }
        assert_eq!(
            [kinds(&t, 3).len(), kinds(&t, 4).len(), kinds(&t, 5).len(), kinds(&t, 6).len()],
            [2, 2, 1, 1]
        );
        assert_eq!(kinds(&t, 7).len(), 6);
    }
    assert!(extra > 0, "some deals have a surplus card");
    let beginners = Table::with(2, [switch("locomotives"), switch("second_7_train")]);
    assert_eq!(kinds(&beginners, 5), ["F02", "F01"], "Blackwater before Watchingwell");
}

#[test]
fn cards_are_sold_by_length_or_as_agreed() {
    // IOW-LOCO-6, IOW-LOCO-7, IOW-LOCO-8
    let t = locos();
    let keys: Vec<(u8, u8, i32)> =
        t.at.state
            .core
            .trains
            .cards
            .iter()
            .enumerate()
            .take(5)
            .map(|(i, _)| {
                let (large, small, price, _) = t.at.length(engine::Card(i as u8));
                (large, small, price)
            })
            .collect();
    assert!(keys.windows(2).all(|w| w[0] <= w[1]), "{keys:?}");
    let groups: Vec<u8> =
        t.at.state
            .core
            .trains
            .cards
            .iter()
            .map(|c| t.at.printed.sheet.trains[c.kind as usize].phase)
            .collect();
    assert!(groups.windows(2).all(|w| w[0] <= w[1]), "a later group comes after the earlier one");
    assert_eq!(t.at.bank_trains().count(), 1);
    let all = with_order("whole_group_on_sale");
    assert_eq!(all.at.bank_trains().count(), kinds(&all, 0).len());
    let shuffled = with_order("shuffled");
    assert_eq!(shuffled.at.bank_trains().count(), 1);
}

#[test]
fn x_trains_serve_every_small_stop() {
    // IOW-LOCO-9, IOW-LOCO-10, IOW-LOCO-11, IOW-LOCO-12, IOW-LOCO-13
    let t = give(locos().operated("C&N", 90, [5], 0), "C&N", "E01");
    let reach = |t: &Table| t.problem("C&N").trains[0].reach;
    assert_eq!(reach(&t), routing::Reach::Mixed { large: 4, small: None });
    for (card, large) in [("E01", 4), ("F01", 5), ("G01", 6), ("H01", 7)] {
        let kind = t.at.printed.sheet.trains.iter().find(|k| k.name == card).expect("a card");
        assert_eq!(kind.faces[0].range, Range::Stations { large, small: None });
    }
    let british = t.clone().go(|p, _| p.state.british = true);
    assert_eq!(reach(&british), routing::Reach::Mixed { large: 4, small: Some(0) });
    let closed = t.clone().go(|p, _| p.state.closed = true);
    assert!(closed.problem("C&N").rules.halts_closed);
    let lease = locos().operated("C&N", 90, [5], 0).flag("C&N", Flag::Insolvent).phase(6);
    let mut lease = lease.turns(["C&N"]);
    lease.pass();
    assert_eq!(
        reach(&lease),
        routing::Reach::Mixed { large: 4, small: Some(0) },
        "a leased x train"
    );
}

#[test]
fn cards_rust_with_their_group_or_the_one_they_name() {
    // IOW-LOCO-14, IOW-LOCO-15, IOW-LOCO-22, IOW-LOCO-23, IOW-LOCO-25
    let rows = [("A01", 4), ("B06", 6), ("C04", 7), ("D01", 8), ("C01", 8), ("C02", 6), ("C03", 6)];
    for (card, phase) in rows {
        let t = give(locos().operated("C&N", 90, [5], 0), "C&N", card);
        let before = reach_phase(t, phase - 1);
        assert_eq!(before.trains_of("C&N").len(), 1, "{card} before phase {phase}");
        assert!(reach_phase(before, phase).trains_of("C&N").is_empty(), "{card} in phase {phase}");
    }
    for card in ["E01", "F01", "G01", "H01"] {
        let t = give(locos().operated("C&N", 90, [5], 0), "C&N", card);
        assert_eq!(reach_phase(t, 9).trains_of("C&N").len(), 1, "{card} never");
    }
    assert_eq!(
        reach_phase(locos(), 6).paper_place("FFC"),
        engine::Place::Bank,
        "events follow the phase"
    );
}

/// C&N with a card, on track that it can run, in its run step.
fn ready(card: &str, runs: u8) -> Table {
    let mut t = give(locos().operated("C&N", 90, [5], 0), "C&N", card);
    let card = t.card("C&N", card);
    t.at.state.core.trains.get_mut(card).runs = runs;
    t
}

fn run(t: Table) -> Table {
    let mut t = t.turns(["C&N"]);
    while t.step() == "track" || t.step() == "station" {
        t.pass();
    }
    t.play(t.best_run("C&N"));
    t
}

#[test]
fn guaranteed_runs_come_before_rust() {
    // IOW-LOCO-16, IOW-LOCO-17, IOW-LOCO-18, IOW-LOCO-19
    for card in ["A06", "A07", "B01", "B02"] {
        let event = if card.starts_with('A') { 3 } else { 5 };
        let done = reach_phase(ready(card, 2), event);
        assert!(done.trains_of("C&N").is_empty(), "{card}: two runs made, it rusts at once");
        let waits = reach_phase(ready(card, 1), event);
        assert_eq!(waits.trains_of("C&N").len(), 1, "{card} stays for its second run");
        let mut last = run(waits);
        assert_eq!(last.trains_of("C&N").len(), 1, "until the end of the dividend step");
        last.dividend(Pay::Out);
        assert!(last.trains_of("C&N").is_empty(), "{card}");
    }
    let price = |id: &str| {
        let t = locos();
        t.at.printed.sheet.trains.iter().find(|k| k.name == id).map(|k| k.faces[0].price)
    };
    assert!(price("B01") < price("B02"), "Whippingham is the cheaper one");
    let mut counted = run(ready("A01", 0));
    assert_eq!(counted.at.state.core.trains.get(counted.card("C&N", "A01")).runs, 1);
    counted.dividend(Pay::Out);
}

#[test]
fn comet_pays_its_owner_when_it_rusts() {
    // IOW-LOCO-19, IOW-LOCO-24
    let t = reach_phase(ready("B02", 2), 5);
    assert_eq!(t.treasury_of("C&N"), 150);
    let bankrupt = reach_phase(ready("B02", 2).flag("C&N", Flag::Bankrupt), 5);
    assert_eq!(bankrupt.treasury_of("C&N"), 150, "a bankrupt owner too");
    let pooled = ready("B02", 0).go(|p, events| {
        let c = p.printed.sheet.company_by_id("C&N").expect("C&N");
        let card = p.state.core.trains.of(c).next().expect("a card");
        p.give_up(c, card, events);
    });
    let pooled = reach_phase(pooled, 5);
    assert!(
        pooled.in_pool().is_empty() && pooled.treasury_of("C&N") == 0,
        "the pool gets nothing and waits for nothing"
    );
}

#[test]
fn newport_is_refitted_once() {
    // IOW-LOCO-20, IOW-LOCO-32
    let buying = |credits| {
        let t = ready("B03", 0).treasury("C&N", credits).phase(3).turns(["C&N"]);
        t.go(|p, _| p.state.wait = Some(Wait::Trains))
    };
    let mut t = buying(200);
    let card = t.card("C&N", "B03");
    t.play(Move::RefitTrain { card });
    assert_eq!((t.treasury_of("C&N"), t.trains_of("C&N")), (70, vec!["Newport 3+2".to_owned()]));
    let rich = t.clone().treasury("C&N", 500);
    assert_eq!(rich.refused(Move::RefitTrain { card }), "IOW-LOCO-20", "once, whatever it has");
    assert_eq!(
        reach_phase(t.clone(), 5).trains_of("C&N").len(),
        1,
        "the first D does not touch it now"
    );
    assert!(reach_phase(t.clone(), 6).trains_of("C&N").is_empty(), "the first E does");
    assert_eq!(t.at.printed_price(card), 230, "sold at its printed price");
    let poor = buying(129);
    assert_eq!(poor.refused(Move::RefitTrain { card: poor.card("C&N", "B03") }), "IOW-LOCO-20");
    assert!(
        reach_phase(buying(200), 5).trains_of("C&N").is_empty(),
        "unrefitted it rusts at the first D"
    );
}

#[test]
fn bonchurchs_first_run_brings_no_income() {
    // IOW-LOCO-21, IOW-LOCO-30, IOW-LOCO-32
    let line = |runs| run(ready("B04", runs).tile("F4", "743", 0).tile("F6", "748", 1));
    let first = line(0);
    assert_eq!(
        (
            first.at.state.turn.revenue,
            first.at.state.core.trains.get(first.card("C&N", "B04")).runs
        ),
        (0, 1)
    );
    assert!(first.treasury_of("C&N") >= 10, "halt credits are still earned");
    assert_eq!(line(1).at.state.turn.revenue, 40);
    let leased = locos().operated("C&N", 90, [5], 0).flag("C&N", Flag::Insolvent);
    let leased = run(leased);
    assert_eq!(leased.treasury_of("C&N"), 80);
    assert!(
        leased.at.state.core.trains.cards.iter().all(|c| c.runs == 0),
        "a lease is no run of the card"
    );
}

#[test]
fn a_train_that_brings_nothing_has_to_run_all_the_same() {
    // IOW-OR-7, IOW-LOCO-21: the listed run is one that can be made.
    let t = give(locos().operated("IOW", 90, [5], 0), "IOW", "B04").tile("J4", "57", 2);
    let mut t = t.turns(["IOW"]);
    while t.step() != "run" {
        t.pass();
    }
    let run = t.best_run("IOW");
    assert!(matches!(&run, Move::Run { routes, .. } if routes.len() == 1));
    let card = t.card("IOW", "B04");
    t.play(run);
    assert_eq!((t.at.state.turn.revenue, t.at.state.core.trains.get(card).runs), (0, 1));
}

#[test]
fn reach_of_upgrades_uses_the_first_number() {
    // IOW-LOCO-26
    let east = |card: &str| {
        let t = give(locos().operated("IOW", 90, [5], 0), "IOW", card).phase(3);
        t.tile("J4", "6", 0).tile("J6", "746", 0).turns(["IOW"])
    };
    assert!(east("A01").lays("J6").is_empty() && !east("B05").lays("J6").is_empty());
}

#[test]
fn the_last_group_never_runs_out() {
    // IOW-LOCO-28
    let mut t = locos().phase(9);
    for card in t.at.state.core.trains.cards_mut() {
        card.place = Whereabouts::Gone;
    }
    let sheet = t.at.printed.sheet.clone();
    t.at.state.core.trains.replenish(&sheet);
    assert!(t.at.state.core.trains.top().is_some());
}

#[test]
fn the_shortest_card_is_leased() {
    // IOW-LOCO-29
    let t = locos();
    let pooled = |names: [&str; 2]| {
        let mut t = t.clone().phase(6);
        for name in names {
            t = give(t, "FYN", name);
            let card = t.card("FYN", name);
            t.at.state.core.trains.get_mut(card).place = Whereabouts::Pool;
        }
        let card = t.at.lease_card().expect("a card");
        t.at.printed.sheet.trains[t.at.state.core.trains.get(card).kind as usize].name.clone()
    };
    assert_eq!(pooled(["C03", "C04"]), "C03", "the lower first number");
    assert_eq!(pooled(["C08", "C04"]), "C08", "then the lower second number");
    assert_eq!(pooled(["C04", "C10"]), "C04", "price and name decide the rest");
}

#[test]
fn a_waiting_card_must_be_run() {
    // IOW-LOCO-31
    let t = give(give(locos().operated("IOW", 90, [5], 0), "IOW", "A06"), "IOW", "B06");
    let mut t = t.tile("J4", "6", 0).tile("J6", "746", 0).station("IOW", "J4", 0);
    let bee = t.card("IOW", "A06");
    t.at.state.core.trains.get_mut(bee).runs = 1;
    let mut t = reach_phase(t, 3);
    assert_ne!(t.at.state.core.trains.get(bee).marks & WAITING, 0);
    assert!(t.at.scores_full(t.company("IOW")), "it counts as a normal train");
    t = t.turns(["IOW"]);
    while t.step() != "run" {
        t.pass();
    }
    let osborne = t.route(t.card("IOW", "B06"), &[("I3", 0), ("J4", 1)]);
    let late = t.route(bee, &[("J4", 0), ("J6", 1)]);
    assert_eq!(
        t.refused(t.run("IOW", vec![osborne.clone()])),
        "IOW-LOCO-31",
        "it could run to Brading"
    );
    let mut both = t.clone();
    both.play(both.run("IOW", vec![osborne, late]));
    let whole = t.route(t.card("IOW", "B06"), &[("I3", 0), ("J4", 1), ("J4", 0), ("J6", 1)]);
    let mut one = t.clone();
    one.play(one.run("IOW", vec![whole]));
    assert_eq!(one.at.state.core.trains.get(bee).runs, 1, "no track was left for it");
    let c = t.company("IOW");
    let back = t.go(|p, events| p.give_up(c, bee, events));
    assert!(back.in_pool().is_empty(), "returned to the pool it rusts at once");
}
