//! Methods of `Tensor` with the arguments that are meant most often: reductions of all elements, and
//! the transpose of a matrix.
//!
//! Invariant: each calls the method that it shortens, and nothing else.

use crate::error::Result;
use crate::tensor::Tensor;

/// Each method by the reduction that it calls.
macro_rules! of_all_elements {
    ($($name:ident: $reduce:ident($($argument:expr),*), $what:literal;)*) => {
        /// Reductions of all elements to a scalar tensor, and the transpose of a matrix.
        impl Tensor {
            $(
                #[doc = concat!($what, ", as [`Tensor::", stringify!($reduce), "`] over all axes.")]
                ///
                /// Shapes: `[...] -> []`.
                #[inline]
                pub fn $name(&self) -> Result<Tensor> {
                    self.$reduce($($argument),*)
                }
            )*

            /// The matrix with rows and columns exchanged, on the same memory. Dimensions before the last two are a
            /// batch. The same as [`Tensor::matrix_transpose`].
            ///
            /// Shapes: `[..., m, n] -> [..., n, m]`.
            #[inline]
            pub fn t(&self) -> Result<Tensor> {
                self.matrix_transpose()
            }
        }
    };
}

of_all_elements! {
    sum_all: sum(&[], false), "The sum of all elements";
    mean_all: mean(&[], false), "The mean of all elements";
    prod_all: prod(&[], false), "The product of all elements";
    max_all: max(&[], false), "The largest of all elements";
    min_all: min(&[], false), "The smallest of all elements";
    argmax_all: argmax(&[], false), "The index of the largest of all elements, in row-major order";
    argmin_all: argmin(&[], false), "The index of the smallest of all elements, in row-major order";
    var_all: var(&[], 1.0, false), "The variance of all elements of a sample";
    std_all: std(&[], 1.0, false), "The standard deviation of all elements of a sample";
    norm_all: norm(2.0, &[], false), "The Euclidean norm of all elements";
}
