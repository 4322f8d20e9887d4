"""The Map menu: what the fight stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_where
from gridwar.ui.window.menus.fog_in_map_menu import declare_fog
from gridwar.ui.window.menus.menu_declaration import Menu

if TYPE_CHECKING:
    from gridwar.formats.import_report import ImportReport
    from gridwar.ui.window.window_parts import Parts

MAP: Menu[Parts] = Menu(_("&Map"))


@MAP.action(
    "map.import",
    _("Import a map \u2026"),
    _("A picture, or a map of Universal VTT or Tiled with its walls; dropping it does the same"),
)
def _import(parts: Parts) -> None:
    parts.files.choose()


@MAP.action(
    "map.export",
    _("Export the map \u2026"),
    hint=_("With walls and doors, for other programs: as Universal VTT, or for Tiled"),
)
def _export(parts: Parts) -> None:
    name, kinds = parts.controller.encounter.title, "Universal VTT (*.dd2vtt);;Tiled (*.tmj)"
    path = ask_where(parts.window, _("Export the map"), kinds, name, FileKind.MAP)
    if path is not None and parts.host is not None:
        parts.files.write(path, parts.host.file.export_map(path), _left_out)


def _left_out(report: ImportReport) -> str:
    what = ", ".join(line.text for line in report.left_out)
    return _("Left out: {what}").format(what=what) if what else ""


@MAP.action(
    "map.picture",
    _("Save a picture of the map \u2026"),
    _("As PNG, or as pages to print an inch a square; with or without what only you see"),
)
def _save_picture(parts: Parts) -> None:
    parts.later.map_pictures.ask()


@MAP.action("map.page", _("Size, scale and grid \u2026"))
def _set_page(parts: Parts) -> None:
    parts.tools.take(GridTool.info.id)


MAP.separate()
declare_fog(MAP)
