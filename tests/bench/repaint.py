"""A whole repaint of the map with every overlay on, against a scene of one item a cell.

The peer has a rectangle for every cell of an overlay too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.application import application
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.item_scene import CELL_PX, CELLS, item_scene, places
from tests.bench.table import LARGE, SMALL

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import OverlayView, SceneView

ROUNDS = 21


def _disc(middle: CellXY, radius: int) -> frozenset[CellXY]:
    x, y = middle
    return frozenset(
        (column, row)
        for column in range(x - radius, x + radius + 1)
        for row in range(y - radius, y + radius + 1)
        if abs(column - x) + abs(row - y) <= radius + radius // 2
    )


def overlays() -> tuple[OverlayView, ...]:
    """Return one overlay of every kind and more than one of some, about the middle of the map."""
    from gridwar.control.records import scene_records as sr

    at = CELLS // 2
    role = sr.RegionRole
    regions = [
        sr.RegionOverlay(role.REACH1, _disc((at, at), 6), "1 move"),
        sr.RegionOverlay(role.REACH2, _disc((at, at), 10), "2 moves"),
        sr.RegionOverlay(role.REACH3, _disc((at, at), 14), "3 moves"),
        sr.RegionOverlay(role.TEMPLATE, _disc((at + 4, at - 4), 3), "burst"),
        sr.RegionOverlay(role.TEMPLATE_INNER, _disc((at + 4, at - 4), 1)),
        sr.RegionOverlay(role.HARD_COVER, _disc((at - 5, at + 3), 1)),
        sr.RegionOverlay(role.SOFT_COVER, _disc((at - 6, at - 4), 1)),
        sr.RegionOverlay(role.OPPORTUNITY, _disc((at + 2, at + 5), 1)),
        sr.RegionOverlay(role.ZONE, _disc((at - 3, at - 6), 3), "smoke"),
        sr.RegionOverlay(role.DIFFICULT, _disc((at + 7, at + 5), 4)),
    ]
    regions += [
        sr.RegionOverlay(role.THREAT, _disc((at + dx, at + dy), 2), filled=False)
        for dx, dy in ((5, 2), (-4, 5), (3, -6), (-7, -2), (8, -3), (-2, 8))
    ]
    radii = (4, 8, 12, 20)
    bands = [sr.RingOverlay((at + 0.5, at + 0.5), radius, f"{radius}") for radius in radii]
    field = ((at, at), (at + 9, at - 4), (at + 10, at), (at + 9, at + 4))
    arc = sr.ArcOverlay(field, (at + 10, at))
    route = sr.RouteOverlay(tuple((at + n + 0.5, at + 0.5) for n in range(7)), (3,), ("3",), "6 m")
    lines = [
        sr.LineOverlay((at, at), (at + 6, at + 5), sr.LineRole.RULER, label="12 m"),
        sr.LineOverlay((at, at), (at - 6, at + 4), sr.LineRole.COVER, (at - 3, at + 2), "cover"),
    ]
    return (*regions, *bands, arc, route, *lines)


def scene_view() -> SceneView:
    """Return the map with all of it."""
    from gridwar.control.records import ground_records as gr
    from gridwar.control.records import scene_records as sr

    tokens = tuple(
        sr.TokenView(f"t{n}", cell, f"{n % 100}", side=n % 6, bar=0.6, selected=n == 0)
        for n, cell in enumerate(places())
    )
    return sr.SceneView(gr.GroundView(CELLS, CELLS, 1.5, "m"), tokens, overlays())


def _ours(size_px: tuple[int, int]) -> QWidget:
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.style.theme import make_theme

    app = application()
    view = MapView(make_theme(ThemeName.DARK))
    view.map_scene.reduce_motion = True
    view.show()
    view.show_view(scene_view())
    rim = view.viewportMargins()  # as wide as its longest number
    view.resize(size_px[0] + rim.left(), size_px[1] + rim.top())
    view.zoom_to(CELL_PX / 64)
    view.center_cells((CELLS / 2, CELLS / 2), animated=False)
    view.map_scene.refresh_all()
    for _turn in range(20):
        view.viewport().update()
        app.processEvents()
    port = view.viewport()
    assert (port.width(), port.height()) == size_px, "another size"
    return view


def _repaint(size_px: tuple[int, int]) -> Figures:
    from gridwar.control.records.scene_records import RegionOverlay

    app = application()
    regions = (one for one in overlays() if isinstance(one, RegionOverlay))
    veiled = [cell for region in regions for cell in region.cells]
    ours, naive = _ours(size_px), item_scene(size_px, veiled, smooth=True)
    port, its_port = ours.viewport(), naive.viewport()  # type: ignore[attr-defined]

    def gridwar() -> None:
        port.update()
        app.processEvents()

    def items() -> None:
        its_port.update()
        app.processEvents()

    seconds = side_by_side({"Gridwar": gridwar, "item a cell": items}, rounds=ROUNDS)
    for view in (ours, naive):
        view.close()
        view.deleteLater()
    return against("Gridwar", "item a cell", seconds)


ROWS = (
    Row(
        "repaint",
        "repaint of 1280 x 800, 1000 tokens, every overlay",
        "an item a cell",
        0.1,
        lambda: _repaint(SMALL),
    ),
    Row(
        "repaint-large", "the same at 2560 x 1440", "an item a cell", 0.15, lambda: _repaint(LARGE)
    ),
)
