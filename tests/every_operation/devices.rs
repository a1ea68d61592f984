//! No operation accesses the elements of a tensor on another device: it refuses the tensor, or
//! reads its shape only.
//!
//! The operands are on the test device. The host may neither read nor write its memory, so an
//! operation that does so ends the process, and the test with it.

use super::{Words, calls, none, watched_over};
use crate::alone;
use crate::scenario_runner::{Bound, Failure, Kind, Live, Run, run_given};
use std::collections::BTreeMap;
use tenure::api::{internals, tensor};
use tenure::device::Device;
use tenure::error::Status;
use tenure::memory::{self, Storage};
use tenure::tensor::{DType, Shape};

const THERE: Device = Device::Test;

/// The statuses of an operation that has no kernel for the device.
const OF_DEVICES: [Status; 3] = [Status::Unsupported, Status::DeviceMismatch, Status::DeviceUnavailable];
/// The statuses of an operation that refuses another word first.
const OF_ARGUMENTS: [Status; 3] = [Status::InvalidArgument, Status::ShapeMismatch, Status::DtypeMismatch];

/// Operands on the device by name, with shapes that most operations accept.
const OPERANDS: [(&str, DType, &[i64]); 16] = [
    ("t", DType::F32, &[2, 5]),
    ("d", DType::F64, &[2, 5]),
    ("h", DType::F16, &[2, 5]),
    ("i", DType::I64, &[2, 5]),
    ("u", DType::U8, &[2, 5]),
    ("b", DType::Bool, &[2, 5]),
    ("v", DType::F32, &[4]),
    ("k", DType::I64, &[4]),
    ("m", DType::F32, &[4, 4]),
    ("o", DType::F32, &[3, 4]),
    ("p", DType::F32, &[3, 4, 4]),
    ("n", DType::F32, &[1, 2, 4, 4]),
    ("q", DType::F32, &[1, 2, 3, 4, 4]),
    ("x", DType::F32, &[1, 4, 2]),
    ("one", DType::F32, &[]),
    ("z", DType::F32, &[0, 3]),
];

/// An unowned tensor on the device.
fn elsewhere(dtype: DType, dims: &[i64]) -> u64 {
    let shape = Shape::new(dims).expect("small");
    let storage = Storage::alloc(THERE, shape.elements() * dtype.size()).expect("there is room");
    internals::tensor_on(0, storage, dtype, &shape).expect("room for a handle")
}

fn live_there() -> u64 {
    memory::stats(THERE).expect("it is there").live_bytes
}

fn is_there(t: u64) -> bool {
    tensor::device(t).is_ok_and(|code| code == THERE.code())
}

/// The outcome of a call.
#[derive(PartialEq)]
enum Outcome {
    /// It succeeded; its results are on the device, if it returned tensors.
    Made,
    /// It refused the device.
    Refused,
    /// It refused another word first.
    Unfit,
    Broken(String),
}

/// Runs lines, each of which except the last names one tensor that it creates, with the operands
/// that they use.
fn outcome(lines: &[&str]) -> Outcome {
    let text = format!("# {}\n{}\n", lines.last().expect("a call"), lines.join("\n"));
    let used = |name: &str| lines.iter().any(|line| line.split(' ').any(|word| word == name));
    let operands: Vec<_> = OPERANDS.into_iter().filter(|(name, ..)| used(name)).collect();
    let given = |run: &mut Run| {
        for &(name, dtype, dims) in &operands {
            run.bind(name, Bound { kind: Kind::Tensor, handle: elsewhere(dtype, dims), forged: false });
        }
    };
    let mut all_there = true;
    let result = run_given("devices", &text, given, |bound| {
        let mut made = bound.iter().skip(operands.len() + lines.len() - 1).filter(|bound| bound.kind == Kind::Tensor);
        all_there = made.all(|bound| is_there(bound.handle));
    });
    // Moves elements on request.
    let is_asked = lines.iter().any(|line| line.contains("to_device "));
    let broken = |text: &str| Outcome::Broken(format!("{}: {text}", lines.join("; ")));
    let text = result.err().map_or(String::new(), |Failure { text, .. }| text);
    let is_of = |all: [Status; 3]| all.iter().any(|status| text.starts_with(&format!("{}: ", status.name())));
    match &*text {
        _ if is_of(OF_DEVICES) => Outcome::Refused,
        _ if is_of(OF_ARGUMENTS) => Outcome::Unfit,
        text if !(text.is_empty() || text.ends_with(" are named")) => broken(text),
        _ if all_there || is_asked => Outcome::Made,
        _ => broken("what it made lies on the processor"),
    }
}

fn words(operands: &[&'static [&'static str]]) -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for operands in operands {
        for (number, list, flag, dtype) in [
            ("0", "[]", "false", "i32"),
            ("1", "[1]", "true", "f64"),
            ("-1", "[0]", "false", "f32"),
            ("2", "[0,1]", "true", "f16"),
            ("1", "[2,2]", "false", "i64"),
            ("1", "[2]", "false", "bool"),
            ("1", "[1,1,1]", "false", "u8"),
            ("2", "[1,1]", "false", "f64"),
        ] {
            all.push(Words { operands, number, list, flag, dtype });
        }
    }
    all
}

/// Calls of operations whose words of one kind have to differ.
const OTHER_CALLS: [&str; 18] = [
    "avg_pool1d o [2] [1] [0] false true",
    "avg_pool2d n [2] [1] [0] false true none",
    "avg_pool3d q [2] [1] [0] false true none",
    "max_pool1d o [2] [1] [0] [1] false",
    "max_pool1d_with_indices o [2] [1] [0] [1] false",
    "max_pool2d n [2] [1] [0] [1] false",
    "max_pool2d_with_indices n [2] [1] [0] [1] false",
    "max_pool3d q [2] [1] [0] [1] false",
    "max_pool3d_with_indices q [2] [1] [0] [1] false",
    "diag_embed t 0 0 1",
    "diagonal t 0 0 1",
    "get t \"0, 1:3\"",
    "set t \"0, 1:3\" one",
    "set_scalar t \"0, 1:3\" 1",
    "matrix_norm_dtype t 1 [0,1] true f64",
    "randint_like t 0 5",
    "randint_like i 0 5",
    "vector_norm_dtype t 2 [0] true f64",
];

#[test]
fn no_operation_touches_another_device() {
    let _alone = alone();
    let before = Live::now();
    watched_over(|next| {
        const ALONE: [&str; 15] = ["t", "d", "h", "i", "u", "b", "v", "k", "m", "p", "n", "q", "x", "one", "z"];
        let alone: Vec<&[&str]> = ALONE.chunks(1).collect();
        let (mut broken, mut reached) = (Vec::new(), BTreeMap::new());
        let together: [&[&str]; 13] = [
            &["t", "i"],
            &["t", "b"],
            &["b", "t"],
            &["i", "t"],
            &["m", "k"],
            &["m", "o", "v"],
            &["v", "k"],
            &["k", "v"],
            &["n", "v"],
            &["t", "d"],
            &["t", "v"],
            &["b", "u"],
            &["u", "b"],
        ];
        let given = calls(&words(&[&alone[..], &together].concat())).into_iter();
        let given = given.map(|(command, call)| (command.name, call));
        let others =
            OTHER_CALLS.iter().map(|call| (call.split(' ').next().expect("a name").to_owned(), call.to_string()));
        for (name, call) in given.chain(others) {
            next(&call);
            let outcome = outcome(&[&call]);
            *reached.entry(name).or_insert(false) |= matches!(outcome, Outcome::Made | Outcome::Refused);
            if let Outcome::Broken(text) = outcome {
                broken.push(text);
            }
        }
        none(broken);
        // Otherwise it would prove nothing that no element is accessed.
        none(
            reached
                .into_iter()
                .filter(|(name, reached)| !reached && !OF_LEAVES.contains(&name.as_str()))
                .map(|(name, _)| format!("{name} fits no words"))
                .collect(),
        );
    });
    assert_eq!((Live::now(), live_there()), (before, 0), "what is alive");
}

/// Commands that refuse every tensor that was not computed from a leaf.
const OF_LEAVES: [&str; 3] = ["backward", "backward_from", "gradient"];

/// Operations on several tensors that may return views, each on the device of its operand.
const VIEWS_OF_EACH: [&str; 2] = ["broadcast_tensors", "diff_prepend_append"];

#[test]
fn no_operation_moves_an_operand_unasked() {
    let _alone = alone();
    let before = Live::now();
    watched_over(|next| {
        let here = ["c = ones f32 [2,5]", "l = ones i64 [2,5]", "y = ones bool [2,5]", "e = ones f32 [4,4]"];
        let operands: [&[&str]; 12] = [
            &["t", "c"],
            &["c", "t"],
            &["c", "i"],
            &["t", "l"],
            &["l", "i"],
            &["c", "b"],
            &["t", "y"],
            &["y", "t", "c"],
            &["e", "m"],
            &["m", "e"],
            &["e", "k"],
            &["n", "e"],
        ];
        let mut broken = Vec::new();
        for (command, call) in calls(&words(&operands)) {
            let is_named = |line: &str| call.split(' ').any(|word| word == &line[..1]);
            let lines: Vec<&str> = here.into_iter().filter(|line| is_named(line)).collect();
            let has_operand_there = OPERANDS.iter().any(|(name, ..)| call.split(' ').any(|word| word == *name));
            if has_operand_there && !VIEWS_OF_EACH.contains(&command.name.as_str()) {
                next(&call);
                if let Outcome::Broken(text) = outcome(&[&lines[..], &[&call]].concat()) {
                    broken.push(text);
                }
            }
        }
        none(broken);
    });
    assert_eq!((Live::now(), live_there()), (before, 0), "what is alive");
}

#[test]
fn no_gradient_touches_another_device() {
    let _alone = alone();
    let before = Live::now();
    watched_over(|next| {
        let mut broken = Vec::new();
        for operand in ["t", "v", "m", "n", "one"] {
            let watch = format!("w = tape_watch tape {operand}");
            let other: &[&str] = if operand == "m" { &["w", "k"] } else { &["w", "i"] };
            for (_, call) in calls(&words(&[&["w"], other])) {
                next(&format!("the gradient of {call} of {operand}"));
                let made = format!("r = {call}");
                for lines in [
                    ["tape = tape_open", &watch, &made, "tape_backward tape r w"],
                    ["tape = tape_open", &watch, &made, "sum r"],
                ] {
                    if let Outcome::Broken(text) = outcome(&lines) {
                        broken.push(text);
                    }
                }
            }
        }
        none(broken);
    });
    assert_eq!((Live::now(), live_there()), (before, 0), "what is alive");
}

/// Files, buffers, optimizers and reports, which read or write elements but are not operations.
#[test]
fn nothing_else_gives_an_address_of_another_device() {
    let _alone = alone();
    let before = Live::now();
    for lines in [
        &["npy_save $TMP/a.npy t"][..],
        &["safetensors_save $TMP/a.st name t"],
        &["expect_item one 1"],
        &["expect_values t [0,0,0,0,0,0,0,0,0,0]"],
        &["copy_from t [0,0,0,0,0,0,0,0,0,0]"],
        &["by = optimizer_sgd 0.1 0 t", "optimizer_step by t"],
        &["by = optimizer_sgd 0.1 0.9 t", "optimizer_step by t"],
        &["s = ones f32 [2,5]", "by = optimizer_sgd 0.1 0 t", "optimizer_step by s"],
        &["s = ones f32 [2,5]", "by = optimizer_sgd 0.1 0 s", "optimizer_step by t"],
    ] {
        let refused = outcome(lines) == Outcome::Refused;
        assert!(refused, "{lines:?}");
    }
    let t = elsewhere(DType::F32, &[2, 5]);
    // Its elements are copied to be printed, whatever they are.
    assert!(tensor::to_string(t).expect("text").starts_with("[["));
    let mut bytes = [0; 40];
    for result in [
        tensor::data(t).map(drop),
        tensor::data_const(t).map(drop),
        tensor::to_dlpack(t, true).map(drop),
        tensor::to_dlpack(t, false).map(drop),
        tensor::copy_to(t, &mut bytes),
        tensor::copy_to_as(t, DType::I64.code(), &mut [0; 80]),
        tensor::copy_from(t, &bytes),
        tensor::copy_from_as(t, DType::F16.code(), &[0; 20]),
    ] {
        let error = result.expect_err("it lies on another device");
        assert!(OF_DEVICES.contains(&error.status()), "{error:?}");
    }
    tensor::dispose(t).expect("it is alive");
    assert_eq!((Live::now(), live_there()), (before, 0), "what is alive");
}
