//! `Tensor`: a typed, strided window on a storage.
//!
//! Invariant: every element that the layout reaches from the offset lies inside the storage, and the storage lives
//! as long as any tensor on it. A view is one more `Tensor` on the same storage; cloning costs one count.
//!
//! Elements are reached through raw pointers: a tensor has many owners, on many threads, in three languages, and a
//! program may write one while another reads it. Such a race gives an unspecified value, never a wild access.

use super::dtype::{DType, Element};
use super::layout::Layout;
use super::shape::{self, Shape};
use super::track::Track;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::Storage;

/// A typed, strided window on a [`Storage`].
#[derive(Clone)]
pub struct Tensor {
    storage: Storage,
    /// Elements between the start of the storage and the first element.
    offset: usize,
    layout: Layout,
    /// Set while a tape records what is computed from this tensor; boxed, since few tensors have one.
    track: Option<Box<Track>>,
    dtype: DType,
}

impl Tensor {
    /// A new contiguous tensor whose elements are whatever the memory held: for a kernel that writes all of them.
    ///
    /// Errors: `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    #[inline(always)]
    pub fn empty(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Ok(Tensor::on(Storage::alloc(device, shape.elements() * dtype.size())?, dtype, Layout::contiguous(shape)))
    }

    /// A new contiguous tensor of zeros. Errors as [`Tensor::empty`].
    #[inline(always)]
    pub fn zeros(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Ok(Tensor::on(Storage::zeroed(device, shape.elements() * dtype.size())?, dtype, Layout::contiguous(shape)))
    }

    /// A contiguous tensor on a new storage, which the caller has made as long as the layout needs. Apart from making that,
    /// so that what cannot fail is built where it will be and not moved there.
    #[inline(always)]
    pub(crate) fn on(storage: Storage, dtype: DType, layout: Layout) -> Tensor {
        debug_assert_eq!(storage.bytes(), shape::elements(layout.shape()) * dtype.size());
        Tensor { storage, offset: 0, layout, track: None, dtype }
    }

    /// A new contiguous tensor on the processor with these elements in row-major order.
    /// A count that differs from the shape's is `SHAPE_MISMATCH`.
    pub fn from_slice<T: Element>(values: &[T], shape: &Shape) -> Result<Tensor> {
        // SAFETY: any value of an element type may be read as bytes, and the length covers exactly the slice.
        let bytes = unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) };
        Tensor::from_bytes(Device::Cpu, T::DTYPE, bytes, shape)
    }

    /// A new contiguous tensor with these bytes, native-endian elements in row-major order.
    /// A length that differs from the shape's is `SHAPE_MISMATCH`.
    #[inline(always)]
    pub fn from_bytes(device: Device, dtype: DType, bytes: &[u8], shape: &Shape) -> Result<Tensor> {
        Ok(Tensor::on(
            Tensor::storage_of(device, dtype, bytes, shape.elements(), shape)?,
            dtype,
            Layout::contiguous(shape),
        ))
    }

    /// The storage of [`Tensor::from_bytes`], whose checked `dims` make so many elements.
    #[inline(always)]
    pub(crate) fn storage_of(
        device: Device,
        dtype: DType,
        bytes: &[u8],
        elements: usize,
        dims: &[i64],
    ) -> Result<Storage> {
        let needed = elements * dtype.size();
        if bytes.len() != needed {
            return Err(misfit(dtype, dims, bytes.len()));
        }
        let storage = Storage::alloc(device, needed)?;
        // SAFETY: the storage was just made with exactly this many bytes and nobody else has it yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), storage.as_ptr(), needed) };
        if dtype == DType::Bool {
            normalize_bools(&storage);
        }
        Ok(storage)
    }

    /// A new contiguous tensor whose bytes, zero at first, `fill` writes: native-endian elements in row-major order.
    /// Errors as [`Tensor::empty`], and those of `fill`.
    pub(crate) fn filled(
        device: Device,
        dtype: DType,
        shape: &Shape,
        fill: impl FnOnce(&mut [u8]) -> Result<()>,
    ) -> Result<Tensor> {
        let tensor = Tensor::zeros(device, dtype, shape)?;
        let n = tensor.nbytes();
        // SAFETY: the storage was just made with n initialised bytes and nobody else has it yet.
        fill(unsafe { std::slice::from_raw_parts_mut(tensor.storage.as_ptr(), n) })?;
        if dtype == DType::Bool {
            normalize_bools(&tensor.storage);
        }
        Ok(tensor)
    }

    /// Another window on the same storage. `offset` counts elements from the start of the storage; the caller has
    /// derived `layout` and `offset` from this tensor's so that they stay inside. The view is not tracked.
    pub(crate) fn view(&self, layout: Layout, offset: usize) -> Tensor {
        Tensor { storage: self.storage.clone(), offset, layout, track: None, dtype: self.dtype }
    }

    /// The same window without its tape node: what a tape saves, and what an operation's untracked result is.
    pub fn untracked(&self) -> Tensor {
        self.view(self.layout.clone(), self.offset)
    }

    /// The same window, recorded on a tape from now on.
    pub(crate) fn tracked(mut self, track: Track) -> Tensor {
        self.track = Some(Box::new(track));
        self
    }

    /// Where a tape recorded this tensor, if one did.
    pub fn track(&self) -> Option<&Track> {
        self.track.as_deref()
    }

    /// What holds the elements.
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Where the elements lie.
    pub fn device(&self) -> Device {
        self.storage.device()
    }

    /// Shape and strides.
    pub fn layout(&self) -> &Layout {
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

    /// Bytes that the elements of this window take (a view of half a tensor counts half).
    pub fn nbytes(&self) -> usize {
        self.size() * self.dtype.size()
    }

    /// Elements between the start of the storage and the first one.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether the elements lie one after another in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.layout.is_contiguous()
    }

    /// The address of the first element. Valid as long as any tensor holds the storage; elements are at
    /// `strides` from it. Writing through it is right only for a tensor that its maker has not handed out yet,
    /// or for an in-place operation.
    #[inline]
    pub fn as_ptr(&self) -> *mut u8 {
        // An empty tensor may have an offset at the very end, so the addition must not be `add`.
        self.storage.as_ptr().wrapping_add(self.offset * self.dtype.size())
    }

    /// The bytes of a contiguous tensor, `None` for any other.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if !self.is_contiguous() {
            return None;
        }
        // SAFETY: contiguous, and the window lies inside the storage that self holds.
        Some(unsafe { std::slice::from_raw_parts(self.as_ptr(), self.nbytes()) })
    }

    /// The elements of a contiguous tensor of this dtype (`Bool` as `u8`), `None` for any other.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        let same = T::DTYPE == self.dtype || (self.dtype == DType::Bool && T::DTYPE == DType::U8);
        if !same || !self.is_contiguous() {
            return None;
        }
        // SAFETY: contiguous, of this element type, and the window lies inside the storage that self holds.
        Some(unsafe { std::slice::from_raw_parts(self.as_ptr().cast::<T>(), self.size()) })
    }
}

/// A boolean from outside may be any byte; everything inside relies on 0 and 1.
fn normalize_bools(storage: &Storage) {
    // SAFETY: the storage is new, all of its bytes are written, and no other reference to it exists.
    let bytes = unsafe { std::slice::from_raw_parts_mut(storage.as_ptr(), storage.bytes()) };
    for byte in bytes {
        *byte = u8::from(*byte != 0);
    }
}

#[cold]
fn misfit(dtype: DType, dims: &[i64], given: usize) -> Error {
    let (shape, needed) = (shape::display(dims), shape::elements(dims) * dtype.size());
    Error::shape(format!("{dtype} tensor of shape {shape} needs {needed} bytes, {given} were given"))
}

impl std::fmt::Debug for Tensor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tensor of shape {} on {}", self.dtype, shape::display(self.shape()), self.device())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_from_outside_must_fit_and_bools_become_0_or_1() {
        let shape = Shape::new(&[3]).expect("small");
        let error = Tensor::from_bytes(Device::Cpu, DType::F32, &[0; 8], &shape).expect_err("4 bytes short");
        assert_eq!(error.message(), "float32 tensor of shape [3] needs 12 bytes, 8 were given");
        let bools = Tensor::from_bytes(Device::Cpu, DType::Bool, &[0, 2, 255], &shape).expect("fits");
        assert_eq!(bools.as_slice::<u8>(), Some(&[0u8, 1, 1][..]));
        assert_eq!(bools.as_slice::<f32>(), None);
    }

    #[test]
    fn a_tensor_fits_its_slot() {
        assert!(size_of::<Tensor>() <= 104, "{} bytes", size_of::<Tensor>());
    }
}
