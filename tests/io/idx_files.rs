//! `.idx`: files as MNIST's load, plain and compressed, and broken ones give a typed error.

use crate::world::*;
use std::fs;
use std::io::Write;
use tenure::error::Status;
use tenure::io::idx;
use tenure::tensor::DType;

fn file(code: u8, dims: &[u32], elements: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0, 0, code, dims.len() as u8];
    dims.iter().for_each(|size| bytes.extend(size.to_be_bytes()));
    bytes.extend(elements);
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).expect("memory is writable");
    packed.finish().expect("as above")
}

#[test]
fn idx_files_of_every_type_load_plain_and_compressed() {
    let folder = Folder::new("idx");
    let path = folder.file("a.idx");
    for (code, dtype, elements) in [
        (0x08, DType::U8, vec![1, 2, 255]),
        (0x09, DType::I8, vec![1, 2, 255]),
        (0x0b, DType::I16, [1i16, -2, 300].map(i16::to_be_bytes).concat()),
        (0x0c, DType::I32, [1i32, -2, 70_000].map(i32::to_be_bytes).concat()),
        (0x0d, DType::F32, [1f32, -2.5, 1e9].map(f32::to_be_bytes).concat()),
        (0x0e, DType::F64, [1f64, -2.5, 1e300].map(f64::to_be_bytes).concat()),
    ] {
        let whole = file(code, &[3, 1], &elements);
        let expected: Vec<u8> = elements.chunks(dtype.size()).flat_map(|one| one.iter().rev().copied()).collect();
        for bytes in [whole.clone(), gzip(&whole)] {
            fs::write(&path, &bytes).expect("writable");
            for loaded in [idx::load(&path).expect("valid"), idx::load_bytes(&bytes).expect("valid")] {
                assert_eq!((loaded.dtype(), loaded.shape()), (dtype, &[3, 1][..]));
                assert_eq!(row_major(&loaded), expected, "{dtype}");
            }
        }
    }
    assert_eq!(idx::load_bytes(&file(8, &[0, 28], &[])).expect("no rows").shape(), [0, 28]);
}

#[test]
fn broken_idx_files_are_typed_errors_before_memory_is_taken() {
    let whole = file(8, &[2, 2], &[1, 2, 3, 4]);
    let huge = file(8, &[u32::MAX, 8], &[1]);
    let mut damaged = gzip(&whole);
    let middle = damaged.len() - 7;
    damaged[middle] ^= 1;
    for (bytes, part) in [
        (whole[..whole.len() - 1].to_vec(), "uint8 elements of shape [2,2] take 4 bytes, 3 are left"),
        ([&whole[..], &[5]].concat(), "1 bytes follow the elements"),
        (gzip(&[&whole[..], &[5]].concat()), "more bytes follow the elements"),
        (huge.clone(), "take 34359738360 bytes, 1 are left"),
        (gzip(&huge), "take 34359738360 bytes"),
        (gzip(&whole)[..20].to_vec(), "damaged or cut off"),
        (damaged, "damaged or cut off"),
        (whole[..6].to_vec(), "the sizes of the header"),
        (file(7, &[1], &[1]), "not an .idx file: it has"),
        (b"\x93NUMPY".to_vec(), "read it with Tensor.loadNpy"),
        (vec![], "the file is empty"),
    ] {
        let error = idx::load_bytes(&bytes).expect_err(part);
        assert_eq!(error.status(), Status::Io, "{error}");
        assert!(error.message().contains(part), "{error} has no {part:?}");
    }
    let error = idx::load_bytes(&file(8, &[1; 17], &[1])).expect_err("17 axes");
    assert_eq!(error.status(), Status::Unsupported, "{error}");
}
