//! Share trades, the index, founding.

use super::table::{Table, at};
use engine::{Card, Event, Flag, MarketMove, Move, Player, Position, ShareSource};

#[test]
fn first_sell_then_buy_at_most_one() {
    // LIL-SHARE-1, LIL-ACTION-5, LIL-ACTION-6, LIL-ACTION-7
    for card in ["A4", "A5", "A6"] {
        let mut t = Table::drafted(4).shares("SR", 0, 2).shares("GVR", 0, 1).cash(0, 500);
        t.play_card(card, 0);
        t.play(t.sell("SR", 1));
        t.play(t.sell("GVR", 1));
        t.play(t.share("LNR"));
        assert_eq!(t.decider(), 1, "{card}: after the purchase the trade is over");
    }
    let mut t = Table::drafted(4).shares("SR", 0, 1);
    t.play_card("A4", 0);
    t.pass();
    assert_eq!(
        t.at.state.core.stock[t.company("SR").at()].of(Player(0)),
        1,
        "both parts are optional"
    );
}

#[test]
fn a_block_is_paid_at_the_price_before_and_then_moves_the_token() {
    // LIL-SHARE-2, LIL-SHARE-3, LIL-SHARE-6, LIL-SHARE-7
    let mut t = Table::drafted(4).price("SR", 80).shares("SR", 0, 3).cash(0, 0);
    t.play_card("A5", 0);
    t.play(t.sell("SR", 2));
    assert_eq!((t.cash_of(0), t.price_of("SR")), (160, 70));
    let told = Event::SharesSold {
        player: Player(0),
        company: t.company("SR"),
        shares: 2,
        price: 80,
        total: 160,
    };
    assert!(t.events.contains(&told), "{:?}", t.events);
    assert_eq!(t.refused(t.sell("SR", 1)), "LIL-SHARE-2", "one block of each company");
    assert_eq!(
        t.at.state.core.stock[t.company("SR").at()].ipo,
        2,
        "sold certificates are in the bank"
    );
    t.play(t.share("SR"));
    assert_eq!(
        (t.cash_of(0), t.price_of("SR")),
        (90, 70),
        "bought back at the new price, which does not move"
    );
}

#[test]
fn a_director_certificate_is_never_sold() {
    // LIL-SHARE-4
    let mut t = Table::drafted(4).shares("MR", 0, 1);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.sell("MR", 2)), "LIL-SHARE-4");
    t.play(t.sell("MR", 1));
    assert_eq!(t.at.state.core.stock[t.company("MR").at()].director(), Some(Player(0)));
    assert_eq!(t.refused(t.sell("SR", 1)), "LIL-SHARE-4", "none held");
    assert_eq!(t.refused(t.sell("GVR", 0)), "LIL-SHARE-1");
    // Nor does a directorship change hands, whoever holds more 10 % certificates.
    let mut t = Table::drafted(4).shares("MR", 1, 2).cash(1, 500).turn_of(1);
    t.play_card("A5", 0);
    t.play(t.share("MR"));
    assert_eq!(t.at.state.core.stock[t.company("MR").at()].director(), Some(Player(0)));
}

#[test]
fn a_certificate_of_a_founded_company_is_bought_from_the_bank() {
    // LIL-SHARE-5
    let mut t = Table::drafted(4).cash(0, 54);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.share("BCR")), "LIL-SHARE-5", "not founded");
    assert_eq!(t.refused(t.share("MR")), "LIL-SHARE-5", "55 is too much");
    let mv = Move::BuyShare { company: t.company("SR"), from: ShareSource::Pool };
    assert_eq!(t.refused(mv), "LIL-SHARE-5");
    t.play(t.share("SR"));
    assert_eq!((t.cash_of(0), t.at.state.core.stock[t.company("SR").at()].ipo), (4, 2));
    let mut t = Table::drafted(4).cash(0, 500).shares("SR", 1, 3);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.share("SR")), "LIL-SHARE-5", "none left");
}

#[test]
fn five_certificates_two_of_them_director_certificates() {
    // LIL-SHARE-8, LIL-SHARE-9, LIL-SHARE-10
    let mut t = Table::drafted(4).cash(0, 5000).shares("SR", 0, 3);
    assert_eq!(t.certificates(0), 4, "a director certificate counts as one");
    t.play_card("A5", 0);
    t.play(t.share("GVR"));
    t = t.turn_of(0);
    t.play_card("A6", 0);
    assert_eq!(t.refused(t.share("LNR")), "LIL-SHARE-8");
    assert_eq!(t.refused(t.start_at("BCR", 50)), "LIL-SHARE-8");
    let mut t = Table::drafted(4).cash(0, 5000).founded(0, "BCR", 60);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.start_at("TR", 50)), "LIL-SHARE-9");
    // All certificates of one company.
    t = t.shares("MR", 0, 2);
    t.play(t.share("MR"));
    assert_eq!(t.at.state.core.stock[t.company("MR").at()].of(Player(0)), 8);
}

#[test]
fn the_index_has_two_rows_from_45_to_150() {
    // LIL-MARKET-1
    let t = Table::new(4);
    let market = &t.at.printed.sheet.market;
    let row = |row: u8| -> Vec<u16> {
        market.cells.iter().filter(|c| c.row == row).map(|c| c.price).collect()
    };
    assert_eq!(row(0), (0..11).map(|i| 50 + 10 * i).collect::<Vec<u16>>());
    assert_eq!(row(1), (0..11).map(|i| 45 + 10 * i).collect::<Vec<u16>>());
}

#[test]
fn the_moves_of_the_index() {
    // LIL-MARKET-2, LIL-MARKET-3, LIL-MARKET-5
    let after = |from: i32, how: MarketMove| {
        let mut t = Table::drafted(4).price("MR", from);
        let (def, company) = (t.at.printed.sheet.market.clone(), t.company("MR"));
        t.at.state.core.market.step(&def, company, how);
        t.price_of("MR")
    };
    for (from, to) in [(50, 60), (45, 55), (140, 150), (145, 150), (150, 150), (100, 110)] {
        assert_eq!(after(from, MarketMove::Right), to, "dividend at {from}");
    }
    for (from, to) in [(60, 50), (55, 45), (50, 45), (45, 45), (150, 140), (145, 135)] {
        assert_eq!(after(from, MarketMove::Left), to, "withholding at {from}");
    }
    for (from, to) in [(150, 145), (145, 140), (60, 55), (55, 50), (50, 45), (45, 45)] {
        assert_eq!(after(from, MarketMove::Sale), to, "sale at {from}");
    }
}

#[test]
fn arriving_tokens_go_under_and_staying_ones_keep_their_place() {
    // LIL-MARKET-4, LIL-MARKET-6
    let mut t = Table::drafted(4);
    let depth = |t: &Table, id: &str| t.at.state.core.market.depth(t.company(id));
    assert_eq!(
        (depth(&t, "SR"), depth(&t, "GVR"), depth(&t, "LNR")),
        (0, 1, 2),
        "in the order of the draft"
    );
    t = t.price("MR", 50);
    assert_eq!(depth(&t, "MR"), 3);
    t = t.price("MR", 45).price("SR", 45);
    let (def, mr) = (t.at.printed.sheet.market.clone(), t.company("MR"));
    t.at.state.core.market.step(&def, mr, MarketMove::Left);
    assert_eq!((depth(&t, "MR"), depth(&t, "SR")), (0, 1), "a token that stays keeps its place");
    t = t.founded(3, "BCR", 50);
    assert_eq!(depth(&t, "BCR"), 2, "a founded company goes under GVR and LNR");
}

#[test]
fn founding_takes_the_place_of_the_purchase() {
    // LIL-FOUND-1, LIL-FOUND-2, LIL-FOUND-3, LIL-FOUND-8
    let mut t = Table::drafted(3).cash(0, 400).tile((0, -2), "P-Y-S", 0).tile((0, -3), "C-Y-S", 0);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.start_at("MR", 50)), "LIL-FOUND-1", "in play");
    assert_eq!(t.refused(t.start_at("LNR", 50)), "LIL-FOUND-1", "removed from the game");
    assert_eq!(t.refused(t.start_at("BCR", 45)), "LIL-FOUND-2", "45 is no founding price");
    assert_eq!(t.refused(t.start_at("BCR", 85)), "LIL-FOUND-2", "425 is too much");
    t.play(t.start_at("BCR", 80));
    assert_eq!((t.cash_of(0), t.treasury_of("BCR"), t.price_of("BCR")), (0, 800, 80));
    let stock = &t.at.state.core.stock[t.company("BCR").at()];
    assert_eq!((stock.director(), stock.of(Player(0)), stock.ipo), (Some(Player(0)), 5, 3));
    t.play(t.place("BCR", (0, -3), 0));
    // The three certificates are on sale at once.
    t = t.cash(1, 80);
    t.play_card("A4", 0);
    t.play(t.share("BCR"));
    assert_eq!(t.cash_of(1), 0);
}

#[test]
fn any_price_from_50_to_150_in_either_row() {
    // LIL-FOUND-2
    let mut t = Table::drafted(4).cash(0, 750).tile((0, -3), "C-Y-S", 0);
    t.play_card("A5", 0);
    let prices: Vec<i32> =
        t.at.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::Start { company, price } if company == t.company("BCR") => {
                    Some(t.at.printed.sheet.market.price(price))
                }
                _ => None,
            })
            .collect();
    let mut sorted = prices.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (10..=30).map(|i| 5 * i).collect::<Vec<i32>>());
}

#[test]
fn the_home_goes_to_any_free_slot_without_connection() {
    // LIL-FOUND-4, LIL-FOUND-5, LIL-FOUND-7
    let mut t = Table::drafted(4).cash(0, 300).shares("SR", 0, 1);
    t.play_card("A5", 0);
    assert_eq!(t.refused(t.start_at("BCR", 50)), "LIL-FOUND-5", "all four homes are full");
    t = t.tile((5, 6), "C-Y-S", 0).tile((8, 7), "M-G-T", 0);
    t.play(t.start_at("BCR", 50));
    assert_eq!((t.step(), t.at.choices().len()), ("home", 2));
    assert_eq!(t.refused(t.place("BCR", (0, -1), 0)), "LIL-FOUND-4", "full");
    assert_eq!(t.refused(t.place("BCR", (0, 0), 0)), "LIL-FOUND-4", "Mildendo has no slot");
    assert_eq!(t.refused(t.place("MR", (5, 6), 0)), "LIL-FOUND-4");
    assert_eq!(t.refused(Move::Pass), "LIL-FOUND-4");
    t.play(t.place("BCR", (8, 7), 0));
    assert_eq!(t.treasury_of("BCR"), 500, "free of charge");
    assert_eq!(t.at.home(t.company("BCR")), Some(at(8, 7)));
    assert_eq!(t.at.state.core.company(t.company("BCR")).markers_left(), 2);
    assert_eq!(t.at.state.core.next_marker(&t.at.printed.sheet, t.company("BCR")), Some((1, 40)));
}

#[test]
fn a_new_company_may_buy_one_train_from_the_depot_and_runs_in_the_same_round() {
    // LIL-FOUND-6, LIL-FOUND-9, LIL-DEPOT-2
    let mut t = Table::drafted(4).phase(3);
    let (two, three) = (t.depot("2"), t.depot("3"));
    t = t.cash(0, 300).tile((0, -2), "P-Y-S", 0).tile((0, -3), "C-Y-S", 0);
    t.play_card("A5", 0);
    t.play(t.start_at("BCR", 60));
    t.play(t.place("BCR", (0, -3), 0));
    assert_eq!((t.step(), t.decider()), ("depot", 0));
    assert!(t.offers(&t.buy_depot("BCR", two, 80)) && t.offers(&Move::Pass));
    t.play(t.buy_depot("BCR", three, 150));
    assert_eq!(t.treasury_of("BCR"), 450);
    assert_eq!(t.decider(), 1, "one train only");
    let events = t.end_turns().events.clone();
    let ran: Vec<_> = events.iter().filter(|e| matches!(e, Event::TurnBegan { .. })).collect();
    assert_eq!(ran[0], &Event::TurnBegan { company: t.company("BCR") }, "at 60 it runs first");
    assert!(t.at.state.core.is(t.company("BCR"), Flag::Floated));
    assert_eq!(t.at.state.core.trains.get(Card(three.0)).runs, 0);
}
