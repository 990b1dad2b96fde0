//! Where recorded games lie.

use crate::size::by_size;
use std::path::PathBuf;

/// Folders of recorded games, beside the repository.
const FOLDERS: [&str; 2] = ["corpus", "corpus-1889"];

/// The recorded games whose names contain `part`; none, and a word about it, where a folder is missing. When tests are
/// quick, of the generated games every fourth.
pub fn corpus(part: &str) -> Vec<PathBuf> {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in FOLDERS.map(|name| shared.join(name)) {
        match std::fs::read_dir(&folder) {
            Ok(entries) => files.extend(entries.filter_map(|e| e.ok().map(|e| e.path()))),
            Err(_) => eprintln!("no corpus at {}: nothing compared", folder.display()),
        }
    }
    files.retain(|p| {
        p.to_string_lossy().ends_with(".game.json") && p.to_string_lossy().contains(part)
    });
    files.sort();
    let every = by_size(4, 1, 1);
    let human = |path: &PathBuf| path.to_string_lossy().contains("fixture_");
    let wanted = files.into_iter().enumerate();
    wanted.filter(|(i, path)| human(path) || i % every == 0).map(|(_, path)| path).collect()
}
