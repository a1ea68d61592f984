//! What passes a caller's memory: elements in and out. `ci/generate` writes the other functions of a tensor.

use super::args::{bytes, bytes_mut, call, call_out, call_out_both, check, put, room, slice};
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;
use crate::tensor::caller_memory::CallerMemory;
use crate::tensor::dlpack::Managed;
use std::ffi::c_void;

/// A copy of `n_data` bytes: native-endian elements in row-major order, exactly as many as the shape has.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_from_data(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    data: *const c_void,
    n_data: u64,
    dims: *const i64,
    n_dims: u64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let data = bytes(data, n_data, "data")?;
            tensor::from_data(scope, device, dtype, data, slice(dims, n_dims, "dims")?)
        })
    }
}

/// As `tenure_tensor_from_data`, where the bytes are elements of the type `elements`: each is converted to `dtype`, as
/// `tenure_tensor_cast` does. So float32s make a tensor of bfloat16.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn tenure_tensor_from_data_as(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    elements: i32,
    data: *const c_void,
    n_data: u64,
    dims: *const i64,
    n_dims: u64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let data = bytes(data, n_data, "data")?;
            tensor::from_data_as(scope, device, dtype, elements, data, slice(dims, n_dims, "dims")?)
        })
    }
}

/// Gives one reference up; the memory goes with the last. *Consumes.*
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_dispose(t: TenureHandle) -> Status {
    call(|| tensor::dispose(t))
}

/// Copies the elements out in row-major order, whatever the layout, booleans as 0 and 1; `n_dst`, in bytes, must be what they take.
/// `dst` may be memory of the tensor itself.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_to(t: TenureHandle, dst: *mut c_void, n_dst: u64) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_to(t, unsafe { bytes_mut(dst, n_dst, "dst")? }))
}

/// Copies elements in, in place, in row-major order; `n_src`, in bytes, must be what they take. A boolean byte other than 0 is true.
/// `src` may be memory of the tensor itself.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_from(t: TenureHandle, src: *const c_void, n_src: u64) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_from(t, unsafe { bytes(src, n_src, "src")? }))
}

/// As `tenure_tensor_copy_to`, each element converted to the type `elements`, as `tenure_tensor_cast` does; `n_dst` must be
/// what those take.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_to_as(
    t: TenureHandle,
    elements: i32,
    dst: *mut c_void,
    n_dst: u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_to_as(t, elements, unsafe { bytes_mut(dst, n_dst, "dst")? }))
}

/// As `tenure_tensor_copy_from`, each element converted from the type `elements`, as `tenure_tensor_cast` does; floats do not
/// become integers.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_from_as(
    t: TenureHandle,
    elements: i32,
    src: *const c_void,
    n_src: u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_from_as(t, elements, unsafe { bytes(src, n_src, "src")? }))
}

/// Copies the elements out to a part of `dst`, of `n_dst` bytes, each converted to the type `elements`: the part of index `i`
/// along the first axis, a row, begins `offset + i * stride` elements after `dst`; a `stride` of 0 is the size of a row. Other
/// bytes of `dst` stay. `SHAPE_MISMATCH` if the last row ends behind `dst`; `INVALID_ARGUMENT` for a
/// stride less than a row, and for a negative number.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_to_rows(
    t: TenureHandle,
    elements: i32,
    dst: *mut c_void,
    n_dst: u64,
    offset: i64,
    stride: i64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_to_rows(t, elements, unsafe { bytes_mut(dst, n_dst, "dst")? }, offset, stride))
}

/// Copies elements of the type `elements` in, in place, from a part of `src`, whose rows lie as
/// `tenure_tensor_copy_to_rows` writes them; floats do not become integers.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_from_rows(
    t: TenureHandle,
    elements: i32,
    src: *const c_void,
    n_src: u64,
    offset: i64,
    stride: i64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_from_rows(t, elements, unsafe { bytes(src, n_src, "src")? }, offset, stride))
}

/// A contiguous tensor on memory of the caller, without a copy: both may read and write it. `n_data` is exactly the bytes of
/// the shape's elements, which are native-endian and in row-major order. `ticket` is a number of the caller's, counted on from
/// what `tenure_tensor_lender` has given: it comes back by `tenure_tensor_returned` when no tensor, view, alias or tape uses the memory any more, and if this fails at once.
/// So no function is called; a library that has a deleter passes a structure of DLPack to `tenure_tensor_from_dlpack`. No
/// limit counts the memory, and no tape sees what the caller writes. `SHAPE_MISMATCH` if the shape needs another number of
/// bytes; `INVALID_ARGUMENT` for NULL and for an address that is not aligned to an element.
///
/// # Safety
/// `data` is NULL, or any thread may read and write `n_data` bytes there until the ticket has come back. Each other pointer
/// is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn tenure_tensor_wrap_ticket(
    scope: TenureHandle,
    dtype: i32,
    data: *mut c_void,
    n_data: u64,
    dims: *const i64,
    n_dims: u64,
    ticket: u64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let memory = CallerMemory::ticketed(data.cast(), n_data as usize, ticket);
            let there = if n_data > 0 { check(data, "data") } else { Ok(()) };
            let made = there.and_then(|()| tensor::wrap(scope, dtype, memory, slice(dims, n_dims, "dims")?));
            made.inspect_err(|_| memory.release())
        })
    }
}

/// As `tenure_tensor_wrap_ticket`, on memory that nobody writes here: the tensor and its views are read-only, and what
/// writes to them in place is `INVALID_ARGUMENT`.
///
/// # Safety
/// `data` is NULL, or any thread may read `n_data` bytes there until the ticket has come back. Each other pointer is NULL
/// or points to as much as its length says.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn tenure_tensor_wrap_const_ticket(
    scope: TenureHandle,
    dtype: i32,
    data: *const c_void,
    n_data: u64,
    dims: *const i64,
    n_dims: u64,
    ticket: u64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer; read-only memory is not written.
    unsafe {
        call_out(out, || {
            let memory = CallerMemory::ticketed(data.cast_mut().cast(), n_data as usize, ticket).read_only();
            let there = if n_data > 0 { check(data, "data") } else { Ok(()) };
            let made = there.and_then(|()| tensor::wrap(scope, dtype, memory, slice(dims, n_dims, "dims")?));
            made.inspect_err(|_| memory.release())
        })
    }
}

/// The first ticket of a new lender, for `tenure_tensor_wrap_ticket`. A library that several others use, or several copies of
/// one, asks once for each, because each gets only its own tickets back.
///
/// # Safety
/// `out` is NULL or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_lender(out: *mut u64) -> Status {
    // SAFETY: as the caller says of the pointer.
    call(|| unsafe {
        check(out, "out")?;
        out.write(tensor::lender());
        Ok(())
    })
}

/// The tickets of the lender of `ticket` that came back since the last call: up to `cap_out` of them are written to `out`,
/// and `n_out` receives how many. If that is `cap_out`, there may be more. Each comes back once.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_returned(ticket: u64, out: *mut u64, cap_out: u64, n_out: *mut u64) -> Status {
    // SAFETY: as the caller says of each pointer; no more tickets are taken than `out` has room for.
    call(|| unsafe {
        check(n_out, "n_out")?;
        let tickets = tensor::returned(ticket, room(out, cap_out, "out")?);
        put(&tickets, out);
        n_out.write(tickets.len() as u64);
        Ok(())
    })
}

/// A tensor on the memory of another library, by DLPack: `managed` is the address of a `DLManagedTensorVersioned` of version
/// 1, or of a `DLManagedTensor` if `is_versioned` is 0. On success it is consumed: its deleter is called once, when nothing
/// uses the memory any more, on the thread that gives the last reference up, and may call this library. On failure it is the
/// caller's as before.
///
/// `copy` is 0 for a copy of memory that is read-only, misaligned or has negative strides, 1 for a copy in any case, 2 for
/// none: then such memory is `INVALID_ARGUMENT`. Of a copy the deleter has been called when this returns. Also
/// `INVALID_ARGUMENT` for NULL, another version, and a shape or strides that cannot be; `UNSUPPORTED` for an element type that
/// there is not, and for memory of a CUDA device that is misaligned or has negative strides; `DEVICE_UNAVAILABLE` for memory
/// that is neither the processor's nor of a CUDA device that is here. Of the latter, wait for the work on it before.
///
/// # Safety
/// `managed` is NULL or such an address, which nobody else consumes; `out` is NULL or points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_from_dlpack(
    scope: TenureHandle,
    managed: *mut c_void,
    is_versioned: u8,
    copy: i32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            check(managed, "managed")?;
            tensor::from_dlpack(scope, Managed::new(managed, is_versioned != 0), copy)
        })
    }
}

/// Lends the memory of a tensor to another library: the address of a `DLManagedTensorVersioned` of version 1.1, or of a
/// `DLManagedTensor` if `is_versioned` is 0. Whoever has it calls the deleter that stands in it, once, on any thread, and
/// before this library is unloaded; until then the memory stays, whatever is disposed of or closed. It may be written: a tape
/// that has saved this memory refuses `backward`.
///
/// # Safety
/// `out` is NULL or points to memory for an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_to_dlpack(t: TenureHandle, is_versioned: u8, out: *mut *mut c_void) -> Status {
    // SAFETY: as the caller says.
    unsafe { call_out(out, || tensor::to_dlpack(t, is_versioned != 0)) }
}

/// The address and length of the elements of a contiguous tensor, borrowed, to be read and written: good until the last
/// reference on its storage goes, so hold one. A boolean byte other than 0 is true.
///
/// No tape sees what is written there, so this counts as a write: a tape that has saved the memory refuses
/// `tenure_tape_backward`. What a tape saves later must not be written through an address that was taken before.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_data(t: TenureHandle, data: *mut *mut c_void, n_data: *mut u64) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_both((data, "data"), (n_data, "n_data"), || tensor::data(t).map(|(at, n)| (at.cast(), n as u64)))
    }
}

/// As `tenure_tensor_data`, to be read only: it does not count as a write.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_data_const(
    t: TenureHandle,
    data: *mut *const c_void,
    n_data: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_both((data, "data"), (n_data, "n_data"), || tensor::data_const(t).map(|(at, n)| (at.cast(), n as u64)))
    }
}
