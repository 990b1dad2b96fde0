//! Rules of the Moravia-Silesia variant.

use super::table::{Table, setup, start};
use board::Colour;
use engine::{
    Flag, LayBy, Lot, Move, OptionValue, Place, Player, Position, Purse, RoundKind, RoundName,
    Setup, Slot, Whereabouts,
};
use titles::g18cz::{Auction, Step};

fn moravia(players: usize, seed: u64) -> Setup {
    Setup {
        variant: "moravia".to_owned(),
        ..setup(players, "rulebook", seed)
    }
}

/// The auction at its beginning, seats in their own order.
fn auction(players: usize) -> Table {
    let mut table = start(&moravia(players, 1));
    for seat in 0..players as u8 {
        table.at.state.core.order[seat as usize] = seat;
    }
    table.at.state.auction = Some(Auction::new(Player(0)));
    table
}

/// The first stock round, all papers gone.
fn table(players: usize) -> Table {
    let mut table = auction(players);
    table.at.state.auction = None;
    for paper in &mut table.at.state.core.papers {
        paper.place = Place::Aside;
    }
    table.at.state.at = 1;
    table.at.state.core.round = RoundName {
        kind: RoundKind::Stock,
        set: 1,
        number: 1,
    };
    table
}

/// The third player's company list holds all five.
fn three() -> Table {
    table(3)
}

fn bid(lot: Option<Lot>, amount: i32) -> Move {
    Move::Bid { lot, amount }
}

fn lot(table: &Table, paper: &str) -> Option<Lot> {
    Some(Lot::Paper(table.paper(paper)))
}

/// A player owns MW with its station.
fn with_westbahn(table: Table, owner: u8) -> Table {
    table.local("MW", owner).station("MW", "F22", 0)
}

#[test]
fn the_eastern_board_is_marked_as_reconstructed() {
    // CZ-MORAVIA-1, CZ-MORAVIA-43: 46 hexes; the common sides of neighbouring reserved hexes are closed
    let t = three();
    assert_eq!(t.sheet().map.cells.len(), 46);
    assert!(!t.sheet().reconstructed.is_empty());
    for (a, b) in [("B18", "C17"), ("C17", "D16"), ("H16", "I17")] {
        let (a, b) = (t.hex(a), t.hex(b));
        let edge = (0..6)
            .find(|&e| t.sheet().map.neighbour(a, e) == Some(b))
            .expect("neighbours");
        assert_ne!(t.sheet().map.def(a).closed & (1 << edge), 0);
        assert_ne!(t.sheet().map.def(b).closed & (1 << ((edge + 3) % 6)), 0);
    }
}

#[test]
fn cash_limits_and_companies() {
    // CZ-MORAVIA-2, CZ-MORAVIA-3, CZ-MORAVIA-4, CZ-MORAVIA-5, CZ-MORAVIA-7
    for (players, cash, limit, companies) in [(2, 500, 15, 4), (3, 450, 13, 5)] {
        let t = auction(players);
        assert_eq!(t.cash_of(0), cash);
        assert_eq!(t.at.printed.certificate_limit, Some(limit));
        let open = t
            .sheet()
            .company_ids()
            .filter(|&c| t.at.state.core.is(c, Flag::Available))
            .count();
        assert_eq!(open, companies, "{players} players");
    }
    let t = three();
    for company in ["Sx", "Pr", "By", "kk", "Ug"] {
        assert_eq!(t.markers(company), [1, 1, 1]);
        assert_eq!(t.sheet().company(t.company(company)).max_units, 7);
        assert!(
            t.is(company, Flag::Available),
            "{company} is available from the first stock round"
        );
    }
    let removed: std::collections::BTreeSet<String> = (0..30)
        .map(|seed| {
            let t = start(&moravia(2, seed));
            let gone = ["Sx", "Pr", "By", "kk", "Ug"]
                .into_iter()
                .find(|c| t.is(c, Flag::Closed));
            gone.expect("one is removed").to_owned()
        })
        .collect();
    assert!(removed.len() >= 4, "at random: {removed:?}");
}

#[test]
fn red_starting_prices_and_capital_of_ten_shares() {
    // CZ-MORAVIA-6
    let mut t = three().cash(0, 2000).cash(1, 2000);
    let prices: Vec<i32> =
        t.at.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::Start { company, price } if company == t.company("kk") => {
                    Some(t.sheet().market.price(price))
                }
                _ => None,
            })
            .collect();
    assert_eq!(prices, [50, 55, 60, 65, 70]);
    t.play(t.start_at("kk", 60));
    assert!(!t.is("kk", Flag::Floated));
    for _ in 0..3 {
        t.pass();
        t.pass();
        t.play(t.share("kk"));
    }
    assert!(t.is("kk", Flag::Floated), "50 % float it");
    assert_eq!(t.treasury_of("kk"), 600);
}

#[test]
fn paying_out_moves_one_step() {
    // CZ-MORAVIA-8
    let mut t = three().float("kk", 0, 60).operating("kk", Step::Dividend);
    t.at.state.turn.revenue = 100;
    t.pay_out();
    assert_eq!(t.price_of("kk"), 65);
}

#[test]
fn five_kinds_of_trains_that_everybody_runs() {
    // CZ-MORAVIA-9, CZ-MORAVIA-38
    for (players, counts) in [(2, [5, 4, 3, 2]), (3, [6, 5, 3, 3])] {
        let t = auction(players);
        let stack: Vec<(String, i32)> = t
            .sheet()
            .trains
            .iter()
            .skip(1)
            .map(|k| (k.name.clone(), k.faces[0].price))
            .collect();
        assert_eq!(
            stack,
            [
                ("2", 70),
                ("3", 120),
                ("4", 250),
                ("4+4", 400),
                ("5+5", 500)
            ]
            .map(|(n, p)| (n.to_owned(), p))
        );
        for (kind, count) in t.sheet().trains.iter().skip(1).zip(counts) {
            assert_eq!(kind.count, count, "{}", kind.name);
        }
        assert!(t.sheet().trains[5].unlimited);
    }
    let t = three()
        .float("kk", 0, 60)
        .train("kk", "2")
        .train("kk", "4+4")
        .operating("kk", Step::Run);
    assert_eq!(
        t.at.problem(t.company("kk")).expect("trains").trains.len(),
        2,
        "small and plus trains alike"
    );
    let mut t = three()
        .float("kk", 0, 60)
        .treasury("kk", 100)
        .operating("kk", Step::Trains);
    t.play(t.buy_top("kk", "2"));
    assert!(
        t.step() != "trains" || t.offers(&Move::Pass),
        "a 2 meets the obligation"
    );
}

#[test]
fn phases_of_moravia() {
    // CZ-MORAVIA-10, CZ-MORAVIA-11, CZ-MORAVIA-12, CZ-MORAVIA-13, CZ-MORAVIA-14, CZ-MORAVIA-15, CZ-MORAVIA-37
    let t = three();
    let phases: Vec<(u8, u8, u8)> = t
        .sheet()
        .phases
        .iter()
        .map(|p| (p.colour, p.train_limit[2], p.column))
        .collect();
    let c = |colour: Colour| colour as u8;
    assert_eq!(
        phases,
        [
            (c(Colour::Yellow), 4, 0),
            (c(Colour::Green), 4, 1),
            (c(Colour::Green), 4, 1),
            (c(Colour::Brown), 3, 2),
            (c(Colour::Grey), 2, 3)
        ]
    );
    assert_eq!((t.at.printed.trade_from, t.at.printed.papers_from), (1, 1));
    let red = t.sheet().tiles.get(t.tile_id(&t.red_tile("kk")));
    let values: Vec<u16> = (0..4)
        .map(|column| red.stops[0].paid.in_column(column))
        .collect();
    assert_eq!(values, [20, 30, 40, 50]);
    let mut t = three()
        .next_card("4")
        .float("kk", 0, 60)
        .float("Ug", 1, 60)
        .train("Ug", "2")
        .train("Ug", "3");
    t.at.state.core.phase = 1;
    let mut t = t.treasury("kk", 600).operating("kk", Step::Trains);
    t.play(t.buy_top("kk", "4"));
    assert_eq!(t.trains_of("Ug"), ["3"], "the first 4 scraps all 2-trains");
    let mut t = three()
        .next_card("5+5")
        .float("kk", 0, 60)
        .float("Ug", 1, 60)
        .train("Ug", "3")
        .train("Ug", "4");
    t.at.state.core.phase = 3;
    let mut t = t.treasury("kk", 600).operating("kk", Step::Trains);
    t.play(t.buy_top("kk", "5+5"));
    assert_eq!(
        t.trains_of("Ug"),
        ["4"],
        "the first 5+5 scraps all 3-trains"
    );
}

#[test]
fn bonuses_of_red_tiles_are_for_plus_trains() {
    // CZ-MORAVIA-16
    let t = three()
        .float("kk", 0, 60)
        .train("kk", "3")
        .train("kk", "4+4")
        .operating("kk", Step::Run);
    let problem = t.at.problem(t.company("kk")).expect("trains");
    let takes: Vec<bool> = problem
        .trains
        .iter()
        .map(|train| train.takes_bonus)
        .collect();
    assert_eq!(takes, [false, true]);
    // Berlin (20, of Pr) - C23 (20) - Budapest (20, of Ug): kk owns neither.
    let line = three()
        .float("kk", 0, 60)
        .tile("B22", "9", 2)
        .tile("C23", "57", 2)
        .tile("D24", "9", 2)
        .tile("E25", "9", 2)
        .tile("F26", "9", 2)
        .station("kk", "C23", 0);
    let (berlin, budapest) = (line.red_tile("Pr"), line.red_tile("Ug"));
    let one = line.tile("A21", &berlin, 5);
    let both = one.clone().tile("G27", &budapest, 1);
    for (train, with_one, with_both) in [
        ("2", 40, 40),
        ("3", 40, 60),
        ("4", 40, 60),
        ("4+4", 40 + 50, 60 + 2 * 50),
        ("5+5", 40 + 50, 60 + 2 * 50),
    ] {
        let run = |t: &Table| t.clone().train("kk", train).best("kk");
        assert_eq!(run(&one), with_one, "{train} to one red tile");
        assert_eq!(run(&both), with_both, "{train} from one to the other");
    }
}

#[test]
fn five_private_papers_count_against_the_limit() {
    // CZ-MORAVIA-17, CZ-MORAVIA-30
    let t = auction(3);
    let ids: Vec<(String, i32)> = t
        .sheet()
        .papers
        .iter()
        .map(|p| (p.id.clone(), p.price))
        .collect();
    assert_eq!(
        ids,
        [("S3", 25), ("M4", 40), ("L1", 55), ("MW", 70), ("3E", 50)]
            .map(|(i, p)| (i.to_owned(), p))
    );
    let t = three().local("S3", 0).local("3E", 0);
    assert_eq!(t.at.certificates(Player(0)).0, 2);
    let t = three()
        .phase("3")
        .float("kk", 0, 60)
        .local_of("S3", "kk")
        .in_box(50)
        .operating("kk", Step::Papers);
    assert!(
        t.offers(&t.sell_local("S3")),
        "local railways work as in the standard game"
    );
}

#[test]
fn the_opener_chooses_a_paper_and_others_bid_in_turn() {
    // CZ-MORAVIA-18, CZ-MORAVIA-19: at least the minimum, then at least 5 more; a passer is out of this auction only
    let mut t = auction(3);
    assert_eq!(t.waits_for(), (0, String::new(), "auction"));
    assert_eq!(t.refused(bid(lot(&t, "MW"), 69)), "CZ-MORAVIA-19");
    t.play(bid(lot(&t, "MW"), 70));
    assert_eq!(t.waits_for().0, 1);
    assert_eq!(t.refused(bid(None, 74)), "CZ-MORAVIA-19");
    t.play(bid(None, 75));
    t.pass(); // player 2
    t.play(bid(None, 80)); // player 0
    assert_eq!(t.waits_for().0, 1, "player 2 is out");
    t.pass();
    assert_eq!(t.paper_place("MW"), Place::Player(Player(0)));
    assert_eq!(t.cash_of(0), 450 - 80);
    assert_eq!(
        t.waits_for().0,
        1,
        "player 2 of the order opens the second auction, whoever won"
    );
    t.play(bid(lot(&t, "S3"), 25));
    assert_eq!(t.waits_for().0, 2, "the passer bids again");
}

#[test]
fn nobody_bids_more_than_his_cash() {
    // CZ-MORAVIA-35
    let t = auction(3).cash(0, 60);
    assert_eq!(t.refused(bid(lot(&t, "S3"), 61)), "CZ-MORAVIA-35");
    assert!(t.offers(&bid(lot(&t, "S3"), 60)));
    assert!(!t.offers(&bid(lot(&t, "MW"), 70)));
}

#[test]
fn a_paper_put_up_without_a_bid_may_be_bought_by_the_others() {
    // CZ-MORAVIA-34
    let mut t = auction(3);
    t.play(Move::Take {
        lot: Lot::Paper(t.paper("L1")),
    });
    assert_eq!(t.waits_for().0, 1);
    t.play(bid(None, 55));
    t.pass();
    assert_eq!(
        t.paper_place("L1"),
        Place::Player(Player(1)),
        "the opener has passed"
    );
    t.play(Move::Take {
        lot: Lot::Paper(t.paper("S3")),
    });
    t.pass();
    t.pass();
    assert_eq!(t.paper_place("S3"), Place::Bank, "without a bid it stays");
    assert_eq!(t.waits_for().0, 2, "and the next player opens");
    assert!(t.offers(&bid(lot(&t, "S3"), 25)));
}

#[test]
fn the_round_ends_when_nobody_opens() {
    // CZ-MORAVIA-20, CZ-MORAVIA-22, CZ-MORAVIA-42: the rest leaves the game; order by least cash; the track starts at 50
    let mut t = auction(3);
    t.play(bid(lot(&t, "S3"), 25));
    t.pass();
    t.pass();
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.at.state.core.round.kind, RoundKind::Stock);
    assert_eq!(t.paper_place("MW"), Place::Aside);
    assert!(t.stations_on("F22").is_empty(), "no MW, no station");
    let order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    assert_eq!(order, [0, 1, 2], "player 0 has the least");
    let boxes: Vec<i32> =
        t.at.printed
            .process
            .iter()
            .filter(|b| b.value > 0)
            .map(|b| b.value)
            .collect();
    assert_eq!(boxes, [50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120]);
}

#[test]
fn without_any_bid_player_one_wins() {
    // CZ-MORAVIA-21
    let mut t = auction(3);
    for _ in 0..3 {
        t.pass();
    }
    let outcome = t.at.outcome().expect("over at once");
    assert_eq!(
        (outcome.winners, outcome.reason),
        (vec![Player(0)], "no_bids")
    );
    let mut other = moravia(3, 1);
    other.options.insert(
        "moravia_no_bids_player_one_wins".to_owned(),
        OptionValue::Switch(false),
    );
    let mut t = start(&other);
    for _ in 0..3 {
        t.pass();
    }
    assert!(t.at.outcome().is_none(), "the other reading goes on");
}

#[test]
fn trains_are_exported_after_every_set_but_the_last() {
    // CZ-MORAVIA-23, CZ-MORAVIA-39
    let t = three();
    let exports: Vec<i32> =
        t.at.printed
            .process
            .iter()
            .filter(|b| b.export)
            .map(|b| b.value)
            .collect();
    assert_eq!(exports, [50, 55, 65, 75, 90]);
    let mut t = three()
        .next_card("3")
        .float("kk", 0, 60)
        .train("kk", "2")
        .in_box(50)
        .operating("kk", Step::Papers);
    t.at.state.core.phase = 0;
    let _ = t.try_play(&Move::Pass);
    assert_eq!(t.phase_name(), "3", "an exported first 3 starts its phase");
}

#[test]
fn the_3e_runs_once_for_a_company_of_its_owner() {
    // CZ-MORAVIA-24, CZ-MORAVIA-38
    let t = three()
        .tile("E21", "57", 2)
        .tile("F22", "57", 2)
        .local("3E", 0)
        .float("kk", 0, 60)
        .float("Ug", 1, 60)
        .station("kk", "E21", 0)
        .train("kk", "2")
        .treasury("kk", 300);
    let card =
        t.at.state
            .core
            .trains
            .at(Whereabouts::Aside)
            .next()
            .expect("the 3E lies aside");
    let (kk, ug) = (t.company("kk"), t.company("Ug"));
    let foreign = t.clone().operating("Ug", Step::Track);
    assert_eq!(
        foreign.refused(&Move::AssignTrain { card, company: ug }),
        "CZ-MORAVIA-24"
    );
    let mut t = t.operating("kk", Step::Run);
    t.play(Move::AssignTrain { card, company: kk });
    let problem = t.at.problem(kk).expect("trains");
    assert_eq!(problem.trains.len(), 2);
    let guest = problem
        .cards
        .iter()
        .position(|&c| c == card)
        .expect("it runs");
    assert!(problem.trains[guest].shares_track && problem.trains[guest].takes_bonus);
    assert_eq!(t.at.train_limit(kk), 4);
    assert_eq!(t.best("kk"), 80, "both may use the same track");
    let run = t.best_run("kk");
    t.play(run);
    assert_eq!(
        t.trains_of("kk"),
        ["2"],
        "it leaves the game after that run"
    );
    assert_eq!(t.paper_place("3E"), Place::Gone);
    let alone = three()
        .local("3E", 0)
        .float("kk", 0, 60)
        .operating("kk", Step::Track);
    let mut alone = alone;
    alone.play(Move::AssignTrain { card, company: kk });
    alone.at.state.turn.step = Step::Trains;
    assert!(
        !alone.offers(&Move::Pass),
        "it does not meet the obligation"
    );
    let late = three()
        .local("3E", 0)
        .float("kk", 0, 60)
        .train("kk", "2")
        .treasury("kk", 300)
        .operating("kk", Step::Trains);
    assert_eq!(
        late.refused(&Move::AssignTrain { card, company: kk }),
        "CZ-MORAVIA-24",
        "before the run only"
    );
}

#[test]
fn the_winner_of_mw_places_its_station() {
    // CZ-MORAVIA-25
    let mut t = auction(3);
    t.play(bid(lot(&t, "MW"), 70));
    t.pass();
    t.pass();
    assert_eq!(t.stations_on("F22"), [("MW".to_owned(), 0)]);
    let spot = board::Spot {
        cell: t.hex("F22"),
        stop: 0,
    };
    assert!(
        t.at.state
            .core
            .board()
            .blocked(&t.sheet().tiles, spot, t.company("kk").0),
        "it blocks"
    );
}

#[test]
fn mw_builds_and_then_pays_the_value_of_its_tile() {
    // CZ-MORAVIA-26, CZ-MORAVIA-36
    let mut t = with_westbahn(three(), 1).cash(1, 0).stock(1);
    t.pass();
    if t.step() == "stock" {
        t.pass();
    }
    if t.step() == "stock" {
        t.pass();
    }
    assert_eq!((t.waits_for().0, t.step()), (1, "westbahn"));
    assert_eq!(t.cash_of(1), 0, "it has not paid yet");
    let right = LayBy::Right { slot: Slot(0) };
    let purple = t.lay_by("MW", "F22", "14p", 0, right);
    assert_eq!(t.refused(&purple), "CZ-MORAVIA-36");
    let green = t.lay_by("MW", "F22", "14", 0, right);
    assert_eq!(t.refused(&green), "CZ-MORAVIA-36", "green is not available");
    t.play(t.lay_by("MW", "F22", "57", 0, right));
    assert_eq!(t.cash_of(1), 20, "built first, then paid, free of charge");
    let mut t = with_westbahn(three(), 1).cash(1, 0).stock(1);
    for _ in 0..3 {
        if t.step() == "stock" {
            t.pass();
        }
    }
    t.pass();
    assert_eq!(t.cash_of(1), 0, "no tile, no income");
}

#[test]
fn mw_may_be_sold_to_a_company() {
    // CZ-MORAVIA-27, CZ-MORAVIA-41: it closes, its station is the buyer's, whose own markers keep their prices
    let early = with_westbahn(three(), 0)
        .float("kk", 0, 60)
        .treasury("kk", 300)
        .in_box(50)
        .operating("kk", Step::Track);
    assert_eq!(early.refused(early.buy_local("MW", 50)), "CZ-LOCAL-5");
    let mut t = with_westbahn(three(), 0)
        .phase("3")
        .float("kk", 0, 60)
        .treasury("kk", 300)
        .in_box(50)
        .operating("kk", Step::Track);
    assert_eq!(t.range(&t.buy_local("MW", 1)), Some((1, 50)));
    let markers = t.markers("kk");
    t.play(t.buy_local("MW", 50));
    assert_eq!(t.paper_place("MW"), Place::Gone);
    assert_eq!(t.stations_on("F22"), [("kk".to_owned(), 0)]);
    assert_eq!(t.markers("kk"), markers);
}

#[test]
fn a_second_station_in_mws_home_goes_to_the_charter() {
    // CZ-MORAVIA-28
    let mut t = three().tile("F22", "57", 0).phase("3").tile("F22", "14", 0);
    t = with_westbahn(t, 0)
        .float("kk", 0, 60)
        .station("kk", "F22", 0)
        .treasury("kk", 300)
        .in_box(50);
    let mut t = t.operating("kk", Step::Track);
    let before = t.markers("kk");
    t.play(t.buy_local("MW", 10));
    assert_eq!(t.stations_on("F22"), [("kk".to_owned(), 0)]);
    assert_eq!(t.markers("kk"), [before[0], before[1], before[2] + 1]);
}

#[test]
fn papers_close_with_the_first_4_plus_4() {
    // CZ-MORAVIA-13, CZ-MORAVIA-29, CZ-MORAVIA-40
    let t = with_westbahn(three(), 1)
        .local("S3", 1)
        .local("3E", 0)
        .next_card("4+4")
        .float("kk", 0, 60)
        .local_of("L1", "kk")
        .treasury("kk", 600);
    let mut t = t.operating("kk", Step::Trains);
    t.at.state.core.phase = 2;
    t.play(t.buy_top("kk", "4+4"));
    for paper in ["MW", "S3", "3E", "L1"] {
        assert_eq!(t.paper_place(paper), Place::Gone, "{paper}");
    }
    assert!(t.stations_on("F22").is_empty(), "MW's station is removed");
    assert!(
        t.at.state
            .core
            .trains
            .at(Whereabouts::Aside)
            .next()
            .is_none(),
        "the 3E is lost"
    );
}

#[test]
fn red_tiles_and_first_turns_as_in_the_standard_game() {
    // CZ-MORAVIA-31, CZ-MORAVIA-44
    let mut t = three()
        .float("Pr", 0, 60)
        .fresh("Pr")
        .treasury("Pr", 300)
        .operating("Pr", Step::Home);
    let homes: std::collections::BTreeSet<String> =
        t.at.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile {
                    cell,
                    by: LayBy::Home,
                    ..
                } => Some(t.sheet().map.name(cell)),
                _ => None,
            })
            .collect();
    assert_eq!(homes.into_iter().collect::<Vec<_>>(), ["A21", "B18"]);
    let red = t.red_tile("Pr");
    t.play(t.lay_by("Pr", "A21", &red, 5, LayBy::Home));
    assert_eq!(t.stations_on("A21"), [("Pr".to_owned(), 0)]);
    for _ in 0..2 {
        let (hex, tile, rotation) = t.lays().into_iter().next().expect("a yellow tile");
        t.play(t.lay("Pr", &hex, &tile, rotation));
    }
    assert!(t.lays().is_empty(), "red tile and two yellow ones");
    let sale = three().shares("kk", 0, 1).float("kk", 0, 60).stock(1);
    assert_eq!(
        sale.refused(sale.sell("kk", 1)),
        "CZ-SR-17",
        "no sale in the first stock round played"
    );
}

#[test]
fn nobody_is_taken_over() {
    // CZ-MORAVIA-32
    let t = three()
        .float("kk", 0, 60)
        .float("Ug", 0, 60)
        .treasury("kk", 900)
        .operating("kk", Step::Acquire);
    assert_eq!(t.refused(t.acquire("Ug", 60)), "CZ-ACQUIRE-1");
}

#[test]
fn open_papers_count_the_local_value_at_the_end() {
    // CZ-MORAVIA-33
    let t = three()
        .cash(0, 0)
        .local("S3", 0)
        .local("MW", 0)
        .local("3E", 0)
        .in_box(120);
    assert_eq!(t.at.values()[0], 240);
    let mut t = t;
    t.at.state
        .core
        .pay(Purse::Bank, Purse::Player(Player(0)), 7);
    assert_eq!(t.at.values()[0], 247);
}

#[test]
fn hexes_of_a_removed_company_stay_empty() {
    // CZ-MORAVIA-42
    let t = start(&moravia(2, 1));
    let gone = ["Sx", "Pr", "By", "kk", "Ug"]
        .into_iter()
        .find(|c| t.is(c, Flag::Closed))
        .expect("one is removed");
    let id = t.company(gone);
    // Another company builds up to Berlin, which is nobody's now.
    let without_pr = (0..60)
        .map(|seed| start(&moravia(2, seed)))
        .find(|t| t.is("Pr", Flag::Closed))
        .expect("some seed removes it");
    let builder = ["kk", "Ug"][usize::from(without_pr.is("kk", Flag::Closed))];
    let mut open = without_pr;
    open.at.state.auction = None;
    let open = open
        .float(builder, 0, 60)
        .treasury(builder, 300)
        .tile("B22", "9", 2)
        .tile("C23", "57", 2)
        .station(builder, "C23", 0)
        .operating(builder, Step::Track);
    let berlin = open.red_tile("Pr");
    assert!(open.hexes().contains(&"D24".to_owned()), "it may build");
    assert!(!open.hexes().contains(&"A21".to_owned()));
    for rotation in 0..6 {
        for by in [LayBy::Build, LayBy::Home] {
            for tile in ["7", "8", "9", "57", &berlin] {
                let lay = open.lay_by(builder, "A21", tile, rotation, by);
                open.refused(&lay);
            }
        }
    }
    // Nor is it the home of another large company.
    let open = open.float("Sx", 1, 60).operating("Sx", Step::Home);
    let dresden = open.red_tile("Sx");
    assert!(open.hexes().iter().all(|h| h != "A21" && h != "B18"));
    for (tile, rotation) in [(&dresden, 5), (&berlin, 5)] {
        let home = open.lay_by("Sx", "A21", tile, rotation, LayBy::Home);
        assert_eq!(open.refused(&home), "CZ-TRACK-17", "{tile}");
    }
    let mut t = table(2);
    t.at.state.core.company_mut(id).set(Flag::Closed, true);
    assert!(
        !t.at
            .choices()
            .iter()
            .any(|c| matches!(c.mv, Move::Start { company, .. } if company == id))
    );
    for hex in ["C25", "G19"] {
        let homes = &t.sheet().map.def(t.hex(hex)).homes;
        assert!(
            homes
                .iter()
                .all(|h| t.at.state.core.is(engine::Company(h.company), Flag::Closed)),
            "{hex}"
        );
    }
}
