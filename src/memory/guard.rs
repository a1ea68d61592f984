//! Guards: a test detects kernels that write beyond their tensor or read uninitialised memory.
//!
//! Invariant: only debug builds with the feature `internals` guard anything; otherwise the
//! functions are empty. The bytes between the end of the data and the end of its block are written
//! when the block is allocated and compared when it is freed, so the test that ran the kernel
//! fails, and not one that gets the block next.

use super::classes::Block;

#[cfg(all(feature = "internals", debug_assertions))]
pub use armed::Fill;

/// A block of `room` bytes was allocated, of which the first `bytes` belong to a tensor. `is_zero`:
/// the tensor relies on the block being zeroed.
#[inline(always)]
pub(super) fn begin(_data: Block, _bytes: usize, _room: usize, _is_zero: bool) {
    #[cfg(all(feature = "internals", debug_assertions))]
    armed::begin(_data, _bytes, _room, _is_zero);
}

/// The block is freed.
#[inline(always)]
pub(super) fn end(_data: Block, _bytes: usize, _room: usize) {
    #[cfg(all(feature = "internals", debug_assertions))]
    armed::end(_data, _bytes, _room);
}

#[cfg(all(feature = "internals", debug_assertions))]
mod armed {
    use super::Block;
    use std::sync::atomic::{AtomicU8, Ordering};

    const GUARD: u8 = 0xa5;
    /// A larger guard would slow down large blocks.
    const MOST: usize = 256;

    /// While this lives, every byte of a new tensor is first set to this value, so that results
    /// that depend on it differ between two values.
    pub struct Fill(());

    static FILL: AtomicU8 = AtomicU8::new(0);

    impl Fill {
        /// There can be one at a time in a process; 0 fills nothing.
        pub fn with(byte: u8) -> Fill {
            FILL.store(byte, Ordering::Release);
            Fill(())
        }
    }

    impl Drop for Fill {
        fn drop(&mut self) {
            FILL.store(0, Ordering::Release);
        }
    }

    pub(super) fn begin(data: Block, bytes: usize, room: usize, is_zero: bool) {
        let fill = FILL.load(Ordering::Acquire);
        // SAFETY: the block was just taken and is `room` bytes long.
        unsafe {
            if fill != 0 && !is_zero {
                data.as_ptr().write_bytes(fill, bytes);
            }
            data.as_ptr().add(bytes).write_bytes(GUARD, (room - bytes).min(MOST));
        }
    }

    pub(super) fn end(data: Block, bytes: usize, room: usize) {
        // SAFETY: the block is `room` bytes long, and these were written when it was taken.
        let guard = unsafe { std::slice::from_raw_parts(data.as_ptr().add(bytes), (room - bytes).min(MOST)) };
        let written = guard.iter().position(|byte| *byte != GUARD);
        assert!(written.is_none(), "byte {} of a tensor of {bytes} was written", bytes + written.unwrap_or(0));
    }
}
