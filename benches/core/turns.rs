//! The machine's own figures for the table of rivals, measured in turns with the workers that
//! `benches/rivals/drive.py` starts. Reads lines `measure KEY THREADS MILLISECONDS` and prints a
//! figure for each.

use super::floor;
use super::yardsticks::{COPY, FMA_FLOP, fma_peak};
use std::hint::black_box;
use std::io::{BufRead, stdin};
use std::time::{Duration, Instant};

/// Answers until the input ends.
pub fn take() {
    println!("yardsticks of {}", std::env::consts::ARCH);
    let (from, mut to) = (vec![1u8; COPY], vec![2u8; COPY]);
    let mut step = floor::Step::new();
    for line in stdin().lock().lines() {
        let line = line.expect("the driver writes text");
        let words: Vec<&str> = line.split_whitespace().collect();
        let time = Duration::from_millis(words[3].parse().expect("milliseconds"));
        match words[1] {
            "memcpy_64m" => println!(
                "{}",
                least(time, || {
                    to.copy_from_slice(black_box(&from));
                    black_box(&mut to);
                })
            ),
            // Operations per nanosecond; a register holds half as many doubles.
            "peak_f32" => println!("{}", FMA_FLOP / least(time, || fma_peak(black_box(1.000_001)))),
            "peak_f64" => {
                println!("{}", FMA_FLOP / 2.0 / least(time, || fma_peak(black_box(1.000_001))))
            }
            // Repeated, since a step is not much longer than a look at the clock.
            "mlp_step_64" => println!("{}", least(time, || (0..100).map(|_| step.run()).sum::<f32>()) / 100.0),
            _ => println!("-"),
        }
    }
}

/// The smallest time of one call, in nanoseconds.
fn least<R>(time: Duration, mut call: impl FnMut() -> R) -> f64 {
    let (mut least, start) = (f64::INFINITY, Instant::now());
    while start.elapsed() < time {
        let began = Instant::now();
        black_box(call());
        least = least.min(began.elapsed().as_nanos() as f64);
    }
    least
}
