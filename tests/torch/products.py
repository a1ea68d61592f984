"""NumPy's results of products of tensors (see README.md in this folder)."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
rng = np.random.default_rng(19)
NEAR = {"float64": [1e-12, 1e-12], "float32": [1e-5, 1e-5]}

EQUATIONS = [
    ("ij,jk->ik", [(3, 4), (4, 5)]), ("ij,jk", [(3, 4), (4, 5)]), ("ij,jk->ki", [(3, 4), (4, 5)]),
    ("ij->ji", [(3, 4)]), ("ba", [(3, 4)]), ("ii", [(4, 4)]), ("ii->i", [(4, 4)]), ("iij->j", [(3, 3, 2)]), ("ijij->ij", [(2, 3, 2, 3)]),
    ("ij->", [(3, 4)]), ("ij->j", [(3, 4)]), ("i,i->", [(4,), (4,)]), ("i,j->ij", [(4,), (3,)]), ("i,j->ji", [(4,), (3,)]),
    ("bij,bjk->bik", [(2, 3, 4), (2, 4, 5)]), ("bij,bkj->bik", [(2, 3, 4), (2, 5, 4)]), ("bhqd,bhkd->bhqk", [(2, 2, 3, 4), (2, 2, 5, 4)]),
    ("...ij,...jk->...ik", [(2, 3, 4), (2, 4, 5)]), ("...ij,...jk", [(2, 3, 4), (4, 5)]), ("...ij,...jk->...ik", [(2, 1, 3, 4), (5, 4, 2)]),
    ("i...->...i", [(2, 3, 4)]), ("...->...", [(2, 3)]), ("...i,...i->...", [(2, 3, 4), (3, 4)]), ("i...,i...->...", [(2, 3), (2, 1)]),
    ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 5)]), ("ab,cd,ef->fdb", [(2, 3), (2, 2), (3, 2)]), ("ij,ij,ij->i", [(3, 4)] * 3),
    ("i,ij,j->", [(3,), (3, 4), (4,)]), ("ij,j->ij", [(3, 4), (4,)]), ("ij,ik->jk", [(3, 4), (3, 2)]), ("ijk,jil->kl", [(2, 3, 4), (3, 2, 5)]),
    (" i j , j k -> i k ", [(2, 3), (3, 2)]), ("Ab,bA", [(2, 3), (3, 2)]), ("bA", [(2, 3)]), (",ij->ij", [(), (2, 3)]), ("ij,kj->", [(2, 3), (4, 3)]),
    ("ij,jk->ik", [(0, 3), (3, 2)]), ("ij,jk->ik", [(2, 0), (0, 3)]), ("ij->i", [(2, 0)]), ("ij,jk->ik", [(1, 1), (1, 1)]),
]
BAD = [
    ("ij,jk->ik", [(3, 4), (5, 2)], "SHAPE_MISMATCH"), ("ij->ij", [(3,)], "INVALID_ARGUMENT"), ("ij", [(3, 4), (4, 5)], "INVALID_ARGUMENT"),
    ("ij->ik", [(3, 4)], "INVALID_ARGUMENT"), ("ij->ii", [(3, 4)], "INVALID_ARGUMENT"), ("i1", [(3, 4)], "INVALID_ARGUMENT"),
    ("i", [(3, 4)], "INVALID_ARGUMENT"), ("i....", [(3, 4)], "INVALID_ARGUMENT"), ("...i...", [(3, 4)], "INVALID_ARGUMENT"),
    ("ii", [(3, 4)], None), ("i.j", [(3, 4)], "INVALID_ARGUMENT"), ("ij->i->j", [(3, 4)], "INVALID_ARGUMENT"),
]


def rand(shape, dtype):
    return (rng.standard_normal(shape) * 4).round(1).astype(dtype) if dtype != "int64" else rng.integers(-5, 6, shape)


c = common.Cases("products")
for equation, shapes in EQUATIONS:
    for dtype in ["float64", "float32", "int64"]:
        operands = [np.asarray(rand(shape, dtype), dtype) for shape in shapes]
        y = np.einsum(equation, *operands)
        c.add("einsum", operands, np.asarray(y, dtype), equation=equation, tolerance=NEAR.get(dtype))
for equation, shapes, error in BAD:
    if error:
        c.add("einsum", [rand(shape, "float64") for shape in shapes], error=error, equation=equation)
for dtype in ["float64", "int64"]:
    near = NEAR.get(dtype)
    v, w, x = rand((4,), dtype), rand((4,), dtype), rand((3,), dtype)
    c.add("dot", [v, w], np.asarray(np.dot(v, w), dtype), tolerance=near)
    c.add("outer", [v, x], np.outer(v, x), tolerance=near)
    a, b = rand((2, 3, 4), dtype), rand((2, 4, 5), dtype)
    c.add("bmm", [a, b], a @ b, tolerance=near)
    p, q = rand((2, 3, 4), dtype), rand((3, 4), dtype)
    c.add("vecdot", [p, q], (p * q).sum(-1), axis=-1, tolerance=near)
    c.add("vecdot", [p, q], (p * q).sum(0), axis=0, tolerance=near)
    for offset in [0, 1, -2, 7]:
        c.add("trace", [p], np.asarray(np.trace(p, offset, -2, -1), dtype), offset=offset, tolerance=near)
    m, n = rand((2, 3), dtype), rand((5, 2, 3), dtype)
    c.add("cross", [m, n], np.cross(m, n), axis=-1, tolerance=near)
    c.add("cross", [m.T.copy(), m.T.copy()[:, ::-1].copy()], np.cross(m.T, m.T[:, ::-1], axis=0), axis=0, tolerance=near)
    for shapes in [((2, 3), (4, 5)), ((2,), (3, 2)), ((2, 1, 3), (2,)), ((), (2, 2)), ((2, 0), (2, 2))]:
        s, t = (rand(shape, dtype) for shape in shapes)
        c.add("kron", [np.asarray(s), np.asarray(t)], np.kron(s, t), tolerance=near)
    s, t = rand((2, 3, 4), dtype), rand((3, 4, 5), dtype)
    for k in [0, 1, 2]:
        u = rand((4, 2), dtype) if k == 1 else t
        c.add("tensordot", [s, u], np.tensordot(s, u, k), n=k, tolerance=near)
    c.add("tensordot_with", [s, t], np.tensordot(s, t, ([2, 1], [1, 0])), a=[2, -2], b=[1, 0], tolerance=near)
    c.add("tensordot_with", [s, s], np.asarray(np.tensordot(s, s, ([0, 1, 2], [0, 1, 2])), dtype), a=[0, 1, 2], b=[0, 1, 2], tolerance=near)
    r = rand((2, 3, 3), dtype)
    for k in [0, 1, 2, 3, 5]:
        y = np.linalg.matrix_power(r, k)
        c.add("matrix_power", [r], y, n=k, tolerance=[1e-9, 1e-9] if near else None)
f = lambda *shape: np.zeros(shape)
c.add("dot", [f(3), f(4)], error="SHAPE_MISMATCH")
c.add("dot", [f(3, 1), f(3)], error="SHAPE_MISMATCH")
c.add("outer", [f(3, 1), f(3)], error="INVALID_ARGUMENT")
c.add("bmm", [f(2, 3, 4), f(3, 4, 5)], error="SHAPE_MISMATCH")
c.add("bmm", [f(3, 4), f(4, 5)], error="INVALID_ARGUMENT")
c.add("trace", [f(3)], error="INVALID_ARGUMENT", offset=0)
c.add("cross", [f(4), f(4)], error="SHAPE_MISMATCH", axis=0)
c.add("kron", [f(1, 1, 1, 1, 1), f(1)], np.kron(f(1, 1, 1, 1, 1), f(1)))
c.add("tensordot", [f(2, 3), f(2, 3)], error="SHAPE_MISMATCH", n=1)
c.add("tensordot", [f(2, 3), f(2, 3)], error="INVALID_ARGUMENT", n=3)
c.add("tensordot_with", [f(2, 3), f(2, 3)], error="INVALID_ARGUMENT", a=[0, 0], b=[0, 1])
c.add("tensordot_with", [f(2, 3), f(2, 3)], error="INVALID_ARGUMENT", a=[0], b=[])
c.add("matrix_power", [f(2, 3)], error="INVALID_ARGUMENT", n=2)
c.add("matrix_power", [f(2, 2)], error="INVALID_ARGUMENT", n=-1)
c.write()
