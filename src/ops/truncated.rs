//! Samples of a normal distribution within bounds, drawn from the stream of `random`.
//!
//! Invariant: one 64-bit draw an element, whatever the bounds: a number evenly distributed between
//! the shares of the normal distribution below either bound, and from it the quantile by Wichura's
//! algorithm AS 241 (1988), which is plain arithmetic and functions of the `libm` crate, so the
//! same on every machine.
#![allow(clippy::excessive_precision)] // coefficients as AS 241 prints them

use super::cpu::random::unit;
use super::cpu::types::by_number;
use super::cuda;
use super::device::made_here;
use super::random::{draw, require_float};
use super::sample::deviation;
use super::series::Written;
use super::{copy_into, in_place};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use std::f64::consts::SQRT_2;

/// Fills `t` with samples of the normal distribution with this mean and deviation, given that they
/// are from `low` to `high`.
///
/// Errors: `DTYPE_MISMATCH` for an integer dtype; `INVALID_ARGUMENT` for a mean that is not finite,
/// a deviation that is negative or not finite, a `low` above `high` or NaN, and if `t` cannot be
/// written in place.
pub fn trunc_normal_in_place(t: &Tensor, mean: f64, std: f64, low: f64, high: f64) -> Result<()> {
    deviation(std)?;
    if !(mean.is_finite() && std.is_finite()) {
        return Err(Error::argument(format!("trunc_normal with mean {mean} and standard deviation {std}")));
    }
    if low.is_nan() || high.is_nan() || low > high {
        return Err(Error::argument(format!("trunc_normal from {low} to {high}")));
    }
    in_place::writable(t)?;
    require_float("trunc_normal_in_place", t.dtype())?;
    if !t.is_contiguous() || cuda::on(t).is_some() {
        let all = made_here(t.device(), |device| {
            let all = Tensor::uninit(device, t.dtype(), &t.to_shape())?;
            trunc_normal_in_place(&all, mean, std, low, high)?;
            Ok(all)
        })?;
        return copy_into(t, &all);
    }
    let out = t.host()?;
    t.storage().bump_version();
    // Above the mean the shares are those of the other tail, which are small numbers and so exact.
    let side = if low > mean { -1.0 } else { 1.0 };
    let share = |bound: f64| below(side * (bound - mean) / std);
    let (from, to) = if std == 0.0 { (0.5, 0.5) } else { (share(low), share(high)) };
    draw(|rng| {
        let at = |_: usize| {
            let sample = side * std * quantile(from + (to - from) * unit(rng)) + mean;
            sample.clamp(low, high)
        };
        by_number(t.dtype(), Written { out, at });
    });
    Ok(())
}

/// The share of the standard normal distribution below `x`.
fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The number below which this share of the standard normal distribution lies; infinite for 0 and
/// 1.
fn quantile(share: f64) -> f64 {
    let q = share - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * ratio(r, &CENTRE);
    }
    let r = (-libm::log(if q < 0.0 { share } else { 1.0 - share })).sqrt();
    if r.is_infinite() {
        return r.copysign(q);
    }
    let x = if r <= 5.0 { ratio(r - 1.6, &TAIL) } else { ratio(r - 5.0, &FAR) };
    x.copysign(q)
}

/// A quotient of two polynomials, coefficients of the highest power first.
fn ratio(r: f64, (over, under): &([f64; 8], [f64; 8])) -> f64 {
    let value = |of: &[f64; 8]| of.iter().fold(0.0, |sum, coefficient| sum * r + coefficient);
    value(over) / value(under)
}

const CENTRE: ([f64; 8], [f64; 8]) = (
    [
        2.509_080_928_730_122_672_7e3,
        3.343_057_558_358_812_810_5e4,
        6.726_577_092_700_870_085_3e4,
        4.592_195_393_154_987_145_7e4,
        1.373_169_376_550_946_112_5e4,
        1.971_590_950_306_551_442_7e3,
        1.331_416_678_917_843_774_5e2,
        3.387_132_872_796_366_608_0e0,
    ],
    [
        5.226_495_278_852_854_561_0e3,
        2.872_908_573_572_194_267_4e4,
        3.930_789_580_009_271_061_0e4,
        2.121_379_430_158_659_586_7e4,
        5.394_196_021_424_751_107_7e3,
        6.871_870_074_920_579_083_0e2,
        4.231_333_070_160_091_125_2e1,
        1.0,
    ],
);

const TAIL: ([f64; 8], [f64; 8]) = (
    [
        7.745_450_142_783_414_076_40e-4,
        2.272_384_498_926_918_458_33e-2,
        2.417_807_251_774_506_117_70e-1,
        1.270_458_252_452_368_382_58e0,
        3.647_848_324_763_204_605_04e0,
        5.769_497_221_460_691_405_50e0,
        4.630_337_846_156_545_295_90e0,
        1.423_437_110_749_683_577_34e0,
    ],
    [
        1.050_750_071_644_416_843_24e-9,
        5.475_938_084_995_344_946_00e-4,
        1.519_866_656_361_645_719_66e-2,
        1.481_039_764_274_800_745_90e-1,
        6.897_673_349_851_000_045_50e-1,
        1.676_384_830_183_803_849_40e0,
        2.053_191_626_637_758_821_87e0,
        1.0,
    ],
);

const FAR: ([f64; 8], [f64; 8]) = (
    [
        2.010_334_399_292_288_132_65e-7,
        2.711_555_568_743_487_578_15e-5,
        1.242_660_947_388_078_438_60e-3,
        2.653_218_952_657_612_309_30e-2,
        2.965_605_718_285_048_912_30e-1,
        1.784_826_539_917_291_335_80e0,
        5.463_784_911_164_114_369_90e0,
        6.657_904_643_501_103_777_20e0,
    ],
    [
        2.044_263_103_389_939_785_64e-15,
        1.421_511_758_316_445_888_70e-7,
        1.846_318_317_510_054_681_80e-5,
        7.868_691_311_456_132_591_00e-4,
        1.487_536_129_085_061_485_25e-2,
        1.369_298_809_227_358_053_10e-1,
        5.998_322_065_558_879_376_90e-1,
        1.0,
    ],
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_has_its_share_below_it() {
        for share in [1e-300, 1e-20, 1e-11, 1e-6, 0.02, 0.075, 0.3, 0.5, 0.7, 0.95, 0.999_999] {
            let found = below(quantile(share));
            assert!((found / share - 1.0).abs() < 1e-12, "{share}: {found}");
        }
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
