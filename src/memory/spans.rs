//! `Spans`: the memory of one small class, in page ranges that are each returned to the system as a
//! whole.
//!
//! ```text
//!   span     [ block | block | ... | not cut yet ]      one mapping, of one class
//!   free     blocks of any span that no thread has
//! ```
//!
//! Invariant: every block was cut from exactly one span of its class, and is handed out or on
//! `free`. A span without a handed-out block can be returned. Blocks in use are not counted per
//! span on the hot path; unused spans are found when memory is to be returned, by sorting the free
//! blocks. Spans grow with the class, so that a little-used class takes little memory and a
//! much-used one has few mappings: Linux allows a process 65,530.

use super::classes::Block;
use std::collections::BTreeMap;
use std::ptr::NonNull;

/// The first span of a class; a span holds at least two blocks of any class.
const LEAST: usize = 64 << 10;
/// The longest span.
const MOST: usize = 1 << 20;
/// Free blocks are sorted again when a fraction 1/RENEWED of them is new since the last time.
const RENEWED: usize = 8;

/// The free blocks of one small class, and the spans that its blocks were cut from.
pub(super) struct Spans {
    free: Vec<Block>,
    /// How many blocks were freed since the free ones were last sorted.
    given: usize,
    /// The minimum length of `free` since the last [`Spans::take_idle`].
    least: usize,
    /// By address.
    spans: BTreeMap<usize, Span>,
    /// The span that blocks are cut from; 0 for none.
    current: usize,
    bytes: usize,
}

struct Span {
    bytes: usize,
    /// Blocks that were cut from it, beginning at its start.
    cut: usize,
}

// SAFETY: a block on the list belongs to the list, whichever thread put it there.
unsafe impl Send for Spans {}

impl Spans {
    pub(super) const fn new() -> Spans {
        Spans { free: Vec::new(), given: 0, least: 0, spans: BTreeMap::new(), current: 0, bytes: 0 }
    }

    /// Passes up to `wanted` blocks of `size` bytes to `keep`, reused ones first. Returns how many
    /// were reused and how many were new.
    pub(super) fn take(&mut self, size: usize, wanted: usize, mut keep: impl FnMut(Block)) -> (usize, usize) {
        let from = self.free.len() - wanted.min(self.free.len());
        let reused = self.free.len() - from;
        self.free.drain(from..).for_each(&mut keep);
        self.least = self.least.min(from);
        if reused > 0 {
            return (reused, 0);
        }
        let Some(span) = self.spans.get_mut(&self.current) else { return (0, 0) };
        let fresh = wanted.min(span.bytes / size - span.cut);
        for i in span.cut..span.cut + fresh {
            keep(NonNull::new((self.current + i * size) as *mut u8).expect("the system maps nothing at 0"));
        }
        span.cut += fresh;
        (0, fresh)
    }

    /// The size of the next span.
    pub(super) fn next_bytes(&self) -> usize {
        self.bytes.next_power_of_two().clamp(LEAST, MOST)
    }

    /// Adds a span of fresh memory from the system, from which blocks are cut from now on.
    pub(super) fn add(&mut self, start: Block, bytes: usize) {
        self.current = start.addr().get();
        self.bytes += bytes;
        self.spans.insert(self.current, Span { bytes, cut: 0 });
    }

    pub(super) fn give(&mut self, blocks: impl Iterator<Item = Block>) {
        let before = self.free.len();
        self.free.extend(blocks);
        self.given += self.free.len() - before;
    }

    /// Takes out the free blocks, to be sorted without the lock, if they may contain a whole span,
    /// or if `all` is set. The caller returns them with [`Spans::remove_unused`].
    pub(super) fn take_free(&mut self, all: bool) -> Vec<Block> {
        if !all && self.given < self.free.len() / RENEWED {
            return Vec::new();
        }
        self.given = 0;
        std::mem::take(&mut self.free)
    }

    /// Like [`Spans::take_free`], if the blocks that were not used since the last call may contain
    /// a whole span. Also returns the number of those blocks.
    pub(super) fn take_idle(&mut self, size: usize) -> (Vec<Block>, usize) {
        let idle = std::mem::replace(&mut self.least, self.free.len());
        if self.given == 0 || idle * size < LEAST - size { (Vec::new(), 0) } else { (self.take_free(true), idle) }
    }

    /// Bytes of free blocks.
    pub(super) fn free_bytes(&self, size: usize) -> usize {
        self.free.len() * size
    }

    /// Removes the spans whose blocks are all among these sorted blocks, up to `most` blocks; the
    /// others become free again. The caller returns the spans to the system.
    pub(super) fn remove_unused(&mut self, sorted: &[Block], mut most: usize) -> Vec<(Block, usize)> {
        let mut removed = Vec::new();
        let mut rest = sorted;
        while let Some(first) = rest.first() {
            let (&start, span) =
                self.spans.range(..=first.addr().get()).next_back().expect("each block was cut from a span");
            let end = start + span.bytes;
            let (of_span, others) = rest.split_at(rest.partition_point(|block| block.addr().get() < end));
            rest = others;
            if of_span.len() < span.cut || of_span.len() > most {
                self.given += usize::from(of_span.len() == span.cut); // another time
                self.free.extend(of_span);
                continue;
            }
            most -= of_span.len();
            removed.push((of_span[0], span.bytes)); // the block that was cut first is its start
            self.bytes -= span.bytes;
            self.spans.remove(&start);
            if self.current == start {
                self.current = 0;
            }
        }
        self.least = self.least.min(self.free.len());
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 1024;

    fn block(at: usize) -> Block {
        NonNull::new(at as *mut u8).expect("not 0")
    }

    fn take(spans: &mut Spans, wanted: usize) -> Vec<Block> {
        let mut taken = Vec::new();
        spans.take(SIZE, wanted, |block| taken.push(block));
        taken
    }

    fn unused(spans: &mut Spans, all: bool) -> Vec<(usize, usize)> {
        let mut free = spans.take_free(all);
        free.sort_unstable();
        spans.remove_unused(&free, usize::MAX).into_iter().map(|(start, bytes)| (start.addr().get(), bytes)).collect()
    }

    #[test]
    fn a_span_goes_when_all_its_blocks_are_free() {
        let mut spans = Spans::new();
        assert!(take(&mut spans, 1).is_empty());
        for start in [0x10_0000, 0x20_0000] {
            spans.add(block(start), 4 * SIZE);
            assert_eq!(take(&mut spans, 3).len(), 3);
        }
        spans.give([0x10_0000, 0x20_0400, 0x10_0800, 0x20_0000].map(block).into_iter());
        assert_eq!(unused(&mut spans, true), []);
        assert_eq!(spans.free.len(), 4);
        spans.give([0x10_0400].map(block).into_iter());
        assert_eq!(unused(&mut spans, true), [(0x10_0000, 4 * SIZE)]);
        // What is left of the second is free, then the rest of it is cut.
        assert_eq!(take(&mut spans, 9).len(), 2);
        assert_eq!(take(&mut spans, 9), [block(0x20_0c00)]);
        assert!(take(&mut spans, 9).is_empty());
        spans.give([0x20_0000, 0x20_0400, 0x20_0800, 0x20_0c00].map(block).into_iter());
        assert_eq!(unused(&mut spans, true), [(0x20_0000, 4 * SIZE)]);
        assert!(take(&mut spans, 1).is_empty(), "nothing is cut from what has gone");
        assert_eq!(spans.bytes, 0);
    }

    #[test]
    fn free_blocks_are_looked_at_again_when_enough_have_come() {
        let mut spans = Spans::new();
        spans.add(block(0x10_0000), 64 * SIZE);
        let all = take(&mut spans, 64);
        spans.give(all[1..].iter().copied());
        assert_eq!(unused(&mut spans, false), []);
        spans.give(all[..1].iter().copied());
        assert_eq!(unused(&mut spans, false), [], "one of 64 is not enough");
        assert_eq!(unused(&mut spans, true).len(), 1);
    }

    #[test]
    fn what_was_used_meanwhile_is_not_idle() {
        let mut spans = Spans::new();
        let mut all = Vec::new();
        for start in [0x10_0000, 0x20_0000, 0x30_0000] {
            spans.add(block(start), LEAST);
            all.extend(take(&mut spans, LEAST / SIZE));
        }
        spans.give(all.into_iter());
        let per_span = LEAST / SIZE;
        assert!(spans.take_idle(SIZE).0.is_empty(), "all have come since");
        let used = take(&mut spans, per_span + 1);
        spans.give(used.into_iter());
        let (mut free, idle) = spans.take_idle(SIZE);
        assert_eq!((free.len(), idle), (3 * per_span, 2 * per_span - 1));
        free.sort_unstable();
        assert_eq!(spans.remove_unused(&free, idle).len(), 1);
        let (mut free, idle) = spans.take_idle(SIZE);
        free.sort_unstable();
        assert_eq!((spans.remove_unused(&free, idle).len(), spans.bytes), (2, 0));
    }

    #[test]
    fn spans_grow_with_their_class() {
        let mut spans = Spans::new();
        let mut sizes = Vec::new();
        for i in 1..8 {
            sizes.push(spans.next_bytes());
            spans.add(block(i << 24), sizes[i - 1]);
        }
        assert_eq!(sizes, [64, 64, 128, 256, 512, 1024, 1024].map(|kib| kib << 10));
    }
}
