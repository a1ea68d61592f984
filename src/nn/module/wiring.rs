//! `Wiring`: which nodes of a graph read the results of which others.
//!
//! Invariant: the nodes that are there have no cycle. A node may name one that is added later; the
//! edge that would close a cycle is refused, with the path, and changes nothing. Readers take a
//! snapshot.

use crate::error::{Error, Result};
use parking_lot::RwLock;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// A result that a node or the graph reads: of a node, or an input of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the node or the input.
    pub name: String,
    /// The number of the result.
    pub result: usize,
}

/// A node: its name, and what it reads.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name, which is that of a child.
    pub name: String,
    /// What it reads, in order.
    pub sources: Vec<Source>,
}

/// The nodes of a graph, its inputs and its outputs.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The nodes: those that the outputs need, each after those that it reads, and no others, once
    /// the outputs are known.
    pub order: Vec<usize>,
    /// All nodes, in the order in which they were added.
    pub nodes: Vec<Node>,
    /// What the graph returns; empty until it is known.
    pub outputs: Vec<Source>,
}

/// The wiring of a graph, which changes while it is built.
#[derive(Default)]
pub struct Wiring(RwLock<Arc<Plan>>);

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            0 => f.write_str(&self.name),
            result => write!(f, "{}.{result}", self.name),
        }
    }
}

impl Source {
    /// The source of a text such as `lstm` or `lstm.1`, which is the second result of `lstm`.
    fn of(text: &str) -> Result<Source> {
        let (name, result) = text.split_once('.').unwrap_or((text, "0"));
        let result = result.parse().map_err(|_| {
            Error::argument(format!("'{text}' is not the name of a node, or a name with the number of a result: 'a.1'"))
        })?;
        Ok(Source { name: name.into(), result })
    }
}

impl Plan {
    fn node(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    fn is_input(&self, name: &str) -> bool {
        self.inputs.iter().any(|input| input == name)
    }

    /// The nodes from `from` along what they read to one that reads `name`, if there is one.
    fn path(&self, from: usize, name: &str) -> Option<Vec<&str>> {
        let mut readers: HashMap<usize, Option<usize>> = HashMap::from([(from, None)]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for source in &self.nodes[at].sources {
                if source.name == name {
                    let back = std::iter::successors(Some(at), |at| readers[at]);
                    let mut path: Vec<&str> = back.map(|at| self.nodes[at].name.as_str()).collect();
                    path.reverse();
                    return Some(path);
                }
                if let Some(next) = self.node(&source.name).filter(|next| !readers.contains_key(next)) {
                    readers.insert(next, Some(at));
                    open.push(next);
                }
            }
        }
        None
    }

    /// The nodes that the outputs need, each after those that it reads.
    fn sorted(&self, outputs: &[Source]) -> Result<Vec<usize>> {
        let (mut order, mut seen) = (Vec::new(), HashSet::new());
        // A node is visited twice: before what it reads, and after it.
        let mut open: Vec<(&str, &str, bool)> =
            outputs.iter().rev().map(|source| (source.name.as_str(), "", false)).collect();
        while let Some((name, reader, is_done)) = open.pop() {
            if self.is_input(name) {
                continue;
            }
            let Some(node) = self.node(name) else {
                let reader =
                    if reader.is_empty() { "an output names".into() } else { format!("node '{reader}' reads") };
                return Err(Error::argument(format!("there is no node or input '{name}', which {reader}")));
            };
            if is_done {
                order.push(node);
            } else if seen.insert(node) {
                open.push((name, reader, true));
                let sources = self.nodes[node].sources.iter().rev();
                open.extend(sources.map(|source| (source.name.as_str(), name, false)));
            }
        }
        Ok(order)
    }
}

impl Wiring {
    /// Of a graph with these inputs and no nodes. Errors: `INVALID_ARGUMENT` for no inputs, and for a
    /// name that is given twice, is empty, or has a dot or a control character in it.
    pub fn new(inputs: &[&str]) -> Result<Wiring> {
        if inputs.is_empty() {
            return Err(Error::argument("a Graph needs at least one input"));
        }
        for (i, input) in inputs.iter().enumerate() {
            if input.is_empty() || input.contains(|c: char| c == '.' || c.is_control()) {
                let text =
                    format!("{input:?} cannot be a name: it must not be empty or contain a dot or a control character");
                return Err(Error::argument(text));
            }
            if inputs[..i].contains(input) {
                return Err(Error::argument(format!("a Graph has two inputs '{input}'")));
            }
        }
        let inputs = inputs.iter().map(|input| input.to_string()).collect();
        Ok(Wiring(RwLock::new(Arc::new(Plan { inputs, ..Plan::default() }))))
    }

    /// The same wiring, for a copy of the graph.
    pub fn copy(&self) -> Wiring {
        Wiring(RwLock::new(self.plan()))
    }

    /// The wiring as it is now.
    pub fn plan(&self) -> Arc<Plan> {
        self.0.read().clone()
    }

    /// Whether there is a node of this name.
    pub fn has(&self, name: &str) -> bool {
        self.plan().node(name).is_some()
    }

    /// Adds a node. Errors: `INVALID_ARGUMENT` for a name that is taken, for no sources, for a source
    /// that is not a name, and for a cycle, whose path the message has; then nothing has changed.
    pub fn add(&self, name: &str, sources: &[&str]) -> Result<()> {
        let mut plan = self.0.write();
        if plan.is_input(name) || plan.node(name).is_some() {
            return Err(Error::argument(format!("the Graph has a node or an input '{name}' already")));
        }
        if sources.is_empty() {
            return Err(Error::argument(format!("node '{name}' reads nothing: name its inputs")));
        }
        let sources = sources.iter().map(|text| Source::of(text)).collect::<Result<Vec<Source>>>()?;
        for source in &sources {
            let path = match plan.node(&source.name) {
                _ if source.name == name => Some(Vec::new()),
                Some(node) => plan.path(node, name),
                None => None,
            };
            if let Some(path) = path {
                let path: Vec<&str> = std::iter::once(name).chain(path).chain([name]).collect();
                return Err(Error::argument(format!("node '{name}' would close a cycle: {}", path.join(" <- "))));
            }
        }
        let mut changed = Plan::clone(&plan);
        changed.nodes.push(Node { name: name.into(), sources });
        *plan = Arc::new(changed);
        Ok(())
    }

    /// Takes the node that was added last away again.
    pub fn remove(&self, name: &str) {
        let mut plan = self.0.write();
        let mut changed = Plan::clone(&plan);
        changed.nodes.retain(|node| node.name != name);
        *plan = Arc::new(changed);
    }

    /// Sets what the graph returns. Errors: `INVALID_ARGUMENT` for no outputs, and for a name that
    /// there is not; then nothing has changed.
    pub fn set_outputs(&self, outputs: &[&str]) -> Result<()> {
        if outputs.is_empty() {
            return Err(Error::argument("a Graph needs at least one output"));
        }
        let outputs = outputs.iter().map(|text| Source::of(text)).collect::<Result<Vec<Source>>>()?;
        let mut plan = self.0.write();
        let order = plan.sorted(&outputs)?;
        let mut changed = Plan::clone(&plan);
        (changed.outputs, changed.order) = (outputs, order);
        *plan = Arc::new(changed);
        Ok(())
    }
}
