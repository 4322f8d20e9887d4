"""Freeform as the engine sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gridwar.engine.kit.commands import Move
from gridwar.engine.kit.measuring import Yardstick
from gridwar.engine.kit.sight import Sight, cover_sight
from gridwar.engine.kit.system import (
    Action,
    Card,
    Figure,
    Handler,
    Movement,
    Pool,
    Slot,
    System,
    Target,
    Zone,
)
from gridwar.grid.ground import Corners, Ground
from gridwar.grid.metrics import Metric
from gridwar.grid.steps import alternating, euclid, uniform
from gridwar.model.combatant import Combatant
from gridwar.systems.freeform import procedures, state
from gridwar.systems.freeform.state import FreeformSheet, FreeformState, HpChanged, sheet_of
from gridwar.systems.freeform.switches import FreeformSwitches, switches_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event


class Freeform(System):
    """No rules: the smallest system."""

    id: ClassVar[str] = "freeform"
    title: ClassVar[str] = "Freeform"
    sheet_type = FreeformSheet
    rules_type = FreeformState
    switches_type = FreeformSwitches
    events = state.EVENTS
    handlers: ClassVar[Mapping[type[Command], Handler]] = {
        **procedures.CYCLE.handlers,
        Move: procedures.move,
        state.Reorder: procedures.reorder,
    }

    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """By initiative, as the GM typed it; who is at 0 hit points stands at the end."""
        acted = state.state_of(encounter).acted
        inside = procedures.order_ids(encounter)
        out = [one for one in encounter.everyone() if one.id not in inside]
        return (
            *(
                Slot(
                    (who,),
                    str(sheet_of(encounter[who]).initiative),
                    "turn" if who == encounter.turn else "acted" if who in acted else "waiting",
                )
                for who in inside
            ),
            *(Slot((one.id,), "", "out") for one in out),
        )

    def actions(self, encounter: Encounter, actor: str) -> tuple[Action, ...]:
        """Moving is all there is."""

        def make(target: Target) -> Command:
            return Move(actor=actor, path=target.path)

        speed = sheet_of(encounter[actor]).speed_cells
        note = ngettext("{n} cell", "{n} cells", speed).format(n=speed)
        return (Action("move", _("Move"), "footprints", make, "path", note, shortcut="M"),)

    def card(self, encounter: Encounter, who: str) -> Card:
        """Hit points, initiative and speed."""
        sheet = sheet_of(encounter[who])
        return Card(
            pools=(Pool("hp", _("Hit points"), sheet.hp, sheet.hp_full),),
            figures=(
                Figure(_("Initiative"), str(sheet.initiative)),
                Figure(_("Speed"), str(sheet.speed_cells)),
            ),
            out=sheet.hp <= 0,
        )

    def movement(self, encounter: Encounter, who: str, mode: str = "") -> Movement:
        """One zone of the combatant's speed; steps count as the house rules say.

        Rules: FR-MOV-01, FR-MOV-02
        """
        del mode
        one, switches = encounter[who], switches_of(encounter)
        speed = sheet_of(one).speed_cells
        ground = Ground(encounter.map, size=one.size, corners=Corners.FREE)
        label = ngettext("{n} cell", "{n} cells", speed).format(n=speed)
        steps, parts = _STEPS[switches.distance_metric]
        return Movement(
            ground=ground,
            rule=steps(ground, multiplies=switches.terrain_slows),
            zones=(Zone(speed * parts, label),),
            cost_text=lambda cost: _cells(cost / parts),
        )

    def yardstick(self, encounter: Encounter) -> Yardstick:
        """Cells as the house rules count them.

        Rules: FR-MOV-01
        """
        metric = Metric(switches_of(encounter).distance_metric)
        return Yardstick(metric, area=metric)

    def sight(self, encounter: Encounter, who: str, target: str) -> Sight | None:
        """The line from nearest cell to nearest cell, and the best cover on it; it counts nothing.

        The GM's word on the pair goes before the map.
        """
        return cover_sight(encounter, who, target)

    def reordered(self, encounter: Encounter, who: str, before: str) -> Command | None:
        """The order is the GM's own."""
        del encounter
        return state.Reorder(who=who, before=before)

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Change the hit points."""
        del encounter
        return (HpChanged(who=who, by=change),) if change else ()

    def samples(self) -> tuple[Combatant, ...]:
        """A hero and a foe."""
        return (
            Combatant(id="hero", name=_("Hero"), side="1", sheet=FreeformSheet(hp=20, hp_full=20)),
            Combatant(id="foe", name=_("Foe"), side="2", sheet=FreeformSheet()),
        )


_STEPS: Final = {
    "chebyshev": (uniform, 1),
    "alternating": (alternating, 1),
    "euclid_floor": (euclid, 10),
}
"""What steps cost, and how many parts of a cell that is counted in."""


def _cells(count: float) -> str:
    return ngettext("{n} cell", "{n} cells", 1 if count == 1 else 2).format(n=f"{count:g}")


SYSTEM = Freeform()
