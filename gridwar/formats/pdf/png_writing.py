"""Rows of pixels as a PNG: what a map keeps as its picture. Knows no PDF."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from gridwar.formats.import_report import stop_if

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Cancel

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS_RGB = b"\x08\x02\x00\x00\x00"
_UP = 2
"""The filter of a row: what it differs in from the row above, which costs one subtraction."""
_LEVEL = 5
_PIECE_BYTES = 1 << 20
CHANNELS = 3


def png_of(
    rgb: bytes | memoryview, width: int, height: int, most_bytes: int, cancelled: Cancel
) -> bytes | None:
    """Return a picture as a PNG.

    Args:
        rgb: Red, green and blue of each pixel, row after row.
        width: In pixels.
        height: In pixels.
        most_bytes: It is given up as soon as it is larger.
        cancelled: Asked between two pieces.

    Returns:
        The file; None where it would be too large.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    out = bytearray(_SIGNATURE)
    out += _chunk(b"IHDR", struct.pack(">II", width, height) + _EIGHT_BITS_RGB)
    packer = zlib.compressobj(_LEVEL)
    for rows in _filtered(rgb, width, height):
        stop_if(cancelled)
        if packed := packer.compress(rows):
            out += _chunk(b"IDAT", packed)
        if len(out) > most_bytes:
            return None
    out += _chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b"")
    return bytes(out) if len(out) <= most_bytes else None


def _filtered(rgb: bytes | memoryview, width: int, height: int) -> Iterator[bytes]:
    """Go through the rows, some at a time, each with its filter."""
    pixels = np.frombuffer(rgb, np.uint8).reshape(height, width * CHANNELS)
    step = max(1, _PIECE_BYTES // (width * CHANNELS))
    for top in range(0, height, step):
        part = pixels[top : top + step]
        rows = np.empty((len(part), 1 + width * CHANNELS), np.uint8)
        rows[:, 0] = _UP
        rows[1:, 1:] = part[1:] - part[:-1]
        rows[0, 1:] = part[0] - pixels[top - 1] if top else part[0]
        yield rows.tobytes()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
