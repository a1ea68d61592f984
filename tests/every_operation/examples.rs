//! The example of each operation in the reference: `generate/data/examples.txt` has a call and what it prints, and `ci/generate`
//! writes both into the pages of `docs/operations`.
//!
//! Invariant: what the file says that a call prints was printed by it. With `TENURE_WRITE_EXAMPLES` set the test writes the
//! file's outputs instead of comparing them.

use super::super::alone;
use super::{Kind, run_looking};
use tenure::api::tensor;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/generate/data/examples.txt");

#[test]
fn examples_print_what_the_reference_says() {
    let _alone = alone();
    let text = std::fs::read_to_string(FILE).expect("the file is there");
    let operands: Vec<&str> = text.lines().filter(|line| !line.starts_with(['#', '>', '|', '!'])).collect();
    let operands = operands.join("\n");
    let (mut written, mut failures, mut examples) = (String::new(), Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('|')) {
        written += &format!("{line}\n");
        let Some(call) = line.strip_prefix("> ") else { continue };
        examples += 1;
        match printed(&operands, call) {
            Ok(printed) => printed.lines().for_each(|line| written += &format!("{}\n", format!("| {line}").trim_end())),
            Err(why) => failures.push(format!("{call}: {why}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(examples > 200, "only {examples} examples");
    if std::env::var_os("TENURE_WRITE_EXAMPLES").is_some() {
        std::fs::write(FILE, written).expect("the file can be written");
    } else {
        let differs = written.lines().zip(text.lines()).find(|(now, then)| now != then);
        assert_eq!(differs, None, "TENURE_WRITE_EXAMPLES=1 writes {FILE}");
        assert_eq!(written.lines().count(), text.lines().count(), "TENURE_WRITE_EXAMPLES=1 writes {FILE}");
    }
}

/// What the results of a call print, one below the other.
fn printed(operands: &str, call: &str) -> Result<String, String> {
    let given = operands.lines().filter(|line| !line.is_empty()).count();
    let text = format!("# {call}\nseed 5\n{operands}\n{call}\n");
    let mut printed = Vec::new();
    let result = run_looking("example", &text, |bound| {
        let made = bound.iter().skip(given).filter(|bound| bound.kind == Kind::Tensor);
        printed = made.map(|bound| tensor::to_string(bound.handle).unwrap_or_else(|error| error.to_string())).collect();
    });
    match result {
        Err(failure) if !failure.text.contains(" results, 0 are named") => Err(failure.text),
        _ if printed.is_empty() => Err("it made nothing".into()),
        _ => Ok(printed.join("\n")),
    }
}
