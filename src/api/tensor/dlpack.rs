//! Tensors of other libraries and for them, by DLPack: on one memory, without a copy where that is possible.

use super::info::export;
use super::map;
use crate::api::own::own;
use crate::api::resource::{Resource, TABLE, tensor};
use crate::api::types::{CopyModeCode, NewTensor, Owner, TensorRef};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::tensor::CopyMode;
use crate::tensor::dlpack::{self, Managed};
use std::ffi::c_void;

/// A tensor on the memory of another library, which is lent as DLPack describes it. *Consumes* that on success only: its
/// deleter is called once, by the thread that gives the last reference on the memory up, before this returns if it was copied.
/// The memory is not counted here, by no limit.
///
/// With `copy` as needed, memory that is read-only, misaligned or has negative strides is copied.
pub fn from_dlpack(scope: Owner, managed: Managed, copy: CopyModeCode) -> Result<NewTensor> {
    let copy = CopyMode::from_code(copy)?;
    if let Some(own) = managed.token()? {
        // Ours: it comes back as a reference on its own memory, so that nothing is lent to itself, however often.
        let back = map(scope, own, |t| if copy == CopyMode::Always { autograd::copy(t) } else { Ok(t.clone()) })?;
        managed.release();
        return Ok(back);
    }
    let made = within_limits(scope, None, || managed.tensor(copy))?;
    managed.consume(made, |made| own(scope, Resource::Tensor(made)))
}

/// The address of a DLPack structure for another library, on the memory of the tensor: a `DLManagedTensorVersioned` of version
/// 1.1, or a `DLManagedTensor`. The memory stays until the deleter that stands in it is called, whatever is closed meanwhile;
/// [`crate::api::leak::exported`] lists it until then. It may be written, so this counts as a write, as that of
/// [`super::data`] does.
pub fn to_dlpack(t: TensorRef, is_versioned: bool) -> Result<*mut c_void> {
    let exported = export(t)?;
    let t = tensor(exported)?;
    let host = t.host().inspect_err(|_| done(exported))?;
    t.storage().bump_version();
    Ok(dlpack::export(host, is_versioned, exported, done))
}

/// Its handle may be gone already, if a backstop has taken it for garbage at the end of a process.
fn done(exported: u64) {
    let _ = TABLE.dispose(Handle(exported), Kind::Tensor);
}
