//! Housekeeping that can fail: layers, unsafe code, left-over markers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Crates from the bottom up: a crate may depend only on crates named before it.
const LAYERS: [&str; 15] = [
    "board",
    "routing",
    "engine",
    "older",
    "titles",
    "lessons",
    "interop",
    "render",
    "bots",
    "analysis",
    "learn",
    "protocol",
    "store",
    "server",
    "signalbox",
];

/// Crates without I/O and unsafe code.
const PURE: [&str; 8] =
    ["board", "routing", "engine", "older", "titles", "lessons", "analysis", "protocol"];

fn own_dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        let line = line.trim();
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]"
            && let Some(name) = line.split(['.', ' ', '=']).next()
            && LAYERS.contains(&name)
        {
            found.push(name.to_owned());
        }
    }
    found
}

fn sources(folder: &Path, ending: &str, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && name != "node_modules" && name != ".git" {
            sources(&path, ending, all);
        } else if path.to_string_lossy().ends_with(ending) {
            all.push(path);
        }
    }
}

#[test]
fn dependencies_point_down_only() {
    let mut wrong = Vec::new();
    for (level, name) in LAYERS.iter().enumerate() {
        let manifest = std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml"))
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        for dependency in own_dependencies(&manifest) {
            let below = LAYERS.iter().position(|l| *l == dependency).is_some_and(|at| at < level);
            if !below {
                wrong.push(format!("{name} -> {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "against the layers: {}", wrong.join(", "));
}

#[test]
fn every_crate_has_a_layer() {
    let mut unknown = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !LAYERS.contains(&name.as_str()) {
            unknown.push(name);
        }
    }
    assert!(unknown.is_empty(), "crates without a layer: {}", unknown.join(", "));
}

#[test]
fn pure_crates_forbid_unsafe_and_do_no_io() {
    let forbidden = [
        "std::fs",
        "std::net",
        "std::process",
        "std::time::Instant",
        "SystemTime",
        "std::env::",
        "println!",
    ];
    for name in PURE {
        let folder = root().join("crates").join(name).join("src");
        let lib = std::fs::read_to_string(folder.join("lib.rs")).unwrap_or_default();
        assert!(lib.contains("#![forbid(unsafe_code)]"), "{name} does not forbid unsafe code");
        let mut files = Vec::new();
        sources(&folder, ".rs", &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for word in forbidden {
                assert!(!text.contains(word), "{}: {word} in a pure crate", file.display());
            }
        }
    }
}

#[test]
fn the_engine_never_names_a_title() {
    let titles: Vec<String> = std::fs::read_dir(root().join("crates/titles/src"))
        .expect("the titles are there")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with('g') && !name.ends_with(".rs"))
        .collect();
    assert!(titles.len() >= 3, "{titles:?}");
    let mut files = Vec::new();
    sources(&root().join("crates/engine/src"), ".rs", &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for title in &titles {
                let quoted = format!("\"{}\"", &title[1..]);
                assert!(
                    !code.contains(&format!("{title}::")) && !code.contains(&quoted),
                    "{}:{}: {line}",
                    file.display(),
                    number + 1
                );
            }
        }
    }
}

#[test]
fn nothing_is_left_half_done() {
    let mut files = Vec::new();
    sources(&root().join("crates"), ".rs", &mut files);
    sources(&root().join("web/js"), ".js", &mut files);
    let markers = [
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("FIX", "ME"),
        concat!("#[", "ignore"),
    ];
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for marker in markers {
            let n = text.matches(marker).count();
            if n > 0 {
                found.insert(format!("{} {marker}", file.display()), n);
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

/// The names that stand after `crate::`, also in braces: `crate::{a, b::C}` names `a` and `b`.
fn named_from_root(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let word = |text: &str| -> String {
            let text = text.trim_start();
            let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
            text[..end.unwrap_or(text.len())].to_owned()
        };
        if !rest.starts_with('{') {
            found.push(word(rest));
            continue;
        }
        let mut depth = 0;
        for (i, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && (c == '{' || c == ',') {
                found.push(word(&rest[i + 1..]));
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// Code without comments and without the tests at its end.
fn code_of(text: &str) -> String {
    let until = text.find("#[cfg(test)]").unwrap_or(text.len());
    let lines = text[..until].lines();
    lines.map(|l| l.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Which modules of a crate name which. A folder and its file are one module; what the root hands on counts as its home.
fn modules(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut files = Vec::new();
    sources(src, ".rs", &mut files);
    for file in files {
        let inside = file.strip_prefix(src).unwrap_or(&file);
        let first = inside.iter().next().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        *texts.entry(first.trim_end_matches(".rs").to_owned()).or_default() += &code_of(&text);
    }
    let root = texts.remove("lib").unwrap_or_default();
    let mut homes: BTreeMap<String, String> = BTreeMap::new();
    for line in root.split(';') {
        if let Some(path) = line.trim().strip_prefix("pub use ")
            && let Some((home, names)) = path.split_once("::")
        {
            for name in names.split(|c: char| !c.is_alphanumeric() && c != '_') {
                homes.insert(name.to_owned(), home.to_owned());
            }
        }
    }
    let mut graph = BTreeMap::new();
    for (module, text) in &texts {
        let mut uses = BTreeSet::new();
        for name in named_from_root(text) {
            let home = if texts.contains_key(&name) { Some(&name) } else { homes.get(&name) };
            uses.extend(home.filter(|h| *h != module).cloned());
        }
        graph.insert(module.clone(), uses);
    }
    graph
}

/// A way along the arrows that comes back to where it began.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk<'a>(
        graph: &'a BTreeMap<String, BTreeSet<String>>,
        at: &'a str,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(begun) = way.iter().position(|m| *m == at) {
            let round = way[begun..].iter().chain([&at]);
            return Some(round.map(|m| (*m).to_owned()).collect());
        }
        if !done.contains(at) {
            way.push(at);
            for next in graph.get(at).into_iter().flatten() {
                if let Some(found) = walk(graph, next, way, done) {
                    return Some(found);
                }
            }
            way.pop();
            done.insert(at);
        }
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| walk(graph, start, &mut Vec::new(), &mut done))
}

#[test]
fn the_files_of_the_server_name_each_other_in_one_direction() {
    let graph = modules(&root().join("crates/server/src"));
    assert!(graph.len() > 20, "the files are found: {graph:?}");
    let uses = |a: &str, b: &str| graph.get(a).is_some_and(|to| to.contains(b));
    assert!(uses("lobby", "app") && uses("router", "guard"), "{graph:?}");
    if let Some(round) = circle(&graph) {
        panic!("a circle of files: {}", round.join(" -> "));
    }
}

#[test]
fn a_circle_is_found_and_named() {
    let to = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    graph.insert("a".into(), to(&["b"]));
    graph.insert("b".into(), to(&["c"]));
    graph.insert("c".into(), to(&[]));
    assert_eq!(circle(&graph), None);
    graph.insert("c".into(), to(&["b"]));
    assert_eq!(circle(&graph), Some(vec!["b".into(), "c".into(), "b".into()]));
    let code = "use crate::{a, b::{C, d}, e};\nlet f = crate::f::g();";
    assert_eq!(named_from_root(code), ["a", "b", "e", "f"]);
}
