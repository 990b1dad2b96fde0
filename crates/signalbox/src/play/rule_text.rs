//! The text of a rule by its ID, from the catalogues.

/// The text of a rule.
pub fn rule_text(id: &str) -> Option<String> {
    let id = id.to_ascii_uppercase();
    let rule = titles::all()
        .iter()
        .flat_map(|title| title.catalogue().rules("en"))
        .find(|rule| rule.id == id)?;
    Some(format!("{id}: {}", rule.text))
}

#[cfg(test)]
mod tests {
    use super::rule_text;

    #[test]
    fn rules_of_all_catalogues_are_found() {
        for (id, part) in
            [("CZ-SR-13", "sold shares"), ("cz-setup-2", "380"), ("IOW-PUB-53", "undo")]
        {
            let text = rule_text(id).unwrap_or_else(|| panic!("{id} is not found"));
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(rule_text("CZ-SR"), None);
        assert_eq!(rule_text("NO-SUCH-1"), None);
    }
}
