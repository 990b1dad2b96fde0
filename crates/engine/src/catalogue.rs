//! The catalogue of a title's rules: a text for people that programs can look things up in.

use std::collections::HashMap;

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
}

impl Catalogue {
    /// All rules in the order of the English catalogue, each in this language if it was translated and in English otherwise.
    pub fn rules(&self, language: &str) -> Vec<Rule> {
        let mut rules = rules_in(self.english, "en");
        let Some((name, text)) = self.others.iter().find(|(name, _)| *name == language) else {
            return rules;
        };
        let translated: HashMap<String, Rule> =
            rules_in(text, name).into_iter().map(|rule| (rule.id.clone(), rule)).collect();
        for rule in &mut rules {
            if let Some(found) = translated.get(&rule.id) {
                *rule = found.clone();
            }
        }
        rules
    }
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
}
