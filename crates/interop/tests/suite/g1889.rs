//! What is peculiar to files of 1889.

use engine::{Place, Player};
use interop::{PublicFile, Replay};
use serde_json::{Value as Json, json};

fn file(rules: Json, actions: Vec<Json>) -> PublicFile {
    let actions: Vec<Json> = actions
        .into_iter()
        .enumerate()
        .map(|(i, mut action)| {
            action["id"] = json!(i + 1);
            action
        })
        .collect();
    let json = json!({
        "id": "hand_7", "title": "1889",
        "players": [{"id": 11, "name": "Anna"}, {"id": 12, "name": "Bert"}],
        "settings": {"optional_rules": rules}, "actions": actions, "status": "active", "result": {},
    });
    PublicFile::from_json(json).expect("a file")
}

fn by(player: u32, kind: &str, fields: Json) -> Json {
    action(json!(player), "player", kind, fields)
}

fn action(entity: Json, of: &str, kind: &str, fields: Json) -> Json {
    let mut action = json!({"type": kind, "entity": entity, "entity_type": of});
    for (key, value) in fields.as_object().into_iter().flatten() {
        action[key.as_str()] = value.clone();
    }
    action
}

fn bid(player: u32, company: &str, price: i32) -> Json {
    by(player, "bid", json!({"company": company, "price": price}))
}

// Anna buys TR, ER and DR, Bert MF and SMR.
fn auction() -> Vec<Json> {
    vec![
        bid(11, "TR", 20),
        bid(12, "MF", 30),
        bid(11, "ER", 40),
        bid(12, "SMR", 50),
        bid(11, "DR", 60),
    ]
}

fn played(actions: Vec<Json>) -> Result<Replay, String> {
    let mut replay = Replay::start(file(json!([]), actions)).map_err(|e| e.to_string())?;
    match replay.run_to(usize::MAX) {
        Ok(()) => Ok(replay),
        Err(error) => Err(error.to_string()),
    }
}

fn refused(mut actions: Vec<Json>, last: Json) -> String {
    actions.push(last);
    played(actions).err().expect("refused")
}

#[test]
fn tr_is_a_private_company_and_a_share_company() {
    // S89-PUB-3, S89-PUB-4, S89-PUB-5, S89-PUB-26, S89-PUB-27
    let mut actions = auction();
    actions.push(by(12, "par", json!({"corporation": "TR", "share_price": "65,5,3"})));
    let replay = played(actions.clone()).expect("legal");
    let (position, sheet) = (replay.position(), replay.position().sheet());
    let (company, paper) = (sheet.company_by_id("TR").unwrap(), sheet.paper_by_id("TR").unwrap());
    let core = position.core();
    assert_eq!(core.stock[company.at()].director(), Some(Player(1)));
    assert_eq!(core.papers[paper.at()].place, Place::Player(Player(0)));
    let state = replay.translator().state(position);
    assert_eq!(state["corporations"]["TR"]["cell"], json!([5, 3]));
    assert_eq!(state["companies"]["TR"]["owner"], "player:11");
    for price in ["65,5,4", "66,5,3", "65,3", "65,5,3,1", "x"] {
        let par = by(12, "par", json!({"corporation": "TR", "share_price": price}));
        let error = refused(auction(), par);
        assert!(error.contains("cell of the market"), "{error}");
    }
}

#[test]
fn the_first_private_company_is_bought_at_its_price() {
    // S89-PUB-10, S89-PUB-26, S89-PUB-56
    assert!(refused(vec![], bid(11, "TR", 15)).contains("it costs 20"));
    assert!(refused(vec![], bid(12, "TR", 20)).contains("out of turn"));
    assert!(refused(vec![], bid(11, "MF", 34)).contains("S89-AUCTION-3"));
    let replay = played(vec![bid(11, "MF", 35)]).expect("a bid");
    let state = replay.translator().state(replay.position());
    assert_eq!(state["auction"][1], json!({"company": "MF", "price": 30, "bids": [[11, 35]]}));
    assert_eq!(state["auction"].as_array().map(Vec::len), Some(5), "two players: no SIR, no UTF");
}

#[test]
fn rights_are_used_while_somebody_else_is_waited_for() {
    // S89-PUB-25, S89-PUB-28, S89-PUB-30
    let mut actions = auction();
    let swap = json!({"shares": ["IR_1"], "percent": 10});
    actions.push(action(json!("DR"), "company", "buy_shares", swap));
    let port = json!({"hex": "B11", "tile": "437-0", "rotation": 2});
    actions.push(action(json!("MF"), "company", "lay_tile", port));
    let replay = played(actions).expect("legal");
    assert_eq!(replay.position().decision().map(|d| d.player), Some(Player(1)), "still on turn");
    let state = replay.translator().state(replay.position());
    assert_eq!(state["players"][1]["shares"]["IR"]["percent"], 10);
    assert_eq!(state["powers"], json!({"port": false, "green_ohzu": true}));
    assert_eq!(state["tiles"]["B11"], json!(["437", 2]));
    let decline = action(json!("ER"), "company", "pass", json!({}));
    assert!(refused(auction(), decline).contains("out of turn"));
}

#[test]
fn a_game_may_be_ended_by_hand() {
    // S89-PUB-41
    let mut actions = auction();
    actions.push(by(12, "end_game", json!({})));
    let replay = played(actions.clone()).expect("legal");
    let outcome = replay.outcome().expect("ended");
    assert_eq!((outcome.reason, outcome.values), ("manually_ended", vec![420, 420]));
    assert!(replay.position().outcome().is_none(), "no rule ends it");
    let error = refused(actions, by(12, "pass", json!({})));
    assert!(!error.is_empty());
}

#[test]
fn the_beginner_game_is_the_only_optional_rule() {
    // S89-PUB-1, S89-PUB-55
    let replay = Replay::start(file(json!(["beginner_game"]), vec![])).expect("known");
    assert_eq!(replay.game().setup().variant, "beginner");
    assert_eq!(replay.game().setup().seed, 7, "the first number of the id");
    let state = replay.translator().state(replay.position());
    assert_eq!(state["powers"], json!({"port": false, "green_ohzu": false}));
    assert_eq!(state["auction"], Json::Null);
    let error = Replay::start(file(json!(["double_time"]), vec![])).err().expect("unknown");
    assert!(error.to_string().contains("double_time"));
}

#[test]
fn what_1889_does_not_know_is_refused() {
    // S89-PUB-2
    let error = refused(auction(), by(12, "buy_corporation", json!({"corporation": "AR"})));
    assert!(error.contains("1889 has no action"), "{error}");
    let mixed = by(12, "sell_shares", json!({"shares": ["AR_1", "IR_1"], "percent": 20}));
    assert!(refused(auction(), mixed).contains("one company"));
    let odd = by(12, "sell_shares", json!({"shares": ["AR_1"], "percent": 15}));
    assert!(refused(auction(), odd).contains("no whole shares"));
}
