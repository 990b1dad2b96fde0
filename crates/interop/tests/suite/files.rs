//! Where recorded games lie.

use crate::size::by_size;
use std::path::PathBuf;

/// The recorded games whose names contain `part`; none, and a word about it, where there is no corpus. When tests are quick,
/// of the generated games every fourth.
pub fn corpus(part: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no corpus at {}: nothing compared", folder.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|p| {
        p.to_string_lossy().ends_with(".game.json") && p.to_string_lossy().contains(part)
    });
    files.sort();
    let every = by_size(4, 1, 1);
    let human = |path: &PathBuf| path.to_string_lossy().contains("fixture_");
    let wanted = files.into_iter().enumerate();
    wanted.filter(|(i, path)| human(path) || i % every == 0).map(|(_, path)| path).collect()
}
