//! A kind of module as its name, its settings, its parameters, and a function that computes it.

use crate::error::{Error, Result};
use crate::nn::module::{Call, Inputs, Layer, Module, Outputs, Slot, all_present, wrong_count};
use crate::tensor::Tensor;
use std::fmt::Display;
use std::sync::Arc;

type Run = Arc<dyn Fn(&Call, &Tensor) -> Result<Tensor> + Send + Sync>;
type RunAny = Arc<dyn Fn(&[&Tensor]) -> Result<Tensor> + Send + Sync>;
type RunAll = Arc<dyn Fn(&Call, Inputs) -> Result<Outputs> + Send + Sync>;

/// What a kind computes.
#[derive(Clone)]
enum Function {
    One(Run),
    /// Of any number of inputs, but at least one.
    Any(RunAny),
    /// With the numbers of inputs that it takes.
    All(&'static [usize], RunAll),
}

#[derive(Clone)]
struct Kind {
    name: &'static str,
    settings: String,
    function: Function,
}

/// The name of a kind that there is for 1, 2 and 3 axes.
pub(super) fn of_axes<const N: usize>(names: [&'static str; 3]) -> &'static str {
    const { assert!(N >= 1 && N <= 3, "modules have 1 to 3 spatial axes") };
    names[N - 1]
}

/// A module of one input and one result.
pub(super) fn kind(
    name: &'static str,
    settings: String,
    slots: Vec<Slot>,
    run: impl Fn(&Call, &Tensor) -> Result<Tensor> + Send + Sync + 'static,
) -> Arc<Module> {
    Module::new(Kind { name, settings, function: Function::One(Arc::new(run)) }, slots)
}

/// A module that takes these numbers of inputs, and may have several results.
pub(super) fn kind_of_many(
    name: &'static str,
    settings: String,
    slots: Vec<Slot>,
    inputs: &'static [usize],
    run: impl Fn(&Call, &[&Tensor]) -> Result<Outputs> + Send + Sync + 'static,
) -> Arc<Module> {
    kind_of_optional(name, settings, slots, inputs, move |call, inputs| run(call, &all_present(name, inputs)?))
}

/// The same, of which the caller may leave some inputs out.
pub(super) fn kind_of_optional(
    name: &'static str,
    settings: String,
    slots: Vec<Slot>,
    inputs: &'static [usize],
    run: impl Fn(&Call, Inputs) -> Result<Outputs> + Send + Sync + 'static,
) -> Arc<Module> {
    Module::new(Kind { name, settings, function: Function::All(inputs, Arc::new(run)) }, slots)
}

/// A module of any number of inputs and one result.
pub(super) fn kind_of_any(
    name: &'static str,
    settings: String,
    run: impl Fn(&[&Tensor]) -> Result<Tensor> + Send + Sync + 'static,
) -> Arc<Module> {
    Module::new(Kind { name, settings, function: Function::Any(Arc::new(run)) }, Vec::new())
}

impl Layer for Kind {
    fn kind(&self) -> &str {
        self.name
    }

    fn settings(&self) -> String {
        self.settings.clone()
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        match &self.function {
            Function::One(run) => run(call, x),
            Function::Any(run) => run(&[x]),
            Function::All(..) => Ok(self.run_all(call, &[Some(x)])?.swap_remove(0)),
        }
    }

    fn run_all(&self, call: &Call, inputs: Inputs) -> Result<Outputs> {
        match &self.function {
            Function::One(run) => match all_present(self.name, inputs)?[..] {
                [x] => Ok(vec![run(call, x)?]),
                _ => Err(wrong_count(self.name, "1 input", inputs.len())),
            },
            Function::Any(_) if inputs.is_empty() => Err(wrong_count(self.name, "at least 1 input", 0)),
            Function::Any(run) => Ok(vec![run(&all_present(self.name, inputs)?)?]),
            Function::All(counts, run) if counts.contains(&inputs.len()) => run(call, inputs),
            Function::All(counts, _) => {
                let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
                Err(wrong_count(self.name, &format!("{} inputs", counts.join(" or ")), inputs.len()))
            }
        }
    }
}

/// `INVALID_ARGUMENT` unless the setting is at least 1.
pub(super) fn at_least_one(name: &str, value: i64) -> Result<()> {
    if value < 1 { Err(Error::argument(format!("{name} is {value}, it must be at least 1"))) } else { Ok(()) }
}

/// The most layers of one module.
const MOST_LAYERS: i64 = 1000;

/// `INVALID_ARGUMENT` for more layers than there may be.
pub(super) fn at_most(name: &str, value: i64) -> Result<()> {
    if value > MOST_LAYERS {
        Err(Error::argument(format!("{name} is {value}, the limit is {MOST_LAYERS}")))
    } else {
        Ok(())
    }
}

/// `INVALID_ARGUMENT` unless the setting is a probability.
pub(super) fn probability(name: &str, value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::argument(format!("{name} is {value}, it must be between 0 and 1")))
}

/// A number for each of `N` axes: one for all, or one for each; `default` where there is none.
pub(super) fn each<const N: usize>(name: &str, values: &[i64], default: i64) -> Result<Vec<i64>> {
    match values {
        [] => Ok(vec![default; N]),
        &[one] => Ok(vec![one; N]),
        all if all.len() == N => Ok(all.to_vec()),
        all => Err(Error::argument(format!("{name} has {} numbers, 1 or {N} are needed", all.len()))),
    }
}

/// As Python prints a tuple: `(3, 3)`, and `(3,)`.
pub(super) fn tuple(values: &[impl Display]) -> String {
    let all: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    if let [one] = &all[..] { format!("({one},)") } else { format!("({})", all.join(", ")) }
}

/// As Python prints a truth value.
pub(super) fn truth(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
