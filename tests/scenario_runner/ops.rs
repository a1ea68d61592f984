//! Commands that compute: views, operations, gradients.

use super::read::{bytes, device, dtype, integers, number};
use super::run::Run;
use super::words::Word;
use super::{Answer, Bound, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{sgd, tape, tensor};
use tenure::error::Result;
use tenure::tensor::DType;

type Unary = fn(u64, u64) -> Result<u64>;
const UNARY: [(&str, Unary); 15] = [
    ("alias", tensor::alias),
    ("contiguous", tensor::contiguous),
    ("copy", tensor::copy),
    ("squeeze_all", tensor::squeeze_all),
    ("neg", tensor::neg),
    ("exp", tensor::exp),
    ("log", tensor::log),
    ("sqrt", tensor::sqrt),
    ("abs", tensor::abs),
    ("relu", tensor::relu),
    ("sigmoid", tensor::sigmoid),
    ("softplus", tensor::softplus),
    ("gelu", tensor::gelu),
    ("gelu_tanh", tensor::gelu_tanh),
    ("tanh", tensor::tanh),
];

type Binary = fn(u64, u64, u64) -> Result<u64>;
const BINARY: [(&str, Binary); 16] = [
    ("add", tensor::add),
    ("sub", tensor::sub),
    ("mul", tensor::mul),
    ("div", tensor::div),
    ("pow", tensor::pow),
    ("maximum", tensor::maximum),
    ("minimum", tensor::minimum),
    ("eq", tensor::eq),
    ("ne", tensor::ne),
    ("lt", tensor::lt),
    ("le", tensor::le),
    ("gt", tensor::gt),
    ("ge", tensor::ge),
    ("matmul", tensor::matmul),
    ("cross_entropy", tensor::cross_entropy),
    ("nll_loss", tensor::nll_loss),
];

type Scalar = fn(u64, u64, f64) -> Result<u64>;
const SCALAR: [(&str, Scalar); 15] = [
    ("add_scalar", tensor::add_scalar),
    ("sub_scalar", tensor::sub_scalar),
    ("rsub_scalar", tensor::rsub_scalar),
    ("mul_scalar", tensor::mul_scalar),
    ("div_scalar", tensor::div_scalar),
    ("rdiv_scalar", tensor::rdiv_scalar),
    ("pow_scalar", tensor::pow_scalar),
    ("maximum_scalar", tensor::maximum_scalar),
    ("minimum_scalar", tensor::minimum_scalar),
    ("eq_scalar", tensor::eq_scalar),
    ("ne_scalar", tensor::ne_scalar),
    ("lt_scalar", tensor::lt_scalar),
    ("le_scalar", tensor::le_scalar),
    ("gt_scalar", tensor::gt_scalar),
    ("ge_scalar", tensor::ge_scalar),
];

type Axis = fn(u64, u64, i64) -> Result<u64>;
const AXIS: [(&str, Axis); 5] = [
    ("squeeze", tensor::squeeze),
    ("unsqueeze", tensor::unsqueeze),
    ("softmax", tensor::softmax),
    ("log_softmax", tensor::log_softmax),
    ("one_hot", tensor::one_hot),
];

type Dims = fn(u64, u64, &[i64]) -> Result<u64>;
const DIMS: [(&str, Dims); 3] =
    [("reshape", tensor::reshape), ("expand", tensor::expand), ("permute", tensor::permute)];

type Reduce = fn(u64, u64, &[i64], bool) -> Result<u64>;
const REDUCE: [(&str, Reduce); 5] = [
    ("sum", tensor::sum),
    ("mean", tensor::mean),
    ("max", tensor::max),
    ("min", tensor::min),
    ("argmax", tensor::argmax),
];

type Join = fn(u64, &[u64], i64) -> Result<u64>;
const JOIN: [(&str, Join); 2] = [("concat", tensor::concat), ("stack", tensor::stack)];

type InPlace = fn(u64, u64) -> Result<()>;
const IN_PLACE: [(&str, InPlace); 4] = [
    ("add_in_place", tensor::add_in_place),
    ("sub_in_place", tensor::sub_in_place),
    ("mul_in_place", tensor::mul_in_place),
    ("div_in_place", tensor::div_in_place),
];

type ScalarInPlace = fn(u64, f64) -> Result<()>;
const SCALAR_IN_PLACE: [(&str, ScalarInPlace); 5] = [
    ("add_scalar_in_place", tensor::add_scalar_in_place),
    ("sub_scalar_in_place", tensor::sub_scalar_in_place),
    ("mul_scalar_in_place", tensor::mul_scalar_in_place),
    ("div_scalar_in_place", tensor::div_scalar_in_place),
    ("fill", tensor::fill),
];

fn find<F: Copy>(table: &[(&str, F)], name: &str) -> Option<F> {
    table.iter().find(|(known, _)| *known == name).map(|(_, f)| *f)
}

/// Runs `name` if it is one of this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    let run = &*run;
    if let Some(f) = find(&UNARY, name) {
        return Some(words_of(args).and_then(|[t]| one(Kind::Tensor, f(run.owner(), run.tensor(t)?)?)));
    }
    if let Some(f) = find(&BINARY, name) {
        return Some(
            words_of(args).and_then(|[a, b]| one(Kind::Tensor, f(run.owner(), run.tensor(a)?, run.tensor(b)?)?)),
        );
    }
    if let Some(f) = find(&SCALAR, name) {
        return Some(
            words_of(args).and_then(|[t, value]| one(Kind::Tensor, f(run.owner(), run.tensor(t)?, number(value)?)?)),
        );
    }
    if let Some(f) = find(&AXIS, name) {
        return Some(
            words_of(args).and_then(|[t, axis]| one(Kind::Tensor, f(run.owner(), run.tensor(t)?, number(axis)?)?)),
        );
    }
    if let Some(f) = find(&DIMS, name) {
        return Some(
            words_of(args).and_then(|[t, dims]| one(Kind::Tensor, f(run.owner(), run.tensor(t)?, &integers(dims)?)?)),
        );
    }
    if let Some(f) = find(&REDUCE, name) {
        return Some(reduce(run, f, args));
    }
    if let Some(f) = find(&JOIN, name) {
        return Some(
            some_words_of(args)
                .and_then(|([axis], rest)| one(Kind::Tensor, f(run.owner(), &run.tensors(rest)?, number(axis)?)?)),
        );
    }
    if let Some(f) = find(&IN_PLACE, name) {
        return Some(words_of(args).and_then(|[t, other]| nothing(f(run.tensor(t)?, run.tensor(other)?))));
    }
    if let Some(f) = find(&SCALAR_IN_PLACE, name) {
        return Some(words_of(args).and_then(|[t, value]| nothing(f(run.tensor(t)?, number(value)?))));
    }
    Some(match name {
        "transpose" => transpose(run, args),
        "slice" => slice(run, args),
        "select" => select(run, args),
        "index_select" => index_select(run, args),
        "cast" => cast(run, args),
        "to_device" => to_device(run, args),
        "where" => where_(run, args),
        "zero" => words_of(args).and_then(|[t]| nothing(tensor::zero(run.tensor(t)?))),
        "copy_from" => copy_from(run, args),
        "tape_open" => words_of(args).and_then(|[]| one(Kind::Tape, tape::open(run.owner())?)),
        "tape_watch" => tape_watch(run, args),
        "tape_backward" => tape_backward(run, args),
        "sgd_create" => sgd_create(run, args),
        "sgd_step" => sgd_step(run, args),
        _ => return None,
    })
}

fn nothing(result: Result<()>) -> Answer {
    result?;
    Ok(Vec::new())
}

fn reduce(run: &Run, f: Reduce, args: &[Word]) -> Answer {
    let (t, axes, keepdim) = match args {
        [t] => (t, Vec::new(), false),
        [t, axes] => (t, integers(axes)?, false),
        [t, axes, keepdim] if keepdim.is("keepdim") => (t, integers(axes)?, true),
        _ => return wrong("a tensor, axes and 'keepdim' are what it takes"),
    };
    one(Kind::Tensor, f(run.owner(), run.tensor(t)?, &axes, keepdim)?)
}

fn transpose(run: &Run, args: &[Word]) -> Answer {
    let [t, a, b] = words_of(args)?;
    one(Kind::Tensor, tensor::transpose(run.owner(), run.tensor(t)?, number(a)?, number(b)?)?)
}

fn slice(run: &Run, args: &[Word]) -> Answer {
    let [t, axis, start, end, step] = words_of(args)?;
    let (axis, start, end, step) = (number(axis)?, number(start)?, number(end)?, number(step)?);
    one(Kind::Tensor, tensor::slice(run.owner(), run.tensor(t)?, axis, start, end, step)?)
}

fn select(run: &Run, args: &[Word]) -> Answer {
    let [t, axis, index] = words_of(args)?;
    one(Kind::Tensor, tensor::select(run.owner(), run.tensor(t)?, number(axis)?, number(index)?)?)
}

fn index_select(run: &Run, args: &[Word]) -> Answer {
    let [t, axis, index] = words_of(args)?;
    one(Kind::Tensor, tensor::index_select(run.owner(), run.tensor(t)?, number(axis)?, run.tensor(index)?)?)
}

fn cast(run: &Run, args: &[Word]) -> Answer {
    let [t, to] = words_of(args)?;
    one(Kind::Tensor, tensor::cast(run.owner(), run.tensor(t)?, dtype(to)?.code())?)
}

fn to_device(run: &Run, args: &[Word]) -> Answer {
    let [t, to] = words_of(args)?;
    one(Kind::Tensor, tensor::to_device(run.owner(), run.tensor(t)?, device(to)?)?)
}

fn where_(run: &Run, args: &[Word]) -> Answer {
    let [cond, a, b] = words_of(args)?;
    one(Kind::Tensor, tensor::where_(run.owner(), run.tensor(cond)?, run.tensor(a)?, run.tensor(b)?)?)
}

fn copy_from(run: &Run, args: &[Word]) -> Answer {
    let [t, values] = words_of(args)?;
    let t = run.tensor(t)?;
    let kind = DType::from_code(tensor::dtype(t)?)?;
    nothing(tensor::copy_from(t, &bytes(kind, values)?))
}

fn tape_watch(run: &Run, args: &[Word]) -> Answer {
    let [on, t] = words_of(args)?;
    one(Kind::Tensor, tape::watch(run.owner(), run.handle(Kind::Tape, on)?, run.tensor(t)?)?)
}

fn tape_backward(run: &Run, args: &[Word]) -> Answer {
    let ([on, loss], wrt) = some_words_of(args)?;
    let wrt = run.tensors(wrt)?;
    let gradients = tape::backward(run.owner(), run.handle(Kind::Tape, on)?, run.tensor(loss)?, &wrt)?;
    Ok(gradients.into_iter().map(|handle| Bound { kind: Kind::Tensor, handle, forged: false }).collect())
}

fn sgd_create(run: &Run, args: &[Word]) -> Answer {
    let ([lr, momentum], params) = some_words_of(args)?;
    let params = run.tensors(params)?;
    one(Kind::Sgd, sgd::create(run.owner(), &params, number(lr)?, number(momentum)?)?)
}

fn sgd_step(run: &Run, args: &[Word]) -> Answer {
    let ([optimizer], grads) = some_words_of(args)?;
    nothing(sgd::step(run.handle(Kind::Sgd, optimizer)?, &run.tensors(grads)?))
}
