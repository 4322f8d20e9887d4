"""PDFs that nobody should draw: what each tries, and what may come of it."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

from tests.support.pdf_files import FIRST_THING, Page, at, form, pdf, printed_grid, raw_pdf, stream

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECRET = b"(" + b"0123456789abcdef0123456789abcdef" + b")"
_LEVELS = 24
_MB = 1 << 20


def huge_page() -> bytes:
    """Return a page of 200,000 points a side."""
    return pdf([Page(b"0 0 m", size=(200_000, 200_000))])


def locked() -> bytes:
    """Return a file that asks for a password."""
    encrypt = b"<</Filter/Standard/V 1/R 2/P -4/O " + _SECRET + b"/U " + _SECRET + b">>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R/Resources<<>>>>",
        stream(b"0 0 9 9 re f"),
        encrypt,
    ]
    names = b"<" + b"00" * 16 + b">"
    return raw_pdf(objects, b"/Encrypt 5 0 R/ID[" + names + names + b"]")


def form_that_calls_itself() -> bytes:
    """Return a form that draws itself twice."""
    loop = form(b"/F Do /F Do", b"/F %d 0 R" % FIRST_THING)
    return pdf([Page(b"/F Do", things=b"/F %d 0 R" % FIRST_THING)], [loop])


def doubling_forms() -> bytes:
    """Return forms of which each draws the next twice: 2^24 squares."""
    forms = [
        form(b"/F Do /F Do", b"/F %d 0 R" % (FIRST_THING + level + 1)) for level in range(_LEVELS)
    ]
    return pdf([Page(b"/F Do", things=b"/F %d 0 R" % FIRST_THING)], [*forms, form(b"0 0 9 9 re f")])


def pages_that_hold_themselves() -> bytes:
    """Return a list of pages that is its own child and says it has a hundred million."""
    return raw_pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 100000000>>",
        ]
    )


def _packed_page(content: bytes, things: bytes = b"", more: tuple[bytes, ...] = ()) -> bytes:
    return raw_pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Contents 4 0 R"
            b"/Resources<</XObject<<%b>>>>>>" % things,
            content,
            *more,
        ]
    )


def _repeated(piece: bytes, times: int) -> bytes:
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(piece) for _ in range(times)) + packer.flush()


def bomb_of_blanks() -> bytes:
    """Return a gigabyte of blanks in a megabyte."""
    return _packed_page(stream(_repeated(b" " * _MB, 1024), packed=True))


def millions_of_paths() -> bytes:
    """Return three million squares over the whole page."""
    return _packed_page(stream(_repeated(b"0 0 600 600 re f " * 1000, 3000), packed=True))


def picture_of_gigapixels() -> bytes:
    """Return a picture that says it has 60,000 pixels a side."""
    says = b"/Type/XObject/Subtype/Image/Width 60000/Height 60000"
    says += b"/BitsPerComponent 8/ColorSpace/DeviceGray"
    pixels = stream(_repeated(b"\0" * _MB, 54), says, packed=True)
    return _packed_page(stream(at(0, 0, 600, 600)), b"/I 5 0 R", (pixels,))


def cut() -> bytes:
    """Return the first third of a file."""
    whole = pdf([Page(printed_grid())])
    return whole[: len(whole) // 3]


def noise() -> bytes:
    """Return the mark of a PDF and noise."""
    return b"%PDF-1.7\n" + random.Random(1).randbytes(50_000)


def damaged(seeds: range) -> Iterator[bytes]:
    """Go through a good file with some bytes changed."""
    whole = pdf([Page(printed_grid()), Page(at(72, 72, 300, 200))])
    for seed in seeds:
        chance, found = random.Random(seed), bytearray(whole)
        for _ in range(chance.randrange(1, 40)):
            found[chance.randrange(len(found))] = chance.randrange(256)
        yield bytes(found)
