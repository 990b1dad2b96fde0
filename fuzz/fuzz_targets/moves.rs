//! Listed and arbitrary moves are played or refused; a refused move changes nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = interop::probe::moves(data);
});
