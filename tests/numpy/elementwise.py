"""NumPy's answers for elementwise operations, casts, copies, creation and in-place operations."""

import math

import numpy as np
from common import FLOATS, ORDER, Cases, promote, tolerance

rng = np.random.default_rng(4)
np.seterr(all="ignore")

BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "pow": np.power,
    "maximum": np.maximum, "minimum": np.minimum,
}
COMPARE = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-3, 3e30, np.inf, -np.inf, np.nan]
# Shapes that broadcast, by the loop that they take: same, row, column, number, both ways, deep, empty.
PAIRS = [
    ((2, 3), (2, 3)), ((3, 5), (5,)), ((3, 5), (3, 1)), ((3, 4), ()), ((), ()), ((2, 1, 3), (4, 1)),
    ((1, 2, 1, 2, 1, 2, 1, 2), (2, 2, 1, 1, 2, 2, 1, 1)), ((0, 3), (3,)), ((2, 0), (2, 1)),
]


def values(shape, dtype, low=-9, high=10):
    """Random elements; unsigned ones and booleans from 0."""
    if dtype in FLOATS:
        return np.asarray(rng.uniform(low, high, shape)).round(2).astype(dtype)
    if dtype in ("uint8", "bool"):
        return np.asarray(rng.integers(0, 2 if dtype == "bool" else high, shape)).astype(dtype)
    return np.asarray(rng.integers(low, high, shape)).astype(dtype)


def compute(op, a, b):
    """NumPy's answer in the dtype that Tenure computes in."""
    dtype = promote(a.dtype, b.dtype)
    if op == "div" and dtype not in FLOATS:
        dtype = "float32"
    return BINARY[op](a.astype(dtype), b.astype(dtype))


def ulps(op, dtype):
    return tolerance(dtype, 2) if op == "pow" else None


def binary():
    cases = Cases("binary")
    for op in BINARY:
        for dtype in ORDER:
            if dtype == "bool" and op in ("sub", "pow"):
                cases.add(op, [values((2, 3), dtype)] * 2, error="DTYPE_MISMATCH")
                continue
            pairs = PAIRS if dtype == "float32" else PAIRS[:3:2]
            for left, right in pairs:
                positive = op == "pow"
                a, b = values(left, dtype, 0 if positive else -9), values(right, dtype, 0 if positive else -9, 6)
                cases.add(op, [a, b], compute(op, a, b), tolerance=ulps(op, dtype))
                if left != right and dtype == "float32":
                    cases.add(op, [b, a], compute(op, b, a), tolerance=ulps(op, dtype))
        for left, right in [("int32", "float32"), ("uint8", "int64"), ("bool", "uint8"), ("float64", "float32")]:
            a, b = values((3, 2), left, 0), values((2,), right, 0, 5)
            answer = compute(op, a, b)
            cases.add(op, [a, b], answer, tolerance=ulps(op, answer.dtype))
        for dtype in FLOATS:
            a, b = np.array([SPECIAL], dtype), np.array([SPECIAL], dtype).T
            cases.add(op, [a, b], compute(op, a, b), tolerance=ulps(op, dtype))
    for dtype in ("int32", "int64", "uint8"):
        ends = np.array([np.iinfo(dtype).min, np.iinfo(dtype).max, 1], dtype)
        for op in ("add", "sub", "mul", "pow"):
            b = np.array([3, 2, np.iinfo(dtype).max], dtype)
            cases.add(op, [ends, b], compute(op, ends, b))
    cases.add("add", [values((2, 3), "float32"), values((4,), "float32")], error="SHAPE_MISMATCH")
    cases.add("pow", [values((2,), "int32"), np.array([1, -1], "int32")], error="INVALID_ARGUMENT")
    for n in (1, 7, 16, 17, 63, 100):  # whole vectors and what is left of them
        a, b = values((n,), "float32"), values((n,), "float32")
        cases.add("add", [a, b], a + b)
        cases.add("maximum", [a, b], np.maximum(a, b))
    cases.write()


def scalar_dtype(dtype, value):
    if dtype in FLOATS:
        return dtype
    if not float(value).is_integer():
        return "float32"
    return "int64" if dtype == "bool" else dtype


def scalars():
    cases = Cases("scalar")
    for op in BINARY:
        for dtype in ORDER:
            for value in (2.0, 3.0, 0.5, 1.0, 0.0) if op == "pow" else (2.0, 0.5):
                a = values((2, 2), dtype, 0 if op == "pow" else -9, 6)
                target = scalar_dtype(dtype, value)
                if op == "div" and target not in FLOATS:
                    target = "float32"
                number = np.asarray(value, target)
                loose = ulps(op, target)
                cases.add(op, [a], BINARY[op](a.astype(target), number), tolerance=loose, value=value)
                answer = BINARY[op](number, a.astype(target))
                cases.add(op, [a], answer, tolerance=loose, value=value, reversed=True)
        for dtype in FLOATS:
            for value in (-1.0, -0.5, -2.0, 4.5, 0.5, 2.0, 3.0):
                a = np.array(SPECIAL, dtype)
                answer = BINARY[op](a, np.asarray(value, dtype))
                cases.add(op, [a], answer, tolerance=ulps(op, dtype), value=value)
    for dtype, value in (("uint8", 300.0), ("uint8", -1.0), ("int32", 2.0**31), ("int64", 2.0**63)):
        cases.add("add", [values((2,), dtype)], error="INVALID_ARGUMENT", value=value)
    cases.add("pow", [values((2,), "int32")], error="INVALID_ARGUMENT", value=-1.0)
    cases.add("pow", [np.array([1, -1], "int64")], error="INVALID_ARGUMENT", value=2.0, reversed=True)
    for op in COMPARE:
        for dtype in ORDER:
            for value in (2.0, 0.5):
                a = values((2, 2), dtype)
                cases.add(op, [a], COMPARE[op](a.astype("float64"), value), value=value)
        for dtype in ("uint8", "int32", "int64"):
            ends = np.array([0, np.iinfo(dtype).min, np.iinfo(dtype).max], dtype)
            for value in (300.0, -1.0, 1e30, -1e30, np.inf, -np.inf, np.nan, 2.0**63, -(2.0**63), -0.5):
                answer = [COMPARE[op](int(e) if np.isfinite(value) and value == int(value) else float(e),
                                      int(value) if np.isfinite(value) and value == int(value) else value) for e in ends]
                text = value if np.isfinite(value) else str(value)
                cases.add(op, [ends], np.array(answer, "bool"), value=text)
        a = np.array(SPECIAL + [0.1], "float32")
        cases.add(op, [a], COMPARE[op](a, np.float32(0.1)), value=0.1)
    cases.write()


def compare():
    cases = Cases("compare")
    for op in COMPARE:
        for dtype in ORDER:
            for left, right in PAIRS if dtype == "float32" else PAIRS[:1]:
                a, b = values(left, dtype, 0, 3), values(right, dtype, 0, 3)
                cases.add(op, [a, b], COMPARE[op](a, b))
        a, b = np.array([SPECIAL], "float32"), np.array([SPECIAL], "float32").T
        cases.add(op, [a, b], COMPARE[op](a, b))
        a, b = np.array([2**53 + 1, 5], "int64"), np.array([2**53, 5], "int64")
        cases.add(op, [a, b], COMPARE[op](a, b))
        a, b = values((3, 2), "int32", 0, 3), values((2,), "float64", 0, 3)
        cases.add(op, [a, b], COMPARE[op](a, b))
    cases.add("eq", [values((2, 3), "float32"), values((4,), "float32")], error="SHAPE_MISMATCH")
    cases.write()


def unary():
    cases = Cases("unary")
    sigmoid = lambda x: np.where(x < 0, np.exp(-abs(x)), 1) / (1 + np.exp(-abs(x)))
    real = {"exp": np.exp, "log": np.log, "sqrt": np.sqrt, "sigmoid": sigmoid, "tanh": np.tanh}
    kept = {"neg": np.negative, "abs": np.abs, "relu": lambda x: np.maximum(x, x.dtype.type(0))}
    # float32 answers are computed in float64 and rounded, so that NumPy's own error does not count.
    wide = {"float32": "float64", "float64": "longdouble"}
    for op, function in real.items():
        for dtype in FLOATS:
            for shape in ((2, 3), (), (0, 2), (1, 2, 1, 2, 1, 2, 1, 2)):
                a = values(shape, dtype, 0, 10)
                answer = function(a.astype(wide[dtype])).astype(dtype)
                cases.add(op, [a], answer, tolerance=tolerance(dtype, 1))
            limit = 104 if dtype == "float32" else 746
            a = np.concatenate([
                SPECIAL, np.linspace(-limit, limit, 30), np.logspace(-30, 30, 16), -np.logspace(-30, 1, 8),
                np.array([1e-40, 1e-45]) if dtype == "float32" else np.array([1e-310, 5e-324]),
                1 + np.linspace(-0.3, 0.45, 17),
            ]).astype(dtype)
            tiny = float(np.finfo(dtype).smallest_subnormal)
            answer = function(a.astype(wide[dtype])).astype(dtype)
            cases.add(op, [a], answer, tolerance=tolerance(dtype, 1, tiny))
        for dtype in ("bool", "uint8", "int32", "int64"):
            a = values((2, 3), dtype, 0)
            cases.add(op, [a], function(a.astype("float64")).astype("float32"), tolerance=tolerance("float32", 1))
    for op, function in kept.items():
        for dtype in ORDER:
            a = values((2, 3), dtype)
            if dtype == "bool" and op != "abs":
                cases.add(op, [a], error="DTYPE_MISMATCH")
                continue
            cases.add(op, [a], function(a))
            if dtype in FLOATS:
                a = np.array(SPECIAL, dtype)
            elif dtype != "bool":
                a = np.array([np.iinfo(dtype).min, np.iinfo(dtype).max], dtype)
            cases.add(op, [a], function(a))
    cases.write()



def activations():
    cases = Cases("activations")
    erfc = np.vectorize(math.erfc, otypes=[np.float64])
    exponent = lambda x: np.sqrt(8 / np.pi) * (x + 0.044715 * x**3)
    functions = {
        "softplus": lambda x: np.logaddexp(x, 0),
        "gelu": lambda x: np.where(x == -np.inf, 0, x * erfc(-x / np.sqrt(2)) / 2),
        "gelu_tanh": lambda x: np.where(x == -np.inf, 0, x / (1 + np.exp(-exponent(x)))),
    }
    for op, function in functions.items():
        for dtype in FLOATS:
            for shape in ((2, 3), (), (0, 2), (1, 2, 1, 2, 1, 2, 1, 2)):
                a = values(shape, dtype)
                a = np.asarray(np.where(a < -2, 2 - a, a), dtype)
                cases.add(op, [a], function(a.astype("float64")).astype(dtype), tolerance=tolerance(dtype, 8))
            # In the tail an error of the exponent counts as often as that is large.
            a = np.concatenate([SPECIAL, np.linspace(-30, 30, 61), [1e-40, -1e-40, 100, -100]]).astype(dtype)
            tiny = float(np.finfo(dtype).tiny)
            answer = function(a.astype("float64")).astype(dtype)
            cases.add(op, [a], answer, tolerance=tolerance(dtype, 2048, tiny))
        for dtype in ("bool", "uint8", "int32", "int64"):
            a = values((2, 3), dtype, 0)
            cases.add(op, [a], function(a.astype("float64")).astype("float32"), tolerance=tolerance("float32", 8))
    cases.write()


def where():
    cases = Cases("where")
    shapes = [((2, 3),) * 3, ((3,), (2, 3), (2, 1)), ((2, 3), (2, 1), (3,)), ((2, 1), (), (3,)), ((0, 1), (3,), (3,)), ((), (), ())]
    for dtype in ORDER:
        for c, x, y in shapes:
            condition, a, b = values(c, "bool"), values(x, dtype), values(y, dtype)
            cases.add("where", [condition, a, b], np.where(condition, a, b))
    condition, a, b = values((3,), "bool"), values((3,), "int64"), values((3,), "float32")
    cases.add("where", [condition, a, b], np.where(condition, a.astype("float32"), b))
    cases.add("where", [values((3,), "uint8"), a, a], error="DTYPE_MISMATCH")
    cases.add("where", [condition, a, values((2,), "int64")], error="SHAPE_MISMATCH")
    cases.write()


def cast():
    cases = Cases("cast")
    for source in ORDER:
        for target in ORDER:
            low = 0 if target == "uint8" else -9  # a negative float as uint8 is not defined in NumPy
            for a in (values((2, 3), source, low), values((), source, low), values((2, 0), source)):
                cases.add("cast", [a], a.astype(target), dtype=target)
    for source in FLOATS:
        a = np.array([np.nan, np.inf, -np.inf, 3e9, -3e9, 1e20, -1e20, 0.9, -0.9, 300, -1], source)
        for target in ("int32", "int64", "uint8"):
            info = np.iinfo(target)
            # Saturating, as Rust casts: exact integers, cut to the range.
            cut = [0 if np.isnan(x) else info.max if x == np.inf else info.min if x == -np.inf
                   else min(max(int(x), info.min), info.max) for x in a]
            cases.add("cast", [a], np.array(cut, target), dtype=target)
        cases.add("cast", [a], a.astype("bool"), dtype="bool")
    a = np.array([2**40 + 7, -1, 300, -(2**31) - 1], "int64")
    for target in ORDER:
        cases.add("cast", [a], a.astype(target), dtype=target)
    a = np.array([1 / 3, 1e300, 1e-320, 16777217.0])
    cases.add("cast", [a], a.astype("float32"), dtype="float32")
    cases.write()


def copies():
    cases = Cases("copy")
    for dtype in ORDER:
        for shape in ((2, 3), (), (0, 2), (5,), (1, 2, 1, 2, 1, 2, 1, 2), (17, 9)):
            if shape == (17, 9) and dtype not in ("uint8", "float32", "int64"):
                continue
            a = values(shape, dtype)
            for op in ("copy", "contiguous", "bytes") if shape in ((), (2, 3)) else ("copy",):
                cases.add(op, [a], a)
            cases.add("reshape", [a], a.reshape(-1) if a.size else a.reshape(2, 0), dims=[-1] if a.size else [2, 0])
    a = np.arange(35 * 40, dtype="int64").astype("uint8").reshape(35, 40)  # more than one tile
    cases.add("copy", [a], a)
    a = values((2, 6), "int32")
    cases.add("reshape", [a], a.reshape(3, 4), dims=[3, 4])
    cases.add("reshape", [a], a.reshape(3, 2, 2), dims=[3, -1, 2])
    cases.add("reshape", [a], error="SHAPE_MISMATCH", dims=[4, 2])
    cases.write()


def create():
    cases = Cases("create")
    for dtype in ORDER:
        for shape in ((2, 3), (), (0, 2), (1, 1, 1, 1, 1, 1, 1, 2), (70,)):
            cases.add("zeros", [], np.zeros(shape, dtype), dtype=dtype, shape=shape)
            cases.add("ones", [], np.ones(shape, dtype), dtype=dtype, shape=shape)
            cases.add("full", [], np.full(shape, 3, dtype), dtype=dtype, shape=shape, value=3)
        if dtype == "bool":
            cases.add("arange", [], error="DTYPE_MISMATCH", dtype=dtype, start=0, end=2, step=1)
            continue
        for start, end, step in ((0, 5, 1), (5, 0, -2), (3, 3, 1), (2, 1, 1), (0, 40, 3)):
            answer = np.arange(start, end, step).astype(dtype)
            cases.add("arange", [], answer, dtype=dtype, start=start, end=end, step=step)
    for dtype in FLOATS:
        answer = np.arange(0, 1, 0.1).astype(dtype)
        cases.add("arange", [], answer, dtype=dtype, start=0, end=1, step=0.1)
        for value in (0.1, "inf", "nan"):
            cases.add("full", [], np.full((3,), float(value), dtype), dtype=dtype, shape=[3], value=value)
    cases.add("full", [], error="INVALID_ARGUMENT", dtype="uint8", shape=[1], value=256)
    cases.add("full", [], error="INVALID_ARGUMENT", dtype="int64", shape=[1], value=0.5)
    for start, end, step in ((0, 1, 0), (0, "inf", 1), ("nan", 1, 1), (0, 1e30, 1)):
        cases.add("arange", [], error="INVALID_ARGUMENT", dtype="float32", start=start, end=end, step=step)
    cases.add("arange", [], error="INVALID_ARGUMENT", dtype="uint8", start=250, end=258, step=1)
    cases.add("arange", [], error="INVALID_ARGUMENT", dtype="int64", start=1e300, end=1.0001e300, step=1e300)
    cases.write()


def in_place():
    cases = Cases("in_place")
    shapes = [((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 3), (2, 1)), ((2, 3), ()), ((), ()), ((0, 2), (2,)),
              ((1, 2, 1, 2, 1, 2, 1, 2), (2, 1, 2))]
    for op in BINARY:
        for dtype in ORDER:
            bad = dtype not in FLOATS and op == "div" or dtype == "bool" and op in ("sub", "pow")
            for left, right in shapes if dtype == "float32" else shapes[:3]:
                a, b = values(left, dtype, 0), values(right, dtype, 0, 4)
                if bad:
                    cases.add(op, [a, b], error="DTYPE_MISMATCH", in_place=True)
                else:
                    cases.add(op, [a, b], compute(op, a, b), tolerance=ulps(op, dtype), in_place=True)
            a = values((3, 2), dtype, 0)
            if bad or dtype == "bool":
                cases.add(op, [a], error="DTYPE_MISMATCH", value=2.0, in_place=True)
            else:
                answer = BINARY[op](a, np.asarray(2, dtype))
                cases.add(op, [a], answer, tolerance=ulps(op, dtype), value=2.0, in_place=True)
    for target, other in (("float32", "float64"), ("uint8", "int64"), ("float32", "int64"), ("int64", "bool")):
        a, b = values((3, 2), target, 0), values((2,), other, 0, 5)
        cases.add("add", [a, b], compute("add", a, b).astype(target), in_place=True)
    for target, other in (("int32", "float32"), ("bool", "uint8")):
        cases.add("add", [values((2,), target), values((2,), other)], error="DTYPE_MISMATCH", in_place=True)
    a = values((2, 3), "float32")
    cases.add("add", [a, values((4,), "float32")], error="SHAPE_MISMATCH", in_place=True)
    cases.add("add", [a[:1], a], error="SHAPE_MISMATCH", in_place=True)
    cases.add("add", [a[0], a], error="SHAPE_MISMATCH", in_place=True)
    cases.add("add", [values((2,), "int32")], error="DTYPE_MISMATCH", value=0.5, in_place=True)
    for dtype in ORDER:
        for shape in ((2, 3), (), (0, 2)):
            a = values(shape, dtype)
            cases.add("fill", [a], np.full(shape, 1, dtype), value=1.0, in_place=True)
            b = values(shape, dtype)
            cases.add("bytes", [a, b], b, in_place=True)
    cases.add("fill", [values((2,), "uint8")], error="INVALID_ARGUMENT", value=256.0, in_place=True)
    cases.write()


if __name__ == "__main__":
    for generate in (binary, scalars, compare, unary, where, cast, copies, create, in_place, activations):
        generate()
