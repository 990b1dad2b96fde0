//! Every recorded game of 1860, state for state.

use std::path::Path;

#[test]
fn recorded_games_of_1860_are_replayed_without_a_difference() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(folder) = std::fs::read_dir(&corpus) else {
        eprintln!("no corpus beside the workspace: nothing to replay");
        return;
    };
    let mut paths: Vec<_> = folder
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|p| {
            let name = p.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            name.contains("1860") && name.ends_with(".game.json")
        })
        .collect();
    paths.sort();
    let mut wrong = Vec::new();
    let mut states = 0;
    for path in &paths {
        let report = interop::verify(path);
        states += report.compared;
        if !report.is_same() {
            wrong.push(format!("{}: {:?}", path.display(), report.verdict));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} games differ:\n{}",
        wrong.len(),
        paths.len(),
        wrong.join("\n")
    );
    println!("{} games, {states} states", paths.len());
}
