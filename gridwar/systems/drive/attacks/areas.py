"""Areas: thresholds, the share of the direct target, and everybody else, one by one."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, call, choose, fold, roll, say
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.core.switches import switches_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow import (
    Amount,
    Blow,
    Element,
    Manner,
    area_least,
    area_shots,
    of_shots,
    share,
    strong_shots,
    value_of,
)
from gridwar.systems.drive.harm.damage import add_up, apply_modifiers, meet_armour, set_drive
from gridwar.systems.drive.positions import group_of
from gridwar.systems.drive.shielding.eligibility import burst_cells
from gridwar.systems.drive.shielding.shields import (
    shield_burst,
    shield_high,
    shield_late,
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

    Rules: DR-AOE-01, DR-AOE-04, DR-AOE-05, DR-AOE-07, DR-AOE-19, DR-NRG-14
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
        base=tuple(_base(blow, one) for one in blow.elements),
        hazard=floor(value_of(burning, "built")),
        collapse=floor(value_of(normal, "built")),
    )
    if spread == "deliberate":
        text, where = _("It goes off round {whom}"), burst_cells(table.now, blow)
        left = floor(value_of(of_shots(blow.elements, standing), "after_low"))
        step = Step(label=_("Left for an area"), rule_id="DR-AOE-01", after=left)
        yield from say(table, text, whom=blow.target, steps=(step,), burst=where)
    return blow


def _base(blow: Blow, element: Element) -> Amount:
    """Return what an element is worth for everybody but the direct target.

    Rules: DR-AOE-07, DR-MIX-07
    """
    return 0 if _is_kept_off(blow, element) else element.after_low


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


def _is_kept_off(blow: Blow, element: Element) -> bool:
    """Return whether a kinetic shield stops an element.

    Rules: DR-MIX-07
    """
    return element.kind == "normal" and element.shot in blow.manner.stopped


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
    if _is_kept_off(blow, one):
        return replace(one, delivered=0, delivered_drive=0, part=part)
    delivered = share(one.after_medium, percent, rounding)
    return replace(one, delivered=delivered, delivered_drive=one.built_drive, part=part)


def direct_percent(encounter: Encounter, blow: Blow) -> int:
    """Return what the direct target takes of an attack that hits.

    Rules: DR-AOE-01, DR-AOE-05, DR-AOE-09
    """
    if blow.manner.deliberate:
        return constants().area.impact_percent
    if blow.spread == "overeffect":
        return _percent(switches_of(encounter).overeffect_direct)
    return _WHOLE


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


def area_percent(encounter: Encounter, blow: Blow) -> int:
    """Return the share that an area does to those in it.

    Rules: DR-AOE-01
    """
    if blow.spread == "overeffect":
        return _percent(switches_of(encounter).overeffect_area)
    return constants().area.area_percent


def _percent(value: int | str) -> int:
    return value if isinstance(value, int) else 0


# --- the others -----------------------------------------------------------------------------------


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


def strike_others(table: Table, blow: Blow) -> Procedure[Blow]:
    """Strike everybody else exposed, each by itself, whatever the target's shields have done (S14).

    Rules: DR-AOE-06, DR-AOE-07, DR-AOE-11
    """
    if blow.spread == "none":
        return blow
    return (yield from fold(_strike_other, blow.exposed, blow, key="other"))


def _strike_other(table: Table, exposure: tuple[str, int], blow: Blow) -> Procedure[Blow]:
    """Find out whether somebody is affected, and what the area does to them.

    Rules: DR-AOE-07, DR-AOE-11, DR-AOE-12, DR-NRG-02
    """
    who, percent = exposure
    is_affected = yield from affected(table, who, percent)
    if not is_affected:
        return blow
    rounding, part = switches_of(table.now).rounding, area_percent(table.now, blow)
    elements = tuple(
        _in_the_area(blow, one, value, share(value, part, rounding))
        for one, value in zip(blow.elements, blow.base, strict=False)
        if one.shot in blow.spreading
    )
    other = Blow(
        blow.attacker,
        who,
        blow.shots,
        Manner("area", injury_type=blow.manner.injury_type),
        elements,
        outcome="hit",
        injury_type=blow.manner.injury_type,
        burst=blow.target,
    )
    other = yield from call(struck_alone, other, key="struck")
    return replace(blow, others=(*blow.others, other))


def _in_the_area(blow: Blow, one: Element, base: Amount, delivered: Amount) -> Element:
    """Return an element as it comes to somebody in an area: of its whole value the share.

    Rules: DR-AOE-07, DR-NRG-02, DR-MIX-07
    """
    return Element(
        one.shot,
        one.weapon,
        one.number,
        one.kind,
        one.built,
        one.built_drive,
        after_low=base,
        after_medium=base,
        delivered=delivered,
        delivered_drive=0 if _is_kept_off(blow, one) else one.built_drive,
        part="area",
    )


class ReadChance(Struct, frozen=True):
    """Reads a d100 against a chance in percent."""

    percent: int

    def __call__(self, faces: tuple[int, ...]) -> bool:
        """Return whether it comes to pass."""
        return faces[0] <= self.percent


def affected(table: Table, who: str, percent: int) -> Procedure[bool]:
    """Return whether an area strikes somebody exposed to it; certain chances are not rolled.

    Rules: DR-AOE-11
    """
    if percent <= 0 or percent >= _WHOLE:
        return percent > 0
    tally = table.tally(f"affected {who}", aside=True)
    tally.line("DR-AOE-11", _("Struck by the area"), percent)
    key, needed = f"affected {who}", _("{n} or less").format(n=tally.total)
    label = _("Whether the area strikes {name}").format(name=table.now[who].name)
    is_struck = yield from roll(
        "1d100", ReadChance(tally.total), key=key, owner=None, label=label, needed=needed
    )
    step = Step(
        label=_("To be struck: {needed}").format(needed=needed),
        rule_id="DR-AOE-11",
        faces=table.faces(key),
    )
    yield from say(
        table,
        _("{who} in the area"),
        who=who,
        tally=tally,
        steps=(step,),
        result=_("struck") if is_struck else _("spared"),
        tone="harm" if is_struck else "good",
    )
    return bool(is_struck)


def struck_alone(table: Table, blow: Blow) -> Procedure[Blow]:
    """Take one whom an area has affected through the stages as if struck by an attack of its own.

    Rules: DR-AOE-11, DR-AOE-12
    """
    blow = yield from shield_burst(table, blow)
    blow = yield from shield_late(table, blow)
    return (yield from suffer_delivered(table, blow))


def suffer_delivered(table: Table, blow: Blow) -> Procedure[Blow]:
    """Take what has been delivered through the stages behind delivery; nothing left is no blow.

    Rules: DR-AOE-11, DR-AOE-18
    """
    if not value_of(blow.elements, "delivered"):
        return replace(blow, outcome="stopped")
    for stage in (set_drive, meet_armour, shield_high, apply_modifiers, add_up):
        blow = yield from stage(table, blow)
    return blow
