"""What the map workshop makes and reads, for the fuzz: a sketched house of floors, and PDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.map_commands import SetPage
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.engine.gm.sketch_commands import (
    DigCave,
    DrawCorridor,
    DrawEdges,
    DrawRoom,
    PutSketchThings,
)
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.pins import Pin
from gridwar.model.sketch import EdgeKind, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge
from gridwar.model.walls import Wall, WallKind
from gridwar.storage.map_shelf import MapShelf
from gridwar.systems import find_system
from tests.support.floors import house
from tests.support.pdf_files import FIRST_THING, Page, at, form, jpeg_picture, pdf, picture
from tests.support.pdf_files import printed_grid as grid

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.model.command import Command

_SIDE = 24


def kept_house(folder: Path) -> Path:
    """Keep a map on a shelf that has all that a workshop gives it; return its file."""
    page = house(2, is_open=True).with_pins([Pin(id="p", point=Point(1500, 1500), label="1")])
    wall = Wall.of_kind(WallKind.DOOR, "w", Point(SUBCELL, 0), Point(SUBCELL, SUBCELL))
    page = page.with_walls([wall.replace(points=9, hardness=3)])
    system = find_system("freeform")
    first = system.new_encounter("House").replace(map=page.replace(name="House", tags=("inn",)))
    return MapShelf(find_system, folder).keep(first, system, (), _drawing())


def _drawing() -> tuple[Command, ...]:
    pillar = SketchThing(kind=SketchThingKind.PILLAR, cell=Cell(3, 3))
    return (
        DrawRoom(a=Cell(1, 1), b=Cell(5, 4)),
        DrawCorridor(way=(Cell(5, 2), Cell(6, 2), Cell(7, 2))),
        DrawEdges(edges=(Edge(Cell(2, 4), Cell(2, 5)),), edge_kind=EdgeKind.DOOR),
        DigCave(dabs=(Point(8500, 7500),), radius_cells=2),
        PutSketchThings(put=(pillar,)),
        PutPins(put=(Pin(id="q", point=Point(2500, 2500), text="A loose stone"),)),
        SetPage(name="The house", tags=("night", "two floors")),
    )


def books(jpeg: bytes, size: Size) -> tuple[bytes, ...]:
    """Return PDFs: of lines, of pictures in forms, of pages turned and cut.

    Args:
        jpeg: A picture that stands in one as it is.
        size: Its pixels.
    """
    pixels = bytes(range(256)) * (_SIDE * _SIDE * 3 // 256 + 1)
    things = [
        picture(_SIDE, _SIDE, pixels[: _SIDE * _SIDE * 3]),
        jpeg_picture(size.w, size.h, jpeg),
        form(at(0, 0, 200, 200), b"/I %d 0 R" % FIRST_THING),
    ]
    named = b"/I %d 0 R/J %d 0 R/F %d 0 R" % (FIRST_THING, FIRST_THING + 1, FIRST_THING + 2)
    pictures = at(20, 20, 100, 100) + at(20, 130, 110, 60, b"J") + b"/F Do"
    linked = b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://x.invalid/)>>>>"
    return (
        pdf([Page(grid(36, 5, 5), (240, 240))]),
        pdf([Page(pictures, (240, 240), things=named)], things),
        pdf(
            [
                Page(grid(36, 4, 4), (200, 200), turn=90),
                Page(b"0 0 9 9 re f", (90, 90), crop=(5, 5, 60, 70)),
            ],
            [linked],
        ),
    )
