//! `SharedCell`: an element that other code may write at any time; and the caller's bytes, for
//! which the same is true.
//!
//! Invariant: no `&T`, no `&mut T` and no slice of plain elements refers to memory that another
//! handle, thread or language can reach. Such memory is read and written through raw pointers or
//! through [`SharedCell`], which is as safe as a raw pointer and as convenient as a reference. So
//! two handles on one storage, or an operand that is also the output, violate no rule of Rust.
//!
//! Threads: two threads may use one tensor while one of them writes it. Rust, like C, leaves such a
//! race undefined, and atomic accesses would prevent every kernel from being vectorised. So this
//! library relies on what compilers do with plain accesses through raw pointers: an element that is
//! being written may be read as any value, twice, or in parts; nothing else happens. This holds
//! because no address, length, loop bound or enum is ever computed from an element, except for
//! positions (indices, classes, targets): those are read once, by a volatile read, and checked
//! before use (`ops::place::read_once`). `DType::Bool` is read as `u8` for the same reason.
//!
//! Plain slices are used for memory that is not shared: a new storage, a gradient whose storage has
//! one reference (`ops::grad::is_owned`), and arrays on the stack.

use std::cell::UnsafeCell;
use std::marker::PhantomData;

/// Like [`std::cell::Cell`], but threads may share it.
#[repr(transparent)]
pub(crate) struct SharedCell<T>(UnsafeCell<T>);

impl<T: Copy> SharedCell<T> {
    /// The element, or any value while another thread writes it.
    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: the element lives as long as self, and is initialised.
        unsafe { self.0.get().read() }
    }

    /// Writes the element.
    #[inline(always)]
    pub fn set(&self, value: T) {
        // SAFETY: the element lives as long as self, and there is no plain reference to it.
        unsafe { self.0.get().write(value) }
    }

    /// The caller's own elements as cells.
    #[inline(always)]
    pub fn of_mut(values: &mut [T]) -> &[SharedCell<T>] {
        // SAFETY: the same elements, borrowed exclusively for the same time.
        unsafe { cells(values.as_mut_ptr(), values.len()) }
    }
}

/// `n` adjacent elements as cells.
///
/// # Safety
/// They are valid during `'a`, aligned and initialised, and there is no plain reference to them
/// meanwhile.
#[inline(always)]
pub(crate) unsafe fn cells<'a, T>(from: *const T, n: usize) -> &'a [SharedCell<T>] {
    // SAFETY: the caller's promise; the cell has the layout of its element.
    unsafe { std::slice::from_raw_parts(from.cast::<SharedCell<T>>(), n) }
}

/// The caller's bytes, for reading. They may be a tensor's own memory, which a program got as a
/// buffer, and another thread may write them meanwhile. Made from a slice, or by the bindings from
/// a pointer.
#[derive(Clone, Copy)]
pub struct RawBytes<'a> {
    start: *const u8,
    len: usize,
    lives: PhantomData<&'a u8>,
}

/// The caller's bytes, for writing. Like [`RawBytes`].
pub struct RawBytesMut<'a> {
    start: *mut u8,
    len: usize,
    lives: PhantomData<&'a mut u8>,
}

impl<'a> RawBytes<'a> {
    /// `len` bytes from `start` on.
    ///
    /// # Safety
    /// They can be read during `'a`. Other threads may write them meanwhile: then any values are
    /// read.
    pub unsafe fn new(start: *const u8, len: usize) -> RawBytes<'a> {
        RawBytes { start, len, lives: PhantomData }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The address of the first byte.
    pub(crate) fn as_ptr(self) -> *const u8 {
        self.start
    }
}

impl RawBytesMut<'_> {
    /// `len` bytes from `start` on.
    ///
    /// # Safety
    /// They can be read and written during the lifetime of this, and no reference to them is used
    /// meanwhile. They need not be initialised.
    pub unsafe fn new(start: *mut u8, len: usize) -> Self {
        RawBytesMut { start, len, lives: PhantomData }
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address of the first byte.
    pub(crate) fn as_mut_ptr(&self) -> *mut u8 {
        self.start
    }
}

impl<'a> From<&'a [u8]> for RawBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        RawBytes { start: bytes.as_ptr(), len: bytes.len(), lives: PhantomData }
    }
}

impl<'a> From<&'a Vec<u8>> for RawBytes<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        RawBytes::from(&bytes[..])
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for RawBytes<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        RawBytes::from(&bytes[..])
    }
}

impl<'a> From<RawBytesMut<'a>> for RawBytes<'a> {
    fn from(bytes: RawBytesMut<'a>) -> Self {
        RawBytes { start: bytes.start, len: bytes.len, lives: PhantomData }
    }
}

impl<'a> From<&'a mut [u8]> for RawBytesMut<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        RawBytesMut { start: bytes.as_mut_ptr(), len: bytes.len(), lives: PhantomData }
    }
}

impl<'a> From<&'a mut Vec<u8>> for RawBytesMut<'a> {
    fn from(bytes: &'a mut Vec<u8>) -> Self {
        RawBytesMut::from(&mut bytes[..])
    }
}

impl<'a, const N: usize> From<&'a mut [u8; N]> for RawBytesMut<'a> {
    fn from(bytes: &'a mut [u8; N]) -> Self {
        RawBytesMut::from(&mut bytes[..])
    }
}
