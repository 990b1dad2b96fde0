//! Small seeded matches.

use bots::{Level, Limits, choose};
use engine::{Game, Move, Setup};

fn setup(title: &str, variant: &str, players: usize, seed: u64) -> Setup {
    let rules = titles::by_id(title).expect("a title").rules_version();
    Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        rules,
        data: None,
        extra: None,
    }
}

/// Plays to the end; every move must be accepted and every reason say something.
fn played(setup: Setup, levels: &[Level], seed: u64) -> Game {
    let title = titles::by_id(&setup.title).expect("a title");
    let mut game = Game::start(title, setup).expect("a legal setup");
    let mut events = Vec::new();
    while let Some(asked) = game.position().decision() {
        assert!(game.moves().len() < 5000, "the game ends");
        let level = levels[asked.player.at() % levels.len()];
        let limits = Limits {
            nodes: 20,
            ..Limits::default()
        };
        let decision = choose(game.position(), level, seed, limits).expect("somebody must decide");
        assert!(
            !decision.reason.text.is_empty() && !decision.reason.text.contains('{'),
            "{:?}",
            decision.reason
        );
        assert!(decision.candidates.len() <= 3);
        events.clear();
        game.play(&decision.mv, &mut events)
            .unwrap_or_else(|r| panic!("{level} is refused {:?}: {r}", decision.mv));
    }
    assert!(game.position().outcome().is_some());
    game
}

#[test]
fn easy_bots_finish_every_variant_of_18cz_without_a_refusal() {
    for (variant, players) in [
        ("standard", 3),
        ("standard", 4),
        ("introductory", 2),
        ("bohemia", 2),
        ("moravia", 3),
    ] {
        played(setup("18cz", variant, players, 5), &[Level::Easy], 1);
    }
}

#[test]
fn standard_bots_finish_a_game_without_a_refusal() {
    played(
        setup("18cz", "standard", 3, 2),
        &[Level::Standard, Level::Easy, Level::Easy],
        1,
    );
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let a = played(
        setup("18cz", "bohemia", 2, 3),
        &[Level::Standard, Level::Easy],
        9,
    );
    let b = played(
        setup("18cz", "bohemia", 2, 3),
        &[Level::Standard, Level::Easy],
        9,
    );
    assert_eq!(a.moves(), b.moves());
}

#[test]
fn bots_take_part_in_more_than_passing() {
    let game = played(setup("18cz", "standard", 3, 8), &[Level::Easy], 4);
    let of = |f: fn(&Move) -> bool| game.moves().iter().filter(|m| f(m)).count();
    assert!(of(|m| matches!(m, Move::Start { .. })) >= 3);
    assert!(of(|m| matches!(m, Move::BuyShare { .. })) >= 6);
    assert!(of(|m| matches!(m, Move::LayTile { .. })) >= 20);
    assert!(of(|m| matches!(m, Move::BuyTrain { .. })) >= 6);
}
