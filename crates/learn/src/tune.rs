//! Other numbers in every seat: how what is won depends on each of them, worked out from many games together.

use crate::play::{MOST_MOVES, look, start};
use crate::{Order, Seen};
use bots::{Book, Deed, Level, Limits, Named, Weights, Who, choose};
use engine::Rng;
use serde_json::{Value as Json, json};

/// Numbers that are changed by a factor.
const FACTORS: [&str; 23] = [
    "pace",
    "growth_rounds",
    "cash_growth",
    "cash_growth_most",
    "treasury",
    "loan",
    "director",
    "promise",
    "next_train",
    "station",
    "lay",
    "payback",
    "help_decay",
    "train_bonus",
    "stop_value",
    "sale",
    "far",
    "paper_end",
    "further_train",
    "float_doubt",
    "rivals",
    "promise_decay",
    "opening_reserve",
];
/// Of these, parts of something: they stay one at most.
const PARTS: usize = 5;
/// Most rounds that a game begins with other numbers.
const MOST_VARIED: u32 = 16;
/// Money that one unit of a deed's number stands for.
const DEED: f64 = 100.0;

/// Numbers to start from, and those of them that are changed.
pub struct Numbers {
    file: Json,
    names: Vec<String>,
}

impl Numbers {
    /// Reads a title's file. What it says for a number of players becomes part of the base.
    pub fn read(text: &str, order: &Order) -> Result<Numbers, String> {
        let players = order.players;
        let mut file: Json = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if let Some(over) = file["players"][players.to_string()].as_object().cloned() {
            for (name, value) in over {
                file["base"][name] = value;
            }
        }
        file["players"] = json!({});
        let factors = FACTORS.iter().filter(|n| file["base"].get(**n).is_some());
        let mut names: Vec<String> = factors.map(|n| (*n).to_owned()).collect();
        names.push("climb".to_owned());
        for deed in Deed::ALL {
            names.extend(["early", "late"].map(|when| format!("{}.{when}", deed.name())));
        }
        let game = start(order, 0)?;
        let sheet = game.position().sheet();
        for named in Named::ALL {
            names.extend(named.names(sheet).into_iter().map(|n| format!("{}:{n}", named.name())));
        }
        Ok(Numbers { file, names })
    }

    /// What they are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    // Other numbers, and how far each was changed.
    fn drawn(&self, spread: f64, rng: &mut Rng) -> (Json, Vec<f64>) {
        let mut file = self.file.clone();
        let base = &mut file["base"];
        let mut moved = || spread * (f64::from(rng.below(20_001)) / 10_000.0 - 1.0);
        let tried = self.names.iter().map(|name| {
            let x = moved();
            if let Some((of, name)) = name.split_once(':') {
                let worth = &mut base["by_name"][of][name];
                *worth = Json::from(worth.as_f64().unwrap_or(0.0) + DEED * x);
                return x;
            }
            let Some((deed, when)) = name.split_once('.') else {
                let is_part = FACTORS[FACTORS.len() - PARTS..].contains(&name.as_str());
                let scaled = |v: &Json| {
                    let product = v.as_f64().unwrap_or(0.0) * x.exp();
                    Json::from(if is_part { product.min(1.0) } else { product })
                };
                base[name] = match &base[name] {
                    Json::Array(list) => list.iter().map(scaled).collect(),
                    climb if name == "climb" => {
                        Json::from((climb.as_f64().unwrap_or(0.0) + x).clamp(0.0, 1.0))
                    }
                    v => scaled(v),
                };
                return x;
            };
            let pair = &mut base["deeds"][deed];
            let old = [0, 1].map(|k| pair[k].as_f64().unwrap_or(0.0));
            let k = usize::from(when == "late");
            *pair = json!(old);
            pair[k] = Json::from(old[k] + DEED * x);
            x
        });
        let tried = tried.collect();
        (file, tried)
    }
}

/// A game in which every seat played with other numbers.
pub struct Tried {
    /// How far each number was changed, for each seat.
    pub numbers: Vec<Vec<f64>>,
    /// The game.
    pub seen: Seen,
}

impl Tried {
    /// A line for each seat: what it won beside the mean, in parts of it, and its numbers.
    pub fn lines(&self) -> String {
        let seats = self.numbers.iter().zip(self.seen.shares());
        let line = |(numbers, share): (&Vec<f64>, f64)| {
            let numbers: Vec<String> = numbers.iter().map(|x| format!("{x:.4}")).collect();
            format!("S {:.5} {}\n", share - 1.0, numbers.join(" "))
        };
        seats.map(line).collect()
    }
}

// Numbers for every seat, and how far each of them was changed. They stay for as long as the program runs.
fn drawn_for_all(
    order: &Order,
    numbers: &Numbers,
    spread: f64,
    rng: &mut Rng,
) -> Result<Vec<(&'static Weights, Vec<f64>)>, String> {
    let who = Who::plain(order.players as u8, Level::Standard);
    let one = |_| {
        let (file, moved) = numbers.drawn(spread, rng);
        let book = Book::read(&file.to_string())?;
        let own: &'static Weights = Box::leak(Box::new(book.of(&order.variant, who).clone()));
        Ok((own, moved))
    };
    (0..order.players).map(one).collect()
}

// Plays one game of standard: with the numbers of each seat in the first rounds, with the title's own from round `until` on.
// What it saw from round `from` on, and how it ended; nothing if it found no end.
fn with_numbers(
    order: &Order,
    seed: u64,
    rng: &mut Rng,
    seats: &[(&'static Weights, Vec<f64>)],
    (from, until): (u32, u32),
) -> Result<Option<Seen>, String> {
    let mut game = start(order, seed)?;
    let (mut scenes, mut events) = (Vec::new(), Vec::new());
    let (mut round, mut rounds) = (game.position().core().round, 0);
    while let Some(decision) = game.position().decision() {
        let position = game.position();
        let now = position.core().round;
        if round != now {
            (round, rounds) = (now, rounds + 1);
            if rounds >= from {
                look(position, &mut scenes);
            }
        }
        let weights = Some(seats[decision.player.at()].0).filter(|_| rounds < until);
        let limits = Limits { weights, plain: !order.playouts, ..Limits::default() };
        let chosen = choose(position, Level::Standard, rng.word(), limits);
        let Some(mv) = chosen.filter(|_| game.moves().len() < MOST_MOVES).map(|d| d.mv) else {
            return Ok(None);
        };
        events.clear();
        game.play(&mv, &mut events).map_err(|r| format!("a bot is refused {mv:?}: {r}"))?;
    }
    let outcome = game.position().outcome();
    Ok(outcome.map(|outcome| crate::play::seen(order, seed, None, scenes, outcome)))
}

/// Plays one game; nothing if it found no end.
pub fn tried(
    order: &Order,
    numbers: &Numbers,
    spread: f64,
    seed: u64,
) -> Result<Option<Tried>, String> {
    let mut rng = Rng::new(seed);
    let seats = drawn_for_all(order, numbers, spread, &mut rng)?;
    let seen = with_numbers(order, seed, &mut rng, &seats, (0, u32::MAX))?;
    let numbers = seats.into_iter().map(|(_, moved)| moved).collect();
    Ok(seen.map(|seen| Tried { numbers, seen }))
}

/// Plays one game that begins in another way: with other numbers in every seat until a round that is drawn. From there on all
/// play alike, and only that is seen: what seats have differs much, and how they go on does not.
pub fn varied(
    order: &Order,
    numbers: &Numbers,
    spread: f64,
    seed: u64,
) -> Result<Option<Seen>, String> {
    let mut rng = Rng::new(seed);
    let seats = drawn_for_all(order, numbers, spread, &mut rng)?;
    let until = 1 + Rng::new(!seed).below(MOST_VARIED);
    with_numbers(order, seed, &mut rng, &seats, (until, until))
}

/// How what is won depends on a number.
#[derive(Clone, Copy, Debug)]
pub struct Slope {
    /// What is won when it grows by one, in parts of the mean.
    pub slope: f64,
    /// Its standard error.
    pub error: f64,
}

/// What a seat won, and its numbers.
pub type Seat = (f64, Vec<f64>);

/// Least squares over games of so many seats: each seat is held against the mean of its game.
pub fn slopes(games: &[Vec<Seat>]) -> Vec<Slope> {
    let n = games.first().and_then(|g| g.first()).map_or(0, |(_, x)| x.len());
    let (mut rows, mut free) = (Vec::new(), 0.0);
    for game in games {
        let seats = game.len() as f64;
        let mean = |of: &dyn Fn(&Seat) -> f64| game.iter().map(of).sum::<f64>() / seats;
        let means: Vec<f64> = (0..n).map(|i| mean(&|s| s.1[i])).collect();
        let middle = mean(&|s| s.0);
        free += seats - 1.0;
        for (y, x) in game {
            let x: Vec<f64> = x.iter().zip(&means).map(|(x, m)| x - m).collect();
            rows.push((y - middle, x));
        }
    }
    let mut products = vec![vec![0.0; n]; n];
    let mut with = vec![0.0; n];
    for (y, x) in &rows {
        for a in 0..n {
            with[a] += x[a] * y;
            for b in 0..n {
                products[a][b] += x[a] * x[b];
            }
        }
    }
    // A little is added so that a number that never changes does no harm.
    (0..n).for_each(|i| products[i][i] += 1e-6);
    let inverse = inverse(products);
    let slope: Vec<f64> = (0..n).map(|a| (0..n).map(|b| inverse[a][b] * with[b]).sum()).collect();
    let told = |x: &[f64]| x.iter().zip(&slope).map(|(x, s)| x * s).sum::<f64>();
    let rest: f64 = rows.iter().map(|(y, x)| (y - told(x)).powi(2)).sum();
    let noise = rest / f64::max(free - n as f64, 1.0);
    (0..n).map(|i| Slope { slope: slope[i], error: (noise * inverse[i][i]).sqrt() }).collect()
}

// The inverse of a symmetric positive matrix.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    for (i, row) in a.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = a[i][i];
        for x in &mut a[i] {
            *x /= pivot;
        }
        let own = a[i].clone();
        for (j, row) in a.iter_mut().enumerate() {
            let factor = row[i];
            if j != i {
                for (x, y) in row.iter_mut().zip(&own) {
                    *x -= factor * y;
                }
            }
        }
    }
    a.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_find_what_results_were_made_of() {
        let mut rng = Rng::new(5);
        let mut unit = || f64::from(rng.below(2_001)) / 1_000.0 - 1.0;
        let mut game = || -> Vec<Seat> {
            let seats: Vec<Vec<f64>> = (0..3).map(|_| (0..4).map(|_| unit()).collect()).collect();
            // All seats of a game share something that says nothing about them.
            let shared = 10.0 * unit();
            let won = |x: &[f64]| 0.3 * x[0] - 0.1 * x[2] + shared;
            seats.into_iter().map(|x| (won(&x) + 0.05 * unit(), x)).collect()
        };
        let games: Vec<_> = (0..400).map(|_| game()).collect();
        let found = slopes(&games);
        for (slope, known) in found.iter().zip([0.3, 0.0, -0.1, 0.0]) {
            assert!((slope.slope - known).abs() < 4.0 * slope.error, "{found:?}");
            assert!(slope.error > 1e-5 && slope.error < 0.01, "{found:?}");
        }
    }

    fn order(title: &str, players: usize) -> Order {
        let (title, variant) = (title.to_owned(), "standard".to_owned());
        Order { title, variant, players, standard: 4, playouts: false }
    }

    #[test]
    fn every_number_is_changed_and_what_comes_out_can_be_played_with() {
        let text = include_str!("../../bots/weights/18cz.json");
        let numbers = Numbers::read(text, &order("18cz", 3)).expect("the title's file");
        let (file, moved) = numbers.drawn(0.3, &mut Rng::new(3));
        assert_eq!(moved.len(), numbers.names().len());
        let before = &numbers.file["base"];
        for name in FACTORS.iter().filter(|n| before.get(**n).is_some()) {
            assert!(file["base"][*name] != before[*name], "{name}");
        }
        assert_eq!(file["base"]["deeds"].as_object().map(|d| d.len()), Some(Deed::ALL.len()));
        let named = |of: &str| file["base"]["by_name"][of].as_object().map(|d| d.len());
        assert_eq!(["start", "train", "paper"].map(named), [Some(15), Some(13), Some(18)]);
        Book::read(&file.to_string()).expect("sound numbers");
    }

    #[test]
    fn a_varied_game_is_seen_from_where_all_play_alike() {
        let text = include_str!("../../bots/weights/18lilliput.json");
        let order = order("18lilliput", 2);
        let numbers = Numbers::read(text, &order).expect("the title's file");
        let mut counts = std::collections::BTreeSet::new();
        for seed in 0..3 {
            let all = tried(&order, &numbers, 0.5, seed).expect("a game").expect("an end").seen;
            let seen = varied(&order, &numbers, 0.5, seed).expect("a game").expect("an end");
            assert!(seen.scenes.len() < all.scenes.len(), "{seed}");
            counts.insert(seen.scenes.len());
            // As long as the numbers of the seats hold, both are the same game.
            let first = seen.scenes.first().expect("a scene");
            assert!(all.scenes.contains(first), "{seed}");
        }
        assert!(counts.len() > 1, "{counts:?}");
    }
}
