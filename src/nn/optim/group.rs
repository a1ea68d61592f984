//! Groups of parameters, and what an optimizer keeps of each parameter.

use super::rule::Rule;
use super::setting::Setting;
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Tensor};

/// The settings of some of the parameters.
pub(super) struct Group {
    pub rule: Box<dyn Rule>,
}

/// A parameter and its state.
pub(super) struct Param {
    /// Not tracked.
    pub tensor: Tensor,
    /// The same as a leaf, if it was one when it was last looked at.
    pub leaf: Option<Tensor>,
    /// Which group it belongs to.
    pub group: usize,
    /// Steps that were taken.
    pub steps: u64,
    /// See [`Moment::product`](super::rule::Moment::product).
    pub product: f32,
    /// The names of the state; none before the first step.
    pub names: &'static [&'static str],
    /// Contiguous, of the shape of the parameter and of the dtype that is computed with; only this
    /// refers to them.
    pub state: Vec<Tensor>,
    /// Of a half: the parameter in float32, which a step changes; like the state.
    pub master: Option<Tensor>,
}

impl Param {
    pub fn new(tensor: Tensor, group: usize) -> Param {
        let leaf = autograd::is_leaf(&tensor).then(|| autograd::settled(&tensor));
        let (names, state) = (&[] as &[&str], Vec::new());
        Param { tensor: tensor.untracked(), leaf, group, steps: 0, product: 1.0, names, state, master: None }
    }

    /// The gradient that it has as a leaf.
    pub fn gradient(&self) -> Option<Tensor> {
        self.leaf.as_ref().and_then(autograd::gradient)
    }

    /// The dtype of its state: float32 for a half that has a master.
    pub fn dtype(&self, masters: bool) -> DType {
        let dtype = self.tensor.dtype();
        if masters { dtype.computed_in() } else { dtype }
    }

    /// The state that `rule` needs if it is not there: what there is, moved by name, and new
    /// tensors, with the master. Errors: those of allocating them.
    pub fn missing(&self, rule: &dyn Rule, masters: bool) -> Result<Option<(Vec<Tensor>, Option<Tensor>)>> {
        let (wanted, p, dtype) = (rule.state(), &self.tensor, self.dtype(masters));
        let has_master = masters && p.dtype().is_half();
        let fits = self.state.iter().chain(&self.master).all(|state| state.device() == p.device())
            && self.state.iter().all(|state| state.dtype() == dtype);
        if wanted == self.names && self.state.len() == wanted.len() && fits && has_master == self.master.is_some() {
            return Ok(None);
        }
        let copied = |t: &Tensor| match t.dtype() == dtype {
            true if t.device() == p.device() => ops::copy(t),
            true => ops::to_device(t, p.device()),
            false => ops::to_device(&ops::cast(t, dtype)?, p.device()),
        };
        let one = |name: &&str| match self.names.iter().position(|there| there == name) {
            Some(at) => copied(&self.state[at]),
            None => ops::full(p.device(), dtype, rule.initial(), &p.to_shape()),
        };
        let state = wanted.iter().map(one).collect::<Result<Vec<Tensor>>>()?;
        let master = has_master.then(|| match &self.master {
            Some(master) if master.device() != p.device() => ops::to_device(master, p.device()),
            Some(master) => ops::copy(master),
            None => ops::cast(p, dtype).and_then(|master| ops::contiguous(&master)),
        });
        Ok(Some((state, master.transpose()?)))
    }
}

/// A setting by its name.
pub(super) fn get(rule: &mut dyn Rule, name: &str) -> Result<f64> {
    find(rule, name).map(|setting| setting.get())
}

/// Changes a setting. If a check fails, the setting has changed all the same, so `rule` must be a
/// copy.
pub(super) fn set(rule: &mut dyn Rule, name: &str, value: f64) -> Result<()> {
    let mut setting = find(rule, name)?;
    setting.set(value);
    setting.check(name)?;
    rule.check()
}

/// `INVALID_ARGUMENT` for a setting out of range, and for those that contradict each other.
pub(super) fn check(rule: &mut dyn Rule) -> Result<()> {
    for (name, setting) in rule.settings() {
        setting.check(name)?;
    }
    rule.check()
}

fn find<'a>(rule: &'a mut dyn Rule, name: &str) -> Result<Setting<'a>> {
    let of = rule.name();
    let mut settings = rule.settings();
    let Some(at) = settings.iter().position(|(there, _)| *there == name) else {
        let all: Vec<&str> = settings.iter().map(|(name, _)| *name).collect();
        return Err(Error::argument(format!("'{name}' is not a setting of {of}, which has {}", all.join(", "))));
    };
    Ok(settings.swap_remove(at).1)
}
