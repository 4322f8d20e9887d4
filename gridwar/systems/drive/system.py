"""The drive rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.kit import (
    Badge,
    Board,
    Card,
    Cards,
    Data,
    Facts,
    Figure,
    Movement,
    Play,
    Pool,
    Slot,
    System,
    Turns,
    Window,
)
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.drive import attack, auras, chores, events, shielding, turns
from gridwar.systems.drive.applying import put_out_fires
from gridwar.systems.drive.blow import Blow
from gridwar.systems.drive.events import DamageChanged
from gridwar.systems.drive.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.state import DriveState, DriveSwitches, state_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the order as the GM laid it down, those who are out at the end."""
    acted, inside = state_of(encounter).acted, turns.order_ids(encounter)
    out = [one for one in encounter.everyone() if one.id not in inside]
    return (
        *(
            Slot(
                (who,),
                state="turn" if who == encounter.turn else "acted" if who in acted else "waiting",
            )
            for who in inside
        ),
        *(Slot((one.id,), state="out") for one in out),
    )


def card(encounter: Encounter, who: str) -> Card:
    """Return what is left before it is out, damage, armour, fatigue, shields, auras, light.

    Rules: DR-AUR-12
    """
    one = encounter[who]
    sheet = sheet_of(one)
    armour = sheet.armour

    def changed(by: int) -> tuple[DamageChanged, ...]:
        return (DamageChanged(who=who, by=-by),) if by else ()

    pools: tuple[Pool, ...] = ()
    if sheet.out_at is not None:
        left = max(0, sheet.out_at - sheet.damage_taken)
        pools = (Pool("damage", _("Until out"), left, sheet.out_at, changed=changed),)
    figures = (
        Figure(_("Damage"), str(sheet.damage_taken)),
        Figure(_("Injury factor"), str(sheet.injury_factor)),
        Figure(_("Armour"), f"{armour.lo}\u2013{armour.hi}" if armour else _("none")),
        Figure(_("Fatigue"), str(sheet.fatigue)),
        *(Figure(own.id, str(own.points), own.precision) for own in sheet.shields),
        *(Figure(own.id, str(own.stored), own.kind) for own in sheet.auras),
    )
    badges = tuple(Badge(effect.badge, effect.name) for effect in one.effects)
    if auras.shines(sheet):
        badges = (*badges, Badge("sun", _("Moderate light, low Stealth")))
    return Card(pools=pools, figures=figures, badges=badges, out=sheet.is_out)


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every square counts 1; the chapter has no movement rules."""
    del mode
    ground = Ground(encounter.map, size=encounter[who].size)
    return Movement(ground, uniform(ground), (), str)


def facts(before: Encounter, after: Encounter, result: Any) -> Facts:
    """Return the damage taken by whom, and that an attack succeeds where it hits."""
    taken = {
        who: sheet_of(after.combatants[who]).damage_taken - sheet_of(one).damage_taken
        for who, one in before.combatants.items()
        if who in after and after.combatants[who] is not one
    }
    amounts = frozendict({who: points for who, points in taken.items() if points})
    down = SYSTEM.plain_facts(before, after).down
    if isinstance(result, Blow):
        is_hit = result.outcome in ("hit", "critical")
        return Facts(is_hit, amounts, down, result.outcome)
    return Facts(bool(amounts), amounts, down)


SYSTEM = System(
    id="drive",
    title="Drive",
    playable=False,
    data=Data(
        sheet=DriveSheet,
        rules=DriveState,
        switches=DriveSwitches,
        fight_fields=frozenset({"links", "particle_attacks"}),
    ),
    play=Play(
        chapters=(events, attack, auras, chores),
        handlers=turns.CYCLE.handlers,
        windows={shielding.WINDOW: Window(_("which shield is next"), is_proposal=True)},
        settle=put_out_fires,
    ),
    turns=Turns(order=order),
    board=Board(movement=movement),
    cards=Cards(card=card, facts=facts),
)
