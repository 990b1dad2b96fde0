//! Housekeeping that can fail: layers, unsafe code, left-over markers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default()
}

/// Crates from the bottom up: a crate may depend only on crates named before it.
const LAYERS: [&str; 10] = [
    "board",
    "routing",
    "engine",
    "titles",
    "interop",
    "render",
    "bots",
    "store",
    "server",
    "signalbox",
];

/// Crates without I/O and unsafe code.
const PURE: [&str; 4] = ["board", "routing", "engine", "titles"];

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
            let below = LAYERS
                .iter()
                .position(|l| *l == dependency)
                .is_some_and(|at| at < level);
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
    for entry in std::fs::read_dir(root().join("crates"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !LAYERS.contains(&name.as_str()) {
            unknown.push(name);
        }
    }
    assert!(
        unknown.is_empty(),
        "crates without a layer: {}",
        unknown.join(", ")
    );
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
        assert!(
            lib.contains("#![forbid(unsafe_code)]"),
            "{name} does not forbid unsafe code"
        );
        let mut files = Vec::new();
        sources(&folder, ".rs", &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            for word in forbidden {
                assert!(
                    !text.contains(word),
                    "{}: {word} in a pure crate",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn the_engine_never_names_a_title() {
    let mut files = Vec::new();
    sources(&root().join("crates/engine/src"), ".rs", &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for title in [
                "cz::",
                "iow::",
                "lilliput::",
                "\"18cz\"",
                "\"1860\"",
                "\"18lilliput\"",
            ] {
                assert!(
                    !code.contains(title),
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
