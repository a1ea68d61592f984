//! The kinds of modules: one kind or one family a file.
//!
//! Names, settings, shapes and initial values are those of `torch.nn`. Each function makes a module
//! of its kind; its parameters are in PyTorch's order.

mod activation;
mod attention;
mod container;
mod conv;
mod draw;
mod dropout;
mod embedding;
mod kind;
mod linear;
mod norm;
mod pool;
mod recurrent;
mod shape;

pub use activation::{
    gelu, glu, hardshrink, prelu, real, rrelu, softmax, softmin, softplus, softshrink, tanhshrink, threshold, unary,
};
pub use attention::{EncoderOptions, encoder, encoder_layer, multihead_attention};
pub use container::{identity, list, parallel, residual, sequential};
pub use conv::{ConvOptions, conv, conv_transpose};
pub use dropout::{dropout, dropout_channels};
pub use embedding::embedding;
pub use linear::{bilinear, linear};
pub use norm::{NormOptions, batch_norm, group_norm, instance_norm, layer_norm, rms_norm};
pub use pool::{PoolOptions, adaptive_pool, pool};
pub use recurrent::{RecurrentOptions, recurrent};
pub use shape::{flatten, pad, pixel_shuffle, unflatten, upsample};
