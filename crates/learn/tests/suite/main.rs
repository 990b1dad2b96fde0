//! Training in small.
#![allow(missing_docs)]

mod whole;
