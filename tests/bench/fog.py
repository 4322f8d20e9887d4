"""The fog over a large map: a whole repaint with it, a step of one of twelve, what it gives away.

A step is what fog costs of it: what the side sees and knows, the fog as a record, the tiles made
anew and painted. Players' counts, which is drawn at once; the game master's comes in small steps.
It is the lower quartile of some: what else runs on the machine is not its fault.
"""

from __future__ import annotations

import statistics
import time
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from tests.bench.application import application
from tests.bench.frame import Figures, Row, side_by_side
from tests.bench.sight import BIG, LOOKERS, MANY, chains, rooms

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF

    from gridwar.control.records.fog_records import FogStyle, FogView
    from gridwar.control.records.scene_records import SceneView
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.ui.map.camera.map_view import MapView

SMALL, LARGE = (1280, 720), (2560, 1440)
NEAR_PX = 48
STEPS = 24
ROUNDS = 15
PARTY = "1"


@cache
def party(page: BattleMap) -> Encounter:
    """Return twelve of the party on a map, by sight, with a memory of where they were before."""
    from frozendict import frozendict

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.memory import FogMode, Vision

    dice, places = Random(5), set[Cell]()
    while len(places) < LOOKERS:
        places.add(Cell(dice.randrange(2, page.width - 4), dice.randrange(2, page.height - 2)))
    people = {
        f"p{number}": Combatant(id=f"p{number}", name=f"P{number}", side=PARTY, pos=place)
        for number, place in enumerate(sorted(places))
    }
    vision = Vision(mode=FogMode.BY_SIGHT)
    return Encounter(map=page, vision=vision, combatants=frozendict(people))


def fog_of(encounter: Encounter, style: FogStyle) -> FogView:
    """Return the party's fog."""
    from gridwar.control.records.fog_records import FogView
    from gridwar.engine.perception.side_sight import known_points, seen_points
    from gridwar.model.memory import points_per_cell

    known, seen = known_points(encounter, PARTY), seen_points(encounter, PARTY)
    return FogView(known, seen, points_per_cell(encounter.map.size), style)


def scene_of(encounter: Encounter, ground: SceneView, fog: FogView | None) -> SceneView:
    """Return the scene with the party where it stands."""
    from msgspec.structs import replace

    from gridwar.control.records import scene_records as sr

    tokens = tuple(
        sr.TokenView(one.id, (one.pos.x, one.pos.y), one.id)
        for one in encounter.combatants.values()
        if one.pos is not None
    )
    return replace(ground, tokens=tokens, fog=fog)


def bare_scene(page: BattleMap) -> SceneView:
    """Return a map with nobody on it."""
    from gridwar.control.presenters.ground_walls_zones import present_ground
    from gridwar.control.records.scene_records import SceneView

    return SceneView(present_ground(page))


def shown(view: SceneView, size_px: tuple[int, int], cell_px: float) -> MapView:
    """Return a view of a map, drawn at rest, round the first of those on it."""
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.style.theme import make_theme

    app = application()
    found = MapView(make_theme(ThemeName.DARK))
    found.map_scene.reduce_motion = True
    found.show()
    found.show_view(view)
    rim = found.viewportMargins()
    found.resize(size_px[0] + rim.left(), size_px[1] + rim.top())
    found.zoom_to(cell_px / 64)
    x, y = view.tokens[len(view.tokens) // 2].cell
    found.center_cells((x + 0.5, y + 0.5), animated=False)
    found.map_scene.refresh_all()
    for _turn in range(20):
        found.viewport().update()
        app.processEvents()
    return found


def _repaint(size_px: tuple[int, int]) -> Figures:
    from gridwar.control.records.fog_records import FogStyle

    app, fight = application(), party(rooms(BIG, MANY))
    ground = bare_scene(fight.map)
    fogs = {"without": None, **{style.value: fog_of(fight, style) for style in FogStyle}}
    views = {
        name: shown(scene_of(fight, ground, fog), size_px, NEAR_PX) for name, fog in fogs.items()
    }

    def painted(view: MapView) -> Callable[[], None]:
        def run() -> None:
            view.viewport().update()
            app.processEvents()

        return run

    seconds = side_by_side(
        {name: painted(view) for name, view in views.items()}, ROUNDS, time.process_time
    )
    for view in views.values():
        view.close()
        view.deleteLater()
    worst = max(seconds[style.value] for style in FogStyle)
    return Figures(worst / seconds["without"], seconds)


def _step(size_px: tuple[int, int]) -> Figures:
    from gridwar.control.records.fog_records import FogStyle

    found: dict[str, float] = {}
    longest: dict[str, float] = {}
    for cell_px in (NEAR_PX, size_px[1] / BIG):
        for style in FogStyle:
            words = f"{style.value}, {cell_px:.3g} px a cell"
            found[words] = _usual_step(rooms(BIG, MANY), style, size_px, cell_px)
        words = f"{cell_px:.3g} px a cell"
        longest[words] = _usual_step(chains(BIG, MANY), FogStyle.PLAYERS, size_px, cell_px)
    counted = [took for words, took in found.items() if words.startswith(FogStyle.PLAYERS.value)]
    open_ground = ", ".join(f"{words} {took * 1e3:.1f} ms" for words, took in longest.items())
    note = f"on open ground, where all of the screen changes, players: {open_ground}"
    return Figures(max(counted) * 1e3, found, "ms", note)


def _usual_step(
    page: BattleMap, style: FogStyle, size_px: tuple[int, int], cell_px: float
) -> float:
    from PySide6.QtCore import QPointF, QRectF

    app, fight = application(), party(page)
    ground = bare_scene(page)
    view = shown(scene_of(fight, ground, fog_of(fight, style)), size_px, cell_px)
    who = [*fight.combatants][len(fight.combatants) // 2]
    took: list[float] = []
    scene, port = view.map_scene, view.viewport()
    corner = view.to_cells(QPointF(0, 0))
    seen = QRectF(*corner, port.width() / view.cell_px, port.height() / view.cell_px)
    for step in range(STEPS):
        one = fight.combatants[who]
        assert one.pos is not None
        moved = one.replace(pos=one.pos.shifted(1, step % 2))
        fight = fight.with_combatant(moved)
        start = time.process_time()
        shown_now = scene_of(fight, ground, fog_of(fight, style))
        scene.fog.sync(scene.view, shown_now, moving=False)
        for _part in scene.fog.prepare(seen):
            pass
        _paint_fog(view, seen)
        took.append(time.process_time() - start)
        view.show_view(shown_now)
        for _turn in range(3):
            app.processEvents()
    view.close()
    view.deleteLater()
    return statistics.quantiles(took[2:], n=4)[0]


def _paint_fog(view: MapView, seen: QRectF) -> None:
    """Paint the fog that is on screen."""
    from PySide6.QtGui import QImage, QPainter

    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.translate(-view.scroll_place())
        painter.scale(view.cell_px, view.cell_px)
        view.map_scene.fog.paint(painter, seen)


def _beyond() -> Figures:
    """Return the share of the screen that shows what nobody knows, in per cent."""
    from gridwar.control.records.fog_records import FogStyle

    shares = {}
    for name, page in (("rooms", rooms(BIG, MANY)), ("open", chains(BIG, MANY))):
        fight = party(page)
        fog = fog_of(fight, FogStyle.PLAYERS)
        for cell_px in (NEAR_PX, 17.0, SMALL[1] / BIG):
            view = shown(scene_of(fight, bare_scene(page), fog), SMALL, cell_px)
            shares[f"{name}, {cell_px:.3g} px a cell"] = _share_beyond(view, fog)
            view.close()
            view.deleteLater()
    return Figures(max(shares.values()), unit="%", note=f"{shares}")


def _share_beyond(view: MapView, fog: FogView) -> float:
    import numpy as np

    image = _pixels(view)
    bare = ~_is_known(view, fog, image.shape)
    is_fog = image == image[bare][0] if bare.any() else np.ones(image.shape, bool)
    is_token = _near_tokens(view, image.shape)
    return 100 * float((bare & ~is_fog & ~is_token).mean())


def _pixels(view: MapView) -> NDArray[np.uint32]:
    import numpy as np
    from PySide6.QtGui import QImage

    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    pixels: NDArray[np.uint32] = rows & np.uint32(0xFFFFFF)
    return pixels


def _is_known(view: MapView, fog: FogView, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return for each pixel whether the point that its middle lies on is known."""
    import numpy as np

    corner, points = view.scroll_place(), fog.points
    rows, columns = (
        np.floor((np.arange(side) + 0.5 + begin) / view.cell_px * points).astype(int)
        for side, begin in zip(shape, (corner.y(), corner.x()), strict=True)
    )
    height, width = fog.known.shape
    inside = ((rows >= 0) & (rows < height))[:, None] & ((columns >= 0) & (columns < width))
    known = fog.known[np.clip(rows, 0, height - 1)][:, np.clip(columns, 0, width - 1)]
    found: NDArray[np.bool_] = known & inside
    return found


def _near_tokens(view: MapView, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return the pixels on which tokens are drawn: fog covers none of them."""
    import numpy as np

    marks = np.zeros(shape, np.bool_)
    corner, px = view.scroll_place(), view.cell_px
    scene = view.map_scene.view
    for token in () if scene is None else scene.tokens:
        x, y = token.cell[0] * px - corner.x(), token.cell[1] * px - corner.y()
        room = max(px, 40)
        top, left = max(0, int(y - room)), max(0, int(x - room))
        marks[top : max(0, int(y + px + room)), left : max(0, int(x + px + room))] = True
    return marks


ROWS = (
    Row(
        "fog-repaint",
        "repaint of 1280 x 720 with fog, 12 viewers, 5000 walls",
        "without fog",
        2.8,
        lambda: _repaint(SMALL),
    ),
    Row(
        "fog-repaint-large", "the same at 2560 x 1440", "without fog", 2.8, lambda: _repaint(LARGE)
    ),
    Row(
        "fog-step",
        "a move of one cell, sight, memory, mask and frame, 1280 x 720",
        "absolute, ms",
        12,
        lambda: _step(SMALL),
    ),
    Row("fog-step-large", "the same at 2560 x 1440", "absolute, ms", 16, lambda: _step(LARGE)),
    Row(
        "fog-beyond",
        "screen that is not fog where nothing is known",
        "per cent of the pixels",
        0.01,
        _beyond,
    ),
)
