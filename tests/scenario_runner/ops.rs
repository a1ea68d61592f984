//! Commands that compute and are not generated: gradients, and commands with their own syntax.

use super::generated;
use super::read::{bytes, integers, number, scalar};
use super::run::Run;
use super::words::Word;
use super::{Answer, Bound, Kind, one, several, some_words_of, words_of, wrong};
use tenure::api::{data_loader, no_grad, optimizer, scheduler, scope, tape, tensor};
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
        "scheduler_step_lr" | "scheduler_linear_lr" | "scheduler_cosine_lr" | "scheduler_plateau" => {
            scheduler(run, name, args)
        }
        "scheduler_then" => scheduler_then(run, args),
        "scheduler_step" => words_of(args).and_then(|[s]| nothing(scheduler::step(run.handle(Kind::Scheduler, s)?))),
        "scheduler_metric" => words_of(args)
            .and_then(|[s, metric]| nothing(scheduler::step_metric(run.handle(Kind::Scheduler, s)?, number(metric)?))),
        "data_loader" => data_loader(run, args),
        "data_loader_next" => words_of(args)
            .and_then(|[loader]| several(&data_loader::next(run.owner(), run.handle(Kind::DataLoader, loader)?)?)),
        "data_loader_seek" => words_of(args).and_then(|[loader, epoch, batch]| {
            nothing(data_loader::seek(run.handle(Kind::DataLoader, loader)?, number(epoch)?, number(batch)?))
        }),
        "data_loader_subset" => words_of(args).and_then(|[loader, rows]| {
            nothing(data_loader::subset(run.handle(Kind::DataLoader, loader)?, run.tensor(rows)?))
        }),
        "data_loader_weighted" => words_of(args).and_then(|[loader, weights, count, replacement]| {
            let (loader, weights) = (run.handle(Kind::DataLoader, loader)?, run.tensor(weights)?);
            nothing(data_loader::weighted(loader, weights, number(count)?, replacement.text == "true"))
        }),
        "data_loader_shard" => words_of(args).and_then(|[loader, index, count]| {
            nothing(data_loader::shard(run.handle(Kind::DataLoader, loader)?, number(index)?, number(count)?))
        }),
        "optimizer_sgd" => optimizer_sgd(run, args),
        "optimizer_create" => optimizer_create(run, args),
        "optimizer_step" => optimizer_step(run, args),
        "optimizer_step_leaves" => {
            words_of(args).and_then(|[by]| nothing(optimizer::step_leaves(run.handle(Kind::Optimizer, by)?)))
        }
        "optimizer_zero_gradients" => {
            words_of(args).and_then(|[by]| nothing(optimizer::zero_gradients(run.handle(Kind::Optimizer, by)?)))
        }
        "no_grad_open" => words_of(args).and_then(|[]| one(Kind::NoGrad, no_grad::open(run.owner())?)),
        "optimizer_step_closure" => optimizer_step_closure(run, args),
        "optimizer_add" => optimizer_add(run, args),
        "optimizer_set" => optimizer_set(run, args),
        "optimizer_state" => optimizer_state(run, args),
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

fn data_loader(run: &Run, args: &[Word]) -> Answer {
    let ([size, shuffle, seed, drop_last], tensors) = some_words_of(args)?;
    let (tensors, size) = (run.tensors(tensors)?, number(size)?);
    let (shuffle, drop_last) = (shuffle.text == "true", drop_last.text == "true");
    one(Kind::DataLoader, data_loader::new(run.owner(), &tensors, size, shuffle, number(seed)?, drop_last)?)
}

/// With its own parameters, and PyTorch's for all others.
fn scheduler(run: &Run, name: &str, args: &[Word]) -> Answer {
    let ([by], numbers) = some_words_of(args)?;
    let (owner, by) = (run.owner(), run.handle(Kind::Optimizer, by)?);
    let made = match (name, numbers) {
        ("scheduler_step_lr", [size, gamma]) => scheduler::step_lr(owner, by, number(size)?, number(gamma)?),
        ("scheduler_linear_lr", [start, end, steps]) => {
            scheduler::linear_lr(owner, by, number(start)?, number(end)?, number(steps)?)
        }
        ("scheduler_cosine_lr", [steps, least]) => {
            scheduler::cosine_annealing_lr(owner, by, number(steps)?, number(least)?)
        }
        ("scheduler_plateau", [factor, patience]) => {
            let (factor, patience) = (number(factor)?, number(patience)?);
            scheduler::reduce_lr_on_plateau(owner, by, false, factor, patience, 1e-4, true, 0, 0.0, 1e-8)
        }
        _ => return wrong("other numbers"),
    };
    one(Kind::Scheduler, made?)
}

fn scheduler_then(run: &Run, args: &[Word]) -> Answer {
    let [first, next, milestone] = words_of(args)?;
    let (first, next) = (run.handle(Kind::Scheduler, first)?, run.handle(Kind::Scheduler, next)?);
    one(Kind::Scheduler, scheduler::then(run.owner(), first, next, number(milestone)?)?)
}

/// By the name of its rule in PyTorch, with PyTorch's settings.
fn optimizer_create(run: &Run, args: &[Word]) -> Answer {
    let ([rule, lr], params) = some_words_of(args)?;
    let (owner, params, lr) = (run.owner(), run.tensors(params)?, number(lr)?);
    let made = match rule.text.as_str() {
        "sgd" => optimizer::sgd(owner, &params, lr, 0.0, 0.0, 0.0, false, false),
        "adam" => optimizer::adam(owner, &params, lr, 0.9, 0.999, 1e-8, 0.0, false, false),
        "adam_w" => optimizer::adam_w(owner, &params, lr, 0.9, 0.999, 1e-8, 0.01, false, false),
        "n_adam" => optimizer::n_adam(owner, &params, lr, 0.9, 0.999, 1e-8, 0.0, 0.004, false, false),
        "r_adam" => optimizer::r_adam(owner, &params, lr, 0.9, 0.999, 1e-8, 0.0, false, false),
        "rms_prop" => optimizer::rms_prop(owner, &params, lr, 0.99, 1e-8, 0.0, 0.0, false, false),
        "adagrad" => optimizer::adagrad(owner, &params, lr, 0.0, 0.0, 0.0, 1e-10, false),
        "adadelta" => optimizer::adadelta(owner, &params, lr, 0.9, 1e-6, 0.0, false),
        "adamax" => optimizer::adamax(owner, &params, lr, 0.9, 0.999, 1e-8, 0.0, false),
        "lbfgs" => optimizer::lbfgs(owner, &params, lr, 20, 0, 1e-7, 1e-9, 100, false),
        "lbfgs_strong_wolfe" => optimizer::lbfgs(owner, &params, lr, 20, 0, 1e-7, 1e-9, 100, true),
        other => return wrong(format!("'{other}' is not a rule")),
    };
    one(Kind::Optimizer, made?)
}

fn optimizer_sgd(run: &Run, args: &[Word]) -> Answer {
    let ([lr, momentum], params) = some_words_of(args)?;
    let (params, lr, momentum) = (run.tensors(params)?, number(lr)?, number(momentum)?);
    one(Kind::Optimizer, optimizer::sgd(run.owner(), &params, lr, momentum, 0.0, 0.0, false, false)?)
}

fn optimizer_step(run: &Run, args: &[Word]) -> Answer {
    let ([by], grads) = some_words_of(args)?;
    nothing(optimizer::step(run.handle(Kind::Optimizer, by)?, &run.tensors(grads)?))
}

/// As `step(closure)` of the wrappers: evaluates until the optimizer needs no further loss.
fn optimizer_step_closure(run: &Run, args: &[Word]) -> Answer {
    let [by, parameter, target] = words_of(args)?;
    let by = run.handle(Kind::Optimizer, by)?;
    let (parameter, target) = (run.handle(Kind::Tensor, parameter)?, run.handle(Kind::Tensor, target)?);
    loop {
        let scope = scope::push(0)?;
        let again = evaluated(scope, by, parameter, target);
        scope::close(scope)?;
        match again {
            Ok(true) => {}
            Ok(false) => return nothing(Ok(())),
            Err(error) => {
                optimizer::cancel_step(by)?;
                return nothing(Err(error));
            }
        }
    }
}

/// Whether the optimizer needs a further loss after that of `sum((p - target)^4)`.
fn evaluated(scope: u64, by: u64, parameter: u64, target: u64) -> Result<bool> {
    optimizer::zero_gradients(by)?;
    let difference = tensor::sub(scope, parameter, target)?;
    let square = tensor::square(scope, difference)?;
    let loss = tensor::sum(scope, tensor::square(scope, square)?, &[], false)?;
    tensor::backward(loss, false)?;
    optimizer::step_loss(by, tensor::item(loss)?, &[])
}

fn optimizer_add(run: &Run, args: &[Word]) -> Answer {
    let ([by, lr, decay], params) = some_words_of(args)?;
    let (by, params) = (run.handle(Kind::Optimizer, by)?, run.tensors(params)?);
    nothing(optimizer::add_param_group(by, &params, number(lr)?, number(decay)?))
}

fn optimizer_set(run: &Run, args: &[Word]) -> Answer {
    let [by, group, name, value] = words_of(args)?;
    nothing(optimizer::set_setting(run.handle(Kind::Optimizer, by)?, number::<i64>(group)?, &name.text, number(value)?))
}

fn optimizer_state(run: &Run, args: &[Word]) -> Answer {
    let [by, name] = words_of(args)?;
    one(Kind::Tensor, optimizer::state_tensor(run.owner(), run.handle(Kind::Optimizer, by)?, &name.text)?)
}
