//! Checkpoints of trainers: one `.safetensors` file.
//!
//! ```text
//!   module.0.weight             the state of the module, by PyTorch's names
//!   optimizer.state.0.exp_avg   the state of the optimizer
//!   pending.0                   gradients that wait for an update
//!   averaged.module.0.weight    the state of the average of the weights
//!   metadata                    training: JSON; param_groups: JSON; scheduler: JSON
//! ```
//!
//! Invariant: loading changes all or nothing. What can be checked is checked first; the states that
//! were replaced are put back if a later one is refused.

use super::training::Trainer;
use crate::error::{Error, Result};
use crate::io::safetensors::{self, Reader};
use crate::nn::module::LoadOptions;
use crate::nn::trainer::{Course, LossScale};
use crate::ops;
use crate::tensor::Tensor;
use serde_json::{Value, json};
use std::path::Path;

/// Names in the metadata.
const TRAINING: &str = "training";
const GROUPS: &str = "param_groups";
const SCHEDULER: &str = "scheduler";

type Named = (String, Tensor);

/// Writes a checkpoint. Errors: `BUSY`, `IO`; the old file stays whole.
pub(super) fn save(trainer: &Trainer, path: &Path) -> Result<()> {
    let _exclusive = trainer.inner.exclusive()?;
    let with = trainer.with.lock().clone();
    let (pending, held) = trainer.inner.pending();
    let course = trainer.inner.with_course(|course, _| course.to_json());
    let (seed, words) = ops::stream();
    let counts = trainer.inner.counts();
    let loader = with.loader.map(|loader| loader.position());
    let training = json!({
        "version": 1, "steps": counts.0, "updates": counts.1, "held": held, "course": course,
        "random": {"seed": seed, "words": words.to_string()},
        "loader": loader.map(|(epoch, batch)| json!({"epoch": epoch, "batch": batch})),
        "scaler": trainer.inner.loss_scale().map(LossScale::to_json),
    })
    .to_string();
    let scheduler = with.scheduler.map(|(scheduler, _)| scheduler.inner.state_dict());
    let module = trainer.inner.module().state_once();
    let averaged = trainer.inner.averaging().map(|averaging| averaging.averaged.state_once()).unwrap_or_default();
    trainer.optimizer.rule.with_state(|state, groups| {
        let mut all: Vec<Named> = Vec::new();
        all.extend(module.iter().map(|(name, slot)| (format!("module.{name}"), slot.value().untracked())));
        all.extend(averaged.iter().map(|(name, slot)| (format!("averaged.{name}"), slot.value().untracked())));
        all.extend(state.iter().map(|(name, tensor)| (format!("optimizer.{name}"), (*tensor).clone())));
        all.extend(pending.iter().enumerate().map(|(i, tensor)| (format!("pending.{i}"), tensor.clone())));
        let named: Vec<(&str, &Tensor)> = all.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        let mut metadata = vec![(TRAINING, training.as_str()), (GROUPS, groups)];
        metadata.extend(scheduler.as_deref().map(|text| (SCHEDULER, text)));
        safetensors::save_with(path, &named, &metadata)
    })
}

/// What a file has.
struct Saved {
    module: Vec<Named>,
    optimizer: Vec<Named>,
    pending: Vec<Tensor>,
    averaged: Vec<Named>,
    groups: String,
    scheduler: Option<String>,
    training: Value,
}

/// Goes on from a checkpoint. Errors: `BUSY`, `IO`, `INVALID_ARGUMENT`, `SHAPE_MISMATCH`; then nothing
/// has changed.
pub(super) fn load(trainer: &Trainer, path: &Path) -> Result<()> {
    let about = |error: Error| error.context(format_args!("reading '{}'", path.display()));
    let saved = read(path).map_err(about)?;
    restore(trainer, saved).map_err(about)
}

fn read(path: &Path) -> Result<Saved> {
    let mut reader = Reader::open(path)?;
    let metadata = reader.metadata().to_vec();
    let text = |name: &str| metadata.iter().find(|(there, _)| there == name).map(|(_, text)| text.clone());
    let needed = |name: &str| {
        text(name).ok_or_else(|| Error::io(format!("its metadata has no '{name}', as that of a checkpoint has")))
    };
    let training = serde_json::from_str(&needed(TRAINING)?)
        .map_err(|error| Error::io(format!("its metadata '{TRAINING}' is not JSON: {error}")))?;
    let (groups, scheduler) = (needed(GROUPS)?, text(SCHEDULER));
    let (mut module, mut optimizer, mut pending, mut averaged) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for name in reader.names() {
        let tensor = reader.load(&name, None)?;
        if let Some(rest) = name.strip_prefix("module.") {
            module.push((rest.to_owned(), tensor));
        } else if let Some(rest) = name.strip_prefix("optimizer.") {
            optimizer.push((rest.to_owned(), tensor));
        } else if let Some(rest) = name.strip_prefix("averaged.") {
            averaged.push((rest.to_owned(), tensor));
        } else if let Some(at) = name.strip_prefix("pending.").and_then(|at| at.parse::<usize>().ok()) {
            pending.push((at, tensor));
        } else {
            return Err(Error::io(format!("'{name}' is not a tensor of a checkpoint")));
        }
    }
    pending.sort_by_key(|(at, _)| *at);
    let pending = pending.into_iter().map(|(_, tensor)| tensor).collect();
    Ok(Saved { module, optimizer, pending, averaged, groups, scheduler, training })
}

fn restore(trainer: &Trainer, saved: Saved) -> Result<()> {
    let _exclusive = trainer.inner.exclusive()?;
    let with = trainer.with.lock().clone();
    let missing = |what: &str| Error::io(format!("'{what}' is missing in its metadata"));
    let number = |of: &Value, name: &str| of.get(name).and_then(Value::as_u64).ok_or_else(|| missing(name));
    let training = &saved.training;
    let counts = (number(training, "steps")?, number(training, "updates")?);
    let held = number(training, "held")?;
    let course = Course::of_json(training.get("course").ok_or_else(|| missing("course"))?)?;
    let random = training.get("random").ok_or_else(|| missing("random"))?;
    let words = random.get("words").and_then(Value::as_str).and_then(|words| words.parse::<u128>().ok());
    let (seed, words) = (number(random, "seed")?, words.ok_or_else(|| missing("words"))?);
    let position = match (training.get("loader").filter(|value| !value.is_null()), &with.loader) {
        (Some(at), Some(loader)) => Some((loader, number(at, "epoch")?, number(at, "batch")?)),
        _ => None,
    };
    if let Some((loader, _, batch)) = &position
        && *batch > loader.batches()
    {
        return Err(Error::argument(format!("batch {batch} is above the {} batches of an epoch", loader.batches())));
    }
    let scheduler = match (&with.scheduler, &saved.scheduler) {
        (Some((scheduler, _)), Some(text)) => Some((&scheduler.inner, text)),
        (None, None) => None,
        (Some(_), None) => return Err(Error::argument("the checkpoint has no scheduler, the trainer has one")),
        (None, Some(_)) => return Err(Error::argument("the checkpoint has a scheduler, the trainer has none")),
    };
    let averaged = trainer.inner.averaging().map(|averaging| averaging.averaged);
    if averaged.is_some() == saved.averaged.is_empty() {
        let (there, wanted) = if averaged.is_some() { ("no average", "one") } else { ("an average", "none") };
        return Err(Error::argument(format!("the checkpoint has {there} of the weights, the trainer has {wanted}")));
    }
    let scale = match (trainer.inner.loss_scale(), training.get("scaler").filter(|value| !value.is_null())) {
        (Some(scale), Some(at)) => Some(scale.at_json(at)?),
        (scale, _) => scale,
    };
    let optimizer = &trainer.optimizer.rule;
    let (state, groups) = optimizer.with_state(|state, groups| {
        let copied = |(name, tensor): &(&str, &Tensor)| Ok(((*name).to_owned(), ops::copy(tensor)?));
        Ok((state.iter().map(copied).collect::<Result<Vec<Named>>>()?, groups.to_owned()))
    })?;
    let before = scheduler.map(|(scheduler, _)| (scheduler, scheduler.state_dict()));
    optimizer.load_state(&saved.optimizer, &saved.groups)?;
    let rest = || {
        if let Some((scheduler, text)) = scheduler {
            scheduler.load_state_dict(text)?;
        }
        let given: Vec<(&str, &Tensor)> = saved.module.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        trainer.inner.check_pending(&saved.pending, held)?;
        let how = LoadOptions { strict: true, strip_prefixes: false };
        let Some(averaged) = &averaged else { return trainer.inner.module().load(&given, how) };
        let given_average: Vec<(&str, &Tensor)> =
            saved.averaged.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        let old =
            averaged.state_once().into_iter().map(|(name, slot)| Ok((name, ops::copy(&slot.value().untracked())?)));
        let old = old.collect::<Result<Vec<Named>>>()?;
        averaged.load(&given_average, how)?;
        trainer.inner.module().load(&given, how).inspect_err(|_| {
            let old: Vec<(&str, &Tensor)> = old.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
            let _ = averaged.load(&old, how); // it had these values a moment ago
        })
    };
    if let Err(error) = rest() {
        // Both took these states a moment ago.
        let _ = optimizer.load_state(&state, &groups);
        let _ = before.map(|(scheduler, text)| scheduler.load_state_dict(&text));
        return Err(error);
    }
    trainer.inner.restore(counts, saved.pending, held, course, scale)?;
    if let Some((loader, epoch, batch)) = position {
        loader.seek(epoch, batch)?;
    }
    ops::set_stream(seed, words);
    Ok(())
}
