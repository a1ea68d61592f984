//! The steady state of a training loop: after its first steps it requests nothing from the system,
//! and every step returns everything that it took.
//!
//! Alone in its binary, because the pool's counters belong to the process.

use tenure::api::{memory, module, optimizer, scope, tape, tensor, trainer};
use tenure::error::Result;
use tenure::tensor::DType;

const F32: i32 = DType::F32 as i32;

/// A step of a small network on one batch, in a separate scope. Returns the loss.
fn step(root: u64, x: u64, targets: u64, params: &[u64; 4], by: u64) -> Result<f64> {
    let batch = scope::push(root)?;
    let tape = tape::open(batch)?;
    let mut w = [0; 4];
    for (watched, &param) in w.iter_mut().zip(params) {
        *watched = tape::watch(batch, tape, param)?;
    }
    let hidden = tensor::relu(batch, tensor::add(batch, tensor::matmul(batch, x, w[0])?, w[1])?)?;
    let logits = tensor::add(batch, tensor::matmul(batch, hidden, w[2])?, w[3])?;
    let loss = tensor::cross_entropy(batch, logits, targets)?;
    let grads = tape::backward(batch, tape, loss, &w)?;
    optimizer::step(by, &grads)?;
    let value = tensor::item(loss)?;
    scope::close(batch)?;
    Ok(value)
}

#[test]
fn after_the_first_epoch_a_step_makes_no_system_allocation() -> Result<()> {
    let root = scope::push(0)?;
    let x = tensor::rand(root, 0, F32, &[32, 64])?;
    let targets = tensor::arange(root, 0, DType::I64 as i32, 0.into(), 32.into(), 1.into())?;
    let params = [
        tensor::randn(root, 0, F32, &[64, 300])?,
        tensor::zeros(root, 0, F32, &[300])?,
        tensor::randn(root, 0, F32, &[300, 32])?,
        tensor::zeros(root, 0, F32, &[32])?,
    ];
    let by = optimizer::adam(root, &params, 1e-4, 0.9, 0.999, 1e-8, 0.0, true, false)?;
    let first = step(root, x, targets, &params, by)?;
    for _ in 0..44 {
        step(root, x, targets, &params, by)?;
    }
    let warm = memory::stats(0)?;
    let mut last = first;
    for _ in 0..200 {
        last = step(root, x, targets, &params, by)?;
    }
    let after = memory::stats(0)?;
    assert!(last < first, "it learns: {first} -> {last}");
    assert_eq!(after.system_allocations, warm.system_allocations);
    assert_eq!(after.reserved_bytes, warm.reserved_bytes);
    assert!(after.allocations > warm.allocations + 200, "the steps did allocate, from the pool");
    assert_eq!(after.live_bytes, warm.live_bytes);
    assert_eq!(after.live_handles, warm.live_handles);
    trained(root, x, targets)?;
    scope::close(root)?;
    let end = memory::stats(0)?;
    assert_eq!((end.live_handles, end.live_bytes), (0, 0));
    Ok(())
}

/// The same by a trainer: each step makes and frees the same blocks.
fn trained(root: u64, x: u64, targets: u64) -> Result<()> {
    let net = module::sequential(root)?;
    module::append(net, module::linear(root, 64, 300, true)?)?;
    module::append(net, module::relu(root)?)?;
    module::append(net, module::linear(root, 300, 32, true)?)?;
    let parameters = module::parameters(root, net, true)?;
    let by = optimizer::adam(root, &parameters, 1e-4, 0.9, 0.999, 1e-8, 0.0, true, false)?;
    let trainer = trainer::new(root, net, by, 0)?;
    trainer::clip_grad_norm(trainer, 1.0, 2.0)?;
    for _ in 0..45 {
        trainer::step(trainer, x, targets)?;
    }
    let warm = memory::stats(0)?;
    for _ in 0..200 {
        trainer::step(trainer, x, targets)?;
    }
    let after = memory::stats(0)?;
    assert_eq!(after.system_allocations, warm.system_allocations);
    assert_eq!((after.live_bytes, after.live_handles), (warm.live_bytes, warm.live_handles));
    assert!(after.allocations > warm.allocations + 200, "the steps did allocate, from the pool");
    Ok(())
}
