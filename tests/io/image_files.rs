//! Images: PNG and JPEG give what Pillow reads in them, folders list their classes, and damaged
//! files give a typed error. `rgb.png.npy` has Pillow's pixels of `rgb.png`, `rgb.png.grey.npy` those
//! that it converts to grey.

use crate::world::*;
use std::fs;
use std::path::{Path, PathBuf};
use tenure::error::Status;
use tenure::io::image::{self, Options};
use tenure::io::{image_folder, npy};
use tenure::ops;
use tenure::tensor::{DType, Shape, Tensor};

fn named(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/images").join(name)
}

fn load(name: &str, channels: i64, channels_last: bool) -> Tensor {
    image::load(&named(name), Options { channels, channels_last, as_bytes: true }).expect("an image")
}

/// The largest difference to Pillow's pixels, `[H, W, C]`.
fn distance(found: &Tensor, expected: &str) -> u8 {
    let expected = npy::load(&named(expected)).expect("committed");
    assert_eq!((found.dtype(), found.shape()), (DType::U8, expected.shape()));
    let pairs = row_major(found).into_iter().zip(row_major(&expected));
    pairs.map(|(a, b)| a.abs_diff(b)).max().expect("there are pixels")
}

#[test]
fn png_files_have_pillows_pixels() {
    for name in ["rgb.png", "rgba.png", "grey.png", "grey_alpha.png", "palette.png", "grey16.png"] {
        let last = load(name, 0, true);
        assert_eq!(distance(&last, &format!("{name}.npy")), 0, "{name}");
        let first = load(name, 0, false);
        assert_eq!(first.shape(), [last.shape()[2], last.shape()[0], last.shape()[1]]);
        let moved = first.permute(&[1, 2, 0]).expect("three axes");
        assert_eq!(row_major(&moved), row_major(&last), "{name}");
    }
    for name in ["rgb.png", "palette.png"] {
        assert_eq!(distance(&load(name, 1, true), &format!("{name}.grey.npy")), 0, "{name}");
    }
    let (grey, spread) = (row_major(&load("grey.png", 1, true)), row_major(&load("grey.png", 4, true)));
    assert!(grey.iter().zip(spread.as_chunks::<4>().0).all(|(&g, pixel)| *pixel == [g, g, g, 255]));
    let (whole, opaque) = (row_major(&load("rgba.png", 4, true)), row_major(&load("rgba.png", 3, true)));
    assert!(whole.as_chunks::<4>().0.iter().zip(opaque.as_chunks::<3>().0).all(|(a, b)| a[..3] == b[..]));
}

/// What torchvision reads: `tests/data/images/make16.py`.
#[test]
fn png_files_of_16_bits_have_torchvisions_pixels() {
    for name in ["wide_grey.png", "wide_rgb.png", "wide_rgba.png"] {
        let last = image::load(&named(name), Options { channels_last: true, ..Options::default() }).expect("a PNG");
        let expected = npy::load(&named(&format!("{name}.npy"))).expect("committed");
        assert_eq!((last.dtype(), last.shape()), (DType::U16, expected.shape()), "{name}");
        assert_eq!(last.to_vec::<u16>().expect("uint16"), expected.to_vec::<u16>().expect("uint16"), "{name}");
        assert_eq!(last.to_vec::<u16>().expect("uint16")[..1], [0]);
        let first = image::load(&named(name), Options::default()).expect("a PNG");
        let moved = first.permute(&[1, 2, 0]).expect("three axes");
        assert_eq!(row_major(&moved), row_major(&expected), "{name}");
        let bytes = load(name, 0, true);
        let rounded: Vec<u8> =
            expected.to_vec::<u16>().expect("uint16").iter().map(|&v| ((u32::from(v) + 128) / 257) as u8).collect();
        assert_eq!(bytes.to_vec::<u8>().expect("uint8"), rounded, "{name}");
    }
    let grey = image::load(&named("wide_grey.png"), Options { channels: 4, channels_last: true, as_bytes: false });
    let (grey, one) = (grey.expect("a PNG"), npy::load(&named("wide_grey.png.npy")).expect("committed"));
    for (pixel, value) in
        grey.to_vec::<u16>().expect("uint16").as_chunks::<4>().0.iter().zip(one.to_vec::<u16>().expect("uint16"))
    {
        assert_eq!(*pixel, [value, value, value, 65535]);
    }
}

#[test]
fn what_is_written_is_read_again() {
    let folder = Folder::new("images");
    let file = folder.file("out.png");
    for name in ["rgb.png", "rgba.png", "grey.png", "grey_alpha.png", "wide_grey.png", "wide_rgb.png", "wide_rgba.png"]
    {
        for channels_last in [false, true] {
            let options = Options { channels_last, ..Options::default() };
            let image = image::load(&named(name), options).expect("a PNG");
            image::save(&file, &image, channels_last).expect("writable");
            let again = image::load(&file, options).expect("just written");
            assert_eq!((again.dtype(), again.shape()), (image.dtype(), image.shape()), "{name}");
            assert_eq!(row_major(&again), row_major(&image), "{name}");
        }
    }
    let one = npy::load(&named("wide_grey.png.npy")).expect("committed");
    let one = ops::reshape(&one, &[5, 7]).expect("one channel");
    image::save(&file, &one, false).expect("without channels");
    assert_eq!(image::load(&file, Options::default()).expect("just written").shape(), [1, 5, 7]);
    let before = fs::read(&file).expect("just written");
    let refused = |t: &Tensor| image::save(&file, t, false).expect_err("refused");
    let error = refused(&floats(&[2, 2, 2]));
    assert_eq!(error.status(), Status::DtypeMismatch, "{error}");
    assert!(error.message().contains("a PNG image of float32"), "{error}");
    let error = refused(&Tensor::from_slice(&[1u8; 10], &Shape::new(&[5, 1, 2]).expect("small")).expect("small"));
    assert_eq!(error.status(), Status::ShapeMismatch, "{error}");
    assert!(error.message().contains("a PNG image of shape [5,1,2], not [C, H, W]"), "{error}");
    let error = refused(&Tensor::from_slice(&[1u8; 0], &Shape::new(&[1, 0, 2]).expect("small")).expect("small"));
    assert_eq!(error.status(), Status::ShapeMismatch, "{error}");
    assert_eq!(fs::read(&file).expect("unchanged"), before);
}

fn floats(dims: &[i64]) -> Tensor {
    let shape = Shape::new(dims).expect("small");
    Tensor::from_slice(&vec![0.5f32; shape.elements()], &shape).expect("small")
}

#[test]
fn jpeg_files_have_pillows_pixels_up_to_rounding() {
    for name in ["rgb.jpg", "progressive.jpg", "grey.jpg"] {
        let found = distance(&load(name, 0, true), &format!("{name}.npy"));
        assert!(found <= 3, "{name}: {found}");
    }
}

#[test]
fn every_cut_of_an_image_is_a_typed_error() {
    for name in ["rgb.png", "grey16.png", "rgb.jpg", "progressive.jpg"] {
        let bytes = fs::read(named(name)).expect("committed");
        for cut in 0..bytes.len() - if name.ends_with("png") { 12 } else { 0 } {
            let error = image::decode(&bytes[..cut], Options::default()).expect_err("it was cut");
            assert_eq!(error.status(), Status::Io, "{name} {cut}: {error}");
        }
    }
}

#[test]
fn images_that_claim_too_much_are_refused_before_memory_is_taken() {
    let mut png = fs::read(named("rgb.png")).expect("committed");
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    let error = image::decode(&png, Options::default()).expect_err("it has 178 bytes");
    assert!(error.message().contains("cannot be the 65535 x 65535 pixels"), "{error}");
    assert_eq!(error.status(), Status::Io);
    let mut jpeg = fs::read(named("rgb.jpg")).expect("committed");
    let frame = jpeg.windows(2).position(|two| two == [0xff, 0xc0]).expect("a baseline frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
    let error = image::decode(&jpeg, Options::default()).expect_err("more than 2^28");
    assert_eq!(error.status(), Status::Unsupported, "{error}");
    assert!(error.message().contains("65535 x 65535 pixels are more than"), "{error}");
    for (bytes, part) in [(&b"GIF89a"[..], "a GIF image"), (b"", "the file is empty")] {
        let error = image::decode(bytes, Options::default()).expect_err(part);
        assert!(error.message().contains(part), "{error}");
    }
    let error = image::load(&named("rgb.png"), Options { channels: 2, ..Options::default() }).expect_err("2");
    assert_eq!(error.status(), Status::InvalidArgument, "{error}");
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn folders_of_images_are_listed_by_class() {
    let folder = Folder::new("images");
    let error = image_folder(&folder.0).expect_err("no classes");
    assert!(error.message().contains("it has no folders"), "{error}");
    for path in ["dog/b.PNG", "dog/deep/a.jpeg", "cat/1.jpg", "cat/notes.txt", "readme.png"] {
        let path = folder.file(path);
        fs::create_dir_all(path.parent().expect("in the folder")).expect("writable");
        fs::write(path, "").expect("writable");
    }
    let found = image_folder(&folder.0).expect("two classes");
    assert_eq!(found.classes, ["cat", "dog"]);
    let files = [("cat/1.jpg", 0), ("dog/b.PNG", 1), ("dog/deep/a.jpeg", 1)].map(|(f, c)| (folder.file(f), c));
    assert_eq!(found.files, files);
    fs::create_dir(folder.file("empty")).expect("writable");
    let error = image_folder(&folder.0).expect_err("a class without images");
    assert_eq!(error.status(), Status::Io);
    assert!(error.message().contains("class 'empty' has no file"), "{error}");
}
