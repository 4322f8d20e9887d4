"""The GM's command for pins: put, write, move, take away. One step of undo; nobody but the GM sees.

Refused is only what cannot be: two pins of one id, a pin off the map, more than a map can hold.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.command import GmCommand
from gridwar.model.events_map import PinsChanged, with_changes
from gridwar.model.map_limits import pins_problem
from gridwar.model.pins import Pin
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command


class PutPins(GmCommand):
    """Put pins, or change those of the same ids; take others away."""

    put: tuple[Pin, ...] = ()
    gone: tuple[str, ...] = ()


def _put(table: Table, command: PutPins) -> Procedure[None]:
    page = table.now.map
    known = {one.id: one for one in page.pins}
    twins = sorted(one for one, n in Counter(one.id for one in command.put).items() if n > 1)
    text = _("The id {id} is used twice.").format(id=", ".join(twins))
    yield from require(not twins, "twins", text, waivable=False)
    put = tuple(one for one in command.put if known.get(one.id) != one)
    text = _("A pin needs a place on the map.")
    on_map = all(page.contains(one.cell) for one in put)
    yield from require(on_map, "off_map", text, waivable=False)
    gone = tuple(one for one in command.gone if one in known)
    if put or gone:
        problem = pins_problem(with_changes(page.pins, put, gone))
        yield from require(not problem, "too_many", f"{problem}.", waivable=False)
        yield from emit(PinsChanged(put=put, gone=gone))


PIN_COMMANDS: Mapping[type[Command], Handler] = {PutPins: _put}
