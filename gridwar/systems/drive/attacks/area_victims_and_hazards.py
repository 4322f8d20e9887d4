"""Whom an area strikes besides its direct target, and how; then what may burn or come down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, call, choose, emit, fold, roll, say
from gridwar.model.events_map import ZonesChanged
from gridwar.model.zones import Zone
from gridwar.systems.drive.attacks.area_attacks import area_percent, is_kept_off
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.harm.blow_and_elements import Blow, Element, Manner, share, value_of
from gridwar.systems.drive.shielding.shield_stages import BEHIND_DELIVERY, shield_burst, shield_late
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Cell, Table
    from gridwar.systems.drive.harm.blow_and_elements import Amount

FIRE: Final = "fire"
_WHOLE: Final = 100


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
        delivered_drive=0 if is_kept_off(blow, one) else one.built_drive,
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
    for stage in BEHIND_DELIVERY:
        blow = yield from stage(table, blow)
    return blow


# --- fire and collapse ----------------------------------------------------------------------------


def warn(
    table: Table, fire: int, collapse: int, where: Callable[[], frozenset[Cell]]
) -> Procedure[None]:
    """Tell the GM what may burn or come down, and ask where to paint the fire (S17).

    Args:
        table: The table.
        fire: Heat and electric damage of the area, as if there were no shields; 0: none.
        collapse: All of its damage.
        where: Returns where it goes off; asked only once a fire is to be painted there.

    Rules: DR-AOE-03, DR-AOE-19, DR-NRG-14
    """
    if collapse:
        step = Step(
            label=_("Normal damage, whatever shields did"), rule_id="DR-AOE-19", after=collapse
        )
        text = _("Something may come down")
        yield from say(table, text, steps=(step,), result=str(collapse))
    if not fire:
        return
    step = Step(label=_("Normal heat and electric damage"), rule_id="DR-NRG-14", after=fire)
    text = _("A fire may start")
    yield from say(table, text, steps=(step,), result=str(fire), tone="harm")
    answer = yield from choose(
        table,
        _("Heat or electricity of {n}: does a fire start?"),
        {"none": _("No fire"), "burst": _("Paint it where it goes off")},
        "DR-NRG-14",
        key="fire",
        whom=None,
        follow_up=True,
        n=fire,
    )
    if answer == "burst" and (cells := where()):
        number = 1 + sum(one.kind == FIRE for one in table.now.map.zones)
        name = _("Fire ({n})").format(n=fire)
        key, burning = f"{FIRE}-{table.now.round}-{number}", tuple(sorted(cells))
        zone = Zone(id=key, kind=FIRE, name=name, cells=burning)
        yield from emit(ZonesChanged(put=(zone,)))
