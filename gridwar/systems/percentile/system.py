"""The percentile rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gridwar.engine.system import Action, Card, Facts, Handler, Movement, Pool, Slot, System
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.percentile.burst import Burst, BurstResult, burst
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

    from gridwar.engine.system import Target
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event


class Percentile(System):
    """d100 rules; not offered for new fights yet."""

    id: ClassVar[str] = "percentile"
    title: ClassVar[str] = "Percentile"
    playable: ClassVar[bool] = False
    sheet_type = PercentileSheet
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

        def action(weapon_id: str, name: str, hits: int) -> Action:
            def make(target: Target) -> Command:
                return Burst(
                    actor=actor, target=target.combatant or "", weapon=weapon_id, hits=hits
                )

            title = _("Burst: {weapon}").format(weapon=name or weapon_id)
            return Action(f"burst:{weapon_id}", title, "crosshair", make, "combatant")

        return tuple(
            action(weapon.id, weapon.name, weapon.hit_rating)
            for weapon in sheet_of(encounter[actor]).weapons
            if weapon.kind == "ranged" and weapon.hit_rating > 1
        )

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


SYSTEM = Percentile()
