//! macOS, on Apple silicon and on Intel.
//!
//! Invariant: as on Linux, except that the system has no container limits and no barrier that one
//! thread can run in all threads.

pub use super::unix::unlinked_file as nameless_file;
pub use super::unix::{
    FILES_GROW, GROWS, PathUnit, bad_alloc, commit, is_mapped, library_file, map, map_file, map_huge, open_library,
    page_size, path_units, release, release_file, reserve, reserve_for_file, symbol, unmap, unmap_file,
};

use super::unix;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::NonNull;

/// Makes pages of a file usable; see the table in `mod.rs`. Disk space is allocated before it is
/// mapped, because writing to a hole of a file on a full disk would raise SIGBUS.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn commit_file(file: &File, at: NonNull<u8>, offset: usize, bytes: usize) -> io::Result<()> {
    let (from, length) = unix::extent(offset, bytes)?;
    let fd = file.as_raw_fd();
    let mut space = libc::fstore_t {
        fst_flags: libc::F_ALLOCATEALL,
        fst_posmode: libc::F_PEOFPOSMODE,
        fst_offset: 0,
        fst_length: length,
        fst_bytesalloc: 0,
    };
    // SAFETY: both change only the file, which is ours, and `space` outlives the call.
    let refused =
        unsafe { libc::fcntl(fd, libc::F_PREALLOCATE, &mut space) == -1 || libc::ftruncate(fd, from + length) != 0 };
    if refused {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the caller owns the reserved pages, and the file has these bytes now.
    unsafe { unix::map_over(at, bytes, fd, from) }
}

/// As the table says. statvfs counts in 32 bits here, statfs in 64.
pub fn free_space(folder: &Path) -> Option<u64> {
    let path = unix::c_path(folder)?;
    let mut space = std::mem::MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: the path ends in 0 and the output is large enough.
    if unsafe { libc::statfs(path.as_ptr(), space.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: all zeroes is a valid value, and it was written.
    let space = unsafe { space.assume_init() };
    // Some user-space file systems report no blocks at all although they have room.
    (space.f_blocks > 0).then(|| space.f_bavail.saturating_mul(u64::from(space.f_bsize)))
}

/// As the table says: this system has none.
pub fn container_limit() -> Option<u64> {
    None
}

/// As the table says.
pub fn physical_memory() -> Option<u64> {
    let (mut bytes, mut size) = (0_u64, size_of::<u64>());
    // SAFETY: the name ends in 0, the output has the stated length, and nothing is set.
    let code = unsafe {
        libc::sysctlbyname(
            c"hw.memsize".as_ptr(),
            std::ptr::from_mut(&mut bytes).cast(),
            &mut size,
            std::ptr::null_mut(),
            0,
        )
    };
    (code == 0 && size == size_of::<u64>()).then_some(bytes)
}

/// As the table says.
pub fn system_thread() -> u64 {
    let mut number = 0;
    // SAFETY: 0 means this thread, and the output is large enough.
    let code = unsafe { libc::pthread_threadid_np(0, &mut number) };
    if code == 0 { number } else { 0 }
}

/// As the table says. A thread that starts after another has ended may get the same number.
#[inline(always)]
pub fn thread_mark() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// As the table says: this system has none.
pub fn has_barrier() -> bool {
    false
}

/// Never called.
pub fn barrier() {
    unreachable!("nobody asks for what is not there");
}
