//! The bits of a result do not depend on the layout of the operand, except for sums and products
//! that are computed in memory order.

use super::{Outcome, Words, calls, none, outcome, watched_over};
use crate::alone;
use std::collections::BTreeSet;

/// Ways to create an operand `v` that is not in row-major order.
const LAYOUTS: [&[&str]; 7] = [
    &["s = randn f32 [30,130]", "v = transpose s 0 1"],
    &["s = randn f64 [20,90]", "v = slice s 1 3 90 2"],
    &["s = randn f32 [5,1,30]", "v = expand s [5,9,30]"],
    &["s = randn f32 [9,9]", "v = transpose s 0 1"],
    &["s = randn f32 [1000]", "v = slice s 0 0 1000 2"],
    &["s = randn f32 [4,3,4,5]", "v = permute s [0,2,3,1]"],
    &["s = randn f32 [2,2,3,1,2,2,1,2,1,2,2,1,2,2,1,2]", "v = permute s [0,4,7,2,15,5,9,12,14,1,10,11,3,13,8,6]"],
];

/// Operations that add or multiply in memory order, as `docs/concepts/accuracy.md` says.
const IN_ORDER_OF_MEMORY: [&str; 17] = [
    "addmm",
    "corrcoef",
    "cov",
    "dot",
    "matmul",
    "mean",
    "mean_dtype",
    "prod",
    "prod_dtype",
    "std",
    "sum",
    "sum_dtype",
    "tensordot",
    "tensordot_axes",
    "trace",
    "trace_dtype",
    "var",
];

/// Operations whose result depends on the layout or the location.
const OF_LAYOUT: [&str; 2] = ["is_contiguous", "strides"];

fn words() -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for operands in [&["X"][..], &["X", "u"], &["u", "X"]] {
        for (number, list, flag) in [
            ("0", "[]", "false"),
            ("1", "[1]", "true"),
            ("-1", "[0]", "false"),
            ("2", "[0,1]", "true"),
            ("1", "[0,2]", "false"),
        ] {
            all.push(Words { operands, number, list, flag, dtype: "f32" });
        }
    }
    all
}

#[test]
fn bits_do_not_depend_on_strides() {
    let _alone = alone();
    watched_over(|next| {
        let mut differ = BTreeSet::new();
        for layout in LAYOUTS {
            for (command, call) in calls(&words()) {
                if [&OF_LAYOUT[..], &IN_ORDER_OF_MEMORY].concat().contains(&command.name.as_str()) {
                    continue;
                }
                next(&format!("{call} of {}", layout[1]));
                let with = |operand: &str| {
                    let call: Vec<&str> =
                        call.split(' ').map(|word| if word == "X" { operand } else { word }).collect();
                    let start = ["seed 5"].iter().chain(layout).chain(&["c = copy v", "u = randn_like c", "seed 7"]);
                    outcome(&start.copied().chain([&*call.join(" ")]).collect::<Vec<_>>(), operand)
                };
                if let (Outcome::Made(a), Outcome::Made(b)) = (with("v"), with("c"))
                    && a != b
                {
                    differ.insert(command.name.clone());
                }
            }
        }
        none(differ.into_iter().collect());
    });
}
