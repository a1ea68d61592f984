//! `Storage`: bytes on a device and the way to free them, counted.
//!
//! ```text
//!   up to 32 KiB   [ header, 64 bytes | data ... ]          one block of the pool
//!   above          [ header ] -> [ data ... ]               two, so that the data keeps its 2 MiB alignment
//! ```
//!
//! Invariant: the header lives while `refs` is above 0; the thread that brings it to 0 frees both, once. The bytes are
//! accounted to the byte as asked for, before anything is taken, and given back after.
//!
//! Why not `Arc`: it would be a second allocation a tensor, 10 ns of the 60 that creating and closing one may cost.

use super::classes::{self, SMALL_MAX, class_of};
use super::local::{self, Local};
use super::pool::{self, Block};
use super::pressure;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};

/// Bytes on a device. Cloning adds a reference; the last one to go frees them.
pub struct Storage {
    header: NonNull<Header>,
}

#[repr(C, align(64))]
struct Header {
    refs: AtomicUsize,
    data: Block,
    /// As asked for.
    bytes: usize,
    version: AtomicU32,
    /// Handles without an owner that keep it alive.
    unowned: AtomicU32,
}

const HEADER: usize = size_of::<Header>();
/// The most data that shares a block with its header.
const INLINE_MAX: usize = SMALL_MAX - HEADER;

// SAFETY: the count is atomic, the rest of the header never changes, and the data is reached through raw pointers only.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// Bytes that hold whatever the memory held. 0 is allowed.
    ///
    /// Errors: `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`; then nothing has changed.
    #[inline]
    pub fn alloc(device: Device, bytes: usize) -> Result<Storage> {
        device.require()?;
        allocate(bytes, &mut false)
    }

    /// Zeroed bytes. Errors as [`Storage::alloc`].
    pub fn zeroed(device: Device, bytes: usize) -> Result<Storage> {
        device.require()?;
        let mut fresh = false;
        let storage = allocate(bytes, &mut fresh)?;
        if !fresh {
            // SAFETY: the storage was just made with this many bytes, and nobody else has it.
            unsafe { storage.as_ptr().write_bytes(0, bytes) };
        }
        Ok(storage)
    }

    /// Bytes, as asked for.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.header().bytes
    }

    /// The first byte, 64-byte aligned. Valid while a reference is held.
    #[inline]
    pub fn as_ptr(&self) -> *mut u8 {
        self.header().data.as_ptr()
    }

    /// How many references hold it.
    #[inline]
    pub fn ref_count(&self) -> usize {
        self.header().refs.load(Ordering::Acquire)
    }

    /// How often it has been written in place: a saved value compares it.
    pub fn version(&self) -> u32 {
        self.header().version.load(Ordering::Acquire)
    }

    /// Says that it is being written in place.
    pub fn bump_version(&self) {
        self.header().version.fetch_add(1, Ordering::AcqRel);
    }

    /// One handle more or less without an owner keeps it alive. The first and the last change what a collector is to free.
    pub fn set_unowned(&self, unowned: bool) {
        let header = self.header();
        let bytes = header.bytes as i64;
        if unowned {
            if header.unowned.fetch_add(1, Ordering::AcqRel) == 0 {
                pressure::change_unowned(bytes);
            }
        } else if header.unowned.fetch_sub(1, Ordering::AcqRel) == 1 {
            pressure::change_unowned(-bytes);
        }
    }

    /// A number that no other live storage has.
    pub fn id(&self) -> usize {
        self.header.as_ptr() as usize
    }

    /// Where the bytes lie.
    pub fn device(&self) -> Device {
        Device::Cpu
    }

    /// Whether both are the same bytes.
    pub fn is_same(&self, other: &Storage) -> bool {
        self.header == other.header
    }

    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: self is a reference, so the header lives.
        unsafe { self.header.as_ref() }
    }
}

impl Clone for Storage {
    #[inline]
    fn clone(&self) -> Storage {
        // 2^63 references cannot exist: each takes 104 bytes somewhere.
        self.header().refs.fetch_add(1, Ordering::Relaxed);
        Storage { header: self.header }
    }
}

impl Drop for Storage {
    #[inline]
    fn drop(&mut self) {
        let refs = &self.header().refs;
        // The only reference: nobody can clone it meanwhile, so the locked instruction can be spared.
        if refs.load(Ordering::Acquire) != 1 && refs.fetch_sub(1, Ordering::Release) != 1 {
            return;
        }
        fence(Ordering::Acquire);
        free(self.header);
    }
}

/// A storage with one reference. Sets `fresh` when its data is known to be zero: a third part of the result would be
/// returned through memory.
#[inline]
fn allocate(bytes: usize, fresh: &mut bool) -> Result<Storage> {
    local::with(|local| {
        if bytes as u64 > local.room.get() {
            return Err(no_room(local, bytes));
        }
        local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::count_out_of_memory())?;
        let taken = if bytes <= INLINE_MAX { take_inline(local, bytes) } else { take_apart(local, bytes, fresh) };
        let (block, data) = taken.inspect_err(|_| local.shared().credit.refund(bytes as u64))?;
        let header = block.cast::<Header>();
        // SAFETY: the block is ours, 64-byte aligned and at least as long as a header.
        unsafe {
            header.write(Header {
                refs: AtomicUsize::new(1),
                data,
                bytes,
                version: AtomicU32::new(0),
                unowned: AtomicU32::new(0),
            })
        };
        Ok(Storage { header })
    })
}

/// The scope that the call works for has less left: its limit says so by name, once it sees this.
#[cold]
fn no_room(local: &Local, bytes: usize) -> Error {
    pool::count_out_of_memory();
    local.refused.set(bytes as u64);
    let room = local.room.get();
    Error::new(Status::LimitExceeded, format!("{bytes} bytes asked for, the limit of a scope leaves {room}"))
}

#[inline]
fn take_inline(local: &Local, bytes: usize) -> Result<(Block, Block)> {
    let block = local.take(class_of(HEADER + bytes))?;
    // An empty storage has no data; its address is then the header's own, never read.
    let offset = if bytes == 0 { 0 } else { HEADER };
    // SAFETY: the block is HEADER + bytes long.
    Ok((block, unsafe { block.add(offset) }))
}

#[cold]
fn take_apart(local: &Local, bytes: usize, fresh: &mut bool) -> Result<(Block, Block)> {
    if bytes > classes::MAX_BLOCK {
        pool::count_out_of_memory();
        return Err(Error::new(Status::OutOfMemory, format!("{bytes} bytes are more than any machine has")));
    }
    let class = data_class(bytes);
    let header = local.take(class_of(HEADER))?;
    let (data, untouched) = pool::take_large(class).inspect_err(|_| local.give(class_of(HEADER), header))?;
    local.count_large(!untouched);
    *fresh = untouched;
    local.shared().credit.note_peak();
    Ok((header, data))
}

/// The class of data that does not share a block with its header: never a small one, also for the few sizes that
/// only the header makes too long.
fn data_class(bytes: usize) -> usize {
    class_of(bytes.max(SMALL_MAX + 1))
}

/// The last reference has gone.
fn free(header: NonNull<Header>) {
    // SAFETY: no reference is left, so this thread owns the header and the data.
    let (data, bytes) = unsafe { (header.as_ref().data, header.as_ref().bytes) };
    local::with(|local| {
        if bytes <= INLINE_MAX {
            local.give(class_of(HEADER + bytes), header.cast());
        } else {
            pool::give(data_class(bytes), std::iter::once(data));
            local.give(class_of(HEADER), header.cast());
        }
        local.shared().credit.earn(bytes as u64);
    });
}
