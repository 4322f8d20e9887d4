"""How the log calls what the GM did about fog: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.fog_words import MODE_WORDS, kind_words
from gridwar.engine.gm import fog_commands as fog
from gridwar.model.memory import CellPin
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def describe_fog(command: Command, after: Encounter) -> Words | None:
    """Return headline and result of a command about fog; None for any other command."""
    size = after.map.size
    match command:
        case fog.SetFog():
            return _set(command, after)
        case fog.Uncover():
            cells = _cells(len(command.points(size).cells()))
            return _("Uncovers {cells}").format(cells=cells), _for(after, command.sides)
        case fog.Cover():
            cells = _cells(len(command.points(size).cells()))
            return _("Covers {cells}").format(cells=cells), _for(after, command.sides)
        case fog.UncoverMap():
            return _("Uncovers all of the map"), _for(after, command.sides)
        case fog.CoverMap():
            return _("Covers all of the map"), _for(after, command.sides)
        case fog.PinCells():
            text = {
                CellPin.NONE: _("Unpins {cells}"),
                CellPin.SHOWN: _("Pins {cells}, always shown"),
                CellPin.COVERED: _("Pins {cells}, always covered"),
            }[command.pin]
            return text.format(cells=_cells(command.marked(size).count())), ""
        case _:
            return None


def _set(command: fog.SetFog, after: Encounter) -> Words:
    title = MODE_WORDS[after.vision.mode] if command.mode is not None else _("Players\u2019 fog")
    parts: list[str] = []
    if command.counts_light is not None:
        parts.append(_("sight needs light") if command.counts_light else _("sight needs no light"))
    if command.eyes_by_size is not None:
        parts.append(_("eyes as high as heads") if command.eyes_by_size else _("eyes low"))
    if command.opaque_zones is not None:
        names = ", ".join(kind_words(kind) for kind in sorted(command.opaque_zones))
        parts.append(_("stops sight: {names}").format(names=names or _("no zone")))
    if command.also_remembering is not None:
        names = _names(after, after.remembering_sides)
        parts.append(_("remember: {names}").format(names=names or _("nobody")))
    return title, "; ".join(parts)


def _for(after: Encounter, sides: tuple[str, ...]) -> str:
    """Name the sides where it was not for all who remember."""
    names = _names(after, sides)
    return _("for {names}").format(names=names) if names else ""


def _names(after: Encounter, sides: Iterable[str]) -> str:
    return ", ".join(after.sides[side].name for side in sides if side in after.sides)


def _cells(count: int) -> str:
    return ngettext("{n} cell", "{n} cells", count).format(n=count)
