//! The memory of `Device::Test`, for the tests of this crate.
//!
//! Invariant: an address of this device is reserved and may be neither read nor written, so code of
//! the host that does ends the process; what the device holds lies apart, by address. Work is only
//! queued until a call synchronizes, copies out or frees memory, so code that forgets to wait is
//! found. Work that is not within one allocation panics when it is done, and memory comes filled
//! with [`GARBAGE`], which is easily told from zeros.

use super::account::Account;
use super::platform::{self, page};
use super::pool::Pool;
use crate::device::{Device, Event, Memory, Stream};
use crate::error::{Error, Result, Status};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ptr::NonNull;

/// What the device has, in bytes.
pub const CAPACITY: u64 = 256 << 20;
/// The value of uninitialised bytes.
pub const GARBAGE: u8 = 0xdb;

pub(super) static POOL: Pool = Pool::new(Device::Test, &MEMORY, &ACCOUNT);
static ACCOUNT: Account = Account::new(Device::Test, |_| CAPACITY);
static MEMORY: TestMemory = TestMemory(Mutex::new(State::new()));

/// How many pieces of work wait to be done.
pub fn queued() -> usize {
    MEMORY.0.lock().work.len()
}

/// The work on the device's memory.
pub fn stream() -> &'static dyn Stream {
    &MEMORY
}

/// What the device is asked for from here on fails with this status; with `None` it works again.
pub fn fail_with(status: Option<Status>) {
    MEMORY.0.lock().fault = status;
}

struct TestMemory(Mutex<State>);

struct State {
    /// What each allocation holds, by its address.
    allocations: BTreeMap<usize, Vec<u8>>,
    bytes: u64,
    work: Vec<Work>,
    /// How many pieces of work were given.
    given: u64,
    fault: Option<Status>,
}

enum Work {
    Write { to: usize, bytes: Vec<u8> },
    Copy { to: usize, from: usize, bytes: usize },
    Fill { to: usize, byte: u8, bytes: usize },
}

impl State {
    const fn new() -> State {
        State { allocations: BTreeMap::new(), bytes: 0, work: Vec::new(), given: 0, fault: None }
    }

    /// The error that a test wants.
    fn check(&self) -> Result<()> {
        match self.fault {
            None => Ok(()),
            Some(status) => Err(Error::new(status, "a test has the device fail")),
        }
    }

    fn give(&mut self, work: Work) -> Result<()> {
        self.check()?;
        self.work.push(work);
        self.given += 1;
        Ok(())
    }

    fn catch_up(&mut self) {
        for work in std::mem::take(&mut self.work) {
            match work {
                Work::Write { to, bytes } => self.at(to, bytes.len()).copy_from_slice(&bytes),
                Work::Fill { to, byte, bytes } => self.at(to, bytes).fill(byte),
                Work::Copy { to, from, bytes } => {
                    let read = self.at(from, bytes).to_vec();
                    self.at(to, bytes).copy_from_slice(&read);
                }
            }
        }
    }

    /// These bytes, which lie in one allocation.
    fn at(&mut self, address: usize, bytes: usize) -> &mut [u8] {
        let (start, held) = self.allocations.range_mut(..=address).next_back().expect("the address was allocated");
        let from = address - start;
        &mut held[from..from + bytes]
    }
}

impl Memory for TestMemory {
    fn allocate(&self, bytes: usize) -> Result<NonNull<u8>> {
        let mut state = self.0.lock();
        state.check()?;
        let start = (state.bytes + bytes as u64 <= CAPACITY).then(|| platform::reserve(bytes)).flatten();
        let start =
            start.ok_or_else(|| Error::new(Status::OutOfMemory, format!("the system refused {bytes} bytes")))?;
        state.bytes += bytes as u64;
        state.allocations.insert(start.addr().get(), vec![GARBAGE; bytes]);
        Ok(start)
    }

    unsafe fn free(&self, start: NonNull<u8>, bytes: usize) {
        let mut state = self.0.lock();
        state.catch_up();
        let held = state.allocations.remove(&start.addr().get()).expect("freed once");
        assert_eq!(held.len(), bytes, "freed with the length that was allocated");
        state.bytes -= bytes as u64;
        // SAFETY: reserved with this length, and nobody can have read or written it.
        unsafe { platform::release(start, bytes) };
    }

    fn unit(&self) -> usize {
        page()
    }

    fn is_zeroed(&self) -> bool {
        false
    }

    fn stream(&self) -> &dyn Stream {
        self
    }
}

impl Stream for TestMemory {
    unsafe fn copy_in(&self, to: NonNull<u8>, from: *const u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller says that so many bytes can be read.
        let bytes = unsafe { std::slice::from_raw_parts(from, bytes) }.to_vec();
        self.0.lock().give(Work::Write { to: to.addr().get(), bytes })
    }

    unsafe fn copy_out(&self, to: *mut u8, from: NonNull<u8>, bytes: usize) -> Result<()> {
        let mut state = self.0.lock();
        state.check()?;
        state.catch_up();
        let held = state.at(from.addr().get(), bytes);
        // SAFETY: the caller says that so many bytes can be written; the device's lie apart.
        unsafe { to.copy_from_nonoverlapping(held.as_ptr(), bytes) };
        Ok(())
    }

    unsafe fn copy(&self, to: NonNull<u8>, from: NonNull<u8>, bytes: usize) -> Result<()> {
        self.0.lock().give(Work::Copy { to: to.addr().get(), from: from.addr().get(), bytes })
    }

    unsafe fn fill(&self, to: NonNull<u8>, byte: u8, bytes: usize) -> Result<()> {
        self.0.lock().give(Work::Fill { to: to.addr().get(), byte, bytes })
    }

    fn record(&self) -> Result<Event> {
        Ok(Event(self.0.lock().given))
    }

    fn is_done(&self, event: Event) -> Result<bool> {
        let state = self.0.lock();
        Ok(event.0 <= state.given - state.work.len() as u64)
    }

    fn synchronize(&self) -> Result<()> {
        let mut state = self.0.lock();
        state.check()?;
        state.catch_up();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_late_and_in_order() {
        let memory = TestMemory(Mutex::new(State::new()));
        let start = memory.allocate(page()).expect("there is room");
        let mut seen = [0u8; 4];
        // SAFETY: all within the page that was just allocated, and within `seen`.
        unsafe {
            memory.copy_out(seen.as_mut_ptr(), start, 4).expect("it works");
            assert_eq!(seen, [GARBAGE; 4]);
            memory.fill(start, 7, 4).expect("it works");
            let filled = memory.record().expect("it works");
            memory.copy_in(start.add(1), [1u8, 2].as_ptr(), 2).expect("it works");
            memory.copy(start.add(8), start, 4).expect("it works");
            let all = memory.record().expect("it works");
            assert!(filled < all && !memory.is_done(filled).expect("it works"));
            assert_eq!(memory.0.lock().work.len(), 3);
            memory.copy_out(seen.as_mut_ptr(), start.add(8), 4).expect("it works");
            assert_eq!(seen, [7, 1, 2, 7]);
            assert!(memory.is_done(all).expect("it works"));
            memory.synchronize().expect("it works");
            memory.free(start, page());
        }
        assert!(memory.0.lock().allocations.is_empty());
    }
}
