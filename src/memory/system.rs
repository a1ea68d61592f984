//! Pages from the operating system.
//!
//! Invariant: what [`map`] returns is zeroed, 64-byte aligned, and given back by [`unmap`] with the
//! same length. Lengths and bounds are multiples of [`page`], which the system is asked for: 4 KiB
//! on most machines, 16 or 64 KiB on some of Arm's. Where there is no `mmap`, which under Miri
//! there is not, they come from the allocator of the platform. Mappings of 2 MiB and more are
//! aligned to 2 MiB and marked for huge pages: they fault in six times faster.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The smallest unit of any system that this runs on.
const LEAST_PAGE: usize = 4096;
const HUGE: usize = 2 << 20;

/// The bytes of a page, a power of two: the unit of what the system deals in.
pub(super) fn page() -> usize {
    static PAGE: AtomicUsize = AtomicUsize::new(0);
    match PAGE.load(Ordering::Relaxed) {
        0 => {
            let page = page_of_the_system();
            PAGE.store(page, Ordering::Relaxed);
            page
        }
        page => page,
    }
}

fn page_of_the_system() -> usize {
    #[cfg(unix)]
    // SAFETY: sysconf reads a number and touches no memory of ours.
    let said = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    #[cfg(not(unix))]
    let said = 0;
    usize::try_from(said).ok().filter(|said| said.is_power_of_two()).unwrap_or(LEAST_PAGE).max(LEAST_PAGE)
}

/// What `bytes` of a mapping take: whole pages.
pub(super) fn whole_pages(bytes: usize, page: usize) -> usize {
    bytes.next_multiple_of(page)
}

/// `bytes` of zeroed memory, in whole pages; `None` when the system refuses.
#[cfg(all(unix, not(miri)))]
pub(crate) fn map(bytes: usize) -> Option<NonNull<u8>> {
    if bytes < HUGE {
        return map_any(bytes);
    }
    // More than needed, so that an aligned part can be cut out of it.
    let wide = map_any(bytes.checked_add(HUGE)?)?;
    let start = wide.as_ptr() as usize;
    let aligned = start.next_multiple_of(HUGE);
    let (before, after) = (aligned - start, HUGE - (aligned - start));
    // SAFETY: the two ends lie in the mapping just made, on page bounds, and nobody uses them.
    unsafe {
        if before > 0 {
            libc::munmap(wide.as_ptr().cast(), before);
        }
        if after > 0 {
            libc::munmap((aligned + bytes) as *mut libc::c_void, after);
        }
    }
    // SAFETY: the part that is left belongs to us; the advice changes no contents.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::madvise(aligned as *mut libc::c_void, bytes, libc::MADV_HUGEPAGE);
    }
    NonNull::new(aligned as *mut u8)
}

#[cfg(all(unix, not(miri)))]
fn map_any(bytes: usize) -> Option<NonNull<u8>> {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: an anonymous mapping at an address of the system's choice touches nothing that
    // exists.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED { None } else { NonNull::new(start.cast()) }
}

/// Gives a mapping back.
///
/// # Safety
/// `start` came from [`map`] with this length, and nothing reads or writes it any more.
#[cfg(all(unix, not(miri)))]
pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller owns the whole mapping.
    let result = unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
    debug_assert_eq!(result, 0);
}

/// As on unix, from the allocator of the platform.
#[cfg(any(not(unix), miri))]
pub(crate) fn map(bytes: usize) -> Option<NonNull<u8>> {
    let layout = std::alloc::Layout::from_size_align(bytes, LEAST_PAGE).ok()?;
    // SAFETY: no caller asks for 0 bytes.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
}

/// As on unix.
///
/// # Safety
/// As on unix.
#[cfg(any(not(unix), miri))]
pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    let layout = std::alloc::Layout::from_size_align(bytes, LEAST_PAGE).expect("it was allocated with this layout");
    // SAFETY: allocated by `map` with this layout.
    unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
}

/// Bytes of physical memory; `None` where the system does not say.
pub(super) fn physical_memory() -> Option<u64> {
    #[cfg(all(unix, not(miri)))]
    {
        // SAFETY: sysconf reads two numbers and touches no memory of ours.
        let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
        u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
    }
    #[cfg(any(not(unix), miri))]
    None
}

/// This thread as the system, a debugger and a thread dump count it; 0 where that is not known.
pub fn system_thread() -> u64 {
    #[cfg(all(target_os = "linux", not(miri)))]
    // SAFETY: this system call takes nothing and cannot fail.
    return unsafe { libc::gettid() } as u64;
    #[cfg(any(not(target_os = "linux"), miri))]
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_the_system_s() {
        assert!(page() >= LEAST_PAGE && page().is_power_of_two());
        for (page, bytes, whole) in
            [(4096, 36 << 10, 36 << 10), (16 << 10, 36 << 10, 48 << 10), (64 << 10, 1, 64 << 10)]
        {
            assert_eq!(whole_pages(bytes, page), whole, "{bytes} bytes in pages of {page}");
        }
    }
}
