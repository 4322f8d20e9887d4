"""Pages of PDFs: listed as they are seen, drawn whole or in part, their pictures taken out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from gridwar.errors import MapError
from gridwar.formats.pdf.page_images import (
    PageChoice,
    image_of_page,
    is_pdf_file,
    look_at_pages,
    open_pdf,
)
from gridwar.formats.pdf.worker_messages import Crop
from gridwar.formats.picture_headers_and_limits import look_at
from tests.support.pdf_files import (
    FIRST_THING,
    Page,
    at,
    form,
    jpeg_picture,
    pdf,
    picture,
    printed_grid,
)

if TYPE_CHECKING:
    from pathlib import Path

_PICTURE = b"/I %d 0 R" % FIRST_THING
_RED_OVER_IT = b"1 0 0 rg 100 100 20 20 re f"


def _written(folder: Path, data: bytes) -> Path:
    path = folder / "book.pdf"
    path.write_bytes(data)
    return path


def _jpeg() -> bytes:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "JPG")  # type: ignore[call-overload]  # the stub wants bytes
    return bytes(buffer.data().data())


def _image(path: Path, choice: PageChoice) -> QImage:
    return QImage.fromData(image_of_page(path, choice).data)


def test_pages_are_as_large_as_they_are_seen(tmp_path: Path) -> None:
    """A page that is turned is wide, and one that is cut is what is left of it."""
    pages = [Page(b""), Page(b"", turn=90), Page(b"", crop=(100, 100, 300, 200))]
    book = open_pdf(_written(tmp_path, pdf(pages)))
    assert book.sizes == ((612, 792), (792, 612), (200, 100))


def test_a_page_without_a_picture_is_drawn_at_150(tmp_path: Path) -> None:
    """Where nothing says how dense a page is, it has 150 dots an inch."""
    image = image_of_page(_written(tmp_path, pdf([Page(printed_grid())])), PageChoice())
    info = look_at(image.data)
    assert (info.format, info.width_px, info.height_px) == ("png", 1275, 1650)
    assert image.name == "book, page 1.pdf"
    assert [line.value for line in image.lines] == ["1 of 1", "150 dots an inch"]


def test_pixels_are_what_was_printed(tmp_path: Path) -> None:
    """Paper is white, red is red, and up is up."""
    content = b"1 0 0 rg 0 396 306 396 re f"  # a quarter, above left
    image = _image(_written(tmp_path, pdf([Page(content)])), PageChoice())
    assert image.pixelColor(10, 10) == QColor(255, 0, 0)
    assert image.pixelColor(1200, 10) == image.pixelColor(10, 1600) == QColor(255, 255, 255)


def test_a_picture_that_fills_the_page_says_how_dense_it_is_drawn(tmp_path: Path) -> None:
    """A scan at 200 dots an inch is drawn at 200."""
    page = Page(at(0, 0, 144, 108), size=(144, 108), things=_PICTURE)
    path = _written(tmp_path, pdf([page], [picture(400, 300, os.urandom(400 * 300 * 3))]))
    image = _image(path, PageChoice())
    assert (image.width(), image.height()) == (400, 300)


def test_a_part_of_a_turned_page_is_measured_as_it_is_seen(tmp_path: Path) -> None:
    """The crop is a share of the page as it hangs before one, whatever the file turns."""
    content = b"0 0 1 rg 0 0 306 396 re f"  # below left; turned clockwise it is above left
    path = _written(tmp_path, pdf([Page(content, turn=90)]))
    image = image_of_page(path, PageChoice(crop=Crop(0, 0, 0.5, 0.5)))
    shown = QImage.fromData(image.data)
    assert (shown.width(), shown.height()) == (825, 638)
    assert shown.pixelColor(400, 300) == QColor(0, 0, 255)
    assert "14.0 × 10.8 cm" in [line.value for line in image.lines]


def test_a_jpeg_is_taken_out_as_it_was_put_in(tmp_path: Path) -> None:
    """Its own file becomes the picture, without what is printed over it."""
    page = Page(at(72, 72, 400, 300) + _RED_OVER_IT, things=_PICTURE)
    path = _written(tmp_path, pdf([page], [jpeg_picture(400, 300, _jpeg())]))
    (look,) = look_at_pages(open_pdf(path), (0,), 200, with_pictures=True)
    (listed,) = look.pictures
    assert (listed.width_px, listed.height_px, round(listed.dpi)) == (400, 300, 72)
    assert image_of_page(path, PageChoice(picture=listed.id)).data == _jpeg()


@pytest.mark.parametrize("turn", [0, 90])
def test_another_picture_is_drawn_without_what_is_printed_over_it(
    tmp_path: Path, turn: int
) -> None:
    """Nothing of the page but the picture is left, in its own pixels, turned as the page is."""
    grey = b"\x40\x80\xc0" * (400 * 300)
    page = Page(at(72, 72, 144, 108) + _RED_OVER_IT, things=_PICTURE, turn=turn)
    path = _written(tmp_path, pdf([page], [picture(400, 300, grey)]))
    (look,) = look_at_pages(open_pdf(path), (0,), 200, with_pictures=True)
    image = _image(path, PageChoice(picture=look.pictures[0].id))
    assert (image.width(), image.height()) == ((400, 300) if turn == 0 else (300, 400))
    inside = {image.pixelColor(x, y).name() for x in range(1, 299, 9) for y in range(1, 299, 9)}
    assert inside == {"#4080c0"}


def _rgb(image: QImage) -> bytes:
    shown = image.convertToFormat(QImage.Format.Format_RGB888)
    row, step, raw = shown.width() * 3, shown.bytesPerLine(), bytes(shown.constBits())
    return b"".join(raw[y * step : y * step + row] for y in range(shown.height()))


@pytest.mark.parametrize("corner", [(72, 72), (71.3, 80.7)])
def test_a_picture_keeps_every_pixel(tmp_path: Path, corner: tuple[float, float]) -> None:
    """Wherever it lies on the page, what is taken out is what was put in."""
    pixels = os.urandom(400 * 300 * 3)
    page = Page(at(*corner, 144, 108) + _RED_OVER_IT, things=_PICTURE)
    path = _written(tmp_path, pdf([page], [picture(400, 300, pixels)]))
    assert _rgb(_image(path, PageChoice(picture=0))) == pixels


def test_a_scan_keeps_every_pixel(tmp_path: Path) -> None:
    """A page that is nothing but a picture is that picture."""
    pixels = os.urandom(400 * 300 * 3)
    page = Page(at(0, 0, 144, 108), size=(144, 108), things=_PICTURE)
    path = _written(tmp_path, pdf([page], [picture(400, 300, pixels)]))
    assert _rgb(_image(path, PageChoice())) == pixels


def test_pictures_in_forms_are_found_where_they_lie(tmp_path: Path) -> None:
    """A form may shrink and move what it holds."""
    page = Page(b"/F Do", things=b"/F %d 0 R" % (FIRST_THING + 1))
    held = form(b".5 0 0 .5 0 0 cm " + at(200, 200, 400, 300), _PICTURE)
    path = _written(tmp_path, pdf([page], [picture(400, 300, bytes(360_000)), held]))
    (look,) = look_at_pages(open_pdf(path), (0,), 200, with_pictures=True)
    (listed,) = look.pictures
    assert round(listed.dpi) == 144
    assert listed.place.left == pytest.approx(100 / 612, abs=1e-4)
    assert listed.place.bottom == pytest.approx(1 - 100 / 792, abs=1e-4)
    assert _image(path, PageChoice(picture=listed.id)).pixelColor(200, 150) == QColor(0, 0, 0)


def test_ornaments_are_no_pictures(tmp_path: Path) -> None:
    """What is smaller than 64 pixels is not offered as a map."""
    page = Page(at(72, 72, 300, 300), things=_PICTURE)
    path = _written(tmp_path, pdf([page], [picture(63, 63, bytes(63 * 63 * 3))]))
    (look,) = look_at_pages(open_pdf(path), (0,), 200, with_pictures=True)
    assert look.pictures == ()


def test_one_page_that_cannot_be_drawn_stops_none_of_the_rest(tmp_path: Path) -> None:
    """A page that is not there is told with its number; the others are drawn."""
    book = open_pdf(_written(tmp_path, pdf([Page(b""), Page(b"")])))
    first, lost, second = look_at_pages(book, (0, 7, 1), 100)
    assert first.pixels is not None
    assert second.pixels is not None
    assert max(first.pixels.width, first.pixels.height) == 100
    assert "page 8" in lost.problem


def test_a_page_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """How many there are is said with it."""
    path = _written(tmp_path, pdf([Page(b""), Page(b"")]))
    with pytest.raises(MapError, match="has 2 pages; there is no page 3"):
        image_of_page(path, PageChoice(page=2))


def test_a_poster_is_drawn_as_dense_as_a_picture_may_be(tmp_path: Path) -> None:
    """Two metres and a half a side come to 100 million pixels at most, and the report says so."""
    path = _written(tmp_path, pdf([Page(b"", size=(7200, 7200))]))
    image = image_of_page(path, PageChoice())
    info = look_at(image.data)
    assert 99_000_000 < info.width_px * info.height_px <= 100_000_000
    assert "At 150 dots an inch" in image.lines[-1].text


def test_a_pdf_is_told_by_its_mark(tmp_path: Path) -> None:
    """The name does not matter, nor bytes before the mark."""
    path = tmp_path / "map.png"
    path.write_bytes(b"\n\n" + pdf([Page(b"")]))
    assert is_pdf_file(path)
    path.write_bytes(b"\x89PNG\r\n")
    assert not is_pdf_file(path)
    assert not is_pdf_file(tmp_path / "nowhere.pdf")
