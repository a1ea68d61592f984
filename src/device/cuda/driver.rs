//! The CUDA driver: the only file that calls it.
//!
//! Invariant: the driver is looked for when a CUDA device is first named, never before, and nothing
//! here panics: every function that this file calls was found in the library before [`Driver`]
//! exists. A search that fails is repeated at the next use, so a driver that is installed meanwhile
//! is found.
//!
//! `cudarc`'s `sys` layer resolves each function when it is first called, and panics where a
//! library or a name is missing. Its safe layer records an event and sets a context for each copy,
//! so it is not used.

use cudarc::driver::sys::{self, CUresult};
use once_cell::sync::OnceCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// The variable that names the driver's library by its path, for systems whose loader does not find
/// one.
const PATH: &str = "TENURE_CUDA";
/// CUDA 12.0: the first whose drivers take the PTX of this library.
const LEAST_VERSION: c_int = 12_000;

/// The functions of the driver that are called here.
const NAMES: [&CStr; 30] = [
    c"cuInit",
    c"cuDriverGetVersion",
    c"cuGetErrorName",
    c"cuGetErrorString",
    c"cuDeviceGetCount",
    c"cuDeviceGet",
    c"cuDeviceGetName",
    c"cuDeviceTotalMem_v2",
    c"cuDeviceGetAttribute",
    c"cuDevicePrimaryCtxRetain",
    c"cuCtxSetCurrent",
    c"cuMemGetInfo_v2",
    c"cuMemPoolCreate",
    c"cuMemAllocFromPoolAsync",
    c"cuMemFreeAsync",
    c"cuMemAllocHost_v2",
    c"cuMemcpyHtoDAsync_v2",
    c"cuMemcpyDtoHAsync_v2",
    c"cuMemcpyDtoDAsync_v2",
    c"cuMemsetD8Async",
    c"cuStreamCreate",
    c"cuStreamSynchronize",
    c"cuEventCreate",
    c"cuEventRecord",
    c"cuEventQuery",
    c"cuEventSynchronize",
    c"cuEventDestroy_v2",
    c"cuModuleLoadData",
    c"cuModuleGetFunction",
    c"cuLaunchKernel",
];

/// A call that the driver has refused.
#[derive(Debug)]
pub struct Fault {
    /// The driver's code.
    code: u32,
    /// The call, and the driver's name and text for the code.
    pub text: String,
}

impl Fault {
    /// Whether there was no room on the device.
    pub fn is_out_of_memory(&self) -> bool {
        self.code == CUresult::CUDA_ERROR_OUT_OF_MEMORY as u32
    }

    /// Whether the context is lost: every later call on the device fails too, until the process
    /// ends.
    pub fn is_sticky(&self) -> bool {
        const STICKY: [CUresult; 13] = [
            CUresult::CUDA_ERROR_DEINITIALIZED,
            CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult::CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult::CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult::CUDA_ERROR_ASSERT,
            CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult::CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult::CUDA_ERROR_INVALID_PC,
            CUresult::CUDA_ERROR_LAUNCH_FAILED,
        ];
        STICKY.iter().any(|&code| code as u32 == self.code)
    }
}

/// The result of a call of the driver.
pub type Called<T> = Result<T, Fault>;

/// A driver that has all functions, and is initialised.
#[derive(Clone, Copy)]
pub struct Driver {
    _private: (),
}

/// A device of the driver.
#[derive(Clone, Copy)]
pub struct Ordinal(sys::CUdevice);

/// A device's primary context, which other libraries in the process share.
#[derive(Clone, Copy)]
pub struct Context(sys::CUcontext);

/// A stream of work.
#[derive(Clone, Copy)]
pub struct Queue(sys::CUstream);

/// A pool of the driver that memory comes from.
#[derive(Clone, Copy)]
pub struct Source(sys::CUmemoryPool);

/// An event in the order of a stream.
pub struct Mark(sys::CUevent);

/// A compiled kernel.
#[derive(Clone, Copy)]
pub struct Function(sys::CUfunction);

// SAFETY: these are identifiers of the driver, which any thread may use.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}
// SAFETY: as above.
unsafe impl Send for Queue {}
// SAFETY: as above.
unsafe impl Sync for Queue {}
// SAFETY: as above.
unsafe impl Send for Source {}
// SAFETY: as above.
unsafe impl Sync for Source {}
// SAFETY: as above.
unsafe impl Send for Mark {}
// SAFETY: as above.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

/// The driver, found and initialised at the first call. The error says why there is none.
pub fn driver() -> Result<Driver, String> {
    static DRIVER: OnceCell<Driver> = OnceCell::new();
    DRIVER.get_or_try_init(Driver::open).copied()
}

impl Driver {
    fn open() -> Result<Driver, String> {
        let named = std::env::var_os(PATH);
        if let Some(path) = &named {
            // SAFETY: the initialisation code of a CUDA driver is sound to run; the user vouches
            // for the path.
            let opened = unsafe { libloading::Library::new(path) };
            let library = opened.map_err(|error| format!("{PATH} names {}: {error}", path.display()))?;
            // It stays open, so that the search below finds it by its name.
            std::mem::forget(library);
        }
        // SAFETY: as above.
        if !unsafe { sys::is_culib_present() } {
            let hint = if named.is_some() { "" } else { "; TENURE_CUDA may name its path" };
            return Err(format!("no CUDA driver was found: the loader finds neither libcuda nor nvcuda{hint}"));
        }
        // SAFETY: the library was just found.
        let library = unsafe { sys::culib() };
        for name in NAMES {
            // SAFETY: the address is only compared with null, by the loader.
            let found = unsafe { library.get::<*const c_void>(name.to_bytes_with_nul()) };
            found.map_err(|_| {
                format!("the CUDA driver has no {}: it is older than CUDA 12.0", name.to_string_lossy())
            })?;
        }
        let driver = Driver { _private: () };
        let version = driver.version().map_err(|fault| fault.text)?;
        if version < LEAST_VERSION {
            let (major, minor) = parts(version);
            return Err(format!("the driver is for CUDA {major}.{minor}, and 12.0 (driver 525) or newer is needed"));
        }
        // SAFETY: the function was found.
        check("cuInit", unsafe { sys::cuInit(0) }).map_err(|fault| fault.text)?;
        Ok(driver)
    }

    /// The version of CUDA that it is for, major and minor.
    pub fn cuda(self) -> Called<(c_int, c_int)> {
        self.version().map(parts)
    }

    /// How many devices there are.
    pub fn count(self) -> Called<usize> {
        let mut count = 0;
        // SAFETY: the place is valid.
        check("cuDeviceGetCount", unsafe { sys::cuDeviceGetCount(&mut count) })?;
        Ok(count.max(0) as usize)
    }

    fn version(self) -> Called<c_int> {
        let mut version = 0;
        // SAFETY: the function was found, and the place is valid.
        check("cuDriverGetVersion", unsafe { sys::cuDriverGetVersion(&mut version) })?;
        Ok(version)
    }

    /// A device by its index.
    pub fn device(self, index: u16) -> Called<Ordinal> {
        let mut device = 0;
        // SAFETY: the place is valid.
        check("cuDeviceGet", unsafe { sys::cuDeviceGet(&mut device, index.into()) })?;
        Ok(Ordinal(device))
    }
}

fn parts(version: c_int) -> (c_int, c_int) {
    (version / 1000, version % 1000 / 10)
}

impl Ordinal {
    /// The product's name.
    pub fn name(self) -> Called<String> {
        let mut name = [0 as c_char; 256];
        // SAFETY: the buffer has this length, and the driver ends the text with a zero.
        check("cuDeviceGetName", unsafe { sys::cuDeviceGetName(name.as_mut_ptr(), 255, self.0) })?;
        // SAFETY: the last byte is zero in any case.
        Ok(unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned())
    }

    /// All memory of the device, in bytes.
    pub fn memory(self) -> Called<u64> {
        let mut bytes = 0;
        // SAFETY: the place is valid.
        check("cuDeviceTotalMem", unsafe { sys::cuDeviceTotalMem_v2(&mut bytes, self.0) })?;
        Ok(bytes as u64)
    }

    /// The compute capability, major and minor.
    pub fn capability(self) -> Called<(u32, u32)> {
        use sys::CUdevice_attribute::{
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
        };
        Ok((self.attribute(MAJOR)?, self.attribute(MINOR)?))
    }

    /// Whether memory can be allocated in the order of a stream.
    pub fn has_memory_pools(self) -> Called<bool> {
        Ok(self.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? != 0)
    }

    fn attribute(self, which: sys::CUdevice_attribute) -> Called<u32> {
        let mut value = 0;
        // SAFETY: the place is valid.
        check("cuDeviceGetAttribute", unsafe { sys::cuDeviceGetAttribute(&mut value, which, self.0) })?;
        Ok(value.max(0) as u32)
    }

    /// The primary context, which is kept until the process ends.
    pub fn context(self) -> Called<Context> {
        let mut context = null_mut();
        // SAFETY: the place is valid.
        check("cuDevicePrimaryCtxRetain", unsafe { sys::cuDevicePrimaryCtxRetain(&mut context, self.0) })?;
        Ok(Context(context))
    }

    /// A pool of this device. Freed memory goes back to the system at the next synchronisation.
    pub fn source(self) -> Called<Source> {
        // SAFETY: all zeros is a value of each field; those that matter are set below.
        let mut properties: sys::CUmemPoolProps = unsafe { std::mem::zeroed() };
        properties.allocType = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        properties.location.id = self.0;
        let mut pool = null_mut();
        // SAFETY: both are valid.
        check("cuMemPoolCreate", unsafe { sys::cuMemPoolCreate(&mut pool, &properties) })?;
        Ok(Source(pool))
    }
}

impl Context {
    /// Makes it current on this thread, which every call below needs.
    #[inline]
    pub fn enter(self) -> Called<()> {
        // SAFETY: the context is never released.
        check("cuCtxSetCurrent", unsafe { sys::cuCtxSetCurrent(self.0) })
    }

    /// The free bytes of its device.
    pub fn free_memory(self) -> Called<u64> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: both places are valid.
        check("cuMemGetInfo", unsafe { sys::cuMemGetInfo_v2(&mut free, &mut total) })?;
        Ok(free as u64)
    }

    /// A new stream, which does not wait for the default one.
    pub fn queue(self) -> Called<Queue> {
        let mut stream = null_mut();
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the place is valid.
        check("cuStreamCreate", unsafe { sys::cuStreamCreate(&mut stream, flags) })?;
        Ok(Queue(stream))
    }

    /// Memory of the host that the device copies from and to directly; it is never freed.
    pub fn pinned(self, bytes: usize) -> Called<*mut u8> {
        let mut start = null_mut();
        // SAFETY: the place is valid.
        check("cuMemAllocHost", unsafe { sys::cuMemAllocHost_v2(&mut start, bytes) })?;
        Ok(start.cast())
    }

    /// Compiles a kernel of a module of PTX, which ends with a zero. The module is never unloaded.
    pub fn compile(self, ptx: &CStr, name: &str) -> Called<Function> {
        let name = CString::new(name).expect("a name of the archive has no zero");
        let mut module = null_mut();
        // SAFETY: the text ends with a zero.
        check("cuModuleLoadData", unsafe { sys::cuModuleLoadData(&mut module, ptx.as_ptr().cast()) })?;
        let mut function = null_mut();
        // SAFETY: the module was just loaded, and the name ends with a zero.
        let found = unsafe { sys::cuModuleGetFunction(&mut function, module, name.as_ptr()) };
        check("cuModuleGetFunction", found)?;
        Ok(Function(function))
    }
}

impl Queue {
    /// Memory of a pool, in the order of this stream.
    pub fn allocate(self, source: Source, bytes: usize) -> Called<u64> {
        let mut address = 0;
        // SAFETY: the place is valid.
        let done = unsafe { sys::cuMemAllocFromPoolAsync(&mut address, bytes, source.0, self.0) };
        check("cuMemAllocFromPoolAsync", done)?;
        Ok(address)
    }

    /// Frees memory after the work that was submitted before.
    ///
    /// # Safety
    /// It is an allocation of [`Queue::allocate`] that later work does not use.
    pub unsafe fn free(self, address: u64) -> Called<()> {
        // SAFETY: the caller's promise.
        check("cuMemFreeAsync", unsafe { sys::cuMemFreeAsync(address, self.0) })
    }

    /// Copies to the device.
    ///
    /// # Safety
    /// Both ranges are valid, and `from` is not written until the copy is done.
    pub unsafe fn copy_in(self, to: u64, from: *const u8, bytes: usize) -> Called<()> {
        // SAFETY: the caller's promise.
        check("cuMemcpyHtoDAsync", unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.cast(), bytes, self.0) })
    }

    /// Copies to the host.
    ///
    /// # Safety
    /// Both ranges are valid, and nothing else uses `to` until the copy is done.
    pub unsafe fn copy_out(self, to: *mut u8, from: u64, bytes: usize) -> Called<()> {
        // SAFETY: the caller's promise.
        check("cuMemcpyDtoHAsync", unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), from, bytes, self.0) })
    }

    /// Copies within the device.
    ///
    /// # Safety
    /// Both ranges are valid.
    pub unsafe fn copy(self, to: u64, from: u64, bytes: usize) -> Called<()> {
        // SAFETY: the caller's promise.
        check("cuMemcpyDtoDAsync", unsafe { sys::cuMemcpyDtoDAsync_v2(to, from, bytes, self.0) })
    }

    /// Sets bytes to one value.
    ///
    /// # Safety
    /// The range is valid.
    pub unsafe fn fill(self, to: u64, byte: u8, bytes: usize) -> Called<()> {
        // SAFETY: the caller's promise.
        check("cuMemsetD8Async", unsafe { sys::cuMemsetD8Async(to, byte, bytes, self.0) })
    }

    /// Runs a kernel: `blocks` blocks of `threads` threads.
    ///
    /// # Safety
    /// Each argument points to a value of the kernel's parameter, and the addresses among them are
    /// valid for the reads and writes of the kernel.
    pub unsafe fn launch(
        self,
        function: Function,
        (blocks, threads): (u32, u32),
        args: &mut [*mut c_void],
    ) -> Called<()> {
        let (f, args) = (function.0, args.as_mut_ptr());
        // SAFETY: the caller's promise.
        let done = unsafe { sys::cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, self.0, args, null_mut()) };
        check("cuLaunchKernel", done)
    }

    /// The stream as other libraries take it.
    pub fn address(self) -> *mut c_void {
        self.0.cast()
    }

    /// Waits for all submitted work.
    pub fn synchronize(self) -> Called<()> {
        // SAFETY: the stream is never destroyed.
        check("cuStreamSynchronize", unsafe { sys::cuStreamSynchronize(self.0) })
    }

    /// An event that is complete when the work before it is.
    pub fn mark(self) -> Called<Mark> {
        let mut event = null_mut();
        let flags = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
        // SAFETY: the place is valid.
        check("cuEventCreate", unsafe { sys::cuEventCreate(&mut event, flags) })?;
        let mark = Mark(event);
        mark.set(self)?;
        Ok(mark)
    }
}

impl Mark {
    /// Moves it behind the work that was submitted so far.
    pub fn set(&self, queue: Queue) -> Called<()> {
        // SAFETY: both are alive.
        check("cuEventRecord", unsafe { sys::cuEventRecord(self.0, queue.0) })
    }

    /// Whether the work before it is complete.
    pub fn is_done(&self) -> Called<bool> {
        // SAFETY: the event is alive.
        match unsafe { sys::cuEventQuery(self.0) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Waits until the work before it is complete.
    pub fn wait(&self) -> Called<()> {
        // SAFETY: the event is alive.
        check("cuEventSynchronize", unsafe { sys::cuEventSynchronize(self.0) })
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        // SAFETY: the event is not used any more. An error of the device was reported before.
        let _ = unsafe { sys::cuEventDestroy_v2(self.0) };
    }
}

#[inline]
fn check(call: &str, result: CUresult) -> Called<()> {
    if result == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(fault(call, result)) }
}

#[cold]
fn fault(call: &str, result: CUresult) -> Fault {
    let (mut name, mut text) = (null(), null());
    // SAFETY: the places are valid; the driver's texts live as long as it.
    unsafe {
        let _ = sys::cuGetErrorName(result, &mut name);
        let _ = sys::cuGetErrorString(result, &mut text);
    }
    // SAFETY: a text that is not null ends with a zero.
    let read = |text: *const c_char| (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy());
    let (name, text) = (read(name), read(text));
    let (name, text) = (name.as_deref().unwrap_or("an unknown error"), text.as_deref().unwrap_or("no text"));
    Fault { code: result as u32, text: format!("{call} failed: {name} ({}), {text}", result as u32) }
}
