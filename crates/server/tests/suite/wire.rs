//! Moves and events as they travel: read as they were written, and as the description of the interface says.

use engine::wire::{Event, Move, MoveKind, VERSION};
use engine::{Card, GameFile, Names, Position, Rng, Setup, WireError, move_from_json};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What of a value is not described.
fn misfit(api: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        return misfit(api, &api["components"]["schemas"][name], value);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let all: Vec<_> = options.iter().map(|s| misfit(api, s, value)).collect();
        return if all.iter().any(Option::is_none) {
            None
        } else {
            all.into_iter().flatten().last()
        };
    }
    if let Some(known) = schema["enum"].as_array() {
        return (!known.contains(value)).then(|| format!("{value} is none of {known:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        return Some(format!("{value} is not {kinds:?}"));
    }
    match value {
        Value::Object(map) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let mut missing = required.filter(|n| !map.contains_key(n.as_str().unwrap_or("")));
            if let Some(name) = missing.next() {
                return Some(format!("{name} is missing"));
            }
            map.iter().find_map(|(name, inner)| match schema["properties"].get(name) {
                Some(inside) => misfit(api, inside, inner).map(|m| format!("{name}: {m}")),
                None => Some(format!("{name} is not described")),
            })
        }
        Value::Array(list) if schema.get("items").is_some() => {
            list.iter().find_map(|inner| misfit(api, &schema["items"], inner))
        }
        _ => None,
    }
}

fn started(title: &dyn engine::Title, variant: usize, seed: u64) -> Option<Box<dyn Position>> {
    let variant = &title.variants()[variant];
    let setup = Setup {
        title: title.id().to_owned(),
        variant: variant.id.clone(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (0..variant.max_players).map(|n| n.to_string()).collect(),
        seed,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    title.start(&setup).ok()
}

struct Described {
    api: Value,
    moves: BTreeSet<String>,
    events: BTreeSet<String>,
}

impl Described {
    fn fits(&self, name: &str, json: &Value) {
        let schema = &self.api["components"]["schemas"][name];
        assert!(schema.is_object(), "{name} is described");
        assert_eq!(misfit(&self.api, schema, json), None, "{json}");
    }

    // Out and in again, through text.
    fn travels(&mut self, position: &dyn Position, mv: &engine::Move) {
        let names = Names::of(position);
        let written = names.write_move(mv);
        let text = serde_json::to_string(&written).unwrap();
        let read: Move = serde_json::from_str(&text).unwrap();
        assert_eq!(read, written, "{text}");
        assert_eq!(&names.read_move(&read).unwrap(), mv, "{text}");
        let json = serde_json::from_str(&text).unwrap();
        self.fits("Move", &json);
        let kind = serde_json::to_value(written.kind()).unwrap();
        assert_eq!(json["move"], kind, "a move is called what its kind is");
        self.moves.insert(kind.as_str().unwrap().to_owned());
    }

    fn happens(&mut self, position: &dyn Position, event: &engine::Event) {
        let written = Names::of(position).write_event(event);
        let json = serde_json::to_value(&written).unwrap();
        let read: Event = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read, written, "{json}");
        self.fits("GameEvent", &json);
        self.events.insert(json["event"].as_str().unwrap().to_owned());
    }
}

#[test]
fn moves_and_events_of_all_titles_are_read_as_they_were_written() {
    let mut described = Described {
        api: serde_json::to_value(server::openapi()).unwrap(),
        moves: BTreeSet::new(),
        events: BTreeSet::new(),
    };
    for title in titles::all() {
        for (variant, seed) in (0..title.variants().len()).zip(3..) {
            let Some(mut position) = started(*title, variant, seed) else {
                continue;
            };
            let (mut rng, mut happened) = (Rng::new(seed), Vec::new());
            for _ in 0..400 {
                let choices = position.choices();
                if choices.is_empty() {
                    break;
                }
                for choice in choices.iter().take(40) {
                    described.travels(position.as_ref(), &choice.mv);
                }
                let chosen = choices[rng.below(choices.len() as u32) as usize].mv.clone();
                let mv = position.routed(chosen);
                described.travels(position.as_ref(), &mv);
                happened.clear();
                position.play(&mv, &mut happened).unwrap();
                for event in &happened {
                    described.happens(position.as_ref(), event);
                }
            }
        }
    }
    assert!(described.moves.len() > 20, "{:?}", described.moves);
    assert!(described.events.len() > 35, "{:?}", described.events);
}

/// Kinds that games at random do not reach.
#[test]
fn moves_of_every_kind_are_read_as_they_were_written() {
    let api = serde_json::to_value(server::openapi()).unwrap();
    let kinds = &api["components"]["schemas"]["MoveKind"]["enum"];
    let mut left: BTreeSet<&str> =
        kinds.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let route = json!({"card": "a-1", "path": [{"cell": "E11", "segment": 0}], "halts": 2,
        "passes": [{"cell": "D10", "stop": 1}]});
    for json in [
        json!({"move": "pass"}),
        json!({"move": "answer", "accept": true}),
        json!({"move": "take", "lot": {"slot": 3}}),
        json!({"move": "bid", "lot": {"paper": "A"}, "amount": 20}),
        json!({"move": "bid", "lot": null, "amount": 20}),
        json!({"move": "start", "company": "BN", "price": 4}),
        json!({"move": "buy_share", "company": "BN", "from": "ipo"}),
        json!({"move": "sell_shares", "company": "BN", "shares": 2}),
        json!({"move": "buy_paper", "paper": "A", "amount": 30}),
        json!({"move": "sell_paper", "paper": "A"}),
        json!({"move": "exchange", "paper": "A"}),
        json!({"move": "repay", "amount": 50}),
        json!({"move": "lay_tile", "company": "BN", "cell": "E11", "tile": "57", "rotation": 2, "by": "build"}),
        json!({"move": "lay_tile", "company": "BN", "cell": "E11", "tile": "57", "rotation": 2,
            "by": {"waiver": {"paper": "A"}}}),
        json!({"move": "lay_tile", "company": "BN", "cell": "E11", "tile": "57", "rotation": 2,
            "by": {"right": {"slot": "mole"}}}),
        json!({"move": "place_station", "company": "BN", "cell": "E11", "stop": 0}),
        json!({"move": "lift_station", "company": "BN", "cell": "E11", "stop": 0}),
        json!({"move": "run", "company": "BN", "routes": [route]}),
        json!({"move": "run", "company": "BN", "routes": [], "recorded": [120, 10]}),
        json!({"move": "dividend", "pay": "withhold"}),
        json!({"move": "acquire", "target": "BN", "amount": 100}),
        json!({"move": "turn_train", "card": "a-1", "face": 1}),
        json!({"move": "scrap_train", "card": "a-1"}),
        json!({"move": "buy_train", "company": "BN", "card": "a-1", "face": 0, "amount": 70, "from": "deck"}),
        json!({"move": "buy_train", "company": "BN", "card": "a-1", "face": 0, "amount": 70,
            "from": {"company": {"company": "VBW"}}}),
        json!({"move": "trade_train", "company": "BN", "card": "b-1", "given": "a-1", "amount": 800}),
        json!({"move": "bankrupt"}),
        json!({"move": "lay_paper_tile", "paper": "A", "cell": "E11", "tile": "57", "rotation": 2}),
        json!({"move": "return_train", "company": "BN", "card": "a-1"}),
        json!({"move": "assign_train", "company": "BN", "card": "a-1"}),
        json!({"move": "refit_train", "card": "a-1"}),
        json!({"move": "play_card", "slot": "storm", "side": 1, "copy": false}),
        json!({"move": "use", "slot": "mole"}),
        json!({"move": "allot", "company": "BN", "amount": 5}),
    ] {
        let read: Move = serde_json::from_value(json.clone()).expect("a move");
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
        let schema = &api["components"]["schemas"]["Move"];
        assert_eq!(misfit(&api, schema, &json), None, "{json}");
        left.remove(json["move"].as_str().unwrap());
    }
    assert!(left.is_empty(), "{left:?} is not tried");
    assert_eq!(Move::Pass.kind(), MoveKind::Pass);
}

#[test]
fn a_file_says_the_form_of_its_moves() {
    let file = |wire: Value| {
        let mut file = json!({"format": "signalbox-game", "version": 2, "wire": wire, "moves": [],
            "setup": {"title": "18cz", "variant": "standard", "preset": "rulebook", "players": [], "seed": 1, "rules": 2}});
        if wire.is_null() {
            file.as_object_mut().unwrap().remove("wire");
        }
        GameFile::read(&file.to_string())
    };
    assert_eq!(file(Value::Null).unwrap().wire, 1, "files of before");
    assert_eq!(file(json!(VERSION)).unwrap().wire, VERSION);
    for other in [0, VERSION + 1] {
        let fault = file(json!(other)).unwrap_err().to_string();
        assert!(fault.contains(&format!("form {other}")), "{fault}");
    }
}

#[test]
fn a_name_that_the_game_does_not_know_is_refused() {
    let title = titles::by_id("18cz").expect("18CZ is there");
    let position = started(title, 0, 1).expect("a game");
    let read = |json: Value| move_from_json(position.as_ref(), &json);
    let card = Names::of(position.as_ref()).card(Card(0));
    for (json, what) in [
        (json!({"move": "start", "company": "QQ", "price": 4}), "company"),
        (json!({"move": "buy_paper", "paper": "QQ", "amount": 4}), "paper"),
        (json!({"move": "scrap_train", "card": "a-99"}), "train"),
        (json!({"move": "use", "slot": "QQ"}), "card or character"),
        (json!({"move": "place_station", "company": "BN", "cell": "QQ", "stop": 0}), "cell"),
        (
            json!({"move": "lay_tile", "company": "BN", "cell": "E11", "tile": "QQ", "rotation": 0, "by": "build"}),
            "tile",
        ),
        (
            json!({"move": "run", "company": "BN", "routes": [{"card": card, "path": [{"cell": "QQ", "segment": 0}]}]}),
            "cell",
        ),
    ] {
        match read(json.clone()) {
            Err(WireError::Unknown { what: found, .. }) => assert_eq!(found, what, "{json}"),
            other => panic!("{json}: {other:?}"),
        }
    }
    // Numbers are not names.
    for json in [
        json!({"move": "start", "company": 0, "price": 4}),
        json!({"move": "fly"}),
        json!({}),
        json!(7),
    ] {
        assert!(matches!(read(json.clone()), Err(WireError::NotAMove(_))), "{json}");
    }
}
