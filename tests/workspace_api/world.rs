//! Helpers of these tests, which count what is alive in the process, so each runs alone.

use crate::{DEVICE, prepare};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::api::workspace::{self, WorkspaceStats};
use tenure::api::{memory, scope, tensor};
use tenure::device::Device;
use tenure::error::{Error, Status};

const CPU: i32 = 0;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs one test, and checks that nothing is left at its end.
pub struct World {
    live: (u64, u64),
    _alone: MutexGuard<'static, ()>,
}

impl World {
    pub fn new() -> World {
        prepare();
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        World { live: live(), _alone: alone }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(live(), self.live, "live handles and bytes");
        }
    }
}

fn live() -> (u64, u64) {
    let stats = memory::stats(DEVICE).expect("it is there");
    (stats.live_handles, stats.live_bytes)
}

/// The configuration of a workspace on the device of this run.
pub fn there(config: &str) -> String {
    let device = Device::from_code(DEVICE).expect("a code");
    let fields = config.trim().strip_prefix('{').expect("an object");
    let comma = if fields.trim() == "}" { "" } else { ", " };
    format!(r#"{{"device": "{device}"{comma}{fields}"#)
}

pub const F32: i32 = tenure::tensor::DType::F32 as i32;

/// `n` floats of the same value.
pub fn full(scope: u64, value: f64, n: i64) -> u64 {
    tensor::full(scope, DEVICE, F32, value.into(), &[n]).expect("there is room")
}

pub fn values(t: u64) -> Vec<f32> {
    let n = tensor::size(t).expect("valid") as usize;
    let mut bytes = vec![0; n * 4];
    if DEVICE == CPU {
        tensor::copy_to(t, &mut bytes).expect("valid");
    } else {
        // Owned by none of the tensor's scopes, which another thread may close meanwhile.
        let own = scope::push(0).expect("there are handles");
        let here = tensor::to_device(own, t, CPU).expect("valid");
        tensor::copy_to(here, &mut bytes).expect("valid");
        close(own);
    }
    bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().expect("four"))).collect()
}

pub fn first(t: u64) -> f32 {
    values(t)[0]
}

pub fn make(config: &str) -> u64 {
    workspace::create(0, "batch", 0, Some(&there(config))).expect("it is right")
}

/// One cycle; the body gets its owner.
pub fn cycle<R>(of: u64, body: impl FnOnce(u64) -> R) -> R {
    let (scope, _) = workspace::enter(of, 0).expect("open");
    let result = body(scope);
    workspace::leave(of, &[]).expect("entered");
    result
}

pub fn stats(of: u64) -> WorkspaceStats {
    let stats = workspace::stats(of).expect("open");
    assert!(stats.adds_up(), "{stats:?}");
    stats
}

/// How often a race is run: the fake driver interprets its kernels, which takes its time.
pub fn rounds(on_cpu: u32) -> u32 {
    if DEVICE == CPU { on_cpu } else { on_cpu / 100 }
}

/// The number of the workspace whose memory holds a tensor.
pub fn home(t: u64) -> u64 {
    workspace::of_tensor(t).expect("valid").0
}

pub fn refused<T>(result: Result<T, Error>, status: Status, text: &str) {
    match result {
        Ok(_) => panic!("it should fail with '{text}'"),
        Err(error) => assert!(error.status() == status && error.message().contains(text), "{error:?}"),
    }
}

pub fn stale<T>(result: Result<T, Error>, text: &str) {
    refused(result, Status::InvalidHandle, text);
}

pub fn close(scope: u64) {
    scope::close(scope).expect("open");
}

/// A cycle that overwrites the memory of the cycles before it.
pub fn overwrite(of: u64, n: i64) {
    cycle(of, |scope| assert_eq!(first(full(scope, 9.0, n)), 9.0));
}
