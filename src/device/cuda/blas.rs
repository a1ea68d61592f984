//! cuBLAS: products of floats, if the library is there.
//!
//! Invariant: it is looked for at the first product of a device, and what it cannot do is said by
//! `false`, after which a kernel of our own computes the product: so a program runs without it. Its
//! five functions are found before a [`Blas`] exists, and nothing here panics, which the loader of
//! `cudarc` would do.

use super::driver::Queue;
use libloading::Library;
use parking_lot::Mutex;
use std::ffi::{OsStr, c_int, c_longlong, c_void};

/// The variable that names the library by its path, or is `off`.
const PATH: &str = "TENURE_CUBLAS";
/// The variable that lets float32 products round their operands to TF32.
const TF32: &str = "TENURE_TF32";
/// Where it is looked for otherwise.
const NAMES: [&str; 6] =
    ["libcublas.so.13", "libcublas.so.12", "libcublas.so", "cublas64_13.dll", "cublas64_12.dll", "cublas.dll"];

type Handle = *mut c_void;
type Create = unsafe extern "C" fn(*mut Handle) -> c_int;
type SetStream = unsafe extern "C" fn(Handle, *mut c_void) -> c_int;
type SetMathMode = unsafe extern "C" fn(Handle, c_int) -> c_int;
type Product = unsafe extern "C" fn(
    Handle,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    *const c_void,
    *const c_void,
    c_int,
    c_int,
    c_longlong,
    *const c_void,
    c_int,
    c_int,
    c_longlong,
    *const c_void,
    *mut c_void,
    c_int,
    c_int,
    c_longlong,
    c_int,
    c_int,
    c_int,
) -> c_int;

const SUCCESS: c_int = 0;
/// `CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION`, and no TF32.
const MATH_MODE: c_int = 16;
/// `CUBLAS_GEMM_DEFAULT`
const ALGORITHM: c_int = -1;

/// An element type of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// float32
    F32,
    /// float64
    F64,
    /// float16, summed in float32
    F16,
    /// bfloat16, summed in float32
    BF16,
}

impl Kind {
    /// The codes of the elements and of the sums.
    fn codes(self, tf32: bool) -> (c_int, c_int) {
        match self {
            Kind::F32 if tf32 => (0, 77),
            Kind::F32 => (0, 68),
            Kind::F64 => (1, 70),
            Kind::F16 => (2, 68),
            Kind::BF16 => (14, 68),
        }
    }
}

/// A matrix: its address, the distance between its rows or, if it is transposed, its columns, and
/// that between the matrices of a batch, in elements.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    /// The first element.
    pub address: u64,
    /// The distance between rows; between columns if it is transposed.
    pub pitch: i64,
    /// Whether columns are adjacent in memory, not rows.
    pub transposed: bool,
    /// The distance to the next matrix.
    pub stride: i64,
}

/// The library with a handle for one device and its stream.
pub struct Blas {
    product: Product,
    handle: Mutex<Shared>,
    tf32: bool,
    /// The functions are valid as long as it is open.
    _library: Library,
}

struct Shared(Handle);

// SAFETY: a handle may be used by any thread, one at a time.
unsafe impl Send for Shared {}

impl Blas {
    /// The library, for the stream of the device whose context is current. The error says why it is
    /// not used.
    pub fn open(queue: Queue) -> Result<Blas, String> {
        let named = std::env::var_os(PATH);
        // SAFETY: the initialisation code of cuBLAS is sound to run; of another file the user vouches for it.
        let opened = |path: &OsStr| unsafe { Library::new(path) };
        let library = match &named {
            Some(path) if path == "off" => return Err(format!("{PATH} is off")),
            Some(path) => opened(path).map_err(|error| format!("{PATH} names {}: {error}", path.display()))?,
            None => NAMES
                .iter()
                .find_map(|name| opened(OsStr::new(name)).ok())
                .ok_or_else(|| format!("the loader finds none of {}", NAMES.join(", ")))?,
        };
        let text = |error: libloading::Error| error.to_string();
        // SAFETY: the functions of cuBLAS 12 and 13 have these types.
        let (create, set_stream, set_mode, product) = unsafe {
            (
                *library.get::<Create>(b"cublasCreate_v2\0").map_err(text)?,
                *library.get::<SetStream>(b"cublasSetStream_v2\0").map_err(text)?,
                *library.get::<SetMathMode>(b"cublasSetMathMode\0").map_err(text)?,
                *library.get::<Product>(b"cublasGemmStridedBatchedEx\0").map_err(text)?,
            )
        };
        let mut handle = std::ptr::null_mut();
        // SAFETY: the place is valid, the context is current, and the stream is never destroyed.
        let made = unsafe {
            create(&mut handle) == SUCCESS
                && set_stream(handle, queue.address()) == SUCCESS
                && set_mode(handle, MATH_MODE) == SUCCESS
        };
        let tf32 = std::env::var_os(TF32).is_some_and(|value| value != "0");
        match made {
            true => Ok(Blas { product, handle: Mutex::new(Shared(handle)), tf32, _library: library }),
            false => Err("it refuses the stream of the device".into()),
        }
    }

    /// `out = a b` for each of `batches`: `[m, k]` times `[k, n]`. Returns whether it was queued.
    ///
    /// # Safety
    /// The addresses are those of matrices of these sizes and layouts on the device, whose context
    /// is current; `out` is contiguous and overlaps neither.
    pub unsafe fn multiply(&self, kind: Kind, out: u64, [a, b]: [Matrix; 2], sizes: [i64; 3], batches: i64) -> bool {
        let small = |n: i64| c_int::try_from(n).ok();
        let ([Some(m), Some(n), Some(k)], Some(batches)) = (sizes.map(small), small(batches)) else { return false };
        let (Some(pitch_a), Some(pitch_b)) = (small(a.pitch), small(b.pitch)) else { return false };
        let (element, sum) = kind.codes(self.tf32);
        let (double, single) = ([1f64, 0.0], [1f32, 0.0]);
        let (alpha, beta): (*const c_void, *const c_void) = match kind {
            Kind::F64 => ((&raw const double[0]).cast(), (&raw const double[1]).cast()),
            _ => ((&raw const single[0]).cast(), (&raw const single[1]).cast()),
        };
        let address = |address: u64| std::ptr::without_provenance_mut::<c_void>(address as usize);
        let handle = self.handle.lock();
        // cuBLAS has columns where we have rows: it is given the product of the transposed
        // matrices in the other order.
        // SAFETY: the caller's promise.
        let done = unsafe {
            (self.product)(
                handle.0,
                c_int::from(b.transposed),
                c_int::from(a.transposed),
                n,
                m,
                k,
                alpha,
                address(b.address),
                element,
                pitch_b,
                b.stride,
                address(a.address),
                element,
                pitch_a,
                a.stride,
                beta,
                address(out),
                element,
                n,
                sizes[0] * sizes[1],
                batches,
                sum,
                ALGORITHM,
            )
        };
        done == SUCCESS
    }
}
