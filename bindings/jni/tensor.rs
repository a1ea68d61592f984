//! Making tensors, and computing with them element by element.

use super::array::short;
use super::env::Object;
use super::method::natives;
use crate::api::tensor;

natives! {
    c"zeros" c"(JIIIJJJJ)J" |env, scope: u64, device: i32, dtype: i32, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::zeros(scope, device, dtype, short(&[v0, v1, v2, v3], n))
    }
    c"zeros" c"(JII[J)J" |env, scope: u64, device: i32, dtype: i32, shape: Object| -> u64 {
        tensor::zeros(scope, device, dtype, env.longs(shape)?.numbers())
    }
    c"empty" c"(JIIIJJJJ)J" |env, scope: u64, device: i32, dtype: i32, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::empty(scope, device, dtype, short(&[v0, v1, v2, v3], n))
    }
    c"empty" c"(JII[J)J" |env, scope: u64, device: i32, dtype: i32, shape: Object| -> u64 {
        tensor::empty(scope, device, dtype, env.longs(shape)?.numbers())
    }
    c"ones" c"(JIIIJJJJ)J" |env, scope: u64, device: i32, dtype: i32, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::ones(scope, device, dtype, short(&[v0, v1, v2, v3], n))
    }
    c"ones" c"(JII[J)J" |env, scope: u64, device: i32, dtype: i32, shape: Object| -> u64 {
        tensor::ones(scope, device, dtype, env.longs(shape)?.numbers())
    }
    c"rand" c"(JIIIJJJJ)J" |env, scope: u64, device: i32, dtype: i32, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::rand(scope, device, dtype, short(&[v0, v1, v2, v3], n))
    }
    c"rand" c"(JII[J)J" |env, scope: u64, device: i32, dtype: i32, shape: Object| -> u64 {
        tensor::rand(scope, device, dtype, env.longs(shape)?.numbers())
    }
    c"randn" c"(JIIIJJJJ)J" |env, scope: u64, device: i32, dtype: i32, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::randn(scope, device, dtype, short(&[v0, v1, v2, v3], n))
    }
    c"randn" c"(JII[J)J" |env, scope: u64, device: i32, dtype: i32, shape: Object| -> u64 {
        tensor::randn(scope, device, dtype, env.longs(shape)?.numbers())
    }
    c"full" c"(JIIDIJJJJ)J"
    |env, scope: u64, device: i32, dtype: i32, value: f64, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::full(scope, device, dtype, value, short(&[v0, v1, v2, v3], n))
    }
    c"full" c"(JIID[J)J" |env, scope: u64, device: i32, dtype: i32, value: f64, shape: Object| -> u64 {
        tensor::full(scope, device, dtype, value, env.longs(shape)?.numbers())
    }
    c"arange" c"(JIIDDD)J" |env, scope: u64, device: i32, dtype: i32, start: f64, end: f64, step: f64| -> u64 {
        tensor::arange(scope, device, dtype, start, end, step)
    }
    c"add" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::add(scope, a, b) }
    c"sub" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::sub(scope, a, b) }
    c"mul" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::mul(scope, a, b) }
    c"div" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::div(scope, a, b) }
    c"pow" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::pow(scope, a, b) }
    c"maximum" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::maximum(scope, a, b) }
    c"minimum" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::minimum(scope, a, b) }
    c"eq" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::eq(scope, a, b) }
    c"ne" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::ne(scope, a, b) }
    c"lt" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::lt(scope, a, b) }
    c"le" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::le(scope, a, b) }
    c"gt" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::gt(scope, a, b) }
    c"ge" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::ge(scope, a, b) }
    c"addScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::add_scalar(scope, a, b) }
    c"subScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::sub_scalar(scope, a, b) }
    c"rsubScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::rsub_scalar(scope, a, b) }
    c"mulScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::mul_scalar(scope, a, b) }
    c"divScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::div_scalar(scope, a, b) }
    c"rdivScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::rdiv_scalar(scope, a, b) }
    c"powScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::pow_scalar(scope, a, b) }
    c"maximumScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::maximum_scalar(scope, a, b) }
    c"minimumScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::minimum_scalar(scope, a, b) }
    c"eqScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::eq_scalar(scope, a, b) }
    c"neScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::ne_scalar(scope, a, b) }
    c"ltScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::lt_scalar(scope, a, b) }
    c"leScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::le_scalar(scope, a, b) }
    c"gtScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::gt_scalar(scope, a, b) }
    c"geScalar" c"(JJD)J" |env, scope: u64, a: u64, b: f64| -> u64 { tensor::ge_scalar(scope, a, b) }
    c"neg" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::neg(scope, t) }
    c"exp" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::exp(scope, t) }
    c"log" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::log(scope, t) }
    c"sqrt" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::sqrt(scope, t) }
    c"abs" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::abs(scope, t) }
    c"relu" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::relu(scope, t) }
    c"sigmoid" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::sigmoid(scope, t) }
    c"tanh" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::tanh(scope, t) }
    c"where" c"(JJJJ)J" |env, scope: u64, condition: u64, a: u64, b: u64| -> u64 { tensor::where_(scope, condition, a, b) }
    c"addInPlace" c"(JJ)V" |env, t: u64, other: u64| -> () { tensor::add_in_place(t, other) }
    c"subInPlace" c"(JJ)V" |env, t: u64, other: u64| -> () { tensor::sub_in_place(t, other) }
    c"mulInPlace" c"(JJ)V" |env, t: u64, other: u64| -> () { tensor::mul_in_place(t, other) }
    c"divInPlace" c"(JJ)V" |env, t: u64, other: u64| -> () { tensor::div_in_place(t, other) }
    c"addScalarInPlace" c"(JD)V" |env, t: u64, other: f64| -> () { tensor::add_scalar_in_place(t, other) }
    c"subScalarInPlace" c"(JD)V" |env, t: u64, other: f64| -> () { tensor::sub_scalar_in_place(t, other) }
    c"mulScalarInPlace" c"(JD)V" |env, t: u64, other: f64| -> () { tensor::mul_scalar_in_place(t, other) }
    c"divScalarInPlace" c"(JD)V" |env, t: u64, other: f64| -> () { tensor::div_scalar_in_place(t, other) }
    c"fill" c"(JD)V" |env, t: u64, value: f64| -> () { tensor::fill(t, value) }
    c"zero" c"(J)V" |env, t: u64| -> () { tensor::zero(t) }
}
