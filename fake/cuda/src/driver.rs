//! The exported functions of the driver, and those by which tests steer it.
//!
//! Invariant: a call checks what a driver checks (a context is current, a handle is its own) and
//! otherwise only queues work, which is done when a call waits for its stream. The first fault of
//! a device's work stays: every later call on the device returns it.

use crate::blas::{self, Product};
use crate::machine::{self, FaultKind};
use crate::memory::Memory;
use crate::ptx::{self, Kernel};
use parking_lot::Mutex;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::Arc;

type Code = c_uint;
const OK: Code = 0;
const INVALID_VALUE: Code = 1;
const OUT_OF_MEMORY: Code = 2;
const NOT_INITIALIZED: Code = 3;
const NO_DEVICE: Code = 100;
const INVALID_DEVICE: Code = 101;
const INVALID_CONTEXT: Code = 201;
const INVALID_PTX: Code = 218;
const INVALID_HANDLE: Code = 400;
const NOT_FOUND: Code = 500;
const NOT_READY: Code = 600;
const ILLEGAL_ADDRESS: Code = 700;
const LAUNCH_TIMEOUT: Code = 702;
const MISALIGNED_ADDRESS: Code = 716;
const LAUNCH_FAILED: Code = 719;

const ATTRIBUTE_MULTIPROCESSORS: c_int = 16;
const ATTRIBUTE_MAJOR: c_int = 75;
const ATTRIBUTE_MINOR: c_int = 76;
const ATTRIBUTE_POOLS: c_int = 115;

/// Devices of the driver.
const DEVICES: usize = 2;
/// What a device has, in bytes, unless a test says otherwise.
const MEMORY: u64 = 1 << 30;

struct State {
    initialized: bool,
    version: c_int,
    devices: Vec<Device>,
    modules: Vec<Arc<Vec<Kernel>>>,
    functions: Vec<Arc<Kernel>>,
    events: HashMap<usize, Event>,
    next_event: usize,
    /// Calls that fail: the name, how many go well before, and the code.
    planned: Vec<(String, u64, Code)>,
    /// How often each function was called.
    calls: HashMap<&'static str, u64>,
    launches: u64,
    instructions: u64,
    /// The text of the last fault.
    text: CString,
}

struct Device {
    memory: Memory,
    capacity: u64,
    queue: Vec<Work>,
    /// Work that was given and that was done.
    given: u64,
    done: u64,
    fault: Option<(Code, String)>,
}

struct Event {
    device: usize,
    /// It is complete when this much work is.
    after: u64,
}

enum Work {
    /// From memory of the host, which is read when the work is done.
    In {
        to: u64,
        from: usize,
        bytes: usize,
    },
    Out {
        to: usize,
        from: u64,
        bytes: usize,
    },
    Copy {
        to: u64,
        from: u64,
        bytes: usize,
    },
    Fill {
        to: u64,
        byte: u8,
        bytes: usize,
    },
    Free {
        address: u64,
    },
    Launch {
        kernel: Arc<Kernel>,
        parameters: Vec<u8>,
        size: (u32, u32),
    },
    Product(Product),
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

thread_local! {
    /// The device whose context is current on this thread.
    static CURRENT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Handles are numbers that no address has: the kind, and an index.
const CONTEXT: usize = 0x0c00_0000;
const STREAM: usize = 0x0d00_0000;
const POOL: usize = 0x0e00_0000;
const MODULE: usize = 0x0f00_0000;
const FUNCTION: usize = 0x1000_0000;
const EVENT: usize = 0x1100_0000;
const KIND: usize = 0xff00_0000;

fn index(handle: *mut c_void, kind: usize) -> Option<usize> {
    (handle.addr() & KIND == kind).then_some(handle.addr() & !KIND)
}

fn handle(kind: usize, index: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(kind | index)
}

impl State {
    fn new() -> State {
        let device =
            |i| Device { memory: Memory::new(i), capacity: MEMORY, queue: Vec::new(), given: 0, done: 0, fault: None };
        State {
            initialized: false,
            version: 12_040,
            devices: (0..DEVICES as u64).map(device).collect(),
            modules: Vec::new(),
            functions: Vec::new(),
            events: HashMap::new(),
            next_event: 0,
            planned: Vec::new(),
            calls: HashMap::new(),
            launches: 0,
            instructions: 0,
            text: CString::default(),
        }
    }

    /// Counts the call; the code with which a test has it fail.
    fn planned(&mut self, call: &'static str) -> Option<Code> {
        *self.calls.entry(call).or_default() += 1;
        let at = self.planned.iter().position(|(name, _, _)| name == call)?;
        let (_, before, code) = &mut self.planned[at];
        if *before > 0 {
            *before -= 1;
            return None;
        }
        let code = *code;
        self.planned.remove(at);
        Some(code)
    }

    fn say(&mut self, text: &str) {
        self.text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    }

    /// The device of the current context, unless its work has failed.
    fn current(&mut self) -> Result<usize, Code> {
        if !self.initialized {
            return Err(NOT_INITIALIZED);
        }
        let device = CURRENT.get().ok_or(INVALID_CONTEXT)?;
        match self.devices[device].fault.clone() {
            Some((code, text)) => {
                self.say(&text);
                Err(code)
            }
            None => Ok(device),
        }
    }

    /// The device of a stream, which is that of the current context.
    fn stream(&mut self, stream: *mut c_void) -> Result<usize, Code> {
        let current = self.current()?;
        match index(stream, STREAM) {
            Some(device) if device == current => Ok(device),
            _ => Err(INVALID_HANDLE),
        }
    }

    fn give(&mut self, stream: *mut c_void, work: Work) -> Result<(), Code> {
        let device = self.stream(stream)?;
        self.devices[device].queue.push(work);
        self.devices[device].given += 1;
        Ok(())
    }

    /// Does all work that was given to a device.
    fn catch_up(&mut self, device: usize) -> Result<(), Code> {
        for work in std::mem::take(&mut self.devices[device].queue) {
            self.devices[device].done += 1;
            if let Err((code, text)) = self.work(device, work) {
                self.say(&text);
                self.devices[device].fault = Some((code, text));
                return Err(code);
            }
        }
        Ok(())
    }

    fn work(&mut self, device: usize, work: Work) -> Result<(), (Code, String)> {
        let memory = &mut self.devices[device].memory;
        let stray = |what: &str, address: u64, bytes: usize| {
            (ILLEGAL_ADDRESS, format!("{what} {bytes} bytes at {address:#x}, which are not within one allocation"))
        };
        match work {
            Work::In { to, from, bytes } => {
                // SAFETY: the caller of the copy vouches for the memory until the copy is done.
                let read = unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance::<u8>(from), bytes) };
                memory.write(to, read).map_err(|_| stray("a copy to", to, bytes))
            }
            Work::Out { to, from, bytes } => {
                let read = memory.read(from, bytes).map_err(|_| stray("a copy of", from, bytes))?;
                // SAFETY: as above.
                unsafe { std::ptr::with_exposed_provenance_mut::<u8>(to).copy_from(read.as_ptr(), bytes) };
                Ok(())
            }
            Work::Copy { to, from, bytes } => {
                memory.copy(to, from, bytes).map_err(|_| stray("a copy between", from, bytes))
            }
            Work::Fill { to, byte, bytes } => memory.fill(to, byte, bytes).map_err(|_| stray("a fill of", to, bytes)),
            Work::Free { address } => {
                let text = format!("a free of {address:#x}, which is not allocated: it may have been freed before");
                memory.free(address).map_err(|_| (ILLEGAL_ADDRESS, text))
            }
            Work::Product(product) => blas::run(memory, &product).map_err(|text| (ILLEGAL_ADDRESS, text)),
            Work::Launch { kernel, parameters, size } => {
                self.launches += 1;
                let done = machine::launch(&kernel, &parameters, size, memory, self.launches);
                let done = done.map_err(|fault| (code_of(fault.kind), fault.text))?;
                self.instructions += done;
                Ok(())
            }
        }
    }
}

fn code_of(kind: FaultKind) -> Code {
    match kind {
        FaultKind::Address => ILLEGAL_ADDRESS,
        FaultKind::Misaligned => MISALIGNED_ADDRESS,
        FaultKind::Endless => LAUNCH_TIMEOUT,
        FaultKind::Unwritten | FaultKind::Race | FaultKind::Barrier | FaultKind::Program => LAUNCH_FAILED,
    }
}

/// Runs a call under the lock, unless a test has it fail.
fn call(name: &'static str, f: impl FnOnce(&mut State) -> Result<(), Code>) -> Code {
    let mut state = STATE.lock();
    let state = state.get_or_insert_with(State::new);
    match state.planned(name) {
        Some(code) => {
            state.say("a test has this call fail");
            code
        }
        None => f(state).err().unwrap_or(OK),
    }
}

/// Writes a result through a pointer of the caller.
///
/// # Safety
/// The pointer is null or valid.
unsafe fn put<T>(to: *mut T, value: T) -> Result<(), Code> {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: it is valid.
    unsafe { to.write(value) };
    Ok(())
}

macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),*) |$state:ident| $body:block)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The pointers are valid, as for the driver's function of this name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> Code {
            call(stringify!($name), |$state: &mut State| $body)
        }
    )*};
}

exports! {
    /// Starts the driver.
    fn cuInit(_flags: c_uint) |state| {
        state.initialized = true;
        Ok(())
    }

    /// The version, as 1000 times the major and 10 times the minor number.
    fn cuDriverGetVersion(version: *mut c_int) |state| {
        // SAFETY: the caller's promise, here and below.
        unsafe { put(version, state.version) }
    }

    /// How many devices there are.
    fn cuDeviceGetCount(count: *mut c_int) |state| {
        if !state.initialized {
            return Err(NOT_INITIALIZED);
        }
        unsafe { put(count, state.devices.len() as c_int) }
    }

    /// A device by its index.
    fn cuDeviceGet(device: *mut c_int, ordinal: c_int) |state| {
        match usize::try_from(ordinal) {
            Ok(at) if at < state.devices.len() => unsafe { put(device, ordinal) },
            _ if state.devices.is_empty() => Err(NO_DEVICE),
            _ => Err(INVALID_DEVICE),
        }
    }

    /// The name of a device.
    fn cuDeviceGetName(name: *mut c_char, length: c_int, _device: c_int) |_state| {
        let text = c"a fake device".to_bytes_with_nul();
        if (length as usize) < text.len() {
            return Err(INVALID_VALUE);
        }
        unsafe { name.copy_from(text.as_ptr().cast(), text.len()) };
        Ok(())
    }

    /// All memory of a device.
    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: c_int) |state| {
        let device = state.devices.get(device as usize).ok_or(INVALID_DEVICE)?;
        unsafe { put(bytes, device.capacity as usize) }
    }

    /// A number that a device has.
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, _device: c_int) |_state| {
        let known = match attribute {
            ATTRIBUTE_MULTIPROCESSORS => 4,
            ATTRIBUTE_MAJOR => 7,
            ATTRIBUTE_MINOR => 0,
            ATTRIBUTE_POOLS => 1,
            _ => return Err(INVALID_VALUE),
        };
        unsafe { put(value, known) }
    }

    /// The one context of a device.
    fn cuDevicePrimaryCtxRetain(context: *mut *mut c_void, device: c_int) |_state| {
        unsafe { put(context, handle(CONTEXT, device as usize)) }
    }

    /// Makes a context current on this thread.
    fn cuCtxSetCurrent(context: *mut c_void) |_state| {
        CURRENT.set(Some(index(context, CONTEXT).ok_or(INVALID_CONTEXT)?));
        Ok(())
    }

    /// The free and all bytes of the current device.
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) |state| {
        let device = state.current()?;
        let device = &state.devices[device];
        unsafe {
            put(free, (device.capacity - device.memory.used) as usize)?;
            put(total, device.capacity as usize)
        }
    }

    /// A pool of a device.
    fn cuMemPoolCreate(pool: *mut *mut c_void, properties: *const c_void) |state| {
        // The device is the second number of the place, behind two numbers of the kind.
        let device = unsafe { properties.cast::<c_int>().add(3).read() } as usize;
        if device >= state.devices.len() {
            return Err(INVALID_DEVICE);
        }
        unsafe { put(pool, handle(POOL, device)) }
    }

    /// Memory of a pool; what waits to be freed is freed first if there is no room otherwise.
    fn cuMemAllocFromPoolAsync(address: *mut u64, bytes: usize, pool: *mut c_void, stream: *mut c_void) |state| {
        let device = state.stream(stream)?;
        if index(pool, POOL) != Some(device) || bytes == 0 {
            return Err(INVALID_VALUE);
        }
        let is_full = |state: &State| state.devices[device].memory.used + bytes as u64 > state.devices[device].capacity;
        if is_full(state) {
            state.catch_up(device)?;
        }
        if is_full(state) {
            state.say("the device is full");
            return Err(OUT_OF_MEMORY);
        }
        let start = state.devices[device].memory.allocate(bytes);
        unsafe { put(address, start) }
    }

    /// Frees memory after the work that was given before.
    fn cuMemFreeAsync(address: u64, stream: *mut c_void) |state| {
        state.give(stream, Work::Free { address })
    }

    /// Memory of the host for copies, which is never freed.
    fn cuMemAllocHost_v2(start: *mut *mut c_void, bytes: usize) |state| {
        state.current()?;
        let memory: &'static mut [u64] = Vec::leak(vec![0; bytes.div_ceil(8)]);
        unsafe { put(start, memory.as_mut_ptr().cast()) }
    }

    /// A copy to the device. The memory of the host is read when the work is done.
    fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: *mut c_void) |state| {
        state.give(stream, Work::In { to, from: from.expose_provenance(), bytes })
    }

    /// A copy to the host, whose memory is written when the work is done.
    fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: *mut c_void) |state| {
        state.give(stream, Work::Out { to: to.expose_provenance(), from, bytes })
    }

    /// A copy within the device.
    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: *mut c_void) |state| {
        state.give(stream, Work::Copy { to, from, bytes })
    }

    /// Bytes of one value.
    fn cuMemsetD8Async(to: u64, byte: u8, bytes: usize, stream: *mut c_void) |state| {
        state.give(stream, Work::Fill { to, byte, bytes })
    }

    /// The one stream of the current device.
    fn cuStreamCreate(stream: *mut *mut c_void, _flags: c_uint) |state| {
        let device = state.current()?;
        unsafe { put(stream, handle(STREAM, device)) }
    }

    /// Does the work of a stream.
    fn cuStreamSynchronize(stream: *mut c_void) |state| {
        let device = state.stream(stream)?;
        state.catch_up(device)
    }

    /// A new event.
    fn cuEventCreate(event: *mut *mut c_void, _flags: c_uint) |state| {
        let device = state.current()?;
        state.next_event += 1;
        let number = state.next_event;
        state.events.insert(number, Event { device, after: 0 });
        unsafe { put(event, handle(EVENT, number)) }
    }

    /// Moves an event behind the work that was given.
    fn cuEventRecord(event: *mut c_void, stream: *mut c_void) |state| {
        let device = state.stream(stream)?;
        let after = state.devices[device].given;
        let event = index(event, EVENT).and_then(|number| state.events.get_mut(&number)).ok_or(INVALID_HANDLE)?;
        *event = Event { device, after };
        Ok(())
    }

    /// Whether the work before an event was done.
    fn cuEventQuery(event: *mut c_void) |state| {
        state.current()?;
        let event = index(event, EVENT).and_then(|number| state.events.get(&number)).ok_or(INVALID_HANDLE)?;
        if state.devices[event.device].done >= event.after { Ok(()) } else { Err(NOT_READY) }
    }

    /// Does the work before an event; here all of it.
    fn cuEventSynchronize(event: *mut c_void) |state| {
        state.current()?;
        let event = index(event, EVENT).and_then(|number| state.events.get(&number)).ok_or(INVALID_HANDLE)?;
        let device = event.device;
        state.catch_up(device)
    }

    /// Ends an event.
    fn cuEventDestroy_v2(event: *mut c_void) |state| {
        let ended = index(event, EVENT).and_then(|number| state.events.remove(&number));
        ended.map(drop).ok_or(INVALID_HANDLE)
    }

    /// Parses a module.
    fn cuModuleLoadData(module: *mut *mut c_void, image: *const c_void) |state| {
        state.current()?;
        let text = unsafe { CStr::from_ptr(image.cast()) }.to_string_lossy();
        let kernels = ptx::parse(&text).map_err(|error| {
            state.say(&error);
            INVALID_PTX
        })?;
        state.modules.push(Arc::new(kernels));
        unsafe { put(module, handle(MODULE, state.modules.len() - 1)) }
    }

    /// A kernel of a module.
    fn cuModuleGetFunction(function: *mut *mut c_void, module: *mut c_void, name: *const c_char) |state| {
        let module = index(module, MODULE).and_then(|at| state.modules.get(at)).ok_or(INVALID_HANDLE)?;
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let kernel = module.iter().find(|kernel| kernel.name == name).ok_or(NOT_FOUND)?;
        state.functions.push(Arc::new(kernel.clone()));
        unsafe { put(function, handle(FUNCTION, state.functions.len() - 1)) }
    }

    /// Queues a kernel, with the values of its parameters as they are now.
    fn cuLaunchKernel(
        function: *mut c_void, x: c_uint, y: c_uint, z: c_uint, threads_x: c_uint, threads_y: c_uint, threads_z: c_uint,
        shared: c_uint, stream: *mut c_void, parameters: *mut *mut c_void, _extra: *mut *mut c_void
    ) |state| {
        let kernel = index(function, FUNCTION).and_then(|at| state.functions.get(at)).ok_or(INVALID_HANDLE)?.clone();
        let is_flat = [y, z, threads_y, threads_z] == [1; 4] && shared == 0;
        if !is_flat || x == 0 || x > i32::MAX as u32 || threads_x == 0 || threads_x > 1024 {
            return Err(INVALID_VALUE);
        }
        let mut values = vec![0; kernel.parameter_bytes];
        for (i, &(at, bytes)) in kernel.parameters.iter().enumerate() {
            let from = unsafe { parameters.add(i).read() };
            if from.is_null() {
                return Err(INVALID_VALUE);
            }
            unsafe { values[at..at + bytes].as_mut_ptr().copy_from(from.cast(), bytes) };
        }
        state.give(stream, Work::Launch { kernel, parameters: values, size: (x, threads_x) })
    }
}

/// The name of a code.
///
/// # Safety
/// The pointer is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(code: Code, text: *mut *const c_char) -> Code {
    let name = match code {
        INVALID_VALUE => c"CUDA_ERROR_INVALID_VALUE",
        OUT_OF_MEMORY => c"CUDA_ERROR_OUT_OF_MEMORY",
        NOT_INITIALIZED => c"CUDA_ERROR_NOT_INITIALIZED",
        NO_DEVICE => c"CUDA_ERROR_NO_DEVICE",
        INVALID_PTX => c"CUDA_ERROR_INVALID_PTX",
        ILLEGAL_ADDRESS => c"CUDA_ERROR_ILLEGAL_ADDRESS",
        MISALIGNED_ADDRESS => c"CUDA_ERROR_MISALIGNED_ADDRESS",
        LAUNCH_TIMEOUT => c"CUDA_ERROR_LAUNCH_TIMEOUT",
        LAUNCH_FAILED => c"CUDA_ERROR_LAUNCH_FAILED",
        _ => c"CUDA_ERROR_OF_THE_FAKE_DRIVER",
    };
    // SAFETY: the caller's promise.
    unsafe { put(text, name.as_ptr()) }.err().unwrap_or(OK)
}

/// The text of the last fault.
///
/// # Safety
/// The pointer is valid, and the text is read before the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(_code: Code, text: *mut *const c_char) -> Code {
    let mut state = STATE.lock();
    let state = state.get_or_insert_with(State::new);
    // SAFETY: the caller's promise.
    unsafe { put(text, state.text.as_ptr()) }.err().unwrap_or(OK)
}

/// Counts a call of cuBLAS; whether a test has it fail.
pub fn is_planned(call: &'static str) -> bool {
    STATE.lock().get_or_insert_with(State::new).planned(call).is_some()
}

/// Queues a product of cuBLAS; `false` if the stream is not that of the current context.
pub fn give_product(stream: *mut c_void, product: Product) -> bool {
    STATE.lock().get_or_insert_with(State::new).give(stream, Work::Product(product)).is_ok()
}

/// Makes a call fail with a code after this many successes.
///
/// # Safety
/// The name ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_fake_fail(name: *const c_char, after: u64, code: Code) {
    // SAFETY: the caller's promise.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    STATE.lock().get_or_insert_with(State::new).planned.push((name, after, code));
}

/// Sets the memory of every device, how many there are, and the version of the driver; before it is
/// first used.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_fake_configure(bytes: u64, devices: u32, version: c_int) {
    let mut state = STATE.lock();
    let state = state.get_or_insert_with(State::new);
    state.version = version;
    state.devices.truncate(devices as usize);
    state.devices.iter_mut().for_each(|device| device.capacity = bytes);
}

/// Numbers of a device: bytes and allocations that are alive, allocations that were made, work that
/// waits.
///
/// # Safety
/// There is room for four numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_fake_counts(device: u32, numbers: *mut u64) {
    let mut state = STATE.lock();
    let device = &state.get_or_insert_with(State::new).devices[device as usize];
    let memory = &device.memory;
    let counts = [memory.used, memory.alive() as u64, memory.made, device.queue.len() as u64];
    // SAFETY: the caller's promise.
    unsafe { numbers.copy_from(counts.as_ptr(), counts.len()) };
}

/// How often a function was called.
///
/// # Safety
/// The name ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_fake_calls(name: *const c_char) -> u64 {
    // SAFETY: the caller's promise.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    STATE.lock().get_or_insert_with(State::new).calls.get(&*name).copied().unwrap_or(0)
}
