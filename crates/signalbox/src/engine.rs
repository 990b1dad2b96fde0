//! `signalbox engine`: the engine for other programs.

use anyhow::Result;
use bots::Level;
use protocol::{Bounds, Session};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::Instant;

/// Answer other programs: requests as JSON lines on standard input, answers on standard output.
///
/// `docs/engine-protocol.md` describes them. What cannot be answered gets an error with the number of its line; nothing but
/// the end of the input or `{"do": "quit"}` ends the program.
#[derive(clap::Args)]
pub struct Args {
    /// Level of hints that name none: random, easy, standard, strong
    #[arg(long, default_value = "strong")]
    level: Level,
    /// Most games at once
    #[arg(long, value_name = "N", default_value_t = Bounds::default().games)]
    games: usize,
    /// Longest line, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Bounds::default().line)]
    line: usize,
}

/// What a line was.
enum Heard {
    Line(Vec<u8>),
    TooLong,
    End,
}

// A line of bounded length; the rest of one that is longer is read and thrown away.
fn line(input: &mut impl BufRead, most: usize) -> std::io::Result<Heard> {
    let mut bytes = Vec::new();
    let n = input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)?;
    if n == 0 {
        return Ok(Heard::End);
    }
    if bytes.last() == Some(&b'\n') || n <= most {
        return Ok(Heard::Line(bytes));
    }
    loop {
        let rest = input.fill_buf()?;
        if rest.is_empty() {
            return Ok(Heard::TooLong);
        }
        let end = rest.iter().position(|b| *b == b'\n');
        let used = end.map_or(rest.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Heard::TooLong);
        }
    }
}

/// Answers until the input ends.
pub fn run(args: &Args) -> Result<ExitCode> {
    let bounds = Bounds { games: args.games, line: args.line, ..Bounds::default() };
    let begun = Instant::now();
    let clock = Box::new(move || begun.elapsed().as_secs_f64());
    let mut session = Session::new(bounds, args.level, clock);
    let mut input = BufReader::with_capacity(1 << 16, stdin().lock());
    let mut output = stdout().lock();
    while !session.is_over() {
        let answer = match line(&mut input, bounds.line)? {
            Heard::End => break,
            Heard::TooLong => Some(session.skipped()),
            // Bytes that are no text make a line that is no JSON.
            Heard::Line(bytes) => session.answer(&String::from_utf8_lossy(&bytes)),
        };
        let Some(mut answer) = answer else {
            continue;
        };
        answer.push('\n');
        let told = output.write_all(answer.as_bytes()).and_then(|()| output.flush());
        match told {
            // Nobody listens any more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            told => told?,
        }
    }
    Ok(ExitCode::SUCCESS)
}
