//! CUDA devices: on the fake driver of `fake/cuda`, which lies beside this program, or with
//! `TENURE_TEST_GPU` on the system's, where the tensors of `large` are large unless it is `short`.
//! Tests whose names contain `fake` need the fake driver, since they have calls fail.

mod alignments;
mod bags;
mod bits;
mod blas;
mod device;
#[path = "../common/driver.rs"]
mod driver;
mod exchange;
mod fake;
mod grads;
mod large;
mod lifetimes;
mod loaders;
mod losses;
mod memory;
mod norms;
mod optimizers;
mod place;
mod ranks;
mod recurrent;
mod resizes;
mod scopes;
mod search;
mod training;
mod unsigned;
mod values;
mod wide;
mod windows;

use tenure::device::Device;
use tenure::ops;
use tenure::tensor::{DType, Scalar, Shape, Tensor};

const DTYPES: [DType; 13] = [
    DType::F32,
    DType::F64,
    DType::F16,
    DType::BF16,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::Bool,
];

/// The device that the tests run on, after the driver was named.
fn cuda() -> Device {
    driver::name();
    Device::Cuda(0)
}

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("a shape")
}

/// The elements as bytes, every NaN as one.
fn raw(t: &Tensor) -> Vec<u8> {
    let mut bytes = vec![0; t.nbytes()];
    ops::copy_bytes_to(t, &mut bytes[..]).expect("on the processor");
    let size = t.dtype().size();
    let nan = |element: &[u8]| match t.dtype() {
        DType::F32 => f32::from_le_bytes(element.try_into().expect("four")).is_nan(),
        DType::F64 => f64::from_le_bytes(element.try_into().expect("eight")).is_nan(),
        DType::F16 => u16::from_le_bytes(element.try_into().expect("two")) & 0x7fff > 0x7c00,
        DType::BF16 => u16::from_le_bytes(element.try_into().expect("two")) & 0x7fff > 0x7f80,
        _ => false,
    };
    for element in bytes.chunks_mut(size) {
        if nan(element) {
            element.fill(0xff);
        }
    }
    bytes
}

/// The same elements on the device, or back on the processor.
fn there(t: &Tensor) -> Tensor {
    ops::to_device(t, cuda()).expect("the device is there")
}

fn here(t: &Tensor) -> Tensor {
    ops::to_device(t, Device::Cpu).expect("it can be copied")
}

/// Random numbers of this test: the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    /// Elements of a dtype: special values first, then any bits, then ordinary numbers.
    fn tensor(&mut self, dtype: DType, dims: &[i64]) -> Tensor {
        let shape = shape(dims);
        let special =
            [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, f64::INFINITY, -f64::INFINITY, f64::NAN, 1e-40, 1e300, -7.25];
        let mut bytes = Vec::new();
        for i in 0..shape.elements() {
            let any = self.next();
            let number = match i % 3 {
                0 => special[(any >> 8) as usize % special.len()],
                _ => (any >> 11) as f64 / (1u64 << 53) as f64 * 20.0 - 10.0,
            };
            let element = match dtype {
                _ if i % 3 == 1 && dtype != DType::Bool => any.to_le_bytes(),
                DType::F32 => u64::from((number as f32).to_bits()).to_le_bytes(),
                DType::F64 => number.to_bits().to_le_bytes(),
                DType::F16 => u64::from(tenure::tensor::F16::from_f64(number).to_bits()).to_le_bytes(),
                DType::BF16 => u64::from(tenure::tensor::BF16::from_f64(number).to_bits()).to_le_bytes(),
                DType::Bool => (any >> 20 & 1).to_le_bytes(),
                _ => (number as i64).to_le_bytes(),
            };
            bytes.extend_from_slice(&element[..dtype.size()]);
        }
        Tensor::from_bytes(Device::Cpu, dtype, &bytes[..], &shape).expect("as many bytes as elements")
    }
}
