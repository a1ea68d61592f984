//! What lives how long: memory of a pool, limits, pressure, leaks, and handles that leave a scope
//! while it ends.
//!
//! Counts belong to the process, so these tests run one after another.
#![cfg(not(loom))]

mod host;
mod memory;
mod pressure;
mod reports;
mod scope_endings;
mod taken_away;
mod world;

use tenure::device::Device;

/// The device of the tensors; `tests/lifetimes_cuda` runs the same tests on another one.
const DEVICE: i32 = 0;

/// The devices whose pools are tested.
const POOLS: &[Device] = &[Device::Cpu, Device::Test];

/// What has to be done before the device is used: nothing.
fn prepare() {}
