"""Writes NumPy's answers as data that the Rust tests read (tests/common/numpy.rs).

A file is a JSON list, one case a line. See README.md in this folder for the format.
"""

import json
import math
import os

import numpy as np

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

# Tenure promotes to the higher of two (PyTorch's rule for these six); NumPy would make float64 of int32 and float32.
ORDER = ["bool", "uint8", "int32", "int64", "float32", "float64"]
FLOATS = ["float32", "float64"]
# Those have files of their own (narrow.py, unsigned.py).
NARROW = ["float16", "int8", "int16", "uint16", "uint32", "uint64"]


def promote(*dtypes):
    """The dtype of a result of operands of these dtypes."""
    return max((np.dtype(d).name for d in dtypes), key=ORDER.index)


def tolerance(dtype, ulps, absolute=0.0):
    """A relative tolerance of so many units in the last place, and an absolute one."""
    if np.dtype(dtype).kind != "f":
        return None
    return [float(ulps * np.finfo(dtype).eps), float(absolute)]


def number(value):
    """One element as JSON: floats by the shortest text that gives them back, those JSON lacks as strings."""
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    text = np.format_float_scientific(value, trim="0", unique=True)
    short = float(text)
    assert type(value)(short) == value, text
    return short


def array(values):
    """An array as JSON: dtype, shape and the elements in row-major order."""
    values = np.asarray(values)
    assert values.dtype.name in ORDER + NARROW, values.dtype
    data = [number(v) for v in values.reshape(-1)]
    return {"dtype": values.dtype.name, "shape": list(values.shape), "data": data}


class Cases:
    """The cases of one file."""

    def __init__(self, name):
        self.path = os.path.join(DATA, name + ".json")
        self.lines = []

    def add(self, op, inputs, output=None, *, error=None, tolerance=None, in_place=False, **args):
        """One case: NumPy's `output`, or the name of the status that the call fails with."""
        assert (output is None) != (error is None), op
        case = {"op": op, "args": args, "inputs": [array(i) for i in inputs]}
        if error is not None:
            case["error"] = error
        else:
            case["output"] = array(output)
        if tolerance is not None:
            case["tolerance"] = tolerance
        if in_place:
            case["in_place"] = True
        self.lines.append(json.dumps(case, separators=(",", ":"), allow_nan=False))

    def write(self):
        """Writes the file."""
        os.makedirs(DATA, exist_ok=True)
        with open(self.path, "w", encoding="utf-8", newline="\n") as out:
            out.write("[\n" + ",\n".join(self.lines) + "\n]\n")
        print(f"{os.path.basename(self.path)}: {len(self.lines)} cases, {os.path.getsize(self.path)} bytes")
