//! Setup and draft.

use super::table::{Table, at, setup, start};
use board::Shape;
use engine::{Event, Flag, LayBy, Lot, Move, Player, Position, Purse, Slot, Whereabouts};

fn take_company(t: &Table, id: &str) -> Move {
    Move::Take { lot: Lot::Company(t.company(id)) }
}

fn take_character(t: &Table, id: &str) -> Move {
    Move::Take { lot: Lot::Slot(t.slot(id)) }
}

fn home(t: &Table, id: &str, x: i16, y: i16, tile: &str, rotation: u8) -> Move {
    Move::LayTile {
        company: t.company(id),
        cell: at(x, y),
        tile: t.tile_id(tile),
        rotation,
        by: LayBy::Home,
    }
}

#[test]
fn mildendo_lies_at_the_origin_of_an_endless_square_grid() {
    // LIL-SETUP-1
    let t = Table::new(4);
    assert_eq!(t.tile_at((0, 0)), "START");
    let map = &t.at.printed.sheet.map;
    assert!(map.is_unbounded());
    assert_eq!(map.shape(), Shape::Square);
    let around: Vec<_> = (0..4).map(|e| map.neighbour(at(0, 0), e).unwrap().xy()).collect();
    assert_eq!(around, [(0, -1), (1, 0), (0, 1), (-1, 0)], "north, east, south, west");
}

#[test]
fn the_deck_is_ordered_and_only_its_top_card_is_for_sale() {
    // LIL-SETUP-2
    let mut t = Table::drafted(4);
    let deck = t.trains_at(Whereabouts::Deck);
    let mut sorted = deck.clone();
    let order = ["2", "3", "4", "5", "3D", "4D"];
    sorted.sort_by_key(|k| order.iter().position(|o| o == k));
    assert_eq!(deck, sorted);
    t.play_card("A8", 0);
    let three =
        t.at.state
            .core
            .trains
            .at(Whereabouts::Deck)
            .find(|&c| t.at.state.core.trains.get(c).kind == 1)
            .unwrap();
    let from = engine::TrainFrom::Deck;
    let mv = Move::BuyTrain { company: t.company("MR"), card: three, face: 0, amount: 150, from };
    assert_eq!(t.refused(mv), "LIL-TRAINBUY-2");
    assert!(t.offers(&t.buy_top_for("MR", 80)));
}

#[test]
fn only_yellow_tiles_may_be_laid_at_first() {
    // LIL-SETUP-3
    let mut t = Table::drafted(4);
    t.play_card("A2", 0);
    assert_eq!(t.left("P-Y-S"), 8);
    assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-S", 0)));
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 0)), "LIL-TRACK-10");
    assert_eq!(t.refused(t.lay("MR", (0, -2), "START", 0)), "LIL-SETUP-3", "no tile of the supply");
}

#[test]
fn each_action_card_is_taken_once_a_round() {
    // LIL-SETUP-4
    let mut t = Table::drafted(4);
    assert_eq!(t.at.choices().len(), 20, "ten cards with two options each");
    t.play_card("A3", 1);
    let slot = t.slot("A3");
    assert_eq!(t.refused(Move::PlayCard { slot, side: 0, copy: false }), "LIL-SETUP-4");
}

#[test]
fn the_game_begins_in_round_one() {
    // LIL-SETUP-5
    let t = Table::drafted(3);
    assert_eq!((t.at.round(), t.at.process()), (1, 0));
}

#[test]
fn companies_and_characters_are_drafted_there_and_back() {
    // LIL-DRAFT-1, LIL-DRAFT-2, LIL-SETUP-6
    let mut t = Table::new(3);
    assert_eq!(t.at.choices().len(), 4 + 5, "four starting companies and five characters lie open");
    assert_eq!(t.refused(take_company(&t, "BCR")), "LIL-DRAFT-1");
    t.play(take_company(&t, "MR"));
    t.play(home(&t, "MR", 0, -1, "C-Y-S", 0));
    assert_eq!(t.decider(), 1);
    assert_eq!(t.refused(take_company(&t, "MR")), "LIL-DRAFT-1");
    t.play(take_character(&t, "LIMNOC"));
    assert_eq!(t.decider(), 2);
    t.play(take_company(&t, "GVR"));
    t.play(home(&t, "GVR", 0, 1, "C-Y-S", 0));
    assert_eq!(t.decider(), 2, "the last picks twice in a row");
    assert_eq!(t.refused(take_company(&t, "SR")), "LIL-DRAFT-2", "one company each");
    t.play(take_character(&t, "GOLBASTO"));
    assert_eq!(t.decider(), 1);
    assert_eq!(t.refused(take_character(&t, "FLIMNAP")), "LIL-DRAFT-2", "one character each");
    t.play(take_company(&t, "LNR"));
    t.play(home(&t, "LNR", 1, 0, "C-Y-C", 3));
    assert_eq!(t.decider(), 0);
    t.play(take_character(&t, "BOLGOLAM"));
    assert_eq!(t.step(), "card");
    for seat in 0..3 {
        assert_eq!(t.at.companies_of(Player(seat)).count(), 1);
        assert_eq!(t.at.state.holders.iter().filter(|&&h| h == seat).count(), 1);
    }
}

#[test]
fn what_nobody_chose_is_out_of_the_game() {
    // LIL-DRAFT-3, LIL-P3-2
    let mut t = Table::drafted(3);
    assert!(t.at.state.core.is(t.company("LNR"), Flag::Closed));
    t = t.cash(0, 1000);
    t = t.tile((0, -3), "C-Y-S", 0);
    t.play_card("A4", 0);
    assert_eq!(t.refused(t.start_at("LNR", 60)), "LIL-FOUND-1");
    assert!(t.offers(&t.start_at("BCR", 60)));
    // Four players leave the judge behind: no income at the start of a round, and nobody lays his tiles.
    let mut t = Table::new(4);
    t.choose();
    assert!(t.at.printed.sheet.company_ids().all(|c| !t.at.state.core.is(c, Flag::Closed)));
    assert_eq!(t.step(), "card");
    let judge = Lot::Slot(t.slot("BALMUFF"));
    assert_eq!(t.refused(Move::Take { lot: judge }), "LIL-ACTION-1");
    assert_eq!(t.refused(t.employ("BALMUFF")), "LIL-CHARACTER-14");
    assert_eq!(t.refused(t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF")), "LIL-CHARACTER-2");
    // Whoever holds him has both.
    t = t.character(0, "BALMUFF");
    assert!(t.offers(&t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF")));
    t.end_turns();
    while t.step() == "dividend" {
        t.play(Move::Dividend { pay: engine::Pay::Out });
    }
    assert_eq!((t.step(), t.decider()), ("favour", 0));
}

#[test]
fn tiles_of_characters_nobody_chose_leave_the_supply() {
    // LIL-CHARACTER-17, LIL-CHARACTER-16
    for options in [&[][..], &[("brobdingnag", "on")]] {
        let form = |name: &str| match options.is_empty() || name.contains("TOWN") {
            true => name.to_owned(),
            false => format!("BR-{name}"),
        };
        let mut t = Table::with(4, options);
        for name in ["K-CASTLE", "K-FORT", "K-TOWN-S", "K-TREASURY"].map(form) {
            assert!(t.left(&name) == 1 && t.shown(&name), "{name} before the draft");
        }
        t.choose();
        for name in ["K-TOWN-S", "K-TOWN-C"] {
            assert!(t.left(name) == 0 && !t.shown(name), "{name}");
        }
        for name in ["K-CASTLE", "K-FORT", "K-TREASURY"].map(form) {
            assert!(t.left(&name) == 1 && t.shown(&name), "{name}");
        }
        // Two players leave three characters behind.
        let mut t = Table::with(2, options);
        t.choose();
        for (name, there) in [("K-CASTLE", true), ("K-FORT", true), ("K-TREASURY", false)] {
            assert_eq!(t.shown(&form(name)), there, "{name}");
        }
        // The treasurer who is handed in takes his tile along.
        let mut t = Table::with(4, options);
        t.choose();
        let treasurer = t.at.printed.character(t.slot("FLIMNAP")).unwrap();
        let holder = t.at.state.holders[treasurer as usize];
        t = t.turn_of(holder);
        t.play(t.employ("FLIMNAP"));
        assert!(!t.shown(&form("K-TREASURY")));
    }
}

#[test]
fn a_chosen_company_comes_with_its_director_certificate_and_capital_for_nothing() {
    // LIL-DRAFT-4, LIL-DRAFT-5, LIL-DRAFT-6, LIL-DRAFT-7, LIL-DRAFT-10, LIL-SETUP-8, LIL-DRAFT-9
    let t = Table::drafted(4);
    let start = |id: &str| (t.treasury_of(id), t.price_of(id), t.trains_of(id).len());
    assert_eq!(start("MR"), (550, 55, 1));
    assert_eq!(start("SR"), (500, 50, 1));
    assert_eq!(start("GVR"), (500, 50, 1));
    assert_eq!(start("LNR"), (500, 50, 2));
    assert!(["MR", "SR", "GVR", "LNR"].iter().all(|c| t.trains_of(c).iter().all(|k| k == "2")));
    assert_eq!((0..4).map(|s| t.cash_of(s)).collect::<Vec<_>>(), [30, 30, 60, 30]);
    for (seat, id) in ["MR", "SR", "GVR", "LNR"].iter().enumerate() {
        let stock = &t.at.state.core.stock[t.company(id).at()];
        assert_eq!(stock.director(), Some(Player(seat as u8)));
        assert_eq!((stock.of(Player(seat as u8)), stock.ipo), (5, 3));
    }
}

#[test]
fn the_blue_company_has_a_home_on_a_y_tile_for_nothing() {
    // LIL-DRAFT-8, LIL-DRAFT-12, LIL-DRAFT-13
    let mut t = Table::new(4);
    t.play(take_company(&t, "SR"));
    assert_eq!(t.refused(home(&t, "SR", 0, -1, "C-Y-S", 0)), "LIL-DRAFT-12");
    t.play(home(&t, "SR", 0, -1, "M-Y-C", 1));
    assert_eq!(t.treasury_of("SR"), 500, "without the charge of 50");
    let stop = &t.at.printed.sheet.tiles.get(t.tile_id("M-Y-C")).stops[0];
    assert_eq!(stop.paid.in_column(0), 30);
    t.play(take_company(&t, "MR"));
    assert_eq!(t.refused(home(&t, "MR", 1, 0, "M-Y-S", 1)), "LIL-DRAFT-13");
}

#[test]
fn the_home_tile_is_laid_at_once_on_a_free_side_with_its_station() {
    // LIL-DRAFT-11, LIL-DRAFT-14, LIL-DRAFT-15, LIL-DRAFT-16
    let mut t = Table::new(4);
    t.play(take_company(&t, "MR"));
    assert_eq!(t.step(), "home");
    assert_eq!(t.refused(take_company(&t, "SR")), "LIL-DRAFT-11");
    assert_eq!(t.refused(home(&t, "MR", 0, -2, "C-Y-S", 0)), "LIL-DRAFT-11");
    assert_eq!(t.refused(home(&t, "MR", 0, -1, "P-Y-S", 0)), "LIL-DRAFT-11");
    assert_eq!(
        t.refused(home(&t, "MR", 0, -1, "C-Y-S", 1)),
        "LIL-DRAFT-15",
        "no track meets Mildendo"
    );
    assert_eq!(t.lays("C-Y-S").len(), 4, "one rotation on each side");
    assert_eq!(t.lays("C-Y-C").len(), 8, "two turns on each side");
    t.play(home(&t, "MR", 0, -1, "C-Y-C", 2));
    assert!(t.at.state.core.board().has_station_on(at(0, -1), t.company("MR").0));
    assert_eq!(t.at.state.core.company(t.company("MR")).markers_left(), 2);
    assert_eq!(t.at.state.core.market.cell(t.company("MR")), Some(t.cell_of_price(55)));
    t.play(take_company(&t, "GVR"));
    assert_eq!(t.refused(home(&t, "GVR", 0, -1, "C-Y-C", 2)), "LIL-DRAFT-14");
}

#[test]
fn a_home_points_at_no_water_and_is_no_character_tile() {
    // LIL-DRAFT-17
    let mut s = setup(2, &[]);
    s.extra = Some(serde_json::json!([{ "tile": "S-SEA", "x": 1, "y": -1, "rotation": 0 }]));
    let mut t = start(&s).unwrap();
    t.play(take_company(&t, "MR"));
    assert_eq!(
        t.refused(home(&t, "MR", 0, -1, "C-Y-C", 1)),
        "LIL-DRAFT-17",
        "east leg into the sea"
    );
    assert!(t.offers(&home(&t, "MR", 0, -1, "C-Y-C", 2)), "west leg");
    assert_eq!(t.refused(home(&t, "MR", 0, -1, "K-FORT", 0)), "LIL-DRAFT-17");
}

#[test]
fn copy_cards_by_number_of_players() {
    // LIL-SETUP-7, LIL-P2-1, LIL-SOLO-5
    for (seats, copies) in [(4, 1), (3, 1), (2, 2), (1, 0)] {
        let t = Table::new(seats);
        assert!(t.at.state.copies[..seats].iter().all(|&c| c == copies), "{seats} players");
        assert!(t.at.state.copies[seats..].iter().all(|&c| c == 0));
    }
}

#[test]
fn the_first_player_is_drawn_from_the_seed_unless_seats_are_fixed() {
    // LIL-SETUP-9
    let mut seen = [false; 4];
    for seed in 0..40 {
        let mut s = setup(4, &[("fixed_seats", "off")]);
        s.seed = seed;
        let mut t = start(&s).unwrap();
        let first = t.decider();
        seen[first as usize] = true;
        let events = t.play(take_character(&t, "LIMNOC")).events.clone();
        let told = Event::Drawn {
            what: "first player".to_owned(),
            of: 4,
            index: u32::from(first),
            result: format!("seat {}", first + 1),
        };
        assert_eq!(events[0], told, "the draw is told with the first move");
        assert_eq!(t.decider(), (first + 1) % 4, "clockwise from there");
    }
    assert_eq!(seen, [true; 4]);
    assert_eq!(Table::new(4).decider(), 0);
}

#[test]
fn purses_stay_apart() {
    // LIL-SETUP-10
    let mut t = Table::drafted(4).treasury("MR", 49).cash(0, 1000).treasury("SR", 1000);
    t.play_card("A1", 0);
    t = t.tile((0, -2), "P-Y-S", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "M-Y-C", 1)),
        "LIL-TRACK-8",
        "private cash pays for no tile"
    );
    t = t.treasury("MR", 60);
    t.play(t.lay("MR", (0, -3), "M-Y-C", 1));
    assert_eq!((t.treasury_of("MR"), t.cash_of(0), t.treasury_of("SR")), (10, 1000, 1000));
}

#[test]
fn eight_companies_of_four_certificates_and_four_tokens() {
    // LIL-SETUP-11, LIL-SETUP-12, LIL-SETUP-13
    let t = Table::drafted(4);
    let sheet = &t.at.printed.sheet;
    assert_eq!(sheet.companies.len(), 8);
    for c in sheet.company_ids() {
        let def = sheet.company(c);
        assert_eq!(
            (def.units, def.director_units, def.unit_percent),
            (8, 5, 10),
            "80 % exist as certificates"
        );
        assert_eq!(t.at.state.core.stock[c.at()].total(), 8);
        assert_eq!(def.station_costs.len(), 3, "three stations; the fourth token is on the index");
    }
    // LIL-SETUP-12: dividends of the missing 20 % stay in the bank, even with all certificates sold.
    let mut t = Table::drafted(4).shares("MR", 0, 3);
    let before = t.cash_of(0);
    t.end_turns();
    let income = t.at.state.core.company(t.company("MR")).last_revenue;
    t.play(Move::Dividend { pay: engine::Pay::Out });
    assert_eq!(t.cash_of(0) - before, income * 80 / 100);
}

#[test]
fn the_bank_never_breaks() {
    // LIL-SETUP-14
    let mut t = Table::drafted(2).cash(0, 1_000_000);
    assert!(t.at.state.core.money.of(Purse::Bank) < -1_000_000);
    t.play_card("A10", 1);
    assert_eq!(t.cash_of(0), 1_000_020);
}

#[test]
fn a_lot_that_does_not_exist_is_refused() {
    // LIL-DRAFT-1
    let t = Table::new(2);
    assert_eq!(t.refused(Move::Take { lot: Lot::Slot(Slot(99)) }), "LIL-DRAFT-1");
    assert_eq!(t.refused(Move::Pass), "LIL-DRAFT-1");
}

// Key, values and mark of all that a lot brings.
fn told(t: &Table, lot: Lot) -> Vec<String> {
    let lines = t.at.brings(lot).into_iter();
    lines
        .map(|b| {
            let args = b.args.iter().map(|(name, value)| match value {
                engine::Told::Number(n) => format!(" {name} {n}"),
                engine::Told::Money(m) => format!(" {name} £{m}"),
                engine::Told::Name(text) => format!(" {name} {text}"),
            });
            let mark = if b.special { "!" } else { "" };
            format!("{mark}{}{}", b.key, args.collect::<String>())
        })
        .collect()
}

#[test]
fn the_draft_says_what_a_company_brings_its_advantage_first() {
    // LIL-DRAFT-5, LIL-DRAFT-6, LIL-DRAFT-7, LIL-DRAFT-8, LIL-DRAFT-9, LIL-DRAFT-10, LIL-DRAFT-11
    let t = Table::new(4);
    let of = |id: &str| told(&t, Lot::Company(t.company(id)));
    assert_eq!(
        of("MR"),
        [
            "!start price £55 treasury £550",
            "train-cards n 1 train 2",
            "home-city value 20",
            "director-cash amount £30",
        ]
    );
    assert_eq!(of("SR")[0], "!home-y value 30");
    assert_eq!(of("SR")[1], "start price £50 treasury £500");
    assert_eq!(of("GVR")[0], "!director-cash amount £60");
    assert_eq!(of("LNR")[0], "!train-cards n 2 train 2");
    for id in ["MR", "SR", "GVR", "LNR"] {
        let marked = of(id).iter().filter(|l| l.starts_with('!')).count();
        assert_eq!((of(id).len(), marked), (4, 1), "{id}");
    }
    assert!(of("BCR").is_empty(), "nobody drafts it");
}

#[test]
fn the_draft_says_all_rights_of_a_character() {
    // LIL-CHARACTER-4..15
    let t = Table::new(4);
    let of = |id: &str| told(&t, Lot::Slot(t.slot(id)));
    assert_eq!(
        of("GOLBASTO"),
        [
            "free-y cost £50",
            "tile-over-city tiles K-CASTLE",
            "from-green",
            "worth-with-station value 30 own 50",
        ]
    );
    assert_eq!(
        of("LIMNOC"),
        ["stations first £20 second £50", "tile-as-city tiles K-FORT", "worth value 30",]
    );
    assert_eq!(
        of("BALMUFF"),
        [
            "round-income cash £5 treasury £20",
            "tile-as-plain tiles K-TOWN-S, K-TOWN-C",
            "worth value 10",
            "beyond-range",
        ]
    );
    assert_eq!(
        of("BOLGOLAM"),
        [
            "discount percent 10",
            "tile-as-plain tiles K-PORT-A, K-PORT-B",
            "worth value 10",
            "end-of-route",
            "beyond-range",
        ]
    );
    assert_eq!(
        of("FLIMNAP"),
        [
            "exchange factor £10",
            "tile-as-city tiles K-TREASURY",
            "from-brown",
            "worth value 60",
            "end-of-route",
        ]
    );
}

#[test]
fn a_card_says_what_each_of_its_sides_lets_do() {
    // LIL-ACTION-2..11
    let t = Table::new(4);
    let of = |id: &str| told(&t, Lot::Slot(t.slot(id)));
    assert_eq!(of("A2"), ["yellow-and-green-tile", "any-tiles n 1"]);
    assert_eq!(of("A3"), ["yellow-tiles n 2", "take-cash amount £5"]);
    assert_eq!(of("A4"), ["trade-shares n 1", "any-tiles n 1"]);
    assert_eq!(of("A8"), ["buy-trains n 2", "take-cash amount £5"]);
    assert_eq!(of("A9"), ["place-stations n 1", "take-cash amount £5"]);
    assert_eq!(
        of("A10"),
        ["fill-treasuries yellow £50 green £70 brown £100", "take-cash amount £20",]
    );
    assert!(
        t.at.printed
            .cards
            .iter()
            .enumerate()
            .all(|(i, _)| { told(&t, Lot::Slot(Slot(i as u8))).len() == 2 })
    );
}
