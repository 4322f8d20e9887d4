"""What a map of Tiled held, before its open questions are answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.formats.import_report import ReportLine
    from gridwar.formats.json_values import Pair
    from gridwar.formats.tiled.layers_and_page import AnyLayer, Page, Values
    from gridwar.formats.tiled.tile_plan import TilePlan


class Contents(Struct, frozen=True):
    """A file taken apart.

    ``plan`` says how its picture is to be drawn; a file with one picture and nothing above it
    needs no drawing: it is ``picture``, with its corner at ``picture_at``. ``is_own`` is a file
    that Gridwar wrote, perhaps changed since: what others added is read as theirs.
    """

    file_name: str
    version: str
    page: Page
    layers: tuple[AnyLayer, ...]
    properties: Values = {}
    plan: TilePlan | None = None
    picture: bytes | None = None
    picture_at: Pair = (0.0, 0.0)
    is_own: bool = False
    mended: tuple[ReportLine, ...] = ()
    left_out: tuple[ReportLine, ...] = ()

    @property
    def title(self) -> str:
        """Return the name of the map: that of its file, without the ending."""
        return Path(self.file_name).stem
