//! The tests of `tests/lifetimes` on a CUDA device: that of the fake driver, or with
//! `TENURE_TEST_GPU` the system's. Those of memory that the host reads are left out.
#![cfg(not(loom))]

#[path = "../common/driver.rs"]
mod driver;
#[path = "../lifetimes/memory.rs"]
mod memory;
#[path = "../lifetimes/pressure.rs"]
mod pressure;
#[path = "../lifetimes/reports.rs"]
mod reports;
#[path = "../lifetimes/scope_endings.rs"]
mod scope_endings;
#[path = "../lifetimes/taken_away.rs"]
mod taken_away;
#[path = "../lifetimes/world.rs"]
mod world;

use tenure::device::Device;

/// The device of the tensors.
const DEVICE: i32 = 1 << 16;

/// The devices whose pools are tested.
const POOLS: &[Device] = &[Device::Cuda(0)];

/// What has to be done before the device is used.
fn prepare() {
    driver::name();
}
