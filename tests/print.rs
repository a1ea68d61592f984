//! A tensor prints exactly as NumPy prints the same array; tests/numpy/print.py has written the
//! answers.

use serde_json::Value;
use tenure::device::Device;
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::tensor::{DType, PrintOptions, Shape, Tensor};

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|x| x.as_i64().expect("an integer")).collect()
}

fn tensor(case: &Value) -> Tensor {
    let name = case["dtype"].as_str().expect("a dtype");
    let dtype = DType::ALL.into_iter().find(|d| d.name() == name).expect("a dtype of ours");
    let mut bytes = Vec::new();
    for value in case["values"].as_array().expect("a list") {
        // Floats are stored as their bits, so that NaNs and signed zeros are kept.
        let bits = match value.as_str() {
            Some(hex) => u64::from_str_radix(hex, 16).expect("hexadecimal"),
            None => value.as_i64().expect("an integer") as u64,
        };
        bytes.extend_from_slice(&bits.to_le_bytes()[..dtype.size()]);
    }
    let shape = Shape::new(&integers(&case["shape"])).expect("a shape");
    let mut tensor = Tensor::from_bytes(Device::Cpu, dtype, &bytes, &shape).expect("it fits");
    for view in case["views"].as_array().expect("a list") {
        let number = |i: usize| view[i].as_i64().expect("an integer");
        tensor = match view[0].as_str().expect("a name") {
            "permute" => tensor.permute(&integers(&view[1])),
            "slice" => tensor.slice(number(1), number(2), number(3), number(4)),
            "select" => tensor.select(number(1), number(2)),
            "expand" => tensor.expand(&integers(&view[1])),
            other => panic!("no view is called {other}"),
        }
        .expect("NumPy took this view");
    }
    tensor
}

/// Prints with the options of the case, if it has any.
fn printed(case: &Value) -> String {
    match case.get("options").map(integers) {
        Some(options) => {
            let [precision, threshold, edge, width] = options.try_into().expect("four options");
            let options = PrintOptions::new(precision, threshold, edge, width).expect("options of NumPy");
            tensor(case).to_string_with(&options)
        }
        None => tensor(case).to_string(),
    }
}

#[test]
fn options_that_are_too_small_are_named() {
    for (options, why) in [
        ([-1, 0, 1, 1], "precision is -1 and must be at least 0"),
        ([0, -2, 1, 1], "threshold is -2 and must be at least 0"),
        ([0, 0, 0, 1], "edge items is 0 and must be at least 1"),
        ([0, 0, 1, 0], "line width is 0 and must be at least 1"),
    ] {
        let [precision, threshold, edge, width] = options;
        let refused = PrintOptions::new(precision, threshold, edge, width).expect_err("too small");
        assert_eq!((refused.status(), refused.message()), (Status::InvalidArgument, why));
    }
    let most = PrintOptions::new(i64::MAX, i64::MAX, i64::MAX, i64::MAX).expect("as large as there is");
    let pi = Tensor::from_slice(&[0.1f64], &Shape::new(&[1]).expect("one")).expect("one");
    assert_eq!(pi.to_string_with(&most), "[0.1]");
}

#[test]
fn prints_what_numpy_prints() {
    let cases: Value = serde_json::from_str(include_str!("numpy/data/print.json")).expect("JSON");
    let cases = cases.as_array().expect("a list");
    assert!(cases.len() > 600, "only {} cases", cases.len());
    let mut wrong = 0;
    for (i, case) in cases.iter().enumerate() {
        let (expected, got) = (case["text"].as_str().expect("a text"), printed(case));
        if got != expected {
            wrong += 1;
            if wrong <= 10 {
                println!(
                    "case {i}, {} {} {}\nNumPy:\n{expected}\nhere:\n{got}",
                    case["dtype"], case["shape"], case["views"]
                );
            }
        }
    }
    assert_eq!(wrong, 0, "of {} cases", cases.len());
}

/// 2^40 elements of a dimension with a stride of 0: a loop over all of them would not terminate.
#[test]
fn only_what_is_printed_is_looked_at() {
    const HUGE: i64 = 1 << 40;
    let column = |dtype| Tensor::zeroed(Device::Cpu, dtype, &Shape::new(&[2, 1, 1]).expect("small")).expect("small");
    for dtype in DType::ALL {
        let text = |dims: &[i64]| column(dtype).expand(dims).expect("sizes of 1 are stretched").to_string();
        assert_eq!(text(&[2, 1, HUGE]), text(&[2, 1, 2000]), "{dtype}");
        assert_eq!(text(&[2, HUGE, 1]), text(&[2, 2000, 1]), "{dtype}");
        assert_eq!(text(&[HUGE, 2, 1, 7]), text(&[1001, 2, 1, 7]), "{dtype}");
        let rank_8 = [HUGE, 1, 1, 1, 1, 2, 1, 1 << 18];
        assert_eq!(text(&rank_8), text(&[9, 1, 1, 1, 1, 2, 1, 999]), "{dtype}");
    }
}
