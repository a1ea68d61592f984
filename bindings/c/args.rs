//! Pointers of a C caller, checked; and the last error of a thread.

use crate::bindings::guard::guard;
use crate::error::{Error, Result, Status};
use std::cell::RefCell;
use std::ffi::CStr;
use std::ffi::c_char;

thread_local! {
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `f` and turns what becomes of it into a status; the text of an error is kept for this thread.
#[inline]
pub(super) fn call(f: impl FnOnce() -> Result<()>) -> Status {
    match guard(f) {
        Ok(()) => Status::Ok,
        Err(error) => failed(&error),
    }
}

/// As [`call`], for a function with one output, which is written only on success.
///
/// # Safety
/// `out` is NULL or points to memory for a `T`.
#[inline]
pub(super) unsafe fn call_out<T>(out: *mut T, f: impl FnOnce() -> Result<T>) -> Status {
    call(|| {
        check(out, "out")?;
        let value = f()?;
        // SAFETY: not NULL and aligned, and the caller says it is memory for a T.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// As [`call_out`], for two outputs, which errors name.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[inline]
pub(super) unsafe fn call_out_both<A, B>(
    (first, first_name): (*mut A, &str),
    (second, second_name): (*mut B, &str),
    f: impl FnOnce() -> Result<(A, B)>,
) -> Status {
    call(|| {
        check(first, first_name)?;
        check(second, second_name)?;
        let (a, b) = f()?;
        // SAFETY: not NULL and aligned, and the caller says that it is memory for them.
        unsafe {
            first.write(a);
            second.write(b);
        }
        Ok(())
    })
}

#[cold]
fn failed(error: &Error) -> Status {
    // A thread that is ending has no message any more; the status still goes out.
    let _ = LAST_ERROR.try_with(|last| error.message().clone_into(&mut last.borrow_mut()));
    error.status()
}

/// The text of this thread's last error.
pub(super) fn last_error() -> String {
    LAST_ERROR.try_with(|last| last.borrow().clone()).unwrap_or_default()
}

/// `INVALID_ARGUMENT` for a pointer that is NULL or misaligned.
#[inline]
pub(super) fn check<T>(pointer: *const T, name: &str) -> Result<()> {
    if pointer.is_null() {
        return Err(Error::argument(format!("{name} is NULL")));
    }
    if !pointer.is_aligned() {
        return Err(Error::argument(format!("{name} {pointer:p} is not aligned to {} bytes", align_of::<T>())));
    }
    Ok(())
}

/// `n` elements of the caller's; NULL is fine for none.
///
/// # Safety
/// `pointer` is NULL or points to `n` elements that nobody changes during the call.
#[inline]
pub(super) unsafe fn slice<'a, T>(pointer: *const T, n: usize, name: &str) -> Result<&'a [T]> {
    if n == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    if n.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::argument(format!("{name} cannot have {n} elements")));
    }
    // SAFETY: not NULL and aligned, and the caller says that n elements are there.
    Ok(unsafe { std::slice::from_raw_parts(pointer, n) })
}

/// As [`slice()`], to be written.
///
/// # Safety
/// `pointer` is NULL or points to `n` elements that nobody else uses during the call.
pub(super) unsafe fn slice_mut<'a, T>(pointer: *mut T, n: usize, name: &str) -> Result<&'a mut [T]> {
    if n == 0 {
        return Ok(&mut []);
    }
    check(pointer, name)?;
    if n.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::argument(format!("{name} cannot have {n} elements")));
    }
    // SAFETY: not NULL and aligned, and the caller says that n elements are there for us alone.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, n) })
}

/// A NUL-terminated UTF-8 text of the caller's.
///
/// # Safety
/// `pointer` is NULL or points to a NUL-terminated text that nobody changes during the call.
pub(super) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    check(pointer, name)?;
    // SAFETY: not NULL, and the caller says that it ends with a NUL.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Error::argument(format!("{name} '{}' is not UTF-8", text.to_string_lossy())))
}

/// Writes as much of `text` as fits, and a NUL, and how many bytes it takes with the NUL. `cap` 0 only asks.
///
/// # Safety
/// `buf` is NULL or points to `cap` bytes; `needed` is NULL or points to a `size_t`.
pub(super) unsafe fn put_text(bytes: &[u8], buf: *mut c_char, cap: usize, needed: *mut usize) -> Result<()> {
    check(needed, "needed")?;
    // SAFETY: the caller says that buf has cap bytes.
    let buf = unsafe { slice_mut(buf.cast::<u8>(), cap, "buf")? };
    if let Some(room) = cap.checked_sub(1) {
        let n = bytes.len().min(room);
        buf[..n].copy_from_slice(&bytes[..n]);
        buf[n] = 0;
    }
    // SAFETY: checked above.
    unsafe { needed.write(bytes.len() + 1) };
    Ok(())
}

/// Writes as many of `values` as an array of `cap` has room for, and how many there are.
///
/// # Safety
/// `out` is NULL or points to `cap` elements; `count` is NULL or points to a number.
pub(super) unsafe fn put_handles(values: &[u64], out: *mut u64, cap: usize, count: *mut usize) -> Result<()> {
    check(count, "count")?;
    // SAFETY: the caller says that out has cap elements.
    let out = unsafe { slice_mut(out, cap, "out")? };
    let n = values.len().min(cap);
    out[..n].copy_from_slice(&values[..n]);
    // SAFETY: checked above.
    unsafe { count.write(values.len()) };
    Ok(())
}

/// Writes `values` to an array with room for `cap`, and how many there are. Too little room is `INVALID_ARGUMENT`.
///
/// # Safety
/// `out` is NULL or points to `cap` elements; `count` is NULL or points to a number.
pub(super) unsafe fn put_dims(values: &[i64], out: *mut i64, cap: u32, count: *mut u32) -> Result<()> {
    check(count, "rank")?;
    // SAFETY: the caller says that out has cap elements.
    let out = unsafe { slice_mut(out, cap as usize, "dims")? };
    let room = out.get_mut(..values.len());
    let room = room.ok_or_else(|| Error::argument(format!("room for {cap} dimensions, {} needed", values.len())))?;
    room.copy_from_slice(values);
    // SAFETY: checked above.
    unsafe { count.write(values.len() as u32) };
    Ok(())
}
