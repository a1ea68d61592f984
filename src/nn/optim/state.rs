//! The state of an optimizer in PyTorch's layout: tensors named `state.I.NAME` and the groups as
//! JSON.
//!
//! ```text
//!   state_dict()["state"][3]["exp_avg"]   tensor  state.3.exp_avg
//!   state_dict()["param_groups"]          JSON    [{"lr": 0.001, "betas": [0.9, 0.999], .., "params": [0, 1]}, ..]
//! ```
//!
//! The float32 masters of halves are named `state.I.master_param`.
//!
//! Invariant: what was saved and loaded continues with the same bits. Loading checks everything,
//! and makes every tensor, before it changes anything.

use super::course;
use super::group::{self, Param};
use super::optimizer::{Inner, Optimizer};
use super::rule::Rule;
use super::search::Course;
use super::setting::{Range, Setting};
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Shape, Tensor, shape};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The name of a master.
const MASTER: &str = "master_param";

impl Optimizer {
    /// Passes the tensors of the state with their names, in order, and the groups as JSON.
    /// Parameters that have made no step have no tensors. No step is made meanwhile.
    ///
    /// Errors: those of `read`, and of allocating tensors of one number.
    pub fn with_state<R>(&self, read: impl FnOnce(&[(&str, &Tensor)], &str) -> Result<R>) -> Result<R> {
        let inner = self.inner.lock();
        let all = inner.named()?;
        let named: Vec<(&str, &Tensor)> = all.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        read(&named, &inner.groups_json())
    }

    /// A copy of one tensor of the state. Errors: `INVALID_ARGUMENT` for a name that there is not.
    pub fn state_tensor(&self, name: &str) -> Result<Tensor> {
        let inner = self.inner.lock();
        let all = inner.named()?;
        let Some((_, tensor)) = all.iter().find(|(there, _)| there == name) else {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).take(10).collect();
            let (count, names) = (all.len(), names.join(", "));
            return Err(Error::argument(format!("the state has {count} tensors ({names}), none is '{name}'")));
        };
        ops::copy(tensor)
    }

    /// The whole layout of `state_dict()` as JSON, in which a tensor is its name.
    ///
    /// Errors: those of allocating tensors of one number.
    pub fn state_dict(&self) -> Result<String> {
        let inner = self.inner.lock();
        let mut state = Map::new();
        for (name, _) in inner.named()? {
            let mut parts = name.splitn(3, '.').skip(1);
            let (index, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let entry = state.entry(index).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(entry) = entry else { continue };
            // Those of a list are numbered, in order.
            match of.split_once('.') {
                Some((list, _)) => match entry.entry(list).or_insert_with(|| Value::Array(Vec::new())) {
                    Value::Array(list) => list.push(name.into()),
                    _ => continue,
                },
                None => drop(entry.insert(of.into(), name.clone().into())),
            }
        }
        Ok(format!("{{\"state\":{},\"param_groups\":{}}}", Value::Object(state), inner.groups_json()))
    }

    /// Replaces the state and the settings by those of another optimizer of the same rule and of
    /// parameters of the same shapes. Tensors are cast to the dtype of their parameter, as in
    /// PyTorch; settings that `groups` does not have stay.
    ///
    /// Errors: `INVALID_ARGUMENT` for groups that are not JSON, or of other numbers of parameters,
    /// for a setting out of range, and for tensors that are missing or too many, all named;
    /// `SHAPE_MISMATCH`. Nothing is then changed.
    pub fn load_state(&self, tensors: &[(String, Tensor)], groups: &str) -> Result<()> {
        let mut inner = self.inner.lock();
        let rules = inner.rules_of(groups)?;
        let mut tensors: BTreeMap<&str, &Tensor> = tensors.iter().map(|(name, t)| (name.as_str(), t)).collect();
        let course = match inner.plan() {
            Some(_) => Course::of(course::read(&mut tensors, inner.elements(), inner.params[0].tensor.dtype())?),
            None => Course::default(),
        };
        let params = inner.params_of(tensors, &rules)?;
        for (group, rule) in inner.groups.iter_mut().zip(rules) {
            group.rule = rule;
        }
        let old = (std::mem::replace(&mut inner.params, params), std::mem::replace(&mut inner.course, course));
        drop(inner);
        drop(old); // its tensors are released without the lock
        Ok(())
    }
}

impl Inner {
    /// The tensors of the state with their names; those of a number are made here.
    fn named(&self) -> Result<Vec<(String, Tensor)>> {
        let mut all = Vec::new();
        for (i, param) in self.params.iter().enumerate().filter(|(_, param)| param.steps > 0) {
            let rule = &*self.groups[param.group].rule;
            if rule.counts_steps() {
                all.push((format!("state.{i}.step"), scalar(param, param.steps as f32)?));
            }
            if let Some(name) = rule.product() {
                all.push((format!("state.{i}.{name}"), scalar(param, param.product)?));
            }
            for (name, tensor) in param.names.iter().zip(&param.state) {
                all.push((format!("state.{i}.{name}"), tensor.clone()));
            }
            all.extend(param.master.iter().map(|master| (format!("state.{i}.{MASTER}"), master.clone())));
        }
        if self.plan().is_some() {
            all.extend(course::named(&self.course.memory)?);
        }
        Ok(all)
    }

    /// The number of elements of all parameters.
    fn elements(&self) -> usize {
        self.params.iter().map(|param| param.tensor.size()).sum()
    }

    fn groups_json(&self) -> String {
        let groups = self.groups.iter().enumerate().map(|(i, group)| {
            let mut fields = settings_json(&mut *group.rule.copy());
            let params = self.params.iter().enumerate().filter(|(_, param)| param.group == i).map(|(at, _)| at);
            fields.insert("params".into(), params.collect::<Vec<usize>>().into());
            Value::Object(fields)
        });
        Value::Array(groups.collect()).to_string()
    }

    /// The rules of the groups that a text describes.
    fn rules_of(&self, groups: &str) -> Result<Vec<Box<dyn Rule>>> {
        let refused = |why: String| Error::argument(format!("param_groups: {why}"));
        let value: Value = serde_json::from_str(groups).map_err(|e| refused(e.to_string()))?;
        let list = value.as_array().ok_or_else(|| refused("it is not a list of groups".into()))?;
        if list.len() != self.groups.len() {
            return Err(refused(format!("it has {} groups, the optimizer {}", list.len(), self.groups.len())));
        }
        let mut rules = Vec::new();
        for (i, (given, group)) in list.iter().zip(&self.groups).enumerate() {
            let fields = given.as_object().ok_or_else(|| refused(format!("group {i} is not an object")))?;
            let count = self.params.iter().filter(|param| param.group == i).count();
            let there = fields.get("params").and_then(Value::as_array).map_or(0, Vec::len);
            if there != count {
                return Err(refused(format!("group {i} has {there} parameters, the optimizer's {count}")));
            }
            let mut rule = group.rule.copy();
            read_settings(&mut *rule, fields).map_err(|e| e.context(format_args!("param_groups: group {i}")))?;
            rules.push(rule);
        }
        Ok(rules)
    }

    /// The parameters with the state that tensors have by name.
    fn params_of(&self, mut given: BTreeMap<&str, &Tensor>, rules: &[Box<dyn Rule>]) -> Result<Vec<Param>> {
        let (mut params, mut missing) = (Vec::new(), Vec::new());
        for (i, param) in self.params.iter().enumerate() {
            let rule = &*rules[param.group];
            let mut now = Param::new(param.tensor.clone(), param.group);
            now.leaf.clone_from(&param.leaf);
            let prefix = format!("state.{i}.");
            if given.keys().any(|name| name.starts_with(&prefix)) {
                read_state(&mut now, (rule, self.masters), &prefix, &mut given, &mut missing)?;
            }
            params.push(now);
        }
        if missing.is_empty() && given.is_empty() {
            return Ok(params);
        }
        let listed = |names: Vec<String>| if names.is_empty() { "none".into() } else { names.join(", ") };
        let extra = given.keys().map(|name| (*name).to_owned()).collect();
        Err(Error::argument(format!(
            "the state of another optimizer: missing {}, unexpected {}",
            listed(missing),
            listed(extra)
        )))
    }
}

/// Takes the state of one parameter out of what is given.
fn read_state(
    param: &mut Param,
    (rule, masters): (&dyn Rule, bool),
    prefix: &str,
    given: &mut BTreeMap<&str, &Tensor>,
    missing: &mut Vec<String>,
) -> Result<()> {
    let mut take = |name: &str| {
        let name = format!("{prefix}{name}");
        let found = given.remove(name.as_str());
        if found.is_none() {
            missing.push(name);
        }
        found
    };
    param.steps = 1;
    if rule.counts_steps()
        && let Some(step) = take("step")
    {
        let steps = number(step, prefix)?;
        if !(steps >= 1.0 && steps.fract() == 0.0 && steps < 9e15) {
            return Err(Error::argument(format!("{prefix}step is {steps}, not a number of steps")));
        }
        param.steps = steps as u64;
    }
    if let Some(name) = rule.product()
        && let Some(product) = take(name)
    {
        param.product = number(product, prefix)? as f32;
    }
    for name in rule.state() {
        let Some(tensor) = take(name) else { continue };
        if tensor.shape() != param.tensor.shape() {
            let (got, want) = (shape::display(tensor.shape()), shape::display(param.tensor.shape()));
            return Err(Error::shape(format!("{prefix}{name} has shape {got}, its parameter {want}")));
        }
        param.state.push(own(tensor, param.dtype(masters))?);
    }
    param.names = rule.state();
    if masters
        && param.tensor.dtype().is_half()
        && let Some(master) = given.remove(format!("{prefix}{MASTER}").as_str())
    {
        if master.shape() != param.tensor.shape() {
            let (got, want) = (shape::display(master.shape()), shape::display(param.tensor.shape()));
            return Err(Error::shape(format!("{prefix}{MASTER} has shape {got}, its parameter {want}")));
        }
        param.master = Some(own(master, DType::F32)?);
    }
    Ok(())
}

/// A copy of this dtype.
fn own(tensor: &Tensor, dtype: DType) -> Result<Tensor> {
    if tensor.dtype() == dtype { ops::copy(tensor) } else { ops::cast(tensor, dtype) }
}

fn number(t: &Tensor, prefix: &str) -> Result<f64> {
    if t.size() != 1 {
        return Err(Error::shape(format!("{prefix}step has shape {}, not one element", shape::display(t.shape()))));
    }
    ops::item(t)
}

fn scalar(beside: &Param, value: f32) -> Result<Tensor> {
    ops::full(beside.tensor.device(), DType::F32, f64::from(value), &Shape::new(&[])?)
}

/// The settings by their names in PyTorch: the two of `betas` are a list.
fn settings_json(rule: &mut dyn Rule) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut betas = Vec::new();
    for (name, setting) in rule.settings() {
        match (name, &setting) {
            ("beta1" | "beta2", _) => betas.push(setting.get()),
            (_, Setting::Switch(on)) => drop(fields.insert(name.into(), (**on).into())),
            (_, Setting::Named(on, way)) => {
                drop(fields.insert(name.into(), if **on { (*way).into() } else { Value::Null }));
            }
            (_, Setting::Number(value, Range::Whole)) => drop(fields.insert(name.into(), (**value as u64).into())),
            (_, Setting::Number(value, _)) => drop(fields.insert(name.into(), (**value).into())),
        }
    }
    if !betas.is_empty() {
        fields.insert("betas".into(), betas.into());
    }
    fields
}

fn read_settings(rule: &mut dyn Rule, fields: &Map<String, Value>) -> Result<()> {
    for (name, mut setting) in rule.settings() {
        let field = match name {
            "beta1" => fields.get("betas").and_then(|betas| betas.get(0)),
            "beta2" => fields.get("betas").and_then(|betas| betas.get(1)),
            _ => fields.get(name),
        };
        let Some(field) = field else { continue };
        let value = match (&setting, field) {
            (Setting::Switch(_), Value::Bool(on)) => Some(f64::from(u8::from(*on))),
            (Setting::Named(..), Value::Null) => Some(0.0),
            (Setting::Named(_, way), Value::String(text)) if text == way => Some(1.0),
            (Setting::Number(..), Value::Number(number)) => number.as_f64(),
            _ => None,
        };
        let value = value.ok_or_else(|| Error::argument(format!("{name} is {field}")))?;
        setting.set(value);
    }
    group::check(rule)
}
