//! Quantised elements: blocks of 32 or 256 small integers with the scales that make float32 of them.
//!
//! Invariant: each product and each sum is rounded to float32 by itself, in the order of ggml's
//! `dequantize_row_*`, so the bits are those of the reference and of Python's `gguf`. Every pattern
//! of bits is a block, so nothing here can fail.

use crate::tensor::F16;

/// A quantised type. `Q4_0` and its like have blocks of 32 elements with a scale, and `_1` an offset
/// as well; those of `K` have blocks of 256 with a scale, or two, for every 16 or 32 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)] // the names of the format
pub(super) enum Quant {
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2K,
    Q3K,
    Q4K,
    Q5K,
    Q6K,
}

impl Quant {
    /// Writes the elements of whole blocks to `to` as float32 in this machine's byte order.
    pub fn decode(self, from: &[u8], to: &mut [u8]) {
        match self {
            Quant::Q4_0 => each(from, to, q4_0),
            Quant::Q4_1 => each(from, to, q4_1),
            Quant::Q5_0 => each(from, to, q5_0),
            Quant::Q5_1 => each(from, to, q5_1),
            Quant::Q8_0 => each(from, to, q8_0),
            Quant::Q2K => each(from, to, q2_k),
            Quant::Q3K => each(from, to, q3_k),
            Quant::Q4K => each(from, to, q4_k),
            Quant::Q5K => each(from, to, q5_k),
            Quant::Q6K => each(from, to, q6_k),
        }
    }
}

/// Calls `f` with each block of `B` bytes, for its `N` elements.
fn each<const B: usize, const N: usize>(from: &[u8], to: &mut [u8], f: impl Fn(&[u8; B], &mut [f32; N])) {
    let (from, to) = (from.as_chunks::<B>().0, to.as_chunks_mut::<4>().0.as_chunks_mut::<N>().0);
    for (block, to) in from.iter().zip(to) {
        let mut values = [0.0; N];
        f(block, &mut values);
        to.iter_mut().zip(values).for_each(|(to, value)| *to = value.to_ne_bytes());
    }
}

/// The float16 at `at`.
fn half<const B: usize>(block: &[u8; B], at: usize) -> f32 {
    F16::from_bits(u16::from_le_bytes([block[at], block[at + 1]])).to_f32()
}

/// The low half of a byte, and the high one.
fn nibbles(byte: u8) -> [u8; 2] {
    [byte & 15, byte >> 4]
}

/// A scale, and 4 bits an element less 8. The first 16 elements are the low halves of the bytes.
fn q4_0(block: &[u8; 18], out: &mut [f32; 32]) {
    let d = half(block, 0);
    for j in 0..16 {
        let [low, high] = nibbles(block[2 + j]);
        out[j] = d * (f32::from(low) - 8.0);
        out[j + 16] = d * (f32::from(high) - 8.0);
    }
}

/// A scale, an offset, and 4 bits an element.
fn q4_1(block: &[u8; 20], out: &mut [f32; 32]) {
    let (d, m) = (half(block, 0), half(block, 2));
    for j in 0..16 {
        let [low, high] = nibbles(block[4 + j]);
        out[j] = d * f32::from(low) + m;
        out[j + 16] = d * f32::from(high) + m;
    }
}

/// The fifth bits of 32 elements, from bit 0 on.
fn fifth<const B: usize>(block: &[u8; B], at: usize, j: usize) -> u8 {
    (block[at + j / 8] >> (j % 8) & 1) << 4
}

/// A scale, and 5 bits an element less 16, the highest ones apart.
fn q5_0(block: &[u8; 22], out: &mut [f32; 32]) {
    let d = half(block, 0);
    for j in 0..16 {
        let [low, high] = nibbles(block[6 + j]);
        out[j] = d * (f32::from(low | fifth(block, 2, j)) - 16.0);
        out[j + 16] = d * (f32::from(high | fifth(block, 2, j + 16)) - 16.0);
    }
}

/// A scale, an offset, and 5 bits an element, the highest ones apart.
fn q5_1(block: &[u8; 24], out: &mut [f32; 32]) {
    let (d, m) = (half(block, 0), half(block, 2));
    for j in 0..16 {
        let [low, high] = nibbles(block[8 + j]);
        out[j] = d * f32::from(low | fifth(block, 4, j)) + m;
        out[j + 16] = d * f32::from(high | fifth(block, 4, j + 16)) + m;
    }
}

/// A scale, and a signed byte an element.
fn q8_0(block: &[u8; 34], out: &mut [f32; 32]) {
    let d = half(block, 0);
    out.iter_mut().zip(&block[2..]).for_each(|(out, &q)| *out = f32::from(q as i8) * d);
}

/// 16 groups of 16 elements, with a scale and an offset of 4 bits each; 2 bits an element.
fn q2_k(block: &[u8; 84], out: &mut [f32; 256]) {
    let (d, dmin) = (half(block, 80), half(block, 82));
    for (g, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let [scale, min] = nibbles(block[g]);
        let (dl, ml) = (d * f32::from(scale), dmin * f32::from(min));
        let bytes = &block[16 + g / 8 * 32 + g % 2 * 16..][..16];
        let shift = g / 2 % 4 * 2;
        out.iter_mut().zip(bytes).for_each(|(out, byte)| *out = dl * f32::from(byte >> shift & 3) - ml);
    }
}

/// 16 groups of 16 elements with a scale of 6 bits less 32; 2 bits an element and a third apart,
/// which subtracts 4 where it is 0.
fn q3_k(block: &[u8; 110], out: &mut [f32; 256]) {
    let d = half(block, 108);
    for (g, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let low = nibbles(block[96 + g % 8])[g / 8];
        let high = block[104 + g % 4] >> (g / 4 * 2) & 3;
        let dl = d * (f32::from(low | high << 4) - 32.0);
        let (bytes, masks) = (&block[32 + g / 8 * 32 + g % 2 * 16..][..16], &block[g % 2 * 16..][..16]);
        let (shift, bit) = (g / 2 % 4 * 2, g / 2);
        for ((out, byte), mask) in out.iter_mut().zip(bytes).zip(masks) {
            let less = if mask >> bit & 1 == 0 { 4.0 } else { 0.0 };
            *out = dl * (f32::from(byte >> shift & 3) - less);
        }
    }
}

/// The scale and the offset of 6 bits of a group of 32 elements, packed into 12 bytes.
fn scale_and_min(packed: &[u8], g: usize) -> (f32, f32) {
    let (scale, min) = if g < 4 {
        (packed[g] & 63, packed[g + 4] & 63)
    } else {
        let [low, high] = nibbles(packed[g + 4]);
        (low | packed[g - 4] >> 6 << 4, high | packed[g] >> 6 << 4)
    };
    (f32::from(scale), f32::from(min))
}

/// 8 groups of 32 elements with a scale and an offset; 4 bits an element.
fn q4_k(block: &[u8; 144], out: &mut [f32; 256]) {
    let (d, dmin) = (half(block, 0), half(block, 2));
    for (g, out) in out.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (scale, min) = scale_and_min(&block[4..16], g);
        let (dl, ml) = (d * scale, dmin * min);
        let (bytes, shift) = (&block[16 + g / 2 * 32..][..32], g % 2 * 4);
        out.iter_mut().zip(bytes).for_each(|(out, byte)| *out = dl * f32::from(byte >> shift & 15) - ml);
    }
}

/// [`q4_k`] with a fifth bit an element, apart.
fn q5_k(block: &[u8; 176], out: &mut [f32; 256]) {
    let (d, dmin) = (half(block, 0), half(block, 2));
    for (g, out) in out.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (scale, min) = scale_and_min(&block[4..16], g);
        let (dl, ml) = (d * scale, dmin * min);
        let (bytes, shift) = (&block[48 + g / 2 * 32..][..32], g % 2 * 4);
        for ((out, byte), fifth) in out.iter_mut().zip(bytes).zip(&block[16..48]) {
            *out = dl * f32::from(byte >> shift & 15 | (fifth >> g & 1) << 4) - ml;
        }
    }
}

/// 16 groups of 16 elements with a signed scale of 8 bits; 6 bits an element less 32, the two
/// highest apart.
fn q6_k(block: &[u8; 210], out: &mut [f32; 256]) {
    let d = half(block, 208);
    for (g, out) in out.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let dl = d * f32::from(block[192 + g] as i8);
        let (half, within) = (g / 8, g % 8);
        let low = &block[half * 64 + within % 4 * 16..][..16];
        let high = &block[128 + half * 32 + within % 2 * 16..][..16];
        let (nibble, pair) = (within / 4 * 4, within / 2 * 2);
        for ((out, low), high) in out.iter_mut().zip(low).zip(high) {
            *out = dl * (f32::from(low >> nibble & 15 | (high >> pair & 3) << 4) - 32.0);
        }
    }
}
