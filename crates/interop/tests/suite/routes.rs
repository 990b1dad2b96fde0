//! The best routes of recorded runs against the record and against the search behind the traces.

use crate::recorded_runs::{faults, games, runs};
use crate::size::by_size;

#[test]
fn no_recorded_run_and_no_search_beats_the_proved_best() {
    // CZ-RUN-13, IOW-RECEIVER-3
    let games = games();
    if games.is_empty() {
        eprintln!("not compared: ../shared/corpus is absent");
        return;
    }
    // The games of people, and of the generated ones every eighth; all when the whole is tested.
    let human = |name: &str| name.contains("fixture_");
    let sample = games
        .iter()
        .enumerate()
        .filter(|(i, path)| human(&path.to_string_lossy()) || i % by_size(8, 8, 1) == 0);
    let (mut compared, mut people, mut searched, mut wrong) = (0, 0, 0, Vec::new());
    for (_, path) in sample {
        for run in runs(path) {
            let best = run.best();
            let answer = run.answer(&best);
            wrong.extend(faults(&run, &best, &answer));
            compared += 1;
            people += usize::from(run.is_human());
            searched += usize::from(run.router.is_some_and(|r| r.exhausted));
        }
    }
    println!("{compared} runs, {people} of them by people, {searched} with an exhausted search");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(people > 100 && searched > people, "too few runs compared");
}
