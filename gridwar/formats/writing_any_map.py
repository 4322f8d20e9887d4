"""A map on its way out: the formats it can be written in, drawn first where that takes a picture.

Owns the table of formats (a new one is a line in ``FORMATS``) and what a written map consists of;
how each is written is its own business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import InputError
from gridwar.formats.foundry.scene_levels_writing import levels_to_draw, write_levels
from gridwar.formats.foundry.scene_writing import SceneVersion, write_scene
from gridwar.formats.import_report import ReportLine
from gridwar.formats.part_of_map import floor_alone
from gridwar.formats.picture_headers_and_limits import (
    MOST_PIXELS,
    MOST_SIDE_PX,
    USUAL_PIXELS_PER_CELL,
    look_at,
)
from gridwar.formats.tiled.tiled_writing import write_tmj
from gridwar.formats.uvtt.uvtt_writing import picture_fits, write_uvtt
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import ImportReport
    from gridwar.model.floors import Floor

Painter = Callable[[BattleMap, int], bytes]
"""Draws a map without anybody on it as a PNG: the map, pixels a cell."""

PictureName = Callable[[str, bytes], str]
"""Says what the file of a picture is called: what it might be, and its bytes."""


class WrittenMap(Struct, frozen=True):
    """A map as text, what became of it, and the picture that goes beside it, if any does.

    ``more`` are pictures that go beside it too, by their names.
    """

    text: str
    report: ImportReport
    picture_name: str = ""
    picture: bytes | None = None
    more: tuple[tuple[str, bytes], ...] = ()

    @property
    def beside(self) -> tuple[tuple[str, bytes], ...]:
        """Return all pictures that go beside it, by their names."""
        own = () if self.picture is None else ((self.picture_name, self.picture),)
        return (*own, *self.more)


class MapFormat(Struct, frozen=True):
    """One format.

    ``id`` is what it is called on the command line, ``suffixes`` how its files end, the usual one
    first; ``fits`` says whether the map's own picture will do; ``write`` gets the map, the file of
    its picture, and what that may be called. ``has_floors`` says whether it holds all floors of a
    map; others hold the one that is in view.
    """

    id: str
    name: str
    suffixes: tuple[str, ...]
    fits: Callable[[BattleMap], bool]
    write: Callable[[BattleMap, bytes, str], WrittenMap]
    has_floors: bool = False


def _uvtt(battle_map: BattleMap, picture: bytes, _name: str) -> WrittenMap:
    text, report = write_uvtt(battle_map, picture)
    return WrittenMap(text, report)


def _scene(version: SceneVersion, battle_map: BattleMap, picture: bytes, name: str) -> WrittenMap:
    text, report = write_scene(battle_map, picture, name, version)
    return WrittenMap(text, report, name, picture)


def _tiled(battle_map: BattleMap, picture: bytes, name: str) -> WrittenMap:
    text, report = write_tmj(battle_map, picture, name)
    return WrittenMap(text, report, name, picture)


def _any_picture(battle_map: BattleMap) -> bool:
    return battle_map.picture is not None


UVTT = MapFormat("uvtt", _("Universal VTT"), (".dd2vtt", ".uvtt", ".df2vtt"), picture_fits, _uvtt)
FORMATS: tuple[MapFormat, ...] = (
    UVTT,
    MapFormat(
        "foundry-11",
        _("Foundry scene, version 11 to 13"),
        (".json",),
        _any_picture,
        partial(_scene, SceneVersion.V11),
    ),
    MapFormat(
        "foundry-14",
        _("Foundry scene, version 14"),
        (".json",),
        _any_picture,
        partial(_scene, SceneVersion.V14),
        has_floors=True,
    ),
    MapFormat("tiled", "Tiled", (".tmj",), picture_fits, _tiled),
)
"""Every format that a map is written in; the first is what is meant where nothing is said."""


def format_of(format_id: str = "", suffix: str = "") -> MapFormat:
    """Return the format of an id; where it is empty that of a file's ending, else the first.

    Raises:
        InputError: There is none of that id.
    """
    if not format_id:
        return next((one for one in FORMATS if suffix.lower() in one.suffixes), FORMATS[0])
    for one in FORMATS:
        if format_id == one.id:
            return one
    text = _("There is no format {id!r} of maps; there are: {known}.")
    raise InputError(text.format(id=format_id, known=", ".join(one.id for one in FORMATS)))


def as_proposed(name: str, data: bytes) -> str:
    """Return the name that was proposed."""
    del data
    return name


class Target(Struct, frozen=True):
    """What a map is written as: its format, and how large a picture may be drawn, in all.

    ``name`` is what it is called where it has no name, and how the name of its picture begins;
    ``picture_name`` says what that is called where it goes beside the map.
    """

    name: str
    form: MapFormat = UVTT
    picture_name: PictureName = as_proposed
    most_pixels: int = MOST_PIXELS
    floor: str = ""
    """The id of the floor that is written where only one is; the first where it is empty."""


def export_map(
    battle_map: BattleMap, picture: bytes | None, paint: Painter, target: Target
) -> WrittenMap:
    """Return a map in a format, and what became of it.

    Args:
        battle_map: The map.
        picture: The file of its picture; None where there is none.
        paint: Draws it where it has no picture, or one that others cannot lay.
        target: What it is written as.

    Raises:
        MapError: The picture is none that can be shown.
    """
    if battle_map.floors:
        return _export_floors(battle_map, paint, target)
    pixels = drawn_cell_px(battle_map, picture, target.form, target.most_pixels)
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
        battle_map = battle_map.with_name(target.name)
    assert picture is not None
    proposed = f"{target.name}.{look_at(picture, target.name).format}"
    made = target.form.write(battle_map, picture, target.picture_name(proposed, picture))
    return made if pixels is None else replace(made, report=_told_drawn(made.report))


class ToDraw(NamedTuple):
    """A map that is drawn for an export, and its pixels to a cell."""

    map: BattleMap
    cell_px: int


def maps_to_draw(
    battle_map: BattleMap, picture: bytes | None, target: Target
) -> tuple[ToDraw, ...]:
    """Return what ``export_map`` has drawn, in this order: each floor, or the map, or nothing."""
    if not battle_map.floors:
        pixels = drawn_cell_px(battle_map, picture, target.form, target.most_pixels)
        return () if pixels is None else (ToDraw(battle_map, pixels),)
    if not target.form.has_floors:
        page = floor_alone(battle_map, _floor_meant(battle_map, target))
        return (ToDraw(page, cell_px(page, target.most_pixels)),)
    pages = levels_to_draw(battle_map)
    each = max(1, target.most_pixels // len(pages))
    return tuple(ToDraw(page, cell_px(page, each)) for page in pages)


def _floor_meant(battle_map: BattleMap, target: Target) -> Floor:
    floors = battle_map.floors
    return next((one for one in floors if one.id == target.floor), floors[0])


def _export_floors(battle_map: BattleMap, paint: Painter, target: Target) -> WrittenMap:
    """Return a map of floors in a format: all of them where it has such, else one, told."""
    drawings = maps_to_draw(battle_map, None, target)
    if not target.form.has_floors:
        (drawing,) = drawings
        made = export_map(drawing.map, None, paint, target)
        meant = _floor_meant(battle_map, target)
        others = (one.name or one.id for one in battle_map.floors if one is not meant)
        text = _("Other floors: only {name} is in it").format(name=meant.name or meant.id)
        line = ReportLine("other_floors", text, ", ".join(others))
        report = made.report
        return replace(made, report=replace(report, left_out=(line, *report.left_out)))
    named = battle_map if battle_map.name else battle_map.with_name(target.name)
    pictures = []
    for number, drawing in enumerate(drawings):
        data = paint(*drawing)
        proposed = f"{target.name}-{number}.{look_at(data, target.name).format}"
        pictures.append((target.picture_name(proposed, data), data))
    text, report = write_levels(named, pictures, drawings[0].cell_px)
    return WrittenMap(text, _told_drawn(report), more=tuple(pictures))


def _told_drawn(report: ImportReport) -> ImportReport:
    line = ReportLine("drawn", _("The picture was drawn for this"))
    return replace(report, mended=(line, *report.mended))


def drawn_cell_px(
    battle_map: BattleMap,
    picture: bytes | None,
    form: MapFormat = UVTT,
    most_pixels: int = MOST_PIXELS,
) -> int | None:
    """Return the pixels to a cell at which a map is drawn; None where its picture serves."""
    serves = picture is not None and form.fits(battle_map)
    return None if serves else cell_px(battle_map, most_pixels)


def cell_px(battle_map: BattleMap, most_pixels: int = MOST_PIXELS) -> int:
    """Return whole pixels to a cell at which the map can be drawn and read again."""
    shown = battle_map.picture
    wanted = round(USUAL_PIXELS_PER_CELL if shown is None else shown.pixels_per_cell)
    width, height = battle_map.size
    most = min(MOST_SIDE_PX // max(width, height), int((most_pixels / (width * height)) ** 0.5))
    return max(1, min(wanted, most))
