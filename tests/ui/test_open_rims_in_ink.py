"""A wall of a cave that was taken away: drawn neither in ink nor in plain lines, to nobody."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.control.presenters.players_known_sketch import sketch_as_known
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.engine.gm.sketch_commands import PutSketchThings
from gridwar.engine.session.session import Session
from gridwar.formats.part_of_map import part_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Size
from gridwar.model.sketch import SketchStyle, SketchThing, SketchThingKind
from gridwar.model.sketch_walls import derived_walls
from gridwar.model.sketched_map import sketched
from gridwar.ui.map.ink.plain_sketch import draw_plain
from gridwar.ui.map.ink.sketch_part import CellBox
from gridwar.ui.map.ink.sketch_picture import draw_sketch, sketch_part_picture
from gridwar.ui.map.ink.sketches_compared import changed_cells
from tests.support.drawn_dungeon import drawn_dungeon
from tests.support.toy import TOY, duel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.sketch import Sketch
    from gridwar.model.sketch_walls import Derived
    from gridwar.model.walls import Wall

pytestmark = pytest.mark.usefixtures("qapp")
CELL_PX = 48


def _with_a_hole(style: SketchStyle = SketchStyle.INK) -> tuple[BattleMap, BattleMap, list[Wall]]:
    """Return a map, the same without three walls of its cave, and these."""
    drawn = drawn_dungeon(style)
    page = sketched(BattleMap(width=drawn.width, height=drawn.height), drawn)
    walls = [one for one in page.walls if _is_slanted(one) and _middle(one)[1] > 15]
    gone = sorted(walls, key=_middle)[:3]
    session = Session(TOY, duel(a=20, b=20).replace(map=page))
    session.submit(PutWalls(gone=tuple(one.id for one in gone)))
    return page, session.encounter.map, gone


def _is_slanted(wall: Wall) -> bool:
    return wall.a.x != wall.b.x and wall.a.y != wall.b.y


def _middle(wall: Wall) -> tuple[float, float]:
    return (wall.a.x + wall.b.x) / 2 / SUBCELL, (wall.a.y + wall.b.y) / 2 / SUBCELL


def _sketch(page: BattleMap) -> Sketch:
    assert page.sketch is not None
    return page.sketch


def _inked_share(image: QImage, wall: Wall) -> float:
    """Return how much of the places around the middle of a wall is ink."""
    x, y = (int(at * CELL_PX) for at in _middle(wall))
    around = [(i, j) for i in range(-9, 10) for j in range(-9, 10)]
    dark = [image.pixelColor(x + i, y + j).lightness() < 120 for i, j in around]
    return sum(dark) / len(dark)


def _inked(sketch: Sketch) -> QImage:
    return sketch_part_picture(sketch, CellBox(0, 0, *sketch.size), CELL_PX)


def _by_painter(sketch: Sketch, *, is_plain: bool) -> QImage:
    """Return what the printer's calls, or those of the lines shown at once, make of a sketch."""
    image = QImage(sketch.width * CELL_PX, sketch.height * CELL_PX, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    box = CellBox(0, 0, *sketch.size)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        if is_plain:
            draw_plain(painter, sketch, box)
        else:
            draw_sketch(painter, sketch, box)
    return image


def test_it_is_in_no_picture_of_the_map() -> None:
    """Neither in the ink of window and paper, nor in the lines that are shown at once."""
    page, holed, gone = _with_a_hole()
    before, after = _sketch(page), _sketch(holed)
    for drawn, left in (
        (_inked(before), _inked(after)),
        (_by_painter(before, is_plain=False), _by_painter(after, is_plain=False)),
        (_by_painter(before, is_plain=True), _by_painter(after, is_plain=True)),
    ):
        for wall in gone:
            assert _inked_share(left, wall) < _inked_share(drawn, wall) / 2


@pytest.mark.parametrize("style", SketchStyle)
def test_only_the_tiles_around_it_are_drawn_anew(style: SketchStyle) -> None:
    """The cells that are told to differ have all pixels that do, but for the shade of a wall."""
    page, holed, gone = _with_a_hole(style)
    before, after = _sketch(page), _sketch(holed)
    told = changed_cells(before, after)
    assert told is not None
    for wall in gone:
        x, y = _middle(wall)
        assert told[int(y), int(x)]
    rows, columns = np.nonzero(told)
    near = CellBox(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1).grown(2)
    old, new = _inked(before), _inked(after)
    step = CELL_PX // 8
    for x in range(0, old.width(), step):
        for y in range(0, old.height(), step):
            cell = x // CELL_PX, y // CELL_PX
            if not (near.left <= cell[0] < near.right and near.top <= cell[1] < near.bottom):
                assert old.pixel(x, y) == new.pixel(x, y)


def test_the_next_stroke_does_not_bring_it_back() -> None:
    """A thing put into the cave changes no wall; rock laid there and dug anew has its walls."""
    page, holed, gone = _with_a_hole()
    session = Session(TOY, duel(a=20, b=20).replace(map=holed))
    thing = SketchThing(kind=SketchThingKind.RUBBLE, cell=Cell(16, 15))
    session.submit(PutSketchThings(put=(thing,)))
    names = {one.id for one in session.encounter.map.walls}
    assert names.isdisjoint(one.id for one in gone)
    drawn = _sketch(holed)
    arrays = drawn.arrays
    filled = drawn.with_arrays(arrays._replace(cave=np.zeros_like(arrays.cave)))
    assert not filled.open_rims.tiles
    assert derived_walls(filled.with_arrays(arrays)).keys() == derived_walls(_sketch(page)).keys()


def test_it_stays_away_on_disk_and_in_a_part_of_the_map() -> None:
    """A map that is read again, or cut out of a larger one, has as much less wall."""
    page, holed, gone = _with_a_hole()
    assert BattleMap.model_validate_json(holed.model_dump_json()) == holed
    parts = [part_of(one, Cell(11, 8), Size(15, 12)) for one in (page, holed)]
    whole, left = (_length(derived_walls(_sketch(part)).values()) for part in parts)
    assert whole - left == pytest.approx(_length(gone), abs=0.3)


def _length(walls: Iterable[Wall | Derived]) -> float:
    return sum(hypot(one.b.x - one.a.x, one.b.y - one.a.y) for one in walls) / SUBCELL


def test_players_are_shown_no_wall_there() -> None:
    """Their sketch has the same open rims, and their window draws it by the same calls."""
    page, holed, gone = _with_a_hole()
    known = sketch_as_known(_sketch(holed), holed.walls, None)
    assert known.open_rims == _sketch(holed).open_rims
    shown, whole = _inked(known), _inked(_sketch(page))
    assert all(_inked_share(shown, wall) < _inked_share(whole, wall) / 2 for wall in gone)
