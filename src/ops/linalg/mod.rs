//! Linear algebra: decompositions of matrices, and the equations that they solve, by the crate
//! `faer`.
//!
//! Invariant: everything is computed in f64 and rounded once at the end, whatever the float dtype;
//! integers give f32. So the library has one copy of each decomposition, and float32 results are as
//! accurate as their rounding. The last two axes are matrices, the axes before them a batch. All
//! memory is tensors, so it is counted and obeys limits.
//!
//! | file | what |
//! |---|---|
//! | `matrices` | matrices in the layout of `faer` |
//! | `scale` | powers of two that keep squares in range |
//! | `call` | calls of `faer`, and their scratch memory |
//! | `lu` | `solve`, `inv`, `det`, `slogdet` |
//! | `cholesky`, `qr`, `triangular` | the other direct methods |
//! | `spectral` | singular values and eigenvalues |
//! | `least` | functions based on singular values: `pinv`, `matrix_rank`, `lstsq` |

pub(in crate::ops) mod call;
mod cholesky;
mod least;
mod lu;
mod matrices;
mod qr;
mod scale;
mod spectral;
mod triangular;

pub use cholesky::cholesky;
pub use least::{Lstsq, lstsq, matrix_rank, pinv};
pub use lu::{det, inv, slogdet, solve};
pub use matrices::{matrix, real_dtype, square};
pub use qr::qr;
pub use spectral::{Svd, eigh, eigvalsh, svd, svdvals};
pub use triangular::solve_triangular;
