//! The kinds of modules: one kind or one family a file.
//!
//! Names, settings, shapes and initial values are those of `torch.nn`. Each function makes a module
//! of its kind; its parameters are in PyTorch's order.
//!
//! What a function returns is the caller's. Its errors are `INVALID_ARGUMENT` for a setting out of
//! range, which the message names, and those of allocating the parameters.

mod activation;
mod attention;
mod average;
mod color;
mod container;
mod conv;
mod draw;
mod dropout;
mod embedding;
mod graph;
mod image;
mod kind;
mod linear;
mod norm;
mod pool;
mod position;
mod recurrent;
mod scale;
mod shape;
mod transformer;

pub use activation::{
    celu, elu, gelu, glu, hardshrink, hardsigmoid, hardswish, hardtanh, leaky_relu, log_sigmoid, log_softmax, mish,
    prelu, relu, relu6, rrelu, selu, sigmoid, silu, softmax, softmin, softplus, softshrink, softsign, tanh, tanhshrink,
    threshold,
};
pub use attention::{AttentionOptions, multihead_attention};
pub(crate) use average::check_average;
pub use average::{averaged, averaged_updates, update_average};
pub use color::{JitterOptions, color_jitter, grayscale, normalize, one_hot, to_tensor};
pub use container::{identity, module_dict, module_list, parallel, residual, sequential};
pub use conv::{ConvOptions, conv, conv_transpose};
pub use dropout::{dropout, dropout_channels};
pub use embedding::{EmbeddingOptions, embedding, embedding_bag};
pub(crate) use graph::wiring;
pub use graph::{Joining, graph, join};
pub use image::{
    center_crop, pad, random_crop, random_horizontal_flip, random_resized_crop, random_rotation, random_vertical_flip,
    resize, rotate,
};
pub use linear::{bilinear, linear};
pub use norm::{NormOptions, batch_norm, group_norm, instance_norm, layer_norm, local_response_norm, rms_norm};
pub use pool::{PoolOptions, adaptive_pool, global_pool, pool};
pub use position::positional_encoding;
pub use recurrent::{RecurrentOptions, recurrent, recurrent_cell};
pub use scale::{fit_columns, inverse_columns, min_max, standardize};
pub use shape::{
    circular_pad, constant_pad, flatten, pixel_shuffle, reflection_pad, replication_pad, unflatten, upsample, zero_pad,
};
pub use transformer::{TransformerOptions, decoder, decoder_layer, encoder, encoder_layer};
