"""The coup de grace: no roll, no reaction, no armour; the GM confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, ask, emit, require_none
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do, pay, spoil_aim
from gridwar.systems.cepheus.attacks.attack_checks import reasons_against
from gridwar.systems.cepheus.core.events import AmmoSpent, Killed
from gridwar.systems.cepheus.core.places import stand_of
from gridwar.systems.cepheus.core.state import is_helpless, sheet_of, switches_of
from gridwar.systems.cepheus.modifiers.attack_values import AttackResult, Shot
from gridwar.systems.cepheus.modifiers.bands import CLOSE_SQUARES, distance_between
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

ADJACENT_SQUARES: Final = 1


class CoupDeGrace(Command):
    """Kill a helpless opponent."""

    target: str
    weapon: str


def why_not_finish(encounter: Encounter, shot: Shot) -> tuple[Refusal, ...]:
    """Return every reason against a coup de grace apart from turn and actions.

    Rules: CE-SIG-11
    """
    reasons = list(reasons_against(encounter, shot))
    if any(not one.waivable for one in reasons):
        return tuple(reasons)
    # The band does not matter: how near is near enough stands in the rule itself.
    kept = [one for one in reasons if one.code not in ("blank_band", "cannot_be_hit")]
    target = shot.target or ""
    if not is_helpless(sheet_of(encounter[target]), switches_of(encounter)):
        text = _("{name} is not helpless.").format(name=encounter[target].name)
        kept.append(Refusal("not_helpless", text, ("CE-SIG-11",)))
    if not _is_near(encounter, shot):
        text = _("Too far: melee weapons within Close range, others from the next square.")
        kept.append(Refusal("too_far", text, ("CE-SIG-11",)))
    return tuple(kept)


def _is_near(encounter: Encounter, shot: Shot) -> bool:
    weapon = sheet_of(encounter[shot.actor]).weapon(shot.weapon)
    target = shot.target or ""
    if weapon is not None and weapon.form == "melee":
        distance = distance_between(encounter, shot.actor, target)
        return distance is not None and distance.squares <= CLOSE_SQUARES
    here, there = stand_of(encounter, shot.actor), stand_of(encounter, target)
    if here is None or there is None:
        return False
    up = abs(here.height_m - there.height_m) / encounter.map.scale.cell_m
    apart = footprint_distance_cells(Metric.CHEBYSHEV, here.cells, there.cells, up)
    return apart <= ADJACENT_SQUARES


def coup_de_grace(table: Table, command: CoupDeGrace) -> Procedure[AttackResult]:
    """Play a coup de grace: it hits and kills.

    Rules: CE-SIG-11
    """
    actor, target = command.actor or "", command.target
    yield from may_do(table, actor, SIGNIFICANT)
    for refusal in why_not_finish(table.now, Shot(actor, command.weapon, target)):
        yield from require_none(refusal)
    answer = yield from ask(lambda: _confirm(table.now, target))
    if answer.option == "spare":
        return AttackResult(hit=False)
    yield from pay(table, actor, SIGNIFICANT)
    weapon = sheet_of(table.now[actor]).weapon(command.weapon)
    if weapon is not None and weapon.form != "melee" and weapon.loaded:
        yield from emit(AmmoSpent(who=actor, weapon=command.weapon, rounds=1))
    yield from spoil_aim(table, actor, "used")
    names = {"actor": table.now[actor].name, "target": table.now[target].name}
    title = _("{actor} gives {target} the coup de grace").format(**names)
    yield from emit(
        Killed(who=target), Explained(trace=Trace(title=title, result=_("dead"), tone="harm"))
    )
    return AttackResult(hit=True)


def _confirm(encounter: Encounter, target: str) -> Question:
    return Question(
        key="confirm",
        recipient=None,
        title=_("Kill {name}?").format(name=encounter[target].name),
        options=(Option("kill", _("Kill")), Option("spare", _("Spare"))),
        default=Answer(option="kill"),
        rule_ids=("CE-SIG-11",),
    )
