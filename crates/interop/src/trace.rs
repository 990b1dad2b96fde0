//! Reading traces: one JSON object a line, compressed.

use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Longest line that is read.
const LONGEST_LINE: u64 = 8 << 20;

/// A trace that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A line is not JSON.
    #[error("line {line} of the trace: {error}")]
    Line {
        /// Number from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
}

/// The lines of a trace.
pub struct Trace {
    lines: BufReader<Box<dyn Read + Send>>,
    number: usize,
}

impl Trace {
    /// The trace that belongs to a game file, if it lies beside it.
    pub fn beside(game: &Path) -> Option<PathBuf> {
        let name = game.file_name()?.to_str()?;
        let stem = name.strip_suffix(".game.json")?;
        [".trace.jsonl.gz", ".trace.jsonl"]
            .iter()
            .map(|end| game.with_file_name(format!("{stem}{end}")))
            .find(|p| p.is_file())
    }

    /// Opens a trace.
    pub fn open(path: &Path) -> Result<Trace, TraceError> {
        let file = std::fs::File::open(path)?;
        let zipped = path.extension().is_some_and(|e| e == "gz");
        let reader: Box<dyn Read + Send> =
            if zipped { Box::new(flate2::read::GzDecoder::new(file)) } else { Box::new(file) };
        Ok(Trace { lines: BufReader::with_capacity(1 << 16, reader), number: 0 })
    }

    /// The next line.
    pub fn next_line(&mut self) -> Result<Option<Json>, TraceError> {
        self.number += 1;
        let mut text = Vec::new();
        let read = (&mut self.lines).take(LONGEST_LINE).read_until(b'\n', &mut text)?;
        if read == 0 {
            return Ok(None);
        }
        let error = |error: String| TraceError::Line { line: self.number, error };
        if read as u64 == LONGEST_LINE {
            return Err(error("too long".to_owned()));
        }
        serde_json::from_slice(&text).map(Some).map_err(|e| error(e.to_string()))
    }
}
