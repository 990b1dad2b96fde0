//! Live streams.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use std::time::Duration;

pub async fn entries(listener: &mut Listener, n: usize) -> Vec<Live> {
    let mut list = Vec::new();
    while list.len() < n {
        list.push(listener.entry().await);
    }
    list
}

on_both! {
async fn a_stream_resumes_with_nothing_missed_or_doubled(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let game = anna[0].send("/api/games", hot_seat()).await;
    let (id, begun) = (game["id"].as_str().unwrap().to_owned(), game["seq"].as_i64().unwrap());
    let path = format!("/api/games/{id}/stream");
    let mut all = anna[0].listen(&path, Some(0)).await.unwrap();
    let mut broken = anna[0].listen(&path, None).await.unwrap();
    for _ in 0..10 {
        play_one(&mut anna, &id).await;
    }
    anna[0].send(&format!("/api/games/{id}/chat"), json!({"text": "hello"})).await;
    let first = entries(&mut broken, 4).await;
    let seen = first.last().unwrap().id.unwrap();
    drop(broken);
    for _ in 0..10 {
        play_one(&mut anna, &id).await;
    }
    let length = anna[0].fetch(&format!("/api/games/{id}")).await;
    let last = length["seq"].as_i64().unwrap();
    let mut resumed = anna[0].listen(&path, Some(seen)).await.unwrap();
    let rest = entries(&mut resumed, (last - seen) as usize).await;
    let ids: Vec<i64> = first.iter().chain(&rest).map(|l| l.id.unwrap()).collect();
    assert_eq!(ids, (begun + 1..=last).collect::<Vec<_>>(), "from the beginning of listening, each once");
    let everything = entries(&mut all, last as usize).await;
    let ids: Vec<i64> = everything.iter().map(|l| l.id.unwrap()).collect();
    assert_eq!(ids, (1..=last).collect::<Vec<_>>());
    let moves: i64 = everything.iter().filter(|l| l.event == "moves").map(|l| l.data["lines"].as_array().unwrap().len() as i64).sum();
    assert_eq!(length["length"], moves);
    assert!(everything.iter().any(|l| l.event == "chat" && l.data["text"] == "hello"));
    server.stop().await.unwrap();
}
}

on_both! {
async fn listeners_see_who_is_there(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let path = format!("/api/games/{id}/stream");
    let mut first = people[0].listen(&path, None).await.unwrap();
    let second = people[1].listen(&path, None).await.unwrap();
    let two = id_of(&mut people[1]).await;
    async fn until(listener: &mut Listener, who: &str, there: bool) {
        tokio::time::timeout(Duration::from_secs(20), async {
            loop {
                let live = listener.next().await.expect("the stream goes on");
                if live.event == "presence" {
                    let is = live.data["present"].as_array().unwrap().iter().any(|p| p["user"] == who);
                    if is == there {
                        return;
                    }
                }
            }
        })
        .await
        .expect("presence changes in time");
    }
    until(&mut first, &two, true).await;
    drop(second);
    // A closed connection is noticed at the next thing sent over it.
    people[0].send(&format!("/api/games/{id}/chat"), json!({"text": "still there?"})).await;
    until(&mut first, &two, false).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn the_lobby_tells_of_listed_games_and_of_ones_own_turn(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    let mut lobby = ben.listen("/api/lobby/stream", None).await.unwrap();
    let body = json!({
        "title": "18cz", "variant": "standard", "listed": true,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}],
    });
    let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    let created = lobby.entry().await;
    assert_eq!((created.data["what"].as_str(), created.data["game"].as_str()), (Some("created"), Some(id.as_str())));
    ben.send(&format!("/api/games/{id}/join"), json!({})).await;
    assert_eq!(lobby.entry().await.data["what"], "joined");
    anna.send(&format!("/api/games/{id}/start"), json!({})).await;
    let turn = tokio::time::timeout(Duration::from_secs(20), async {
        loop {
            let live = lobby.next().await.unwrap();
            if live.event == "turn" {
                return live;
            }
        }
    }).await.unwrap();
    assert_eq!(turn.data["game"], id.as_str());
    // Who comes back gets what was missed.
    let mut again = ben.listen("/api/lobby/stream", created.id).await.unwrap();
    assert_eq!(again.entry().await.data["what"], "joined");
    assert_eq!(again.entry().await.data["what"], "started");
    server.stop().await.unwrap();
}
}

on_both! {
async fn bots_without_pause_are_heard_move_by_move(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", bots_only()).await["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{id}/stream");
    let mut quick = anna.listen(&path, Some(0)).await.unwrap();
    // One that reads nothing for a while falls behind, and must lose nothing by it.
    let mut slow = anna.listen(&path, Some(0)).await.unwrap();
    let (mut heard, mut last) = (0, 0);
    while heard < 150 {
        let live = quick.entry().await;
        assert_eq!(live.id, Some(last + 1), "each entry once and in order");
        last += 1;
        if live.event == "moves" {
            for line in live.data["lines"].as_array().unwrap() {
                heard += 1;
                assert_eq!(line["number"].as_i64(), Some(heard), "no move is missing");
            }
        }
    }
    for expected in 1..=last {
        assert_eq!(slow.entry().await.id, Some(expected), "the slow one hears the same");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_page_that_follows_quick_bots_is_not_refused(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", bots_only()).await["id"].as_str().unwrap().to_owned();
    let mut live = anna.listen(&format!("/api/games/{id}/stream"), None).await.unwrap();
    let mut seen = 0;
    // As the page does: whatever came since is shown at once, by three requests.
    while seen < 120 {
        live.entry().await;
        let state = anna.fetch(&format!("/api/games/{id}/state?choices=true")).await;
        anna.get(&format!("/api/games/{id}/market.svg")).await;
        assert_eq!(anna.get(&format!("/api/games/{id}/map.svg?theme=page")).await.status, 200);
        seen = state["length"].as_i64().unwrap();
    }
    server.stop().await.unwrap();
}
}

/// Two servers on one database; a move sent to one is seen by a listener on the other, and the other knows it at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_one_postgresql() {
    let Some(database) = database(On::Postgres).await else {
        return;
    };
    let (one, two) = (start(&database).await, start(&database).await);
    let mut here = [guest(&one).await];
    let id = here[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut there = here[0].again();
    there.address = two.address;
    let path = format!("/api/games/{id}/stream");
    let mut listener = there.listen(&path, Some(0)).await.unwrap();
    let mut last = 0;
    for round in 0..12 {
        // By turns on either server; each must see what the other did.
        let client = if round % 2 == 0 { &mut here[0] } else { &mut there };
        let (after, mv) = some_move(client, &id).await;
        last = client
            .send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv}))
            .await["seq"]
            .as_i64()
            .unwrap();
    }
    let ids: Vec<i64> =
        entries(&mut listener, last as usize).await.iter().map(|l| l.id.unwrap()).collect();
    assert_eq!(ids, (1..=last).collect::<Vec<_>>());
    // Moves at once on both: one wins.
    let (after, mv) = some_move(&mut here[0], &id).await;
    let body = json!({"after": after, "move": mv});
    let mut pair = (here[0].again(), there.again());
    let moves = format!("/api/games/{id}/moves");
    let (a, b) = tokio::join!(pair.0.post(&moves, &body), pair.1.post(&moves, &body));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    // One server goes; whoever listened there resumes on the other.
    let seen = listener.entry().await.id.unwrap();
    two.stop().await.unwrap();
    let mut resumed = here[0].listen(&path, Some(seen)).await.unwrap();
    let (after, mv) = some_move(&mut here[0], &id).await;
    here[0].send(&moves, json!({"after": after, "move": mv})).await;
    assert_eq!(resumed.entry().await.id, Some(seen + 1));
    one.stop().await.unwrap();
}

/// Two servers change one game at the same time: who comes second looks again, so nothing is lost and no seat is given twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_on_two_servers_at_once_all_count() {
    let Some(database) = database(On::Postgres).await else {
        return;
    };
    let (one, two) = (start(&database).await, start(&database).await);
    let mut anna = guest(&one).await;
    let mut body = hot_seat();
    body["seed"] = serde_json::Value::Null;
    body["start"] = false.into();
    body["hot_seat"] = false.into();
    body["seed"] = serde_json::Value::Null;
    body["listed"] = true.into();
    body["seats"] = json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]);
    let made = anna.send("/api/games", body).await;
    let (id, before) = (made["id"].as_str().unwrap(), made["seq"].as_i64().unwrap());
    let mut tasks = Vec::new();
    for i in 0..6 {
        // The same word twice, once on each server, is said once.
        let key = format!("said-{}", i / 2);
        let mut client = anna.again();
        client.address = [one.address, two.address][i % 2];
        let path = format!("/api/games/{id}/chat");
        let body = json!({"text": key, "key": key});
        tasks.push(tokio::spawn(async move { client.post(&path, &body).await.status }));
    }
    let mut joining = Vec::new();
    for server in [&one, &two, &one, &two] {
        let mut client = guest(server).await;
        let path = format!("/api/games/{id}/join");
        joining.push(tokio::spawn(async move { client.post(&path, &json!({})).await.status }));
    }
    for task in tasks {
        assert_eq!(task.await.unwrap(), 200, "everybody is heard");
    }
    let mut joined = Vec::new();
    for task in joining {
        joined.push(task.await.unwrap());
    }
    joined.sort_unstable();
    assert_eq!(joined, [200, 200, 409, 409], "two seats were open");
    let game = anna.fetch(&format!("/api/games/{id}")).await;
    assert_eq!(game["seq"], before + 3 + 2, "an entry for each change");
    one.stop().await.unwrap();
    two.stop().await.unwrap();
}

/// Bots of one game are served by one server at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_the_work_of_bots() {
    let Some(database) = database(On::Postgres).await else {
        return;
    };
    let (one, two) = (start(&database).await, start(&database).await);
    let mut anna = guest(&one).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(anna.send("/api/games", bots_only()).await["id"].as_str().unwrap().to_owned());
    }
    let until = std::time::Instant::now() + Duration::from_secs(120);
    for id in &ids {
        loop {
            let game: Value = anna.fetch(&format!("/api/games/{id}")).await;
            if game["length"].as_i64().unwrap() >= 30 {
                break;
            }
            assert!(std::time::Instant::now() < until, "the bots stand still: {game}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        let log = anna.fetch(&format!("/api/games/{id}/log?from=0&to=30")).await;
        let numbers: Vec<i64> = log["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| l["number"].as_i64().unwrap())
            .collect();
        assert_eq!(numbers, (1..=30).collect::<Vec<_>>(), "no move is doubled");
    }
    one.stop().await.unwrap();
    two.stop().await.unwrap();
}
