//! Gradients and the optimizer.

use super::args::{call, put, room, slice};
use super::library::TenureHandle;
use crate::api::tape;
use crate::error::Status;

/// The gradients of `loss`, one element, with respect to each of `n_wrt` tensors, written to `grads`, which may be `wrt`; zeros
/// where it does not depend on one. *Consumes* the tape.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tape_backward(
    scope: TenureHandle,
    tape: TenureHandle,
    loss: TenureHandle,
    wrt: *const TenureHandle,
    n_wrt: u64,
    grads: *mut TenureHandle,
) -> Status {
    call(|| {
        room(grads, n_wrt, "grads")?;
        // SAFETY: as the caller says of wrt.
        let gradients = tape::backward(scope, tape, loss, unsafe { slice(wrt, n_wrt, "wrt")? })?;
        // SAFETY: as the caller says of grads, which may be wrt: that has been read.
        unsafe { put(&gradients, grads) };
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::super::generated::tape::{tenure_tape_open, tenure_tape_watch};
    use super::super::generated::tensor::{tenure_tensor_mul, tenure_tensor_sum};
    use super::super::tensor_memory::{tenure_tensor_copy_to, tenure_tensor_dispose, tenure_tensor_from_data};
    use super::*;
    use crate::tensor::DType;

    /// Under Miri this fails where the array of inputs is borrowed while that of outputs, which is the same, is written.
    #[test]
    fn gradients_may_be_written_over_the_handles_they_are_of() {
        let (values, dims) = ([3.0f32, -4.0], [2i64]);
        let (mut x, mut tape, mut square, mut loss, mut both) = (0, 0, 0, 0, [0; 2]);
        let mut seen = [0.0f32; 2];
        // SAFETY: every pointer is to a variable of its type, and as long as is said.
        let status = unsafe {
            [
                tenure_tensor_from_data(0, 0, DType::F32.code(), values.as_ptr().cast(), 8, dims.as_ptr(), 1, &mut x),
                tenure_tape_open(0, &mut tape),
                tenure_tape_watch(0, tape, x, &mut both[0]),
                tenure_tensor_mul(0, both[0], both[0], &mut square),
                tenure_tensor_sum(0, square, std::ptr::null(), 0, 0, &mut loss),
            ]
        };
        assert_eq!(status, [Status::Ok; 5]);
        let watched = both[0];
        both[1] = square;
        let handles = both.as_mut_ptr();
        // SAFETY: as above; both arrays are the same.
        let status = unsafe { tenure_tape_backward(0, tape, loss, handles, 2, handles) };
        assert_eq!(status, Status::Ok);
        // SAFETY: as above.
        let status = unsafe { tenure_tensor_copy_to(both[0], seen.as_mut_ptr().cast(), 8) };
        assert_eq!((status, seen), (Status::Ok, [6.0, -8.0]));
        for handle in [x, watched, square, loss, both[0], both[1]] {
            assert_eq!(tenure_tensor_dispose(handle), Status::Ok);
        }
    }
}
