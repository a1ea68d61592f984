//! The core's figures: handles, kernels and the digits step, with the yardsticks that they are
//! compared with.
//!
//! Criterion measures. At the end the medians are written to `target/bench/rust.json`, a flat
//! object, in nanoseconds unless the key says otherwise. `ci/bench` merges it with the wrappers'
//! figures.

mod digits;
mod floor;
mod handles;
mod kernels;
mod lifetimes;
mod report;
mod turns;
mod workspaces;
mod yardsticks;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    if std::env::args().any(|argument| argument == "--turns") {
        return turns::take();
    }
    let mut criterion = configured();
    yardsticks::run(&mut criterion);
    // On a separate thread, because a thread's free slots belong to the first table that it uses,
    // and here are two tables.
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

/// `ci/bench --quick` sets the variable, which gives the same keys in a fifth of the time.
fn configured() -> Criterion {
    let quick = std::env::var_os("TENURE_BENCH_QUICK").is_some();
    let (warm_up, measurement, samples) = if quick { (100, 300, 10) } else { (500, 2000, 40) };
    Criterion::default()
        .warm_up_time(Duration::from_millis(warm_up))
        .measurement_time(Duration::from_millis(measurement))
        .sample_size(samples)
        .without_plots()
        .configure_from_args()
}
