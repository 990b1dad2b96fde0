//! What an operator relies on: damage is found, a slip loses nothing, what nobody needs goes, backups are made.

use crate::on_both;
use crate::support::*;
use serde_json::json;
use server::{Admin, Backups};
use std::path::{Path, PathBuf};
use std::time::Duration;

// A game of so many moves, made by a guest; the server has stopped.
async fn played(database: &str, moves: usize) -> (Client, String) {
    let server = start(database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for _ in 0..moves {
        play_one(&mut anna, &id).await;
    }
    server.stop().await.unwrap();
    let [anna] = anna;
    (anna, id)
}

async fn check(database: &str) -> Vec<String> {
    let admin = Admin::open(database).await.unwrap();
    let faults = admin.check(titles::all()).await.unwrap();
    admin.close().await;
    faults
}

async fn games(database: &str) -> usize {
    let admin = Admin::open(database).await.unwrap();
    let games = admin.games(1000).await.unwrap().len();
    admin.close().await;
    games
}

// A name of a file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let word =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    folder().join(format!("{name}-{word}"))
}

async fn until(what: &str, mut done: impl AsyncFnMut() -> bool) {
    for _ in 0..300 {
        if done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{what}");
}

on_both! {
async fn a_game_that_is_not_as_it_was_played_is_named(database: String) {
    let (_, id) = played(&database, 6).await;
    let (_, other) = played(&database, 6).await;
    assert_eq!(check(&database).await, Vec::<String>::new());
    for (damage, mend) in [
        ("UPDATE moves SET move = '{\"move\":\"fly\"}' WHERE number = 3 AND game_id = '{id}'", true),
        ("UPDATE moves SET move = '{\"mo' WHERE number = 3 AND game_id = '{id}'", true),
        ("UPDATE moves SET move = (SELECT move FROM moves m WHERE m.game_id = '{id}' AND m.number = 1) \
          WHERE number = 3 AND game_id = '{id}'", true),
        ("UPDATE journal SET data = '{\"lines\":[' WHERE seq = 2 AND game_id = '{id}'", false),
        ("DELETE FROM seats WHERE seat = 1 AND game_id = '{id}'", false),
        ("UPDATE games SET setup = '{}' WHERE id = '{id}'", false),
        ("UPDATE games SET state = 'dreaming' WHERE id = '{id}'", false),
    ] {
        sql(&database, "DROP TABLE IF EXISTS saved").await;
        sql(&database, "CREATE TABLE saved AS SELECT * FROM moves").await;
        sql(&database, &damage.replace("{id}", &id)).await;
        let faults = check(&database).await;
        assert!(faults.iter().any(|f| f.contains(&id)), "{damage}: {faults:?}");
        assert!(!faults.iter().any(|f| f.contains(&other)), "{damage}: {faults:?}");
        if mend {
            sql(&database, "DELETE FROM moves").await;
            sql(&database, "INSERT INTO moves SELECT * FROM saved").await;
            assert_eq!(check(&database).await, Vec::<String>::new());
        }
    }
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_file_is_found_wherever_the_damage_is() {
    let database = database(On::Sqlite).await.unwrap();
    played(&database, 40).await;
    let whole = std::fs::read(&database).unwrap();
    let pages = whole.len() / 4096;
    assert!(pages > 12, "{pages} pages");
    for at in [1, pages / 4, pages / 2, pages * 3 / 4] {
        let mut bytes = whole.clone();
        bytes[at * 4096..at * 4096 + 600].fill(0xa5);
        let file = fresh("damaged");
        std::fs::write(&file, &bytes).unwrap();
        let found = match Admin::open(&file.to_string_lossy()).await {
            // Too damaged to be opened is said too.
            Err(_) => true,
            Ok(admin) => {
                let faults = admin.check(titles::all()).await;
                admin.close().await;
                faults.map_or(true, |f| !f.is_empty())
            }
        };
        assert!(found, "page {at} of {pages}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_is_tried_on_a_copy_and_names_a_game_that_would_not_load() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rules-1.sqlite.gz");
    let file = fresh("upgrade");
    std::fs::write(&file, unpack(&kept)).unwrap();
    let database = file.to_string_lossy().into_owned();
    let before = std::fs::read(&file).unwrap();
    let error = Admin::open(&database).await.err().expect("its tables are older");
    assert!(error.to_string().contains("--upgrade"), "{error}");
    let upgrade = async || {
        let admin = Admin::open_any(&database).await.unwrap();
        let faults = admin.check_upgrade(titles::all(), &folder()).await.unwrap();
        admin.close().await;
        faults
    };
    assert_eq!(upgrade().await, Vec::<String>::new());
    assert_eq!(std::fs::read(&file).unwrap(), before, "the database stays as it is");
    let game = "(SELECT game_id FROM moves WHERE number = 5 ORDER BY game_id LIMIT 1)";
    sql(
        &database,
        &format!(
            "UPDATE moves SET move = '{{\"move\":\"fly\"}}' WHERE number = 5 AND game_id = {game}"
        ),
    )
    .await;
    let faults = upgrade().await;
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("game g") && faults[0].contains("move 5"), "{faults:?}");
    sql(&database, "UPDATE games SET outcome = '{\"winners\":[9]}' WHERE state = 'finished'").await;
    let faults = upgrade().await;
    assert!(faults.iter().any(|f| f.contains("another end")), "{faults:?}");
    let left = std::fs::read_dir(folder()).unwrap();
    let left =
        left.filter(|e| e.as_ref().unwrap().file_name().to_string_lossy().starts_with(".upgrade"));
    assert_eq!(left.count(), 0, "the copy is gone");
}

on_both! {
async fn what_is_no_backup_is_refused_and_loses_nothing(database: String) {
    played(&database, 3).await;
    let other = crate::support::database(On::Sqlite).await.unwrap();
    played(&other, 3).await;
    let good = fresh("good");
    let admin = Admin::open(&other).await.unwrap();
    admin.backup(&good).await.unwrap();
    admin.close().await;
    let newer = fresh("newer");
    std::fs::copy(&good, &newer).unwrap();
    sql(&newer.to_string_lossy(), "INSERT INTO schema_version (version) VALUES (999)").await;
    let foreign = fresh("foreign");
    std::fs::write(&foreign, "").unwrap();
    sql(&foreign.to_string_lossy(), "CREATE TABLE recipes (name TEXT)").await;
    let damaged = fresh("torn");
    let mut bytes = std::fs::read(&good).unwrap();
    bytes.truncate(bytes.len() / 2 / 4096 * 4096);
    std::fs::write(&damaged, &bytes).unwrap();
    let empty = fresh("empty");
    std::fs::write(&empty, "").unwrap();
    let text = fresh("text");
    std::fs::write(&text, "a letter to somebody else, long enough").unwrap();
    for file in [&empty, &text, &foreign, &damaged, &newer, &fresh("missing")] {
        let before = std::fs::read(file).ok();
        let error = Admin::restore(&database, file, &folder()).await.err();
        assert!(error.is_some(), "{} is restored", file.display());
        assert_eq!(std::fs::read(file).ok(), before, "the file is left as it is");
        assert_eq!(games(&database).await, 1, "{}", file.display());
        assert_eq!(check(&database).await, Vec::<String>::new());
    }
    assert!(!Path::new(&format!("{database}.restoring")).exists());
}
}

on_both! {
async fn restoring_waits_for_no_server_and_keeps_what_was_there(database: String) {
    let (_, old) = played(&database, 5).await;
    let other = crate::support::database(On::Sqlite).await.unwrap();
    let (mut anna, new) = played(&other, 7).await;
    let backup = fresh("backup");
    let admin = Admin::open(&other).await.unwrap();
    admin.backup(&backup).await.unwrap();
    admin.close().await;
    let server = start(&database).await;
    let error = Admin::restore(&database, &backup, &folder()).await.expect_err("a server is at work");
    assert!(error.to_string().contains("stop it first"), "{error}");
    server.stop().await.unwrap();
    let report = Admin::restore(&database, &backup, &folder()).await.unwrap();
    assert!(report.rows.contains(&("moves", 7)), "{report:?}");
    assert_eq!(check(&database).await, Vec::<String>::new());
    let server = start(&database).await;
    anna.address = server.address;
    let mut anna = anna.again();
    assert_eq!(anna.fetch(&format!("/api/games/{new}")).await["length"], 7, "the login is there too");
    server.stop().await.unwrap();
    let kept = report.kept.expect("something was there");
    let admin = Admin::open(&kept.to_string_lossy()).await.unwrap();
    assert_eq!(admin.games(10).await.unwrap()[0].0.id, old);
    assert_eq!(admin.check(titles::all()).await.unwrap(), Vec::<String>::new());
    admin.close().await;
}
}

on_both! {
async fn a_stored_state_that_cannot_be_read_is_dropped_and_the_game_goes_on(database: String) {
    let (mut anna, id) = played(&database, 35).await;
    let states = "SELECT COUNT(*) FROM snapshots";
    assert_eq!(number(&database, states).await, 1);
    let bytes = if database.starts_with("postgres") { "'\\x00ff'" } else { "x'00ff'" };
    sql(&database, &format!("UPDATE snapshots SET state = {bytes}")).await;
    let server = start(&database).await;
    anna.address = server.address;
    let mut anna = [anna.again()];
    let state = anna[0].get(&format!("/api/games/{id}/state")).await;
    assert_eq!(state.status, 200, "{}", state.text());
    play_one(&mut anna, &id).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM snapshots WHERE length(state) > 100").await, 1);
    assert!(anna[0].get("/metrics").await.text().contains("signalbox_snapshots_dropped_total"));
    server.stop().await.unwrap();
}
}

on_both! {
async fn what_a_guest_may_keep_and_list_is_bounded(database: String) {
    let mut settings = config(&database);
    settings.guests.kept = 2;
    settings.guests.listed = 2;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    let file = kept_game("18cz-standard-rulebook-3", 0);
    for (path, status) in [
        ("/api/import", 201),
        ("/api/import?listed=true", 201),
        ("/api/import", 429),
    ] {
        let answer = anna.post(path, &file).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
    let open = json!({"title": "18cz", "listed": true, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]});
    assert_eq!(anna.post("/api/games", &open).await.status, 201);
    assert_eq!(anna.post("/api/games", &open).await.status, 429, "two are listed");
    let mut quiet = open.clone();
    quiet["listed"] = json!(false);
    let id = anna.send("/api/games", quiet).await["id"].as_str().unwrap().to_owned();
    let listed = anna.post(&format!("/api/games/{id}/settings"), &json!({"listed": true})).await;
    assert_eq!(listed.status, 429, "nor can it be listed afterwards");
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    assert_eq!(anna.post("/api/import", &file).await.status, 201, "an account may keep more");
    server.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_makes_no_more_games_than_it_may_whoever_it_claims_to_be() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    settings.rate_factor = 0.1;
    let server = server::start(settings).await.unwrap();
    let mut made = 0;
    let mut guests = [guest(&server).await, guest(&server).await];
    for i in 0..14 {
        made += usize::from(guests[i % 2].post("/api/games", &hot_seat()).await.status == 201);
    }
    assert!((8..=11).contains(&made), "{made} games");
    server.stop().await.unwrap();
}

on_both! {
async fn the_server_tidies_up_what_nobody_needs(database: String) {
    let mut settings = config(&database);
    settings.keep.every = Duration::ZERO;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut ben = guest(&server).await;
    let mut cora = guest(&server).await;
    let (anna_id, ben_id) = (id_of(&mut anna).await, id_of(&mut ben).await);
    let cora_id = id_of(&mut cora).await;
    let file = kept_game("18cz-standard-rulebook-3", 0);
    let open = |seats: serde_json::Value| json!({"title": "18cz", "seats": seats});
    let id = |game: serde_json::Value| game["id"].as_str().unwrap().to_owned();
    let watched = id(anna.send("/api/import", file.clone()).await);
    let empty = id(anna.send("/api/games", open(json!([{"kind": "open"}, {"kind": "open"}, {"kind": "open"}]))).await);
    let waiting = id(anna.send("/api/games", open(json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]))).await);
    let fresh = id(anna.send("/api/games", open(json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]))).await);
    let played = id(anna.send("/api/games", hot_seat()).await);
    let guests = id(ben.send("/api/games", hot_seat()).await);
    for old in [&watched, &empty, &waiting, &played, &guests] {
        sql(&database, &format!("UPDATE games SET updated = 1 WHERE id = '{old}'")).await;
    }
    sql(&database, "UPDATE users SET seen = 1, created = 1").await;
    server.stop().await.unwrap();
    let mut settings = config(&database);
    settings.keep.every = Duration::from_millis(300);
    let server = server::start(settings).await.unwrap();
    until("it is tidied up", async || number(&database, "SELECT COUNT(*) FROM games").await == 2).await;
    until("guests go", async || number(&database, "SELECT COUNT(*) FROM users").await == 1).await;
    let admin = Admin::open(&database).await.unwrap();
    let left: Vec<String> = admin.games(10).await.unwrap().into_iter().map(|(g, _)| g.id).collect();
    assert!(left.contains(&fresh) && left.contains(&played), "{left:?}");
    let users = admin.users(true, 10).await.unwrap();
    assert_eq!(users[0].account.id, anna_id, "not {ben_id} nor {cora_id}");
    admin.close().await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_guest_who_comes_by_is_not_forgotten(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    sql(&database, "UPDATE users SET seen = 1, created = 1").await;
    until("she is seen", async || {
        assert!(!anna.fetch("/api/session").await["user"].is_null());
        number(&database, "SELECT COUNT(*) FROM users WHERE seen > 1").await == 1
    })
    .await;
    let admin = Admin::open(&database).await.unwrap();
    admin.vacuum().await.unwrap();
    admin.close().await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM users").await, 1);
    server.stop().await.unwrap();
}
}

on_both! {
async fn bots_go_on_after_the_clock_was_set_back(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = bots_only();
    body["bot_pause"] = json!(10_000);
    let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    server.stop().await.unwrap();
    // As a server wrote it whose clock was a day ahead.
    sql(&database, "UPDATE games SET bot_due = bot_due + 86400000, bot_lease = bot_due + 86400000").await;
    let server = start(&database).await;
    anna.address = server.address;
    let mut anna = anna.again();
    until("the bot moves", async || anna.fetch(&format!("/api/games/{id}")).await["length"] != 0).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn backups_are_made_by_the_server_and_the_oldest_go(database: String) {
    let place = fresh("backups");
    let mut settings = config(&database);
    let backups = Backups { folder: place.clone(), every: Duration::from_millis(1100), keep: 2 };
    settings.backups = Some(backups);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("signalbox-notes.sqlite"), "not ours").unwrap();
    let server = server::start(settings).await.unwrap();
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    play_one(&mut anna, &id).await;
    let names = || {
        let entries = std::fs::read_dir(&place).unwrap().map(|e| e.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|n| n.to_string_lossy().into_owned()).collect();
        names.retain(|n| n != "signalbox-notes.sqlite" && !n.contains("partial"));
        names.sort();
        names
    };
    until("a first backup", async || !names().is_empty()).await;
    let first = names()[0].clone();
    until("the first one goes", async || !names().is_empty() && !names().contains(&first)).await;
    server.stop().await.unwrap();
    assert!(names().len() <= 2, "{:?}", names());
    assert!(place.join("signalbox-notes.sqlite").exists());
    let last = place.join(names().last().unwrap());
    assert_eq!(check(&last.to_string_lossy()).await, Vec::<String>::new());
    assert_eq!(games(&last.to_string_lossy()).await, 1);
}
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_reads_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let database = database(On::Sqlite).await.unwrap();
    let server = start(&database).await;
    guest(&server).await;
    let admin = Admin::open(&database).await.unwrap();
    let backup = fresh("private");
    admin.backup(&backup).await.unwrap();
    admin.close().await;
    let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for file in [&database, &format!("{database}-wal"), &backup.to_string_lossy().into_owned()] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    server.stop().await.unwrap();
}

on_both! {
async fn the_state_of_the_database_is_among_the_figures(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    assert_eq!(anna.get("/readyz").await.status, 200);
    let metrics = anna.get("/metrics").await.text();
    for name in [
        "signalbox_store_faults_total{kind=\"disk\"}",
        "signalbox_store_faults_total{kind=\"pool\"}",
        "signalbox_pool_connections{pool=\"writes\"}",
        "signalbox_pool_idle{pool=\"reads\"}",
        "signalbox_database_bytes",
    ] {
        assert!(metrics.contains(name), "{name}: {metrics}");
    }
    assert!(database.starts_with("postgres") || metrics.contains("signalbox_disk_free_bytes"));
    // A database that takes no changes: the server says so, and counts it.
    sql(&database, "DROP TABLE counters").await;
    until("it is not ready", async || anna.get("/readyz").await.status == 503).await;
    let metrics = anna.get("/metrics").await.text();
    let line = metrics.lines().find(|l| l.contains("faults_total{kind=\"statement\"}")).unwrap();
    assert!(!line.ends_with(" 0"), "{line}");
    server.stop().await.unwrap();
}
}
