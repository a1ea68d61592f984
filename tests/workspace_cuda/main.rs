//! Workspaces on a CUDA device: the tests of `tests/workspace_api` on it, and what is different there.
//! The device is that of the fake driver, or with `TENURE_TEST_GPU` the system's.
#![cfg(not(loom))]

#[path = "../workspace_api/cycles.rs"]
mod cycles;
mod device;
#[path = "../common/driver.rs"]
mod driver;
#[path = "../workspace_api/leaving.rs"]
mod leaving;
#[path = "../workspace_api/model.rs"]
mod model;
#[path = "../workspace_api/nd4j.rs"]
mod nd4j;
#[path = "../workspace_api/reports.rs"]
mod reports;
#[path = "../workspace_api/rings.rs"]
mod rings;
#[path = "../workspace_api/rules.rs"]
mod rules;
#[path = "../workspace_api/strict.rs"]
mod strict;
#[path = "../workspace_api/threads.rs"]
mod threads;
#[path = "../workspace_api/world.rs"]
mod world;

/// The device of the workspaces.
const DEVICE: i32 = 1 << 16;

/// What has to be done before the device is used.
fn prepare() {
    driver::name();
}
