//! PNG and JPEG images as tensors of uint8, or of uint16 where samples have 16 bits; PNG written.
//!
//! Invariant: no memory is taken for pixels before the file is known to be able to have them: a PNG
//! file needs a byte for every 1032 of its pixels, a JPEG file is gone through to its end marker, and
//! neither has more than [`MAX_PIXELS`]. What the decoder needs of its own is refused where the limit
//! of the process would refuse it. A file that was cut off is an error, never a partly grey image.

use super::file::{self, Source, in_file};
use super::sniff;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory;
use crate::ops;
use crate::tensor::shape::display;
use crate::tensor::{DType, Shape, Tensor};
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::{CompressionType, FilterType, PngDecoder, PngEncoder};
use image::{ColorType, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, Limits};
use std::io::{Cursor, Write};
use std::path::Path;

/// The most pixels of an image.
pub const MAX_PIXELS: u64 = 1 << 28;
/// The most bytes that PNG's compression makes of one byte.
const MAX_RATIO: u64 = 1032;
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// How an image becomes a tensor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The channels: 1 grey, 3 red, green and blue, 4 with alpha, 0 for those of the file.
    pub channels: i64,
    /// Whether the result is `[H, W, C]`, not `[C, H, W]`.
    pub channels_last: bool,
    /// Whether samples of 16 bits are rounded to 8, so that every image is uint8.
    pub as_bytes: bool,
}

/// Reads an image as uint8, and one with samples of 16 bits as uint16. *Returns new*, on the processor.
///
/// Errors: `IO` if the file cannot be read, or is not a complete PNG or JPEG image; `UNSUPPORTED` for
/// more than [`MAX_PIXELS`] pixels and for what the formats have beyond; `INVALID_ARGUMENT` for
/// another number of channels than 0, 1, 3 or 4; `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any
/// tensor.
pub fn load(path: &Path, options: Options) -> Result<Tensor> {
    let read = Source::open(path).and_then(|mut source| {
        let length = source.left();
        memory::require_bytes(length, "the bytes of the file")?;
        decode(&source.bytes(length, "the bytes of the file")?, options)
    });
    read.map_err(|e| in_file(path, e))
}

/// Like [`load`], for a file whose bytes are in memory.
pub fn decode(bytes: &[u8], options: Options) -> Result<Tensor> {
    if !matches!(options.channels, 0 | 1 | 3 | 4) {
        return Err(Error::argument(format!("channels is {}, not 0, 1, 3 or 4", options.channels)));
    }
    if bytes.starts_with(PNG) {
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MAX_PIXELS * 8);
        let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(|e| refused(&e))?;
        let needed = decoder.original_color_type().bits_per_pixel();
        let (width, height) = decoder.dimensions();
        let packed = u64::from(width).saturating_mul(u64::from(needed)).div_ceil(8).saturating_mul(u64::from(height));
        if packed > (bytes.len() as u64).saturating_mul(MAX_RATIO) {
            let text = format!("{} bytes cannot be the {width} x {height} pixels that the header names", bytes.len());
            return Err(Error::io(text));
        }
        pixels(decoder, options)
    } else if bytes.starts_with(JPEG) {
        if !is_complete(bytes) {
            return Err(Error::io(format!("it has no end after {} bytes: it was cut off", bytes.len())));
        }
        pixels(JpegDecoder::new(Cursor::new(bytes)).map_err(|e| refused(&e))?, options)
    } else {
        let first = &bytes[..bytes.len().min(sniff::LOOKED_AT)];
        Err(Error::io(format!("not a PNG or JPEG image: {}", sniff::seems(first, bytes.len() as u64))))
    }
}

fn pixels(decoder: impl ImageDecoder, options: Options) -> Result<Tensor> {
    let (width, height) = decoder.dimensions();
    let count = u64::from(width) * u64::from(height);
    if count == 0 {
        return Err(Error::io(format!("it has {width} x {height} pixels")));
    }
    if count > MAX_PIXELS {
        let text = format!("{width} x {height} pixels are more than {MAX_PIXELS}");
        return Err(Error::new(Status::Unsupported, text));
    }
    let (from, stored) = match decoder.color_type() {
        ColorType::L8 => (1, DType::U8),
        ColorType::La8 => (2, DType::U8),
        ColorType::Rgb8 => (3, DType::U8),
        ColorType::Rgba8 => (4, DType::U8),
        ColorType::L16 => (1, DType::U16),
        ColorType::La16 => (2, DType::U16),
        ColorType::Rgb16 => (3, DType::U16),
        ColorType::Rgba16 => (4, DType::U16),
        other => return Err(Error::new(Status::Unsupported, format!("pixels of {other:?}"))),
    };
    let raw_bytes = decoder.total_bytes();
    // A decoder keeps about as much beside the pixels.
    memory::require_bytes(raw_bytes.saturating_mul(3), "decoding the image")?;
    let samples = Shape::new(&[(raw_bytes / stored.size() as u64) as i64])?;
    let raw =
        Tensor::filled(Device::Cpu, stored, &samples, |bytes| decoder.read_image(bytes).map_err(|e| refused(&e)))?;
    let to = if options.channels == 0 { from } else { options.channels as usize };
    let (height, width) = (i64::from(height), i64::from(width));
    let dims = if options.channels_last { [height, width, to as i64] } else { [to as i64, height, width] };
    let dtype = if options.as_bytes { DType::U8 } else { stored };
    if dtype == stored && from == to && (options.channels_last || to == 1) {
        let view = raw.reshape_view(&dims)?;
        return view.ok_or_else(|| Error::new(Status::Internal, "contiguous pixels have this view"));
    }
    let (raw, how) = (raw.host()?, Spread { from, to, channels_last: options.channels_last });
    Tensor::filled(Device::Cpu, dtype, &Shape::new(&dims)?, |out| {
        if let Some(bytes) = raw.cells::<u8>() {
            how.write(out, u8::MAX, |i| bytes[i].get(), |v| [v as u8]);
            return Ok(());
        }
        let wide = raw.cells::<u16>().expect("pixels that are not of 8 bits are of 16");
        if dtype == DType::U16 {
            how.write(out, u16::MAX, |i| wide[i].get(), |v| (v as u16).to_ne_bytes());
        } else {
            how.write(out, u8::MAX, |i| ((u32::from(wide[i].get()) + 128) / 257) as u8, |v| [v as u8]);
        }
        Ok(())
    })
}

/// How pixels go from a file's order and channels to those of a tensor.
struct Spread {
    from: usize,
    to: usize,
    channels_last: bool,
}

impl Spread {
    /// Writes the samples `at` of the file, whose greatest is `max`, to `out`, as bytes.
    fn write<T: Into<u32>, const N: usize>(
        &self,
        out: &mut [u8],
        max: T,
        at: impl Fn(usize) -> T,
        bytes: impl Fn(u32) -> [u8; N],
    ) {
        let (from, to, max) = (self.from, self.to, max.into());
        let plane = out.len() / N / to;
        for p in 0..plane {
            let color = converted(from, max, |c| at(p * from + c).into());
            let chosen: &[u32] = match to {
                1 => &color[4..],
                2 => &[color[4], color[3]],
                _ => &color[..to],
            };
            for (c, value) in chosen.iter().enumerate() {
                let place = N * if self.channels_last { p * to + c } else { c * plane + p };
                out[place..place + N].copy_from_slice(&bytes(*value));
            }
        }
    }
}

/// Red, green, blue, alpha and grey of a pixel with this many channels, whose samples are at most
/// `max`.
#[inline(always)]
fn converted(channels: usize, max: u32, at: impl Fn(usize) -> u32) -> [u32; 5] {
    match channels {
        1 | 2 => {
            let grey = at(0);
            [grey, grey, grey, if channels == 2 { at(1) } else { max }, grey]
        }
        _ => {
            let [r, g, b] = [at(0), at(1), at(2)];
            // The weights of ITU-R 601 in 16 bits, as Pillow has them.
            let grey = (r * 19595 + g * 38470 + b * 7471 + 0x8000) >> 16;
            [r, g, b, if channels == 4 { at(3) } else { max }, grey]
        }
    }
}

/// Writes an image as a PNG file, which is replaced as a whole: `[C, H, W]`, `[H, W, C]` with
/// `channels_last`, or `[H, W]`, with 1 to 4 channels, as [`load`] gives them. Samples of uint8 have 8
/// bits, those of uint16 have 16.
///
/// Errors: `IO` if it cannot be written; `DTYPE_MISMATCH` for another dtype; `SHAPE_MISMATCH` for
/// another shape; `LIMIT_EXCEEDED` and `OUT_OF_MEMORY`.
pub fn save(path: &Path, t: &Tensor, channels_last: bool) -> Result<()> {
    let bytes = encode(t, channels_last);
    bytes
        .and_then(|bytes| {
            let write = |out: &mut dyn Write| out.write_all(&bytes).map_err(file::refused);
            file::replace(path, bytes.len() as u64, write)
        })
        .map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

/// The bytes that [`save`] would write.
pub fn encode(t: &Tensor, channels_last: bool) -> Result<Vec<u8>> {
    let color = |channels: i64| match (t.dtype(), channels) {
        (DType::U8, 1) => Some(ExtendedColorType::L8),
        (DType::U8, 2) => Some(ExtendedColorType::La8),
        (DType::U8, 3) => Some(ExtendedColorType::Rgb8),
        (DType::U8, 4) => Some(ExtendedColorType::Rgba8),
        (_, 1) => Some(ExtendedColorType::L16),
        (_, 2) => Some(ExtendedColorType::La16),
        (_, 3) => Some(ExtendedColorType::Rgb16),
        (_, 4) => Some(ExtendedColorType::Rgba16),
        _ => None,
    };
    if !matches!(t.dtype(), DType::U8 | DType::U16) {
        let text = format!("a PNG image of {}: samples are uint8 or uint16, so scale and cast", t.dtype());
        return Err(Error::dtype(text));
    }
    let (height, width, channels) = match *t.shape() {
        [height, width] => (height, width, 1),
        [height, width, channels] if channels_last => (height, width, channels),
        [channels, height, width] => (height, width, channels),
        _ => return Err(misshapen(t, channels_last)),
    };
    let fits = |size: i64| u32::try_from(size).ok().filter(|&size| size > 0);
    let (Some(width), Some(height), Some(color)) = (fits(width), fits(height), color(channels)) else {
        return Err(misshapen(t, channels_last));
    };
    memory::require_bytes((t.nbytes() as u64).saturating_mul(3), "encoding the image")?;
    let last = if channels_last || t.rank() == 2 { ops::contiguous(t)? } else { ops::copy(&t.permute(&[1, 2, 0])?)? };
    let mut pixels = vec![0; last.nbytes()];
    ops::copy_bytes_to(&last, &mut pixels[..])?;
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive);
    encoder.write_image(&pixels, width, height, color).map_err(|e| refused(&e))?;
    Ok(png)
}

#[cold]
fn misshapen(t: &Tensor, channels_last: bool) -> Error {
    let wanted = if channels_last { "[H, W, C]" } else { "[C, H, W]" };
    let got = display(t.shape());
    Error::shape(format!("a PNG image of shape {got}, not {wanted} or [H, W] with 1 to 4 channels"))
}

/// Whether the segments of a JPEG file go on to its end marker. The decoder itself fills in what is
/// missing.
fn is_complete(bytes: &[u8]) -> bool {
    let mut at = 2;
    loop {
        // Any number of 0xff bytes before the code of a marker, and in a scan data before them.
        while bytes.get(at).is_some_and(|&byte| byte != 0xff) {
            at += 1;
        }
        while bytes.get(at) == Some(&0xff) {
            at += 1;
        }
        match bytes.get(at) {
            None => return false,
            Some(0xd9) => return true,
            // An escaped byte of a scan, a restart, and markers without a length.
            Some(0x00 | 0x01 | 0xd0..=0xd8) => at += 1,
            Some(_) => {
                let Some(&[high, low]) = bytes.get(at + 1..at + 3) else { return false };
                at += 1 + usize::from(u16::from_be_bytes([high, low]).max(2));
            }
        }
    }
}

#[cold]
fn refused(error: &ImageError) -> Error {
    let text = error.to_string();
    match error {
        ImageError::Unsupported(_) | ImageError::Limits(_) => Error::new(Status::Unsupported, text),
        _ => Error::io(format!("the image is damaged or was cut off: {text}")),
    }
}
