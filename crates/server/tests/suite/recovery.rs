//! Getting back in: codes kept on paper, and mail to a real receiver on this machine.

use crate::moderation::account;
use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::{Mail, Running};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

// A letter: whom it is for, and its text.
pub type Letters = Arc<Mutex<Vec<(String, String)>>>;

/// Takes every letter.
pub async fn mail_receiver() -> (String, Letters) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let letters = Letters::default();
    let kept = letters.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let kept = kept.clone();
            tokio::spawn(async move {
                let (read, mut write) = stream.into_split();
                let mut lines = BufReader::new(read).lines();
                let (mut to, mut text, mut within) = (String::new(), String::new(), false);
                write.write_all(b"220 here\r\n").await.unwrap();
                while let Ok(Some(line)) = lines.next_line().await {
                    let word = line.to_ascii_uppercase();
                    let answer = match (within, line.as_str()) {
                        (true, ".") => {
                            within = false;
                            kept.lock().unwrap().push((to.clone(), plain(&text)));
                            "250 kept"
                        }
                        (true, _) => {
                            text.push_str(
                                line.strip_prefix("..").map_or(line.as_str(), |_| &line[1..]),
                            );
                            text.push('\n');
                            continue;
                        }
                        _ if word.starts_with("DATA") => {
                            within = true;
                            "354 go on"
                        }
                        _ if word.starts_with("RCPT") => {
                            to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                            "250 ok"
                        }
                        _ if word.starts_with("QUIT") => "221 bye",
                        _ => "250 ok",
                    };
                    write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
                }
            });
        }
    });
    (url, letters)
}

// Without the marks of how it travelled.
fn plain(text: &str) -> String {
    text.replace("=\n", "").replace("=3D", "=")
}

async fn with_mail(database: &str) -> (Running, Letters) {
    let (smtp, letters) = mail_receiver().await;
    let mut config = config(database);
    config.public_url = Some("http://play.example".to_owned());
    config.mail = Some(Mail { smtp, from: "Signalbox <no-reply@play.example>".to_owned() });
    (server::start(config).await.expect("the server starts"), letters)
}

// The words in the links of the n-th letter.
async fn words(letters: &Letters, n: usize, name: &str) -> (String, Vec<String>) {
    for _ in 0..100 {
        let found = letters.lock().unwrap().get(n).cloned();
        if let Some((to, text)) = found {
            let start = format!("http://play.example/recover#{name}=");
            let words = text
                .split(&start)
                .skip(1)
                .map(|rest| rest.split_whitespace().next().unwrap_or_default().to_owned());
            return (to, words.collect());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no letter came");
}

fn new(password: &str, more: Value) -> Value {
    let mut body = json!({"password": password});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

on_both! {
async fn each_of_ten_codes_opens_the_account_once(database: String) {
    let server = start(&database).await;
    let mut anna = account(&server, "Anna").await;
    assert_eq!(anna.fetch("/api/account/recovery").await["codes"], 0);
    assert_eq!(anna.post("/api/account/recovery", &json!({"password": "wrong horse"})).await.status, 401);
    let codes = anna.send("/api/account/recovery", json!({"password": "correct horse"})).await;
    let codes: Vec<String> = codes["codes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap().to_owned()).collect();
    assert_eq!(codes.len(), 10);
    assert_eq!(anna.fetch("/api/account/recovery").await["codes"], 10);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM recovery WHERE LENGTH(hash) <= 19").await, 0, "stored as hashes");
    let mut away = Client::new(server.address);
    let by = |name: &str, code: &str, password: &str| new(password, json!({"name": name, "code": code}));
    for (name, code, password, status) in [
        ("Anna", "aaaa-aaaa-aaaa-aaaa", "new password", 403),
        ("Nobody", codes[0].as_str(), "new password", 403),
        ("Anna", codes[0].as_str(), "short", 400),
    ] {
        let answer = away.post("/api/recover/code", &by(name, code, password)).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let session = away.send("/api/recover/code", by(" anna", &codes[0].to_uppercase(), "new password")).await;
    assert_eq!(session["user"]["name"], "Anna");
    assert!(anna.fetch("/api/session").await["user"].is_null(), "who was logged in before is out");
    assert_eq!(away.post("/api/login", &json!({"name": "Anna", "password": "correct horse"})).await.status, 401);
    let mut again = Client::new(server.address);
    assert_eq!(again.post("/api/recover/code", &by("Anna", &codes[0], "third password")).await.status, 403, "used up");
    assert_eq!(away.fetch("/api/account/recovery").await["codes"], 9);
    // Another account's codes open nothing here, and new codes replace the old ones.
    let mut ben = account(&server, "Ben").await;
    let other = ben.send("/api/account/recovery", json!({"password": "correct horse"})).await;
    assert_eq!(again.post("/api/recover/code", &by("Anna", other["codes"][0].as_str().unwrap(), "third password")).await.status, 403);
    away.send("/api/account/recovery", json!({"password": "new password"})).await;
    assert_eq!(again.post("/api/recover/code", &by("Anna", &codes[1], "third password")).await.status, 403);
    let mut nobody = guest(&server).await;
    assert_eq!(nobody.post("/api/account/recovery", &json!({})).await.status, 409, "guests have nothing to recover");
    assert_eq!(again.post("/api/recover/mail", &json!({"name": "Anna"})).await.status, 409, "no mail is set up here");
    server.stop().await.unwrap();
}
}

on_both! {
async fn codes_cannot_be_guessed_for_long(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    let server = server::start(settings).await.unwrap();
    let mut thief = Client::new(server.address);
    let mut statuses = Vec::new();
    for _ in 0..15 {
        let body = new("new password", json!({"name": "Anna", "code": "aaaa-aaaa-aaaa-aaaa"}));
        statuses.push(thief.post("/api/recover/code", &body).await.status);
    }
    assert_eq!(statuses.iter().filter(|s| **s == 403).count(), 10, "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429));
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_lost_password_is_replaced_by_mail(database: String) {
    let (server, letters) = with_mail(&database).await;
    let mut anna = account(&server, "Anna").await;
    for (body, status) in [
        (json!({"mail": "anna@play.example", "password": "wrong horse"}), 401),
        (json!({"mail": "anna", "password": "correct horse"}), 400),
        (json!({"mail": "anna@play.example\r\nBcc: all@play.example", "password": "correct horse"}), 400),
    ] {
        assert_eq!(anna.post("/api/account/mail", &body).await.status, status, "{body}");
    }
    let mine = json!({"mail": "Anna@Play.example", "password": "correct horse", "lang": "en"});
    assert!(anna.send("/api/account/mail", mine).await["mail"].is_null(), "not before the letter was read");
    let (to, confirm) = words(&letters, 0, "mail").await;
    assert_eq!((to.as_str(), confirm.len()), ("anna@play.example", 1));
    // An address that was not confirmed gets no password.
    let mut away = Client::new(server.address);
    assert_eq!(away.post("/api/recover/mail", &json!({"name": "Anna"})).await.status, 202);
    // The server looks after it has answered, so that the time of an answer tells nothing.
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert_eq!(letters.lock().unwrap().len(), 1);
    assert_eq!(away.post("/api/recover/confirm", &json!({"word": "guess"})).await.status, 403);
    away.send("/api/recover/confirm", json!({"word": confirm[0]})).await;
    assert_eq!(away.post("/api/recover/confirm", &json!({"word": confirm[0]})).await.status, 403, "once");
    assert_eq!(anna.fetch("/api/account/recovery").await["mail"], "anna@play.example");
    // The same answer, whether or not there is such an account.
    let answers = [away.post("/api/recover/mail", &json!({"name": "Nobody"})).await, away.post("/api/recover/mail", &json!({"name": "anna"})).await];
    assert_eq!((answers[0].status, answers[0].text()), (answers[1].status, answers[1].text()));
    let (to, links) = words(&letters, 1, "word").await;
    assert_eq!((to.as_str(), links.len()), ("anna@play.example", 1));
    assert_eq!(away.post("/api/recover/word", &new("new password", json!({"word": confirm[0]}))).await.status, 403);
    assert_eq!(away.post("/api/recover/word", &new("short", json!({"word": links[0]}))).await.status, 400);
    // By the address; the letter before is worth nothing any more.
    away.send("/api/recover/mail", json!({"name": "ANNA@play.example", "lang": "de"})).await;
    let (_, later) = words(&letters, 2, "word").await;
    assert_eq!(away.post("/api/recover/word", &new("new password", json!({"word": links[0]}))).await.status, 403);
    let session = away.send("/api/recover/word", new("new password", json!({"word": later[0]}))).await;
    assert_eq!(session["user"]["name"], "Anna");
    assert!(anna.fetch("/api/session").await["user"].is_null());
    assert_eq!(away.post("/api/recover/word", &new("new password", json!({"word": later[0]}))).await.status, 403, "once");
    let removed = away.send("/api/account/mail", json!({"password": "new password"})).await;
    assert!(removed["mail"].is_null());
    away.send("/api/recover/mail", json!({"name": "Anna"})).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(letters.lock().unwrap().len(), 3, "nothing is sent where there is no address");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_link_lasts_an_hour(database: String) {
    let (server, letters) = with_mail(&database).await;
    let mut anna = account(&server, "Anna").await;
    anna.send("/api/account/mail", json!({"mail": "anna@play.example", "password": "correct horse"})).await;
    let (_, confirm) = words(&letters, 0, "mail").await;
    anna.send("/api/recover/confirm", json!({"word": confirm[0]})).await;
    anna.send("/api/recover/mail", json!({"name": "Anna"})).await;
    let (_, links) = words(&letters, 1, "word").await;
    let left = number(&database, "SELECT expires FROM words").await - number(&database, "SELECT MAX(seen) FROM users").await;
    assert!((3_500_000..3_700_000).contains(&left), "{left}");
    sql(&database, "UPDATE words SET expires = 1").await;
    let mut away = Client::new(server.address);
    assert_eq!(away.post("/api/recover/word", &new("new password", json!({"word": links[0]}))).await.status, 403);
    server.stop().await.unwrap();
}
}

on_both! {
async fn nobodys_box_is_filled(database: String) {
    let (smtp, letters) = mail_receiver().await;
    let mut settings = config(&database);
    settings.public_url = Some("http://play.example".to_owned());
    settings.mail = Some(Mail { smtp, from: "no-reply@play.example".to_owned() });
    settings.rate_factor = 1.0;
    let server = server::start(settings).await.unwrap();
    let mut anna = account(&server, "Anna").await;
    sql(&database, "UPDATE users SET mail = 'anna@play.example'").await;
    anna.fetch("/api/session").await;
    let mut statuses = Vec::new();
    for i in 0..8_u8 {
        let mut thief = Client::new(server.address);
        thief.from = Some([127, 0, 0, 10 + i % 2].into());
        statuses.push(thief.post("/api/recover/mail", &json!({"name": "Anna"})).await.status);
    }
    assert_eq!(statuses, [202; 8], "each address may ask five times");
    let came = || letters.lock().unwrap().len();
    for _ in 0..100 {
        if came() >= 5 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(came(), 5, "and the box gets five");
    let mut thief = Client::new(server.address);
    thief.from = Some([127, 0, 0, 10].into());
    thief.post("/api/recover/mail", &json!({"name": "Anna"})).await;
    assert_eq!(thief.post("/api/recover/mail", &json!({"name": "Anna"})).await.status, 429);
    server.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_that_is_not_there_is_no_secret() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    settings.mail =
        Some(Mail { smtp: "smtp://127.0.0.1:1".to_owned(), from: "a@play.example".to_owned() });
    let refused = server::start(settings.clone()).await.err().expect("refused").to_string();
    assert!(refused.contains("--public-url"), "{refused}");
    settings.public_url = Some("http://play.example".to_owned());
    let server = server::start(settings).await.unwrap();
    let mut anna = account(&server, "Anna").await;
    let answer = anna
        .post("/api/account/mail", &json!({"mail": "a@play.example", "password": "correct horse"}))
        .await;
    assert_eq!(answer.status, 503, "{}", answer.text());
    server.stop().await.unwrap();
}
