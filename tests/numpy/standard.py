"""What the Python array API has beside the other files: signs, neighbours, scans from the start, series, sorters."""

import numpy as np

from common import Cases, tolerance

RNG = np.random.default_rng(29)
EDGES = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]


def floats(dtype):
    info = np.finfo(dtype)
    least = info.smallest_subnormal
    return np.array(EDGES + [least, -least, info.max, info.min, info.tiny, 1 + info.eps, 0.1], dtype)


def ints(dtype):
    info = np.iinfo(dtype)
    return np.array([info.min, info.max, 0, 1, 7, 100, info.min + 1], dtype)


def signs(cases):
    for dtype in ["float32", "float64"]:
        cases.add("signbit", [floats(dtype)], np.signbit(floats(dtype)))
        cases.add("signbit", [np.zeros((0, 2), dtype)], np.zeros((0, 2), bool))
    for dtype in ["int32", "int64", "uint8"]:
        x = ints(dtype)
        cases.add("signbit", [x], x < 0)
        cases.add("positive", [x], +x)
    cases.add("signbit", [np.array([True, False])], np.array([False, False]))
    cases.add("positive", [floats("float32")], +floats("float32"))
    cases.add("positive", [np.array([True])], error="DTYPE_MISMATCH")


def neighbours(cases):
    for dtype in ["float32", "float64"]:
        x = floats(dtype)
        cases.add("nextafter", [x[:, None], x], np.nextafter(x[:, None], x))
    a, b = np.array([1, 2, 3], np.int32), np.array([2, 2, 2], np.uint8)
    cases.add("nextafter", [a, b], np.nextafter(a.astype(np.float32), b.astype(np.float32)))
    cases.add("nextafter", [np.zeros(2), np.zeros(3)], error="SHAPE_MISMATCH")


def scans(cases):
    for name, f in [("cumulative_sum", np.cumulative_sum), ("cumulative_prod", np.cumulative_prod)]:
        for dtype, wide in [("float64", "float64"), ("int32", "int64"), ("uint8", "int64"), ("bool", "int64")]:
            x = RNG.integers(0, 2 if dtype == "bool" else 4, (2, 3, 4)).astype(dtype)
            for axis in [0, 1, -1]:
                for start in [False, True]:
                    out = f(x.astype(wide), axis=axis, include_initial=start)
                    cases.add(name, [x], out, axis=axis, include_initial=start)
        x = np.zeros((2, 0))
        cases.add(name, [x], f(x, axis=1, include_initial=True), axis=1, include_initial=True)
        cases.add(name, [np.zeros(())], error="INVALID_ARGUMENT", axis=0, include_initial=True)


def differences(cases):
    x = RNG.integers(-9, 9, (3, 4)).astype(np.float32)
    y = RNG.integers(-9, 9, (3, 2)).astype(np.float32)
    for n in [0, 1, 2, 5]:
        cases.add("diff_both", [x, y, y], np.diff(x, n, prepend=y, append=y), n=n, axis=1)
        cases.add("diff_prepend", [x, y], np.diff(x, n, prepend=y), n=n, axis=-1)
        cases.add("diff_append", [x, x], np.diff(x, n, axis=0, append=x), n=n, axis=0)
    cases.add("diff_append", [x, y], error="SHAPE_MISMATCH", n=1, axis=0)


def bits(cases):
    functions = {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}
    for dtype in ["int32", "int64", "uint8"]:
        x = ints(dtype)
        for name, f in functions.items():
            for value in [0, 1, 6, 127, np.iinfo(dtype).max, np.iinfo(dtype).min]:
                cases.add(name, [x], f(x, x.dtype.type(value)), value=int(value))
        for value in [0, 1, 5]:
            cases.add("bitwise_left_shift", [x], np.left_shift(x, x.dtype.type(value)), value=value)
            cases.add("bitwise_right_shift", [x], np.right_shift(x, x.dtype.type(value)), value=value)
    cases.add("bitwise_or", [ints("uint8")], error="INVALID_ARGUMENT", value=256)
    cases.add("bitwise_or", [ints("int32")], error="INVALID_ARGUMENT", value=2**31)
    cases.add("bitwise_or", [np.zeros(2)], error="DTYPE_MISMATCH", value=1)


def series(cases):
    for dtype in ["float32", "float64", "int64"]:
        for start, end, steps in [(0, 1, 4), (-3, 5, 16), (2, 2, 3), (5, 9, 1), (0, 1, 0), (1e10, -1e10, 7)]:
            out = np.linspace(start, end, steps, endpoint=False)
            out = np.trunc(out).astype(dtype) if dtype == "int64" else out.astype(dtype)
            near = tolerance(dtype, 2)
            cases.add("linspace_open", [], out, tolerance=near, start=float(start), end=float(end), steps=steps, dtype=dtype)
    for height, width in [(2, 3), (3, 2), (4, 4), (0, 3)]:
        for offset in [-9, -2, -1, 0, 1, 2, 9]:
            out = np.eye(height, width, offset, np.int32)
            cases.add("eye", [], out, dtype="int32", height=height, width=width, offset=offset)


def sorters(cases):
    for dtype in ["float64", "int32"]:
        x = RNG.integers(0, 9, 8).astype(dtype)
        wanted = np.arange(-1, 11).reshape(3, 4).astype(dtype)
        order = np.argsort(x, stable=True)
        for right in [False, True]:
            out = np.searchsorted(x, wanted, side="right" if right else "left", sorter=order)
            cases.add("searchsorted", [x, wanted, order], out, right=right)


def shapes(cases):
    x = RNG.integers(0, 9, (1, 3, 1, 2)).astype(np.int32)
    for axes in [[], [0], [2], [0, 2], [-2, -4]]:
        cases.add("squeeze_axes", [x], np.squeeze(x, tuple(axes)) if axes else x, axes=axes)
    cases.add("squeeze_axes", [x], error="INVALID_ARGUMENT", axes=[0, -4])
    cases.add("matrix_transpose", [x], np.matrix_transpose(x))
    cases.add("matrix_transpose", [np.zeros(3)], error="INVALID_ARGUMENT")
    a, b, c = x[0], np.arange(2.0), np.array(True)
    for i in range(3):
        cases.add("broadcast_tensors", [a, b, c], np.broadcast_arrays(a, b, c)[i], which=i)
    cases.add("broadcast_tensors", [a, np.zeros(5), c], error="SHAPE_MISMATCH", which=0)


def dtypes(cases):
    functions = {"sum": np.sum, "prod": np.prod, "mean": np.mean}
    scans = {"cumulative_sum": np.cumulative_sum, "cumulative_prod": np.cumulative_prod}
    for source in ["float64", "int64", "bool"]:
        x = (RNG.integers(0, 9, (2, 3)) / (4 if source[0] == "f" else 1)).astype(source)
        x[:, 1] = 1
        for dtype in ["float64", "float32", "int64", "int8", "uint8", "bool"]:
            near = tolerance(dtype, 4)
            for name, f in functions.items():
                if name == "mean" and dtype[0] != "f":
                    cases.add("mean_as", [x], error="DTYPE_MISMATCH", dtype=dtype, axes=[0], keepdim=False)
                    continue
                for axes, keepdim in [([], False), ([-1], True)]:
                    out = f(x.astype(dtype), tuple(axes) or None, dtype, keepdims=keepdim)
                    cases.add(name + "_as", [x], out, tolerance=near, dtype=dtype, axes=axes, keepdim=keepdim)
            for name, f in scans.items():
                for axis, start in [(0, False), (1, True)]:
                    out = f(x.astype(dtype), axis=axis, dtype=dtype, include_initial=start)
                    cases.add(name + "_as", [x], out, tolerance=near, dtype=dtype, axis=axis, include_initial=start)
            for offset in [1]:
                out = np.trace(x.astype(dtype), offset, dtype=dtype)
                cases.add("trace_as", [x], out, tolerance=near, dtype=dtype, offset=offset)
    # A float is cut before it is added; a sum of many passes what its element type holds.
    half = np.full((5, 2), 0.75)
    cases.add("sum_as", [half], np.zeros(2, np.int32), dtype="int32", axes=[0], keepdim=False)
    many = np.full(300, 7, np.uint8)
    cases.add("sum_as", [many], np.sum(many, dtype=np.uint8), dtype="uint8", axes=[], keepdim=False)
    cases.add("sum_as", [np.zeros((0, 2))], np.zeros(2, np.uint8), dtype="uint8", axes=[0], keepdim=False)
    cases.add("prod_as", [np.zeros((0, 2))], np.ones(2, bool), dtype="bool", axes=[0], keepdim=False)
    cases.add("sum_as", [half], error="INVALID_ARGUMENT", dtype="int32", axes=[2], keepdim=False)


c = Cases("standard")
for part in [signs, neighbours, scans, differences, bits, series, sorters, shapes, dtypes]:
    part(c)
c.write()
