"""PyTorch's results and derivatives of functions of one and of two numbers (see README.md in this folder)."""

import os
import sys

import scipy.special
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

INF, NAN = float("inf"), float("nan")
VALUES = [-INF, -100.5, -88.0, -20.0, -7.25, -3.0, -2.5, -2.0, -1.0, -0.75, -0.5, -1e-3, -1e-12, -0.0, 0.0, 1e-30, 1e-12, 1e-3,
          0.25, 0.5, 0.625, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 6.0, 7.25, 20.0, 40.5, 88.5, 100.25, 1e10, INF, NAN]

PLAIN = {
    "exp2": torch.exp2, "expm1": torch.expm1, "log2": torch.log2, "log10": torch.log10, "log1p": torch.log1p,
    "rsqrt": torch.rsqrt, "reciprocal": torch.reciprocal, "square": torch.square, "sin": torch.sin, "cos": torch.cos,
    "tan": torch.tan, "asin": torch.asin, "acos": torch.acos, "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh,
    "asinh": torch.asinh, "acosh": torch.acosh, "atanh": torch.atanh, "lgamma": torch.lgamma, "digamma": torch.digamma,
    "logit": torch.logit, "frac": torch.frac, "floor": torch.floor, "ceil": torch.ceil, "round": torch.round,
    "trunc": torch.trunc, "sign": torch.sign, "silu": F.silu, "mish": F.mish, "selu": F.selu, "softsign": F.softsign,
    "hardsigmoid": lambda x: F.relu6(x + 3) / 6, "hardswish": F.hardswish, "log_sigmoid": F.logsigmoid, "relu6": F.relu6,
    "erf": torch.erf, "erfc": torch.erfc, "softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
}
# Where PyTorch's derivative is that of the formula it computes with, and not that of the function.
NOT_THERE = {
    "expm1": lambda x: x < -1, "celu": lambda x: x < -5, "acosh": lambda x: x < 1, "asin": lambda x: x.abs() > 1, "acos": lambda x: x.abs() > 1, "log2": lambda x: x < 0,
    "log10": lambda x: x < 0, "log1p": lambda x: x < -1, "rsqrt": lambda x: x <= 0, "atanh": lambda x: x.abs() > 1,
    "lgamma": lambda x: (x <= 0) & (x == x.floor()), "digamma": lambda x: (x <= 0) | x.isinf(),
    "softsign": lambda x: x.abs() > 1e9, "mish": lambda x: x.isinf(), "silu": lambda x: x.isinf(), "hardswish": lambda x: x.isinf(),
    "logit": lambda x: (x <= 0) | (x >= 1),
    "sinh": lambda x: x.abs() > 1e9, "tan": lambda x: x.abs() > 1e9, "sign": lambda x: x.isnan(), "selu": lambda x: x.isnan(),
    "frac": lambda x: x.isinf(), "softplus": lambda x: x.isinf(),
    "erf": lambda x: x.isnan(), "erfc": lambda x: x.isnan(),
}


def results(f, x, name):
    """The values and the derivatives, computed in float64, and where the latter are compared; there is a 7 elsewhere."""
    wide = x.double().clone().requires_grad_(True)
    y = f(wide)
    (slope,) = torch.autograd.grad(y.sum(), wide) if y.requires_grad else (torch.zeros_like(wide),)
    y, slope = y.detach().clone(), slope.clone()
    if name == "digamma":  # PyTorch's has nine digits
        slope = torch.from_numpy(scipy.special.polygamma(1, x.double().numpy()))
    there = ~x.isnan()
    if name in NOT_THERE:
        there &= ~NOT_THERE[name](x.double())
    slope[~there] = 7
    if name in ("hardswish", "silu", "mish"):
        y[x == -INF] = -0.0  # the limit, as silu's
    return torch.stack([y, slope]).to(x.dtype), there


def one(c, name, f, values=VALUES, **args):
    for dtype in [torch.float64, torch.float32]:
        x = torch.tensor(values, dtype=dtype)
        near = {torch.float64: 4e-14, torch.float32: 5e-7}[dtype]
        # Near a zero of the function its digits are not those of its argument.
        absolute = 1e-12 if name in ("lgamma", "digamma", "sin", "cos", "tan") else 1e-37
        y, there = results(f, x, name)
        c.add(name, [x.numpy(), there.numpy()], y.numpy(), tolerance=[near, absolute], **args)


def functions():
    c = common.Cases("functions")
    for name, f in PLAIN.items():
        one(c, name, f)
    for eps in [0.125, 0.25]:  # exact in float32, in which 1 less them is too
        one(c, "logit_eps", lambda x: torch.logit(x, eps), [-1.0, 0.0, 1e-7, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 2.0], eps=eps)
    for low, high in [(-0.5, 2.0), (-INF, 1.0), (0.25, INF), (2.0, -1.0)]:
        one(c, "clamp", lambda x: torch.clamp(x, low, high), [v for v in VALUES if v == v], min=common.number(low),
            max=common.number(high))
    one(c, "hardtanh", lambda x: F.hardtanh(x, -0.5, 2.0), [v for v in VALUES if v == v], min=-0.5, max=2.0)
    one(c, "leaky_relu", lambda x: F.leaky_relu(x, 0.2), slope=0.2)
    one(c, "elu", lambda x: F.elu(x, 0.7), alpha=0.7)
    one(c, "celu", lambda x: F.celu(x, 0.75), alpha=0.75)
    for decimals in [0, 1, 2, -1]:
        one(c, "round_to", lambda x: torch.round(x, decimals=decimals), [-25.0, -1.25, -0.0625, 0.0, 0.125, 1.375, 15.0, 123.5],
            decimals=decimals)
    for nan, above, below in [(0.0, 5.0, -7.0), (3.5, INF, -INF)]:
        for dtype in [torch.float64, torch.float32]:
            x = torch.tensor([-INF, -1.0, 0.0, 2.5, INF, NAN], dtype=dtype)
            y = torch.nan_to_num(x, nan, None if above == INF else above, None if below == -INF else below)
            slope = torch.tensor([0, 1, 1, 1, 0, 7], dtype=dtype)
            c.add("nan_to_num", [x.numpy(), (~x.isnan()).numpy()], torch.stack([y, slope]).numpy(), nan=nan, above=common.number(above),
                  below=common.number(below))
    ints = [-7, -1, 0, 1, 6, 100]
    for dtype in [torch.int32, torch.int64, torch.uint8, torch.bool]:
        x = torch.tensor([abs(v) for v in ints] if dtype in (torch.uint8, torch.bool) else ints).to(dtype)
        for name in ["floor", "ceil", "round", "trunc", "sign", "frac"]:
            if name == "frac" or dtype == torch.bool:
                c.add("of_" + name, [x.numpy()], error="DTYPE_MISMATCH")
            else:
                c.add("of_" + name, [x.numpy()], PLAIN[name](x).numpy())
        for name in ["exp2", "sin", "reciprocal", "silu", "log1p"]:
            y = PLAIN[name](x.double()).float()
            c.add("of_" + name, [x.numpy()], y.numpy(), tolerance=[5e-7, 1e-37])
    for dtype in [torch.int32, torch.int64, torch.uint8]:
        x = torch.tensor([abs(v) for v in ints] if dtype == torch.uint8 else ints).to(dtype)
        c.add("of_clamp", [x.numpy()], torch.clamp(x, 1, 6).numpy(), min=1, max=6)
        c.add("of_clamp", [x.numpy()], torch.clamp(x, 0.5, 6.5).float().numpy(), min=0.5, max=6.5)
    c.add("of_clamp", [torch.tensor([1], dtype=torch.uint8).numpy()], error="INVALID_ARGUMENT", min=-1, max=6)
    c.write()


PAIRS = {
    "floor_divide": torch.floor_divide, "remainder": torch.remainder, "fmod": torch.fmod, "atan2": torch.atan2,
    "hypot": torch.hypot, "copysign": torch.copysign, "logaddexp": torch.logaddexp, "xlogy": torch.xlogy,
}


def pairs():
    c = common.Cases("pairs")
    some = [-INF, -7.5, -3.0, -1.0, -0.0, 0.0, 0.5, 1.0, 2.25, 7.5, 1e10, INF, NAN]
    for name, f in PAIRS.items():
        near = {torch.float64: 1e-14, torch.float32: 3e-7}
        for dtype in [torch.float64, torch.float32]:
            grid = torch.tensor(some, dtype=dtype)
            if name in ("floor_divide", "remainder"):
                grid = grid[:-3]  # what is left of 1e10 or of infinity is rounded in another order
                grid = grid[1:]
            a, b = grid.reshape(-1, 1), grid.reshape(1, -1)
            y = f(a.double(), b.double()).to(dtype)
            c.add(name, [a.numpy(), b.numpy()], y.numpy(), tolerance=[near[dtype], 1e-37])
        if name != "floor_divide":
            finite = torch.tensor([-7.5, -3.0, -1.25, 0.5, 1.0, 2.25, 8.5], dtype=torch.float64)
            a, b = finite.reshape(-1, 1).clone().requires_grad_(True), (finite + 0.125).clone().requires_grad_(True)
            if name == "xlogy":
                b = b.detach().abs().requires_grad_(True)
            slopes = torch.autograd.grad(f(a, b).sum(), [a, b])
            flat = torch.cat([g.reshape(-1) for g in slopes])
            c.add("grad_" + name, [a.detach().numpy(), b.detach().numpy()], flat.numpy(), tolerance=[1e-12, 1e-13])
    ints = {"int32": torch.int32, "int64": torch.int64, "uint8": torch.uint8}
    for dtype in ints.values():
        values = [1, 2, 7, 250] if dtype == torch.uint8 else [-2147483648, -7, -2, -1, 1, 2, 7, 2147483647]
        a = torch.tensor(values, dtype=dtype).reshape(-1, 1)
        b = torch.tensor([v for v in values if v != -1], dtype=dtype).reshape(1, -1)
        for name in ["floor_divide", "remainder", "fmod"]:
            c.add(name, [a.numpy(), b.numpy()], PAIRS[name](a, b).numpy())
            c.add(name, [a.numpy(), torch.zeros(1, dtype=dtype).numpy()], error="INVALID_ARGUMENT")
        for name in ["atan2", "hypot", "copysign", "logaddexp"]:
            y = PAIRS[name](a.double(), b.double()).float()
            c.add(name, [a.numpy(), b.numpy()], y.numpy(), tolerance=[3e-7, 1e-37])
        c.add("hypot", [torch.zeros(2, dtype=dtype).numpy(), torch.zeros(3, dtype=dtype).numpy()], error="SHAPE_MISMATCH")
    t = torch.tensor([True, False])
    c.add("remainder", [t.numpy(), t.numpy()], error="DTYPE_MISMATCH")
    mixed = torch.tensor([3, -4], dtype=torch.int32), torch.tensor([1.5, 2.5])
    c.add("remainder", [m.numpy() for m in mixed], torch.remainder(*mixed).numpy())
    x = torch.tensor([-7.5, -1.0, 0.0, 2.0, 9.0], dtype=torch.float64)
    n = torch.tensor([-7, -1, 0, 2, 9], dtype=torch.int64)
    for name in ["floor_divide", "remainder", "fmod"]:
        for value in [2.0, -3.0, 0.5]:
            c.add(name + "_scalar", [x.numpy()], PAIRS[name](x, value).numpy(), value=value)
            y = PAIRS[name](n, value if value % 1 else int(value))
            c.add(name + "_scalar", [n.numpy()], y.numpy(), value=value, tolerance=[1e-6, 0.0])
        c.add(name + "_scalar", [n.numpy()], error="INVALID_ARGUMENT", value=0)
    a = torch.tensor([1.0, 1.0, 1.0, NAN, INF, INF, 0.0])
    b = torch.tensor([1.0, 1.00001, 1.1, NAN, INF, 1.0, 1e-9])
    for equal_nan in [False, True]:
        c.add("isclose", [a.numpy(), b.numpy()], torch.isclose(a, b, equal_nan=equal_nan).numpy(), equal_nan=equal_nan)
    c.write()


functions()
pairs()
