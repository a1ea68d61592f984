//! Operations on several threads: the same bits for every number of threads, for any number of
//! callers; panics, forks.
//!
//! The process has one number of threads, so tests of the pool itself take turns.

use std::fmt::Debug;
use std::sync::Mutex;
use tenure::api::{scope, tensor};
use tenure::autograd::nn::{self as layers, ConvSettings, PoolSettings, RecurrentSettings};
use tenure::autograd::{self, Tape};
use tenure::error::Result;
use tenure::internals::{counts, end_idle};
use tenure::nn::optim::{Optimizer, Sgd};
use tenure::ops::nn::Cell;
use tenure::ops::{self, BinaryOp, CompareOp, RealOp, ReduceOp, ScanOp, UnaryOp};
use tenure::tensor::{DType, Shape, Tensor};
use tenure::threads::{set_threads, threads, with_threads};

/// Numbers of threads: one, even, odd, and more than there are processors.
const COUNTS: [usize; 4] = [1, 2, 3, 7];

static TURN: Mutex<()> = Mutex::new(());

fn turn() -> std::sync::MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Elements of both signs for a shape, no two neighbours equal; the same each time.
fn filled(dims: &[i64], seed: u64) -> Tensor {
    let n: i64 = dims.iter().product();
    let mut state = seed | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / (1u32 << 23) as f32) - 1.0
    };
    let values: Vec<f32> = (0..n).map(|_| next()).collect();
    Tensor::from_slice(&values, &Shape::new(dims).expect("small")).expect("there is memory")
}

fn as_dtype(t: &Tensor, dtype: DType) -> Tensor {
    if dtype.is_float() {
        return ops::cast(t, dtype).expect("a cast");
    }
    let scaled = ops::binary_scalar(BinaryOp::Mul, t, 100.0).expect("a product");
    ops::cast(&scaled, dtype).expect("a cast")
}

fn bytes(t: &Tensor) -> Vec<u8> {
    let mut bytes = vec![0; t.nbytes()];
    ops::copy_bytes_to(t, &mut bytes[..]).expect("it has room");
    bytes
}

/// Checks that the bits are the same for every number of threads.
fn same<const N: usize>(what: impl Debug, compute: impl Fn() -> Result<[Tensor; N]>) {
    let _turn = turn();
    let mut wanted: Option<Vec<Vec<u8>>> = None;
    for count in COUNTS {
        set_threads(count).expect("a number");
        let got: Vec<Vec<u8>> = compute().unwrap_or_else(|e| panic!("{what:?}: {e}")).iter().map(bytes).collect();
        let wanted = wanted.get_or_insert_with(|| got.clone());
        for (k, (got, wanted)) in got.iter().zip(&*wanted).enumerate() {
            let at = got.iter().zip(wanted).position(|(a, b)| a != b);
            assert!(at.is_none(), "{what:?}: byte {at:?} of result {k} differs on {count} threads");
        }
    }
    set_threads(0).expect("a number");
}

#[test]
fn elementwise_operations_have_the_same_bits() {
    let (x, y) = (filled(&[700, 1001], 1), filled(&[700, 1001], 2));
    let (row, column) = (filled(&[1001], 3), filled(&[700, 1], 4));
    let turned = filled(&[1001, 700], 5).transpose(0, 1).expect("a view");
    same("flat", || Ok([ops::binary(BinaryOp::Add, &x, &y)?, ops::binary(BinaryOp::Div, &x, &y)?]));
    same("broadcast", || Ok([ops::binary(BinaryOp::Mul, &x, &row)?, ops::binary(BinaryOp::Sub, &x, &column)?]));
    same("strided", || Ok([ops::binary(BinaryOp::Maximum, &x, &turned)?, ops::unary(UnaryOp::Exp, &turned)?]));
    for op in [UnaryOp::Exp, UnaryOp::Tanh, UnaryOp::Gelu, UnaryOp::Abs] {
        same(op, || Ok([ops::unary(op, &x)?]));
    }
    for op in [RealOp::Expm1, RealOp::Silu, RealOp::Sin, RealOp::Floor] {
        same(op, || Ok([ops::real(op, &x)?, ops::real(op, &turned)?]));
    }
    same("others", || {
        let test = ops::compare(CompareOp::Lt, &x, &turned)?;
        Ok([ops::where_(&test, &x, &row)?, ops::cast(&x, DType::F64)?, test])
    });
    same("in place", || {
        let t = ops::copy(&x)?;
        ops::binary_in_place(BinaryOp::Add, &t, &y)?;
        ops::binary_in_place(BinaryOp::Mul, &t, &t.untracked())?;
        ops::binary_scalar_in_place(BinaryOp::Sub, &t, 0.3)?;
        Ok([t])
    });
    let long = filled(&[9 << 20], 6);
    same("written past the caches", || Ok([ops::binary(BinaryOp::Add, &long, &long)?]));
}

#[test]
fn reductions_and_scans_have_the_same_bits() {
    let shapes: [&[i64]; 5] = [&[1000, 1003], &[3, 400_001], &[400_001, 3], &[70, 90, 130], &[1_500_001]];
    for dims in shapes {
        let x = filled(dims, 7);
        for axis in 0..dims.len() as i64 {
            same((dims, axis), || {
                let by = |op| ops::reduce(op, &x, &[axis], false);
                let [sum, max] = [by(ReduceOp::Sum)?, by(ReduceOp::Max)?];
                let [scan, soft] = [ops::scan(ScanOp::Sum, &x, axis)?, ops::softmax(&x, axis)?];
                Ok([sum, max, ops::argmax(&x, &[axis], false)?, scan, soft, ops::log_softmax(&x, axis)?])
            });
        }
        same((dims, "all"), || {
            let by = |op, t: &Tensor| ops::reduce(op, t, &[], false);
            let doubles = as_dtype(&x, DType::F64);
            Ok([
                by(ReduceOp::Sum, &x)?,
                by(ReduceOp::Mean, &doubles)?,
                by(ReduceOp::Min, &x)?,
                by(ReduceOp::CountNonzero, &x)?,
                by(ReduceOp::Sum, &as_dtype(&x, DType::I32))?,
                ops::argmax(&x, &[], false)?,
            ])
        });
    }
    let turned = filled(&[1000, 1003], 8).transpose(0, 1).expect("a view");
    same("turned", || Ok([ops::reduce(ReduceOp::Sum, &turned, &[0], true)?, ops::softmax(&turned, 0)?]));
}

#[test]
fn moved_elements_have_the_same_bits() {
    for dtype in [DType::F32, DType::F64, DType::U8] {
        let x = as_dtype(&filled(&[1000, 999], 9), dtype);
        let cube = as_dtype(&filled(&[60, 70, 200], 10), dtype);
        same((dtype, "copies"), || {
            let permuted = cube.permute(&[2, 0, 1])?;
            Ok([ops::copy(&x)?, ops::copy(&x.transpose(0, 1)?)?, ops::copy(&permuted)?])
        });
        let index = ops::randint(x.device(), DType::I64, 0, 999, &Shape::new(&[1000, 999]).expect("small"));
        let index = index.expect("integers");
        let flat = index.select(0, 0).expect("a row");
        same((dtype, "picked"), || {
            let [rows, columns] = [ops::index_select(&x, 0, &flat)?, ops::index_select(&x, 1, &flat)?];
            Ok([rows, columns, ops::gather(&x, 1, &index)?, ops::flip(&x, &[0])?, ops::concat(&[&x, &x], 1)?])
        });
        same((dtype, "ordered"), || {
            let ((a, b), (c, d)) = (ops::sort(&x, 1, false)?, ops::sort(&x, 0, true)?);
            let (e, f) = ops::topk(&x, 9, 1, true)?;
            Ok([a, b, c, d, e, f])
        });
    }
}

#[test]
fn products_have_the_same_bits() {
    let sizes = [
        (256, 256, 256),
        (257, 300, 600),
        (1, 700, 2000),
        (700, 1, 2000),
        (64, 2049, 257),
        (2049, 3, 400),
        (40, 41, 5000),
    ];
    for dtype in [DType::F32, DType::F64, DType::I64] {
        for (m, n, k) in sizes {
            let a = as_dtype(&filled(&[m, k], 11), dtype);
            let b = as_dtype(&filled(&[k, n], 12), dtype);
            let turned = as_dtype(&filled(&[n, k], 13), dtype).transpose(0, 1).expect("a view");
            let left = as_dtype(&filled(&[k, m], 14), dtype).transpose(0, 1).expect("a view");
            same((dtype, m, n, k), || {
                let [plain, right] = [ops::matmul(&a, &b)?, ops::matmul(&a, &turned)?];
                Ok([plain, right, ops::matmul(&left, &b)?, ops::matmul(&left, &turned)?])
            });
        }
        let (a, b) = (as_dtype(&filled(&[9, 70, 80], 15), dtype), as_dtype(&filled(&[9, 80, 60], 16), dtype));
        same((dtype, "batch"), || Ok([ops::matmul(&a, &b)?]));
    }
}

/// The result of a function of some parameters, and their gradients.
fn with_gradients(operands: &[&Tensor], f: impl Fn(&[Tensor]) -> Result<Tensor>) -> Result<[Tensor; 2]> {
    let tape = Tape::new();
    let watched = operands.iter().map(|t| tape.watch(t)).collect::<Result<Vec<_>>>()?;
    let out = f(&watched)?;
    let weights = filled(out.shape(), 17);
    let loss = autograd::reduce(ReduceOp::Sum, &autograd::binary(BinaryOp::Mul, &out, &weights)?, &[], false)?;
    let wrt: Vec<&Tensor> = watched.iter().collect();
    let grads = tape.backward(&loss, &wrt)?;
    let flat = grads.iter().map(|g| ops::reshape(g, &[-1])).collect::<Result<Vec<_>>>()?;
    Ok([out.untracked(), ops::concat(&flat.iter().collect::<Vec<_>>(), 0)?])
}

#[test]
fn layers_and_their_gradients_have_the_same_bits() {
    let (x, w, b) = (filled(&[8, 16, 40, 40], 18), filled(&[24, 16, 3, 3], 19), filled(&[24], 20));
    let how = ConvSettings { stride: &[1, 1], padding: &[1, 1], dilation: &[1, 1], output_padding: &[0, 0], groups: 1 };
    same("conv", || with_gradients(&[&x, &w, &b], |p| layers::conv::<2>(&p[0], &p[1], Some(&p[2]), &how)));
    let pool = PoolSettings {
        kernel: &[2, 2],
        stride: &[2, 2],
        padding: &[0, 0],
        dilation: &[1, 1],
        ceil_mode: false,
        count_include_pad: true,
        divisor_override: None,
    };
    let wide = filled(&[8, 16, 80, 80], 21);
    same("max_pool", || with_gradients(&[&wide], |p| Ok(layers::max_pool::<2>(&p[0], &pool)?.0)));
    same("avg_pool", || with_gradients(&[&wide], |p| layers::avg_pool::<2>(&p[0], &pool)));
    let (rows, scale, shift) = (filled(&[900, 500], 22), filled(&[500], 23), filled(&[500], 24));
    same("layer_norm", || {
        with_gradients(&[&rows, &scale, &shift], |p| layers::layer_norm(&p[0], &[500], Some(&p[1]), Some(&p[2]), 1e-5))
    });
    same("softmax", || with_gradients(&[&rows], |p| autograd::softmax(&p[0], 1)));
    same("log_softmax", || with_gradients(&[&rows], |p| autograd::log_softmax(&p[0], 0)));
    same("linear", || {
        let weight = filled(&[300, 500], 25);
        with_gradients(&[&rows, &weight], |p| layers::linear(&p[0], &p[1], None))
    });
    for op in [UnaryOp::Tanh, UnaryOp::Gelu, UnaryOp::Relu] {
        same(op, || with_gradients(&[&rows], |p| autograd::unary(op, &p[0])));
    }
    same("division", || with_gradients(&[&rows, &scale], |p| autograd::binary(BinaryOp::Div, &p[0], &p[1])));
    let [q, k, v] = [26, 27, 28].map(|seed| filled(&[4, 200, 32], seed));
    same("attention", || {
        with_gradients(&[&q, &k, &v], |p| layers::scaled_dot_product_attention(&p[0], &p[1], &p[2], None, true, None))
    });
    let (steps, h) = (filled(&[20, 70, 30], 29), filled(&[1, 70, 40], 30));
    let (wi, wh) = (filled(&[160, 30], 31), filled(&[160, 40], 32));
    let how = RecurrentSettings {
        cell: Cell::Lstm,
        has_biases: false,
        layers: 1,
        bidirectional: false,
        batch_first: false,
        dropout: 0.0,
    };
    same("lstm", || {
        with_gradients(&[&steps, &wi, &wh], |p| Ok(layers::recurrent(&p[0], &h, Some(&h), &[&p[1], &p[2]], how)?.0))
    });
    let targets = as_dtype(&ops::unary(UnaryOp::Abs, &filled(&[900], 33)).expect("a function"), DType::I64);
    same("cross_entropy", || with_gradients(&[&rows], |p| autograd::cross_entropy(&p[0], &targets)));
    same("sgd", || {
        let p = ops::copy(&rows)?;
        let sgd = Optimizer::new(vec![p.clone()], Sgd { lr: 0.1, momentum: 0.9, ..Sgd::default() })?;
        sgd.step(&[&rows])?;
        sgd.step(&[&rows])?;
        Ok([p])
    });
}

/// Runs on `count` threads, with the pool in its initial state.
fn on<R>(count: usize, body: impl FnOnce() -> R) -> R {
    let _turn = turn();
    set_threads(count).expect("a number");
    let result = body();
    set_threads(0).expect("a number");
    result
}

#[test]
fn a_long_operation_starts_threads_and_a_short_one_none() {
    on(3, || {
        end_idle();
        let small = filled(&[100], 34);
        ops::unary(UnaryOp::Exp, &small).expect("a function");
        assert_eq!(counts(), (0, 0));
        let large = filled(&[1 << 20], 35);
        ops::unary(UnaryOp::Exp, &large).expect("a function");
        let (workers, running) = counts();
        assert_eq!(workers, 2);
        assert!(running <= 2, "{running}: only a worker that is slow to finish may still count");
        end_idle();
    });
}

#[test]
fn a_limit_of_one_thread_starts_none() {
    on(3, || {
        end_idle();
        let large = filled(&[1 << 20], 36);
        with_threads(1, || ops::unary(UnaryOp::Exp, &large)).expect("a function");
        assert_eq!(counts().0, 0);
        with_threads(2, || ops::unary(UnaryOp::Exp, &large)).expect("a function");
        assert_eq!(counts().0, 1);
        end_idle();
    });
    assert!(threads() >= 1);
    assert!(set_threads(1025).is_err_and(|error| error.message() == "1025 threads: not from 0 to 1024"));
}

#[test]
fn many_callers_and_changes_of_the_number_give_the_same_bits() {
    on(3, || {
        let x = filled(&[600, 1000], 37);
        let compute = || -> Result<Vec<u8>> {
            let y = ops::matmul(&ops::unary(UnaryOp::Tanh, &x)?, &x.transpose(0, 1)?)?;
            Ok(bytes(&ops::reduce(ReduceOp::Sum, &ops::softmax(&y, 1)?, &[0], false)?))
        };
        let wanted = with_threads(1, compute).expect("a result");
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    for _ in 0..15 {
                        assert_eq!(compute().expect("a result"), wanted);
                    }
                });
            }
            scope.spawn(|| {
                for k in 0..200 {
                    set_threads([1, 4, 2, 9][k % 4]).expect("a number");
                    if k % 10 == 0 {
                        end_idle();
                    }
                    assert!(counts().0 <= 6 + 9);
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            });
        });
        end_idle();
    });
}

/// A scope's limit applies to results that it or a scope below it owns.
#[test]
fn a_scope_limits_the_threads_of_its_operations() {
    on(3, || {
        end_idle();
        let root = scope::push(0).expect("a scope");
        let child = scope::push(root).expect("a scope");
        let x = tensor::ones(root, 0, DType::F32 as i32, &[1 << 20]).expect("a tensor");
        let workers = |owner| {
            end_idle();
            tensor::exp(owner, x).expect("a function");
            counts().0
        };
        scope::limit_threads(root, 1).expect("a number");
        assert_eq!((workers(root), workers(child), workers(0), workers(u64::MAX)), (0, 0, 0, 2));
        scope::limit_threads(root, 2).expect("a number");
        assert_eq!((workers(root), workers(child)), (1, 1));
        scope::limit_threads(child, 1).expect("a number");
        assert_eq!((workers(root), workers(child)), (1, 0));
        scope::limit_threads(root, 0).expect("a number");
        assert_eq!(workers(root), 2);
        let refused = scope::limit_threads(root, -1).expect_err("a negative number");
        assert_eq!(refused.message(), "-1 threads: not from 0 to 1024");
        scope::close(root).expect("it closes");
        assert!(scope::limit_threads(root, 1).is_err());
        end_idle();
    });
}

/// The number of computing threads is bounded, for any number of callers.
#[test]
fn callers_beyond_the_limit_get_no_help() {
    on(2, || {
        end_idle();
        let x = filled(&[1 << 21], 38);
        std::thread::scope(|scope| {
            for _ in 0..5 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        ops::unary(UnaryOp::Tanh, &x).expect("a function");
                        let (workers, running) = counts();
                        assert!(workers <= 1, "{workers} workers");
                        assert!(running <= 2, "{running} threads compute");
                    }
                });
            }
        });
        end_idle();
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_of_fork_computes_on_its_own_thread() {
    on(3, || {
        let x = filled(&[1 << 20], 39);
        let wanted = bytes(&ops::unary(UnaryOp::Exp, &x).expect("a function"));
        assert!(counts().0 > 0, "the parent has workers, which the child has not");
        // SAFETY: the child computes, checks, and ends without unwinding or running exit handlers
        // of its parent.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let got = ops::unary(UnaryOp::Exp, &x).map(|y| bytes(&y));
            set_threads(5).expect("a number");
            end_idle();
            let right = got.is_ok_and(|got| got == wanted) && counts() == (0, 0);
            // SAFETY: it ends this process.
            unsafe { libc::_exit(i32::from(!right)) };
        }
        let mut status = 0;
        // SAFETY: it waits for the child that was just created.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert_eq!(status, 0, "the child waited, died or computed something else");
        assert_eq!(bytes(&ops::unary(UnaryOp::Exp, &x).expect("a function")), wanted);
        end_idle();
    });
}
