"""A floor added: an empty one, or read from the file of another map, laid beside the others.

Reading and painting are done beside the window; laying opens the report, as that of any import.
Once that is closed, the floor is brought in line with those below.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.control.state.view_state import Notice
from gridwar.control.tools.floors.floors_tool import FloorMode, FloorsTool
from gridwar.control.tools.select_tool import SelectTool
from gridwar.engine.gm.map_commands import LayMap
from gridwar.errors import GridwarError, MapError
from gridwar.formats.floors_put_together import empty_above, sheet_picture, with_floor_from
from gridwar.model.geometry import Cell
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_which_ones
from gridwar.ui.map import picture_decoding
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.window.map_and_fight_files import MAP_FILTERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.formats.pdf.page_images import PageChoice
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.ui.tasks.threads import IsStopped, Progress
    from gridwar.ui.window.window_parts import Parts


_CHANGED: Final = "The map has changed meanwhile: add the floor once more."


class FloorLaid(NamedTuple):
    """A map with a floor more, and the file of its picture where that has been painted anew."""

    map: BattleMap
    picture: bytes | None


def add_floor(parts: Parts) -> None:
    """Ask for the files of a map, and lay it as a floor above the others."""
    title = _("Add a floor from a map")
    paths = ask_which_ones(parts.window, title, MAP_FILTERS, FileKind.MAP)
    if paths:
        read_floor(parts, *paths)


def read_floor(parts: Parts, *paths: Path) -> None:
    """Read a map beside the window and lay it as a floor; of a PDF a page is chosen first."""
    from gridwar.formats.pdf.pdf_book import is_pdf_file  # here: they are slow
    from gridwar.formats.reading_any_map import read_maps

    if len(paths) == 1 and is_pdf_file(paths[0]):
        parts.files.choose_page(paths[0], partial(_read_page, parts))
        return
    _read(parts, paths[0].name, lambda tell, is_stopped: read_maps(paths, tell, is_stopped))


def _read_page(parts: Parts, path: Path, choice: PageChoice) -> None:
    from gridwar.formats.reading_any_map import read_pdf_page

    def work(tell: Progress, is_stopped: IsStopped) -> Imported:
        return read_pdf_page(path, choice, tell, is_stopped)

    _read(parts, path.name, work)


def _read(parts: Parts, name: str, read: Callable[[Progress, IsStopped], Imported]) -> None:
    page = parts.controller.encounter.map
    base = None
    if page.picture is not None and parts.host is not None:
        base = parts.host.file.picture_bytes(page.picture.sha256)

    def work(tell: Progress, is_stopped: IsStopped) -> Imported:
        return floor_beside(page, base, read(tell, is_stopped), tell, is_stopped)

    def done(found: Imported) -> None:
        parts.files.pdf.close()
        if parts.controller.encounter.map is not page:
            parts.controller.tell(Notice(_(_CHANGED), tone="note"))
            return
        _lay(parts, found)

    parts.files.load(_("Reading {name}").format(name=name), work, done)


def add_empty_floor(parts: Parts) -> None:
    """Lay an empty floor over the one that is shown, to be drawn on: it lies above all others."""
    controller = parts.controller
    page, shown = controller.encounter.map, controller.floors.shown
    base = None
    if page.picture is not None and parts.host is not None:
        base = parts.host.file.picture_bytes(page.picture.sha256)

    def work(tell: Progress, is_stopped: IsStopped) -> FloorLaid:
        del tell
        return with_empty_floor(page, base, shown, is_stopped)

    def done(laid: FloorLaid) -> None:
        if controller.encounter.map is not page:
            controller.tell(Notice(_(_CHANGED), tone="note"))
            return
        if laid.picture is not None:
            try:
                controller.map_import.keep_picture(laid.picture)
            except GridwarError as error:
                controller.tell(Notice(str(error), tone="error"))
                return
        controller.submit(LayMap(map=laid.map))
        controller.floors.show(laid.map.floors[-1].id)
        _use(parts, FloorMode.STAIR)

    parts.files.load(_("Laying an empty floor"), work, done)


def with_empty_floor(
    page: BattleMap, base: bytes | None, shown: Floor | None, is_stopped: IsStopped
) -> FloorLaid:
    """Return a map with an empty floor more, and the picture of both.

    Args:
        page: The map.
        base: The file of its picture.
        shown: The floor over which it lies; None for a map without floors.
        is_stopped: Asked whether to give up.

    Raises:
        MapError: There is no room for it.
        Cancelled: Somebody asked to give up.
    """
    from gridwar.ui.map.sheet_painting import paint_sheet

    blank = empty_above(page, shown)
    made, floor = with_floor_from(page, blank, Cell(0, 0) if shown is None else shown.over)
    how = sheet_picture(page, blank, floor)
    if how is None:
        return FloorLaid(made, None)
    assert page.picture is not None
    files = {} if base is None else {page.picture.sha256: base}
    painted = paint_sheet(how, files, is_stopped)
    if painted is None:
        raise MapError(_("The picture of all floors is too large: make the map smaller."))
    digest = sha256(painted).hexdigest()
    picture_decoding.decode(digest, painted, is_stopped)
    return FloorLaid(made.with_picture(how.painted(digest)), painted)


def floor_beside(
    page: BattleMap,
    base: bytes | None,
    found: Imported,
    tell: Progress,
    is_stopped: IsStopped,
) -> Imported:
    """Return a map with another as its highest floor, its picture painted with that of the map.

    Args:
        page: The map that is there: as long are the cells of one that does not say it.
        base: The file of its picture.
        found: The other, as it was read.
        tell: Told how far it has come.
        is_stopped: Asked whether to give up.

    Raises:
        MapError: There is no room for it, or its cells are of another length.
        Cancelled: Somebody asked to give up.
    """
    from gridwar.formats.floor_beside import FloorBeside, one_page_of
    from gridwar.ui.map.ground.printed_grid_search import on_sure_grid
    from gridwar.ui.map.tile_painting import drawn

    alone = on_sure_grid(drawn(one_page_of(found), tell, is_stopped), tell, is_stopped)
    made = drawn(FloorBeside(page, base, alone).imported(), tell, is_stopped)
    if made.map.picture is not None and made.picture is not None:
        picture_decoding.decode(made.map.picture.sha256, made.picture, is_stopped)
    return made


def _lay(parts: Parts, found: Imported) -> None:
    """Lay a building with a floor more, show that and what is to tell of it, then bring it in line.

    Where nothing is asked nor was left out, the report is passed over.
    """
    controller, session = parts.controller, parts.controller.map_import
    session.lay(found)
    if session.imported is None or controller.encounter.map != session.imported.map:
        return
    controller.floors.show(controller.encounter.map.floors[-1].id)
    report = found.report
    if report.checks or report.mended or report.left_out:
        session.then = lambda: soon(parts.window, partial(_align, parts))
    else:
        parts.tools.take(SelectTool.info.id)
        _align(parts)


def _align(parts: Parts) -> None:
    """Bring the floor in line, unless something else was begun."""
    page = parts.controller.encounter.map
    if not page.floors or parts.controller.view.tool != SelectTool.info.id:
        return
    parts.controller.floors.show(page.floors[-1].id)
    _use(parts, FloorMode.ALIGN)


def _use(parts: Parts, mode: FloorMode) -> None:
    parts.tools.take(FloorsTool.info.id)
    tool = parts.tools.tools[FloorsTool.info.id]
    if isinstance(tool, FloorsTool):
        tool.use(mode)
