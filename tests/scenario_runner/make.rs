//! Commands that make tensors out of nothing.

use super::read::{bytes, dtype, integers, number};
use super::run::Run;
use super::words::Word;
use super::{Answer, Kind, one, words_of};
use tenure::api::{random, tensor};
use tenure::error::Result;

type Filled = fn(u64, i32, i32, &[i64]) -> Result<u64>;
const FILLED: [(&str, Filled); 4] =
    [("zeros", tensor::zeros), ("ones", tensor::ones), ("rand", tensor::rand), ("randn", tensor::randn)];

const CPU: i32 = 0;

/// Runs `name` if it is one of this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    if let Some((_, make)) = FILLED.iter().find(|(filled, _)| *filled == name) {
        return Some(filled(run, *make, args));
    }
    Some(match name {
        "full" => full(run, args),
        "arange" => arange(run, args),
        "from_values" => from_values(run, args),
        "seed" => seed(args),
        _ => return None,
    })
}

fn filled(run: &Run, make: Filled, args: &[Word]) -> Answer {
    let [kind, dims] = words_of(args)?;
    let (kind, dims) = (dtype(kind)?, integers(dims)?);
    one(Kind::Tensor, make(run.owner(), CPU, kind.code(), &dims)?)
}

fn full(run: &Run, args: &[Word]) -> Answer {
    let [kind, value, dims] = words_of(args)?;
    let (kind, value, dims) = (dtype(kind)?, number(value)?, integers(dims)?);
    one(Kind::Tensor, tensor::full(run.owner(), CPU, kind.code(), value, &dims)?)
}

fn arange(run: &Run, args: &[Word]) -> Answer {
    let [kind, start, end, step] = words_of(args)?;
    let (kind, start, end, step) = (dtype(kind)?, number(start)?, number(end)?, number(step)?);
    one(Kind::Tensor, tensor::arange(run.owner(), CPU, kind.code(), start, end, step)?)
}

fn from_values(run: &Run, args: &[Word]) -> Answer {
    let [kind, dims, values] = words_of(args)?;
    let (kind, dims) = (dtype(kind)?, integers(dims)?);
    let data = bytes(kind, values)?;
    one(Kind::Tensor, tensor::from_data(run.owner(), CPU, kind.code(), &data, &dims)?)
}

fn seed(args: &[Word]) -> Answer {
    let [value] = words_of(args)?;
    random::seed(number(value)?)?;
    Ok(Vec::new())
}
