"""Delay into the next round: what a delayer chooses as the round ends, and coming first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Option, Procedure, Question, StateEvent, choice, includes
from gridwar.systems.cepheus.core.fight_state import state_of
from gridwar.systems.cepheus.core.initiative_order import (
    count_of,
    in_order,
    is_gone,
    set_initiative,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


NOW, FIRST, LET_PASS = "now", "first", "pass"
"""What somebody who still holds back chooses at the end of the round."""


@includes("first")
class FirstChosen(StateEvent):
    """A delayer chose to be first in this round."""

    who: str


def lift_first(table: Table) -> Procedure[None]:
    """Put those who chose to be first one above everybody else.

    Rules: CE-INI-09
    """
    first = state_of(table.now).first
    others = [who for who in in_order(table.now) if who not in first]
    counts = [count_of(table.now, who) for who in others if not is_gone(table.now, who)]
    for who in sorted(first):
        if counts and not is_gone(table.now, who):
            yield from set_initiative(table, who, max(counts) + 1)


def delayer_chooses(table: Table, who: str, *, may_act: bool) -> Question:
    """Return the question to somebody who holds back as the round ends.

    Rules: CE-INI-09
    """
    options = (
        Option(
            FIRST,
            _("First next"),
            price=_("this turn is given up"),
            effect=_("in the next round: the highest Initiative and 1"),
        ),
        Option(
            NOW,
            _("Act now"),
            effect=_("as the last of this round"),
            enabled=may_act,
            why_not=_("The round is over."),
        ),
        Option(
            LET_PASS,
            _("Let it pass"),
            price=_("this turn is given up"),
            effect=_("Initiative stays {n}").format(n=count_of(table.now, who)),
        ),
    )
    return choice(
        table,
        _("{whom} is still holding back"),
        options,
        "CE-INI-09",
        key=f"delay of {who}",
        whom=who,
        info=_("The round ends."),
    )
