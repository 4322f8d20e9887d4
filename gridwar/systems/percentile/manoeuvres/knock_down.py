"""Knock Down: opposed Strength that can fell either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Act, Option, Procedure, Role, _, call, choose, offer, plays
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_modifiers import SURPRISE
from gridwar.systems.percentile.attacks.damage import deal_unarmed_damage
from gridwar.systems.percentile.attacks.legality_and_targets import may_reach, within_melee
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, OpposedResult, opposed
from gridwar.systems.percentile.conditions import begin
from gridwar.systems.percentile.core.action_headings import HALF
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.weapons import BARE_HANDS

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

AFTER_A_HALF_MOVE = 10
CLEAR_WIN = 2
"""Degrees by which a Knock Down has to be won for more than its plain effect."""


class Knock(Struct, frozen=True):
    """A Knock Down to be made; ``lines`` are modifiers: rule id, words, value."""

    who: str
    target: str
    lines: tuple[tuple[str, str, int], ...] = ()


@offer(
    _("Knock Down"),
    icon="stance-prone",
    group=HALF,
    role=Role.OTHER,
    needs="combatant",
    price=priced("knock_down"),
    note=_("opposed Strength; +10 after a Half Move"),
    candidates=lambda encounter, command: within_melee(encounter, command.actor),
)
class KnockDown(Act):
    """Throw somebody off their feet."""

    target: str


@plays(KnockDown)
def knock_down(table: Table, command: KnockDown) -> Procedure[OpposedResult]:
    """Play a Knock Down; +10 after a Half Move in the same turn.

    Rules: PC-ACT-14, PC-GRP-10
    """
    who, target = command.actor, command.target
    yield from may_act(table, who, "knock_down")
    yield from may_reach(table, who, target)
    moved = sheet_of(table.now[who]).half_move_made
    line = ("PC-ACT-14", _("After a Half Move"), AFTER_A_HALF_MOVE)
    yield from pay(table, who, "knock_down")
    return (yield from call(knock, Knock(who, target, (line,) if moved else ()), key="knock down"))


def knock(table: Table, order: Knock) -> Procedure[OpposedResult]:
    """Make the opposed test of a Knock Down, and let one of the two fall.

    It is an Attack action: the +30 against the surprised counts. Guard Mode does not, which is on
    attack tests.

    Rules: PC-ACT-14, PC-TST-04, PC-SEQ-03, PC-ACT-13
    """
    who, target = order.who, order.target
    surprise = (("PC-SEQ-03", _("Surprised"), SURPRISE),)
    lines = (*order.lines, *(surprise if table.now[target].has_effect("surprised") else ()))
    contest = Opposed(
        Contestant(who, "s", lines), Contestant(target, "s"), "PC-ACT-14", _("Knock Down")
    )
    found = yield from call(opposed, contest, key="strength")
    clear = found.margin >= CLEAR_WIN
    if found.winner == "a":
        yield from begin(table, target, "prone")
        if clear:
            yield from _may_hurt(table, who, target)
    elif found.winner == "b" and clear:
        yield from begin(table, who, "prone")
    return found


def _may_hurt(table: Table, who: str, target: str) -> Procedure[None]:
    """Let the winner deal Unarmed damage and a level of Fatigue, or leave it.

    Rules: PC-ACT-14, PC-UNA-02
    """
    answer = yield from choose(
        table,
        _("{whom} has knocked {target} down clearly: hurt them too?"),
        (Option("hurt", _("Unarmed damage and Fatigue")), Option("spare", _("Leave it at that"))),
        "PC-ACT-14",
        key="deal damage",
        whom=who,
        target=target,
    )
    if answer == "hurt":
        yield from call(deal_unarmed_damage, (who, target, BARE_HANDS), key="hurt")
