"""The light on the map as a record: drawn where light is shown, or the fog counts it.

A map whose picture has the light in it gets none over it, whatever shines. Owns what is kept from
one state to the next: a source that stays is the same record.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.control.maps.light_words import cell_light
from gridwar.control.maps.map_words import capital
from gridwar.control.memo import Memo
from gridwar.control.presenters.light_in_sight import cells_in_sight, falls_in_sight
from gridwar.control.records.light_records import LampView, LightView
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.lights.light_overlays import signs_of_lights
from gridwar.control.tools.lights.lights_tool import LightsTool
from gridwar.engine.perception.light_of_fight import shining_lights
from gridwar.grid.areas.light_of_one_source import beam_of
from gridwar.grid.lines.cells_through_openings import cells_through_openings
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.sight_and_effect import Purpose, Stand
from gridwar.grid.outlines.sight_outline import outline_from
from gridwar.model.geometry import SUBCELL, cell_at
from gridwar.model.memory import FogMode
from gridwar.model.zones import LIGHT, Light

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.grid.areas.light_of_one_source import ShiningLight
    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.model.battlemap import BattleMap

_CIRCLE_DEG = 360.0


class LightPresenter:
    """Makes the picture's record; None where no light is drawn."""

    def __init__(self, controller: Controller) -> None:
        """Present the light of a controller's fight."""
        self._controller = controller
        self._gm: Memo[LightView] = Memo()

    def for_gm(self, page: BattleMap) -> LightView | None:
        """Return all light, on a map that may be a preview of the active tool."""
        view = self._controller.view
        is_wanted = self._is_shown or view.tool == LightsTool.info.id
        if not is_wanted or page.baked_lighting:
            return None
        encounter = self._controller.encounter
        shown = encounter if page is encounter.map else encounter.replace(map=page)
        return made_light(self._gm, page, shining_lights(shown))

    def cell_hint(self) -> str:
        """Return how light the cell under the pointer is, and why."""
        hover = self._controller.view.hover
        return "" if hover is None else capital(cell_light(self._controller.encounter, hover))

    def signs(self) -> tuple[OverlayView, ...]:
        """Return small signs of the sources, for the game master, where light is shown in play."""
        shows = Layer.LIGHT in self._controller.view.layers or self._controller.view.shows_all
        return signs_of_lights(self._controller.encounter, small=True) if shows else ()

    @property
    def _is_shown(self) -> bool:
        """Whether light is shown whatever the game master is about."""
        vision = self._controller.encounter.vision
        counts = vision.counts_light and vision.mode is not FogMode.OFF
        return counts or Layer.LIGHT in self._controller.view.layers


def made_light(
    kept: Memo[LightView],
    page: BattleMap,
    lights: tuple[ShiningLight, ...],
    fog: FogView | None = None,
) -> LightView:
    """Return the picture of some lights over a page; the very same as long as they stay.

    Args:
        kept: Where the last one is kept.
        page: The map.
        lights: What shines on it.
        fog: For those who know the map by it: only light that falls on what is in sight.
    """
    lamps = tuple(lamp for one in lights for lamp in _lamps(page, one))
    if fog is not None:
        lamps = tuple(one for one in lamps if falls_in_sight(one, fog))
    last = kept.last
    if last is not None and len(last.lamps) == len(lamps):
        is_same = all(a is b for a, b in zip(last.lamps, lamps, strict=True))
        lamps = last.lamps if is_same else lamps
    seen = None if fog is None else fog.seen
    inputs = (lamps, page.zones, page.light, page.width, page.height, seen)
    return kept.get(inputs, lambda: _light_view(page, lamps, fog))


def _light_view(page: BattleMap, lamps: tuple[LampView, ...], fog: FogView | None) -> LightView:
    zones = [zone for zone in page.zones if zone.kind == LIGHT]
    everywhere = [Light(zone.strength) for zone in zones if zone.everywhere]
    painted: list[tuple[Light, frozenset[CellXY]]] = [
        (Light(zone.strength), frozenset(zone.cells)) for zone in zones
    ]
    # Of several on a cell the brightest holds: it is drawn last.
    if fog is not None:
        painted = [(level, cells_in_sight(cells, fog)) for level, cells in painted]
    painted = [one for one in painted if one[1] and one[0] <= min(everywhere, default=one[0])]
    painted.sort(key=lambda one: one[0], reverse=True)
    if everywhere:
        lamps = ()
    base = min(everywhere, default=page.light)
    seen = None if fog is None else fog.seen
    return LightView(page.width, page.height, base, lamps, tuple(painted), seen)


def _lamps(page: BattleMap, light: ShiningLight) -> tuple[LampView, ...]:
    """Return what a source sheds: on its own floor, and on each that it reaches."""
    squares = Same(opaque_squares(page, Purpose.SIGHT))
    ground = heights_key(page)
    floors = (Same(page.floors), Same(page.openings), page.scale.cell_m)
    kept = _kept(Same(page.walls), squares, ground, floors, light)
    if not kept:
        kept.append((_lamp_anew(page, light), *_lamps_beyond(page, light)))
    return kept[0]


@kept_of_fight(1024)
def _kept(
    walls: Same[object],
    squares: Same[NDArray[np.bool_]],
    ground: HeightsKey,
    floors: tuple[Same[object], Same[object], float],
    light: ShiningLight,
) -> list[tuple[LampView, ...]]:
    """Return the place where what a source sheds is kept."""
    return []


def _lamps_beyond(page: BattleMap, light: ShiningLight) -> Iterator[LampView]:
    """Yield what a source sheds on other floors: from where it would be on their page."""
    beam, own = beam_of(page, light), page.floor_at(cell_at(light.at))
    for floor, cells in cells_through_openings(page, beam, is_stopped=light.casts_shadows):
        assert own is not None
        dx, dy = floor.shift[0] - own.shift[0], floor.shift[1] - own.shift[1]
        up = (floor.elevation_m - own.elevation_m - beam.stand.height_m) / page.scale.cell_m
        bright, reach = (
            sqrt(max(0.0, far * far - up * up)) for far in (light.bright_cells, light.reach_cells)
        )
        if not reach:
            continue
        is_cone = light.width_deg < _CIRCLE_DEG
        yield LampView(
            at=(light.at.x / SUBCELL + dx, light.at.y / SUBCELL + dy),
            bright_cells=bright,
            reach_cells=reach,
            color=light.colour,
            strength=light.strength,
            cone=(light.facing_deg, light.width_deg) if is_cone else None,
            cells=frozenset(
                (x + floor.at.x, y + floor.at.y)
                for y, row in enumerate(cells.tolist())
                for x, is_reached in enumerate(row)
                if is_reached
            ),
        )


def _lamp_anew(page: BattleMap, light: ShiningLight) -> LampView:
    own = cell_at(light.at)
    outline: tuple[tuple[float, float], ...] = ()
    if not light.casts_shadows and (floor := page.floor_at(own)) is not None:
        (left, top), (right, bottom) = floor.at, floor.end
        outline = ((left, top), (right, top), (right, bottom), (left, bottom))
    if light.casts_shadows:
        stand = Stand((own,), page.ground_m(own) + light.height_m)
        corners = outline_from(page, light.at, stand, light.reach_cells).polygon
        outline = tuple((x, y) for x, y in corners.tolist())
    is_cone = light.width_deg < _CIRCLE_DEG
    return LampView(
        (light.at.x / SUBCELL, light.at.y / SUBCELL),
        light.bright_cells,
        light.reach_cells,
        light.colour,
        light.strength,
        outline,
        (light.facing_deg, light.width_deg) if is_cone else None,
    )
