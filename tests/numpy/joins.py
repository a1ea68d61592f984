"""concat, stack, index_select and one_hot."""

import numpy as np

from common import Cases, promote

RNG = np.random.default_rng(23)


def values(dtype, shape):
    return RNG.integers(0, 2 if dtype == "bool" else 100, shape).astype(dtype)


def add_concat(cases, arrays, axis):
    dtype = promote(*[a.dtype for a in arrays])
    cases.add("concat", arrays, np.concatenate([a.astype(dtype) for a in arrays], axis=axis), axis=axis)


def add_stack(cases, arrays, axis):
    dtype = promote(*[a.dtype for a in arrays])
    cases.add("stack", arrays, np.stack([a.astype(dtype) for a in arrays], axis=axis), axis=axis)


def joins(cases):
    for dtype in ["float32", "float64", "uint8", "bool"]:
        add_concat(cases, [values(dtype, (2, 3)), values(dtype, (4, 3))], 0)
        add_concat(cases, [values(dtype, (2, 3, 2)), values(dtype, (2, 1, 2)), values(dtype, (2, 0, 2))], 1)
        add_stack(cases, [values(dtype, (2, 3)), values(dtype, (2, 3))], 1)
    for axis in [0, 1, 2, -1, -3]:
        add_concat(cases, [values("int32", (2, 3, 4)), values("int32", (2, 3, 4))], axis)
        add_stack(cases, [values("int64", (2, 3)), values("int64", (2, 3)), values("int64", (2, 3))], axis)
    add_concat(cases, [values("int32", (5,))], 0)
    add_concat(cases, [values("int32", (0,)), values("int32", (0,))], 0)
    add_concat(cases, [values("int32", (0, 3)), values("int32", (0, 2))], 1)
    add_concat(cases, [values("bool", (2,)), values("int32", (3,)), values("float32", (1,))], 0)
    add_concat(cases, [values("uint8", (1, 2, 1, 2, 1, 1, 2, 1)), values("int64", (1, 2, 1, 2, 1, 3, 2, 1))], 5)
    add_stack(cases, [values("float32", ()), values("float64", ())], 0)
    add_stack(cases, [values("float32", (0, 2)), values("float32", (0, 2))], 2)
    add_stack(cases, [values("float32", (2, 1, 2, 1, 2, 1, 1)), values("int32", (2, 1, 2, 1, 2, 1, 1))], 3)
    add_concat(cases, [np.tile(values("float32", (1, 3)), (2, 1)), np.full((2, 2), 7, np.float32)], 1)
    a, b = values("float32", (2, 3)), values("float32", (2, 4))
    cases.add("concat", [a, b], error="SHAPE_MISMATCH", axis=0)
    cases.add("concat", [a, a[0]], error="SHAPE_MISMATCH", axis=0)
    cases.add("concat", [a, a], error="INVALID_ARGUMENT", axis=2)
    cases.add("concat", [a[0, 0], a[0, 0]], error="INVALID_ARGUMENT", axis=0)
    cases.add("concat", [], error="INVALID_ARGUMENT", axis=0)
    cases.add("stack", [a, b], error="SHAPE_MISMATCH", axis=0)
    cases.add("stack", [a, a], error="INVALID_ARGUMENT", axis=3)
    cases.add("stack", [], error="INVALID_ARGUMENT", axis=0)
    cases.add("stack", [values("uint8", (1,) * 16)], error="INVALID_ARGUMENT", axis=0)


def selects(cases):
    def add(x, axis, index, kind="int64"):
        index = np.array(index, kind)
        cases.add("index_select", [x, index], np.take(x, index.astype(np.int64), axis=axis), axis=axis)

    for dtype in ["float32", "float64", "int32", "int64", "uint8", "bool"]:
        add(values(dtype, (4, 3)), 0, [3, 0, 0, 2])
        add(values(dtype, (4, 3)), 1, [2, 1, 2, 0, 1], "int32")
        add(values(dtype, (2, 3, 4)), -2, [1, 2, 1], "uint8")
    add(values("int32", (300,)), 0, RNG.integers(0, 300, 600))
    add(values("int32", (3, 2, 2)), 0, [])
    add(values("int32", (2, 0, 2)), 2, [1, 1, 0])
    add(values("int32", (2, 1, 2, 1, 2, 1, 1, 3)), 4, [1, 0, 1])
    add(np.tile(values("float32", (1, 4)), (3, 1)), 0, [2, 2])
    x = values("float32", (2, 3))
    for wrong in [-4, 3, 2**62, -(2**63)]:
        cases.add("index_select", [x, np.array([0, wrong])], error="INVALID_ARGUMENT", axis=1)
    cases.add("index_select", [x[:0], np.array([0])], error="INVALID_ARGUMENT", axis=0)
    cases.add("index_select", [x, np.array([0])], error="INVALID_ARGUMENT", axis=2)
    cases.add("index_select", [x[0, 0], np.array([0])], error="INVALID_ARGUMENT", axis=0)
    cases.add("index_select", [x, np.array([[0]])], error="SHAPE_MISMATCH", axis=1)
    cases.add("index_select", [x, np.array(0)], error="SHAPE_MISMATCH", axis=1)
    for kind in ["float32", "bool"]:
        cases.add("index_select", [x, np.array([0, 1], kind)], error="DTYPE_MISMATCH", axis=1)


def one_hots(cases):
    def add(x, classes):
        count = int(x.max()) + 1 if classes == -1 else classes
        cases.add("one_hot", [x], np.eye(count, dtype=np.int64)[x.astype(np.int64)], classes=classes)

    for kind in ["int64", "int32", "uint8"]:
        add(np.array([2, 0, 4, 4], kind), 5)
        add(np.array([[2, 0, 1], [1, 1, 3]], kind), -1)
    add(np.array(2), 4)
    add(np.full((3, 2), 1), 3)
    add(np.zeros((0, 2), np.int64), 3)
    add(np.zeros((1, 2, 1, 2, 1, 1, 1), np.int64), 2)
    cases.add("one_hot", [np.array([0, 3])], error="INVALID_ARGUMENT", classes=3)
    cases.add("one_hot", [np.array([0, -1])], error="INVALID_ARGUMENT", classes=3)
    cases.add("one_hot", [np.array([-1, -2])], error="INVALID_ARGUMENT", classes=-1)
    cases.add("one_hot", [np.array([2**63 - 1])], error="INVALID_ARGUMENT", classes=-1)
    cases.add("one_hot", [np.array([0])], error="INVALID_ARGUMENT", classes=0)
    cases.add("one_hot", [np.array([0])], error="INVALID_ARGUMENT", classes=-2)
    cases.add("one_hot", [np.zeros(0, np.int64)], error="INVALID_ARGUMENT", classes=-1)
    cases.add("one_hot", [np.zeros((1,) * 16, np.int64)], error="INVALID_ARGUMENT", classes=2)
    for kind in ["float32", "bool"]:
        cases.add("one_hot", [np.array([0, 1], kind)], error="DTYPE_MISMATCH", classes=2)


def main():
    cases = Cases("joins")
    joins(cases)
    selects(cases)
    one_hots(cases)
    cases.write()


main()
