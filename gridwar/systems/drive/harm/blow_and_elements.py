"""One attack on its way through the stages: its elements and what has become of them so far.

Owns values only. A blow is what the stages hand on to one another, small and hashable, so that
equal blows merge in the odds. What an area does to each of the others, a zone to each in it, and
an aura to whoever struck its holder are blows of their own that join the row of stages later. The
table of what each stage has left is how all of them are told.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from gridwar.engine.kit import TableRow, TraceTable
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import weapon_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.core.weapons_armour_resistances import ENERGY, Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

Amount: TypeAlias = int | Fraction
"""Damage or drive: whole, or exact fractions where house rules round once at the end."""

Mode = Literal["melee", "ranged", "area", "zone", "aura"]
Outcome = Literal["open", "stopped", "evaded", "hit", "critical"]
Critical = Literal["ask", "drive", "injury_type"]
Part = Literal["whole", "impact", "area"]
Spread = Literal["none", "deliberate", "overeffect"]


class Manner(Struct, frozen=True):
    """How an attack was declared.

    Attributes:
        mode: How it comes: by hand, from afar, or as the consequence of something else.
        competent: Whether it may hold back.
        str_used: Strength that it uses; None for all.
        weapon_percent: What is used of a melee weapon's own damage.
        half_power: Whether a ranged weapon is set to half.
        defence_tn: In place of the one on the target's sheet.
        critical: What a critical hit is used for.
        critical_injury: The injury type that a critical hit names; empty for the one rolled.
        injury_type: As rolled by the GM beforehand, or named by a critical hit.
        stopped: Shots (from 1) whose projectile a kinetic shield stops.
        deliberate: Whether it is spread over the target's group.
        chances: In percent, who of the others is struck by an area; None: by the setting.
    """

    mode: Mode
    competent: bool = False
    str_used: int | None = None
    weapon_percent: int = 100
    half_power: bool = False
    defence_tn: int | None = None
    critical: Critical = "ask"
    critical_injury: str = ""
    injury_type: str = "core"
    stopped: frozenset[int] = frozenset()
    deliberate: bool = False
    chances: tuple[tuple[str, int], ...] | None = None


class Element(Struct, frozen=True):
    """One slice of a shot's damage, with its value after each stage.

    Up to ``after_medium`` it is the whole value, of which an area delivers a share.
    """

    shot: int
    """The weapon or shot it belongs to, from 1."""
    weapon: str
    number: int
    """Its place in the whole attack, from 1."""
    kind: str
    built: Amount
    built_drive: Amount
    after_low: Amount = 0
    after_medium: Amount = 0
    delivered: Amount = 0
    delivered_drive: Amount = 0
    """Of normal damage: its own drive, or none where the projectile was stopped."""
    drive: Amount = 0
    passing_percent: int = 0
    """What the armour lets through."""
    after_armour: Amount = 0
    after_high: Amount = 0
    damage: Amount = 0
    part: Part = "whole"

    @property
    def is_energy(self) -> bool:
        """Return whether it is one of the five kinds of energy."""
        return self.kind in ENERGY


class Totals(Struct, frozen=True):
    """What one victim takes in all: counted, not yet suffered."""

    damage: int
    degrees: int
    degrees_by_kind: tuple[tuple[str, int], ...]
    injury_type: str

    def degrees_of(self, kind: str) -> int:
        """Return the degrees that one kind of energy caused."""
        return dict(self.degrees_by_kind).get(kind, 0)


class Blow(Struct, frozen=True):
    """An attack, or what follows from one for somebody, on its way through the stages.

    Attributes:
        shots: The weapons or shots, in the order in which they are resolved.
        base: What each element is worth for everybody but the direct target: the value after low
            and before medium shields.
        spread: The area that stands once low shields have had their share.
        spreading: The shots that make it: those strong enough for one.
        exposed: Who is exposed to it besides the direct target, with the chance in percent.
        others: What the area does to the others.
        answer: What the target's aura does to the attacker.
        hazard: Heat and electric damage at its normal value, where it may start a fire.
        burst: The one in whose square an area goes off.
    """

    attacker: str
    target: str
    shots: tuple[str, ...]
    manner: Manner
    elements: tuple[Element, ...] = ()
    base: tuple[Amount, ...] = ()
    hindrance: int = 0
    spread: Spread = "none"
    spreading: frozenset[int] = frozenset()
    exposed: tuple[tuple[str, int], ...] = ()
    outcome: Outcome = "open"
    drive_bonus: bool = False
    injury_type: str = ""
    totals: Totals | None = None
    others: tuple[Blow, ...] = ()
    answer: Blow | None = None
    hazard: int = 0
    collapse: int = 0
    burst: str = ""

    @property
    def is_stopped(self) -> bool:
        """Return whether nothing is left for the direct target."""
        return self.outcome == "stopped"

    @property
    def is_hit(self) -> bool:
        """Return whether it struck."""
        return self.outcome in ("hit", "critical")

    @property
    def timer(self) -> str:
        """Name whose next turn ends a stun: the one who struck first.

        Rules: DR-NRG-15, DR-AUR-14
        """
        return self.target if self.manner.mode == "aura" else self.attacker

    def everybody(self) -> tuple[Blow, ...]:
        """Return what it does to each: the direct target, the others, and the aura's answer."""
        answers = () if self.answer is None else (self.answer,)
        return (self, *self.others, *answers)


def strong_shots(
    encounter: Encounter, elements: tuple[Element, ...], field: str, least: int
) -> frozenset[int]:
    """Return the shots that are strong enough for an area: each by itself, or by house rule all.

    Args:
        encounter: Knows the house rules.
        elements: Those of the attack.
        field: Which value is asked: before shields, or after one of them.
        least: The damage that it takes.

    Rules: DR-AOE-01, DR-AOE-04
    """
    shots = frozenset(one.shot for one in elements)
    if switches_of(encounter).aoe_threshold_basis == "volley":
        return shots if value_of(elements, field) >= least else frozenset()
    return frozenset(
        shot for shot in shots if value_of(of_shots(elements, frozenset({shot})), field) >= least
    )


def area_shots(encounter: Encounter, blow: Blow) -> frozenset[int]:
    """Return the shots that would take a group in as they were built, on purpose or by overeffect.

    Where a deliberate area is played although no shot is strong enough, all of them are meant.

    Rules: DR-AOE-01, DR-AOE-19
    """
    numbers = constants().area
    if not blow.manner.deliberate:
        return strong_shots(encounter, blow.elements, "built", numbers.overeffect_from)
    strong = strong_shots(encounter, blow.elements, "built", numbers.deliberate_from)
    return strong or frozenset(one.shot for one in blow.elements)


def area_least(blow: Blow) -> int:
    """Return the damage that an area takes: one made on purpose, or an overeffect.

    Rules: DR-AOE-01
    """
    numbers = constants().area
    return numbers.deliberate_from if blow.manner.deliberate else numbers.overeffect_from


def of_shots(elements: tuple[Element, ...], shots: frozenset[int]) -> tuple[Element, ...]:
    """Return the elements of some weapons or shots."""
    return tuple(one for one in elements if one.shot in shots)


def weapon_behind(encounter: Encounter, blow: Blow, element: Element) -> Weapon | None:
    """Return the weapon that an element comes from; None for an aura's."""
    if blow.manner.mode == "aura" or blow.attacker not in encounter:
        return None
    return weapon_of(encounter[blow.attacker], element.weapon)


def in_words(value: Amount) -> str:
    """Return damage or drive as it is read: whole, or with its decimals."""
    return str(value) if isinstance(value, int) else f"{float(value):g}"


def value_of(
    elements: tuple[Element, ...], stage: str, percent: int | None = None, rounding: str = ""
) -> Amount:
    """Return what all elements together are worth after a stage, or a percentage of each of them.

    Rules: DR-ARM-03
    """
    parts = (getattr(one, stage) for one in elements)
    return sum(parts if percent is None else (share(one, percent, rounding) for one in parts))


def share(value: Amount, percent: int, rounding: str) -> Amount:
    """Return a percentage of a value, rounded down unless house rules round at the end.

    Rules: DR-ARM-03
    """
    exact = Fraction(value) * percent / 100
    return floor(exact) if rounding == "floor_each_step" or exact.denominator == 1 else exact


def stage_table(encounter: Encounter, blow: Blow) -> TraceTable:
    """Return what each stage has left of each element: a column each, an element a row.

    Rules: DR-ARM-01, DR-ARM-03, DR-ARM-04, DR-RES-02, DR-SHD-20
    """
    rows = []
    for one in blow.elements:
        weapon = weapon_behind(encounter, blow, one)
        source = weapon.words if weapon is not None else _("aura")
        values = (
            one.built,
            one.after_low,
            one.after_medium,
            one.delivered,
            one.drive,
            one.after_armour,
            one.after_high,
            one.damage,
        )
        label = _("{kind}, {n}. {source}").format(n=one.shot, source=source, kind=one.kind)
        shown = tuple(one if isinstance(one, int) else in_words(one) for one in values)
        rows.append(TableRow(label=label, values=shown, rule_id="DR-ARM-04"))
    columns = (
        _("built"),
        _("after low"),
        _("after medium"),
        _("delivered"),
        _("drive"),
        _("after armour"),
        _("after high"),
        _("after modifiers"),
    )
    return TraceTable(columns=columns, rows=tuple(rows), title=_("Element"))
