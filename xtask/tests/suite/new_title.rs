//! `cargo xtask new-title`: what it makes is whole, compiles, and is played at random.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            std::fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

fn change(path: &Path, text: impl FnOnce(String) -> String) {
    let before = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text(before)).unwrap();
}

// What a title stands on, in a folder of its own. Of the titles only the smallest comes along.
fn workspace(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for part in ["board", "routing", "engine", "older", "titles"] {
        copy(&root().join("crates").join(part), &folder.join("crates").join(part));
    }
    for part in ["docs/rules", "web/lang"] {
        copy(&root().join(part), &folder.join(part));
    }
    for file in ["Cargo.toml", "Cargo.lock", "rustfmt.toml"] {
        std::fs::copy(root().join(file), folder.join(file)).unwrap();
    }
    change(&folder.join("Cargo.toml"), |text| {
        let members = text
            .replace(r#"members = ["crates/*", "trials", "xtask"]"#, r#"members = ["crates/*"]"#);
        members.replace("default-members = [\"crates/signalbox\"]\n", "")
    });
    let titles = folder.join("crates/titles");
    std::fs::remove_dir_all(titles.join("benches")).unwrap();
    change(&titles.join("Cargo.toml"), |text| text.split("[[bench]]").next().unwrap().to_owned());
    change(&titles.join("src/lib.rs"), |text| {
        let text: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("pub mod ") || line.ends_with("g1889;"))
            .collect();
        let text = text.join("\n");
        let (before, rest) = text.split_once("static ALL").unwrap();
        let (_, after) = rest.split_once("];").unwrap();
        format!("{before}static ALL: [&dyn Title; 1] = [&g1889::TITLE];{after}\n")
    });
    change(&titles.join("tests/suite/main.rs"), |text| {
        let other =
            |line: &&str| !line.starts_with("mod ") || ["mod size;", "mod table;"].contains(line);
        text.lines().filter(other).map(|line| format!("{line}\n")).collect()
    });
    folder
}

fn new_title(folder: &Path, name: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["new-title", name, "--into"]).arg(folder).output().unwrap()
}

#[test]
fn a_skeleton_is_whole_and_made_once() {
    let folder = workspace("skeleton");
    let made = new_title(&folder, "1777");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let registry = read("crates/titles/src/lib.rs");
    assert!(registry.contains("pub mod g1777;"), "{registry}");
    assert!(
        registry.contains("[&dyn Title; 2]") && registry.contains("&g1777::TITLE"),
        "{registry}"
    );
    assert!(read("crates/titles/tests/suite/main.rs").contains("mod g1777;"));
    assert!(read("docs/rules/1777.md").contains("**G1777-SETUP-1**"));
    for language in ["en", "cs", "de", "ru"] {
        let texts = read(&format!("web/lang/{language}.json"));
        assert!(texts.contains("\"variant-1777-standard-why\""), "{language}");
        let keys: Vec<&str> = texts.lines().filter(|l| l.starts_with(" \"")).collect();
        let all_but_last = keys[..keys.len() - 1].iter().all(|l| l.ends_with([',', '{']));
        assert!(all_but_last && !keys[keys.len() - 1].ends_with(','), "{language}");
    }
    let mut sources = Vec::new();
    for part in ["crates/titles/src/g1777", "crates/titles/tests/suite/g1777"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap().flatten() {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            assert!(!text.contains("NEW") && !text.contains("new-title"), "{:?}", entry.path());
            sources.push(entry.path());
        }
    }
    assert!(sources.len() >= 11, "{sources:?}");
    let mut parse = Command::new("rustfmt");
    let parsed = parse.args(["--edition", "2024", "--check"]).args(&sources);
    let parsed = parsed.arg("--config-path").arg(&folder).output().unwrap();
    assert!(parsed.status.success(), "{}", String::from_utf8_lossy(&parsed.stdout));

    let again = new_title(&folder, "1777");
    assert!(!again.status.success());
    for bad in ["x", "18 CZ", "../18", "a-b"] {
        assert!(!new_title(&folder, bad).status.success(), "{bad}");
    }
}

#[test]
fn a_skeleton_is_played_at_random() {
    // It is compiled, which takes a while.
    if std::env::var("SIGNALBOX_TESTS").as_deref() != Ok("whole") {
        return;
    }
    let folder = workspace("played");
    assert!(new_title(&folder, "1777").status.success());
    let mut play = Command::new(env!("CARGO"));
    play.args(["test", "--offline", "--package", "titles", "--test", "suite", "g1777::"]);
    // What it depends on has been built.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let played = play.current_dir(&folder).env("CARGO_TARGET_DIR", target).output().unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{said}{}", String::from_utf8_lossy(&played.stderr));
    assert!(said.contains("2 passed"), "{said}");
}
