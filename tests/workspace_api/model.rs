//! Random programs over two workspaces and plain scopes, against a plain model of ownership. After
//! every step each live tensor has its own numbers and the memory of its owner, and each dead one
//! is refused.

use crate::world::*;
use std::collections::BTreeMap;
use tenure::api::{scope, tensor, workspace};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

struct Known {
    owner: u64,
    value: f32,
}

/// The expected state.
struct Model {
    random: Random,
    tensors: BTreeMap<u64, Known>,
    dead: Vec<u64>,
    /// Plain scopes and their parents.
    scopes: BTreeMap<u64, u64>,
    workspaces: [u64; 2],
    /// For each workspace, the scopes that its entries were made from.
    entries: [Vec<u64>; 2],
    next: f32,
}

impl Model {
    fn place(&self, owner: u64) -> Option<u64> {
        let mut at = owner;
        while at != 0 && !self.workspaces.contains(&at) {
            at = self.scopes[&at];
        }
        (at != 0).then_some(at)
    }

    fn is_below(&self, owner: u64, scope: u64) -> bool {
        let mut at = owner;
        while at != 0 && at != scope {
            at = self.scopes.get(&at).copied().unwrap_or(0);
        }
        at == scope
    }

    /// A scope of any kind, or 0.
    fn any_scope(&mut self) -> u64 {
        let all: Vec<u64> = self.scopes.keys().copied().chain(self.workspaces).chain([0]).collect();
        all[self.random.below(all.len())]
    }

    fn any_tensor(&mut self) -> Option<u64> {
        let n = self.tensors.len();
        if n == 0 { None } else { self.tensors.keys().nth(self.random.below(n)).copied() }
    }

    fn step(&mut self) {
        let which = self.random.below(2);
        match self.random.below(14) {
            0 | 1 => {
                let outer = self.any_scope();
                // If it were entered from a scope below it, kept handles would move into itself.
                if !self.is_below(outer, self.workspaces[which]) {
                    workspace::enter(self.workspaces[which], outer).expect("open");
                    self.entries[which].push(outer);
                }
            }
            2 => self.leave(which),
            3..=6 => self.make(),
            7 => self.view(),
            8..=10 => self.relocate(),
            11 => {
                if let Some(t) = self.any_tensor() {
                    tensor::dispose(t).expect("valid");
                    self.kill(t);
                }
            }
            12 => {
                let parent = self.any_scope();
                if self.scopes.len() < 8 {
                    self.scopes.insert(scope::push(parent).expect("open"), parent);
                }
            }
            _ => {
                let n = self.scopes.len();
                if n > 2
                    && let Some(closing) = self.scopes.keys().nth(self.random.below(n)).copied()
                {
                    scope::close(closing).expect("open");
                    self.end_below(closing, true);
                }
            }
        }
    }

    fn make(&mut self) {
        let owner = self.any_scope();
        self.next += 1.0;
        let n = 1 + self.random.below(300) as i64;
        let t = full(owner, f64::from(self.next), n);
        self.tensors.insert(t, Known { owner, value: self.next });
    }

    fn view(&mut self) {
        let (Some(t), owner) = (self.any_tensor(), self.any_scope()) else { return };
        let v = tensor::slice(owner, t, 0, 0, 3, 1).expect("valid");
        let known = &self.tensors[&t];
        let owner = if owner == 0 { known.owner } else { owner };
        self.tensors.insert(v, Known { owner, value: known.value });
    }

    fn relocate(&mut self) {
        let (Some(t), to) = (self.any_tensor(), self.any_scope()) else { return };
        if to == 0 {
            scope::detach(t).expect("valid");
        } else {
            scope::attach(to, t).expect("valid");
        }
        self.tensors.get_mut(&t).expect("known").owner = to;
    }

    fn leave(&mut self, which: usize) {
        let of = self.workspaces[which];
        let Some(outer) = self.entries[which].pop() else {
            assert!(workspace::leave(of, &[]).is_err());
            return;
        };
        let kept: Vec<u64> = (0..self.random.below(3)).filter_map(|_| self.any_tensor()).collect();
        workspace::leave(of, &kept).expect("entered");
        if !self.entries[which].is_empty() {
            return;
        }
        let outer = if self.scopes.contains_key(&outer) || self.workspaces.contains(&outer) { outer } else { 0 };
        for t in kept {
            if self.is_below(self.tensors[&t].owner, of) {
                self.tensors.get_mut(&t).expect("known").owner = outer;
            }
        }
        self.end_below(of, false);
    }

    fn end_below(&mut self, scope: u64, itself: bool) {
        let tensors: Vec<u64> =
            self.tensors.iter().filter(|(_, known)| self.is_below(known.owner, scope)).map(|(&t, _)| t).collect();
        tensors.into_iter().for_each(|t| self.kill(t));
        let ended: Vec<u64> = self
            .scopes
            .iter()
            .filter(|&(&s, &parent)| s == scope && itself || self.is_below(parent, scope))
            .map(|(&s, _)| s)
            .collect();
        self.scopes.retain(|s, _| !ended.contains(s));
    }

    fn kill(&mut self, t: u64) {
        self.tensors.remove(&t);
        self.dead.push(t);
        if self.dead.len() > 20 {
            self.dead.remove(0);
        }
    }

    fn check(&self) {
        for (&t, known) in &self.tensors {
            assert!(values(t).iter().all(|&value| value == known.value), "{:?} of {}", values(t), known.value);
            assert_eq!(scope::owner(t).expect("valid"), known.owner);
            let lies = home(t);
            assert!(lies == 0 || Some(lies) == self.place(known.owner), "{lies:#x}, owned by {:#x}", known.owner);
        }
        assert!(self.dead.iter().all(|&t| tensor::item(t).is_err() && tensor::size(t).is_err()));
        for (of, entries) in self.workspaces.into_iter().zip(&self.entries) {
            let now = stats(of);
            assert_eq!((now.depth, now.pinned), (entries.len() as u64, 0));
        }
    }
}

#[test]
fn random_programs_agree_with_the_model() {
    let _world = World::new();
    let configs = ["{}", r#"{"initialSize": 8192, "policySpill": "REALLOCATE"}"#, r#"{"workspaceMode": "SINGLE"}"#];
    for seed in 1..=60u64 {
        let config = |i: u64| configs[(seed + i) as usize % configs.len()];
        let workspaces = [make(config(0)), make(config(1))];
        let mut model = Model {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            tensors: BTreeMap::new(),
            dead: Vec::new(),
            scopes: (0..2).map(|_| (scope::push(0).expect("a root"), 0)).collect(),
            workspaces,
            entries: [Vec::new(), Vec::new()],
            next: 0.0,
        };
        for _ in 0..300 {
            model.step();
            model.check();
        }
        let unowned: Vec<u64> = model.tensors.iter().filter(|(_, known)| known.owner == 0).map(|(&t, _)| t).collect();
        unowned.into_iter().for_each(|t| tensor::dispose(t).expect("valid"));
        let roots: Vec<u64> = model.scopes.iter().filter(|&(_, &parent)| parent == 0).map(|(&s, _)| s).collect();
        roots.into_iter().chain(workspaces).for_each(close);
    }
}
