//! A limit of memory, and a loop in a workspace that asks for none after its first cycle.
//!
//!     cargo run --release --example limits
//!
//! A limit refuses before memory is taken, so a program can go on. Workspaces are in `tenure::api`, which speaks in
//! handles: what is made for an entered workspace goes when it is left, and what is kept goes to the scope outside.

use tenure::api::{scope, tensor, workspace};
use tenure::{DType, Device, Result, Status, Tensor, memory};

fn main() -> Result<()> {
    limited()?;
    in_a_workspace()?;
    assert_eq!(memory::stats(Device::Cpu)?.live_bytes, 0, "something is alive");
    Ok(())
}

/// A request above the limit fails, and changes nothing.
fn limited() -> Result<()> {
    memory::set_limit(Device::Cpu, 1 << 20)?;
    let small = Tensor::ones(&[1000])?;
    let refused = Tensor::ones(&[1_000_000]).expect_err("it is above the limit");
    assert_eq!(refused.status(), Status::LimitExceeded);
    println!("refused: {refused}");
    println!("still there: {} elements", small.size());
    memory::set_limit(Device::Cpu, 0) // the default again
}

/// The block is taken once, as long as the first cycle has shown that it must be.
fn in_a_workspace() -> Result<()> {
    let owner = scope::push(0)?;
    let loops = workspace::create(owner, "LOOP", 0, None)?;
    let mut allocated = Vec::new();
    for _ in 0..4 {
        let (cycle, _) = workspace::enter(loops, owner)?;
        let rows = tensor::ones(cycle, Device::Cpu.code(), DType::F32.code(), &[64, 64])?;
        tensor::matmul(cycle, rows, rows)?;
        workspace::leave(loops, &[])?; // both tensors end here
        allocated.push(memory::stats(Device::Cpu)?.allocations);
    }
    println!("blocks handed out by the pool after each cycle: {allocated:?}");
    println!("{}", workspace::report(loops, false)?);
    scope::close(owner) // and with it the workspace
}
