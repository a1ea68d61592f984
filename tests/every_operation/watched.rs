//! Recording changes no bit of a result, and after its tape has ended a tensor behaves like any
//! other.

use super::{Outcome, Words, calls, none, outcome, watched_over};
use crate::alone;

const OPERANDS: [&str; 6] =
    ["randn f32 [30,7]", "randn f64 [6,6]", "randn f32 [2,3,3]", "rand f16 [5,4]", "rand f32 [2,3,6,6]", "eye f32 4 4"];

fn words(operand: &'static [&'static str]) -> Vec<Words<'static>> {
    let mut all = Vec::new();
    for (number, list, flag) in [
        ("0", "[]", "false"),
        ("1", "[1]", "true"),
        ("-1", "[0]", "true"),
        ("2", "[0,1]", "true"),
        ("3", "[2,2]", "false"),
    ] {
        all.push(Words { operands: operand, number, list, flag, dtype: "f32" });
    }
    all
}

fn compare(ended: bool, may_refuse: &'static [&'static str]) {
    watched_over(move |next| {
        let mut differ = Vec::new();
        for operand in OPERANDS {
            let make = format!("t = {operand}");
            let all = [words(&["X"]), words(&["X", "u"])].concat();
            for (_, call) in calls(&all) {
                next(&format!("{call} of {operand}"));
                let with = |operand: &str| {
                    let call: Vec<&str> =
                        call.split(' ').map(|word| if word == "X" { operand } else { word }).collect();
                    let call = call.join(" ");
                    let mut lines =
                        vec!["seed 5", &make, "u = randn_like t", "tape = tape_open", "w = tape_watch tape t"];
                    if ended {
                        lines.extend(["l = sum w", "g = tape_backward tape l w"]);
                    }
                    lines.extend(["seed 7", &call]);
                    outcome(&lines, operand)
                };
                match (with("t"), with("w")) {
                    (Outcome::Made(_), Outcome::Refused(text)) if may_refuse.iter().any(|why| text.contains(why)) => {}
                    (Outcome::Refused(_), Outcome::Refused(_)) => {}
                    (Outcome::Broken(why), _) | (_, Outcome::Broken(why)) => differ.push(why),
                    (plain, watched) if plain == watched => {}
                    (_, Outcome::Refused(text)) => differ.push(format!("{call} of {operand}: {text}")),
                    _ => differ.push(format!("{call} of {operand}: other bits")),
                }
            }
        }
        none(differ);
    });
}

#[test]
fn recording_changes_no_bits() {
    let _alone = alone();
    compare(false, &["recorded", "UNSUPPORTED", "no gradient"]);
}

#[test]
fn a_tensor_whose_tape_has_ended_is_as_any_other() {
    let _alone = alone();
    compare(true, &[]);
}
