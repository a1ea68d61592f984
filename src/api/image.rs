//! Images: PNG and JPEG files as tensors of bytes, and folders of them by class.

use super::types::{NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::io::image::{self, Options};
use crate::session::own::read_into;
use crate::session::resource::tensor;
use crate::session::rows::Rows;
use std::path::Path;

/// Reads a PNG or JPEG image, `[C, H, W]`, or `[H, W, C]` with `channels_last`, into the processor's memory: as uint8,
/// or as uint16 if its samples have 16 bits, which PNG may have. `channels` is 1 for grey, 3 for red, green and blue, 4
/// with alpha, 0 for those of the file: 1 to 4. With `as_bytes` every image is uint8: 16 bits are rounded to 8. The
/// orientation that a camera has noted is not applied. *Returns new.* Errors: `IO` if the file cannot be read, is
/// damaged or was cut off, `UNSUPPORTED` if it has more than 2^28 pixels or is of a kind that is not decoded,
/// `INVALID_ARGUMENT` for another number of channels.
pub fn load(scope: Owner, path: &str, channels: i64, channels_last: bool, as_bytes: bool) -> Result<NewTensor> {
    let read = || image::load(Path::new(path), Options { channels, channels_last, as_bytes });
    read_into(scope, read)
}

/// The same for an image whose bytes are in memory. *Returns new.* Errors: those of [`load`].
pub fn decode(scope: Owner, bytes: &[u8], channels: i64, channels_last: bool, as_bytes: bool) -> Result<NewTensor> {
    let read = || image::decode(bytes, Options { channels, channels_last, as_bytes });
    read_into(scope, read)
}

/// Writes an image to a PNG file, which is replaced as a whole: `[C, H, W]`, `[H, W, C]` with `channels_last`, or `[H, W]`,
/// with 1 to 4 channels as [`load`] gives them. Samples of uint8 have 8 bits in the file, those of uint16 have 16. Errors:
/// `IO` if it cannot be written, `DTYPE_MISMATCH` for another dtype, `SHAPE_MISMATCH` for another shape, `LIMIT_EXCEEDED`
/// and `OUT_OF_MEMORY`.
pub fn save(path: &str, t: TensorRef, channels_last: bool) -> Result<()> {
    image::save(Path::new(path), &*tensor(t)?, channels_last)
}

/// The bytes that [`save`] would write. Errors: those of [`save`].
pub fn to_bytes(t: TensorRef, channels_last: bool) -> Result<Vec<u8>> {
    image::encode(&*tensor(t)?, channels_last)
}

/// The classes of a folder of images, which are the folders in it, sorted by name, one a line; a tab, a line feed and a
/// backslash in a name are written `\t`, `\n` and `\\`. Errors: those of [`folder_files`].
pub fn folder_classes(path: &str) -> Result<String> {
    let mut rows = Rows::default();
    crate::io::image_folder(Path::new(path))?.classes.iter().for_each(|class| rows.row(&[class]));
    Ok(rows.text)
}

/// The PNG and JPEG files of a folder of images by their endings, class by class and sorted by name: a line for each with
/// its path, written as names are in [`folder_classes`], and the position of its class, separated by a tab. No image is
/// read. Errors: `IO` if the folder cannot be read, has no folders, or one of them has no image.
pub fn folder_files(path: &str) -> Result<String> {
    let mut rows = Rows::default();
    for (file, class) in &crate::io::image_folder(Path::new(path))?.files {
        rows.row(&[&file.to_string_lossy(), &class.to_string()]);
    }
    Ok(rows.text)
}
