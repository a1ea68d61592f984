//! An elementwise in-place operation takes no memory of the size of its operand, and leaves the
//! elements unchanged if it fails.

use super::{Outcome, Words, calls, none, outcome, read, run_looking};
use crate::alone;
use std::collections::BTreeSet;
use tenure::api::memory;

/// Operations that compute several others one after another, as their docs say, those of
/// `index`, which move elements, and those that compute a matrix.
const WITH_TEMPORARIES: [&str; 17] = [
    "addcdiv_in_place",
    "addcmul_in_place",
    "clamp_in_place",
    "lerp_in_place",
    "lerp_scalar_in_place",
    "scatter_in_place",
    "scatter_scalar_in_place",
    "scatter_add_in_place",
    "index_add_in_place",
    "index_copy_in_place",
    "index_fill_in_place",
    "index_put_in_place",
    "masked_fill_in_place",
    "masked_scatter_in_place",
    "orthogonal_in_place",
    "eye_in_place",
    "dirac_in_place",
];

/// The size of an operand in bytes.
const SIZE: u64 = 1 << 20;

/// The peak of live bytes while these lines ran, and the outcome of the last one.
fn peak(lines: &[&str]) -> (u64, Outcome) {
    memory::reset_peak(0).expect("there is a processor");
    let result = outcome(lines, "v");
    (memory::stats(0).expect("there is a processor").peak_bytes, result)
}

fn words(number: &'static str) -> Words<'static> {
    Words { operands: &["v", "u"], number, list: "[0]", flag: "false", dtype: "f32" }
}

#[test]
fn an_elementwise_operation_in_place_takes_no_memory() {
    let _alone = alone();
    let (mut larger, mut written) = (BTreeSet::new(), BTreeSet::new());
    for (dtype, count) in [("f32", "[512,512]"), ("f16", "[512,1024]"), ("i32", "[512,512]"), ("bool", "[1024,1024]")] {
        let operands = [format!("v = ones {dtype} {count}"), format!("u = ones {dtype} {count}")];
        let (before, _) = peak(&[&operands[0], &operands[1], "zero v"]);
        assert!(before >= 2 * SIZE, "{before} bytes of two operands");
        for (command, call) in calls(&[words("1"), words("3")]) {
            let is_temporary = WITH_TEMPORARIES.contains(&command.name.as_str())
                || command.name.starts_with("logical_") && dtype != "bool";
            if !command.name.ends_with("_in_place") || is_temporary {
                continue;
            }
            let (most, result) = peak(&[&operands[0], &operands[1], &call]);
            if most > before + 64 {
                larger.insert(format!("{call} of {dtype} took {} bytes", most - before));
            }
            if matches!(result, Outcome::Made(_)) {
                written.insert(command.name);
            }
        }
    }
    none(larger.into_iter().collect());
    assert!(written.len() > 100, "only {} operations were done: {written:?}", written.len());
}

/// Whether these lines succeed, and the elements of the first line's tensor afterwards.
fn after(lines: &[&str]) -> (bool, Vec<u8>) {
    let mut bytes = Vec::new();
    let result =
        run_looking("every", &format!("# in place\n{}\n", lines.join("\n")), |bound| bytes = read(&bound[0]).2);
    (result.is_ok(), bytes)
}

#[test]
fn an_operation_in_place_that_fails_changes_nothing() {
    let _alone = alone();
    let made = "v = from_values i32 [3] [4,-7,9]";
    let (_, before) = after(&[made]);
    for (other, call) in [
        ("u = from_values i32 [3] [2,1,0]", "floor_divide_in_place v u"),
        ("u = from_values i32 [3] [2,1,0]", "remainder_in_place v u"),
        ("u = from_values i32 [3] [2,1,-1]", "pow_in_place v u"),
        ("u = ones i32 [3]", "clamp_scalar_in_place v 5 3000000000"),
        ("u = ones i32 [3]", "rpow_scalar_in_place v 2"),
        ("u = ones i32 [3]", "exp_in_place v"),
        ("u = ones i32 [2,3]", "add_in_place v u"),
    ] {
        assert_eq!(after(&[made, other, call]), (false, before.clone()), "{call}, {other}");
    }
}
