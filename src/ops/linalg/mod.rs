//! Linear algebra: decompositions of matrices, and what is solved with them, by the crate `faer`.
//!
//! Invariant: everything is computed in f64 and rounded once at the end, whatever float goes in; integers give f32. So
//! there is one copy of each decomposition in the library, and float32 has the accuracy of its own rounding. The last two
//! axes are matrices, those before them a batch. All memory is tensors, so it is counted and obeys limits.
//!
//! | file | what |
//! |---|---|
//! | `matrices` | matrices as `faer` takes them |
//! | `scale` | powers of two that keep squares in range |
//! | `call` | how `faer` is called, and its scratch memory |
//! | `lu` | `solve`, `inv`, `det`, `slogdet` |
//! | `cholesky`, `qr`, `triangular` | the other direct methods |
//! | `spectral` | singular values and eigenvalues |
//! | `least` | what follows from singular values: `pinv`, `matrix_rank`, `lstsq` |

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
