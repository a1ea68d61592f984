//! DLPack: tensors from other libraries and for them, as a library in C reads and writes them.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::Duration;
use tenure::api::{leak, memory, optimizer, scope, tape, tensor, workspace};
use tenure::error::{Result, Status};
use tenure::tensor::dlpack::Managed;
use tenure::tensor::{CopyMode, DType};

#[repr(C)]
#[derive(Clone, Copy)]
struct Window {
    data: *mut c_void,
    device: [i32; 2],
    ndim: i32,
    dtype: (u8, u8, u16),
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

#[repr(C)]
struct Versioned {
    version: [u32; 2],
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    flags: u64,
    window: Window,
}

#[repr(C)]
struct Unversioned {
    window: Window,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

/// Memory lent by a library: 24 float32s from 0 on, of which the window shows a part.
struct Lent {
    versioned: Versioned,
    data: Box<[f32]>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    freed: Arc<AtomicUsize>,
    /// Called by the deleter.
    then: fn(),
}

unsafe extern "C" fn delete(structure: *mut c_void) {
    // SAFETY: the structure is the first field of what `lend` created, and this is called once.
    let lent = unsafe { Box::from_raw((*structure.cast::<Versioned>()).context.cast::<Lent>()) };
    lent.freed.fetch_add(1, Ordering::AcqRel);
    (lent.then)();
}

struct Loan {
    structure: *mut Versioned,
    freed: Arc<AtomicUsize>,
}

fn lend(shape: &[i64], strides: Option<&[i64]>, offset: usize) -> Loan {
    lend_then(shape, strides, offset, || ())
}

fn lend_then(shape: &[i64], strides: Option<&[i64]>, offset: usize, then: fn()) -> Loan {
    let freed = Arc::new(AtomicUsize::new(0));
    let mut lent = Box::new(Lent {
        versioned: Versioned {
            version: [1, 0],
            context: std::ptr::null_mut(),
            deleter: Some(delete),
            flags: 0,
            window: Window {
                data: std::ptr::null_mut(),
                device: [1, 0],
                ndim: shape.len() as i32,
                dtype: (2, 32, 1),
                shape: std::ptr::null(),
                strides: std::ptr::null(),
                byte_offset: 4 * offset as u64,
            },
        },
        data: (0..24).map(|i| i as f32).collect(),
        shape: shape.to_vec(),
        strides: strides.unwrap_or_default().to_vec(),
        freed: freed.clone(),
        then,
    });
    lent.versioned.window.data = lent.data.as_mut_ptr().cast();
    lent.versioned.window.shape = lent.shape.as_ptr();
    if strides.is_some() {
        lent.versioned.window.strides = lent.strides.as_ptr();
    }
    let lent = Box::into_raw(lent);
    // SAFETY: it was just created.
    unsafe { (*lent).versioned.context = lent.cast() };
    // SAFETY: as above.
    Loan { structure: unsafe { &raw mut (*lent).versioned }, freed }
}

impl Loan {
    fn take(&self, owner: u64, copy: CopyMode) -> Result<u64> {
        // SAFETY: `lend` created it, and it is consumed only here.
        tensor::from_dlpack(owner, unsafe { Managed::new(self.structure.cast(), true) }, copy as i32)
    }

    fn freed(&self) -> usize {
        self.freed.load(Ordering::Acquire)
    }

    fn change(&self, change: impl FnOnce(&mut Versioned)) {
        // SAFETY: it has not been consumed yet.
        change(unsafe { &mut *self.structure });
    }

    /// Frees a structure that was refused, which still belongs to this test.
    fn give_up(self) {
        assert_eq!(self.freed(), 0);
        // SAFETY: it has not been consumed.
        unsafe { delete(self.structure.cast()) };
    }
}

/// Live counts belong to the process, so one test runs at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(|held| held.into_inner())
}

fn values(t: u64) -> Vec<f32> {
    let n = tensor::nbytes(t).expect("alive") as usize;
    let mut bytes = vec![0u8; n];
    tensor::copy_to(t, bytes.as_mut_slice()).expect("as long as the tensor");
    bytes.chunks_exact(4).map(|four| f32::from_ne_bytes(four.try_into().expect("four"))).collect()
}

#[test]
fn memory_is_shared_and_given_back_once_with_the_last_reference() {
    let _alone = alone();
    let loan = lend(&[2, 3], None, 1);
    let owner = scope::push(0).expect("a scope");
    let t = loan.take(owner, CopyMode::Never).expect("the processor's float32");
    assert_eq!(values(t), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    // SAFETY: the memory is lent and not freed.
    unsafe { (*loan.structure).window.data.cast::<f32>().add(2).write(50.0) };
    tensor::add_scalar_in_place(t, 1.0.into()).expect("it may be written");
    assert_eq!(values(t), [2.0, 51.0, 4.0, 5.0, 6.0, 7.0]);
    // SAFETY: as above.
    assert_eq!(unsafe { (*loan.structure).window.data.cast::<f32>().add(6).read() }, 7.0);
    let view = tensor::select(0, t, 0, 1).expect("a row");
    let alias = tensor::alias(u64::MAX, view).expect("one more owner");
    tensor::dispose(t).expect("alive");
    scope::close(owner).expect("open");
    assert_eq!((values(alias), loan.freed()), (vec![5.0, 6.0, 7.0], 0));
    std::thread::spawn(move || tensor::dispose(alias).expect("alive")).join().expect("it does not panic");
    assert_eq!(loan.freed(), 1);
}

#[test]
fn every_layout_is_read_as_it_is() {
    let _alone = alone();
    let sorted = |n: usize| (0..n).map(|i| i as f32).collect::<Vec<f32>>();
    type Layout<'a> = (&'a [i64], Option<&'a [i64]>, usize, Vec<f32>);
    let layouts: [Layout; 9] = [
        (&[2, 2], Some(&[1, 2]), 0, vec![0.0, 2.0, 1.0, 3.0]),
        (&[2, 3], Some(&[12, 4]), 3, vec![3.0, 7.0, 11.0, 15.0, 19.0, 23.0]),
        (&[3, 2], Some(&[0, 1]), 5, vec![5.0, 6.0, 5.0, 6.0, 5.0, 6.0]),
        (&[3, 2], Some(&[1, 1]), 0, vec![0.0, 1.0, 1.0, 2.0, 2.0, 3.0]),
        (&[1, 4, 1], Some(&[i64::MIN, 1, -7]), 0, sorted(4)),
        (&[], None, 7, vec![7.0]),
        (&[1, 1, 1, 1, 2, 1, 1, 2], None, 0, sorted(4)),
        (&[24], Some(&[1]), 0, sorted(24)),
        (&[2, 0, 3], Some(&[i64::MAX, i64::MIN, -1]), 0, vec![]),
    ];
    for (shape, strides, offset, wanted) in layouts {
        let loan = lend(shape, strides, offset);
        if shape.is_empty() {
            loan.change(|lent| lent.window.shape = std::ptr::null());
        }
        if wanted.is_empty() {
            loan.change(|lent| lent.window.data = std::ptr::null_mut());
        }
        let t = loan.take(0, CopyMode::Never).expect("no copy is needed");
        assert_eq!(tensor::shape(t).expect("alive").to_vec(), shape);
        assert!(tensor::strides(t).expect("alive").iter().all(|stride| (0..=24).contains(stride)), "{strides:?}");
        assert_eq!(values(t), wanted, "{shape:?} {strides:?}");
        let doubled = tensor::add(0, t, t).expect("one shape");
        assert_eq!(values(doubled), wanted.iter().map(|x| 2.0 * x).collect::<Vec<f32>>(), "{shape:?} {strides:?}");
        assert_eq!(loan.freed(), usize::from(wanted.is_empty()));
        tensor::dispose(doubled).expect("alive");
        tensor::dispose(t).expect("alive");
        assert_eq!(loan.freed(), 1);
    }
}

#[test]
fn what_tensors_cannot_be_is_copied_or_refused() {
    let _alone = alone();
    type Change = fn(&mut Versioned);
    type Case<'a> = (&'a [i64], &'a [i64], usize, Change, &'a str, [f32; 3]);
    let cases: [Case; 3] = [
        (&[3], &[1], 2, |lent| lent.flags = 1, "is read-only", [2.0, 3.0, 4.0]),
        (&[3], &[-2], 5, |_| (), "has strides [-2]", [5.0, 3.0, 1.0]),
        (&[3], &[1], 0, |lent| lent.window.byte_offset = 1, "not aligned to 4 bytes", [0.0; 3]),
    ];
    for (shape, strides, offset, change, text, wanted) in cases {
        let loan = lend(shape, Some(strides), offset);
        loan.change(change);
        let refused = loan.take(0, CopyMode::Never).expect_err("it needs a copy");
        assert_eq!(refused.status(), Status::InvalidArgument);
        assert!(refused.message().contains(text), "{}", refused.message());
        assert_eq!(loan.freed(), 0);
        let t = loan.take(0, CopyMode::IfNeeded).expect("copied");
        assert_eq!(loan.freed(), 1);
        if !text.contains("aligned") {
            assert_eq!(values(t), wanted);
        }
        tensor::dispose(t).expect("alive");
        assert_eq!(loan.freed(), 1);
    }
    let loan = lend(&[2, 2, 2], Some(&[-1, 8, -2]), 3);
    let t = loan.take(0, CopyMode::IfNeeded).expect("copied");
    assert_eq!(values(t), [3.0, 1.0, 11.0, 9.0, 2.0, 0.0, 10.0, 8.0]);
    tensor::dispose(t).expect("alive");
    let loan = lend(&[2], None, 0);
    let t = loan.take(0, CopyMode::Always).expect("copied");
    assert_eq!((values(t), loan.freed()), (vec![0.0, 1.0], 1));
    tensor::dispose(t).expect("alive");
}

#[test]
fn what_is_no_tensor_is_refused_and_stays_the_caller_s() {
    let _alone = alone();
    static LONG: [i64; 17] = [1; 17];
    static NEGATIVE: [i64; 2] = [2, -1];
    static HUGE: [i64; 2] = [i64::MAX / 2, 2];
    type Change = fn(&mut Versioned);
    let cases: [(Change, Status, &str); 18] = [
        (|lent| lent.version = [2, 7], Status::InvalidArgument, "DLPack version 2.7 is not known"),
        (|lent| lent.version = [0, 8], Status::InvalidArgument, "DLPack version 0.8 is not known"),
        (|lent| lent.window.ndim = -1, Status::InvalidArgument, "a DLPack tensor of -1 axes"),
        (
            |lent| (lent.window.ndim, lent.window.shape) = (17, LONG.as_ptr()),
            Status::InvalidArgument,
            "a DLPack tensor of 17 axes",
        ),
        (|lent| lent.window.shape = NEGATIVE.as_ptr(), Status::InvalidArgument, "-1"),
        (|lent| lent.window.shape = std::ptr::null(), Status::InvalidArgument, "has its shape at 0x0"),
        (|lent| lent.window.shape = 12345 as *const i64, Status::InvalidArgument, "has its shape at 0x3039"),
        (|lent| lent.window.strides = 4097 as *const i64, Status::InvalidArgument, "has its strides at 0x1001"),
        (|lent| lent.window.data = std::ptr::null_mut(), Status::InvalidArgument, "has data at address 0"),
        (|lent| lent.window.byte_offset = u64::MAX, Status::InvalidArgument, "leaves the address space"),
        (|lent| lent.window.strides = HUGE.as_ptr(), Status::InvalidArgument, "leaves the address space"),
        (|lent| lent.window.dtype.2 = 4, Status::Unsupported, "code 2 with 32 bits and 4 lanes"),
        (|lent| lent.window.dtype.2 = 0, Status::Unsupported, "code 2 with 32 bits and 0 lanes"),
        (|lent| lent.window.dtype.0 = 5, Status::Unsupported, "code 5 with 32 bits"),
        (|lent| lent.window.dtype = (1, 128, 1), Status::Unsupported, "code 1 with 128 bits"),
        (|lent| lent.window.device = [2, 63], Status::DeviceUnavailable, "device cuda:63 is not available"),
        (|lent| lent.window.device = [2, -1], Status::DeviceUnavailable, "device type 2 (id -1)"),
        (|lent| lent.window.device = [8, 3], Status::DeviceUnavailable, "device type 8 (id 3)"),
    ];
    for (change, status, text) in cases {
        let loan = lend(&[2, 2], Some(&[2, 1]), 0);
        loan.change(change);
        let refused = loan.take(0, CopyMode::IfNeeded).expect_err(text);
        assert_eq!(refused.status(), status, "{}", refused.message());
        assert!(refused.message().contains(text), "{}", refused.message());
        loan.change(|lent| lent.version = [1, 0]);
        loan.give_up();
    }
    let unmapped = [8, 4088, 1 << 63, usize::MAX - 7].map(|address| (address, true));
    for (address, is_versioned) in
        [(0usize, true), (0, false), (4, true), (17, false), (64, false)].into_iter().chain(unmapped)
    {
        // SAFETY: none is read, because they are null, misaligned, or no memory of this process.
        let managed = unsafe { Managed::new(address as *mut c_void, is_versioned) };
        let refused = tensor::from_dlpack(0, managed, 0).expect_err("no structure");
        assert_eq!(refused.status(), Status::InvalidArgument);
    }
    let loan = lend(&[2], None, 0);
    // SAFETY: `lend` created it.
    let managed = unsafe { Managed::new(loan.structure.cast(), true) };
    assert_eq!(tensor::from_dlpack(0, managed, 3).expect_err("no such code").status(), Status::InvalidArgument);
    loan.give_up();
}

#[test]
fn without_an_owner_that_takes_it_nothing_is_consumed() {
    let _alone = alone();
    let closed = scope::push(0).expect("a scope");
    scope::close(closed).expect("open");
    let capped = scope::push(0).expect("a scope");
    scope::set_capped(capped, true).expect("open");
    for (owner, status) in [(closed, Status::ScopeClosed), (capped, Status::ScopeCapped)] {
        for copy in [CopyMode::Never, CopyMode::Always] {
            let loan = lend(&[2], None, 0);
            assert_eq!(loan.take(owner, copy).expect_err("no owner").status(), status);
            loan.give_up();
        }
    }
    scope::close(capped).expect("open");
}

#[test]
fn memory_of_others_is_in_no_count_and_under_no_limit() {
    let _alone = alone();
    let before = memory::stats(0).expect("the processor's");
    let limited = scope::push(0).expect("a scope");
    scope::set_limit(limited, 64).expect("open");
    let loan = lend(&[24], None, 0); // 96 bytes
    let t = loan.take(limited, CopyMode::IfNeeded).expect("not under the limit");
    assert_eq!(memory::stats(0).expect("the processor's").live_bytes, before.live_bytes);
    assert_eq!(scope::stats(limited).expect("open").bytes, 0);
    let refused = tensor::copy(0, t).expect_err("a copy is under the limit");
    assert_eq!(refused.status(), Status::LimitExceeded);
    scope::close(limited).expect("open");
    assert_eq!(loan.freed(), 1);
    let after = memory::stats(0).expect("the processor's");
    assert_eq!((after.live_bytes, after.unowned_bytes), (before.live_bytes, before.unowned_bytes));
}

#[test]
fn one_memory_lent_twice_is_read_before_it_is_written() {
    let _alone = alone();
    let (first, second) = (lend(&[23], None, 1), lend(&[23], None, 0));
    // SAFETY: they have not been consumed; the memory of the first outlives both tensors.
    second.change(|lent| lent.window.data = unsafe { (*first.structure).window.data });
    let (a, b) = (first.take(0, CopyMode::Never).expect("float32"), second.take(0, CopyMode::Never).expect("float32"));
    tensor::add_in_place(a, b).expect("one shape");
    assert_eq!(values(a), (1..24).map(|i| (2 * i - 1) as f32).collect::<Vec<f32>>());
    let index = tensor::arange(0, 0, DType::I64.code(), 0.into(), 23.into(), 1.into()).expect("23 numbers");
    let reversed = tensor::flip(0, index, &[0]).expect("an axis");
    let wanted: Vec<f32> = values(b).into_iter().rev().collect();
    tensor::index_copy_in_place(a, 0, reversed, b).expect("one shape");
    assert_eq!(values(a), wanted);
    let overlapping = lend(&[3, 2], Some(&[1, 1]), 0);
    let c = overlapping.take(0, CopyMode::Never).expect("float32");
    assert_eq!(tensor::fill(c, 1.0.into()).expect_err("it overlaps").status(), Status::InvalidArgument);
    for t in [b, a, c, index, reversed] {
        tensor::dispose(t).expect("alive");
    }
    assert_eq!((first.freed(), second.freed()), (1, 1));
}

#[test]
fn a_tape_holds_the_memory_until_it_is_consumed() {
    let _alone = alone();
    let loan = lend(&[3], None, 1);
    let t = loan.take(0, CopyMode::Never).expect("float32");
    let record = tape::open(0).expect("a tape");
    let x = tape::watch(0, record, t).expect("float32");
    let square = tensor::mul(0, x, x).expect("one shape");
    let sum = tensor::sum(0, square, &[], false).expect("a number");
    tensor::dispose(t).expect("alive");
    let gradient = tape::backward(0, record, sum, &[x]).expect("recorded")[0];
    assert_eq!(values(gradient), [2.0, 4.0, 6.0]);
    for t in [gradient, sum, square] {
        tensor::dispose(t).expect("alive");
    }
    assert_eq!((loan.freed(), values(x)), (0, vec![1.0, 2.0, 3.0]));
    tensor::dispose(x).expect("alive");
    assert_eq!(loan.freed(), 1);
}

/// A deleter that calls this library, as that of any library may.
fn use_the_library() {
    let owner = scope::push(0).expect("a scope");
    let ones = tensor::ones(owner, 0, DType::F32.code(), &[100, 100]).expect("room");
    tensor::add(owner, ones, ones).expect("one shape");
    assert!(leak::exported(0).is_ok() && memory::stats(0).is_ok());
    let exported = tensor::to_dlpack(ones, true).expect("alive");
    // SAFETY: it was just created.
    unsafe { (*exported.cast::<Versioned>()).deleter.expect("ours has one")(exported) };
    scope::close(owner).expect("open");
}

#[test]
fn no_lock_is_held_while_a_deleter_runs() {
    let _alone = alone();
    let ends: [fn(u64, u64); 4] = [
        |_, t| tensor::dispose(t).expect("alive"),
        |owner, _| scope::close_all_but(owner, &[]).expect("open"),
        |owner, _| {
            scope::set_limit(owner, 1 << 30).expect("open");
            scope::close_all_but(owner, &[]).expect("open");
        },
        |owner, t| {
            let record = tape::open(0).expect("a tape");
            let x = tape::watch(owner, record, t).expect("float32");
            tensor::mul(owner, x, x).expect("one shape");
            scope::close_all_but(owner, &[]).expect("open");
            tape::dispose(record).expect("alive");
        },
    ];
    for end in ends {
        let owner = scope::push(0).expect("a scope");
        let loan = lend_then(&[3], None, 0, use_the_library);
        let t = loan.take(owner, CopyMode::Never).expect("float32");
        end(owner, t);
        assert_eq!(loan.freed(), 1);
        let loan = lend_then(&[3], None, 0, use_the_library);
        loan.take(owner, CopyMode::Always).expect("float32");
        assert_eq!(loan.freed(), 1);
        scope::close(owner).expect("open");
    }
}

fn exported_count() -> usize {
    leak::exported(2).expect("rows").lines().count()
}

#[test]
fn what_is_lent_stays_until_its_deleter_is_called() {
    let _alone = alone();
    let (before, listed) = (memory::stats(0).expect("the processor's").live_bytes, exported_count());
    let owner = scope::push(0).expect("a scope");
    let base = tensor::arange(owner, 0, DType::F32.code(), 0.into(), 6.into(), 1.into()).expect("six numbers");
    let matrix = tensor::reshape(owner, base, &[2, 3]).expect("six elements");
    let t = tensor::transpose(owner, matrix, 0, 1).expect("two axes");
    let (versioned, unversioned) =
        (tensor::to_dlpack(t, true).expect("alive"), tensor::to_dlpack(t, false).expect("alive"));
    scope::close(owner).expect("open");
    assert_eq!(exported_count(), listed + 2);
    assert_eq!(memory::stats(0).expect("the processor's").live_bytes, before + 24);
    // SAFETY: both were just created, and their deleters have not been called.
    let (new, old) = unsafe { (&*versioned.cast::<Versioned>(), &*unversioned.cast::<Unversioned>()) };
    assert_eq!((new.version, new.flags), ([1, 1], 0));
    for window in [new.window, old.window] {
        assert_eq!((window.device, window.ndim, window.dtype, window.byte_offset), ([1, 0], 2, (2, 32, 1), 0));
        // SAFETY: the arrays have the lengths that DLPack prescribes.
        let (shape, strides) =
            unsafe { (std::slice::from_raw_parts(window.shape, 2), std::slice::from_raw_parts(window.strides, 2)) };
        assert_eq!((shape, strides), (&[3, 2][..], &[1, 3][..]));
        // SAFETY: the window has six elements.
        assert_eq!(unsafe { window.data.cast::<f32>().add(4).read() }, 4.0);
    }
    let (address, deleter) = (unversioned as usize, old.deleter.expect("ours has one"));
    // SAFETY: called once for each, on any thread.
    std::thread::spawn(move || unsafe { deleter(address as *mut c_void) }).join().expect("it does not panic");
    assert_eq!(memory::stats(0).expect("the processor's").live_bytes, before + 24);
    // SAFETY: as above.
    unsafe { new.deleter.expect("ours has one")(versioned) };
    assert_eq!((memory::stats(0).expect("the processor's").live_bytes, exported_count()), (before, listed));
}

#[test]
fn every_element_type_crosses_and_its_own_comes_back_as_a_reference() {
    let _alone = alone();
    for dtype in DType::ALL {
        for shape in [&[2, 3][..], &[], &[0, 4]] {
            let t = tensor::ones(0, 0, dtype.code(), shape).expect("room");
            for is_versioned in [true, false] {
                let lent = tensor::to_dlpack(t, is_versioned).expect("alive");
                assert_eq!(tensor::use_count(t).expect("alive"), 3, "the tensor's, the handle's, the structure's");
                // SAFETY: it was just created, and is consumed once.
                let back = tensor::from_dlpack(0, unsafe { Managed::new(lent, is_versioned) }, 2).expect("ours");
                assert_eq!(tensor::dtype(back).expect("alive"), dtype.code());
                assert_eq!(tensor::use_count(t).expect("alive"), 2);
                assert!(tensor::equal(t, back).expect("compared"));
                tensor::dispose(back).expect("alive");
                let lent = tensor::to_dlpack(t, is_versioned).expect("alive");
                // SAFETY: as above.
                let copy = tensor::from_dlpack(0, unsafe { Managed::new(lent, is_versioned) }, 1).expect("ours");
                assert_eq!(tensor::use_count(t).expect("alive"), 1);
                tensor::dispose(copy).expect("alive");
            }
            tensor::dispose(t).expect("alive");
        }
    }
}

#[test]
fn what_goes_to_and_fro_takes_no_stack() {
    let _alone = alone();
    let mut t = tensor::ones(0, 0, DType::F32.code(), &[1]).expect("room");
    for _ in 0..100_000 {
        let lent = tensor::to_dlpack(t, true).expect("alive");
        tensor::dispose(t).expect("alive");
        // SAFETY: it was just created, and is consumed once.
        t = tensor::from_dlpack(0, unsafe { Managed::new(lent, true) }, 0).expect("ours");
    }
    assert_eq!((values(t), tensor::use_count(t).expect("alive")), (vec![1.0], 1));
    tensor::dispose(t).expect("alive");
}

#[test]
fn lending_counts_as_a_write() {
    let _alone = alone();
    let record = tape::open(0).expect("a tape");
    let t = tensor::ones(0, 0, DType::F32.code(), &[2]).expect("room");
    let x = tape::watch(0, record, t).expect("float32");
    let square = tensor::mul(0, x, x).expect("one shape");
    let sum = tensor::sum(0, square, &[], false).expect("a number");
    let lent = tensor::to_dlpack(x, true).expect("alive");
    let refused = tape::backward(0, record, sum, &[x]).expect_err("it may have been written");
    assert_eq!(refused.status(), Status::InvalidArgument, "{}", refused.message());
    // SAFETY: called once.
    unsafe { (*lent.cast::<Versioned>()).deleter.expect("ours has one")(lent) };
    tape::dispose(record).expect("alive");
    for t in [sum, square, x, t] {
        tensor::dispose(t).expect("alive");
    }
}

/// Another structure for elements in the memory of the first, from element `from` on.
fn lend_again(first: &Loan, shape: &[i64], from: usize) -> Loan {
    let loan = lend(shape, None, from);
    // SAFETY: the first is lent for the whole test.
    let data = unsafe { (*first.structure).window.data };
    loan.change(|lent| lent.window.data = data);
    loan
}

/// The gradient of the sum of squares of `saved` after `changed` was written, on the same tape.
fn gradient_after_a_write(saved: u64, changed: u64) -> Result<Vec<u64>> {
    let record = tape::open(0).expect("a tape");
    let x = tape::watch(0, record, saved).expect("float32");
    let square = tensor::mul(0, x, x).expect("one shape");
    let sum = tensor::sum(0, square, &[], false).expect("a number");
    tensor::add_scalar_in_place(changed, 1.0.into()).expect("it may be written");
    let gradients = tape::backward(0, record, sum, &[x]);
    if gradients.is_err() {
        tape::dispose(record).expect("refused, it is as it was");
    }
    for t in [sum, square, x] {
        tensor::dispose(t).expect("alive");
    }
    gradients
}

fn refuses_a_write(saved: u64, changed: u64) {
    let refused = gradient_after_a_write(saved, changed).expect_err("a saved value was changed");
    assert!(refused.message().contains("was changed in place"), "{}", refused.message());
}

fn allows_a_write(saved: u64, changed: u64) {
    for gradient in gradient_after_a_write(saved, changed).expect("nothing that was saved has changed") {
        tensor::dispose(gradient).expect("alive");
    }
}

#[test]
fn memory_that_is_lent_twice_has_one_version() {
    let _alone = alone();
    let owner = scope::push(0).expect("a scope");
    let first = lend(&[8], None, 4);
    let loans = [(8, 4), (8, 0), (4, 8), (1, 11), (4, 0), (8, 12)].map(|(n, from)| lend_again(&first, &[n], from));
    let a = first.take(owner, CopyMode::Never).expect("float32");
    let others = loans.each_ref().map(|loan| loan.take(owner, CopyMode::Never).expect("float32"));
    for overlapping in &others[..4] {
        refuses_a_write(a, *overlapping);
        refuses_a_write(*overlapping, a);
    }
    for beside in &others[4..] {
        allows_a_write(a, *beside);
        allows_a_write(*beside, a);
    }
    // The memory is lent again while a tape holds a value in it.
    let record = tape::open(0).expect("a tape");
    let x = tape::watch(0, record, a).expect("float32");
    let square = tensor::mul(owner, x, x).expect("one shape");
    let sum = tensor::sum(owner, square, &[], false).expect("a number");
    let late = lend_again(&first, &[2], 6);
    let t = late.take(owner, CopyMode::Never).expect("float32");
    tensor::zero(t).expect("it may be written");
    tape::backward(owner, record, sum, &[x]).expect_err("it was changed");
    tape::dispose(record).and(tensor::dispose(x)).expect("alive");
    scope::close(owner).expect("open");
    assert_eq!(loans.iter().chain([&first, &late]).map(Loan::freed).sum::<usize>(), 8);
}

#[test]
fn its_own_memory_has_one_version_when_another_library_lends_it_back() {
    let _alone = alone();
    let owner = scope::push(0).expect("a scope");
    let own = tensor::ones(owner, 0, DType::F32.code(), &[8]).expect("room");
    let exported = tensor::to_dlpack(own, true).expect("alive");
    let back = lend(&[4], None, 2);
    // SAFETY: an exported structure is valid until its deleter is called.
    back.change(|lent| lent.window.data = unsafe { (*exported.cast::<Versioned>()).window.data });
    let t = back.take(owner, CopyMode::Never).expect("float32");
    refuses_a_write(own, t);
    refuses_a_write(t, own);
    tensor::add_in_place(tensor::slice(owner, own, 0, 3, 7, 1).expect("inside"), t).expect("one shape");
    assert_eq!(values(own), [2.0, 2.0, 3.0, 6.0, 6.0, 6.0, 5.0, 2.0], "the operand as it was");
    scope::close(owner).expect("open");
    // SAFETY: called once.
    unsafe { (*exported.cast::<Versioned>()).deleter.expect("ours has one")(exported) };
}

#[test]
fn an_optimizer_refuses_parameters_on_one_memory_of_two_loans() {
    let _alone = alone();
    let owner = scope::push(0).expect("a scope");
    let first = lend(&[8], None, 0);
    let loans = [(8, 0), (4, 6), (8, 8)].map(|(n, from)| lend_again(&first, &[n], from));
    let a = first.take(owner, CopyMode::Never).expect("float32");
    let [same, overlapping, beside] = loans.each_ref().map(|loan| loan.take(owner, CopyMode::Never).expect("float32"));
    for other in [same, overlapping] {
        let refused = optimizer::sgd(owner, &[a, other], 0.1, 0.0, 0.0, 0.0, false, false).expect_err("they overlap");
        assert!(refused.message().contains("overlaps parameter 0"), "{}", refused.message());
    }
    optimizer::sgd(owner, &[a, beside], 0.1, 0.0, 0.0, 0.0, false, false).expect("they lie beside each other");
    scope::close(owner).expect("open");
}

static CALLED_BACK: AtomicU64 = AtomicU64::new(0);
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

/// A deleter that uses the workspace that was in a cycle when its memory was lent.
fn call_the_workspace() {
    let batch = CALLED_BACK.load(Ordering::Acquire);
    ANSWERS.fetch_add(1, Ordering::AcqRel);
    if workspace::stats(batch).is_err() {
        return; // the workspace is being destroyed
    }
    workspace::report(0, false).expect("a text");
    workspace::misuses().expect("a list");
    let (scope, _) = workspace::enter(batch, 0).expect("open");
    tensor::ones(scope, 0, DType::F32.code(), &[3]).expect("room");
    workspace::leave(batch, &[]).expect("entered");
}

#[test]
fn a_deleter_may_use_the_workspace_whose_cycle_ends() {
    let _alone = alone();
    for config in [
        "{}",
        r#"{"workspaceMode": "SINGLE"}"#,
        r#"{"strict": true}"#,
        r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1, "initialSize": 4096}"#,
        r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1, "initialSize": 4096, "workspaceMode": "SINGLE"}"#,
    ] {
        ANSWERS.store(0, Ordering::Release);
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let batch = workspace::create(0, "batch", 0, Some(config)).expect("it is right");
            CALLED_BACK.store(batch, Ordering::Release);
            for round in 0..6 {
                let (scope, _) = workspace::enter(batch, 0).expect("open");
                let loan = lend_then(&[4], None, 0, call_the_workspace);
                loan.take(scope, CopyMode::Never).expect("float32");
                let kept = tensor::ones(scope, 0, DType::F32.code(), &[round]).expect("room");
                workspace::leave(batch, &[kept]).expect("entered");
                tensor::dispose(kept).expect("kept");
            }
            tell.send(workspace::destroy(batch)).expect("it is waited for");
        });
        told.recv_timeout(Duration::from_secs(60)).expect("no deadlock, and no panic").expect("open");
        assert_eq!(ANSWERS.load(Ordering::Acquire), 6, "{config}");
    }
}
