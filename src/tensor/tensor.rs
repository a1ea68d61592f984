//! `Tensor`: a typed, strided window on a storage.
//!
//! Invariant: every element that the layout reaches from the offset is inside the storage, and the
//! storage lives as long as any tensor on it. A view is another `Tensor` on the same storage;
//! cloning costs one reference count.
//!
//! Elements are accessed through raw pointers or `SharedCell`s, never through plain references: a
//! tensor has many owners, on many threads, in three languages, and a program may write one while
//! another reads it. `tensor::cell` documents the guarantees.

use super::cell::RawBytes;
use super::dtype::{DType, Element};
use super::layout::Layout;
use super::shape::{self, Shape};
use super::track::Track;
use crate::device::Device;
use crate::error::{Error, Result, named};
use crate::memory::{FileMapping, Storage};
use std::sync::Arc;

/// A typed, strided window on a storage.
#[derive(Clone)]
pub struct Tensor {
    storage: Storage,
    /// Elements between the start of the storage and the first element.
    offset: usize,
    layout: Layout,
    /// Set while a tape records what is computed from this tensor; boxed, because few tensors have
    /// one.
    track: Option<Arc<Track>>,
    dtype: DType,
}

impl Tensor {
    /// A new contiguous, uninitialised tensor, for a kernel that writes all elements.
    ///
    /// Errors: `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    #[inline(never)] // the fast path of the pool is inlined into it
    pub(crate) fn uninit(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Ok(Tensor::on(Storage::alloc(device, shape.elements() * dtype.size())?, dtype, Layout::contiguous(shape)))
    }

    /// A new contiguous tensor of zeros. Errors as for [`Tensor::uninit`].
    #[inline(never)] // the fast path of the pool is inlined into it
    pub(crate) fn zeroed(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Ok(Tensor::on(Storage::zeroed(device, shape.elements() * dtype.size())?, dtype, Layout::contiguous(shape)))
    }

    /// A contiguous tensor on a new storage, which the caller has made as long as the layout needs.
    /// It is separate from creating the storage, so that the part that cannot fail is built in its
    /// final location and not moved there.
    #[inline(always)]
    pub(crate) fn on(storage: Storage, dtype: DType, layout: Layout) -> Tensor {
        debug_assert_eq!(storage.bytes(), shape::elements(layout.shape()) * dtype.size());
        Tensor { storage, offset: 0, layout, track: None, dtype }
    }

    /// A contiguous tensor on a part of a storage that begins at byte `offset`, a multiple of the
    /// element's size: for memory that another library has filled.
    pub(crate) fn within(storage: Storage, dtype: DType, layout: Layout, offset: usize) -> Tensor {
        let bytes = shape::elements(layout.shape()) * dtype.size();
        assert!(offset.is_multiple_of(dtype.size()) && offset <= storage.bytes() && bytes <= storage.bytes() - offset);
        Tensor { storage, offset: offset / dtype.size(), layout, track: None, dtype }
    }

    /// A tensor on memory of another library that begins with the first element and holds all of
    /// them, as the caller has checked; strides are not negative.
    pub(super) fn on_lent(storage: Storage, dtype: DType, layout: Layout) -> Tensor {
        Tensor { storage, offset: 0, layout, track: None, dtype }
    }

    /// A contiguous tensor on the bytes of a file from `at` on, which are aligned for the dtype.
    ///
    /// Errors: `INVALID_ARGUMENT` where the file has no such bytes, those of [`Storage::foreign`].
    pub(crate) fn mapped(file: &Arc<FileMapping>, at: usize, dtype: DType, shape: &Shape) -> Result<Tensor> {
        let storage = file.storage(at, shape.elements() * dtype.size())?;
        Ok(Tensor::on_lent(storage, dtype, Layout::contiguous(shape)))
    }

    /// A tensor whose layout, from `offset` on, stays inside the storage, which the caller
    /// guarantees.
    pub(super) fn of_parts(storage: Storage, dtype: DType, layout: Layout, offset: usize) -> Tensor {
        Tensor { storage, offset, layout, track: None, dtype }
    }

    /// A new contiguous tensor on the processor with these elements in row-major order:
    /// `Tensor::from_slice(&[1.0f32, 2.0], &[2])`.
    ///
    /// Errors: `SHAPE_MISMATCH` for a count that differs from the shape's, `INVALID_ARGUMENT` for a
    /// shape that has a negative size or more than 16 axes, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn from_slice<T: Element>(values: &[T], shape: &[i64]) -> Result<Tensor> {
        // SAFETY: the length covers exactly the slice, and every byte may be read.
        let bytes = unsafe { RawBytes::new(values.as_ptr().cast::<u8>(), size_of_val(values)) };
        Tensor::of_bytes(Device::Cpu, T::DTYPE, bytes, &Shape::new(shape)?)
    }

    /// A new contiguous tensor with these bytes, native-endian elements in row-major order, for
    /// elements whose type the program does not know: `Tensor::from_bytes(Device::Cpu, dtype, &bytes,
    /// &[2, 3])`. Every byte of a boolean but 0 is true.
    ///
    /// Errors: `SHAPE_MISMATCH` for a length that differs from the shape's, `INVALID_ARGUMENT` for a
    /// shape that has a negative size or more than 16 axes, `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`,
    /// `OUT_OF_MEMORY`.
    pub fn from_bytes(device: Device, dtype: DType, bytes: &[u8], shape: &[i64]) -> Result<Tensor> {
        Tensor::of_bytes(device, dtype, bytes, &Shape::new(shape)?)
    }

    /// Like [`Tensor::from_bytes`], of bytes that other threads or languages may write.
    #[inline(always)]
    pub(crate) fn of_bytes<'a>(
        device: Device,
        dtype: DType,
        bytes: impl Into<RawBytes<'a>>,
        shape: &Shape,
    ) -> Result<Tensor> {
        Ok(Tensor::on(
            Tensor::storage_of(device, dtype, bytes.into(), shape.elements(), shape)?,
            dtype,
            Layout::contiguous(shape),
        ))
    }

    /// The storage for [`Tensor::of_bytes`], whose checked `dims` have this many elements.
    #[inline(always)]
    pub(crate) fn storage_of(
        device: Device,
        dtype: DType,
        bytes: RawBytes,
        elements: usize,
        dims: &[i64],
    ) -> Result<Storage> {
        let needed = elements * dtype.size();
        if bytes.len() != needed {
            return Err(misfit(dtype, dims, bytes.len()));
        }
        if device != Device::Cpu {
            return Tensor::storage_there(device, dtype, bytes, elements, dims);
        }
        let storage = Storage::alloc(device, needed)?;
        let to = storage.host()?.as_ptr();
        // SAFETY: the storage was just created with exactly this many bytes and is not shared yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, needed) };
        if dtype == DType::Bool {
            // SAFETY: the storage is new, all of its bytes are written, and no other reference to
            // it exists.
            normalize_bools(unsafe { std::slice::from_raw_parts_mut(to, needed) });
        }
        Ok(storage)
    }

    /// Like [`Tensor::storage_of`], on another device: booleans are first normalised to 0 and 1 on
    /// the host.
    #[cold]
    fn storage_there(device: Device, dtype: DType, bytes: RawBytes, elements: usize, dims: &[i64]) -> Result<Storage> {
        let here = Tensor::storage_of(Device::Cpu, dtype, bytes, elements, dims)?;
        let here = Tensor::on(here, dtype, Layout::contiguous(&Shape::new(dims)?));
        Ok(here.sent_to(device)?.storage)
    }

    /// A new contiguous tensor whose bytes, initially zero, `fill` writes: native-endian elements
    /// in row-major order. Errors as for [`Tensor::uninit`], and those of `fill`.
    pub(crate) fn filled(
        device: Device,
        dtype: DType,
        shape: &Shape,
        fill: impl FnOnce(&mut [u8]) -> Result<()>,
    ) -> Result<Tensor> {
        let tensor = Tensor::zeroed(device, dtype, shape)?;
        let (first, n) = (tensor.host()?.as_ptr(), tensor.nbytes());
        // SAFETY: the storage was just created with n initialised bytes and is not shared yet.
        let bytes = unsafe { std::slice::from_raw_parts_mut(first, n) };
        fill(bytes)?;
        if dtype == DType::Bool {
            normalize_bools(bytes);
        }
        Ok(tensor)
    }

    /// Another window on the same storage, not tracked. `offset` counts elements from the start of
    /// the storage. The caller has derived `layout` and `offset` from those of this tensor so that
    /// they stay inside.
    pub(crate) fn with_layout(&self, layout: Layout, offset: usize) -> Tensor {
        Tensor { storage: self.storage.clone(), offset, layout, track: None, dtype: self.dtype }
    }

    /// The same elements, from which no tape records: PyTorch's `detach()`. It shares the memory.
    pub fn untracked(&self) -> Tensor {
        self.with_layout(self.layout.clone(), self.offset)
    }

    /// The same window, recorded on a tape from now on.
    pub(crate) fn tracked(mut self, track: Track) -> Tensor {
        self.track = Some(Arc::new(track));
        self
    }

    /// The same window, recorded where `other` is; unchanged if `other` is not recorded.
    pub(crate) fn tracked_as(mut self, other: &Tensor) -> Tensor {
        if other.track.is_some() {
            self.track.clone_from(&other.track);
        }
        self
    }

    /// Where a tape recorded this tensor, if one did.
    pub(crate) fn track(&self) -> Option<&Track> {
        self.track.as_deref()
    }

    /// The storage of the elements.
    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The device of the elements.
    pub fn device(&self) -> Device {
        self.storage.device()
    }

    /// Shape and strides.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The sizes, outermost first.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        self.layout.shape()
    }

    /// The sizes as a checked [`Shape`].
    pub fn to_shape(&self) -> Shape {
        Shape::of(self.layout.shape())
    }

    /// Elements to step over in each dimension.
    #[inline]
    pub fn strides(&self) -> &[i64] {
        self.layout.strides()
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    #[inline]
    pub fn size(&self) -> usize {
        shape::elements(self.shape())
    }

    /// The bytes of this window's elements (a view of half a tensor counts half).
    pub fn nbytes(&self) -> usize {
        self.size() * self.dtype.size()
    }

    /// Elements between the start of the storage and the first one.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether the elements are adjacent in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.layout.is_contiguous()
    }

    /// Whether the memory must not be written: what writes to it in place is refused.
    pub fn is_read_only(&self) -> bool {
        self.storage.is_read_only()
    }

    /// The address of the first element, only for comparisons: it may be an address of another
    /// device. [`Tensor::to_vec`] and [`Tensor::as_slice`] read elements.
    #[inline]
    pub fn addr(&self) -> usize {
        self.storage.addr() + self.offset * self.dtype.size()
    }

    /// A copy of the elements in row-major order, whatever the layout. `Bool` is `u8`, 0 or 1.
    ///
    /// Errors: `DTYPE_MISMATCH` for a `T` that is not the type of the elements, which
    /// [`Tensor::cast`] converts; `UNSUPPORTED` for elements on another device.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.require::<T>("to_vec")?;
        let first = named("to_vec", self.host())?.as_ptr();
        let mut values = Vec::with_capacity(self.size());
        self.extend(0, first.cast::<T>(), &mut values);
        if self.dtype == DType::Bool {
            // SAFETY: T is u8, and every byte of the vector was written.
            normalize_bools(unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), values.len()) });
        }
        Ok(values)
    }

    /// The elements of a contiguous tensor, without a copy; `Bool` as `u8`.
    ///
    /// Errors: `DTYPE_MISMATCH` for a `T` that is not the type of the elements, `INVALID_ARGUMENT` for
    /// a tensor that is not contiguous, `UNSUPPORTED` for elements on another device.
    ///
    /// # Safety
    /// While the slice is used, nothing writes the elements, on any thread, through this tensor or
    /// another on its storage: no in-place operation, no step of an optimizer, and no pointer held
    /// by another language. [`Tensor::to_vec`] has no such condition.
    pub unsafe fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.require::<T>("as_slice")?;
        if !self.is_contiguous() {
            let (shape, strides) = (shape::display(self.shape()), shape::display(self.strides()));
            let text = format!("as_slice: shape {shape} with strides {strides} is not contiguous: call contiguous()");
            return Err(Error::argument(text));
        }
        let first = named("as_slice", self.host())?.as_ptr();
        // SAFETY: contiguous, of this element type, inside the storage that self holds, and not
        // written meanwhile.
        Ok(unsafe { std::slice::from_raw_parts(first.cast::<T>(), self.size()) })
    }

    /// `DTYPE_MISMATCH` unless `T` is the type of the elements.
    fn require<T: Element>(&self, operation: &str) -> Result<()> {
        match self.holds::<T>() {
            true => Ok(()),
            false => Err(Error::dtype(format!("{operation}: the elements are {}, not {}", self.dtype, T::DTYPE))),
        }
    }

    /// Whether `T` is the type of the elements.
    pub(super) fn holds<T: Element>(&self) -> bool {
        T::DTYPE == self.dtype || (self.dtype == DType::Bool && T::DTYPE == DType::U8)
    }

    /// Appends the elements of the dimensions from `axis` on, the first of which is at `from`, of
    /// type `T`.
    fn extend<T: Element>(&self, axis: usize, from: *const T, values: &mut Vec<T>) {
        let Some(&size) = self.shape().get(axis) else {
            // SAFETY: the indices of all dimensions were in range, so the element is in the
            // storage.
            values.push(unsafe { from.read() });
            return;
        };
        for i in 0..size {
            self.extend(axis + 1, from.wrapping_offset((i * self.strides()[axis]) as isize), values);
        }
    }
}

/// Normalises booleans from outside, where every nonzero byte is true, to 0 and 1. Kernels do not
/// rely on this, because a program may write other bytes into exported memory; it keeps results
/// unsurprising.
pub(super) fn normalize_bools(bytes: &mut [u8]) {
    for byte in bytes {
        *byte = u8::from(*byte != 0);
    }
}

#[cold]
pub(super) fn misfit(dtype: DType, dims: &[i64], given: usize) -> Error {
    let (shape, needed, size) = (shape::display(dims), shape::elements(dims), dtype.size());
    let (needed, given, unit) = match given.is_multiple_of(size) {
        true => (needed, given / size, "elements"),
        false => (needed * size, given, "bytes"),
    };
    Error::shape(format!("{dtype} tensor of shape {shape} needs {needed} {unit}, {given} were given"))
}

impl std::fmt::Debug for Tensor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tensor of shape {} on {}", self.dtype, shape::display(self.shape()), self.device())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;

    #[test]
    fn bytes_from_outside_must_fit_and_bools_become_0_or_1() {
        let shape = Shape::new(&[3]).expect("small");
        let error = Tensor::from_bytes(Device::Cpu, DType::F32, &[0; 8], &shape).expect_err("4 bytes short");
        assert_eq!(error.message(), "float32 tensor of shape [3] needs 3 elements, 2 were given");
        let error = Tensor::from_bytes(Device::Cpu, DType::F32, &[0; 7], &shape).expect_err("5 bytes short");
        assert_eq!(error.message(), "float32 tensor of shape [3] needs 12 bytes, 7 were given");
        let bools = Tensor::from_bytes(Device::Cpu, DType::Bool, &[0, 2, 255], &shape).expect("fits");
        assert_eq!(bools.to_vec::<u8>().expect("booleans are bytes"), [0u8, 1, 1]);
        let error = bools.to_vec::<f32>().expect_err("they are not floats");
        assert_eq!(
            (error.status(), error.message()),
            (Status::DtypeMismatch, "to_vec: the elements are bool, not float32")
        );
    }

    #[test]
    fn elements_are_copied_out_in_row_major_order() {
        let t = Tensor::from_slice(&[1, 2, 3, 4, 5, 6], &Shape::new(&[2, 3]).expect("small")).expect("small");
        assert_eq!(t.transpose(0, 1).expect("a matrix").to_vec::<i32>().expect("int32"), [1, 4, 2, 5, 3, 6]);
        let column = t.slice(1, 1, 2, 1).expect("inside").expand(&[2, 2]).expect("one column");
        assert_eq!(column.to_vec::<i32>().expect("int32"), [2, 2, 5, 5]);
        assert_eq!(t.slice(0, 0, 0, 1).expect("none").to_vec::<i32>().expect("int32"), [0; 0]);
        assert_eq!(
            t.select(0, 1).expect("a row").select(0, 2).expect("an element").to_vec::<i32>().expect("int32"),
            [6]
        );
    }

    #[test]
    fn a_tensor_fits_its_slot() {
        assert!(size_of::<Tensor>() <= 104, "{} bytes", size_of::<Tensor>());
    }
}
