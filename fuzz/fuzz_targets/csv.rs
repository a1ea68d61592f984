//! `targets/csv.rs` under libFuzzer; `ci/fuzz` runs it.
#![no_main]

#[path = "../targets/csv.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::run(bytes));
