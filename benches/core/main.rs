//! The core's figures: handles, kernels and the digits step, beside the yardsticks that they are judged by.
//!
//! Criterion measures; when it is done the medians go to `target/bench/rust.json`, a flat object, in nanoseconds
//! unless the key says otherwise. `ci/bench` merges it with what the wrappers measured.

mod digits;
mod floor;
mod handles;
mod kernels;
mod lifetimes;
mod report;
mod workspaces;
mod yardsticks;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    let mut criterion = configured();
    yardsticks::run(&mut criterion);
    // On a thread of its own: a thread's free slots are those of the first table that it uses, and here are two.
    std::thread::spawn(|| handles::run(&mut configured())).join().expect("it does not panic");
    lifetimes::run(&mut criterion);
    workspaces::run(&mut criterion);
    workspaces::by_handle(&mut criterion);
    kernels::run(&mut criterion);
    floor::run(&mut criterion);
    digits::run(&mut criterion);
    criterion.final_summary();
    report::write();
}

fn configured() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40)
        .without_plots()
        .configure_from_args()
}
