//! No operation writes to memory that is read-only: it refuses the tensor, or only reads it.
//!
//! In debug builds the core itself panics where it is about to count a write of such memory, so an
//! operation that did not ask fails here even if it would write what is there already.

use super::{Words, calls, none};
use crate::alone;
use crate::scenario_runner::{Bound, Kind, run_given};
use std::collections::BTreeSet;
use tenure::api::tensor;
use tenure::tensor::DType;
use tenure::tensor::caller_memory::CallerMemory;

/// An unowned, read-only tensor on these bytes.
fn read_only(bytes: &mut [u8], dtype: DType) -> u64 {
    // SAFETY: the bytes outlive the tensor, which the end of the scenario releases.
    let memory = unsafe { CallerMemory::new(bytes.as_mut_ptr(), bytes.len(), None, std::ptr::null_mut()) };
    tensor::wrap(0, dtype.code(), memory.read_only(), &[4, 4]).expect("aligned")
}

#[test]
fn no_operation_writes_read_only_memory() {
    let _alone = alone();
    let (mut refused, mut broken) = (BTreeSet::new(), Vec::new());
    for (dtype, name) in [(DType::F32, "f32"), (DType::F16, "f16"), (DType::I64, "i64"), (DType::Bool, "bool")] {
        let words = |number, list| Words { operands: &["v", "u", "u"], number, list, flag: "false", dtype: "f32" };
        for (command, call) in calls(&[words("1", "[0]"), words("0", "[1,1]"), words("2", "[]")]) {
            let mut numbers = [0x0101_0101_0101_0101u64; 16]; // aligned for every dtype
            let bytes = numbers.len() * dtype.size();
            // SAFETY: numbers are as many bytes at least, any of which are numbers.
            let own = unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast::<u8>(), bytes) };
            let handle = read_only(own, dtype);
            let text = format!("# {call}\nu = ones {name} [4,4]\n{call}\n");
            let given = |run: &mut crate::scenario_runner::Run| {
                run.bind("v", Bound { kind: Kind::Tensor, handle, forged: false });
            };
            let failure = run_given("read_only", &text, given, |_| ()).err().map_or(String::new(), |f| f.text);
            if failure.contains("bytes of this tensor are read-only") {
                refused.insert(command.name);
            } else if failure.starts_with("PANIC") || failure.starts_with("INTERNAL") {
                broken.push(format!("{call} of {name}: {failure}"));
            }
            if numbers.iter().any(|&number| number != 0x0101_0101_0101_0101) {
                broken.push(format!("{call} of {name} has written"));
            }
        }
    }
    none(broken);
    assert!(refused.len() > 100, "only {} operations refused it: {refused:?}", refused.len());
}
