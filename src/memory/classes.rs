//! Size classes: the block sizes of the pool.
//!
//! Invariant: sizes grow with the class, every size is a multiple of 64, and the class of a request
//! is the smallest that fits. Up to 1 KiB the classes are 64 bytes apart; above, each doubling has
//! eight, so at most an eighth of a block is unused. A block is only reused for its own class:
//! nothing is split or merged, so allocating and freeing take constant time.

use std::ptr::NonNull;

/// A block of raw memory of one of the classes. Its holder owns it.
pub(super) type Block = NonNull<u8>;

/// Alignment and granularity of every block.
pub(super) const UNIT: usize = 64;
/// Classes that are a multiple of [`UNIT`] apart: 64, 128, ... 1024.
const LINEAR: usize = 16;
const LINEAR_MAX: usize = LINEAR * UNIT;
/// Classes per doubling above that.
const STEPS: usize = 8;
/// Larger blocks are allocated from the system one by one and kept in shared lists; blocks up to
/// this size are cut from spans and cached per thread.
pub(super) const SMALL_MAX: usize = 32 * 1024;
/// The classes up to [`SMALL_MAX`].
pub(super) const SMALL_CLASSES: usize = class_of(SMALL_MAX) + 1;
/// The largest block: no machine has that much memory, and no size computation below it overflows.
pub(super) const MAX_BLOCK: usize = 1 << 47;
/// All classes.
pub(super) const CLASSES: usize = class_of(MAX_BLOCK) + 1;

/// The class that holds a request of 1 to [`MAX_BLOCK`] bytes.
#[inline]
pub(super) const fn class_of(bytes: usize) -> usize {
    if bytes <= LINEAR_MAX {
        return bytes.div_ceil(UNIT).saturating_sub(1);
    }
    // The doubling that `bytes` lies in, and which eighth of it.
    let doubling = (bytes - 1).ilog2();
    let step = 1usize << (doubling - 3);
    let eighth = (bytes - (1 << doubling)).div_ceil(step);
    LINEAR + (doubling as usize - LINEAR_MAX.ilog2() as usize) * STEPS + eighth - 1
}

/// Bytes of the blocks of a class.
#[inline]
pub(super) const fn size_of_class(class: usize) -> usize {
    if class < LINEAR {
        return (class + 1) * UNIT;
    }
    let doubling = LINEAR_MAX.ilog2() as usize + (class - LINEAR) / STEPS;
    let eighth = (class - LINEAR) % STEPS + 1;
    (1 << doubling) + eighth * (1 << (doubling - 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_gets_the_first_class_that_holds_it() {
        for class in 0..CLASSES {
            let size = size_of_class(class);
            assert_eq!(class_of(size), class, "{size} bytes");
            assert_eq!(size % UNIT, 0);
            if class + 1 < CLASSES {
                assert_eq!(class_of(size + 1), class + 1, "{} bytes", size + 1);
                assert!(size_of_class(class + 1) > size);
                let waste = size_of_class(class + 1) - size - 1;
                assert!(waste < UNIT || waste * 8 <= size_of_class(class + 1), "{size} wastes {waste}");
            }
        }
        assert_eq!(size_of_class(SMALL_CLASSES - 1), SMALL_MAX);
        assert_eq!(size_of_class(CLASSES - 1), MAX_BLOCK);
    }
}
