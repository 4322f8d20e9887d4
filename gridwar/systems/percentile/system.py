"""The percentile rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import (
    Action,
    Board,
    Card,
    Cards,
    Data,
    Facts,
    Movement,
    Offers,
    Play,
    Pool,
    Slot,
    System,
    Turns,
)
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.percentile import burst, state
from gridwar.systems.percentile.burst import Burst, BurstResult, can_burst, why_jammed
from gridwar.systems.percentile.state import (
    PercentileSheet,
    PercentileSwitches,
    WoundsChanged,
    sheet_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter, Target
    from gridwar.systems.percentile.state import PercentileWeapon


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return everybody in the order they joined, the dead at the end."""
    everyone = sorted(encounter.everyone(), key=lambda one: sheet_of(one).dead)
    return tuple(
        Slot((one.id,), state="out" if sheet_of(one).dead else "waiting") for one in everyone
    )


def actions(encounter: Encounter, actor: str | None) -> tuple[Action, ...]:
    """Return a Burst of all that each ranged weapon can fire."""
    if actor is None:
        return ()
    weapons = sheet_of(encounter[actor]).weapons
    return tuple(_action(actor, weapon) for weapon in weapons if can_burst(weapon))


def card(encounter: Encounter, who: str) -> Card:
    """Return wounds."""
    sheet = sheet_of(encounter[who])

    def changed(by: int) -> tuple[WoundsChanged, ...]:
        return (WoundsChanged(who=who, by=by),) if by else ()

    pool = Pool("wounds", _("Wounds"), sheet.wounds, sheet.wounds_full, changed=changed)
    return Card(pools=(pool,), out=sheet.dead)


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every square counts 1; what moves cost is not built yet."""
    del mode
    ground = Ground(encounter.map, size=encounter[who].size)
    return Movement(ground, uniform(ground), (), str)


def facts(before: Encounter, after: Encounter, result: Any) -> Facts | None:
    """Return that a burst succeeds where at least one hit is left after evasion."""
    if not isinstance(result, BurstResult):
        return None
    plain = SYSTEM.plain_facts(before, after)
    return Facts(result.struck, plain.amounts, plain.down)


def _action(actor: str, weapon: PercentileWeapon) -> Action:
    def make(target: Target) -> Command:
        return Burst(
            actor=actor, target=target.combatant or "", weapon=weapon.id, hits=weapon.hit_rating
        )

    title = _("Burst: {weapon}").format(weapon=weapon.name or weapon.id)
    return Action(
        f"burst:{weapon.id}", title, "crosshair", make, ("combatant",), refusal=why_jammed(weapon)
    )


SYSTEM = System(
    id="percentile",
    title="Percentile",
    playable=False,
    data=Data(
        sheet=PercentileSheet,
        switches=PercentileSwitches,
        fight_fields=frozenset({"reactions", "to_hit", "harder_by_gm"}),
    ),
    play=Play(chapters=(state, burst)),
    turns=Turns(order=order),
    offers=Offers(further=actions),
    board=Board(movement=movement),
    cards=Cards(card=card, facts=facts),
)
