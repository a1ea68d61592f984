//! The allocator that ONNX Runtime gets: what it asks for is a storage of the pool or of the
//! current workspace, as a tensor's is.
//!
//! ```text
//!   storage  [ a reference to itself, 64 bytes | what ONNX Runtime sees ... ]
//! ```
//!
//! Invariant: the reference in front is the allocator's own; freeing drops it, and a tensor on the
//! same storage keeps the memory. A request that is refused throws `std::bad_alloc`, as C++'s own
//! allocators do: ONNX Runtime does not look for null. What was refused, and which blocks are
//! alive, is recorded for the thread's call ([`recorded`]), since a status says neither. The limit of
//! a scope holds for all blocks of a call together, though the scope owns none of them yet.

use super::table::{Object, VERSION};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory::{self, BadAlloc, Storage};
use std::cell::RefCell;
use std::ffi::c_void;
use std::panic::catch_unwind;

/// In front of each block. Blocks stay aligned to it.
const HEAD: usize = 64;

/// `OrtAllocator`, as far as [`VERSION`] has it, and what ours needs.
#[repr(C)]
pub(super) struct Allocator {
    version: u32,
    alloc: unsafe extern "system-unwind" fn(this: *mut Allocator, bytes: usize) -> *mut c_void,
    free: unsafe extern "system" fn(this: *mut Allocator, block: *mut c_void),
    info: unsafe extern "system" fn(this: *const Allocator) -> Object,
    reserve: unsafe extern "system-unwind" fn(this: *mut Allocator, bytes: usize) -> *mut c_void,
    memory_info: Object,
    bad_alloc: BadAlloc,
}

// SAFETY: it is never changed, and its functions may be called on any thread.
unsafe impl Send for Allocator {}
// SAFETY: as above.
unsafe impl Sync for Allocator {}

impl Allocator {
    /// One for memory of this `OrtMemoryInfo`.
    pub(super) fn new(memory_info: Object, bad_alloc: BadAlloc) -> Allocator {
        Allocator { version: VERSION, alloc, free, info, reserve: alloc, memory_info, bad_alloc }
    }
}

/// What a thread's call asked for.
#[derive(Default)]
struct Record {
    is_active: bool,
    refused: Option<Error>,
    /// Those that are alive, by the address that ONNX Runtime has.
    blocks: Vec<usize>,
}

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

/// Blocks of this thread's call that were alive when it returned. It ends the recording.
pub(super) struct Recorded(());

/// Runs a call of ONNX Runtime, recording what it asks this thread for.
pub(super) fn recorded<R>(call: impl FnOnce() -> R) -> (R, Recorded) {
    RECORD.with_borrow_mut(|record| {
        record.is_active = true;
        record.refused = None;
        record.blocks.clear();
    });
    let recorded = Recorded(());
    (call(), recorded)
}

impl Recorded {
    /// The error of the request that was refused, if one was.
    pub(super) fn take_refused(&self) -> Option<Error> {
        RECORD.with_borrow_mut(|record| record.refused.take())
    }

    /// The bytes of all blocks that are alive.
    pub(super) fn bytes(&self) -> usize {
        // SAFETY: a block that is recorded is alive.
        RECORD.with_borrow(|record| record.blocks.iter().map(|&block| unsafe { storage_of(block) }.bytes()).sum())
    }

    /// The storage that holds what lies at this address, and how far behind its first byte; `None`
    /// if it is no block of this thread's call.
    pub(super) fn storage(&self, address: *const c_void) -> Option<(Storage, usize)> {
        let block = address as usize;
        let is_ours = RECORD.with_borrow(|record| record.blocks.contains(&block));
        // SAFETY: a block that is recorded is alive.
        is_ours.then(|| (unsafe { storage_of(block) }.clone(), HEAD))
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        memory::release(self.bytes() as u64);
        RECORD.with_borrow_mut(|record| record.is_active = false);
    }
}

/// The reference in front of a block.
///
/// # Safety
/// The block came from [`take`] and has not been freed.
unsafe fn storage_of<'a>(block: usize) -> &'a Storage {
    // SAFETY: the head lies in front of each block and holds a reference until it is freed.
    unsafe { &*((block - HEAD) as *const Storage) }
}

/// A block of so many bytes.
fn take(bytes: usize) -> Result<*mut c_void> {
    let all = bytes.checked_add(HEAD);
    let all = all.ok_or_else(|| Error::new(Status::OutOfMemory, format!("{bytes} bytes are more than there are")))?;
    let storage = Storage::alloc(Device::Cpu, all)?;
    let head = storage.as_ptr();
    // SAFETY: the storage is new, 64-byte aligned and at least as long as a head.
    unsafe {
        head.cast::<Storage>().write(storage);
        Ok(head.add(HEAD).cast())
    }
}

/// Does `change` to the record of the call that this thread is in.
fn record(change: impl FnOnce(&mut Record)) {
    let _ = RECORD.try_with(|record| {
        let mut record = record.borrow_mut();
        if record.is_active {
            change(&mut record);
        }
    });
}

/// A block, or null with the reason recorded. No panic leaves it: the caller is written in C++.
fn taken(bytes: usize) -> *mut c_void {
    let block = catch_unwind(|| take(bytes));
    let block = block.unwrap_or_else(|_| Err(Error::new(Status::Panic, "the allocator of a model panicked")));
    match block {
        Ok(block) => {
            record(|record| {
                record.blocks.push(block as usize);
                memory::hold((bytes + HEAD) as u64);
            });
            block
        }
        Err(error) => {
            record(|record| record.refused = Some(error));
            std::ptr::null_mut()
        }
    }
}

/// # Safety
/// `this` is an [`Allocator`]; the caller is C++ that catches `std::bad_alloc`.
unsafe extern "system-unwind" fn alloc(this: *mut Allocator, bytes: usize) -> *mut c_void {
    let block = taken(bytes);
    if block.is_null() {
        // SAFETY: this frame holds nothing that would have to be dropped, and the caller catches what is thrown.
        unsafe { ((*this).bad_alloc)() }
    }
    block
}

/// # Safety
/// `block` is null or came from [`alloc`], and nothing uses it any more.
unsafe extern "system" fn free(_: *mut Allocator, block: *mut c_void) {
    if block.is_null() {
        return;
    }
    let address = block as usize;
    record(|record| {
        if let Some(at) = record.blocks.iter().rposition(|&other| other == address) {
            record.blocks.swap_remove(at);
            // SAFETY: it is alive until the end of this call.
            memory::release(unsafe { storage_of(address) }.bytes() as u64);
        }
    });
    // SAFETY: the head holds a reference, which is taken out once. The memory it lies in may go with it.
    drop(unsafe { block.cast::<u8>().sub(HEAD).cast::<Storage>().read() });
}

/// # Safety
/// `this` is an [`Allocator`].
unsafe extern "system" fn info(this: *const Allocator) -> Object {
    // SAFETY: as the caller says.
    unsafe { (*this).memory_info }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_a_storage_that_outlives_its_freeing() {
        let ((), recorded) = recorded(|| {
            let (first, second) = (taken(100), taken(0));
            // SAFETY: neither is used any more.
            unsafe { free(std::ptr::null_mut(), first) };
            assert!(!second.is_null());
        });
        assert_eq!(recorded.bytes(), HEAD, "the first is gone");
        let block = RECORD.with_borrow(|record| record.blocks[0]);
        let (storage, offset) = recorded.storage(block as *const c_void).expect("it is one of this call");
        assert_eq!((storage.bytes(), offset, storage.ref_count()), (HEAD, HEAD, 2));
        assert!(recorded.storage(&raw const offset as *const c_void).is_none());
        // SAFETY: the storage keeps the memory.
        unsafe { free(std::ptr::null_mut(), block as *mut c_void) };
        assert_eq!(storage.ref_count(), 1);
    }

    #[test]
    fn what_is_refused_says_why() {
        let (block, recorded) = recorded(|| taken(usize::MAX));
        assert!(block.is_null());
        assert_eq!(recorded.take_refused().map(|error| error.status()), Some(Status::OutOfMemory));
        assert!(recorded.take_refused().is_none());
    }
}
