//! Every operation that a scenario can name, on operands that each must take in the same way: without elements, laid out in
//! memory in another way, watched by a tape, watched by one that has ended, and on another device.
//!
//! Invariant: the list is that of `generated.rs`, read as text, so an operation that is added is met here without a line. A call
//! that is wrong for the operands fails, which is right too; but it comes to an end, and does not panic.

mod commands;
#[cfg(unix)] // memory that nobody may touch is mapped there
mod devices;
mod gradients;
mod in_place;
mod layouts;
#[cfg(debug_assertions)] // guards are a part of debug builds only
mod memory;
mod nothing;
mod watched;

use super::scenario_runner::{Bound, Failure, Kind, contents, run_looking};
use commands::{Command, Words};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tenure::api::tensor;
use tenure::error::Status;
use tenure::tensor::DType;

/// How long nothing may come of the calls: they take milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// What became of a call.
#[derive(Clone, PartialEq, Eq)]
enum Outcome {
    /// Dtype, shape and bytes of what it made, and of its first operand after it.
    Made(Vec<(DType, Vec<i64>, Vec<u8>)>),
    Refused(String),
    /// It panicked, or the words are not those that it takes.
    Broken(String),
}

/// Runs lines, of which the last is the call, and says what became of it. `operand` is what it may have written.
fn outcome(lines: &[&str], operand: &str) -> Outcome {
    let call = lines.last().expect("a call");
    let text = format!("# {call}\n{}\n", lines.join("\n"));
    let mut made = Vec::new();
    let result = run_looking("every", &text, |bound| {
        let names = lines[..lines.len() - 1].iter().map(|line| line.split(' ').collect::<Vec<_>>());
        let names: Vec<&str> = names.filter(|words| words.get(1) == Some(&"=")).map(|words| words[0]).collect();
        let at = names.iter().position(|name| *name == operand);
        let looked = bound.iter().skip(names.len()).chain(at.and_then(|at| bound.get(at)));
        made = looked.filter(|bound| bound.kind == Kind::Tensor).map(read).collect();
    });
    match result {
        Ok(()) => Outcome::Made(made),
        Err(Failure { text, .. }) if text.contains(" results, 0 are named") => Outcome::Made(made),
        Err(Failure { text, .. }) => {
            let by_library = Status::ALL.iter().any(|status| text.starts_with(&format!("{}: ", status.name())));
            let broken = text.starts_with("PANIC") || text.starts_with("INTERNAL");
            if by_library && !broken {
                Outcome::Refused(text)
            } else {
                Outcome::Broken(format!("{}: {text}", lines.join("; ")))
            }
        }
    }
}

/// Runs lines of which any may fail; the failure, if one panics.
fn attempt(lines: &[&str]) -> Option<String> {
    let text = format!(
        "# {}
{}
",
        lines.join("; "),
        lines.join(
            "
"
        )
    );
    let failure = run_looking("attempt", &text, |_| ()).err()?.text;
    let broken = failure.starts_with("PANIC") || failure.starts_with("INTERNAL");
    broken.then(|| format!("{}: {failure}", lines.join("; ")))
}

#[track_caller]
fn none(failures: Vec<String>) {
    assert!(
        failures.is_empty(),
        "{} calls:
{}",
        failures.len(),
        failures.join(
            "
"
        )
    );
}

fn read(bound: &Bound) -> (DType, Vec<i64>, Vec<u8>) {
    let shape = tensor::shape(bound.handle).expect("it is alive").to_vec();
    let Ok((dtype, bytes)) = contents(bound.handle) else { panic!("it cannot be read") };
    (dtype, shape, bytes)
}

/// Runs `work` on another thread, which names what it does next; fails when it does not come to an end.
fn watched_over(work: impl FnOnce(&dyn Fn(&str)) + Send + 'static) {
    let (say, hear) = mpsc::channel::<String>();
    let worker = std::thread::spawn(move || work(&|what| say.send(what.to_owned()).expect("somebody hears")));
    let (mut last, mut since) = (String::from("the first call"), Instant::now());
    loop {
        match hear.recv_timeout(PATIENCE) {
            Ok(what) => {
                if since.elapsed() > Duration::from_secs(1) {
                    eprintln!("{:?} for {last}", since.elapsed());
                }
                (last, since) = (what, Instant::now());
            }
            Err(RecvTimeoutError::Timeout) => panic!("no end: {last}"),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
}

/// All calls of all operations with words of these kinds, each once.
fn calls(words: &[Words]) -> Vec<(Command, String)> {
    let mut all: Vec<(Command, String)> = Vec::new();
    for command in commands::all() {
        let mut own: Vec<String> = words.iter().map(|words| command.with(words)).collect();
        own.sort();
        own.dedup();
        all.extend(own.into_iter().map(|call| (command.clone(), call)));
    }
    all
}
