"""Writes the .gguf files of this folder with gguf 0.19 of PyPI, and what it reads of them.

tests/io/gguf_files.rs compares. gguf_types.npz has the float32 of each tensor of gguf_types.gguf that is quantised, by
the formulas of gguf.quants. The types of K cannot be written by that package, so their blocks are random bytes with
sensible scales. Run: python3 tests/data/io/make_gguf.py
"""

import pathlib

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Q
from gguf import quants

here = pathlib.Path(__file__).parent
random = np.random.default_rng(7)

# The positions of the float16 scales in a block.
SCALES = {Q.Q2_K: (80, 82), Q.Q3_K: (108,), Q.Q4_K: (0, 2), Q.Q5_K: (0, 2), Q.Q6_K: (208,)}
SIMPLE = (Q.Q4_0, Q.Q4_1, Q.Q5_0, Q.Q5_1, Q.Q8_0)


def blocks(kind, rows, count):
    """Rows of random blocks: any bytes but for the scales, which are of both signs, among them a subnormal and zero."""
    size = gguf.GGML_QUANT_SIZES[kind][1]
    data = random.integers(0, 256, (rows * count, size), dtype=np.uint8)
    scales = np.array([0.01, -0.5, 6e-8, 0.0, 1.5, -65504.0, 3e-3, 0.25], np.float16)
    for i, at in enumerate(SCALES[kind]):
        data[:, at : at + 2] = np.roll(np.resize(scales, rows * count), i).view(np.uint8).reshape(-1, 2)
    return data.reshape(rows, count * size)


def write(name, tensors, alignment=None, fields=()):
    out = gguf.GGUFWriter(here / name, "llama")
    if alignment:
        out.add_custom_alignment(alignment)
    for add, key, value in fields:
        getattr(out, add)(key, value)
    for tensor, (data, kind) in tensors.items():
        out.add_tensor(tensor, data, raw_dtype=kind)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


tensors, answers = {}, {}
for kind in SIMPLE:
    data = random.standard_normal((2, 3, 64)).astype(np.float32)
    data[0, 0, :32] = 0
    tensors[kind.name] = (quants.quantize(data, kind), kind)
for kind in SCALES:
    tensors[kind.name] = (blocks(kind, 2, 4), kind)
for name, (data, kind) in tensors.items():
    answers[name] = quants.dequantize(data, kind)
for kind, dtype in ((Q.F64, "f8"), (Q.F32, "f4"), (Q.F16, "f2"), (Q.I8, "i1"), (Q.I16, "i2"), (Q.I32, "i4"), (Q.I64, "i8")):
    tensors[kind.name] = (np.arange(-2, 4).reshape(2, 3).astype(dtype), kind)
tensors["BF16"] = (quants.quantize(np.arange(-2, 4, dtype=np.float32).reshape(2, 3), Q.BF16), Q.BF16)
tensors["IQ4_NL"] = (np.zeros((1, 18), np.uint8), Q.IQ4_NL)
tensors["größe"] = (np.ones(1, np.float32), Q.F32)
FIELDS = (
    ("add_uint8", "a.uint8", 255), ("add_int8", "a.int8", -128), ("add_uint16", "a.uint16", 65535),
    ("add_int16", "a.int16", -32768), ("add_uint32", "a.uint32", 2**32 - 1), ("add_int32", "a.int32", -(2**31)),
    ("add_uint64", "a.uint64", 2**64 - 1), ("add_int64", "a.int64", -(2**63)), ("add_float32", "a.float32", 1e-5),
    ("add_float64", "a.float64", 1e300), ("add_bool", "a.bool", True), ("add_string", "a.text", "tab\tund größe"),
    ("add_array", "tokenizer.ggml.tokens", ["<s>", "a\"b", "ö"]), ("add_array", "a.numbers", [1, -2, 3]),
    ("add_array", "a.flags", [True, False]),
)
write("gguf_types.gguf", tensors, fields=FIELDS)
np.savez(here / "gguf_types.npz", **answers)

# Version 2 differs by its number alone; another alignment.
write("gguf_aligned.gguf", {"b": (np.arange(3, dtype=np.float32), Q.F32), "a": (np.ones((2, 1, 2), np.int8), Q.I8)}, 128)
aligned = bytearray((here / "gguf_aligned.gguf").read_bytes())
aligned[4] = 2
(here / "gguf_aligned.gguf").write_bytes(aligned)
big = gguf.GGUFWriter(here / "gguf_big.gguf", "llama", endianess=gguf.GGUFEndian.BIG)
big.add_tensor("a", np.ones(2, np.float32))
big.write_header_to_file()
big.write_kv_data_to_file()
big.write_tensors_to_file()
big.close()
