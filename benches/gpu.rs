//! What a CUDA device does: the processor's bits over float32 patterns, and rates. Run on a machine
//! with a GPU: `cargo bench --bench gpu`; without one it says so and ends.
//!
//! The numbers are lines of `name value unit`; `benches/gpu.py` prints the same of PyTorch.

use std::time::Instant;
use tenure::device::{Device, cuda};
use tenure::memory;
use tenure::ops::*;
use tenure::tensor::{DType, Shape, Tensor};

const GPU: Device = Device::Cuda(0);
/// Elements of the large tensors: 256 MiB of float32.
const LARGE: i64 = 1 << 26;

fn main() {
    if let Err(error) = GPU.require() {
        println!("{}", error.message());
        return;
    }
    let device = cuda::device(0).expect("it was just found");
    println!("device {:?}", device.properties());
    let start = Instant::now();
    drop(ones(GPU, DType::F32, &shape(&[1])).expect("small"));
    println!("time first_kernel {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    rates();
    small();
    patterns();
}

fn waits() {
    let t = zeros(GPU, DType::F32, &shape(&[1])).expect("small");
    item(&t).expect("one element");
}

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("a shape")
}

/// Functions of one element over every 64th float32 pattern.
fn patterns() {
    let functions = [
        UnaryOp::Exp,
        UnaryOp::Log,
        UnaryOp::Sqrt,
        UnaryOp::Sigmoid,
        UnaryOp::Tanh,
        UnaryOp::Softplus,
        UnaryOp::Erf,
        UnaryOp::Erfc,
        UnaryOp::Gelu,
        UnaryOp::GeluTanh,
    ];
    const PART: u32 = 1 << 23;
    let mut different = [0u64; 10];
    let mut numbers = vec![0f32; PART as usize];
    for part in 0..8u32 {
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = f32::from_bits((part * PART + i as u32) * 64 + (i as u32 * 13 + part) % 64);
        }
        let here = Tensor::from_slice(&numbers, &shape(&[PART.into()])).expect("room");
        let there = to_device(&here, GPU).expect("room");
        for (op, different) in functions.iter().zip(&mut different) {
            let wanted = unary(*op, &here).expect("room").to_vec::<f32>().expect("float32");
            let got = to_device(&unary(*op, &there).expect("room"), Device::Cpu).expect("room");
            let got = got.to_vec::<f32>().expect("float32");
            let differs = |(a, b): &(&f32, &f32)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan());
            *different += wanted.iter().zip(&got).filter(differs).count() as u64;
        }
    }
    for (op, different) in functions.iter().zip(different) {
        println!("patterns {} {different} of {} differ", op.name(), u64::from(PART) * 8);
    }
}

/// The median of nine runs of twenty calls, in GB/s of the bytes that one call reads and writes.
fn rate(name: &str, bytes: f64, mut call: impl FnMut()) {
    (0..3).for_each(|_| call());
    waits();
    let mut seconds: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            (0..20).for_each(|_| call());
            waits();
            start.elapsed().as_secs_f64() / 20.0
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    println!("rate {name} {:.0} GB/s", bytes / seconds[4] / 1e9);
}

fn rates() {
    let large = |value: f64| full(GPU, DType::F32, value, &shape(&[LARGE])).expect("room");
    let (a, b) = (large(0.5), large(0.25));
    let size = LARGE as f64 * 4.0;
    rate("copy", 2.0 * size, || drop(copy(&a).expect("room")));
    rate("add", 3.0 * size, || drop(binary(BinaryOp::Add, &a, &b).expect("room")));
    rate("add_in_place", 3.0 * size, || binary_in_place(BinaryOp::Add, &a, &b).expect("it fits"));
    rate("mul_number", 2.0 * size, || drop(binary_scalar(BinaryOp::Mul, &a, 1.5).expect("room")));
    rate("exp", 2.0 * size, || drop(unary(UnaryOp::Exp, &a).expect("room")));
    rate("gelu", 2.0 * size, || drop(unary(UnaryOp::Gelu, &a).expect("room")));
    rate("to_bfloat16", 1.5 * size, || drop(cast(&a, DType::BF16).expect("room")));
    rate("less", 2.25 * size, || drop(compare(CompareOp::Lt, &a, &b).expect("room")));
    let matrix = reshape(&a, &[8192, 8192]).expect("a view");
    let row = full(GPU, DType::F32, 1.0, &shape(&[8192])).expect("small");
    rate("add_row", 2.0 * size, || drop(binary(BinaryOp::Add, &matrix, &row).expect("room")));
    let turned = matrix.transpose(0, 1).expect("a view");
    rate("transposed_copy", 2.0 * size, || drop(copy(&turned).expect("room")));
    rate("add_transposed", 3.0 * size, || drop(binary(BinaryOp::Add, &matrix, &turned).expect("room")));
    let sum = |t: &Tensor, axes: &[i64]| drop(reduce(ReduceOp::Sum, t, axes, false).expect("room"));
    rate("sum", size, || sum(&a, &[]));
    rate("sum_rows", size, || sum(&matrix, &[1]));
    rate("sum_columns", size, || sum(&matrix, &[0]));
    rate("max_rows", size, || drop(reduce(ReduceOp::Max, &matrix, &[1], false).expect("room")));
    rate("argmax_rows", size, || drop(argmax(&matrix, &[1], false).expect("room")));
    rate("softmax_rows", 2.0 * size, || drop(softmax(&matrix, 1).expect("room")));
    let square = full(GPU, DType::F32, 0.5, &shape(&[4096, 4096])).expect("room");
    // Operations instead of bytes: GB/s stands for GFLOP/s.
    rate("product_4096_gflops", 2.0 * 4096f64.powi(3), || drop(matmul(&square, &square).expect("room")));
    let half = full(GPU, DType::BF16, 0.5, &shape(&[8192, 8192])).expect("room");
    rate("product_8192_bf16_gflops", 2.0 * 8192f64.powi(3), || drop(matmul(&half, &half).expect("room")));
    let index = arange(GPU, DType::I64, 0i64, 8192i64, 1i64).expect("room");
    rate("index_select", 2.0 * size, || drop(index_select(&matrix, 0, &index).expect("in range")));
    let norm = |t: &Tensor| nn::row_norm("layer_norm", t, 8192, Some(&row), Some(&row), 1e-5, true).expect("room");
    rate("layer_norm", 2.0 * size, || drop(norm(&matrix)));
    let narrow = reshape(&a, &[65_536, 1024]).expect("a view");
    rate("softmax_1024", 2.0 * size, || drop(softmax(&narrow, 1).expect("room")));
    let grads = full(GPU, DType::F32, 0.5, &shape(&[8192, 1024])).expect("room");
    let words = full(GPU, DType::F32, 0.0, &shape(&[50_000, 1024])).expect("room");
    let add = || index_scatter_in_place(&words, 0, &index, Source::Tensor(&grads), Some(ScatterReduce::Sum));
    rate("index_add_8192_rows", 3.0 * 8192.0 * 4096.0, || add().expect("in range"));
    let here = to_device(&a, Device::Cpu).expect("room");
    for _ in 0..2 {
        let start = Instant::now();
        let there = to_device(&here, GPU).expect("room");
        waits();
        println!("rate to_device {:.1} GB/s", size / start.elapsed().as_secs_f64() / 1e9);
        let start = Instant::now();
        drop(to_device(&there, Device::Cpu).expect("room"));
        println!("rate from_device {:.1} GB/s", size / start.elapsed().as_secs_f64() / 1e9);
    }
}

fn small() {
    let a = full(GPU, DType::F32, 0.5, &shape(&[1024])).expect("small");
    drop(binary(BinaryOp::Add, &a, &a).expect("small"));
    waits();
    let before = memory::stats(GPU).expect("there").system_allocations;
    let start = Instant::now();
    for _ in 0..1000 {
        drop(binary(BinaryOp::Add, &a, &a).expect("small"));
    }
    waits();
    println!("time add_1024 {:.2} us", start.elapsed().as_secs_f64() * 1e3);
    println!("driver_allocations {}", memory::stats(GPU).expect("there").system_allocations - before);
    let tensors: Vec<Tensor> = (0..10_000).map(|_| empty(GPU, DType::F32, &shape(&[256])).expect("small")).collect();
    let start = Instant::now();
    drop(tensors);
    println!("time free_10000 {:.3} ms", start.elapsed().as_secs_f64() * 1e3);
}
