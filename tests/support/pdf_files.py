"""PDFs written byte by byte for tests: what a page needs and no more."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTER = (612.0, 792.0)


class Page(Struct, frozen=True):
    """A page.

    Attributes:
        content: What is drawn, in the operators of PDF.
        size: In points.
        crop: Left, bottom, right and top of what is seen of it.
        turn: In degrees, clockwise.
        things: What the content calls by name, as numbers of objects (``/I 7 0 R``).
    """

    content: bytes
    size: tuple[float, float] = LETTER
    crop: tuple[float, float, float, float] | None = None
    turn: int = 0
    things: bytes = b""


def stream(data: bytes, entries: bytes = b"", *, packed: bool = False) -> bytes:
    """Return an object with data.

    Args:
        data: The data.
        entries: What its dictionary says beside their length.
        packed: Whether the data are zlib's already.
    """
    kind = b"/Filter/FlateDecode" if packed else b""
    head = b"<</Length %d%s%s>>\nstream\n" % (len(data), entries, kind)
    return head + data + b"\nendstream"


def raw_pdf(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """Return a file of objects, the first of which is the catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    begin = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return out + b"trailer\n<</Size %d/Root 1 0 R%b>>\nstartxref\n%d\n%%%%EOF" % (
        size,
        trailer,
        begin,
    )


FIRST_THING = 3
"""The number of the first object of ``things`` in ``pdf``."""


def pdf(pages: Sequence[Page], things: Iterable[bytes] = ()) -> bytes:
    """Return a file of some pages.

    Args:
        pages: The pages.
        things: Pictures and forms; the first is object ``FIRST_THING``.
    """
    kept = list(things)
    first = FIRST_THING + len(kept)
    kids = b" ".join(b"%d 0 R" % (first + 2 * at) for at in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, len(pages)),
        *kept,
    ]
    for at, page in enumerate(pages):
        box = b"[0 0 %f %f]" % page.size
        seen = b"" if page.crop is None else b"/CropBox[%f %f %f %f]" % page.crop
        turned = b"/Rotate %d" % page.turn if page.turn else b""
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox%b%b%b/Contents %d 0 R"
            b"/Resources<</XObject<<%b>>>>>>" % (box, seen, turned, first + 2 * at + 1, page.things)
        )
        objects.append(stream(page.content))
    return raw_pdf(objects)


def picture(width: int, height: int, pixels: bytes) -> bytes:
    """Return a picture of three bytes a pixel as an object."""
    says = b"/Type/XObject/Subtype/Image/Width %d/Height %d" % (width, height)
    says += b"/BitsPerComponent 8/ColorSpace/DeviceRGB"
    return stream(zlib.compress(pixels), says, packed=True)


def jpeg_picture(width: int, height: int, file: bytes) -> bytes:
    """Return a JPEG as an object."""
    says = b"/Type/XObject/Subtype/Image/Width %d/Height %d" % (width, height)
    says += b"/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode"
    return stream(file, says)


def form(content: bytes, things: bytes = b"", box: bytes = b"0 0 600 600") -> bytes:
    """Return a form as an object."""
    says = b"/Type/XObject/Subtype/Form/BBox[%b]/Resources<</XObject<<%b>>>>" % (box, things)
    return stream(content, says)


def at(left: float, bottom: float, width: float, height: float, name: bytes = b"I") -> bytes:
    """Return the operators that lay a picture somewhere, in points."""
    return b"q %f 0 0 %f %f %f cm /%b Do Q " % (width, height, left, bottom, name)


def printed_grid(cell: float = 36.0, across: int = 15, down: int = 20) -> bytes:
    """Return the operators of a floor with a printed grid: cells of half an inch from 36, 36."""
    right, top = 36 + cell * across, 36 + cell * down
    lines = [b".92 g 36 36 %f %f re f .6 G .5 w" % (right - 36, top - 36)]
    lines += [b"%f 36 m %f %f l S" % (36 + cell * n, 36 + cell * n, top) for n in range(across + 1)]
    lines += [b"36 %f m %f %f l S" % (36 + cell * n, right, 36 + cell * n) for n in range(down + 1)]
    lines.append(b"0 G 4 w 108 180 288 324 re S 396 252 144 180 re S")
    return b"\n".join(lines)
