//! Tensors without elements, whose other sizes are very large: a call takes no time, whatever the
//! sizes.

use super::{Outcome, Words, attempt, calls, none, outcome, watched_over};
use crate::alone;

/// Large enough that a loop over a size would not terminate.
const SHAPES: [&str; 6] = [
    "[1125899906842624,0,1]",
    "[0,1125899906842624]",
    "[0]",
    "[1,0,1125899906842624]",
    "[1125899906842624,0,0]",
    "[0,536870912,536870912]",
];

fn words() -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for operands in [&["t"][..], &["t", "i"], &["i"], &["b"]] {
        for (number, list, flag) in [
            ("0", "[]", "false"),
            ("1", "[1]", "true"),
            ("-1", "[0]", "true"),
            ("2", "[0,1]", "false"),
            ("1", "[1,2]", "true"),
        ] {
            all.push(Words { operands, number, list, flag, dtype: "f32" });
        }
    }
    all
}

#[test]
fn operations_of_nothing_come_to_an_end() {
    let _alone = alone();
    watched_over(|next| {
        let mut failures = Vec::new();
        for shape in SHAPES {
            let [t, i, b] = ["t = zeros f32", "i = zeros i64", "b = zeros bool"].map(|make| format!("{make} {shape}"));
            for (_, call) in calls(&words()) {
                next(&format!("{call} of shape {shape}"));
                if let Outcome::Broken(why) = outcome(&["limit 1048576", &t, &i, &b, &call], "t") {
                    failures.push(why);
                }
            }
        }
        none(failures);
    });
}

#[test]
fn gradients_of_nothing_come_to_an_end() {
    let _alone = alone();
    watched_over(|next| {
        let mut failures = Vec::new();
        for shape in SHAPES {
            let make = format!("t = zeros f32 {shape}");
            let words = words().into_iter().map(|words| Words { operands: &["w"], ..words });
            for (_, call) in calls(&words.take(4).collect::<Vec<_>>()) {
                next(&format!("the gradient of {call} of shape {shape}"));
                let name = format!("r = {call}");
                // If it has no result or several, the runner refuses the line.
                let lines = ["limit 1048576", &make, "tape = tape_open", "w = tape_watch tape t", &name, "s = sum r"];
                failures.extend(attempt(&[&lines[..], &["g = tape_backward tape s w"]].concat()));
            }
        }
        none(failures);
    });
}

#[test]
fn what_else_is_done_with_nothing_comes_to_an_end() {
    let _alone = alone();
    watched_over(|next| {
        let mut failures = Vec::new();
        for shape in SHAPES {
            let make = format!("t = zeros f32 {shape}");
            for call in [
                "expect_text t \"\"",
                "npy_save t $TMP/a.npy",
                "u = npy_load $TMP/a.npy",
                "expect_values t []",
                "copy_from t []",
                "expect_same t t",
            ] {
                next(&format!("{call} of shape {shape}"));
                failures.extend(attempt(&["limit 1048576", &make, "npy_save t $TMP/a.npy", call]));
            }
        }
        none(failures);
    });
}
