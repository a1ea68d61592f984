//! What a CUDA device does: the processor's bits over float32 patterns, and rates. Run on a machine
//! with a GPU: `cargo bench --bench gpu`; without one it says so and fails. `ci/gpu` runs it in
//! parts:
//!
//! ```text
//!   gpu probe       the device
//!   gpu rates       rates and times
//!   gpu patterns    functions of one element; fails if any result differs
//! ```
//!
//! The numbers are lines of `name value unit`; `benches/gpu.py` prints the same of PyTorch, in the
//! same order.

use std::process::ExitCode;
use std::time::Instant;
use tenure::api::{module, optimizer, scope, tensor, trainer};
use tenure::device::{Device, cuda};
use tenure::error::Result;
use tenure::memory;
use tenure::ops::*;
use tenure::tensor::{DType, Shape, Tensor};

const GPU: Device = Device::Cuda(0);
/// Elements of the large tensors: 256 MiB of float32.
const LARGE: i64 = 1 << 26;

fn main() -> ExitCode {
    if let Err(error) = GPU.require() {
        println!("{}", error.message());
        return ExitCode::FAILURE;
    }
    let part = std::env::args().nth(1).unwrap_or_default();
    let has = |name: &str| part == name || !["probe", "rates", "patterns"].contains(&part.as_str());
    if has("probe") {
        probe();
    }
    if has("rates") {
        let start = Instant::now();
        drop(ones(GPU, DType::F32, &shape(&[1])).expect("small"));
        println!("time first_kernel {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
        rates();
        small();
        steps();
    }
    if has("patterns") && !patterns() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The device and its driver.
fn probe() {
    let device = cuda::device(0).expect("it was just found").properties();
    let (major, minor) = device.capability;
    println!("probe name {}", device.name);
    println!("probe memory_bytes {}", device.memory);
    println!("probe capability {major}.{minor}");
    let (major, minor) = cuda::version().expect("the device has a driver");
    println!("probe cuda {major}.{minor}");
}

fn waits() {
    let t = zeros(GPU, DType::F32, &shape(&[1])).expect("small");
    item(&t).expect("one element");
}

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("a shape")
}

/// A step of training: forward, loss, gradients and update, with the loss read.
fn steps() {
    for (name, begin) in [("mlp_784_b64_adam", mlp as Begin), ("cnn_b64_sgd", cnn), ("transformer_4x128_adam", words)] {
        let root = scope::push(0).expect("a scope");
        scope::set_default_device(root, 1 << 16).expect("it was just found");
        match begin(root).and_then(|(trainer, x, y)| step_time(trainer, x, y)) {
            Ok(time) => println!("time step_{name} {time:.1} us"),
            Err(error) => println!("time step_{name} {}", error.message()),
        }
        scope::close(root).expect("open");
    }
}

/// A trainer, its inputs and its targets, which the scope owns.
type Begin = fn(u64) -> Result<(u64, u64, u64)>;

/// The median of nine runs of fifty steps, in microseconds.
fn step_time(trainer: u64, x: u64, y: u64) -> Result<f64> {
    for _ in 0..20 {
        trainer::step(trainer, x, y)?;
    }
    let mut times = Vec::new();
    for _ in 0..9 {
        let start = Instant::now();
        for _ in 0..50 {
            trainer::step(trainer, x, y)?;
        }
        times.push(start.elapsed().as_secs_f64() / 50.0 * 1e6);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[4])
}

const F32: i32 = DType::F32 as i32;
const I64: i32 = DType::I64 as i32;
const CROSS_ENTROPY: i32 = 0;
const MSE: i32 = 1;

fn sequence(root: u64, parts: Vec<Result<u64>>) -> Result<u64> {
    let net = module::sequential(root)?;
    for part in parts {
        module::append(net, part?)?;
    }
    Ok(net)
}

fn adam(root: u64, net: u64) -> Result<u64> {
    optimizer::adam(root, &module::parameters(root, net, true)?, 1e-3, 0.9, 0.999, 1e-8, 0.0, false, false)
}

fn mlp(root: u64) -> Result<(u64, u64, u64)> {
    let net = sequence(
        root,
        vec![module::linear(root, 784, 128, true), module::relu(root), module::linear(root, 128, 10, true)],
    )?;
    let (x, y) = (tensor::rand(root, -1, F32, &[64, 784])?, tensor::randint(root, -1, I64, 0, 10, &[64])?);
    Ok((trainer::new(root, net, adam(root, net)?, CROSS_ENTROPY)?, x, y))
}

fn cnn(root: u64) -> Result<(u64, u64, u64)> {
    let conv = |from, to| module::conv2d(root, from, to, &[3], &[1], &[1], &[1], 1, true, 0);
    let pool = || module::max_pool2d(root, &[2], &[2], &[0], &[1], false);
    let parts = vec![
        conv(1, 16),
        module::relu(root),
        pool(),
        conv(16, 32),
        module::relu(root),
        pool(),
        module::flatten(root, 1, -1),
        module::linear(root, 32 * 49, 10, true),
    ];
    let net = sequence(root, parts)?;
    let (x, y) = (tensor::rand(root, -1, F32, &[64, 1, 28, 28])?, tensor::randint(root, -1, I64, 0, 10, &[64])?);
    let parameters = module::parameters(root, net, true)?;
    let sgd = optimizer::sgd(root, &parameters, 0.01, 0.0, 0.0, 0.0, false, false)?;
    Ok((trainer::new(root, net, sgd, CROSS_ENTROPY)?, x, y))
}

fn words(root: u64) -> Result<(u64, u64, u64)> {
    let net = module::transformer_encoder(root, 128, 4, 4, 512, 0.0, true, 1e-5, true, true, true)?;
    let x = tensor::randn(root, -1, F32, &[16, 64, 128])?;
    let y = tensor::randn(root, -1, F32, &[16, 64, 128])?;
    Ok((trainer::new(root, net, adam(root, net)?, MSE)?, x, y))
}

/// Functions of one element over every 64th float32 pattern. Returns whether all bits are the
/// processor's.
fn patterns() -> bool {
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
    different == [0; 10]
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
