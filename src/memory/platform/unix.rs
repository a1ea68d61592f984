//! Memory by mmap, which Linux and macOS share.
//!
//! Invariant: lengths and bounds are multiples of a page. A reservation takes only address space
//! until it is committed. Huge pages are a hint: without them memory works the same.

use std::ffi::{CStr, c_void};
use std::io;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

/// Reserved address space takes no memory, so it can be much more than is needed.
pub const GROWS: bool = true;
/// A file can be mapped over reserved pages step by step.
pub const FILES_GROW: bool = true;

/// As the table in `mod.rs` says.
pub fn page_size() -> Option<usize> {
    // SAFETY: sysconf reads a number and touches no memory of ours.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()
}

/// As the table says: pages without access are mapped too.
pub fn is_mapped(address: usize, bytes: usize) -> bool {
    let Some(page) = page_size() else { return true };
    let Some(end) = address.checked_add(bytes) else { return false };
    let start = address & !(page - 1);
    // SAFETY: with this flag it only looks whether the pages are mapped.
    unsafe { libc::msync(std::ptr::without_provenance_mut(start), end - start, libc::MS_ASYNC) == 0 }
}

/// As the table says.
pub fn map(bytes: usize) -> Option<NonNull<u8>> {
    anonymous(bytes, libc::PROT_READ | libc::PROT_WRITE, 0)
}

/// As the table says: aligned to `huge` bytes.
pub fn map_huge(bytes: usize, huge: usize) -> Option<NonNull<u8>> {
    // More than needed, so that an aligned part can be cut out of it.
    let wide = map(bytes.checked_add(huge)?)?;
    let start = wide.as_ptr() as usize;
    let aligned = start.next_multiple_of(huge);
    let (before, after) = (aligned - start, huge - (aligned - start));
    // SAFETY: the two ends are in the mapping just made, on page boundaries and unused, and the
    // remaining range is whole.
    unsafe {
        if before > 0 {
            libc::munmap(wide.as_ptr().cast(), before);
        }
        if after > 0 {
            libc::munmap((aligned + bytes) as *mut libc::c_void, after);
        }
        wish_huge(aligned as *mut libc::c_void, bytes);
    }
    NonNull::new(aligned as *mut u8)
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map`] or [`map_huge`] with this length, and nothing reads or writes it any
/// more.
pub unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller owns the whole mapping.
    let result = unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
    debug_assert_eq!(result, 0);
}

/// As the table says.
pub fn reserve(bytes: usize) -> Option<NonNull<u8>> {
    anonymous(bytes, libc::PROT_NONE, libc::MAP_NORESERVE)
}

/// As the table says. Ranges of `huge` bytes and more become huge pages.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn commit(from: NonNull<u8>, bytes: usize, huge: usize) -> io::Result<()> {
    let at = from.as_ptr().cast();
    // SAFETY: the caller owns these pages; they become usable.
    if unsafe { libc::mprotect(at, bytes, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
        return Err(io::Error::last_os_error());
    }
    if bytes >= huge {
        // SAFETY: these pages are the caller's.
        unsafe { wish_huge(at, bytes) };
    }
    Ok(())
}

/// As the table says.
///
/// # Safety
/// The whole range came from [`reserve`], and nothing reads or writes it any more.
pub unsafe fn release(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller owns the whole mapping.
    unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
}

/// As the table says; the file is mapped over these pages later.
pub fn reserve_for_file(_: &std::fs::File, bytes: usize) -> io::Result<NonNull<u8>> {
    reserve(bytes).ok_or_else(io::Error::last_os_error)
}

/// Maps these bytes of a file, which has them, over reserved pages.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn map_over(at: NonNull<u8>, bytes: usize, file: libc::c_int, from: libc::off_t) -> io::Result<()> {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
    // SAFETY: the caller owns these pages, so they may be mapped over.
    let mapped = unsafe { libc::mmap(at.as_ptr().cast(), bytes, protection, flags, file, from) };
    if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// As the table says; also frees address space without memory.
///
/// # Safety
/// The same as [`release`].
pub unsafe fn release_file(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller guarantees the conditions of `release`.
    unsafe { release(start, bytes) };
}

/// As the table says.
pub fn map_file(file: &std::fs::File, bytes: usize) -> io::Result<NonNull<u8>> {
    use std::os::fd::AsRawFd;
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_NORESERVE);
    // SAFETY: a new mapping at an address chosen by the system touches nothing that exists.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, file.as_raw_fd(), 0) };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(start.cast()).ok_or_else(|| io::ErrorKind::OutOfMemory.into())
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map_file`] with this length, and nothing reads or writes the memory any
/// more.
pub unsafe fn unmap_file(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller owns the whole mapping.
    unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
}

/// Offset and length as the file calls take them.
pub fn extent(offset: usize, bytes: usize) -> io::Result<(libc::off_t, libc::off_t)> {
    let too_large = |_| io::Error::from_raw_os_error(libc::EFBIG);
    Ok((libc::off_t::try_from(offset).map_err(too_large)?, libc::off_t::try_from(bytes).map_err(too_large)?))
}

/// A path as the system's calls take it; `None` if it contains a 0.
pub fn c_path(path: &Path) -> Option<std::ffi::CString> {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::CString::new(path.as_os_str().as_bytes()).ok()
}

/// As the table says.
pub type PathUnit = libc::c_char;

/// As the table says; `None` if the path contains a 0.
pub fn path_units(path: &Path) -> Option<Vec<PathUnit>> {
    let path = c_path(path)?;
    Some(path.to_bytes_with_nul().iter().map(|&byte| byte as PathUnit).collect())
}

/// As the table says.
///
/// # Safety
/// The initialisation code of the library is sound to run.
pub unsafe fn open_library(name: &Path) -> Result<NonNull<c_void>, String> {
    let name = c_path(name).ok_or("its name holds a 0")?;
    // SAFETY: the name ends in 0, and the caller vouches for the library's code.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    NonNull::new(library).ok_or_else(|| {
        // SAFETY: after a failure it is a string, valid until this thread's next call of the
        // loader.
        let said = unsafe { libc::dlerror() };
        if said.is_null() {
            return "the system's loader does not say why".into();
        }
        // SAFETY: as above.
        unsafe { CStr::from_ptr(said) }.to_string_lossy().into_owned()
    })
}

/// As the table says.
pub fn library_file() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: all zeros are a value of this struct of pointers.
    let mut found: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: any address may be asked for, and the result has room.
    let is_known = unsafe { libc::dladdr(library_file as *const c_void, &mut found) } != 0;
    if !is_known || found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's text, which ends in 0 and lasts as long as this library is loaded.
    let name = unsafe { CStr::from_ptr(found.dli_fname) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}

/// As the table says: a symbol of the library, or of one that it needs.
///
/// # Safety
/// The library came from [`open_library`].
pub unsafe fn symbol(library: NonNull<c_void>, name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends in 0, and the caller guarantees that the library is open.
    NonNull::new(unsafe { libc::dlsym(library.as_ptr(), name.as_ptr()) })
}

/// As the table says: `std::__throw_bad_alloc()`, which both libstdc++ and libc++ export.
///
/// # Safety
/// The same as [`symbol`].
pub unsafe fn bad_alloc(library: NonNull<c_void>) -> Option<NonNull<c_void>> {
    // SAFETY: the caller guarantees the conditions of `symbol`.
    unsafe { symbol(library, c"_ZSt17__throw_bad_allocv") }
}

/// A file whose name is removed before another process can open it by name.
pub fn unlinked_file(folder: &Path) -> io::Result<std::fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!(".tenure-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = folder.join(name);
    let file = std::fs::OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

fn anonymous(bytes: usize, protection: libc::c_int, more: libc::c_int) -> Option<NonNull<u8>> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | more;
    // SAFETY: an anonymous mapping at an address chosen by the system touches nothing that exists.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED { None } else { NonNull::new(start.cast()) }
}

/// Requests huge pages; macOS has no such request.
///
/// # Safety
/// The range is one mapping of ours.
unsafe fn wish_huge(at: *mut libc::c_void, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: advice changes no contents.
    unsafe {
        libc::madvise(at, bytes, libc::MADV_HUGEPAGE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (at, bytes);
}
