"""Linear algebra and Fourier transforms. What has no one answer (signs of vectors) is stored as what is made of it again."""

import numpy as np

from common import Cases

RNG = np.random.default_rng(23)
NEAR = {"float32": [2e-5, 2e-5], "float64": [1e-10, 1e-11]}
BATCHES = [(), (3,), (2, 1)]


def values(*shape, dtype="float64"):
    """Few digits, so that the file stays small."""
    return (RNG.integers(-40, 41, shape) / 8).astype(dtype)


def square(*shape, dtype="float64"):
    """Far from singular."""
    return (values(*shape, dtype=dtype) + 8 * np.eye(shape[-1], dtype=dtype)).astype(dtype)


def positive(*shape):
    a = values(*shape)
    return a @ np.swapaxes(a, -1, -2) + 4 * np.eye(shape[-1])


def squares(c):
    for dtype, near in NEAR.items():
        for batch in BATCHES:
            for n in (1, 3) if dtype == "float64" else (4,):
                a = square(*batch, n, n, dtype=dtype)
                sign, log = np.linalg.slogdet(a)
                c.add("det", [a], np.linalg.det(a).astype(dtype), tolerance=near)
                c.add("sign", [a], np.asarray(sign).astype(dtype), tolerance=near)
                c.add("logabsdet", [a], np.asarray(log).astype(dtype), tolerance=near)
                c.add("inv", [a], np.linalg.inv(a).astype(dtype), tolerance=near)
                b = values(*batch, n, 2, dtype=dtype)
                c.add("solve", [a, b], np.linalg.solve(a, b).astype(dtype), tolerance=near)
    a, b = square(2, 1, 3, 3), values(4, 3, 2)
    c.add("solve", [a, b], np.linalg.solve(a, b), tolerance=NEAR["float64"])
    v = values(3)
    c.add("solve", [a, v], np.linalg.solve(a, v), tolerance=NEAR["float64"])
    empty = np.zeros((2, 0, 0))
    c.add("det", [empty], np.linalg.det(empty))
    c.add("inv", [empty], np.linalg.inv(empty))
    c.add("solve", [empty, np.zeros((2, 0, 3))], np.zeros((2, 0, 3)))
    c.add("cholesky", [empty], np.linalg.cholesky(empty), upper=False)
    c.add("eigvalsh", [empty], np.linalg.eigvalsh(empty), upper=False)
    c.add("svdvals", [np.zeros((0, 4))], np.zeros(0))
    c.add("pinv", [np.zeros((0, 4))], np.zeros((4, 0)))
    singular = np.array([[1.0, 2.0], [2.0, 4.0]])
    c.add("det", [singular], np.float64(0.0))
    c.add("sign", [singular], np.float64(0.0))
    c.add("logabsdet", [singular], np.float64(-np.inf))
    c.add("det", [np.array([[1.0, np.nan], [2.0, 4.0]])], np.float64(np.nan))
    c.add("det", [np.array([[4, 1], [2, 3]], np.int64)], np.float32(10.0), tolerance=NEAR["float32"])
    c.add("det", [values(3)], error="INVALID_ARGUMENT")
    c.add("det", [values(2, 3)], error="INVALID_ARGUMENT")
    c.add("inv", [np.stack([square(2, 2), singular])], error="INVALID_ARGUMENT")
    c.add("solve", [singular, values(2, 1)], error="INVALID_ARGUMENT")
    c.add("solve", [square(3, 3), values(2, 1)], error="SHAPE_MISMATCH")
    c.add("solve", [square(2, 3, 3), values(3, 3, 1)], error="SHAPE_MISMATCH")


def triangles(c):
    near = NEAR["float64"]
    for batch in BATCHES:
        a = positive(*batch, 3, 3)
        l = np.linalg.cholesky(a)
        c.add("cholesky", [a], l, upper=False, tolerance=near)
        c.add("cholesky", [a], np.swapaxes(l, -1, -2), upper=True, tolerance=near)
        b = values(*batch, 3, 2)
        c.add("cholesky_solve", [b, l], np.linalg.solve(a, b), upper=False, tolerance=near)
        c.add("cholesky_solve", [b, np.swapaxes(l, -1, -2)], np.linalg.solve(a, b), upper=True, tolerance=near)
        full = square(*batch, 3, 3)
        for upper in (False, True):
            for unit in (False, True):
                half = np.triu(full) if upper else np.tril(full)
                half = half * (1 - np.eye(3)) + np.eye(3) if unit else half
                x = np.linalg.solve(half, b)
                c.add("solve_triangular", [full, b], x, upper=upper, left=True, unit=unit, tolerance=near)
                y = np.swapaxes(np.linalg.solve(np.swapaxes(half, -1, -2), b), -1, -2)
                turned = np.ascontiguousarray(np.swapaxes(b, -1, -2))
                c.add("solve_triangular", [full, turned], y, upper=upper, left=False, unit=unit, tolerance=near)
    c.add("cholesky", [np.array([[1.0, 2.0], [2.0, 1.0]])], error="INVALID_ARGUMENT", upper=False)
    c.add("cholesky", [np.array([[np.nan, 2.0], [2.0, 1.0]])], error="INVALID_ARGUMENT", upper=False)
    zero = np.array([[0.0, 1.0], [2.0, 1.0]])
    c.add("solve_triangular", [zero, values(2, 1)], error="INVALID_ARGUMENT", upper=False, left=True, unit=False)


def spectra(c):
    for dtype, near in NEAR.items():
        for shape in [(3, 3), (2, 4, 2), (2, 3), (2, 1, 2, 5)]:
            a = values(*shape, dtype=dtype)
            c.add("svdvals", [a], np.linalg.svd(a, compute_uv=False).astype(dtype), tolerance=near)
            c.add("pinv", [a], np.linalg.pinv(a).astype(dtype), tolerance=near)
            c.add("matrix_rank", [a], np.asarray(np.linalg.matrix_rank(a)).astype(np.int64))
            for op in ("svd", "svd_full", "qr", "qr_complete"):
                c.add(op, [a], a, tolerance=near)
        a = values(2, 3, 3, dtype=dtype)
        for upper in (False, True):
            w = np.linalg.eigvalsh(a, "U" if upper else "L")
            c.add("eigvalsh", [a], w.astype(dtype), upper=upper, tolerance=near)
        s = a + np.swapaxes(a, -1, -2)
        c.add("eigh", [s], s, upper=False, tolerance=near)
        b = values(2, 4, 2, dtype=dtype)
        for a in (values(4, 3, dtype=dtype), np.array([[1, 2], [2, 4], [3, 6], [0, 0]], dtype)):
            x, _, rank, _ = np.linalg.lstsq(a, b[0])
            c.add("lstsq_solution", [a, b[0]], x.astype(dtype), tolerance=near)
            c.add("lstsq_residuals", [a, b[0]], ((b[0] - a @ x) ** 2).sum(0).astype(dtype), tolerance=near)
            c.add("lstsq_rank", [a, b[0]], np.int64(rank))
    low = np.array([[1.0, 2.0], [2.0, 4.0]])
    c.add("matrix_rank", [low], np.int64(1))
    c.add("pinv", [low], np.linalg.pinv(low), tolerance=NEAR["float64"])
    for bad in (np.nan, np.inf):
        for op in ("svdvals", "pinv", "eigvalsh"):
            c.add(op, [np.array([[1.0, bad], [bad, 1.0]])], error="INVALID_ARGUMENT", upper=False)


def norms(c):
    names = {"fro": "fro", "nuc": "nuc", "inf": np.inf, "-inf": -np.inf, "1": 1, "-1": -1, "2": 2, "-2": -2}
    a, b = values(3, 4), values(2, 3, 2)
    for name, order in names.items():
        for keepdim in (False, True):
            for x, axes in [(a, []), (b, [0, 2]), (b, [2, 0])]:
                y = np.linalg.norm(x, order, tuple(axes) or (-2, -1), keepdim)
                c.add("matrix_norm", [x], y, ord=name, axes=axes, keepdim=keepdim, tolerance=NEAR["float64"])
    for order in (0, 1, 2, 3, -1, "inf", "-inf"):
        y = np.linalg.vector_norm(b, ord=float(order), axis=1)
        c.add("vector_norm", [b], y, ord=order, axes=[1], tolerance=NEAR["float64"])
    c.add("matrix_norm", [a], error="INVALID_ARGUMENT", ord="fro", axes=[0], keepdim=False)
    c.add("matrix_norm", [values(3)], error="INVALID_ARGUMENT", ord="fro", axes=[], keepdim=False)


def extremes(c):
    """Very large, very small and denormal matrices, and rows of very different sizes. NumPy's norms square the elements, and its
    LU is wrong for denormals (`solve` gives NaN), so those are taken of the matrix without its scale."""
    a, tall = square(3, 3), values(4, 3)
    spd, b = positive(3, 3), values(4, 2)
    for scale in (1e300, 1e154, 1e-154, 1e-200, 1e-300, 1e-310):
        # A denormal has few digits.
        loss = 1e-11 if scale > 1e-307 else 1e-8
        near, same = [loss, loss * scale], [loss, loss]
        for x in (a * scale, tall * scale):
            c.add("svdvals", [x], np.linalg.svd(x, compute_uv=False), tolerance=near)
            for op in ("svd", "svd_full", "qr", "qr_complete"):
                c.add(op, [x], x, tolerance=[loss, 10 * loss * scale])
            c.add("matrix_rank", [x], np.asarray(np.linalg.matrix_rank(x)).astype(np.int64))
        c.add("eigvalsh", [spd * scale], np.linalg.eigvalsh(spd * scale), upper=False, tolerance=near)
        c.add("eigh", [spd * scale], spd * scale, upper=False, tolerance=[loss, 10 * loss * scale])
        l = np.linalg.cholesky(spd * scale)
        c.add("cholesky", [spd * scale], l, upper=False, tolerance=[loss, loss * float(l.max())])
        c.add("solve", [a * scale, b[:3] * scale], np.linalg.solve(a, b[:3]), tolerance=same)
        x, _, rank, _ = np.linalg.lstsq(tall * scale, b * scale)
        c.add("lstsq_solution", [tall * scale, b * scale], x, tolerance=same)
        c.add("lstsq_rank", [tall * scale, b * scale], np.int64(rank))
        sign, log = np.linalg.slogdet(a)
        c.add("sign", [a * scale], np.asarray(sign), tolerance=same)
        c.add("logabsdet", [a * scale], np.asarray(log + 3 * np.log(scale)), tolerance=same)
        if scale > 1e-307:
            c.add("inv", [a * scale], np.linalg.inv(a * scale), tolerance=[loss, loss / scale])
            c.add("pinv", [tall * scale], np.linalg.pinv(tall * scale), tolerance=[loss, loss / scale])
        for name, order in {"fro": "fro", "nuc": "nuc", "inf": np.inf, "1": 1, "2": 2, "-2": -2}.items():
            y = np.asarray(np.linalg.norm(tall, order) * scale)
            c.add("matrix_norm", [tall * scale], y, ord=name, axes=[], keepdim=False, tolerance=[loss, 0])
        for order in (1, 2, 3, "inf", "-inf"):
            y = np.asarray(np.linalg.vector_norm(tall, ord=float(order), axis=0) * scale)
            c.add("vector_norm", [tall * scale], y, ord=order, axes=[0], tolerance=[loss, loss * scale])
    rotation = np.linalg.qr(values(3, 3))[0]
    for sizes in ([1e300, 1.0, 1e-300], [1.0, 1e-100, 1e-200], [1e150, 1e10, 1e-150]):
        for x in (np.diag(sizes), rotation * sizes, (rotation.T * sizes).T):
            near = [1e-12, 1e-12 * sizes[0]]
            c.add("svdvals", [x], np.linalg.svd(x, compute_uv=False), tolerance=near)
            c.add("svd", [x], x, tolerance=near)
            c.add("qr", [x], x, tolerance=near)
            both = np.tril(x) + np.tril(x, -1).T
            c.add("eigvalsh", [both], np.linalg.eigvalsh(both), upper=False, tolerance=near)


def pairs(z):
    return np.stack([z.real, z.imag], -1)


def transforms(c):
    for dtype, near in NEAR.items():
        for norm in ("backward", "ortho", "forward"):
            x = values(2, 6, dtype=dtype)
            z = values(2, 6, 2, dtype=dtype)
            whole = z[..., 0].astype(float) + 1j * z[..., 1]
            for n in (-1, 4, 7, 1) if norm == "backward" else (-1, 5):
                have = None if n == -1 else n
                for axis in (-1, 0) if n < 5 and dtype == "float64" else (-1,):
                    one = {"n": n, "axis": axis, "norm": norm, "tolerance": near}
                    go = {"n": have, "axis": axis, "norm": norm}
                    c.add("fft", [z], pairs(np.fft.fft(whole, **go)).astype(dtype), **one)
                    c.add("ifft", [z], pairs(np.fft.ifft(whole, **go)).astype(dtype), **one)
                    c.add("rfft", [x], pairs(np.fft.rfft(x.astype(float), **go)).astype(dtype), **one)
                    c.add("ihfft", [x], pairs(np.fft.ihfft(x.astype(float), **go)).astype(dtype), **one)
                    c.add("irfft", [z], np.fft.irfft(whole, **go).astype(dtype), **one)
                    c.add("hfft", [z], np.fft.hfft(whole, **go).astype(dtype), **one)
            z = values(2, 3, 4, 2, dtype=dtype)
            whole, x = z[..., 0].astype(float) + 1j * z[..., 1], z[..., 0]
            for sizes, axes in [([], []), ([2, 5], [1, 0]), ([3, -1], [-1, 0]), ([], [1])]:
                several = {"sizes": sizes, "axes": axes, "norm": norm, "tolerance": near}
                have = [whole.shape[a] if s == -1 else s for s, a in zip(sizes, axes)] or None
                go = {"s": have, "axes": axes or (0, 1, 2), "norm": norm}
                c.add("fftn", [z], pairs(np.fft.fftn(whole, **go)).astype(dtype), **several)
                c.add("ifftn", [z], pairs(np.fft.ifftn(whole, **go)).astype(dtype), **several)
                c.add("rfftn", [x], pairs(np.fft.rfftn(x.astype(float), **go)).astype(dtype), **several)
                c.add("irfftn", [z], np.fft.irfftn(whole, **go).astype(dtype), **several)
    for n in (1, 4, 5):
        for op, f in (("fftfreq", np.fft.fftfreq), ("rfftfreq", np.fft.rfftfreq)):
            c.add(op, [], f(n, 0.25), n=n, d=0.25, tolerance=[1e-15, 0])
    x = values(3, 4)
    for axes in ([], [0], [-1]):
        c.add("fftshift", [x], np.fft.fftshift(x, axes or None), axes=axes)
        c.add("ifftshift", [x], np.fft.ifftshift(x, axes or None), axes=axes)
    plain = {"n": -1, "axis": -1, "norm": "backward"}
    c.add("fft", [np.zeros((0, 4, 2))], np.zeros((0, 4, 2)), **plain)
    c.add("fft", [np.zeros((4, 0, 2))], error="INVALID_ARGUMENT", **plain)
    c.add("fft", [values(4, 3)], error="SHAPE_MISMATCH", **plain)
    c.add("fft", [values(2)], error="SHAPE_MISMATCH", **plain)
    c.add("rfft", [values(4)], error="INVALID_ARGUMENT", n=0, axis=-1, norm="backward")
    c.add("rfft", [values(4)], error="INVALID_ARGUMENT", n=-1, axis=1, norm="backward")
    c.add("irfft", [values(1, 2)], error="INVALID_ARGUMENT", **plain)


def main():
    c = Cases("linalg")
    squares(c)
    triangles(c)
    spectra(c)
    norms(c)
    c.write()
    c = Cases("spectrum")
    transforms(c)
    c.write()
    c = Cases("extremes")
    extremes(c)
    c.write()


main()
