//! Speed of 18Lilliput: listing choices, playing whole games, Gulliver, and a board of 61 by 61 cells.

use engine::{Move, OptionValue, Position, Rng, Setup, Title};
use serde_json::{Value as Json, json};
use titles::g18lilliput::{TITLE, sheet};

fn main() {
    divan::main();
}

fn setup(players: usize, options: &[&str]) -> Setup {
    Setup {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: options.iter().map(|o| ((*o).to_owned(), OptionValue::Switch(true))).collect(),
        players: (0..players).map(|i| format!("P{i}")).collect(),
        seed: 1726,
        luck: None,
        rules: TITLE.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

// A random listed move.
fn random_move(position: &dyn Position, rng: &mut Rng) -> Move {
    let choices = position.choices();
    let choice = &choices[rng.below(choices.len() as u32) as usize];
    match choice.amount {
        Some(a) => choice
            .mv
            .with_amount(a.min + rng.below(((a.max - a.min) / a.step + 1) as u32) as i32 * a.step),
        None => choice.mv.clone(),
    }
}

fn played(setup: &Setup, moves: usize) -> Box<dyn Position> {
    let mut position = TITLE.start(setup).expect("a legal setup");
    let mut rng = Rng::new(7);
    let mut events = Vec::new();
    for _ in 0..moves {
        if position.decision().is_none() {
            break;
        }
        let mv = random_move(position.as_ref(), &mut rng);
        events.clear();
        position.play(&mv, &mut events).expect("a listed move");
    }
    position
}

// A landscape of fixed track and cities `half` cells in every direction, with a sheet that has enough of them.
fn grown(half: i64) -> Setup {
    let mut data = sheet::SHEET.json().clone();
    let tiles = data["tiles"].as_array_mut().expect("a list");
    let pattern =
        |id: &str, list: &[Json]| list.iter().find(|t| t["id"] == id).expect("a tile").clone();
    let (city, plain) = (pattern("S-GREYCITY-B", tiles), pattern("S-GREYTRACK-A", tiles));
    let mut more = 0;
    let mut names: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for (kind, base) in [city, plain].into_iter().enumerate() {
        for n in 0..10 {
            let mut tile = base.clone();
            let id = format!("{}-{n}", base["id"].as_str().unwrap_or(""));
            tile["id"] = json!(id);
            tile["count"] = json!(250);
            more += 250;
            if kind == 0 {
                tile["stops"][0]["slots"] = json!(2);
                tile["segments"] = json!([["e0", "s0"], ["e1", "s0"], ["e2", "s0"], ["e3", "s0"]]);
            }
            names[kind].push(id);
            tiles.push(tile);
        }
    }
    let before = data["own"]["totals"]["scenario"].as_i64().unwrap_or(0);
    data["own"]["totals"]["scenario"] = json!(before + more);
    let mut land = Vec::new();
    let mut used = [0usize; 2];
    for x in -half..=half {
        for y in -half..=half {
            if x.abs() + y.abs() > 1 {
                let kind = usize::from((x + y) % 2 == 0);
                land.push(
                    json!({ "tile": names[kind][used[kind] / 250], "x": x, "y": y, "rotation": 0 }),
                );
                used[kind] += 1;
            }
        }
    }
    Setup { data: Some(data), extra: Some(Json::Array(land)), ..setup(4, &["fixed_seats"]) }
}

// After the draft, the first player has taken the card for two yellow tiles.
fn building(setup: &Setup) -> Box<dyn Position> {
    let mut position = TITLE.start(setup).unwrap_or_else(|e| panic!("{e}"));
    let mut events = Vec::new();
    while let Some(decision) = position.decision() {
        let choices = position.choices();
        let mv = match decision.step {
            "draft" | "home" | "favour" => choices[0].mv.clone(),
            "card" => choices
                .iter()
                .map(|c| c.mv.clone())
                .find(|m| matches!(m, Move::PlayCard { slot, side: 0, .. } if slot.0 == 2))
                .expect("the card is there"),
            _ => break,
        };
        position.play(&mv, &mut events).expect("a listed move");
    }
    position
}

#[divan::bench]
fn start(bencher: divan::Bencher) {
    let setup = setup(4, &[]);
    bencher.bench_local(|| TITLE.start(&setup));
}

#[divan::bench(args = [1, 2, 3, 4])]
fn whole_random_game(bencher: divan::Bencher, players: usize) {
    let setup = setup(players, &[]);
    bencher.bench_local(|| played(&setup, 10_000));
}

#[divan::bench(args = [20, 60, 120])]
fn choices_after_moves(bencher: divan::Bencher, moves: usize) {
    let position = played(&setup(4, &[]), moves);
    bencher.bench_local(|| position.choices());
}

#[divan::bench]
fn copy_of_a_position(bencher: divan::Bencher) {
    let position = played(&setup(4, &[]), 100);
    bencher.bench_local(|| position.boxed());
}

#[divan::bench]
fn saved_position(bencher: divan::Bencher) {
    let position = played(&setup(4, &[]), 100);
    bencher.bench_local(|| position.save());
}

#[divan::bench(args = [3, 10, 30])]
fn choices_on_a_grown_board(bencher: divan::Bencher, half: i64) {
    let position = building(&grown(half));
    bencher.bench_local(|| position.choices());
}

#[divan::bench(args = [3, 10, 30])]
fn first_tile_on_a_grown_board(bencher: divan::Bencher, half: i64) {
    let position = building(&grown(half));
    let tile =
        position.choices().into_iter().map(|c| c.mv).find(|m| matches!(m, Move::LayTile { .. }));
    let mv = tile.expect("a tile can be laid");
    bencher.with_inputs(|| (position.boxed(), Vec::new())).bench_local_values(
        |(mut copy, mut events)| {
            copy.play(&mv, &mut events).expect("a listed move");
            copy.choices().len()
        },
    );
}
