//! Colours: light and dark, tile stages, routes, tokens; and the style sheet of all pictures.

use std::fmt::Write as _;

/// How a picture gets its colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Colours written out, light. For files, prints and PNG.
    #[default]
    Light,
    /// Colours written out, dark.
    Dark,
    /// A file that follows the reader's light or dark setting.
    Auto,
    /// No style at all: the page that embeds the picture includes [`stylesheet`].
    Page,
}

/// Name, light, dark.
type Tone = (&'static str, &'static str, &'static str);

const TONES: &[Tone] = &[
    ("desk", "#e4e8e6", "#121715"),
    ("panel", "#fbfcfb", "#1b211f"),
    ("panel-2", "#f1f4f2", "#232b28"),
    ("line", "#d2dad6", "#323c38"),
    ("line-2", "#b4bfba", "#4a5751"),
    ("ink", "#17201d", "#e8eeeb"),
    ("ink-2", "#4a5752", "#b3c0ba"),
    ("ink-3", "#55625c", "#98a6a0"),
    ("accent", "#0b5cad", "#7db8f5"),
    ("accent-ink", "#fff", "#07192c"),
    ("accent-soft", "#e1edf9", "#1c3149"),
    ("glow", "#1479e8", "#5fb0ff"),
    ("glow-halo", "#fff", "#0b1218"),
    ("good", "#19683a", "#7fd09b"),
    ("bad", "#a32a20", "#f2978c"),
    ("warn", "#7a5200", "#e6c069"),
    ("land", "#f3f1e8", "#2c3431"),
    ("shut", "#dde1df", "#1d2421"),
    ("hatch", "#c3c9c6", "#34403b"),
    ("yellow", "#f5d565", "#d0b04a"),
    ("green", "#95c59a", "#73a97b"),
    ("brown", "#b27a4c", "#7e5231"),
    ("grey", "#a9b8ca", "#8796ab"),
    ("red", "#ad3531", "#9c2f2c"),
    ("on-brown", "#14191b", "#fff3e0"),
    ("hexline", "#59645f", "#0f1412"),
    ("grid", "rgba(23,32,29,.27)", "rgba(5,9,8,.62)"),
    ("coast", "#3a4541", "#7f8d87"),
    ("purple", "#7a3aa6", "#c795ff"),
    ("bead", "#fff", "#2a1140"),
    ("barrier", "#c02626", "#ff6b5e"),
    ("track", "#14191b", "#0c1011"),
    ("case", "#fffdf6", "#ded6c0"),
    ("slot", "#fffefa", "#f4f1e6"),
    ("slotline", "#14191b", "#0c1011"),
    ("river", "#1f6fae", "#77b9ee"),
    ("water", "#a9cfe8", "#23455c"),
    ("hill", "#8a6a33", "#cfae74"),
    ("mount", "#6b6058", "#b9aea5"),
    ("map-ink", "#17201d", "#dfe7e3"),
    ("map-ink-2", "#545f59", "#a4b2ac"),
    ("r1", "#b8136f", "#ff5cb8"),
    ("r2", "#0a4fc4", "#6fb1ff"),
    ("r3", "#14191b", "#f4f1e6"),
    ("r4", "#006d69", "#4fd8cf"),
    ("rcase", "#fff", "#0c1011"),
    ("zone-1", "#dfeede", "#22382a"),
    ("zone-2", "#f6ebc7", "#3b3419"),
    ("zone-3", "#f3d9d5", "#42231f"),
    ("zone-4", "#dbe4f0", "#233041"),
    ("seat-0", "#c9dcf2", "#2f4c6e"),
    ("seat-1", "#f3d9b6", "#6a4a1f"),
    ("seat-2", "#d6e6cf", "#375438"),
    ("seat-3", "#ead3e6", "#5a3957"),
    ("seat-4", "#d2e8e6", "#2a5350"),
    ("seat-5", "#ece4b4", "#56501e"),
    ("seat-6", "#dcdcdc", "#4a4a4a"),
];

/// Colours that must not lie under text of another name than its own: pairs of ink and ground that occur.
#[cfg(test)]
const PAIRS: &[(&str, &str)] = &[
    ("ink", "panel"),
    ("ink", "panel-2"),
    ("ink", "desk"),
    ("ink-2", "panel"),
    ("ink-2", "panel-2"),
    ("ink-3", "panel"),
    ("ink-3", "desk"),
    ("map-ink", "land"),
    ("map-ink-2", "land"),
    ("map-ink-2", "shut"),
    ("river", "land"),
    ("on-brown", "brown"),
    ("accent-ink", "accent"),
    ("rcase", "r1"),
    ("rcase", "r2"),
    ("rcase", "r3"),
    ("rcase", "r4"),
    ("ink", "zone-1"),
    ("ink", "zone-2"),
    ("ink", "zone-3"),
    ("ink", "zone-4"),
    ("ink", "seat-0"),
    ("ink", "seat-1"),
    ("ink", "seat-2"),
    ("ink", "seat-3"),
    ("ink", "seat-4"),
    ("ink", "seat-5"),
    ("ink", "seat-6"),
    ("bad", "panel"),
];

/// Fonts that need no download. The condensed face at the end is what many servers have.
const SANS: &str = "'Segoe UI Variable Text','Segoe UI',Roboto,'Helvetica Neue',Lato,'Noto Sans','DejaVu Sans Condensed',\
                    Arial,sans-serif";

// Selectors are kept to classes and descent: PNG is made by a renderer that knows no more, and no variables.
const RULES: &str = include_str!("picture.css");

/// A colour by name, written out.
pub(crate) fn tone(name: &str, dark: bool) -> &'static str {
    TONES.iter().find(|t| t.0 == name).map_or("#000", |t| if dark { t.2 } else { t.1 })
}

fn variables(dark: bool) -> String {
    TONES.iter().fold(String::new(), |mut out, t| {
        let _ = write!(out, "--{}:{};", t.0, if dark { t.2 } else { t.1 });
        out
    })
}

fn resolved(dark: bool) -> String {
    let mut out = String::with_capacity(RULES.len());
    let mut rest = RULES;
    while let Some(i) = rest.find("var(--") {
        out.push_str(&rest[..i]);
        let tail = &rest[i + 6..];
        let end = tail.find(')').unwrap_or(tail.len());
        out.push_str(if &tail[..end] == "sans" { SANS } else { tone(&tail[..end], dark) });
        rest = tail.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    squeeze(&out)
}

// Comments and line ends out.
fn squeeze(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(i) = rest.find("/*") {
        out.push_str(&rest[..i]);
        rest = rest[i..].find("*/").map_or("", |j| &rest[i + j + 2..]);
    }
    out.push_str(rest);
    out.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

/// The style sheet for a page that embeds pictures drawn with [`Theme::Page`]: the palette as variables on `:root`
/// (`data-theme="dark"` or `"light"` forces one, otherwise the reader's setting counts) and the rules of the
/// pictures, all below the class `pic`.
pub fn stylesheet() -> String {
    let tones = TONES.iter().fold(String::new(), |mut out, (name, light, dark)| {
        let _ = write!(out, "--{name}:light-dark({light},{dark});");
        out
    });
    format!(
        ":root{{color-scheme:light dark;--sans:{SANS};{tones}}}\n\
         :root[data-theme=light]{{color-scheme:light}}\n\
         :root[data-theme=dark]{{color-scheme:dark}}\n{}\n",
        squeeze(RULES)
    )
}

/// The `<style>` of a picture.
pub(crate) fn style(theme: Theme) -> String {
    match theme {
        Theme::Page => String::new(),
        Theme::Light => format!("<style>{}</style>", resolved(false)),
        Theme::Dark => format!("<style>{}</style>", resolved(true)),
        Theme::Auto => format!(
            "<style>.pic{{--sans:{SANS};{}}}@media (prefers-color-scheme:dark){{.pic{{{}}}}}{}</style>",
            variables(false),
            variables(true),
            squeeze(RULES)
        ),
    }
}

/// Red, green, blue of `#rrggbb` or `#rgb`.
fn rgb(colour: &str) -> Option<[u8; 3]> {
    let hex = colour.strip_prefix('#')?;
    let digit = |i: usize| hex.get(i..=i).and_then(|d| u8::from_str_radix(d, 16).ok());
    match hex.len() {
        3 => Some([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17]),
        6 => Some([
            digit(0)? * 16 + digit(1)?,
            digit(2)? * 16 + digit(3)?,
            digit(4)? * 16 + digit(5)?,
        ]),
        _ => None,
    }
}

fn luminance([r, g, b]: [u8; 3]) -> f64 {
    let part = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

/// Contrast of two colours, 1 to 21.
pub fn contrast(a: &str, b: &str) -> f64 {
    let (Some(a), Some(b)) = (rgb(a), rgb(b)) else {
        return 1.0;
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Dark text on tokens and badges.
pub(crate) const DARK: &str = "#14191b";
const LIGHT: &str = "#ffffff";
// NOTES of the visual direction: every pair of token and initials reaches this.
const LEGIBLE: f64 = 4.9;

/// Colour of a token and of the initials on it: the printed colours, the ground shifted as little as makes the initials
/// legible. Initials are dark or white as printed; where nothing sensible is printed, whichever is seen better.
pub fn token_colours(printed: &str, text: &str) -> (String, &'static str) {
    let Some(mut colour) = rgb(printed) else {
        return ("#a7abae".to_owned(), DARK);
    };
    let show = |c: [u8; 3]| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
    let better =
        if contrast(&show(colour), DARK) >= contrast(&show(colour), LIGHT) { DARK } else { LIGHT };
    let told = rgb(text).map(|c| if luminance(c) > 0.5 { LIGHT } else { DARK });
    // A printed pair that is far from legible is not worth a colour nobody recognises.
    let ink = told.filter(|ink| contrast(&show(colour), ink) >= LEGIBLE / 2.0).unwrap_or(better);
    while contrast(&show(colour), ink) < LEGIBLE {
        for part in &mut colour {
            let value = i32::from(*part);
            let next =
                if ink == LIGHT { value - 1 - value / 32 } else { value + 1 + (255 - value) / 32 };
            *part = next.clamp(0, 255) as u8;
        }
    }
    (show(colour), ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_contrast_on_its_ground() {
        for dark in [false, true] {
            for &(ink, ground) in PAIRS {
                let c = contrast(tone(ink, dark), tone(ground, dark));
                assert!(c >= 4.5, "{ink} on {ground}, dark {dark}: {c:.2}");
            }
            for stage in ["yellow", "green", "grey"] {
                let c = contrast(DARK, tone(stage, dark));
                assert!(c >= 4.5, "names on {stage}, dark {dark}: {c:.2}");
            }
        }
    }

    #[test]
    fn initials_are_legible_on_any_colour() {
        for r in (0..=255).step_by(51) {
            for g in (0..=255).step_by(51) {
                for b in (0..=255).step_by(51) {
                    let printed = format!("#{r:02x}{g:02x}{b:02x}");
                    for text in ["#000000", "#ffffff", ""] {
                        let (ground, ink) = token_colours(&printed, text);
                        assert!(contrast(&ground, ink) >= LEGIBLE, "{printed} with {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn written_out_styles_know_every_colour_they_use() {
        for theme in [Theme::Light, Theme::Dark] {
            assert!(!style(theme).contains("var("), "{theme:?}");
        }
        let mut rest = RULES;
        while let Some(i) = rest.find("var(--") {
            rest = &rest[i + 6..];
            let name = &rest[..rest.find(')').expect("closed")];
            assert!(name == "sans" || TONES.iter().any(|t| t.0 == name), "unknown colour {name}");
        }
    }
}
