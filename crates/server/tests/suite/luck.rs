//! Luck is secret until the end, and can be checked afterwards.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Running;
use sqlx::any::AnyConnectOptions;
use sqlx::{Connection, Row};
use std::str::FromStr;

// The stored setup of a game: what nobody may see.
async fn stored(database: &str, id: &str) -> Value {
    sqlx::any::install_default_drivers();
    let url = match database.starts_with("postgres") {
        true => database.to_owned(),
        false => format!("sqlite://{database}"),
    };
    let options = AnyConnectOptions::from_str(&url).unwrap();
    let mut connection = sqlx::AnyConnection::connect_with(&options).await.unwrap();
    let row = sqlx::query("SELECT setup FROM games WHERE id = $1").bind(id);
    let row = row.fetch_one(&mut connection).await.unwrap();
    let setup: String = row.get("setup");
    connection.close().await.unwrap();
    serde_json::from_str(&setup).unwrap()
}

// One person against Gulliver, who draws in every round.
fn solo() -> Value {
    json!({
        "title": "18lilliput", "hot_seat": true, "start": true, "listed": true,
        "seats": [{"kind": "me"}],
    })
}

async fn new_game(client: &mut Client, body: Value) -> String {
    client.send("/api/games", body).await["id"].as_str().expect("an id").to_owned()
}

async fn state(client: &mut Client, id: &str) -> Value {
    client.fetch(&format!("/api/games/{id}/state")).await
}

async fn preview(client: &mut Client, id: &str, mv: &Value) -> Value {
    let body = json!({"moves": [mv]});
    client.send(&format!("/api/games/{id}/preview"), body).await["previews"][0].clone()
}

// The draws that a move, or its preview, tells of.
fn drawn(told: &Value) -> Vec<Value> {
    let events = told["events"].as_array().expect("events");
    events.iter().filter(|e| e["event"] == "drawn").cloned().collect()
}

async fn make(client: &mut Client, id: &str, after: i64, mv: &Value) -> Value {
    let body = json!({"after": after, "move": mv});
    client.send(&format!("/api/games/{id}/moves"), body).await["lines"][0].clone()
}

// Plays up to a move after which something is drawn, past the beginning; the move is not made yet.
async fn before_a_draw(client: &mut Client, id: &str) -> (i64, Value) {
    for _ in 0..200 {
        let (after, mv) = some_move(client, id).await;
        if preview(client, id, &mv).await["unseen"] == true {
            return (after, mv);
        }
        make(client, id, after, &mv).await;
    }
    panic!("nothing is ever drawn");
}

// Plays some rounds; what was drawn in them.
async fn rounds(client: &mut Client, id: &str, number: usize) -> Vec<Value> {
    let mut all = Vec::new();
    for _ in 0..number {
        let (after, mv) = before_a_draw(client, id).await;
        all.extend(drawn(&make(client, id, after, &mv).await));
    }
    all
}

// A game before a move after which so much is drawn that the same will hardly come twice; the move was tried and taken back.
// In some games little is drawn in the first rounds.
async fn before_many_draws(client: &mut Client) -> (String, i64, Value) {
    for _ in 0..30 {
        let id = new_game(client, solo()).await;
        for _ in 0..5 {
            let (after, mv) = before_a_draw(client, &id).await;
            let told = drawn(&make(client, &id, after, &mv).await);
            let ways: u64 = told.iter().map(|e| e["of"].as_u64().expect("a number")).product();
            if ways > 8 {
                let body = json!({"after": after + 1, "to": after});
                client.send(&format!("/api/games/{id}/undo"), body).await;
                return (id, after, mv);
            }
        }
    }
    panic!("little is ever drawn");
}

// Every answer to a question about a game that the description names, and its page.
async fn answers(client: &mut Client, id: &str) -> Vec<(String, String)> {
    let described = client.fetch("/api/openapi.json").await;
    let company =
        client.fetch(&format!("/api/games/{id}/sheet")).await["companies"][0]["id"].clone();
    let company = company.as_str().expect("a company").to_owned();
    let mut paths = vec![format!("/games/{id}"), "/api/games?list=running".to_owned()];
    for (path, ways) in described["paths"].as_object().expect("paths") {
        if path.contains("{id}") && path.starts_with("/api/games/") && ways.get("get").is_some() {
            let path = path.replace("{id}", id).replace("{company}", &company);
            // The stream never ends, and is listened to below.
            if !path.ends_with("/stream") {
                paths.push(path.replace("{picture}", "map.svg"));
            }
        }
    }
    let mut all = Vec::new();
    for path in paths {
        let text = client.get(&path).await.text();
        all.push((path, text));
    }
    all
}

async fn finish(client: &mut Client, id: &str) {
    let done = client.send(&format!("/api/games/{id}/abandon"), json!({})).await;
    assert_eq!(done["done"], true);
}

on_both! {
async fn until_a_game_is_over_nobody_sees_its_luck(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = new_game(&mut anna, solo()).await;
    let (after, mv) = before_a_draw(&mut anna, &id).await;
    make(&mut anna, &id, after, &mv).await;
    let setup = stored(&database, &id).await;
    let (seed, salt) = (setup["seed"].as_u64().unwrap(), setup["luck"]["salt"].as_str().unwrap());
    let secrets = [seed.to_string(), format!("{seed:016x}"), salt.to_owned()];
    let shown = answers(&mut anna, &id).await;
    assert!(shown.len() > 12, "{} answers", shown.len());
    assert!(shown.iter().any(|(path, text)| path.ends_with("/file") && text.contains("\"drawn\"")));
    let seq = state(&mut anna, &id).await["seq"].as_i64().unwrap();
    let mut stream = anna.listen(&format!("/api/games/{id}/stream?since=0"), None).await.unwrap();
    let mut told = String::new();
    for _ in 0..seq {
        told.push_str(&stream.entry().await.data.to_string());
    }
    for (path, text) in shown.iter().chain([&("the stream".to_owned(), told)]) {
        for secret in &secrets {
            assert!(!text.contains(secret), "{path} shows {secret}");
        }
    }
    let during = state(&mut anna, &id).await["luck"].clone();
    assert_eq!((&during["seed"], &during["salt"]), (&Value::Null, &Value::Null));
    // Afterwards everything is open, and is what was promised.
    finish(&mut anna, &id).await;
    let luck = state(&mut anna, &id).await["luck"].clone();
    assert_eq!(luck["commitment"], during["commitment"]);
    assert_eq!(luck["seed"], seed.to_string());
    assert_eq!(luck["commitment"], engine::commitment(seed, luck["salt"].as_str().unwrap()));
    let file = anna.fetch(&format!("/api/games/{id}/file")).await;
    assert_eq!(file["setup"]["seed"], seed);
    assert_eq!(file["setup"]["luck"]["salt"], luck["salt"]);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_preview_stops_before_chance(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let (id, after, mv) = before_many_draws(&mut anna).await;
    let seen = preview(&mut anna, &id, &mv).await;
    assert_eq!((drawn(&seen), &seen["decision"]), (vec![], &Value::Null));
    let made = make(&mut anna, &id, after, &mv).await;
    assert!(!drawn(&made).is_empty(), "Gulliver draws");
    let shown = seen["events"].as_array().unwrap();
    assert_eq!(shown[..], made["events"].as_array().unwrap()[..shown.len()], "as far as it goes");
    server.stop().await.unwrap();
}
}

// The same moves from a position, again and again: what was drawn each time.
async fn tries(client: &mut Client, id: &str, after: i64, mv: &Value, times: usize) -> Vec<Value> {
    let mut all = Vec::new();
    for _ in 0..times {
        all.push(json!(drawn(&make(client, id, after, mv).await)));
        client
            .send(&format!("/api/games/{id}/undo"), json!({"after": after + 1, "to": after}))
            .await;
    }
    all
}

async fn views(client: &mut Client, id: &str) -> Vec<Value> {
    let length = state(client, id).await["length"].as_i64().unwrap();
    let mut all = Vec::new();
    for at in 0..=length {
        all.push(client.fetch(&format!("/api/games/{id}/state?at={at}")).await["view"].clone());
    }
    all
}

async fn again(server: Running, database: &str, client: &mut Client) -> Running {
    server.stop().await.unwrap();
    let server = start(database).await;
    *client = client.again();
    client.address = server.address;
    server
}

on_both! {
async fn what_was_taken_back_is_drawn_anew_and_what_is_made_again_is_not(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let (id, after, mv) = before_many_draws(&mut anna).await;
    let mut all = tries(&mut anna, &id, after, &mv, 6).await;
    let last = all.last().unwrap().clone();
    all.dedup();
    assert!(all.len() > 1, "six times the same luck");
    // Made again, the last one is as it was.
    let redo = format!("/api/games/{id}/redo");
    anna.send(&redo, json!({"after": after, "count": 1})).await;
    let line = state(&mut anna, &id).await["last"].clone();
    assert_eq!(json!(drawn(&line)), last);
    // On past two more rounds, back over all of it, half of it made again, and another way from there.
    let begun = after + 1;
    for _ in 0..2 {
        let (after, mv) = before_a_draw(&mut anna, &id).await;
        make(&mut anna, &id, after, &mv).await;
    }
    let seen = views(&mut anna, &id).await;
    let length = seen.len() as i64 - 1;
    let undo = format!("/api/games/{id}/undo");
    anna.send(&undo, json!({"after": length, "to": after})).await;
    anna.send(&redo, json!({"after": after, "count": 1})).await;
    anna.send(&redo, json!({"after": begun, "count": length - begun})).await;
    assert_eq!(views(&mut anna, &id).await, seen, "all of it made again");
    anna.send(&undo, json!({"after": length, "to": after})).await;
    anna.send(&redo, json!({"after": after, "count": 1})).await;
    let (after, mv) = before_a_draw(&mut anna, &id).await;
    make(&mut anna, &id, after, &mv).await;
    let seen = views(&mut anna, &id).await;
    let server = again(server, &database, &mut anna).await;
    assert_eq!(views(&mut anna, &id).await, seen, "the log alone leads there");
    // And so does the file of the game that is over, with its one seed.
    finish(&mut anna, &id).await;
    let file = anna.fetch(&format!("/api/games/{id}/file")).await;
    let read = engine::GameFile::read(&file.to_string()).unwrap();
    assert!(!read.setup.luck.as_ref().unwrap().skips.is_empty());
    let title = titles::by_id("18lilliput").unwrap();
    engine::Game::replay(title, &read).expect("the same position again");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_copy_keeps_what_was_drawn_and_gets_luck_of_its_own(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = new_game(&mut anna, solo()).await;
    let (after, mv) = before_a_draw(&mut anna, &id).await;
    make(&mut anna, &id, after, &mv).await;
    before_a_draw(&mut anna, &id).await;
    let here = views(&mut anna, &id).await;
    let file = anna.fetch(&format!("/api/games/{id}/file")).await;
    assert_eq!(file["setup"]["seed"], 0);
    let mut outcomes = Vec::new();
    let mut copies = Vec::new();
    for n in 0..4 {
        let copy = match n % 2 {
            0 => anna.send(&format!("/api/games/{id}/copy"), json!({})).await,
            _ => anna.send("/api/import?play=true", file.clone()).await,
        };
        let copy = copy["id"].as_str().unwrap().to_owned();
        assert_eq!(views(&mut anna, &copy).await, here, "what was drawn stays");
        outcomes.push(rounds(&mut anna, &copy, 4).await);
        copies.push(copy);
    }
    let made = rounds(&mut anna, &id, 4).await;
    assert!(outcomes.iter().any(|o| *o != made), "all copies draw what the game draws");
    // A copy that is over tells its own luck and nothing of the game's.
    let original = stored(&database, &id).await;
    for copy in [&copies[0], &copies[1]] {
        finish(&mut anna, copy).await;
        let told = anna.fetch(&format!("/api/games/{copy}/file")).await.to_string();
        let luck = state(&mut anna, copy).await["luck"].clone();
        assert_ne!(luck["commitment"], original["luck"]["commitment"]);
        for secret in [&original["seed"].to_string(), original["luck"]["salt"].as_str().unwrap()] {
            assert!(!told.contains(secret), "the copy shows {secret}");
        }
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_file_whose_outcomes_are_not_those_of_its_moves_is_refused(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = new_game(&mut anna, solo()).await;
    let (after, mv) = before_a_draw(&mut anna, &id).await;
    make(&mut anna, &id, after, &mv).await;
    let file = anna.fetch(&format!("/api/games/{id}/file")).await;
    for wrong in [json!([]), json!([[9, 2]]), json!([[0, 3], [0, 0]])] {
        let mut file = file.clone();
        file["setup"]["luck"]["drawn"] = wrong;
        assert_eq!(anna.post("/api/import", &file).await.status, 400);
    }
    // One outcome too many changes no position, but no move drew it.
    let mut more = file.clone();
    more.as_object_mut().unwrap().remove("hash");
    more["setup"]["luck"]["drawn"].as_array_mut().unwrap().push(json!([0, 2]));
    assert_eq!(anna.post("/api/import", &more).await.status, 400);
    let mut long = file.clone();
    long["setup"]["luck"]["drawn"] = json!(vec![[0, 2]; 10_001]);
    let refused = anna.post("/api/import", &long).await;
    assert!(refused.text().contains("larger than any game needs"), "{}", refused.text());
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_seed_is_chosen_only_where_nobody_else_plays(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    let seats = json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]);
    let open = json!({"title": "18cz", "seed": "7", "listed": true, "seats": seats});
    let refused = anna.post("/api/games", &open).await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("only where nobody else plays"), "{}", refused.text());
    // Nor by the back door.
    let bot = json!({"kind": "bot", "level": "random"});
    let seats = json!([{"kind": "me"}, bot, bot]);
    let alone = json!({"title": "18cz", "seed": "7", "listed": true, "seats": seats});
    let id = new_game(&mut anna, alone).await;
    anna.send(&format!("/api/games/{id}/seats"), json!({"seat": 1, "open": true})).await;
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({})).await.status, 409);
    anna.send(&format!("/api/games/{id}/seats"), json!({"seat": 1, "bot": "random"})).await;
    anna.send(&format!("/api/games/{id}/start"), json!({})).await;
    assert_eq!(state(&mut anna, &id).await["luck"]["chosen"], true);
    server.stop().await.unwrap();
}
}
