//! Gradients of linear algebra.
//!
//! The rules are those of M. Giles, "An extended collection of matrix derivative results for
//! forward and reverse mode algorithmic differentiation", 2008, except for: the singular value
//! decomposition (J. Townsend, "Differentiating the singular value decomposition", 2016), the
//! Cholesky decomposition (I. Murray, "Differentiation of the Cholesky decomposition", 2016), QR of
//! wide matrices (D. Roberts and L. Roberts, "QR and LQ decomposition matrix backpropagation
//! algorithms", 2020) and the pseudoinverse (G. Golub and V. Pereyra, 1973).

mod algebra;
mod least;
mod norms;
mod packed;
mod qr;
mod solve;
mod spectral;

pub use least::{Lstsq, lstsq, matrix_rank, pinv};
pub use norms::{MatrixNormOrder, matrix_norm, vector_norm};
pub use qr::qr;
pub use solve::{cholesky, cholesky_solve, det, inv, slogdet, solve, solve_triangular};
pub use spectral::{eigh, eigvalsh, svd, svdvals};
