//! Which module made the first number that is not finite.

use crate::error::{Error, Result, Status};
use crate::nn::module::{Module, Outputs, Watched};
use crate::ops::{self, ReduceOp, TestOp};
use crate::tensor::Tensor;
use std::cell::RefCell;
use std::sync::Arc;

/// The error of a step whose loss is `value`. It computes the module once more and looks at the
/// output of each part in the order in which they are computed.
pub(super) fn not_finite(module: &Arc<Module>, x: &Tensor, step: u64, value: f64) -> Error {
    let found = find(module, x).unwrap_or_else(|error| format!("looking for its cause failed: {error}"));
    Error::new(Status::NotFinite, format!("step {step}: the loss is {value}; {found}; nothing was changed"))
}

fn find(module: &Arc<Module>, x: &Tensor) -> Result<String> {
    if !is_finite(x)? {
        return Ok("the input is not finite".into());
    }
    let first: RefCell<Option<*const Module>> = RefCell::default();
    let observed = |module: &Module, out: &Outputs| {
        let is_bad = || out.iter().any(|tensor| !is_finite(tensor).unwrap_or(true));
        if first.borrow().is_none() && is_bad() {
            *first.borrow_mut() = Some(std::ptr::from_ref(module));
        }
    };
    module.train_with(&x.untracked(), &Watched::default(), Some(&observed))?;
    let Some(first) = first.into_inner() else {
        return Ok("the output of every module is finite".into());
    };
    let mut name = String::new();
    module.each(&mut |path, part| {
        if std::ptr::eq(Arc::as_ptr(part), first) {
            let kind = part.kind();
            name = if path.is_empty() { format!("the {kind} itself") } else { format!("'{path}' ({kind})") };
        }
    });
    Ok(format!("the first module whose output is not finite is {name}"))
}

fn is_finite(t: &Tensor) -> Result<bool> {
    let t = t.untracked();
    if !t.dtype().is_float() {
        return Ok(true);
    }
    Ok(ops::item(&ops::reduce(ReduceOp::All, &ops::test(TestOp::Finite, &t)?, &[], false)?)? != 0.0)
}
