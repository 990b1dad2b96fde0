//! `--name value` on the command line.

/// The value of a flag.
pub fn text<'a>(args: &'a [String], name: &str, usual: &'a str) -> &'a str {
    args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).map_or(usual, String::as_str)
}

/// The value of a flag, as a number.
pub fn number(args: &[String], name: &str, usual: usize) -> Result<usize, String> {
    match text(args, name, "") {
        "" => Ok(usual),
        value => value.parse().map_err(|_| format!("{name} wants a number, not {value}")),
    }
}
