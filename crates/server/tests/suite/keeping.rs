//! What is kept: schema, backups, sessions, and the operator's tools.

use crate::on_both;
use crate::support::*;
use serde_json::json;
use server::Admin;

on_both! {
async fn a_newer_schema_is_refused(database: String) {
    start(&database).await.stop().await.unwrap();
    sql(&database, "INSERT INTO schema_version (version) VALUES (999)").await;
    let error = server::start(config(&database)).await.err().expect("refused");
    assert!(error.to_string().contains("999"), "{error}");
}
}

on_both! {
async fn a_backup_made_while_serving_can_be_restored_into_either_database(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for _ in 0..35 {
        play_one(&mut anna, &id).await;
    }
    let admin = Admin::open(&database).await.unwrap();
    let file = folder().join(format!("backup-{}.sqlite", id));
    let report = admin.backup(&file).await.unwrap();
    assert!(report.rows.iter().any(|(table, n)| *table == "moves" && *n >= 35));
    let before = anna[0].fetch(&format!("/api/games/{id}/state")).await["view"].clone();
    let file_before = anna[0].get(&format!("/api/games/{id}/file")).await.text();
    play_one(&mut anna, &id).await;
    assert!(admin.backup(&file).await.is_err(), "a backup is not overwritten");
    let bytes = std::fs::read(&file).unwrap();
    let looked = Admin::open(&file.to_string_lossy()).await.unwrap();
    assert_eq!(looked.check(titles::all()).await.unwrap(), Vec::<String>::new());
    looked.close().await;
    assert!(std::fs::read(&file).unwrap() == bytes, "looking at a backup does not change it");
    admin.close().await;
    server.stop().await.unwrap();
    for on in [On::Sqlite, On::Postgres] {
        let Some(other) = support_database(on).await else { continue };
        let report = Admin::restore(&other, &file, &folder()).await.unwrap();
        assert_eq!(report.kept, None, "nothing was there before");
        let admin = Admin::open(&other).await.unwrap();
        assert_eq!(admin.check(titles::all()).await.unwrap(), Vec::<String>::new());
        admin.close().await;
        let server = start(&other).await;
        let mut anna = [anna[0].again()];
        anna[0].address = server.address;
        assert_eq!(anna[0].fetch(&format!("/api/games/{id}/state")).await["view"], before, "the session and the game are there");
        assert_eq!(anna[0].get(&format!("/api/games/{id}/file")).await.text(), file_before);
        play_one(&mut anna, &id).await;
        server.stop().await.unwrap();
    }
}
}

async fn support_database(on: On) -> Option<String> {
    crate::support::database(on).await
}

on_both! {
async fn the_operator_resets_a_password_and_cleans_up(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    anna.send("/api/games", hot_seat()).await;
    let admin = Admin::open(&database).await.unwrap();
    assert_eq!(admin.users(false, 10).await.unwrap().len(), 1);
    assert_eq!(admin.games(10).await.unwrap().len(), 1);
    let word = admin.reset_password("anna", None).await.unwrap();
    logged_out(&mut anna).await;
    let answer = anna.post("/api/login", &json!({"name": "Anna", "password": "correct horse"})).await;
    assert_eq!(answer.status, 401);
    anna.send("/api/login", json!({"name": "Anna", "password": word})).await;
    assert!(admin.reset_password("nobody", None).await.is_err());
    admin.vacuum().await.unwrap();
    assert_eq!(anna.fetch("/api/games?list=mine").await["games"].as_array().unwrap().len(), 1);
    admin.close().await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn sessions_end_when_their_time_is_over_and_are_stored_as_hashes(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let secret = anna.cookie.clone().unwrap();
    sql(&database, &format!("DELETE FROM sessions WHERE hash = '{secret}'")).await;
    assert!(!anna.fetch("/api/session").await["user"].is_null(), "the secret itself is not in the database");
    sql(&database, "UPDATE sessions SET expires = 1").await;
    logged_out(&mut anna).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_stopping_server_ends_streams_and_keeps_everything(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut listener = anna[0].listen(&format!("/api/games/{id}/stream"), None).await.unwrap();
    play_one(&mut anna, &id).await;
    listener.entry().await;
    let begun = std::time::Instant::now();
    server.stop().await.unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(9), "streams do not hold it up");
    // News of other kinds (who is here) may still have been under way.
    assert!(listener.end().await.is_empty(), "everything of the journal had come");
    let server = start(&database).await;
    anna[0].address = server.address;
    let mut anna = [anna[0].again()];
    assert_eq!(anna[0].fetch(&format!("/api/games/{id}")).await["length"], 1);
    assert_eq!(anna[0].get("/readyz").await.status, 200);
    assert_eq!(anna[0].get("/healthz").await.status, 200);
    let metrics = anna[0].get("/metrics").await.text();
    assert!(metrics.contains("signalbox_moves_total"), "{metrics}");
    server.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_makes_no_database_by_a_slip() {
    let file = folder().join("slip.sqlite");
    let error = Admin::open(&file.to_string_lossy()).await.err();
    assert!(error.expect("refused").to_string().contains("slip.sqlite"));
    assert!(!file.exists());
}
