//! Ten lines: two tensors, a sum and a product, and a count of what is left.
//!
//!     cargo run --release --example hello

use tenure::{Device, Result, Tensor, memory};

fn main() -> Result<()> {
    {
        let a = Tensor::ones(&[2, 3])?;
        let b = ((&a + &a)? * 10.0)?;
        println!("{b}");
    } // a and b are freed here
    println!("{} bytes live", memory::stats(Device::Cpu)?.live_bytes);
    Ok(())
}
