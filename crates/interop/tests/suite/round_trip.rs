//! Our games as public files, and back.

use crate::files::corpus;
use engine::{Game, GameFile, Move, Position, Rng, Setup, ShareSource, view};
use interop::{Certificates, Owner, PublicFile, Replay, export};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

fn read(path: &PathBuf) -> PublicFile {
    PublicFile::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Everything that people see, as one number.
fn seen(position: &dyn Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&view(position)).unwrap().hash(&mut hasher);
    hasher.finish()
}

/// What is seen at the start and after every action that does something.
fn states(file: PublicFile) -> (Game, Vec<u64>) {
    let mut replay = Replay::start(file).unwrap();
    let mut list = vec![seen(replay.position())];
    loop {
        let noop = replay.actions().get(replay.at()).is_some_and(|a| a.noop);
        match replay.step() {
            // Who ends a game by hand makes no move of ours.
            Ok(true) if noop || replay.ended_by_hand() => {}
            Ok(true) => list.push(seen(replay.position())),
            Ok(false) => break,
            Err(error) => panic!("{error}"),
        }
    }
    (replay.into_game(), list)
}

fn recorded_games_survive(part: &str) {
    for path in corpus(part) {
        let original = read(&path);
        let (game, before) = states(original.clone());
        let written = export(&game).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let again = PublicFile::from_json(written).unwrap();
        assert_eq!((&again.title, again.players.len()), (&original.title, original.players.len()));
        let values = |f: &PublicFile| {
            let mut all: Vec<i64> = f.result.iter().map(|r| r.1).collect();
            all.sort_unstable();
            all
        };
        if original.finished && game.position().outcome().is_some() {
            assert_eq!(values(&again), values(&original), "{}", path.display());
        }
        let (again, after) = states(again);
        let differs = before.iter().zip(&after).position(|(a, b)| a != b);
        let moves = differs.map(|i| {
            (i, game.moves().get(i.wrapping_sub(1)), again.moves().get(i.wrapping_sub(1)))
        });
        assert_eq!(moves, None, "{}", path.display());
        assert_eq!(before.len(), after.len(), "{}", path.display());
    }
}

#[test]
fn recorded_games_of_18cz_written_anew_replay_to_the_same_states() {
    // PUB-1, PUB-2, PUB-3
    recorded_games_survive("18CZ_");
}

#[test]
fn recorded_games_of_1860_written_anew_replay_to_the_same_states() {
    // IOW-PUB-49, IOW-PUB-50
    recorded_games_survive("1860_");
}

#[test]
fn recorded_games_of_1889_written_anew_replay_to_the_same_states() {
    // S89-PUB-1, S89-PUB-2, S89-PUB-3
    recorded_games_survive("1889_");
}

fn setup_of(title: &str, variant: &str, preset: &str, players: usize, seed: u64) -> Setup {
    Setup {
        title: title.into(),
        variant: variant.into(),
        preset: preset.into(),
        options: BTreeMap::new(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        luck: None,
        rules: titles::by_id(title).unwrap().rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

fn setup(variant: &str, preset: &str, players: usize, seed: u64) -> Setup {
    setup_of("18cz", variant, preset, players, seed)
}

#[test]
fn random_games_come_back_as_they_were_written() {
    // PUB-1, PUB-12, PUB-22
    for seed in 1..=4 {
        comes_back(setup("standard", "public18xx", 2 + seed as usize, seed));
    }
}

#[test]
fn random_games_of_1889_come_back_as_they_were_written() {
    // S89-PUB-4, S89-PUB-7, S89-PUB-8, S89-PUB-32, S89-PUB-37
    for (seed, variant) in [(1, "standard"), (2, "beginner"), (3, "standard")] {
        let players = 2 + seed as usize;
        comes_back(setup_of("1889", variant, "public18xx", players, seed));
    }
}

// PUB-5, S89-PUB-55: the platform draws from the seed in the file.
#[test]
fn a_game_is_written_with_a_seed_that_draws_the_same_and_is_not_its_own() {
    for (title, variant, players) in [("18cz", "bohemia", 2), ("1889", "beginner", 4)] {
        let own = 9_876_543_210;
        let setup = setup_of(title, variant, "public18xx", players, own);
        let game = played(setup.with_luck(Vec::new(), own, "salt".to_owned()));
        let title = titles::by_id(title).unwrap();
        let mut heard = Game::start(title, game.setup().listening()).unwrap();
        for mv in game.moves() {
            heard.play(mv, &mut Vec::new()).unwrap();
        }
        let drawn = heard.position().core().rng.heard().to_vec();
        assert!(!drawn.is_empty());
        let full = game.file();
        let moves = full.moves.clone();
        let secret = GameFile::of(game.setup().without_luck(drawn), moves, Some(game.position()));
        for file in [full, secret] {
            let written = export(&Game::replay(title, &file).unwrap()).unwrap();
            assert!(!written.to_string().contains(&own.to_string()), "{written}");
            let (again, _) = states(PublicFile::from_json(written).unwrap());
            assert_eq!(again.position().open_hash(), game.position().open_hash());
        }
    }
}

// Plays a game at random, writes it, reads it again.
fn comes_back(setup: Setup) {
    let seed = setup.seed;
    let game = played(setup);
    let file = PublicFile::from_json(export(&game).unwrap()).unwrap();
    let (again, _) = states(file);
    assert_eq!(again.moves().len(), game.moves().len());
    assert_eq!(again.position().hash(), game.position().hash(), "seed {seed}");
}

fn played(setup: Setup) -> Game {
    let seed = setup.seed;
    let mut game = Game::start(titles::by_id(&setup.title).unwrap(), setup).unwrap();
    let mut rng = Rng::new(seed);
    let mut events = Vec::new();
    while game.moves().len() < 900 && game.position().decision().is_some() {
        let choices = game.position().choices();
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let mv = match choice.amount {
            Some(range) => choice.mv.with_amount(range.max),
            None => choice.mv.clone(),
        };
        let mv = game.position().routed(mv);
        events.clear();
        game.play(&mv, &mut events).unwrap();
    }
    game
}

/// Plays until a company has laid the first tile on ATE's hex, where ATE's marker lay; `None` if that never happens.
/// Players found ATE when they can, and companies build towards it.
fn laid_beside_ate(players: usize, seed: u64) -> Option<Game> {
    let variant = if players == 2 { "bohemia" } else { "standard" };
    let title = titles::by_id("18cz").unwrap();
    let mut game = Game::start(title, setup(variant, "public18xx", players, seed)).unwrap();
    let sheet = game.position().sheet().clone();
    let (ate, home) = (sheet.company_by_id("ATE").unwrap(), sheet.map.by_name("B8").unwrap());
    let mut rng = Rng::new(seed);
    while game.moves().len() < 500 && game.position().decision().is_some() {
        let position = game.position();
        let waits = position.decision().unwrap();
        let core = position.core();
        if waits.step == "city"
            && core.board().at(home).unwrap().tile != sheet.map.def(home).printed
        {
            return Some(game);
        }
        let placed = core.board().has_station_on(home, ate.0);
        let weight = |mv: &Move| match *mv {
            Move::Start { company, .. } | Move::BuyShare { company, .. } if company == ate => 5000,
            Move::LayTile { company, cell, .. } if cell == home => {
                u32::from(placed && company != ate) * 5000
            }
            Move::LayTile { .. } | Move::BuyTrain { .. } => 30,
            Move::Start { .. } | Move::BuyShare { .. } => 10,
            Move::SellShares { .. } | Move::SellPaper { .. } | Move::Acquire { .. } => 0,
            _ => 1,
        };
        let choices = position.choices();
        let total: u32 = choices.iter().map(|c| weight(&c.mv)).sum();
        let mut drawn = rng.below(total.max(1));
        let choice = choices.iter().find(|c| {
            let w = weight(&c.mv);
            let found = drawn < w;
            drawn = drawn.saturating_sub(w);
            found
        });
        let choice = choice.unwrap_or(&choices[0]);
        let mv = match choice.amount {
            Some(range) => choice.mv.with_amount(range.min),
            None => choice.mv.clone(),
        };
        let mv = position.routed(mv);
        game.play(&mv, &mut Vec::new()).unwrap();
    }
    None
}

#[test]
fn who_lays_the_first_tile_on_ates_hex_places_the_marker_in_its_own_name() {
    // PUB-9, CZ-TOKEN-14, D20: written so, read so, and told so in the state
    for players in [2, 3] {
        let found = (1..60).find_map(|seed| laid_beside_ate(players, seed));
        let mut game = found.unwrap_or_else(|| panic!("no such game of {players}"));
        let sheet = game.position().sheet().clone();
        let Some(Move::LayTile { company: layer, .. }) = game.moves().last().cloned() else {
            panic!("a tile was laid last");
        };
        let layer = sheet.company(layer).public_id.clone();
        assert_ne!(layer, "ATE");
        let place = game.position().choices().remove(0).mv;
        let owner = sheet.company_by_id("ATE").unwrap();
        assert!(matches!(place, Move::PlaceStation { company, .. } if company == owner));
        game.play(&place, &mut Vec::new()).unwrap();

        let written = export(&game).unwrap();
        let actions = written["actions"].as_array().unwrap();
        let last = actions.last().unwrap();
        assert_eq!(last["type"], "place_token");
        assert_eq!(last["entity"], layer.as_str());
        assert_eq!(last["entity_type"], "corporation");

        let mut replay = Replay::start(PublicFile::from_json(written.clone()).unwrap()).unwrap();
        replay.run_to(actions.len() - 1).unwrap();
        let head = replay.translator().head(replay.position());
        assert_eq!(head["entity"]["id"], layer.as_str());
        assert_eq!(head["step"], "HomeToken");
        assert!(replay.step().unwrap());
        assert_eq!(replay.position().hash(), game.position().hash());

        // Nobody else places it.
        let mut wrong = written.clone();
        let number = actions.len() - 1;
        wrong["actions"][number]["entity"] = "kk".into();
        let mut replay = Replay::start(PublicFile::from_json(wrong).unwrap()).unwrap();
        replay.run_to(number).unwrap();
        let refused = replay.step().unwrap_err().to_string();
        assert!(refused.contains("out of turn") && refused.contains(&layer), "{refused}");
    }
}

#[test]
fn games_that_the_platform_does_not_know_are_not_written() {
    // PUB-45
    let title = titles::by_id("18cz").unwrap();
    let error = |setup: Setup| export(&Game::start(title, setup).unwrap()).unwrap_err();
    assert!(error(setup("standard", "rulebook", 3, 1)).contains("rulebook"));
    let mut changed = setup("standard", "public18xx", 3, 1);
    changed.options.insert("pool_card_any_face".into(), engine::OptionValue::Switch(false));
    assert!(error(changed).contains("pool_card_any_face"));
    let position = serde_json::json!({
        "phase": "a", "turn": {"player": 0}, "players": [{"shares": {"EKJ": 2}}, {}, {}],
        "companies": {"EKJ": {"price": 50, "cash": 100}},
    });
    let position = serde_json::from_value(position).unwrap();
    let arranged = Setup { arrangement: Some(position), ..setup("standard", "public18xx", 3, 1) };
    assert!(error(arranged).contains("was set up"));
}

#[test]
fn certificates_named_in_recorded_games_are_where_we_think_they_are() {
    // PUB-12, PUB-18
    for path in corpus("18CZ_") {
        let mut replay = Replay::start(read(&path)).unwrap();
        let mut certificates = Certificates::new(replay.position().sheet());
        while let Some(next) = replay.actions().get(replay.at()).cloned() {
            let before = replay.position().boxed();
            let moves = replay.game().moves().len();
            replay.step().unwrap();
            let Some(mv) = replay.game().moves().get(moves).cloned() else {
                continue;
            };
            let Some(player) = before.decision().map(|d| d.player) else {
                continue;
            };
            let directors = |c: engine::Company| {
                (
                    before.core().stock[c.at()].director(),
                    replay.position().core().stock[c.at()].director(),
                )
            };
            let numbers = |c: engine::Company| -> Vec<u8> {
                let ids = next.action.texts("shares").unwrap();
                ids.iter()
                    .map(|id| certificates.number(c, id).expect("a certificate of this company"))
                    .collect()
            };
            match mv {
                Move::Start { company, .. } => {
                    certificates.bought(company, 0, player, (None, None))
                }
                Move::BuyShare { company, from } => {
                    let number = numbers(company)[0];
                    let place = if from == ShareSource::Ipo { Owner::Ipo } else { Owner::Pool };
                    assert_eq!(
                        certificates.owner(company, number),
                        Some(place),
                        "{} {}",
                        path.display(),
                        next.action.id
                    );
                    certificates.bought(company, number, player, directors(company));
                }
                Move::SellShares { company, shares } => {
                    let numbers = numbers(company);
                    for &n in &numbers {
                        assert_eq!(
                            certificates.owner(company, n),
                            Some(Owner::Player(player)),
                            "{} {}",
                            path.display(),
                            next.action.id
                        );
                    }
                    certificates.sold(company, player, &numbers, shares, directors(company));
                }
                _ => {}
            }
        }
    }
}
