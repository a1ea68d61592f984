//! Commands that compute and are not generated: gradients, and commands with their own syntax.

use super::generated;
use super::read::{bytes, integers, number, scalar};
use super::run::Run;
use super::words::Word;
use super::{Answer, Bound, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{sgd, tape, tensor};
use tenure::error::{Result, named};
use tenure::tensor::DType;

/// A reduction over axes, by its name.
pub type Reduce<'a> = (&'a str, fn(u64, u64, &[i64], bool) -> Result<u64>);

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    let run = &*run;
    if let Some(answer) = generated::compute(run, name, args) {
        return Some(answer);
    }
    Some(match name {
        "copy_from" => copy_from(run, args),
        "set_element" => set_element(run, args),
        "tape_open" => words_of(args).and_then(|[]| one(Kind::Tape, tape::open(run.owner())?)),
        "tape_watch" => tape_watch(run, args),
        "tape_backward" => tape_backward(run, args),
        "sgd_create" => sgd_create(run, args),
        "sgd_step" => sgd_step(run, args),
        _ => return None,
    })
}

/// The results of a command without any.
pub fn nothing(result: Result<()>) -> Answer {
    result?;
    Ok(Vec::new())
}

/// A reduction, whose last words may be omitted.
pub fn reduce(run: &Run, (name, f): Reduce, args: &[Word]) -> Answer {
    let (t, axes, keepdim) = match args {
        [t] => (t, Vec::new(), false),
        [t, axes] => (t, integers(axes)?, false),
        [t, axes, keepdim] if keepdim.is("keepdim") => (t, integers(axes)?, true),
        _ => return wrong("a tensor, axes and 'keepdim' are what it takes"),
    };
    one(Kind::Tensor, named(name, f(run.owner(), run.tensor(t)?, &axes, keepdim))?)
}

fn copy_from(run: &Run, args: &[Word]) -> Answer {
    let [t, values] = words_of(args)?;
    let t = run.tensor(t)?;
    let kind = DType::from_code(tensor::dtype(t)?)?;
    nothing(tensor::copy_from(t, &bytes(kind, values)?))
}

fn set_element(run: &Run, args: &[Word]) -> Answer {
    let [t, indices, value] = words_of(args)?;
    nothing(tensor::set_at_scalar(run.tensor(t)?, &integers(indices)?, scalar(value)?))
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
