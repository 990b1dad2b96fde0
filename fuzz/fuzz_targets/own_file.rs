//! Any bytes are read as a game file of ours without a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = interop::probe::own_file(data);
});
