//! The functions of cuBLAS that Tenure calls, for tests: products of device memory on the host.
//!
//! Invariant: the work is queued like a kernel, and its terms are added in the order of the inner
//! size, in float64, and rounded once.

use crate::memory::Memory;
use std::ffi::{c_int, c_longlong, c_void};

/// A product, with the arguments of `cublasGemmStridedBatchedEx`: columns are adjacent.
pub struct Product {
    pub transposed: [bool; 2],
    pub sizes: [usize; 3],
    pub addresses: [u64; 3],
    pub pitches: [usize; 3],
    pub strides: [i64; 3],
    pub batches: usize,
    pub element: c_int,
}

/// An element of a type as a float64; the codes are those of CUDA.
fn load(memory: &mut Memory, element: c_int, address: u64) -> Result<f64, String> {
    let bytes = size(element);
    let bits = memory.load(address, bytes, 0).map_err(|refused| format!("cuBLAS at {address:#x}: {refused:?}"))?;
    Ok(match element {
        0 => f32::from_bits(bits as u32).into(),
        1 => f64::from_bits(bits),
        14 => f32::from_bits((bits as u32) << 16).into(),
        _ => half(bits as u16),
    })
}

fn store(memory: &mut Memory, element: c_int, address: u64, value: f64) -> Result<(), String> {
    let single = value as f32;
    let bits = match element {
        0 => u64::from(single.to_bits()),
        1 => value.to_bits(),
        14 => u64::from((single.to_bits() + 0x7fff + (single.to_bits() >> 16 & 1)) >> 16),
        _ => u64::from(to_half(value)),
    };
    let stored = memory.store(address, size(element), bits, 0);
    stored.map_err(|refused| format!("cuBLAS at {address:#x}: {refused:?}"))
}

/// A float16 by its parts: the sign, the exponent and the fraction.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// The nearest float16, by its neighbours: there are few.
fn to_half(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let size = value.abs();
    let (mut low, mut high) = (0u16, 0x7c00u16);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if half(middle) <= size { low = middle } else { high = middle }
    }
    let above = if high == 0x7c00 { 65536.0 } else { half(high) };
    let (down, up) = (size - half(low), above - size);
    sign | if up < down || (up == down && low % 2 == 1) { high } else { low }
}

pub fn size(element: c_int) -> usize {
    match element {
        0 => 4,
        1 => 8,
        _ => 2,
    }
}

/// Computes it.
pub fn run(memory: &mut Memory, product: &Product) -> Result<(), String> {
    let Product { transposed, sizes: [m, n, k], addresses, pitches, strides, batches, element } = *product;
    let bytes = size(element) as u64;
    for batch in 0..batches {
        let at = |which: usize, row: usize, column: usize| {
            let elements = strides[which] * batch as i64 + (column * pitches[which] + row) as i64;
            addresses[which].wrapping_add_signed(elements * bytes as i64)
        };
        for column in 0..n {
            for row in 0..m {
                let mut sum = 0.0;
                for i in 0..k {
                    let a = if transposed[0] { at(0, i, row) } else { at(0, row, i) };
                    let b = if transposed[1] { at(1, column, i) } else { at(1, i, column) };
                    sum += load(memory, element, a)? * load(memory, element, b)?;
                }
                store(memory, element, at(2, row, column), sum)?;
            }
        }
    }
    memory.forget();
    Ok(())
}

const SUCCESS: c_int = 0;
const NOT_INITIALIZED: c_int = 1;
const INVALID_VALUE: c_int = 7;

/// A handle, which is not null.
///
/// # Safety
/// The pointer is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasCreate_v2(handle: *mut *mut c_void) -> c_int {
    if crate::driver::is_planned("cublasCreate_v2") {
        return NOT_INITIALIZED;
    }
    // SAFETY: the caller's promise.
    unsafe { handle.write(std::ptr::without_provenance_mut(1)) };
    SUCCESS
}

static STREAM: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

/// Takes the stream.
#[unsafe(no_mangle)]
pub extern "C" fn cublasSetStream_v2(_handle: *mut c_void, stream: *mut c_void) -> c_int {
    STREAM.store(stream.addr(), std::sync::atomic::Ordering::Relaxed);
    SUCCESS
}

/// Takes the mode, which must be that without TF32 and without reductions in half precision.
#[unsafe(no_mangle)]
pub extern "C" fn cublasSetMathMode(_handle: *mut c_void, mode: c_int) -> c_int {
    if mode == 16 { SUCCESS } else { INVALID_VALUE }
}

/// Queues a product.
///
/// # Safety
/// The addresses are those of the device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasGemmStridedBatchedEx(
    _handle: *mut c_void,
    transpose_a: c_int,
    transpose_b: c_int,
    m: c_int,
    n: c_int,
    k: c_int,
    _alpha: *const c_void,
    a: *const c_void,
    a_type: c_int,
    a_pitch: c_int,
    a_stride: c_longlong,
    b: *const c_void,
    b_type: c_int,
    b_pitch: c_int,
    b_stride: c_longlong,
    _beta: *const c_void,
    c: *mut c_void,
    c_type: c_int,
    c_pitch: c_int,
    c_stride: c_longlong,
    batches: c_int,
    sum: c_int,
    _algorithm: c_int,
) -> c_int {
    let rows_a = if transpose_a == 0 { m } else { k };
    let rows_b = if transpose_b == 0 { k } else { n };
    let is_valid = [m, n, k, batches].iter().all(|&n| n > 0)
        && a_pitch >= rows_a
        && b_pitch >= rows_b
        && c_pitch >= m
        && [a_type, b_type] == [c_type; 2]
        && sum == if c_type == 1 { 70 } else { 68 };
    if !is_valid || crate::driver::is_planned("cublasGemmStridedBatchedEx") {
        return INVALID_VALUE;
    }
    let sizes = [m, n, k].map(|n| n as usize);
    let product = Product {
        transposed: [transpose_a != 0, transpose_b != 0],
        sizes,
        addresses: [a.addr() as u64, b.addr() as u64, c.addr() as u64],
        pitches: [a_pitch, b_pitch, c_pitch].map(|n| n as usize),
        strides: [a_stride, b_stride, c_stride],
        batches: batches as usize,
        element: c_type,
    };
    let stream = std::ptr::without_provenance_mut(STREAM.load(std::sync::atomic::Ordering::Relaxed));
    if crate::driver::give_product(stream, product) { SUCCESS } else { NOT_INITIALIZED }
}
