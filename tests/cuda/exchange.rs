//! DLPack with memory of a device: what another library finds in the structure, and what it lends.

use super::*;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tenure::api::{memory, scope, tensor};
use tenure::error::{Result, Status};
use tenure::tensor::CopyMode;
use tenure::tensor::dlpack::Managed;

const CUDA: i32 = 1 << 16;
const F32: i32 = DType::F32 as i32;

#[repr(C)]
#[derive(Clone, Copy)]
struct Window {
    data: usize,
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
    context: *const AtomicUsize,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    flags: u64,
    window: Window,
}

unsafe extern "C" fn deleted(structure: *mut c_void) {
    // SAFETY: the structure is one of `Library::lend`, and its counter outlives it.
    unsafe { (*(*structure.cast::<Versioned>()).context).fetch_add(1, Ordering::AcqRel) };
}

/// The work that waited when [`deleted_when_idle`] was called, plus one.
static WAITED: AtomicU64 = AtomicU64::new(0);

unsafe extern "C" fn deleted_when_idle(structure: *mut c_void) {
    WAITED.store(1 + fake::Fake::open().counts()[3], Ordering::Release);
    // SAFETY: as there.
    unsafe { deleted(structure) };
}

/// Another library: it has six numbers on the device, from 0 on.
struct Library {
    scope: u64,
    exported: *mut Versioned,
    shape: Vec<i64>,
    strides: Vec<i64>,
    deleted: AtomicUsize,
}

impl Library {
    fn new() -> Library {
        cuda();
        let scope = scope::push(0).expect("a scope");
        let numbers = tensor::arange(scope, CUDA, F32, 0.0.into(), 6.0.into(), 1.0.into()).expect("small");
        let exported = tensor::to_dlpack(numbers, true).expect("memory of a device").cast::<Versioned>();
        Library { scope, exported, shape: vec![2, 3], strides: vec![3, 1], deleted: AtomicUsize::new(0) }
    }

    /// A structure that stays, because tensors refer to it until they are disposed.
    fn lend(&self, offset: u64, flags: u64) -> &'static mut Versioned {
        // SAFETY: it was exported, and its deleter was not called.
        let window = unsafe { (*self.exported).window };
        let (shape, strides) = (self.shape.as_ptr(), self.strides.as_ptr());
        let window = Window { ndim: self.shape.len() as i32, shape, strides, byte_offset: offset, ..window };
        let (context, deleter) = (&raw const self.deleted, Some(deleted as unsafe extern "C" fn(*mut c_void)));
        Box::leak(Box::new(Versioned { version: [1, 0], context, deleter, flags, window }))
    }

    fn take(&self, lent: &mut Versioned, copy: CopyMode) -> Result<u64> {
        // SAFETY: the structure is valid and stays.
        let managed = unsafe { Managed::new((&raw mut *lent).cast(), true) };
        tensor::from_dlpack(self.scope, managed, copy as i32)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: this is called once.
        unsafe { (*self.exported).deleter.expect("ours has one")(self.exported.cast()) };
        scope::close(self.scope).expect("open");
    }
}

fn numbers(t: u64) -> Vec<f32> {
    let here = tensor::to_device(0, t, 0).expect("the device answers");
    let mut bytes = vec![0; 4 * tensor::size(t).expect("open") as usize];
    tensor::copy_to(here, &mut bytes[..]).expect("on the processor");
    tensor::dispose(here).expect("open");
    bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().expect("four"))).collect()
}

#[test]
fn an_export_names_the_device_and_its_address() {
    let library = Library::new();
    // SAFETY: it was exported, and its deleter was not called.
    let window = unsafe { (*library.exported).window };
    assert_eq!((window.device, window.ndim, window.dtype), ([2, 0], 1, (2, 32, 1)));
    assert!(window.data != 0 && window.byte_offset == 0);
}

#[test]
fn memory_of_another_library_is_used_where_it_is() {
    let library = Library::new();
    let charged = memory::stats(CUDA).expect("it is there").live_bytes;
    let t = library.take(library.lend(0, 0), CopyMode::Never).expect("nothing forces a copy");
    assert_eq!(tensor::device(t).expect("open"), CUDA);
    assert_eq!(memory::stats(CUDA).expect("it is there").live_bytes, charged, "foreign bytes are not counted");
    tensor::add_scalar_in_place(t, 1.0.into()).expect("writable");
    let seen = library.take(library.lend(0, 0), CopyMode::Never).expect("the same memory");
    assert_eq!(numbers(seen), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let view = tensor::transpose(library.scope, t, 0, 1).expect("two axes");
    assert_eq!(numbers(view), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    tensor::dispose(t).expect("open");
    tensor::dispose(seen).expect("open");
    assert_eq!(library.deleted.load(Ordering::Acquire), 1, "the view keeps the first");
    tensor::dispose(view).expect("open");
    assert_eq!(library.deleted.load(Ordering::Acquire), 2);
}

#[test]
fn a_copy_on_the_device_is_its_own() {
    let library = Library::new();
    for (flags, copy) in [(0, CopyMode::Always), (1, CopyMode::IfNeeded)] {
        let before = library.deleted.load(Ordering::Acquire);
        let t = library.take(library.lend(0, flags), copy).expect("it can be copied");
        assert_eq!(library.deleted.load(Ordering::Acquire), before + 1, "the structure is consumed");
        tensor::add_scalar_in_place(t, 1.0.into()).expect("its own");
        let seen = library.take(library.lend(0, 0), CopyMode::Never).expect("its memory");
        assert_eq!(numbers(seen), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        tensor::dispose(seen).expect("open");
    }
}

#[test]
fn what_is_refused_stays_with_its_library() {
    let mut library = Library::new();
    let refused = |library: &Library, lent: &mut Versioned, copy: CopyMode, status: Status| {
        let before = library.deleted.load(Ordering::Acquire);
        let error = library.take(lent, copy).expect_err("it is refused");
        assert_eq!((error.status(), library.deleted.load(Ordering::Acquire)), (status, before), "{error}");
    };
    refused(&library, library.lend(0, 1), CopyMode::Never, Status::InvalidArgument);
    refused(&library, library.lend(2, 0), CopyMode::IfNeeded, Status::Unsupported);
    for id in [99, -1, i32::MAX] {
        let lent = library.lend(0, 0);
        lent.window.device = [2, id];
        refused(&library, lent, CopyMode::IfNeeded, Status::DeviceUnavailable);
    }
    library.strides = vec![3, -1];
    refused(&library, library.lend(8, 0), CopyMode::IfNeeded, Status::Unsupported);
    library.shape = vec![0, 3];
    let empty = library.take(library.lend(0, 0), CopyMode::IfNeeded).expect("there is nothing to copy");
    assert_eq!((tensor::device(empty).expect("open"), tensor::size(empty).expect("open")), (CUDA, 0));
}

#[test]
fn work_is_done_before_the_fake_library_has_the_memory() {
    let library = Library::new();
    let fake = fake::Fake::open();
    let own = tensor::ones(library.scope, CUDA, F32, &[3]).expect("small");
    tensor::add_scalar_in_place(own, 1.0.into()).expect("its own");
    assert!(fake.counts()[3] > 0, "work waits");
    let exported = tensor::to_dlpack(own, true).expect("memory of a device").cast::<Versioned>();
    assert_eq!(fake.counts()[3], 0, "an export waits for it");
    // SAFETY: this is called once.
    unsafe { (*exported).deleter.expect("ours has one")(exported.cast()) };
    for copy in [CopyMode::Never, CopyMode::Always] {
        let lent = library.lend(0, 0);
        lent.deleter = Some(deleted_when_idle);
        let t = library.take(lent, copy).expect("valid");
        if copy == CopyMode::Never {
            tensor::add_scalar_in_place(t, 1.0.into()).expect("writable");
            assert!(fake.counts()[3] > 0, "work waits");
        }
        tensor::dispose(t).expect("open");
        assert_eq!(WAITED.swap(0, Ordering::AcqRel), 1, "{copy:?}: nothing waits when the deleter is called");
    }
}
