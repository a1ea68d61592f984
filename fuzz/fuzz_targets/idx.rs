//! `targets/idx.rs` under libFuzzer; `ci/fuzz` runs it.
#![no_main]

#[path = "../targets/idx.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::run(bytes));
