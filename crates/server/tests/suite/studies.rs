//! Studies: made from games, titles and files; written by two at once; read by who may.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::{Quota, Running};

async fn account(server: &Running, name: &str) -> Client {
    let mut client = guest(server).await;
    client.send("/api/account", json!({"name": name, "password": "correct horse"})).await;
    client
}

/// A study from the beginning of a title.
async fn study(client: &mut Client) -> Value {
    let from = json!({"kind": "title", "title": "1889", "players": 3});
    client.send("/api/studies", json!({"title": "Openings", "from": from})).await
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}"))
}

fn chapter(study: &Value) -> &str {
    text(&study["chapters"][0], "id")
}

fn game(study: &Value, node: &str) -> String {
    format!("/api/games/study-{}-{}-{node}", text(study, "id"), chapter(study))
}

async fn edit(client: &mut Client, study: &Value, after: i64, edit: Value) -> Answer {
    let path = format!("/api/studies/{}/edits", text(study, "id"));
    client.post(&path, &json!({"after": after, "edit": edit})).await
}

/// Tries the n-th move at a node.
async fn attempt(client: &mut Client, study: &Value, parent: &str, node: &str, n: usize) -> Answer {
    let choices = client.fetch(&format!("{}/choices", game(study, parent))).await;
    let groups = choices["groups"].as_array().unwrap().clone();
    let moves: Vec<&Value> =
        groups.iter().flat_map(|g| g["choices"].as_array().unwrap()).map(|c| &c["move"]).collect();
    let now = client.fetch(&format!("/api/studies/{}", text(study, "id"))).await;
    let add = json!({
        "edit": "add", "chapter": chapter(study), "parent": parent, "node": node, "move": moves[n % moves.len()],
    });
    edit(client, study, now["number"].as_i64().unwrap(), add).await
}

fn nodes(study: &Value) -> Vec<Value> {
    study["chapters"][0]["tree"].as_array().unwrap().clone()
}

on_both! {
async fn a_move_that_is_tried_becomes_a_position_like_that_of_any_game(database: String) {
    let server = start(&database).await;
    let mut ann = guest(&server).await;
    let made = study(&mut ann).await;
    assert_eq!(nodes(&made).len(), 1);
    let done = attempt(&mut ann, &made, "root", "a1", 0).await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert_eq!(done.json()["back"], json!({"edit": "delete", "chapter": chapter(&made), "node": "a1"}));
    let done = attempt(&mut ann, &made, "root", "b1", 1).await.json();
    assert_eq!(nodes(&done["study"]).len(), 3);
    let state = ann.fetch(&format!("{}/state?choices=true", game(&made, "a1"))).await;
    assert_eq!((&state["at"], &state["live"]), (&json!(1), &json!(true)));
    assert!(state["choices"]["count"].as_u64().unwrap() > 0);
    for path in ["map.svg", "sheet", "log", "file", "history"] {
        let answer = ann.get(&format!("{}/{path}", game(&made, "b1"))).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    // The same move twice is one move, and a move that is not legal is none.
    assert_eq!(attempt(&mut ann, &made, "root", "c1", 0).await.status, 409);
    let wrong = json!({"edit": "add", "chapter": chapter(&made), "parent": "root", "node": "d1",
        "move": {"move": "answer", "accept": true}});
    assert_eq!(edit(&mut ann, &made, 2, wrong).await.status, 400);
    // Nobody plays in it.
    let moved = json!({"after": 1, "move": {"move": "pass"}});
    let refused = ann.post(&format!("{}/moves", game(&made, "a1")), &moved).await;
    assert!((400..500).contains(&refused.status), "{}", refused.text());
    // What is deleted is no longer shown; taken back, it is there again as it was.
    let gone = json!({"edit": "delete", "chapter": chapter(&made), "node": "a1"});
    let gone = edit(&mut ann, &made, 2, gone).await.json();
    assert_eq!(ann.get(&format!("{}/state", game(&made, "a1"))).await.status, 404);
    let back = edit(&mut ann, &made, 3, gone["back"].clone()).await.json();
    assert_eq!(nodes(&back["study"]), nodes(&done["study"]));
    assert_eq!(ann.get(&format!("{}/state", game(&made, "a1"))).await.status, 200);
    server.stop().await.unwrap();
}
}

on_both! {
async fn two_people_who_write_at_once_lose_nothing(database: String) {
    let server = start(&database).await;
    let other = start(&database).await;
    let mut ann = account(&server, "Ann").await;
    let _ben = account(&server, "Ben").await;
    let mut ben = Client::new(other.address);
    ben.send("/api/login", json!({"name": "Ben", "password": "correct horse"})).await;
    let made = study(&mut ann).await;
    let path = format!("/api/studies/{}", text(&made, "id"));
    assert_eq!(ben.get(&path).await.status, 404, "not yet");
    ann.send(&format!("{path}/authors"), json!({"name": "Ben"})).await;
    assert_eq!(ben.fetch(&path).await["study"]["writes"], true);

    // Both have seen nothing but the beginning.
    let chapter = chapter(&made).to_owned();
    let say = |what: &str| json!({"edit": "comment", "chapter": chapter, "node": "root", "text": what});
    let name = json!({"edit": "chapter_text", "chapter": chapter, "text": "Words of Ben"});
    let (one, two) = tokio::join!(
        edit(&mut ann, &made, 0, say("Ann was here")),
        edit(&mut ben, &made, 0, name)
    );
    assert_eq!((one.status, two.status), (200, 200), "{} {}", one.text(), two.text());
    let seen = ann.fetch(&path).await["study"].clone();
    assert_eq!(seen["number"], 2);
    assert_eq!(nodes(&seen)[0]["comment"], "Ann was here");
    assert_eq!(seen["chapters"][0]["text"], "Words of Ben");
    // Who would write over what he has not seen is told so, and nothing is lost.
    let refused = edit(&mut ben, &made, 0, say("Ben was here")).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("somebody else changed that a moment ago"));
    // Having seen it, he may.
    assert_eq!(edit(&mut ben, &made, 2, say("Ben was here")).await.status, 200);

    // A line to which somebody added is not deleted by who has not seen that.
    assert_eq!(attempt(&mut ann, &made, "root", "a1", 0).await.status, 200);
    assert_eq!(attempt(&mut ben, &made, "a1", "b2", 0).await.status, 200);
    let gone = json!({"edit": "delete", "chapter": chapter, "node": "a1"});
    assert_eq!(edit(&mut ann, &made, 4, gone.clone()).await.status, 409);
    assert_eq!(nodes(&ann.fetch(&path).await["study"]).len(), 3);
    assert_eq!(edit(&mut ann, &made, 5, gone).await.status, 200);

    // Many at once on two servers: every one that was acknowledged is there.
    let mut all = Vec::new();
    for i in 0..12 {
        let mut who = if i % 2 == 0 { ann.again() } else { ben.again() };
        let cell = format!("C{i}");
        let mark = json!({"edit": "mark", "chapter": chapter, "node": "root", "cell": cell, "colour": "red"});
        let made = made.clone();
        all.push(tokio::spawn(async move { edit(&mut who, &made, 6, mark).await.status }));
    }
    let mut done = 0;
    for one in all {
        done += usize::from(one.await.unwrap() == 200);
    }
    let seen = ann.fetch(&path).await["study"].clone();
    assert_eq!(nodes(&seen)[0]["marks"].as_array().unwrap().len(), done);
    assert!(done >= 6, "{done} of 12");
    server.stop().await.unwrap();
    other.stop().await.unwrap();
}
}

on_both! {
async fn what_is_private_stays_private_and_a_link_opens_what_it_shall(database: String) {
    let server = start(&database).await;
    let mut ann = guest(&server).await;
    let mut eve = guest(&server).await;
    let made = study(&mut ann).await;
    let path = format!("/api/studies/{}", text(&made, "id"));
    let word = text(&made, "word").to_owned();
    let root = game(&made, "root");
    let shut = |word: &str| {
        let with = |path: String| format!("{path}?invite={word}");
        vec![with(path.clone()), with(format!("{path}/file")), with(format!("{root}/state")),
            with(format!("{root}/map.svg")), with(format!("{root}/sheet")), with(format!("{root}/file"))]
    };
    // Even the word opens nothing while it is private; neither does an empty one.
    for path in shut(&word).into_iter().chain(shut("")) {
        assert_eq!(eve.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(eve.post(&format!("{path}/copy"), &json!({"invite": word})).await.status, 404);
    ann.send(&format!("{path}/settings"), json!({"sight": "link"})).await;
    let mut nobody = Client::new(server.address);
    for path in shut(&word) {
        assert_eq!(nobody.get(&path).await.status, 200, "{path}");
    }
    for path in shut("wrong") {
        assert_eq!(eve.get(&path).await.status, 404, "{path}");
    }
    let seen = eve.fetch(&format!("{path}?invite={word}")).await["study"].clone();
    assert_eq!((&seen["writes"], &seen["word"]), (&json!(false), &Value::Null));
    let title = json!({"edit": "title", "title": "Mine now"});
    assert!(edit(&mut eve, &made, 0, title).await.status >= 400);
    assert_eq!(eve.fetch("/api/studies").await["listed"], json!([]));
    // Who may read may have a copy of his own, and play on from there.
    let copy = eve.send(&format!("{path}/copy"), json!({"invite": word})).await;
    assert_eq!((&copy["owns"], &copy["title"]), (&json!(true), &json!("Openings")));
    let bots = json!([null, "random", "random"]);
    let on = eve.send(&format!("{root}/copy"), json!({"invite": word, "bots": bots})).await;
    assert_eq!(on["state"], "playing");
    // Another word: the old link opens nothing.
    ann.send(&format!("{path}/settings"), json!({"sight": "link", "renew": true})).await;
    assert_eq!(eve.get(&format!("{path}?invite={word}")).await.status, 404);
    assert_eq!(eve.get(&format!("{root}/state?invite={word}")).await.status, 404);
    // Listed: everybody reads, nobody else writes or deletes.
    ann.send(&format!("{path}/settings"), json!({"sight": "listed"})).await;
    assert_eq!(eve.fetch("/api/studies").await["listed"][0]["title"], "Openings");
    assert_eq!(eve.once("DELETE", &path, &Value::Null).await.unwrap().status, 403);
    assert_eq!(ann.once("DELETE", &path, &Value::Null).await.unwrap().status, 200);
    assert_eq!(ann.get(&format!("{root}/state")).await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_running_game_against_people_gives_no_study(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let mut stranger = guest(&server).await;
    let body = json!({"title": "x", "from": {"kind": "game", "game": id, "at": 0}});
    for client in people.iter_mut().chain([&mut stranger]) {
        let refused = client.post("/api/studies", &body).await;
        assert_eq!(refused.status, 403, "{}", refused.text());
    }
    assert_eq!(people[0].fetch("/api/studies").await["mine"], json!([]));
    // Alone at the screen one may, and the study knows nothing of the game's luck.
    let mut ann = guest(&server).await;
    let own = ann.send("/api/games", hot_seat()).await;
    let id = text(&own, "id").to_owned();
    for _ in 0..3 {
        play_one(std::slice::from_mut(&mut ann), &id).await;
    }
    let body = json!({"title": "Mine", "from": {"kind": "game", "game": id, "at": 2}});
    let made = ann.send("/api/studies", body.clone()).await;
    assert_eq!((&made["chapters"][0]["moves"], nodes(&made).len()), (&json!(2), 2));
    let file = ann.fetch(&format!("/api/studies/{}/file", text(&made, "id"))).await;
    assert_ne!(file["study"]["chapters"][0]["start"]["setup"]["seed"], 7);
    assert_eq!(stranger.post("/api/studies", &body).await.status, 404);
    // The line goes on in a game at one's own screen that stands on it.
    let copy = ann.send(&format!("/api/games/{id}/copy"), json!({"at": 2})).await;
    let line = json!({"chapter": chapter(&made), "node": "g1", "game": copy["id"]});
    let path = format!("/api/studies/{}/play", text(&made, "id"));
    let played = ann.send(&path, line.clone()).await;
    assert_eq!((&played["moves"], &played["left"]), (&json!(1), &json!(0)));
    assert_eq!(ann.fetch(&format!("/api/games/{}", text(&copy, "id"))).await["length"], 3);
    let other = ann.send("/api/games", json!({"title": "18cz", "variant": "standard", "seed": "9", "hot_seat": true,
        "start": true, "seats": [{"kind": "name", "name": "A"}, {"kind": "name", "name": "B"},
        {"kind": "name", "name": "C"}]})).await;
    let line = json!({"chapter": chapter(&made), "node": "g1", "game": other["id"]});
    assert_eq!(ann.post(&path, &line).await.status, 409);
    server.stop().await.unwrap();
}
}

on_both! {
async fn files_of_games_and_studies_become_chapters(database: String) {
    let server = start(&database).await;
    let mut ann = guest(&server).await;
    let kept = kept_game("18cz-standard-rulebook-3", 3);
    let length = kept["moves"].as_array().unwrap().len();
    let made = ann.send(&format!("/api/studies/file?at={}", length - 5), kept).await;
    assert_eq!(made["chapters"][0]["moves"], length - 5);
    assert_eq!(nodes(&made).len(), 6, "what followed is the first line");
    assert!(ann.fetch(&format!("{}/state", game(&made, "g5"))).await["view"].is_object());
    let path = format!("/api/studies/{}", text(&made, "id"));
    let file = ann.fetch(&format!("{path}/file")).await;
    let again = ann.send("/api/studies/file", file.clone()).await;
    let again = ann.fetch(&format!("/api/studies/{}/file", text(&again, "id"))).await;
    assert_eq!(again, file);
    // Into a study that is there: both chapters, under different ids.
    let more = ann.send(&format!("/api/studies/file?study={}", text(&made, "id")), file.clone()).await;
    let chapters = more["chapters"].as_array().unwrap();
    assert_eq!(chapters.len(), 2);
    assert_ne!(chapters[0]["id"], chapters[1]["id"]);
    // A position that was set up by hand.
    let position = json!({
        "format": "signalbox-game", "version": 2, "wire": 1,
        "setup": {
            "title": "1889", "variant": "beginner", "preset": "rulebook", "players": ["Ann", "Ben", "Cy"], "seed": 1,
            "rules": 1,
            "arrangement": {
                "phase": "3", "set": 2, "turn": {"company": "AR"}, "step": "run",
                "players": [{"shares": {"AR": 5}}, {"shares": {"AR": 2}}, {}],
                "companies": {"AR": {"price": 100, "cash": 90, "trains": ["2-0", "3-0"]}},
                "tiles": {"K8": {"tile": "5", "rotation": 3}},
                "stations": [{"company": "AR", "cell": "K8"}],
            },
        },
        "moves": [],
    });
    let made = ann.send("/api/studies/file", position).await;
    let state = ann.fetch(&format!("{}/state", game(&made, "root"))).await;
    assert_eq!(state["view"]["decision"]["step"], "run");
    // What is wrong is named, and nothing is stored.
    let count = ann.fetch("/api/studies").await["mine"].as_array().unwrap().len();
    let mut wrong = file;
    wrong["study"]["chapters"][0]["tree"][1]["move"] = json!({"move": "answer", "accept": true});
    let refused = ann.post("/api/studies/file", &wrong).await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("chapter 1"), "{}", refused.text());
    for bad in [json!([]), json!({"format": "signalbox-study", "version": 9})] {
        assert_eq!(ann.post("/api/studies/file", &bad).await.status, 400);
    }
    assert_eq!(ann.fetch("/api/studies").await["mine"].as_array().unwrap().len(), count);
    server.stop().await.unwrap();
}
}

on_both! {
async fn studies_have_bounds_go_with_their_account_and_are_shown_in_frames_where_allowed(database: String) {
    let mut config = config(&database);
    config.accounts = Quota { studies: 2, ..Quota::NONE };
    let server = server::start(config.clone()).await.unwrap();
    let mut ann = account(&server, "Ann").await;
    let made = study(&mut ann).await;
    study(&mut ann).await;
    let from = json!({"kind": "title", "title": "1889", "players": 3});
    let body = json!({"title": "One more", "from": from});
    assert_eq!(ann.post("/api/studies", &body).await.status, 429);
    let copy = format!("/api/studies/{}/copy", text(&made, "id"));
    assert_eq!(ann.post(&copy, &json!({})).await.status, 429);
    let long = json!({"edit": "text", "text": "x".repeat(20_001)});
    assert_eq!(edit(&mut ann, &made, 0, long).await.status, 400);
    let path = format!("/api/studies/{}/chapters", text(&made, "id"));
    for _ in 1..64 {
        ann.send(&path, body.clone()).await;
    }
    assert_eq!(ann.post(&path, &body).await.status, 409, "64 chapters are enough");
    let taken = ann.fetch("/api/account/studies.json").await;
    assert_eq!(taken.as_array().unwrap().len(), 2);
    // No frame, unless the operator names who may.
    let embed = format!("/embed/study/{}", text(&made, "id"));
    assert_eq!(ann.get(&embed).await.status, 404);
    // A guest who logs in keeps his studies.
    let mut visitor = guest(&server).await;
    let first = study(&mut visitor).await;
    let login = json!({"name": "Ann", "password": "correct horse", "keep_guest_games": true});
    visitor.send("/api/login", login).await;
    let kept = visitor.fetch(&format!("/api/studies/{}", text(&first, "id"))).await;
    assert_eq!(kept["study"]["owns"], true);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM studies").await, 3);
    ann.send("/api/account/delete", json!({"password": "correct horse"})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM studies").await, 0);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM study_edits").await, 0);
    server.stop().await.unwrap();
    config.embed = vec!["https://club.example".to_owned()];
    let server = server::start(config).await.unwrap();
    let mut nobody = Client::new(server.address);
    let framed = nobody.get(&embed).await;
    assert_eq!(framed.status, 200);
    let policy = framed.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("frame-ancestors https://club.example"), "{policy}");
    let page = nobody.get("/study/s1").await;
    assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
    server.stop().await.unwrap();
}
}
