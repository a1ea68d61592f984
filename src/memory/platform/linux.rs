//! Linux: glibc and musl, from kernel 3.2 on.
//!
//! Invariant: everything that an older kernel or library lacks has a fallback. `gettid` is called
//! as a system call, because glibc has a function for it only from 2.30 on. A file system without
//! nameless files gets a file whose name is removed at once. Without membarrier there is no
//! barrier.

pub use super::cgroup::container_limit;
pub use super::unix::{
    FILES_GROW, GROWS, PathUnit, bad_alloc, commit, is_mapped, library_file, map, map_file, map_huge, open_library,
    page_size, path_units, release, release_file, reserve, reserve_for_file, symbol, unmap, unmap_file,
};

use super::unix;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::OnceLock;

/// Makes pages of a file usable; see the table in `mod.rs`. Disk space is allocated before it is
/// mapped, because writing to a hole of a file on a full disk would raise SIGBUS.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn commit_file(file: &File, at: NonNull<u8>, offset: usize, bytes: usize) -> io::Result<()> {
    let (from, length) = unix::extent(offset, bytes)?;
    // SAFETY: it changes only the file, which is ours.
    let code = unsafe { libc::posix_fallocate(file.as_raw_fd(), from, length) };
    if code != 0 {
        return Err(io::Error::from_raw_os_error(code));
    }
    // SAFETY: the caller owns the reserved pages, and the file has these bytes now.
    unsafe { unix::map_over(at, bytes, file.as_raw_fd(), from) }
}

/// As the table says.
pub fn nameless_file(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).custom_flags(libc::O_TMPFILE).mode(0o600).open(folder);
    match file {
        // A file system without such files reports one of these errors.
        Err(error) if matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::EISDIR)) => {
            unix::unlinked_file(folder)
        }
        other => other,
    }
}

/// As the table says.
pub fn free_space(folder: &Path) -> Option<u64> {
    let path = unix::c_path(folder)?;
    let mut space = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the path ends in 0 and the output is large enough.
    if unsafe { libc::statvfs(path.as_ptr(), space.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: all zeroes is a valid value, and it was written.
    let space = unsafe { space.assume_init() };
    // Some user-space file systems report no blocks at all although they have room.
    (space.f_blocks > 0).then(|| space.f_bavail.saturating_mul(space.f_frsize))
}

/// As the table says.
pub fn physical_memory() -> Option<u64> {
    // SAFETY: sysconf reads a number and touches no memory of ours.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    u64::try_from(pages).ok()?.checked_mul(page_size()? as u64)
}

/// As the table says.
pub fn system_thread() -> u64 {
    // SAFETY: this system call takes nothing and cannot fail.
    unsafe { libc::syscall(libc::SYS_gettid) as u64 }
}

/// As the table says. A thread that starts after another has ended may get the same number.
#[inline(always)]
pub fn thread_mark() -> usize {
    let control: usize;
    // A thread-local of a library that is loaded late costs a call, and every request needs this.
    #[cfg(target_arch = "x86_64")]
    // SAFETY: on this system fs:0 holds the address of the thread's control block (ELF Handling For
    // TLS, variant II).
    unsafe {
        std::arch::asm!("mov {}, fs:0", out(reg) control, options(pure, readonly, nostack, preserves_flags));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: on this system the register holds the address of the thread's control block (variant
    // I).
    unsafe {
        std::arch::asm!("mrs {}, tpidr_el0", out(reg) control, options(pure, nomem, nostack, preserves_flags));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        thread_local!(static MARK: u8 = const { 0 });
        control = MARK.with(|mark| std::ptr::from_ref(mark) as usize);
    }
    control
}

/// As the table says: kernel 4.14 and newer.
pub fn has_barrier() -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    *REGISTERED.get_or_init(|| membarrier(REGISTER_PRIVATE_EXPEDITED))
}

/// As the table says.
pub fn barrier() {
    let ran = membarrier(PRIVATE_EXPEDITED);
    assert!(ran, "the process has registered for it");
}

const PRIVATE_EXPEDITED: i32 = 1 << 3;
const REGISTER_PRIVATE_EXPEDITED: i32 = 1 << 4;

fn membarrier(command: i32) -> bool {
    // SAFETY: this system call takes numbers and touches no memory of ours.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}
