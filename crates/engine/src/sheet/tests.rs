//! Tiny made-up sheets.
