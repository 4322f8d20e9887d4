"""The GM's command for props: place, move, turn, change, flip, take away. One step of undo.

Refused is only what cannot be: two props of one id, one off the map or on two floors at once, more
than a map can hold.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model.command import GmCommand
from gridwar.model.events_map import PropsChanged, with_changes
from gridwar.model.map_limits import props_problem
from gridwar.model.props import Prop
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command


class PutProps(GmCommand):
    """Put props, or change those of the same ids; take others away."""

    put: tuple[Prop, ...] = ()
    gone: tuple[str, ...] = ()


def _put(table: Table, command: PutProps) -> Procedure[None]:
    page = table.now.map
    known = {one.id: one for one in page.props}
    twins = sorted(one for one, n in Counter(one.id for one in command.put).items() if n > 1)
    text = _("The id {id} is used twice.").format(id=", ".join(twins))
    yield from require(not twins, "twins", text, waivable=False)
    put = tuple(one for one in command.put if known.get(one.id) != one)
    text = _("A prop stands on the map with all its cells, and on one floor.")
    fits = all(stands_on(page, one) for one in put)
    yield from require(fits, "off_map", text, waivable=False)
    gone = tuple(one for one in command.gone if one in known)
    if put or gone:
        left = with_changes(page.props, put, gone)
        problem = props_problem(left, page.size, len(page.terrain_kinds))
        yield from require(not problem, "too_many", f"{problem}.", waivable=False)
        yield from emit(PropsChanged(put=put, gone=gone))


def stands_on(page: BattleMap, prop: Prop) -> bool:
    """Return whether a prop has all its cells on a map, and on one of its floors."""
    if not prop.is_within(page.size):
        return False
    floors = {page.floor_at(cell) for cell in prop.cells} if page.floors else {None}
    return len(floors) == 1 and (not page.floors or None not in floors)


PROP_COMMANDS: Mapping[type[Command], Handler] = {PutProps: _put}
