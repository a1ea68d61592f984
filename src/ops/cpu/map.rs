//! The loops of elementwise kernels: one, two or three operands in, one out.
//!
//! Invariant: element `i` of the result is the element function of the elements `i` of the
//! operands, each read once. The output of [`map1`] and [`map2`] is an operand itself or overlaps
//! none; that of [`map3`] is new. [`update`] overwrites its first operand; it takes one pointer for
//! both, because the compiler would not vectorise two pointers that may be equal. If an output is
//! an operand, rows go through blocks in the L1 cache, so that the vectorised loops can be used
//! there too.
//!
//! Rows whose operands are contiguous or one repeated element run as plain loops that the compiler
//! vectorises. Any other stride uses one shared loop, compiled once, because it is memory-bound. On
//! x86-64 without AVX2 that loop walks every row: there are about a hundred functions, and
//! vectorised versions for the oldest machines would be a tenth of the library. A compute-bound
//! function ([`Map1::WIDE`]) gets such rows in tiles, so that the fast loop is used for them too.

use super::dispatch::{self, Kernel};
use super::stream::{self, Out};
use crate::ops::strided::Plan;
use std::mem::MaybeUninit;
use std::ptr;

/// An element function of one operand: zero-sized, so that it is compiled into the loop.
pub(in crate::ops) trait Map1<A, R>: Copy {
    /// Whether it is compute-bound rather than memory-bound.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // elsewhere there is one instruction set
    const WIDE: bool = false;
    fn map(self, a: A) -> R;
}

/// An element function of two operands.
pub(in crate::ops) trait Map2<A, B, R>: Copy {
    fn map(self, a: A, b: B) -> R;
}

/// An element function of three operands.
pub(in crate::ops) trait Map3<A, B, C, R>: Copy {
    fn map(self, a: A, b: B, c: C) -> R;
}

/// An element function of booleans as stored in memory, where every nonzero byte is true: the
/// function gets 0 or 1.
#[derive(Clone, Copy, Default)]
pub(in crate::ops) struct OfBools<F>(pub F);

impl<R, F: Map1<u8, R>> Map1<u8, R> for OfBools<F> {
    #[inline(always)]
    fn map(self, a: u8) -> R {
        self.0.map(u8::from(a != 0))
    }
}

impl<R, F: Map2<u8, u8, R>> Map2<u8, u8, R> for OfBools<F> {
    #[inline(always)]
    fn map(self, a: u8, b: u8) -> R {
        self.0.map(u8::from(a != 0), u8::from(b != 0))
    }
}

/// `out = f(a)`, walked along the plan of out and a.
///
/// # Safety
/// Every offset of the plan is inside what `out` and `a` point to, and `out` does not overlap `a`
/// or is the same.
pub(in crate::ops) unsafe fn map1<A: Copy, R: Copy, F: Map1<A, R>>(plan: &Plan<2>, out: *mut R, a: *const A, f: F) {
    let cost = if F::WIDE { 8 } else { 2 };
    let out = Out { start: out.cast(), size: size_of::<R>(), is_operand: ptr::eq(out.cast(), a) };
    // SAFETY: the caller's promise; parts write different elements.
    unsafe {
        stream::parts(plan, cost, out, &|plan, [_, i], out| {
            let (out, a) = (out.cast::<R>(), a.wrapping_offset(i));
            if F::WIDE && plan.steps != [1, 1] {
                tiles(plan, out, a, f);
            } else {
                dispatch::run(Walk1 { plan, out, a, f });
            }
        });
    }
}

/// Elements of a tile.
const TILE: usize = 256;

/// Like [`map1`], for rows with any steps: gathers a tile of elements, maps it, and scatters the
/// results.
///
/// # Safety
/// The conditions of [`map1`].
unsafe fn tiles<A: Copy, R: Copy, F: Map1<A, R>>(plan: &Plan<2>, out: *mut R, a: *const A, f: F) {
    let [out_step, step] = plan.steps;
    let (mut from, mut to) =
        ([const { MaybeUninit::<A>::uninit() }; TILE], [const { MaybeUninit::<R>::uninit() }; TILE]);
    let mut rows = plan.rows();
    loop {
        let (out, a) = (out.wrapping_offset(rows.offsets[0]), a.wrapping_offset(rows.offsets[1]));
        for start in (0..plan.len).step_by(TILE) {
            let n = TILE.min(plan.len - start);
            let place = |i: usize, step: isize| (start + i) as isize * step;
            // A repeated element is mapped once.
            let mapped = if step == 0 { 1 } else { n };
            for (i, x) in from[..mapped].iter_mut().enumerate() {
                // SAFETY: the caller vouches for every offset of the plan.
                x.write(unsafe { a.wrapping_offset(place(i, step)).read() });
            }
            let tile = Plan::flat(mapped, [1, 1]);
            dispatch::run(Walk1 { plan: &tile, out: to.as_mut_ptr().cast::<R>(), a: from.as_ptr().cast::<A>(), f });
            for i in 0..n {
                let result = &to[if step == 0 { 0 } else { i }];
                // SAFETY: as above; the walk has written the first `mapped` results.
                unsafe { out.wrapping_offset(place(i, out_step)).write(result.assume_init()) };
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// `out = f(a, b)`, walked along the plan of out, a and b.
///
/// # Safety
/// The conditions of [`map1`].
pub(in crate::ops) unsafe fn map2<A: Copy, B: Copy, R: Copy, F: Map2<A, B, R>>(
    plan: &Plan<3>,
    out: *mut R,
    a: *const A,
    b: *const B,
    f: F,
) {
    let is_operand = ptr::eq(out.cast(), a) || ptr::eq(out.cast(), b);
    let out = Out { start: out.cast(), size: size_of::<R>(), is_operand };
    // SAFETY: as above.
    unsafe {
        stream::parts(plan, 3, out, &|plan, [_, i, j], out| {
            let (a, b) = (a.wrapping_offset(i), b.wrapping_offset(j));
            dispatch::run(Walk2 { plan, out: out.cast(), a, b, f });
        });
    }
}

/// `out = f(a, b, c)`, walked along the plan of out, a, b and c.
///
/// # Safety
/// The conditions of [`map1`], and `out` overlaps no operand.
pub(in crate::ops) unsafe fn map3<A: Copy, B: Copy, C: Copy, R: Copy, F: Map3<A, B, C, R>>(
    plan: &Plan<4>,
    out: *mut R,
    (a, b, c): (*const A, *const B, *const C),
    f: F,
) {
    let out = Out { start: out.cast(), size: size_of::<R>(), is_operand: false };
    // SAFETY: as above.
    unsafe {
        stream::parts(plan, 4, out, &|plan, [_, i, j, k], out| {
            let (a, b, c) = (a.wrapping_offset(i), b.wrapping_offset(j), c.wrapping_offset(k));
            dispatch::run(Walk3 { plan, out: out.cast(), a, b, c, f });
        });
    }
}

/// `target = f(target, b)`, walked along the plan of target and b.
///
/// # Safety
/// Every offset of the plan is inside what the pointers point to, no two offsets of `target` are
/// the same, and `b` does not overlap `target` or is the same.
pub(in crate::ops) unsafe fn update<A: Copy, B: Copy, F: Map2<A, B, A>>(
    plan: &Plan<2>,
    target: *mut A,
    b: *const B,
    f: F,
) {
    // SAFETY: the caller's promise; if `b` is the target, a part reads only its own elements.
    unsafe {
        plan.parts(3, &|part, [t, i]| {
            dispatch::run(Update { plan: part, target: target.wrapping_offset(t), b: b.wrapping_offset(i), f });
        });
    }
}

struct Walk1<'a, A, R, F> {
    plan: &'a Plan<2>,
    out: *mut R,
    a: *const A,
    f: F,
}

impl<A: Copy, R: Copy, F: Map1<A, R>> Kernel for Walk1<'_, A, R, F> {
    type Output = ();
    const WIDE: bool = F::WIDE;

    #[inline(always)]
    fn run(self) {
        let (n, f) = (self.plan.len, self.f);
        let mut rows = self.plan.rows();
        loop {
            let (out, a) = (self.out.wrapping_offset(rows.offsets[0]), self.a.wrapping_offset(rows.offsets[1]));
            // SAFETY: the caller of `map1` vouches for every offset of the plan.
            unsafe {
                match self.plan.steps {
                    [1, 1] => {
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read()));
                        }
                    }
                    [1, 0] if n > 0 => {
                        let value = f.map(a.read());
                        for i in 0..n {
                            out.add(i).write(value);
                        }
                    }
                    steps => strided1(n, steps, out, a, f),
                }
            }
            if !rows.advance() {
                return;
            }
        }
    }

    #[inline(always)]
    fn run_small(self) {
        each_row(self.plan, &|n, steps, [out, a]| {
            // SAFETY: the caller of `map1` vouches for every offset of the plan.
            unsafe { strided1(n, steps, self.out.wrapping_offset(out), self.a.wrapping_offset(a), self.f) }
        });
    }
}

struct Walk2<'a, A, B, R, F> {
    plan: &'a Plan<3>,
    out: *mut R,
    a: *const A,
    b: *const B,
    f: F,
}

impl<A: Copy, B: Copy, R: Copy, F: Map2<A, B, R>> Kernel for Walk2<'_, A, B, R, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let (n, f) = (self.plan.len, self.f);
        if n == 0 {
            return; // The rows below read a repeated element before they loop.
        }
        let mut rows = self.plan.rows();
        loop {
            let [o, a, b] = rows.offsets;
            let (out, a, b) = (self.out.wrapping_offset(o), self.a.wrapping_offset(a), self.b.wrapping_offset(b));
            // SAFETY: the caller of `map2` vouches for every offset of the plan.
            unsafe {
                match self.plan.steps {
                    [1, 1, 1] => {
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read(), b.add(i).read()));
                        }
                    }
                    [1, 1, 0] => {
                        let b = b.read();
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read(), b));
                        }
                    }
                    [1, 0, 1] => {
                        let a = a.read();
                        for i in 0..n {
                            out.add(i).write(f.map(a, b.add(i).read()));
                        }
                    }
                    steps => strided2(n, steps, out, (a, b), f),
                }
            }
            if !rows.advance() {
                return;
            }
        }
    }

    #[inline(always)]
    fn run_small(self) {
        each_row(self.plan, &|n, steps, [out, a, b]| {
            let operands = (self.a.wrapping_offset(a), self.b.wrapping_offset(b));
            // SAFETY: the caller of `map2` vouches for every offset of the plan.
            unsafe { strided2(n, steps, self.out.wrapping_offset(out), operands, self.f) }
        });
    }
}

struct Walk3<'a, A, B, C, R, F> {
    plan: &'a Plan<4>,
    out: *mut R,
    a: *const A,
    b: *const B,
    c: *const C,
    f: F,
}

impl<A: Copy, B: Copy, C: Copy, R: Copy, F: Map3<A, B, C, R>> Kernel for Walk3<'_, A, B, C, R, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let (n, f) = (self.plan.len, self.f);
        if n == 0 {
            return; // As above.
        }
        let mut rows = self.plan.rows();
        loop {
            let [o, a, b, c] = rows.offsets;
            let (out, a) = (self.out.wrapping_offset(o), self.a.wrapping_offset(a));
            let (b, c) = (self.b.wrapping_offset(b), self.c.wrapping_offset(c));
            // SAFETY: the caller of `map3` vouches for every offset of the plan.
            unsafe {
                match self.plan.steps {
                    [1, 1, 1, 1] => {
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read(), b.add(i).read(), c.add(i).read()));
                        }
                    }
                    [1, 1, 1, 0] => {
                        let c = c.read();
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read(), b.add(i).read(), c));
                        }
                    }
                    [1, 1, 0, 1] => {
                        let b = b.read();
                        for i in 0..n {
                            out.add(i).write(f.map(a.add(i).read(), b, c.add(i).read()));
                        }
                    }
                    steps => strided3(n, steps, out, (a, b, c), f),
                }
            }
            if !rows.advance() {
                return;
            }
        }
    }

    #[inline(always)]
    fn run_small(self) {
        each_row(self.plan, &|n, steps, [out, a, b, c]| {
            let operands = (self.a.wrapping_offset(a), self.b.wrapping_offset(b), self.c.wrapping_offset(c));
            // SAFETY: the caller of `map3` vouches for every offset of the plan.
            unsafe { strided3(n, steps, self.out.wrapping_offset(out), operands, self.f) }
        });
    }
}

struct Update<'a, A, B, F> {
    plan: &'a Plan<2>,
    target: *mut A,
    b: *const B,
    f: F,
}

impl<A: Copy, B: Copy, F: Map2<A, B, A>> Kernel for Update<'_, A, B, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let (n, f) = (self.plan.len, self.f);
        if n == 0 {
            return; // As above.
        }
        let mut rows = self.plan.rows();
        loop {
            let [t, b] = rows.offsets;
            let (target, b) = (self.target.wrapping_offset(t), self.b.wrapping_offset(b));
            // SAFETY: the caller of `update` vouches for every offset of the plan.
            unsafe {
                match self.plan.steps {
                    [1, 1] => {
                        for i in 0..n {
                            target.add(i).write(f.map(target.add(i).read(), b.add(i).read()));
                        }
                    }
                    [1, 0] => {
                        let b = b.read();
                        for i in 0..n {
                            target.add(i).write(f.map(target.add(i).read(), b));
                        }
                    }
                    [t, b_step] => strided2(n, [t, t, b_step], target, (target.cast_const(), b), f),
                }
            }
            if !rows.advance() {
                return;
            }
        }
    }

    #[inline(always)]
    fn run_small(self) {
        each_row(self.plan, &|n, [step, b_step], [target, b]| {
            let target = self.target.wrapping_offset(target);
            let operands = (target.cast_const(), self.b.wrapping_offset(b));
            // SAFETY: the caller of `update` vouches for every offset of the plan.
            unsafe { strided2(n, [step, step, b_step], target, operands, self.f) }
        });
    }
}

/// Calls `row` with the elements of a row, its steps, and where it starts, for each row of the
/// plan.
fn each_row<const N: usize>(plan: &Plan<N>, row: &dyn Fn(usize, [isize; N], [isize; N])) {
    let mut rows = plan.rows();
    loop {
        row(plan.len, plan.steps, rows.offsets);
        if !rows.advance() {
            return;
        }
    }
}

/// A row with any steps.
///
/// # Safety
/// The first `n` elements at these steps are inside what the pointers point to.
#[inline(never)]
unsafe fn strided1<A: Copy, R: Copy, F: Map1<A, R>>(n: usize, steps: [isize; 2], out: *mut R, a: *const A, f: F) {
    let [so, sa] = steps;
    for i in 0..n as isize {
        // SAFETY: the caller vouches for n elements.
        unsafe { out.offset(i * so).write(f.map(a.offset(i * sa).read())) };
    }
}

/// Like [`strided1`].
#[inline(never)]
unsafe fn strided2<A: Copy, B: Copy, R: Copy, F: Map2<A, B, R>>(
    n: usize,
    [so, sa, sb]: [isize; 3],
    out: *mut R,
    (a, b): (*const A, *const B),
    f: F,
) {
    for i in 0..n as isize {
        // SAFETY: the caller vouches for n elements.
        unsafe { out.offset(i * so).write(f.map(a.offset(i * sa).read(), b.offset(i * sb).read())) };
    }
}

/// Like [`strided1`].
#[inline(never)]
unsafe fn strided3<A: Copy, B: Copy, C: Copy, R: Copy, F: Map3<A, B, C, R>>(
    n: usize,
    [so, sa, sb, sc]: [isize; 4],
    out: *mut R,
    (a, b, c): (*const A, *const B, *const C),
    f: F,
) {
    for i in 0..n as isize {
        // SAFETY: the caller vouches for n elements.
        unsafe {
            let r = f.map(a.offset(i * sa).read(), b.offset(i * sb).read(), c.offset(i * sc).read());
            out.offset(i * so).write(r);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct Quotient;

    impl Map1<f32, f32> for Quotient {
        fn map(self, a: f32) -> f32 {
            1.0 / a
        }
    }

    impl Map2<f32, f32, f32> for Quotient {
        fn map(self, a: f32, b: f32) -> f32 {
            a / b
        }
    }

    impl Map3<f32, f32, f32, f32> for Quotient {
        fn map(self, a: f32, b: f32, c: f32) -> f32 {
            a / b - c
        }
    }

    #[derive(Clone, Copy)]
    struct Slow;

    impl Map1<f32, f32> for Slow {
        const WIDE: bool = true;

        fn map(self, a: f32) -> f32 {
            2.0 * a
        }
    }

    #[test]
    fn tiles_reach_every_element_of_long_and_short_rows() {
        let n = 2 * TILE + 3;
        let numbers: Vec<f32> = (0..4 * n).map(|i| i as f32).collect();
        for (out_step, step) in [(1, 2), (2, 1), (1, 0), (2, 0), (1, 1)] {
            let mut out = vec![-1f32; 4 * n];
            let strides = [[2 * n as i64, out_step], [n as i64, step]];
            let plan = Plan::new(&[2, n as i64], strides.each_ref().map(|s| s.as_slice()));
            // SAFETY: the last offsets are below 4 n.
            unsafe { map1(&plan, out.as_mut_ptr(), numbers.as_ptr(), Slow) };
            let mut wanted = vec![-1f32; 4 * n];
            for row in 0..2 {
                for i in 0..n {
                    wanted[row * 2 * n + i * out_step as usize] = 2.0 * numbers[row * n + i * step as usize];
                }
            }
            assert_eq!(out, wanted, "steps {out_step} and {step}");
        }
    }

    /// A plan for a 3 x 7 matrix whose operands have these strides.
    fn plan<const N: usize>(strides: [[i64; 2]; N]) -> Plan<N> {
        Plan::new(&[3, 7], strides.each_ref().map(|s| s.as_slice()))
    }

    /// Checks that both variants of a kernel write the same: `write` gets the elements to write to,
    /// and which variant.
    fn same(write: impl Fn(&mut [f32], bool)) {
        let mut results = [vec![2.5f32; 21], vec![2.5f32; 21]];
        write(&mut results[0], false);
        write(&mut results[1], true);
        assert_eq!(results[0], results[1]);
    }

    #[test]
    fn the_small_loops_give_the_same_bits() {
        let numbers: Vec<f32> = (1..64).map(|i| 0.3 * i as f32).collect();
        let (a, b, c) = (numbers.as_ptr(), numbers[20..].as_ptr(), numbers[40..].as_ptr());
        for by in [[7, 1], [1, 3], [0, 1], [1, 0], [0, 0]] {
            let (one, two, three) = (plan([[7, 1], by]), plan([[7, 1], [7, 1], by]), plan([[7, 1], by, [7, 1], by]));
            same(|out, small| {
                let kernel = Walk1 { plan: &one, out: out.as_mut_ptr(), a, f: Quotient };
                if small { kernel.run_small() } else { kernel.run() }
            });
            same(|out, small| {
                let kernel = Walk2 { plan: &two, out: out.as_mut_ptr(), a, b, f: Quotient };
                if small { kernel.run_small() } else { kernel.run() }
            });
            same(|out, small| {
                let kernel = Walk3 { plan: &three, out: out.as_mut_ptr(), a, b, c, f: Quotient };
                if small { kernel.run_small() } else { kernel.run() }
            });
            same(|target, small| {
                let kernel = Update { plan: &one, target: target.as_mut_ptr(), b, f: Quotient };
                if small { kernel.run_small() } else { kernel.run() }
            });
        }
    }
}
