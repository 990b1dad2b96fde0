//! What a terminal gets that a pipe does not: colours.

use std::io::{IsTerminal, Write};

/// A colour or weight.
#[derive(Clone, Copy)]
pub enum Ink {
    Bold,
    Dim,
    Red,
    Green,
    Yellow,
}

/// Whether standard output takes colours: a terminal, and nobody asked for none.
pub fn coloured() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// The text in a colour, where colours are wanted.
pub fn paint(ink: Ink, text: impl std::fmt::Display) -> String {
    if !coloured() {
        return text.to_string();
    }
    let code = match ink {
        Ink::Bold => 1,
        Ink::Dim => 2,
        Ink::Red => 31,
        Ink::Green => 32,
        Ink::Yellow => 33,
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// Prints a line; a reader that went away (`| head`) is no error.
pub fn say(text: impl std::fmt::Display) {
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Prints JSON.
pub fn say_json(value: &serde_json::Value) {
    say(serde_json::to_string_pretty(value).unwrap_or_default());
}

/// Prints a line beside the output proper.
pub fn say_aside(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Prints an error with its causes.
pub fn say_error(error: &anyhow::Error) {
    let _ = writeln!(std::io::stderr(), "error: {error:#}");
}
