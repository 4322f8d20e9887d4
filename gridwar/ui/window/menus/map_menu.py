"""The Map menu: what the fight stands on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.state.view_state import Notice
from gridwar.control.tools.ground.grid import GridTool
from gridwar.text import _
from gridwar.ui.popovers.file_dialogs import ask_where
from gridwar.ui.window.map_replacement import import_blank
from gridwar.ui.window.menus.entries import Entries

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QMenu

    from gridwar.formats.imported import ImportReport
    from gridwar.ui.window.parts import Parts


def map_menu(parts: Parts, menu: QMenu) -> None:
    """Fill the menu."""
    entries = Entries(parts, menu)
    entries.action(
        "map.import",
        _("Import a map \u2026"),
        "Ctrl+I",
        parts.files.choose,
        _("A picture, or a Universal VTT file with walls and doors; dropping it does the same"),
    )
    entries.action(
        "map.export",
        _("Export the map \u2026"),
        "",
        partial(_export, parts),
        _("As a Universal VTT file, with walls and doors, for other programs"),
    )
    entries.action("map.blank", _("Blank page"), "", partial(import_blank, parts))
    entries.action(
        "map.page",
        _("Size, scale and grid \u2026"),
        "",
        partial(parts.tools.take, GridTool.info.id),
    )


def _export(parts: Parts) -> None:
    name, kinds = parts.controller.encounter.title, "Universal VTT (*.dd2vtt)"
    path = ask_where(parts.window, _("Export the map"), kinds, "dd2vtt", name)
    if path is not None and parts.host is not None:
        words = _("Writing {name}").format(name=path.name)
        told = partial(_tell_export, parts, path)
        parts.files.write(words, parts.host.file.export_map(path), told)


def _tell_export(parts: Parts, path: Path, report: ImportReport) -> None:
    left_out = ", ".join(line.text for line in report.left_out)
    words = _("{name} is written.").format(name=path.name)
    if left_out:
        words = f"{words} {_('Left out: {what}').format(what=left_out)}"
    parts.controller.tell(Notice(words, tone="note"))
