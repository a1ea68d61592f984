//! `Cell`: the current value of a parameter or buffer.
//!
//! Invariant: a slot has a name, and a cell has a value. Tied parameters are two slots with one
//! cell, so a change of one is a change of the other, and code that visits each parameter once
//! compares cells. The value of a cell is exchanged as a whole tensor. Old values are dropped
//! without a lock.

use crate::tensor::Tensor;
use parking_lot::RwLock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The handle that the owner of a module has made for a part of it; 0 for none.
#[derive(Default)]
pub struct Tag(AtomicU64);

impl Tag {
    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Sets the number.
    pub fn set(&self, number: u64) {
        self.0.store(number, Ordering::Release);
    }
}

/// The purpose of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is trained.
    Parameter,
    /// It is part of the state, but not trained: running statistics.
    Buffer,
    /// It is neither trained nor part of the state.
    Transient,
}

/// A parameter or buffer of a module, with its name.
pub struct Slot {
    name: Arc<str>,
    role: Role,
    cell: RwLock<Arc<Cell>>,
    /// Its handle.
    pub(crate) tag: Tag,
}

impl Slot {
    /// A slot with a value of its own.
    pub fn new(name: &str, role: Role, value: Tensor) -> Slot {
        let is_trained = role == Role::Parameter && value.dtype().is_float();
        Slot::of(name, role, Arc::new(Cell { value: RwLock::new(value), trained: AtomicBool::new(is_trained) }))
    }

    /// A slot with a cell that other slots may have too.
    pub(crate) fn of(name: &str, role: Role, cell: Arc<Cell>) -> Slot {
        Slot { name: name.into(), role, cell: RwLock::new(cell), tag: Tag::default() }
    }

    /// Its name in its module.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is for.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Its cell.
    pub(crate) fn cell(&self) -> Arc<Cell> {
        self.cell.read().clone()
    }

    /// Its current value.
    pub fn value(&self) -> Tensor {
        self.cell.read().value()
    }

    /// Gives it the cell of another slot.
    pub(super) fn tie(&self, cell: Arc<Cell>) {
        let old = std::mem::replace(&mut *self.cell.write(), cell);
        drop(old);
    }
}

/// A value that one or more slots have.
pub struct Cell {
    value: RwLock<Tensor>,
    trained: AtomicBool,
}

impl Cell {
    /// The current value.
    pub fn value(&self) -> Tensor {
        self.value.read().clone()
    }

    /// Whether tapes record from it: it is a parameter that is not frozen.
    pub fn is_trained(&self) -> bool {
        self.trained.load(Ordering::Relaxed)
    }

    pub(super) fn set_trained(&self, trained: bool) {
        self.trained.store(trained, Ordering::Relaxed);
    }

    /// Makes the value one that is neither recorded nor a leaf.
    pub(crate) fn settle(&self) {
        self.set(self.value().untracked());
    }

    /// Exchanges the value.
    pub(super) fn set(&self, value: Tensor) {
        let old = std::mem::replace(&mut *self.value.write(), value);
        drop(old);
    }
}
