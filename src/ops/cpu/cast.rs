//! Casts on the processor.
//!
//! Invariant: a cast has the result of Rust's `as`, rounded once, whether it has loops of its own or
//! goes through an intermediate type, which holds whatever decides the result.

use super::float;
use super::map::{self, Map1, OfBools};
use crate::ops::number::Number;
use crate::ops::strided::Plan;
use crate::tensor::{BF16, DType, F16};

/// Casts elements, walked along the plan of out and a.
///
/// # Safety
/// The conditions of [`map::map1`], for elements of the dtypes beside the pointers.
pub(in crate::ops) unsafe fn elements(plan: &Plan<2>, (to, dtype): (*mut u8, DType), (from, of): (*const u8, DType)) {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match direct(of, dtype) {
            Some(loops) => loops(plan, to, from),
            None => through(hub(of, dtype), plan, (to, dtype), (from, of)),
        }
    }
}

/// `out = a` in another type, walked along the plan of out and a, under the conditions of
/// [`map::map1`].
type Loops = unsafe fn(&Plan<2>, *mut u8, *const u8);

/// The casts that have loops of their own. To limit the number of compiled loops, every other cast
/// uses two of them.
fn direct(from: DType, to: DType) -> Option<Loops> {
    match from {
        DType::F32 => of_float::<f32>(to).or((to == DType::F64).then_some(go::<f32, f64, As>)),
        DType::F64 => of_float::<f64>(to).or((to == DType::F32).then_some(go::<f64, f32, As>)),
        DType::F16 => (to == DType::F32).then_some(go::<F16, f32, As>),
        DType::BF16 => (to == DType::F32).then_some(go::<BF16, f32, As>),
        DType::I8 => of_small::<i8, As>(to),
        DType::I16 => of_small::<i16, As>(to),
        DType::Bool => of_small::<u8, OfBools<As>>(to),
        DType::U8 if to == DType::Bool => Some(go::<u8, u8, NonZero>),
        DType::U8 if to == DType::I64 => Some(go::<u8, i64, As>),
        DType::U8 => of_small::<u8, As>(to),
        DType::U16 => of_small::<u16, As>(to),
        DType::I32 => match to {
            DType::F32 => Some(go::<i32, f32, As>),
            DType::F64 => Some(go::<i32, f64, As>),
            DType::I8 => Some(go::<i32, i8, As>),
            DType::I16 => Some(go::<i32, i16, As>),
            DType::I64 => Some(go::<i32, i64, As>),
            DType::U8 => Some(go::<i32, u8, As>),
            // The low bits of an integer are those of the signed type of the same size.
            DType::U16 => Some(go::<i32, i16, As>),
            DType::U32 => Some(go::<i32, i32, As>),
            DType::U64 => Some(go::<i32, i64, As>),
            DType::Bool => Some(go::<i32, u8, NonZero>),
            _ => None,
        },
        DType::I64 => match to {
            DType::F32 => Some(go::<i64, f32, As>),
            DType::F64 => Some(go::<i64, f64, As>),
            // No other type holds large int64 values so that they round to the same result.
            DType::BF16 => Some(go::<i64, BF16, As>),
            DType::I32 => Some(go::<i64, i32, As>),
            DType::U64 => Some(go::<i64, i64, As>),
            DType::Bool => Some(go::<i64, u8, NonZero>),
            _ => None,
        },
        DType::U32 => match to {
            DType::F32 => Some(go::<u32, f32, As>),
            DType::F64 => Some(go::<u32, f64, As>),
            DType::I32 => Some(go::<i32, i32, As>),
            DType::I64 => Some(go::<u32, i64, As>),
            DType::U64 => Some(go::<u32, i64, As>),
            _ => None,
        },
        DType::U64 => match to {
            DType::F32 => Some(go::<u64, f32, As>),
            DType::F64 => Some(go::<u64, f64, As>),
            DType::BF16 => Some(go::<u64, BF16, As>),
            DType::I32 => Some(go::<i64, i32, As>),
            DType::I64 => Some(go::<i64, i64, As>),
            DType::Bool => Some(go::<i64, u8, NonZero>),
            _ => None,
        },
    }
}

/// Casts from a float to every type except the other float, because saturation and rounding must
/// happen in one step.
fn of_float<S: Number>(to: DType) -> Option<Loops> {
    match to {
        DType::F16 => Some(go::<S, F16, As>),
        DType::BF16 => Some(go::<S, BF16, As>),
        DType::I8 => Some(go::<S, i8, As>),
        DType::I16 => Some(go::<S, i16, As>),
        DType::I32 => Some(go::<S, i32, As>),
        DType::I64 => Some(go::<S, i64, As>),
        DType::U8 => Some(go::<S, u8, As>),
        DType::U16 => Some(go::<S, u16, As>),
        DType::U32 => Some(go::<S, u32, As>),
        DType::U64 => Some(go::<S, u64, As>),
        DType::Bool => Some(go::<S, u8, NonZero>),
        DType::F32 | DType::F64 => None,
    }
}

/// Casts from integers that fit into both of these types.
fn of_small<S: Number, F: Map1<S, i32> + Map1<S, f32> + Default>(to: DType) -> Option<Loops> {
    match to {
        DType::I32 => Some(go::<S, i32, F>),
        DType::F32 => Some(go::<S, f32, F>),
        _ => None,
    }
}

/// The intermediate type for a cast without its own loops: it holds every number of `from`, or of a
/// larger type everything that `to` keeps.
fn hub(from: DType, to: DType) -> DType {
    match (from, to) {
        (DType::F16 | DType::BF16, _) => DType::F32,
        (DType::I32 | DType::U32, DType::BF16) => DType::F64,
        // From 65520 on every half is infinite, and smaller integers are exact in float32.
        (_, DType::F16 | DType::BF16) => DType::F32,
        _ => DType::I32,
    }
}

/// # Safety
/// The conditions of [`Loops`], for elements of these types.
unsafe fn go<S: Number, D: Copy, F: Map1<S, D> + Default>(plan: &Plan<2>, out: *mut u8, a: *const u8) {
    // SAFETY: the caller's promise is handed on.
    unsafe { map::map1(plan, out.cast::<D>(), a.cast::<S>(), F::default()) };
}

/// Elements that are cast at a time through an intermediate type: they stay in the L1 cache.
const TILE: usize = 1024;

/// Casts to the intermediate type and from there to the result, tile by tile.
///
/// # Safety
/// The conditions of [`Loops`], for elements of the dtypes beside the pointers.
unsafe fn through(hub: DType, plan: &Plan<2>, (out, to): (*mut u8, DType), (a, from): (*const u8, DType)) {
    let (first, second) = (direct(from, hub), direct(hub, to));
    let (first, second) = (first.expect("each dtype has them to its hub"), second.expect("and a hub to each dtype"));
    let part = |part: &Plan<2>, [o, i]: [isize; 2]| {
        let at = |elements: isize, size: usize| elements * size as isize;
        let (out, a) = (out.wrapping_offset(at(o, to.size())), a.wrapping_offset(at(i, from.size())));
        let mut tile = [0u64; TILE];
        let tile = tile.as_mut_ptr().cast::<u8>();
        float::each(part, TILE, |[o, i], n| {
            let [out_step, step] = part.steps;
            let (out, a) = (out.wrapping_offset(at(o, to.size())), a.wrapping_offset(at(i, from.size())));
            // SAFETY: the caller vouches for every offset of the plan, and no element is larger
            // than a tile's.
            unsafe {
                first(&Plan::flat(n, [1, step]), tile, a);
                second(&Plan::flat(n, [out_step, 1]), out, tile);
            }
        });
    };
    // SAFETY: the caller's promise; parts write different elements.
    unsafe { plan.parts(4, &part) };
}

#[derive(Clone, Copy, Default)]
struct As;

impl<S: Number, D: Number> Map1<S, D> for As {
    #[inline(always)]
    fn map(self, x: S) -> D {
        D::cast_from(x)
    }
}

#[derive(Clone, Copy, Default)]
pub(in crate::ops) struct NonZero;

impl<S: Number> Map1<S, u8> for NonZero {
    #[inline(always)]
    fn map(self, x: S) -> u8 {
        u8::from(x != S::ZERO)
    }
}
