//! Gradients that leaves keep, and what is refused, against PyTorch's answers (tests/torch/leaves.py): one
//! function for each there, of the same name.

use super::common::numpy;
use tenure::error::Result;
use tenure::{NoGrad, Tensor, ops};

type Gradients = Result<Vec<Tensor>>;

/// A copy of what a leaf has so far.
fn grad(leaf: &Tensor) -> Result<Tensor> {
    ops::copy(&leaf.gradient().expect("backward has come to it"))
}

fn sum(t: &Tensor) -> Result<Tensor> {
    t.sum(&[], false)
}

fn repeated(name: &str, w: &Tensor, x: &Tensor) -> Gradients {
    match name {
        "accumulated" => (0..2)
            .map(|_| {
                sum(&w.mul(x)?.mul(w)?)?.backward(false)?;
                grad(w)
            })
            .collect(),
        "retained" => {
            let loss = sum(&w.mul(w)?.mul(x)?)?;
            let backward = |retain: bool| loss.backward(retain).and_then(|()| grad(w));
            [true, true, false].into_iter().map(backward).collect()
        }
        "consumed" => {
            let loss = sum(&w.mul(w)?.mul(x)?)?;
            loss.backward(false)?;
            loss.backward(false).map(|()| Vec::new())
        }
        "a_part_consumed" => {
            let part = w.mul(w)?;
            sum(&part.mul(&part)?)?.backward(false)?;
            sum(&part.mul(x)?)?.backward(false).map(|()| Vec::new())
        }
        "zeroed" => {
            sum(&w.mul(x)?)?.backward(false)?;
            w.zero_gradient();
            assert!(w.gradient().is_none());
            sum(&w.mul(w)?)?.backward(false)?;
            Ok(vec![grad(w)?])
        }
        "gradient_penalty" => {
            let of = sum(&w.mul(w)?.mul(w)?.mul(x)?)?.gradients(&[w])?.remove(0);
            assert!(w.gradient().is_none());
            sum(&of.mul(&of)?)?.backward(false)?;
            Ok(vec![grad(w)?])
        }
        _ => recorded(name, w, x),
    }
}

/// What is recorded, and of which leaves.
fn recorded(name: &str, w: &Tensor, x: &Tensor) -> Gradients {
    match name {
        "two_leaves" => {
            let x = x.requires_grad()?;
            sum(&w.mul(&x)?.add(&w.exp()?.mul(&x)?)?)?.backward(false)?;
            Ok(vec![grad(w)?, grad(&x)?])
        }
        "of_a_vector" => {
            w.mul(w)?.backward_from(x, false)?;
            Ok(vec![grad(w)?])
        }
        "detached" => {
            sum(&w.mul(&w.mul(x)?.untracked())?)?.backward(false)?;
            Ok(vec![grad(w)?])
        }
        "a_leaf_of_a_leaf" => {
            let u = ops::copy(&w.untracked())?.requires_grad()?;
            sum(&u.mul(w)?.mul(x)?)?.backward(false)?;
            Ok(vec![grad(w)?, grad(&u)?])
        }
        "without_gradients" | "nothing_recorded" => {
            let y = {
                let _guard = NoGrad::new();
                w.mul(x)?
            };
            let loss = if name == "nothing_recorded" { sum(&y)? } else { sum(&w.mul(&y)?)? };
            loss.backward(false)?;
            Ok(vec![grad(w)?])
        }
        "views" => {
            let (part, column) = (w.narrow(0, 0, 2)?, w.reshape(&[3, 1])?.expand(&[3, 2])?);
            let last = w.reshape(&[1, 3])?.transpose(0, 1)?.select(0, 2)?;
            let half = sum(&column.mul(&column)?)?.mul_scalar(0.5)?;
            sum(&part.mul(&part)?)?.add(&half)?.add(&sum(&last)?)?.backward(false)?;
            Ok(vec![grad(w)?])
        }
        "not_a_leaf" => {
            let y = w.mul(x)?;
            sum(&y.mul(&y)?)?.backward(false)?;
            assert!(!y.is_leaf() && y.gradient().is_none());
            Ok(vec![grad(w)?])
        }
        "unused" => {
            let x = x.requires_grad()?;
            sum(&w.mul(w)?)?.backward(false)?;
            assert!(x.is_leaf() && x.gradient().is_none());
            Ok(vec![grad(w)?])
        }
        _ => changed(name, w, x),
    }
}

/// What is changed in place before a backward pass.
fn changed(name: &str, w: &Tensor, x: &Tensor) -> Gradients {
    let one = x.ones_like()?;
    let loss = match name {
        "an_operand_changed" => {
            let loss = sum(&w.mul(x)?)?;
            x.add_(&one)?;
            loss
        }
        "a_leaf_changed" => return w.add_(x).map(|()| Vec::new()),
        "a_leaf_changed_before" => {
            let guard = NoGrad::new();
            w.add_(x)?;
            drop(guard);
            sum(&w.mul(w)?)?
        }
        "a_leaf_changed_after" => {
            let loss = sum(&w.mul(w)?)?;
            let _guard = NoGrad::new();
            w.add_(x)?;
            loss
        }
        "changed_but_not_saved" => {
            let loss = sum(&w.add(x)?)?;
            x.add_(&one)?;
            loss
        }
        _ => panic!("no case {name}"),
    };
    loss.backward(false)?;
    Ok(vec![grad(w)?])
}

#[test]
fn leaves_have_pytorchs_gradients() {
    numpy::check("../../torch/data/leaves", |case, inputs| {
        let [w, x] = [ops::copy(&inputs[0])?.requires_grad()?, ops::copy(&inputs[1])?];
        let gradients = repeated(&case.op, &w, &x)?;
        ops::concat(&gradients.iter().collect::<Vec<_>>(), 0)
    });
}
