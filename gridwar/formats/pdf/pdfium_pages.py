"""What PDFium is asked for: sizes, drawings and pictures of the pages of one file.

The only module that knows PDFium, and imported in the process of ``pdf_worker`` alone. No forms are
set up, so that no script and no field of the file is ever run. Sizes are checked before anything is
drawn.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from ctypes import byref, c_int
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, assert_never

import pypdfium2
from pypdfium2 import raw

from gridwar.formats.pdf import worker_messages as wm

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_DEPTH = 4
"""Pictures in forms in forms are looked for so deep."""
_MOST_LOOKED_AT = 20_000
"""Objects of a page that are looked at for pictures; a busy map has some thousands."""
_FINE = 10_000_000
"""Steps across a page in which places on it are measured."""
_LEAST_SHARE = 0.002
"""Of the page: what covers less is an ornament."""
_MOST_PAGE_PX = 1_000_000
_BITS_OF_GREY_OR_COLOUR = frozenset({8, 24})
_UPRIGHT = 1e-3
_SIMPLE = frozenset(
    {"ASCIIHexDecode", "ASCII85Decode", "RunLengthDecode", "FlateDecode", "LZWDecode"}
)


class CannotDo(Exception):
    """A job comes to nothing for a reason that can be told."""

    def __init__(self, code: wm.FailureCode, detail: str = "") -> None:
        super().__init__(code, detail)
        self.failed = wm.Failed(code, detail)


@contextmanager
def told() -> Iterator[None]:
    """Let everything that PDFium or the system refuses inside be told by its code.

    Raises:
        CannotDo: Something was.
    """
    try:
        yield
    except pypdfium2.PdfiumError as error:
        is_locked = error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}
        raise CannotDo("locked" if is_locked else "damaged", str(error)) from error
    except MemoryError as error:
        raise CannotDo("memory") from error
    except FileNotFoundError as error:
        raise CannotDo("gone", error.strerror or "") from error
    except OSError as error:
        raise CannotDo("disk", error.strerror or str(error)) from error
    except ValueError as error:  # of the library: numbers that no page has
        raise CannotDo("damaged", str(error)) from error


class PdfiumFile:
    """One PDF."""

    def __init__(self, path: str, folder: str) -> None:
        """Open a file.

        Args:
            path: The PDF.
            folder: Where drawings go.

        Raises:
            CannotDo: It has too many pages.
            OSError: It cannot be read.
            pypdfium2.PdfiumError: It is no PDF, damaged, or locked.
        """
        with Path(path).open("rb"):  # PDFium does not say why it cannot
            pass
        self._book = pypdfium2.PdfDocument(path)
        self._folder = Path(folder)
        self._drawn = 0
        if len(self._book) > wm.MOST_PAGES:
            raise CannotDo("pages", str(len(self._book)))

    def do(self, job: wm.Job) -> wm.Answer:
        """Do a job.

        Raises:
            CannotDo: It comes to nothing, as do the errors of ``told``.
        """
        match job:
            case wm.ListPages():
                sizes = (self._book.get_page_size(at) for at in range(len(self._book)))
                return wm.PageSizes(tuple((float(wide), float(high)) for wide, high in sizes))
            case wm.DrawPage():
                return self._draw(self._page(job.page), job)
            case wm.ListPictures():
                page = self._page(job.page)
                return wm.Pictures(tuple(one.told for one in _pictures(page)))
            case wm.TakePicture():
                return self._take(self._page(job.page), job.picture)
            case _:
                assert_never(job)

    def _page(self, at: int) -> pypdfium2.PdfPage:
        if not 0 <= at < len(self._book):
            raise CannotDo("missing", str(at + 1))
        return self._book[at]

    def _new_file(self) -> Path:
        self._drawn += 1
        return self._folder / f"{self._drawn}.pixels"

    def _draw(self, page: pypdfium2.PdfPage, job: wm.DrawPage) -> wm.Drawn:
        wide, high = page.get_size()
        inches = max(wide, high) / wm.POINTS_AN_INCH
        dpi = job.longest_px / inches if job.longest_px and inches > 0 else job.dpi
        scale = dpi / wm.POINTS_AN_INCH
        box = _box(job.crop, wide * scale, high * scale)
        bitmap = pypdfium2.PdfBitmap.new_native(box.width, box.height, raw.FPDFBitmap_BGR, True)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, box.width, box.height)
        # Moved by parts of pixels, too: a picture that is taken out keeps its own.
        moved = raw.FS_MATRIX(scale, 0, 0, scale, -box.left, -box.top)
        seen = raw.FS_RECTF(0, 0, box.width, box.height)
        flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_RENDER_LIMITEDIMAGECACHE
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, byref(moved), byref(seen), flags)
        file = self._new_file()
        with file.open("wb") as out:
            rows, side = memoryview(bitmap.buffer), box.width * 3
            if bitmap.stride == side:
                out.write(rows[: side * box.height])
            else:
                for y in range(box.height):
                    out.write(rows[y * bitmap.stride : y * bitmap.stride + side])
        bitmap.close()
        return wm.Drawn(file.name, box.width, box.height, dpi)

    def _take(self, page: pypdfium2.PdfPage, wanted: int) -> wm.Answer:
        """Take a picture out as it was put in, else draw the page with nothing else on it."""
        found = {one.told.id: one for one in _pictures(page)}
        if wanted not in found:
            raise CannotDo("missing", str(wanted))
        one = found[wanted]
        if one.is_upright_jpeg:
            file = self._new_file()
            file.write_bytes(bytes(one.thing.get_data(decode_simple=True)))
            return wm.Taken(file.name)
        _leave_alone(page, one.way)
        return self._draw(page, _pixel_by_pixel(page, one.told))


class _Box(NamedTuple):
    """Part of a drawn page, in pixels."""

    left: float
    top: float
    width: int
    height: int


def _box(crop: wm.Crop, wide: float, high: float) -> _Box:
    """Return what a part of a page comes to, where the whole has so many pixels.

    Raises:
        CannotDo: It is too large to be drawn, or less than a pixel.
    """
    if not (math.isfinite(wide) and math.isfinite(high)) or min(wide, high) <= 0:
        raise CannotDo("small")
    if max(wide, high) > _MOST_PAGE_PX:
        raise CannotDo("pixels", f"{wide:.0f} x {high:.0f}")
    left, top = crop.left * wide, crop.top * high
    width = math.ceil(min(1.0, crop.right) * wide - left - wm.A_HAIR_PX)
    height = math.ceil(min(1.0, crop.bottom) * high - top - wm.A_HAIR_PX)
    if min(width, height) < 1:
        raise CannotDo("small")
    if max(width, height) > wm.MOST_SIDE_PX or width * height > wm.MOST_PIXELS:
        raise CannotDo("pixels", f"{width} x {height}")
    return _Box(left, top, width, height)


def _pixel_by_pixel(page: pypdfium2.PdfPage, picture: wm.PagePicture) -> wm.DrawPage:
    """Return how a picture alone is drawn in its own pixels.

    It is moved in by a hair, see ``PagePicture.drawn_dpi``.
    """
    place, dpi = picture.place, picture.drawn_dpi
    across, down = (
        wm.A_HAIR_PX * wm.POINTS_AN_INCH / (max(side, 1.0) * dpi) for side in page.get_size()
    )
    crop = wm.Crop(place.left - across, place.top - down, place.right, place.bottom)
    return wm.DrawPage(0, dpi=dpi, crop=crop)


class _Found(NamedTuple):
    """A picture of a page: PDFium's object, and the way to it through forms, as indices."""

    thing: pypdfium2.PdfImage
    way: tuple[int, ...]
    is_upright_jpeg: bool
    """Whether its file is what is seen: a JPEG, not turned, masked, mirrored or of four inks."""
    told: wm.PagePicture


def _pictures(page: pypdfium2.PdfPage) -> list[_Found]:
    """Return the pictures of a page, the largest on it first."""
    found = [
        picture
        for at, (thing, way, forms) in enumerate(_images(page))
        if (picture := _looked_at(page, thing, way, forms, at)) is not None
    ]
    found.sort(key=lambda one: (-one.told.place.width * one.told.place.height, one.told.id))
    return found[: wm.MOST_PICTURES]


_Place = tuple["pypdfium2.PdfImage", tuple[int, ...], tuple["pypdfium2.PdfObject", ...]]


def _images(page: pypdfium2.PdfPage) -> Iterator[_Place]:
    """Go through the images of a page: each with the way to it, and the forms it lies in."""
    waiting: list[tuple[tuple[int, ...], tuple[pypdfium2.PdfObject, ...]]] = [((), ())]
    left = _MOST_LOOKED_AT
    for way, forms in waiting:
        inside = page.get_objects(max_depth=1, form=forms[-1] if forms else None)
        for at, thing in enumerate(inside):
            left -= 1
            if left < 0:
                return
            if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
                yield thing, (*way, at), forms
            elif thing.type == raw.FPDF_PAGEOBJ_FORM and len(forms) < _MOST_DEPTH:
                waiting.append(((*way, at), (*forms, thing)))


def _looked_at(
    page: pypdfium2.PdfPage,
    thing: pypdfium2.PdfImage,
    way: tuple[int, ...],
    forms: tuple[pypdfium2.PdfObject, ...],
    number: int,
) -> _Found | None:
    """Return a picture as it is listed; None for one that is small, or seen nowhere."""
    width, height = thing.get_px_size()
    left, bottom, right, top = thing.get_bounds()
    corners = [(left, bottom), (left, top), (right, bottom), (right, top)]
    matrix = thing.get_matrix()
    for form in reversed(forms):
        outer = form.get_matrix()
        corners = [outer.on_point(*corner) for corner in corners]
        matrix = matrix.multiply(outer)
    place, inches = _seen(page, corners)
    is_ornament = min(width, height) < wm.LEAST_PICTURE_PX
    if place is None or is_ornament or place.width * place.height < _LEAST_SHARE:
        return None
    is_turned = (width < height) != (inches[0] < inches[1])
    across, down = (height, width) if is_turned else (width, height)
    dpi = max(across / inches[0], down / inches[1])
    is_upright = page.get_rotation() == 0 and matrix.a > 0 and matrix.d > 0
    is_upright = is_upright and max(abs(matrix.b), abs(matrix.c)) < _UPRIGHT * matrix.a
    is_jpeg = is_upright and _is_plain_jpeg(thing)
    listed = wm.PagePicture(number, int(width), int(height), float(dpi), place)
    return _Found(thing, way, is_jpeg, listed)


def _is_plain_jpeg(thing: pypdfium2.PdfImage) -> bool:
    filters = [one for one in thing.get_filters() if one not in _SIMPLE]
    if filters != ["DCTDecode"] or raw.FPDFPageObj_HasTransparency(thing):
        return False
    return thing.get_metadata().bits_per_pixel in _BITS_OF_GREY_OR_COLOUR


def _seen(
    page: pypdfium2.PdfPage, corners: list[tuple[float, float]]
) -> tuple[wm.Crop | None, tuple[float, float]]:
    """Return where corners lie on a page as it is seen, and how large that is in inches."""
    wide, high = page.get_size()
    xs, ys = [], []
    x, y = c_int(), c_int()
    for across, up in corners:
        raw.FPDF_PageToDevice(page, 0, 0, _FINE, _FINE, 0, across, up, byref(x), byref(y))
        xs.append(x.value / _FINE)
        ys.append(y.value / _FINE)
    inches = (
        (max(xs) - min(xs)) * wide / wm.POINTS_AN_INCH,
        (max(ys) - min(ys)) * high / wm.POINTS_AN_INCH,
    )
    place = wm.Crop(max(0.0, min(xs)), max(0.0, min(ys)), min(1.0, max(xs)), min(1.0, max(ys)))
    is_seen = min(place.width, place.height) > 0 and min(inches) > 0
    return (place if is_seen else None), inches


def _leave_alone(page: pypdfium2.PdfPage, way: tuple[int, ...]) -> None:
    """Let nothing of a page be drawn but what stands at the end of a way."""
    form: pypdfium2.PdfObject | None = None
    for kept in way:
        inner = None
        for at, thing in enumerate(page.get_objects(max_depth=1, form=form)):
            if at == kept:
                inner = thing
            else:
                raw.FPDFPageObj_SetIsActive(thing, False)
        form = inner
