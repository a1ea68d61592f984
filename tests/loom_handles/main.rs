//! The handle table and the scopes under the model checker: every interleaving of a few steps on two or three threads.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test --profile loom --test loom_handles`. In a normal build this test is empty.
#![cfg(loom)]

mod exchange;
mod handles;
mod loans;
mod pops;
mod world;
