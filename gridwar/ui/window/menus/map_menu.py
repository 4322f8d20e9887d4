"""The Map menu: what the fight stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.floor_in_view import floor_in_view
from gridwar.control.state.view_state import StartAsked
from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.control.tools.walls.wall_tidying import Tidy
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_where_and_as_what
from gridwar.ui.window.floor_from_map import add_floor
from gridwar.ui.window.maps_kept import keep_present_map
from gridwar.ui.window.menus.fog_in_map_menu import declare_fog
from gridwar.ui.window.menus.menu_declaration import Menu

if TYPE_CHECKING:
    from gridwar.formats.import_report import ImportReport
    from gridwar.ui.window.window_parts import Parts

MAP: Menu[Parts] = Menu(_("&Map"))


@MAP.action(
    "map.import",
    _("Import a map \u2026"),
    _("A picture, a page of a PDF, or a map of another program; dropping it does the same"),
)
def _import(parts: Parts) -> None:
    parts.files.choose()


@MAP.action(
    "map.shelf",
    _("Maps \u2026"),
    _("Those that were kept, those of the fights opened last: begin a fight on one"),
)
def _open_shelf(parts: Parts) -> None:
    asked = parts.controller.view.start_page
    asked = StartAsked.MAPS if asked is StartAsked.NO else asked
    parts.controller.show(start_page=asked, start_shows_maps=True)


@MAP.action(
    "map.keep",
    _("Keep this map \u2026"),
    _("Under a name and with tags, to begin other fights on it"),
)
def _keep(parts: Parts) -> None:
    keep_present_map(parts)


@MAP.action(
    "map.export",
    _("Export the map \u2026"),
    hint=_("For other programs: as a Universal VTT file, a Foundry scene, or for Tiled"),
)
def _export(parts: Parts) -> None:
    from gridwar.formats.writing_any_map import FORMATS  # here: nobody needs it before

    name, title = parts.controller.encounter.title, _("Export the map")
    kinds = [f"{one.name} (*{one.suffixes[0]})" for one in FORMATS]
    found = ask_where_and_as_what(parts.window, title, kinds, name, FileKind.MAP)
    if found is not None and parts.host is not None:
        path, kind = found
        shown = floor_in_view(parts.controller.encounter.map, parts.controller.view.floor)
        floor = "" if shown is None else shown.id
        made = parts.host.file.export_map(path, FORMATS[kind].id, floor)
        parts.files.write(path, made, _left_out)


def _left_out(report: ImportReport) -> str:
    what = ", ".join(line.text for line in report.left_out)
    return _("Left out: {what}").format(what=what) if what else ""


@MAP.action(
    "map.picture",
    _("Save or print the map \u2026"),
    _("As PNG, or as pages to print an inch a square; with or without what only you see"),
)
def _save_picture(parts: Parts) -> None:
    parts.later.map_pictures.ask()


@MAP.action(
    "map.fewer_walls",
    _("Make walls fewer \u2026"),
    _("Lines of many short walls drawn with few, within a bound that is shown"),
)
def _make_fewer(parts: Parts) -> None:
    _tidy_walls(parts, Tidy.LINES)


@MAP.action(
    "map.wall_gaps",
    _("Close gaps in walls \u2026"),
    _("Ends of walls that nearly meet: all of them listed, one or all closed"),
)
def _close_gaps(parts: Parts) -> None:
    _tidy_walls(parts, Tidy.GAPS)


def _tidy_walls(parts: Parts, what: Tidy) -> None:
    parts.tools.take(WallsTool.info.id)
    tool = parts.tools.tools[WallsTool.info.id]
    assert isinstance(tool, WallsTool)
    tool.tidy(what)


@MAP.action(
    "map.floor",
    _("Add a floor from a map \u2026"),
    _("Lays another map above this one; stairs and openings then lead from floor to floor"),
)
def _add_floor(parts: Parts) -> None:
    add_floor(parts)


@MAP.action("map.page", _("Size, scale and grid \u2026"))
def _set_page(parts: Parts) -> None:
    parts.tools.take(GridTool.info.id)


MAP.separate()
declare_fog(MAP)
