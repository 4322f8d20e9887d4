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
    battle_map, picture, _is_drawn = with_drawn_picture(battle_map, picture, paint, most_pixels)
    if not battle_map.name:
        battle_map = battle_map.with_name(name)
    return write_uvtt(battle_map, picture)


def with_drawn_picture(
    battle_map: BattleMap, picture: bytes | None, paint: Painter, most_pixels: int = MOST_PIXELS
) -> tuple[BattleMap, bytes, bool]:
    """Return a map, the file of its picture, and whether that had to be drawn.

    Args:
        battle_map: The map.
        picture: The file of its picture; None where there is none.
        paint: Draws it where it has no picture, or one on a grid that others cannot read.
        most_pixels: How large a picture may be drawn, in all.
    """
    pixels = drawn_cell_px(battle_map, picture, most_pixels)
    if pixels is None and picture is not None:
        return battle_map, picture, False
    drawn = paint(battle_map, pixels or 1)
    laid = Picture(
        sha256=hashlib.sha256(drawn).hexdigest(),
        pixels_per_cell=pixels or 1,
        width_px=battle_map.width * (pixels or 1),
        height_px=battle_map.height * (pixels or 1),
    )
    return battle_map.with_picture(laid), drawn, True


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
