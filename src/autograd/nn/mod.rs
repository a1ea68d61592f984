//! Neural operations, recorded: the functions of PyTorch's `torch.nn.functional`, with the same
//! names, parameters and defaults.

mod attention;
mod bag;
mod conv;
mod ctc;
mod dense;
mod likelihood;
mod loss;
mod margin;
mod norm;
mod pool;
mod projected;
mod recurrent;
mod resize;
mod response;

pub use attention::scaled_dot_product_attention;
pub use bag::{BagSettings, embedding_bag};
pub use conv::{ConvSettings, conv, conv_transpose};
pub use ctc::{CtcSettings, ctc_loss};
pub use dense::{
    EmbeddingSettings, dropout, embedding, embedding_with, linear, normalize, pixel_shuffle, pixel_unshuffle,
};
pub use likelihood::{gaussian_nll_loss, masked_cross_entropy, poisson_nll_loss, quantile_loss};
pub use loss::{
    ClassLoss, cosine_embedding_loss, cosine_similarity, cross_entropy, cross_entropy_loss, nll_loss, nll_loss_with,
    pointwise_loss,
};
pub use margin::{
    Triplet, hinge_embedding_loss, hinge_loss, margin_ranking_loss, multi_margin_loss, multilabel_margin_loss,
    multilabel_soft_margin_loss, soft_margin_loss, triplet_margin_loss,
};
pub use norm::{Running, batch_norm, group_norm, instance_norm, layer_norm, rms_norm};
pub use pool::{PoolSettings, adaptive_avg_pool, adaptive_max_pool, avg_pool, max_pool};
pub use recurrent::{RecurrentSettings, recurrent, recurrent_cell};
pub use resize::interpolate;
pub use response::{ResponseSettings, local_response_norm};
