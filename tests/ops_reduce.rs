//! Reductions against NumPy's answers, and what those cannot show: accuracy, order, layouts of
//! every size.

mod common;

use common::numpy;
use tenure::device::Device;
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::{self, ReduceOp};
use tenure::tensor::{DType, Shape, Tensor};

fn call(op: &str, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    match op {
        "sum" => ops::reduce(ReduceOp::Sum, t, axes, keepdim),
        "mean" => ops::reduce(ReduceOp::Mean, t, axes, keepdim),
        "max" => ops::reduce(ReduceOp::Max, t, axes, keepdim),
        "min" => ops::reduce(ReduceOp::Min, t, axes, keepdim),
        "argmax" => ops::argmax(t, axes, keepdim),
        other => panic!("no reduction {other}"),
    }
}

fn tensor(values: &[f32], dims: &[i64]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(dims).expect("small")).expect("memory")
}

#[test]
fn reductions_are_numpys() {
    numpy::check("reductions", |case, t| call(&case.op, &t[0], &case.ints("axes"), case.flag("keepdim")));
}

/// Values whose sum is exact in float64, in a shape for every path: long runs, wide and narrow
/// columns, several levels of accumulators, and remainders at the end of each.
#[test]
fn long_sums_are_as_accurate_as_pairwise_ones_along_any_axis() {
    for (rows, columns) in
        [(300_001, 1), (1, 300_001), (300_001, 3), (20_011, 17), (9_000, 37), (33, 5_000), (5, 1_300)]
    {
        let value = |i: usize| ((i * 7919) % 1009) as f32 / 1009.0 + 0.1;
        let values: Vec<f32> = (0..rows * columns).map(value).collect();
        let t = tensor(&values, &[rows as i64, columns as i64]);
        for (t, name) in [(t.clone(), "rows"), (t.transpose(0, 1).expect("two axes"), "transposed")] {
            let dims = [t.shape()[0] as usize, t.shape()[1] as usize];
            let steps = [t.strides()[0] as usize, t.strides()[1] as usize];
            for axis in [0, 1] {
                let sums = ops::reduce(ReduceOp::Sum, &t, &[axis as i64], false).expect("sums");
                for (i, &sum) in sums.to_vec::<f32>().expect("contiguous").iter().enumerate() {
                    let at = |j: usize| f64::from(values[i * steps[1 - axis] + j * steps[axis]]);
                    let exact: f64 = (0..dims[axis]).map(at).sum();
                    let error = (f64::from(sum) - exact).abs() / exact;
                    assert!(error < 4e-7, "{name} {dims:?} over {axis}, result {i}: off by {error:e}");
                }
            }
        }
    }
}

/// Columns are processed in groups of rows that are checked for NaN together: a NaN anywhere in a
/// group, in the remaining rows, in two rows of a column, next to columns without one, and in
/// accumulators.
#[test]
fn extrema_over_rows_are_nan_in_the_columns_with_a_nan_alone() {
    for rows in [1usize, 7, 8, 9, 23, 64, 65, 131] {
        for columns in [33usize, 40, 2_100] {
            let value =
                |i: usize| if i.is_multiple_of(11) { f32::NEG_INFINITY } else { ((i * 7919) % 1009) as f32 - 500.0 };
            let mut values: Vec<f32> = (0..rows * columns).map(value).collect();
            for (row, column) in [(0, 0), (3, 1), (rows - 1, 1), (rows / 2, 17), (rows - 1, columns - 1)] {
                values[row.min(rows - 1) * columns + column] = f32::NAN;
            }
            let t = tensor(&values, &[rows as i64, columns as i64]);
            let column = |c: usize| (0..rows).map(move |r| r * columns + c);
            for (t, wide) in [(t.clone(), false), (ops::cast(&t, DType::F64).expect("a cast"), true)] {
                let over = |op| {
                    let found = ops::reduce(op, &t, &[0], false).expect("it has elements");
                    let found = if wide { ops::cast(&found, DType::F32).expect("a cast") } else { found };
                    found.to_vec::<f32>().expect("float32")
                };
                let (greatest, least) = (over(ReduceOp::Max), over(ReduceOp::Min));
                let places = ops::argmax(&t, &[0], false).expect("it has elements").to_vec::<i64>().expect("int64");
                for c in 0..columns {
                    let has_nan = column(c).any(|i| values[i].is_nan());
                    let fold = |start, f: fn(f32, f32) -> f32| column(c).map(|i| values[i]).fold(start, f);
                    let (max, min) = (fold(f32::NEG_INFINITY, f32::max), fold(f32::INFINITY, f32::min));
                    let is = |got: f32, number: f32| if has_nan { got.is_nan() } else { got == number };
                    assert!(is(greatest[c], max), "max of column {c} of {rows} x {columns}: {}", greatest[c]);
                    assert!(is(least[c], min), "min of column {c} of {rows} x {columns}: {}", least[c]);
                    let place = column(c).position(|i| if has_nan { values[i].is_nan() } else { values[i] == max });
                    assert_eq!(places[c], place.expect("one is") as i64, "column {c} of {rows} x {columns}");
                }
            }
        }
    }
}

/// Rows that are not equally spaced are processed in several parts; a NaN in the first must stay.
#[test]
fn a_nan_stays_when_numbers_follow_it_in_other_parts() {
    let (slabs, rows, columns) = (4usize, 12usize, 40usize);
    let mut values = vec![1.0f32; slabs * rows * columns];
    values[2 * columns + 7] = f32::NAN;
    let t = tensor(&values, &[slabs as i64, rows as i64, columns as i64]);
    let t = t.slice(1, 0, 9, 1).expect("there are nine");
    for op in [ReduceOp::Max, ReduceOp::Min] {
        let found = ops::reduce(op, &t, &[0, 1], false).expect("extrema").to_vec::<f32>().expect("float32");
        assert!(found.iter().enumerate().all(|(c, x)| if c == 7 { x.is_nan() } else { *x == 1.0 }), "{found:?}");
    }
    let places = ops::argmax(&t, &[0, 1], false).expect("places").to_vec::<i64>().expect("int64");
    assert!(places.iter().enumerate().all(|(c, &place)| place == if c == 7 { 2 } else { 0 }), "{places:?}");
}

#[test]
fn extrema_are_found_wherever_they_lie() {
    for (rows, columns) in [(1, 5_000), (5_000, 1), (700, 9), (9, 700)] {
        for at in [0, 1, 77, 4_099, rows * columns - 1].into_iter().filter(|&at| at < rows * columns) {
            for (extreme, nan) in [(9.0f32, false), (f32::NAN, true)] {
                let mut values: Vec<f32> = (0..rows * columns).map(|i| (i % 13) as f32 / 2.0).collect();
                values[at] = extreme;
                let t = tensor(&values, &[rows as i64, columns as i64]);
                let max = ops::reduce(ReduceOp::Max, &t, &[], false).expect("max").to_vec::<f32>().expect("f32")[0];
                assert!(max == extreme || (nan && max.is_nan()), "{rows}x{columns} at {at}: {max}");
                let all = ops::argmax(&t, &[], false).expect("argmax");
                assert_eq!(all.to_vec::<i64>().expect("int64"), vec![at as i64], "{rows}x{columns}");
                let (row, column) = (at / columns, at % columns);
                let by_column = ops::argmax(&t, &[0], false).expect("argmax");
                assert_eq!(by_column.to_vec::<i64>().expect("i64")[column], row as i64, "{rows}x{columns}");
                let by_row = ops::argmax(&t, &[1], false).expect("argmax");
                assert_eq!(by_row.to_vec::<i64>().expect("i64")[row], column as i64, "{rows}x{columns}");
            }
        }
    }
}

#[test]
fn integers_wrap_in_64_bits_and_not_before() {
    let shape = Shape::new(&[3]).expect("small");
    let t = Tensor::from_slice(&[i32::MAX, i32::MAX, 5], &shape).expect("memory");
    let sum = ops::reduce(ReduceOp::Sum, &t, &[], false).expect("sum");
    assert_eq!(sum.to_vec::<i64>().expect("int64"), vec![2 * i64::from(i32::MAX) + 5]);
    let t = Tensor::from_slice(&[i64::MAX, 1, 0], &shape).expect("memory");
    let sum = ops::reduce(ReduceOp::Sum, &t, &[0], true).expect("sum");
    assert_eq!((sum.to_vec::<i64>().expect("int64"), sum.shape()), (vec![i64::MIN], &[1][..]));
}

#[test]
fn errors_name_the_values() {
    let t = Tensor::uninit(Device::Cpu, DType::F32, &Shape::new(&[2, 0, 3]).expect("small")).expect("memory");
    let error = ops::reduce(ReduceOp::Max, &t, &[1, 2], false).expect_err("nothing to choose from");
    assert_eq!(error.message(), "max over axes [1,2] of shape [2,0,3] has no elements");
    let error = ops::argmax(&t, &[3], false).expect_err("no such axis");
    assert_eq!(error.message(), "axis 3 is out of range for rank 3");
}
