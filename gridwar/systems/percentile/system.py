"""The percentile rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import (
    Board,
    Card,
    Cards,
    Data,
    Facts,
    Movement,
    Play,
    Pool,
    Slot,
    System,
    Turns,
)
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.percentile import burst, state
from gridwar.systems.percentile.burst import BurstResult
from gridwar.systems.percentile.state import (
    PercentileSheet,
    PercentileSwitches,
    WoundsChanged,
    sheet_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return everybody in the order they joined, the dead at the end."""
    everyone = sorted(encounter.everyone(), key=lambda one: sheet_of(one).dead)
    return tuple(
        Slot((one.id,), state="out" if sheet_of(one).dead else "waiting") for one in everyone
    )


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
    board=Board(movement=movement),
    cards=Cards(card=card, facts=facts),
)
