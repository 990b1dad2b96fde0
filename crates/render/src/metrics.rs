//! How wide text will be, without asking a font.
//!
//! Pictures are drawn with whatever sans-serif the reader has, so widths are estimates: those of a wide common
//! face, so that plates and fits err on the roomy side.

// Width of a letter in thousandths of the size, bold.
fn letter(c: char) -> u16 {
    match base(c) {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'I' => 300,
        'f' | 't' | 'r' | '(' | ')' | '-' | ' ' | '/' => 370,
        'm' | 'w' => 880,
        'M' | 'W' | '—' | '★' => 900,
        'A' | 'B' | 'C' | 'D' | 'G' | 'H' | 'K' | 'N' | 'O' | 'Q' | 'R' | 'U' | 'V' | 'X' | '&' => {
            700
        }
        'E' | 'F' | 'L' | 'P' | 'S' | 'T' | 'Y' | 'Z' | 'J' => 620,
        's' | 'c' | 'z' | 'k' | 'v' | 'x' | 'y' => 530,
        _ => 590,
    }
}

// The letter without its accent.
fn base(c: char) -> char {
    match c {
        'á' | 'à' | 'ä' | 'â' => 'a',
        'č' | 'ć' => 'c',
        'ď' => 'd',
        'é' | 'ě' | 'è' | 'ë' => 'e',
        'í' | 'ì' | 'ï' => 'i',
        'ň' => 'n',
        'ó' | 'ö' | 'ô' => 'o',
        'ř' => 'r',
        'š' => 's',
        'ť' => 't',
        'ú' | 'ů' | 'ü' => 'u',
        'ý' => 'y',
        'ž' => 'z',
        'Á' | 'Ä' => 'A',
        'Č' => 'C',
        'Ď' => 'D',
        'É' | 'Ě' => 'E',
        'Í' => 'I',
        'Ň' => 'N',
        'Ó' | 'Ö' => 'O',
        'Ř' => 'R',
        'Š' => 'S',
        'Ť' => 'T',
        'Ú' | 'Ů' | 'Ü' => 'U',
        'Ý' => 'Y',
        'Ž' => 'Z',
        c => c,
    }
}

/// Estimated width of bold text of a size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    f64::from(text.chars().map(|c| u32::from(letter(c))).sum::<u32>()) * size / 1000.0
}

/// Text in lines that fit.
pub(crate) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if width(&format!("{} {word}", lines[last]), size) <= room {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A place name so that it fits, and its size: rather a little smaller than shortened, rather shortened than cut.
pub(crate) fn fit(name: &str, size: f64, room: f64) -> (String, f64) {
    let text = shorten(name, size * LEAST, room);
    let w = width(&text, size);
    (text, if w > room { (size * room / w).max(size * LEAST) } else { size })
}

/// How much smaller a name may be set.
const LEAST: f64 = 0.85;

/// The longest form that fits: whole, without its river, with the first word shortened, cut.
fn shorten(name: &str, size: f64, room: f64) -> String {
    let fits = |s: &str| width(s, size) <= room;
    if fits(name) {
        return name.to_owned();
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    // "Ústí nad Labem": what follows a small word is only there to tell it from others.
    let small = words.iter().skip(1).position(|w| w.chars().next().is_some_and(char::is_lowercase));
    let words: Vec<&str> = match small {
        Some(i) => words[..=i].to_vec(),
        None => words,
    };
    let joined = words.join(" ");
    if fits(&joined) {
        return joined;
    }
    if let [first, rest @ ..] = words.as_slice()
        && !rest.is_empty()
    {
        let initial: String = first.chars().take(1).chain(".".chars()).collect();
        let short = format!("{initial} {}", rest.join(" "));
        if fits(&short) {
            return short;
        }
        let last = rest.join(" ");
        if fits(&last) {
            return last;
        }
    }
    let mut cut: Vec<char> = joined.chars().collect();
    while cut.len() > 3 {
        cut.pop();
        while matches!(cut.last(), Some(' ' | '.')) {
            cut.pop();
        }
        let candidate: String = cut.iter().chain(['.'].iter()).collect();
        if fits(&candidate) {
            return candidate;
        }
    }
    cut.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_the_way_people_do() {
        for (name, room, expected) in [
            ("Brno", 60.0, "Brno"),
            ("Ústí nad Labem", 60.0, "Ústí"),
            ("Karlovy Vary", 50.0, "K. Vary"),
            ("České Budějovice", 62.0, "Budějovice"),
            ("Strakonice", 40.0, "Strako."),
        ] {
            let (text, size) = fit(name, 12.2, room);
            assert_eq!(text, expected);
            assert!(width(&text, size) <= room + 0.01);
        }
    }
}
