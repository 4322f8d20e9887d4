"""Area attacks: strong enough or not, who is exposed, what comes to the direct target."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, choose, say
from gridwar.model.geometry import footprint
from gridwar.systems.drive.core.house_rules_and_settings import settings_of, switches_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow_and_elements import (
    Blow,
    Element,
    area_least,
    area_shots,
    of_shots,
    share,
    strong_shots,
    value_of,
)
from gridwar.systems.drive.positions import group_of
from gridwar.systems.drive.shielding.bubble_areas import rim_cell
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, Table
    from gridwar.systems.drive.harm.blow_and_elements import Spread

_BURNS = ("heat", "electric")
_WHOLE = 100


def retest(table: Table, blow: Blow) -> Procedure[Blow]:
    """Test whether what low shields have left is still strong enough for an area (S4).

    Each weapon or shot is asked for itself. What it is worth here is what it is for everybody but
    the direct target.

    Rules: DR-AOE-01, DR-AOE-04, DR-AOE-05, DR-AOE-07, DR-AOE-19, DR-NRG-14, DR-MIX-07
    """
    shots = area_shots(table.now, blow)
    strong = shots & strong_shots(table.now, blow.elements, "after_low", area_least(blow))
    spread: Spread = "none"
    if strong:
        declared = blow.manner.deliberate
        spread = "deliberate" if declared else (yield from _overeffect(table, blow, strong))
    elif shots and not blow.is_stopped:
        left = floor(value_of(of_shots(blow.elements, shots), "after_low"))
        step = Step(label=_("Left for an area"), rule_id="DR-AOE-04", after=left)
        yield from say(table, _("Too weak for an area"), steps=(step,), result=str(left))
    standing = strong if spread != "none" else frozenset()
    normal = of_shots(blow.elements, shots)
    burning = tuple(one for one in normal if one.kind in _BURNS)
    blow = replace(
        blow,
        spread=spread,
        spreading=standing,
        exposed=exposed(table.now, blow) if standing else (),
        base=tuple(0 if is_kept_off(blow, one) else one.after_low for one in blow.elements),
        hazard=floor(value_of(burning, "built")),
        collapse=floor(value_of(normal, "built")),
    )
    if spread == "deliberate":
        text, where = _("It goes off round {whom}"), _burst_told(table, blow)
        left = floor(value_of(of_shots(blow.elements, standing), "after_low"))
        step = Step(label=_("Left for an area"), rule_id="DR-AOE-01", after=left)
        yield from say(table, text, whom=blow.target, steps=(step,), burst=where)
    return blow


def _overeffect(table: Table, blow: Blow, shots: frozenset[int]) -> Procedure[Spread]:
    """Let an attack spill over its target's group.

    Rules: DR-AOE-01
    """
    left = floor(value_of(of_shots(blow.elements, shots), "after_low"))
    answer = "yes"
    if switches_of(table.now).overeffect_auto == "ask":
        answer = yield from choose(
            table,
            _("{n} damage: does it spill over the group?"),
            {"yes": _("Overeffect"), "no": _("One target only")},
            "DR-AOE-01",
            key="overeffect",
            whom=None,
            n=left,
        )
    if answer != "yes":
        return "none"
    step = Step(label=_("Overeffect"), rule_id="DR-AOE-01", after=left)
    text = _("Overeffect: the group around {whom} is struck too")
    around = replace(blow, exposed=exposed(table.now, blow))
    yield from say(
        table,
        text,
        whom=blow.target,
        steps=(step,),
        result=str(left),
        burst=_burst_told(table, around),
        tone="harm",
    )
    return "overeffect"


def _burst_told(table: Table, blow: Blow) -> frozenset[Cell]:
    """Return the squares that the log shows; rehearsals, which keep no log, do not look."""
    return frozenset() if table.rehearsal else burst_cells(table.now, blow)


def deliver(table: Table, blow: Blow) -> Procedure[Blow]:
    """Take what arrives at the direct target: all of it, an impact, or its part of an area (S8).

    Rules: DR-MIX-07, DR-NRG-02, DR-AOE-01, DR-AOE-05, DR-AOE-08, DR-AOE-09, DR-AOE-12
    """
    yield from ()
    rounding, percent = switches_of(table.now).rounding, area_percent(table.now, blow)
    in_area = _area_shots_at_target(table.now, blow)

    def area(one: Element) -> Element:
        """Return an element as the area brings it to the direct target."""
        return _arriving(blow, one, percent if one.shot in in_area else 0, rounding, "area")

    if not blow.is_hit:
        return replace(blow, elements=tuple(map(area, blow.elements)))
    elements = [
        _arriving(blow, one, _percent_of(table.now, blow, one), rounding, one.part)
        for one in blow.elements
    ]
    if switches_of(table.now).direct_takes_area_too:
        for one in of_shots(blow.elements, in_area):
            elements.append(replace(area(one), number=len(elements) + 1))
    return replace(blow, elements=tuple(elements))


def _arriving(blow: Blow, one: Element, percent: int, rounding: str, part: object) -> Element:
    if is_kept_off(blow, one):
        return replace(one, delivered=0, delivered_drive=0, part=part)
    delivered = share(one.after_medium, percent, rounding)
    return replace(one, delivered=delivered, delivered_drive=one.built_drive, part=part)


def _percent_of(encounter: Encounter, blow: Blow, element: Element) -> int:
    """Return what the direct target takes of an element: of shots that spread a share.

    Rules: DR-AOE-01, DR-AOE-05
    """
    spreads = element.part == "impact" or element.shot in blow.spreading
    return direct_percent(encounter, blow) if spreads else _WHOLE


def _area_shots_at_target(encounter: Encounter, blow: Blow) -> frozenset[int]:
    """Return the shots of which the direct target takes area damage: those still strong enough.

    Rules: DR-AOE-08
    """
    least = area_least(blow)
    return blow.spreading & strong_shots(encounter, blow.elements, "after_medium", least)


def direct_percent(encounter: Encounter, blow: Blow) -> int:
    """Return what the direct target takes of an attack that hits.

    Rules: DR-AOE-01, DR-AOE-05, DR-AOE-09
    """
    if blow.manner.deliberate:
        return constants().area.impact_percent
    if blow.spread == "overeffect":
        return _percent(switches_of(encounter).overeffect_direct)
    return _WHOLE


def area_percent(encounter: Encounter, blow: Blow) -> int:
    """Return the share that an area does to those in it.

    Rules: DR-AOE-01
    """
    if blow.spread == "overeffect":
        return _percent(switches_of(encounter).overeffect_area)
    return constants().area.area_percent


def _percent(value: int | str) -> int:
    return value if isinstance(value, int) else 0


def is_kept_off(blow: Blow, element: Element) -> bool:
    """Return whether a kinetic shield stops an element.

    Rules: DR-MIX-07
    """
    return element.kind == "normal" and element.shot in blow.manner.stopped


def burst_cells(encounter: Encounter, blow: Blow) -> frozenset[Cell]:
    """Return the squares where an area goes off: short of a bubble, else those of all exposed.

    Rules: DR-AOE-03, DR-AOE-06
    """
    if blow.is_stopped and blow.spread == "none":
        rim = rim_cell(encounter, blow.attacker, blow.target)
        if rim is not None:
            return frozenset({rim})
    exposed_to_it = (who for who, percent in blow.exposed if percent)
    people = (encounter[who] for who in (blow.target, *exposed_to_it))
    return frozenset(
        cell for one in people if one.pos is not None for cell in footprint(one.pos, one.size)
    )


def exposed(encounter: Encounter, blow: Blow) -> tuple[tuple[str, int], ...]:
    """Return who is exposed to an area besides its direct target, with the chance in percent.

    The attacker is, who stands in the target's group; the GM may name anybody.

    Rules: DR-AOE-01, DR-AOE-11
    """
    if blow.manner.chances is not None:
        listed = blow.manner.chances
        return tuple((who, n) for who, n in listed if who in encounter and who != blow.target)
    chance = settings_of(encounter).default_aoe_affected_percent
    group = group_of(encounter, blow.target) - {blow.target}
    return tuple((one.id, chance) for one in encounter.everyone() if one.id in group)
