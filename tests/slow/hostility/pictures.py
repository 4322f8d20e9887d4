"""Hostile pictures: bombs, lies about sizes, forms that a decoder works at for ever."""

from __future__ import annotations

import struct
import zlib
from functools import partial

from tests.slow.hostility.cases import add

MIB = 1 << 20
HUGE = 4_000_000_000
SCANS = 1500


def chunk(name: bytes, data: bytes) -> bytes:
    """Return one part of a PNG picture."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    size: tuple[int, int] = (200, 160),
    *,
    depth: int = 8,
    colour: int = 0,
    packed: bytes | None = None,
    extra: bytes = b"",
) -> bytes:
    """Return a PNG picture; ``packed`` stands for its rows, ``extra`` before them."""
    width, height = size
    samples = {0: 1, 2: 3, 6: 4}[colour]
    if packed is None:
        line = bytes(1 + (width * depth * samples + 7) // 8)
        packer = zlib.compressobj(1)
        packed = b"".join(packer.compress(line) for _row in range(height)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    body = extra + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + body


def _zeros(mib: int) -> bytes:
    packer = zlib.compressobj(9)
    block = bytes(MIB)
    return b"".join(packer.compress(block) for _mib in range(mib)) + packer.flush()


def _texts() -> bytes:
    text = _zeros(60)
    return b"".join(chunk(b"zTXt", b"k%d\0\0" % number + text) for number in range(20))


def _many_scans() -> bytes:
    """Return a progressive JPEG whose last scan stands there again and again: seconds for each."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QImageWriter

    image = QImage(9000, 9000, QImage.Format.Format_Grayscale8)
    image.fill(90)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpg")
    writer.setProgressiveScanWrite(True)
    assert writer.write(image)
    raw = bytes(buffer.data().data())
    last = raw[raw.rindex(b"\xff\xda") : -2]
    return raw[:-2] + last * SCANS + raw[-2:]


def _wide_webp() -> bytes:
    sides = (16383).to_bytes(3, "little") + (6000).to_bytes(3, "little")
    raw = b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + sides
    return b"RIFF" + struct.pack("<I", len(raw)) + raw


def _declared() -> bytes:
    raw = png((1, 1), packed=b"")
    return raw[:16] + struct.pack(">II", HUGE, HUGE) + raw[24:]


_SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname"/></svg>'

add("a picture says it is four thousand million pixels wide", "x.png", "import", _declared)
add(
    "a picture of a hundred million pixels in a hundred kilobytes",
    "x.png",
    "draw map",
    partial(png, (10_000, 10_000)),
)
add(
    "a deep picture whose rows are missing",
    "x.png",
    "draw map",
    lambda: png((10_000, 9_999), depth=16, colour=6, packed=_zeros(2)),
)
add(
    "a deep picture of twelve million pixels",
    "x.png",
    "draw map",
    partial(png, (4000, 3000), depth=16, colour=6),
)
add(
    "a colour profile that unpacks to two hundred megabytes",
    "x.png",
    "draw map",
    lambda: png(extra=chunk(b"iCCP", b"x\0\0" + _zeros(200))),
)
add(
    "texts in a picture that unpack to more than a gigabyte",
    "x.png",
    "draw map",
    lambda: png(extra=_texts()),
)
add("a picture without rows", "x.png", "draw map", partial(png, packed=b""))
add(
    "a picture that says it moves for ever",
    "x.png",
    "draw map",
    lambda: png(extra=chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0))),
)
add("a progressive picture with fifteen hundred scans", "x.jpg", "draw map", _many_scans)
add("a canvas of a hundred million pixels in thirty bytes", "x.webp", "draw map", _wide_webp)
add("a picture of sixty-five megabytes", "x.png", "import", lambda: png() + bytes(65 * MIB))
add("a drawing that is called a picture", "x.png", "import", lambda: _SVG)
