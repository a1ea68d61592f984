//! What this library needs of the operating system beyond Rust's standard library.
//!
//! ```text
//!   linux    mmap, membarrier, files without a name      cgroup   the limits of containers
//!   macos    mmap, sysctl                                unix     what both do in the same way
//!   windows  VirtualAlloc, file mappings, job objects    space    reserved address space
//!   plain    every other system, and Miri: Rust's allocator
//!   library  libraries that are loaded at run time
//! ```
//!
//! Invariant: no other file of this crate calls the system directly or checks which system it is
//! (`tests/house.rs` verifies this), and each system has every item named below, with the same
//! meaning. A system that lacks a feature reports that: no limit, no barrier, no room to grow.
//!
//! | item | what each system has |
//! |---|---|
//! | `page_size` | bytes of a page, as reported by the system |
//! | `map`, `map_huge`, `unmap` | zeroed memory in whole pages; `None` if the system refuses |
//! | `GROWS`, `reserve`, `commit`, `release` | address space: reserving it, making it usable, and freeing it |
//! | `FILES_GROW`, `reserve_for_file`, `commit_file`, `release_file` | the same, backed by a file |
//! | `map_file`, `unmap_file` | the bytes of a file in memory; what is written to them stays in this process |
//! | `nameless_file`, `free_space` | a file that is deleted with the process; bytes free in a folder, `None` if unknown |
//! | `is_mapped` | whether these bytes are pages of this process, as far as the system says; true if it does not |
//! | `container_limit`, `physical_memory` | bytes; `None` if there is no limit or it is unknown |
//! | `system_thread` | this thread's number in debuggers and thread dumps; 0 if unknown |
//! | `thread_mark` | a number unique among living threads, never 0; a later thread may have it again |
//! | `has_barrier`, `barrier` | whether one thread can run a full barrier in all threads; running it |
//! | `open_library`, `symbol` | loads a library of this name for good; the address of one of its symbols |
//! | `library_file` | the file that this code was loaded from: the library, or a program that contains it; `None` if unknown |
//! | `bad_alloc` | the function of the C++ runtime that throws `std::bad_alloc`, as a loaded library sees it |
//! | `PathUnit`, `path_units` | the unit of a path in C, and a path in these units, ending in 0 |

#![cfg_attr(loom, allow(dead_code, unused_imports))] // the model checker has its own threads

#[cfg(all(target_os = "linux", not(miri)))]
mod cgroup;
mod library;
#[cfg(all(target_os = "linux", not(miri)))]
mod linux;
#[cfg(all(target_os = "macos", not(miri)))]
mod macos;
#[cfg(any(not(any(target_os = "linux", target_os = "macos", windows)), miri))]
mod plain;
mod space;
#[cfg(all(any(target_os = "linux", target_os = "macos"), not(miri)))]
mod unix;
#[cfg(all(windows, not(miri)))]
mod windows;

#[cfg(all(target_os = "linux", not(miri)))]
use linux as system;
#[cfg(all(target_os = "macos", not(miri)))]
use macos as system;
#[cfg(any(not(any(target_os = "linux", target_os = "macos", windows)), miri))]
use plain as system;
#[cfg(all(windows, not(miri)))]
use windows as system;

pub use library::{BadAlloc, Library};
pub use space::{HUGE, Space};
#[cfg(test)]
pub use system::FILES_GROW;
pub use system::{
    PathUnit, barrier, container_limit, free_space, has_barrier, is_mapped, library_file, map_file, nameless_file,
    path_units, physical_memory, system_thread, thread_mark, unmap, unmap_file,
};
#[cfg(any(test, feature = "internals"))]
pub use system::{release, reserve};

use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The smallest page of any supported system.
const LEAST_PAGE: usize = 4096;
/// The bytes of a page, a power of two. 4 KiB on most machines, 16 or 64 KiB on some Arm machines.
pub fn page() -> usize {
    static PAGE: AtomicUsize = AtomicUsize::new(0);
    match PAGE.load(Ordering::Relaxed) {
        0 => {
            let said = system::page_size();
            let page = said.filter(|said| said.is_power_of_two()).unwrap_or(LEAST_PAGE).max(LEAST_PAGE);
            PAGE.store(page, Ordering::Relaxed);
            page
        }
        page => page,
    }
}

/// The size of a mapping of `bytes`: whole pages.
pub fn whole_pages(bytes: usize, page: usize) -> usize {
    bytes.next_multiple_of(page)
}

/// Maps `bytes` of zeroed memory, not 0, in whole pages and 64-byte aligned; `None` if the system
/// refuses. `unmap` frees it, with the same length.
pub fn map(bytes: usize) -> Option<NonNull<u8>> {
    if bytes < HUGE { system::map(bytes) } else { system::map_huge(bytes, HUGE) }
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

    #[test]
    fn mapped_memory_is_zeroed_whole_and_given_back() {
        for bytes in [page(), 36 << 10, HUGE, HUGE + page(), 5 * HUGE] {
            let bytes = whole_pages(bytes, page());
            let start = map(bytes).expect("there is room");
            assert!((start.as_ptr() as usize).is_multiple_of(64));
            // SAFETY: this many bytes were just mapped, and no other thread has them.
            let all = unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), bytes) };
            assert!(all.iter().step_by(64).all(|&byte| byte == 0));
            all.fill(1);
            // SAFETY: mapped above with this length, and `all` is not used any more.
            unsafe { unmap(start, bytes) };
        }
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[cfg(not(miri))]
    #[test]
    fn a_refusal_to_commit_says_why() {
        let start = system::reserve(HUGE).expect("there is room");
        // Not on a page boundary, as with a wrong page size. SAFETY: within the reserved range, and
        // the system refuses it.
        let refused = unsafe { system::commit(start.add(64), 4096, HUGE) }.expect_err("no page begins there");
        assert!(refused.to_string().contains("Invalid argument"), "{refused}");
        assert_eq!(std::io::Error::from_raw_os_error(libc::ENOMEM).kind(), std::io::ErrorKind::OutOfMemory);
        // SAFETY: reserved above with this length.
        unsafe { system::release(start, HUGE) };
    }

    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    #[cfg(not(miri))]
    #[test]
    fn what_is_not_mapped_is_recognised() {
        let here = [1u64, 2];
        assert!(is_mapped(here.as_ptr().addr(), size_of_val(&here)));
        let start = system::map(2 * page()).expect("there is room");
        assert!(is_mapped(start.addr().get() + page() - 4, page()));
        // SAFETY: mapped above with this length.
        unsafe { unmap(start, 2 * page()) };
        for address in [0, 8, LEAST_PAGE - 8, usize::MAX - 7, 1 << 63] {
            assert!(!is_mapped(address, 16), "{address:#x}");
        }
    }

    #[test]
    fn threads_have_numbers_of_their_own() {
        let (here, there) = (thread_mark(), std::thread::spawn(|| (thread_mark(), system_thread())));
        let (this, that) = (system_thread(), there.join().expect("it ends"));
        assert!(here != 0 && thread_mark() == here);
        assert!(this == 0 || this != that.1, "{this}");
        if has_barrier() {
            barrier();
        }
    }

    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    #[cfg(not(miri))]
    #[test]
    fn the_system_says_how_much_memory_it_has() {
        let physical = physical_memory().expect("every system says so");
        assert!(physical > 64 << 20 && physical < 1 << 50, "{physical}");
        assert!(container_limit().is_none_or(|limit| limit > 1 << 20));
        assert!(free_space(&std::env::temp_dir()).expect("it is there") > 0);
        assert_eq!(free_space(std::path::Path::new("/no/such/folder")), None);
        assert_ne!(system_thread(), 0);
        let program = std::env::current_exe().expect("the system knows the test program");
        let file = library_file().expect("it was loaded from a file").canonicalize().expect("the file is there");
        assert_eq!(file, program.canonicalize().expect("it is there"), "a test contains the library");
    }
}
