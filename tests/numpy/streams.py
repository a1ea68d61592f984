"""rand and randn from the documentation of src/ops/random.rs: ChaCha with 8 rounds, written anew."""

import numpy as np

from common import Cases, tolerance


def words(seed, count):
    """The first words of the stream keyed with this seed."""
    key = [seed & 0xFFFFFFFF, seed >> 32, 0, 0, 0, 0, 0, 0]
    out = []
    for block in range(-(-count // 16)):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, block, 0, 0, 0]
        x = list(start)
        for _ in range(4):
            for a, b, c, d in [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]:
                for p, q, r, turn in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
                    x[p] = (x[p] + x[q]) & 0xFFFFFFFF
                    mixed = x[r] ^ x[p]
                    x[r] = ((mixed << turn) | (mixed >> (32 - turn))) & 0xFFFFFFFF
        out += [(s + t) & 0xFFFFFFFF for s, t in zip(start, x)]
    return out[:count]


def draws(seed, count):
    w = words(seed, 2 * count)
    return [low | high << 32 for low, high in zip(w[::2], w[1::2])]


def rand(seed, dtype, count):
    if dtype == "float32":
        return np.array([(w >> 8) / 2.0**24 for w in words(seed, count)], np.float32)
    return np.array([(d >> 11) / 2.0**53 for d in draws(seed, count)])


def randn(seed, dtype, count):
    pairs = draws(seed, count + count % 2)
    u = np.array([((d >> 11) + 1) / 2.0**53 for d in pairs[::2]])
    v = np.array([(d >> 11) / 2.0**53 for d in pairs[1::2]])
    radius = np.sqrt(-2 * np.log(u))
    both = np.stack([radius * np.cos(2 * np.pi * v), radius * np.sin(2 * np.pi * v)], axis=1)
    return both.reshape(-1)[:count].astype(dtype)


def main():
    # The keystream of the zero key, as published (draft-strombergson-chacha-test-vectors-01, TC1, 8 rounds).
    assert words(0, 4) == [0x2FEF003E, 0xD6405F89, 0xE8B85B7F, 0xA1A5091F]
    cases = Cases("streams")
    for seed in [0, 42, 2**64 - 1]:
        for dtype in ["float32", "float64"]:
            for count in [1, 35]:
                cases.add("rand", [], rand(seed, dtype, count), seed=str(seed), dtype=dtype, count=count)
                # Logarithm and cosine of another library may differ in the last place.
                near = tolerance(dtype, 4, 1e-15)
                cases.add("randn", [], randn(seed, dtype, count), tolerance=near, seed=str(seed), dtype=dtype, count=count)
    cases.write()


main()
