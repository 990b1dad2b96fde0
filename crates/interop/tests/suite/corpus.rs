//! Every recorded game of the corpus, state for state.

use crate::files::corpus;
use interop::{Verdict, verify_on};

fn differing(part: &str) -> Vec<String> {
    let files = corpus(part);
    let reports: Vec<_> = std::thread::scope(|scope| {
        let half = files.len().div_ceil(2).max(1);
        let threads: Vec<_> = files
            .chunks(half)
            .map(|list| scope.spawn(|| list.iter().map(|f| verify_on(f, 6)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|t| t.join().expect("no panic")).collect()
    });
    let mut lines = Vec::new();
    for report in reports {
        let name =
            report.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
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

fn all_the_same(part: &str) {
    let lines = differing(part);
    assert!(lines.is_empty(), "{} differences\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn games_of_18cz_replay_state_for_state() {
    // CZ-END-2, PUB-46
    all_the_same("18CZ_");
}

#[test]
fn games_of_1889_replay_state_for_state() {
    all_the_same("1889_");
}

#[test]
fn games_of_1860_replay_state_for_state() {
    all_the_same("1860_");
}
