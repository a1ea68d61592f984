//! `Tree`: live handles under their owners, with sums.
//!
//! Invariant: a storage counts once at each node, however many tensors of the subtree share it.
//! Children are sorted, the largest first. Nothing here recurses, because users nest scopes as deep
//! as they like.

use crate::ownership::{Entry, Handle, Kind};
use std::collections::HashMap;

/// Live handles, each below its owner.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Nodes whose parent is not in the tree, the largest first.
    pub(super) roots: Vec<usize>,
}

/// A live handle and what is below it.
pub(super) struct Node {
    pub(super) entry: Entry,
    pub(super) children: Vec<usize>,
    /// Tensors in the subtree.
    pub(super) tensors: u64,
    /// Bytes of the subtree's storages.
    pub(super) bytes: u64,
}

impl Node {
    pub(super) fn is_scope(&self) -> bool {
        self.entry.handle.kind().is_some_and(Kind::is_scope)
    }
}

impl Tree {
    /// The tree of these entries, below `root` if it is given.
    pub(super) fn new(root: Option<Entry>, below: Vec<Entry>) -> Tree {
        let mut nodes: Vec<Node> = root
            .into_iter()
            .chain(below)
            .map(|entry| Node { entry, children: Vec::new(), tensors: 0, bytes: 0 })
            .collect();
        let indices: HashMap<Handle, usize> =
            nodes.iter().enumerate().map(|(i, node)| (node.entry.handle, i)).collect();
        let mut roots = Vec::new();
        for i in 0..nodes.len() {
            // If the owner is not among them, it was closed meanwhile or is above the root.
            match nodes[i].entry.owner.and_then(|owner| indices.get(&owner)).copied() {
                Some(parent) if parent != i => nodes[parent].children.push(i),
                _ => roots.push(i),
            }
        }
        let mut tree = Tree { nodes, roots };
        tree.sum();
        tree
    }

    /// Sums from the leaves up, then sorts.
    fn sum(&mut self) {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut pending = self.roots.clone();
        while let Some(at) = pending.pop() {
            order.push(at);
            pending.extend(&self.nodes[at].children);
        }
        let mut storages: HashMap<usize, HashMap<usize, u64>> = HashMap::new();
        for &at in order.iter().rev() {
            let node = &self.nodes[at];
            let mut held = HashMap::new();
            let mut bytes = 0;
            for charge in node.entry.charges() {
                held.insert(charge.storage, charge.bytes);
                bytes += charge.bytes;
            }
            let mut tensors = u64::from(node.entry.handle.kind() == Some(Kind::Tensor));
            for &child in &node.children {
                tensors += self.nodes[child].tensors;
                let below = storages.remove(&child).unwrap_or_default();
                bytes += self.nodes[child].bytes;
                let (mut large, small) = if below.len() > held.len() { (below, held) } else { (held, below) };
                for (storage, shared) in small {
                    if large.insert(storage, shared).is_some() {
                        bytes -= shared;
                    }
                }
                held = large;
            }
            storages.insert(at, held);
            (self.nodes[at].tensors, self.nodes[at].bytes) = (tensors, bytes);
        }
        for at in order {
            let mut children = std::mem::take(&mut self.nodes[at].children);
            most_first(&mut children, &|child| (self.nodes[child].bytes, 0));
            self.nodes[at].children = children;
        }
        let mut roots = std::mem::take(&mut self.roots);
        most_first(&mut roots, &|root| (self.nodes[root].bytes, self.nodes[root].tensors));
        self.roots = roots;
    }
}

fn most_first(nodes: &mut [usize], held: &dyn Fn(usize) -> (u64, u64)) {
    nodes.sort_by_key(|&node| std::cmp::Reverse(held(node)));
}
