//! Tensors on memory of the caller, without a copy.

use crate::api::types::{CallerMemory, DTypeCode, Dims, NewTensor, Owner};
use crate::error::Result;
use crate::memory::tickets;
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::resource::Resource;
use crate::tensor::DType;

/// Creates a contiguous tensor on memory of the caller, which both may read and write: native-endian elements in
/// row-major order, exactly as many as the shape has. *Consumes* the memory on success only: it is released once, by the
/// thread that gives up the last reference to it, be that of a tensor, a view, an alias or a tape. If there are no
/// elements, it is released before this function returns. No limit counts it. A tape does not see what the caller writes.
/// Errors: `SHAPE_MISMATCH` if the shape needs another number of bytes, `INVALID_ARGUMENT` for null, for an address that
/// is not aligned to an element, and for a shape that is not valid.
pub fn wrap(scope: Owner, dtype: DTypeCode, memory: CallerMemory, dims: Dims) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    let made = within_limits(scope, None, || memory.tensor(dtype, dims))?;
    memory.consume(made, |made| own(scope, Resource::Tensor(made)))
}

/// Returns the first ticket of a new lender, which counts on from it: a copy of a wrapper. Several may share this library,
/// and each gets only its own tickets back.
pub fn lender() -> u64 {
    tickets::lender()
}

/// Returns up to `room` of the tickets that came back to the lender of the ticket `of`: numbers that it has given with
/// memory of its host to a [`wrap`], which no tensor uses any more. Each comes back once.
pub fn returned(of: u64, room: usize) -> Vec<u64> {
    tickets::take(of, room)
}
