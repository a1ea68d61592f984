//! Transforms against torchvision's answers (tests/torch/transforms.py), what they draw, what they
//! refuse, and columns that are scaled by what was measured.
#![cfg(not(loom))]

use serde_json::Value;
use tenure::api::{data_loader, module, random, scope, tensor};
use tenure::error::{Result, Status};
use tenure::ops::nn::{Color, recolored};
use tenure::tensor::{DType, Tensor};

const LINEAR: i32 = 1;
const NEAREST: i32 = 0;
const CUBIC: i32 = 2;
const NEAREST_EXACT: i32 = 3;

/// A scope that closes what a test made.
struct Scoped(u64);

impl Scoped {
    fn new() -> Scoped {
        Scoped(scope::push(0).expect("a scope"))
    }
}

impl Drop for Scoped {
    fn drop(&mut self) {
        scope::close(self.0).expect("open");
    }
}

fn of(s: u64, dtype: DType, shape: &[i64], values: &[f64]) -> u64 {
    let wide: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    let wide = tensor::from_data(s, 0, DType::F64 as i32, &wide[..], shape).expect("there is room");
    tensor::cast(s, wide, dtype as i32).expect("numbers")
}

fn values(s: u64, t: u64) -> Vec<f64> {
    let wide = tensor::contiguous(s, tensor::cast(s, t, DType::F64 as i32).expect("numbers")).expect("room");
    let mut bytes = vec![0; tensor::size(t).expect("open") as usize * 8];
    tensor::copy_to(wide, &mut bytes[..]).expect("there is room");
    bytes.chunks(8).map(|value| f64::from_ne_bytes(value.try_into().expect("eight bytes"))).collect()
}

fn shape(t: u64) -> Vec<i64> {
    tensor::shape(t).expect("open").to_vec()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect()
}

fn ints(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|value| value.as_i64().expect("an integer")).collect()
}

fn read(s: u64, value: &Value) -> u64 {
    let dtype = match value["dtype"].as_str().expect("a name") {
        "uint8" => DType::U8,
        "float32" => DType::F32,
        _ => DType::F64,
    };
    of(s, dtype, &ints(&value["shape"]), &numbers(&value["data"]))
}

fn result(s: u64, case: &Value, x: u64) -> Result<u64> {
    let args = &case["args"];
    let mode = |i: usize| match args[i].as_str().expect("a name") {
        "linear" => LINEAR,
        "cubic" => CUBIC,
        "nearest_exact" => NEAREST_EXACT,
        _ => NEAREST,
    };
    let real = |i: usize| args[i].as_f64().expect("a number");
    let list = |i: usize| {
        let values = numbers(&args[i]);
        of(s, DType::F64, &[values.len() as i64], &values)
    };
    let color = |change: Color| recolor(s, x, change);
    let made = match case["op"].as_str().expect("a name") {
        "resize" => module::resize(s, &ints(&args[0]), mode(1))?,
        "center_crop" => module::center_crop(s, &ints(&args[0]))?,
        "pad" => module::pad_image(s, &ints(&args[0]), real(1))?,
        "rotate" => module::rotate(s, real(0), mode(1), real(2))?,
        "grayscale" => module::grayscale(s, args[0].as_i64().expect("an integer"))?,
        "normalize" => module::normalize(s, list(0), list(1))?,
        "to_tensor" => module::to_tensor(s, args[0] == true)?,
        "brightness" => return color(Color::Brightness(real(0))),
        "contrast" => return color(Color::Contrast(real(0))),
        "saturation" => return color(Color::Saturation(real(0))),
        "hue" => return color(Color::Hue(real(0))),
        "standardize" => fitted(module::standardize(s, 5)?, x)?,
        "min_max" => fitted(module::min_max(s, 5)?, x)?,
        other => panic!("no transform {other}"),
    };
    module::forward(s, made, x)
}

fn fitted(made: u64, rows: u64) -> Result<u64> {
    module::fit_columns(made, rows)?;
    Ok(made)
}

/// One change of colours, which a `ColorJitter` draws.
fn recolor(s: u64, x: u64, change: Color) -> Result<u64> {
    let is_whole = tensor::dtype(x)? == DType::U8 as i32;
    let t = Tensor::from_slice(&values(s, x), &shape(x))?;
    let out = recolored("test", &t, change, is_whole)?;
    Ok(of(s, DType::F64, &shape(x), &out.to_vec()?))
}

#[test]
fn transforms_are_torchvisions() {
    let path = format!("{}/tests/torch/data/transforms.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(cases.len() > 80, "{} cases", cases.len());
    let s = Scoped::new();
    let (mut failures, mut x) = (Vec::new(), 0);
    for case in &cases {
        if !case["input"].is_null() {
            x = read(s.0, &case["input"]);
        }
        let out = result(s.0, case, x).unwrap_or_else(|e| panic!("{} {}: {e}", case["op"], case["args"]));
        let (got, want) = (values(s.0, out), numbers(&case["output"]["data"]));
        let near = case["near"].as_f64().expect("a number");
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= near * b.abs().max(1.0) || a.is_nan() && b.is_nan();
        let near_bytes = |(a, b): (&f64, &f64)| (a - b).abs() <= near.max(1e-9);
        let is_whole = case["output"]["dtype"] == "uint8";
        let pairs = || got.iter().zip(&want);
        let is_right = if is_whole { pairs().all(near_bytes) } else { pairs().all(is_near) };
        if shape(out) != ints(&case["output"]["shape"]) || !is_right {
            failures.push(format!("{} {}: {got:?}, torchvision has {want:?}", case["op"], case["args"]));
        }
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn rotations_are_nearest_or_bilinear() {
    let s = Scoped::new();
    for mode in [CUBIC, NEAREST_EXACT] {
        for made in [module::rotate(s.0, 3.0, mode, 0.0), module::random_rotation(s.0, 3.0, mode, 0.0)] {
            assert_eq!(made.expect_err("no such rotation").status(), Status::InvalidArgument);
        }
    }
}

#[test]
fn random_transforms_draw_by_the_seed() {
    let s = Scoped::new();
    let all: Vec<f64> = (0..3 * 8 * 9).map(|i| f64::from(i) / 216.0).collect();
    let x = of(s.0, DType::F32, &[3, 8, 9], &all);
    let made = [
        ("crop", module::random_crop(s.0, &[4], &[2], 0.0, false).expect("valid"), vec![3, 4, 4]),
        ("needed", module::random_crop(s.0, &[12, 3], &[], 5.0, true).expect("valid"), vec![3, 12, 3]),
        ("resized", module::random_resized_crop(s.0, &[5], 0.1, 1.0, 0.75, 1.5, LINEAR).expect("valid"), vec![3, 5, 5]),
        ("across", module::random_horizontal_flip(s.0, 0.5).expect("valid"), vec![3, 8, 9]),
        ("down", module::random_vertical_flip(s.0, 0.5).expect("valid"), vec![3, 8, 9]),
        ("turn", module::random_rotation(s.0, 30.0, NEAREST, 0.0).expect("valid"), vec![3, 8, 9]),
        ("jitter", module::color_jitter(s.0, 0.4, 0.3, 0.2, 0.1).expect("valid"), vec![3, 8, 9]),
    ];
    for (name, transform, wanted) in made {
        let run = || {
            let out = module::forward(s.0, transform, x).expect("an image");
            assert_eq!(shape(out), wanted, "{name}");
            values(s.0, out)
        };
        random::seed(5).expect("a seed");
        let first: Vec<Vec<f64>> = (0..8).map(|_| run()).collect();
        random::seed(5).expect("a seed");
        let second: Vec<Vec<f64>> = (0..8).map(|_| run()).collect();
        assert_eq!(first, second, "{name}");
        assert!(first.iter().any(|values| *values != first[0]), "{name} draws");
        module::set_training(transform, false).expect("open");
        let still: Vec<Vec<f64>> = (0..8).map(|_| run()).collect();
        assert!(still.iter().any(|values| *values != still[0]), "{name} draws in evaluation, as torchvision's");
    }
    let always = module::random_horizontal_flip(s.0, 1.0).expect("valid");
    let back = module::forward(s.0, always, module::forward(s.0, always, x).expect("an image")).expect("an image");
    assert_eq!(values(s.0, back), values(s.0, x));
    let never = module::random_vertical_flip(s.0, 0.0).expect("valid");
    assert_eq!(values(s.0, module::forward(s.0, never, x).expect("an image")), values(s.0, x));
}

#[test]
fn rows_of_a_loader_are_transformed_one_by_one() {
    let s = Scoped::new();
    let all: Vec<f64> = (0..40 * 3 * 6 * 6).map(|i| f64::from(i % 251)).collect();
    let x = of(s.0, DType::U8, &[40, 3, 6, 6], &all);
    let y = of(s.0, DType::I64, &[40], &(0..40).map(|i| f64::from(i % 4)).collect::<Vec<f64>>());
    let steps = module::sequential(s.0).expect("room");
    for step in [
        module::random_crop(s.0, &[4], &[], 0.0, false).expect("valid"),
        module::to_tensor(s.0, false).expect("valid"),
        module::normalize(s.0, of(s.0, DType::F64, &[3], &[0.5; 3]), of(s.0, DType::F64, &[3], &[0.25; 3]))
            .expect("valid"),
    ] {
        module::append(steps, step).expect("a part");
    }
    let epoch = |ahead: i64| {
        let loader = data_loader::new(s.0, &[x, y], 16, true, 9, false).expect("rows");
        data_loader::transform(loader, 0, steps).expect("a tensor");
        data_loader::transform(loader, 1, module::one_hot(s.0, 4).expect("valid")).expect("a tensor");
        data_loader::prefetch(loader, ahead, 2).expect("in range");
        let mut all = Vec::new();
        loop {
            match data_loader::next(s.0, loader).expect("room")[..] {
                [x, y] => {
                    assert_eq!((&shape(x)[1..], &shape(y)[1..]), (&[3, 4, 4][..], &[4][..]));
                    all.extend(values(s.0, x));
                    all.extend(values(s.0, y));
                }
                _ => return all,
            }
        }
    };
    let plain = epoch(0);
    assert_eq!(plain.len(), 40 * (48 + 4));
    assert_eq!(plain, epoch(3), "ahead");
}

#[test]
fn what_was_measured_is_saved_with_the_model() {
    let s = Scoped::new();
    let rows = of(s.0, DType::F32, &[4, 2], &[1.0, 10.0, 2.0, 20.0, 3.0, f64::NAN, 4.0, 40.0]);
    for make in [module::standardize, module::min_max] {
        let made = make(s.0, 2).expect("valid");
        assert_eq!(values(s.0, module::forward(s.0, made, rows).expect("rows"))[..5], values(s.0, rows)[..5]);
        module::fit_columns(made, rows).expect("rows");
        let scaled = module::forward(s.0, made, rows).expect("rows");
        let back = values(s.0, module::inverse_columns(s.0, made, scaled).expect("rows"));
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-5 || a.is_nan() && b.is_nan();
        assert!(back.iter().zip(&values(s.0, rows)).all(near), "{back:?}");
        let other = make(s.0, 2).expect("valid");
        let names = module::state_names(made).expect("open");
        assert_eq!(names.lines().count(), 2, "{names}");
        let state = module::buffers(s.0, made).expect("open");
        module::load_state(other, &names, &state, true, false).expect("its own");
        let again = module::forward(s.0, other, rows).expect("rows");
        assert_eq!(format!("{:?}", values(s.0, again)), format!("{:?}", values(s.0, scaled)));
        let before = format!("{:?}", values(s.0, state[0]));
        let missing = of(s.0, DType::F32, &[2, 2], &[1.0, f64::NAN, 2.0, f64::NAN]);
        let error = module::fit_columns(made, missing).expect_err("a column without values");
        assert!(error.message().contains("column 1 has no values"), "{error}");
        let endless = of(s.0, DType::F32, &[1, 2], &[1.0, f64::INFINITY]);
        assert_eq!(module::fit_columns(made, endless).expect_err("infinite").status(), Status::InvalidArgument);
        let wide = of(s.0, DType::F32, &[1, 3], &[0.0; 3]);
        assert_eq!(module::fit_columns(made, wide).expect_err("three").status(), Status::ShapeMismatch);
        assert_eq!(format!("{:?}", values(s.0, state[0])), before, "what is refused changes nothing");
    }
    let linear = module::linear(s.0, 2, 2, true).expect("valid");
    assert_eq!(module::fit_columns(linear, rows).expect_err("another kind").status(), Status::InvalidArgument);
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let s = Scoped::new();
    let refused = |made: Result<u64>, status: Status| assert_eq!(made.expect_err("refused").status(), status);
    refused(module::resize(s.0, &[], LINEAR), Status::InvalidArgument);
    refused(module::resize(s.0, &[0, 2], LINEAR), Status::InvalidArgument);
    refused(module::random_crop(s.0, &[2], &[1, 2, 3], 0.0, false), Status::InvalidArgument);
    refused(module::random_crop(s.0, &[2], &[-1], 0.0, false), Status::InvalidArgument);
    refused(module::random_horizontal_flip(s.0, 1.5), Status::InvalidArgument);
    refused(module::random_rotation(s.0, -1.0, LINEAR, 0.0), Status::InvalidArgument);
    refused(module::color_jitter(s.0, 0.0, 0.0, 0.0, 0.6), Status::InvalidArgument);
    refused(module::grayscale(s.0, 2), Status::InvalidArgument);
    refused(module::random_resized_crop(s.0, &[2], 0.5, 0.1, 1.0, 1.0, LINEAR), Status::InvalidArgument);
    let (three, zeros) = (of(s.0, DType::F64, &[3], &[1.0; 3]), of(s.0, DType::F64, &[3], &[0.0; 3]));
    refused(module::normalize(s.0, three, zeros), Status::InvalidArgument);
    refused(module::normalize(s.0, three, of(s.0, DType::F64, &[2], &[1.0; 2])), Status::ShapeMismatch);
    let x = of(s.0, DType::F32, &[2, 3, 3], &[0.0; 18]);
    let run = |made: Result<u64>| module::forward(s.0, made.expect("valid"), x);
    refused(run(module::grayscale(s.0, 1)), Status::ShapeMismatch);
    refused(run(module::random_crop(s.0, &[4], &[], 0.0, false)), Status::ShapeMismatch);
    refused(run(module::normalize(s.0, three, three)), Status::ShapeMismatch);
    refused(run(module::one_hot(s.0, 3)), Status::DtypeMismatch);
    refused(run(module::standardize(s.0, 5)), Status::ShapeMismatch);
}

/// A size is whatever a program asks for: an answer or a typed refusal, and never the end of the
/// process.
#[test]
fn sizes_that_no_memory_has_are_refused() {
    let s = Scoped::new();
    let image = tensor::ones(s.0, 0, DType::F32 as i32, &[1, 1, 2]).expect("small");
    type Make = fn(u64, &[i64]) -> Result<u64>;
    let makers: [Make; 6] = [
        |s, size| module::resize(s, size, LINEAR),
        |s, size| module::resize(s, size, NEAREST),
        |s, size| module::center_crop(s, size),
        |s, size| module::random_crop(s, size, &[], 0.0, true),
        |s, size| module::random_resized_crop(s, size, 0.08, 1.0, 0.75, 1.5, LINEAR),
        |s, size| module::random_resized_crop(s, size, 0.08, 1.0, 0.75, 1.5, NEAREST),
    ];
    for (i, make) in makers.iter().enumerate() {
        for side in [1 << 40, 1 << 53, 1 << 62, i64::MAX, 0, -1, i64::MIN] {
            for size in [[side, 1], [1, side], [side, side]] {
                let refused = make(s.0, &size).and_then(|made| module::forward(s.0, made, image));
                let status = refused.expect_err("no machine has the memory").status();
                let allowed =
                    [Status::OutOfMemory, Status::LimitExceeded, Status::InvalidArgument, Status::ShapeMismatch];
                assert!(allowed.contains(&status), "maker {i}, size {size:?}: {status:?}");
            }
        }
    }
}
