//! Pointers of a C caller, checked; and the last error of a thread.

use crate::api::handle::kept_if_room;
use crate::bindings::guard::guard;
use crate::error::{Error, Result, Status};
use crate::tensor::{RawBytes, RawBytesMut, Shape};
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};

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

/// As [`call_out`], for so many new handles, each to an output that errors name.
///
/// # Safety
/// Each pointer is NULL or points to memory for a handle.
pub(super) unsafe fn call_outs<const N: usize>(
    outs: [(*mut u64, &str); N],
    f: impl FnOnce() -> Result<[u64; N]>,
) -> Status {
    call(|| {
        outs.iter().try_for_each(|(out, name)| check(*out, name))?;
        for ((out, _), handle) in outs.into_iter().zip(f()?) {
            // SAFETY: not NULL and aligned, and the caller says that it is memory for a handle.
            unsafe { out.write(handle) };
        }
        Ok(())
    })
}

/// As [`call_outs`], for as many new handles as come out. Where an array of `cap` has no room for them, none is kept.
///
/// # Safety
/// `out` is NULL or points to `cap` handles; `count` is NULL or points to a number.
pub(super) unsafe fn call_list(
    out: *mut u64,
    cap: u64,
    count: *mut u64,
    f: impl FnOnce() -> Result<Vec<u64>>,
) -> Status {
    call(|| {
        check(count, "n_out")?;
        let cap = room(out, cap, "out")?;
        let made = kept_if_room(f()?, cap);
        // SAFETY: the caller says that out has cap elements, which is enough; the count was checked.
        unsafe {
            put(made.as_deref().unwrap_or_default(), out);
            count.write(made.map_or_else(|needed| needed, |made| made.len()) as u64);
        }
        Ok(())
    })
}

/// As [`call_out`], for an output that the caller may leave out by NULL: the call does what it says all the same.
///
/// # Safety
/// `out` is NULL or points to memory for a `T`.
pub(super) unsafe fn call_out_or_null<T>(out: *mut T, name: &str, f: impl FnOnce() -> Result<T>) -> Status {
    call(|| {
        if !out.is_null() {
            check(out, name)?;
        }
        let value = f()?;
        if !out.is_null() {
            // SAFETY: not NULL and aligned, and the caller says it is memory for a T.
            unsafe { out.write(value) };
        }
        Ok(())
    })
}

/// As [`call`], for a text: writes as much of it as fits, and a NUL, and how many bytes it takes with the NUL. `cap` 0 only
/// asks. Pointers are checked first, so that what a failed call would have taken from a queue stays there.
///
/// # Safety
/// `buf` is NULL or points to `cap` bytes; `needed` is NULL or points to a number.
pub(super) unsafe fn call_text<T: AsRef<[u8]>>(
    buf: *mut c_char,
    cap: u64,
    needed: *mut u64,
    f: impl FnOnce() -> Result<T>,
) -> Status {
    call(|| {
        check(needed, "n_buf")?;
        let buf = buf.cast::<u8>();
        let cap = room(buf, cap, "buf")?;
        let text = f()?;
        let bytes = text.as_ref();
        if let Some(most) = cap.checked_sub(1) {
            let n = bytes.len().min(most);
            // SAFETY: the caller says that buf has cap bytes, and n is below that.
            unsafe {
                put(&bytes[..n], buf);
                buf.add(n).write(0);
            }
        }
        // SAFETY: checked above.
        unsafe { needed.write(bytes.len() as u64 + 1) };
        Ok(())
    })
}

/// As [`call`], for an array: writes as many of its elements as there is room for, and how many there are.
///
/// # Safety
/// `out` is NULL or points to `cap` elements; `count` is NULL or points to a number.
pub(super) unsafe fn call_array<T: Copy>(
    out: *mut T,
    cap: u64,
    count: *mut u64,
    f: impl FnOnce() -> Result<Vec<T>>,
) -> Status {
    call(|| {
        check(count, "n_out")?;
        let cap = room(out, cap, "out")?;
        let values = f()?;
        // SAFETY: the caller says that out has cap elements; the count was checked.
        unsafe {
            put(&values[..values.len().min(cap)], out);
            count.write(values.len() as u64);
        }
        Ok(())
    })
}

/// As [`call_array`], for sizes: too little room is `INVALID_ARGUMENT`.
///
/// # Safety
/// `dims` is NULL or points to `cap` elements; `count` is NULL or points to a number.
pub(super) unsafe fn call_dims(dims: *mut i64, cap: u64, count: *mut u64, f: impl FnOnce() -> Result<Shape>) -> Status {
    call(|| {
        check(count, "n_dims")?;
        let cap = room(dims, cap, "dims")?;
        let values = f()?;
        if values.len() > cap {
            return Err(Error::argument(format!("room for {cap} dimensions, {} needed", values.len())));
        }
        // SAFETY: the caller says that dims has cap elements; the count was checked.
        unsafe {
            put(&values, dims);
            count.write(values.len() as u64);
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
pub(super) unsafe fn slice<'a, T>(pointer: *const T, n: u64, name: &str) -> Result<&'a [T]> {
    let n = room(pointer, n, name)?;
    if n == 0 {
        return Ok(&[]);
    }
    // SAFETY: not NULL and aligned, and the caller says that n elements are there.
    Ok(unsafe { std::slice::from_raw_parts(pointer, n) })
}

/// `n` bytes of the caller's, to be read; they may be a tensor's own. NULL is fine for none.
///
/// # Safety
/// `pointer` is NULL or points to `n` bytes that stay readable during the call.
#[inline]
pub(super) unsafe fn bytes<'a>(pointer: *const c_void, n: u64, name: &str) -> Result<RawBytes<'a>> {
    let n = room(pointer.cast::<u8>(), n, name)?;
    // SAFETY: the caller says that n bytes are there.
    Ok(unsafe { RawBytes::new(pointer.cast(), n) })
}

/// As [`bytes`], to be written.
///
/// # Safety
/// `pointer` is NULL or points to `n` bytes that stay writable during the call.
#[inline]
pub(super) unsafe fn bytes_mut<'a>(pointer: *mut c_void, n: u64, name: &str) -> Result<RawBytesMut<'a>> {
    let n = room(pointer.cast::<u8>(), n, name)?;
    // SAFETY: the caller says that n bytes are there.
    Ok(unsafe { RawBytesMut::new(pointer.cast(), n) })
}

/// The length of a caller's array, which is `INVALID_ARGUMENT` for a pointer that cannot be one to `n` elements; NULL is fine
/// for none.
#[inline]
pub(super) fn room<T>(pointer: *const T, n: u64, name: &str) -> Result<usize> {
    if n == 0 {
        return Ok(0);
    }
    check(pointer, name)?;
    if n.checked_mul(size_of::<T>() as u64).is_none_or(|bytes| bytes > isize::MAX as u64) {
        return Err(Error::argument(format!("{name} cannot have {n} elements")));
    }
    Ok(n as usize)
}

/// Writes `values` to an array that [`room`] accepted for as many. Outputs are written at the end of a call, when its inputs
/// have been read, and never become a `&mut`: so an output may be an input, or not initialised.
///
/// # Safety
/// `out` points to as many elements, unless there is none.
pub(super) unsafe fn put<T: Copy>(values: &[T], out: *mut T) {
    if !values.is_empty() {
        // SAFETY: the caller's promise; the values are the library's own, apart from the caller's memory.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), out, values.len()) };
    }
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

/// A number that may be left out: NULL is `None`.
///
/// # Safety
/// `pointer` is NULL or points to a `T` that nobody changes during the call.
#[inline]
pub(super) unsafe fn optional<T: Copy>(pointer: *const T, name: &str) -> Result<Option<T>> {
    if pointer.is_null() {
        return Ok(None);
    }
    check(pointer, name)?;
    // SAFETY: not NULL and aligned, and the caller says that a T is there.
    Ok(Some(unsafe { pointer.read() }))
}

/// NULL is `None`.
///
/// # Safety
/// `pointer` is NULL or points to a NUL-terminated text that nobody changes during the call.
pub(super) unsafe fn optional_text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    unsafe { text(pointer, name) }.map(Some)
}
