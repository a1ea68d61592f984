"""softmax, log_softmax, nll_loss and cross_entropy."""

import numpy as np

from common import Cases, tolerance

RNG = np.random.default_rng(22)


def log_softmax(x, axis):
    x = x if x.dtype.kind == "f" else x.astype(np.float32)
    with np.errstate(all="ignore"):
        # The difference is rounded to the dtype, whoever computes it; all after it is not.
        shifted = (x - x.max(axis=axis, keepdims=True)).astype(np.float64)
        return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def add_softmax(cases, x, axis):
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float32)
    logs = log_softmax(x, axis) if x.size else x.astype(np.float64)
    cases.add("softmax", [x], np.exp(logs).astype(dtype), tolerance=tolerance(dtype, 8, 1e-37), axis=axis)
    cases.add("log_softmax", [x], logs.astype(dtype), tolerance=tolerance(dtype, 8, 4 * np.finfo(dtype).eps), axis=axis)


def add_losses(cases, x, targets):
    def mean(values):
        return np.asarray(-values[np.arange(len(targets)), targets.astype(np.int64)].mean()).astype(x.dtype)

    logs = log_softmax(x, 1)
    near = tolerance(x.dtype, 8, 4 * np.finfo(x.dtype).eps)
    cases.add("cross_entropy", [x, targets], mean(logs), tolerance=near)
    logs = logs.astype(x.dtype)
    cases.add("nll_loss", [logs, targets], mean(logs.astype(np.float64)), tolerance=near)


def main():
    cases = Cases("classifiers")
    for dtype in ["float32", "float64"]:
        for shape in [(1,), (7,), (32, 10), (3, 100), (2, 3, 4), (2, 1, 3, 1, 2, 1, 1, 2), (0, 3), (3, 0)]:
            x = (RNG.standard_normal(shape) * 4).astype(dtype)
            for axis in range(len(shape)) if len(shape) < 5 else [-1, 2]:
                if dtype == "float64" and shape in [(32, 10), (3, 100)] and axis == 0:
                    continue  # long numbers; the other type has them
                add_softmax(cases, x, axis)
        # Differences whose exponentials are subnormal or 0, and what must come out as NaN.
        far = np.array([[0, -87, -88, -100, -103, -110, -740, -745, -800], [1e30, 1e30, 0, -1e30, 5, 0, 0, 0, 0]], dtype)
        odd = np.array([[np.nan, 1, 2], [np.inf, 1, 2], [-np.inf, 1, 2], [-np.inf] * 3], dtype)
        for axis in [0, 1]:
            add_softmax(cases, odd, axis)
        add_softmax(cases, far, 1)
        # A row and a table of rows that are longer than one block of the kernels.
        if dtype == "float32":
            add_softmax(cases, (RNG.standard_normal((1, 1100)) * 3).astype(dtype), -1)
            add_losses(cases, RNG.standard_normal((150, 11)).astype(dtype), RNG.integers(0, 11, 150))
            add_losses(cases, RNG.standard_normal((1, 1100)).astype(dtype), np.array([1099]))
        x = (RNG.standard_normal((5, 10)) * 4).astype(dtype)
        for targets in ["int64", "int32", "uint8"]:
            add_losses(cases, x, RNG.integers(0, 10, 5).astype(targets))
        add_losses(cases, np.tile(x[:1], (4, 1)), np.array([2, 2, 2, 2]))
        for op in ["cross_entropy", "nll_loss"]:
            cases.add(op, [x[:0], np.zeros(0, np.int64)], np.asarray(np.nan, dtype))
            for wrong in [12, 10, -1, -(2**63)]:
                cases.add(op, [x[:2], np.array([1, wrong])], error="INVALID_ARGUMENT")
            cases.add(op, [x[:1, :0], np.array([0])], error="INVALID_ARGUMENT")
            cases.add(op, [x, np.zeros(4, np.int64)], error="SHAPE_MISMATCH")
            cases.add(op, [x[0], np.zeros(1, np.int64)], error="SHAPE_MISMATCH")
            cases.add(op, [x, np.zeros((5, 1), np.int64)], error="SHAPE_MISMATCH")
            cases.add(op, [x, np.zeros(5, np.float32)], error="DTYPE_MISMATCH")
            cases.add(op, [x, np.zeros(5, bool)], error="DTYPE_MISMATCH")
            cases.add(op, [np.zeros((5, 10), np.int64), np.zeros(5, np.int64)], error="DTYPE_MISMATCH")
    for dtype in ["int32", "int64", "uint8", "bool"]:
        add_softmax(cases, RNG.integers(0, 2 if dtype == "bool" else 9, (3, 4)).astype(dtype), 1)
    x = np.zeros((2, 3), np.float32)
    for axis in [2, -3]:
        cases.add("softmax", [x], error="INVALID_ARGUMENT", axis=axis)
    cases.write()


main()
