"""The percentile rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gridwar.engine.kit.system import Action, Card, Facts, Handler, Movement, Pool, Slot, System
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.percentile.burst import Burst, BurstResult, burst, can_burst, why_jammed
from gridwar.systems.percentile.state import (
    EVENTS,
    PercentileSheet,
    PercentileSwitches,
    WoundsChanged,
    sheet_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.system import Target
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.systems.percentile.state import PercentileWeapon


class Percentile(System):
    """d100 rules; not offered for new fights yet."""

    id: ClassVar[str] = "percentile"
    title: ClassVar[str] = "Percentile"
    playable: ClassVar[bool] = False
    sheet_type = PercentileSheet
    fight_fields: ClassVar[frozenset[str]] = frozenset({"reactions", "to_hit", "harder_by_gm"})
    switches_type = PercentileSwitches
    events = EVENTS
    handlers: ClassVar[Mapping[type[Command], Handler]] = {Burst: burst}

    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """In the order they joined, the dead at the end."""
        everyone = sorted(encounter.everyone(), key=lambda one: sheet_of(one).dead)
        return tuple(
            Slot((one.id,), state="out" if sheet_of(one).dead else "waiting") for one in everyone
        )

    def actions(self, encounter: Encounter, actor: str) -> tuple[Action, ...]:
        """A Burst of all that each ranged weapon can fire."""
        weapons = sheet_of(encounter[actor]).weapons
        return tuple(_action(actor, weapon) for weapon in weapons if can_burst(weapon))

    def card(self, encounter: Encounter, who: str) -> Card:
        """Wounds."""
        sheet = sheet_of(encounter[who])
        pool = Pool("wounds", _("Wounds"), sheet.wounds, sheet.wounds_full)
        return Card(pools=(pool,), out=sheet.dead)

    def movement(self, encounter: Encounter, who: str, mode: str = "") -> Movement:
        """Every square counts 1; what moves cost is not built yet."""
        del mode
        ground = Ground(encounter.map, size=encounter[who].size)
        return Movement(ground, uniform(ground), (), str)

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Change the wounds."""
        del encounter
        return (WoundsChanged(who=who, by=change),) if change else ()

    def facts(self, before: Encounter, after: Encounter, result: Any) -> Facts:
        """A burst succeeds where at least one hit is left after evasion."""
        facts = super().facts(before, after, result)
        if isinstance(result, BurstResult):
            return Facts(result.struck, facts.amounts, facts.down)
        return facts


def _action(actor: str, weapon: PercentileWeapon) -> Action:
    def make(target: Target) -> Command:
        return Burst(
            actor=actor, target=target.combatant or "", weapon=weapon.id, hits=weapon.hit_rating
        )

    title = _("Burst: {weapon}").format(weapon=weapon.name or weapon.id)
    return Action(
        f"burst:{weapon.id}", title, "crosshair", make, "combatant", refusal=why_jammed(weapon)
    )


SYSTEM = Percentile()
