"""Gathering, scattering, masks, rearranging, sorting, searching and creation as PyTorch answers.

Writes data/index.json and data/sort.json in the format of tests/numpy (see the README there).
"""

import os
import sys

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "numpy"))
from common import Cases  # noqa: E402

RNG = np.random.default_rng(57)
DTYPES = ["float32", "float64", "int32", "int64", "uint8", "bool"]


def cases_of(name):
    cases = Cases(name)
    cases.path = os.path.join(HERE, "data", name + ".json")
    return cases


def values(dtype, shape, high=100):
    return RNG.integers(0, 2 if dtype == "bool" else high, shape).astype(dtype)


def positions(size, shape, dtype="int64"):
    return RNG.integers(0, size, shape).astype(dtype)


def t(a):
    return torch.from_numpy(np.array(a, order="C"))


def i(a):
    return t(np.asarray(a).astype(np.int64))


def gathers(c):
    def gather(x, axis, index):
        c.add("gather", [x, index], torch.gather(t(x), axis, i(index)).numpy(), axis=axis)

    for dtype in DTYPES:
        gather(values(dtype, (4, 3)), 0, positions(4, (2, 3)))
        gather(values(dtype, (4, 3)), 1, positions(3, (4, 5), "int32"))
    gather(values("float32", (3, 4, 2)), 1, positions(4, (2, 6, 2)))
    gather(values("float32", (3, 4, 2)), -1, positions(2, (3, 1, 3), "uint8"))
    gather(values("float32", (5, 4)), 0, np.tile(positions(5, (6, 1)), (1, 4)))
    gather(values("int32", (7,)), 0, positions(7, (9,)))
    gather(values("int32", (0, 3)), 1, np.zeros((0, 2), np.int64))
    gather(values("int32", (2, 3)), 1, np.zeros((2, 0), np.int64))
    gather(np.full((3, 4), 5, np.int64), 0, positions(3, (3, 4)))
    x = values("float32", (2, 3))
    for wrong in [-4, 3, 2**62, -(2**63)]:  # of a size of 3, where -1 is the last, as in NumPy
        c.add("gather", [x, np.array([[0, 1], [wrong, 0]])], error="INVALID_ARGUMENT", axis=1)
    c.add("gather", [x, positions(2, (3, 2))], error="SHAPE_MISMATCH", axis=1)
    c.add("gather", [x, positions(2, (3,))], error="SHAPE_MISMATCH", axis=0)
    c.add("gather", [x, positions(2, (2, 2)).astype("float32")], error="DTYPE_MISMATCH", axis=1)
    c.add("gather", [x, positions(2, (2, 2))], error="INVALID_ARGUMENT", axis=2)

    def along(x, index, axis):
        c.add("take_along_dim", [x, index], torch.take_along_dim(t(x), i(index), axis).numpy(), axis=axis)

    along(values("float32", (4, 3)), positions(4, (2, 1)), 0)
    along(values("int32", (1, 5)), positions(5, (3, 2)), 1)
    x, index = values("float64", (3, 4)), positions(12, (2, 3))
    c.add("take_along_dim", [x, index], torch.take_along_dim(t(x), i(index)).numpy())
    c.add("take_along_dim", [x, positions(2, (2,))], error="SHAPE_MISMATCH", axis=0)
    c.add("take_along_dim", [x, positions(2, (2, 4))], error="SHAPE_MISMATCH", axis=1)

    for dtype in ["float32", "int64", "bool"]:
        x, index = values(dtype, (3, 4)), RNG.integers(-12, 12, (2, 5))
        c.add("take", [x, index], torch.take(t(x), i(index)).numpy())
    c.add("take", [x, np.array([12])], error="INVALID_ARGUMENT")
    c.add("take", [x, np.array([-13])], error="INVALID_ARGUMENT")

    def indexed(x, *indices):
        keys = tuple(t(k) if k.dtype == bool else i(k) for k in indices)
        c.add("index", [x, *indices], t(x)[keys].numpy())

    x = values("float32", (3, 4, 2))
    indexed(x, np.array([2, -1, 0]))
    indexed(x, positions(3, (2, 1)), positions(4, (3,), "int32") - 4)
    indexed(x, positions(3, (2,)), positions(4, (2,)), positions(2, (2, 2)))
    indexed(x, np.array(1), np.array([3, 0]))
    indexed(x, values("bool", (3,)))
    indexed(x, values("bool", (3, 4)))
    indexed(x, values("bool", (3, 4, 2)))
    indexed(x, np.array([0, 2, 1]), np.array([True, False, True, True]))
    indexed(x, np.zeros((0,), np.int64))
    c.add("index", [x, np.array([3])], error="INVALID_ARGUMENT")
    c.add("index", [x, np.array([0, 1]), np.array([-5, 0])], error="INVALID_ARGUMENT")
    c.add("index", [x, np.array([0, 1]), np.array([0, 1, 2])], error="SHAPE_MISMATCH")
    c.add("index", [x, np.array([True, False])], error="SHAPE_MISMATCH")
    c.add("index", [x, np.array([0.0], "float32")], error="DTYPE_MISMATCH")
    c.add("index", [x[0, 0], np.array([0]), np.array([0])], error="INVALID_ARGUMENT")


REDUCES = ["sum", "prod", "mean", "amax", "amin"]


def scatters(c):
    def both(op, inputs, output, **args):
        c.add(op, inputs, output, **args)
        c.add(op + "_in_place", inputs, output, in_place=True, **args)

    def error(op, inputs, status, **args):
        c.add(op, inputs, error=status, **args)
        c.add(op + "_in_place", inputs, error=status, in_place=True, **args)

    for dtype in DTYPES:
        x, s = values(dtype, (3, 4)), values(dtype, (3, 4))
        index = np.argsort(RNG.random((3, 4)), axis=0)[:2]
        both("scatter", [x, index, s], t(x).scatter(0, i(index), t(s)).numpy(), axis=0)
        both("scatter_scalar", [x, index], t(x).scatter(0, i(index), 1).numpy(), axis=0, value=1)
        index = positions(4, (2, 3))
        if dtype != "bool":
            both("scatter_add", [x, index, s], t(x).scatter_add(1, i(index), t(s)).numpy(), axis=1)
        rows = positions(3, (5,))
        s = values(dtype, (5, 4))
        out = t(x).index_add(0, i(rows), t(s)).numpy()
        both("index_add", [x, rows, s], out, axis=0)
        rows = np.array([3, 1])
        s = values(dtype, (3, 2))
        both("index_copy", [x, rows, s], t(x).index_copy(1, i(rows), t(s)).numpy(), axis=1)
        both("index_fill", [x, rows], t(x).index_fill(1, i(rows), 1).numpy(), axis=1, value=1)
    for dtype in ["float32", "float64", "int32", "int64", "uint8"]:
        for reduce in REDUCES:
            for own in [True, False]:
                if reduce == "mean" and dtype not in ["float32", "float64"]:
                    continue
                x, s, index = values(dtype, (3, 4), 9), values(dtype, (4, 3), 9), positions(4, (3, 2))
                out = t(x).scatter_reduce(1, i(index), t(s[:3]), reduce, include_self=own).numpy()
                c.add("scatter_reduce", [x, index, s[:3]], out, axis=1, reduce=reduce, include_self=own,
                      tolerance=[1e-6, 0] if reduce == "mean" else None)
    x = values("float32", (2, 5))
    x[0, 2] = np.nan
    s = np.array([[1, np.nan, -np.inf, 4]], "float32")
    for reduce in ["amax", "amin"]:
        index = np.array([[2, 0, 1, 3]])
        out = t(x).scatter_reduce(1, i(index), t(s), reduce).numpy()
        c.add("scatter_reduce", [x, index, s], out, axis=1, reduce=reduce, include_self=True)
    x, index = values("float32", (2, 3)), positions(2, (2, 3))
    for wrong in [-4, 3, 2**62]:  # likewise
        bad = np.array([[0, 1], [wrong, 0]])
        error("scatter", [x, bad, values("float32", (2, 2))], "INVALID_ARGUMENT", axis=1)
        error("scatter_scalar", [x, bad], "INVALID_ARGUMENT", axis=1, value=1)
        error("index_add", [x, bad[1], values("float32", (2, 2))], "INVALID_ARGUMENT", axis=1)
        error("index_fill", [x, bad[1]], "INVALID_ARGUMENT", axis=1, value=1)
    error("scatter", [x, index, x[:1]], "SHAPE_MISMATCH", axis=0)
    error("scatter", [x, index, x.astype("float64")], "DTYPE_MISMATCH", axis=0)
    error("scatter", [x, index.astype("bool"), x], "DTYPE_MISMATCH", axis=0)
    error("scatter_scalar", [values("uint8", (2, 3)), index], "INVALID_ARGUMENT", axis=0, value=300)
    error("index_copy", [x, positions(2, (2,)), x[:1]], "SHAPE_MISMATCH", axis=0)
    error("index_copy", [x, positions(2, (2, 1)), x], "SHAPE_MISMATCH", axis=0)
    error("index_copy", [x, positions(2, (2,)), x], "INVALID_ARGUMENT", axis=5)

    def put(x, indices, v, accumulate):
        keys = tuple(t(k) if k.dtype == bool else i(k) for k in indices)
        out = t(x).index_put(keys, t(v), accumulate).numpy()
        both("index_put", [x, v, *indices], out, accumulate=accumulate)

    for dtype in ["float32", "int64", "uint8"]:
        x = values(dtype, (3, 4, 2))
        put(x, [np.array([2, 0])], values(dtype, (2, 4, 2)), False)
        put(x, [np.array([2, 0, -1, 2])], values(dtype, (4, 1, 2)), True)
        put(x, [positions(3, (5, 1)), positions(4, (3,)) - 4], values(dtype, (2,)), True)
        put(x, [values("bool", (3, 4))], np.array(7, dtype), False)
    error("index_put", [x, values(dtype, (3,)), np.array([0])], "SHAPE_MISMATCH", accumulate=False)
    error("index_put", [x, values(dtype, (2,)), np.array([3])], "INVALID_ARGUMENT", accumulate=False)
    error("index_put", [x, values("bool", (2,)), np.array([0])], "DTYPE_MISMATCH", accumulate=False)

    for dtype in DTYPES:
        x, mask, s = values(dtype, (3, 4)), values("bool", (3, 4)), values(dtype, (12,))
        c.add("masked_select", [x, mask], torch.masked_select(t(x), t(mask)).numpy())
        both("masked_fill", [x, mask], t(x).masked_fill(t(mask), 1).numpy(), value=1)
        both("masked_scatter", [x, mask, s], t(x).masked_scatter(t(mask), t(s)).numpy())
        c.add("nonzero", [x], torch.nonzero(t(x)).numpy())
    x, mask = values("float32", (3, 1, 4)), np.array([[True], [False]])
    c.add("masked_select", [x, mask], torch.masked_select(t(x), t(mask)).numpy())
    both("masked_fill", [x, mask[1:]], t(x).masked_fill(t(mask[1:]), 1).numpy(), value=2)
    both("masked_fill", [np.array(3.0), np.array(True)], np.array(2.0), value=2)
    both("masked_scatter", [x, np.array([True, False, True, False]), s.astype("float32")],
         t(x).masked_scatter(t(np.array([True, False, True, False])), t(s.astype("float32"))).numpy())
    error("masked_fill", [x, x], "DTYPE_MISMATCH", value=2)
    error("masked_scatter", [x, np.array(True), s[:3].astype("float32")], "INVALID_ARGUMENT")
    c.add("masked_select", [x, values("bool", (3, 2, 3))], error="SHAPE_MISMATCH")
    for special in [np.array(0.0), np.array(2), np.zeros((0, 3)), np.array([0.0, -0.0, np.nan, np.inf, 1e-300])]:
        c.add("nonzero", [special], torch.nonzero(t(special)).numpy())


def rearranged(c):
    for dtype in DTYPES:
        x = values(dtype, (2, 3, 4))
        for axes in [[0], [1], [-1], [0, 2], [0, 1, 2]]:
            c.add("flip", [x], torch.flip(t(x), axes).numpy(), axes=axes)
        for shifts, axes in [([1], [0]), ([-2], [2]), ([5, -1], [1, 2]), ([1, 1], [2, 2]), ([7], [])]:
            c.add("roll", [x], torch.roll(t(x), shifts, axes or None).numpy(), shifts=shifts, axes=axes)
        x = values(dtype, (2, 3))
        for repeats in [[2, 1], [1, 3], [2, 2], [2, 1, 3], [1, 1], [0, 2], [3, 1, 1]]:
            c.add("repeat", [x], t(x).repeat(repeats).numpy(), repeats=repeats)
        for repeats in [[2], [2, 1, 3], []]:
            c.add("tile", [x], t(x).tile(repeats).numpy(), repeats=repeats)
        for axis in [0, 1, -1]:
            c.add("repeat_interleave", [x], t(x).repeat_interleave(3, axis).numpy(), repeats=3, axis=axis)
        c.add("repeat_interleave", [x], t(x).repeat_interleave(2).numpy(), repeats=2)
        for n, axis in [([2, 0, 3], 1), ([2], 0), ([1, 2], 0)]:
            n = np.array(n)
            c.add("repeat_interleave_each", [x, n], t(x).repeat_interleave(t(n), axis).numpy(), axis=axis)
    x = values("float32", (2, 0))
    c.add("flip", [x], x, axes=[0, 1])
    c.add("roll", [x], x, shifts=[3], axes=[1])
    c.add("roll", [x], x, shifts=[3], axes=[])
    c.add("repeat", [x], t(x).repeat([2, 3]).numpy(), repeats=[2, 3])
    c.add("flip", [np.array(3.0)], np.array(3.0), axes=[])
    c.add("repeat", [np.array(3.0)], np.array([3.0, 3.0]), repeats=[2])
    x = values("float32", (2, 3))
    c.add("flip", [x], error="INVALID_ARGUMENT", axes=[0, -2])
    c.add("flip", [x], error="INVALID_ARGUMENT", axes=[2])
    c.add("roll", [x], error="INVALID_ARGUMENT", shifts=[1, 2], axes=[0])
    c.add("roll", [x], error="INVALID_ARGUMENT", shifts=[1], axes=[2])
    for repeats in [[2], [-1, 2], [2**40, 2**40], [2**62, 1], [1] * 17]:
        c.add("repeat", [x], error="INVALID_ARGUMENT", repeats=repeats)
    c.add("repeat_interleave", [x], error="INVALID_ARGUMENT", repeats=-1, axis=0)
    c.add("repeat_interleave", [x], error="INVALID_ARGUMENT", repeats=2**62, axis=0)
    c.add("repeat_interleave_each", [x, np.array([1, 2])], error="SHAPE_MISMATCH", axis=1)
    c.add("repeat_interleave_each", [x, np.array([-1, 2])], error="INVALID_ARGUMENT", axis=0)
    c.add("repeat_interleave_each", [x, np.array([2**62, 2**62])], error="INVALID_ARGUMENT", axis=0)
    c.add("repeat_interleave_each", [x, np.array([1.0, 2.0])], error="DTYPE_MISMATCH", axis=0)

    def pad(x, pads, mode, value=0):
        if mode == "constant":
            out = F.pad(t(x), pads, value=value)
        else:
            out = F.pad(t(x)[None], pads, mode=mode)[0]
        c.add("pad", [x], out.numpy(), pads=pads, mode=mode, value=value)

    for dtype in DTYPES:
        pad(values(dtype, (2, 3)), [1, 2], "constant", 1)
    pad(values("float32", (2, 3)), [1, 0, 0, 3], "constant", -1.5)
    pad(values("float32", (2, 3)), [-1, 2, 1, -1], "constant", 4)
    pad(values("float32", (2, 0)), [1, 1], "constant", 4)
    pad(values("float32", (2, 3)), [-1, -2], "constant")
    for mode in ["reflect", "replicate", "circular"]:
        pad(values("float32", (2, 4)), [3, 2], mode)
        pad(values("float64", (2, 4)), [0, 1], mode)
        pad(values("float64", (2, 4, 3)), [1, 2, 3, 0], mode)
    pad(values("float64", (2, 4)), [6, 7], "replicate")
    pad(values("float64", (2, 4)), [4, 4], "circular")
    x = values("float32", (2, 3))
    c.add("pad", [x], np.pad(x, ((1, 2), (2, 2)), "wrap")[:, :], pads=[2, 2, 1, 2], mode="circular", value=0)
    c.add("pad", [x], np.pad(x, ((1, 1), (2, 2)), "reflect"), pads=[2, 2, 1, 1], mode="reflect", value=0)
    for pads, mode in [([1], "constant"), ([1] * 6, "constant"), ([-2, -2], "constant"), ([3, 0], "reflect"),
                       ([0, 3], "reflect"), ([4, 0], "circular"), ([2**62, 2**62], "constant"),
                       ([2**62, 2**62], "replicate")]:
        c.add("pad", [x], error="INVALID_ARGUMENT", pads=pads, mode=mode, value=0)
    c.add("pad", [x], error="INVALID_ARGUMENT", pads=[1, 1], mode="replicate", value=2)
    c.add("pad", [x[:, :0]], error="INVALID_ARGUMENT", pads=[1, 1], mode="replicate", value=0)
    c.add("pad", [x.astype("uint8")], error="INVALID_ARGUMENT", pads=[1, 1], mode="constant", value=0.5)


def triangles(c):
    for dtype in DTYPES:
        x = values(dtype, (2, 3, 4), 9)
        for offset in [0, 1, -1, 5, -5]:
            c.add("tril", [x], torch.tril(t(x), offset).numpy(), offset=offset)
            c.add("triu", [x], torch.triu(t(x), offset).numpy(), offset=offset)
    for shape in [(3, 4), (4, 2), (0, 3), (3, 0)]:
        for offset in [0, 1, -2, 7, -7]:
            for name, f in [("tril_indices", torch.tril_indices), ("triu_indices", torch.triu_indices)]:
                c.add(name, [], f(*shape, offset).numpy(), height=shape[0], width=shape[1], offset=offset)
    for offset in [0, 1, -1]:
        for dtype in ["float32", "uint8"]:
            x = values(dtype, (3,), 9)
            c.add("diag", [x], torch.diag(t(x), offset).numpy(), offset=offset)
            x = values(dtype, (3, 4), 9)
            c.add("diag", [x], torch.diag(t(x), offset).numpy(), offset=offset)
            c.add("diag_embed", [x], torch.diag_embed(t(x), offset).numpy(), offset=offset, first=-2, second=-1)
            c.add("diag_embed", [x], torch.diag_embed(t(x), offset, 2, 0).numpy(), offset=offset, first=2, second=0)
    c.add("diag", [x], np.zeros(0, x.dtype), offset=9)
    c.add("diag", [values("float32", (1, 2, 2))], error="INVALID_ARGUMENT", offset=0)
    c.add("diag_embed", [x], error="INVALID_ARGUMENT", offset=0, first=1, second=-2)
    c.add("diag_embed", [x], error="INVALID_ARGUMENT", offset=2**62, first=0, second=1)
    c.add("diag_embed", [np.array(1.0)], error="INVALID_ARGUMENT", offset=0, first=0, second=-1)
    c.add("tril", [x[0]], error="INVALID_ARGUMENT", offset=0)
    c.add("tril_indices", [], error="INVALID_ARGUMENT", height=-1, width=2, offset=0)


def specials(dtype, shape):
    x = RNG.integers(-5, 6, shape).astype(dtype)
    flat = x.reshape(-1)
    flat[RNG.integers(0, flat.size, 4)] = [np.nan, np.inf, -np.inf, -0.0]
    return x


def sorts(c):
    def sort(x, axis, descending):
        v, k = torch.sort(t(x), dim=axis, descending=descending, stable=True)
        c.add("sort_values", [x], v.numpy(), axis=axis, descending=descending)
        c.add("sort_indices", [x], k.numpy(), axis=axis, descending=descending)

    for dtype in DTYPES:
        for descending in [False, True]:
            x = values(dtype, (3, 5), 6)
            sort(x, 1, descending)
            sort(x, 0, descending)
    for dtype in ["float32", "float64"]:
        for descending in [False, True]:
            sort(specials(dtype, (4, 9)), -1, descending)
    ends = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1), "uint8": (0, 255)}
    for dtype, (low, high) in ends.items():
        sort(np.array([high, 0, low, 1, high, low], dtype), 0, False)
    sort(values("float32", (0,)), 0, False)
    sort(values("float32", (2, 0, 3)), 1, True)
    sort(values("float32", (2, 0, 3)), 0, False)
    sort(values("int32", (1,)), 0, True)
    c.add("sort_values", [x], error="INVALID_ARGUMENT", axis=2, descending=False)
    for dtype in ["float32", "float64", "int64", "uint8"]:
        for k, axis, largest in [(2, 1, True), (3, 0, False), (0, 1, True), (5, -1, True), (4, 1, False)]:
            x = RNG.permutation(20).astype(dtype).reshape(4, 5)
            if k > x.shape[axis]:
                continue
            v, n = torch.topk(t(x), k, axis, largest)
            c.add("topk_values", [x], v.numpy(), k=k, axis=axis, largest=largest)
            c.add("topk_indices", [x], n.numpy(), k=k, axis=axis, largest=largest)
        for k, axis, keepdim in [(1, 1, False), (3, 0, True), (5, -1, False)]:
            x = RNG.permutation(20).astype(dtype).reshape(4, 5)
            if k > x.shape[axis]:
                continue
            v, n = torch.kthvalue(t(x), k, axis, keepdim)
            c.add("kthvalue_values", [x], v.numpy(), k=k, axis=axis, keepdim=keepdim)
            c.add("kthvalue_indices", [x], n.numpy(), k=k, axis=axis, keepdim=keepdim)
    x = specials("float32", (12,))
    c.add("topk_values", [x], torch.topk(t(x), 5).values.numpy(), k=5, axis=0, largest=True)
    for k in [-1, 13]:
        c.add("topk_values", [x], error="INVALID_ARGUMENT", k=k, axis=0, largest=True)
    for k in [0, 13]:
        c.add("kthvalue_values", [x], error="INVALID_ARGUMENT", k=k, axis=0, keepdim=False)


def uniques(c):
    def unique(x):
        v, inverse, counts = torch.unique(t(x), return_inverse=True, return_counts=True)
        first = np.array([np.flatnonzero(inverse.numpy().reshape(-1) == k)[0] for k in range(len(v))], np.int64)
        c.add("unique_values", [x], v.numpy())
        c.add("unique_inverse", [x], inverse.numpy())
        c.add("unique_counts", [x], counts.numpy())
        c.add("unique_indices", [x], first)

    for dtype in DTYPES:
        unique(values(dtype, (3, 5), 7))
    unique(np.zeros((0, 2), "float32"))
    unique(np.array(3))
    unique(np.array([np.nan, 1, np.nan, 0.0, -0.0, np.inf, 1], "float32"))


def uniques_along(c):
    rng = np.random.default_rng(3)  # of its own, so that what comes after stays

    def unique(x, axis):
        v, inverse, counts = torch.unique(t(x), return_inverse=True, return_counts=True, dim=axis)
        first = np.array([np.flatnonzero(inverse.numpy() == k)[0] for k in range(v.shape[axis])], np.int64)
        c.add("unique_values", [x], v.numpy(), axis=axis)
        c.add("unique_inverse", [x], inverse.numpy(), axis=axis)
        c.add("unique_counts", [x], counts.numpy(), axis=axis)
        c.add("unique_indices", [x], first, axis=axis)

    for dtype in ["float32", "int64", "bool"]:
        for axis in [0, 1, -1]:
            unique(rng.integers(0, 2, (5, 2, 4) if axis == -1 else (4, 5)).astype(dtype), axis)
    unique(np.array([3, 1, 3], "uint8"), 0)
    # PyTorch's order of NaN depends on the places; ours is that of `sort`: behind every number.
    x = np.array([[np.nan, 1], [0.0, 2], [np.nan, 1], [-0.0, 2], [-1, np.nan]])
    c.add("unique_values", [x], x[[4, 1, 0, 2]], axis=0)
    c.add("unique_inverse", [x], np.array([2, 1, 3, 1, 0]), axis=0)
    c.add("unique_counts", [x], np.array([1, 2, 1, 1]), axis=0)
    c.add("unique_indices", [x], np.array([4, 1, 0, 2]), axis=0)
    x = np.zeros((3, 0), "float32")
    c.add("unique_values", [x], np.unique(x, axis=0), axis=0)
    c.add("unique_inverse", [x], np.zeros(3, np.int64), axis=0)
    c.add("unique_values", [x], x, axis=1)
    c.add("unique_counts", [x], np.zeros(0, np.int64), axis=1)
    c.add("unique_values", [x], error="INVALID_ARGUMENT", axis=2)
    c.add("unique_values", [np.array(3)], error="INVALID_ARGUMENT", axis=0)


def searches(c):
    for right in [False, True]:
        for dtype in DTYPES:
            s, v = np.sort(values(dtype, (7,), 9)), values(dtype, (3, 4), 9)
            out = np.searchsorted(s, v, "right" if right else "left").astype(np.int64)
            c.add("searchsorted", [s, v], out, right=right)
        s, v = np.sort(values("float32", (2, 5), 9), axis=1), values("float32", (2, 3), 9)
        c.add("searchsorted", [s, v], torch.searchsorted(t(s), t(v), right=right).numpy(), right=right)
        s = np.array([-np.inf, 0.0, 1, np.inf, np.nan, np.nan])
        v = np.array([np.nan, -np.inf, np.inf, 0.5, -0.0])
        c.add("searchsorted", [s, v], np.searchsorted(s, v, "right" if right else "left"), right=right)
        c.add("searchsorted", [s[:0], v], np.zeros(5, np.int64), right=right)
        c.add("searchsorted", [s, np.array(0.5)], np.array(2), right=right)
        c.add("searchsorted", [np.array([1, 3, 5]), np.array([0.5, 3.0], "float32")],
              np.array([0, 2 if right else 1]), right=right)
    c.add("searchsorted", [np.zeros((2, 3)), np.zeros((3, 3))], error="SHAPE_MISMATCH", right=False)
    c.add("searchsorted", [np.zeros(()), np.zeros((3, 3))], error="SHAPE_MISMATCH", right=False)
    x = positions(6, (20,))
    for kind in ["int64", "int32", "uint8"]:
        c.add("bincount", [x.astype(kind)], np.bincount(x), minlength=0)
    c.add("bincount", [x], np.bincount(x, minlength=9), minlength=9)
    c.add("bincount", [x[:0]], np.zeros(3, np.int64), minlength=3)
    for kind in ["float32", "float64", "int32"]:
        w = values(kind, (20,))
        c.add("bincount", [x, w], torch.bincount(t(x), t(w)).numpy(), minlength=0)
    c.add("bincount", [np.array([0, -1])], error="INVALID_ARGUMENT", minlength=0)
    c.add("bincount", [np.array([2**63 - 1])], error="INVALID_ARGUMENT", minlength=0)
    c.add("bincount", [x], error="INVALID_ARGUMENT", minlength=-1)
    c.add("bincount", [x.reshape(4, 5)], error="SHAPE_MISMATCH", minlength=0)
    c.add("bincount", [x, w[:3]], error="SHAPE_MISMATCH", minlength=0)
    c.add("bincount", [x.astype("float32")], error="DTYPE_MISMATCH", minlength=0)
    for dtype in ["float32", "float64"]:
        h = RNG.integers(-50, 50, (4, 9)).astype(dtype) / 8
        for bins, low, high in [(5, -3, 3), (4, 0, 0), (1, -6, 7)]:
            c.add("histc", [h], torch.histc(t(h), bins, low, high).numpy(), bins=bins, min=low, max=high)
    c.add("histc", [np.full(3, 2.0)], torch.histc(torch.full((3,), 2.0, dtype=torch.float64), 4).numpy(), bins=4, min=0, max=0)
    c.add("histc", [h], error="INVALID_ARGUMENT", bins=0, min=0, max=1)
    c.add("histc", [h], error="INVALID_ARGUMENT", bins=2, min=2, max=1)
    c.add("histc", [np.array([np.nan, np.inf])], error="INVALID_ARGUMENT", bins=2, min=0, max=0)
    c.add("histc", [x], error="DTYPE_MISMATCH", bins=2, min=0, max=1)


def created(c):
    for dtype in ["float32", "float64", "int32", "int64", "uint8"]:
        for a, b, n in [(0, 10, 5), (3, 3, 4), (9, 0, 4), (2, 7, 1), (2, 7, 0), (0, 100, 7)]:
            # Integers are what truncating the numbers gives; NumPy's floor is the same for positive ones.
            out = torch.linspace(a, b, n, dtype=torch.float64).numpy().astype(dtype)
            c.add("linspace", [], out, dtype=dtype, start=a, end=b, steps=n,
                  tolerance=[1e-6, 1e-6] if dtype == "float32" else [1e-15, 1e-15])
    for dtype in ["float32", "float64"]:
        for a, b, n, base in [(0, 3, 4, 10), (-2, 2, 7, 2), (1, 1, 1, 5)]:
            out = np.logspace(a, b, n, base=base, dtype=dtype)
            c.add("logspace", [], out, dtype=dtype, start=a, end=b, steps=n, base=base,
                  tolerance=[1e-6 if dtype == "float32" else 1e-14, 0])
    out = np.array([-1e308, 0.0, 1e308])
    c.add("linspace", [], out, dtype="float64", start=-1e308, end=1e308, steps=3)
    c.add("linspace", [], error="INVALID_ARGUMENT", dtype="float32", start=0, end=1, steps=-1)
    c.add("linspace", [], error="INVALID_ARGUMENT", dtype="uint8", start=0, end=300, steps=3)
    c.add("linspace", [], error="DTYPE_MISMATCH", dtype="bool", start=0, end=1, steps=3)
    c.add("logspace", [], error="INVALID_ARGUMENT", dtype="int32", start=0, end=10, steps=3, base=10)
    for dtype in DTYPES:
        for n, m in [(3, 3), (2, 4), (4, 2), (0, 2), (2, 0)]:
            c.add("eye", [], np.eye(n, m, dtype=dtype), dtype=dtype, height=n, width=m)
    c.add("eye", [], error="INVALID_ARGUMENT", dtype="float32", height=-1, width=2)


def main():
    for name, parts in [("index", [gathers, scatters]), ("rearrange", [rearranged, triangles]),
                        ("sort", [sorts, uniques, uniques_along]), ("search", [searches, created])]:
        cases = cases_of(name)
        for part in parts:
            part(cases)
        cases.write()


if __name__ == "__main__":
    main()
