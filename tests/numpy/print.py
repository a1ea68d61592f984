"""Writes data/print.json: tensors and the text that NumPy's str() gives for them, which tests/print.rs compares.

Run with the NumPy that the header of src/tensor/print.rs names: python3 tests/numpy/print.py
A case is the elements of a base array (floats as their bits in hexadecimal), its shape, the views taken of it, and the text.
"""

import json
import pathlib

import numpy as np

FLOATS = {"float32": (np.float32, np.uint32), "float64": (np.float64, np.uint64), "float16": (np.float16, np.uint16)}
cases = []


def add(array, *views, options=None):
    """One case. Options: precision, threshold, edge items, line width. Views: ("permute", axes), ("slice", axis, start, end, step), ("select", axis, index), ("expand", dims)."""
    array = np.ascontiguousarray(array) if np.ndim(array) else np.asarray(array)
    name = array.dtype.name
    flat = array.reshape(-1)
    values = [format(int(x), "x") for x in flat.view(FLOATS[name][1])] if name in FLOATS else [int(x) for x in flat]
    seen = array
    for kind, *args in views:
        if kind == "permute":
            seen = seen.transpose(*args)
        elif kind == "slice":
            axis, start, end, step = args
            seen = seen[(slice(None),) * axis + (slice(start, end, step),)]
        elif kind == "select":
            axis, index = args
            seen = seen[(slice(None),) * axis + (index,)]
        else:
            seen = np.broadcast_to(seen, args[0])
    case = {"dtype": name, "shape": list(array.shape), "values": values, "views": views, "text": str(seen)}
    if options is not None:
        names = ("precision", "threshold", "edgeitems", "max_line_width")
        case |= {"options": options, "text": np.array2string(seen, **dict(zip(names, options)))}
    cases.append(case)


rng = np.random.default_rng(5)
for dtype in ("float32", "float64", "int32", "int64", "uint8", "bool", "float16", "int8", "int16"):
    t = np.dtype(dtype).type
    for value in (0, 1, 7):
        add(np.array(t(value)))
    add(np.zeros(0, t)), add(np.zeros((0, 3), t)), add(np.zeros((2, 0, 3), t))
    add(np.arange(5).astype(t)), add(np.ones((1, 1), t)), add(np.ones((1, 1, 1, 1), t))
    grid = (np.arange(24) % (2 if dtype == "bool" else 250)).astype(t)
    add(grid.reshape(2, 3, 4)), add(grid.reshape(2, 3, 2, 2)), add(grid.reshape(4, 6))
    add(grid.reshape(4, 6), ("permute", (1, 0))), add(grid.reshape(2, 3, 4), ("permute", (2, 0, 1)))
    add(grid.reshape(4, 6), ("slice", 1, 1, 6, 2)), add(grid.reshape(4, 6), ("select", 0, -1))
    add(grid.reshape(2, 3, 4), ("slice", 2, 1, 3, 1), ("permute", (1, 2, 0)), ("select", 1, 0))
    add(grid[:3], ("expand", (2, 3)))
    long = (np.arange(60) % 251).astype(t)
    add(long), add(long.reshape(2, 30)), add(long.reshape(2, 1, 30)), add(long.reshape(1, 1, 2, 30))
    big = (np.arange(1200) % 251).astype(t)
    add(big), add(big[:1000]), add(big[:1001]), add(big.reshape(30, 40)), add(big.reshape(5, 240)), add(big.reshape(240, 5))
    add(big.reshape(10, 12, 10)), add(big.reshape(2, 60, 10), ("permute", (1, 0, 2))), add(big.reshape(7 - 1, 10, 4, 5))
    add(big[:1008].reshape(7, 8, 9, 2)), add(big, ("slice", 0, 3, 1190, 1)), add(big, ("slice", 0, 0, 1200, 2))

for dtype, (t, bits) in FLOATS.items():
    info = np.finfo(t)
    odd = [0.1, 1 / 3, 2 / 3, 0.5, 0.25, 1e-4, 9.9e-5, 9.9999e-5, 999.9999, 1e5, 999999.94, 1e6, 1e7, 99999999.0, 1e8, 123456789.0, 1e15,
           9.999e15, 1e16, 1.5e16, 1e22, 1e23, 3.4e38, 1e-10, 1.17549435e-38, 1e-45, 5e-324, 1e100 if dtype == "float64" else 1e30,
           float(info.max), float(info.tiny), np.nan, np.inf, -np.inf, -0.0, 16777216.0, 16777217.0, 0.3, 2.675, 1e-5]
    with np.errstate(all="ignore"):
        for x in odd:
            add(np.array(t(x)))
            add(np.array(t(-x)))
            add(np.array([x], t))
            add(np.array([1, x], t))
            add(np.array([-x, 0.001, 12.5], t))
        rows = [[0.1, 0.2, 0.3], [1, 2, 1000], [1, 2, 1001], [0.001, 1], [0.001, 1.0001], [1e-4, 1e-3], [np.nan, 1], [np.nan, np.inf, -np.inf],
                [np.nan], [np.inf], [-np.inf], [-np.inf, 1.5], [np.inf, 1e10], [np.nan, -1e-10], [np.nan, 0.123456789], [-1, 1], [-1.5, 10.25],
                [0, 0, 0], [-0.0, 0.0], [1e-8, 1], [0.123456785, 0.123456775], [0.12345678499999, 0.5], [1.000000005, 1], [1.0000000049, 2],
                [0.99999999999, 1], [9.999999999e8, 1], [1.5, np.nan, -np.inf, 100.125], [1e8, 1], [99999999, 1e5], [1e10, 1e-10],
                [1e100 if dtype == "float64" else 1e30, 1], [1e300 if dtype == "float64" else 1e38, 1e-300 if dtype == "float64" else 1e-38],
                [5e-324 if dtype == "float64" else 1e-45, 1], [1234.5678, 0.00012345678], [2.0 ** -9, 2.0 ** -10, 3 * 2.0 ** -9],
                [2.0 ** -27 + 1e-3, 1], [0.000976562500, 0.5 + 2.0 ** -9]]
        for row in rows:
            add(np.array(row, t))
        for scale in (1, 1e-3, 100, 1e5, 1e12):
            add((rng.standard_normal((3, 4)) * scale).astype(t))
            add((rng.standard_normal((2, 3, 5)) * scale).astype(t), ("permute", (2, 1, 0)))
            add((rng.standard_normal(40) * scale).astype(t))
            add((rng.standard_normal((21, 50)) * scale).astype(t))
        for _ in range(12):
            # Any bits at all: every exponent, infinities and nans among them.
            add(rng.integers(0, 2 ** (8 * info.dtype.itemsize), 6, dtype=bits, endpoint=False).view(t))
        for _ in range(12):
            # Halves of the last digit that is kept: ties are rounded to even.
            add((rng.integers(-(2 ** 14), 2 ** 14, 4) / 2.0 ** 9).astype(t))
            add(((rng.integers(0, 2 ** 9, 4) * 2 + 1) / 2.0 ** 11).astype(t))
    powers = np.ldexp(t(1), np.arange(info.minexp - info.nmant, info.maxexp))
    for power in powers[:: 2 if dtype == "float32" else 13]:
        add(np.array(power)), add(np.array([power, -power * t(0.75)]))
    mixed = np.ones((40, 40), t)
    mixed[20, 20] = 1e12  # Not among the corners: it must not change the format.
    add(mixed)

add(np.array([-(2 ** 31), 2 ** 31 - 1, 0], np.int32)), add(np.array([-(2 ** 63), 2 ** 63 - 1], np.int64)), add(np.array(-(2 ** 63)))
add(np.array([-1, 10, 100, -1000])), add(np.array([[0, 255], [3, 40]], np.uint8)), add(np.array([-5], np.int32))
add(np.arange(-500, 700).reshape(30, 40))

for options in [(2, 1000, 3, 75), (0, 1000, 3, 75), (4, 5, 1, 75), (17, 1000, 3, 30), (3, 0, 2, 20), (40, 9, 4, 200), (1, 10, 3, 1)]:
    for dtype in ("float32", "float64", "int64", "bool"):
        grid = np.arange(30).reshape(5, 6) % 2 == 0 if dtype == "bool" else (rng.standard_normal((5, 6)) * 50).astype(dtype)
        add(grid, options=options), add(grid, ("permute", (1, 0)), options=options), add(grid[:0], options=options)
        add(grid.reshape(-1)[:7], options=options), add(grid.reshape(5, 2, 3), options=options), add(grid[0, 0], options=options)
    add(np.array([1e-10, 1.23456789, np.nan]), options=options), add(np.array([1e10, -np.inf]), options=options)

path = pathlib.Path(__file__).parent / "data" / "print.json"
with path.open("w") as out:
    out.write("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")
print(f"{len(cases)} cases, NumPy {np.__version__}")
