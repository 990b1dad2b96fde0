//! Small seeded matches.

use crate::size::by_size;
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
        luck: None,
        rules,
        data: None,
        extra: None,
        arrangement: None,
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
        let limits = Limits { nodes: Some(20), ..Limits::default() };
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
    for (variant, players) in
        [("standard", 3), ("standard", 4), ("introductory", 2), ("bohemia", 2), ("moravia", 3)]
    {
        played(setup("18cz", variant, players, 5), &[Level::Easy], 1);
    }
}

#[test]
fn standard_bots_finish_a_game_without_a_refusal() {
    let (variant, players) = by_size(("introductory", 2), ("standard", 3), ("standard", 3));
    for seed in 2..by_size(3, 3, 6) {
        played(
            setup("18cz", variant, players, seed),
            &[Level::Standard, Level::Easy, Level::Easy],
            1,
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let variant = by_size("introductory", "bohemia", "bohemia");
    let game = || {
        let setup = setup("18cz", variant, 2, 3);
        played(setup, &[Level::Standard, Level::Easy], 9)
    };
    assert_eq!(game().moves(), game().moves());
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

#[test]
fn strong_bots_search_the_same_way_for_the_same_seed() {
    let mut game =
        Game::start(titles::by_id("18cz").expect("a title"), setup("18cz", "standard", 3, 4))
            .expect("a legal setup");
    let mut events = Vec::new();
    for _ in 0..24 {
        let limits = Limits { nodes: Some(4), ..Limits::default() };
        let a = choose(game.position(), Level::Strong, 7, limits).expect("somebody must decide");
        let b = choose(game.position(), Level::Strong, 7, limits).expect("somebody must decide");
        assert_eq!(a, b);
        game.play(&a.mv, &mut events).expect("a bot's move is legal");
    }
}

#[test]
fn a_search_that_is_cancelled_still_decides() {
    let game =
        Game::start(titles::by_id("18cz").expect("a title"), setup("18cz", "standard", 3, 4))
            .expect("a legal setup");
    let stop = || true;
    let limits = Limits { nodes: Some(1_000_000), cancel: Some(&stop), ..Limits::default() };
    assert!(choose(game.position(), Level::Strong, 7, limits).is_some());
}

#[test]
fn an_offer_far_below_its_worth_is_refused() {
    // A train for 1 K helps only the buyer.
    let mut asked = 0;
    for seed in 0..6 {
        let title = titles::by_id("18cz").expect("a title");
        let mut game =
            Game::start(title, setup("18cz", "standard", 3, seed)).expect("a legal setup");
        let mut events = Vec::new();
        while let Some(decision) = game.position().decision() {
            if decision.step == "trains" && asked < 3 {
                let cheap = game.position().choices().into_iter().find(|c| {
                    c.amount.is_some_and(|a| a.min == 1)
                        && matches!(c.mv, Move::BuyTrain { from: engine::TrainFrom::Company { company }, .. }
                            if game.position().core().stock[company.at()].director() != Some(decision.player))
                });
                if let Some(cheap) = cheap {
                    let mut copy = game.position().boxed();
                    copy.play(&cheap.mv.with_amount(1), &mut events).expect("the offer is legal");
                    let sellers = copy.decision().expect("an answer is due");
                    assert_eq!(sellers.step, "offer");
                    for level in [Level::Easy, Level::Standard] {
                        let answer =
                            choose(copy.as_ref(), level, 1, Limits::default()).expect("an answer");
                        assert_eq!(
                            answer.mv,
                            Move::Answer { accept: false },
                            "{level}: {}",
                            answer.reason.text
                        );
                    }
                    asked += 1;
                }
            }
            if asked >= 3 || game.moves().len() > 260 {
                break;
            }
            let decision =
                choose(game.position(), Level::Easy, seed, Limits::default()).expect("a move");
            events.clear();
            game.play(&decision.mv, &mut events).expect("legal");
        }
    }
    assert!(asked > 0, "no occasion for an offer came up");
}

#[test]
fn words_that_are_no_level_are_refused() {
    let game =
        Game::start(titles::by_id("18cz").expect("a title"), setup("18cz", "standard", 3, 4))
            .expect("a legal setup");
    assert!(bots::play_for(game.position(), "godlike", 1).is_err());
    let (mv, reason) =
        bots::play_for(game.position(), "easy", 1).expect("a level").expect("a move");
    assert!(!reason.text.is_empty());
    assert!(game.position().choices().iter().any(|c| c.contains(&mv)));
}

#[test]
fn easy_bots_finish_the_other_titles_without_a_refusal() {
    played(setup("18lilliput", "standard", 2, 1), &[Level::Easy], 1);
    played(setup("1860", "standard", 2, 1), &[Level::Easy], 1);
}

#[test]
fn no_turn_sees_more_than_one_refused_offer() {
    let setup = setup("18cz", "standard", 4, 15);
    let first = by_size(Level::Easy, Level::Standard, Level::Standard);
    let game = played(setup, &[first, Level::Easy, Level::Easy, Level::Easy], 11);
    let mut refused = 0;
    for mv in game.moves() {
        match mv {
            Move::Answer { accept: false } => refused += 1,
            // A new turn begins with track, stock moves or a run.
            Move::LayTile { .. } | Move::Run { .. } | Move::BuyShare { .. } | Move::Pass => {
                refused = 0
            }
            _ => {}
        }
        assert!(refused <= 1, "a second offer after a refusal");
    }
}

#[test]
fn an_offer_that_was_refused_is_not_made_again_in_its_turn() {
    // IOW-TRAIN-4, S89-TRAIN-10, CZ-TRAIN-8: who is asked may refuse. In 1860 nothing forbids to ask again.
    for title in ["1860", "1889", "18cz"] {
        let mut asked = 0;
        'games: for seed in 0..16 {
            let setup = setup(title, "standard", 3, seed);
            let found = titles::by_id(title).expect("a title");
            let mut game = Game::start(found, setup).expect("a legal setup");
            let mut events = Vec::new();
            let limits = || Limits { plain: true, ..Limits::default() };
            while let Some(before) = game.position().decision() {
                let position = game.position();
                let decision = choose(position, Level::Standard, 1, limits()).expect("a move");
                let mut after = position.boxed();
                after.play(&decision.mv, &mut events).expect("a legal move");
                let offers = |p: &dyn engine::Position| {
                    p.decision().is_some_and(|d| d.step == "offer" && d.player != before.player)
                };
                if before.step != "offer" && offers(after.as_ref()) {
                    asked += 1;
                    assert!(!after.was_refused());
                    after.play(&Move::Answer { accept: false }, &mut events).expect("a refusal");
                    assert!(after.was_refused(), "{title}");
                    let next =
                        choose(after.as_ref(), Level::Standard, 1, limits()).expect("a move");
                    after.play(&next.mv, &mut events).expect("a legal move");
                    assert!(!offers(after.as_ref()), "{title}: {:?}", next.mv);
                }
                // Every other game goes on as easy would: its companies are short of other trains.
                let mv = match seed % 2 {
                    0 => decision.mv,
                    _ => choose(position, Level::Easy, 1, limits()).expect("a move").mv,
                };
                events.clear();
                game.play(&mv, &mut events).expect("a legal move");
                if asked >= 3 {
                    break 'games;
                }
            }
        }
        assert!(asked > 0, "{title}: no occasion for an offer came up");
    }
}

#[test]
fn nobody_waits_in_1860_until_others_float_a_company() {
    // With the last of these seeds both would pass for nineteen rounds.
    for (players, seed) in [(2, 777), (3, 777), (2, 1)] {
        let title = titles::by_id("1860").expect("a title");
        let setup = setup("1860", "standard", players, seed);
        let mut game = Game::start(title, setup).expect("a legal setup");
        let mut events = Vec::new();
        let mut rounds = 0;
        while rounds < 3 {
            let decision = choose(game.position(), Level::Standard, 1, Limits::default());
            let mv = decision.expect("somebody must decide").mv;
            events.clear();
            game.play(&mv, &mut events).expect("a legal move");
            let operating = |e: &&engine::Event| {
                matches!(e, engine::Event::RoundBegan { round }
                    if round.kind == engine::RoundKind::Operating)
            };
            rounds += events.iter().filter(operating).count();
        }
        let position = game.position();
        let floated = position
            .sheet()
            .company_ids()
            .filter(|&c| position.is(c, engine::Flag::Floated))
            .count();
        assert!(floated > 0, "{players} players, seed {seed}, three rounds");
    }
}

#[test]
fn bots_do_not_know_what_will_be_drawn() {
    // LIL-SOLO-29: every choice of Gulliver is a draw; two positions that differ in the draws to come look alike.
    let title = titles::by_id("18lilliput").expect("a title");
    let mut game = Game::start(title, setup("18lilliput", "standard", 1, 11)).expect("legal");
    let mut events = Vec::new();
    let mut differ = 0;
    while game.position().decision().is_some() {
        let position = game.position();
        let mut other = position.boxed();
        other.reroll(99);
        // Easy looks at one position only; when tests are quick, standard is asked now and then.
        let level = match game.moves().len() % by_size(5, 1, 1) {
            0 => Level::Standard,
            _ => Level::Easy,
        };
        let limits = Limits::default;
        let decision = choose(position, level, 5, limits()).expect("a move");
        let elsewhere = choose(other.as_ref(), level, 5, limits()).expect("a move");
        assert_eq!(decision.mv, elsewhere.mv);
        events.clear();
        game.play(&decision.mv, &mut events).expect("a legal move");
        let mut fate = Vec::new();
        other.play(&decision.mv, &mut fate).expect("legal there too");
        differ += u8::from(events != fate);
    }
    assert!(differ > 2, "draws did differ: {differ}");
}
