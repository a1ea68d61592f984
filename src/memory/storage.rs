//! `Storage`: reference-counted bytes on a device, and how to free them.
//!
//! ```text
//!   up to 32 KiB   [ header, 64 bytes | data ... ]   one block of the pool
//!   above          [ header ] -> [ data ... ]        two, so that the data keeps its 2 MiB alignment
//!   of a device    [ header ] -> [ data ... ]        data in device memory, which the host cannot read
//!   of a workspace [ header ] -> [ data ... ]        data in its block, with a reference to it
//!   foreign        [ header ] -> [ data ... ]        another library's, which gets a release call
//! ```
//!
//! Invariant: the header lives while `refs` is above 0; the thread that brings it to 0 frees both,
//! once. The requested bytes are charged exactly, before memory is allocated, and discharged after
//! it is freed; a workspace has done so for its block. Foreign bytes are accounted for by the
//! library that allocated them, and not here. `class` records where the data came from, so freeing
//! checks one field.
//!
//! `Arc` is not used because it would need a second allocation per tensor, 10 ns of the 60 that
//! creating and closing one may cost.

use super::classes::{SMALL_CLASSES, SMALL_MAX, class_of, size_of_class};
use super::context;
use super::decay;
use super::devices;
use super::guard;
use super::lent;
use super::local::{self, Local, Source};
use super::pool::{self, Block};
use super::pressure::FOOTPRINT;
use super::region::{self, no_room};
use super::workspace::{Access, Address, Allocation, AllocationRef, Side};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::record::{self, EventKind, IN_WORKSPACE};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};

/// Bytes on a device. Cloning adds a reference; dropping the last one frees them.
pub struct Storage {
    header: NonNull<Header>,
}

#[repr(C, align(64))]
struct Header {
    refs: AtomicUsize,
    data: Block,
    /// The requested size.
    bytes: usize,
    version: AtomicU32,
    /// The number of unowned handles that keep it alive.
    unowned: AtomicU32,
    /// The class of the block that contains both, or [`APART`], [`WORKSPACE`], [`FOREIGN`],
    /// [`READ_ONLY`] or [`DEVICE`].
    class: u16,
    /// The device of the data; the header is always in the processor's memory.
    device: Device,
    /// How many exports to other libraries are active.
    exports: AtomicU32,
    /// The origin of the data: written for [`WORKSPACE`], [`FOREIGN`] and [`READ_ONLY`] only.
    reference: MaybeUninit<Reference>,
}

/// What is released together with the data. `class` tells which variant it is.
#[derive(Clone, Copy)]
union Reference {
    workspace: AllocationRef,
    foreign: Lent,
}

/// Memory of another library: the function to call when it is no longer used, if any, and its
/// argument.
#[derive(Clone, Copy)]
pub struct Lent {
    /// Called once, on the thread that drops the last reference. It may call this library.
    pub release: Option<unsafe extern "C" fn(*mut c_void)>,
    /// The argument of the call.
    pub context: *mut c_void,
}

/// The data is a large block of the pool.
const APART: u16 = u16::MAX;
/// The data belongs to a workspace.
const WORKSPACE: u16 = u16::MAX - 1;
/// The data belongs to another library.
const FOREIGN: u16 = u16::MAX - 2;
/// The data is a block of the pool of another device.
const DEVICE: u16 = u16::MAX - 3;
/// The data belongs to another library and must not be written.
const READ_ONLY: u16 = u16::MAX - 4;

const HEADER: usize = size_of::<Header>();
/// The most data that shares a block with its header.
const INLINE_MAX: usize = SMALL_MAX - HEADER;

// SAFETY: the counts are atomic, the rest of the header does not change while it is shared, and the
// data is accessed through raw pointers only.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// Allocates uninitialised bytes. 0 is allowed.
    ///
    /// Errors: `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`; then nothing has changed.
    #[inline]
    pub fn alloc(device: Device, bytes: usize) -> Result<Storage> {
        allocate_on(device, bytes, &mut false)
    }

    /// Allocates zeroed bytes. Errors as for [`Storage::alloc`].
    pub fn zeroed(device: Device, bytes: usize) -> Result<Storage> {
        let mut fresh = false;
        let storage = allocate_on(device, bytes, &mut fresh)?;
        if fresh {
            return Ok(storage);
        }
        match storage.host() {
            // SAFETY: the storage was just created with this many bytes and is not shared yet.
            Ok(start) => unsafe { start.as_ptr().write_bytes(0, bytes) },
            Err(_) if bytes == 0 => {}
            // SAFETY: the storage was just created with this many bytes and is not shared yet.
            Err(_) => unsafe { devices::of(device)?.memory().stream().fill(storage.header().data, 0, bytes)? },
        }
        Ok(storage)
    }

    /// Wraps memory of another library. `lent` is released when the last reference is dropped and
    /// the work on it that was submitted before is complete, and not if this fails. No limit counts
    /// it.
    ///
    /// Errors: `DEVICE_UNAVAILABLE`, `OUT_OF_MEMORY` for the header.
    ///
    /// # Safety
    /// `bytes` bytes at `data`, an address of this device, may be read and written by any thread
    /// until `lent` is released, which any thread may do.
    pub unsafe fn foreign(device: Device, data: NonNull<u8>, bytes: usize, lent: Lent) -> Result<Storage> {
        // SAFETY: the caller's promise is handed on.
        unsafe { Storage::lent(device, data, bytes, lent, FOREIGN) }
    }

    /// Wraps memory of another library that must not be written: [`Storage::require_writable`] refuses
    /// it. Otherwise like [`Storage::foreign`].
    ///
    /// # Safety
    /// The conditions of [`Storage::foreign`], except that the bytes need not be writable.
    pub unsafe fn foreign_read_only(device: Device, data: NonNull<u8>, bytes: usize, lent: Lent) -> Result<Storage> {
        // SAFETY: the caller's promise is handed on.
        unsafe { Storage::lent(device, data, bytes, lent, READ_ONLY) }
    }

    /// # Safety
    /// The conditions of [`Storage::foreign`].
    unsafe fn lent(device: Device, data: NonNull<u8>, bytes: usize, lent: Lent, class: u16) -> Result<Storage> {
        let pool = devices::of(device)?;
        let block = local::with(|local| local.take_uncounted(class_of(HEADER)))?;
        pool.lend(bytes);
        let reference = MaybeUninit::new(Reference { foreign: lent });
        // SAFETY: the block was just taken, and is a header long.
        let storage = unsafe { begin(block, data, bytes, class, device, reference) };
        // SAFETY: the header stays until it is freed, which first removes the registration.
        unsafe { lent::add(storage.addresses(), storage.version_of_lent()) };
        Ok(storage)
    }

    /// Marks the memory as exported, so another library may lend it back, until
    /// [`Storage::end_export`] has been called the same number of times.
    pub fn begin_export(&self) {
        if !self.is_foreign() && self.header().exports.fetch_add(1, Ordering::AcqRel) == 0 {
            // SAFETY: the exporter keeps a reference until the export ends.
            unsafe { lent::add(self.addresses(), self.version_of_lent()) };
        }
    }

    /// Undoes [`Storage::begin_export`].
    pub fn end_export(&self) {
        if !self.is_foreign() && self.header().exports.fetch_sub(1, Ordering::AcqRel) == 1 {
            lent::remove(self.addr(), self.version_of_lent());
        }
    }

    fn addresses(&self) -> Range<usize> {
        let start = self.addr();
        start..start + self.bytes()
    }

    fn version_of_lent(&self) -> NonNull<AtomicU32> {
        NonNull::from(&self.header().version)
    }

    /// Drops the reference without releasing foreign memory: if it was the last reference, the
    /// memory stays with its library.
    pub fn leave(self) {
        if self.is_foreign() && self.ref_count() == 1 {
            // SAFETY: the class shows that the reference was written, and no other thread has the
            // header.
            unsafe { (*self.header.as_ptr()).reference.assume_init_mut().foreign.release = None };
        }
    }

    /// Whether it is memory of another library, which others may use regardless of the references
    /// here.
    #[inline]
    pub fn is_foreign(&self) -> bool {
        is_foreign(self.header().class)
    }

    /// Whether the memory must not be written.
    #[inline]
    pub fn is_read_only(&self) -> bool {
        self.header().class == READ_ONLY
    }

    /// Refuses memory that must not be written. Every operation that writes to a tensor it was given
    /// asks this first.
    ///
    /// Errors: `INVALID_ARGUMENT`.
    #[inline]
    pub fn require_writable(&self) -> Result<()> {
        if self.is_read_only() { Err(self.read_only()) } else { Ok(()) }
    }

    #[cold]
    fn read_only(&self) -> Error {
        let text = format!("the {} bytes of this tensor are read-only and cannot be written: copy it", self.bytes());
        Error::argument(text)
    }

    /// The bytes that limits and meters count: 0 for foreign memory.
    pub fn charged_bytes(&self) -> usize {
        if self.is_foreign() { 0 } else { self.bytes() }
    }

    /// The requested size in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.header().bytes
    }

    /// The first byte, 64-byte aligned unless it is [foreign](Storage::is_foreign). Valid while a
    /// reference is held.
    ///
    /// Errors: `UNSUPPORTED` if the bytes are on another device, where the processor cannot read
    /// them.
    #[inline]
    pub fn host(&self) -> Result<NonNull<u8>> {
        let header = self.header();
        if header.device == Device::Cpu { Ok(header.data) } else { Err(header.device.elsewhere()) }
    }

    /// The address of the first byte, only for comparisons: it may be an address of another device.
    #[inline]
    pub fn addr(&self) -> usize {
        self.header().data.addr().get()
    }

    /// The number of references.
    #[inline]
    pub fn ref_count(&self) -> usize {
        self.header().refs.load(Ordering::Acquire)
    }

    /// How many times it has been written in place; a saved value compares it.
    pub fn version(&self) -> u32 {
        self.header().version.load(Ordering::Acquire)
    }

    /// Counts a write in place. For lent memory, it counts for every storage that shares a byte of
    /// it.
    #[inline]
    pub fn bump_version(&self) {
        let header = self.header();
        debug_assert!(header.class != READ_ONLY, "the caller has asked `require_writable`");
        if is_foreign(header.class) || header.exports.load(Ordering::Acquire) != 0 {
            return lent::bump(self.addresses());
        }
        header.version.fetch_add(1, Ordering::AcqRel);
    }

    /// Counts one unowned handle more or less. The first and the last one change the amount that a
    /// collector has to free.
    pub fn set_unowned(&self, unowned: bool) {
        let header = self.header();
        let of_storage = |counts: bool| if counts { header.bytes as i64 } else { 0 };
        if unowned {
            let bytes = of_storage(header.unowned.fetch_add(1, Ordering::AcqRel) == 0);
            change_unowned(bytes, bytes + FOOTPRINT);
        } else {
            let bytes = of_storage(header.unowned.fetch_sub(1, Ordering::AcqRel) == 1);
            change_unowned(-bytes, -bytes - FOOTPRINT);
        }
    }

    /// A number that no other live storage has.
    pub fn id(&self) -> usize {
        self.header.as_ptr() as usize
    }

    /// The number of the workspace whose memory it uses, and the cycle; `None` for memory of the
    /// pool.
    #[inline]
    pub fn workspace(&self) -> Option<(u64, u64)> {
        let header = self.header();
        // SAFETY: the class shows that the reference was written.
        (header.class == WORKSPACE).then(|| unsafe { header.reference.assume_init_ref().workspace }.cycle_of())
    }

    /// Where its bytes are current for `side`, which is going to read or write them: in a workspace
    /// with a second plane perhaps on the device, otherwise here. Errors are those of
    /// `Allocation::on`.
    pub fn on(&self, side: Side, access: Access) -> Result<Address> {
        let header = self.header();
        if header.class == WORKSPACE && header.device == Device::Cpu {
            // SAFETY: the class shows that the reference was written; the allocation made from it
            // is not released.
            let allocation = unsafe { Allocation::from_ref(header.reference.assume_init_ref().workspace, header.data) };
            return allocation.on(side, access);
        }
        match side {
            Side::Host => self.host().map(Address::Host),
            Side::Device if header.device != Device::Cpu => Ok(Address::Device(self.addr() as u64)),
            Side::Device => Err(Error::new(Status::Unsupported, "memory of the pool has no device plane")),
        }
    }

    /// The device of the bytes.
    #[inline]
    pub fn device(&self) -> Device {
        self.header().device
    }

    /// Waits until the work on its device that was submitted before is complete, so that another
    /// library may use the memory. Errors: those of the device.
    pub fn synchronize(&self) -> Result<()> {
        match self.device() {
            Device::Cpu => Ok(()),
            device => devices::of(device)?.memory().stream().synchronize(),
        }
    }

    /// Copies bytes from the host into it, starting at byte `at`. Errors: those of the device.
    /// Panics unless they fit.
    ///
    /// # Safety
    /// `bytes` bytes can be read at `from`, and do not overlap the storage.
    pub(crate) unsafe fn copy_in(&self, at: usize, from: *const u8, bytes: usize) -> Result<()> {
        let stream = devices::of(self.device())?.memory().stream();
        if bytes == 0 {
            return Ok(()); // an empty storage has no address on its device
        }
        // SAFETY: the window is within the storage, and the caller guarantees the rest.
        unsafe { stream.copy_in(self.part(at, bytes), from, bytes) }
    }

    /// Copies its bytes to the host, starting at byte `at`. Errors: those of the device. Panics
    /// unless they exist.
    ///
    /// # Safety
    /// `bytes` bytes can be written at `to`, and do not overlap the storage.
    pub(crate) unsafe fn copy_out(&self, at: usize, to: *mut u8, bytes: usize) -> Result<()> {
        let stream = devices::of(self.device())?.memory().stream();
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the window is within the storage, and the caller guarantees the rest.
        unsafe { stream.copy_out(to, self.part(at, bytes), bytes) }
    }

    /// The address of a window of its bytes.
    fn part(&self, at: usize, bytes: usize) -> Block {
        assert!(at <= self.bytes() && bytes <= self.bytes() - at);
        // SAFETY: the offset is within the storage's one block.
        unsafe { self.header().data.add(at) }
    }

    /// Whether both refer to the same storage.
    pub fn is_same(&self, other: &Storage) -> bool {
        self.header == other.header
    }

    /// Whether both share bytes: they are the same, or two storages over lent memory overlap.
    pub fn may_share(&self, other: &Storage) -> bool {
        let (a, b) = (self.addresses(), other.addresses());
        self.is_same(other) || a.start < b.end && b.start < a.end
    }

    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: `self` is a reference, so the header is alive.
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
        // This is the only reference, so no thread can clone it meanwhile, and the atomic decrement
        // is not needed.
        if refs.load(Ordering::Acquire) != 1 && refs.fetch_sub(1, Ordering::Release) != 1 {
            return;
        }
        fence(Ordering::Acquire);
        free(self.header);
    }
}

/// Adds to the unowned bytes and their weight.
#[inline]
fn change_unowned(bytes: i64, weight: i64) {
    local::with(|local| local.shared().unowned.add(bytes, weight));
}

/// A storage with one reference. Sets `fresh` if its data is known to be zero; a third component of
/// the result would be returned through memory.
#[inline]
fn allocate_on(device: Device, bytes: usize, fresh: &mut bool) -> Result<Storage> {
    if device == Device::Cpu { allocate(bytes, fresh) } else { allocate_there(device, bytes, fresh) }
}

/// On another device: from the pool or a workspace of that device; the limit of a scope counts it.
#[cold]
#[inline(never)]
fn allocate_there(device: Device, bytes: usize, fresh: &mut bool) -> Result<Storage> {
    let pool = devices::of(device)?;
    local::with(|local| {
        if bytes as u64 > local.limit.get() {
            return Err(no_room(local, bytes));
        }
        let header = local.take_uncounted(class_of(HEADER))?;
        let of_workspace = allocate_in_workspace_there(local, device, bytes);
        if let Some(allocation) = of_workspace.inspect_err(|_| local.give(class_of(HEADER), header))? {
            // SAFETY: the block was just taken, and is a header long.
            return Ok(unsafe { in_workspace(header, allocation, device) });
        }
        // With 0 bytes the address is the header's own, which is never read.
        let taken = if bytes == 0 { Ok((header, true)) } else { pool.take_charged(bytes) };
        let (data, is_fresh) = taken.inspect_err(|_| local.give(class_of(HEADER), header))?;
        *fresh = is_fresh && pool.memory().is_zeroed();
        // SAFETY: the block was just taken, and is a header long.
        Ok(unsafe { begin(header, data, bytes, DEVICE, device, MaybeUninit::uninit()) })
    })
}

/// Memory of the workspace that this thread works for, if it lies on this device and is entered;
/// none for 0 bytes.
fn allocate_in_workspace_there(local: &Local, device: Device, bytes: usize) -> Result<Option<Allocation>> {
    // SAFETY: the context that set the source has not ended, because this thread works within it.
    match unsafe { context::workspace_of(local.source.get()) } {
        Some(workspace) if workspace.device() == device && bytes > 0 => {
            workspace.allocate_if_open(bytes, local.gradient.get())
        }
        _ => Ok(None),
    }
}

/// A storage on the processor, like [`allocate_on`].
#[inline]
fn allocate(bytes: usize, fresh: &mut bool) -> Result<Storage> {
    local::with(|local| {
        if bytes as u64 > local.room.get() {
            return allocate_elsewhere(local, bytes, fresh);
        }
        allocate_in_pool(local, bytes, fresh)
    })
}

/// Allocates from the pool; the limits of scopes allow it.
#[inline(always)]
fn allocate_in_pool(local: &Local, bytes: usize, fresh: &mut bool) -> Result<Storage> {
    local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::CPU.count_out_of_memory(bytes as u64))?;
    let (taken, class) = if bytes <= INLINE_MAX {
        let class = class_of(HEADER + bytes);
        (take_inline(local, class, bytes), class as u16)
    } else {
        (take_apart(local, bytes, fresh), APART)
    };
    let (block, data) = taken.inspect_err(|_| local.shared().credit.refund(bytes as u64))?;
    guard::begin(data, bytes, room_of(class, bytes), *fresh);
    // SAFETY: the block was just taken, and is a header long or more.
    Ok(unsafe { begin(block, data, bytes, class, Device::Cpu, MaybeUninit::uninit()) })
}

/// Writes the header with one reference.
///
/// # Safety
/// The caller owns the block, which is 64-byte aligned and at least as long as a header.
#[inline(always)]
unsafe fn begin(
    block: Block,
    data: Block,
    bytes: usize,
    class: u16,
    device: Device,
    reference: MaybeUninit<Reference>,
) -> Storage {
    let header = block.cast::<Header>();
    let [version, unowned, exports] = [const { AtomicU32::new(0) }; 3];
    let refs = AtomicUsize::new(1);
    // SAFETY: the caller owns the block, which is long enough.
    unsafe { header.write(Header { refs, data, bytes, version, unowned, class, device, exports, reference }) };
    if record::is_on() {
        record_change(header, class, device, bytes, [EventKind::Allocated, EventKind::Adopted]);
    }
    Storage { header }
}

#[inline]
fn is_foreign(class: u16) -> bool {
    matches!(class, FOREIGN | READ_ONLY)
}

/// Records that a storage begins or ends, as the first kind, or the second for foreign memory.
#[cold]
#[inline(never)]
fn record_change(header: NonNull<Header>, class: u16, device: Device, bytes: usize, kinds: [EventKind; 2]) {
    let kind = kinds[usize::from(is_foreign(class))];
    let workspace = if class == WORKSPACE { IN_WORKSPACE } else { 0 };
    record::write(kind, header.addr().get() as u64, bytes as u64, 0, device.tag() | workspace);
}

/// The slow path: a workspace supplies the memory, or the request exceeds what the scope has left.
#[cold]
#[inline(never)]
fn allocate_elsewhere(local: &Local, bytes: usize, fresh: &mut bool) -> Result<Storage> {
    let source = local.source.get();
    // SAFETY: the context that set the source has not ended, because this thread works within it.
    let workspace = unsafe { context::workspace_of(source) };
    let Some(workspace) = workspace.filter(|_| bytes as u64 <= local.limit.get()) else {
        return Err(no_room(local, bytes));
    };
    // Before the workspace's memory, which is returned only at the end of a cycle.
    let block = local.take_uncounted(class_of(HEADER))?;
    // What a workspace allocates outside its block comes from the pool.
    let room = local.room.replace(local.limit.get());
    local.source.set(Source::POOL);
    let taken = workspace.allocate_if_open(bytes, local.gradient.get());
    if !matches!(taken, Ok(Some(_))) {
        local.give(class_of(HEADER), block);
    }
    let storage = match taken {
        // SAFETY: the block was just taken, and is a header long.
        Ok(Some(allocation)) => Ok(unsafe { in_workspace(block, allocation, Device::Cpu) }),
        Ok(None) => allocate_in_pool(local, bytes, fresh),
        Err(error) => Err(error),
    };
    local.room.set(room);
    local.source.set(source);
    storage
}

/// Writes the header of an allocation of a workspace on this device. A second plane is requested
/// separately.
///
/// # Safety
/// The conditions of [`begin`].
unsafe fn in_workspace(block: Block, allocation: Allocation, device: Device) -> Storage {
    let (data, bytes) = (allocation.as_ptr(), allocation.bytes());
    let data = NonNull::new(data).expect("no memory is at 0");
    let workspace = allocation.into_ref().expect("nobody asks for 0 bytes");
    // SAFETY: the caller guarantees the conditions of `begin`.
    unsafe { begin(block, data, bytes, WORKSPACE, device, MaybeUninit::new(Reference { workspace })) }
}

#[inline]
fn take_inline(local: &Local, class: usize, bytes: usize) -> Result<(Block, Block)> {
    let block = local.take(class)?;
    // An empty storage has no data; its address is then the header's own, which is never read.
    let offset = if bytes == 0 { 0 } else { HEADER };
    // SAFETY: the block is HEADER + bytes long.
    Ok((block, unsafe { block.add(offset) }))
}

#[cold]
fn take_apart(local: &Local, bytes: usize, fresh: &mut bool) -> Result<(Block, Block)> {
    let class = data_class(bytes);
    let header = local.take(class_of(HEADER))?;
    let (data, untouched) = region::large(local, class).inspect_err(|_| local.give(class_of(HEADER), header))?;
    *fresh = untouched;
    Ok((header, data))
}

/// Bytes between the start of the data of a pool storage and the end of its block.
#[inline]
fn room_of(class: u16, bytes: usize) -> usize {
    match bytes {
        0 => 0,
        _ if class == APART => size_of_class(data_class(bytes)),
        _ => size_of_class(usize::from(class)) - HEADER,
    }
}

/// The class of data that does not share a block with its header: never a small one, even for the
/// few sizes that are too long only because of the header.
fn data_class(bytes: usize) -> usize {
    class_of(bytes.max(SMALL_MAX + 1))
}

/// Frees the storage after its last reference was dropped.
fn free(header: NonNull<Header>) {
    // SAFETY: no reference is left, so this thread owns the header and the data.
    let (class, bytes, data) = unsafe { (header.as_ref().class, header.as_ref().bytes, header.as_ref().data) };
    if record::is_on() {
        // SAFETY: as above.
        let device = unsafe { header.as_ref().device };
        // Before its memory is given back, so that no other storage has its address earlier.
        record_change(header, class, device, bytes, [EventKind::Freed, EventKind::Returned]);
    }
    if class < SMALL_CLASSES as u16 || class == APART {
        guard::end(data, bytes, room_of(class, bytes));
    }
    local::with(|local| {
        if usize::from(class) < SMALL_CLASSES {
            local.give(usize::from(class), header.cast());
        } else if class == APART {
            pool::CPU.give(data_class(bytes), std::iter::once(data));
            decay::begin();
            local.give(class_of(HEADER), header.cast());
        } else if class == WORKSPACE {
            return free_in_workspace(local, header);
        } else if class == DEVICE {
            return free_there(local, header);
        } else {
            return give_foreign_back(local, header);
        }
        local.shared().credit.earn(bytes as u64);
    });
}

/// Memory of the workspace that this thread works for is returned without a lock; memory of another
/// workspace is released with its lock.
#[cold]
#[inline(never)]
fn free_in_workspace(local: &Local, header: NonNull<Header>) {
    // SAFETY: no reference is left, so this thread owns the header, whose reference was written;
    // and the data is released once.
    let allocation = unsafe {
        let header = header.as_ref();
        Allocation::from_ref(header.reference.assume_init_ref().workspace, header.data)
    };
    // SAFETY: the context that set the source has not ended, because this thread works within it.
    match unsafe { context::workspace_of(local.source.get()) } {
        None => allocation.release(),
        Some(workspace) => workspace.release(allocation),
    }
    local.give(class_of(HEADER), header.cast());
}

/// Returns a block of another device to its pool; its next use comes later on the same stream.
#[cold]
#[inline(never)]
fn free_there(local: &Local, header: NonNull<Header>) {
    // SAFETY: no reference is left, so this thread owns the header.
    let (device, bytes, data) = unsafe { (header.as_ref().device, header.as_ref().bytes, header.as_ref().data) };
    local.give(class_of(HEADER), header.cast());
    if bytes > 0 {
        let pool = devices::of(device).expect("the device was there when the storage was made");
        pool.give_charged(data, bytes);
        decay::begin();
    }
}

/// Notifies the library that owns the memory. This comes last, because it may call this library;
/// the thread-local part is then entered again, which its cells allow, and no lock is held.
#[cold]
#[inline(never)]
fn give_foreign_back(local: &Local, header: NonNull<Header>) {
    // SAFETY: no reference is left, so this thread owns the header, whose reference was written.
    let (start, version, foreign, device) = unsafe {
        let header = header.as_ref();
        let foreign = header.reference.assume_init_ref().foreign;
        devices::of(header.device).expect("it was there when the storage was made").end_loan(header.bytes);
        (header.data.addr().get(), NonNull::from(&header.version), foreign, header.device)
    };
    lent::remove(start, version);
    local.give(class_of(HEADER), header.cast());
    if let Some(release) = foreign.release {
        if device != Device::Cpu {
            // The library may reuse the memory at once, in a stream that is not ordered with ours.
            // A device that failed does no work.
            let _ = devices::of(device).and_then(|pool| pool.memory().stream().synchronize());
        }
        // SAFETY: guaranteed by the creator of the storage; this happens once.
        unsafe { release(foreign.context) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    static RELEASED: AtomicUsize = AtomicUsize::new(0);

    /// Creates a storage and frees it, as a notified library may.
    unsafe extern "C" fn release(context: *mut c_void) {
        drop(Storage::alloc(Device::Cpu, 100).expect("room for 100 bytes"));
        // SAFETY: the test passes this address of a number that outlives the storage.
        unsafe { (*context.cast::<AtomicUsize>()).fetch_add(1, Ordering::AcqRel) };
    }

    #[test]
    fn foreign_memory_is_given_back_once_with_the_last_reference() {
        let mut bytes = [1u8, 2, 3];
        let lent = Lent { release: Some(release), context: (&raw const RELEASED).cast_mut().cast() };
        let data = NonNull::from(&mut bytes).cast();
        // SAFETY: the bytes outlive the storage, and nothing else uses them meanwhile.
        let storage = unsafe { Storage::foreign(Device::Cpu, data, 3, lent) }.expect("room for a header");
        assert!(storage.is_foreign() && storage.workspace().is_none());
        assert_eq!((storage.bytes(), storage.charged_bytes()), (3, 0));
        assert_eq!(storage.host().expect("on the processor"), data);
        let other = storage.clone();
        drop(storage);
        assert_eq!(RELEASED.load(Ordering::Acquire), 0);
        std::thread::spawn(move || drop(other)).join().expect("it does not panic");
        assert_eq!(RELEASED.load(Ordering::Acquire), 1);
    }

    #[test]
    fn foreign_memory_need_not_be_given_back() {
        let lent = Lent { release: None, context: std::ptr::null_mut() };
        let mut byte = 7u8;
        // SAFETY: the byte outlives the storage, and nothing else uses it meanwhile.
        drop(unsafe { Storage::foreign(Device::Cpu, NonNull::from(&mut byte), 1, lent) }.expect("room for a header"));
        assert_eq!(byte, 7);
    }
}
