//! The binary from outside: exit status, JSON, games at the terminal.

use serde_json::Value as Json;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn signalbox(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_signalbox"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(output)))
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("signalbox-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A game of the first lines of each menu, saved.
fn played(name: &str, lines: usize) -> PathBuf {
    let file = folder(name).join("game.json");
    let input = "1\n".repeat(lines);
    let shown = file.to_str().unwrap();
    let args = [
        "play",
        "18cz",
        "--players",
        "3",
        "--seed",
        "7",
        "--preset",
        "public18xx",
        "--save",
        shown,
    ];
    let output = signalbox(&args, &input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

#[test]
fn the_version_names_that_of_sqlite() {
    let shown = text(&signalbox(&["--version"], ""));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], format!("signalbox {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("SQLite 3."), "{shown}");
    assert_eq!(text(&signalbox(&["-V"], "")).lines().count(), 1);
}

#[test]
fn the_luck_of_a_game_is_checked_from_its_file() {
    let file = played("luck", 6);
    let check = |luck: Option<Json>, seed: u64, more: &[&str]| {
        let mut game: Json = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        game["setup"]["seed"] = seed.into();
        game["setup"]["luck"] = luck.unwrap_or_default();
        game.as_object_mut().unwrap().remove("hash");
        let changed = file.with_file_name("changed.json");
        std::fs::write(&changed, game.to_string()).unwrap();
        let output = signalbox(&[&["luck", "check", changed.to_str().unwrap()], more].concat(), "");
        (output.status.success(), text(&output) + &String::from_utf8_lossy(&output.stderr))
    };
    let says = |(ok, said): (bool, String), good: bool, what: &str| {
        assert!(ok == good && said.contains(what), "{said}");
    };
    let promised = engine::commitment(7, "salt");
    let luck = serde_json::json!({"commitment": promised, "salt": "salt"});
    says(check(Some(luck.clone()), 7, &[]), true, "fixed before its first move");
    says(check(Some(luck.clone()), 7, &["--commitment", &promised]), true, "fixed before");
    says(check(Some(luck.clone()), 8, &[]), false, "the commitment was");
    says(check(Some(luck), 7, &["--commitment", "00"]), false, "the commitment was 00");
    says(check(None, 7, &[]), false, "begun before there were commitments");
    let secret = serde_json::json!({"commitment": promised, "secret": true});
    says(check(Some(secret), 0, &[]), false, "secret until then");
}

#[test]
fn a_game_at_the_terminal_is_saved_resumed_and_undone() {
    let file = played("resume", 6);
    let shown = file.to_str().unwrap();
    let moves = || {
        let game: Json = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        game["moves"].as_array().unwrap().len()
    };
    assert_eq!(moves(), 6);
    let output = signalbox(&["play", "--resume", shown], "1\nundo 3\nrule CZ-PRE-1\nquit\n");
    assert!(output.status.success());
    assert_eq!(moves(), 4);
    assert!(text(&output).contains("snake order"), "{}", text(&output));
}

#[test]
fn replay_shows_positions_and_choices_for_people_and_machines() {
    let file = played("replay", 6);
    let shown = file.to_str().unwrap();
    let position = json(&signalbox(&["replay", shown, "--at", "2", "--choices", "--json"], ""));
    assert_eq!(position["at"], 2);
    assert_eq!(position["position"]["players"].as_array().unwrap().len(), 3);
    assert_eq!(position["choices"].as_array().unwrap().len(), 17, "16 papers and a pass");
    let people = text(&signalbox(&["replay", shown], ""));
    assert!(people.contains("Player 1") && !people.contains('\x1b'), "{people}");
    let output = signalbox(&["replay", shown, "--at", "7"], "");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("6 moves, not 7"));
}

#[test]
fn verify_fails_on_unreadable_files_and_says_why() {
    let file = folder("verify").join("broken.game.json");
    std::fs::write(&file, "{\"title\": \"18CZ\"").unwrap();
    let output = signalbox(&["verify", file.parent().unwrap().to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("unreadable"), "{}", text(&output));
    let output = signalbox(&["verify", "--json", file.to_str().unwrap()], "");
    assert_eq!(json(&output)["games"][0]["verdict"], "unreadable");
}

#[test]
fn verify_finds_no_difference_in_a_recorded_game_and_finds_an_altered_one() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let game = corpus.join("fixture_18CZ_29247.game.json");
    let Ok(recorded) = std::fs::read_to_string(&game) else {
        eprintln!("no corpus at {}: nothing compared", corpus.display());
        return;
    };
    let report = json(&signalbox(&["verify", "--json", game.to_str().unwrap()], ""));
    assert_eq!((&report["same"], &report["states_compared"]), (&Json::from(1), &Json::from(794)));
    let altered = folder("altered").join("altered.game.json");
    std::fs::write(
        &altered,
        recorded
            .replace("\"1498\": 8529", "\"1498\": 8530")
            .replace("\"1498\":8529", "\"1498\":8530"),
    )
    .unwrap();
    let output = signalbox(&["verify", "--json", altered.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    assert_eq!(report["games"][0]["field"], "result.1498");
    assert_eq!(
        (&report["games"][0]["expected"], &report["games"][0]["found"]),
        (&Json::from("8530"), &Json::from("8529"))
    );
}

#[test]
fn routes_of_a_recorded_position_are_proved() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let game = corpus.join("fixture_18CZ_29247.game.json");
    if !game.exists() {
        eprintln!("no corpus at {}: nothing compared", corpus.display());
        return;
    }
    let best = json(&signalbox(&["routes", game.to_str().unwrap(), "--at", "58", "--json"], ""));
    assert_eq!(
        (&best["company"], &best["revenue"], &best["proved"]),
        (&Json::from("BCB"), &Json::from(70), &Json::from(true))
    );
    assert_eq!(best["routes"].as_array().unwrap().len(), 2);
}

#[test]
fn pictures_are_written_by_the_end_of_the_name() {
    let folder = folder("pictures");
    for (name, head) in [("map.svg", &b"<svg"[..]), ("map.png", &b"\x89PNG"[..])] {
        let file = folder.join(name);
        let output = signalbox(&["render", "map", "18cz", "--out", file.to_str().unwrap()], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.windows(head.len()).take(200).any(|w| w == head), "{name}");
    }
    assert!(!signalbox(&["render", "map", "18cz", "--out", "x.txt"], "").status.success());
}

#[test]
fn wrong_words_are_refused_with_what_would_be_right() {
    let check = |args: &[&str], part: &str| {
        let output = signalbox(args, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(part), "{args:?}: {error}");
    };
    check(&["play", "1830", "--players", "3"], "18cz");
    check(&["play", "18cz", "--players", "9"], "cannot be played by 9");
    check(&["play", "18cz", "--players", "3", "--preset", "mine"], "rulebook");
    check(&["play", "18cz"], "--players");
    check(&["play", "18cz", "--players", "3", "--bots", "godlike"], "-shark");
    check(&["play", "18cz", "--players", "3", "--bots", "easy,easy,easy"], "nobody to play");
    check(&["replay", "no-such-file.json"], "no-such-file.json");
    check(&["routes", "no-such-file.json", "--budget", "soon"], "2s");
    check(&["arena", "--title", "18cz"], "--players");
    let match_of = ["arena", "--title", "18cz", "--seats", "standard,easy"];
    let tested = |words: [&'static str; 2]| [&match_of[..], &words[..]].concat();
    check(&tested(["--sprt", "0.5"]), "colon");
    check(&tested(["--sprt", "0.5:often"]), "38%");
    check(&tested(["--sprt", "0.5:0.4"]), "the lower one first");
    check(
        &["arena", "--title", "18cz", "--seats", "easy,easy", "--sprt", "0.5:0.6"],
        "somebody else",
    );
    check(&["ladder", "--title", "18cz"], "--players");
    check(&["ladder", "--title", "18cz", "--players", "2", "--seats", "easy"], "no ladder");
}

#[test]
fn bots_take_the_last_seats_at_the_terminal_and_say_why() {
    let args = ["play", "1889", "--players", "3", "--bots", "easy,easy-shark", "--seed", "5"];
    // The first seat takes whatever stands first, ten times.
    let played = text(&signalbox(&args, &"1\n".repeat(10)));
    assert!(played.contains("Player 2 (easy): "), "{played}");
    assert!(played.contains("Player 3 (easy-shark): "), "{played}");
    assert!(!played.contains("Player 1 (easy"), "{played}");
}

#[test]
fn a_game_at_the_terminal_says_what_is_played() {
    let begun = |args: &[&str]| {
        let mut all = vec!["play"];
        all.extend(args);
        all.extend(["--seed", "7"]);
        text(&signalbox(&all, "show\nquit\n"))
    };
    // Two play Bohemia unless they say otherwise, and are told of the others.
    let two = begun(&["18cz", "--players", "2"]);
    let head = two.lines().next().unwrap_or_default();
    assert!(head.contains("18CZ · bohemia · 2 players"), "{two}");
    assert!(two.contains("introductory, moravia (--variant)"), "{two}");
    assert!(!two.contains("Reconstructed"), "{two}");
    let shown = two.lines().filter(|l| l.contains("18CZ · bohemia"));
    assert_eq!(shown.count(), 2, "{two}");
    // The automatic shareholder has a name.
    let directed = two.lines().find(|l| l.contains("Václav"));
    assert!(directed.is_some_and(|l| l.contains("50 K") || l.contains("50")), "{two}");
    let three = begun(&["18cz", "--players", "3"]);
    assert!(three.contains("18CZ · standard · 3 players"), "{three}");
    // What no rule text prints is said wherever the game is named.
    for args in [
        &["18cz", "--players", "2", "--variant", "moravia"][..],
        &["18lilliput", "--players", "3"],
        &["1860", "--players", "3", "--option", "locomotives=yes"],
    ] {
        let told = begun(args);
        let lines = told.lines().filter(|l| l.starts_with("Reconstructed: "));
        assert_eq!(lines.count(), 2, "{told}");
    }
    let moravia = begun(&["18cz", "--players", "3", "--variant", "moravia"]);
    assert!(
        moravia.contains("Reconstructed: Board, homes and minimum bids of Moravia-Silesia"),
        "{moravia}"
    );
}

#[test]
fn the_draft_and_the_cards_of_18lilliput_say_what_they_bring() {
    // LIL-DRAFT-7, LIL-CHARACTER-4, LIL-ACTION-3: two homes and four picks, then the first card.
    let input = "1\n1\n1\n1\n1\n1\n1\n1\n".repeat(2);
    let args =
        ["play", "18lilliput", "--players", "2", "--seed", "3", "--option", "fixed_seats=yes"];
    let shown = text(&signalbox(&args, &input));
    for wanted in [
        "take MR (Mildendo Railway)\n        advantage: starts at £55 with £550 in its treasury",
        "own companies lay yellow Y tiles free instead of paying £50",
        "own tile (K-CASTLE)",
        "play A2: lay one yellow and one green tile",
        "play A5: £10 for yourself",
    ] {
        assert!(shown.contains(wanted), "{wanted} is missing in {shown}");
    }
    assert!(!shown.contains("first side"), "{shown}");
}

/// The first moves of a game of 1860 that an earlier program played, as a file.
fn kept(label: &str, moves: usize) -> PathBuf {
    let name = "1860-standard-rulebook-3";
    let packed = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../titles/tests/golden/rules-1")
        .join(format!("{name}.json.gz"));
    let out = Command::new("gzip").arg("-dc").arg(packed).output();
    let mut golden: Json = serde_json::from_slice(&out.expect("gzip").stdout).expect("JSON");
    let mut game = golden["game"].take();
    game["moves"].as_array_mut().expect("moves").truncate(moves);
    game["hash"] = Json::Null;
    let file = folder(label).join("kept.json");
    std::fs::write(&file, game.to_string()).expect("a file");
    file
}

#[test]
fn routes_of_1860_are_offered_for_most_income_and_for_most_subsidy() {
    // IOW-HALT-9
    let file = kept("both-ends", 98);
    let game = file.to_str().unwrap();
    let best = json(&signalbox(&["routes", game, "--json"], ""));
    let brings = |of: &Json| (of["revenue"].clone(), of["subsidy"].clone());
    assert_eq!(brings(&best), (60.into(), 0.into()));
    assert_eq!(brings(&best["alternatives"][0]), (50.into(), 10.into()));
    assert_eq!(best["alternatives"][0]["routes"][0]["halts"], 1);
    let shown = text(&signalbox(&["routes", game], ""));
    assert!(shown.contains("or for most subsidy: £50 and 10 cr"), "{shown}");
}

#[test]
fn a_director_at_the_terminal_chooses_how_many_halts_are_served() {
    // IOW-HALT-5, IOW-HALT-9
    let run = |input: &str| {
        let file = kept("halts", 98);
        let saved = file.with_extension("saved.json");
        let args = ["play", "--resume", file.to_str().unwrap(), "--save"];
        let shown =
            text(&signalbox(&[args.as_slice(), &[saved.to_str().unwrap()]].concat(), input));
        let game: Json = serde_json::from_str(&std::fs::read_to_string(&saved).unwrap()).unwrap();
        (shown, game["moves"][98]["routes"][0]["halts"].clone())
    };
    let (_, best) = run("1\n1\nquit\n");
    assert_eq!(best, Json::Null, "the best routes");
    let (_, subsidy) = run("1\n2\nquit\n");
    assert_eq!(subsidy, 1, "most subsidy");
    let (shown, typed) = run("1\n3\nF2 E3 F4 G5\n1\nquit\n");
    assert_eq!(typed, 1, "typed, and asked for halts: {shown}");
    assert!(shown.contains("0: £60 and 0 cr   1: £50 and 10 cr"), "{shown}");
    let (shown, words) = run("1\n3\nF2 E3 F4 G5 halts=1\nquit\n");
    assert_eq!(words, 1, "typed at once: {shown}");
}

#[test]
fn what_players_pay_is_shown_in_their_money() {
    // IOW-MONEY-1: pounds for players, credits for companies.
    let shown = |moves: usize| {
        let file = kept("pounds", moves);
        let saved = file.with_extension("saved.json");
        let args = ["play", "--resume", file.to_str().unwrap(), "--save"];
        text(&signalbox(&[args.as_slice(), &[saved.to_str().unwrap()]].concat(), "quit\n"))
    };
    let lots = shown(9);
    assert!(lots.contains("cost £30") && !lots.contains(" cr"), "{lots}");
}

#[test]
fn a_file_may_start_from_a_position() {
    let file = folder("position").join("position.json");
    let mut game = serde_json::json!({
        "format": "signalbox-game", "version": 2, "wire": 1, "moves": [],
        "setup": {
            "title": "1889", "variant": "beginner", "preset": "rulebook", "players": ["A", "B", "C"],
            "seed": 1, "rules": 1,
            "arrangement": {
                "phase": "3", "set": 2, "turn": {"company": "AR"}, "step": "run",
                "players": [{"shares": {"AR": 5}}, {"shares": {"AR": 2}}, {}],
                "companies": {"AR": {"price": 100, "cash": 90, "trains": ["2-0", "3-0"]}},
                "tiles": {"K8": {"tile": "5", "rotation": 3}},
                "stations": [{"company": "AR", "cell": "K8"}],
            },
        },
    });
    std::fs::write(&file, game.to_string()).unwrap();
    let shown = signalbox(&["replay", file.to_str().unwrap(), "--choices"], "");
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    assert!(text(&shown).contains("AR"), "{}", text(&shown));
    game["setup"]["arrangement"]["phase"] = "9".into();
    game["setup"]["arrangement"]["turn"] = serde_json::json!({"company": "XX"});
    std::fs::write(&file, game.to_string()).unwrap();
    let refused = signalbox(&["replay", file.to_str().unwrap()], "");
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("no phase is called 9") && said.contains("XX"), "{said}");
}

#[test]
fn a_game_is_judged_move_by_move_and_twice_alike() {
    let file = played("judge", 4);
    let file = file.to_str().unwrap();
    let mut first = json(&signalbox(&["judge", file, "--json"], ""));
    let moves = first["moves"].as_array().unwrap();
    assert!(moves.len() >= 4, "{first}");
    assert!(moves.iter().all(|m| m["next"] == "nothing"));
    assert!(moves.iter().any(|m| !m["verdict"].is_null()), "{first}");
    let mut again = json(&signalbox(&["judge", file, "--json", "--threads", "1"], ""));
    for one in [&mut first, &mut again] {
        one["seconds"] = Json::Null;
    }
    assert_eq!(first, again);
    let shown = text(&signalbox(&["judge", file], ""));
    assert!(shown.contains("best") && shown.contains("moves in"), "{shown}");
    let two = signalbox(&["judge", file, file], "");
    assert!(!two.status.success());
    assert!(String::from_utf8_lossy(&two.stderr).contains("--check"));
}

#[test]
fn openings_of_bots_games_are_counted_and_twice_alike() {
    let folder = folder("openings");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let count = |out: &str, more: &[&str]| {
        let mut args = vec!["openings", "--title", "18lilliput", "--players", "2"];
        args.extend(["--level", "random", "--games", "3", "--seed", "4", "--out", out]);
        args.extend(more);
        signalbox(&args, "")
    };
    let (one, two) = (file("one.json"), file("two.json"));
    let counted = count(&one, &["--commit", "abc", "--threads", "1"]);
    assert!(counted.status.success(), "{}", text(&counted));
    assert!(count(&two, &["--commit", "abc", "--threads", "2"]).status.success());
    let written = std::fs::read_to_string(&one).unwrap();
    assert_eq!(written, std::fs::read_to_string(&two).unwrap());
    let read: Json = serde_json::from_str(&written).unwrap();
    let of = &read["openings"];
    assert_eq!(
        (&read["title"], &of["players"], &of["games"]),
        (&"18lilliput".into(), &2.into(), &3.into())
    );
    assert!(read["made"]["program"].as_str().unwrap().ends_with("(abc)"), "{read}");
    let command = read["made"]["command"].as_str().unwrap();
    assert!(
        command.contains("--variant standard --players 2 --level random --games 3 --seed 4"),
        "{command}"
    );
    assert_eq!(of["seats"].as_array().unwrap().len(), 2);
    assert!(!of["companies"].as_array().unwrap().is_empty());
    // What cannot be played writes nothing.
    let none = file("none.json");
    let refused =
        signalbox(&["openings", "--title", "1889", "--players", "99", "--out", &none], "");
    assert!(!refused.status.success() && !std::path::Path::new(&none).exists());
    std::fs::remove_dir_all(folder).unwrap();
}
