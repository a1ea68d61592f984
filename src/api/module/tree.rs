//! What every module has: calling it, its mode, its parameters, its state, its parts.
//!
//! A text of names has one name a line; a tab, a line feed and a backslash in a name are written
//! `\t`, `\n` and `\\`. The names of a tree have no control characters, but those of a state that is
//! loaded may be any text.

use crate::api::safetensors::lines as names_of;
use crate::api::tape::TapeRef;
use crate::api::types::{
    AnyRef, ChildRef, DTypeCode, DeviceCode, Dims, Disposed, ModuleRef, NewModule, NewTensor, Owner, TensorRef,
    TensorRefs,
};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::io::{safetensors, state};
use crate::nn::module::{Custom, LoadOptions, Loaded, Module, Role, Slot};
use crate::ops::drawing;
use crate::ownership::{Handle, Kind};
use crate::session::context::{in_pool_within_limits, within_limits};
use crate::session::gradient::set_required_of;
use crate::session::module as session;
use crate::session::own::own;
use crate::session::resource::{Resource, TABLE, borrowed, module as module_of, tensor, tensors as pins_of};
use crate::session::rows::Rows;
use crate::tensor::{DType, Shape, Tensor};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Makes a module whose `forward` is written in the caller's language. The core keeps its
/// parameters, buffers and parts, and cannot compute it. *Returns new.*
///
///
/// - `class_name`: the name of its class, for messages and summaries
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn custom(scope: Owner, class_name: &str) -> Result<NewModule> {
    session::make(scope, || Ok(Module::new(Custom::new(class_name), Vec::new())))
}

/// Makes `child` a part of this module. The module owns it from then on: it closes with the module
/// and cannot be moved out. If this fails, nothing has changed.
///
///
/// - `name`: its name, without dots
/// - `child`: a module that is not a part of another one
/// - `INVALID_HANDLE`: one of the modules is closed
/// - `INVALID_ARGUMENT`: the name is taken, empty or has a dot or control character in it; `child`
///   is a part of a module already, or contains this one; this kind has no children; or the modules
///   would lie more than 128 deep
/// - `LIMIT_EXCEEDED`: the parameters of `child` exceed a limit of the scopes above
pub fn add(module: ModuleRef, name: &str, child: ChildRef) -> Result<()> {
    session::add(module, name, child)
}

/// Makes `child` a part of this module under the next number, as [`add`] does: its name is the number
/// of parts before it. Returns that number. Several threads may append to one module: each part gets
/// a number of its own.
///
/// Errors: those of [`add`]; `INVALID_ARGUMENT` also if a part was added under this number as a name.
pub fn append(module: ModuleRef, child: ChildRef) -> Result<u64> {
    session::append(module, child)
}

/// Makes a tensor a parameter of this module. The module owns the handle from then on. A tensor
/// that is a parameter of a module already is tied: both are the same parameter under two names. If
/// this fails, nothing has changed.
///
///
/// - `name`: its name, without dots
/// - `tensor`: the initial value
/// - `INVALID_HANDLE`: the module or the tensor is closed
/// - `INVALID_ARGUMENT`: the name is taken, empty or has a dot or control character in it
/// - `LIMIT_EXCEEDED`: the tensor exceeds a limit of the scopes above
pub fn register_parameter(module: ModuleRef, name: &str, tensor: TensorRef) -> Result<()> {
    session::register(module, name, tensor, Role::Parameter)
}

/// Makes a tensor a buffer of this module: it is part of the state, but not trained. Otherwise like
/// [`register_parameter`].
///
///
/// - `name`: its name, without dots
/// - `tensor`: the initial value
/// - `is_persistent` = true: whether it is part of the state
/// - `INVALID_HANDLE`: the module or the tensor is closed
/// - `INVALID_ARGUMENT`: the name is taken, empty or has a dot or control character in it
/// - `LIMIT_EXCEEDED`: the tensor exceeds a limit of the scopes above
pub fn register_buffer(module: ModuleRef, name: &str, tensor: TensorRef, is_persistent: bool) -> Result<()> {
    session::register(module, name, tensor, if is_persistent { Role::Buffer } else { Role::Transient })
}

/// Computes the main result of a module from one input. Everything computed on the way is freed. A
/// tape that watches the parameters or the input records it. *Returns new*, also if the module
/// returns its input.
///
/// Errors: `INVALID_HANDLE` if the module or a part of it is closed; `UNSUPPORTED` if it, or a part
/// of it, is written in the caller's language; `INVALID_ARGUMENT` for a kind that needs several
/// inputs; and those of computing, which name the part by its path.
pub fn forward(scope: Owner, module: ModuleRef, tensor: TensorRef) -> Result<NewTensor> {
    session::forward(scope, module, tensor)
}

/// Computes all results of a module from all its inputs, like [`forward`]. A handle of 0 leaves an
/// optional input out. *Returns new*, all or none. Errors: those of [`forward`].
pub fn forward_all(scope: Owner, module: ModuleRef, tensors: TensorRefs) -> Result<Vec<NewTensor>> {
    session::forward_all(scope, module, tensors)
}

/// Sets the mode of this module and all its parts: training, which is the mode of a new module, or
/// evaluation.
///
///
/// - `train(is_training = true) -> self`: sets this module and all its parts to training, as a new
///   module is
/// - `eval(is_training = false) -> self`: sets this module and all its parts to evaluation: dropout
///   passes its input on, and normalizations use their running statistics
/// - `INVALID_HANDLE`: the module is closed
pub fn set_training(module: ModuleRef, is_training: bool) -> Result<()> {
    module_of(module)?.set_training(is_training);
    Ok(())
}

/// Whether this module is in training mode.
///
///
/// - `is_training()`
/// - `INVALID_HANDLE`: the module is closed
pub fn is_training(module: ModuleRef) -> Result<bool> {
    Ok(module_of(module)?.is_training())
}

/// Lets a call of this module with one input save its input alone for the backward pass, which then
/// computes the module once more: memory for time. The gradients have the same bits: the second time
/// the random numbers are the same, and statistics are not updated. Until then the input, the
/// parameters and, in evaluation, the buffers may not be changed in place. A module that is written in
/// the caller's language is computed once; its parts may be set.
///
///
/// - `checkpoint() -> self`
/// - `is_recomputed` = true: whether calls do so
/// - `INVALID_HANDLE`: the module is closed
pub fn set_checkpointed(module: ModuleRef, is_recomputed: bool) -> Result<()> {
    module_of(module)?.set_checkpointed(is_recomputed);
    Ok(())
}

/// Sets the running statistics of this module and all its parts to what they begin with: a mean of 0,
/// a variance of 1, and no batches.
///
///
/// - `reset_statistics()`
/// - `INVALID_HANDLE`: the module is closed
pub fn reset_statistics(module: ModuleRef) -> Result<()> {
    module_of(module)?.reset_statistics()
}

/// Computes a batch in training, and takes its statistics into the running ones, which are then the
/// mean over all batches since `reset_statistics`: PyTorch's `update_bn` is that and a loop. Nothing
/// is recorded, and the mode stays. If this fails, nothing has changed.
///
///
/// - `update_statistics()`
/// - `x`: the inputs of a batch, `[N, ...]`
/// - `INVALID_HANDLE`: the module is closed
/// - `SHAPE_MISMATCH`: the shape does not fit the module
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn update_statistics(module: ModuleRef, x: TensorRef) -> Result<()> {
    let (module, x) = (module_of(module)?, tensor(x)?);
    drawing(|| within_limits(0, Some(&x), || module.update_statistics(&x)))
}

/// The kind of this module: `Linear`, or the name of its class.
///
///
/// - `kind()`
/// - `INVALID_HANDLE`: the module is closed
pub fn kind(module: ModuleRef) -> Result<String> {
    Ok(module_of(module)?.kind().into())
}

/// The names from the root of the tree down to this module, with dots between: `encoder.0`. Empty
/// for a module that is not a part of another one.
///
///
/// - `path()`
/// - `INVALID_HANDLE`: the module is closed
pub fn path(module: ModuleRef) -> Result<String> {
    Ok(module_of(module)?.path())
}

/// The names of the direct parts of this module, in order, as a text of names: each ends with a line
/// feed, and a backslash in a name is written `\\`.
pub fn child_names(module: ModuleRef) -> Result<String> {
    Ok(lines(module_of(module)?.children().iter().map(|(name, _)| &**name)))
}

/// The direct parts of this module, in order. *Borrows.*
pub fn children(module: ModuleRef) -> Result<Vec<AnyRef>> {
    Ok(module_of(module)?.children().iter().map(|(_, child)| child.tag.get()).collect())
}

/// The part of this module at a path such as `encoder.0`; the module itself for an empty one.
/// *Borrows.* Errors: `INVALID_ARGUMENT` if there is none, `INVALID_HANDLE`.
pub fn child(module: ModuleRef, path: &str) -> Result<ModuleRef> {
    Ok(module_of(module)?.below(path)?.tag.get())
}

/// The paths of the parameters of this module and all its parts, as a text of names; a tied one has
/// its first path only. With `only_trained`, frozen ones are left out.
pub fn parameter_names(module: ModuleRef, only_trained: bool) -> Result<String> {
    Ok(paths(&module_of(module)?.parameters(only_trained)))
}

/// References to the parameters of this module and all its parts, in the order of
/// [`parameter_names`]. *Returns new*, all or none.
pub fn parameters(scope: Owner, module: ModuleRef, only_trained: bool) -> Result<Vec<NewTensor>> {
    session::references(scope, &module_of(module)?.parameters(only_trained))
}

/// The paths of the buffers of this module and all its parts, as a text of names.
pub fn buffer_names(module: ModuleRef) -> Result<String> {
    Ok(paths(&module_of(module)?.buffers()))
}

/// References to the buffers of this module and all its parts, in the order of [`buffer_names`].
/// *Returns new*, all or none.
pub fn buffers(scope: Owner, module: ModuleRef) -> Result<Vec<NewTensor>> {
    session::references(scope, &module_of(module)?.buffers())
}

/// The names of the state of this module and all its parts, as PyTorch's `state_dict` has them, as a
/// text of names: parameters and persistent buffers, tied ones under each name.
pub fn state_names(module: ModuleRef) -> Result<String> {
    Ok(paths(&module_of(module)?.state()))
}

/// References to the state of this module and all its parts, in the order of [`state_names`].
/// *Returns new*, all or none.
pub fn state(scope: Owner, module: ModuleRef) -> Result<Vec<NewTensor>> {
    session::references(scope, &module_of(module)?.state())
}

/// Returns a second reference to a parameter or buffer of this module or a part of it.
///
///
/// - `path`: its path, such as `encoder.0.weight`
/// - `INVALID_HANDLE`: the module is closed
/// - `INVALID_ARGUMENT`: there is none of this path
pub fn get(scope: Owner, module: ModuleRef, path: &str) -> Result<NewTensor> {
    own(scope, Resource::Tensor(module_of(module)?.slot(path)?.value()))
}

/// References to the parameters and buffers at these paths, a text of names, in that order. What is
/// at a path stays there, so the paths that another call returned are right also if the tree has
/// grown since. *Returns new*, all or none. Errors: `INVALID_ARGUMENT` if there is none of a path,
/// `INVALID_HANDLE`.
pub fn get_all(scope: Owner, module: ModuleRef, paths: &str) -> Result<Vec<NewTensor>> {
    let of = module_of(module)?;
    let all: HashMap<String, Arc<Slot>> = of.all_slots().into_iter().collect();
    let found = |path: String| match all.get(&path) {
        Some(slot) => Ok((path, slot.clone())),
        None => of.slot(&path).map(|slot| (path, slot)),
    };
    let slots = names_of(paths).into_iter().map(found).collect::<Result<Vec<_>>>()?;
    session::references(scope, &slots)
}

/// Copies the values of tensors into the parameters and buffers of these names, a text of names with
/// a line for each tensor, where a tab, a line feed and a backslash in a name are written `\t`, `\n`
/// and `\\`. Dtypes are converted. Returns what was not loaded as rows of `missing` or `unexpected`
/// and a name.
///
/// If this fails, nothing has changed, and the message names everything that is wrong. Errors:
/// `INVALID_ARGUMENT` with `is_strict` for missing and unexpected names, and for a name that is
/// given twice; `SHAPE_MISMATCH` for other shapes; `INVALID_HANDLE`; `OUT_OF_MEMORY`. A missing
/// `num_batches_tracked` is allowed: with `is_strict` it becomes 0. With `strip_prefixes` the
/// prefixes `module.` and `_orig_mod.` of names are removed.
pub fn load_state(
    module: ModuleRef,
    names: &str,
    tensors: TensorRefs,
    is_strict: bool,
    strip_prefixes: bool,
) -> Result<String> {
    let of = module_of(module)?;
    let names = names_of(names);
    if names.len() != tensors.len() {
        return Err(Error::argument(format!("{} names for {} tensors", names.len(), tensors.len())));
    }
    let pins = pins_of(tensors)?;
    let given: Vec<(&str, &Tensor)> = names.iter().map(String::as_str).zip(borrowed(&pins)).collect();
    let how = LoadOptions { strict: is_strict, strip_prefixes };
    in_pool_within_limits(module, || of.load(&given, how)).map(rows)
}

/// Writes the state of this module and all its parts to a `.safetensors` file, whose names are
/// PyTorch's. A tied parameter is written once, under its first name. The file is replaced as a
/// whole: if this fails, the old file stays as it was.
///
///
/// - `path`: the file
/// - `INVALID_HANDLE`: the module is closed
/// - `IO`: it cannot be written, for example because the disk is full
pub fn save(module: ModuleRef, path: &str) -> Result<()> {
    let state = module_of(module)?.state_once();
    let values: Vec<Tensor> = state.iter().map(|(_, slot)| slot.value()).collect();
    let named: Vec<(&str, &Tensor)> = state.iter().map(|(name, _)| name.as_str()).zip(&values).collect();
    safetensors::save(Path::new(path), &named)
}

/// Reads the state of this module and all its parts from a file, like [`load_state`]: a
/// `.safetensors` file, the index of several, or what `torch.save` of PyTorch wrote: a state dict,
/// or a checkpoint that has one as `state_dict` or `model_state_dict`. Errors: those of
/// [`load_state`]; `IO` if the file cannot be read or is not valid; `UNSUPPORTED` for a pickled
/// module, a TorchScript program and the format that PyTorch wrote before version 1.6.
pub fn load(module: ModuleRef, path: &str, is_strict: bool, strip_prefixes: bool) -> Result<String> {
    let of = module_of(module)?;
    let how = LoadOptions { strict: is_strict, strip_prefixes };
    let read = || {
        let values = state::read(Path::new(path))?;
        let given: Vec<(&str, &Tensor)> = values.iter().map(|(name, value)| (name.as_str(), value)).collect();
        of.load(&given, how).map_err(|error| error.context(format_args!("loading '{path}'")))
    };
    in_pool_within_limits(module, read).map(rows)
}

/// Converts the floating-point parameters and buffers of this module and all its parts; gradients
/// are converted with their parameters. If this fails, nothing has changed. Optimizers and trainers
/// go on with the converted parameters, their state too; an optimizer that is given gradients of a
/// tape has to be made afterwards.
///
///
/// - `to() -> self`
/// - `dtype`: a floating-point dtype
/// - `INVALID_HANDLE`: the module is closed
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn to_dtype(module: ModuleRef, dtype: DTypeCode) -> Result<()> {
    session::to_dtype(module, DType::from_code(dtype)?)
}

/// Moves the parameters and buffers of this module and all its parts to a device; tied ones stay
/// tied, and gradients move with their parameters. If this fails, nothing has changed. Optimizers
/// and trainers go on with the parameters there, their state too; an optimizer that is given
/// gradients of a tape has to be made afterwards.
///
///
/// - `to_device() -> self`
/// - `device`: the device
/// - `INVALID_HANDLE`: the module is closed
/// - `DEVICE_UNAVAILABLE`: the device is not available
/// - `OUT_OF_MEMORY`: there is not enough memory
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope refuses the memory
pub fn to_device(module: ModuleRef, device: DeviceCode) -> Result<()> {
    session::to_device(module, Device::from_code(device)?)
}

/// Freezes the parameters of this module and all its parts, so that a tape that watches a module
/// does not record from them; or trains them again.
///
///
/// - `freeze(is_frozen = true) -> self`: freezes the parameters of this module and all its parts: a
///   tape that watches a module does not record from them
/// - `unfreeze(is_frozen = false) -> self`: trains the parameters of this module and all its parts
///   again
/// - `INVALID_HANDLE`: the module is closed
pub fn set_frozen(module: ModuleRef, is_frozen: bool) -> Result<()> {
    session::set_frozen(module, is_frozen)
}

/// Makes the parameters of this module and all its parts leaves, whose gradients `backward` adds up,
/// or freezes them. A parameter that was frozen is trained again. If this fails, nothing has
/// changed.
///
///
/// - `requires_grad() -> self`
/// - `requires` = true: whether they require gradients; otherwise they are frozen, and their
///   gradients are freed
/// - `INVALID_HANDLE`: the module is closed
/// - `OUT_OF_MEMORY`: there is not enough memory for the gradients
/// - `LIMIT_EXCEEDED`: the gradients exceed a limit of the scopes above
pub fn requires_grad(module: ModuleRef, requires: bool) -> Result<()> {
    set_required_of(module, requires, |_| true)
}

/// Removes the gradients of the parameters of this module and all its parts. Their memory stays for
/// the next ones.
///
///
/// - `zero_gradients()`
/// - `INVALID_HANDLE`: the module is closed
pub fn zero_gradients(module: ModuleRef) -> Result<()> {
    module_of(module)?.zero_gradients();
    Ok(())
}

/// The number of elements of the parameters of this module and all its parts; tied ones count once.
///
///
/// - `parameter_count(only_trained = false)`: the number of elements of the parameters of this
///   module and all its parts; tied ones count once
/// - `trained_count(only_trained = true)`: the number of elements of the parameters that are not
///   frozen
/// - `INVALID_HANDLE`: the module is closed
pub fn parameter_count(module: ModuleRef, only_trained: bool) -> Result<i64> {
    Ok(module_of(module)?.parameters(only_trained).iter().map(|(_, slot)| slot.value().size() as i64).sum())
}

/// A table of this module and its parts for an input of zeros: name, kind, shape of the output,
/// number of parameters, bytes. It is computed in evaluation mode, and the results are freed.
///
///
/// - `shape`: the shape of the input
/// - `dtype`: its dtype
/// - `INVALID_HANDLE`: the module is closed
/// - `SHAPE_MISMATCH`: the module does not take such an input
/// - `UNSUPPORTED`: it is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn summary(module: ModuleRef, shape: Dims, dtype: DTypeCode) -> Result<String> {
    let of = module_of(module)?;
    let (shape, dtype) = (Shape::new(shape)?, DType::from_code(dtype)?);
    let sum = || of.summary(&Tensor::zeroed(Device::Cpu, dtype, &shape)?);
    Ok(within_limits(module, None, sum)?.to_string())
}

/// The tree of this module as PyTorch prints it: kinds, settings, names.
///
///
/// - `describe()`
/// - `INVALID_HANDLE`: the module is closed
pub fn describe(module: ModuleRef) -> Result<String> {
    Ok(module_of(module)?.describe())
}

/// Copies this module with all its parts. The copy has parameters and buffers of its own, which are
/// tied where those of this module are.
///
/// - `INVALID_HANDLE`: the module is closed
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn copy(scope: Owner, module: ModuleRef) -> Result<NewModule> {
    session::copy(scope, module)
}

/// Makes the parameter at `path` the same one as that at `other`: it has one value under two names.
///
///
/// - `tie() -> self`
/// - `path`: the path of the parameter that gives up its own value
/// - `other`: the path of the parameter whose value both have then
/// - `INVALID_HANDLE`: the module is closed
/// - `INVALID_ARGUMENT`: there is no parameter of this path
/// - `SHAPE_MISMATCH`: the shapes differ
/// - `DTYPE_MISMATCH`: the dtypes differ
pub fn tie(module: ModuleRef, path: &str, other: &str) -> Result<()> {
    session::tie(module, path, other)
}

/// Records from the parameters of this module and all its parts, except frozen ones: until `tape`
/// is consumed, what is computed with them is recorded on it. Returns references to them, in the
/// order of [`parameter_names`] with `only_trained`, to ask for their gradients. *Returns new*, all
/// or none.
///
/// Errors: `INVALID_HANDLE` if the module or the tape is closed, `INVALID_ARGUMENT` if the tape was
/// consumed.
pub fn watch(scope: Owner, module: ModuleRef, tape: TapeRef) -> Result<Vec<NewTensor>> {
    session::watch(scope, module, tape)
}

/// Closes a module: releases its parameters, its buffers and all its parts. *Consumes* the module.
pub fn dispose(module: Disposed) -> Result<()> {
    TABLE.close_kind(Handle(module), Kind::Module)
}

fn lines<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut rows = Rows::default();
    names.for_each(|name| rows.row(&[name]));
    rows.text
}

fn paths(slots: &[(String, Arc<Slot>)]) -> String {
    lines(slots.iter().map(|(path, _)| path.as_str()))
}

fn rows(loaded: Loaded) -> String {
    let mut rows = Rows::default();
    loaded.missing.iter().for_each(|name| rows.row(&["missing", name]));
    loaded.unexpected.iter().for_each(|name| rows.row(&["unexpected", name]));
    rows.text
}
