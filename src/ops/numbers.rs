//! What each element type knows about itself: how it is summed, and how it is ordered.

use super::fold::{Addend, Ordered};

impl Addend for f32 {
    type Wide = f32;
    const ZERO: f32 = 0.0;
    #[inline(always)]
    fn widen(self) -> f32 {
        self
    }
    #[inline(always)]
    fn plus(a: f32, b: f32) -> f32 {
        a + b
    }
}

impl Addend for f64 {
    type Wide = f64;
    const ZERO: f64 = 0.0;
    #[inline(always)]
    fn widen(self) -> f64 {
        self
    }
    #[inline(always)]
    fn plus(a: f64, b: f64) -> f64 {
        a + b
    }
}

impl Addend for i32 {
    type Wide = i64;
    const ZERO: i64 = 0;
    #[inline(always)]
    fn widen(self) -> i64 {
        i64::from(self)
    }
    #[inline(always)]
    fn plus(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }
}

impl Addend for i64 {
    type Wide = i64;
    const ZERO: i64 = 0;
    #[inline(always)]
    fn widen(self) -> i64 {
        self
    }
    #[inline(always)]
    fn plus(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }
}

impl Addend for u8 {
    type Wide = i64;
    const ZERO: i64 = 0;
    #[inline(always)]
    fn widen(self) -> i64 {
        i64::from(self)
    }
    #[inline(always)]
    fn plus(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }
}

impl Ordered for f32 {
    const LEAST: f32 = f32::NEG_INFINITY;
    const GREATEST: f32 = f32::INFINITY;
    #[inline(always)]
    fn above(self, other: f32) -> bool {
        self > other || self.is_nan()
    }
    #[inline(always)]
    fn below(self, other: f32) -> bool {
        self < other || self.is_nan()
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self != self
    }
}

impl Ordered for f64 {
    const LEAST: f64 = f64::NEG_INFINITY;
    const GREATEST: f64 = f64::INFINITY;
    #[inline(always)]
    fn above(self, other: f64) -> bool {
        self > other || self.is_nan()
    }
    #[inline(always)]
    fn below(self, other: f64) -> bool {
        self < other || self.is_nan()
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self != self
    }
}

impl Ordered for i32 {
    const LEAST: i32 = i32::MIN;
    const GREATEST: i32 = i32::MAX;
    #[inline(always)]
    fn above(self, other: i32) -> bool {
        self > other
    }
    #[inline(always)]
    fn below(self, other: i32) -> bool {
        self < other
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }
}

impl Ordered for i64 {
    const LEAST: i64 = i64::MIN;
    const GREATEST: i64 = i64::MAX;
    #[inline(always)]
    fn above(self, other: i64) -> bool {
        self > other
    }
    #[inline(always)]
    fn below(self, other: i64) -> bool {
        self < other
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }
}

impl Ordered for u8 {
    const LEAST: u8 = u8::MIN;
    const GREATEST: u8 = u8::MAX;
    #[inline(always)]
    fn above(self, other: u8) -> bool {
        self > other
    }
    #[inline(always)]
    fn below(self, other: u8) -> bool {
        self < other
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }
}
