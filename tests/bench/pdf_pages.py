"""How long a page of a PDF takes to be drawn in a process of its own, its start included."""

from __future__ import annotations

import random
import tempfile
import zlib
from functools import cache
from pathlib import Path

import numpy as np

from gridwar.formats.import_report import never
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.drawing_process import asked
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.support.pdf_files import FIRST_THING, Page, at, pdf, printed_grid, stream

DPI = 150
_PX = 2400, 1800
_ROUNDS = 11
_SEED = 3
_ALIKE = 4.0
Drawing = tuple[bytes, int, int]
"""Red, green and blue of each pixel, width and height."""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def page_of_a_book() -> Path:
    """Return a page as books of maps have them: a map of 2400 x 1800 pixels, lines over it."""
    width, height = _PX
    row = random.Random(_SEED).randbytes(width * 3)
    rows = b"".join(row[shift:] + row[:shift] for shift in range(height))
    says = b"/Type/XObject/Subtype/Image/Width %d/Height %d" % _PX
    says += b"/BitsPerComponent 8/ColorSpace/DeviceRGB"
    picture = stream(zlib.compress(rows), says, packed=True)
    content = at(36, 300, 540, 405) + printed_grid()
    path = Path(_folder().name) / "book.pdf"
    path.write_bytes(pdf([Page(content, things=b"/I %d 0 R" % FIRST_THING)], [picture]))
    return path


def _drawing() -> Figures:
    import pypdfium2
    from pypdfium2 import raw

    path = page_of_a_book()

    def in_a_process() -> Drawing:
        with asked(path, wm.DrawPage(0, dpi=DPI)) as process:
            drawn = next(process.answers(never))
            assert isinstance(drawn, wm.Drawn)
            rgb = (process.folder / drawn.file).read_bytes()
            return rgb, drawn.width_px, drawn.height_px

    def in_this_one() -> Drawing:
        book = pypdfium2.PdfDocument(path)
        bitmap = book[0].render(
            scale=DPI / wm.POINTS_AN_INCH,
            may_draw_forms=False,
            draw_annots=False,
            rev_byteorder=True,
            force_bitmap_format=raw.FPDFBitmap_BGR,
        )
        rows = memoryview(bitmap.buffer).cast("B")
        side = bitmap.width * 3
        found = b"".join(
            rows[y * bitmap.stride : y * bitmap.stride + side] for y in range(bitmap.height)
        )
        size = bitmap.width, bitmap.height
        book.close()
        return found, *size

    unlike = _unlike(in_a_process(), in_this_one())
    assert unlike < _ALIKE, f"by {unlike:.1f} of 255"
    seconds = side_by_side({"process": in_a_process, "here": in_this_one}, _ROUNDS)
    return against("process", "here", seconds, "wall, its start and the way back included")


def _unlike(one: Drawing, other: Drawing) -> float:
    """Return by how much a pixel differs, where both have one: one may be a pixel larger."""
    seen = [np.frombuffer(rgb, np.uint8).reshape(high, wide, 3) for rgb, wide, high in (one, other)]
    height, width = (min(part.shape[axis] for part in seen) for axis in (0, 1))
    mine, peers = (part[:height, :width].astype(np.int16) for part in seen)
    return float(np.abs(mine - peers).mean())


ROWS = (
    Row(
        "pdf-page",
        "a page with a picture and lines at 150 dots an inch, drawn by a process",
        "pypdfium2 in this one",
        5,
        _drawing,
    ),
)
