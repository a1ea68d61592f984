//! The rule that operands of one operation are on one device: nothing is moved implicitly.
//!
//! Invariant: every operation on two or more tensors calls this before it reads an element.

use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;

/// `DEVICE_MISMATCH` unless both are on one device.
#[inline]
pub(crate) fn same_device(a: &Tensor, b: &Tensor) -> Result<()> {
    if a.device() == b.device() { Ok(()) } else { Err(mismatch(a, b)) }
}

/// Like [`same_device`], for many tensors.
pub(super) fn all_on_one_device(tensors: &[&Tensor]) -> Result<()> {
    tensors.windows(2).try_for_each(|pair| same_device(pair[0], pair[1]))
}

/// Makes a contiguous tensor on the processor if the device has no kernel for it, and copies it there
/// once.
pub(crate) fn made_here(device: Device, make: impl FnOnce(Device) -> Result<Tensor>) -> Result<Tensor> {
    match device {
        Device::Cuda(_) => {
            device.require()?;
            make(Device::Cpu)?.sent_to(device)
        }
        _ => make(device),
    }
}

#[cold]
fn mismatch(a: &Tensor, b: &Tensor) -> Error {
    let text = format!("operands are on different devices, {} and {}", a.device(), b.device());
    Error::new(Status::DeviceMismatch, text)
}

#[cfg(test)]
mod tests {
    use crate::device::Device;
    use crate::error::{Result, Status};
    use crate::ops::*;
    use crate::tensor::{DType, Shape, Tensor};

    fn here(dtype: DType, dims: &[i64]) -> Tensor {
        Tensor::zeroed(Device::Cpu, dtype, &Shape::new(dims).expect("small")).expect("small")
    }

    fn elsewhere(dtype: DType, dims: &[i64]) -> Tensor {
        Tensor::zeroed(Device::Test, dtype, &Shape::new(dims).expect("small")).expect("small")
    }

    fn refused<T>(what: &str, result: Result<T>) {
        let error = result.err().unwrap_or_else(|| panic!("{what} takes operands of two devices"));
        assert_eq!(error.status(), Status::DeviceMismatch, "{what}: {error}");
        let text = error.message();
        assert!(text.contains("cpu") && text.contains("test"), "{what}: {text}");
    }

    #[test]
    fn operands_on_two_devices_are_refused_by_every_operation_that_takes_several() {
        let (a, b) = (here(DType::F32, &[2, 2]), elsewhere(DType::F32, &[2, 2]));
        let (row, targets) = (here(DType::I64, &[2]), elsewhere(DType::I64, &[2]));
        let (yes, no) = (here(DType::Bool, &[2, 2]), elsewhere(DType::Bool, &[2, 2]));
        refused("add", binary(BinaryOp::Add, &a, &b));
        refused("add_in_place", binary_in_place(BinaryOp::Add, &a, &b));
        refused("eq", compare(CompareOp::Eq, &b, &a));
        refused("where, condition", where_(&no, &a, &a));
        refused("where, operand", where_(&yes, &a, &b));
        refused("matmul", matmul(&a, &b));
        refused("matmul of integers", matmul(&here(DType::I32, &[2, 2]), &elsewhere(DType::I32, &[2, 2])));
        refused("concat", concat(&[&a, &a, &b], 0));
        refused("stack", stack(&[&b, &b, &a], 0));
        refused("index_select", index_select(&b, 0, &row));
        refused("nll_loss", nll_loss(&a, &targets));
        refused("cross_entropy", cross_entropy(&b, &row));
        let square = here(DType::I64, &[2, 2]);
        refused("gather", gather(&b, 0, &square));
        refused("take", take(&b, &row));
        refused("index", index(&a, &[&row, &targets]));
        refused("scatter, source", scatter(&a, 0, &square, Source::Tensor(&b), None));
        refused("scatter in place, index", scatter_in_place(&b, 0, &square, Source::Value(0.0.into()), None));
        refused("index_add", index_scatter(&a, 0, &row, Source::Tensor(&b), Some(ScatterReduce::Sum)));
        refused("index_put", index_put(&a, &[&row], &b, false));
        refused("masked_select", masked_select(&a, &no));
        refused("masked_fill", masked_fill(&b, &yes, 0.0));
        refused("masked_scatter", masked_scatter(&a, &yes, &b));
        refused("searchsorted", searchsorted(&a, &b, false));
        refused("bincount", bincount(&row, Some(&targets), 0));
        assert_eq!(elsewhere(DType::U8, &[0]).device(), Device::Test);
    }
}
