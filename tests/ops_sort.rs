//! Sorting, searching and series against PyTorch's and NumPy's answers, and long rows against a
//! plain model.

mod common;

use common::numpy;
use tenure::device::Device;
use tenure::ops;
use tenure::tensor::{DType, Shape};

#[test]
fn sorting_is_pytorchs() {
    numpy::check("../../torch/data/sort", |case, t| {
        let (op, part) = case.op.rsplit_once('_').expect("an operation and one of its results");
        let pair = match op {
            "sort" => ops::sort(&t[0], case.int("axis"), case.flag("descending"))?,
            "topk" => ops::topk(&t[0], case.int("k"), case.int("axis"), case.flag("largest"))?,
            "kthvalue" => ops::kthvalue(&t[0], case.int("k"), case.int("axis"), case.flag("keepdim"))?,
            "unique" => {
                let found =
                    if case.has("axis") { ops::unique_along(&t[0], case.int("axis"))? } else { ops::unique(&t[0])? };
                return Ok(match part {
                    "values" => found.values,
                    "inverse" => found.inverse,
                    "counts" => found.counts,
                    "indices" => found.indices,
                    other => panic!("no result {other}"),
                });
            }
            other => panic!("no operation {other}"),
        };
        Ok(if part == "values" { pair.0 } else { pair.1 })
    });
}

#[test]
fn searching_and_series_are_theirs() {
    numpy::check("../../torch/data/search", |case, t| match case.op.as_str() {
        "searchsorted" => ops::searchsorted(&t[0], &t[1], case.flag("right")),
        "bincount" => ops::bincount(&t[0], t.get(1), case.int("minlength")),
        "histc" => ops::histc(&t[0], case.int("bins"), case.float("min"), case.float("max")),
        "linspace" => {
            let (start, end) = (case.float("start"), case.float("end"));
            ops::linspace(Device::Cpu, case.dtype("dtype"), (start, end), case.int("steps"), true)
        }
        "logspace" => {
            let (start, end) = (case.float("start"), case.float("end"));
            ops::logspace(Device::Cpu, case.dtype("dtype"), start, end, case.int("steps"), case.float("base"))
        }
        "eye" => ops::eye(Device::Cpu, case.dtype("dtype"), case.int("height"), case.int("width"), 0),
        other => panic!("no operation {other}"),
    });
}

/// Rows for every way of sorting: by comparison, by digits, and by selection.
#[test]
fn long_rows_are_sorted_as_short_ones() {
    for dtype in [DType::F32, DType::F64, DType::I32, DType::I64, DType::U8] {
        for n in [1i64, 7, 1499, 1500, 5000] {
            ops::seed(n as u64);
            let shape = Shape::new(&[2, n]).expect("small");
            let numbers = ops::randint(Device::Cpu, DType::I64, -300, 300, &shape).expect("memory");
            let t = ops::cast(&numbers, dtype).expect("memory");
            let model = ops::cast(&t, DType::F64).expect("memory").to_vec::<f64>().expect("float64");
            for descending in [false, true] {
                let (values, indices) = ops::sort(&t, 1, descending).expect("an axis");
                let values = ops::cast(&values, DType::F64).expect("memory").to_vec::<f64>().expect("float64");
                let indices = indices.to_vec::<i64>().expect("int64");
                for row in 0..2 {
                    let row = row * n as usize..(row + 1) * n as usize;
                    let elements = &model[row.clone()];
                    let mut order: Vec<usize> = (0..n as usize).collect();
                    order.sort_by(|&a, &b| {
                        let ascending = elements[a].total_cmp(&elements[b]);
                        if descending { ascending.reverse() } else { ascending }
                    });
                    let wanted: Vec<f64> = order.iter().map(|&i| elements[i]).collect();
                    assert_eq!(values[row.clone()], wanted[..], "{dtype} {n} {descending}");
                    assert_eq!(indices[row.clone()], order.iter().map(|&i| i as i64).collect::<Vec<_>>()[..]);
                    let k = (n / 2).max(1);
                    let (_, top) = ops::topk(&t, k, 1, descending).expect("so many");
                    let top = top.to_vec::<i64>().expect("int64");
                    let at = row.start / n as usize * k as usize;
                    assert_eq!(top[at..][..k as usize], indices[row.clone()][..k as usize], "{dtype} {n}");
                }
            }
        }
    }
}
