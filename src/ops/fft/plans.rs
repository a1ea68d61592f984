//! A cache of the plans of transforms that each thread used last.
//!
//! Invariant: a thread keeps at most [`MOST`] plans, of at most [`POINTS`] points together, and
//! frees them when it ends. So there is no lock, and no plan outlives the library. A plan's tables
//! are the only memory of a transform that is not counted: 16 to about 100 bytes a point, allocated
//! by `rustfft`.

use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftDirection, FftPlanner};
use std::cell::RefCell;
use std::sync::Arc;

const MOST: usize = 16;
const POINTS: usize = 1 << 18;

/// The kind of a transform.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

/// A plan for a number of points.
#[derive(Clone)]
pub(super) enum Plan {
    Complex(Arc<dyn Fft<f64>>),
    FromReal(Arc<dyn RealToComplex<f64>>),
    ToReal(Arc<dyn ComplexToReal<f64>>),
}

struct Kept {
    kind: Kind,
    n: usize,
    plan: Plan,
}

thread_local! {
    /// Ordered by last use, most recent last.
    static PLANS: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// The plan of this kind for `n` points, at least one; made if the thread does not keep it.
pub(super) fn plan(kind: Kind, n: usize) -> Plan {
    let known = PLANS.with_borrow_mut(|plans| {
        let at = plans.iter().position(|kept| kept.kind == kind && kept.n == n)?;
        let kept = plans.remove(at);
        let plan = kept.plan.clone();
        plans.push(kept);
        Some(plan)
    });
    known.unwrap_or_else(|| {
        let plan = made(kind, n);
        if n <= POINTS {
            PLANS.with_borrow_mut(|plans| keep(plans, Kept { kind, n, plan: plan.clone() }));
        }
        plan
    })
}

fn made(kind: Kind, n: usize) -> Plan {
    match kind {
        Kind::Forward => Plan::Complex(FftPlanner::new().plan_fft(n, FftDirection::Forward)),
        Kind::Inverse => Plan::Complex(FftPlanner::new().plan_fft(n, FftDirection::Inverse)),
        Kind::FromReal => Plan::FromReal(RealFftPlanner::new().plan_fft_forward(n)),
        Kind::ToReal => Plan::ToReal(RealFftPlanner::new().plan_fft_inverse(n)),
    }
}

fn keep(plans: &mut Vec<Kept>, new: Kept) {
    let mut points: usize = new.n + plans.iter().map(|kept| kept.n).sum::<usize>();
    while plans.len() >= MOST || points > POINTS {
        points -= plans.remove(0).n;
    }
    plans.push(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_keeps_a_bounded_number_of_plans() {
        for n in 1..100 {
            plan(Kind::Forward, n);
        }
        PLANS.with_borrow(|plans| {
            assert_eq!(plans.len(), MOST);
            assert_eq!(plans.last().expect("just made").n, 99);
        });
        plan(Kind::FromReal, POINTS);
        PLANS.with_borrow(|plans| assert_eq!(plans.iter().map(|kept| kept.n).collect::<Vec<_>>(), [POINTS]));
        plan(Kind::FromReal, POINTS + 1);
        PLANS.with_borrow(|plans| assert_eq!(plans.len(), 1));
    }
}
