//! Optimizers: they change parameters in place by their gradients, with PyTorch's rules.

use super::types::{Disposed, NewTensor, Owner, TensorRefs};
use crate::error::{Error, Result};
use crate::io::safetensors::{self, Reader};
use crate::nn::optim::{self, Adadelta, Adagrad, Adam, AdamW, Adamax, Lbfgs, NAdam, RAdam, RmsProp, Rule, Sgd};
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE, borrowed, object, tensor, tensors};
use crate::tensor::Tensor;
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;

/// An optimizer's handle, borrowed.
pub type OptimizerRef = u64;

/// The handle of a new optimizer.
pub type NewOptimizer = u64;

/// The name of the groups in a file's metadata.
const GROUPS: &str = "param_groups";

/// The rule, and the handles of what it changes: under the same handle a tensor that leaves a
/// workspace lies elsewhere.
pub(super) struct Optimizer {
    pub(super) rule: optim::Optimizer,
    /// Replaced as a whole, since a step reads it without the lock.
    params: Mutex<Arc<[u64]>>,
}

impl Object for Optimizer {
    const KIND: Kind = Kind::Optimizer;
}

/// Makes an optimizer that follows stochastic gradient descent:
/// `v = momentum v + (1 - dampening) g`, where the first `v` is `g`, then `p -= learning_rate v`.
/// It holds its own references to the parameters' storages. *Returns new.*
///
///
/// - `sgd()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step
/// - `momentum` = 0: the share of the last step in the next one; 0 for none
/// - `dampening` = 0: the share of a gradient that does not enter the momentum
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `nesterov` = false: whether a step looks one momentum ahead
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, `nesterov` has no momentum or a
///   dampening, there are no parameters, or the elements of a parameter overlap each other or those
///   of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn sgd(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    momentum: f64,
    dampening: f64,
    weight_decay: f64,
    nesterov: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(scope, parameters, Sgd { lr: learning_rate, momentum, dampening, weight_decay, nesterov, maximize })
}

/// Makes an optimizer that follows Adam: means `m` of the gradients and `v` of their squares,
/// corrected for their start at 0, then `p -= learning_rate m / (sqrt(v) + eps)`. It holds its own
/// references to the parameters' storages. *Returns new.*
///
///
/// - `adam()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.001
/// - `beta1` = 0.9: the share that is kept of the mean of gradients
/// - `beta2` = 0.999: the share that is kept of the mean of squares
/// - `eps` = 1e-8: added to the root
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `amsgrad` = false: whether the greatest `v` so far is divided by
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn adam(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    amsgrad: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(scope, parameters, Adam { lr: learning_rate, betas: (beta1, beta2), eps, weight_decay, amsgrad, maximize })
}

/// Makes an optimizer that follows AdamW: Adam, whose weight decay shrinks the parameter itself by
/// `learning_rate weight_decay`. It holds its own references to the parameters' storages. *Returns
/// new.*
///
///
/// - `adam_w()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.001
/// - `beta1` = 0.9: the share that is kept of the mean of gradients
/// - `beta2` = 0.999: the share that is kept of the mean of squares
/// - `eps` = 1e-8: added to the root
/// - `weight_decay` = 0.01: the share of the parameter that a step of rate 1 takes away
/// - `amsgrad` = false: whether the greatest mean of squares so far is divided by
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn adam_w(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    amsgrad: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    let rule = Adam { lr: learning_rate, betas: (beta1, beta2), eps, weight_decay, amsgrad, maximize };
    made(scope, parameters, AdamW(rule))
}

/// Makes an optimizer that follows NAdam: Adam with Nesterov's look one momentum ahead, and a
/// momentum that grows over the steps. It holds its own references to the parameters' storages.
/// *Returns new.*
///
///
/// - `n_adam()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.002
/// - `beta1` = 0.9: the share that is kept of the mean of gradients
/// - `beta2` = 0.999: the share that is kept of the mean of squares
/// - `eps` = 1e-8: added to the root
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `momentum_decay` = 0.004: how fast the momentum grows to `beta1`
/// - `decoupled_weight_decay` = false: whether the decay shrinks the parameter itself, as in AdamW
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn n_adam(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    momentum_decay: f64,
    decoupled_weight_decay: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    let betas = (beta1, beta2);
    let rule = NAdam { lr: learning_rate, betas, eps, weight_decay, momentum_decay, decoupled_weight_decay, maximize };
    made(scope, parameters, rule)
}

/// Makes an optimizer that follows RAdam: Adam whose first steps, while the mean of squares is of
/// few gradients, are by the mean of gradients alone. It holds its own references to the
/// parameters' storages. *Returns new.*
///
///
/// - `r_adam()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.001
/// - `beta1` = 0.9: the share that is kept of the mean of gradients
/// - `beta2` = 0.999: the share that is kept of the mean of squares
/// - `eps` = 1e-8: added to the root
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `decoupled_weight_decay` = false: whether the decay shrinks the parameter itself, as in AdamW
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn r_adam(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    decoupled_weight_decay: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    let betas = (beta1, beta2);
    made(scope, parameters, RAdam { lr: learning_rate, betas, eps, weight_decay, decoupled_weight_decay, maximize })
}

/// Makes an optimizer that follows RMSprop: a mean `v` of the squares of gradients, then
/// `p -= learning_rate g / (sqrt(v) + eps)`. It holds its own references to the parameters'
/// storages. *Returns new.*
///
///
/// - `rms_prop()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.01
/// - `alpha` = 0.99: the share that is kept of the mean of squares
/// - `eps` = 1e-8: added to the root
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `momentum` = 0: the share of the last step in the next one; 0 for none
/// - `centered` = false: whether the square of the mean gradient is subtracted from `v`
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn rms_prop(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    alpha: f64,
    eps: f64,
    weight_decay: f64,
    momentum: f64,
    centered: bool,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(scope, parameters, RmsProp { lr: learning_rate, alpha, eps, weight_decay, momentum, centered, maximize })
}

/// Makes an optimizer that follows Adagrad: the sum `s` of the squares of all gradients, then
/// `p -= learning_rate g / (sqrt(s) + eps)`. It holds its own references to the parameters'
/// storages. *Returns new.*
///
///
/// - `adagrad()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.01
/// - `lr_decay` = 0: how fast the rate falls: step `t` has `learning_rate / (1 + (t - 1) lr_decay)`
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `initial_accumulator_value` = 0: what `s` begins with
/// - `eps` = 1e-10: added to the root
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn adagrad(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    lr_decay: f64,
    weight_decay: f64,
    initial_accumulator_value: f64,
    eps: f64,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(
        scope,
        parameters,
        Adagrad { lr: learning_rate, lr_decay, weight_decay, initial_accumulator_value, eps, maximize },
    )
}

/// Makes an optimizer that follows Adadelta: means `v` of the squares of gradients and `u` of those
/// of steps, then a step `d = sqrt(u + eps) / sqrt(v + eps) g` and `p -= learning_rate d`. It holds
/// its own references to the parameters' storages. *Returns new.*
///
///
/// - `adadelta()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 1
/// - `rho` = 0.9: the share that is kept of both means
/// - `eps` = 1e-6: added under the roots
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adadelta(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    rho: f64,
    eps: f64,
    weight_decay: f64,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(scope, parameters, Adadelta { lr: learning_rate, rho, eps, weight_decay, maximize })
}

/// Makes an optimizer that follows Adamax: Adam with the greatest size `u` of gradients, which
/// decays, in the place of the root of their squares. It holds its own references to the
/// parameters' storages. *Returns new.*
///
///
/// - `adamax()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step; PyTorch's default is 0.002
/// - `beta1` = 0.9: the share that is kept of the mean of gradients
/// - `beta2` = 0.999: the share that is kept of the greatest size
/// - `eps` = 1e-8: added to the size of each gradient
/// - `weight_decay` = 0: the factor of the parameter that is added to its gradient
/// - `maximize` = false: whether steps go up the gradient
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn adamax(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    maximize: bool,
) -> Result<NewOptimizer> {
    made(scope, parameters, Adamax { lr: learning_rate, betas: (beta1, beta2), eps, weight_decay, maximize })
}

/// Makes an optimizer that follows L-BFGS: each iteration goes along a direction that the last
/// changes of the gradient say, and evaluates the loss once more. A step is several iterations: it
/// is given the loss of each evaluation (`step_loss`, and `step` with a closure in Java and C#). It
/// holds its own references to the parameters' storages. *Returns new.*
///
///
/// - `lbfgs()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate` = 1: the factor of a step
/// - `max_iter` = 20: the number of iterations of a step
/// - `max_eval` = 0: the number of evaluations of a step after which no iteration begins; 0 for 1.25
///   of `max_iter`
/// - `tolerance_grad` = 1e-7: a step ends when no element of the gradient is larger
/// - `tolerance_change` = 1e-9: a step ends when neither the loss nor a parameter changes by more
/// - `history_size` = 100: the number of changes that are remembered
/// - `strong_wolfe` = false: whether each iteration looks for a step that satisfies the strong Wolfe
///   conditions
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's settings
pub fn lbfgs(
    scope: Owner,
    parameters: TensorRefs,
    learning_rate: f64,
    max_iter: i64,
    max_eval: i64,
    tolerance_grad: f64,
    tolerance_change: f64,
    history_size: i64,
    strong_wolfe: bool,
) -> Result<NewOptimizer> {
    let max_eval = if max_eval == 0 { (i128::from(max_iter) * 5 / 4) as f64 } else { max_eval as f64 };
    let (lr, max_iter, history_size) = (learning_rate, max_iter as f64, history_size as f64);
    made(
        scope,
        parameters,
        Lbfgs { lr, max_iter, max_eval, tolerance_grad, tolerance_change, history_size, strong_wolfe },
    )
}

/// Takes the loss and the gradients at the parameters as they are; without any gradients, those that
/// the parameters have as leaves. Returns whether the step needs both once more, at the parameters as
/// they are then: L-BFGS evaluates a loss several times in a step, all other optimizers once. If this
/// fails, nothing has changed, and the step goes on.
///
///
/// - `step()`
/// - `loss`: the loss
/// - `gradients`: one gradient for each parameter, of its shape and dtype, in the order of the
///   parameters
/// - `INVALID_ARGUMENT`: the number of gradients is not that of the parameters
/// - `SHAPE_MISMATCH`: a gradient has another shape than its parameter
/// - `DTYPE_MISMATCH`: a gradient has another dtype than its parameter
/// - `OUT_OF_MEMORY`: there is not enough memory for the optimizer's state
pub fn step_loss(optimizer: OptimizerRef, loss: f64, gradients: TensorRefs) -> Result<bool> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let params = optimizer.params.lock().clone();
    let moved = |i: usize, held: &Tensor| moved(params.get(i).copied(), held);
    if gradients.is_empty() {
        return optimizer.rule.step_leaves(Some(loss), |i| at_present(params.get(i)), moved);
    }
    optimizer.rule.step_loss_of(loss, &borrowed(&tensors(gradients)?), moved)
}

/// Takes back a step that waits for another loss: the parameters and the state are what they were
/// before it. Does nothing if none waits.
///
///
/// - `cancel_step()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn cancel_step(optimizer: OptimizerRef) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let params = optimizer.params.lock().clone();
    optimizer.rule.cancel_of(|i, held| moved(params.get(i).copied(), held))
}

/// Lets steps change float16 and bfloat16 parameters by way of a float32 for each, its master weight,
/// which the parameter is rounded from: small steps then add up. The state is float32 too, and
/// gradients may be. A parameter that the program has written begins a new master weight.
///
///
/// - `set_master_weights()`
/// - `has_masters` = true: whether steps do so
/// - `INVALID_ARGUMENT`: the optimizer is L-BFGS
pub fn set_master_weights(optimizer: OptimizerRef, has_masters: bool) -> Result<()> {
    object::<Optimizer>(optimizer)?.rule.set_master_weights(has_masters)
}

/// Changes every parameter in place by its gradient; without any gradients, by those that the
/// parameters have as leaves. If this fails, no parameter has changed.
///
///
/// - `step()`
/// - `gradients`: one gradient for each parameter, of its shape and dtype, in the order of the
///   parameters
/// - `INVALID_ARGUMENT`: the number of gradients is not that of the parameters
/// - `SHAPE_MISMATCH`: a gradient has another shape than its parameter
/// - `DTYPE_MISMATCH`: a gradient has another dtype than its parameter
/// - `OUT_OF_MEMORY`: there is not enough memory for the optimizer's state
pub fn step(optimizer: OptimizerRef, gradients: TensorRefs) -> Result<()> {
    if gradients.is_empty() {
        return step_leaves(optimizer);
    }
    let optimizer = object::<Optimizer>(optimizer)?;
    let gradients = tensors(gradients)?;
    let params = optimizer.params.lock().clone();
    optimizer.rule.step_of(&borrowed(&gradients), |i, held| moved(params.get(i).copied(), held))
}

/// Changes every parameter in place by the gradient that it has as a leaf; a parameter without a
/// gradient stays as it is. If this fails, no parameter has changed.
///
///
/// - `step()`
/// - `INVALID_ARGUMENT`: no parameter requires a gradient
/// - `OUT_OF_MEMORY`: there is not enough memory for the optimizer's state
pub fn step_leaves(optimizer: OptimizerRef) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let params = optimizer.params.lock().clone();
    let moved = |i: usize, held: &Tensor| moved(params.get(i).copied(), held);
    optimizer.rule.step_leaves(None, |i| at_present(params.get(i)), moved).map(drop)
}

/// Removes the gradients that the parameters have as leaves. Their memory stays for the next ones.
///
///
/// - `zero_gradients()`
pub fn zero_gradients(optimizer: OptimizerRef) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let params = optimizer.params.lock().clone();
    optimizer.rule.zero_gradients(|i| at_present(params.get(i)));
    Ok(())
}

/// Adds parameters that have a learning rate and a weight decay of their own; all other settings
/// are those of the first group. Gradients of `step` then follow those of the earlier groups.
///
///
/// - `add_param_group()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not
///   overlap
/// - `learning_rate`: the factor of a step
/// - `weight_decay` = 0: the weight decay
/// - `INVALID_ARGUMENT`: a number is out of range or not finite, there are no parameters, or the
///   elements of a parameter overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
pub fn add_param_group(
    optimizer: OptimizerRef,
    parameters: TensorRefs,
    learning_rate: f64,
    weight_decay: f64,
) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let tensors = tensors(parameters)?.iter().map(|t| (**t).clone()).collect();
    let mut params = optimizer.params.lock();
    optimizer.rule.add_group(tensors, &[("lr", learning_rate), ("weight_decay", weight_decay)])?;
    *params = params.iter().chain(parameters).copied().collect();
    Ok(())
}

/// Scales all gradients by one factor, in place, so that the norm of all their elements together is
/// at most `max_norm`. Returns the norm before that. If this fails, no gradient has changed.
///
///
/// - `clip_grad_norm()`
/// - `gradients`: the gradients, floating-point
/// - `max_norm`: the largest norm
/// - `norm_type` = 2: the norm; infinity for the largest size of an element
/// - `error_if_nonfinite` = false: whether a norm that is NaN or infinite is an error; otherwise it
///   scales the gradients all the same
/// - `INVALID_ARGUMENT`: `max_norm` is negative, `norm_type` is not above 0, a gradient is recorded
///   on a tape or its elements overlap, or the norm is not finite and that is an error
/// - `DTYPE_MISMATCH`: a gradient is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn clip_grad_norm(gradients: TensorRefs, max_norm: f64, norm_type: f64, error_if_nonfinite: bool) -> Result<f64> {
    optim::clip_grad_norm(&borrowed(&tensors(gradients)?), max_norm, norm_type, error_if_nonfinite)
}

/// Puts every element of all gradients between `-clip_value` and `clip_value`, in place. If this
/// fails, no gradient has changed.
///
///
/// - `clip_grad_value()`
/// - `gradients`: the gradients, floating-point
/// - `clip_value`: the largest size of an element
/// - `INVALID_ARGUMENT`: `clip_value` is negative, or a gradient is recorded on a tape or its
///   elements overlap
/// - `DTYPE_MISMATCH`: a gradient is not floating-point
pub fn clip_grad_value(gradients: TensorRefs, clip_value: f64) -> Result<()> {
    optim::clip_grad_value(&borrowed(&tensors(gradients)?), clip_value)
}

/// The number of groups of parameters.
///
///
/// - `param_groups()`
pub fn param_groups(optimizer: OptimizerRef) -> Result<u64> {
    Ok(object::<Optimizer>(optimizer)?.rule.groups() as u64)
}

/// Returns a setting of a group of parameters by its name in PyTorch: `lr`, `weight_decay`,
/// `momentum`, `beta1`, `beta2`, `eps` and so on. A switch such as `amsgrad` is 1 or 0.
///
///
/// - `setting()`
/// - `learning_rate(group = 0, name = "lr")`: the learning rate of the first group of parameters
/// - `group`: the index of the group, from 0
/// - `name`: the name of the setting
/// - `INVALID_ARGUMENT`: there is no such group or setting
pub fn setting(optimizer: OptimizerRef, group: i64, name: &str) -> Result<f64> {
    let optimizer = object::<Optimizer>(optimizer)?;
    optimizer.rule.get(index(group)?, name)
}

/// Changes a setting of a group of parameters, by its name in PyTorch.
///
///
/// - `set_setting()`
/// - `group`: the index of the group, from 0
/// - `name`: the name of the setting
/// - `value`: the number; 1 or 0 for a switch
/// - `INVALID_ARGUMENT`: there is no such group or setting, or the number is out of range or not
///   finite
pub fn set_setting(optimizer: OptimizerRef, group: i64, name: &str, value: f64) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    optimizer.rule.set(index(group)?, name, value)
}

/// Changes the learning rate of all groups of parameters.
///
///
/// - `set_learning_rate()`
/// - `learning_rate`: the factor of a step
/// - `INVALID_ARGUMENT`: the number is negative or not finite
pub fn set_learning_rate(optimizer: OptimizerRef, learning_rate: f64) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let changes: Vec<(usize, &str, f64)> =
        (0..optimizer.rule.groups()).map(|group| (group, "lr", learning_rate)).collect();
    optimizer.rule.set_all(&changes)
}

/// Returns the optimizer's state and settings in the layout of PyTorch's `state_dict()`, as JSON:
/// `{"state": {"0": {"exp_avg": "state.0.exp_avg", ...}, ...}, "param_groups": [{"lr": 0.001, ..., "params": [0, 1]}]}`.
/// A tensor is its name there.
///
///
/// - `state_dict()`
pub fn state_dict(optimizer: OptimizerRef) -> Result<String> {
    object::<Optimizer>(optimizer)?.rule.state_dict()
}

/// Returns a copy of a tensor of the optimizer's state. *Returns new.*
///
///
/// - `state_tensor()`
/// - `name`: its name in `state_dict()`, such as `state.0.exp_avg`
/// - `INVALID_ARGUMENT`: there is no such tensor
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn state_tensor(scope: Owner, optimizer: OptimizerRef, name: &str) -> Result<NewTensor> {
    let optimizer = object::<Optimizer>(optimizer)?;
    own(scope, Resource::Tensor(within_limits(scope, None, || optimizer.rule.state_tensor(name))?))
}

/// Writes the optimizer's state and settings to a `.safetensors` file, which is replaced as a
/// whole: tensors are named `state.0.exp_avg` and so on, and the metadata has `param_groups` as
/// JSON.
///
/// Errors: `IO` if the file cannot be written.
pub fn save(optimizer: OptimizerRef, path: &str) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    optimizer.rule.with_state(|named, groups| safetensors::save_with(Path::new(path), named, &[(GROUPS, groups)]))
}

/// Replaces the optimizer's state and settings by those of a file that was saved, for an
/// optimizer of the same kind and of parameters of the same shapes: it then goes on with the same
/// bits. If this fails, nothing has changed.
///
/// Errors: `IO` if the file cannot be read, or is not the state of an optimizer; `INVALID_ARGUMENT`
/// if it is the state of another kind of optimizer or of another number of parameters;
/// `SHAPE_MISMATCH` if a tensor has another shape than its parameter; `OUT_OF_MEMORY`.
pub fn load(optimizer: OptimizerRef, path: &str) -> Result<()> {
    let optimizer = object::<Optimizer>(optimizer)?;
    let mut reader = Reader::open(Path::new(path))?;
    let about = |e: Error| e.context(format_args!("reading '{path}'"));
    let groups = reader.metadata().iter().find(|(name, _)| name == GROUPS).map(|(_, text)| text.clone());
    let groups =
        groups.ok_or_else(|| about(Error::io("its metadata has no 'param_groups', as that of an optimizer has")))?;
    let mut named = Vec::new();
    for name in reader.names() {
        let tensor = reader.load(&name, None)?;
        named.push((name, tensor));
    }
    optimizer.rule.load_state(&named, &groups).map_err(about)
}

/// *Consumes* the optimizer; its parameters stay.
pub fn dispose(optimizer: Disposed) -> Result<()> {
    TABLE.dispose(Handle(optimizer), Kind::Optimizer)
}

fn made(scope: u64, parameters: &[u64], rule: impl Rule + 'static) -> Result<u64> {
    let tensors = tensors(parameters)?.iter().map(|t| (**t).clone()).collect();
    let rule = optim::Optimizer::new(tensors, rule)?;
    own(scope, Resource::object(Arc::new(Optimizer { rule, params: Mutex::new(parameters.into()) })))
}

/// The parameter of `handle` as it is now, if `held` lies in a workspace and the parameter was
/// copied out of it since. `None` if it is closed or still lies there.
fn moved(handle: Option<u64>, held: &Tensor) -> Option<Tensor> {
    held.storage().workspace()?;
    let now = tensor(handle?).ok()?;
    (!now.storage().is_same(held.storage())).then(|| now.untracked())
}

/// The parameter of a handle, unless that is closed.
fn at_present(handle: Option<&u64>) -> Option<Tensor> {
    tensor(*handle?).ok().map(|t| (*t).clone())
}

fn index(group: i64) -> Result<usize> {
    usize::try_from(group).map_err(|_| Error::argument(format!("{group} is not the index of a group")))
}
