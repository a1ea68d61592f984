//! Helpers of these tests: each runs alone, on the device of this run.

use crate::{DEVICE, prepare};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::device::Device;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Until it is dropped, no other test of the process runs.
pub fn alone() -> MutexGuard<'static, ()> {
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    prepare();
    guard
}

/// How often a race is run: on the fake driver each allocation writes all its bytes.
pub fn rounds(on_cpu: usize) -> usize {
    if DEVICE == 0 { on_cpu } else { on_cpu / 20 }
}

/// The configuration of a workspace on the device of this run.
pub fn there(config: &str) -> String {
    let device = Device::from_code(DEVICE).expect("a code");
    let fields = config.trim().strip_prefix('{').expect("an object");
    let comma = if fields.trim() == "}" { "" } else { ", " };
    format!(r#"{{"device": "{device}"{comma}{fields}"#)
}
