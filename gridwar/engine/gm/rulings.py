"""The GM's word on the line and the cover between two combatants, in place of the rule's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit.dialogue import must_exist, require
from gridwar.engine.kit.procedure import Procedure, emit
from gridwar.model.command import GmCommand
from gridwar.model.cover import CoverDegree
from gridwar.model.encounter import Ruling
from gridwar.model.events import RulingGiven
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.table import Table


class GiveRuling(GmCommand):
    """Say what lies between two, until either moves; with nothing said the rules decide again."""

    attacker: str
    target: str
    line: Literal["clear", "blocked"] | None = None
    cover: CoverDegree | None = None
    hard: bool = True


def give_ruling(table: Table, command: GiveRuling) -> Procedure[None]:
    """Note the GM's word for a pair, with where both of them stand."""
    for who in (command.attacker, command.target):
        yield from must_exist(table, who)
    here, there = (table.now[who].pos for who in (command.attacker, command.target))
    if here is None or there is None:
        text = _("Both have to stand on the board.")
        yield from require(False, "not_on_board", text, waivable=False)
        return
    ruling = None
    if command.line is not None or command.cover is not None:
        ruling = Ruling(
            places=(here, there), line=command.line, cover=command.cover, hard=command.hard
        )
    yield from emit(RulingGiven(attacker=command.attacker, target=command.target, ruling=ruling))
