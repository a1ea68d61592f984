//! Every operation that a scenario can name, with operands that each must handle in the same way:
//! without elements, with another memory layout, in read-only memory, watched by a tape, watched by
//! a tape that has ended, and on another device.
//!
//! Invariant: the list is that of `generated.rs`, read as text, so a new operation is tested
//! without a change here. A call that is wrong for the operands fails, which is right too, but it
//! must terminate and not panic.

mod commands;
#[cfg(unix)] // maps memory that must not be accessed
mod devices;
mod examples;
mod gradients;
mod in_place;
mod layouts;
#[cfg(debug_assertions)] // guards exist in debug builds only
mod memory;
mod nothing;
mod ranks;
mod read_only;
mod watched;

use super::scenario_runner::{Bound, Failure, Kind, contents, run_looking};
use commands::{Command, Words};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tenure::api::tensor;
use tenure::error::Status;
use tenure::tensor::DType;

/// How long the calls may make no progress; they take milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The outcome of a call.
#[derive(Clone, PartialEq, Eq)]
enum Outcome {
    /// The dtype, shape and bytes of its results, and of its first operand afterwards.
    Made(Vec<(DType, Vec<i64>, Vec<u8>)>),
    Refused(String),
    /// It panicked, or the words do not fit it.
    Broken(String),
}

/// Runs lines, of which the last is the call, and returns the outcome. `operand` is what it may
/// write.
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

/// Runs lines, any of which may fail; returns the failure if one panics.
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

/// Runs `work` on another thread, which names each next step; fails if it does not terminate.
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

/// All calls of all operations with words of these kinds, without repetition.
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
