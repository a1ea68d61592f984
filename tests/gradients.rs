//! Every backward rule against finite differences in float64, for operands of every layout, and the
//! promises of tapes.

mod common;

#[path = "gradients/answers.rs"]
mod answers;
#[path = "gradients/finite.rs"]
mod finite;
#[path = "gradients/index.rs"]
mod index;
#[path = "gradients/leaves.rs"]
mod leaves;
#[path = "gradients/matrices.rs"]
mod matrices;
#[path = "gradients/neural.rs"]
mod neural;
#[path = "gradients/optimizer.rs"]
mod optimizer;
#[path = "gradients/ranks.rs"]
mod ranks;
#[path = "gradients/rules.rs"]
mod rules;
#[path = "gradients/second.rs"]
mod second;
#[path = "gradients/tapes.rs"]
mod tapes;
