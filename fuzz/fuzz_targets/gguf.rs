//! `targets/gguf.rs` under libFuzzer; `ci/fuzz` runs it.
#![no_main]

#[path = "../targets/gguf.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::run(bytes));
