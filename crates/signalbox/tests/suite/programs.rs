//! `signalbox engine` as a process, and matches against other programs, good and bad.

use serde_json::Value as Json;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_signalbox");

fn signalbox(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// A script that can be started like a program.
fn script(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("signalbox-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The report of a match, and whether everybody played fair.
fn arena(seats: &str, more: &[&str]) -> (Json, bool) {
    let mut args = vec!["arena", "--title", "18lilliput", "--seats", seats, "--json"];
    args.extend(["--threads", "1"]);
    args.extend(more);
    let output = signalbox(&args, b"");
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (report, output.status.success())
}

#[test]
fn the_engine_answers_until_its_input_ends() {
    let input = b"{\"do\": \"hello\", \"id\": 7}\n\n\xff\xfe\n{\"do\": \"games\"}\nno end of line";
    let output = signalbox(&["engine"], input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Json> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 4, "{text}");
    assert_eq!(answers[0]["id"], 7);
    assert_eq!(answers[1]["error"]["line"], 3, "an empty line counts, and gets no answer");
    assert_eq!(answers[2]["ok"]["games"], serde_json::json!([]));
    assert_eq!(answers[3]["error"]["line"], 5);
}

#[test]
fn a_line_that_is_too_long_is_skipped_and_told() {
    let mut input = b"{\"do\": \"hello\", \"id\": \"".to_vec();
    input.extend(std::iter::repeat_n(b'x', 300_000));
    input.extend(b"\"}\n{\"do\": \"games\"}\n");
    let output = signalbox(&["engine", "--line", "1000"], &input);
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Json> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 2, "{text}");
    assert_eq!(answers[0]["error"]["kind"], "bound");
    assert!(answers[1].get("ok").is_some(), "{text}");
}

#[test]
fn a_match_between_two_processes_is_the_match_within_one() {
    let program = format!("program:{PROGRAM} engine --level easy");
    let games = ["--games", "2", "--seed", "3"];
    let (with, fair) = arena(&format!("easy,{program}"), &games);
    assert!(fair, "{with}");
    let (without, _) = arena("easy,easy", &games);
    assert_eq!(with["moves"], without["moves"], "the same decisions");
    let total = |report: &Json| {
        let all = report["standings"].as_array().unwrap().iter();
        all.map(|s| s["wealth"]["mean"].as_f64().unwrap() * s["wealth"]["count"].as_f64().unwrap())
            .sum::<f64>()
    };
    assert!((total(&with) - total(&without)).abs() < 1e-6);
    let program = &with["programs"][0];
    assert_eq!(program["faults"]["illegal"], 0, "{with}");
    let names: Vec<&str> =
        with["standings"].as_array().unwrap().iter().filter_map(|s| s["level"].as_str()).collect();
    assert!(names[0].starts_with("program:") && names[1] == "easy", "{names:?}");
}

#[test]
fn faults_of_programs_are_counted_and_end_no_match() {
    let says = |load: &str, hint: &str| {
        format!(
            "while read -r line; do case \"$line\" in *'\"do\":\"load\"'*) echo '{load}';; \
             *'\"do\":\"hint\"'*) echo '{hint}';; *) echo '{{\"ok\":{{}}}}';; esac; done"
        )
    };
    let good = "{\"ok\":{\"game\":1}}";
    let bad = [
        ("silent", "exec sleep 1000".to_owned(), "late", 10),
        ("ends", "exit 3".to_owned(), "ended", 10),
        ("mumbles", says("what?", ""), "nonsense", 10),
        ("refuses", says("{\"error\":{}}", ""), "nonsense", 10),
        ("cheats", says(good, "{\"ok\":{\"move\":{\"move\":\"bankrupt\"}}}"), "illegal", 10),
    ];
    for (name, text, fault, expected) in bad {
        let path = script(name, &text);
        let seats = format!("random,program:{}", path.display());
        let (report, fair) = arena(&seats, &["--games", "1", "--ms", "1"]);
        assert!(!fair, "{name}: {report}");
        assert_eq!(report["faults"], serde_json::json!([]), "{name}: the game came to its end");
        let faults = &report["programs"][0]["faults"];
        assert_eq!(faults[fault], expected, "{name}: {faults}");
        assert!(faults["unasked"].as_u64().is_some_and(|n| n > 0), "{name}: {faults}");
        let standing = &report["standings"][0];
        assert_eq!(standing["wins"]["count"], 1, "{name}: {report}");
    }
}

#[test]
fn a_program_that_dies_now_and_then_is_started_again() {
    // Three requests a decision: it ends after every second one.
    let path = script("mortal", &format!("sed -u 6q | {PROGRAM} engine --level random"));
    let seats = format!("random,program:{}", path.display());
    let (report, fair) = arena(&seats, &["--games", "1"]);
    assert!(!fair, "{report}");
    let faults = &report["programs"][0]["faults"];
    assert!(faults["ended"].as_u64().is_some_and(|n| n > 1), "{faults}");
    assert_eq!(faults["late"], 0, "{faults}");
    let all = report["decisions"].as_array().unwrap().iter();
    let asked: u64 = all
        .filter(|d| d["level"].as_str().is_some_and(|l| l.starts_with("program:")))
        .filter_map(|d| d["count"].as_u64())
        .sum();
    assert!(
        asked > faults["ended"].as_u64().unwrap() + faults["unasked"].as_u64().unwrap(),
        "{report}"
    );
}

#[test]
fn a_program_that_is_not_there_is_told_before_the_first_game() {
    let args = ["arena", "--title", "18lilliput", "--seats", "easy,program:/no/such/program"];
    let output = signalbox(&args, b"");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("/no/such/program cannot be started"), "{said}");
}

#[test]
fn a_sequential_test_ends_the_match_by_itself_and_says_what_was_decided() {
    let test = ["--games", "200", "--sprt", "0.5:0.9", "--alpha", "0.1", "--beta", "0.1"];
    let (report, fair) = arena("easy,random", &test);
    assert!(fair, "{report}");
    let tally = &report["sequential"]["tally"];
    assert_eq!(tally["verdict"], "high", "{report}");
    let counted = tally["games"].as_u64().unwrap();
    assert!(counted < 30 && counted.is_multiple_of(2), "{tally}");
    assert!(report["games"].as_u64().unwrap() < 40, "{report}");
    // The other way round it says the opposite.
    let (report, _) = arena("random,easy", &test);
    assert_eq!(report["sequential"]["tally"]["verdict"], "low", "{report}");
    // Too few games decide nothing.
    let (report, _) = arena("easy,random", &["--games", "2", "--sprt", "0elo:100elo"]);
    assert_eq!(report["sequential"]["tally"]["verdict"], "open", "{report}");
}

#[test]
fn a_ladder_rates_all_rungs_and_its_journal_is_rated_alike() {
    let folder = std::env::temp_dir().join(format!("signalbox-ladder-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let save = folder.to_str().unwrap();
    let args =
        ["ladder", "--title", "18lilliput", "--players", "2", "--seats", "random,easy,standard"];
    let more = ["--games", "4", "--save", save, "--json"];
    let output = signalbox(&[&args[..], &more[..]].concat(), b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("easy among random: ") && said.contains("standard among easy"), "{said}");
    let ladder: Json = serde_json::from_slice(&output.stdout).unwrap();
    let rungs = ladder["ratings"][0]["ratings"].as_array().unwrap();
    let names: Vec<&str> = rungs.iter().filter_map(|r| r["level"].as_str()).collect();
    assert_eq!(names, ["standard", "easy", "random"], "{ladder}");
    assert!(rungs[0]["rating"]["margin"].as_f64().unwrap() > 50.0, "{ladder}");
    let (one, two) = (folder.join("pairing-1"), folder.join("pairing-2"));
    let args = ["ratings", one.to_str().unwrap(), two.to_str().unwrap(), "--json"];
    let again: Json = serde_json::from_slice(&signalbox(&args, b"").stdout).unwrap();
    assert_eq!(ladder, again);
    let nowhere = signalbox(&["ratings", save], b"");
    let error = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert!(!nowhere.status.success() && error.contains("plan.json"), "{error}");
    let _ = std::fs::remove_dir_all(&folder);
}
