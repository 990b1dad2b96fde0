//! Every recorded game of the corpus, state for state.

use interop::{Verdict, verify_on};
use std::path::PathBuf;

fn differing(part: &str) -> Vec<String> {
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
    let reports: Vec<_> = std::thread::scope(|scope| {
        let half = files.len().div_ceil(2).max(1);
        let threads: Vec<_> = files
            .chunks(half)
            .map(|list| scope.spawn(|| list.iter().map(|f| verify_on(f, 6)).collect::<Vec<_>>()))
            .collect();
        threads
            .into_iter()
            .flat_map(|t| t.join().expect("no panic"))
            .collect()
    });
    let mut lines = Vec::new();
    for report in reports {
        let name = report
            .path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        match report.verdict {
            Verdict::Same => {}
            Verdict::Unreadable(why) => lines.push(format!("{name}: {why}")),
            Verdict::Differs { action, difference } => {
                for (action, d) in std::iter::once((action, difference)).chain(report.more) {
                    lines.push(format!(
                        "{name} action {action} {}: expected {}, found {}",
                        d.field, d.expected, d.found
                    ));
                }
            }
        }
    }
    lines
}

#[test]
fn games_of_18cz_replay_state_for_state() {
    // CZ-END-2, PUB-46
    let lines = differing("18CZ_");
    assert!(
        lines.is_empty(),
        "{} differences\n{}",
        lines.len(),
        lines.join("\n")
    );
}
