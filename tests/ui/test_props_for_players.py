"""Props for players, on screen and on paper: stamps, flipped, own pictures; none in the fog."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from gridwar.control.maps.map_picture_choices import PictureChoices
from gridwar.control.maps.printed_pages import PAPERS, printed_pages
from gridwar.control.presenters.map_pictures import picture_scene
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.state.players_camera import CameraMode
from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.engine.gm.sketch_commands import DrawRoom, SetSketchStyle
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.model.props import Prop
from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.map_to_pdf import pdf_of
from gridwar.ui.map.map_to_png import AsShown, part_in_steps, png_of
from gridwar.ui.tasks.stepped_task import to_its_end
from gridwar.ui.window.prop_pictures import own_prop
from tests.support.players_table import Table
from tests.support.two_worlds import World

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("qapp")
RUG = QColor("#ff00ff")
CELL_PX = 40


def _rug() -> tuple[Prop, bytes]:
    """Return a prop of two cells with a picture of one colour, and that."""
    image = QImage(60, 30, QImage.Format.Format_RGB32)
    image.fill(RUG)
    data = png_of(image)
    return own_prop("rug", data).replace(id="rug", at=Cell(3, 9)), data


class Kept:
    """The pictures of a fight's file."""

    def __init__(self, *files: bytes) -> None:
        self._files = {hashlib.sha256(data).hexdigest(): data for data in files}

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""
        return self._files.get(digest)


@pytest.fixture
def table() -> Iterator[Table]:
    """A drawn hall of which players know the left part, and props in both."""
    world = World("freeform")
    world.do(LayMap(map=BattleMap(width=20, height=12)))
    world.do(DrawRoom(a=Cell(0, 0), b=Cell(19, 11)))
    rug, data = _rug()
    crate = Prop(id="crate", stamp="crate", at=Cell(6, 2))
    bench = Prop(id="bench", stamp="table", at=Cell(1, 2))
    hidden = (rug.replace(id="r2", at=Cell(14, 7)), crate.replace(id="c2", at=Cell(15, 2)))
    world.do(PutProps(put=(rug, crate, bench, *hidden)))
    world.do(SetFog(mode=FogMode.BY_HAND))
    world.do(Uncover(sides=("1",), cells=tuple(Cell(x, y) for x in range(10) for y in range(12))))
    made = Table(world, Kept(data))
    made.screen.look_mode(CameraMode.MAP)
    yield made
    made.close()


def _seen(table: Table, x: float, y: float, picture: QImage) -> QColor:
    view = table.players.map
    at = view.viewport().mapTo(table.players, view.mapFromScene(QPointF(x, y)))
    return picture.pixelColor(at)


def test_their_screen_shows_those_they_know_and_no_others(table: Table) -> None:
    """An own picture in its colour, a stamp and its flipped side; beyond lies fog alone."""
    picture = table.picture()
    assert _seen(table, 4.0, 9.5, picture).name() == RUG.name()
    assert _seen(table, 15.0, 7.5, picture).name() == _seen(table, 18.5, 10.5, picture).name()
    record = table.world.players().scene.ground
    assert {one.box[:2] for one in record.props} == {(3.0, 9.0), (6.0, 2.0), (1.0, 2.0)}
    bench = next(one for one in table.world.session.encounter.map.props if one.id == "bench")
    before = table.picture()
    table.world.do(PutProps(put=(bench.stood(is_flipped=True),)))
    after = table.picture()
    places = [(1.2 + 0.2 * i, 2.1 + 0.2 * j) for i in range(8) for j in range(4)]
    assert any(_seen(table, *at, before) != _seen(table, *at, after) for at in places)


@pytest.mark.parametrize("style", [SketchStyle.INK, SketchStyle.BLUEPRINT])
def test_their_pages_show_the_same(table: Table, style: SketchStyle) -> None:
    """Over a sketch that is printed as strokes, of which the picture above lets all be seen."""
    table.world.do(SetSketchStyle(style=style))
    table.settle()
    window, box = table.window, (0.0, 0.0, 20.0, 12.0)
    scene = picture_scene(
        ScenePresenter(table.world.controller, window.parts.tools),
        PictureChoices(kind="pdf", tokens=False),
    )
    above = AsShown(window.on_demand.pictures, window.map.map_scene.ground, is_clear=True)
    image = to_its_end(part_in_steps(scene, box, CELL_PX, above))
    assert image.pixelColor(160, 380).name() == RUG.name()
    assert image.pixelColor(7 * CELL_PX, 8 * CELL_PX).alpha() == 0
    fog = image.pixelColor(18 * CELL_PX, 10 * CELL_PX)
    assert fog.alpha() == 255
    assert image.pixelColor(15 * CELL_PX, 300) == fog
    pages = printed_pages(box, PAPERS["a4"])
    data = pdf_of(image, pages, "", lambda: False, scene.ground)
    assert data.startswith(b"%PDF")
