//! Pages of players, ratings, the archive, friends, games that wait.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::{Admin, Parts, Running};

async fn account(server: &Running, name: &str) -> Client {
    let mut client = guest(server).await;
    client.send("/api/account", json!({"name": name, "password": "correct horse"})).await;
    client
}

/// A table of these people, and bots of these levels; started.
async fn table_of(people: &mut [Client], bots: &[&str], listed: bool) -> String {
    let mut seats = vec![json!({"kind": "me"})];
    seats.extend((1..people.len()).map(|_| json!({"kind": "open"})));
    seats.extend(bots.iter().map(|level| json!({"kind": "bot", "level": level})));
    let body = json!({
        "title": "18lilliput", "listed": listed, "bot_pause": 0, "seats": seats,
        "start": people.len() == 1,
    });
    let game = people[0].send("/api/games", body).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let invite = game["invite"].as_str().unwrap().to_owned();
    for person in people.iter_mut().skip(1) {
        person.send(&format!("/api/games/{id}/join"), json!({"invite": invite})).await;
    }
    if people.len() > 1 {
        people[0].send(&format!("/api/games/{id}/start"), json!({})).await;
    }
    id
}

/// A game ends, behind the server's back.
async fn end(server: &Running, database: &str, id: &str, values: &[i32]) {
    let best = values.iter().max().unwrap();
    let winners: Vec<usize> = (0..values.len()).filter(|&i| values[i] == *best).collect();
    let outcome = json!({"values": values, "winners": winners, "reason": "bank"});
    let statement = format!(
        "UPDATE games SET state = 'finished', outcome = '{outcome}', turn = NULL, turn_user = NULL, bot_due = NULL, \
         seq = seq + 1 WHERE id = '{id}'"
    );
    sql(database, &statement).await;
    // Its server sees that it has moved on.
    let entry = format!(
        "INSERT INTO journal (game_id, seq, at, kind, data) SELECT id, seq, created, 'settings', '{{}}' FROM games WHERE id = '{id}'"
    );
    sql(database, &entry).await;
    settled(server).await;
}

/// Everything that is over is noted and counted.
async fn settled(server: &Running) {
    server.app().note_results().await.unwrap();
    server.app().rate(false).await.unwrap();
}

/// A game plays itself out: everybody leaves it to bots that move at random.
async fn play_out(server: &Running, people: &mut [Client], id: &str) {
    for person in people.iter_mut() {
        person.send(&format!("/api/games/{id}/leave"), json!({"bot": "random"})).await;
    }
    for _ in 0..600 {
        let game = people[0].fetch(&format!("/api/games/{id}")).await;
        if game["state"] == "finished" {
            settled(server).await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the game does not end");
}

async fn points(client: &mut Client, name: &str, pool: &str) -> Value {
    let page = client.fetch(&format!("/api/players/{name}")).await;
    let ratings = page["ratings"].as_array().unwrap();
    ratings.iter().find(|r| r["pool"] == pool).map_or(Value::Null, |r| r["rating"].clone())
}

async fn recount(database: &str) -> server::Recounted {
    let admin = Admin::open(database).await.unwrap();
    let found = admin.ratings(Parts::new(titles::all())).await.unwrap();
    admin.close().await;
    found
}

on_both! {
async fn ratings_worked_out_again_from_the_games_are_the_same(database: String) {
    let server = start(&database).await;
    let mut people =
        [account(&server, "Anna").await, account(&server, "Ben").await, account(&server, "Cora").await];
    // One game to its real end, one with bots, others in short.
    let id = table_of(&mut people[..2], &[], true).await;
    play_out(&server, &mut people[..2], &id).await;
    let id = table_of(&mut people[..1], &["random", "random"], true).await;
    play_out(&server, &mut people[..1], &id).await;
    let mut ended = Vec::new();
    for values in [[30, 20, 10], [10, 30, 30], [20, 30, 10]] {
        let id = table_of(&mut people, &[], true).await;
        end(&server, &database, &id, &values).await;
        ended.push(id);
    }
    let anna = points(&mut people[0], "Anna", "people").await;
    assert_eq!(anna["games"], 4);
    assert_eq!(anna["provisional"], true);
    assert_eq!(points(&mut people[0], "Anna", "bots").await["games"], 1);
    let cora = points(&mut people[0], "Cora", "people").await;
    assert_eq!(cora["games"], 3);
    assert!(cora["margin"].as_i64() > anna["margin"].as_i64(), "fewer games are less sure");
    let found = recount(&database).await;
    assert_eq!(found.counted, 5);
    assert!(found.ratings > 10 && found.gone.is_empty() && found.new.is_empty(), "{found:?}");
    assert_eq!(points(&mut people[0], "Anna", "people").await, anna);
    // A number that is wrong is found and put right.
    sql(&database, "UPDATE ratings SET mu = mu + 1 WHERE pool = 'people'").await;
    let found = recount(&database).await;
    assert_eq!((found.gone.len(), found.new.len()), (3, 3), "{found:?}");
    assert_eq!(points(&mut people[0], "Anna", "people").await, anna);
    // A game that is noted late but ended early counts where it belongs.
    let late = table_of(&mut people, &[], true).await;
    sql(&database, &format!("UPDATE games SET created = 5 WHERE id = '{late}'")).await;
    end(&server, &database, &late, &[1, 2, 3]).await;
    assert_ne!(points(&mut people[0], "Anna", "people").await, anna);
    let found = recount(&database).await;
    assert!(found.gone.is_empty() && found.new.is_empty(), "{found:?}");
    // A game that is gone counts no more.
    sql(&database, &format!("DELETE FROM games WHERE id = '{late}'")).await;
    settled(&server).await;
    assert_eq!(points(&mut people[0], "Anna", "people").await, anna);
    server.stop().await.unwrap();
}
}

on_both! {
async fn games_count_only_where_that_makes_sense(database: String) {
    let server = start(&database).await;
    let mut anna = account(&server, "Anna").await;
    let pool = "SELECT COUNT(*) FROM results WHERE pool <> ''";
    // All at one screen.
    let seats = json!([{"kind": "me"}, {"kind": "name", "name": "Ben"}]);
    let one = json!({"title": "18lilliput", "hot_seat": true, "start": true, "seats": seats});
    let id = anna.send("/api/games", one).await["id"].as_str().unwrap().to_owned();
    end(&server, &database, &id, &[5, 6]).await;
    // Luck that somebody knew.
    let seats = json!([{"kind": "me"}, {"kind": "bot", "level": "random"}]);
    let known = json!({"title": "18lilliput", "seed": "7", "start": true, "seats": seats, "bot_pause": 10000});
    let id = anna.send("/api/games", known).await["id"].as_str().unwrap().to_owned();
    end(&server, &database, &id, &[6, 5]).await;
    // A game that goes on from another one.
    let mut alone = [anna.again()];
    let id = table_of(&mut alone, &["random"], false).await;
    let copy = anna.send(&format!("/api/games/{id}/copy"), json!({"at": 0})).await;
    end(&server, &database, copy["id"].as_str().unwrap(), &[9, 5]).await;
    assert_eq!(number(&database, pool).await, 0);
    // A guest costs nothing; once he has an account, what he played counts.
    let mut pair = [anna.again(), guest(&server).await];
    let id = table_of(&mut pair, &[], false).await;
    end(&server, &database, &id, &[5, 6]).await;
    assert_eq!(number(&database, pool).await, 0);
    pair[1].send("/api/account", json!({"name": "Ben", "password": "correct horse"})).await;
    settled(&server).await;
    assert_eq!(number(&database, pool).await, 1);
    assert_eq!(points(&mut anna, "Ben", "people").await["games"], 1);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM results").await, 4, "all have a result");
    server.stop().await.unwrap();
}
}

on_both! {
async fn hidden_is_hidden_everywhere(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Zebulon").await, account(&server, "Ben").await];
    let id = table_of(&mut people, &[], true).await;
    end(&server, &database, &id, &[9, 5]).await;
    sql(&database, "UPDATE ratings SET games = 20").await;
    let [mut zebulon, mut ben] = people;
    let user = id_of(&mut zebulon).await;
    let mut stranger = Client::new(server.address);
    let everywhere = [
        "/api/players/Zebulon".to_owned(),
        format!("/api/players/{user}"),
        "/api/archive?player=Zebulon".to_owned(),
        "/api/archive".to_owned(),
        "/api/ratings?title=18lilliput".to_owned(),
        "/api/games?list=finished".to_owned(),
        "/api/friends".to_owned(),
        "/api/players/Ben".to_owned(),
        "/api/titles/18lilliput/statistics".to_owned(),
        "/api/titles/18lilliput/openings".to_owned(),
    ];
    let names = |text: &str| text.contains("Zebulon") || text.contains(&user);
    ben.send("/api/friends", json!({"user": user})).await;
    for path in &everywhere[..7] {
        let told = ben.get(path).await.text();
        assert!(names(&told), "{path}: {told}");
    }
    zebulon.send("/api/account/privacy", json!({"hide_page": true, "hide_name": true})).await;
    for path in &everywhere {
        // Who played at the same table knows who sat there; the list of games that are over may say it to him.
        let table = path.contains("list=finished");
        for client in [&mut ben, &mut stranger] {
            let told = client.get(path).await.text();
            assert!(!names(&told) || (table && client.cookie.is_some()), "{path}: {told}");
        }
    }
    for path in &everywhere[..2] {
        assert_eq!(ben.get(path).await.status, 404);
        assert_eq!(zebulon.get(path).await.status, 200, "one's own page is there");
    }
    for (path, body) in [
        ("/api/friends", json!({"user": user})),
        ("/api/reports", json!({"kind": "player", "user": user, "why": "rude"})),
    ] {
        assert_eq!(ben.post(path, &body).await.status, 404, "{path} does not tell who there is");
    }
    // One thing without the other.
    zebulon.send("/api/account/privacy", json!({"hide_page": false, "hide_name": true})).await;
    let page = ben.fetch(&everywhere[0]).await;
    assert_eq!(page["games"], json!([]));
    assert!(page["privacy"].is_null(), "only for himself");
    assert!(!names(&ben.get("/api/archive").await.text()));
    zebulon.send("/api/account/privacy", json!({"hide_page": true, "hide_name": false})).await;
    let told = stranger.get("/api/archive").await.text();
    assert!(told.contains("Zebulon") && !told.contains(&user), "a name without a way to a page");
    server.stop().await.unwrap();
}
}

on_both! {
async fn everything_goes_with_the_account(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Zebulon").await, account(&server, "Ben").await];
    let id = table_of(&mut people, &[], true).await;
    end(&server, &database, &id, &[9, 5]).await;
    let [mut zebulon, mut ben] = people;
    let user = id_of(&mut zebulon).await;
    ben.send("/api/friends", json!({"user": user})).await;
    zebulon.send("/api/account/delete", json!({"password": "correct horse"})).await;
    settled(&server).await;
    for path in ["/api/archive", "/api/friends", "/api/players/Ben", "/api/games?list=finished"] {
        let told = ben.get(path).await.text();
        assert!(!told.contains("Zebulon") && !told.contains(&user), "{path}: {told}");
    }
    assert_eq!(ben.get("/api/players/Zebulon").await.status, 404);
    for question in [
        "SELECT COUNT(*) FROM ratings WHERE who NOT IN (SELECT id FROM users)",
        "SELECT COUNT(*) FROM places WHERE user_id NOT IN (SELECT id FROM users)",
        "SELECT COUNT(*) FROM friends",
    ] {
        assert_eq!(number(&database, question).await, 0, "{question}");
    }
    // The other is still rated, as if somebody unknown had sat there; once more that gives the same.
    assert_eq!(points(&mut ben, "Ben", "people").await["games"], 1);
    let found = recount(&database).await;
    assert!(found.gone.is_empty() && found.new.is_empty(), "{found:?}");
    server.stop().await.unwrap();
}
}

on_both! {
async fn the_archive_finds_what_is_asked_for(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "Ben").await];
    let mut ids = Vec::new();
    for (i, values) in [[9, 5], [4, 5], [5, 5]].iter().enumerate() {
        let id = table_of(&mut people, &[], true).await;
        sql(&database, &format!("UPDATE games SET created = {} WHERE id = '{id}'", 1000 * (i + 1))).await;
        end(&server, &database, &id, values).await;
        ids.push(id);
    }
    let private = table_of(&mut people[..1], &["random"], false).await;
    sql(&database, &format!("UPDATE games SET options = '{{\"bank\":6000,\"map\":\"old\"}}' WHERE id = '{private}'")).await;
    end(&server, &database, &private, &[7, 5]).await;
    let mut stranger = Client::new(server.address);
    let [mut anna, _] = people;
    async fn found(client: &mut Client, query: &str) -> Vec<String> {
        let games = client.fetch(&format!("/api/archive?{query}")).await["games"].clone();
        games.as_array().unwrap().iter().map(|g| g["id"].as_str().unwrap().to_owned()).collect()
    }
    let of = |list: &[usize]| list.iter().map(|&i| ids[i].clone()).collect::<Vec<_>>();
    assert_eq!(found(&mut stranger, "").await, of(&[2, 1, 0]), "the last that ended first, private ones not");
    assert_eq!(found(&mut anna, "").await.len(), 4, "one's own are there");
    for (query, list) in [
        ("title=18lilliput", &[2, 1, 0][..]),
        ("title=1860", &[]),
        ("variant=standard&players=2", &[2, 1, 0]),
        ("players=3", &[]),
        ("player=anna&result=won", &[2, 0]),
        ("player=anna&result=lost", &[1]),
        ("player=nobody", &[]),
        ("since=2000&until=3000", &[1]),
        ("shortest=1", &[]),
        ("longest=0&reason=bank", &[2, 1, 0]),
        ("reason=bankrupt", &[]),
        ("bots=true", &[]),
        ("bots=false", &[2, 1, 0]),
    ] {
        assert_eq!(found(&mut stranger, query).await, of(list), "{query}");
    }
    assert_eq!(found(&mut anna, "option=bank%3D6000").await, std::slice::from_ref(&private));
    assert_eq!(found(&mut anna, "option=map%3Dold").await, std::slice::from_ref(&private));
    assert_eq!(found(&mut anna, "option=map%3Do_d").await.len(), 0, "no pattern gets through");
    assert_eq!(found(&mut anna, "option=bank%3D600").await.len(), 0, "nor the beginning of a number");
    assert_eq!(found(&mut stranger, "option=bank%3D6000").await.len(), 0);
    // Page by page every game comes once.
    let (mut seen, mut after) = (Vec::new(), String::new());
    for _ in 0..9 {
        let page = stranger.fetch(&format!("/api/archive?limit=1{after}")).await;
        let Some(game) = page["games"].get(0) else { break };
        seen.push(game["id"].as_str().unwrap().to_owned());
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(seen, of(&[2, 1, 0]));
    server.stop().await.unwrap();
}
}

on_both! {
async fn what_makes_no_sense_is_refused_and_everything_has_a_bound(database: String) {
    let server = start(&database).await;
    let mut anna = account(&server, "Anna").await;
    for path in [
        "/api/archive?result=won",
        "/api/archive?player=anna&result=drawn",
        "/api/archive?option=bank",
        "/api/archive?option=a%27b%3D1",
        "/api/archive?after=1",
        "/api/archive?after=1-a%27b",
        "/api/archive?players=many",
        "/api/archive?since=99999999999999999999",
        "/api/ratings?title=1830",
        "/api/ratings?title=1860&pool=all",
        "/api/ratings",
    ] {
        assert_eq!(anna.get(path).await.status, 400, "{path}");
    }
    for path in [
        "/api/players/%27%20OR%201%3D1--".to_owned(),
        "/api/players/..%2F..%2Fetc".to_owned(),
        format!("/api/players/{}", "x".repeat(5000)),
        "/api/titles/1830/statistics".to_owned(),
        "/api/titles/1830/openings".to_owned(),
    ] {
        assert_eq!(anna.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(anna.get("/api/archive?limit=1000000&title=%27%3B--").await.status, 200);
    // Nothing of others without a login, and nothing by a guest's name.
    let mut stranger = Client::new(server.address);
    for path in ["/api/friends", "/api/account/privacy", "/api/account/results.csv", "/api/account/bgstats.json"] {
        assert_eq!(stranger.get(path).await.status, 401, "{path}");
    }
    assert_eq!(stranger.fetch("/api/waiting").await, json!({"count": 0, "games": []}));
    let mut nobody = guest(&server).await;
    let id = id_of(&mut nobody).await;
    assert_eq!(anna.get(&format!("/api/players/{id}")).await.status, 404, "guests have no page");
    assert_eq!(anna.post("/api/friends", &json!({"user": id})).await.status, 404);
    assert_eq!(anna.post("/api/friends", &json!({"user": "Anna"})).await.status, 400);
    assert_eq!(anna.post("/api/friends/nobody/lift", &json!({})).await.status, 404);
    assert_eq!(anna.post("/api/account/privacy", &json!({"hide_page": true})).await.status, 400);
    // A list of friends is no place to store things.
    let mut statement = String::from("INSERT INTO users (id, login, name, created, seen) VALUES ");
    let rows: Vec<String> = (0..201).map(|i| format!("('uf{i}', 'f{i}', 'F{i}', 0, 0)")).collect();
    statement.push_str(&rows.join(", "));
    sql(&database, &statement).await;
    for i in 0..200 {
        anna.send("/api/friends", json!({"user": format!("uf{i}")})).await;
    }
    assert_eq!(anna.post("/api/friends", &json!({"user": "uf200"})).await.status, 409);
    server.stop().await.unwrap();
}
}

on_both! {
async fn results_are_taken_along_as_files(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "=SUM(A1)").await];
    let id = table_of(&mut people, &["random"], false).await;
    end(&server, &database, &id, &[9, 5, 7]).await;
    let csv = people[0].get("/api/account/results.csv").await.text();
    let lines: Vec<&str> = csv.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 2, "{csv}");
    assert!(lines[0].starts_with("ended,game,title"));
    assert!(lines[1].contains(&format!("{id},18Lilliput")) && lines[1].contains(",1,1,1,9,"), "{csv}");
    let other = people[1].get("/api/account/results.csv").await.text();
    assert!(other.contains(",2,3,0,5,"), "{other}");
    let file = people[0].fetch("/api/account/bgstats.json").await;
    let play = &file["plays"][0];
    let scores = play["playerScores"].as_array().unwrap();
    let me = &file["userInfo"]["meRefId"];
    let own = scores.iter().find(|s| &s["playerRefId"] == me).unwrap();
    assert_eq!((&own["score"], &own["winner"], &own["rank"]), (&json!("9"), &json!(true), &json!(1)));
    assert_eq!(file["games"][0]["name"], "18Lilliput");
    assert_eq!(play["gameRefId"], file["games"][0]["id"]);
    assert_eq!(file["players"].as_array().unwrap().len(), 3);
    let again = people[0].fetch("/api/account/bgstats.json").await;
    assert_eq!(again["plays"][0]["uuid"], play["uuid"], "read twice, it is there once");
    server.stop().await.unwrap();
}
}

on_both! {
async fn games_that_wait_are_told_to_whom_they_wait_for(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "Ben").await];
    let (one, two) = (table_of(&mut people, &[], true).await, table_of(&mut people, &[], true).await);
    let mut waiting = [0, 0];
    for (i, person) in people.iter_mut().enumerate() {
        let found = person.fetch("/api/waiting").await;
        waiting[i] = found["count"].as_i64().unwrap();
        assert_eq!(found["games"].as_array().unwrap().len() as i64, waiting[i]);
        for game in found["games"].as_array().unwrap() {
            assert_eq!(game["turn"]["mine"], true);
        }
    }
    assert_eq!(waiting[0] + waiting[1], 2, "{waiting:?}");
    let (seat, _) = play_one(&mut people, &one).await;
    let first = people[seat].fetch("/api/waiting").await;
    let ids: Vec<&str> = first["games"].as_array().unwrap().iter().map(|g| g["id"].as_str().unwrap()).collect();
    if ids.len() == 2 {
        assert_eq!(ids[0], two, "the longest waiting first");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn open_tables_show_who_waits_there(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "Ben").await];
    let id = table_of(&mut people, &[], true).await;
    end(&server, &database, &id, &[9, 5]).await;
    let [mut anna, mut ben] = people;
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let open = anna.send("/api/games", json!({"title": "18lilliput", "listed": true, "seats": seats})).await;
    let user = id_of(&mut anna).await;
    ben.send("/api/friends", json!({"user": user})).await;
    let list = ben.fetch("/api/games?list=open").await;
    let waits = &list["waits"][0];
    assert_eq!((&waits["game"], &waits["friend"]), (&open["id"], &json!(true)));
    assert!(waits["rating"]["points"].as_i64().unwrap() > 1500);
    anna.send("/api/account/privacy", json!({"hide_page": true, "hide_name": false})).await;
    let list = ben.fetch("/api/games?list=open").await;
    assert!(list["waits"][0]["rating"].is_null(), "what is hidden is hidden here");
    assert_eq!(list["waits"][0]["friend"], false);
    server.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_were_played_make_statistics_and_a_pace() {
    let database = database(On::Sqlite).await.unwrap();
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "Ben").await];
    for i in 0..5 {
        let id = table_of(&mut people, &[], true).await;
        if i == 0 {
            let (seat, _) = play_one(&mut people, &id).await;
            // It was thought about for an hour.
            sql(
                &database,
                &format!(
                    "UPDATE journal SET at = at - 3600000 WHERE kind = 'game' AND game_id = '{id}'"
                ),
            )
            .await;
            assert!(seat < 2);
        }
        play_out(&server, &mut people, &id).await;
    }
    let mut statistics = Value::Null;
    for _ in 0..100 {
        statistics = people[0].fetch("/api/titles/18lilliput/statistics").await;
        if !statistics["at"].is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(statistics["games"], 5, "{statistics}");
    let titles: Vec<&str> = statistics["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["Seats", "Companies", "Starting prices", "Phases", "Ends"]);
    let seats = &statistics["tables"][0]["rows"];
    let wins: f64 =
        seats.as_array().unwrap().iter().map(|r| r["values"][0]["mean"].as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "somebody wins each game: {seats}");
    let paces = [
        people[1].fetch("/api/players/Anna").await["pace"].clone(),
        people[1].fetch("/api/players/Ben").await["pace"].clone(),
    ];
    let slow = paces.iter().find(|p| p["moves"] == 1).expect("one decision of a person");
    assert!(slow["mean"].as_i64().unwrap() >= 3_600_000, "{paces:?}");
    server.stop().await.unwrap();
}

/// What became of openings, as a server tells it that was just started: it counts at once.
async fn openings_of(database: &str) -> Value {
    let server = start(database).await;
    let mut somebody = guest(&server).await;
    let mut told = Value::Null;
    for _ in 0..300 {
        told = somebody.fetch("/api/titles/18lilliput/openings").await;
        if !told["at"].is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    server.stop().await.unwrap();
    told
}

on_both! {
async fn finished_games_tell_what_became_of_their_openings(database: String) {
    let server = start(&database).await;
    let mut people = [account(&server, "Anna").await, account(&server, "Ben").await];
    let none = people[0].fetch("/api/titles/18lilliput/openings").await;
    assert_eq!((&none["title"], &none["at"], &none["here"]), (&json!("18lilliput"), &Value::Null, &json!([])));
    for _ in 0..5 {
        let id = table_of(&mut people, &[], true).await;
        play_out(&server, &mut people, &id).await;
    }
    server.stop().await.unwrap();
    let told = openings_of(&database).await;
    let here = told["here"].as_array().unwrap();
    assert_eq!(here.len(), 1, "{told}");
    let of = &here[0];
    assert_eq!((&of["variant"], &of["players"], &of["games"]), (&json!("standard"), &json!(2), &json!(5)));
    let games = |rows: &Value| rows.as_array().unwrap().iter().map(|r| r["games"].as_i64().unwrap()).sum::<i64>();
    for kind in ["companies", "prices", "papers", "seats"] {
        let rows = of[kind].as_array().unwrap();
        assert!(!rows.is_empty(), "{kind}: {of}");
        for row in rows {
            assert_eq!(row["few"], true, "five games are few: {row}");
            assert!((1..=5).contains(&row["games"].as_i64().unwrap()), "{row}");
            for figure in ["wins", "wealth"] {
                let [low, mean, high] = ["low", "mean", "high"].map(|n| row[figure][n].as_f64().unwrap());
                assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{row}");
            }
        }
    }
    // Both take a company and a character in the draft of every game.
    assert_eq!(games(&of["companies"]), 10, "{of}");
    assert!(games(&of["papers"]) >= 10, "{of}");
    assert_eq!(games(&of["seats"]), 10, "{of}");
    for figure in ["wins", "wealth"] {
        let rows = of["seats"].as_array().unwrap();
        let sum: f64 = rows.iter().map(|r| r[figure]["mean"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-3, "the seats of a game share all: {rows:?}");
    }
    // An earlier program did not note openings. Its games are replayed once more.
    for statement in [
        "UPDATE results SET record = REPLACE(record, '\"openings\":', '\"earlier\":')",
        "UPDATE games SET recorded = 0 WHERE state = 'finished'",
        "DELETE FROM statistics",
    ] {
        sql(&database, statement).await;
    }
    let again = openings_of(&database).await;
    assert_eq!(again["here"], told["here"]);
}
}
