//! `include/tenure.json`, and so the reference, names a gradient for just the operations that have one.
//!
//! The result of an operation on a watched operand is on its tape, or it is not. The test compares
//! this with the file, for each operation that accepts one of the operands below.

use super::{Words, calls, none, watched_over};
use crate::alone;
use crate::scenario_runner::{Bound, Kind, run_looking};
use std::collections::BTreeMap;
use tenure::api::{tape, tensor};

const FILE: &str = include_str!("../../include/tenure.json");

const OPERANDS: [&str; 6] = [
    "rand f32 [4]",
    "rand f64 [3,3]",
    "rand f32 [2,3,3]",
    "rand f32 [2,3,6,6]",
    "rand f32 [1,2,4,4,4]",
    "rand f32 [5,4]",
];

/// Calls of operations for which the words above would watch another operand or request something
/// else, by operand.
const CALLS: [(&str, &str); 5] = [
    (OPERANDS[0], "binary_cross_entropy_with_logits w u none 1 none"),
    (OPERANDS[3], "batch_norm w none none none none true 0.1 0.001"),
    (OPERANDS[3], "instance_norm w none none none none true 0.1 0.001"),
    (OPERANDS[5], "nll_loss_options w c none -100 1"),
    (OPERANDS[5], "multi_margin_loss w c 1 1 none 1"),
];

fn words() -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for operands in [&["w"][..], &["w", "u"], &["w", "i"], &["w", "m"], &["m", "w"], &["w", "i", "u"], &["w", "u", "i"]]
    {
        for (number, list, flag) in [
            ("0", "[]", "false"),
            ("1", "[1]", "true"),
            ("-1", "[0]", "true"),
            ("2", "[2]", "true"),
            ("1", "[1,1]", "false"),
        ] {
            all.push(Words { operands, number, list, flag, dtype: "f32" });
        }
    }
    all
}

#[derive(Default)]
struct Seen {
    recorded: bool,
    not_recorded: bool,
}

#[test]
fn the_reference_names_each_gradient() {
    let _alone = alone();
    watched_over(|next| {
        let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
        for operand in OPERANDS {
            for (command, call) in calls(&words()) {
                next(&format!("{call} of {operand}"));
                look(operand, &call, seen.entry(command.name).or_default());
            }
        }
        for (operand, call) in CALLS {
            let name = call.split(' ').next().expect("it begins with it");
            look(operand, call, seen.entry(name.to_owned()).or_default());
        }
        let mut wrong = Vec::new();
        let mut compared = 0;
        for (name, seen) in seen {
            let Some(stated) = stated(&name) else { continue };
            if !seen.recorded && !seen.not_recorded {
                continue;
            }
            compared += 1;
            if seen.recorded != stated {
                wrong.push(format!("{name}: recorded {}, the file says {stated}", seen.recorded));
            }
        }
        assert!(compared > 340, "only {compared} operations took an operand");
        none(wrong);
    });
}

/// What the file says of an operation, `None` if it is not in it.
fn stated(name: &str) -> Option<bool> {
    let head = format!("{{\"name\": \"tenure_tensor_{name}\",");
    let line = FILE.lines().find(|line| line.contains(&head))?;
    let (_, stated) = line.split_once("\"gradient\": ")?;
    Some(stated.starts_with("true"))
}

fn look(operand: &str, call: &str, seen: &mut Seen) {
    let text = format!(
        "# {call}\nt = {operand}\nu = rand_like t\ni = zeros_like_dtype t i64\nm = zeros_like_dtype t bool\nc = zeros i64 [5]\n\
         tape = tape_open\nw = tape_watch tape t\n{call}\n"
    );
    let mut recorded = None;
    let result =
        run_looking("gradients", &text, |bound| recorded = bound.get(7..).map(|made| is_recorded(bound, made)));
    match result {
        Err(failure) if failure.text.contains("has no gradient") || failure.text.contains("UNSUPPORTED") => {
            seen.not_recorded = true;
        }
        Err(failure) if !failure.text.contains(" results, 0 are named") => {}
        _ => match recorded {
            Some(true) => seen.recorded = true,
            _ => seen.not_recorded = true,
        },
    }
}

/// Whether one of the tensors is on the tape, which is tested with a loss computed from it.
fn is_recorded(bound: &[Bound], made: &[Bound]) -> bool {
    let (tape, watched) = (bound[5].handle, bound[6].handle);
    made.iter().filter(|made| made.kind == Kind::Tensor).any(|made| {
        let Ok(loss) = tensor::sum(0, made.handle, &[], false) else { return false };
        let gradient = tape::backward(0, tape, loss, &[watched]);
        tensor::dispose(loss).expect("alive");
        let is_recorded = gradient.is_ok();
        for gradient in gradient.into_iter().flatten() {
            tensor::dispose(gradient).expect("alive");
        }
        is_recorded
    })
}
