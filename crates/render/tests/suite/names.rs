//! What is written on pictures: stations with names of their own, and pages of a game without a market.

use engine::{Position, Setup};
use render::{GameOptions, MapOptions, Theme, game_svg, map_svg, tile_sheet};

fn start(title: &str, variant: &str, players: usize) -> Box<dyn Position> {
    let known = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (0..players).map(|n| format!("P{n}")).collect(),
        seed: 1,
        luck: None,
        rules: known.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    known.start(&setup).expect("a legal setup")
}

fn page(position: &dyn Position) -> String {
    let names: Vec<String> = (0..position.core().seats).map(|n| format!("P{n}")).collect();
    game_svg(position, &names, &GameOptions::default())
}

#[test]
fn a_second_station_has_its_own_name_and_remarks_are_left_out() {
    // IOW-UPGRADE-15, IOW-UPGRADE-16
    let sheet = tile_sheet(start("1860", "standard", 2).sheet(), None, Theme::Light);
    for name in [">Newport<", ">Shide<", ">Merstone<"] {
        assert_eq!(sheet.matches(name).count(), 2, "{name} on green and brown");
    }
    assert!(!sheet.contains("side)"), "no remark of the data sheet");
}

#[test]
fn two_names_beside_values_by_phase_do_not_overlap() {
    let position = start("1889", "standard", 3);
    let map = map_svg(position.sheet(), position.core(), &MapOptions::default());
    let row = |name: &str| -> f64 {
        let before = map.split_once(&format!(">{name}<")).expect(name).0;
        let from = before.rfind(" y=\"").expect("a place") + 4;
        let text = &before[from..];
        text[..text.find('"').expect("closed")].parse().expect("a number")
    };
    for (upper, lower) in [("Sakaide", "Okayama"), ("Naruto", "Awaji")] {
        let gap = row(lower) - row(upper);
        assert!(gap >= 9.0, "{upper} and {lower}: {gap}");
    }
}

#[test]
fn the_introductory_game_shows_treasuries_and_no_market() {
    // CZ-INTRO-1, CZ-INTRO-4
    let intro = page(start("18cz", "introductory", 3).as_ref());
    assert!(!intro.contains("Share prices"));
    assert_eq!(intro.matches(">150<").count(), 6, "three treasuries, three values");
    let standard = page(start("18cz", "standard", 3).as_ref());
    assert!(standard.contains("Share prices"));
}
