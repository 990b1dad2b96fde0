//! What one visitor may cost: data sheets, entries, streams, pictures.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

// The sheet of 18CZ as anybody may fetch it.
async fn sheet(client: &mut Client) -> Value {
    client.fetch("/api/titles/18cz/data").await
}

fn with_sheet(data: Value) -> Value {
    let mut body = hot_seat();
    body["data"] = data;
    body
}

on_both! {
async fn a_corrected_sheet_comes_with_a_game_and_stays_with_it(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut data = sheet(&mut anna).await;
    data["companies"][0]["name"] = "Corrected Railway".into();
    let id = anna.send("/api/games", with_sheet(data.clone())).await["id"].as_str().unwrap().to_owned();
    let shown = anna.fetch(&format!("/api/games/{id}/sheet")).await;
    assert_eq!(shown["companies"][0]["name"], "Corrected Railway");
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut anna = { let mut again = anna.again(); again.address = server.address; again };
    let shown = anna.fetch(&format!("/api/games/{id}/sheet")).await;
    assert_eq!(shown["companies"][0]["name"], "Corrected Railway", "kept with the game");
    // All faults at once, wherever they stand.
    data["junk"] = 1.into();
    data["bank"] = "much".into();
    data["variants"]["moravia"]["junk"] = 2.into();
    data["companies"][1]["own"] = json!({"junk": 3});
    for (path, body) in [("/api/games", with_sheet(data.clone())), ("/api/titles/18cz/sheet?players=3", json!({"data": data}))] {
        let answer = anna.post(path, &body).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        let faults = answer.json()["detail"]["faults"].to_string();
        for place in ["junk", "bank", "variants.moravia.junk", "own.junk"] {
            assert!(faults.contains(place), "{path} {place}: {faults}");
        }
    }
    let sound = sheet(&mut anna).await;
    let shown = anna.send("/api/titles/18cz/sheet?players=3", json!({"data": sound})).await;
    assert_eq!(shown, anna.fetch("/api/titles/18cz/sheet?players=3").await);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_sheet_is_no_longer_than_a_sheet_needs_to_be(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut file = anna.fetch(&format!("/api/games/{id}/file")).await;
    let built_in = sheet(&mut anna).await;
    file["setup"]["data"] = built_in.clone();
    let sound = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
    assert_eq!(sound.status, 201, "{}", sound.text());
    for (junk, status) in [(json!("x".repeat(7 << 20)), 413), (json!(vec![0; 200_000]), 400), (json!({"deep": "x"}), 400)] {
        let mut long = built_in.clone();
        long["junk"] = junk.clone();
        file["setup"]["data"] = long;
        let answer = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
        assert_eq!(answer.status, status, "{}", answer.text());
        let mut noted = built_in.clone();
        noted["cells"][0]["note"] = junk;
        file["setup"]["data"] = noted;
        let answer = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    file["setup"]["data"] = Value::Null;
    file["setup"]["extra"] = json!({"junk": "x".repeat(100_000)});
    let answer = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
    assert_eq!(answer.status, 413, "{}", answer.text());
    let long = with_sheet(json!({"name": "x".repeat(400_000)})).to_string();
    let answer = anna.again().raw("POST", "/api/games", Some(long.as_bytes())).await;
    assert!(answer.is_err() || answer.is_ok_and(|a| a.status == 413), "too large");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_game_starts_from_a_position_within_bounds(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let arrangement = json!({
        "phase": "3", "set": 2, "turn": {"company": "AR"}, "step": "run",
        "players": [{"shares": {"AR": 5}}, {"shares": {"AR": 2}}, {}],
        "companies": {"AR": {"price": 100, "cash": 90, "trains": ["2-0", "3-0"]}},
        "tiles": {"K8": {"tile": "5", "rotation": 3}},
        "stations": [{"company": "AR", "cell": "K8"}],
    });
    let mut file = json!({
        "format": "signalbox-game", "version": 2, "wire": 1, "moves": [],
        "setup": {
            "title": "1889", "variant": "beginner", "preset": "rulebook", "players": ["A", "B", "C"],
            "seed": 1, "rules": 1, "arrangement": arrangement,
        },
    });
    let here = anna.raw("POST", "/api/import?play=true", Some(file.to_string().as_bytes())).await.unwrap();
    assert_eq!(here.status, 201, "{}", here.text());
    let id = here.json()["id"].as_str().unwrap().to_owned();
    let back = anna.fetch(&format!("/api/games/{id}/file")).await;
    assert_eq!(back["setup"]["arrangement"]["step"], "run", "kept with the game");
    // All faults at once.
    file["setup"]["arrangement"]["companies"]["XX"] = json!({});
    file["setup"]["arrangement"]["tiles"]["K8"]["rotation"] = 9.into();
    let answer = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
    assert_eq!(answer.status, 400, "{}", answer.text());
    let faults = answer.json()["detail"]["faults"].to_string();
    assert!(faults.contains("XX") && faults.contains("K8"), "{faults}");
    file["setup"]["arrangement"]["own"] = json!({"long": "x".repeat(70_000)});
    let answer = anna.raw("POST", "/api/import", Some(file.to_string().as_bytes())).await.unwrap();
    assert_eq!(answer.status, 413, "{}", answer.text());
    server.stop().await.unwrap();
}
}

on_both! {
async fn lists_never_look_into_a_setup(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["variant"] = "moravia".into();
    body["listed"] = true.into();
    let game = anna.send("/api/games", body).await;
    assert_eq!(game["variant"], "moravia");
    // Whatever stands there, a list does not read it.
    sql(&database, "UPDATE games SET setup = 'no setup at all'").await;
    for list in ["running", "mine"] {
        let shown = anna.fetch(&format!("/api/games?list={list}")).await["games"][0].clone();
        for key in ["variant", "preset", "options", "id"] {
            assert_eq!(shown[key], game[key], "{list}: {key}");
        }
    }
    server.stop().await.unwrap();
}
}

/// A database of an earlier program gets the columns that lists show.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stored_games_show_what_their_setups_say() {
    let database = database(On::Sqlite).await.unwrap();
    let kept =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rules-1.sqlite.gz");
    std::fs::write(&database, unpack(&kept)).unwrap();
    let server = start(&database).await;
    let filter = store::GameFilter {
        list: store::List::All,
        user: String::new(),
        archived: true,
        title: None,
        before: i64::MAX,
        limit: 100,
    };
    let games = server.app().store.games(&filter).await.unwrap();
    assert!(games.len() > 3);
    for (game, _) in games {
        let setup: Value =
            serde_json::from_str(&server.app().store.setup(&game.id).await.unwrap().unwrap())
                .unwrap();
        assert_eq!(setup["variant"], game.variant, "{}", game.id);
        assert_eq!(setup["preset"], game.preset, "{}", game.id);
        let options: Value = serde_json::from_str(&game.options).unwrap();
        let written = setup.get("options").cloned().unwrap_or_else(|| json!({}));
        assert_eq!(written, options, "{}", game.id);
    }
    server.stop().await.unwrap();
}

on_both! {
async fn moves_made_again_are_not_all_told_again(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for _ in 0..40 {
        play_one(&mut anna, &id).await;
    }
    let length = anna[0].fetch(&format!("/api/games/{id}")).await["length"].as_i64().unwrap();
    let log = anna[0].fetch(&format!("/api/games/{id}/log")).await;
    anna[0].send(&format!("/api/games/{id}/undo"), json!({"after": length, "to": 0})).await;
    let redone = anna[0].send(&format!("/api/games/{id}/redo"), json!({"after": 0, "count": 1000})).await;
    assert_eq!(redone["length"], length);
    assert_eq!(anna[0].fetch(&format!("/api/games/{id}/log")).await, log, "the log has all of them");
    let seq = redone["seq"].as_i64().unwrap();
    let mut ear = anna[0].listen(&format!("/api/games/{id}/stream"), Some(seq - 1)).await.unwrap();
    let told = ear.entry().await;
    assert_eq!((told.event.as_str(), &told.data["length"]), ("redone", &json!(length)));
    assert!(told.data["lines"].as_array().unwrap().len() <= 20, "an entry is bounded");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_listener_gets_a_long_journal_page_by_page(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(100_000));
    for seq in 3..=40 {
        let sql_ = format!(
            "INSERT INTO journal (game_id, seq, at, kind, data) VALUES ('{id}', {seq}, 1, 'chat', '{long}')"
        );
        sql(&database, &sql_).await;
    }
    sql(&database, &format!("UPDATE games SET seq = 40 WHERE id = '{id}'")).await;
    let page = server.app().store.entries(&id, 2, 100, 64 << 10).await.unwrap();
    assert_eq!(page.len(), 1, "a page ends with the entry that fills it");
    let page = server.app().store.entries(&id, 2, 100, 250_000).await.unwrap();
    assert_eq!(page.iter().map(|e| e.seq).collect::<Vec<_>>(), [3, 4, 5]);
    let mut ear = anna.listen(&format!("/api/games/{id}/stream?since=0"), None).await.unwrap();
    for seq in 1..=40 {
        assert_eq!(ear.entry().await.id, Some(seq), "all of them, in order");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_stream_of_no_game_leaves_nothing(database: String) {
    let server = start(&database).await;
    let anna = guest(&server).await;
    let private = guest(&server).await.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for id in ["gNoSuchGame", "..", &private, &"g".repeat(60), &"g".repeat(3000)] {
        assert!(anna.listen(&format!("/api/games/{id}/stream"), None).await.is_err());
        assert!(!server.app().hub.has_listeners(id), "{id} is not kept in mind");
    }
    server.stop().await.unwrap();
}
}

// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// Pictures take places for long work, have a bound, and are kept for a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_are_long_work_and_bounded() {
    let database = database(On::Sqlite).await.unwrap();
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let picture = anna.get(&format!("/api/games/{id}/map.png?width=4000")).await;
    assert_eq!(picture.status, 200, "{}", picture.text());
    let (width, height) = size(&picture.body);
    assert!(width * height <= 8_000_000, "{width} x {height}");
    let again = anna.get(&format!("/api/games/{id}/map.png?width=4000&at=0")).await;
    assert_eq!(again.body, picture.body, "the same picture, kept");
    let mut asked = Vec::new();
    for n in 0..24 {
        let (mut one, path) = (anna.again(), format!("/api/games/{id}/map.png?width={}", 100 + n));
        asked.push(tokio::spawn(async move { one.get(&path).await.status }));
    }
    let mut answers = Vec::new();
    for one in asked {
        answers.push(one.await.unwrap());
    }
    assert!(answers.contains(&200) && answers.contains(&429), "few at once: {answers:?}");
    assert!(answers.iter().all(|s| [200, 429].contains(s)), "{answers:?}");
    server.stop().await.unwrap();
}
