"""Commands beside the attack: shields given and charged, the end of the combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Act, Procedure, committed, emit, plays, require, say
from gridwar.model.command import Command
from gridwar.model.trace import Step
from gridwar.systems.drive.events import PoolPoints, ShieldGained, ShieldPoints
from gridwar.systems.drive.sheet import Shield, sheet_of
from gridwar.systems.drive.state import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter


class GrantShield(Command):
    """Give a character a shield.

    Rules: DR-SHD-15
    """

    target: str
    shield: Shield


class MakePoints(Act):
    """Make points for one of one's own shields, on one's own turn.

    Rules: DR-SHD-19
    """

    shield: str
    points: int


class EndCombat(Command):
    """End the combat: who must roll against war fever, and with what Hindrance.

    Rules: DR-NRG-04
    """


@plays(GrantShield)
def grant_shield(table: Table, command: GrantShield) -> Procedure[None]:
    """Add the shield; settling puts out a burning bearer of high precision.

    Rules: DR-SHD-15
    """
    text = _("There is nobody of that name.")
    yield from require(command.target in table.now, "nobody", text, waivable=False)
    yield from emit(ShieldGained(who=command.target, shield=command.shield))


@plays(MakePoints)
def make_points(table: Table, command: MakePoints) -> Procedure[None]:
    """Charge a shield or the pool it draws on.

    Rules: DR-SHD-18, DR-SHD-19
    """
    who = command.actor
    text = _("Points are made on one's own turn only.")
    yield from require(table.now.turn == who, "not_your_turn", text, "DR-SHD-19")
    own = next((one for one in sheet_of(table.now[who]).shields if one.id == command.shield), None)
    text = _("{name} has no such shield.").format(name=table.now[who].name)
    yield from require(own is not None, "no_shield", text, waivable=False)
    assert own is not None
    yield from committed()
    if own.pool_id is not None:
        yield from emit(PoolPoints(pool=own.pool_id, by=command.points))
    else:
        yield from emit(ShieldPoints(who=who, shield=own.id, by=command.points))


def war_fever(encounter: Encounter) -> tuple[tuple[str, int], ...]:
    """Return who must roll against war fever and with how much Hindrance, a roll each.

    Rules: DR-NRG-04
    """
    found: list[tuple[str, int]] = []
    scope = switches_of(encounter).particle_scope
    for who, one in encounter.combatants.items():
        attacks = sheet_of(one).particle_attacks
        degrees = {
            "combat": (sum(attacks),),
            "worst_attack": (max(attacks, default=0),),
            "per_attack": attacks,
        }[scope]
        found += [(who, (count - 1) // 2) for count in degrees if count]
    return tuple(found)


@plays(EndCombat)
def end_combat(table: Table, command: EndCombat) -> Procedure[tuple[tuple[str, int], ...]]:
    """Say who must roll CON; healing in between changes nothing.

    Rules: DR-NRG-04
    """
    del command
    rolls = war_fever(table.now)
    for who, hindrance in rolls:
        step = Step(label=_("Hindrance"), rule_id="DR-NRG-04", after=hindrance)
        text = _("{who} rolls CON against war fever")
        yield from say(table, text, who=who, steps=(step,), result=str(hindrance), tone="plain")
    return rolls
