"""How the log calls what the GM did to floors and what leads between them: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.floor_words import floor_name, link_name
from gridwar.engine.gm.floor_commands import PutFloors, PutLinks, PutOpenings, RenameFloor
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def describe_floor_edit(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of a change of floors; None for any other command."""
    old, new = before.map, after.map
    match command:
        case PutFloors(put=put, gone=gone):
            names = [floor_name(one) for one in put]
            return _changed(names, [floor_name(one) for one in old.floors if one.id in gone]), ""
        case RenameFloor(floor=floor_id, name=name):
            was = next((floor_name(one) for one in old.floors if one.id == floor_id), floor_id)
            return _("{floor} is called {name}").format(floor=was, name=name), ""
        case PutLinks(put=put, gone=gone):
            links = [link_name(new, one) for one in put]
            return _changed(links, [link_name(old, one) for one in old.links if one.id in gone]), ""
        case PutOpenings(put=put, gone=gone):
            count = len(put) or len(gone)
            text = ngettext("Opens the floor at {n} cell", "Opens the floor at {n} cells", count)
            if not put:
                text = ngettext("Closes the floor at {n} cell", "Closes it at {n} cells", count)
            return text.format(n=count), ""
        case _:
            return None


def _changed(names: Sequence[str], lost: Sequence[str]) -> str:
    words = _("Puts {what}") if names else _("Takes away {what}")
    return words.format(what=", ".join((*names, *lost)))
