"""sum, mean, max, min, argmax over every choice of axes."""

import itertools

import numpy as np

from common import ORDER, Cases, tolerance

RNG = np.random.default_rng(20)
SHAPES = [(), (1,), (5,), (0,), (3, 4), (4, 0), (37, 3), (3, 70), (2, 3, 4), (1, 5, 1), (2, 1, 3, 2), (2, 1, 2, 1, 2, 1, 1, 2)]


def values(dtype, shape):
    if dtype == "bool":
        return RNG.integers(0, 2, shape).astype(bool)
    if dtype in ("float32", "float64"):
        # Small integers over 8 are exact and tie often, so that argmax must choose the first.
        return (RNG.integers(-20, 20, shape) / 8).astype(dtype)
    low, high = {"uint8": (0, 256), "int32": (-(2**31), 2**31), "int64": (-(2**63), 2**63 - 1)}[dtype]
    return RNG.integers(low, high, shape, dtype=dtype)


def choices(rank):
    if rank > 4:
        return [[], [0, 4], [-1], [1, 3, 5], [0, 2, 4, 7]]
    return [list(c) for n in range(rank + 1) for c in itertools.combinations(range(rank), n)]


def summed(x, axes):
    if x.dtype.kind == "f":
        return x.astype(np.float64).sum(axis=axes).astype(x.dtype)
    return x.astype(np.int64).sum(axis=axes, dtype=np.int64)


def mean(x, axes):
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float32)
    with np.errstate(all="ignore"):
        count = np.prod([x.shape[a] for a in axes], dtype=np.int64)
        # As x.mean() does it of integers; of floats here too, since its own float32 sums are less exact than ours.
        total = x.astype(np.float64).sum(axis=axes)
        return np.asarray(total / np.float64(count)).astype(dtype)


def argmax(x, axes):
    rank = x.ndim
    axes = sorted(a % rank for a in axes)
    kept = [a for a in range(rank) if a not in axes]
    count = int(np.prod([x.shape[a] for a in axes]))
    flat = np.transpose(x, kept + axes).reshape([x.shape[a] for a in kept] + [count])
    return flat.argmax(axis=-1).astype(np.int64)


def keep(result, x, axes):
    axes = [a % x.ndim for a in axes]
    return np.asarray(result).reshape([1 if a in axes else d for a, d in enumerate(x.shape)])


def all_of(op, x, axes):
    axes = tuple(axes) if axes else tuple(range(x.ndim))
    return {
        "sum": lambda: summed(x, axes),
        "mean": lambda: mean(x, axes),
        "max": lambda: np.asarray(x.max(axis=axes)),
        "min": lambda: np.asarray(x.min(axis=axes)),
        "argmax": lambda: argmax(x, axes) if x.ndim else np.int64(0),
    }[op]()


def add(cases, op, x, axes, keepdim):
    named = axes if axes else list(range(x.ndim))
    count = int(np.prod([x.shape[a] for a in named]))
    if count == 0 and op in ("max", "min", "argmax"):
        cases.add(op, [x], error="INVALID_ARGUMENT", axes=axes, keepdim=keepdim)
        return
    result = np.asarray(all_of(op, x, axes))
    if keepdim:
        result = keep(result, x, named)
    cases.add(op, [x], result, tolerance=tolerance(result.dtype, 2, 1e-12), axes=axes, keepdim=keepdim)


def main():
    cases = Cases("reductions")
    for shape in SHAPES:
        for dtype in ORDER if shape in [(3, 4), (2, 3, 4)] else ["float32", "int32"]:
            x = values(dtype, shape)
            for n, axes in enumerate(choices(len(shape))):
                for op in ["sum", "mean", "max", "min", "argmax"]:
                    add(cases, op, x, axes, keepdim=n % 2 == 1)
    for dtype in ["float32", "float64"]:
        x = values(dtype, (5, 7))
        x[1, 2], x[3, 0], x[3, 4], x[4, 6], x[0, 0] = np.nan, np.nan, np.nan, np.inf, -np.inf
        low = np.full((3, 2), -np.inf, dtype)
        for op in ["sum", "mean", "max", "min", "argmax"]:
            for axes in [[], [0], [1], [-1, 0]]:
                add(cases, op, x, axes, keepdim=False)
            add(cases, op, low, [0], keepdim=False)
    # The same value everywhere can be stored once and expanded.
    for op in ["sum", "mean", "max", "min", "argmax"]:
        add(cases, op, np.full((3, 5), 1.5, np.float32), [0], keepdim=False)
        add(cases, op, np.tile(np.arange(4, dtype=np.int64), (3, 1)), [1], keepdim=True)
    # Integers whose sum wraps, and whose mean does not.
    for dtype in ["int32", "int64", "uint8", "bool"]:
        low, high = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        x = np.array([[high, high, high], [low, high, low]], dtype)
        for axes in [[], [0], [1], [0, 1]]:
            add(cases, "mean", x, axes, keepdim=len(axes) == 1)
            assert dtype == "bool" or np.array_equal(all_of("mean", x, axes), x.mean(axis=tuple(axes) or None).astype(np.float32))
    x = values("float32", (2, 3))
    for op in ["sum", "argmax"]:
        cases.add(op, [x], error="INVALID_ARGUMENT", axes=[2], keepdim=False)
        cases.add(op, [x], error="INVALID_ARGUMENT", axes=[0, -2], keepdim=False)
    cases.write()


main()
