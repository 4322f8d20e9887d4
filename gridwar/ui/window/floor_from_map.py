"""A floor added from the file of another map: read, laid beside the others, its picture with them.

Reading and painting are done beside the window; laying is one command.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.control.maps.floors_put_together import sheet_picture, with_floor_from
from gridwar.control.state.view_state import Notice
from gridwar.control.tools.floors.floors_tool import FloorMode, FloorsTool
from gridwar.engine.gm.map_commands import LayMap
from gridwar.errors import Cancelled, GridwarError, MapError
from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, MOST_SIDE_PX
from gridwar.model.battlemap import Picture
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_which_ones
from gridwar.ui.map import picture_decoding
from gridwar.ui.map.map_to_png import png_of
from gridwar.ui.window.map_and_fight_files import MAP_FILTERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gridwar.control.maps.floors_put_together import SheetPicture
    from gridwar.model.battlemap import BattleMap
    from gridwar.ui.tasks.threads import IsStopped, Progress
    from gridwar.ui.window.window_parts import Parts

_MOST_SHARE: Final = 0.99
"""Of what a picture may hold: whole pixels round up."""


class FloorRead(NamedTuple):
    """A building with the floor that was read, the floor's id, and the picture of its sheet."""

    map: BattleMap
    floor: str
    picture: bytes | None


def add_floor(parts: Parts) -> None:
    """Ask for the files of a map, and lay it as a floor above the others."""
    title = _("Add a floor from a map")
    paths = ask_which_ones(parts.window, title, MAP_FILTERS, FileKind.MAP)
    if paths:
        read_floor(parts, *paths)


def read_floor(parts: Parts, *paths: Path) -> None:
    """Read a map beside the window and lay it as a floor."""
    page = parts.controller.encounter.map
    base = None
    if page.picture is not None and parts.host is not None:
        base = parts.host.file.picture_bytes(page.picture.sha256)

    def work(tell: Progress, is_stopped: IsStopped) -> FloorRead:
        return put_together(page, base, map_beside(page, paths, tell, is_stopped), is_stopped)

    def done(read: FloorRead) -> None:
        if parts.controller.encounter.map is not page:
            told = _("The map has changed meanwhile: add the floor once more.")
            parts.controller.tell(Notice(told, tone="note"))
            return
        lay_floor(parts, read)

    parts.files.load(_("Reading {name}").format(name=paths[0].name), work, done)


def map_beside(
    page: BattleMap, paths: Sequence[Path], tell: Progress, is_stopped: IsStopped
) -> tuple[BattleMap, bytes | None]:
    """Read a map to be laid beside another: with its picture, drawn where it is one of tiles.

    Args:
        page: The map that is there: as long are the cells of one that does not say it.
        paths: The files of the other.
        tell: Told how far it has come.
        is_stopped: Asked whether to give up.

    Raises:
        MapError: The files are none of a map, damaged, or too large.
        Cancelled: Somebody asked to give up.
    """
    from gridwar.formats.pdf.pdf_book import is_pdf_file  # here: they are slow
    from gridwar.formats.reading_any_map import read_maps
    from gridwar.ui.map.tile_painting import drawn

    if any(map(is_pdf_file, paths)):
        text = _("Save the page of the PDF as a picture first: Import a map, then Save a picture.")
        raise MapError(text)
    found = drawn(read_maps(paths, tell, is_stopped), tell, is_stopped)
    return found.scaled_as(page.scale), found.picture


def put_together(
    page: BattleMap,
    base: bytes | None,
    other: tuple[BattleMap, bytes | None],
    is_stopped: IsStopped = lambda: False,
) -> FloorRead:
    """Return a map with another as its highest floor, and the picture of both.

    Args:
        page: The map.
        base: The bytes of its picture.
        other: The map that is to be a floor, and those of its own.
        is_stopped: Asked whether to give up.
    """
    made, floor = with_floor_from(page, other[0])
    how = sheet_picture(page, other[0], floor)
    if how is None:
        return FloorRead(made, floor.id, None)
    data = {}
    for one, picture in ((page.picture, base), (other[0].picture, other[1])):
        if one is not None and picture is not None:
            data[one.sha256] = picture
    painted, pixels_per_cell = paint_sheet(how, data, is_stopped)
    new = Picture(
        sha256=sha256(painted).hexdigest(),
        pixels_per_cell=pixels_per_cell,
        width_px=round(how.size.w * pixels_per_cell),
        height_px=round(how.size.h * pixels_per_cell),
    )
    picture_decoding.decode(new.sha256, painted)
    return FloorRead(made.with_picture(new), floor.id, painted)


def paint_sheet(
    how: SheetPicture, data: Mapping[str, bytes], is_stopped: IsStopped
) -> tuple[bytes, float]:
    """Return the picture of a sheet as PNG, and its pixels to a cell: fewer where it is large.

    Args:
        how: Which pictures lie where on it.
        data: Their bytes, by what they are called.
        is_stopped: Asked whether to give up.
    """
    side = MOST_SIDE_PX / max(how.size)
    area = (MOST_PIXELS / (how.size.w * how.size.h)) ** 0.5
    scale = min(how.pixels_per_cell, _MOST_SHARE * side, _MOST_SHARE * area)
    width, height = (round(cells * scale) for cells in how.size)
    sheet = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for part in how.parts:
        if is_stopped():
            painter.end()
            raise Cancelled
        image = picture_decoding.decoded(data.get(part.picture.sha256, b""))
        painter.drawImage(QRectF(*(edge * scale for edge in part.box)), image)
    painter.end()
    return png_of(sheet), scale


def lay_floor(parts: Parts, read: FloorRead) -> None:
    """Lay a building with a floor more, show that, and let it be brought in line."""
    controller = parts.controller
    if read.picture is not None:
        try:
            controller.map_import.keep_picture(read.picture)
        except GridwarError as error:
            controller.tell(Notice(str(error), tone="error"))
            return
    controller.submit(LayMap(map=read.map))
    controller.floors.show(read.floor)
    parts.tools.take(FloorsTool.info.id)
    tool = parts.tools.tools[FloorsTool.info.id]
    if isinstance(tool, FloorsTool):
        tool.use(FloorMode.ALIGN)
