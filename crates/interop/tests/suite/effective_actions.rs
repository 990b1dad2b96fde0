//! The resolved list of actions against the traces of the corpus.

use crate::files::corpus;
use interop::{PublicFile, Trace};

#[test]
fn effective_actions_are_numbered_as_in_the_traces() {
    // IOW-PUB-51, IOW-PUB-53, IOW-PUB-70
    for path in corpus("") {
        let file = PublicFile::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let ours: Vec<_> = file
            .effective()
            .unwrap()
            .iter()
            .map(|e| (e.action.id, e.action.kind.clone(), e.action.entity.clone(), e.auto, e.noop))
            .collect();
        let mut trace =
            Trace::open(&Trace::beside(&path).expect("a trace beside every game")).unwrap();
        let mut theirs = Vec::new();
        while let Some(line) = trace.next_line().unwrap() {
            if line["action"].is_object() {
                let entity = &line["action"]["entity"];
                let entity = entity.as_str().map_or_else(|| entity.to_string(), str::to_owned);
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
