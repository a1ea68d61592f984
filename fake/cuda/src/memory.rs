//! Device memory: allocations with what is known of each byte.
//!
//! Invariant: an address is never one of the host's memory, so code of the host that reads or writes
//! through it ends the process. Addresses are never used again. A gap separates two allocations.

use std::collections::BTreeMap;

/// The first address: far from where a system puts anything.
const FIRST: u64 = 0x1000_0000_0000;
/// Allocations start at multiples of it, with at least as much between them.
const UNIT: u64 = 512;
/// What fresh memory is filled with.
pub const GARBAGE: u8 = 0xdb;
/// Marks of a byte that no thread has accessed in this launch, and of one that several threads have
/// read.
const NO_THREAD: u32 = 0;
const SEVERAL: u32 = u32::MAX;

/// Why an access is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The bytes are not within one allocation.
    Stray,
    /// A byte was read that nothing has written.
    Unwritten,
    /// Another thread of the launch has written, or read what is written now.
    Race {
        /// The other thread, if it is one.
        other: Option<u32>,
    },
}

/// The memory of one device.
#[derive(Default)]
pub struct Memory {
    allocations: BTreeMap<u64, Allocation>,
    next: u64,
    /// Bytes that are allocated.
    pub used: u64,
    /// How many allocations were made.
    pub made: u64,
    /// The allocation that was accessed last.
    last: u64,
}

struct Allocation {
    bytes: Vec<u8>,
    written: Vec<bool>,
    /// For each byte the threads that have written and read it in this launch, by thread + 1; empty
    /// without a launch.
    marks: Vec<[u32; 2]>,
}

impl Memory {
    /// Memory whose addresses begin at this multiple of 2^40.
    pub fn new(device: u64) -> Memory {
        Memory { next: FIRST + (device << 40), ..Memory::default() }
    }

    /// Allocates bytes that hold garbage.
    pub fn allocate(&mut self, bytes: usize) -> u64 {
        let start = self.next;
        self.next += (bytes as u64).div_ceil(UNIT) * UNIT + UNIT;
        self.used += bytes as u64;
        self.made += 1;
        let allocation = Allocation { bytes: vec![GARBAGE; bytes], written: vec![false; bytes], marks: Vec::new() };
        self.allocations.insert(start, allocation);
        start
    }

    /// Frees an allocation by its first address; `Stray` for any other, and for one that was freed
    /// before.
    pub fn free(&mut self, start: u64) -> Result<(), Refused> {
        let freed = self.allocations.remove(&start).ok_or(Refused::Stray)?;
        self.used -= freed.bytes.len() as u64;
        Ok(())
    }

    /// How many allocations are alive.
    pub fn alive(&self) -> usize {
        self.allocations.len()
    }

    fn at(&mut self, address: u64, bytes: usize) -> Result<(&mut Allocation, usize), Refused> {
        if !self.allocations.contains_key(&self.last) || address < self.last {
            self.last = *self.allocations.range(..=address).next_back().ok_or(Refused::Stray)?.0;
        }
        let inside = |start: u64, found: &Allocation| address - start + bytes as u64 <= found.bytes.len() as u64;
        if !inside(self.last, &self.allocations[&self.last]) {
            self.last = *self.allocations.range(..=address).next_back().ok_or(Refused::Stray)?.0;
        }
        let start = self.last;
        let found = self.allocations.get_mut(&start).ok_or(Refused::Stray)?;
        if !inside(start, found) {
            return Err(Refused::Stray);
        }
        Ok((found, (address - start) as usize))
    }

    /// Writes bytes by a copy.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Refused> {
        let (found, at) = self.at(address, from.len())?;
        found.bytes[at..at + from.len()].copy_from_slice(from);
        found.written[at..at + from.len()].fill(true);
        Ok(())
    }

    /// Sets bytes.
    pub fn fill(&mut self, address: u64, byte: u8, bytes: usize) -> Result<(), Refused> {
        let (found, at) = self.at(address, bytes)?;
        found.bytes[at..at + bytes].fill(byte);
        found.written[at..at + bytes].fill(true);
        Ok(())
    }

    /// Bytes for a copy to the host, written or not.
    pub fn read(&mut self, address: u64, bytes: usize) -> Result<Vec<u8>, Refused> {
        let (found, at) = self.at(address, bytes)?;
        Ok(found.bytes[at..at + bytes].to_vec())
    }

    /// Copies bytes, with whether they were written.
    pub fn copy(&mut self, to: u64, from: u64, bytes: usize) -> Result<(), Refused> {
        let (found, at) = self.at(from, bytes)?;
        let (values, written) = (found.bytes[at..at + bytes].to_vec(), found.written[at..at + bytes].to_vec());
        let (found, at) = self.at(to, bytes)?;
        found.bytes[at..at + bytes].copy_from_slice(&values);
        found.written[at..at + bytes].copy_from_slice(&written);
        Ok(())
    }

    /// Ends a launch: what its threads have accessed is forgotten.
    pub fn forget(&mut self) {
        self.allocations.values_mut().for_each(|allocation| allocation.marks = Vec::new());
    }

    /// A load of up to 8 bytes by a thread of a kernel.
    pub fn load(&mut self, address: u64, bytes: usize, thread: u32) -> Result<u64, Refused> {
        let (found, at) = self.at(address, bytes)?;
        if found.marks.is_empty() {
            found.marks = vec![[NO_THREAD; 2]; found.bytes.len()];
        }
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&found.bytes[at..at + bytes]);
        for i in at..at + bytes {
            if !found.written[i] {
                return Err(Refused::Unwritten);
            }
            let [writer, reader] = &mut found.marks[i];
            if *writer != NO_THREAD && *writer != thread + 1 {
                return Err(Refused::Race { other: Some(*writer - 1) });
            }
            *reader = if *reader == NO_THREAD || *reader == thread + 1 { thread + 1 } else { SEVERAL };
        }
        Ok(u64::from_le_bytes(value))
    }

    /// Sets bits in up to 8 bytes. Threads of one launch may do so at the same time without a race.
    pub fn atomic_or(&mut self, address: u64, bytes: usize, bits: u64) -> Result<(), Refused> {
        let (found, at) = self.at(address, bytes)?;
        if found.written[at..at + bytes].iter().any(|written| !written) {
            return Err(Refused::Unwritten);
        }
        let bits = bits.to_le_bytes();
        found.bytes[at..at + bytes].iter_mut().zip(bits).for_each(|(byte, bits)| *byte |= bits);
        Ok(())
    }

    /// A store of up to 8 bytes by a thread of a kernel.
    pub fn store(&mut self, address: u64, bytes: usize, value: u64, thread: u32) -> Result<(), Refused> {
        let (found, at) = self.at(address, bytes)?;
        if found.marks.is_empty() {
            found.marks = vec![[NO_THREAD; 2]; found.bytes.len()];
        }
        found.bytes[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
        for i in at..at + bytes {
            found.written[i] = true;
            let [writer, reader] = &mut found.marks[i];
            for other in [*writer, *reader] {
                if other != NO_THREAD && other != thread + 1 {
                    return Err(Refused::Race { other: (other != SEVERAL).then(|| other - 1) });
                }
            }
            *writer = thread + 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_outside_of_an_allocation_is_refused() {
        let mut memory = Memory::new(0);
        let (a, b) = (memory.allocate(8), memory.allocate(8));
        assert!(b >= a + 8 + UNIT);
        memory.write(a, &[1; 8]).expect("inside");
        assert_eq!(memory.load(a + 4, 4, 0), Ok(0x0101_0101));
        for (address, bytes) in [(a + 5, 4), (a + 8, 1), (a - 1, 1), (b + 8, 4), (16, 4), (u64::MAX - 3, 4)] {
            assert_eq!(memory.load(address, bytes, 0), Err(Refused::Stray), "{address:x}");
        }
        assert_eq!(memory.store(a + 6, 4, 0, 0), Err(Refused::Stray));
        assert_eq!(memory.copy(b, a, 9), Err(Refused::Stray));
    }

    #[test]
    fn memory_is_freed_once_and_its_address_is_never_used_again() {
        let mut memory = Memory::new(1);
        let a = memory.allocate(64);
        assert_eq!(memory.free(a + 8), Err(Refused::Stray));
        memory.free(a).expect("allocated");
        assert_eq!(memory.free(a), Err(Refused::Stray));
        assert_ne!(memory.allocate(64), a);
        assert_eq!(memory.fill(a, 0, 1), Err(Refused::Stray));
        assert_eq!((memory.used, memory.alive(), memory.made), (64, 1, 2));
    }

    #[test]
    fn a_byte_that_nothing_has_written_cannot_be_loaded() {
        let mut memory = Memory::new(0);
        let (a, b) = (memory.allocate(8), memory.allocate(8));
        assert_eq!(memory.read(a, 2), Ok(vec![GARBAGE; 2]));
        assert_eq!(memory.load(a, 4, 0), Err(Refused::Unwritten));
        memory.fill(a, 3, 4).expect("inside");
        memory.copy(b, a, 8).expect("inside");
        assert_eq!(memory.load(b, 4, 0), Ok(0x0303_0303));
        assert_eq!(memory.load(b + 4, 1, 0), Err(Refused::Unwritten), "a copy does not write what was not written");
        memory.store(b + 4, 1, 7, 0).expect("inside");
        assert_eq!(memory.load(b + 4, 1, 0), Ok(7));
    }

    #[test]
    fn two_threads_of_a_launch_that_meet_in_a_byte_race() {
        let mut memory = Memory::new(0);
        let a = memory.allocate(16);
        memory.fill(a, 0, 16).expect("inside");
        memory.store(a, 4, 1, 5).expect("the first");
        assert_eq!(memory.store(a + 3, 1, 1, 6), Err(Refused::Race { other: Some(5) }));
        assert_eq!(memory.load(a, 4, 7), Err(Refused::Race { other: Some(5) }));
        memory.load(a + 8, 4, 1).expect("reading together is allowed");
        memory.load(a + 8, 4, 2).expect("reading together is allowed");
        assert_eq!(memory.store(a + 8, 4, 1, 1), Err(Refused::Race { other: None }));
        memory.forget();
        memory.store(a + 8, 4, 1, 1).expect("another launch");
    }

    #[test]
    fn bits_that_several_threads_set_are_no_race() {
        let mut memory = Memory::new(0);
        let a = memory.allocate(8);
        assert_eq!(memory.atomic_or(a, 4, 1), Err(Refused::Unwritten));
        memory.fill(a, 0, 4).expect("inside");
        memory.atomic_or(a, 4, 1).expect("the first");
        memory.atomic_or(a, 4, 0x100).expect("the second");
        assert_eq!(memory.load(a, 4, 0), Ok(0x101));
        assert_eq!(memory.atomic_or(a + 6, 4, 1), Err(Refused::Stray));
    }
}
