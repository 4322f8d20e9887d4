"""What is foreseen of an attack: whom it takes in, which shields do not answer, what it may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Aimed, Foreseen
from gridwar.systems.drive.attacks.armour_preview import at_a_glance
from gridwar.systems.drive.attacks.exposed import area_percent, burst_cells, direct_percent, exposed
from gridwar.systems.drive.core.sheet import weapon_of
from gridwar.systems.drive.harm.blow import (
    Blow,
    area_least,
    area_shots,
    of_shots,
    strong_shots,
    value_of,
)
from gridwar.systems.drive.positions import between, is_engaged
from gridwar.systems.drive.shielding.eligibility import (
    bubble_area,
    called,
    reason_against,
    rim_cell,
    sources,
)
from gridwar.systems.drive.shielding.shields import after_bubbles
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.drive.attacks.attack import Attack
    from gridwar.systems.drive.core.gear import Weapon
    from gridwar.systems.drive.core.point_sources import Precision
    from gridwar.systems.drive.harm.blow import Element
    from gridwar.systems.drive.shielding.eligibility import Source

PRECISIONS: tuple[Precision, ...] = ("low", "medium", "high")


def as_one(blow: Blow) -> Blow:
    """Return an attack as if it were not spread: its values are the original ones."""
    return replace(blow, manner=replace(blow.manner, deliberate=False))


def shots_of(encounter: Encounter, command: Attack) -> Iterator[tuple[int, Weapon]]:
    """Yield the shots of an attack, counted from 1, with the weapon of each."""
    for n, weapon_id in enumerate(command.weapons, start=1):
        weapon = weapon_of(encounter[command.actor], weapon_id)
        if weapon is not None:
            yield n, weapon


def aimed_of(encounter: Encounter, command: Attack, blow: Blow) -> Aimed | None:
    """Return whom an area takes in, with the share of each; or where it bursts short of them.

    Rules: DR-AOE-01, DR-AOE-03, DR-AOE-04, DR-AOE-05
    """
    as_built = replace(blow, elements=at_a_glance(encounter, as_one(blow)))
    shots = area_shots(encounter, as_built)
    if not shots:
        return None
    passed = after_bubbles(encounter, as_built).elements
    left = int(value_of(passed, "after_low"))
    if not left:
        rim = rim_cell(encounter, blow)
        cells = frozenset() if rim is None else frozenset({rim})
        return Aimed(_("bursts here, short of the group"), (), cells, "DR-AOE-03")
    stands = shots & strong_shots(encounter, passed, "after_low", area_least(blow))
    reached = replace(blow, spread="deliberate" if command.deliberate else "overeffect")
    spread = int(value_of(of_shots(passed, stands), "after_low"))
    shared = shots if command.deliberate else stands
    part = int(value_of(of_shots(passed, shared), "after_low"))
    hit = part * direct_percent(encounter, reached) // 100 + left - part
    area = spread * area_percent(encounter, reached) // 100
    words = {command.target: _("{hit}, evaded {n}").format(hit=hit, n=area)}
    others = tuple(who for who, percent in exposed(encounter, blow) if percent) if stands else ()
    words |= dict.fromkeys(others, str(area))
    label = _("the group") if stands else _("{n} left: too weak for the group").format(n=left)
    cells = burst_cells(encounter, replace(blow, exposed=tuple((who, 100) for who in others)))
    return Aimed(label, others, cells, "DR-AOE-01" if stands else "DR-AOE-04", frozendict(words))


def greyed_of(encounter: Encounter, blow: Blow) -> Iterator[tuple[str, str]]:
    """Yield the bubbles that do not answer an attack, each with the reason.

    Rules: DR-SHD-02, DR-SHD-03, DR-SHD-04
    """
    elements = at_a_glance(encounter, as_one(blow))
    for source in sources(encounter, blow.target, "low"):
        why = _why_not(encounter, blow, elements, source)
        if why:
            yield bubble_area(source.owner, source.id), why


def _why_not(
    encounter: Encounter, blow: Blow, elements: tuple[Element, ...], source: Source
) -> str:
    """Return why a source answers nothing of an attack; empty where it does."""
    energy = tuple(one for one in elements if one.is_energy)
    reasons = {reason_against(encounter, blow, one, source) for one in energy or elements}
    return "" if "" in reasons else min(reasons, default="")


def foreseen_of(encounter: Encounter, command: Attack, blow: Blow) -> Iterator[Foreseen]:
    """Yield which shields do not answer, and what the weapons may do to limbs.

    Rules: DR-SHD-04, DR-SHD-07, DR-MIX-09, DR-MIX-10
    """
    elements = at_a_glance(encounter, as_one(blow))
    if command.mode == "melee":
        yield from beyond_reach(encounter, command.actor, command.target)
    for precision in PRECISIONS:
        for source in sources(encounter, command.target, precision):
            why = _why_not(encounter, blow, elements, source)
            if why and why != _("the target is outside"):
                text = _("{source} does not answer: {why}").format(
                    source=called(encounter, source, command.target), why=why
                )
                yield Foreseen(text, "DR-SHD-04" if precision == "low" else "DR-SHD-07")
    for _n, weapon in {one.id: (n, one) for n, one in shots_of(encounter, command)}.values():
        if weapon.may_dismember:
            restriction = weapon.dismember_note if weapon.dismember == "restricted" else ""
            words = _("{weapon} may dismember").format(weapon=weapon.words)
            rule = "DR-MIX-09" if weapon.is_pure_energy else "DR-MIX-10"
            yield Foreseen(f"{words}: {restriction}" if restriction else words, rule)


def beyond_reach(encounter: Encounter, who: str, target: str) -> Iterator[Foreseen]:
    """Yield that a blow or a touch goes beyond engagement, which the page does not forbid.

    Rules: DR-SHD-02
    """
    if not is_engaged(encounter, who, target):
        squares = between(encounter, who, target)
        text = _("{name} is not engaged: no limit is ours, not the book's")
        if squares is not None:
            text = _("{name} is {n} squares away: no limit is ours, not the book's")
        far = "" if squares is None else f"{squares:.3g}"
        yield Foreseen(text.format(name=encounter[target].name, n=far), "DR-SHD-02")
