"""Range bands of a weapon: rings where the metric is a straight line, else the exact cells."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import minus, squares
from gridwar.engine.kit.yardstick_and_distances import apart, place, spot_of
from gridwar.grid.areas.distance_and_fire_fields import cells_where, distance_field, straight_field
from gridwar.grid.cells.distance import Metric
from gridwar.model.geometry import ONE_CELL, Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.overlays_and_scenery import Ring
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.yardstick_and_distances import Apart, Yardstick
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

DASHES: Final = (sr.Dash.SOLID, sr.Dash.LONG, sr.Dash.DASH_DOT, sr.Dash.DOT)
MOST_OUTLINED_CELLS: Final = 60
"""Bands that reach further have no outline of cells; the pointer still tells where they begin."""
_ROUNDED: Final = {Metric.EUCLID_NEAREST: 0.5, Metric.EUCLID_FLOOR: 1.0}


def band_overlays(
    system: System, encounter: Encounter, one: Combatant, rings: tuple[Ring, ...]
) -> tuple[sr.OverlayView, ...]:
    """Return the bands round a combatant that end on the map.

    A band whose last cell lies beyond the map has no edge to draw; one of no length is the
    combatant's own cell.
    """
    if one.pos is None:
        return ()
    yardstick = system.yardstick(encounter)
    shown = [(label, ring) for label, ring in _labelled(rings) if ring.radius > 0]
    shown = [found for found in shown if _ends_on_map(encounter, one, found[1].radius)]
    if yardstick.is_straight and _is_level(encounter, yardstick, one):
        more = _ROUNDED[yardstick.metric]
        center = (one.pos.x + 0.5, one.pos.y + 0.5)
        return tuple(
            sr.RingOverlay(
                center,
                ring.radius + (0 if ring.is_unrounded else more),
                label,
                minus(ring.note),
                dash=_dash(number),
            )
            for number, (label, ring) in enumerate(shown)
        )
    shown = [found for found in shown if found[1].radius <= MOST_OUTLINED_CELLS]
    whole, straight = _distances(encounter, yardstick, one)
    regions = (
        (
            number,
            label,
            ring,
            cells_where((straight if ring.is_unrounded else whole) <= ring.radius),
        )
        for number, (label, ring) in enumerate(shown)
    )
    return tuple(
        sr.RegionOverlay(
            sr.RegionRole.BAND, cells, label, minus(ring.note), filled=False, dash=_dash(number)
        )
        for number, label, ring, cells in regions
        if cells
    )


def _labelled(rings: tuple[Ring, ...]) -> Iterator[tuple[str, Ring]]:
    """Yield each band with its name and the squares it covers, such as "Short 3-8"."""
    before = -1.0
    for ring in rings:
        last = floor(ring.radius) if ring.is_unrounded else ring.radius
        first = f"{before + 1:g}"
        span = first if before + 1 == last else f"{first}\u2013{last:g}"
        yield f"{ring.label} {span}", ring
        before = last


def _dash(number: int) -> sr.Dash:
    return DASHES[min(number, len(DASHES) - 1)]


def _ends_on_map(encounter: Encounter, one: Combatant, radius: float) -> bool:
    assert one.pos is not None  # bands are drawn round somebody on the board
    (x, y), page = one.pos, encounter.map
    return radius < max(x, page.width - 1 - x, y, page.height - 1 - y) * 1.5


def _is_level(encounter: Encounter, yardstick: Yardstick, one: Combatant) -> bool:
    has_ground = yardstick.ground and bool(encounter.map.ground.tiles or encounter.map.tops_m)
    return one.size == ONE_CELL and not one.altitude and not has_ground


def _distances(
    encounter: Encounter, yardstick: Yardstick, one: Combatant
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how far it is to every cell, at the height of its ground: counted, and straight."""
    assert one.pos is not None  # bands are drawn round somebody on the board
    page, mine = encounter.map.size, spot_of(encounter, yardstick, one)
    up: float | NDArray[np.float64] = 0.0 if mine is None else mine.up_cells
    if yardstick.ground and (encounter.map.ground.tiles or encounter.map.tops_m):
        up = np.asarray(up - _heights_m(encounter.map) / encounter.map.scale.cell_m)
    if yardstick.centres and mine is not None:
        corner, size = mine.cells[0], ONE_CELL
    else:
        corner, size = one.pos, one.size
    token = corner, size
    counted = distance_field(yardstick.metric, token, page, up, yardstick.height)
    return counted, straight_field(token, page, up)


def _heights_m(page: BattleMap) -> NDArray[np.float64]:
    """Return rows of the map's cells: how high one stands there, in metres."""
    steps = page.ground.view(page.width, page.height).astype(np.int8).astype(np.float64)
    heights = steps * page.ground_step_m
    for x, y in page.tops_m:
        heights[y, x] += page.tops_m[Cell(x, y)]
    return heights


def band_at(
    system: System,
    encounter: Encounter,
    one: Combatant,
    rings: tuple[Ring, ...],
    there: tuple[Cell, str | None],
) -> sr.LabelOverlay | None:
    """Return the band that a cell, or the token on it, lies in: name, squares, modifier.

    Args:
        system: The rules.
        encounter: The fight.
        one: Whose weapon it is.
        rings: Its bands.
        there: The cell under the pointer and the token on it.
    """
    cell, token = there
    yardstick = system.yardstick(encounter)
    mine = spot_of(encounter, yardstick, one)
    other = encounter.combatants.get(token or "")
    spot = None if other is None else spot_of(encounter, yardstick, other)
    if mine is None or token == one.id or not rings:
        return None
    gap = apart(yardstick, mine, spot or place(encounter, yardstick, cell))
    far = gap.total_cells
    ring = next((ring for ring in rings if _is_inside(gap, ring)), None)
    label = _("beyond {band}").format(band=rings[-1].label) if ring is None else ring.label
    note = "" if ring is None else minus(ring.note)
    second = ", ".join(filter(None, (squares(far), note)))
    return sr.LabelOverlay((cell.x + 0.5, cell.y + 0.5), label, second)


def _is_inside(gap: Apart, ring: Ring) -> bool:
    return (gap.straight_cells if ring.is_unrounded else gap.total_cells) <= ring.radius


def next_weapon(controller: ControllerProtocol) -> None:
    """Show the bands of the next weapon of whoever is selected; of the first one at first."""
    if controller.actor is None:
        return
    found = controller.system.board.overlays(controller.encounter, controller.actor, "", None)
    ids = [weapon for weapon, _title in found.weapons]
    if not ids:
        controller.show(show_bands=True)
        return
    view = controller.view
    at = ids.index(view.weapon) if view.weapon in ids else -1
    at = max(at, 0) + 1 if view.show_bands else at + (at < 0)
    controller.show(show_bands=True, weapon=ids[at % len(ids)])


def bands_words(controller: ControllerProtocol, actor: str, *, has_bands: bool) -> str:
    """Return what the bands of somebody's weapon are called, also where it has none."""
    weapons = dict(controller.system.board.overlays(controller.encounter, actor, "", None).weapons)
    name = weapons.get(controller.view.weapon) or next(iter(weapons.values()), "")
    if not has_bands:
        return _("no range bands: {weapon}").format(weapon=name) if name else _("no range bands")
    return _("range bands, {weapon}").format(weapon=name) if name else _("range bands")
