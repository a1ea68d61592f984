//! Commands that create tensors from values, and the stream of random numbers. Commands without
//! operands are generated.

use super::generated;
use super::read::{bytes, dtype, integers, number};
use super::run::Run;
use super::words::Word;
use super::{Answer, Kind, one, words_of};
use tenure::api::{random, tensor};

/// The default device of the owner.
const OF_SCOPE: i32 = -1;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    if let Some(answer) = generated::make(run, name, args) {
        return Some(answer);
    }
    Some(match name {
        "from_values" => from_values(run, args),
        "seed" => seed(args),
        _ => return None,
    })
}

fn from_values(run: &Run, args: &[Word]) -> Answer {
    let [kind, dims, values] = words_of(args)?;
    let (kind, dims) = (dtype(kind)?, integers(dims)?);
    let data = bytes(kind, values)?;
    one(Kind::Tensor, tensor::from_data(run.owner(), OF_SCOPE, kind.code(), &data, &dims)?)
}

fn seed(args: &[Word]) -> Answer {
    let [value] = words_of(args)?;
    random::seed(number(value)?)?;
    Ok(Vec::new())
}
