//! Ten lines: two tensors, a sum and a product, and a count of what is left.
//!
//!     cargo run --release --example hello

use tenure::device::Device;
use tenure::error::Result;
use tenure::memory;
use tenure::ops::ones;
use tenure::tensor::{DType, Shape};

fn main() -> Result<()> {
    {
        let a = ones(Device::Cpu, DType::F32, &Shape::new(&[2, 3])?)?;
        let b = ((&a + &a)? * 10.0)?;
        println!("{b}");
    } // a and b are freed here
    println!("{} bytes live", memory::stats(Device::Cpu)?.live_bytes);
    Ok(())
}
