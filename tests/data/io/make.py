"""Writes the files of this folder with NumPy, ml_dtypes and the safetensors package: what others write must load here.

tests/io knows what is in them. Run: python3 tests/data/io/make.py
"""

import pathlib

import ml_dtypes
import numpy as np
from numpy.lib import format as npy
from safetensors.numpy import save_file

here = pathlib.Path(__file__).parent


def values(dtype):
    """6 values, among them what a mistake would show: the extremes, a negative zero, a not-a-number."""
    if dtype == "bool":
        return np.array([True, False, False, True, True, False])
    if dtype.startswith("uint"):
        half = np.iinfo(dtype).max // 2
        return np.array([0, 1, 2, half, half + 1, np.iinfo(dtype).max], dtype)
    if dtype == "bfloat16":
        tiny = ml_dtypes.finfo(ml_dtypes.bfloat16).tiny
        return np.array([-0.0, 1.5, -1 / 3, np.inf, np.nan, tiny], ml_dtypes.bfloat16)
    if dtype.startswith("int"):
        info = np.iinfo(dtype)
        return np.array([info.min, -2, 0, 1, 77 if dtype == "int8" else 258, info.max], dtype)
    return np.array([-0.0, 1.5, -1 / 3, np.inf, np.nan, np.finfo(dtype).tiny], dtype)


NUMPYS = ("float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")

for dtype in NUMPYS:
    array = values(dtype).reshape(2, 3)
    np.save(here / f"{dtype}.npy", array)
    np.save(here / f"{dtype}_fortran.npy", np.asfortranarray(array))
    if array.dtype.itemsize > 1:
        np.save(here / f"{dtype}_big.npy", array.astype(array.dtype.newbyteorder(">")))
np.save(here / "scalar.npy", np.float32(2.5))
np.save(here / "empty.npy", np.zeros((3, 0, 2), np.int64))
np.save(here / "cube_fortran.npy", np.asfortranarray(np.arange(24, dtype=np.int32).reshape(2, 3, 4)))
for version in ((2, 0), (3, 0)):
    with open(here / f"version{version[0]}.npy", "wb") as out:
        npy.write_array(out, values("float64").reshape(2, 3), version)
np.save(here / "complex.npy", np.ones(2, np.complex64))
np.save(here / "text.npy", np.array(["ab", "c"]))
np.save(here / "object.npy", np.array([None, 1], object), allow_pickle=True)
np.save(here / "record.npy", np.zeros(2, [("x", "<f4"), ("y", "<i4", (2, 2))]))
np.save(here / "time.npy", np.zeros(2, "datetime64[s]"))
np.save(here / "rank17.npy", np.zeros((1,) * 17, np.float32))

tensors = {dtype: values(dtype).reshape(2, 3) for dtype in (*NUMPYS, "bfloat16")}
tensors |= {"scalar": np.array(7, np.int64), "empty": np.zeros((0, 4), np.float32), "größe": np.arange(3.0)}
save_file(tensors, here / "python.safetensors", metadata={"format": "np"})
