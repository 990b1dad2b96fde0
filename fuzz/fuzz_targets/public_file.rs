//! Any bytes are read as a public file without a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = interop::probe::public_file(data);
});
