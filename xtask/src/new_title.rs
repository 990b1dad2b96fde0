//! `new-title`: the skeleton of a title, which compiles and is played at random.
//!
//! What it writes stands in `xtask/skeleton`: a plain title of stock rounds and operating rounds, put together from the
//! parts of the engine. `docs/adding-a-title.md` says how to go on.

use crate::run::{command, root, succeed};
use std::path::{Path, PathBuf};

/// A file of the skeleton and where it goes; `NAME` is the name of the title.
const FILES: [(&str, &str); 13] = [
    ("crates/titles/src/gNAME/mod.rs", include_str!("../skeleton/src/mod.rs")),
    ("crates/titles/src/gNAME/title.rs", include_str!("../skeleton/src/title.rs")),
    ("crates/titles/src/gNAME/printed.rs", include_str!("../skeleton/src/printed.rs")),
    ("crates/titles/src/gNAME/state.rs", include_str!("../skeleton/src/state.rs")),
    ("crates/titles/src/gNAME/position.rs", include_str!("../skeleton/src/position.rs")),
    ("crates/titles/src/gNAME/refusals.rs", include_str!("../skeleton/src/refusals.rs")),
    ("crates/titles/src/gNAME/stock.rs", include_str!("../skeleton/src/stock.rs")),
    ("crates/titles/src/gNAME/operating.rs", include_str!("../skeleton/src/operating.rs")),
    ("crates/titles/src/gNAME/arranged.rs", include_str!("../skeleton/src/arranged.rs")),
    ("crates/titles/data/NAME.json", include_str!("../skeleton/data.json")),
    ("docs/rules/NAME.md", include_str!("../skeleton/rules.md")),
    ("crates/titles/tests/suite/gNAME/mod.rs", include_str!("../skeleton/tests/mod.rs")),
    ("crates/titles/tests/suite/gNAME/battery.rs", include_str!("../skeleton/tests/battery.rs")),
];

/// What the page says about a title before somebody has written it: language, and the texts of its keys.
const TEXTS: [(&str, &str, &str); 4] = [
    ("en", "Standard game", "Not described yet."),
    ("cs", "Základní hra", "Zatím bez popisu."),
    ("de", "Standardspiel", "Noch nicht beschrieben."),
    ("ru", "Обычная игра", "Описания пока нет."),
];

/// Makes a title: `new-title NAME [--into FOLDER]`.
pub fn make(words: &[String]) -> Result<(), String> {
    let (name, folder) = match words {
        [name] => (name, root()),
        [name, into, folder] if into == "--into" => (name, PathBuf::from(folder)),
        _ => return Err("cargo xtask new-title NAME [--into FOLDER]".to_owned()),
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !(2..=16).contains(&name.len()) || !name.chars().all(plain) {
        return Err(format!("{name} is no name: 2 to 16 small letters and digits"));
    }
    if FILES.iter().any(|(path, _)| folder.join(path.replace("NAME", name)).exists()) {
        return Err(format!("there is something called {name} already"));
    }
    // Everything is read and changed before anything is written.
    let mut written: Vec<(PathBuf, String)> = Vec::new();
    for (path, text) in FILES {
        written.push((folder.join(path.replace("NAME", name)), named(text, name)));
    }
    let registry = folder.join("crates/titles/src/lib.rs");
    written.push((registry.clone(), registered(&read(&registry)?, name)?));
    let suite = folder.join("crates/titles/tests/suite/main.rs");
    let text = read(&suite)?;
    let at = text.find("\nmod ").ok_or("the test suite has no modules")? + 1;
    written.push((suite, format!("{}mod g{name};\n{}", &text[..at], &text[at..])));
    for (language, standard, nothing) in TEXTS {
        let path = folder.join(format!("web/lang/{language}.json"));
        let texts = [
            (format!("about-{name}"), nothing),
            (format!("length-{name}"), "–"),
            (format!("more-{name}"), nothing),
            (format!("variant-{name}-standard"), standard),
            (format!("variant-{name}-standard-why"), nothing),
        ];
        let text =
            texts.iter().fold(read(&path)?, |text, (key, value)| with_text(&text, key, value));
        written.push((path, text));
    }
    for (path, text) in &written {
        let parent = path.parent().ok_or("a file has a folder")?;
        std::fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}", path.strip_prefix(&folder).unwrap_or(path).display());
    }
    let sources: Vec<&PathBuf> = written
        .iter()
        .map(|(path, _)| path)
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect();
    // Names have other lengths than in the skeleton.
    succeed(command("rustfmt", &["--edition", "2024"]).args(sources).current_dir(&folder))?;
    println!("\nPlay it: cargo test --package titles g{name}");
    println!("Go on as docs/adding-a-title.md says.");
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

// A file of the skeleton with the names of the title. Rules are called after it.
fn named(text: &str, name: &str) -> String {
    let upper = name.to_uppercase();
    text.replace("NEW_NAME", name)
        .replace("NEW-", &format!("G{upper}-"))
        .replace("NewPosition", &format!("G{upper}Position"))
        .replace("new-title", name)
        .replace("gnew", &format!("g{name}"))
}

// One more module and one more entry in the list of titles.
fn registered(text: &str, name: &str) -> Result<String, String> {
    let no = || "the list of titles in crates/titles/src/lib.rs is not as it was".to_owned();
    let (before, rest) = text.split_once("pub mod ").ok_or_else(no)?;
    let text = format!("{before}pub mod g{name};\npub mod {rest}");
    let (before, rest) = text.split_once("[&dyn Title; ").ok_or_else(no)?;
    let (count, rest) = rest.split_once(']').ok_or_else(no)?;
    let more = count.trim().parse::<usize>().map_err(|_| no())? + 1;
    let (list, rest) = rest.split_once("];").ok_or_else(no)?;
    Ok(format!("{before}[&dyn Title; {more}]{}, &g{name}::TITLE];{rest}", list.trim_end()))
}

// A text more, in the order of keys: one line for each.
fn with_text(text: &str, key: &str, value: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_text = |line: &String| line.starts_with(" \"");
    let new = format!(" \"{key}\": \"{value}\",");
    let at = lines.iter().position(|line| is_text(line) && *line > new);
    match (at, lines.iter().rposition(is_text)) {
        (Some(at), _) => lines.insert(at, new),
        (None, Some(last)) => {
            lines[last].push(',');
            lines.insert(last + 1, new.trim_end_matches(',').to_owned());
        }
        (None, None) => {}
    }
    lines.join("\n") + "\n"
}
