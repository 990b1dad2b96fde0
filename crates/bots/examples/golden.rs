//! Plays the games that later programs must be able to load and replay: `golden FOLDER`.
//!
//! Every title, variant, number of players and option is met at least once; half of the games are played by easy bots,
//! the others at random. Run it when a new rules version is about to be released, never to make a failing test green.

use bots::{Level, Limits, choose};
use engine::golden::Golden;
use engine::{Choice, Game, Move, OptionValue, Pay, Position, Rng, Setup, Title, TrainFrom};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;

/// How eagerly a move is made at random: who only passes or sells sees little of a game.
fn eagerness(choice: &Choice) -> u32 {
    match &choice.mv {
        Move::SellShares { .. } | Move::SellPaper { .. } => 2,
        Move::Dividend { pay: Pay::Withhold } => 20,
        Move::Dividend { pay: Pay::Out } => 400,
        Move::Pass => 60,
        Move::BuyTrain { from: TrainFrom::Company { .. }, .. } => 10,
        Move::BuyShare { .. } | Move::PlaceStation { .. } => 400,
        Move::BuyTrain { .. } | Move::RefitTrain { .. } => 600,
        Move::Start { .. } | Move::BuyPaper { .. } => 120,
        _ => 100,
    }
}

fn at_random(position: &dyn Position, rng: &mut Rng) -> Option<Move> {
    let choices = position.choices();
    let total: u32 = choices.iter().map(eagerness).sum();
    let mut at = rng.below(total.max(1));
    for choice in &choices {
        let weight = eagerness(choice);
        if at < weight {
            let low = matches!(choice.mv, Move::Bid { .. }) || rng.below(3) > 0;
            let mv = if low { choice.mv.clone() } else { choice.pick(rng) };
            return Some(position.routed(mv));
        }
        at -= weight;
    }
    None
}

struct Maker {
    folder: PathBuf,
    seed: u64,
    moves: usize,
}

impl Maker {
    fn setup(&mut self, title: &dyn Title, variant: &str, preset: &str, players: u8) -> Setup {
        self.seed += 1;
        Setup {
            title: title.id().to_owned(),
            variant: variant.to_owned(),
            preset: preset.to_owned(),
            options: Default::default(),
            players: (1..=players).map(|i| format!("Player {i}")).collect(),
            seed: self.seed,
            luck: None,
            rules: title.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        }
    }

    fn keep(&mut self, title: &dyn Title, name: &str, setup: Setup, by_bots: bool, most: usize) {
        let mut rng = Rng::new(setup.seed);
        let mut game = match Game::start(title, setup.clone()) {
            Ok(game) => game,
            Err(fault) => return println!("{name}: left out: {fault}"),
        };
        let mut events = Vec::new();
        while game.moves().len() < most {
            // A random move now and then: bots avoid what is rare and strange.
            let mv = match by_bots && rng.below(12) > 0 {
                true => choose(game.position(), Level::Easy, setup.seed, Limits::default())
                    .map(|d| d.mv),
                false => at_random(game.position(), &mut rng),
            };
            let Some(mv) = mv else { break };
            events.clear();
            if let Err(refusal) = game.play(&mv, &mut events) {
                println!("{name}: after {} moves {mv:?} is refused: {refusal}", game.moves().len());
                break;
            }
        }
        let golden = Golden::keep(&game);
        golden.check(title, 1).expect("it replays at once");
        let text = serde_json::to_vec(&golden).expect("a golden game is JSON");
        let file =
            std::fs::File::create(self.folder.join(format!("{name}.json.gz"))).expect("a file");
        let mut gz = GzEncoder::new(file, Compression::best());
        gz.write_all(&text).and_then(|()| gz.finish().map(|_| ())).expect("it can be written");
        self.moves += game.moves().len();
        println!("{name}: {} moves, {}", game.moves().len(), golden.outcome);
    }
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder to write to"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let mut maker = Maker { folder, seed: 1000, moves: 0 };
    for title in titles::all() {
        for variant in title.variants() {
            for (which, preset) in title.presets().iter().enumerate() {
                for players in variant.min_players..=variant.max_players {
                    let setup = maker.setup(*title, &variant.id, preset, players);
                    let name = format!("{}-{}-{preset}-{players}", title.id(), variant.id);
                    maker.keep(*title, &name, setup, true, 1200);
                }
                let mut players = variant.min_players;
                for option in &variant.options {
                    let values = match option.words.as_slice() {
                        [] => vec![OptionValue::Switch(false), OptionValue::Switch(true)],
                        words => words.iter().cloned().map(OptionValue::Word).collect(),
                    };
                    for value in values {
                        if option.presets.get(which) == Some(&value) {
                            continue;
                        }
                        let word = match &value {
                            OptionValue::Switch(on) => on.to_string(),
                            OptionValue::Word(word) => word.clone(),
                        };
                        let mut setup = maker.setup(*title, &variant.id, preset, players);
                        setup.options.insert(option.id.clone(), value);
                        if option.id == "locomotive_order" {
                            setup
                                .options
                                .insert("locomotives".to_owned(), OptionValue::Switch(true));
                            setup.extra =
                                Some(json!({"locomotives": ["A06", "A07", "B01", "B02", "B03",
                                "B04", "C01", "D01", "E01", "F01", "G01", "H01"]}))
                                .filter(|_| word == "chosen");
                        }
                        let name = format!(
                            "{}-{}-{preset}-{players}-{}-{word}",
                            title.id(),
                            variant.id,
                            option.id
                        );
                        maker.keep(*title, &name, setup, false, 700);
                        players = if players == variant.max_players {
                            variant.min_players
                        } else {
                            players + 1
                        };
                    }
                }
            }
        }
    }
    own_sheets(&mut maker);
    println!("{} moves", maker.moves);
}

/// Games that carry a corrected data sheet, and one with a landscape.
fn own_sheets(maker: &mut Maker) {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../titles/data");
    let read = |id: &str| -> Json {
        let text = std::fs::read_to_string(format!("{data}/{id}.json")).expect("a data sheet");
        serde_json::from_str(&text).expect("JSON")
    };
    let cz = titles::by_id("18cz").expect("a title");
    let mut setup = maker.setup(cz, "standard", "rulebook", 3);
    let mut sheet = read("18cz");
    sheet["trains"][0]["faces"][0]["price"] = json!(75);
    setup.data = Some(sheet);
    maker.keep(cz, "18cz-own-sheet", setup, false, 700);
    let iow = titles::by_id("1860").expect("a title");
    let mut setup = maker.setup(iow, "standard", "rulebook", 3);
    let mut sheet = read("1860");
    sheet["trains"][0]["price"] = json!(260);
    setup.data = Some(sheet);
    maker.keep(iow, "1860-own-sheet", setup, false, 700);
    let lilliput = titles::by_id("18lilliput").expect("a title");
    let mut setup = maker.setup(lilliput, "standard", "rulebook", 2);
    let mut sheet = read("18lilliput");
    sheet["trains"][1]["price"] = json!(160);
    sheet["own"]["copy_card_value"] = json!(25);
    setup.data = Some(sheet);
    setup.extra = Some(json!([
        { "tile": "S-MINE10", "x": 2, "y": 2, "rotation": 0 },
        { "tile": "S-HILLS", "x": -2, "y": 1, "rotation": 0 },
        { "tile": "S-RIVER", "x": 1, "y": -2, "rotation": 1 },
        { "tile": "S-GREYCITY-A", "x": -1, "y": -2, "rotation": 0 },
    ]));
    maker.keep(lilliput, "18lilliput-own-sheet-landscape", setup, false, 700);
    let more: [(u8, &[&str]); 6] = [
        (2, &["two_characters"]),
        (2, &["two_characters", "laputa", "advanced"]),
        (1, &["allenbeck"]),
        (1, &["laputa", "advanced"]),
        (3, &["brobdingnag", "advanced"]),
        (4, &["allenbeck"]),
    ];
    for (players, options) in more {
        let mut setup = maker.setup(lilliput, "standard", "rulebook", players);
        for option in options {
            setup.options.insert((*option).to_owned(), OptionValue::Switch(true));
        }
        let name = format!("18lilliput-{}-{players}", options.join("-"));
        maker.keep(lilliput, &name, setup, players % 2 == 1, 700);
    }
}
