"""A page of a PDF is the map by keys alone: asked for, turned to, cut, taken on its grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.evening.hands import until
from tests.support.pdf_files import Page, pdf, printed_grid

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.ui.window.pdf_pages.pdf_pages_page import PdfPagesPage
    from tests.support.evening.evening import Evening

SHARP_PX = 69
"""A square of a page is drawn larger than this, where its grid is found."""
SQUARES = 612 / 36
"""So many of them, half an inch each, are as wide as a page of letter."""


def book(folder: Path) -> Path:
    """Write an adventure of five pages; the third has a plan on cells of half an inch."""
    path = folder / "salt-cellar.pdf"
    plan = Page(printed_grid())
    path.write_bytes(pdf([Page(b""), Page(b""), plan, Page(b""), Page(b"")]))
    return path


def shown(evening: Evening) -> PdfPagesPage:
    """Return the pages that lie over the map, once they are drawn."""
    pages = evening.window.files.pdf.page
    assert pages is not None
    until(lambda: pages.looks.is_idle and pages.choice.is_seen, "the pages are drawn")
    return pages


def hints(evening: Evening) -> dict[str, str]:
    """Return the keys of the status bar."""
    keys = evening.window.status.view.keys
    return {one.key: one.text for one in keys}


@pytest.mark.long
def test_a_part_of_a_page_is_the_map_by_keys_alone(evening: Evening, tmp_path: Path) -> None:
    """The bar names the keys of whatever has the keyboard; fourteen presses to the grid."""
    evening.start()
    evening.begin_with("Freeform")
    acts = evening.hands.acts
    evening.open_file(book(tmp_path), "map.import")
    pages = shown(evening)
    assert hints(evening)["Arrows"] == "other pages"
    evening.press("Right", "Right")
    assert pages.choice.now.page == 2
    shown(evening)

    assert hints(evening)["Tab"] == "take a part by key"
    evening.press("Tab")
    assert QApplication.focusWidget() is pages.preview
    assert hints(evening)["Shift+arrows"] == "size it"
    evening.press(*["Ctrl+Shift+Left"] * 5, "Ctrl+Shift+Up", "Ctrl+Shift+Up", "Ctrl+Down")
    cut = pages.choice.now.crop
    assert [round(one, 3) for one in (cut.left, cut.top, cut.right, cut.bottom)] == [
        0.0,
        0.05,
        0.75,
        0.95,
    ]
    evening.press("Return", frees=True)
    assert evening.window.files.pdf.page is None
    assert evening.encounter.map.name == "salt-cellar, page 3"
    evening.press("Return")
    laid = evening.encounter.map.picture
    assert laid is not None
    assert laid.pixels_per_cell > SHARP_PX
    assert laid.width_px == pytest.approx(0.75 * SQUARES * laid.pixels_per_cell, rel=0.01)
    assert evening.controller.view.tool == "select"
    assert evening.hands.acts - acts <= 14
    evening.is_saved()
    evening.close()
