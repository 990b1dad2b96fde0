//! Texts of the page that titles ask for by their data, in every language.

use serde_json::{Map, Value};

fn languages() -> [(&'static str, Map<String, Value>); 4] {
    let read = |text: &str| serde_json::from_str(text).expect("a file of texts");
    [
        ("en", read(include_str!("../../../../web/lang/en.json"))),
        ("cs", read(include_str!("../../../../web/lang/cs.json"))),
        ("de", read(include_str!("../../../../web/lang/de.json"))),
        ("ru", read(include_str!("../../../../web/lang/ru.json"))),
    ]
}

#[test]
fn every_variant_and_option_is_explained_in_every_language() {
    let mut missing = Vec::new();
    let mut asked = 0;
    for (language, texts) in languages() {
        let mut needs = |keys: &[String]| {
            asked += 1;
            if !keys.iter().any(|key| texts.contains_key(key)) {
                missing.push(format!("{language}: {}", keys[0]));
            }
        };
        for title in titles::all() {
            for variant in title.variants() {
                let name = format!("variant-{}-{}", title.id(), variant.id);
                needs(&[format!("{name}-why")]);
                needs(&[name]);
                for option in variant.options {
                    needs(&[format!("option-{}", option.id)]);
                    needs(&[format!("option-{}-why", option.id)]);
                    // A letter or number speaks for itself.
                    for word in option.words.iter().filter(|w| w.len() > 1) {
                        needs(&[format!("word-{}-{word}", option.id), format!("word-{word}")]);
                    }
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert!(asked > 400, "only {asked} texts were asked for");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
