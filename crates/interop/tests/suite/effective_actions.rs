//! The resolved list of actions against the traces of the corpus.

use interop::{PublicFile, Trace};
use std::path::PathBuf;

fn corpus() -> Option<Vec<PathBuf>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no corpus at {}: nothing compared", folder.display());
        return None;
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|p| p.to_string_lossy().ends_with(".game.json"));
    files.sort();
    Some(files)
}

#[test]
fn effective_actions_are_numbered_as_in_the_traces() {
    // IOW-PUB-51, IOW-PUB-53, IOW-PUB-70
    let Some(files) = corpus() else { return };
    for path in files {
        let file = PublicFile::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let ours: Vec<_> = file
            .effective()
            .unwrap()
            .iter()
            .map(|e| {
                (
                    e.action.id,
                    e.action.kind.clone(),
                    e.action.entity.clone(),
                    e.auto,
                    e.noop,
                )
            })
            .collect();
        let mut trace =
            Trace::open(&Trace::beside(&path).expect("a trace beside every game")).unwrap();
        let mut theirs = Vec::new();
        while let Some(line) = trace.next_line().unwrap() {
            if line["action"].is_object() {
                let entity = &line["action"]["entity"];
                let entity = entity
                    .as_str()
                    .map_or_else(|| entity.to_string(), str::to_owned);
                let kind = line["action"]["type"].as_str().unwrap().to_owned();
                let flag = |name: &str| line[name].as_bool() == Some(true);
                theirs.push((
                    line["id"].as_u64().unwrap(),
                    kind,
                    entity,
                    flag("auto"),
                    flag("noop"),
                ));
            }
        }
        assert_eq!(ours, theirs, "{}", path.display());
    }
}
