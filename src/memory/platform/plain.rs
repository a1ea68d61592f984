//! Systems without a file of their own, and Miri: memory from Rust's allocator.
//!
//! Invariant: memory cannot be reserved without allocating it, so nothing grows in place; files
//! cannot be mapped, and the amount of memory is unknown.

use std::alloc::Layout;
use std::ffi::{CStr, c_void};
use std::fs::File;
use std::io;
use std::path::Path;
use std::ptr::NonNull;

/// Reserved memory is allocated.
pub const GROWS: bool = false;
/// Files are not supported.
pub const FILES_GROW: bool = false;
/// The usual page size.
const ALIGNED: usize = 4096;

/// As the table in `mod.rs` says.
pub fn page_size() -> Option<usize> {
    None
}

/// As the table says: unknown.
pub fn is_mapped(address: usize, _: usize) -> bool {
    address != 0
}

/// As the table says.
pub fn map(bytes: usize) -> Option<NonNull<u8>> {
    let layout = Layout::from_size_align(bytes, ALIGNED).ok()?;
    // SAFETY: callers never pass 0 bytes.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
}

/// As the table says; there are no huge pages.
pub fn map_huge(bytes: usize, _: usize) -> Option<NonNull<u8>> {
    map(bytes)
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map`] with this length, and nothing reads or writes it any more.
pub unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    let layout = Layout::from_size_align(bytes, ALIGNED).expect("it was allocated with this layout");
    // SAFETY: allocated by `map` with this layout.
    unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
}

/// As the table says: allocates.
pub fn reserve(bytes: usize) -> Option<NonNull<u8>> {
    map(bytes)
}

/// As the table says: the memory is usable already.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn commit(_: NonNull<u8>, _: usize, _: usize) -> io::Result<()> {
    Ok(())
}

/// As the table says.
///
/// # Safety
/// The same as [`unmap`].
pub unsafe fn release(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller guarantees the conditions of `unmap`.
    unsafe { unmap(start, bytes) };
}

/// As the table says: reads the file.
pub fn map_file(mut file: &File, bytes: usize) -> io::Result<NonNull<u8>> {
    use std::io::{Read, Seek};
    let start = map(bytes).ok_or(io::ErrorKind::OutOfMemory)?;
    // SAFETY: this many zeroed bytes were just allocated.
    let memory = unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), bytes) };
    let read = file.rewind().and_then(|()| file.read_exact(memory));
    if let Err(refused) = read {
        // SAFETY: allocated above, and not handed out.
        unsafe { unmap(start, bytes) };
        return Err(refused);
    }
    Ok(start)
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map_file`] with this length, and nothing reads or writes the memory any
/// more.
pub unsafe fn unmap_file(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller guarantees the conditions of `unmap`.
    unsafe { unmap(start, bytes) };
}

/// As the table says: not supported.
pub fn nameless_file(_: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// As the table says: not supported.
pub fn reserve_for_file(_: &File, _: usize) -> io::Result<NonNull<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// As the table says: not supported.
///
/// # Safety
/// None is needed.
pub unsafe fn commit_file(_: &File, _: NonNull<u8>, _: usize, _: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Never called.
///
/// # Safety
/// None is needed.
pub unsafe fn release_file(_: NonNull<u8>, _: usize) {
    unreachable!("no file was mapped");
}

/// As the table says: unknown.
pub fn free_space(_: &Path) -> Option<u64> {
    None
}

/// As the table says: none is known.
pub fn container_limit() -> Option<u64> {
    None
}

/// As the table says: unknown.
pub fn physical_memory() -> Option<u64> {
    None
}

/// As the table says: unknown.
pub fn system_thread() -> u64 {
    0
}

/// As the table says. A thread that starts after another has ended may get the same number.
#[inline(always)]
pub fn thread_mark() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// As the table says: there is none.
pub fn has_barrier() -> bool {
    false
}

/// Never called.
pub fn barrier() {
    unreachable!("nobody asks for what is not there");
}

/// As the table says.
pub type PathUnit = std::ffi::c_char;

/// As the table says: the text's bytes.
pub fn path_units(path: &Path) -> Option<Vec<PathUnit>> {
    let text = path.to_str().filter(|text| !text.contains('\0'))?;
    Some(text.bytes().chain([0]).map(|byte| byte as PathUnit).collect())
}

/// As the table says: not supported.
///
/// # Safety
/// None is needed.
pub unsafe fn open_library(name: &Path) -> Result<NonNull<c_void>, String> {
    Err(format!("{}: no library can be loaded on this system", name.display()))
}

/// As the table says: unknown.
pub fn library_file() -> Option<std::path::PathBuf> {
    None
}

/// Never called.
///
/// # Safety
/// None is needed.
pub unsafe fn symbol(_: NonNull<c_void>, _: &CStr) -> Option<NonNull<c_void>> {
    None
}

/// Never called.
///
/// # Safety
/// None is needed.
pub unsafe fn bad_alloc(_: NonNull<c_void>) -> Option<NonNull<c_void>> {
    None
}
