//! What an operation makes of a tensor of 16 axes is what it makes of one of three, if the others have
//! size 1: no operation refuses a tensor because it has many axes, unless it is defined for few.

use super::{Outcome, Words, calls, none, outcome, watched_over};
use crate::alone;
use std::collections::BTreeSet;

/// The operands: of each dtype that an operation may want, and a number for its words.
const OPERANDS: [(&str, &str); 8] = [
    ("t", "randn f32 [2,3,3]"),
    ("o", "rand f32 [2,3,3]"),
    ("i", "randint i64 0 2 [2,3,3]"),
    ("u", "randint u8 0 2 [2,3,3]"),
    ("b", "lt_scalar o 0.5"),
    ("h", "cast t f16"),
    ("d", "cast t f64"),
    ("m", "randn f32 [3,3]"),
];

/// Operations that take three axes, that take the first ones, whose results have an element for each axis, or more
/// axes than the operands.
const OF_THE_RANK: [&str; 9] =
    ["baddbmm", "bmm", "hstack", "index", "nonzero", "one_hot", "stack", "tensordot_axes", "unsqueeze"];

fn words() -> Vec<Words<'static>> {
    let mut all = Vec::new();
    let operands: [&[&str]; 9] =
        [&["t"], &["t", "o"], &["t", "i"], &["t", "b"], &["b", "t", "o"], &["i"], &["u", "i"], &["h"], &["d", "m"]];
    for operands in operands {
        for (number, list, flag) in
            [("-1", "[-1]", "false"), ("-1", "[-1,-2]", "true"), ("-2", "[-3]", "true"), ("-1", "[]", "false")]
        {
            all.push(Words { operands, number, list, flag, dtype: "f64" });
        }
    }
    all
}

#[test]
fn axes_of_size_one_in_front_change_nothing() {
    let _alone = alone();
    watched_over(|next| {
        let (mut refused, mut differ, mut broken) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut compared = BTreeSet::new();
        for (command, call) in calls(&words()) {
            next(&call);
            let made = |is_deep: bool| {
                let mut lines = vec!["seed 5".to_owned()];
                for (name, maker) in OPERANDS {
                    lines.push(format!("{name}_ = {}", maker.replace(" o ", " o_ ").replace(" t ", " t_ ")));
                    let dims = if name == "m" { "3,3" } else { "2,3,3" };
                    let ones = "1,".repeat(if is_deep { 16 - dims.len().div_ceil(2) } else { 0 });
                    lines.push(format!("{name} = reshape {name}_ [{ones}{dims}]"));
                }
                lines.extend(["seed 7".to_owned(), call.clone()]);
                outcome(&lines.iter().map(String::as_str).collect::<Vec<_>>(), "t")
            };
            match (made(false), made(true)) {
                (Outcome::Made(low), Outcome::Made(deep)) => {
                    let bytes =
                        |all: &[(_, _, Vec<u8>)]| all.iter().map(|(_, _, bytes)| bytes.clone()).collect::<Vec<_>>();
                    compared.insert(command.name.clone());
                    if bytes(&low) != bytes(&deep) {
                        differ.insert(command.name.clone());
                    }
                }
                (Outcome::Made(_), Outcome::Refused(text)) => {
                    refused.insert(format!("{}: {text}", command.name));
                }
                (_, Outcome::Broken(text)) => broken.push(text),
                _ => {}
            }
        }
        none(broken);
        assert!(compared.len() > 300, "{} operations took the words", compared.len());
        let unexpected = |name: &String| !OF_THE_RANK.iter().any(|known| name.split(':').next() == Some(known));
        none(differ.into_iter().chain(refused).filter(unexpected).collect());
    });
}
