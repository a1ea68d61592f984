"""NumPy's answers for uint16, uint32 and uint64. Two rules are not NumPy's: sums of uint16 and uint32 are int64, as those of
uint8 are, and means and quotients of integers are float32."""

import numpy as np
from common import Cases

rng = np.random.default_rng(64)
np.seterr(all="ignore")

BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "maximum": np.maximum, "minimum": np.minimum}
DIVISIONS = {"floor_divide": np.floor_divide, "remainder": np.remainder, "fmod": np.fmod}
BITS = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
COMPARE = {"eq": np.equal, "lt": np.less, "ge": np.greater_equal}
INTEGERS = ("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")


def special(dtype):
    top = np.iinfo(dtype).max
    return np.array([0, 1, 2, 3, 255, 257, top // 2, top // 2 + 1, top // 3 * 2, top - 1, top], dtype)


def values(shape, dtype):
    return rng.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def arithmetic(cases, dtype):
    a = special(dtype)
    column = a.reshape(-1, 1)
    nonzero = column[1:]
    for op, function in (BINARY | COMPARE | BITS).items():
        cases.add(op, [a, column], function(a, column))
        x, y = values((3, 4), dtype), values((4,), dtype)
        cases.add(op, [x, y], function(x, y))
    for op, function in DIVISIONS.items():
        cases.add(op, [a, nonzero], function(a, nonzero))
    places = np.array([[0], [1], [7], [15], [np.iinfo(dtype).bits - 1]], dtype)
    cases.add("left_shift", [a, places], np.left_shift(a, places))
    cases.add("right_shift", [a, places], np.right_shift(a, places))
    powers = np.array([[0], [1], [2], [5]], dtype)
    cases.add("pow", [a, powers], np.power(a, powers))
    cases.add("div", [a, column], a.astype("float32") / column.astype("float32"))
    cases.add("abs", [a], a)
    cases.add("neg", [a], np.negative(a))
    cases.add("invert", [a], np.invert(a))
    m, n = values((3, 5), dtype), values((5, 2), dtype)
    cases.add("matmul", [m, n], m @ n)


def casts(cases, dtype):
    a = special(dtype)
    for to in INTEGERS + ("bool", "float32", "float64"):
        cases.add("cast", [a], a.astype(to), dtype=to)
    for source in INTEGERS:
        info = np.iinfo(source)
        x = np.array([info.min, info.min // 2, 0, 1, 100, info.max // 2, info.max - 1, info.max], source)
        cases.add("cast", [x], x.astype(dtype), dtype=dtype)
    top = np.iinfo(dtype).max
    for source in ("float32", "float64"):
        x = np.array([0, 0.5, 1.99, 100.7, float(top // 2 + 1), float(top // 4 * 3)], source)
        cases.add("cast", [x], x.astype(dtype), dtype=dtype)
    mixed = {"int8": values((3,), "int8"), "int32": values((3,), "int32"), "uint8": values((3,), "uint8")}
    for other, y in mixed.items():
        x = values((3,), dtype)
        if dtype == "uint64" and other.startswith("int"):
            cases.add("add", [x, y], None, error="DTYPE_MISMATCH")
        else:
            cases.add("add", [x, y], np.add(x, y))
            cases.add("lt", [x, y], np.less(x.astype("object"), y.astype("object")).astype(bool))


def reductions(cases, dtype):
    wide = "uint64" if dtype == "uint64" else "int64"
    for axes in (None, 0, 1):
        x = values((4, 30), dtype)
        listed = [] if axes is None else [axes]
        cases.add("sum", [x], np.sum(x, axis=axes, dtype=wide), axes=listed)
        cases.add("prod", [x], np.prod(x, axis=axes, dtype=wide), axes=listed)
        cases.add("mean", [x], np.mean(x, axis=axes).astype("float32"), tolerance=(2e-7, 0), axes=listed)
        cases.add("max", [x], np.max(x, axis=axes), axes=listed)
        cases.add("min", [x], np.min(x, axis=axes), axes=listed)
        if axes is not None:
            cases.add("argmax", [x], np.argmax(x, axis=axes), axes=listed)
            cases.add("cumsum", [x], np.cumsum(x, axis=axes, dtype=wide), axis=axes)
            cases.add("cumprod", [x], np.cumprod(x, axis=axes, dtype=wide), axis=axes)
            cases.add("cummax", [x], np.maximum.accumulate(x, axis=axes), axis=axes)
    x = values((5, 7), dtype)
    cases.add("sort", [x], np.sort(x, axis=1), axis=1)
    cases.add("argsort", [x], np.argsort(x, axis=1, kind="stable"), axis=1)
    cases.add("unique", [special(dtype)[::-1].copy()], np.unique(special(dtype)))
    ordered = np.sort(special(dtype))
    x = values((9,), dtype)
    cases.add("searchsorted", [ordered, x], np.searchsorted(ordered, x))


def main():
    cases = Cases("unsigned")
    for dtype in ("uint16", "uint32", "uint64"):
        arithmetic(cases, dtype)
        casts(cases, dtype)
        reductions(cases, dtype)
    cases.write()


main()
