"""Tilesets: which part of which picture a tile is, whether they stand in the map or beside it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.json_values import number
from gridwar.formats.tiled.layers_and_page import TILE_MASK
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.tiled.files_beside_map import FilesBeside

_MOST_TILESETS = 1000
_MOST_PX = 20_000
_ALIGNMENTS: Mapping[str, tuple[float, float]] = {
    f"{down}{across}" or "center": (x, y)
    for down, y in (("top", 0.0), ("", 0.5), ("bottom", 1.0))
    for across, x in (("left", 0.0), ("", 0.5), ("right", 1.0))
}
_LOWER_LEFT = (0.0, 1.0)


class TileLook(Struct, frozen=True):
    """What a tile looks like: a part of a picture, in pixels; None where the picture is missing."""

    picture: int | None
    box: tuple[int, int, int, int]
    offset: tuple[float, float] = (0.0, 0.0)


class Tileset(Struct, frozen=True):
    """One tileset, from its first number on."""

    first: int
    tile_w: int
    tile_h: int
    columns: int = 0
    spacing: int = 0
    margin: int = 0
    count: int = 0
    picture: int | None = None
    offset: tuple[float, float] = (0.0, 0.0)
    align: tuple[float, float] = _LOWER_LEFT
    """Which part of a tile object lies on its place."""
    pictures: Mapping[int, tuple[int | None, int, int]] = {}
    """Tiles with a picture of their own, its width and height."""
    kinds: Mapping[int, str] = {}

    def look(self, tile: int) -> TileLook:
        """Return what one of its tiles looks like."""
        if tile in self.pictures:
            picture, width, height = self.pictures[tile]
            return TileLook(picture, (0, 0, width, height), self.offset)
        row, column = divmod(tile, self.columns) if self.columns else (0, 0)
        is_there = self.picture is not None and self.columns and tile < max(self.count, 1)
        box = (
            self.margin + column * (self.tile_w + self.spacing),
            self.margin + row * (self.tile_h + self.spacing),
            self.tile_w,
            self.tile_h,
        )
        return TileLook(self.picture if is_there else None, box, self.offset)


@dataclass
class Tilesets:
    """All tilesets of a map, by their first number."""

    files: FilesBeside
    notes: Notes
    tile_px: tuple[int, int]
    found: list[Tileset] = field(default_factory=list)
    firsts: dict[Path, int] = field(default_factory=dict)
    """The first number of each that stands in a file of its own."""
    animated: int = 0
    with_outlines: int = 0

    def read(self, value: Json, beside: Path) -> None:
        """Read the tilesets of a map.

        Args:
            value: What stands under ``tilesets``.
            beside: The map's folder.
        """
        rows = value if isinstance(value, list) else []
        for row in rows[:_MOST_TILESETS]:
            first = _whole(row.get("firstgid"), 0, TILE_MASK) if isinstance(row, dict) else 0
            if first:
                self._add(row, first, beside)
        self.notes.leave_out_count("tilesets", _("Tilesets too many"), len(rows[_MOST_TILESETS:]))
        self.found.sort(key=lambda one: one.first)
        self.notes.leave_out_count("animated", _("Animated tiles: they stand still"), self.animated)
        text = _("Outlines drawn on single tiles")
        self.notes.leave_out_count("tile_outlines", text, self.with_outlines)

    def first_of(self, source: str, beside: Path) -> int | None:
        """Return the first number of a tileset that a template names; it may be one more."""
        path = self.files.path(source, beside)
        if path is None:
            return None
        if path not in self.firsts:
            if len(self.found) >= _MOST_TILESETS:
                return None
            ends = (one.first + max(one.count, len(one.pictures), 1) for one in self.found)
            first = max((*ends, 1)) + (1 << 16)
            self._add({"source": source}, first, beside)
            self.found.sort(key=lambda one: one.first)
        return self.firsts.get(path)

    def of(self, gid: int) -> tuple[Tileset, int] | None:
        """Return the tileset of a tile, and its number in it; None where there is none."""
        tile = gid & TILE_MASK
        at = bisect_right(self.found, tile, key=lambda one: one.first) - 1
        return None if at < 0 or not tile else (self.found[at], tile - self.found[at].first)

    def size_of(self, gid: int) -> tuple[int, int]:
        """Return how large a tile is, in pixels; as one of the map where it is not known."""
        found = self.of(gid)
        if found is None:
            return self.tile_px
        tileset, tile = found
        own = tileset.pictures.get(tile)
        return own[1:] if own else (tileset.tile_w, tileset.tile_h)

    def kind_of(self, gid: int) -> str:
        """Return the class of a tile."""
        found = self.of(gid)
        return "" if found is None else found[0].kinds.get(found[1], "")

    def _add(self, row: Mapping[str, Json], first: int, beside: Path) -> None:
        source = row.get("source")
        if isinstance(source, str):
            path = self.files.path(source, beside)
            data = None if path is None else self.files.document(path)
            if path is not None:
                self.firsts.setdefault(path, first)
                beside = path.parent
            row = data or {}
        self.found.append(self._made(row, first, beside))

    def _made(self, row: Mapping[str, Json], first: int, beside: Path) -> Tileset:
        width = max(1, _whole(row.get("tilewidth"), self.tile_px[0], _MOST_PX))
        height = max(1, _whole(row.get("tileheight"), self.tile_px[1], _MOST_PX))
        image, offset = row.get("image"), row.get("tileoffset")
        picture = self.files.picture(image, beside) if isinstance(image, str) else None
        spacing, margin = (_whole(row.get(key), 0, _MOST_PX) for key in ("spacing", "margin"))
        columns = _whole(row.get("columns"), 0, _MOST_PX)
        count = _whole(row.get("tilecount"), 0, TILE_MASK)
        if picture is not None:
            info = self.files.found[picture][1]
            across = max(1, (info.width_px - 2 * margin + spacing) // (width + spacing))
            down = max(1, (info.height_px - 2 * margin + spacing) // (height + spacing))
            columns = columns or across
            count = min(count or across * down, columns * down)
        shift = offset if isinstance(offset, dict) else {}
        tiles = row.get("tiles")
        pictures, kinds = self._tiles(tiles if isinstance(tiles, list) else [], beside)
        return Tileset(
            first=first,
            tile_w=width,
            tile_h=height,
            columns=columns,
            spacing=spacing,
            margin=margin,
            count=count,
            picture=picture,
            offset=(_near(shift.get("x")), _near(shift.get("y"))),
            align=_ALIGNMENTS.get(
                str(row.get("objectalignment", "")).replace(" ", ""), _LOWER_LEFT
            ),
            pictures=pictures,
            kinds=kinds,
        )

    def _tiles(
        self, tiles: list[Json], beside: Path
    ) -> tuple[dict[int, tuple[int | None, int, int]], dict[int, str]]:
        """Return the pictures and the classes of single tiles; count what is not read of them."""
        pictures: dict[int, tuple[int | None, int, int]] = {}
        kinds: dict[int, str] = {}
        for one in tiles:
            if not isinstance(one, dict):
                continue
            at = _whole(one.get("id"), 0, TILE_MASK)
            image, group = one.get("image"), one.get("objectgroup")
            if isinstance(image, str):
                number_of = self.files.picture(image, beside)
                info = None if number_of is None else self.files.found[number_of][1]
                if info is None:
                    width = _whole(one.get("imagewidth"), self.tile_px[0], _MOST_PX)
                    height = _whole(one.get("imageheight"), self.tile_px[1], _MOST_PX)
                else:
                    width, height = info.width_px, info.height_px
                pictures[at] = (number_of, width, height)
            kind = one.get("class") or one.get("type")
            if isinstance(kind, str):
                kinds[at] = kind
            self.animated += bool(one.get("animation"))
            self.with_outlines += bool(isinstance(group, dict) and group.get("objects"))
        return pictures, kinds


def _whole(value: Json, otherwise: int, most: int) -> int:
    """Return a whole number from 0 to a bound, else another."""
    found = number(value)
    return int(found) if found is not None and 0 <= found <= most else otherwise


def _near(value: Json) -> float:
    found = number(value)
    return found if found is not None and abs(found) <= _MOST_PX else 0.0
