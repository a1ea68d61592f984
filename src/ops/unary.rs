//! Functions of one element.
//!
//! Invariant: a function of real numbers (such as exp) computes integers as float32; the others
//! keep the dtype.

use super::cast::as_dtype;
use super::cpu::unary::{Function, mapped};
use super::cuda;
use super::strided;
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor};

/// The functions of one element: for each its doc and its name. The first ones keep the dtype of
/// integers too. Each has a line in the table of `cpu/unary.rs`, with its value.
macro_rules! operations {
    (
        $($(#[$kept_doc:meta])* $kept:ident, $kept_name:literal;)*
        --
        $($(#[$doc:meta])* $op:ident, $name:literal;)*
    ) => {
        /// A function of one element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum UnaryOp {
            $($(#[$kept_doc])* $kept,)*
            $($(#[$doc])* $op,)*
        }

        impl UnaryOp {
            /// The name of the public function.
            pub fn name(self) -> &'static str {
                match self {
                    $(UnaryOp::$kept => $kept_name,)*
                    $(UnaryOp::$op => $name,)*
                }
            }

            /// The function of the loops.
            fn function(self) -> Function {
                match self {
                    $(UnaryOp::$kept => Function::$kept,)*
                    $(UnaryOp::$op => Function::$op,)*
                }
            }

            /// Whether integers keep their dtype.
            fn keeps_dtype(self) -> bool {
                matches!(self, $(UnaryOp::$kept)|*)
            }
        }
    };
}

operations! {
    /// `-x`; integers wrap. Not for booleans.
    Neg, "neg";
    /// The absolute value; integers wrap.
    Abs, "abs";
    /// The larger of x and 0; NaN stays NaN. Not for booleans.
    Relu, "relu";
    --
    /// e to the power of x.
    Exp, "exp";
    /// The natural logarithm; -inf for 0, NaN for negative numbers.
    Log, "log";
    /// The square root; NaN for negative numbers.
    Sqrt, "sqrt";
    /// `1 / (1 + exp(-x))`
    Sigmoid, "sigmoid";
    /// The hyperbolic tangent.
    Tanh, "tanh";
    /// `log(1 + exp(x))`
    Softplus, "softplus";
    /// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to x.
    Erf, "erf";
    /// `1 - erf(x)`, accurate where the result is nearly 0.
    Erfc, "erfc";
    /// `x` times the normal distribution function at `x`.
    Gelu, "gelu";
    /// `Gelu`, approximated with tanh.
    GeluTanh, "gelu_tanh";
}

/// Applies the function to every element.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` if the function is not defined for booleans,
/// those of [`Tensor::uninit`].
pub fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor> {
    unary_to(op, t, Target::New)
}

/// Like [`unary`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn unary_to(op: UnaryOp, t: &Tensor, target: Target) -> Result<Tensor> {
    if t.dtype() == DType::Bool && matches!(op, UnaryOp::Neg | UnaryOp::Relu) {
        return Err(Error::dtype(format!("{} of bool is not defined", op.name())));
    }
    let dtype = if op.keeps_dtype() || t.dtype().is_float() { t.dtype() } else { DType::F32 };
    target.check(dtype)?;
    let t = as_dtype(t, dtype)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = target.output(dtype, &t.to_shape(), &[&t])?;
        let kernel = match dtype.of_same_bits() {
            of_bits if of_bits == dtype || op == UnaryOp::Neg => format!("{}_{of_bits}", op.name()),
            // Every other operation that keeps integers leaves those without a sign as they are.
            _ => format!("copy_{}", dtype.size()),
        };
        // SAFETY: the plan was made from both layouts, the type is the dtype's or gives the same
        // bits, and out is new or t itself.
        unsafe { cuda::map1(gpu, &kernel, &strided::onto(&out, &t), [&out, &t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = target.output(dtype, &t.to_shape(), &[&t])?;
    // SAFETY: the plan was made from both layouts, and out is new or t itself.
    unsafe { mapped(op.function(), strided::onto(&out, &t), out.host()?, t) };
    Ok(out)
}
