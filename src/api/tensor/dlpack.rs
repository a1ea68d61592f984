//! Exchanges tensors with other libraries by DLPack: on the same memory, and without a copy if possible.

use super::info::export;
use super::map;
use crate::api::types::{CopyModeCode, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::resource::{Resource, TABLE, tensor};
use crate::tensor::CopyMode;
use crate::tensor::dlpack::{self, Managed, Taken};
use std::ffi::c_void;

/// Creates a tensor on the memory of another library, which lends it as DLPack describes. *Consumes* the structure on
/// success only: its deleter is then called once, by the thread that releases the last reference to the memory, or
/// before this function returns if the elements were copied. Memory that is not copied does not count toward any limit.
/// Shape, strides and dtype are those of the structure. With `copy` as needed, memory that is read-only, misaligned or
/// has negative strides is copied. A tensor that [`to_dlpack`] exported comes back as a reference to its own memory.
/// Errors: `INVALID_ARGUMENT` for an address, a version, a shape or strides that are not valid, and if a copy is needed
/// but not allowed; `UNSUPPORTED` for a dtype that does not exist here, and if memory of a CUDA device is misaligned or
/// has negative strides; `DEVICE_UNAVAILABLE` if the memory is neither on the CPU nor on a CUDA device that is here.
///
/// Memory of a CUDA device is read when the work that the other library has submitted is complete: wait for its stream
/// before this call. When the last reference to it is released, the deleter is called after the work on it is complete.
pub fn from_dlpack(scope: Owner, managed: Managed, copy: CopyModeCode) -> Result<NewTensor> {
    let copy = CopyMode::from_code(copy)?;
    if let Some(own) = managed.token()? {
        // Ours: it comes back as a reference on its own memory, so that nothing is lent to itself, however often.
        let back = map(scope, own, |t| if copy == CopyMode::Always { autograd::copy(t) } else { Ok(t.clone()) })?;
        managed.release();
        return Ok(back);
    }
    let made = within_limits(scope, None, || {
        let Taken { tensor, needs_copy } = managed.tensor(copy)?;
        if needs_copy { Managed::copied(tensor, autograd::copy) } else { Ok(tensor) }
    })?;
    managed.consume(made, |made| own(scope, Resource::Tensor(made)))
}

/// Returns the address of a DLPack structure for another library, on the memory of this tensor: a
/// `DLManagedTensorVersioned` of version 1.1, or a `DLManagedTensor`. The memory is kept until the deleter in the
/// structure is called, whatever is closed before; [`crate::api::leak::exported`] lists it until then. Read-only memory
/// is exported with that flag, and refused without a version, which has no flags.
/// Shape, strides and dtype are those of this tensor. The other library may write to the memory, so this call counts as
/// a write, like a call of [`super::data`]. A tensor on a CUDA device is exported as device type 2 when the work on it
/// is complete; the other library waits for its own stream before work here reads what it wrote.
pub fn to_dlpack(t: TensorRef, is_versioned: bool) -> Result<*mut c_void> {
    let exported = export(t)?;
    let t = tensor(exported)?;
    let address = dlpack::export(&t, is_versioned, exported, done).inspect_err(|_| done(exported))?;
    if !t.storage().is_read_only() {
        t.storage().bump_version();
    }
    Ok(address)
}

/// Its handle may be gone already, if a backstop has taken it for garbage at the end of a process.
fn done(exported: u64) {
    let _ = TABLE.dispose(Handle(exported), Kind::Tensor);
}
