"""What the Python array API has beside the other files: signs, neighbours, scans from the start, series, sorters."""

import warnings

import numpy as np

from common import Cases, number, tolerance

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


def left_numbers(cases):
    functions = {"rfloordiv": np.floor_divide, "rmod": np.remainder, "rsub": np.subtract, "rpow": np.power}
    for dtype in ["float32", "float64"]:
        x = np.array([0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 3.0, -7.0, np.inf, -np.inf, np.nan], dtype)
        for name in ["rfloordiv", "rmod"]:
            for value in [7.0, -7.0, 0.0, 2.5, np.inf, np.nan]:
                with np.errstate(all="ignore"):
                    out = functions[name](x.dtype.type(value), x)
                cases.add(name, [x], out, value=number(value))
                cases.add(name + "_in_place", [x], out, value=number(value), in_place=True)
    for dtype in ["int32", "int64", "int8", "uint8"]:
        x = np.array([1, 2, 3, 7, 100] + ([] if dtype == "uint8" else [-1, -3, -7, -100]), dtype)
        for name in ["rfloordiv", "rmod", "rsub"]:
            for value in [7, 0, 100] + ([] if dtype == "uint8" else [-7, -100]):
                with np.errstate(all="ignore"):
                    out = functions[name](x.dtype.type(value), x)
                cases.add(name + "_in_place", [x], out, value=value, in_place=True)
                cases.add(name, [x], out, value=value)
        for name in ["rfloordiv", "rmod"]:
            cases.add(name, [x - 1], error="INVALID_ARGUMENT", value=7)
            cases.add(name + "_in_place", [x - 1], error="INVALID_ARGUMENT", value=7, in_place=True)
            cases.add(name + "_in_place", [x], error="DTYPE_MISMATCH", value=0.5, in_place=True)
    x = np.array([0, 1, 2, 5], np.int32)
    cases.add("rpow_in_place", [x], np.power(np.int32(3), x), value=3, in_place=True)
    cases.add("rmod", [np.array([True])], np.array([7 % 1]), value=7)


def in_place(cases):
    x = np.array([[1.5, np.nan, -np.inf], [0.0, -0.0, 7.0]])
    y = np.array([0.5, np.nan, 2.0])
    cases.add("maximum_in_place", [x, y], np.maximum(x, y), in_place=True)
    cases.add("minimum_in_place", [x, y], np.minimum(x, y), in_place=True)
    cases.add("maximum_in_place", [y, x], error="SHAPE_MISMATCH", in_place=True)
    for name, f in [("maximum", np.maximum), ("minimum", np.minimum), ("nextafter", np.nextafter)]:
        for value in [0.25, np.nan, np.inf]:
            cases.add(name + "_number_in_place", [x], f(x, value), value=number(value), in_place=True)
    for name, f in [("and", np.logical_and), ("or", np.logical_or), ("xor", np.logical_xor)]:
        for value in [0.0, 2.0, np.nan]:
            out = f(x, value).astype(np.float64)
            cases.add(f"logical_{name}_in_place", [x], out, value=number(value), in_place=True)


def choices(cases):
    mask = np.array([[True, False, True], [False, False, True]])
    for dtype in ["float32", "float64", "int32", "uint8"]:
        x = np.array([3, 1, 2], dtype)
        cases.add("where_number_tensor", [mask, x], np.where(mask, x.dtype.type(7), x), a=7.0)
        if dtype[0] == "f":
            cases.add("where_number_tensor", [mask, x], np.where(mask, x.dtype.type(np.nan), x), a="nan")
    x = np.array([3, 1, 2], np.int32)
    cases.add("where_number_tensor", [mask, x], np.where(mask, np.float32(0.5), x.astype(np.float32)), a=0.5)
    cases.add("where_number_tensor", [mask, np.zeros(2)], error="SHAPE_MISMATCH", a=0.5)
    cases.add("where_number_tensor", [x, x], error="DTYPE_MISMATCH", a=0.5)
    cases.add("where_numbers", [mask], np.where(mask, 7, -1), a=7.0, b=-1.0)
    for a, b in [(0.5, 1.0), (1.0, 0.5), (0.25, -0.5), (np.inf, 0.0), (0.0, np.nan)]:
        out = np.where(mask, np.float32(a), np.float32(b))
        cases.add("where_numbers", [mask], out, a=number(a), b=number(b))
    cases.add("where_numbers", [np.array(True)], np.array(7), a=7.0, b=-1.0)
    cases.add("where_numbers", [np.zeros((0, 2), bool)], np.zeros((0, 2), np.int64), a=7.0, b=-1.0)
    cases.add("where_numbers", [x], error="DTYPE_MISMATCH", a=1.0, b=0.0)


def flat(cases):
    a, b, c = np.arange(6.0).reshape(2, 3), np.array(7.0), np.zeros((0, 4))
    cases.add("concat_flat", [a, b, c], np.concatenate([a, b[None], c], axis=None))
    cases.add("concat_flat", [a.astype(np.int32), np.array([True]), a.astype(np.uint8)],
              np.concatenate([a.astype(np.int32), np.array([True]), a.astype(np.uint8)], axis=None))
    cases.add("concat_flat", [c], np.concatenate([c], axis=None))
    cases.add("concat_flat", [b], np.array([7.0]))


METHODS = ["linear", "lower", "higher", "midpoint", "nearest"]


def among_numbers(cases):
    """NumPy says NaN for a slice of nothing but NaN, and warns."""
    rng = np.random.default_rng(30)
    warnings.simplefilter("ignore", RuntimeWarning)
    for dtype in ["float64", "float32", "float16"]:
        x = np.round(rng.standard_normal((4, 5, 3)) * 8).astype(dtype) / 4
        x[rng.random(x.shape) < 0.3] = np.nan
        x[:, 1, 2] = np.nan
        x[0, :, 0] = np.nan
        near = tolerance(dtype, 4, np.finfo(dtype).eps)
        wide = x.astype(np.float64)
        for axis in [0, 1, -1]:
            out = np.nanquantile(wide, 0.5, axis, method="lower").astype(dtype)
            cases.add("nanmedian", [x], out, axis=axis, keepdim=False)
            cases.add("nanmedian", [x], np.expand_dims(out, axis), axis=axis, keepdim=True)
            for q in [0.0, 0.3, 1.0]:
                out = np.nanquantile(wide, q, axis, keepdims=True).astype(dtype)
                cases.add("nanquantile", [x], out, q=q, axes=[axis], keepdim=True, tolerance=near)
        out = np.nanquantile(wide, 0.5, method="lower").astype(dtype)
        cases.add("nanmedian_all", [x], out)
        for axes in [[], [0, 2], [1]]:
            q = np.array([0.15, 0.5, 1.0, 0.0])
            for method in METHODS:
                out = np.nanquantile(wide, q, tuple(axes) or None, method=method).astype(dtype)
                cases.add("nanquantiles", [x, q], out, axes=axes, keepdim=False,
                          interpolation=METHODS.index(method), tolerance=near)
            out = np.nanquantile(wide, q[0], tuple(axes) or None, keepdims=True).astype(dtype)
            cases.add("nanquantiles", [x, q[0]], out, axes=axes, keepdim=True, interpolation=0, tolerance=near)
    # An infinite neighbour does not count where the place is that of an element, as in PyTorch; NumPy says NaN.
    far = np.array([[-np.inf, np.nan, 1.0, np.inf], [np.nan, np.inf, np.inf, -np.inf]])
    cases.add("nanmedian", [far], np.array([1.0, np.inf]), axis=1, keepdim=False)
    cases.add("nanquantile", [far], np.array([1.0, np.inf]), q=0.5, axes=[1], keepdim=False)
    cases.add("nanquantile", [far], np.array([-np.inf, -np.inf]), q=0.0, axes=[1], keepdim=False)
    lone = np.array([[np.nan, np.nan], [np.nan, 3.0]])
    cases.add("nanmedian", [lone], np.array([np.nan, 3.0]), axis=1, keepdim=False)
    cases.add("nanquantile", [lone], np.array([np.nan, 3.0]), q=0.9, axes=[1], keepdim=False)
    cases.add("nanmedian_all", [np.array(np.nan)], np.array(np.nan))
    cases.add("nanmedian", [np.array(1.0)], error="INVALID_ARGUMENT", axis=0, keepdim=False)
    cases.add("nanmedian", [np.array([[5, 1], [7, 3]])], np.array([1, 3]), axis=1, keepdim=False)
    cases.add("nanmedian", [np.zeros((2, 0))], error="INVALID_ARGUMENT", axis=1, keepdim=False)
    cases.add("nanmedian_all", [np.zeros((2, 0))], error="INVALID_ARGUMENT")
    cases.add("nanmedian", [lone], error="INVALID_ARGUMENT", axis=2, keepdim=False)
    cases.add("nanquantile", [lone], error="INVALID_ARGUMENT", q=-0.1, axes=[1], keepdim=False)
    cases.add("nanquantile", [np.array([1])], error="DTYPE_MISMATCH", q=0.5, axes=[0], keepdim=False)
    cases.add("nanquantile", [np.zeros((2, 0))], error="INVALID_ARGUMENT", q=0.5, axes=[1], keepdim=False)
    cases.add("nanquantiles", [lone, lone], error="SHAPE_MISMATCH", axes=[1], keepdim=False, interpolation=0)
    cases.add("nanquantiles", [lone, np.array([1])], error="DTYPE_MISMATCH", axes=[1], keepdim=False, interpolation=0)
    cases.add("nanquantiles", [lone, np.array([2.0])], error="INVALID_ARGUMENT", axes=[1], keepdim=False, interpolation=0)


def norms(cases):
    """PyTorch's `dtype`: what is cast before it is computed."""
    rng = np.random.default_rng(31)
    x = rng.integers(1, 9, (3, 4)).astype(np.float32)
    for source in [x, x.astype(np.int32), x.astype(np.float16)]:
        for dtype in ["float64", "float32"]:
            wide, near = source.astype(np.float64), tolerance(dtype, 8)
            cases.add("norm_as", [source], np.sqrt((wide**2).sum(1)).astype(dtype), dtype=dtype, axes=[1], tolerance=near)
            out = np.linalg.norm(wide).astype(dtype)
            cases.add("matrix_norm_as", [source], out, dtype=dtype, axes=[], tolerance=near)
            for name, op in [("softmax_as", np.exp), ("log_softmax_as", lambda v: v)]:
                logs = wide - wide.max(1, keepdims=True)
                logs = logs - np.log(np.exp(logs).sum(1, keepdims=True))
                cases.add(name, [source], op(logs).astype(dtype), dtype=dtype, axes=[1], tolerance=tolerance(dtype, 8, 1e-7 if dtype == "float32" else 1e-15))
    for name in ["norm_as", "matrix_norm_as", "softmax_as", "log_softmax_as"]:
        cases.add(name, [x], error="DTYPE_MISMATCH", dtype="int32", axes=[1])


c = Cases("standard")
parts = [signs, neighbours, scans, differences, bits, series, sorters, shapes, dtypes]
for part in parts + [left_numbers, in_place, choices, flat, among_numbers, norms]:
    part(c)
c.write()
