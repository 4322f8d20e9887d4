"""Water, places where a side begins, words as pins; what Gridwar wrote of zones and lights."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from gridwar.formats.tiled.layers_and_page import AT, ObjectLayer, Shape, TileLayer
from gridwar.formats.tiled.meanings import Meaning, foreign_meaning, meaning_of, own_objects
from gridwar.formats.tiled.shapes import cells_in, outline_of
from gridwar.formats.tiled.walls_from_tiled import by_offset, on_page
from gridwar.model.geometry import SUBCELL, Cell, nearest_within
from gridwar.model.lights import LightSource
from gridwar.model.map_limits import MOST_PINS
from gridwar.model.pins import Pin
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.zones import Zone
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.tiled.layers_and_page import Layer, TiledObject
    from gridwar.formats.tiled.meanings import Answers
    from gridwar.formats.tiled.tiled_contents import Contents

DEPLOYMENT = "deployment"
"""The kind of a zone in which a side begins."""
WATER = TerrainKind.constant(name=_("water"), difficulty=1, multiplier=2, look=TerrainLook.WATER)


def water_of(contents: Contents, answers: Answers, cell_px: float) -> frozenset[Cell]:
    """Return the cells that are water under the answers given so far."""
    return frozenset(
        cell for _name, cells in _areas(contents, answers, cell_px, Meaning.WATER) for cell in cells
    )


def spawns_of(contents: Contents, answers: Answers, cell_px: float) -> tuple[Zone, ...]:
    """Return where sides begin: a zone for each name."""
    found: dict[str, set[Cell]] = defaultdict(set)
    for name, cells in _areas(contents, answers, cell_px, Meaning.SPAWN):
        found[name].update(cells)
    named = ((name, cells) for name, cells in found.items() if cells)
    return tuple(
        Zone(id=f"spawn-{at}", kind=DEPLOYMENT, name=name, cells=tuple(cells))
        for at, (name, cells) in enumerate(named, start=1)
    )


def pins_of(contents: Contents, cell_px: float, notes: Notes) -> tuple[Pin, ...]:
    """Return the words that are written on the map as pins, and the pins that Gridwar wrote."""
    found: list[Pin] = []
    broken, size = 0, contents.page.size(cell_px)
    for layer in contents.layers:
        for one in layer.objects if isinstance(layer, ObjectLayer) else ():
            if one.shape is not Shape.TEXT or not one.text:
                continue
            point = contents.page.point((layer.x + one.x, layer.y + one.y), cell_px)
            given = {
                "id": f"pin-{len(found) + 1}",
                **(one.own or {}),
                "point": nearest_within(point, size),
                "text": one.text,
            }
            try:
                found.append(Pin.model_validate(given))
            except ValueError:
                broken += 1
    named = {one.id: one for one in found}
    kept = tuple(named.values())[:MOST_PINS]
    text = _("Words written on the map that cannot be pins, or are too many")
    notes.leave_out_count("pins", text, broken + len(found) - len(kept))
    return kept


def _areas(
    contents: Contents, answers: Answers, cell_px: float, wanted: Meaning
) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the cells of everything that is taken for one thing, with its name."""
    tiles: list[TileLayer] = []
    for layer in contents.layers:
        if isinstance(layer, TileLayer):
            if meaning_of(layer, answers) is wanted:
                tiles.append(layer)
        elif isinstance(layer, ObjectLayer):
            for one in layer.objects:
                if foreign_meaning(one, layer, answers) is wanted:
                    yield one.name or layer.name, _cells(one, layer, contents, cell_px)
    for layers in by_offset(iter(tiles)).values():
        yield layers[0].name, _tile_cells(layers, contents, cell_px)


def _cells(one: TiledObject, layer: Layer, contents: Contents, cell_px: float) -> list[Cell]:
    outline, size = outline_of(one), contents.page.size(cell_px)
    points = [
        (at.x / SUBCELL, at.y / SUBCELL)
        for at in (
            contents.page.point((layer.x + x, layer.y + y), cell_px) for x, y in outline.points
        )
    ]
    if outline.is_closed:
        return cells_in(points, size)
    cells = (Cell(int(x // 1), int(y // 1)) for x, y in points)
    return [one for one in cells if 0 <= one.x < size.w and 0 <= one.y < size.h]


def _tile_cells(layers: list[TileLayer], contents: Contents, cell_px: float) -> list[Cell]:
    page, there = contents.page, on_page(contents, layers)
    size, first = page.size(cell_px), layers[0]
    columns = np.floor(((np.arange(size.w) + 0.5) * cell_px - first.x) / page.tile_w).astype(int)
    rows = np.floor(((np.arange(size.h) + 0.5) * cell_px - first.y) / page.tile_h).astype(int)
    inside = np.ix_((rows >= 0) & (rows < page.height), (columns >= 0) & (columns < page.width))
    found = np.zeros((size.h, size.w), np.bool_)
    kept_rows, kept_columns = rows[inside[0].ravel()], columns[inside[1].ravel()]
    found[inside] = there[np.ix_(kept_rows, kept_columns)]
    return [Cell(x, y) for y, x in np.argwhere(found).tolist()]


# --- of our own ----------------------------------------------------------------------------------


def own_zones(contents: Contents, cell_px: float, notes: Notes) -> tuple[Zone, ...]:
    """Return the zones that Gridwar wrote: boxes of one id are one."""
    cells: dict[str, set[Cell]] = defaultdict(set)
    said: dict[str, Mapping[str, Json]] = {}
    for one, own, layer in own_objects(contents, {Meaning.ZONE, Meaning.SPAWN}):
        zone_id = str(own.get("id", ""))
        plain = {key: value for key, value in own.items() if key != AT}
        said.setdefault(zone_id, {**plain, "id": zone_id, "name": one.name})
        if not own.get("everywhere"):
            cells[zone_id].update(_cells(one, layer, contents, cell_px))
    found: list[Zone] = []
    for zone_id, values in said.items():
        try:
            found.append(Zone.model_validate({**values, "cells": sorted(cells[zone_id])}))
        except ValueError:
            continue
    text = _("Zones of Gridwar's own that cannot be read")
    notes.leave_out_count("own_zones_broken", text, len(said) - len(found))
    return tuple(found)


def own_lights(contents: Contents, cell_px: float, notes: Notes) -> tuple[LightSource, ...]:
    """Return the lights that Gridwar wrote, where they stand now."""
    found: dict[str, LightSource] = {}
    broken = 0
    for one, own, layer in own_objects(contents, {Meaning.LIGHT}):
        at = contents.page.point((layer.x + one.x, layer.y + one.y), cell_px)
        try:
            made = LightSource.model_validate({**own, "at": at, "name": one.name})
        except ValueError:
            broken += 1
        else:
            found[made.id] = made
    text = _("Lights of Gridwar's own that cannot be read")
    notes.leave_out_count("own_lights_broken", text, broken)
    return tuple(found.values())
