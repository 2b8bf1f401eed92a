"""Writes pictures in the PNG format, with the standard library alone."""

from __future__ import annotations

import os
import struct
import zlib

import numpy as np


def write_png(path: str | os.PathLike[str], pixels: np.ndarray) -> None:
    """Writes an array of uint8: of shape (height, width) in gray, of shape (height, width, 3) in red, green and blue."""
    height, width = pixels.shape[:2]
    # Each row begins with a byte that names its filter: 0 for none.
    rows = np.zeros((height, 1 + pixels[:1].size), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    color_type = 0 if pixels.ndim == 2 else 2
    header = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b""))
