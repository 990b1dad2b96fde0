//! How much a test tries. `SIGNALBOX_TESTS` is `quick`, `ci` or `whole`; without it a test is quick.

/// One of three, by the size of the tests.
///
/// # Panics
/// When the variable says something else.
pub fn by_size<T>(quick: T, ci: T, whole: T) -> T {
    match std::env::var("SIGNALBOX_TESTS").as_deref() {
        Err(_) | Ok("quick") => quick,
        Ok("ci") => ci,
        Ok("whole") => whole,
        Ok(other) => panic!("SIGNALBOX_TESTS is quick, ci or whole, not {other}"),
    }
}
