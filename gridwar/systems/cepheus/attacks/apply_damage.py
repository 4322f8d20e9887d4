"""Taking harm: whoever is hit, a person is wounded and a machine loses Hull and systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import Procedure, ask, call
from gridwar.model.command import Answer
from gridwar.model.question import FormNumber, Question
from gridwar.systems.cepheus.actions.action_costs import must_exist, spoil_aim
from gridwar.systems.cepheus.core.aboard import machine_of
from gridwar.systems.cepheus.core.allocation import Points
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.harm.wounds import Wound, take_hit
from gridwar.systems.cepheus.machines.hits import Blow, hit_machine
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.harm.wounds import TakeDamage

PROPOSED_POINTS: Final = 2
MOST_POINTS: Final = 60
"""What a machine may be hit for at once, where the GM is asked."""


def take_harm(table: Table, wound: Wound) -> Procedure[None]:
    """Let somebody suffer damage after armour, as what he is.

    Rules: CE-VDM-01, CE-VDM-16, CE-DMG-05, CE-DMG-06
    """
    if machine_of(table.now, wound.victim) is None:
        yield from take_hit(table, wound)
        return
    yield from spoil_aim(table, wound.victim, "hit")
    yield from call(hit_machine, Blow(wound.victim, wound.points), key="machine")


def take_damage(table: Table, command: TakeDamage) -> Procedure[None]:
    """Play a hit whose damage is known, on a person or a machine.

    Rules: CE-DMG-05, CE-DMG-06, CE-DMG-07, CE-VDM-01, CE-VDM-16
    """
    yield from must_exist(table, command.who)
    points = command.points
    if points is None:
        answer = yield from ask(lambda: _how_much(table.now, command.who))
        points = answer.numbers.get("points", 0)
    yield from call(take_harm, Wound(command.who, points), key="hit")


def _how_much(encounter: Encounter, who: str) -> Question:
    is_machine = machine_of(encounter, who) is not None
    most = MOST_POINTS if is_machine else Points.of(sheet_of(encounter[who]).chars).total
    title = _("How much is {name} hurt, after armour?").format(name=encounter[who].name)
    proposed = min(PROPOSED_POINTS, most)
    return Question(
        key="points",
        recipient=None,
        title=title,
        numbers=(FormNumber("points", _("Points"), 0, most, proposed),),
        default=Answer(numbers=frozendict(points=proposed)),
        rule_ids=("CE-VDM-01" if is_machine else "CE-DMG-05",),
    )
