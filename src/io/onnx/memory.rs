//! The allocator that ONNX Runtime gets: each allocation is a storage of the pool or of the current
//! workspace, like a tensor's.
//!
//! ```text
//!   storage  [ Head, 64 bytes: a reference to the storage, the call that took it | what ONNX Runtime sees ... ]
//! ```
//!
//! Invariant: the reference in the head is the allocator's own; freeing drops it, and a tensor on
//! the same storage keeps the memory alive. A refused request throws `std::bad_alloc`, as C++'s own
//! allocators do, because ONNX Runtime does not check for null.
//!
//! A load or a run is a [`Call`]. It records refused requests, because a status does not contain
//! them, and each live block, with its size and a reference of its own: nothing is read through an
//! address that another thread may have freed. ONNX Runtime may allocate and free a block on any of
//! its threads; the head tells which call it belongs to. An allocation on a thread of ONNX Runtime
//! counts against the call in progress; if there are several, against the one with the most room,
//! because it is unknown which call the thread works for. The limit of a scope applies to all
//! blocks of a call together, though the scope does not own them yet. No lock is held while a block
//! is allocated or released.

use super::table::{Object, VERSION};
use crate::device::Device;
use crate::error::{Error, Result, Status, amount, in_bytes};
use crate::memory::{self, BadAlloc, Storage};
use parking_lot::Mutex;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Precedes each block. Blocks stay aligned to its size.
const HEAD: usize = 64;

struct Head {
    /// Held for as long as ONNX Runtime has the block.
    _storage: Storage,
    /// `None` for a block outside any call.
    call: Option<Arc<Call>>,
}

const _: () = assert!(size_of::<Head>() <= HEAD && align_of::<Head>() <= HEAD);

/// The fields of `OrtAllocator` in [`VERSION`], followed by those of this implementation.
#[repr(C)]
pub(super) struct Allocator {
    version: u32,
    alloc: unsafe extern "system-unwind" fn(this: *mut Allocator, bytes: usize) -> *mut c_void,
    free: unsafe extern "system" fn(this: *mut Allocator, block: *mut c_void),
    info: unsafe extern "system" fn(this: *const Allocator) -> Object,
    reserve: unsafe extern "system-unwind" fn(this: *mut Allocator, bytes: usize) -> *mut c_void,
    memory_info: Object,
    bad_alloc: BadAlloc,
    /// The calls in progress.
    calls: Mutex<Vec<Arc<Call>>>,
}

// SAFETY: it never changes, except for the calls, which have a lock; its functions may be called on
// any thread.
unsafe impl Send for Allocator {}
// SAFETY: as above.
unsafe impl Sync for Allocator {}

impl Allocator {
    /// An allocator for memory of this `OrtMemoryInfo`.
    pub(super) fn new(memory_info: Object, bad_alloc: BadAlloc) -> Allocator {
        let calls = Mutex::new(Vec::new());
        Allocator { version: VERSION, alloc, free, info, reserve: alloc, memory_info, bad_alloc, calls }
    }

    /// Runs a call of ONNX Runtime, recording its allocations.
    pub(super) fn recorded<R>(&self, call: impl FnOnce() -> R) -> (R, Recorded<'_>) {
        let record = Arc::new(Call { room: memory::room(), state: Mutex::default() });
        self.calls.lock().push(record.clone());
        let outer = CURRENT.with(|current| current.replace(Some(record.clone())));
        let recorded = Recorded { allocator: self, call: record, outer, of_thread: PhantomData };
        (call(), recorded)
    }

    /// The call that this thread works for, and whether it is the thread that made the call.
    fn call(&self) -> Option<(Arc<Call>, bool)> {
        if let Some(call) = current() {
            return Some((call, true));
        }
        let calls = self.calls.lock().clone();
        calls.into_iter().max_by_key(|call| call.left()).map(|call| (call, false))
    }

    /// A block, or null with the reason recorded. No panic leaves it, because the caller is written
    /// in C++.
    fn taken(&self, bytes: usize) -> *mut c_void {
        let call = self.call();
        let taken = catch_unwind(AssertUnwindSafe(|| take(bytes, call.as_ref())));
        let taken = taken.unwrap_or_else(|_| Err(Error::new(Status::Panic, "the allocator of a model panicked")));
        taken.unwrap_or_else(|error| {
            if let Some((call, _)) = call {
                call.refuse(error);
            }
            std::ptr::null_mut()
        })
    }
}

/// A block of this many bytes for a call. The flag beside the call tells whether this thread made
/// it.
fn take(bytes: usize, call: Option<&(Arc<Call>, bool)>) -> Result<*mut c_void> {
    let all = bytes.checked_add(HEAD);
    let all = all.ok_or_else(|| Error::new(Status::OutOfMemory, format!("{bytes} bytes are more than there are")))?;
    let storage = match call {
        Some((call, is_caller)) => call.take(all, *is_caller),
        None => Storage::alloc(Device::Cpu, all),
    }?;
    let head = storage.host()?.as_ptr();
    let call = call.map(|(call, _)| call.clone());
    // SAFETY: the storage is new, 64-byte aligned and at least as long as a head.
    unsafe {
        head.cast::<Head>().write(Head { _storage: storage, call });
        Ok(head.add(HEAD).cast())
    }
}

/// A load or a run of a model, which one thread makes and others may work for.
struct Call {
    /// The most bytes that it may hold at a time.
    room: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The live blocks, by the address that ONNX Runtime has.
    blocks: HashMap<usize, Block, BuildHasherDefault<OfAddress>>,
    /// Bytes of the blocks, and of those that are being allocated.
    live: u64,
    /// How many of them are subtracted from the room of the caller's thread.
    settled: u64,
    refused: Option<Error>,
    /// What would have been held with the refused request of another thread; 0 if none was refused.
    wanted: u64,
}

/// The hash of a block's address, of which the last six bits are always the same.
#[derive(Default)]
struct OfAddress(u64);

impl Hasher for OfAddress {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(usize::from(byte) << 6));
    }

    fn write_usize(&mut self, address: usize) {
        self.0 = (self.0 ^ (address >> 6) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

struct Block {
    storage: Storage,
    /// Whether it is in the memory source of the caller, and no tensor has it yet.
    can_be_given: bool,
}

impl State {
    /// Subtracts the live blocks from the room of this thread, which must be the caller's.
    fn settle(&mut self) {
        if self.live > self.settled {
            memory::hold(self.live - self.settled);
        } else {
            memory::release(self.settled - self.live);
        }
        self.settled = self.live;
    }
}

impl Call {
    fn left(&self) -> u64 {
        self.room.saturating_sub(self.state.lock().live)
    }

    /// A storage of this many bytes, recorded.
    fn take(&self, bytes: usize, is_caller: bool) -> Result<Storage> {
        let mut state = self.state.lock();
        if is_caller {
            state.settle(); // the room of the caller's own thread then tells whether this fits
        } else if bytes as u64 > self.room.saturating_sub(state.live) {
            state.wanted = state.live.saturating_add(bytes as u64);
            let left = self.room.saturating_sub(state.live);
            let (asked, left) = (in_bytes(bytes as u64), amount(left));
            let text = format!("{asked} asked for, the limit of a scope leaves {left}");
            return Err(Error::new(Status::LimitExceeded, text));
        }
        state.live = state.live.saturating_add(bytes as u64);
        drop(state);
        let taken = Storage::alloc(Device::Cpu, bytes);
        let mut state = self.state.lock();
        match &taken {
            Ok(storage) => {
                let block = Block { storage: storage.clone(), can_be_given: is_caller };
                state.blocks.insert(storage.addr() + HEAD, block);
            }
            Err(_) => state.live -= bytes as u64,
        }
        if is_caller {
            state.settle();
        }
        taken
    }

    fn refuse(&self, error: Error) {
        let earlier = self.state.lock().refused.replace(error);
        drop(earlier);
    }

    /// Records that a block is freed. After the end of the call nothing is recorded.
    fn free(&self, address: usize, is_caller: bool) {
        let mut state = self.state.lock();
        let block = state.blocks.remove(&address);
        if let Some(block) = &block {
            state.live -= block.storage.bytes() as u64;
        }
        if is_caller {
            state.settle();
        }
        drop(state);
        drop(block);
    }
}

thread_local! {
    /// The call that this thread has made.
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
}

fn current() -> Option<Arc<Call>> {
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// The allocations of a call that has returned. Dropping it ends the recording.
pub(super) struct Recorded<'a> {
    allocator: &'a Allocator,
    call: Arc<Call>,
    /// The call that this thread was in before.
    outer: Option<Arc<Call>>,
    of_thread: PhantomData<*const ()>,
}

impl Recorded<'_> {
    /// The error of the request that was refused, if one was.
    pub(super) fn take_refused(&self) -> Option<Error> {
        let mut state = self.call.state.lock();
        let wanted = std::mem::take(&mut state.wanted);
        if wanted > 0 {
            state.settle();
            memory::note_refused(wanted.saturating_sub(state.live));
        }
        state.refused.take()
    }

    /// The bytes of all blocks that are alive.
    pub(super) fn bytes(&self) -> usize {
        self.call.state.lock().live as usize
    }

    /// The storage that contains this address, and the offset in it, when it is requested for the
    /// first time. `None` if it is not a block of the call, if a thread of ONNX Runtime allocated
    /// it, or if it was requested already: two outputs never share memory.
    pub(super) fn give(&self, address: *const c_void) -> Option<(Storage, usize)> {
        let mut state = self.call.state.lock();
        let block = state.blocks.get_mut(&(address as usize))?;
        std::mem::take(&mut block.can_be_given).then(|| (block.storage.clone(), HEAD))
    }
}

impl Drop for Recorded<'_> {
    fn drop(&mut self) {
        let mut calls = self.allocator.calls.lock();
        calls.retain(|call| !Arc::ptr_eq(call, &self.call));
        drop(calls);
        let _ = CURRENT.try_with(|current| current.replace(self.outer.take()));
        let mut state = self.call.state.lock();
        state.live = 0;
        state.settle();
        let blocks = std::mem::take(&mut state.blocks);
        drop(state);
        drop(blocks);
    }
}

/// # Safety
/// `this` is an [`Allocator`]; the caller is C++ that catches `std::bad_alloc`.
unsafe extern "system-unwind" fn alloc(this: *mut Allocator, bytes: usize) -> *mut c_void {
    // SAFETY: the caller guarantees it.
    let block = unsafe { (*this).taken(bytes) };
    if block.is_null() {
        // SAFETY: this frame holds nothing that would have to be dropped, and the caller catches
        // the exception.
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
    // SAFETY: the head holds a reference, which is moved out once. Its memory may be freed with it.
    let head = unsafe { block.cast::<u8>().sub(HEAD).cast::<Head>().read() };
    if let Some(call) = &head.call {
        call.free(block as usize, current().is_some_and(|current| Arc::ptr_eq(&current, call)));
    }
    drop(head);
}

/// # Safety
/// `this` is an [`Allocator`].
unsafe extern "system" fn info(this: *const Allocator) -> Object {
    // SAFETY: the caller guarantees it.
    unsafe { (*this).memory_info }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::AllocationContext;

    /// Nothing is thrown, because the tests check beforehand.
    unsafe extern "C-unwind" fn never() -> ! {
        unreachable!("a test asks `taken`")
    }

    fn allocator() -> Allocator {
        Allocator::new(std::ptr::null_mut(), never)
    }

    /// Frees a block that is no longer used.
    fn freed(block: usize) {
        // SAFETY: as above.
        unsafe { free(std::ptr::null_mut(), block as *mut c_void) }
    }

    fn elsewhere<R: Send>(f: impl FnOnce() -> R + Send) -> R {
        std::thread::scope(|threads| threads.spawn(f).join()).expect("it does not panic")
    }

    #[test]
    fn a_block_is_a_storage_that_outlives_its_freeing() {
        let allocator = allocator();
        let (block, recorded) = allocator.recorded(|| {
            let (first, second) = (allocator.taken(100), allocator.taken(0));
            freed(first as usize);
            second as usize
        });
        assert_eq!(recorded.bytes(), HEAD, "the first is gone");
        let (storage, offset) = recorded.give(block as *const c_void).expect("it is one of this call");
        assert_eq!((storage.bytes(), offset, storage.ref_count()), (HEAD, HEAD, 3));
        assert!(recorded.give(block as *const c_void).is_none(), "one tensor has it");
        assert!(recorded.give(&raw const offset as *const c_void).is_none());
        drop(recorded);
        freed(block);
        assert_eq!(storage.ref_count(), 1);
        assert!(allocator.calls.lock().is_empty());
    }

    #[test]
    fn what_is_refused_says_why() {
        let allocator = allocator();
        let (block, recorded) = allocator.recorded(|| allocator.taken(usize::MAX));
        assert!(block.is_null());
        assert_eq!(recorded.take_refused().map(|error| error.status()), Some(Status::OutOfMemory));
        assert!(recorded.take_refused().is_none());
    }

    #[test]
    fn a_block_that_another_thread_frees_leaves_the_record() {
        let allocator = allocator();
        let context = AllocationContext::enter(1000, None, false);
        let ((), recorded) = allocator.recorded(|| {
            let block = allocator.taken(600) as usize;
            elsewhere(|| freed(block));
            let again = allocator.taken(700) as usize;
            assert_ne!(again, 0, "there is room for it");
            freed(again);
        });
        assert_eq!(recorded.bytes(), 0);
        drop(recorded);
        assert_eq!(memory::room(), 1000);
        drop(context);
    }

    #[test]
    fn what_another_thread_takes_counts_as_the_call_s() {
        let allocator = allocator();
        let context = AllocationContext::enter(1000, None, false);
        let (blocks, recorded) = allocator.recorded(|| {
            let other = elsewhere(|| allocator.taken(500) as usize);
            let third = elsewhere(|| allocator.taken(500) as usize);
            assert!(other != 0 && third == 0, "1128 bytes");
            (other, allocator.taken(500) as usize)
        });
        assert_eq!((blocks.1, recorded.bytes()), (0, 564), "1128 bytes again");
        assert_eq!(recorded.take_refused().map(|error| error.status()), Some(Status::LimitExceeded));
        assert_eq!(context.refused(), 1128);
        assert!(recorded.give(blocks.0 as *const c_void).is_none(), "it does not lie where the caller's memory does");
        freed(blocks.0);
        assert_eq!(recorded.bytes(), 0);
        drop(recorded);
        assert_eq!(memory::room(), 1000);
        // No call is in progress: nothing is recorded, and nothing limits it but the process.
        let block = elsewhere(|| allocator.taken(5000) as usize);
        assert_ne!(block, 0);
        freed(block);
    }

    #[test]
    fn of_several_calls_the_one_with_the_most_room_is_charged() {
        let allocator = allocator();
        let context = AllocationContext::enter(1000, None, false);
        let (block, recorded) = allocator.recorded(|| {
            elsewhere(|| {
                let (block, inner) = allocator.recorded(|| elsewhere(|| allocator.taken(5000) as usize));
                assert_eq!(inner.bytes(), 5064);
                block
            })
        });
        assert_eq!(recorded.bytes(), 0);
        freed(block);
        drop(recorded);
        drop(context);
    }

    #[test]
    fn a_call_within_a_call_has_a_record_of_its_own() {
        let allocator = allocator();
        let (blocks, outer) = allocator.recorded(|| {
            let first = allocator.taken(100) as usize;
            let (second, inner) = allocator.recorded(|| allocator.taken(200) as usize);
            assert_eq!(inner.bytes(), 200 + HEAD);
            drop(inner);
            [first, second, allocator.taken(300) as usize]
        });
        assert_eq!(outer.bytes(), 400 + 2 * HEAD);
        blocks.into_iter().for_each(freed);
        assert_eq!(outer.bytes(), 0);
    }
}
