"""Writes PNG files with samples of 16 bits, and what torchvision reads in them.

    python tests/data/images/make16.py    needs torch, torchvision and NumPy

NAME.png has noise and the two ends of the range; NAME.png.npy is `torchvision.io.decode_image(NAME.png)` as uint16,
[H, W, C]. The files are made by hand, because Pillow has no colours of 16 bits.
"""

import struct
import zlib
from pathlib import Path

import numpy as np
import torch
from torchvision.io import ImageReadMode, decode_image

HERE = Path(__file__).parent


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(pixels, kind):
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 16, kind, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


for name, channels, kind in [("wide_grey", 1, 0), ("wide_rgb", 3, 2), ("wide_rgba", 4, 6)]:
    pixels = np.random.default_rng(16).integers(0, 65536, (5, 7, channels), dtype=np.uint16)
    pixels[0, 0], pixels[0, 1], pixels[0, 2] = 0, 65535, 256
    data = png(pixels, kind)
    (HERE / f"{name}.png").write_bytes(data)
    read = decode_image(torch.frombuffer(bytearray(data), dtype=torch.uint8), mode=ImageReadMode.UNCHANGED)
    assert read.dtype == torch.uint16
    np.save(HERE / f"{name}.png.npy", read.permute(1, 2, 0).contiguous().numpy())
