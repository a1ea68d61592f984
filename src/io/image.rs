//! PNG and JPEG images as tensors of bytes.
//!
//! Invariant: no memory is taken for pixels before the file is known to be able to have them: a PNG
//! file needs a byte for every 1032 of its pixels, a JPEG file is gone through to its end marker, and
//! neither has more than [`MAX_PIXELS`]. What the decoder needs of its own is refused where the limit
//! of the process would refuse it. A file that was cut off is an error, never a partly grey image.

use super::file::{Source, in_file};
use super::sniff;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory;
use crate::tensor::{DType, Shape, Tensor};
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::{ColorType, ImageDecoder, ImageError, Limits};
use std::io::Cursor;
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
}

/// Reads an image as uint8. *Returns new*, on the processor.
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
    let color = decoder.color_type();
    let (from, is_wide) = match color {
        ColorType::L8 => (1, false),
        ColorType::La8 => (2, false),
        ColorType::Rgb8 => (3, false),
        ColorType::Rgba8 => (4, false),
        ColorType::L16 => (1, true),
        ColorType::La16 => (2, true),
        ColorType::Rgb16 => (3, true),
        ColorType::Rgba16 => (4, true),
        other => return Err(Error::new(Status::Unsupported, format!("pixels of {other:?}"))),
    };
    let raw_bytes = decoder.total_bytes();
    // A decoder keeps about as much beside the pixels.
    memory::require_bytes(raw_bytes.saturating_mul(3), "decoding the image")?;
    let raw = Tensor::filled(Device::Cpu, DType::U8, &Shape::new(&[raw_bytes as i64])?, |bytes| {
        decoder.read_image(bytes).map_err(|e| refused(&e))
    })?;
    let to = if options.channels == 0 { from } else { options.channels as usize };
    let (height, width) = (i64::from(height), i64::from(width));
    let dims = if options.channels_last { [height, width, to as i64] } else { [to as i64, height, width] };
    if !is_wide && from == to && (options.channels_last || to == 1) {
        let view = raw.reshape_view(&dims)?;
        return view.ok_or_else(|| Error::new(Status::Internal, "contiguous pixels have this view"));
    }
    let host = raw.host()?;
    let cells = host.cells::<u8>().expect("it was made with this dtype");
    let sample = |i: usize| match is_wide {
        false => cells[i].get(),
        true => {
            let wide = u16::from_ne_bytes([cells[2 * i].get(), cells[2 * i + 1].get()]);
            ((u32::from(wide) + 128) / 257) as u8
        }
    };
    Tensor::filled(Device::Cpu, DType::U8, &Shape::new(&dims)?, |out| {
        let plane = out.len() / to;
        for p in 0..plane {
            let color = converted(from, |c| sample(p * from + c));
            let chosen: &[u8] = match to {
                1 => &color[4..],
                2 => &[color[4], color[3]],
                _ => &color[..to],
            };
            for (c, value) in chosen.iter().enumerate() {
                out[if options.channels_last { p * to + c } else { c * plane + p }] = *value;
            }
        }
        Ok(())
    })
}

/// Red, green, blue, alpha and grey of a pixel with this many channels.
#[inline(always)]
fn converted(channels: usize, at: impl Fn(usize) -> u8) -> [u8; 5] {
    match channels {
        1 | 2 => {
            let grey = at(0);
            [grey, grey, grey, if channels == 2 { at(1) } else { u8::MAX }, grey]
        }
        _ => {
            let [r, g, b] = [at(0), at(1), at(2)];
            // The weights of ITU-R 601 in 16 bits, as Pillow has them.
            let grey = (u32::from(r) * 19595 + u32::from(g) * 38470 + u32::from(b) * 7471 + 0x8000) >> 16;
            [r, g, b, if channels == 4 { at(3) } else { u8::MAX }, grey as u8]
        }
    }
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
