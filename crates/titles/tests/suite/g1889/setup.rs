//! Before the first move. S89-SETUP, S89-BEGINNER, S89-OPTION

use super::Table;
use crate::table;
use board::Colour;
use engine::{Move, Place, Player, RoundKind, Setup, Title, Whereabouts};
use titles::g1889::TITLE;

#[test]
fn money_and_limits_by_number_of_players() {
    // S89-SETUP-1..3, S89-CERT-1, worked example 14
    let rows = [(2, 420, 25), (3, 420, 19), (4, 420, 14), (5, 390, 12), (6, 390, 11)];
    for (players, cash, limit) in rows {
        let t = Table::auction(players);
        for seat in 0..players as u8 {
            assert_eq!(t.cash_of(seat), cash);
        }
        assert_eq!(t.bank_holds(), 7000 - cash * players as i32);
        assert_eq!(t.at.printed.limit, Some(limit));
    }
    assert_eq!(Table::auction(3).bank_holds(), 5740);
    for players in [1, 7] {
        let error = TITLE.start(&table::setup(&TITLE, players)).expect_err("too few or many");
        assert!(error.to_string().contains("S89-SETUP-1"));
    }
}

#[test]
fn seven_companies_of_nine_certificates() {
    // S89-SETUP-4, S89-SETUP-5, S89-SETUP-8, S89-TOKEN-1, S89-TOKEN-2
    let t = Table::auction(3);
    let ids: Vec<_> = t.sheet().companies.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids, ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]);
    for def in &t.sheet().companies {
        assert_eq!((def.units, def.director_units, def.unit_percent), (10, 2, 10));
        assert_eq!((t.ipo_of(&def.id), t.pool_of(&def.id)), (10, 0));
    }
    assert_eq!(t.in_pool(), [""; 0]);
    let markers = ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]
        .map(|id| t.sheet().company(t.company(id)).station_costs.clone());
    let two: Vec<u16> = vec![0, 40];
    let three: Vec<u16> = vec![0, 40, 40];
    let expected = [two.clone(), two.clone(), two.clone(), two, three.clone(), vec![0], three];
    assert_eq!(markers.map(|m| m.to_vec()), expected);
    let home = |id: &str| t.sheet().map.name(t.sheet().company(t.company(id)).homes[0]);
    assert_eq!(ids.map_to(home), ["K8", "E2", "I2", "K4", "F9", "C10", "B7"]);
}

trait MapTo {
    fn map_to(&self, f: impl Fn(&str) -> String) -> Vec<String>;
}

impl MapTo for Vec<&str> {
    fn map_to(&self, f: impl Fn(&str) -> String) -> Vec<String> {
        self.iter().map(|s| f(s)).collect()
    }
}

#[test]
fn the_deck_begins_with_twos_and_never_ends() {
    // S89-SETUP-7, S89-SETUP-10
    let t = Table::auction(3);
    let deck = t.trains_at(Whereabouts::Deck);
    let count = |name: &str| deck.iter().filter(|n| *n == name).count();
    assert_eq!(["2", "3", "4", "5", "6"].map(count), [6, 5, 4, 3, 2]);
    assert!(deck.is_sorted(), "from 2 to D");
    let diesel = t.sheet().trains.last().expect("kinds of trains");
    assert!(diesel.name == "D" && diesel.unlimited);
    assert_eq!(t.sheet().phases[usize::from(t.at.state.core.phase)].name, "2");
}

#[test]
fn seats_stay_and_the_first_begins() {
    // S89-SETUP-9
    let t = Table::auction(4);
    assert_eq!(t.decider(), 0);
    let order: Vec<Player> = t.at.state.core.players().collect();
    assert_eq!(order, [0, 1, 2, 3].map(Player));
}

#[test]
fn some_track_is_printed_on_the_board() {
    // S89-SETUP-11
    let t = Table::auction(3);
    let colour = |hex: &str| {
        let laid = t.at.state.core.board().at(t.hex(hex)).expect("a hex");
        t.sheet().tiles.get(laid.tile).colour
    };
    assert_eq!(["C4", "K4"].map(colour), [Colour::Yellow; 2]);
    assert_eq!(colour("F9"), Colour::Green);
    assert_eq!(["B3", "B7", "G14", "J7"].map(colour), [Colour::Grey; 4]);
    assert_eq!(["F1", "J1", "L7"].map(colour), [Colour::Red; 3]);
    // Nobody ever covers a grey hex.
    let t = Table::new(2).floated("UR", 100, [5, 0], 0).operating();
    assert_eq!(t.refused(t.lay("UR", "B7", "57", 0)), "S89-SETUP-11");
}

fn tiles(t: &Table) -> [u32; 3] {
    let count = |colour: Colour| {
        let all = t.sheet().tiles.tiles.iter();
        all.filter(|tile| tile.colour == colour).map(|tile| u32::from(tile.count)).sum()
    };
    [Colour::Yellow, Colour::Green, Colour::Brown].map(count)
}

#[test]
fn tiles_are_counted() {
    // S89-SETUP-12, S89-BEGINNER-7
    assert_eq!(tiles(&Table::auction(3)), [25, 22, 16]);
    let beginner = Table::beginner(3, 1);
    assert_eq!(tiles(&beginner), [30, 24, 16]);
    assert!(beginner.choices().iter().all(|c| !matches!(c.mv, Move::LayPaperTile { .. })));
    // Games of the first rules version left the port tile out, which nobody can lay there.
    let old = Setup { variant: "beginner".into(), rules: 1, ..table::setup(&TITLE, 3) };
    let old = Table::start(&old).expect("a legal setup");
    assert_eq!(tiles(&old), [29, 24, 16]);
    assert_eq!(
        format!("{:016x}", engine::Position::hash(&old.at)),
        "336df91ccb4a02cc",
        "as it was"
    );
    for (tile, more) in [("6", 2), ("7", 1), ("8", 1), ("9", 1), ("23", 1), ("24", 1)] {
        assert_eq!(beginner.left(&format!("Beg{tile}")), more);
    }
}

#[test]
fn beginners_get_one_private_company_each() {
    // S89-BEGINNER-1..3, S89-BEGINNER-8, S89-PUB-55, worked example 24
    let t = Table::beginner(4, 80003);
    assert_eq!((t.round(), t.decider()), ((RoundKind::Stock, 1, 1), 0));
    let at = |seat| Place::Player(Player(seat));
    let places = ["SIR", "SMR", "DR", "ER"].map(|id| t.paper_place(id));
    assert_eq!(places, [0, 1, 2, 3].map(at));
    assert_eq!([0, 1, 2, 3].map(|p| t.cash_of(p)), [330, 360, 360, 380]);
    let used = |players: usize| {
        let t = Table::beginner(players, 1);
        let owned = |id: &&str| matches!(t.paper_place(id), Place::Player(_));
        let all = ["DR", "SIR", "ER", "SMR", "TR", "MF"];
        all.into_iter().filter(owned).count()
    };
    for players in 2..=6 {
        assert_eq!(used(players), players);
    }
    let two = Table::beginner(2, 5);
    for id in ["DR", "SIR"] {
        assert!(matches!(two.paper_place(id), Place::Player(_)));
    }
}

#[test]
fn private_companies_of_beginners_pay_more_and_can_do_nothing() {
    // S89-BEGINNER-4..6, S89-BEGINNER-9
    let t = Table::beginner(6, 1);
    let row = |id: &str| {
        let def = &t.sheet().papers[t.paper(id).at()];
        (def.price, def.income)
    };
    let rows = ["TR", "MF", "ER", "SMR", "DR", "SIR"].map(row);
    assert_eq!(rows, [(20, 5), (40, 15), (40, 15), (60, 20), (60, 20), (90, 25)]);
    let harmless = |p: &engine::PaperDef| p.right.is_none() && p.blocks.is_none();
    assert!(t.sheet().papers.iter().all(harmless));
    for seat in 0..6 {
        assert_eq!(t.asides_of(seat), [], "no tile and no swap");
    }
    // Companies never buy them, not even in phase 3.
    let t = t.floated("UR", 100, [5], 0).treasury("UR", 500).phase("3").operating();
    assert_eq!(t.refused(t.buy_private("DR", 60)), "S89-PRIVATE-4");
    // The first 5 closes all.
    let mut t = t.phase("4").until("trains");
    t.cards_gone(|card| card.kind == 2);
    t.play(t.deck("UR"));
    for id in ["TR", "MF", "ER", "SMR", "DR", "SIR"] {
        assert_eq!(t.paper_place(id), Place::Gone);
    }
}

#[test]
fn the_beginner_game_is_the_only_variant() {
    // S89-OPTION-1
    let variants = TITLE.variants();
    let ids: Vec<_> =
        variants.iter().map(|v| (v.id.as_str(), v.min_players, v.max_players)).collect();
    assert_eq!(ids, [("standard", 2, 6), ("beginner", 2, 6)]);
    let other = Setup { variant: "short".into(), ..table::setup(&TITLE, 3) };
    assert!(TITLE.start(&other).is_err());
}
