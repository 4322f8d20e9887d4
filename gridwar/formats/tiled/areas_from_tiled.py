"""Water, places where a side begins, and what Gridwar wrote of zones and lights."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from gridwar.errors import GridwarError
from gridwar.formats.tiled.meanings import Meaning, meaning_of, own_meaning
from gridwar.formats.tiled.shapes import cells_in, outline_of
from gridwar.formats.tiled.tiled_contents import ObjectLayer, Shape, TileLayer
from gridwar.formats.tiled.walls_from_tiled import by_offset, on_page
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.lights import LightSource
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.zones import Zone
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.formats.import_report import Notes
    from gridwar.formats.tiled.meanings import Answers
    from gridwar.formats.tiled.tiled_contents import Contents, Layer, TiledObject
    from gridwar.formats.uvtt.json_values import Json

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
        Zone(id=f"zone-{at}", kind=DEPLOYMENT, name=name, cells=tuple(cells))
        for at, (name, cells) in enumerate(named, start=1)
    )


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
                meaning = own_meaning(one, is_own=False) or meaning_of(layer, answers)
                if meaning is wanted and one.shape is not Shape.TEXT:
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
    said: dict[str, tuple[str, Mapping[str, Json]]] = {}
    for one, layer in _own(contents, {Meaning.ZONE, Meaning.SPAWN}):
        zone_id = str(one.properties.get("id", ""))
        said.setdefault(zone_id, (one.name, one.properties))
        if not one.properties.get("everywhere"):
            cells[zone_id].update(_cells(one, layer, contents, cell_px))
    found: list[Zone] = []
    for zone_id, (name, values) in said.items():
        given = {**values, "id": zone_id, "name": name, "cells": sorted(cells[zone_id])}
        try:
            found.append(Zone.model_validate(given))
        except ValueError:
            continue
    text = _("Zones of Gridwar's own that cannot be read")
    notes.leave_out_count("own_zones_broken", text, len(said) - len(found))
    return tuple(found)


def own_lights(contents: Contents, notes: Notes) -> tuple[LightSource, ...]:
    """Return the lights that Gridwar wrote."""
    found: list[LightSource] = []
    broken = 0
    for one, _layer in _own(contents, {Meaning.LIGHT}):
        try:
            found.append(LightSource.model_validate_json(str(one.properties.get("light", ""))))
        except (ValueError, GridwarError):
            broken += 1
    text = _("Lights of Gridwar's own that cannot be read")
    notes.leave_out_count("own_lights_broken", text, broken)
    return tuple(found)


def _own(contents: Contents, wanted: set[Meaning]) -> Iterator[tuple[TiledObject, Layer]]:
    for layer in contents.layers if contents.is_own else ():
        for one in layer.objects if isinstance(layer, ObjectLayer) else ():
            if own_meaning(one, is_own=True) in wanted:
                yield one, layer
