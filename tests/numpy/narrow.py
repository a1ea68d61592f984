"""NumPy's answers for float16, int8 and int16, which NumPy computes as Tenure does: halves in float32, integers wrapping."""

import numpy as np
from common import Cases

rng = np.random.default_rng(16)
np.seterr(all="ignore")

BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "maximum": np.maximum, "minimum": np.minimum}
COMPARE = {"eq": np.equal, "lt": np.less, "ge": np.greater_equal}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.1, 65504.0, -65504.0, 6e-8, 6.1e-5, 2048.0, 2049.0, np.inf, -np.inf, np.nan]


def special(dtype):
    if dtype == "float16":
        return np.array(SPECIAL, dtype)
    info = np.iinfo(dtype)
    return np.array([info.min, info.min + 1, -7, -1, 0, 1, 2, 11, info.max - 1, info.max], dtype)


def values(shape, dtype):
    if dtype == "float16":
        return rng.uniform(-9, 9, shape).astype(dtype)
    return rng.integers(-100, 100, shape).astype(dtype)


def main():
    cases = Cases("narrow")
    for dtype in ("float16", "int8", "int16"):
        a = special(dtype)
        column = a.reshape(-1, 1)
        for op, function in (BINARY | COMPARE).items():
            cases.add(op, [a, column], function(a, column))
            x, y = values((3, 4), dtype), values((4,), dtype)
            cases.add(op, [x, y], function(x, y))
        with_floats = dtype == "float16"
        quotient = np.divide(a, column) if with_floats else (a.astype("float32") / column.astype("float32"))
        cases.add("div", [a, column], quotient)
        for to in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"):
            x = values((20,), dtype)
            if with_floats and to == "uint8":
                x = np.abs(x)  # what does not fit is up to the machine in C
            cases.add("cast", [x], x.astype(to), dtype=to)
            if not with_floats or to.startswith("float"):
                cases.add("cast", [a], a.astype(to), dtype=to)
        for axes in (None, 0, 1):
            x = values((4, 30), dtype)
            listed = [] if axes is None else [axes]
            wide = "float32" if with_floats else "int64"
            total = np.sum(x, axis=axes, dtype="float64" if with_floats else wide)
            if not with_floats:
                cases.add("sum", [x], total, axes=listed)
            cases.add("max", [x], np.max(x, axis=axes), axes=listed)
            cases.add("min", [x], np.min(x, axis=axes), axes=listed)
        cases.add("argmax", [values((4, 9), dtype)][:1], None, error="INVALID_ARGUMENT", axes=[5])
        x = values((5, 7), dtype)
        cases.add("sort", [x], np.sort(x, axis=1), axis=1)
        cases.add("sort", [a], np.sort(a), axis=0)
        cases.add("abs", [a], np.abs(a))
        cases.add("neg", [a], np.negative(a))
        if with_floats:
            cases.add("sqrt", [a], np.sqrt(a))
        else:
            m, n = values((3, 5), dtype), values((5, 2), dtype)
            cases.add("matmul", [m, n], m @ n)
    for x in (np.array([65519, 65520, -65520, 1e-8, 2.98e-8, 3e-8, 0.1, 1e5, np.nan, 2049, 2051], "float64"),):
        cases.add("cast", [x], x.astype("float16"), dtype="float16")
        cases.add("cast", [x.astype("float32")], x.astype("float32").astype("float16"), dtype="float16")
    x = np.array([0, 2049, 2051, 65519, 65520, -70000, 2**40], "int64")
    cases.add("cast", [x], x.astype("float16"), dtype="float16")
    cases.write()


main()
