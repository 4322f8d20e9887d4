"""A sketch on paper: strokes of the page's own cells below a picture that is seen through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from gridwar.control.maps.printed_pages import PAPERS, printed_pages
from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView
from gridwar.ui.map.ground.page_picture_and_grid import Ground
from gridwar.ui.map.ink.sketch_part import CellBox
from gridwar.ui.map.ink.sketch_picture import draw_sketch, sketch_picture
from gridwar.ui.map.map_to_pdf import pdf_of
from gridwar.ui.map.map_to_png import AsShown, part_in_steps, render_image
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.tasks.stepped_task import to_its_end
from tests.support.drawn_dungeon import drawn_dungeon

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

    from gridwar.model.sketch import Sketch
    from gridwar.ui.map.ink.sketch_picture import SketchLook

pytestmark = pytest.mark.usefixtures("qapp")
SKETCH = drawn_dungeon()
GROUND = GroundView(SKETCH.width, SKETCH.height, sketch=SKETCH)
WHOLE = (0.0, 0.0, float(SKETCH.width), float(SKETCH.height))


def _seen_through(cell_px: int) -> QImage:
    ground = Ground(make_theme(ThemeName.DARK).palette)
    shown = AsShown(None, ground, is_clear=True)
    return to_its_end(part_in_steps(SceneView(GROUND), WHOLE, cell_px, shown))


def test_a_picture_of_the_map_has_the_sketch_in_ink() -> None:
    """The same pixels as by itself, though it is drawn piece by piece."""
    image, alone = render_image(SceneView(GROUND), 48), sketch_picture(SKETCH, 48)
    for x, y in ((100, 60), (300, 300), (96, 200), (860, 660), (900, 40), (700, 500)):
        assert image.pixelColor(x, y) == alone.pixelColor(x, y)


def test_the_picture_over_a_printed_sketch_is_seen_through() -> None:
    """Page, rock and floor are left to the strokes below."""
    image = _seen_through(24)
    for x, y in ((5, 5), (24 * 4 + 12, 24 * 6 + 12), (24 * 13, 24 * 4)):
        assert image.pixelColor(x, y).alpha() == 0


def test_each_page_is_drawn_by_strokes_of_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the overview of all; without a sketch below no stroke is made."""
    drawn: list[CellBox] = []

    def noted(painter: QPainter, sketch: Sketch, box: CellBox, look: SketchLook) -> None:
        drawn.append(box)
        draw_sketch(painter, sketch, box, look)

    monkeypatch.setattr("gridwar.ui.map.map_to_pdf.draw_sketch", noted)
    pages, image = printed_pages(WHOLE, PAPERS["a4"]), _seen_through(8)
    with_strokes = pdf_of(image, pages, "Inn", lambda: False, GROUND)
    assert drawn[0] == CellBox(0, 0, *SKETCH.size)
    assert len(drawn) == 1 + len(pages.pages)
    for page, box in zip(pages.pages, drawn[1:], strict=True):
        left, top, width, height = page.box
        assert box.left <= left
        assert box.top <= top
        assert left + width <= box.right
        assert top + height <= box.bottom
    drawn.clear()
    image.fill(Qt.GlobalColor.white)
    without = pdf_of(image, pages, "Inn", lambda: False)
    assert not drawn
    assert len(with_strokes) > 4 * len(without)
