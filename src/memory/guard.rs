//! Guards: a test finds kernels that write beyond their tensor, and those that read what nobody has written.
//!
//! Invariant: only debug builds with the feature `internals` guard anything; elsewhere the functions are empty. The bytes between
//! the end of the data and that of its block are written when the block is taken and compared when it is given back, so the test
//! that ran the kernel fails, and not one that is given the next block.

use super::classes::Block;

#[cfg(all(feature = "internals", debug_assertions))]
pub use armed::Fill;

/// The block of `room` bytes, of which the first `bytes` are a tensor's, was taken. `is_zero`: it counts on its zeros.
#[inline(always)]
pub(super) fn begin(_data: Block, _bytes: usize, _room: usize, _is_zero: bool) {
    #[cfg(all(feature = "internals", debug_assertions))]
    armed::begin(_data, _bytes, _room, _is_zero);
}

/// It is given back.
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
    /// More would slow large blocks down.
    const MOST: usize = 256;

    /// While it lives, every byte of a tensor that is made holds this first, so that results which depend on it differ between two.
    pub struct Fill(());

    static FILL: AtomicU8 = AtomicU8::new(0);

    impl Fill {
        /// There is one at a time in a process; 0 fills nothing.
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
