//! Tensors, scopes, limits and gradients on a device other than the host: the test device, whose
//! memory the host cannot access and whose work is done late. `tests/lifetimes` runs the pool's own
//! tests on it.

use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::api::{handle, memory as api_memory, scope, tape, tensor};
use tenure::device::Device;
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::memory::{self, test_device};
use tenure::ops;
use tenure::tensor::{DType, Shape, Tensor};

const CPU: i32 = 0;

/// The process has one test device.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn there() -> i32 {
    Device::Test.code()
}

fn live(device: Device) -> u64 {
    memory::stats(device).expect("it is there").live_bytes
}

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("small")
}

fn counting(dims: &[i64]) -> Tensor {
    let shape = shape(dims);
    let values: Vec<f32> = (0..shape.elements()).map(|i| i as f32).collect();
    Tensor::from_slice(&values, &shape).expect("small")
}

/// The bytes of the elements, in row-major order.
fn bytes(t: &Tensor) -> Vec<u8> {
    let mut bytes = vec![0; t.size() * t.dtype().size()];
    ops::copy_bytes_to(t, &mut bytes[..]).expect("on the processor");
    bytes
}

#[test]
fn elements_come_back_as_they_went_whatever_their_layout() {
    let _turn = turn();
    let before = live(Device::Test);
    let t = counting(&[4, 6, 5]);
    let mut views = vec![
        t.clone(),
        t.transpose(0, 2).expect("it has them"),
        t.slice(1, 1, 6, 2).expect("inside"),
        t.select(0, 3).expect("inside").select(0, 5).expect("inside"),
        t.select(2, 1).expect("inside").unsqueeze(0).expect("small").expand(&[3, 4, 6]).expect("it fits"),
        t.slice(0, 2, 2, 1).expect("inside"),
        counting(&[]),
        counting(&[0, 3]),
    ];
    for dtype in DType::ALL {
        views.push(ops::cast(&t, dtype).expect("small"));
    }
    for view in &views {
        let sent = ops::to_device(view, Device::Test).expect("it is there");
        assert_eq!((sent.device(), sent.shape(), sent.dtype()), (Device::Test, view.shape(), view.dtype()));
        let back = ops::to_device(&sent, Device::Cpu).expect("it is there");
        assert_eq!(bytes(&back), bytes(view), "{view}");
        assert!(!back.storage().is_same(view.storage()));
    }
    let sent = ops::to_device(&t, Device::Test).expect("it is there");
    let of_sent = [
        sent.transpose(0, 1).expect("it has them"),
        sent.slice(2, 1, 5, 3).expect("inside"),
        sent.select(1, 2).expect("inside").unsqueeze(1).expect("small").expand(&[4, 2, 5]).expect("it fits"),
        sent.slice(0, 1, 1, 1).expect("inside"),
    ];
    let of_t = [
        t.transpose(0, 1).expect("it has them"),
        t.slice(2, 1, 5, 3).expect("inside"),
        t.select(1, 2).expect("inside").unsqueeze(1).expect("small").expand(&[4, 2, 5]).expect("it fits"),
        t.slice(0, 1, 1, 1).expect("inside"),
    ];
    for (there, here) in of_sent.iter().zip(&of_t) {
        let back = ops::to_device(there, Device::Cpu).expect("it is there");
        assert_eq!(bytes(&back), bytes(here), "a view there of {here}");
        let again = ops::to_device(there, Device::Test).expect("it is there");
        assert!(again.storage().is_same(there.storage()), "nothing is copied to where it is");
    }
    drop((sent, of_sent));
    assert_eq!(live(Device::Test), before);
}

#[test]
fn booleans_are_made_0_and_1_before_they_cross() {
    let _turn = turn();
    let sent = Tensor::from_bytes(Device::Test, DType::Bool, &[0u8, 7, 1][..], &shape(&[3])).expect("small");
    // Read as the device stores them, because a copy to the host also converts them to 0 and 1.
    let (start, mut held) = (std::ptr::without_provenance_mut(sent.storage().addr()), [0u8; 3]);
    let start = NonNull::new(start).expect("no memory is at 0");
    // SAFETY: the storage has three bytes, and so has `held`.
    unsafe { test_device::stream().copy_out(held.as_mut_ptr(), start, 3) }.expect("it works");
    assert_eq!(held, [0, 1, 1]);
    let error = Tensor::from_bytes(Device::Test, DType::F32, &[0u8; 7][..], &shape(&[2])).expect_err("too few");
    assert_eq!(error.status(), Status::ShapeMismatch);
}

#[test]
fn copies_are_done_late_and_zeros_are_zeros() {
    let _turn = turn();
    let zeros = Tensor::zeroed(Device::Test, DType::F32, &shape(&[1000])).expect("small");
    let sent = ops::to_device(&counting(&[1000]), Device::Test).expect("it is there");
    assert!(test_device::queued() >= 2, "nobody has waited");
    let back = ops::to_device(&zeros, Device::Cpu).expect("it is there");
    assert_eq!(test_device::queued(), 0);
    assert_eq!(bytes(&back), vec![0; 4000]);
    // The block is reused while work on it is queued.
    for round in 0..3u8 {
        drop(ops::to_device(&counting(&[1000]), Device::Test).expect("it is there"));
        let filled = Tensor::from_bytes(Device::Test, DType::U8, &[round; 4000][..], &shape(&[4000])).expect("small");
        assert_eq!(bytes(&ops::to_device(&filled, Device::Cpu).expect("it is there")), [round; 4000]);
    }
    assert_eq!(bytes(&ops::to_device(&sent, Device::Cpu).expect("it is there")), bytes(&counting(&[1000])));
}

#[test]
fn limits_and_statistics_are_a_device_s_own() {
    let _turn = turn();
    let before = (live(Device::Cpu), live(Device::Test));
    api_memory::set_limit(there(), before.1 + 10_000).expect("it is there");
    let t = Tensor::uninit(Device::Test, DType::U8, &shape(&[9_000])).expect("there is room");
    let error = Tensor::uninit(Device::Test, DType::U8, &shape(&[1_001])).expect_err("one byte too many");
    assert_eq!(error.status(), Status::LimitExceeded);
    let text = format!("1001 bytes asked for, {} in use, the limit of test is {}", before.1 + 9_000, before.1 + 10_000);
    assert_eq!(error.message(), text);
    assert_eq!((live(Device::Cpu), live(Device::Test)), (before.0, before.1 + 9_000));
    drop(Tensor::uninit(Device::Cpu, DType::U8, &shape(&[20_000])).expect("the other device has its own limit"));
    drop(t);
    api_memory::set_limit(there(), 0).expect("it is there");
    let stats = api_memory::stats(there()).expect("it is there");
    assert_eq!((stats.limit_bytes, stats.live_bytes), (test_device::CAPACITY, before.1));
}

#[test]
fn a_device_without_room_is_out_of_memory_after_it_gave_all_back() {
    let _turn = turn();
    memory::trim_all();
    api_memory::set_limit(there(), u64::MAX >> 1).expect("it is there");
    let before = memory::stats(Device::Test).expect("it is there");
    let half = test_device::CAPACITY as i64 / 2;
    drop(Tensor::uninit(Device::Test, DType::U8, &shape(&[half + 1])).expect("there is room"));
    // The kept part of the larger block is returned first.
    let t = Tensor::uninit(Device::Test, DType::U8, &shape(&[half])).expect("there is room");
    let error = Tensor::uninit(Device::Test, DType::U8, &shape(&[half + 1])).expect_err("there is none");
    assert_eq!(error.status(), Status::OutOfMemory);
    assert!(error.message().ends_with("are reserved for test"), "{error}");
    drop(t);
    api_memory::set_limit(there(), 0).expect("it is there");
    let after = memory::stats(Device::Test).expect("it is there");
    assert_eq!((after.live_bytes, after.out_of_memory), (before.live_bytes, before.out_of_memory + 1));
    assert!(after.retries > before.retries);
}

#[test]
fn a_failing_device_says_so_and_leaves_nothing() {
    let _turn = turn();
    memory::trim_all();
    let before = (live(Device::Cpu), live(Device::Test));
    let t = counting(&[50_000]);
    let sent = ops::to_device(&t, Device::Test).expect("it works");
    test_device::fail_with(Some(Status::Internal));
    let refused = [
        ops::to_device(&t, Device::Test),
        ops::to_device(&sent, Device::Cpu),
        Tensor::zeroed(Device::Test, DType::F32, &shape(&[50_000])),
        Tensor::uninit(Device::Test, DType::F32, &shape(&[3 << 20])),
    ];
    test_device::fail_with(None);
    for result in refused {
        let error = result.expect_err("the device fails");
        assert_eq!((error.status(), error.message()), (Status::Internal, "a test has the device fail"));
    }
    assert_eq!(bytes(&ops::to_device(&sent, Device::Cpu).expect("it works")), bytes(&t));
    drop((t, sent));
    assert_eq!((live(Device::Cpu), live(Device::Test)), before);
}

#[test]
fn a_scope_frees_charges_and_limits_what_it_has_there() {
    let _turn = turn();
    let before = live(Device::Test);
    let outer = scope::push(0).expect("it opens");
    let inner = scope::push(outer).expect("it opens");
    let here = tensor::zeros(inner, CPU, DType::F32.code(), &[1000]).expect("small");
    let sent = tensor::to_device(inner, here, there()).expect("it is there");
    let kept = tensor::zeros(inner, there(), DType::F32.code(), &[500]).expect("small");
    assert_eq!(live(Device::Test), before + 6_000);
    assert_eq!(scope::stats(inner).expect("open").bytes, 10_000, "of both devices");
    scope::pop(inner, &[kept]).expect("it closes");
    assert_eq!(live(Device::Test), before + 2_000, "what escaped lives");
    assert_eq!(tensor::device(sent).expect_err("closed").status(), Status::InvalidHandle);
    assert_eq!(scope::owner(kept).expect("alive"), outer);
    scope::set_limit(outer, 3_000).expect("open");
    let taken = memory::stats(Device::Test).expect("it is there").allocations;
    let error = tensor::zeros(outer, there(), DType::U8.code(), &[1_001]).expect_err("the scope has 1,000 left");
    assert_eq!(error.status(), Status::LimitExceeded);
    assert_eq!(memory::stats(Device::Test).expect("it is there").allocations, taken, "refused before it was taken");
    assert_eq!(live(Device::Test), before + 2_000);
    tensor::zeros(outer, there(), DType::U8.code(), &[1_000]).expect("the scope has as many left");
    scope::close(outer).expect("it closes");
    assert_eq!(live(Device::Test), before);
}

#[test]
fn a_gradient_crosses_back() {
    let _turn = turn();
    let before = live(Device::Test);
    let scope = scope::push(0).expect("it opens");
    let t = tape::open(scope).expect("it opens");
    let x = tensor::ones(scope, CPU, DType::F32.code(), &[3]).expect("small");
    let x = tape::watch(scope, t, x).expect("floating-point");
    let sent = tensor::to_device(scope, x, there()).expect("it is there");
    let back = tensor::to_device(scope, sent, CPU).expect("it is there");
    let doubled = tensor::add(scope, back, x).expect("on one device");
    let loss = tensor::sum(scope, doubled, &[], false).expect("small");
    let grads = tape::backward(scope, t, loss, &[x]).expect("recorded");
    let mut out = [0u8; 12];
    tensor::copy_to(grads[0], &mut out[..]).expect("on the processor");
    assert_eq!(out, *[2.0f32; 3].map(f32::to_ne_bytes).as_flattened());
    scope::close(scope).expect("it closes");
    assert_eq!(live(Device::Test), before);
}

#[test]
fn threads_free_each_other_s_tensors_there() {
    let _turn = turn();
    let before = (live(Device::Test), live(Device::Cpu));
    let mine = counting(&[700]);
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                for i in 0..200 {
                    let t = ops::to_device(&mine, Device::Test).expect("there is room");
                    let shared = t.clone();
                    std::thread::scope(|inner| {
                        inner.spawn(move || drop(shared));
                    });
                    if i % 50 == 0 {
                        assert_eq!(bytes(&ops::to_device(&t, Device::Cpu).expect("it is there")), bytes(&mine));
                    }
                }
            });
        }
    });
    drop(mine);
    assert_eq!((live(Device::Test), live(Device::Cpu)), before);
    assert_eq!(handle::collect(&[]), 0);
}
