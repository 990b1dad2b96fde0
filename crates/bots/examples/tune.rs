//! Looks for better weights by self-play: `tune TITLE VARIANT PLAYERS ROUNDS GAMES SEED [FILE]`.
//! Each round one or two numbers change; the change is kept if one seat with it does better among seats without.

use bots::{Book, Level, Limits, Weights, choose};
use engine::{Game, Rng, Setup};
use serde_json::Value as Json;

const NAMES: [&str; 20] = [
    "pace",
    "growth_rounds",
    "further_train",
    "float_doubt",
    "cash_growth",
    "cash_growth_most",
    "rivals",
    "opening_reserve",
    "treasury",
    "loan",
    "director",
    "promise",
    "promise_decay",
    "next_train",
    "station",
    "lay",
    "payback",
    "help_decay",
    "train_bonus",
    "stop_value",
];

fn leak(json: &Json, variant: &str, players: usize) -> Option<&'static Weights> {
    let book: &Book = Box::leak(Box::new(Book::read(&json.to_string()).ok()?));
    Some(book.of(variant, players as u8))
}

fn play(
    args: &[String],
    players: usize,
    seed: u64,
    mine: &'static Weights,
    rest: &'static Weights,
    seat: usize,
) -> (f64, f64, f64) {
    let title = titles::by_id(&args[0]).expect("a title");
    let setup = Setup {
        title: args[0].clone(),
        variant: args[1].clone(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (0..players).map(|i| format!("P{i}")).collect(),
        seed,
        rules: title.rules_version(),
        data: None,
        extra: None,
    };
    let mut game = Game::start(title, setup).expect("a legal setup");
    let mut events = Vec::new();
    while let Some(d) = game.position().decision() {
        if game.moves().len() > 3000 {
            return (0.0, 0.0, 0.0);
        }
        let weights = if d.player.at() == seat { mine } else { rest };
        let limits = Limits {
            weights: Some(weights),
            ..Limits::default()
        };
        let Some(x) = choose(game.position(), Level::Standard, seed, limits) else {
            break;
        };
        events.clear();
        game.play(&x.mv, &mut events).expect("legal");
    }
    let Some(o) = game.position().outcome() else {
        return (0.0, 0.0, 0.0);
    };
    let own = f64::from(o.values[seat]);
    let others = o
        .values
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != seat)
        .map(|(_, &v)| f64::from(v))
        .sum::<f64>()
        / (players - 1) as f64;
    let win = if o.winners.iter().any(|w| w.at() == seat) {
        1.0 / o.winners.len() as f64
    } else {
        0.0
    };
    (win, own, others)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<u64>().expect("a number");
    let (players, rounds, games, seed) = (number(2) as usize, number(3), number(4), number(5));
    let file = args
        .get(6)
        .cloned()
        .unwrap_or_else(|| format!("crates/bots/weights/{}.json", args[0]));
    let mut best: Json =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("the file")).expect("JSON");
    let mut rng = Rng::new(seed);
    for round in 0..rounds {
        let mut trial = best.clone();
        let mut said = String::new();
        for _ in 0..1 + rng.below(2) {
            let name = NAMES[rng.below(NAMES.len() as u32) as usize];
            let factor = [0.5, 0.7, 0.85, 1.2, 1.4, 2.0][rng.below(6) as usize];
            let at = &mut trial["base"][name];
            *at = match &*at {
                Json::Array(list) => list
                    .iter()
                    .map(|v| Json::from(v.as_f64().unwrap_or(0.0) * factor))
                    .collect(),
                v => Json::from(v.as_f64().unwrap_or(0.0) * factor),
            };
            said += &format!("{name}×{factor} ");
        }
        let (Some(new), Some(old)) = (
            leak(&trial, &args[1], players),
            leak(&best, &args[1], players),
        ) else {
            continue;
        };
        let (mut wins, mut own, mut others) = (0.0, 0.0, 0.0);
        let mut played = 0.0;
        for g in 0..games {
            let (w, a, b) = play(
                &args,
                players,
                seed * 1000 + round * games + g,
                new,
                old,
                g as usize % players,
            );
            wins += w;
            own += a;
            others += b;
            played += 1.0;
            // Hopeless changes are given up early.
            if g + 1 >= games / 2 && own < others {
                break;
            }
        }
        let share = wins / played;
        let better = played as u64 == games && own > others * 1.01 && share > 1.05 / players as f64;
        println!(
            "{round} {said}: wins {share:.2} own {:.0} others {:.0} {}",
            own / played,
            others / played,
            if better { "KEPT" } else { "" }
        );
        if better {
            best = trial;
            std::fs::write(
                format!("{file}.tuned"),
                serde_json::to_string_pretty(&best).unwrap_or_default(),
            )
            .expect("written");
        }
    }
}
