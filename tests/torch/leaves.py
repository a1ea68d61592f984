"""Gradients that PyTorch keeps in leaves, and what it refuses (see README.md in this folder)."""

import os
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
torch.manual_seed(23)


def accumulated(w, x):
    for _ in range(2):
        (w * x * w).sum().backward()
        yield w.grad


def retained(w, x):
    loss = (w * w * x).sum()
    for last in [False, False, True]:
        loss.backward(retain_graph=not last)
        yield w.grad


def consumed(w, x):
    loss = (w * w * x).sum()
    loss.backward()
    loss.backward()


def a_part_consumed(w, x):
    part = w * w
    (part * part).sum().backward()
    (part * x).sum().backward()


def zeroed(w, x):
    (w * x).sum().backward()
    w.grad = None
    (w * w).sum().backward()
    yield w.grad


def two_leaves(w, x):
    x.requires_grad_()
    (w * x + w.exp() * x).sum().backward()
    yield w.grad
    yield x.grad


def of_a_vector(w, x):
    (w * w).backward(x)
    yield w.grad


def detached(w, x):
    (w * (w * x).detach()).sum().backward()
    yield w.grad


def a_leaf_of_a_leaf(w, x):
    u = w.detach().clone().requires_grad_()
    (u * w * x).sum().backward()
    yield w.grad
    yield u.grad


def without_gradients(w, x):
    with torch.no_grad():
        y = w * x
    (w * y).sum().backward()
    yield w.grad


def nothing_recorded(w, x):
    with torch.no_grad():
        y = (w * x).sum()
    y.backward()


def views(w, x):
    part, column = w[0:2], w.reshape(3, 1).expand(3, 2)
    ((part * part).sum() + (column * column).sum() * 0.5 + w.reshape(1, 3).t()[2].sum()).backward()
    yield w.grad


def not_a_leaf(w, x):
    y = w * x
    (y * y).sum().backward()
    assert not y.is_leaf and y.grad is None
    yield w.grad


def unused(w, x):
    x.requires_grad_()
    (w * w).sum().backward()
    assert x.grad is None
    yield w.grad


def an_operand_changed(w, x):
    loss = (w * x).sum()
    x.add_(1)
    loss.backward()


def a_leaf_changed(w, x):
    w.add_(x)


def a_leaf_changed_before(w, x):
    with torch.no_grad():
        w.add_(x)
    (w * w).sum().backward()
    yield w.grad


def a_leaf_changed_after(w, x):
    loss = (w * w).sum()
    with torch.no_grad():
        w.add_(x)
    loss.backward()


def changed_but_not_saved(w, x):
    loss = (w + x).sum()
    x.add_(1)
    loss.backward()
    yield w.grad


def gradient_penalty(w, x):
    (gradient,) = torch.autograd.grad((w * w * w * x).sum(), w, create_graph=True)
    assert w.grad is None
    (gradient * gradient).sum().backward()
    yield w.grad


cases = common.Cases("leaves")
for run in [accumulated, retained, consumed, a_part_consumed, zeroed, two_leaves, of_a_vector, detached, a_leaf_of_a_leaf,
            without_gradients, nothing_recorded, views, not_a_leaf, unused, an_operand_changed, a_leaf_changed,
            a_leaf_changed_before, a_leaf_changed_after, changed_but_not_saved, gradient_penalty]:
    w, x = [(torch.randn(3, dtype=torch.float64) * 100).round().div(100) for _ in range(2)]
    inputs = [w.numpy().copy(), x.numpy().copy()]
    w.requires_grad_()
    try:
        out = run(w, x)
        gradients = torch.cat([gradient.clone() for gradient in out or []])
    except RuntimeError as refused:
        if "expected" in str(refused) and "cat" in str(refused):
            raise
        cases.add(run.__name__, inputs, error="INVALID_ARGUMENT")
    else:
        cases.add(run.__name__, inputs, gradients.numpy(), tolerance=[1e-12, 1e-12])
cases.write()
