"""Views as PyTorch answers. Writes data/views.json in the format of tests/numpy (see the README there)."""

import numpy as np
import torch

from index import cases_of, t, values

SHAPES = [(4,), (3, 4), (2, 3, 4), (1, 3, 1), (0, 3), (2, 0, 3)]


def add(c, op, x, answer, **args):
    """The answer of PyTorch, or what its refusal is here."""
    try:
        output = answer(t(x)).contiguous().numpy()
    except (RuntimeError, IndexError):
        c.add(op, [x], error=args.pop("status", "INVALID_ARGUMENT"), **args)
        return
    args.pop("status", None)
    c.add(op, [x], output, **args)


def main():
    c = cases_of("views")
    for dtype in ["float32", "int64", "bool"]:
        x = values(dtype, (3, 5))
        add(c, "narrow", x, lambda x: x.narrow(1, 1, 3), axis=1, start=1, length=3)
        add(c, "unfold", x, lambda x: x.unfold(1, 3, 1), axis=1, size=3, step=1)
    for shape in SHAPES:
        x = values("float32", shape)
        rank = len(shape)
        for axis in [0, -1]:
            for start, length in [(0, 1), (1, 2), (-2, 2), (-1, 2), (0, 0), (shape[axis], 0), (-9, 1), (0, -1)]:
                add(c, "narrow", x, lambda x: x.narrow(axis, start, length), axis=axis, start=start, length=length)
            for size, step in [(1, 1), (2, 1), (2, 3), (3, 2), (0, 1), (9, 1), (2, 0), (-1, 1)]:
                add(c, "unfold", x, lambda x: x.unfold(axis, size, step), axis=axis, size=size, step=step)
            for sizes in [[2, 2], [-1, 2], [1, -1], [3, 1], [-1, -1], [4], [5, 5]]:
                if 0 in shape and -1 in sizes:
                    continue  # what a hole in an empty tensor is, PyTorch does not say of one axis
                add(
                    c, "unflatten", x, lambda x: x.unflatten(axis, sizes), status="SHAPE_MISMATCH", axis=axis, sizes=sizes
                )
        for start, end in [(0, -1), (0, 0), (1, -1), (-2, -1), (-1, 0), (3, 3)]:
            add(c, "flatten", x, lambda x: torch.flatten(x, start, end), start=start, end=end)
        for source, to in [([0], [-1]), ([-1], [0]), ([0, 1], [1, 0]), ([0, -1], [-1, 0]), ([0, 0], [0, 1]), ([0], [7])]:
            add(c, "movedim", x, lambda x: torch.movedim(x, source, to), source=source, to=to)
        add(c, "movedim", x, lambda x: torch.movedim(x, [0], [0, 1]), source=[0], to=[0, 1])
        for first, second in [(0, 1), (1, 0), (-1, -2), (0, -1), (0, 0)]:
            for offset in [0, 1, -1, 2, -9]:
                add(
                    c, "diagonal", x, lambda x: torch.diagonal(x, offset, first, second),
                    offset=offset, first=first, second=second,
                )
    scalar = np.float32(3)
    add(c, "flatten", scalar, lambda x: torch.flatten(x), start=0, end=-1)
    c.write()


if __name__ == "__main__":
    main()
