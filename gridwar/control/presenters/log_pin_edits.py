"""How the log, which is the game master's, calls what was done to pins: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.pin_words import pin_line, pin_name
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.pins import Pin

_MOST_NAMED = 3


def describe_pins(command: Command, before: Encounter) -> Words | None:
    """Return headline and result of a change of pins; None for any other command."""
    if not isinstance(command, PutPins):
        return None
    known = {one.id: one for one in before.map.pins}
    lost = [known[one] for one in command.gone if one in known]
    put = [one for one in command.put if known.get(one.id) != one]
    if not put:
        return _("Takes away {what}").format(what=_names(lost)), ""
    olds = [known[one.id] for one in put if one.id in known]
    is_move = not lost and len(olds) == len(put)
    if is_move and all(old.moved(new.point) == new for old, new in zip(olds, put, strict=True)):
        return _("Moves {what}").format(what=_names(put)), ""
    words = _("Changes {what}") if olds or lost else _("Puts {what}")
    line = pin_line(put[0]) if len(put) == 1 else ""
    return words.format(what=_names([*put, *lost])), line


def _names(pins: Sequence[Pin]) -> str:
    """Return what pins are called; of many how many they are."""
    if len(pins) > _MOST_NAMED:
        return ngettext("{n} pin", "{n} pins", len(pins)).format(n=len(pins))
    return ", ".join(map(pin_name, pins))
