#!/usr/bin/env python3
"""Makes data/digits.npy out of the handwritten digits in scikit-learn's wheel.

    python3 data/make_digits.py [WHEEL]

Without WHEEL it asks pip for one. The digits are the same in every release that carries them, so any
wheel will do: the script checks what it read and refuses data that is not those 1,797 digits.
Needs numpy; scikit-learn is not installed, only unpacked.
"""

import glob
import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

MEMBER = "sklearn/datasets/data/digits.csv.gz"
CSV_SHA256 = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"


def read_csv(wheel: str) -> bytes:
    """The unpacked CSV inside the wheel: 65 numbers a row, the label last."""
    with zipfile.ZipFile(wheel) as archive:
        return gzip.decompress(archive.read(MEMBER))


def download(folder: str) -> str:
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "-d", folder, "scikit-learn"],
        check=True,
    )
    return glob.glob(os.path.join(folder, "*.whl"))[0]


def main() -> None:
    if len(sys.argv) > 1:
        csv = read_csv(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            csv = read_csv(download(folder))
    found = hashlib.sha256(csv).hexdigest()
    if found != CSV_SHA256:
        sys.exit(f"digits.csv has the SHA-256 {found}, expected {CSV_SHA256}")
    rows = np.array([[float(x) for x in line.split(",")] for line in csv.decode().split()])
    digits = rows.astype(np.uint8)
    assert digits.shape == (1797, 65) and (digits == rows).all()
    assert digits[:, :64].max() == 16 and sorted(set(digits[:, 64])) == list(range(10))
    target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "digits.npy")
    np.save(target, digits)
    print(f"{os.path.relpath(target)}: {digits.shape} {digits.dtype}, {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    main()
