//! Exact best routes.
