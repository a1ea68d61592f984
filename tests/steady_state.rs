//! The steady state of a training loop: after its first steps it requests nothing from the system,
//! and every step returns everything that it took.
//!
//! Alone in its binary, because the pool's counters belong to the process.

use tenure::api::{data_loader, memory, module, optimizer, scope, tape, tensor, trainer};
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
    fed(root)?;
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

/// Batches that threads make ahead: at most four wait, two are in the making and one is in use, and
/// the blocks of each go back to the pool with its scope. So the blocks of that many are requested
/// from the system, at the latest when all are there at once, and none for the batches after.
fn fed(root: u64) -> Result<()> {
    let rows = tensor::rand(root, 0, F32, &[512, 3, 16, 16])?;
    let targets = tensor::arange(root, 0, DType::I64 as i32, 0.into(), 512.into(), 1.into())?;
    let loader = data_loader::new(root, &[rows, targets], 32, true, 7, false)?;
    data_loader::prefetch(loader, 4, 2)?;
    let before = memory::stats(0)?;
    let mut taken = 0;
    while taken < 1200 {
        let batch = scope::push(root)?;
        if let [x, _] = data_loader::next(batch, loader)?[..] {
            tensor::mul(batch, x, x)?;
            taken += 1;
        }
        scope::close(batch)?;
    }
    let after = memory::stats(0)?;
    let requested = after.system_allocations - before.system_allocations;
    assert!(requested <= 7 * 8, "{requested} requests for 1,200 batches");
    assert!(after.allocations > before.allocations + 3000, "the batches did allocate, from the pool");
    data_loader::prefetch(loader, 0, 1)?;
    data_loader::dispose(loader)
}
