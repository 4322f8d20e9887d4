"""The end of the combat: what has to be done before it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import EndFight, Procedure, Step, choose, end_fight, plays, say
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.after_effects import war_fever
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


@plays(EndFight)
def end_combat(table: Table, command: EndFight) -> Procedure[tuple[tuple[str, int], ...]]:
    """Say who must roll CON against war fever, then end the fight; healing changes nothing (T4).

    Rules: DR-NRG-04
    """
    del command
    rolls = war_fever(table.now)
    for who, hindrance in rolls:
        step = Step(label=_("Hindrance"), rule_id="DR-NRG-04", after=hindrance)
        text = _("{who} rolls CON against war fever")
        result = _("{n} Hindrance").format(n=hindrance)
        yield from say(table, text, who=who, steps=(step,), result=result, tone="plain")
    if rolls:
        yield from choose(
            table,
            _("Before the combat ends: roll CON against Alacrian war fever"),
            {"done": _("Done")},
            "DR-NRG-04",
            key="checklist",
            whom=None,
            info=_checklist(table.now, rolls),
            follow_up=True,
        )
    yield from end_fight(table)
    return rolls


def _checklist(encounter: Encounter, rolls: tuple[tuple[str, int], ...]) -> str:
    """Return who rolls with how much Hindrance, a line each.

    Rules: DR-NRG-04
    """
    lines = (_("{name}: {n} Hindrance").format(name=encounter[who].name, n=n) for who, n in rolls)
    each = _("One Hindrance for every {n} degrees by particles beyond the first").format(
        n=constants().after.degrees_a_fever_hindrance
    )
    return "\n".join((*lines, each))
