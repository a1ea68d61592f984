//! Neural operations, recorded: the functions of PyTorch's `torch.nn.functional`, with the same
//! names, parameters and defaults.

mod attention;
mod conv;
mod dense;
mod loss;
mod norm;
mod pool;
mod recurrent;
mod resize;

pub use attention::scaled_dot_product_attention;
pub use conv::{ConvSettings, conv, conv_transpose};
pub use dense::{
    EmbeddingSettings, dropout, embedding, embedding_with, linear, normalize, pixel_shuffle, pixel_unshuffle,
};
pub use loss::{
    ClassLoss, cosine_embedding_loss, cosine_similarity, cross_entropy_loss, nll_loss_with, pointwise_loss,
};
pub use norm::{Running, batch_norm, group_norm, instance_norm, layer_norm, rms_norm};
pub use pool::{PoolSettings, adaptive_avg_pool, adaptive_max_pool, avg_pool, max_pool};
pub use recurrent::{RecurrentSettings, recurrent, recurrent_cell};
pub use resize::interpolate;
