//! The catalogue of a title's rules: a text for people that programs can look things up in.

use std::collections::{HashMap, HashSet};

/// A rule of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// ID.
    pub id: String,
    /// Heading it stands under.
    pub section: String,
    /// Text; lines as they stand in the catalogue.
    pub text: String,
    /// Language that heading and text are in.
    pub language: &'static str,
}

/// The catalogue of a title, in English and in other languages.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The one that counts, as [`rules_in`] reads it.
    pub english: &'static str,
    /// Language and text of each translation; it has the IDs of the English one and may leave some out.
    pub others: &'static [(&'static str, &'static str)],
    /// Language and text of the hard cases, English first. They are told for all titles together.
    pub cases: &'static [(&'static str, &'static str)],
}

impl Catalogue {
    /// All rules in the order of the English catalogue, each in this language if it was translated and in English otherwise.
    pub fn rules(&self, language: &str) -> Vec<Rule> {
        translated(rules_in(self.english, "en"), text_in(self.others, language, rules_in))
    }

    /// What had to be decided where texts are silent or disagree: entries `J-1` or `D1` of a list or a table.
    pub fn rulings(&self, language: &str) -> Vec<Rule> {
        translated(rulings_in(self.english, "en"), text_in(self.others, language, rulings_in))
    }

    /// Rules that rest on a decision or on reconstructed data. Whether one does, its English text says.
    pub fn decided(&self, language: &str) -> Vec<Rule> {
        let english = rules_in(self.english, "en");
        let known: HashSet<String> = rulings_in(self.english, "en")
            .into_iter()
            .map(|ruling| ruling.id)
            .chain(english.iter().filter_map(|rule| entry_name(&rule.id)))
            .collect();
        let decided: HashSet<&str> =
            english.iter().filter(|r| is_decided(r, &known)).map(|r| r.id.as_str()).collect();
        let mut rules = self.rules(language);
        rules.retain(|rule| decided.contains(rule.id.as_str()));
        rules
    }

    /// Cases of this title over which players of other programs stumbled: those whose IDs name it (`HARD-CZ-1`).
    pub fn cases(&self, language: &str) -> Vec<Rule> {
        let first = rules_in(self.english, "en").into_iter().next();
        let Some(prefix) = first.and_then(|r| Some(format!("HARD-{}-", r.id.split_once('-')?.0)))
        else {
            return Vec::new();
        };
        let english = text_in(self.cases, "en", rules_in);
        let mut cases = translated(english, text_in(self.cases, language, rules_in));
        cases.retain(|case| case.id.starts_with(&prefix));
        cases
    }
}

// A text of several in a language, read; nothing if it is not there.
fn text_in(
    texts: &[(&'static str, &'static str)],
    language: &str,
    read: fn(&str, &'static str) -> Vec<Rule>,
) -> Vec<Rule> {
    let found = texts.iter().find(|(name, _)| *name == language);
    found.map(|(name, text)| read(text, name)).unwrap_or_default()
}

// Each in the other language, if it is there.
fn translated(mut english: Vec<Rule>, other: Vec<Rule>) -> Vec<Rule> {
    let mut other: HashMap<String, Rule> =
        other.into_iter().map(|rule| (rule.id.clone(), rule)).collect();
    for rule in &mut english {
        if let Some(found) = other.remove(&rule.id) {
            *rule = found;
        }
    }
    english
}

/// The rulings of a catalogue in order: items `- J-1 text` of a list, or rows `| D1 | subject | … |` of a table. Of a row
/// the subject is the first line; each further cell is a line with the name of its column.
pub fn rulings_in(catalogue: &str, language: &'static str) -> Vec<Rule> {
    let (mut rulings, mut section) = (Vec::new(), String::new());
    let mut columns: Vec<&str> = Vec::new();
    for line in catalogue.lines() {
        if line.starts_with('#') {
            section = line.trim_start_matches('#').trim().to_owned();
            columns.clear();
        }
        let cells: Vec<&str> = match line.strip_prefix('|').and_then(|l| l.strip_suffix('|')) {
            Some(row) => row.split('|').map(str::trim).collect(),
            None => Vec::new(),
        };
        if cells.first() == Some(&"#") {
            columns = cells;
            continue;
        }
        let item = line.strip_prefix("- ").and_then(|rest| rest.split_once(' '));
        let (id, text) = match (item, &cells[..]) {
            (Some((id, text)), _) => (id, text.trim().to_owned()),
            (None, [id, subject, rest @ ..]) if !columns.is_empty() => {
                let named = columns.iter().skip(2).zip(rest).map(|(n, c)| format!("\n{n}: {c}"));
                (*id, named.fold((*subject).to_owned(), |text, line| text + &line))
            }
            _ => continue,
        };
        if is_ruling_name(id) {
            rulings.push(Rule { id: id.to_owned(), section: section.clone(), text, language });
        }
    }
    rulings
}

// `J-12` or `D7`.
fn is_ruling_name(id: &str) -> bool {
    let number = id.strip_prefix("J-").or_else(|| id.strip_prefix('D'));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

// How rules name a statement that is a ruling or reconstructed data: `LIL-RULING-3` is R3, `LIL-RECON-9` is C9.
fn entry_name(id: &str) -> Option<String> {
    let (_, rest) = id.split_once('-')?;
    let short = |kind, letter| rest.strip_prefix(kind).map(|number| format!("{letter}{number}"));
    short("RULING-", 'R').or_else(|| short("RECON-", 'C'))
}

// Whether a rule says so, names such an entry where its sources stand, or is one. Hexes have names like `D7` too: so entries
// of tables count in square brackets only.
fn is_decided(rule: &Rule, known: &HashSet<String>) -> bool {
    let word = |c: char| !c.is_alphanumeric() && c != '-';
    let says = |w: &str| matches!(w, "ruling" | "inferred" | "reconstructed" | "reconstruction");
    let names = |open, close, letters: &'static [char]| {
        let inside = rule.text.split(open).skip(1).filter_map(move |rest| rest.split_once(close));
        inside
            .flat_map(move |(inside, _)| inside.split(word))
            .any(|w| w.starts_with(letters) && known.contains(w))
    };
    entry_name(&rule.id).is_some()
        || rule.text.split(word).any(says)
        || names('(', ')', &['J', 'R', 'C'])
        || names('[', ']', &['D', 'J'])
}

/// The rules of a catalogue in order. A rule is a list item that begins with its ID in bold: `- **CZ-SR-13** text`; lines
/// below it that are set in belong to it.
pub fn rules_in(catalogue: &str, language: &'static str) -> Vec<Rule> {
    let (mut rules, mut section) = (Vec::<Rule>::new(), String::new());
    let mut open = false;
    for line in catalogue.lines() {
        if line.starts_with('#') {
            section = line.trim_start_matches('#').trim().to_owned();
            open = false;
        } else if let Some((id, text)) =
            line.trim_start().strip_prefix("- **").and_then(|rest| rest.split_once("**"))
            && id.split('-').count() >= 3
            && !id.contains(' ')
        {
            rules.push(Rule {
                id: id.to_owned(),
                section: section.clone(),
                text: text.trim().to_owned(),
                language,
            });
            open = true;
        } else if open && line.starts_with("  ") && !line.trim().is_empty() {
            if let Some(rule) = rules.last_mut() {
                rule.text.push('\n');
                rule.text.push_str(line.trim());
            }
        } else {
            open = false;
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_its_heading_and_its_lines() {
        let text = "# Book\n## Shares\n- **X-SR-1** One.\n  Two.\n\nAside.\n- **bold** no rule\n- **X-SR-2** Three.";
        let rule = |id: &str, text: &str| Rule {
            id: id.to_owned(),
            section: "Shares".to_owned(),
            text: text.to_owned(),
            language: "en",
        };
        let expected = [rule("X-SR-1", "One.\nTwo."), rule("X-SR-2", "Three.")];
        assert_eq!(rules_in(text, "en"), expected);
    }
    #[test]
    fn a_rule_that_was_not_translated_stays_english() {
        let catalogue = Catalogue {
            english: "## Shares\n- **X-SR-1** One.\n- **X-SR-2** Two.",
            others: &[("cs", "## Akcie\n- **X-SR-2** Dva.\n- **X-SR-9** Nikdo.")],
            cases: &[],
        };
        let told = |language| {
            let rules = catalogue.rules(language).into_iter();
            rules.map(|r| (r.section, r.text, r.language)).collect::<Vec<_>>()
        };
        let of =
            |section: &str, text: &str, language| (section.to_owned(), text.to_owned(), language);
        assert_eq!(told("cs"), [of("Shares", "One.", "en"), of("Akcie", "Dva.", "cs")]);
        assert_eq!(told("pl"), told("en"));
    }

    #[test]
    fn rulings_are_items_of_a_list_or_rows_of_a_table() {
        let text = "## Doubts\n- J-1 No income. Two down.\n- J-x no\n| # | Subject | Ruling |\n|---|---|---|\n| D2 | Cash | 380 |\n| E2 | a | b |\n\
            ## Hexes\n| D4 | river |";
        let told: Vec<_> = rulings_in(text, "en").into_iter().map(|r| (r.id, r.text)).collect();
        let ruling = |id: &str, text: &str| (id.to_owned(), text.to_owned());
        let expected = [ruling("J-1", "No income. Two down."), ruling("D2", "Cash\nRuling: 380")];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_decided_is_the_same_in_every_language() {
        let catalogue = Catalogue {
            english: "- **X-A-1** Printed, on (D2, C1).\n- **X-A-2** Ours. [ruling]\n- **X-A-3** By a table. [PUB; D2]\n\
                - **X-A-4** By a list. (R, J-1)\n- **X-A-5** By an entry (a, R3).\n- **X-RULING-3** Said.\n- **X-A-6** No entry (R4).\n\
                - J-1 Why.\n| # | a |\n| D2 | b |",
            others: &[("de", "- **X-A-1** ruling\n- **X-A-2** Unser.\n- J-1 Warum.")],
            cases: &[
                ("en", "- **HARD-X-1** One.\n- **HARD-Y-1** Another's.\n- **HARD-X-2** Two."),
                ("de", "- **HARD-X-1** Eins."),
            ],
        };
        let ids = |rules: Vec<Rule>| rules.into_iter().map(|r| r.id).collect::<Vec<_>>();
        let expected = ["X-A-2", "X-A-3", "X-A-4", "X-A-5", "X-RULING-3"];
        assert_eq!(ids(catalogue.decided("en")), expected);
        assert_eq!(ids(catalogue.decided("de")), expected);
        assert_eq!(catalogue.decided("de")[0].text, "Unser.");
        let told = |rules: Vec<Rule>| rules.into_iter().map(|r| r.text).collect::<Vec<_>>();
        assert_eq!(told(catalogue.rulings("de")), ["Warum.", "b"]);
        assert_eq!(told(catalogue.cases("de")), ["Eins.", "Two."]);
    }
}
