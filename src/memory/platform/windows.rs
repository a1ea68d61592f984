//! Windows 10 and Server 2016 or newer, which Rust's standard library requires.
//!
//! Invariant: the system guarantees committed memory, so touching it never fails. A file is mapped
//! whole or not at all, so the contents of one do not grow in place. The library is never unloaded.

use std::ffi::{CStr, c_void};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::ffi::{OsStrExt, OsStringExt};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};
use std::ptr::{NonNull, null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use windows_sys::Win32::Foundation::{CloseHandle, ERROR_COMMITMENT_LIMIT};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_TEMPORARY, FILE_FLAG_DELETE_ON_CLOSE, GetDiskFreeSpaceExW,
};
use windows_sys::Win32::System::JobObjects::{
    JOB_OBJECT_LIMIT_JOB_MEMORY, JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectExtendedLimitInformation, QueryInformationJobObject,
};
use windows_sys::Win32::System::LibraryLoader::{
    GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN,
    GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, GetModuleFileNameW, GetModuleHandleExW, GetModuleHandleW,
    GetProcAddress, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, LoadLibraryExW,
};
use windows_sys::Win32::System::Memory::{
    CreateFileMappingW, FILE_MAP_COPY, FILE_MAP_WRITE, MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, MEMORY_BASIC_INFORMATION,
    MEMORY_MAPPED_VIEW_ADDRESS, MapViewOfFile, PAGE_NOACCESS, PAGE_READWRITE, PAGE_WRITECOPY, UnmapViewOfFile,
    VirtualAlloc, VirtualFree, VirtualQuery,
};
use windows_sys::Win32::System::SystemInformation::{GetSystemInfo, GlobalMemoryStatusEx, MEMORYSTATUSEX, SYSTEM_INFO};
use windows_sys::Win32::System::Threading::GetCurrentThreadId;

/// Reserved address space takes no memory, so it can be much more than is needed.
pub const GROWS: bool = true;
/// A view of a file cannot be mapped over reserved pages.
pub const FILES_GROW: bool = false;

/// As the table in `mod.rs` says.
pub fn page_size() -> Option<usize> {
    let mut about = SYSTEM_INFO::default();
    // SAFETY: the output is large enough.
    unsafe { GetSystemInfo(&mut about) };
    usize::try_from(about.dwPageSize).ok()
}

/// As the table says: of the first and the last page.
pub fn is_mapped(address: usize, bytes: usize) -> bool {
    let is_committed = |address: usize| {
        let mut about = MEMORY_BASIC_INFORMATION::default();
        // SAFETY: the output is as large as said, and the address is not read.
        let n = unsafe {
            VirtualQuery(std::ptr::without_provenance(address), &mut about, size_of::<MEMORY_BASIC_INFORMATION>())
        };
        n != 0 && about.State == MEM_COMMIT && about.Protect & PAGE_NOACCESS == 0
    };
    let last = address.checked_add(bytes.saturating_sub(1));
    is_committed(address) && last.is_some_and(is_committed)
}

/// As the table says.
pub fn map(bytes: usize) -> Option<NonNull<u8>> {
    // SAFETY: new memory at an address chosen by the system touches nothing that exists.
    NonNull::new(unsafe { VirtualAlloc(null(), bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) }.cast())
}

/// As the table says; huge pages need a privilege that programs seldom have.
pub fn map_huge(bytes: usize, _: usize) -> Option<NonNull<u8>> {
    map(bytes)
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map`], and nothing reads or writes it any more.
pub unsafe fn unmap(start: NonNull<u8>, _: usize) {
    // SAFETY: the caller owns the whole allocation at `start`; 0 means all of it.
    let result = unsafe { VirtualFree(start.as_ptr().cast(), 0, MEM_RELEASE) };
    debug_assert_ne!(result, 0);
}

/// As the table says.
pub fn reserve(bytes: usize) -> Option<NonNull<u8>> {
    // SAFETY: new address space at an address chosen by the system touches nothing that exists.
    NonNull::new(unsafe { VirtualAlloc(null(), bytes, MEM_RESERVE, PAGE_NOACCESS) }.cast())
}

/// As the table says.
///
/// # Safety
/// The pages were reserved and nobody uses them.
pub unsafe fn commit(from: NonNull<u8>, bytes: usize, _: usize) -> io::Result<()> {
    // SAFETY: the caller owns these pages; they become usable.
    if unsafe { VirtualAlloc(from.as_ptr().cast(), bytes, MEM_COMMIT, PAGE_READWRITE) }.is_null() {
        let error = io::Error::last_os_error();
        // More than memory and paging files hold; Rust does not map this code to `OutOfMemory`.
        let is_want = error.raw_os_error() == Some(ERROR_COMMITMENT_LIMIT as i32);
        return Err(if is_want { io::ErrorKind::OutOfMemory.into() } else { error });
    }
    Ok(())
}

/// As the table says.
///
/// # Safety
/// `start` came from [`reserve`], and nothing reads or writes the memory any more.
pub unsafe fn release(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller guarantees the conditions of `unmap`.
    unsafe { unmap(start, bytes) };
}

/// As the table says: the file takes disk space for `bytes`, and all of it is mapped.
pub fn reserve_for_file(file: &File, bytes: usize) -> io::Result<NonNull<u8>> {
    // A file that is not sparse owns its clusters from now on.
    file.set_len(bytes as u64)?;
    let handle = file.as_raw_handle();
    // SAFETY: the file is open for reading and writing; 0 means its length.
    let mapping = unsafe { CreateFileMappingW(handle, null(), PAGE_READWRITE, 0, 0, null()) };
    if mapping.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a view at an address chosen by the system touches nothing that exists.
    let view = unsafe { MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, bytes) };
    let refused = io::Error::last_os_error();
    // SAFETY: created above; the view keeps the mapping alive.
    unsafe { CloseHandle(mapping) };
    NonNull::new(view.Value.cast()).ok_or(refused)
}

/// As the table says: the file is mapped already.
///
/// # Safety
/// None is needed.
pub unsafe fn commit_file(_: &File, _: NonNull<u8>, _: usize, _: usize) -> io::Result<()> {
    Ok(())
}

/// As the table says.
///
/// # Safety
/// `start` came from [`reserve_for_file`], and nothing reads or writes the memory any more.
pub unsafe fn release_file(start: NonNull<u8>, _: usize) {
    // SAFETY: the caller guarantees it.
    unsafe { UnmapViewOfFile(MEMORY_MAPPED_VIEW_ADDRESS { Value: start.as_ptr().cast() }) };
}

/// As the table says.
pub fn map_file(file: &File, bytes: usize) -> io::Result<NonNull<u8>> {
    // SAFETY: the file is open for reading; 0 means its length.
    let mapping = unsafe { CreateFileMappingW(file.as_raw_handle(), null(), PAGE_WRITECOPY, 0, 0, null()) };
    if mapping.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a view at an address chosen by the system touches nothing that exists.
    let view = unsafe { MapViewOfFile(mapping, FILE_MAP_COPY, 0, 0, bytes) };
    let refused = io::Error::last_os_error();
    // SAFETY: created above; the view keeps the mapping alive.
    unsafe { CloseHandle(mapping) };
    NonNull::new(view.Value.cast()).ok_or(refused)
}

/// As the table says.
///
/// # Safety
/// `start` came from [`map_file`], and nothing reads or writes the memory any more.
pub unsafe fn unmap_file(start: NonNull<u8>, _: usize) {
    // SAFETY: the caller guarantees it.
    unsafe { UnmapViewOfFile(MEMORY_MAPPED_VIEW_ADDRESS { Value: start.as_ptr().cast() }) };
}

/// As the table says. The file has a name that no other process can open, and is deleted when
/// closed.
pub fn nameless_file(folder: &Path) -> io::Result<File> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!(".tenure-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .share_mode(0)
        .attributes(FILE_ATTRIBUTE_TEMPORARY)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(folder.join(name))
}

/// As the table says.
pub fn free_space(folder: &Path) -> Option<u64> {
    let path: Vec<u16> = folder.as_os_str().encode_wide().chain([0]).collect();
    let mut free = 0;
    // SAFETY: the path ends in 0, the output is large enough, and null outputs are not written.
    let said = unsafe { GetDiskFreeSpaceExW(path.as_ptr(), &mut free, null_mut(), null_mut()) };
    (said != 0).then_some(free)
}

/// As the table says: the limit of this process's job, which is what a Windows container is. Wine
/// has jobs whose limits are 0, and enforces none.
pub fn container_limit() -> Option<u64> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    let size = u32::try_from(size_of_val(&limits)).expect("a small struct");
    let answer = std::ptr::from_mut(&mut limits).cast();
    // SAFETY: a null handle means the job of this process, and the output has the stated length.
    let said =
        unsafe { QueryInformationJobObject(null_mut(), JobObjectExtendedLimitInformation, answer, size, null_mut()) };
    let flags = if said == 0 { 0 } else { limits.BasicLimitInformation.LimitFlags };
    let of_process = (flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY != 0).then_some(limits.ProcessMemoryLimit);
    let of_job = (flags & JOB_OBJECT_LIMIT_JOB_MEMORY != 0).then_some(limits.JobMemoryLimit);
    of_process.into_iter().chain(of_job).filter(|&bytes| bytes > 0).min().map(|bytes| bytes as u64)
}

/// As the table says.
pub fn physical_memory() -> Option<u64> {
    let size = u32::try_from(size_of::<MEMORYSTATUSEX>()).expect("a small struct");
    let mut status = MEMORYSTATUSEX { dwLength: size, ..Default::default() };
    // SAFETY: the output has the length that it states.
    let said = unsafe { GlobalMemoryStatusEx(&mut status) };
    (said != 0).then_some(status.ullTotalPhys)
}

/// As the table says.
pub fn system_thread() -> u64 {
    // SAFETY: it takes nothing and cannot fail.
    u64::from(unsafe { GetCurrentThreadId() })
}

/// As the table says. A thread that starts after another has ended may get the same number.
#[inline(always)]
pub fn thread_mark() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// As the table says: not used here.
pub fn has_barrier() -> bool {
    false
}

/// Never called.
pub fn barrier() {
    unreachable!("nobody asks for what is not there");
}

/// As the table says.
pub type PathUnit = u16;

/// As the table says; `None` if the path contains a 0.
pub fn path_units(path: &Path) -> Option<Vec<PathUnit>> {
    let mut units: Vec<u16> = path.as_os_str().encode_wide().collect();
    if units.contains(&0) {
        return None;
    }
    units.push(0);
    Some(units)
}

/// As the table says. Libraries that it needs are also searched in its own folder, if its path is
/// given.
///
/// # Safety
/// The initialisation code of the library is sound to run.
pub unsafe fn open_library(name: &Path) -> Result<NonNull<c_void>, String> {
    let units = path_units(name).ok_or("its name holds a 0")?;
    let beside = if name.is_absolute() { LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR } else { 0 };
    // SAFETY: the name ends in 0, and the caller vouches for the library's code.
    let library = unsafe { LoadLibraryExW(units.as_ptr(), null_mut(), LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | beside) };
    let refused = || format!("{}: {}", name.display(), io::Error::last_os_error());
    NonNull::new(library.cast()).ok_or_else(refused)
}

/// As the table says.
pub fn library_file() -> Option<PathBuf> {
    const LONGEST: usize = 32768; // of a path, with the 0
    let (mut module, mut name) = (null_mut(), vec![0u16; LONGEST]);
    let flags = GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    // SAFETY: with this flag the name is any address inside the library, and `module` has room.
    if unsafe { GetModuleHandleExW(flags, library_file as *const u16, &mut module) } == 0 {
        return None;
    }
    // SAFETY: the module is loaded, because this code is in it, and the name has so many units.
    let length = unsafe { GetModuleFileNameW(module, name.as_mut_ptr(), LONGEST as u32) } as usize;
    (length > 0 && length < LONGEST).then(|| PathBuf::from(std::ffi::OsString::from_wide(&name[..length])))
}

/// As the table says.
///
/// # Safety
/// The library came from [`open_library`].
pub unsafe fn symbol(library: NonNull<c_void>, name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends in 0, and the caller guarantees that the library is open.
    let found = unsafe { GetProcAddress(library.as_ptr().cast(), name.as_ptr().cast()) }?;
    NonNull::new(found as *mut c_void)
}

/// As the table says: `std::_Xbad_alloc()` of the Visual C++ runtime that the library has loaded.
///
/// # Safety
/// None is needed.
pub unsafe fn bad_alloc(_: NonNull<c_void>) -> Option<NonNull<c_void>> {
    let runtime: Vec<u16> = "msvcp140.dll".encode_utf16().chain([0]).collect();
    // SAFETY: the name ends in 0.
    let runtime = NonNull::new(unsafe { GetModuleHandleW(runtime.as_ptr()) }.cast())?;
    // SAFETY: the module is loaded, and stays so as long as a library needs it.
    unsafe { symbol(runtime, c"?_Xbad_alloc@std@@YAXXZ") }
}

/// Runs when the library is loaded, and keeps it loaded; on Linux `build.rs` requests this of the
/// linker. A JVM unloads a library together with the class loader that loaded it, but by then
/// running threads have destructors in it.
#[used]
#[unsafe(link_section = ".CRT$XCU")]
static STAY_LOADED: extern "C" fn() = {
    extern "C" fn stay_loaded() {
        let mut module = null_mut();
        let flags = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
        // SAFETY: with this flag the name is any address inside the library, and `module` is large
        // enough.
        unsafe { GetModuleHandleExW(flags, stay_loaded as *const u16, &mut module) };
    }
    stay_loaded
};
