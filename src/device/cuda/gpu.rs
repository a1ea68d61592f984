//! `Gpu`: one CUDA device with its context, its stream, the driver's pool that its memory comes
//! from, and its kernels.
//!
//! Invariant: all work of a device is given to one stream, so freed memory may be reused for work
//! that is given later. Only three calls wait: a copy to the host, [`Stream::synchronize`], and a
//! copy from the host that finds all pinned slots in use. After a sticky fault every call except
//! freeing is `DEVICE_FAILED`, with the text of the first fault; freeing then only counts.

use super::blas::{Blas, Kind, Matrix};
use super::driver::{Called, Context, Driver, Fault, Function, Mark, Queue, Source};
use super::kernels;
use crate::device::{Event, Memory, Stream};
use crate::error::{Error, Result, Status};
use crate::log::DEVICE;
use once_cell::sync::OnceCell;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The variable that makes each launch wait for its kernel, so that a fault names the kernel.
const SYNC: &str = "TENURE_CUDA_SYNC";
/// Allocations are rounded up to it; the driver's own unit.
const UNIT: usize = 512;
/// The least compute capability: that of the committed PTX.
const LEAST_CAPABILITY: (u32, u32) = (7, 0);
/// Threads of a block, in every kernel.
pub const THREADS: u32 = 256;

/// The properties of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    /// The product's name.
    pub name: String,
    /// All memory, in bytes.
    pub memory: u64,
    /// The compute capability, major and minor.
    pub capability: (u32, u32),
}

/// A CUDA device of this process.
pub struct Gpu {
    index: u16,
    properties: Properties,
    context: Context,
    queue: Queue,
    source: Source,
    free_at_start: u64,
    /// The text of the fault after which the device cannot be used.
    failed: OnceLock<String>,
    /// Whether every launch is waited for.
    waits: bool,
    launches: AtomicU64,
    functions: Mutex<HashMap<String, Arc<OnceCell<Function>>>>,
    events: Mutex<Events>,
    staging: Mutex<Staging>,
    /// cuBLAS, looked for at the first product.
    blas: OnceLock<Option<Blas>>,
}

/// The events of the stream that may not be complete, oldest first, with their numbers.
struct Events {
    next: u64,
    open: VecDeque<(u64, Mark)>,
}

impl Gpu {
    /// Opens a device. The error is the reason.
    pub(super) fn open(driver: Driver, index: u16) -> std::result::Result<Gpu, String> {
        let text = |fault: Fault| fault.text;
        let device = driver.device(index).map_err(text)?;
        let capability = device.capability().map_err(text)?;
        if capability < LEAST_CAPABILITY {
            let ((major, minor), (a, b)) = (capability, LEAST_CAPABILITY);
            return Err(format!("its compute capability is {major}.{minor}, and {a}.{b} is needed"));
        }
        if !device.has_memory_pools().map_err(text)? {
            return Err("its driver has no memory pools".to_owned());
        }
        let properties =
            Properties { name: device.name().map_err(text)?, memory: device.memory().map_err(text)?, capability };
        let context = device.context().map_err(text)?;
        context.enter().map_err(text)?;
        let free_at_start = context.free_memory().map_err(text)?;
        // Last, because they are made: an attempt that failed before leaves nothing.
        let source = device.source().map_err(text)?;
        let queue = context.queue().map_err(text)?;
        Ok(Gpu {
            index,
            properties,
            context,
            queue,
            source,
            free_at_start,
            failed: OnceLock::new(),
            waits: std::env::var_os(SYNC).is_some_and(|value| value != "0"),
            launches: AtomicU64::new(0),
            functions: Mutex::new(HashMap::new()),
            events: Mutex::new(Events { next: 1, open: VecDeque::new() }),
            staging: Mutex::new(Staging { slots: VecDeque::new() }),
            blas: OnceLock::new(),
        })
    }

    /// Its properties.
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// The bytes that were free when it was opened.
    pub fn free_at_start(&self) -> u64 {
        self.free_at_start
    }

    /// The bytes that no process uses at this moment. Errors: `DEVICE_FAILED`.
    pub fn free_memory(&self) -> Result<u64> {
        self.enter()?;
        self.context.free_memory().map_err(|fault| self.error(fault))
    }

    /// How many kernels were launched.
    pub fn launches(&self) -> u64 {
        self.launches.load(Ordering::Relaxed)
    }

    /// Runs a kernel of `kernels` on `blocks` blocks of [`THREADS`] threads, after the work that
    /// was given before.
    ///
    /// Errors: `UNSUPPORTED` if there is no such kernel, `DEVICE_FAILED`, `INTERNAL` for what the
    /// driver refuses.
    ///
    /// # Safety
    /// Each argument points to a value of the kernel's parameter, and the addresses among them are
    /// valid for the reads and writes of the kernel.
    pub unsafe fn launch(&self, kernel: &str, blocks: u32, args: &mut [*mut c_void]) -> Result<()> {
        self.enter()?;
        let function = self.function(kernel)?;
        self.launches.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        let launched = unsafe { self.queue.launch(function, (blocks, THREADS), args) };
        let done = launched.and_then(|()| if self.waits { self.queue.synchronize() } else { Ok(()) });
        done.map_err(|mut fault| {
            fault.text = format!("kernel {kernel}: {}", fault.text);
            self.error(fault)
        })
    }

    /// Whether cuBLAS is there, which computes [`Gpu::multiply`]. Errors: `DEVICE_FAILED`.
    pub fn has_blas(&self) -> Result<bool> {
        self.enter()?;
        let mut absent = None;
        let blas = self.blas.get_or_init(|| Blas::open(self.queue).map_err(|reason| absent = Some(reason)).ok());
        if let Some(reason) = absent {
            let index = self.index;
            log::info!(target: DEVICE, event = "absent"; "cuBLAS is not used for products on cuda:{index}: {reason}");
        }
        Ok(blas.is_some())
    }

    /// `out = a b` by cuBLAS, for each of `batches`: `[m, k]` times `[k, n]`, after the work that
    /// was given before. Returns whether it was queued.
    ///
    /// Errors: `DEVICE_FAILED`.
    ///
    /// # Safety
    /// The addresses are those of matrices of these sizes and layouts on this device; `out` is
    /// contiguous and overlaps neither.
    pub unsafe fn multiply(
        &self,
        kind: Kind,
        out: u64,
        operands: [Matrix; 2],
        sizes: [i64; 3],
        batches: i64,
    ) -> Result<bool> {
        if !self.has_blas()? {
            return Ok(false);
        }
        let Some(Some(blas)) = self.blas.get() else { return Ok(false) };
        // SAFETY: the caller's promise; the context is current.
        let queued = unsafe { blas.multiply(kind, out, operands, sizes, batches) };
        if queued && self.waits {
            self.queue.synchronize().map_err(|fault| self.error(fault))?;
        }
        Ok(queued)
    }

    /// The kernels that the driver has compiled, which are those that were launched or prepared.
    #[cfg(feature = "internals")]
    pub fn compiled(&self) -> Vec<String> {
        let functions = self.functions.lock();
        let compiled = functions.iter().filter(|(_, cell)| cell.get().is_some());
        compiled.map(|(name, _)| name.clone()).collect()
    }

    /// Compiles a kernel before its first launch. Errors as for [`Gpu::launch`].
    pub fn prepare(&self, kernel: &str) -> Result<()> {
        self.enter()?;
        self.function(kernel).map(drop)
    }

    /// The compiled kernel, from the driver at the first use. Other threads that need it wait;
    /// those that need another one do not. If it cannot be compiled, the next use tries again.
    fn function(&self, kernel: &str) -> Result<Function> {
        let known = self.functions.lock().get(kernel).and_then(|cell| cell.get().copied());
        if let Some(function) = known {
            return Ok(function);
        }
        let Some(module) = kernels::module(kernel) else {
            let text = format!("there is no kernel {kernel} for cuda:{}: copy the tensor with to(cpu)", self.index);
            return Err(Error::new(Status::Unsupported, text));
        };
        let cell = self.functions.lock().entry(kernel.to_owned()).or_default().clone();
        let compile = || self.context.compile(module, kernel).map_err(|fault| self.error(fault));
        cell.get_or_try_init(compile).copied()
    }

    /// Makes the device's context current on this thread. Errors: `DEVICE_FAILED`.
    fn enter(&self) -> Result<()> {
        match self.failed.get() {
            Some(text) => Err(self.lost(text)),
            None => self.context.enter().map_err(|fault| self.error(fault)),
        }
    }

    /// The error of a fault. A sticky one marks the device as failed.
    #[cold]
    fn error(&self, fault: Fault) -> Error {
        if fault.is_sticky() {
            return self.lost(self.failed.get_or_init(|| fault.text));
        }
        let status = if fault.is_out_of_memory() { Status::OutOfMemory } else { Status::Internal };
        Error::new(status, format!("cuda:{}: {}", self.index, fault.text))
    }

    #[cold]
    fn lost(&self, text: &str) -> Error {
        let text = format!("cuda:{} has failed and cannot be used again in this process: {text}", self.index);
        Error::new(Status::DeviceFailed, text)
    }

    /// Calls the driver for this device.
    fn call<T>(&self, f: impl FnOnce(Queue) -> Called<T>) -> Result<T> {
        self.enter()?;
        f(self.queue).map_err(|fault| self.error(fault))
    }
}

impl Memory for Gpu {
    fn allocate(&self, bytes: usize) -> Result<NonNull<u8>> {
        let address = self.call(|queue| queue.allocate(self.source, bytes))?;
        let start = NonNull::new(std::ptr::without_provenance_mut(address as usize));
        start.ok_or_else(|| Error::new(Status::Internal, "the driver allocated at address 0"))
    }

    unsafe fn free(&self, start: NonNull<u8>, _: usize) {
        // SAFETY: the caller's promise. After a fault of the device its memory is gone with the
        // context, and the next call that needs the device reports the fault.
        let _ = self.call(|queue| unsafe { queue.free(start.addr().get() as u64) });
    }

    fn unit(&self) -> usize {
        UNIT
    }

    fn is_zeroed(&self) -> bool {
        false
    }

    fn stream(&self) -> &dyn Stream {
        self
    }
}

impl Stream for Gpu {
    unsafe fn copy_in(&self, to: NonNull<u8>, from: *const u8, bytes: usize) -> Result<()> {
        self.enter()?;
        let mut staging = self.staging.lock();
        for at in (0..bytes).step_by(SLOT) {
            let part = SLOT.min(bytes - at);
            // SAFETY: the caller's ranges, of which this is a part.
            let sent = unsafe { staging.send(self, to.addr().get() + at, from.add(at), part) };
            sent.map_err(|fault| self.error(fault))?;
        }
        Ok(())
    }

    unsafe fn copy_out(&self, to: *mut u8, from: NonNull<u8>, bytes: usize) -> Result<()> {
        self.call(|queue| {
            // SAFETY: the caller's ranges; the copy is waited for.
            unsafe { queue.copy_out(to, from.addr().get() as u64, bytes)? };
            queue.synchronize()
        })
    }

    unsafe fn copy(&self, to: NonNull<u8>, from: NonNull<u8>, bytes: usize) -> Result<()> {
        // SAFETY: the caller's ranges.
        self.call(|queue| unsafe { queue.copy(to.addr().get() as u64, from.addr().get() as u64, bytes) })
    }

    unsafe fn fill(&self, to: NonNull<u8>, byte: u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller's range.
        self.call(|queue| unsafe { queue.fill(to.addr().get() as u64, byte, bytes) })
    }

    fn record(&self) -> Result<Event> {
        let mut events = self.events.lock();
        let mark = self.call(Queue::mark)?;
        while let Some((_, oldest)) = events.open.front() {
            if !oldest.is_done().map_err(|fault| self.error(fault))? {
                break;
            }
            events.open.pop_front();
        }
        let number = events.next;
        events.next += 1;
        events.open.push_back((number, mark));
        Ok(Event(number))
    }

    fn is_done(&self, event: Event) -> Result<bool> {
        self.enter()?;
        let events = self.events.lock();
        match events.open.iter().find(|(number, _)| *number == event.0) {
            Some((_, mark)) => mark.is_done().map_err(|fault| self.error(fault)),
            None => Ok(true),
        }
    }

    fn synchronize(&self) -> Result<()> {
        self.call(Queue::synchronize)
    }
}

/// The bytes of a pinned slot.
const SLOT: usize = 1 << 20;
/// How many there are at most.
const SLOTS: usize = 8;

/// Pinned memory that copies from the host go through, so that the caller's memory may be reused at
/// once. A slot is free again when the copy from it is done.
struct Staging {
    /// The slot that was used longest ago first.
    slots: VecDeque<Slot>,
}

struct Slot {
    start: NonNull<u8>,
    done: Mark,
}

// SAFETY: only the thread that has locked the ring uses the memory of a slot, and the device.
unsafe impl Send for Slot {}

impl Staging {
    /// Copies at most [`SLOT`] bytes to the device.
    ///
    /// # Safety
    /// The bytes can be read at `from`, and lie within one allocation of the device at `to`.
    unsafe fn send(&mut self, gpu: &Gpu, to: usize, from: *const u8, bytes: usize) -> Called<()> {
        let oldest = match self.slots.front() {
            Some(oldest) if self.slots.len() >= SLOTS || oldest.done.is_done()? => self.oldest()?,
            _ => None,
        };
        let slot = match oldest {
            Some(slot) => slot,
            None => match Slot::new(gpu) {
                Ok(slot) => slot,
                // The host has no more pinned memory: those slots that there are serve too.
                Err(fault) => self.oldest()?.ok_or(fault)?,
            },
        };
        // SAFETY: the slot is free and this long; the caller's promise for the rest.
        let sent = unsafe {
            slot.start.as_ptr().copy_from_nonoverlapping(from, bytes);
            gpu.queue.copy_in(to as u64, slot.start.as_ptr(), bytes)
        };
        if sent.is_ok() {
            // If this fails, nothing tells when the copy is done: the slot is then not used again.
            slot.done.set(gpu.queue)?;
        }
        self.slots.push_back(slot);
        sent
    }

    /// The slot that was used longest ago, when the copy from it is done.
    fn oldest(&mut self) -> Called<Option<Slot>> {
        if let Some(oldest) = self.slots.front() {
            oldest.done.wait()?;
        }
        Ok(self.slots.pop_front())
    }
}

impl Slot {
    fn new(gpu: &Gpu) -> Called<Slot> {
        let done = gpu.queue.mark()?; // first, because pinned memory is never freed
        let start = NonNull::new(gpu.context.pinned(SLOT)?).expect("the driver returns no null");
        Ok(Slot { start, done })
    }
}
