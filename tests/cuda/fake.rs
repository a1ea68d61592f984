//! What only a driver that fails on request can show, and the functions by which it is asked to.

use super::*;
use std::ffi::{CString, c_char, c_int};
use tenure::error::Status;
use tenure::memory;
use tenure::ops::*;

/// The fake driver, opened before the library looks for one.
pub(crate) struct Fake(libloading::Library);

impl Fake {
    pub(crate) fn open() -> Fake {
        // SAFETY: loading it runs no code.
        Fake(unsafe { libloading::Library::new(driver::library()) }.expect("it can be loaded"))
    }

    fn configure(&self, bytes: u64, devices: u32, version: c_int) {
        type Configure = unsafe extern "C" fn(u64, u32, c_int);
        // SAFETY: the function has this type.
        unsafe { (self.0.get::<Configure>(b"tenure_fake_configure\0").expect("exported"))(bytes, devices, version) }
    }

    /// Has a call fail with a code after it has gone well `after` times.
    pub(crate) fn fail(&self, call: &str, after: u64, code: u32) {
        type Fail = unsafe extern "C" fn(*const c_char, u64, u32);
        let call = CString::new(call).expect("a name");
        // SAFETY: the function has this type, and the name ends with a zero.
        unsafe { (self.0.get::<Fail>(b"tenure_fake_fail\0").expect("exported"))(call.as_ptr(), after, code) }
    }

    fn calls(&self, call: &str) -> u64 {
        type Calls = unsafe extern "C" fn(*const c_char) -> u64;
        let call = CString::new(call).expect("a name");
        // SAFETY: the function has this type, and the name ends with a zero.
        unsafe { (self.0.get::<Calls>(b"tenure_fake_calls\0").expect("exported"))(call.as_ptr()) }
    }

    /// Bytes and allocations that are alive, allocations that were made, work that waits.
    pub(crate) fn counts(&self) -> [u64; 4] {
        type Counts = unsafe extern "C" fn(u32, *mut u64);
        let mut numbers = [0; 4];
        // SAFETY: the function has this type, and there is room for four numbers.
        unsafe { (self.0.get::<Counts>(b"tenure_fake_counts\0").expect("exported"))(0, numbers.as_mut_ptr()) };
        numbers
    }
}

const OUT_OF_MEMORY: u32 = 2;
const ILLEGAL_ADDRESS: u32 = 700;

#[test]
fn a_driver_without_a_device_is_said_by_the_fake() {
    let fake = Fake::open();
    fake.configure(1 << 20, 0, 12_040);
    let error = cuda().require().expect_err("no device");
    assert_eq!(error.status(), Status::DeviceUnavailable);
    assert!(error.message().contains("the driver sees 0 devices"), "{error}");
    assert_eq!(tenure::device::cuda::count(), 0);
}

#[test]
fn an_old_driver_is_said_by_the_fake() {
    let fake = Fake::open();
    fake.configure(1 << 20, 2, 11_080);
    let error = cuda().require().expect_err("too old");
    assert!(error.message().contains("the driver is for CUDA 11.8, and 12.0 (driver 525) or newer"), "{error}");
}

#[test]
fn opening_is_tried_again_after_a_failure_of_the_fake() {
    let fake = Fake::open();
    for call in
        ["cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuStreamCreate", "cuMemPoolCreate", "cuMemGetInfo_v2"]
    {
        fake.fail(call, 0, 999);
        let error = cuda().require().expect_err(call);
        assert_eq!(error.status(), Status::DeviceUnavailable, "{call}");
        assert!(error.message().contains("failed: CUDA_ERROR_OF_THE_FAKE_DRIVER (999)"), "{error}");
    }
    cuda().require().expect("nothing fails any more");
}

#[test]
fn work_of_the_fake_is_queued_until_somebody_waits() {
    let fake = Fake::open();
    let t = full(cuda(), DType::F32, 2.0, &shape(&[100])).expect("small");
    let sum = binary(BinaryOp::Add, &t, &t).expect("small");
    assert!(fake.counts()[3] >= 2, "a launch does not wait");
    assert_eq!(here(&sum).to_vec::<f32>().expect("float32"), vec![4.0; 100]);
    assert_eq!(fake.counts()[3], 0);
}

#[test]
fn no_room_on_the_fake_trims_and_then_says_so() {
    let fake = Fake::open();
    fake.configure(8 << 20, 1, 12_040);
    let device = cuda();
    device.require().expect("there");
    memory::set_limit(device, 1 << 30).expect("there");
    drop(zeros(device, DType::U8, &shape(&[5 << 20])).expect("there is room"));
    let other = zeros(device, DType::U8, &shape(&[6 << 20])).expect("the freed block was given back for it");
    assert!(memory::stats(device).expect("there").retries >= 1);
    let error = zeros(device, DType::U8, &shape(&[4 << 20])).expect_err("no room");
    assert_eq!(error.status(), Status::OutOfMemory);
    assert!(error.message().contains("for cuda:0"), "{error}");
    drop(other);
    zeros(device, DType::U8, &shape(&[4 << 20])).expect("there is room again");
}

#[test]
fn a_refused_allocation_of_the_fake_leaves_nothing() {
    let fake = Fake::open();
    let device = cuda();
    let a = full(device, DType::F64, 1.5, &shape(&[50_000])).expect("room");
    let operations: [&dyn Fn() -> tenure::error::Result<Tensor>; 6] = [
        &|| binary(BinaryOp::Add, &a, &a),
        &|| unary(UnaryOp::Exp, &a),
        &|| cast(&a, DType::F32),
        &|| compare_scalar(CompareOp::Lt, &a, 2.0),
        &|| where_(&compare_scalar(CompareOp::Lt, &a, 2.0)?, &a, &a),
        &|| arange(device, DType::I64, 0i64, 90_000i64, 1i64),
    ];
    for operation in operations {
        memory::trim(device).expect("there");
        let live = memory::stats(device).expect("there").live_bytes;
        // The first refusal is met by trimming, the second is final.
        fake.fail("cuMemAllocFromPoolAsync", 0, OUT_OF_MEMORY);
        fake.fail("cuMemAllocFromPoolAsync", 0, OUT_OF_MEMORY);
        assert_eq!(operation().expect_err("refused").status(), Status::OutOfMemory);
        assert_eq!(memory::stats(device).expect("there").live_bytes, live);
        drop(operation().expect("there is room"));
        assert_eq!(memory::stats(device).expect("there").live_bytes, live);
    }
}

#[test]
fn copies_go_on_when_the_fake_has_no_more_pinned_memory() {
    let fake = Fake::open();
    let long: Vec<f32> = (0..1_500_000).map(|i| i as f32).collect();
    let t = Tensor::from_slice(&long, &shape(&[1_500_000])).expect("6 MB");
    cuda().require().expect("there");
    fake.fail("cuMemAllocHost_v2", 0, OUT_OF_MEMORY);
    assert_eq!(ops::to_device(&t, cuda()).expect_err("no slot").status(), Status::OutOfMemory);
    fake.fail("cuMemAllocHost_v2", 1, OUT_OF_MEMORY);
    let there = ops::to_device(&t, cuda()).expect("one slot serves, one part after the other");
    assert_eq!(here(&there).to_vec::<f32>().expect("float32"), long);
}

#[test]
fn a_fault_of_the_fake_is_sticky_and_nothing_crashes() {
    let fake = Fake::open();
    let t = full(cuda(), DType::F32, 2.0, &shape(&[100])).expect("small");
    let other = binary(BinaryOp::Add, &t, &t).expect("queued");
    fake.fail("cuStreamSynchronize", 0, ILLEGAL_ADDRESS);
    let error = ops::to_device(&other, Device::Cpu).expect_err("lost");
    assert_eq!(error.status(), Status::DeviceFailed);
    assert!(error.message().contains("cuda:0 has failed and cannot be used again in this process"), "{error}");
    assert!(error.message().contains("CUDA_ERROR_ILLEGAL_ADDRESS (700)"), "{error}");
    for result in [
        binary(BinaryOp::Add, &t, &t).map(drop),
        fill(&t, 1.0),
        zeros(cuda(), DType::F32, &shape(&[1 << 20])).map(drop),
    ] {
        assert_eq!(result.expect_err("lost").status(), Status::DeviceFailed);
    }
    drop((t, other));
    memory::trim(cuda()).expect("the pool is there");
    assert_eq!(memory::stats(cuda()).expect("there").live_bytes, 0);
    assert_eq!(full(Device::Cpu, DType::F32, 1.0, &shape(&[2])).expect("the processor goes on").size(), 2);
    assert!(cuda().require().is_ok(), "it is there, and has failed");
}

#[test]
fn a_read_of_uninitialised_memory_is_found_by_the_fake() {
    let t = empty(cuda(), DType::F32, &shape(&[100])).expect("small");
    let sum = binary(BinaryOp::Add, &t, &t).expect("queued");
    let error = ops::to_device(&sum, Device::Cpu).expect_err("garbage was added");
    assert!(
        error.message().contains("kernel add_float32") && error.message().contains("nothing has written"),
        "{error}"
    );
}

#[test]
fn two_devices_of_the_fake_are_apart() {
    cuda().require().expect("there");
    let (a, b) = (ones(Device::Cuda(0), DType::F32, &shape(&[3])), ones(Device::Cuda(1), DType::F32, &shape(&[3])));
    let (a, b) = (a.expect("small"), b.expect("small"));
    let error = binary(BinaryOp::Add, &a, &b).expect_err("two devices");
    assert!(error.message().contains("cuda:0 and cuda:1"), "{error}");
    let moved = ops::to_device(&a, Device::Cuda(1)).expect("through the processor");
    assert_eq!(
        here(&binary(BinaryOp::Add, &moved, &b).expect("one device")).to_vec::<f32>().expect("float32"),
        vec![2.0; 3]
    );
    assert_eq!(memory::stats(Device::Cuda(1)).expect("there").live_bytes, 24);
}

#[test]
fn closing_ten_thousand_tensors_calls_the_fake_not_once() {
    let fake = Fake::open();
    let tensors: Vec<Tensor> = (0..10_000).map(|_| empty(cuda(), DType::F32, &shape(&[4])).expect("small")).collect();
    let before = fake.calls("cuMemFreeAsync") + fake.calls("cuCtxSetCurrent");
    drop(tensors);
    assert_eq!(fake.calls("cuMemFreeAsync") + fake.calls("cuCtxSetCurrent"), before);
    assert!(fake.counts()[2] < 100, "blocks are cut from few allocations");
}

#[test]
fn a_kernel_is_compiled_once_by_the_fake_though_threads_ask_at_once() {
    cuda().require().expect("it is there");
    let fake = Fake::open();
    let gpu = tenure::device::cuda::device(0).expect("it is there");
    let name = tenure::device::cuda::names().remove(0);
    fake.fail("cuModuleLoadData", 0, OUT_OF_MEMORY);
    gpu.prepare(&name).expect_err("it was made to fail");
    let before = fake.calls("cuModuleLoadData");
    let barrier = std::sync::Barrier::new(8);
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                barrier.wait();
                gpu.prepare(&name).expect("it is tried again");
            });
        }
    });
    assert_eq!(fake.calls("cuModuleLoadData"), before + 1);
}
