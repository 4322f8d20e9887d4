"""The drive rules as the engine sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gridwar.engine.kit.system import (
    Action,
    Card,
    Facts,
    Figure,
    Handler,
    Movement,
    Pool,
    Slot,
    System,
    Target,
)
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.model.question import Refusal, Window
from gridwar.systems.drive import auras, chores, shielding, turns
from gridwar.systems.drive.applying import put_out_fires
from gridwar.systems.drive.attack import Attack, attack
from gridwar.systems.drive.auras import Contact, DropDevice
from gridwar.systems.drive.blow import Blow
from gridwar.systems.drive.chores import EndCombat, GrantShield, MakePoints
from gridwar.systems.drive.events import EVENTS, DamageChanged
from gridwar.systems.drive.sheet import DriveSheet, Weapon, sheet_of
from gridwar.systems.drive.state import DriveState, DriveSwitches, state_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure import Procedure
    from gridwar.engine.kit.table import Table
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event


class Drive(System):
    """Damage and drive; not offered for new fights yet."""

    id: ClassVar[str] = "drive"
    title: ClassVar[str] = "Drive"
    playable: ClassVar[bool] = False
    sheet_type = DriveSheet
    fight_fields: ClassVar[frozenset[str]] = frozenset({"links", "particle_attacks"})
    rules_type = DriveState
    switches_type = DriveSwitches
    windows: ClassVar[Mapping[str, Window]] = {
        shielding.WINDOW: Window(_("which shield is next"), is_proposal=True)
    }
    events = EVENTS
    handlers: ClassVar[Mapping[type[Command], Handler]] = {
        **turns.CYCLE.handlers,
        Attack: attack,
        Contact: auras.contact,
        DropDevice: auras.drop_device,
        GrantShield: chores.grant_shield,
        MakePoints: chores.make_points,
        EndCombat: chores.end_combat,
    }

    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """As the GM laid it down, those who are out at the end."""
        acted, inside = state_of(encounter).acted, turns.order_ids(encounter)
        out = [one for one in encounter.everyone() if one.id not in inside]
        return (
            *(
                Slot(
                    (who,),
                    state="turn"
                    if who == encounter.turn
                    else "acted"
                    if who in acted
                    else "waiting",
                )
                for who in inside
            ),
            *(Slot((one.id,), state="out") for one in out),
        )

    def actions(self, encounter: Encounter, actor: str) -> tuple[Action, ...]:
        """An attack with each weapon."""
        one = encounter[actor]
        text = _("{name} is out of the fight.").format(name=one.name)
        refusal = Refusal("out", text) if sheet_of(one).is_out else None
        return tuple(_action(actor, weapon, refusal) for weapon in sheet_of(one).weapons)

    def card(self, encounter: Encounter, who: str) -> Card:
        """What is left before it is out, damage, armour, fatigue, shields, auras, light.

        Rules: DR-AUR-12
        """
        one = encounter[who]
        sheet = sheet_of(one)
        armour = sheet.armour
        pools: tuple[Pool, ...] = ()
        if sheet.out_at is not None:
            left = max(0, sheet.out_at - sheet.damage_taken)
            pools = (Pool("damage", _("Until out"), left, sheet.out_at),)
        figures = (
            Figure(_("Damage"), str(sheet.damage_taken)),
            Figure(_("Injury factor"), str(sheet.injury_factor)),
            Figure(_("Armour"), f"{armour.lo}\u2013{armour.hi}" if armour else _("none")),
            Figure(_("Fatigue"), str(sheet.fatigue)),
            *(Figure(own.id, str(own.points), own.precision) for own in sheet.shields),
            *(Figure(own.id, str(own.stored), own.kind) for own in sheet.auras),
        )
        badges = tuple((effect.badge, effect.name) for effect in one.effects)
        if auras.shines(sheet):
            badges = (*badges, ("sun", _("Moderate light, low Stealth")))
        return Card(pools=pools, figures=figures, badges=badges, out=sheet.is_out)

    def movement(self, encounter: Encounter, who: str, mode: str = "") -> Movement:
        """Every square counts 1; the chapter has no movement rules."""
        del mode
        ground = Ground(encounter.map, size=encounter[who].size)
        return Movement(ground, uniform(ground), (), str)

    def settle(self, table: Table) -> Procedure[None]:
        """Put out fires where a shield has come to hand."""
        yield from put_out_fires(table)

    def main_pool(self, encounter: Encounter, who: str) -> int:
        """Count damage downwards, so that what is lost is what was taken."""
        return -sheet_of(encounter[who]).damage_taken

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Change the damage taken."""
        del encounter
        return (DamageChanged(who=who, by=-change),) if change else ()

    def facts(self, before: Encounter, after: Encounter, result: Any) -> Facts:
        """An attack succeeds where it hits."""
        facts = super().facts(before, after, result)
        if isinstance(result, Blow):
            is_hit = result.outcome in ("hit", "critical")
            return Facts(is_hit, facts.amounts, facts.down, result.outcome)
        return facts


def _action(actor: str, weapon: Weapon, refusal: Refusal | None) -> Action:
    is_ranged = weapon.base_damage is None or "ranged" in weapon.tags

    def make(target: Target) -> Command:
        mode: Any = "ranged" if is_ranged else "melee"
        return Attack(actor=actor, target=target.combatant or "", mode=mode, weapons=(weapon.id,))

    icon = "crosshair" if is_ranged else "swords"
    title = _("Attack: {weapon}").format(weapon=weapon.name or weapon.id)
    return Action(
        f"attack:{weapon.id}", title, icon, make, "combatant", refusal=refusal, weapon=weapon.id
    )


SYSTEM = Drive()
