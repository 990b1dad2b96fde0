//! Replaying recorded games and comparing every state.

use crate::{Difference, PublicFile, Replay, Trace, difference};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What came of one game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// Title, if it could be read.
    pub title: String,
    /// Number of players.
    pub players: usize,
    /// Actions in force.
    pub actions: usize,
    /// Moves of ours that they became.
    pub moves: usize,
    /// States compared with a trace.
    pub compared: usize,
    /// Time for reading, playing and comparing.
    pub time: Duration,
    /// The outcome.
    pub verdict: Verdict,
    /// Further differences, one for each field, if more than the first were asked for.
    pub more: Vec<(i64, Difference)>,
}

/// Whether our game is theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything compared is the same.
    Same,
    /// First difference.
    Differs {
        /// Number of the effective action after which it shows; -1 before the first.
        action: i64,
        /// Where and what.
        difference: Difference,
    },
    /// The file or its trace cannot be read.
    Unreadable(String),
}

impl Report {
    /// Whether nothing was wrong.
    pub fn is_same(&self) -> bool {
        self.verdict == Verdict::Same
    }

    /// For machines.
    pub fn to_json(&self) -> Json {
        let mut json = json!({
            "file": self.path.display().to_string(),
            "title": self.title,
            "players": self.players,
            "actions": self.actions,
            "moves": self.moves,
            "states_compared": self.compared,
            "seconds": self.time.as_secs_f64(),
        });
        match &self.verdict {
            Verdict::Same => json["verdict"] = json!("same"),
            Verdict::Differs { action, difference } => {
                json["verdict"] = json!("differs");
                json["action"] = json!(action);
                json["field"] = json!(difference.field);
                json["expected"] = json!(difference.expected);
                json["found"] = json!(difference.found);
            }
            Verdict::Unreadable(why) => {
                json["verdict"] = json!("unreadable");
                json["error"] = json!(why);
            }
        }
        json
    }
}

/// Replays a game file, compares the state after every action with the trace beside it, and the final result with
/// the one recorded. Stops at the first difference.
pub fn verify(path: &Path) -> Report {
    verify_on(path, 1)
}

/// As [`verify`], but goes on until so many fields have differed or an action cannot be played.
pub fn verify_on(path: &Path, most: usize) -> Report {
    let began = Instant::now();
    let mut report = Report {
        path: path.to_owned(),
        title: String::new(),
        players: 0,
        actions: 0,
        moves: 0,
        compared: 0,
        time: Duration::ZERO,
        verdict: Verdict::Same,
        more: Vec::new(),
    };
    let mut found = Found { most, list: Vec::new() };
    let result = check(path, &mut report, &mut found);
    let mut list = found.list.into_iter();
    report.verdict = match (list.next(), result) {
        (Some((action, difference)), _) => Verdict::Differs { action, difference },
        (None, Err(why)) => Verdict::Unreadable(why),
        (None, Ok(())) => Verdict::Same,
    };
    report.more = list.collect();
    report.time = began.elapsed();
    report
}

/// Differences so far, one for each field.
struct Found {
    most: usize,
    list: Vec<(i64, Difference)>,
}

impl Found {
    /// Notes a difference; says whether there are enough.
    fn note(&mut self, action: i64, difference: Option<Difference>) -> bool {
        if let Some(difference) = difference
            && self.list.iter().all(|(_, d)| d.field != difference.field)
        {
            self.list.push((action, difference));
        }
        self.list.len() >= self.most
    }
}

fn read_bounded(path: &Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|e| e.to_string())?.len();
    if size > crate::MOST_BYTES as u64 {
        return Err(crate::ReadError::TooLarge {
            bytes: usize::try_from(size).unwrap_or(usize::MAX),
        }
        .to_string());
    }
    std::fs::read_to_string(path).map_err(|e| e.to_string())
}

fn check(path: &Path, report: &mut Report, found: &mut Found) -> Result<(), String> {
    let file = PublicFile::read(&read_bounded(path)?).map_err(|e| e.to_string())?;
    report.title = crate::action::short(&file.title);
    report.players = file.players.len();
    let mut trace = match Trace::beside(path) {
        Some(path) => Some(Trace::open(&path).map_err(|e| format!("trace: {e}"))?),
        None => None,
    };
    let mut replay = Replay::start(file).map_err(|e| e.to_string())?;
    report.actions = replay.actions().len();
    loop {
        let at = replay.at() as i64 - 1;
        if let Some(trace) = &mut trace {
            let line = trace.next_line().map_err(|e| e.to_string())?;
            let Some(line) = line.filter(|l| l.get("end").is_none()) else {
                return Err(format!("the trace ends after action {}", at - 1));
            };
            if found.note(at, compare(&line, at, &replay)) {
                return Ok(());
            }
            report.compared += 1;
        }
        match replay.step() {
            Ok(true) => report.moves = replay.game().moves().len(),
            Ok(false) => break,
            Err(error) => {
                let (field, expected) = ("action".to_owned(), "accepted".to_owned());
                let found_error = error.to_string();
                found.note(
                    replay.at() as i64,
                    Some(Difference { field, expected, found: found_error }),
                );
                return Ok(());
            }
        }
    }
    let at = replay.at() as i64 - 1;
    if let Some(trace) = &mut trace {
        let line = trace.next_line().map_err(|e| e.to_string())?;
        let Some(end) = line.filter(|l| l.get("end").is_some()) else {
            return Err(format!("the trace goes on after action {at}"));
        };
        if found.note(at, compare_end(&end, &replay)) {
            return Ok(());
        }
    }
    found.note(at, compare_result(&replay));
    Ok(())
}

/// Compares a line of a trace with the position.
fn compare(line: &Json, at: i64, replay: &Replay) -> Option<Difference> {
    let unequal = |field: &str, expected: String, found: String| {
        Some(Difference { field: field.to_owned(), expected, found })
    };
    if line["i"].as_i64() != Some(at) {
        return unequal("i", line["i"].to_string(), at.to_string());
    }
    if let Some(last) = usize::try_from(at).ok().and_then(|i| replay.actions().get(i)) {
        let (id, kind) = (line["id"].as_u64(), line["action"]["type"].as_str());
        if (id, kind) != (Some(last.action.id), Some(last.action.kind.as_str())) {
            let found = format!("{} {}", last.action.id, last.action.kind);
            return unequal("action", format!("{} {}", line["id"], line["action"]["type"]), found);
        }
    }
    let position = replay.position();
    let mut head = replay.translator().head(position);
    if replay.ended_by_hand() {
        let ended = json!({"finished": true, "step": null, "entity": null, "acting": []});
        for (key, value) in ended.as_object().into_iter().flatten() {
            head[key.as_str()] = value.clone();
        }
    }
    let mut expected = Json::Object(
        line.as_object()
            .map(|map| {
                map.iter()
                    .filter(|(k, _)| head.get(k.as_str()).is_some())
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect()
            })
            .unwrap_or_default(),
    );
    // Where several may decide, ours must be one of them.
    if let (Some(any), Some([ours])) =
        (expected["acting"].as_array(), head["acting"].as_array().map(Vec::as_slice))
        && any.contains(ours)
    {
        expected["acting"] = head["acting"].clone();
    }
    normalise(&mut head);
    if let Some(found) = difference(&expected, &head) {
        return Some(found);
    }
    let (mut theirs, mut ours) = (line["state"].clone(), replay.translator().state(position));
    normalise(&mut theirs);
    normalise(&mut ours);
    difference(&theirs, &ours).map(|d| Difference { field: format!("state.{}", d.field), ..d })
}

/// Puts lists whose order has no meaning into one order.
fn normalise(state: &mut Json) {
    fn by_text(list: Option<&mut Json>) {
        if let Some(Json::Array(list)) = list {
            list.sort_by_cached_key(Json::to_string);
        }
    }
    for key in ["discarded", "rusted_variants", "recently_floated", "vaclav_corporations"] {
        by_text(state.get_mut(key));
    }
    if let Some(Json::Array(players)) = state.get_mut("players") {
        for player in players {
            by_text(player.get_mut("companies"));
        }
    }
    if let Some(Json::Object(corporations)) = state.get_mut("corporations") {
        for corporation in corporations.values_mut() {
            by_text(corporation.get_mut("companies"));
            by_text(corporation.get_mut("trains"));
            if let Some(Json::Array(tokens)) = corporation.get_mut("tokens") {
                // Which slot of a city a station stands in has no meaning for the rules.
                for token in tokens.iter_mut() {
                    if let Json::Array(parts) = token {
                        parts.truncate(2);
                    }
                }
                tokens.sort_by_cached_key(Json::to_string);
            }
        }
    }
}

fn ours_by_id(replay: &Replay) -> Vec<(String, i64)> {
    let values = replay.outcome().map(|o| o.values);
    let values = values.unwrap_or_else(|| replay.position().values());
    replay.file.players.iter().zip(values).map(|(p, v)| (p.key.clone(), i64::from(v))).collect()
}

fn compare_values(field: &str, expected: &[(String, i64)], replay: &Replay) -> Option<Difference> {
    let ours = ours_by_id(replay);
    ours.iter().find_map(|(id, value)| {
        let theirs = expected.iter().find(|(k, _)| k == id).map(|(_, v)| *v);
        (theirs != Some(*value)).then(|| Difference {
            field: format!("{field}.{id}"),
            expected: theirs.map_or("nothing".to_owned(), |v| v.to_string()),
            found: value.to_string(),
        })
    })
}

fn pairs(value: &Json) -> Vec<(String, i64)> {
    value
        .as_object()
        .map(|m| m.iter().filter_map(|(k, v)| v.as_i64().map(|n| (k.clone(), n))).collect())
        .unwrap_or_default()
}

fn compare_end(end: &Json, replay: &Replay) -> Option<Difference> {
    let over = replay.outcome();
    let finished = end["end"].as_bool() == Some(true);
    if finished != over.is_some() {
        let (expected, found) = (finished.to_string(), over.is_some().to_string());
        return Some(Difference { field: "end".to_owned(), expected, found });
    }
    if let Some(outcome) = &over
        && let Some(reason) = end["end_reason"].as_str()
        && reason != outcome.reason
    {
        return Some(Difference {
            field: "end_reason".to_owned(),
            expected: reason.to_owned(),
            found: outcome.reason.to_owned(),
        });
    }
    compare_values("result", &pairs(&end[if finished { "result" } else { "values" }]), replay)
}

/// Compares with the result that the file itself records.
fn compare_result(replay: &Replay) -> Option<Difference> {
    let file = &replay.file;
    if !file.finished || file.result.is_empty() {
        return None;
    }
    if replay.outcome().is_none() {
        let (field, expected, found) =
            ("status".to_owned(), "finished".to_owned(), "not over".to_owned());
        return Some(Difference { field, expected, found });
    }
    compare_values("result", &file.result, replay)
}
