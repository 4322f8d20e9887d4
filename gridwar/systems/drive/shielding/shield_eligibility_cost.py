"""Shields as the stages see them, whoever bears them: why one does not answer, what it pays for."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.systems.drive.core.events import BubblePoints, PoolPoints, SourcePoints
from gridwar.systems.drive.core.fight_state import points_of, state_of
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import is_linked, sheet_of, weapon_of
from gridwar.systems.drive.harm.blow_and_elements import share, weapon_behind
from gridwar.systems.drive.positions import is_close
from gridwar.systems.drive.shielding.bubble_areas import bubbles, is_inside
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Event
    from gridwar.systems.drive.core.shield_aura_gravity import Precision, Shield
    from gridwar.systems.drive.core.weapons_armour_resistances import Origin, Weapon
    from gridwar.systems.drive.harm.blow_and_elements import Amount, Blow, Element

Field = Literal["built", "after_low", "after_medium", "delivered", "after_armour", "after_high"]
AFTER: Final[dict[str, Field]] = {
    "low": "after_low",
    "medium": "after_medium",
    "burst": "delivered",
    "late": "delivered",
    "high": "after_high",
}
"""Where what a stage leaves of an element stands."""


class ShieldFacts(Struct, frozen=True):
    """A shield as the stages see it.

    Attributes:
        id: Its name, unique on the sheet of its bearer or among the bubbles.
        precision: Low, medium or high.
        origin: Ability or device.
        owner: Whoever bears it; None for a fixed point.
        pool: The pool that it draws on; None for points of its own.
        points: What it has now.
        blast_factor: How much blast one point stops.
    """

    id: str
    precision: Precision
    origin: Origin
    owner: str | None
    pool: str | None
    points: int
    blast_factor: int

    @property
    def key(self) -> str:
        """Tells it from the shields of others."""
        return self.id if self.owner is None else f"{self.owner}.{self.id}"

    @property
    def store(self) -> str:
        """Where its points are kept: a pool, or its own."""
        return f"pool {self.pool}" if self.pool is not None else self.key

    def factor(self, kind: str) -> int:
        """Return how much damage of a kind one point stops.

        Rules: DR-NRG-13
        """
        return self.blast_factor if kind == "blast" else 1

    def spend(self, points: int) -> Event:
        """Return the event that takes points from where they are kept.

        Rules: DR-SHD-12, DR-SHD-18
        """
        if self.pool is not None:
            return PoolPoints(pool=self.pool, by=-points)
        if self.owner is None:
            return BubblePoints(bubble=self.id, by=-points)
        return SourcePoints(who=self.owner, source=self.id, by=-points)


def to_shield(encounter: Encounter, blow: Blow, element: Element, stage: str) -> Amount:
    """Return what a source has to pay for to stop an element.

    High precision on the direct target of a deliberate area pays for the original value: what the
    armour leaves of it, at the drive of the impact.

    Rules: DR-AOE-02, DR-AOE-10, DR-AOE-12, DR-RES-03
    """
    value: Amount = getattr(element, AFTER[stage])
    is_original = switches_of(encounter).aoe_high_basis == "original"
    if stage != "high" or element.part != "impact" or not is_original or not element.delivered:
        return value
    return share(element.after_medium, element.passing_percent, switches_of(encounter).rounding)


def absorb(
    encounter: Encounter, source: ShieldFacts, kind: str, damage: Amount
) -> tuple[Amount, int]:
    """Return how much a source stops of some damage, and the points that this costs.

    Rules: DR-SHD-12, DR-SHD-13, DR-NRG-13
    """
    factor = source.factor(kind)
    absorbed = min(damage, source.points * factor)
    rounds_down = factor > 1 and switches_of(encounter).techshield_odd_cost == "down"
    cost = absorbed / factor
    return absorbed, floor(cost) if rounds_down else ceil(cost)


def as_source(encounter: Encounter, one: Shield, owner: str | None) -> ShieldFacts:
    """Return a shield as the stages see it."""
    points = points_of(encounter, one)
    return ShieldFacts(one.id, one.precision, one.origin, owner, one.pool_id, points, one.factor)


def sources(encounter: Encounter, who: str, precision: Precision) -> tuple[ShieldFacts, ...]:
    """Return all active sources of one precision that could protect somebody, as listed.

    Rules: DR-SHD-01, DR-SHD-18
    """
    if precision == "low":
        return tuple(as_source(encounter, one, owner) for one, owner in bubbles(encounter))
    return tuple(
        as_source(encounter, one, who)
        for one in sheet_of(encounter[who]).shields
        if one.active and one.precision == precision
    )


def called(encounter: Encounter, source: ShieldFacts, bearer: str | None = None) -> str:
    """Return what a source is called, with whoever bears it where that has to be told.

    Args:
        encounter: Knows the bearers.
        source: The source.
        bearer: Whose sources need no name: those of whoever is asked.

    Rules: DR-SHD-02, DR-SHD-21
    """
    if source.owner is None or source.owner == bearer or source.owner not in encounter:
        return source.id
    return _("{source} of {name}").format(source=source.id, name=encounter[source.owner].name)


def shield_of(encounter: Encounter, source: ShieldFacts) -> Shield:
    """Return the shield behind a source."""
    if source.owner is None:
        return next(one for one in state_of(encounter).bubbles if one.id == source.id)
    return next(one for one in sheet_of(encounter[source.owner]).shields if one.id == source.id)


def reason_against(encounter: Encounter, blow: Blow, element: Element, source: ShieldFacts) -> str:
    """Say why a source does not apply to an element; empty where it does.

    Rules: DR-SHD-01, DR-SHD-04, DR-SHD-07, DR-SHD-10, DR-SHD-23, DR-MIX-07, DR-AOE-12,
    DR-AOE-17, DR-AUR-04
    """
    if not element.is_energy:
        return _("normal damage is never shielded")
    if source.precision == "high":
        return ""
    if blow.manner.mode in ("melee", "aura"):
        return _("only high precision stops this")
    weapon = weapon_behind(encounter, blow, element)
    is_area = element.part == "area" or blow.manner.mode in ("area", "zone")
    is_device = weapon is not None and weapon.is_device
    if is_device and not (source.precision == "medium" and is_area):
        return _("the impact of an explosive passes") if not is_area else _("a device passes")
    if not is_device and not _is_pure(encounter, blow, weapon):
        return _("its energy appears only on arrival")
    if source.precision == "medium":
        return _against_medium(encounter, blow)
    if blow.manner.mode == "zone":
        return _("bubbles have paid for the zone already")
    return against_bubble(encounter, blow, shield_of(encounter, source), source.owner)


def _is_pure(encounter: Encounter, blow: Blow, weapon: Weapon | None) -> bool:
    """Return whether a shot, or by house rule the whole attack, is energy alone.

    Rules: DR-SHD-04, DR-SHD-07, DR-SHD-24
    """
    if switches_of(encounter).shield_unit == "attack":
        shots = (weapon_of(encounter[blow.attacker], one) for one in blow.shots)
        return all(own.is_pure_energy for own in shots if own is not None)
    return weapon is None or weapon.is_pure_energy


def _against_medium(encounter: Encounter, blow: Blow) -> str:
    """Say why a medium shield lets somebody's attack pass.

    Rules: DR-SHD-06, DR-SHD-09
    """
    attacker, target = encounter[blow.attacker], encounter[blow.target]
    if is_linked(attacker, target, "grapple"):
        return _("the attacker grapples with the target")
    is_aboard = any(
        link.kind == "aboard" and link.other_id == target.id for link in sheet_of(attacker).links
    )
    return _("the attacker is aboard") if is_aboard else ""


def against_bubble(encounter: Encounter, blow: Blow, bubble: Shield, owner: str | None) -> str:
    """Say why a bubble lets an attack on somebody pass.

    An area strikes from where it goes off; everything else from its attacker.

    Rules: DR-SHD-02, DR-SHD-03, DR-SHD-23, DR-AOE-11
    """
    if not is_inside(encounter, bubble, owner, blow.target):
        return _("the target is outside")
    if blow.manner.mode == "area":
        inside = is_inside(encounter, bubble, owner, blow.burst)
        return _("the burst is inside") if inside else ""
    if is_inside(encounter, bubble, owner, blow.attacker):
        return _("the attacker is inside")
    if is_close(encounter, blow.attacker, blow.target) or (
        owner is not None and is_close(encounter, blow.attacker, owner)
    ):
        return _("the attacker is engaged with those inside")
    return ""


# --- at a stage of an attack ----------------------------------------------------------------------


def precision_at(stage: str) -> Precision:
    """Return the precision of the shields that an attack meets at a stage."""
    if stage in ("low", "burst"):
        return "low"
    return "high" if stage == "high" else "medium"


def takes_part(element: Element, stage: str) -> bool:
    """Return whether an element meets the shields of a stage: the late ones only area damage."""
    return stage not in ("burst", "late") or element.part == "area"


def usable_at(encounter: Encounter, blow: Blow, stage: str) -> tuple[ShieldFacts, ...]:
    """Return the sources that could stop something of an attack, as listed.

    Rules: DR-SHD-14
    """
    return tuple(
        source
        for source in sources(encounter, blow.target, precision_at(stage))
        if source.points > 0 and _is_of_use(encounter, blow, stage, source)
    )


def _is_of_use(encounter: Encounter, blow: Blow, stage: str, source: ShieldFacts) -> bool:
    return any(
        takes_part(element, stage)
        and to_shield(encounter, blow, element, stage)
        and not reason_against(encounter, blow, element, source)
        for element in blow.elements
    )
