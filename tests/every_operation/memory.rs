//! No operation writes outside of its result or reads uninitialised memory, whatever the dtypes of
//! its operands.
//!
//! Each call is made twice, in new memory with different bytes. The results must be the same, and
//! the bytes after them unchanged.

use super::{Outcome, Words, calls, none, outcome, watched_over};
use crate::alone;
use std::collections::BTreeSet;
use tenure::memory::guard::Fill;

const DTYPES: [&str; 10] = ["bool", "u8", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"];

/// Dtypes of two operands: the same, and each with those that most code is written for.
fn pairs() -> Vec<[&'static str; 2]> {
    let with = |other| DTYPES.into_iter().flat_map(move |dtype| [[dtype, other], [other, dtype]]);
    let mut pairs: Vec<_> =
        DTYPES.into_iter().map(|dtype| [dtype, dtype]).chain(with("f32")).chain(with("i64")).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn words() -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for operands in [&["v"][..], &["v", "u"], &["w", "u"]] {
        for (number, list, flag) in [("0", "[]", "false"), ("1", "[1]", "true"), ("-1", "[0,1]", "false")] {
            all.push(Words { operands, number, list, flag, dtype: "f32" });
        }
    }
    all
}

fn numbers(dtype: &str, numbers: [i64; 10]) -> String {
    numbers.map(|number| if dtype == "bool" { number.min(1) } else { number }.to_string()).join(",")
}

/// Operations whose elements are unspecified.
const UNWRITTEN: [&str; 2] = ["empty_like", "empty_like_dtype"];

#[test]
fn what_is_made_is_written_whole_and_nothing_else_is() {
    let _alone = alone();
    watched_over(|next| {
        let mut broken = BTreeSet::new();
        for [first, second] in pairs() {
            let lines = [
                format!("v = from_values {first} [2,5] [{}]", numbers(first, [0, 1, 2, 3, 1, 1, 0, 2, 3, 1])),
                format!("u = from_values {second} [2,5] [{}]", numbers(second, [1, 0, 1, 1, 0, 2, 3, 1, 2, 1])),
                String::from("w = select v 0 1"),
            ];
            for (command, call) in calls(&words()) {
                if UNWRITTEN.contains(&command.name.as_str()) {
                    continue;
                }
                next(&format!("{call} of {first} and {second}"));
                let with = |byte: u8| {
                    let mut call = vec!["seed 5", &lines[0], &lines[1], &lines[2], &call];
                    if call[4].split(' ').all(|word| word != "w") {
                        call.remove(3);
                    }
                    let _fill = Fill::with(byte);
                    outcome(&call, "v")
                };
                match (with(0x11), with(0xee)) {
                    (Outcome::Broken(text), _) | (_, Outcome::Broken(text)) => broken.insert(text),
                    (a, b) if a != b => {
                        broken.insert(format!("{call} of {first} and {second} depends on what memory held"))
                    }
                    _ => false,
                };
            }
        }
        none(broken.into_iter().collect());
    });
}
