//! The memory of a CUDA device: its account, its limit, and what is reused.

use super::*;
use tenure::error::Status;
use tenure::memory;
use tenure::ops::*;

#[test]
fn each_device_has_an_account_of_its_own() {
    let device = cuda();
    device.require().expect("it is there");
    let (before, cpu) = (memory::stats(device).expect("there"), memory::stats(Device::Cpu).expect("there"));
    let t = zeros(device, DType::F32, &shape(&[1000])).expect("small");
    let during = memory::stats(device).expect("there");
    assert_eq!(during.live_bytes, before.live_bytes + 4000);
    assert!(during.peak_bytes >= during.live_bytes && during.limit_bytes > 1 << 20);
    assert!(memory::stats(Device::Cpu).expect("there").live_bytes < cpu.live_bytes + 4000);
    drop(t);
    assert_eq!(memory::stats(device).expect("there").live_bytes, before.live_bytes);
}

#[test]
fn a_limit_refuses_and_changes_nothing() {
    let device = cuda();
    device.require().expect("it is there");
    let live = memory::stats(device).expect("there").live_bytes;
    memory::set_limit(device, live + 10_000).expect("there");
    let kept = zeros(device, DType::U8, &shape(&[8000])).expect("within the limit");
    let error = zeros(device, DType::U8, &shape(&[2001])).expect_err("beyond the limit");
    assert_eq!(error.status(), Status::LimitExceeded);
    assert!(error.message().contains("the limit of cuda:0 is"), "{error}");
    drop(kept);
    zeros(device, DType::U8, &shape(&[10_000])).expect("there is room again");
    memory::set_limit(device, 0).expect("the default");
}

#[test]
fn a_steady_loop_asks_the_driver_for_nothing() {
    let device = cuda();
    let x = full(device, DType::F32, 0.5, &shape(&[300, 70])).expect("small");
    let step = || {
        let y = unary(UnaryOp::Tanh, &binary_scalar(BinaryOp::Mul, &x, 1.5).expect("mul")).expect("tanh");
        binary_in_place(BinaryOp::Add, &x, &y).expect("add");
    };
    (0..3).for_each(|_| step());
    let before = memory::stats(device).expect("there").system_allocations;
    (0..20).for_each(|_| step());
    assert_eq!(memory::stats(device).expect("there").system_allocations, before);
}

#[test]
fn trimming_gives_back_what_is_not_used() {
    let device = cuda();
    drop(zeros(device, DType::F32, &shape(&[1 << 20])).expect("4 MB"));
    assert!(memory::stats(device).expect("there").reserved_bytes >= 4 << 20);
    memory::trim(device).expect("there");
    assert!(memory::stats(device).expect("there").reserved_bytes < 4 << 20);
}

/// Unowned bytes are one number for all devices: a collection is due before the scarcest is full.
#[test]
fn the_threshold_of_unowned_bytes_follows_the_smallest_limit() {
    let device = cuda();
    memory::set_limit(Device::Cpu, 1 << 40).expect("cpu");
    assert_eq!(memory::unowned_threshold(), 128 << 20, "the largest default");
    memory::set_limit(device, 240 << 20).expect("there");
    assert_eq!(memory::unowned_threshold(), 30 << 20);
    memory::set_limit(Device::Cpu, 160 << 20).expect("cpu");
    assert_eq!(memory::unowned_threshold(), 20 << 20);
    memory::set_unowned_threshold(5 << 20);
    memory::set_limit(device, 0).expect("the default");
    assert_eq!(memory::unowned_threshold(), 5 << 20, "what is set stays");
    memory::set_unowned_threshold(0);
    memory::set_limit(Device::Cpu, 0).expect("the default");
}
