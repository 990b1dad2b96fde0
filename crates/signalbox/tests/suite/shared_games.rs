//! Several processes play the games of one plan through a real PostgreSQL.

#[path = "../../../server/tests/suite/support/postgres.rs"]
mod postgres;

use postgres::Postgres;
use serde_json::Value as Json;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// One PostgreSQL for all tests of this program.
pub fn started() -> Option<&'static Postgres> {
    static POSTGRES: OnceLock<Option<Postgres>> = OnceLock::new();
    POSTGRES
        .get_or_init(|| match Postgres::start() {
            Ok(postgres) => Some(postgres),
            Err(why) => {
                assert!(
                    std::env::var_os("SIGNALBOX_NO_SKIP").is_none(),
                    "PostgreSQL cannot be tested: {why}"
                );
                eprintln!("SKIPPED: PostgreSQL cannot be tested here: {why}");
                None
            }
        })
        .as_ref()
}

fn study(address: &str, games: u32, seed: u32) -> Child {
    let (games, seed) = (games.to_string(), seed.to_string());
    Command::new(env!("CARGO_BIN_EXE_signalbox"))
        .args(["study", "--title", "18lilliput", "--players", "2"])
        .args(["--seats", "easy", "--threads", "1", "--json"])
        .args(["--games", &games, "--seed", &seed, "--queue", address])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

// The report, and how many games were played there.
fn ended(child: Child) -> (Json, u32) {
    let output = child.wait_with_output().unwrap();
    let aside = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{aside}");
    let here = aside.split(' ').next().and_then(|n| n.parse().ok());
    (serde_json::from_slice(&output.stdout).unwrap(), here.unwrap_or_else(|| panic!("{aside}")))
}

#[test]
fn processes_share_games_and_take_over_what_a_dead_one_left() {
    let Some(postgres) = started() else { return };
    let address = postgres.url("postgres");

    let (one, two) = (study(&address, 8, 1), study(&address, 8, 1));
    let ((report, here), (same, there)) = (ended(one), ended(two));
    assert_eq!(report["games"], 8);
    assert_eq!(report, same, "all report on all games");
    assert_eq!(here + there, 8, "every game was played once");

    // What was played is not played again, and more can be asked for later.
    let (more, here) = ended(study(&address, 10, 1));
    assert_eq!((&more["games"], here), (&Json::from(10), 2));

    // A process that dies leaves no gap.
    let mut dying = study(&address, 9, 2);
    std::thread::sleep(Duration::from_millis(400));
    dying.kill().unwrap();
    dying.wait().unwrap();
    let (report, _) = ended(study(&address, 9, 2));
    assert_eq!(report["games"], 9);
    let seats = &report["tables"][0]["rows"][0]["values"]["wins"]["count"];
    assert_eq!(seats, 9);

    // Alone and without a queue the same games come out.
    let alone = Command::new(env!("CARGO_BIN_EXE_signalbox"))
        .args(["study", "--title", "18lilliput", "--players", "2"])
        .args(["--seats", "easy", "--json", "--games", "9", "--seed", "2"])
        .output()
        .unwrap();
    let alone: Json = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(alone, report);
}

#[test]
fn a_queue_that_is_no_postgresql_is_named() {
    let output = study("games.sqlite", 1, 1).wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("PostgreSQL"));
}
