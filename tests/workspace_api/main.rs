//! Workspaces through the public functions: which memory a tensor has, when it is released, and the
//! reports about it.
#![cfg(not(loom))]

mod cycles;
mod leaving;
mod model;
mod nd4j;
mod reports;
mod rings;
mod rules;
mod strict;
mod threads;
mod world;

/// The device of the workspaces; `tests/workspace_cuda` runs the same tests on another one.
const DEVICE: i32 = 0;

/// What has to be done before the device is used: nothing.
fn prepare() {}
