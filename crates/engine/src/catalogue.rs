//! The catalogue of a title's rules: a text for people that programs can look things up in.

/// A rule of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// ID.
    pub id: String,
    /// Heading it stands under.
    pub section: String,
    /// Text; lines as they stand in the catalogue.
    pub text: String,
}

/// The rules of a catalogue in order. A rule is a list item that begins with its ID in bold: `- **CZ-SR-13** text`; lines
/// below it that are set in belong to it.
pub fn rules_in(catalogue: &str) -> Vec<Rule> {
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
        };
        let expected = [rule("X-SR-1", "One.\nTwo."), rule("X-SR-2", "Three.")];
        assert_eq!(rules_in(text), expected);
    }
}
