//! What of the tests somebody wants to run: `cargo xtask test cz stock`.

/// A part of the tests.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// Rust tests of a package whose names match all words.
    Rust {
        /// The package.
        package: String,
        /// Part of a test's path: `g18cz::stock`.
        filter: Option<String>,
    },
    /// Browser tests whose file's name has the word.
    Pages {
        /// `lobby` for `lobby.test.mjs`.
        file: Option<String>,
    },
    /// Requests made from the description of the interface.
    Requests,
    /// Tests of the Python package whose names have the word.
    Python {
        /// A word for `pytest -k`.
        filter: Option<String>,
    },
}

/// Reads the words; `known` are the packages there are, `titles` the folders of the titles.
pub fn part(words: &[String], known: &[String], titles: &[String]) -> Result<Part, String> {
    let [first, rest @ ..] = words else {
        return Err("nothing is named".to_owned());
    };
    let rest = rest.join("::");
    let rest = (!rest.is_empty()).then_some(rest);
    if first == "pages" {
        return Ok(Part::Pages { file: rest });
    }
    if first == "requests" {
        return Ok(Part::Requests);
    }
    if first == "python" {
        return Ok(Part::Python { filter: rest });
    }
    // `18cz` and `cz` both mean the folder `g18cz`.
    if let Some(module) = titles.iter().find(|title| title.ends_with(first.as_str())) {
        let filter = rest.map_or_else(|| format!("{module}::"), |rest| format!("{module}::{rest}"));
        return Ok(Part::Rust { package: "titles".to_owned(), filter: Some(filter) });
    }
    if known.contains(first) {
        return Ok(Part::Rust { package: first.clone(), filter: rest });
    }
    Err(format!(
        "no tests are called {first}; there are {}, pages, requests, python, {}",
        titles.join(", "),
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::{Part, part};

    fn read(words: &str) -> Result<Part, String> {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let known = ["engine", "titles"].map(str::to_owned);
        let titles = ["g18cz", "g1860"].map(str::to_owned);
        part(&words, &known, &titles)
    }

    #[test]
    fn words_pick_a_part() {
        let rust = |package: &str, filter: Option<&str>| {
            Ok(Part::Rust { package: package.to_owned(), filter: filter.map(str::to_owned) })
        };
        assert_eq!(read("cz stock"), rust("titles", Some("g18cz::stock")));
        assert_eq!(read("1860"), rust("titles", Some("g1860::")));
        assert_eq!(read("engine money"), rust("engine", Some("money")));
        assert_eq!(read("engine"), rust("engine", None));
        let pages = Part::Pages { file: Some("lobby".to_owned()) };
        assert_eq!(read("pages lobby"), Ok(pages));
        let python = Part::Python { filter: Some("routes".to_owned()) };
        assert_eq!(read("python routes"), Ok(python));
        assert!(read("nonsense").is_err_and(|e| e.contains("engine")));
    }
}
