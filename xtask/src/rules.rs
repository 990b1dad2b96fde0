//! The rules in other languages: are they all there, and were they made from the English text of today?
//!
//! `docs/rules/translated.txt` says which English text a translation was made from: `ID fingerprint languages`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LANGUAGES: [&str; 3] = ["cs", "de", "ru"];

/// What stands in the record: which English text, by its fingerprint, stands in which language.
type Record = BTreeMap<(String, String), BTreeSet<String>>;

/// `cargo xtask rules`: tells what is missing, orphaned or older than the English text.
/// `cargo xtask rules accept LANGUAGE [ID...]`: these (or all) translations fit the English text of today.
pub fn run(words: &[String]) -> Result<(), String> {
    let mut words = words.to_vec();
    let folder = match words.iter().position(|w| w == "--folder") {
        Some(at) if at + 1 < words.len() => {
            PathBuf::from(words.drain(at..at + 2).nth(1).unwrap_or_default())
        }
        _ => Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules"),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => report(&folder),
        ["accept", language, ref ids @ ..] if LANGUAGES.contains(&language) => {
            accept(&folder, language, ids)
        }
        _ => Err(format!("cargo xtask rules [accept {} [ID...]]", LANGUAGES.join("|"))),
    }
}

fn report(folder: &Path) -> Result<(), String> {
    let (record, mut faults, mut counted) = (read_record(folder)?, Vec::new(), 0);
    for name in catalogues(folder)? {
        let english = read(folder, &name)?;
        if english.is_empty() {
            continue; // A page about the rules, not a catalogue.
        }
        if !LANGUAGES.iter().any(|language| translation(folder, &name, language).exists()) {
            println!("{name} is not translated");
            continue;
        }
        for language in LANGUAGES {
            let file = name.replace(".md", &format!(".{language}.md"));
            let translated = read(folder, &file).unwrap_or_default();
            for (id, text) in &english {
                let made_from =
                    |r: &&String| record[&(id.clone(), (*r).clone())].contains(language);
                if !translated.contains_key(id) {
                    faults.push(format!("{file}: {id} is missing"));
                } else if !prints(&record, id).any(|r| *r == print(text) && made_from(&r)) {
                    faults.push(format!("{file}: {id} was made from another English text"));
                }
                counted += 1;
            }
            let orphans = translated.keys().filter(|id| !english.contains_key(*id));
            faults.extend(orphans.map(|id| format!("{file}: {id} is not in {name}")));
        }
    }
    if faults.is_empty() {
        println!(
            "{counted} translated rules, none missing, orphaned or older than the English text"
        );
        return Ok(());
    }
    Err(faults.join("\n"))
}

fn accept(folder: &Path, language: &str, ids: &[&str]) -> Result<(), String> {
    let mut record = read_record(folder)?;
    let mut unknown: BTreeSet<&str> = ids.iter().copied().collect();
    for name in catalogues(folder)? {
        let translated =
            read(folder, &name.replace(".md", &format!(".{language}.md"))).unwrap_or_default();
        for (id, text) in read(folder, &name)? {
            if !translated.contains_key(&id) || !(ids.is_empty() || unknown.remove(id.as_str())) {
                continue;
            }
            let earlier: Vec<String> = prints(&record, &id).cloned().collect();
            for earlier in earlier {
                record.entry((id.clone(), earlier)).or_default().remove(language);
            }
            record.entry((id, print(&text))).or_default().insert(language.to_owned());
        }
    }
    if !unknown.is_empty() {
        return Err(format!("not translated, or no such rule: {unknown:?}"));
    }
    let mut lines = String::new();
    for ((id, print), languages) in record.iter().filter(|(_, languages)| !languages.is_empty()) {
        let languages: Vec<&str> = languages.iter().map(String::as_str).collect();
        lines += &format!("{id} {print} {}\n", languages.join(" "));
    }
    fs::write(folder.join("translated.txt"), lines).map_err(|e| e.to_string())
}

fn read_record(folder: &Path) -> Result<Record, String> {
    let text = fs::read_to_string(folder.join("translated.txt")).unwrap_or_default();
    let mut record = Record::new();
    for line in text.lines() {
        let mut words = line.split(' ').map(str::to_owned);
        let (Some(id), Some(print)) = (words.next(), words.next()) else {
            return Err(format!("translated.txt: {line:?} is no line of it"));
        };
        record.insert((id, print), words.collect());
    }
    Ok(record)
}

fn prints<'a>(record: &'a Record, id: &str) -> impl Iterator<Item = &'a String> {
    let id = id.to_owned();
    record.keys().filter(move |(of, _)| *of == id).map(|(_, print)| print)
}

/// English catalogues: files without a language in their names.
fn catalogues(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|n| n.ends_with(".md") && n.matches('.').count() == 1);
    names.sort();
    Ok(names)
}

fn translation(folder: &Path, name: &str, language: &str) -> PathBuf {
    folder.join(name.replace(".md", &format!(".{language}.md")))
}

/// Rules of a catalogue as the engine reads them, but for those that tell only of files of the public platform.
fn read(folder: &Path, name: &str) -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(folder.join(name)).map_err(|e| format!("{name}: {e}"))?;
    let (mut rules, mut open) = (BTreeMap::<String, String>::new(), None);
    for line in text.lines() {
        let item = line.trim_start().strip_prefix("- **").and_then(|rest| rest.split_once("**"));
        if let Some((id, text)) =
            item.filter(|(id, _)| id.split('-').count() >= 3 && !id.contains(' '))
        {
            open = (!id.contains("-PUB-")).then(|| id.to_owned());
            if let Some(id) = &open
                && rules.insert(id.clone(), text.trim().to_owned()).is_some()
            {
                return Err(format!("{name}: {id} stands there twice"));
            }
        } else if line.starts_with("  ") && !line.trim().is_empty() {
            if let Some(rule) = open.as_ref().and_then(|id| rules.get_mut(id)) {
                *rule += &format!("\n{}", line.trim());
            }
        } else {
            open = None;
        }
    }
    Ok(rules)
}

/// FNV-1a, in 32 bits: a changed text is noticed.
fn print(text: &str) -> String {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}
