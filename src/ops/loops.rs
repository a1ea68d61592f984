//! `Loops`: the dimensions of a kernel that walks an input and an output together.
//!
//! Invariant: walking every loop from 0 to its size visits each pair of offsets once. Dimensions of
//! size 1 are left out and adjacent dimensions that step as one are merged, so a kernel gets the
//! fewest and longest loops: a contiguous tensor of any rank is one loop.

use crate::tensor::{MAX_RANK, shape};
use std::mem::MaybeUninit;
use std::ops::Range;

/// One dimension: its size, and the step in the input and in the output, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub size: usize,
    pub input: isize,
    pub output: isize,
}

/// Up to [`MAX_RANK`] nested loops, outermost first.
#[derive(Clone, Copy)]
pub(super) struct Loops {
    n: usize,
    /// The first `n` are written.
    loops: [MaybeUninit<Loop>; MAX_RANK],
}

impl Loops {
    /// No loop: one pass.
    pub fn new() -> Loops {
        Loops { n: 0, loops: [MaybeUninit::uninit(); MAX_RANK] }
    }

    /// Adds a loop inside the others, unless its size is 1.
    pub fn push(&mut self, size: i64, input: i64, output: i64) {
        if size != 1 {
            self.loops[self.n].write(Loop { size: size as usize, input: input as isize, output: output as isize });
            self.n += 1;
        }
    }

    /// The loops, outermost first.
    pub fn as_slice(&self) -> &[Loop] {
        // SAFETY: the first `n` loops are written.
        unsafe { std::slice::from_raw_parts(self.loops.as_ptr().cast(), self.n) }
    }

    fn as_mut_slice(&mut self) -> &mut [Loop] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.loops.as_mut_ptr().cast(), self.n) }
    }

    /// The number of passes.
    pub fn passes(&self) -> usize {
        self.as_slice().iter().map(|l| l.size).product()
    }

    /// Leaves a single empty loop if there are no passes, so that outer loops are not walked for
    /// nothing.
    pub fn or_empty(&mut self) {
        if self.passes() == 0 {
            self.n = 0;
            self.push(0, 0, 0);
        }
    }

    /// The offsets of one pass, in the order of [`Loops::each`].
    pub fn at(&self, mut pass: usize) -> (isize, isize) {
        let mut offsets = (0, 0);
        for l in self.as_slice().iter().rev() {
            let i = (pass % l.size) as isize;
            pass /= l.size;
            offsets = (offsets.0 + i * l.input, offsets.1 + i * l.output);
        }
        offsets
    }

    /// The longest loop (the outermost of several) and its size; the loops may be divided along it.
    pub fn longest(&self) -> (usize, usize) {
        let sizes = self.as_slice().iter().map(|l| l.size).enumerate();
        sizes.max_by_key(|&(at, size)| (size, std::cmp::Reverse(at))).unwrap_or((0, 1))
    }

    /// The loops restricted to a range of one of them, and the offsets where it starts.
    pub fn part(&self, along: usize, range: Range<usize>) -> (Loops, (isize, isize)) {
        let mut part = *self;
        if self.n == 0 {
            return (part, (0, 0));
        }
        let divided = &mut part.as_mut_slice()[along];
        let Loop { input, output, .. } = *divided;
        divided.size = range.len();
        (part, (input * range.start as isize, output * range.start as isize))
    }

    /// Removes and returns the innermost loop; a loop of one pass if there is none.
    pub fn pop(&mut self) -> Loop {
        let Some(&last) = self.as_slice().last() else { return Loop { size: 1, input: 0, output: 0 } };
        self.n -= 1;
        last
    }

    /// Sorts by input stride, the longest outermost: for kernels that do not depend on the order,
    /// memory order is the fastest.
    pub fn sort(&mut self) {
        shape::sort_few(self.as_mut_slice(), |a, b| a.input < b.input);
    }

    /// Merges adjacent loops that step as one.
    pub fn merge(&mut self) {
        let (mut kept, loops) = (0, self.as_mut_slice());
        for i in 1..loops.len() {
            let (outer, inner) = (loops[kept], loops[i]);
            let steps = inner.size as isize;
            if outer.input == steps * inner.input && outer.output == steps * inner.output {
                loops[kept] = Loop { size: outer.size * inner.size, ..inner };
            } else {
                kept += 1;
                loops[kept] = inner;
            }
        }
        self.n = self.n.min(kept + 1);
    }

    /// Calls `visit` with the offsets of every pass, the innermost loop fastest. There is one call
    /// site, so that `visit` is inlined into the loop and compiled for its instruction set.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(isize, isize)) {
        if self.passes() == 0 {
            return;
        }
        let mut outer = *self;
        let inner = outer.pop();
        let mut at = [0usize; MAX_RANK];
        let mut start = (0isize, 0isize);
        loop {
            for i in 0..inner.size as isize {
                visit(start.0 + i * inner.input, start.1 + i * inner.output);
            }
            let Some(next) = outer.after(&mut at, start) else { return };
            start = next;
        }
    }

    /// Like [`Loops::each`], compiled once: for a `visit` that takes longer than a call.
    #[inline(never)]
    pub fn each_by(&self, visit: &mut dyn FnMut(isize, isize)) {
        self.each(visit);
    }

    /// The offsets of the pass after the one at the indices `at`; `None` after the last.
    fn after(&self, at: &mut [usize; MAX_RANK], (mut input, mut output): (isize, isize)) -> Option<(isize, isize)> {
        for (at, step) in at.iter_mut().zip(self.as_slice()).rev() {
            *at += 1;
            input += step.input;
            output += step.output;
            if *at < step.size {
                return Some((input, output));
            }
            input -= step.size as isize * step.input;
            output -= step.size as isize * step.output;
            *at = 0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(loops: &Loops) -> Vec<(isize, isize)> {
        let mut seen = Vec::new();
        loops.each(|i, o| seen.push((i, o)));
        seen
    }

    #[test]
    fn contiguous_dimensions_are_one_loop() {
        let mut loops = Loops::new();
        for (size, stride) in [(2, 12), (1, 99), (3, 4), (4, 1)] {
            loops.push(size, stride, stride);
        }
        let before = visited(&loops);
        loops.merge();
        assert_eq!(loops.as_slice(), &[Loop { size: 24, input: 1, output: 1 }]);
        assert_eq!(visited(&loops), before);
    }

    #[test]
    fn what_steps_differently_stays_apart() {
        let mut loops = Loops::new();
        loops.push(2, 1, 3);
        loops.push(3, 2, 1);
        loops.merge();
        assert_eq!(visited(&loops), [(0, 0), (2, 1), (4, 2), (1, 3), (3, 4), (5, 5)]);
        loops.sort();
        assert_eq!(visited(&loops), [(0, 0), (1, 3), (2, 1), (3, 4), (4, 2), (5, 5)]);
    }

    #[test]
    fn no_loop_is_one_pass_and_an_empty_one_none() {
        assert_eq!(visited(&Loops::new()), [(0, 0)]);
        let mut empty = Loops::new();
        empty.push(3, 1, 1);
        empty.push(0, 1, 1);
        assert_eq!(visited(&empty), []);
    }
}
