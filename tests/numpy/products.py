"""matmul by the rules that NumPy and PyTorch share."""

import numpy as np

from common import Cases, promote, tolerance

RNG = np.random.default_rng(21)
SHAPES = [
    ((3, 4), (4, 5)),
    ((1, 4), (4, 1)),
    ((17, 9), (9, 33)),
    ((4,), (4,)),
    ((4,), (4, 3)),
    ((3, 4), (4,)),
    ((2, 3, 4), (4, 5)),
    ((2, 3, 4), (4,)),
    ((4,), (2, 4, 3)),
    ((3, 4), (2, 4, 5)),
    ((2, 3, 4), (2, 4, 5)),
    ((2, 1, 3, 4), (5, 4, 2)),
    ((2, 2, 1, 4), (4, 3)),
    ((1, 2, 1, 2, 1, 1, 2, 3), (2, 1, 1, 1, 1, 1, 3, 2)),
    ((3, 0), (0, 2)),
    ((0, 4), (4, 2)),
    ((3, 4), (4, 0)),
    ((0, 3, 4), (4, 2)),
    ((0,), (0,)),
]


def values(dtype, shape):
    if dtype == "bool":
        return RNG.integers(0, 2, shape).astype(bool)
    if dtype == "uint8":
        return RNG.integers(0, 256, shape).astype(dtype)
    if dtype in ("int32", "int64"):
        return RNG.integers(-(2**31), 2**31, shape).astype(dtype)
    return RNG.standard_normal(shape).astype(dtype)


def add(cases, a, b):
    dtype = promote(a.dtype, b.dtype)
    if dtype == "bool":
        cases.add("matmul", [a, b], error="DTYPE_MISMATCH")
        return
    exact = np.float64 if dtype.startswith("float") else dtype
    with np.errstate(all="ignore"):
        result = np.asarray(np.matmul(a.astype(exact), b.astype(exact))).astype(dtype)
    cases.add("matmul", [a, b], result, tolerance=tolerance(dtype, 16, 1e-6 if dtype == "float32" else 1e-14))


def main():
    cases = Cases("products")
    for left, right in SHAPES:
        for dtype in ["float32", "int32"] if len(left) != 2 else ["float32", "float64", "int32", "int64", "uint8"]:
            add(cases, values(dtype, left), values(dtype, right))
    for left in ["bool", "uint8", "int32", "float32"]:
        for right in ["bool", "int64", "float64"]:
            add(cases, values(left, (2, 3)), values(right, (3, 2)))
    row, column = np.tile(values("float32", (1, 4)), (3, 1)), np.tile(values("float32", (4, 1)), (1, 5))
    add(cases, row, column)
    add(cases, np.tile(values("float32", (1, 3, 4)), (2, 1, 1)), column)
    for left, right in [((2, 3), (4, 5)), ((3,), (4,)), ((2, 3, 4), (3, 4, 5)), ((2,), (3, 4))]:
        cases.add("matmul", [values("float32", left), values("float32", right)], error="SHAPE_MISMATCH")
    for left, right in [((), (3,)), ((3, 3), ()), ((), ())]:
        cases.add("matmul", [values("float32", left), values("float32", right)], error="INVALID_ARGUMENT")
    cases.write()


main()
