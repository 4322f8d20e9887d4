"""A map on its way out: drawn first where it has no picture that other programs can read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from gridwar.formats.picture_headers_and_limits import (
    MOST_PIXELS,
    MOST_SIDE_PX,
    USUAL_PIXELS_PER_CELL,
)
from gridwar.formats.uvtt.uvtt_writing import picture_fits, write_uvtt
from gridwar.model.battlemap import BattleMap, Picture

if TYPE_CHECKING:
    from gridwar.formats.import_report import ImportReport

Painter = Callable[[BattleMap, int], bytes]
"""Draws a map without anybody on it as a PNG: the map, pixels a cell."""


def export_uvtt(
    battle_map: BattleMap,
    picture: bytes | None,
    name: str,
    paint: Painter,
    most_pixels: int = MOST_PIXELS,
) -> tuple[str, ImportReport]:
    """Return a map as a UVTT file, and what became of it.

    Args:
        battle_map: The map.
        picture: The file of its picture; None where there is none.
        name: What it is called where it has no name.
        paint: Draws it where it has no picture, or one on a grid that others cannot read.
        most_pixels: How large a picture may be drawn, in all.

    Raises:
        MapError: The picture is none that can be shown.
    """
    pixels = drawn_cell_px(battle_map, picture, most_pixels)
    if pixels is not None:
        picture = paint(battle_map, pixels)
        battle_map = battle_map.with_picture(
            Picture(
                sha256=hashlib.sha256(picture).hexdigest(),
                pixels_per_cell=pixels,
                width_px=battle_map.width * pixels,
                height_px=battle_map.height * pixels,
            )
        )
    if not battle_map.name:
        battle_map = battle_map.with_name(name)
    assert picture is not None
    return write_uvtt(battle_map, picture)


def drawn_cell_px(
    battle_map: BattleMap, picture: bytes | None, most_pixels: int = MOST_PIXELS
) -> int | None:
    """Return the pixels to a cell at which a map is drawn; None where its picture serves."""
    serves = picture is not None and picture_fits(battle_map)
    return None if serves else cell_px(battle_map, most_pixels)


def cell_px(battle_map: BattleMap, most_pixels: int = MOST_PIXELS) -> int:
    """Return whole pixels to a cell at which the map can be drawn and read again."""
    shown = battle_map.picture
    wanted = round(USUAL_PIXELS_PER_CELL if shown is None else shown.pixels_per_cell)
    width, height = battle_map.size
    most = min(MOST_SIDE_PX // max(width, height), int((most_pixels / (width * height)) ** 0.5))
    return max(1, min(wanted, most))
