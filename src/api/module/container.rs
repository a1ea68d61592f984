//! Modules made of others.

use crate::api::types::{ChildRef, ModuleRef, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, Joining};
use crate::session::module::{self as session, make};
use crate::session::resource::module as module_of;

/// A sequence of modules: each reads the output of the one before it. A call of it is one call of
/// the library.
///
///
/// - `Sequential::of()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn sequential(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::sequential()))
}

/// The input plus the output of a sequence of modules that reads it.
/// Shapes: `[...] -> [...]`.
///
/// - `Residual::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn residual(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::residual()))
}

/// Modules that all read the same input. Their outputs are added, or joined along an axis.
///
///
/// - `Parallel::new()`
/// - `axis` = none: the axis along which outputs are joined; none adds them
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn parallel(scope: Owner, axis: Option<i64>) -> Result<NewModule> {
    make(scope, || Ok(modules::parallel(axis)))
}

/// A list of modules, which are called one by one: it is not computed as a whole.
///
///
/// - `ModuleList::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn list(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::module_list()))
}

/// Modules by name, which are called one by one: it is not computed as a whole.
///
///
/// - `ModuleDict::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dict(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::module_dict()))
}

/// A module that returns its input, as a new reference.
/// Shapes: `[...] -> [...]`.
///
/// - `Identity::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn identity(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::identity()))
}

/// The sum of all inputs.
/// Shapes: `[...], [...], ... -> [...]`, broadcast.
///
/// - `Add::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn join_add(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::join(Joining::Add)))
}

/// The product of all inputs.
/// Shapes: `[...], [...], ... -> [...]`, broadcast.
///
/// - `Multiply::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn join_multiply(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::join(Joining::Multiply)))
}

/// All inputs, joined along an axis.
///
///
/// - `Concat::new()`
/// - `axis` = 1: the axis along which inputs are joined
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn join_concat(scope: Owner, axis: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::join(Joining::Concat(axis))))
}

/// A graph of named nodes, each a module, with named inputs, a line of `inputs` for each. A node reads
/// inputs of the graph and results of other nodes; the graph returns the results that
/// [`graph_outputs`] names. A call computes only the nodes that those need, and is one call of the
/// library.
///
///
/// - `Graph::of()`
/// - `inputs`: the names of the inputs, in the order in which a call has them
/// - `INVALID_ARGUMENT`: there is no input, or a name is given twice, empty or has a dot or control
///   character in it
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn graph(scope: Owner, inputs: &str) -> Result<NewModule> {
    make(scope, || modules::graph(&lines(inputs)))
}

/// Makes `child` a node of this graph, which owns it from then on. It reads inputs of the graph and
/// main results of nodes by their names, and other results by their numbers: `lstm.1` is the second
/// result of `lstm`. `inputs` has a line for each, in the order of the module's inputs. A node may be
/// named before it is added. If this fails, nothing has changed.
///
///
/// - `name`: its name, without dots
/// - `child`: a module that is not a part of another one
/// - `inputs`: what it reads
/// - `INVALID_HANDLE`: one of the modules is closed
/// - `INVALID_ARGUMENT`: this is not a graph, the node would close a cycle, or as for [`add`](super::add)
/// - `LIMIT_EXCEEDED`: the parameters of `child` exceed a limit of the scopes above
pub fn graph_add(module: ModuleRef, name: &str, child: ChildRef, inputs: &str) -> Result<()> {
    session::add_node(module, name, child, &lines(inputs))
}

/// Sets what this graph returns: inputs and results as in [`graph_add`], a line for each, the main
/// result first. If this fails, nothing has changed.
///
///
/// - `outputs`: what it returns
/// - `INVALID_HANDLE`: the module is closed
/// - `INVALID_ARGUMENT`: this is not a graph, there is no output, or a node is named that there is not
pub fn graph_outputs(module: ModuleRef, outputs: &str) -> Result<()> {
    session::set_outputs(module, &lines(outputs))
}

/// A copy of a module whose weights are an average of those that the module has had: their mean, or,
/// with `decay`, the exponential average `decay average + (1 - decay) weight`. Its state is that of
/// PyTorch's `AveragedModel`: `n_averaged`, and the copy under `module`. A call computes the copy.
///
///
/// - `AveragedModel::of()`
/// - `module`: the module, of which every part is of a kind of this library
/// - `decay` = none: the share that is kept of an exponential average; none for the mean
/// - `use_buffers` = false: whether buffers are averaged too, or else copied at each update
/// - `INVALID_ARGUMENT`: `decay` is not from 0 to 1
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn averaged(scope: Owner, module: ModuleRef, decay: Option<f64>, use_buffers: bool) -> Result<NewModule> {
    let module = module_of(module)?;
    make(scope, || modules::averaged(&module, decay, use_buffers))
}

/// Takes the weights that `source` has now into this average; the first ones are copied. If this
/// fails, nothing has changed.
///
///
/// - `source`: the module
/// - `INVALID_HANDLE`: a module is closed
/// - `INVALID_ARGUMENT`: this is not an average, or that of another module
/// - `SHAPE_MISMATCH`: a parameter has another shape in the average
/// - `DTYPE_MISMATCH`: a parameter has another dtype in the average
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn update_average(module: ModuleRef, source: ModuleRef) -> Result<()> {
    modules::update_average(&module_of(module)?, &module_of(source)?)
}

/// The number of updates that this average has had.
///
///
/// - `INVALID_HANDLE`: the module is closed
/// - `INVALID_ARGUMENT`: this is not an average
pub fn averaged_updates(module: ModuleRef) -> Result<u64> {
    modules::averaged_updates(&module_of(module)?)
}

fn lines(names: &str) -> Vec<&str> {
    names.lines().collect()
}
