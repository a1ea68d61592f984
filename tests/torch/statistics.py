"""PyTorch's and NumPy's results of reductions and scans (see README.md in this folder)."""

import os
import sys

import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
torch.manual_seed(19)
NEAR = {torch.float64: [1e-12, 1e-13], torch.float32: [2e-6, 1e-6]}
AXES = [[], [0], [1], [-1], [0, 2], [0, 1, 2]]
INF, NAN = float("inf"), float("nan")


def rand(*shape, dtype=torch.float64):
    """Few digits, so that the file stays small."""
    return (torch.randn(*shape, dtype=torch.float64) * 100).round().div(100).to(dtype)


def over(axes, rank):
    return list(axes) if axes else list(range(rank))


def prod(x, axes, keepdim):
    for axis in sorted((a % x.dim() for a in over(axes, x.dim())), reverse=True):
        x = x.prod(axis, keepdim=keepdim)
    return x


REDUCTIONS = {
    "prod": prod,
    "all": lambda x, axes, keepdim: torch.all(x != 0, over(axes, x.dim()), keepdim=keepdim),
    "any": lambda x, axes, keepdim: torch.any(x != 0, over(axes, x.dim()), keepdim=keepdim),
    "count_nonzero": lambda x, axes, keepdim: torch.sum(x != 0, over(axes, x.dim()), keepdim=keepdim),
    "logsumexp": lambda x, axes, keepdim: torch.logsumexp(x, over(axes, x.dim()), keepdim=keepdim),
    "var": lambda x, axes, keepdim: torch.var(x, over(axes, x.dim()), correction=1, keepdim=keepdim),
    "std": lambda x, axes, keepdim: torch.std(x, over(axes, x.dim()), correction=1, keepdim=keepdim),
    "var_all": lambda x, axes, keepdim: torch.var(x, over(axes, x.dim()), correction=0, keepdim=keepdim),
}
FLOATS_ONLY = ("var", "std", "var_all")


def out_of(y):
    return y.to(torch.uint8).numpy().astype(bool) if y.dtype == torch.bool else y.numpy()


def reductions(c):
    for name, f in REDUCTIONS.items():
        for dtype in [torch.float64, torch.float32, torch.int32, torch.int64, torch.uint8, torch.bool]:
            x = rand(3, 4, 5, dtype=torch.float64)
            x[x.abs() < 0.2] = 0
            x = (x * (1 if dtype.is_floating_point else 2)).abs().to(dtype) if dtype in (torch.uint8, torch.bool) else x.to(dtype)
            if name in FLOATS_ONLY and not dtype.is_floating_point:
                c.add(name, [x.numpy()], error="DTYPE_MISMATCH", axes=[0], keepdim=False)
                continue
            if name == "logsumexp" and not dtype.is_floating_point:
                y = f(x, [0], False)
                c.add(name, [x.numpy()], out_of(y), axes=[0], keepdim=False, tolerance=NEAR[torch.float32])
                continue
            for axes in AXES:
                for keepdim in [False, True]:
                    y = f(x, axes, keepdim)
                    c.add(name, [x.numpy()], out_of(y), axes=axes, keepdim=keepdim, tolerance=NEAR.get(dtype))
        for shape, axes in [((0, 3), [0]), ((2, 0), [1]), ((), [])]:
            x = torch.zeros(shape, dtype=torch.float64)
            if name == "logsumexp" and 0 in shape:
                c.add(name, [x.numpy()], error="INVALID_ARGUMENT", axes=axes, keepdim=False)
            elif shape != () or name not in ("var", "std"):
                c.add(name, [x.numpy()], out_of(f(x, axes, False)), axes=axes, keepdim=False)
        if name not in ("prod", "var", "std", "var_all"):
            x = torch.tensor([[NAN, 1.0], [INF, -INF], [-INF, -INF], [0.0, NAN]], dtype=torch.float64)
            c.add(name, [x.numpy()], out_of(f(x, [1], False)), axes=[1], keepdim=False, tolerance=NEAR[torch.float64])
        c.add(name, [rand(2, 3).numpy()], error="INVALID_ARGUMENT", axes=[2], keepdim=False)
        c.add(name, [rand(2, 3).numpy()], error="INVALID_ARGUMENT", axes=[0, -2], keepdim=False)
    for p in [2.0, 1.0, 0.0, 3.0, INF, -INF]:
        for dtype in [torch.float64, torch.float32]:
            x = rand(3, 4, 5, dtype=dtype)
            for axes in AXES:
                y = torch.linalg.vector_norm(x, p, over(axes, 3))
                c.add("norm", [x.numpy()], y.numpy(), p=common.number(p), axes=axes, keepdim=False, tolerance=NEAR[dtype])
    for dtype in [torch.float64, torch.int32, torch.int64, torch.uint8, torch.bool]:
        x = (rand(3, 4, 5) * 2).to(dtype) if dtype != torch.uint8 else (rand(3, 4, 5) * 2).abs().to(dtype)
        for axis in [0, 1, 2]:
            y = torch.from_numpy(np.argmin(x.numpy(), axis))
            c.add("argmin", [x.numpy()], y.numpy(), axes=[axis], keepdim=False)
    c.add("argmin", [torch.tensor([3, NAN, 1, NAN], dtype=torch.float64).numpy()], np.array(1), axes=[], keepdim=False)
    c.add("argmin", [torch.tensor([5, -2147483648, 7, 2147483647], dtype=torch.int32).numpy()], np.array(1), axes=[], keepdim=False)


SCANS = {
    "cumsum": torch.cumsum, "cumprod": torch.cumprod, "cummax": lambda x, axis: torch.cummax(x, axis)[0],
    "cummin": lambda x, axis: torch.cummin(x, axis)[0],
}


def scans(c):
    for name, f in SCANS.items():
        for dtype in [torch.float64, torch.float32, torch.int32, torch.int64, torch.uint8, torch.bool]:
            x = rand(3, 4, 5) * 2
            x = (x.abs() if dtype in (torch.uint8, torch.bool) else x).to(dtype)
            for axis in [0, 1, -1]:
                y = f(x, axis) if dtype != torch.bool or name in ("cumsum", "cumprod") else f(x.to(torch.uint8), axis).bool()
                c.add(name, [x.numpy()], out_of(y), axis=axis, tolerance=NEAR.get(dtype))
        c.add(name, [np.array(2.5)], error="INVALID_ARGUMENT", axis=0)
        for shape, axis in [((0,), 0), ((2, 0), 0), ((200, 3), 0)]:
            x = rand(*shape)
            c.add(name, [x.numpy()], f(x, axis).numpy(), axis=axis, tolerance=NEAR[torch.float64])
        x = torch.tensor([1.0, NAN, 3.0, -INF, 0.5], dtype=torch.float64)
        c.add(name, [x.numpy()], f(x, 0).numpy(), axis=0)
        c.add(name, [x.numpy()], error="INVALID_ARGUMENT", axis=1)
    for n, axis in [(0, 0), (1, 0), (1, -1), (2, 1), (4, 1), (9, 0)]:
        for dtype in [torch.float64, torch.int64]:
            x = (rand(3, 4) * 4).to(dtype)
            c.add("diff", [x.numpy()], torch.diff(x, n, axis).numpy(), n=n, axis=axis, tolerance=NEAR.get(dtype))
    c.add("diff", [rand(3).numpy()], error="INVALID_ARGUMENT", n=-1, axis=0)


def order(c):
    for dtype in [torch.float64, torch.float32, torch.int32]:
        x = (rand(3, 4, 5) * 4).to(dtype)
        for axis in [0, 1, -1]:
            c.add("median", [x.numpy()], torch.median(x, axis)[0].numpy(), axis=axis, keepdim=False)
            c.add("median", [x.numpy()], torch.median(x, axis, True)[0].numpy(), axis=axis, keepdim=True)
            for q in [0.0, 0.25, 0.5, 0.9, 1.0] if dtype != torch.int32 else []:
                y = torch.quantile(x, q, axis)
                c.add("quantile", [x.numpy()], y.numpy(), q=q, axis=axis, keepdim=False, tolerance=NEAR[dtype])
    x = torch.tensor([[1.0, NAN, 3.0], [INF, 2.0, -INF]], dtype=torch.float64)
    c.add("median", [x.numpy()], torch.median(x, 1)[0].numpy(), axis=1, keepdim=False)
    c.add("quantile", [x.numpy()], np.array([NAN, 2.0]), q=0.5, axis=1, keepdim=False)
    c.add("quantile", [x.numpy()], error="INVALID_ARGUMENT", q=1.5, axis=1, keepdim=False)
    c.add("quantile", [torch.arange(3).numpy()], error="DTYPE_MISMATCH", q=0.5, axis=0, keepdim=False)
    c.add("median", [torch.zeros(2, 0).numpy()], error="INVALID_ARGUMENT", axis=1, keepdim=False)


MODES = ["linear", "lower", "higher", "midpoint", "nearest"]


def quantiles(c):
    for dtype in [torch.float64, torch.float32]:
        x = (rand(3, 5, 2) * 4).to(dtype)
        q = torch.tensor([0.1, 0.5, 1.0, 0.0, 0.375], dtype=dtype)
        for mode in MODES:
            for axis in [1, -1]:
                y = torch.quantile(x, q, axis, keepdim=axis == 1, interpolation=mode)
                c.add("quantiles", [x.numpy(), q.numpy()], y.numpy(), axes=[axis], keepdim=axis == 1,
                      interpolation=MODES.index(mode), tolerance=NEAR[dtype])
        for mode in ["linear", "nearest"]:
            y = torch.quantile(x, q[:1], interpolation=mode, keepdim=True)
            c.add("quantiles", [x.numpy(), q[:1].numpy()], y.numpy(), axes=[], keepdim=True,
                  interpolation=MODES.index(mode), tolerance=NEAR[dtype])
        y = np.quantile(x.numpy(), q.numpy(), (0, 2)).astype(x.numpy().dtype)
        c.add("quantiles", [x.numpy(), q.numpy()], y, axes=[0, 2], keepdim=False, interpolation=0, tolerance=NEAR[dtype])
        c.add("quantiles", [x.numpy(), q[4].numpy()], torch.quantile(x, q[4], 0).numpy(), axes=[0], keepdim=False,
              interpolation=0, tolerance=NEAR[dtype])
        c.add("median_all", [x.numpy()], torch.median(x).numpy())
    # Float32's 0.1 is a little above a tenth, and 20 times that a little above 2.
    x, q = torch.arange(21, dtype=torch.float32), torch.tensor([0.1, 0.3])
    for mode in MODES:
        c.add("quantiles", [x.numpy(), q.numpy()], torch.quantile(x, q, interpolation=mode).numpy(), axes=[], keepdim=False,
              interpolation=MODES.index(mode), tolerance=NEAR[torch.float32])
    x, q = torch.tensor([[1.0, NAN, 3.0], [INF, 2.0, -INF]], dtype=torch.float64), np.array([0.5, 1.0])
    c.add("quantiles", [x.numpy(), q], np.array([[NAN, 2.0], [NAN, INF]]), axes=[1], keepdim=False, interpolation=0)
    c.add("quantiles", [x.numpy(), q[:0]], np.zeros((0, 2)), axes=[1], keepdim=False, interpolation=0)
    c.add("quantiles", [x.numpy(), np.array([0.5, 1.5])], error="INVALID_ARGUMENT", axes=[1], keepdim=False, interpolation=0)
    c.add("quantiles", [x.numpy(), q], error="INVALID_ARGUMENT", axes=[1, 1], keepdim=False, interpolation=0)
    c.add("quantiles", [x.numpy(), q[None]], error="SHAPE_MISMATCH", axes=[1], keepdim=False, interpolation=0)
    c.add("quantiles", [x.numpy(), np.array([1])], error="DTYPE_MISMATCH", axes=[1], keepdim=False, interpolation=0)
    c.add("quantiles", [np.zeros((2, 0)), q], error="INVALID_ARGUMENT", axes=[1], keepdim=False, interpolation=0)
    c.add("median_all", [x.numpy()], np.array(NAN))
    c.add("median_all", [np.array([[5, 1], [7, 3]], np.int32)], np.array(3, np.int32))
    c.add("median_all", [np.array(2.5)], np.array(2.5))
    c.add("median_all", [np.zeros((2, 0))], error="INVALID_ARGUMENT")


c = common.Cases("statistics")
reductions(c)
scans(c)
order(c)
quantiles(c)
c.write()
