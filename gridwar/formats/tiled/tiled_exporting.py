"""A map on its way to Tiled: drawn first where it has no picture that other programs can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, look_at
from gridwar.formats.tiled.tiled_writing import write_tmj
from gridwar.formats.uvtt.uvtt_exporting import with_drawn_picture
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.import_report import ImportReport
    from gridwar.formats.uvtt.uvtt_exporting import Painter
    from gridwar.model.battlemap import BattleMap

SUFFIX = ".tmj"
_PICTURE_SUFFIXES = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}


class TiledFiles(Struct, frozen=True):
    """The two files of a map: itself, and its picture, which it names."""

    text: str
    picture_name: str
    picture: bytes
    report: ImportReport


def export_tiled(
    battle_map: BattleMap,
    picture: bytes | None,
    paint: Painter,
    name_for: Callable[[bytes, str], str],
    most_pixels: int = MOST_PIXELS,
) -> TiledFiles:
    """Return a map as TMJ with the picture that lies beside, and what became of it.

    Args:
        battle_map: The map.
        picture: The file of its picture; None where there is none.
        paint: Draws it where it has no picture, or one on a grid that others cannot read.
        name_for: Says what the file of a picture may be called, by its bytes and its ending.
        most_pixels: How large a picture may be drawn, in all.

    Raises:
        MapError: The picture is none that can be shown.
    """
    page, shown, is_drawn = with_drawn_picture(battle_map, picture, paint, most_pixels)
    suffix = _PICTURE_SUFFIXES[look_at(shown, _("The map's picture")).format]
    picture_name = name_for(shown, suffix)
    text, report = write_tmj(page, shown, picture_name, is_drawn=is_drawn)
    return TiledFiles(text, picture_name, shown, report)
