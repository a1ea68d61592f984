//! `Paths`: the names of the scopes that contain something, the outermost first.
//!
//! Users nest scopes as deep as they like, and a report names many paths. So the ancestors of a
//! scope are cached for the scopes below it, and of a long path only the ends are written: n nested
//! scopes take n steps and n lines.

use super::handle::Handle;
use super::table::{Payload, Table};
use std::collections::HashMap;

/// Scopes that are named at the outermost end of a long path.
const OUTERMOST: usize = 3;
/// Scopes that are named at its inner end.
const INNERMOST: usize = 4;

/// A cache of paths, for one report.
pub struct Paths<T: Payload> {
    table: &'static Table<T>,
    known: HashMap<Handle, Ancestors>,
}

/// The cached ancestors of a scope.
#[derive(Clone, Copy)]
struct Ancestors {
    parent: Option<Handle>,
    /// The number of its ancestors.
    depth: usize,
    /// The first scopes of its path, up to [`OUTERMOST`].
    outermost: [Handle; OUTERMOST],
}

impl<T: Payload> Table<T> {
    /// A path cache, for a report with many paths.
    pub fn paths(&'static self) -> Paths<T> {
        Paths { table: self, known: HashMap::new() }
    }

    /// The names of a scope and its ancestors, the outermost first; empty for `None`. A long path
    /// is shortened to its ends.
    pub fn path(&'static self, scope: Option<Handle>) -> String {
        self.paths().of(scope)
    }
}

impl<T: Payload> Paths<T> {
    /// Like [`Table::path`].
    pub fn of(&mut self, scope: Option<Handle>) -> String {
        let Some(scope) = scope else { return String::new() };
        let found = self.find(scope);
        let shown = if found.depth < OUTERMOST + INNERMOST { found.depth + 1 } else { INNERMOST };
        let mut names = Vec::with_capacity(OUTERMOST + 1 + INNERMOST);
        let mut at = Some(scope);
        for _ in 0..shown {
            let Some(scope) = at else { break };
            names.push(self.table.title(scope));
            at = self.known.get(&scope).and_then(|ancestors| ancestors.parent);
        }
        if shown <= found.depth {
            names.push(format!("{} more", found.depth + 1 - OUTERMOST - INNERMOST));
            names.extend(found.outermost.iter().rev().map(|&scope| self.table.title(scope)));
        }
        names.reverse();
        names.join(" > ")
    }

    /// Goes up to the first cached scope, then down again.
    fn find(&mut self, scope: Handle) -> Ancestors {
        let mut way = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at.filter(|scope| !self.known.contains_key(scope)) {
            way.push(scope);
            at = self.table.owner(scope).ok().flatten();
        }
        let mut parent = at;
        let mut ancestors = at.and_then(|scope| self.known.get(&scope)).copied();
        while let Some(scope) = way.pop() {
            let depth = ancestors.map_or(0, |ancestors| ancestors.depth + 1);
            let mut outermost = ancestors.map_or([scope; OUTERMOST], |ancestors| ancestors.outermost);
            if let Some(own) = outermost.get_mut(depth) {
                *own = scope;
            }
            let found = Ancestors { parent, depth, outermost };
            self.known.insert(scope, found);
            (parent, ancestors) = (Some(scope), Some(found));
        }
        ancestors.unwrap_or(Ancestors { parent: None, depth: 0, outermost: [scope; OUTERMOST] })
    }
}
