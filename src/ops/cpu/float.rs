//! `Float`: a floating-point type as stored, and the type in which it is computed.
//!
//! Invariant: halves are computed in float32 and rounded once, at the end of an operation.
//!
//! Elementwise operations on halves run the loops of float32: [`one`], [`two`] and [`update`] walk
//! the operands in tiles that stay in the L1 cache, and widen, compute and round them there. So
//! memory is read once, and functions are compiled for no additional types. A number beside a
//! tensor is a float32 there, however large.

use super::dispatch::{self, Kernel};
use super::vecmath::Real;
use crate::ops::number::Number;
use crate::ops::strided::Plan;
use crate::tensor::{BF16, F16, cells};

/// A float type as stored, and its computation type: float32 for halves, otherwise itself. A kernel
/// that reads with [`Float::load`] and writes with [`Float::store`] rounds a half once, at its end.
pub(crate) trait Float: Number {
    type Real: Real;
    fn load(self) -> Self::Real;
    fn store(x: Self::Real) -> Self;
}

/// A float of two bytes.
pub(in crate::ops) trait Half: Float<Real = f32> {}

impl Half for F16 {}
impl Half for BF16 {}

macro_rules! computed_as_stored {
    ($($t:ty),*) => {$(
        impl Float for $t {
            type Real = $t;
            #[inline(always)]
            fn load(self) -> $t {
                self
            }
            #[inline(always)]
            fn store(x: $t) -> $t {
                x
            }
        }
    )*};
}

macro_rules! computed_in_float32 {
    ($($t:ty),*) => {$(
        impl Float for $t {
            type Real = f32;
            #[inline(always)]
            fn load(self) -> f32 {
                self.to_f32()
            }
            #[inline(always)]
            fn store(x: f32) -> $t {
                <$t>::from_f32(x)
            }
        }
    )*};
}

computed_as_stored!(f32, f64);
computed_in_float32!(F16, BF16);

/// Elements of a tile.
const TILE: usize = 512;

/// About how long one element takes, in the unit of `parallel`.
const COST: usize = 6;

/// Which of two operands is a single float32 instead of elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::ops) enum Number32 {
    None,
    First,
    Second,
}

/// `out = f(a)`, walked along the plan of out and a; `f` gets the number of elements, the
/// destination, and the operands.
///
/// # Safety
/// Every offset of the plan is inside what `out` and `a` point to.
pub(in crate::ops) unsafe fn one<S: Half>(
    plan: &Plan<2>,
    out: *mut S,
    a: *const S,
    f: impl Fn(usize, *mut f32, *const f32),
) {
    // SAFETY: the caller's promise; parts write different elements.
    unsafe { plan.parts(COST, &|part, [o, x]| part_of_one(part, out.wrapping_offset(o), a.wrapping_offset(x), &f)) };
}

/// # Safety
/// The conditions of [`one`].
unsafe fn part_of_one<S: Half>(plan: &Plan<2>, out: *mut S, a: *const S, f: &impl Fn(usize, *mut f32, *const f32)) {
    let (mut from, mut to) = ([0f32; TILE], [0f32; TILE]);
    let [out_step, step] = plan.steps;
    each(plan, TILE, |[o, x], n| {
        // SAFETY: the caller vouches for every offset of the plan.
        unsafe {
            load(n, (a.wrapping_offset(x), step), &mut from);
            if step == 0 {
                let first = from[0];
                from[..n].fill(first);
            }
            f(n, to.as_mut_ptr(), from.as_ptr());
            store(n, &to, (out.wrapping_offset(o), out_step));
        }
    });
}

/// `out = f(a, b)`, walked along the plan of out, a and b; `f` gets a plan for one tile. One of the
/// operands may be a float32 with a step of 0.
///
/// # Safety
/// The conditions of [`one`]; the pointers refer to elements of type `S`, except for the float32.
pub(in crate::ops) unsafe fn two<S: Half>(
    plan: &Plan<3>,
    out: *mut S,
    (a, b): (*const u8, *const u8),
    number: Number32,
    f: impl Fn(&Plan<3>, *mut f32, *const f32, *const f32),
) {
    // A number has the same address for each part.
    let at = |first: *const u8, offset: isize| first.wrapping_offset(offset * size_of::<S>() as isize);
    // SAFETY: the caller's promise; parts write different elements.
    unsafe {
        plan.parts(COST, &|part, [o, x, y]| {
            part_of_two::<S>(part, out.wrapping_offset(o), (at(a, x), at(b, y)), number, &f);
        });
    }
}

/// # Safety
/// The conditions of [`two`].
unsafe fn part_of_two<S: Half>(
    plan: &Plan<3>,
    out: *mut S,
    (a, b): (*const u8, *const u8),
    number: Number32,
    f: &impl Fn(&Plan<3>, *mut f32, *const f32, *const f32),
) {
    let (mut left, mut right, mut to) = ([0f32; TILE], [0f32; TILE], [0f32; TILE]);
    let [out_step, a_step, b_step] = plan.steps;
    // SAFETY: the caller says that it is a float32.
    unsafe {
        match number {
            Number32::None => {}
            Number32::First => left[0] = a.cast::<f32>().read(),
            Number32::Second => right[0] = b.cast::<f32>().read(),
        }
    }
    each(plan, TILE, |[o, x, y], n| {
        // SAFETY: the caller vouches for every offset of the plan.
        unsafe {
            if number != Number32::First {
                load(n, (a.cast::<S>().wrapping_offset(x), a_step), &mut left);
            }
            if number != Number32::Second {
                load(n, (b.cast::<S>().wrapping_offset(y), b_step), &mut right);
            }
            let tile = Plan::flat(n, [1, isize::from(a_step != 0), isize::from(b_step != 0)]);
            f(&tile, to.as_mut_ptr(), left.as_ptr(), right.as_ptr());
            store(n, &to, (out.wrapping_offset(o), out_step));
        }
    });
}

/// `target = f(target, b)`, walked along the plan of target and b; `f` gets a plan for one tile,
/// which it overwrites.
///
/// # Safety
/// The conditions of [`two`]; no two offsets of `target` are the same, and `b` does not overlap it
/// or is the same.
pub(in crate::ops) unsafe fn update<S: Half>(
    plan: &Plan<2>,
    target: *mut S,
    b: *const u8,
    number: Number32,
    f: impl Fn(&Plan<2>, *mut f32, *const f32),
) {
    let at = |first: *const u8, offset: isize| first.wrapping_offset(offset * size_of::<S>() as isize);
    // SAFETY: the caller's promise; if `b` is the target, a part reads only its own elements.
    unsafe {
        plan.parts(COST, &|part, [x, y]| part_of_update(part, target.wrapping_offset(x), at(b, y), number, &f));
    }
}

/// # Safety
/// The conditions of [`update`].
unsafe fn part_of_update<S: Half>(
    plan: &Plan<2>,
    target: *mut S,
    b: *const u8,
    number: Number32,
    f: &impl Fn(&Plan<2>, *mut f32, *const f32),
) {
    let (mut left, mut right) = ([0f32; TILE], [0f32; TILE]);
    let [step, b_step] = plan.steps;
    if number == Number32::Second {
        // SAFETY: the caller says that it is a float32.
        right[0] = unsafe { b.cast::<f32>().read() };
    }
    each(plan, TILE, |[x, y], n| {
        let target = target.wrapping_offset(x);
        // SAFETY: the caller vouches for every offset of the plan.
        unsafe {
            load(n, (target, step), &mut left);
            if number != Number32::Second {
                load(n, (b.cast::<S>().wrapping_offset(y), b_step), &mut right);
            }
            let tile = Plan::flat(n, [1, isize::from(b_step != 0)]);
            f(&tile, left.as_mut_ptr(), right.as_ptr());
            store(n, &left, (target, step));
        }
    });
}

/// Calls `tile` with the offsets of each tile of each row and its number of elements, at most
/// `size`.
pub(in crate::ops) fn each<const N: usize>(plan: &Plan<N>, size: usize, mut tile: impl FnMut([isize; N], usize)) {
    if plan.len == 0 {
        return;
    }
    let mut rows = plan.rows();
    loop {
        for start in (0..plan.len).step_by(size) {
            let offset = |k: usize| rows.offsets[k] + start as isize * plan.steps[k];
            tile(std::array::from_fn(offset), size.min(plan.len - start));
        }
        if !rows.advance() {
            return;
        }
    }
}

/// Loads the first `n` elements at a step as float32s; one if they are all the same.
///
/// # Safety
/// The elements can be read.
unsafe fn load<S: Half>(n: usize, (from, step): (*const S, isize), to: &mut [f32; TILE]) {
    match step {
        1 => dispatch::run(Load { n, from, to }),
        0 => {
            // SAFETY: the caller's promise.
            to[0] = unsafe { from.read() }.load();
        }
        _ => {
            for (i, to) in to[..n].iter_mut().enumerate() {
                // SAFETY: the caller's promise.
                *to = unsafe { from.wrapping_offset(i as isize * step).read() }.load();
            }
        }
    }
}

/// Rounds the first `n` float32s and stores them at a step.
///
/// # Safety
/// The elements can be written, and no other thread writes them.
unsafe fn store<S: Half>(n: usize, from: &[f32; TILE], (to, step): (*mut S, isize)) {
    if step == 1 {
        return dispatch::run(Store { n, from, to });
    }
    for (i, &x) in from[..n].iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.wrapping_offset(i as isize * step).write(S::store(x)) };
    }
}

/// Loads `n` elements, which the creator guarantees.
struct Load<'a, S> {
    n: usize,
    from: *const S,
    to: &'a mut [f32; TILE],
}

impl<S: Half> Kernel for Load<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // SAFETY: the creator guarantees `n` elements.
        let from = unsafe { cells(self.from, self.n) };
        for (to, x) in self.to.iter_mut().zip(from) {
            *to = x.get().load();
        }
    }
}

/// Stores `n` elements, which the creator guarantees.
struct Store<'a, S> {
    n: usize,
    from: &'a [f32; TILE],
    to: *mut S,
}

impl<S: Half> Kernel for Store<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (i, &x) in self.from[..self.n].iter().enumerate() {
            // SAFETY: the creator guarantees `n` elements.
            unsafe { self.to.add(i).write(S::store(x)) };
        }
    }
}
