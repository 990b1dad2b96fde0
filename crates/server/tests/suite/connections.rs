//! Connections that keep a server waiting, and many of them.

use crate::support::*;
use serde_json::json;
use server::Running;
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn impatient(patience: Duration) -> Running {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    settings.patience.head = patience;
    settings.patience.body = patience;
    settings.patience.reader = patience;
    server::start(settings).await.unwrap()
}

// Reads until the other side ends the connection; what it said.
async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut said)).await;
    let _ = read.expect("the server ends the connection");
    String::from_utf8_lossy(&said).into_owned()
}

// How often a limit has bitten, as the operator sees it.
async fn bites(server: &Running, limit: &str) -> u64 {
    let figures = Client::new(server.address).get("/metrics").await.text();
    let line = figures.lines().find(|l| l.contains("signalbox_limits_total") && l.contains(limit));
    line.and_then(|l| l.rsplit(' ').next()).and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_and_half_sent_requests_end() {
    let server = impatient(Duration::from_millis(300)).await;
    let connect = || async { TcpStream::connect(server.address).await.unwrap() };
    let silence = bites(&server, "silent connections").await;
    let before = bites(&server, "time for the head").await;
    let mut silent = connect().await;
    assert_eq!(to_the_end(&mut silent).await, "");
    let mut half = connect().await;
    half.write_all(b"GET /api/titles HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
    to_the_end(&mut half).await;
    // One that was served and then falls silent.
    let mut idle = connect().await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(to_the_end(&mut idle).await.contains("200 OK"));
    assert!(bites(&server, "time for the head").await > before, "the operator is told");
    assert!(bites(&server, "silent connections").await >= silence + 2);
    let before = bites(&server, "time for a body").await;
    let mut body = connect().await;
    let head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
    body.write_all(head).await.unwrap();
    let said = to_the_end(&mut body).await;
    assert!(said.starts_with("HTTP/1.1 4"), "{said}");
    assert!(bites(&server, "time for a body").await > before);
    // Byte by byte does not help.
    let mut drip = connect().await;
    drip.write_all(head).await.unwrap();
    let dripping = async {
        while drip.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), dripping).await.expect("it ends");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_who_do_not_read_end() {
    let server = impatient(Duration::from_millis(500)).await;
    let before = bites(&server, "time for a reader").await;
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    let asking = async {
        // More answers than any buffer takes.
        for _ in 0..3000 {
            let request = b"GET /api/titles/18cz/data HTTP/1.1\r\nHost: x\r\n\r\n";
            if deaf.write_all(request).await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_secs(20)).await;
    };
    let _ = tokio::time::timeout(Duration::from_secs(20), async {
        tokio::select! {
            () = asking => {}
            () = async {
                while bites(&server, "time for a reader").await == before {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            } => {}
        }
    })
    .await;
    assert!(bites(&server, "time for a reader").await > before, "a deaf reader is left");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_of_one_address_leave_places_for_others() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    settings.connections = Some(60);
    let server = server::start(settings).await.unwrap();
    let mut crowd = Client::new(server.address);
    crowd.from = Some(IpAddr::from([127, 0, 0, 2]));
    let mut open = Vec::new();
    for _ in 0..100 {
        open.extend(crowd.connect().await);
    }
    // Whoever is too much finds the connection closed.
    let mut closed = 0;
    for stream in &mut open {
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(20), stream.read(&mut byte)).await;
        closed += usize::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    assert!(closed >= 60, "{closed} of 100 were too much");
    let mut anna = Client::new(server.address);
    anna.send("/api/session", json!({})).await;
    assert_eq!(anna.get("/api/titles").await.status, 200, "others are served");
    assert!(bites(&server, "connections of an address").await >= 60);
    drop(open);
    for _ in 0..100 {
        if server.app().places.open() < 10 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(crowd.get("/healthz").await.status, 200, "places are given back");
    server.stop().await.unwrap();
}
