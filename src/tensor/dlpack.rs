//! DLPack: tensors that libraries pass to each other by address, sharing one memory.
//!
//! Invariant: the tensor of another library is read once, in `Managed::read`, and every number in
//! it is checked there. The result shares its memory only if tensors here support the layout. Its
//! deleter is called once, and only after the call that takes it over has succeeded: until then the
//! caller owns it.
//!
//! The structures are those of `dlpack.h` 1.1, and those of the versions before 1.0, which have no
//! version field.

use super::caller_memory::handed_over;
use super::copy_mode::CopyMode;
use super::dtype::DType;
use super::layout::Layout;
use super::shape::{MAX_RANK, Shape, display};
use super::tensor::Tensor;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory::{self, Lent, Storage};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

/// The supported major version; the layout of others is unknown.
const MAJOR: u32 = 1;
const MINOR: u32 = 1;
const READ_ONLY: u64 = 1;
/// Host memory.
const CPU: i32 = 1;
/// Memory of a CUDA device.
const CUDA: i32 = 2;

const INT: u8 = 0;
const UINT: u8 = 1;
const FLOAT: u8 = 2;
const BFLOAT: u8 = 4;
const BOOL: u8 = 6;

#[repr(C)]
#[derive(Clone, Copy)]
struct DataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

/// `DLTensor`.
#[repr(C)]
struct Window {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    ndim: i32,
    dtype: DataType,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

/// `DLManagedTensor`.
#[repr(C)]
struct Unversioned {
    window: Window,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    flags: u64,
    window: Window,
}

/// A tensor of another library, lent by address.
#[derive(Clone, Copy)]
pub struct Managed {
    address: *mut c_void,
    is_versioned: bool,
}

/// The contents of such a structure.
struct Found<'a> {
    window: &'a Window,
    context: *mut c_void,
    lent: Lent,
    is_read_only: bool,
}

/// A tensor on the memory of another library, or a copy of it.
pub(crate) struct Taken {
    /// The tensor.
    pub tensor: Tensor,
    /// Whether the caller has to pass a copy of it to [`Managed::consume`], because the processor
    /// cannot copy it here.
    pub needs_copy: bool,
}

/// The checked window of such a tensor.
struct Checked {
    device: Device,
    dtype: DType,
    shape: Shape,
    /// As given, except for axes of size 0 or 1, whose strides do not matter.
    strides: [i64; MAX_RANK],
    /// The address of the first element.
    data: *mut u8,
    /// How many elements lie before the first one, and after it.
    before: usize,
    behind: usize,
}

impl Managed {
    /// # Safety
    /// The address is null, or points to a `DLManagedTensorVersioned` (without a version, to a
    /// `DLManagedTensor`) as DLPack describes it, which only this code consumes: its memory is
    /// valid until its deleter is called, which any thread may do.
    pub unsafe fn new(address: *mut c_void, is_versioned: bool) -> Managed {
        Managed { address, is_versioned }
    }

    /// A tensor on this memory, or a copy of it if `copy` allows one. It, or a copy of it, must be
    /// passed to [`Managed::consume`]: nothing is consumed yet.
    ///
    /// A copy is needed of memory that is read-only, misaligned, or has negative strides.
    ///
    /// Errors: `INVALID_ARGUMENT` for null, an invalid version, shape or strides, and if a copy
    /// would be needed but is not allowed; `UNSUPPORTED` for an element type, and for memory of a
    /// CUDA device that is misaligned or has negative strides; `DEVICE_UNAVAILABLE`; those of
    /// allocating.
    pub(crate) fn tensor(self, copy: CopyMode) -> Result<Taken> {
        let found = self.read()?;
        let checked = Checked::of(found.window)?;
        let reason = checked.reason_to_copy(found.is_read_only);
        match (reason, copy) {
            (Some(reason), CopyMode::Never) => {
                Err(Error::argument(format!("a DLPack tensor that {reason} needs a copy, and none is allowed")))
            }
            (None, CopyMode::IfNeeded | CopyMode::Never) if checked.shape.elements() > 0 => {
                Ok(Taken { tensor: checked.lent(found.lent)?, needs_copy: false })
            }
            _ if checked.device == Device::Cpu || checked.shape.elements() == 0 => {
                Ok(Taken { tensor: checked.copied()?, needs_copy: false })
            }
            _ => {
                checked.is_readable_there()?;
                Ok(Taken { tensor: checked.lent(found.lent)?, needs_copy: true })
            }
        }
    }

    /// The copy of a tensor that [needs one](Taken::needs_copy): `copy` makes it. The memory stays
    /// with its library until it is consumed.
    pub(crate) fn copied(lent: Tensor, copy: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
        // The library may reuse its memory as soon as the structure is consumed.
        let made = copy(&lent).and_then(|made| made.storage().synchronize().map(|()| made));
        let held = lent.storage().clone();
        drop(lent);
        held.leave();
        made
    }

    /// Passes the tensor on this memory, or a copy of it, to `keep`. If that succeeds, this consumes it: its
    /// deleter is called when the memory is no longer used, for a copy at once. On failure the
    /// caller still owns it.
    pub fn consume<T>(self, made: Tensor, keep: impl FnOnce(Tensor) -> Result<T>) -> Result<T> {
        handed_over(made, keep, || self.release())
    }

    /// The token that was passed to `export`, if that created this tensor.
    pub fn token(self) -> Result<Option<u64>> {
        let found = self.read()?;
        let own: Deleter = if self.is_versioned { delete_versioned } else { delete_unversioned };
        if !found.lent.release.is_some_and(|deleter| std::ptr::fn_addr_eq(deleter, own)) {
            return Ok(None);
        }
        // SAFETY: the deleter is ours, so `export` created this.
        Ok(Some(unsafe { (*found.context.cast::<Exported>()).token }))
    }

    /// Calls its deleter. Consumes it.
    pub fn release(self) {
        if let Ok(Found { lent: Lent { release: Some(deleter), context }, .. }) = self.read() {
            // SAFETY: `new` guarantees the structure, which is not used after this.
            unsafe { deleter(context) };
        }
    }

    fn read(&self) -> Result<Found<'_>> {
        if self.address.is_null() {
            return Err(Error::argument("a DLPack tensor at address 0"));
        }
        let alignment = if self.is_versioned { align_of::<Versioned>() } else { align_of::<Unversioned>() };
        if !self.address.addr().is_multiple_of(alignment) {
            let address = self.address;
            return Err(Error::argument(format!(
                "{address:p} is not the address of a DLPack tensor: it is misaligned"
            )));
        }
        let bytes = if self.is_versioned { size_of::<Versioned>() } else { size_of::<Unversioned>() };
        if !memory::is_mapped(self.address.addr(), bytes) {
            let address = self.address;
            return Err(Error::argument(format!(
                "{address:p} is not the address of a DLPack tensor: this process has no memory there"
            )));
        }
        if !self.is_versioned {
            // SAFETY: `new` guarantees it; it is aligned and not null.
            let Unversioned { window, context, deleter } = unsafe { &*self.address.cast::<Unversioned>() };
            let lent = Lent { release: *deleter, context: self.address };
            return Ok(Found { window, context: *context, lent, is_read_only: false });
        }
        // SAFETY: as above. Only the version is read before it is known.
        let (major, minor) = unsafe { *self.address.cast::<(u32, u32)>() };
        if major != MAJOR {
            return Err(Error::argument(format!("DLPack version {major}.{minor} is not known ({MAJOR}.x is)")));
        }
        // SAFETY: as above.
        let Versioned { context, deleter, flags, window, .. } = unsafe { &*self.address.cast::<Versioned>() };
        let lent = Lent { release: *deleter, context: self.address };
        Ok(Found { window, context: *context, lent, is_read_only: flags & READ_ONLY != 0 })
    }
}

impl Checked {
    fn of(window: &Window) -> Result<Checked> {
        let device = device_of(window)?;
        let dtype = dtype_of(window.dtype)?;
        let rank = usize::try_from(window.ndim).ok().filter(|&rank| rank <= MAX_RANK).ok_or_else(|| {
            Error::argument(format!("a DLPack tensor of {} axes (0 to {MAX_RANK} are possible)", window.ndim))
        })?;
        let shape = Shape::new(list(window.shape, rank, "shape")?)?;
        let mut strides = [1; MAX_RANK];
        for d in (1..rank).rev() {
            strides[d - 1] = strides[d] * shape[d].max(1);
        }
        if !window.strides.is_null() {
            let given = list(window.strides, rank, "strides")?;
            // The strides of a tensor without elements are not used, and may have any value.
            (0..rank).filter(|&d| shape[d] > 1 && shape.elements() > 0).for_each(|d| strides[d] = given[d]);
        }
        let mut checked = Checked { device, dtype, shape, strides, data: std::ptr::null_mut(), before: 0, behind: 0 };
        if shape.elements() > 0 {
            checked.place(window)?;
        }
        Ok(checked)
    }

    /// Finds the range of the elements, which must be a possible address range.
    fn place(&mut self, window: &Window) -> Result<()> {
        if window.data.is_null() {
            return Err(Error::argument(format!("a DLPack tensor of shape {} has data at address 0", self.shape)));
        }
        let (mut before, mut behind) = (0i128, 0i128);
        for (&dim, &stride) in self.shape.iter().zip(&self.strides) {
            let reach = i128::from(dim - 1) * i128::from(stride);
            if reach < 0 { before -= reach } else { behind += reach }
        }
        let size = self.dtype.size() as i128;
        let first = window.data.addr() as i128 + i128::from(window.byte_offset);
        let (start, end) = (first - before * size, first + (behind + 1) * size);
        if start <= 0 || end > isize::MAX as i128 {
            let strides = display(&self.strides[..self.shape.rank()]);
            return Err(Error::argument(format!(
                "a DLPack tensor of shape {} with strides {strides} leaves the address space",
                self.shape
            )));
        }
        self.data = window.data.cast::<u8>().wrapping_add(window.byte_offset as usize);
        (self.before, self.behind) = (before as usize, behind as usize);
        Ok(())
    }

    /// Why tensors here cannot share this memory.
    fn reason_to_copy(&self, is_read_only: bool) -> Option<String> {
        let strides = &self.strides[..self.shape.rank()];
        if self.shape.elements() == 0 {
            None
        } else if is_read_only {
            Some("is read-only".to_owned())
        } else if !self.data.addr().is_multiple_of(self.dtype.size()) {
            Some(format!("has data at {:p}, not aligned to {} bytes,", self.data, self.dtype.size()))
        } else {
            (self.before > 0).then(|| format!("has strides {}", display(strides)))
        }
    }

    /// Whether kernels of its device can read it.
    fn is_readable_there(&self) -> Result<()> {
        match self.reason_to_copy(false) {
            None => Ok(()),
            Some(reason) => {
                let message = format!("a DLPack tensor on {} that {reason} cannot be copied", self.device);
                Err(Error::new(Status::Unsupported, message))
            }
        }
    }

    /// A tensor on the memory, which it keeps alive.
    fn lent(&self, lent: Lent) -> Result<Tensor> {
        let rank = self.shape.rank();
        let layout = Layout::new(&self.shape, &self.strides[..rank]);
        let bytes = (self.behind + 1) * self.dtype.size();
        let data = NonNull::new(self.data).expect("`place` refuses null");
        // SAFETY: `Managed::new` guarantees the structure, whose elements are in these bytes.
        let storage = unsafe { Storage::foreign(self.device, data, bytes, lent)? };
        Ok(Tensor::on_lent(storage, self.dtype, layout))
    }

    /// A tensor with the elements in memory of its own; they are the processor's, or there are none.
    fn copied(&self) -> Result<Tensor> {
        let (size, rank) = (self.dtype.size(), self.shape.rank());
        if self.shape.elements() == 0 {
            return Tensor::uninit(self.device, self.dtype, &self.shape);
        }
        Tensor::filled(Device::Cpu, self.dtype, &self.shape, |bytes| {
            let (mut index, mut at) = ([0i64; MAX_RANK], self.data);
            for element in bytes.chunks_exact_mut(size) {
                // SAFETY: the index is within the shape, so the element exists; bytes have no
                // alignment.
                unsafe { std::ptr::copy_nonoverlapping(at, element.as_mut_ptr(), size) };
                for d in (0..rank).rev() {
                    let step = self.strides[d] as isize * size as isize;
                    index[d] += 1;
                    if index[d] < self.shape[d] {
                        at = at.wrapping_offset(step);
                        break;
                    }
                    index[d] = 0;
                    at = at.wrapping_offset(-(self.shape[d] as isize - 1) * step);
                }
            }
            Ok(())
        })
    }
}

/// Where the memory is. Errors: `DEVICE_UNAVAILABLE`.
fn device_of(window: &Window) -> Result<Device> {
    let (kind, id) = (window.device_type, window.device_id);
    let device = match (kind, u16::try_from(id)) {
        (CPU, _) => Device::Cpu,
        (CUDA, Ok(index)) => Device::Cuda(index),
        _ => {
            return Err(Error::new(
                Status::DeviceUnavailable,
                format!("a DLPack tensor on device type {kind} (id {id}) is neither on the CPU (1) nor on CUDA (2)"),
            ));
        }
    };
    device.require()?;
    Ok(device)
}

fn list<'a>(from: *const i64, rank: usize, name: &str) -> Result<&'a [i64]> {
    if rank == 0 {
        return Ok(&[]);
    }
    if from.is_null() || !from.is_aligned() {
        return Err(Error::argument(format!("a DLPack tensor of {rank} axes has its {name} at {from:p}")));
    }
    // SAFETY: by DLPack's definition there are as many numbers as axes.
    Ok(unsafe { std::slice::from_raw_parts(from, rank) })
}

fn dtype_of(DataType { code, bits, lanes }: DataType) -> Result<DType> {
    let found = DType::ALL.into_iter().find(|&dtype| {
        let own = data_type(dtype);
        (own.code, own.bits, own.lanes) == (code, bits, lanes)
    });
    found.ok_or_else(|| {
        Error::new(
            Status::Unsupported,
            format!("no element type is of DLPack code {code} with {bits} bits and {lanes} lanes"),
        )
    })
}

fn data_type(dtype: DType) -> DataType {
    let code = match dtype {
        DType::F16 | DType::F32 | DType::F64 => FLOAT,
        DType::BF16 => BFLOAT,
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => INT,
        DType::U8 | DType::U16 | DType::U32 | DType::U64 => UINT,
        DType::Bool => BOOL,
    };
    DataType { code, bits: dtype.size() as u8 * 8, lanes: 1 }
}

type Deleter = unsafe extern "C" fn(*mut c_void);

/// A tensor that another library has, and all that its structure refers to.
struct Exported {
    structure: Structure,
    shape: [i64; MAX_RANK],
    strides: [i64; MAX_RANK],
    /// Keeps the memory alive, even if the handle in the token is closed.
    tensor: Tensor,
    token: u64,
    /// Called with the token at the end.
    done: fn(u64),
}

enum Structure {
    Versioned(Versioned),
    Unversioned(Unversioned),
}

/// The address of a structure for another library, which lends it the memory of a tensor, on which
/// no work is left to do. The library must call the structure's deleter once, on any thread; `done`
/// is then called with the token.
///
/// Errors: `UNSUPPORTED` for a device that DLPack does not have, those of the device.
pub fn export(t: &Tensor, is_versioned: bool, token: u64, done: fn(u64)) -> Result<*mut c_void> {
    let (device_type, device_id, data) = match t.device() {
        Device::Cuda(index) => (CUDA, i32::from(index), std::ptr::without_provenance_mut::<c_void>(t.addr())),
        _ => (CPU, 0, t.host()?.as_ptr().cast()),
    };
    t.storage().synchronize()?;
    let (mut shape, mut strides) = ([0; MAX_RANK], [0; MAX_RANK]);
    shape[..t.rank()].copy_from_slice(t.shape());
    strides[..t.rank()].copy_from_slice(t.strides());
    let window = Window {
        data: if t.size() == 0 { std::ptr::null_mut() } else { data },
        device_type,
        device_id,
        ndim: t.rank() as i32,
        dtype: data_type(t.dtype()),
        shape: std::ptr::null(),
        strides: std::ptr::null(),
        byte_offset: 0,
    };
    let context = std::ptr::null_mut();
    let is_read_only = t.storage().is_read_only();
    if is_read_only && !is_versioned {
        let text =
            "the memory is read-only, which a DLManagedTensor without a version cannot say: export a versioned one";
        return Err(Error::argument(text));
    }
    let structure = if is_versioned {
        let flags = if is_read_only { READ_ONLY } else { 0 };
        let deleter = Some(delete_versioned as Deleter);
        Structure::Versioned(Versioned { major: MAJOR, minor: MINOR, context, deleter, flags, window })
    } else {
        Structure::Unversioned(Unversioned { window, context, deleter: Some(delete_unversioned as Deleter) })
    };
    let exported = Box::new(Exported { structure, shape, strides, tensor: t.untracked(), token, done });
    t.storage().begin_export();
    let exported = Box::into_raw(exported);
    // SAFETY: it was just created and is not shared; its inner addresses stay valid as long as it
    // does.
    let address = unsafe {
        let (shape, strides) = ((&raw const (*exported).shape).cast(), (&raw const (*exported).strides).cast());
        match &mut (*exported).structure {
            Structure::Versioned(made) => {
                (made.context, made.window.shape, made.window.strides) = (exported.cast(), shape, strides);
                (&raw mut *made).cast()
            }
            Structure::Unversioned(made) => {
                (made.context, made.window.shape, made.window.strides) = (exported.cast(), shape, strides);
                (&raw mut *made).cast()
            }
        }
    };
    Ok(address)
}

unsafe extern "C" fn delete_versioned(structure: *mut c_void) {
    if !structure.is_null() {
        // SAFETY: the caller of a deleter passes the structure that contains it, once.
        unsafe { delete((*structure.cast::<Versioned>()).context) };
    }
}

unsafe extern "C" fn delete_unversioned(structure: *mut c_void) {
    if !structure.is_null() {
        // SAFETY: as above.
        unsafe { delete((*structure.cast::<Unversioned>()).context) };
    }
}

/// # Safety
/// The context is that of a structure of [`export`], and this is called once for it.
unsafe fn delete(context: *mut c_void) {
    // SAFETY: the caller guarantees that the context is from `export` and is deleted once.
    let exported = unsafe { Box::from_raw(context.cast::<Exported>()) };
    // No panic may reach another library.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let (token, done) = (exported.token, exported.done);
        exported.tensor.storage().end_export();
        drop(exported);
        done(token);
    }));
}
