//! Resizes on a CUDA device: the processor's bits and errors, with gradients.

use super::bits::numbers;
use super::norms::both;
use super::*;
use tenure::api::{module, scope, tensor};
use tenure::autograd;
use tenure::autograd::nn::interpolate;
use tenure::ops::cast;
use tenure::ops::nn::InterpolateMode::{self, Cubic, Linear, Nearest, NearestExact};
use tenure::ops::nn::{Scale, resize, resize_grad};

/// Every mode with the corners that it takes.
const MODES: [(InterpolateMode, bool); 6] =
    [(Nearest, false), (NearestExact, false), (Linear, false), (Linear, true), (Cubic, false), (Cubic, true)];

#[test]
fn planes_by_sizes_and_by_factors() {
    let sizes: [([i64; 4], &[i64]); 8] = [
        ([1, 1, 1, 1], &[1]),
        ([1, 2, 1, 1], &[4, 3]),
        ([2, 3, 5, 7], &[9, 4]),
        ([1, 2, 3, 6], &[1]),
        ([2, 1, 4, 1], &[1, 5]),
        ([1, 1, 13, 2], &[2, 31]),
        ([1, 2, 4, 3], &[4, 3]),
        ([1, 1, 2, 60], &[40, 7]),
    ];
    let factors: [([i64; 4], &[f64]); 4] =
        [([1, 2, 5, 4], &[2.0]), ([2, 1, 6, 5], &[2.3]), ([1, 1, 7, 9], &[0.4, 1.7]), ([1, 1, 3, 1], &[1.0, 4.999])];
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        for (mode, corners) in MODES {
            for (dims, size) in sizes {
                let what = format!("{mode:?} of {dtype} {dims:?} to {size:?}, corners {corners}");
                both(&what, &[numbers(240, dtype, &dims)], &|t| interpolate(&t[0], size, &[], mode, corners));
            }
            for (dims, factors) in factors {
                let what = format!("{mode:?} of {dtype} {dims:?} by {factors:?}, corners {corners}");
                both(&what, &[numbers(241, dtype, &dims)], &|t| interpolate(&t[0], &[], factors, mode, corners));
            }
        }
    }
}

#[test]
fn lines_and_volumes() {
    for dtype in [DType::F32, DType::F64] {
        for (mode, corners) in MODES.into_iter().filter(|(mode, _)| *mode != Cubic) {
            let what = format!("{mode:?} of {dtype}, corners {corners}");
            let (line, volume) = (numbers(242, dtype, &[2, 3, 11]), numbers(243, dtype, &[1, 2, 3, 4, 5]));
            for size in [1, 2, 11, 29] {
                let f = |t: &[Tensor]| interpolate(&t[0], &[size], &[], mode, corners);
                both(&format!("a line, {what}, to {size}"), std::slice::from_ref(&line), &f);
            }
            for size in [[5, 3, 8], [1, 1, 1], [2, 9, 5]] {
                let f = |t: &[Tensor]| interpolate(&t[0], &size, &[], mode, corners);
                both(&format!("a volume, {what}, to {size:?}"), std::slice::from_ref(&volume), &f);
            }
            both(&format!("a volume, {what}, by a factor"), &[volume], &|t| {
                interpolate(&t[0], &[], &[1.9], mode, corners)
            });
        }
    }
}

#[test]
fn any_layout_and_no_elements() {
    for (mode, corners) in MODES {
        let (x, row) = (numbers(244, DType::F32, &[2, 3, 5, 8]), numbers(245, DType::F32, &[1, 1, 1, 6]));
        let sized = |t: &Tensor| interpolate(t, &[7, 4], &[], mode, corners);
        both("a transposed plane", std::slice::from_ref(&x), &|t| sized(&autograd::transpose(&t[0], 2, 3)?));
        both("channels for rows", std::slice::from_ref(&x), &|t| sized(&autograd::transpose(&t[0], 1, 2)?));
        both("every second column", std::slice::from_ref(&x), &|t| sized(&autograd::slice(&t[0], 3, 1, 8, 2)?));
        both("a row for all", &[row], &|t| sized(&autograd::expand(&t[0], &[2, 3, 4, 6])?));
        for dims in [[0, 3, 4, 5], [2, 0, 4, 5]] {
            both("no elements", &[numbers(246, DType::F64, &dims)], &|t| sized(&t[0]));
        }
    }
}

/// Special values, and such gradients: infinity times a weight of 0 must not be added anywhere.
pub(crate) fn special([n, c, h, w]: [i64; 4], [rows, columns]: [i64; 2]) {
    for dtype in [DType::F32, DType::F64] {
        let (x, grad) =
            (Random(247).tensor(dtype, &[n, c, 1, h, w]), Random(248).tensor(dtype, &[n, c, 1, rows, columns]));
        for (mode, corners) in MODES {
            let axis = |input: i64, output: i64| Scale::new(input as usize, output as usize, None, corners, mode);
            let axes = [Scale::new(1, 1, None, false, Nearest), axis(h, rows), axis(w, columns)];
            let what = format!("{mode:?} of {dtype} [{n}, {c}, {h}, {w}] to [{rows}, {columns}], corners {corners}");
            place::both(&what, &[&x], &|t| resize("interpolate", t[0], &axes));
            place::both(&format!("the gradient of {what}"), &[&grad], &|t| resize_grad(t[0], &axes));
        }
    }
}

#[test]
fn special_values() {
    special([2, 3, 5, 7], [10, 14]);
    special([1, 2, 9, 6], [4, 13]);
    special([1, 1, 3, 4], [3, 4]);
    special([1, 1, 4, 3], [1, 1]);
}

#[test]
fn errors_are_the_processors() {
    let image = |dims: &[i64]| numbers(249, DType::F32, dims);
    let check = |x: Tensor, size: &[i64], factors: &[f64], mode: InterpolateMode, corners: bool| {
        place::both("an error", &[&x], &|t| {
            let made = interpolate(t[0], size, factors, mode, corners);
            assert!(made.is_err(), "{mode:?} of {:?} to {size:?} by {factors:?}", t[0]);
            made
        });
    };
    check(image(&[1, 1, 3, 4]), &[], &[], Linear, false);
    check(image(&[1, 1, 3, 4]), &[2], &[2.0], Linear, false);
    check(image(&[1, 1, 3, 4]), &[2, 2, 2], &[], Linear, false);
    check(image(&[1, 1, 3, 4]), &[2], &[], Nearest, true);
    check(image(&[1, 1, 3]), &[2], &[], Cubic, false);
    check(image(&[3, 4]), &[2], &[], Linear, false);
    check(image(&[1, 1, 3, 4]), &[0], &[], Linear, false);
    check(image(&[1, 1, 0, 4]), &[2], &[], Linear, false);
    check(cast(&image(&[1, 1, 3, 4]), DType::I32).expect("a cast"), &[2], &[], Linear, false);
}

/// Modules that resize by the nearest element or by `interpolate`.
#[test]
fn modules_that_resize() {
    cuda();
    let root = scope::push(0).expect("a scope");
    let modules = [
        module::upsample(root, &[5, 3], None, Linear as i32, true),
        module::upsample(root, &[], Some(2.5), Cubic as i32, false),
        module::resize(root, &[3, 9], NearestExact as i32),
        module::random_resized_crop(root, &[4, 4], 0.2, 1.0, 0.75, 1.5, Nearest as i32),
    ];
    let [start, end, step] = [0.0, 70.0, 1.0].map(Scalar::from);
    let x = tensor::arange(root, 0, DType::F32 as i32, start, end, step).expect("small");
    let x = tensor::reshape(root, x, &[1, 2, 5, 7]).expect("70 elements");
    let there = tensor::to_device(root, x, 1 << 16).expect("small");
    for module in modules {
        let module = module.expect("it is right");
        let forward = |x: u64| {
            tenure::api::random::seed(9).expect("a seed");
            module::forward(root, module, x).expect("it fits")
        };
        let (wanted, got) = (forward(x), forward(there));
        assert_eq!(tensor::device(got).expect("open"), 1 << 16);
        let got = tensor::to_device(root, got, 0).expect("small");
        assert!(tensor::equal(wanted, got).expect("both are open"));
    }
    scope::close(root).expect("open");
}
