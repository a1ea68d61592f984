//! Helpers of the tests of files: temporary folders, sample tensors, files written by hand.

use std::fs;
use std::path::{Path, PathBuf};
use tenure::device::Device;
use tenure::tensor::{DType, Shape, Tensor};

/// A separate folder for one test, deleted at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tenure-io-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it is a folder");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/io").join(name)
}

/// The 6 values of tests/data/io/make.py.
pub fn values(dtype: DType) -> Vec<u8> {
    fn bytes<const N: usize>(values: [[u8; N]; 6]) -> Vec<u8> {
        values.concat()
    }
    match dtype {
        DType::F32 => bytes(
            [-0.0, 1.5, -1.0 / 3.0, f32::INFINITY, f32::from_bits(0x7fc0_0000), f32::MIN_POSITIVE]
                .map(f32::to_le_bytes),
        ),
        DType::F64 => bytes(
            [-0.0, 1.5, -1.0 / 3.0, f64::INFINITY, f64::from_bits(0x7ff8 << 48), f64::MIN_POSITIVE]
                .map(f64::to_le_bytes),
        ),
        DType::I32 => bytes([i32::MIN, -2, 0, 1, 258, i32::MAX].map(i32::to_le_bytes)),
        DType::I64 => bytes([i64::MIN, -2, 0, 1, 258, i64::MAX].map(i64::to_le_bytes)),
        DType::U8 => vec![0, 1, 2, 127, 128, 255],
        DType::U16 => bytes([0, 1, 2, u16::MAX / 2, u16::MAX / 2 + 1, u16::MAX].map(u16::to_le_bytes)),
        DType::U32 => bytes([0, 1, 2, u32::MAX / 2, u32::MAX / 2 + 1, u32::MAX].map(u32::to_le_bytes)),
        DType::U64 => bytes([0, 1, 2, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX].map(u64::to_le_bytes)),
        DType::Bool => vec![1, 0, 0, 1, 1, 0],
        DType::F16 => bytes([0x8000u16, 0x3e00, 0xb555, 0x7c00, 0x7e00, 0x0400].map(u16::to_le_bytes)),
        DType::BF16 => bytes([0x8000u16, 0x3fc0, 0xbeab, 0x7f80, 0x7fc0, 0x0080].map(u16::to_le_bytes)),
        DType::I8 => vec![128, 254, 0, 1, 77, 127],
        DType::I16 => bytes([i16::MIN, -2, 0, 1, 258, i16::MAX].map(i16::to_le_bytes)),
    }
}

pub fn tensor(dtype: DType, bytes: &[u8], dims: &[i64]) -> Tensor {
    Tensor::from_bytes(Device::Cpu, dtype, bytes, &Shape::new(dims).expect("a shape")).expect("it fits")
}

pub fn sample(dtype: DType) -> Tensor {
    tensor(dtype, &values(dtype), &[2, 3])
}

pub fn iota(dims: &[i64]) -> Tensor {
    let n: i64 = dims.iter().product();
    let numbers: Vec<i32> = (0..n as i32).collect();
    Tensor::from_slice(&numbers, &Shape::new(dims).expect("a shape")).expect("it fits")
}

/// The bytes of the elements in row-major order, whatever the layout.
pub fn row_major(tensor: &Tensor) -> Vec<u8> {
    let mut bytes = vec![0; tensor.nbytes()];
    tenure::ops::copy_bytes_to(tensor, &mut bytes).expect("as many bytes");
    bytes
}

/// A file of version 1 with this dictionary and these elements.
pub fn npy_file(dictionary: &str, elements: &[u8]) -> Vec<u8> {
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend_from_slice(&(dictionary.len() as u16).to_le_bytes());
    file.extend_from_slice(dictionary.as_bytes());
    file.extend_from_slice(elements);
    file
}

pub fn npy_header(descr: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n")
}

pub fn safetensors_file(header: impl AsRef<[u8]>, elements: usize) -> Vec<u8> {
    let header = header.as_ref();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header);
    file.resize(file.len() + elements, 0);
    file
}
