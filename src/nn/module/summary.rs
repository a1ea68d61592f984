//! `Summary`: what a module computes for an input of some shape, a row for each module.

use super::cell::Role;
use super::tree::{How, Module, Outputs};
use crate::error::Result;
use crate::tensor::{Tensor, shape};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::Arc;

/// A table of a tree of modules. Its text has a line for each module, and the sums.
pub struct Summary {
    rows: Vec<[String; 5]>,
    parameters: u64,
    trained: u64,
    bytes: u64,
}

const HEAD: [&str; 5] = ["name", "kind", "output", "parameters", "bytes"];

impl Module {
    /// Computes the outputs for `x` without training, and sums up. Errors: those of computing.
    pub fn summary(self: &Arc<Module>, x: &Tensor) -> Result<Summary> {
        let shapes: RefCell<HashMap<*const Module, String>> = RefCell::default();
        let observed = |module: &Module, out: &Outputs| {
            let all: Vec<String> = out.iter().map(|tensor| shape::display(tensor.shape()).to_string()).collect();
            shapes.borrow_mut().insert(std::ptr::from_ref(module), all.join(" "));
        };
        self.run_all_in(&How { observed: Some(&observed), evaluates: true, ..How::default() }, &[Some(x)])?;
        let mut rows = Vec::new();
        self.each(&mut |path, module| {
            let (mut count, mut bytes) = (0, 0);
            for slot in module.slots().iter() {
                let value = slot.value();
                count += if slot.role() == Role::Parameter { value.size() } else { 0 };
                bytes += value.nbytes();
            }
            let depth = path.matches('.').count() + usize::from(!path.is_empty());
            let name = path.rsplit('.').next().unwrap_or_default();
            rows.push([
                format!("{}{name}", "  ".repeat(depth)),
                module.kind().to_string(),
                shapes.borrow().get(&Arc::as_ptr(module)).cloned().unwrap_or_else(|| "-".into()),
                count.to_string(),
                bytes.to_string(),
            ]);
        });
        let sum = |trained: bool| self.parameters(trained).iter().map(|(_, slot)| slot.value().size() as u64).sum();
        let bytes = {
            let mut seen = std::collections::HashSet::new();
            let once = self.all_slots().into_iter().filter(|(_, slot)| seen.insert(Arc::as_ptr(&slot.cell())));
            once.map(|(_, slot)| slot.value().nbytes() as u64).sum()
        };
        Ok(Summary { rows, parameters: sum(false), trained: sum(true), bytes })
    }

    /// The tree as PyTorch prints it, with the settings of each module.
    pub fn describe(self: &Arc<Module>) -> String {
        let mut out = String::new();
        self.describe_in(&mut out, 0);
        out
    }

    fn describe_in(&self, out: &mut String, depth: usize) {
        let _ = write!(out, "{}({}", self.kind(), self.layer().settings());
        let children = self.children();
        if !children.is_empty() {
            out.push('\n');
            for (name, child) in children.iter() {
                let _ = write!(out, "{}({name}): ", "  ".repeat(depth + 1));
                child.describe_in(out, depth + 1);
                out.push('\n');
            }
            out.push_str(&"  ".repeat(depth));
        }
        out.push(')');
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = || std::iter::once(HEAD.map(str::to_string)).chain(self.rows.iter().cloned());
        let mut widths = [0; HEAD.len()];
        for row in rows() {
            for (width, cell) in widths.iter_mut().zip(&row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for row in rows() {
            let mut line = String::new();
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = if i == 0 { "" } else { "  " };
                // Numbers end in one column, as in any table.
                let _ = if i < 3 { write!(line, "{gap}{cell:<width$}") } else { write!(line, "{gap}{cell:>width$}") };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let frozen = self.parameters - self.trained;
        writeln!(f, "{} parameters, {frozen} of them frozen; {} bytes", self.parameters, self.bytes)
    }
}
