//! A training loop: a line through noisy points, with a tape for each step.
//!
//!     cargo run --release --example training
//!     cargo run --release --example training -- --device cuda:0
//!
//! What a step makes is freed when the step ends, so the memory in use is the same after each.

use std::process::ExitCode;
use tenure::nn::optim::{Optimizer, Sgd};
use tenure::{Device, Error, Result, Tape, Tensor, memory, random};

const POINTS: i64 = 64;

fn main() -> ExitCode {
    match device().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", error.message());
            ExitCode::FAILURE
        }
    }
}

/// What `--device` names, or the processor.
fn device() -> Result<Device> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--device").skip(1);
    let device = match arguments.next().as_deref() {
        None | Some("cpu") => Device::Cpu,
        Some(name) => {
            let index = name.strip_prefix("cuda:").and_then(|index| index.parse().ok());
            Device::Cuda(index.ok_or_else(|| Error::argument("--device needs cpu or, for example, cuda:0"))?)
        }
    };
    device.require()?;
    Ok(device)
}

fn run(device: Device) -> Result<()> {
    random::seed(7);
    let x = Tensor::randn(&[POINTS, 2])?;
    let truth = Tensor::from_slice(&[2.0f32, -3.0], &[2, 1])?;
    let noise = Tensor::randn(&[POINTS, 1])?;
    let y = (x.matmul(&truth)? + 0.01 * noise)?;

    let (x, y) = (x.to_device(device)?, y.to_device(device)?);
    let weights = Tensor::zeros(&[2, 1])?.to_device(device)?;
    let sgd = Optimizer::new(vec![weights.clone()], Sgd { lr: 0.1, momentum: 0.9, ..Sgd::default() })?;
    let mut after_first = 0;
    for step in 0..100 {
        let loss = train(&sgd, &weights, &x, &y)?;
        let live = memory::stats(device)?.live_bytes;
        if step == 0 {
            after_first = live;
        }
        assert_eq!(live, after_first, "a step left something alive");
        if step % 25 == 0 {
            println!("step {step}: loss {loss:.4}, {live} bytes live");
        }
    }
    let weights = weights.to_device(Device::Cpu)?;
    println!("learned:\n{weights}");
    let learned: Vec<f32> = weights.to_vec()?;
    assert!((learned[0] - 2.0).abs() < 0.05 && (learned[1] + 3.0).abs() < 0.05, "it learned {learned:?}");
    Ok(())
}

/// One step: the loss before it.
fn train(sgd: &Optimizer, weights: &Tensor, x: &Tensor, y: &Tensor) -> Result<f64> {
    let tape = Tape::new();
    let watched = tape.watch(weights)?;
    let error = (x.matmul(&watched)? - y)?;
    let loss = error.square()?.mean_all()?;
    let gradients = tape.backward(&loss, &[&watched])?;
    sgd.step(&[&gradients[0]])?;
    loss.item()
} // the tape, the error, the loss and the gradients are freed here
