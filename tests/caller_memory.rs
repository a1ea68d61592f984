//! Tensors on memory of the caller: without a copy, released once, after the last reference.
#![cfg(not(loom))]

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tenure::api::{UNOWNED, memory, scope, tape, tensor};
use tenure::error::{Error, Status};
use tenure::tensor::caller_memory::CallerMemory;
use tenure::tensor::{DType, Scalar};

const F32: i32 = DType::F32 as i32;

/// Memory of the caller, and how often it was released.
struct Own {
    values: Box<[f32]>,
    released: Box<AtomicUsize>,
}

unsafe extern "C" fn release(count: *mut c_void) {
    // SAFETY: it is the counter of an `Own`, which outlives its tensors.
    unsafe { &*count.cast::<AtomicUsize>() }.fetch_add(1, Ordering::AcqRel);
}

impl Own {
    fn new(values: &[f32]) -> Own {
        Own { values: values.into(), released: Box::default() }
    }

    fn part(&mut self, at: usize, bytes: usize) -> CallerMemory {
        let context = (&raw const *self.released).cast_mut().cast();
        let data = self.values.as_mut_ptr().cast::<u8>().wrapping_add(at);
        // SAFETY: the tests stay inside, and the values outlive the tensors.
        unsafe { CallerMemory::new(data, bytes, Some(release), context) }
    }

    fn whole(&mut self) -> CallerMemory {
        let bytes = size_of_val(&*self.values);
        self.part(0, bytes)
    }

    fn released(&self) -> usize {
        self.released.load(Ordering::Acquire)
    }

    /// Reads or writes an element as the caller does, beside the tensors.
    fn at(&mut self, i: usize) -> *mut f32 {
        self.values.as_mut_ptr().wrapping_add(i)
    }
}

/// What is counted is that of the process.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn values(t: u64) -> Vec<f32> {
    let mut bytes = vec![0; tensor::nbytes(t).expect("alive") as usize];
    tensor::copy_to(t, &mut bytes[..]).expect("as many");
    bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_ne_bytes(b)).collect()
}

fn refused(result: Result<u64, Error>) -> Error {
    result.expect_err("refused")
}

#[test]
fn writes_are_seen_in_both_directions_and_its_bytes_are_counted_apart() {
    let _alone = alone();
    let mut own = Own::new(&[1., 2., 3., 4., 5., 6.]);
    let owner = scope::push(0).expect("a scope");
    let counted = || {
        let stats = memory::stats(0).expect("the processor");
        (stats.live_bytes, stats.foreign_bytes)
    };
    let (live, foreign) = counted();
    let t = tensor::wrap(owner, F32, own.whole(), &[2, 3]).expect("it fits");
    assert_eq!(counted(), (live, foreign + 24));
    // SAFETY: inside of the values, and no call is running.
    unsafe { own.at(1).write(9.) };
    assert_eq!(values(t), [1., 9., 3., 4., 5., 6.]);
    tensor::zero(t).expect("it may be written");
    // SAFETY: as above.
    assert_eq!(unsafe { own.at(5).read() }, 0.);
    let view = tensor::reshape(owner, t, &[6]).expect("as many");
    let alias = tensor::alias(UNOWNED, view).expect("alive");
    scope::close(owner).expect("open");
    assert_eq!((own.released(), values(alias)), (0, vec![0.; 6]));
    assert_eq!(counted(), (live, foreign + 24));
    std::thread::spawn(move || tensor::dispose(alias).expect("alive")).join().expect("it closes");
    assert_eq!((own.released(), counted()), (1, (live, foreign)));
}

#[test]
fn a_tape_holds_the_memory_and_sees_writes_through_every_tensor_on_it() {
    let _alone = alone();
    let mut own = Own::new(&[1., 2., 3.]);
    let t = tensor::wrap(0, F32, own.whole(), &[3]).expect("it fits");
    let beside = tensor::wrap(0, F32, own.part(8, 4), &[1]).expect("it fits");
    let gradients = |write: bool| {
        let record = tape::open(0).expect("a tape");
        let x = tape::watch(0, record, t).expect("float32");
        let square = tensor::mul(0, x, x).expect("one shape");
        let sum = tensor::sum(0, square, &[], false).expect("a number");
        if write {
            tensor::add_scalar_in_place(beside, Scalar::from(0.0)).expect("it may be written");
        }
        let found = tape::backward(0, record, sum, &[x]);
        if found.is_err() {
            tape::dispose(record).expect("refused, it is as it was");
        }
        for t in [x, square, sum] {
            tensor::dispose(t).expect("alive");
        }
        found.map(|made| {
            let found = values(made[0]);
            tensor::dispose(made[0]).expect("alive");
            found
        })
    };
    assert_eq!(gradients(false).expect("nothing was written"), [2., 4., 6.]);
    let error = gradients(true).expect_err("a saved value was changed");
    assert!(error.message().contains("changed"), "{error}");
    tensor::dispose(t).and(tensor::dispose(beside)).expect("alive");
    assert_eq!(own.released(), 2);
}

#[test]
fn what_does_not_fit_stays_the_callers() {
    let _alone = alone();
    let mut own = Own::new(&[0.; 4]);
    let misaligned = refused(tensor::wrap(0, F32, own.part(2, 8), &[2]));
    assert_eq!(misaligned.status(), Status::InvalidArgument);
    assert!(misaligned.message().contains("is not aligned to the 4 bytes of float32: copy it"), "{misaligned}");
    let short = refused(tensor::wrap(0, F32, own.whole(), &[5]));
    assert_eq!(short.status(), Status::ShapeMismatch);
    assert!(short.message().contains("needs 5 elements, 4 were given"), "{short}");
    assert_eq!(refused(tensor::wrap(0, F32, own.whole(), &[1 << 62, 4])).status(), Status::InvalidArgument);
    assert_eq!(refused(tensor::wrap(0, 99, own.whole(), &[4])).status(), Status::InvalidArgument);
    assert_eq!(refused(tensor::wrap(1234567, F32, own.whole(), &[4])).status(), Status::InvalidHandle);
    // SAFETY: null may be given.
    let null = unsafe { CallerMemory::new(std::ptr::null_mut(), 16, None, std::ptr::null_mut()) };
    assert!(refused(tensor::wrap(0, F32, null, &[4])).message().contains("memory of 16 bytes at address 0"));
    // SAFETY: it is refused.
    let far = unsafe {
        let end = std::ptr::without_provenance_mut(usize::MAX - 15);
        CallerMemory::new(end, 16, None, std::ptr::null_mut())
    };
    assert!(refused(tensor::wrap(0, F32, far, &[4])).message().contains("leaves the address space"));
    assert_eq!(own.released(), 0);
    let empty = tensor::wrap(0, F32, own.part(0, 0), &[0, 3]).expect("no elements");
    assert_eq!(own.released(), 1, "nothing uses it");
    tensor::dispose(empty).expect("alive");
    assert_eq!(own.released(), 1);
}

#[test]
fn tickets_come_back_when_the_memory_is_not_used_any_more() {
    let _alone = alone();
    let mut number = [0f64; 2];
    let first = tensor::lender();
    // SAFETY: the numbers outlive the tensors.
    let mut given = |ticket| unsafe { CallerMemory::ticketed(number.as_mut_ptr().cast(), 16, ticket) };
    let t = tensor::wrap(0, DType::F64 as i32, given(first + 77), &[2]).expect("it fits");
    let view = tensor::reshape(0, t, &[1, 2]).expect("as many");
    tensor::dispose(t).expect("alive");
    assert!(tensor::returned(first, 10).is_empty());
    tensor::dispose(view).expect("alive");
    assert!(tensor::returned(tensor::lender(), 10).is_empty(), "another lender");
    assert_eq!(tensor::returned(first, 10), [first + 77]);
    for ticket in 0..100_000u64 {
        let t = tensor::wrap(0, DType::F64 as i32, given(first + ticket), &[2]).expect("it fits");
        tensor::dispose(t).expect("alive");
        if ticket % 1000 == 999 {
            assert_eq!(tensor::returned(first, 2000).len(), 1000);
        }
    }
    assert!(tensor::returned(first, 1).is_empty());
}

#[test]
fn read_only_memory_is_read_and_never_written() {
    let _turn = alone();
    let mut own = Own::new(&[1.0, 2.0, 3.0, 4.0]);
    let t = tensor::wrap(UNOWNED, F32, own.whole().read_only(), &[2, 2]).expect("aligned");
    let other = tensor::from_data(UNOWNED, 0, F32, &[0; 16], &[2, 2]).expect("small");
    let view = tensor::transpose(UNOWNED, t, 0, 1).expect("two axes");
    for (t, read_only) in [(t, true), (view, true), (other, false)] {
        assert_eq!(tensor::is_read_only(t).expect("alive"), read_only);
    }
    let refused: [(&str, Result<(), Error>); 9] = [
        ("add_in_place", tensor::add_in_place(t, other)),
        ("add_scalar_in_place", tensor::add_scalar_in_place(view, Scalar::from(1.0))),
        ("fill", tensor::fill(t, Scalar::from(1.0))),
        ("copy_from", tensor::copy_from(t, &[0; 16])),
        ("copy_from_rows", tensor::copy_from_rows(t, F32, &[0; 16], 0, 0)),
        ("matmul_into", tensor::matmul_into(other, other, t)),
        ("set_at_scalar", tensor::set_at_scalar(view, &[0, 0], Scalar::from(1.0))),
        ("normal_in_place", tensor::normal_in_place(t, 0.0, 1.0)),
        ("data", tensor::data(t).map(drop)),
    ];
    for (name, result) in refused {
        let error = result.expect_err(name);
        assert_eq!(error.status(), Status::InvalidArgument, "{name}: {error}");
        assert!(error.message().contains("the 16 bytes of this tensor are read-only"), "{name}: {error}");
    }
    tensor::data_const(t).expect("to be read");
    tensor::to_dlpack(t, false).expect_err("no flag says that it is read-only");
    let copy = tensor::copy(UNOWNED, t).expect("small");
    tensor::add_in_place(copy, t).expect("a copy");
    assert_eq!((values(t), values(copy)), (vec![1.0, 2.0, 3.0, 4.0], vec![2.0, 4.0, 6.0, 8.0]));
    for handle in [t, other, view, copy] {
        tensor::dispose(handle).expect("alive");
    }
    assert_eq!(own.released(), 1);
}

#[test]
fn rows_lie_apart_in_a_buffer() {
    let _turn = alone();
    let data: Vec<u8> = (1..=6).flat_map(|v| (v as f32).to_ne_bytes()).collect();
    let columns = tensor::from_data(UNOWNED, 0, F32, &data, &[3, 2]).expect("small");
    let t = tensor::transpose(UNOWNED, columns, 0, 1).expect("two axes"); // [[1, 3, 5], [2, 4, 6]]
    let rows = |offset, stride| {
        let mut out = vec![9i32; 10];
        // SAFETY: numbers are as many bytes, any of which are numbers.
        let bytes = unsafe { std::slice::from_raw_parts_mut(out.as_mut_ptr().cast::<u8>(), 40) };
        tensor::copy_to_rows(t, DType::I32 as i32, bytes, offset, stride).map(|()| out)
    };
    assert_eq!(rows(1, 5).expect("inside"), [9, 1, 3, 5, 9, 9, 2, 4, 6, 9]);
    assert_eq!(rows(4, 0).expect("inside"), [9, 9, 9, 9, 1, 3, 5, 2, 4, 6]);
    for (offset, stride, status, part) in [
        (5, 0, Status::ShapeMismatch, "in rows 3 apart, from element 5 on, ends at element 11; the buffer has 10"),
        (2, 6, Status::ShapeMismatch, "ends at element 11"),
        (0, 2, Status::InvalidArgument, "has rows of 3 elements, which overlap 2 apart"),
        (-1, 3, Status::InvalidArgument, "rows 3 apart, from element -1 on: one is negative"),
        (i64::MAX, i64::MAX, Status::ShapeMismatch, "ends at element more than 2^64"),
    ] {
        let error = rows(offset, stride).expect_err(part);
        assert_eq!(error.status(), status, "{error}");
        assert!(error.message().contains(part), "{error}");
    }
    let from: Vec<u8> = (0..12i32).flat_map(i32::to_ne_bytes).collect();
    tensor::copy_from_rows(t, DType::I32 as i32, &from, 2, 6).expect("inside");
    assert_eq!(values(columns), [2.0, 8.0, 3.0, 9.0, 4.0, 10.0]);
    let text = tensor::copy_from_rows(t, DType::I32 as i32, &from, 4, 6).expect_err("too long");
    assert!(text.message().contains("ends at element 13; the buffer has 12"), "{text}");
    for handle in [columns, t] {
        tensor::dispose(handle).expect("alive");
    }
}
