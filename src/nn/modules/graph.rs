//! `Graph`: named nodes with several inputs and outputs, and the modules that join tensors in one.

use super::kind::kind_of_any;
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::{Call, Inputs, Layer, Module, Outputs, Source, Wiring, wrong_count};
use crate::ops::BinaryOp;
use crate::tensor::Tensor;
use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

/// A graph whose children are its nodes.
struct Graph(Wiring);

/// A graph with inputs of these names, and without nodes.
pub fn graph(inputs: &[&str]) -> Result<Arc<Module>> {
    Ok(Module::new(Graph(Wiring::new(inputs)?), Vec::new()))
}

impl Layer for Graph {
    fn kind(&self) -> &str {
        "Graph"
    }

    fn settings(&self) -> String {
        let plan = self.0.plan();
        let outputs: Vec<String> = plan.outputs.iter().map(Source::to_string).collect();
        format!("inputs=[{}], outputs=[{}]", plan.inputs.join(", "), outputs.join(", "))
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(Graph(self.0.copy()))
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        Ok(self.run_all(call, &[Some(x)])?.swap_remove(0))
    }

    fn run_all(&self, call: &Call, inputs: Inputs) -> Result<Outputs> {
        let plan = self.0.plan();
        if plan.outputs.is_empty() {
            return Err(Error::argument("the Graph has no outputs: name them first"));
        }
        if inputs.len() != plan.inputs.len() {
            let names = plan.inputs.join(", ");
            return Err(wrong_count("Graph", &format!("{} inputs ({names})", plan.inputs.len()), inputs.len()));
        }
        let children = call.children();
        let mut results = Results::of(&plan.inputs, inputs);
        for &at in &plan.order {
            results.needs(&plan.nodes[at].sources);
        }
        results.needs(&plan.outputs);
        for &at in &plan.order {
            let node = &plan.nodes[at];
            let child = children.iter().find(|(name, _)| **name == *node.name).map(|(_, child)| child);
            let child = child.ok_or_else(|| Error::argument(format!("node '{}' is not there yet", node.name)))?;
            let given = results.take(&node.sources)?;
            let given: Vec<Option<&Tensor>> = given.iter().map(Option::as_ref).collect();
            let out = call.run_all(&node.name, child, &given)?;
            results.put(&node.name, out);
        }
        let outputs = results.take(&plan.outputs)?;
        let all = plan.outputs.iter().zip(outputs);
        all.map(|(source, output)| output.ok_or_else(|| Error::argument(format!("input '{source}' is left out"))))
            .collect()
    }

    fn refuses(&self, name: &str) -> Option<String> {
        (!self.0.has(name)).then(|| format!("'{name}' has no inputs: a node of a Graph is added with what it reads"))
    }
}

/// Which nodes of a graph read the results of which others; `None` for a module that is not a graph.
pub(crate) fn wiring(module: &Module) -> Option<&Wiring> {
    let layer: &dyn Any = module.layer();
    layer.downcast_ref::<Graph>().map(|graph| &graph.0)
}

/// The results that are still needed, so that each is freed after its last use.
struct Results<'a>(HashMap<&'a str, (Vec<Option<Tensor>>, usize)>);

impl<'a> Results<'a> {
    fn of(names: &'a [String], inputs: Inputs) -> Results<'a> {
        let named = names.iter().zip(inputs);
        Results(named.map(|(name, input)| (name.as_str(), (vec![input.cloned()], 0))).collect())
    }

    fn needs(&mut self, sources: &'a [Source]) {
        for source in sources {
            self.0.entry(&source.name).or_default().1 += 1;
        }
    }

    fn put(&mut self, name: &'a str, out: Outputs) {
        self.0.entry(name).or_default().0 = out.into_iter().map(Some).collect();
    }

    /// The results of these sources. Those that nothing else needs are no longer kept.
    fn take(&mut self, sources: &[Source]) -> Result<Vec<Option<Tensor>>> {
        let mut taken = Vec::with_capacity(sources.len());
        for source in sources {
            let (results, uses) = self.0.get_mut(source.name.as_str()).expect("the plan has it in order");
            let found = results.get(source.result).cloned();
            taken.push(found.ok_or_else(|| {
                let text = format!("'{source}': '{}' has {} results, counted from 0", source.name, results.len());
                Error::argument(text)
            })?);
            *uses -= 1;
            if *uses == 0 {
                results.clear();
            }
        }
        Ok(taken)
    }
}

/// How tensors are joined.
#[derive(Clone, Copy)]
pub enum Joining {
    /// Their sum.
    Add,
    /// Their product.
    Multiply,
    /// One behind another along an axis.
    Concat(i64),
}

/// A module of any number of inputs, which it joins.
pub fn join(how: Joining) -> Arc<Module> {
    let (name, settings) = match how {
        Joining::Add => ("Add", String::new()),
        Joining::Multiply => ("Multiply", String::new()),
        Joining::Concat(axis) => ("Concat", format!("dim={axis}")),
    };
    kind_of_any(name, settings, move |inputs| {
        let all = |op: BinaryOp| {
            let (first, others) = inputs.split_first().expect("there is one at least");
            others.iter().try_fold(Tensor::clone(first), |sum, x| autograd::binary(op, &sum, x))
        };
        match how {
            Joining::Add => all(BinaryOp::Add),
            Joining::Multiply => all(BinaryOp::Mul),
            Joining::Concat(axis) => autograd::concat(inputs, axis),
        }
    })
}
