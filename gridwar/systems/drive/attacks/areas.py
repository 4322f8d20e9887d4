"""Areas: whether an attack is strong enough for one, and what of it comes to its direct target."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, choose, say
from gridwar.systems.drive.attacks.exposed import (
    area_percent,
    burst_cells,
    direct_percent,
    exposed,
    is_kept_off,
)
from gridwar.systems.drive.core.switches import switches_of
from gridwar.systems.drive.harm.blow import (
    Blow,
    Element,
    area_least,
    area_shots,
    of_shots,
    share,
    strong_shots,
    value_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.harm.blow import Spread

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
        text, where = _("It goes off round {whom}"), burst_cells(table.now, blow)
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
        burst=burst_cells(table.now, around),
        tone="harm",
    )
    return "overeffect"


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
