//! The handle table and the scopes under the model checker: every interleaving of a few steps on
//! two or three threads.
//!
//! Run with `cargo test --features loom --test loom_handles`; ci/loom checks the same with more
//! switches between threads. In a normal build this test is empty. A model that takes more than ten
//! seconds has a name that starts with `long_`: ci/test leaves it to ci/loom.
#![cfg(loom)]

mod exchange;
mod handles;
mod loans;
mod pops;
mod world;
