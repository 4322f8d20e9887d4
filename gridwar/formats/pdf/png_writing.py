"""Rows of pixels as a PNG: what a map keeps as its picture. Knows no PDF."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from gridwar.formats.import_report import stop_if

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KINDS = {3: b"\x08\x02\x00\x00\x00", 4: b"\x08\x06\x00\x00\x00"}
"""Eight bits each of red, green and blue, and of alpha where there are four, by their number."""
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
    pixels = np.frombuffer(rgb, np.uint8).reshape(height, width * CHANNELS)
    step = rows_a_piece(width, CHANNELS)
    bands = (pixels[top : top + step] for top in range(0, height, step))
    return png_of_bands(bands, (width, height), CHANNELS, most_bytes, cancelled)


def rows_a_piece(width: int, channels: int) -> int:
    """Return how many rows are packed between two questions whether to give up."""
    return max(1, _PIECE_BYTES // (width * channels))


def png_of_bands(
    bands: Iterable[NDArray[np.uint8]],
    size: tuple[int, int],
    channels: int,
    most_bytes: int,
    cancelled: Cancel,
) -> bytes | None:
    """Return a picture as a PNG that is there band by band.

    Args:
        bands: Its rows from above, some at a time: each an array of rows of bytes.
        size: Width and height in pixels.
        channels: Bytes a pixel: red, green, blue, and alpha where there are four.
        most_bytes: As in ``png_of``, which also says what is returned and raised.
        cancelled: The same.
    """
    out = bytearray(_SIGNATURE)
    out += _chunk(b"IHDR", struct.pack(">II", *size) + _KINDS[channels])
    packer = zlib.compressobj(_LEVEL)
    above = np.zeros(size[0] * channels, np.uint8)
    for band in bands:
        stop_if(cancelled)
        if packed := packer.compress(_filtered(band, above)):
            out += _chunk(b"IDAT", packed)
        if len(out) > most_bytes:
            return None
        above = band[-1].copy()
    out += _chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b"")
    return bytes(out) if len(out) <= most_bytes else None


def _filtered(band: NDArray[np.uint8], above: NDArray[np.uint8]) -> bytes:
    """Return rows each with its filter.

    Args:
        band: The rows.
        above: The row above the first.
    """
    rows = np.empty((len(band), 1 + band.shape[1]), np.uint8)
    rows[:, 0] = _UP
    rows[0, 1:] = band[0] - above
    rows[1:, 1:] = band[1:] - band[:-1]
    return rows.tobytes()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
