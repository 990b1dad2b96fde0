//! NEW_NAME, rule by rule.

mod battery;
