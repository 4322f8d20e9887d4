"""Falling: who is in the air and cannot fly sinks a band at each end of round; then the crash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Cell,
    FormNumber,
    Procedure,
    SheetEvent,
    Step,
    Walk,
    _,
    call,
    choose_numbers,
    emit,
    of_places,
    roll,
    say,
    sets,
    walk,
)
from gridwar.systems.percentile.core.altitude_bands import Band, band_of, band_table
from gridwar.systems.percentile.core.fight_state import settings_of, sheet_of, switches_of
from gridwar.systems.percentile.harm.wounds_and_fatigue import lose_wounds

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Fall, Table
    from gridwar.systems.percentile.core.sheet import PercentileSheet

MOST: Final = 999
"""The most wounds that can be typed in for a fall."""


@sets("falling_from", of="band")
class FallBegan(SheetEvent):
    """Somebody in the air can no longer fly."""

    band: str


@sets("falling_from", None)
class FallStopped(SheetEvent):
    """Somebody flies again, or lies on the ground."""


def is_carried(one: Combatant) -> bool:
    """Return whether somebody stays on their band: on the ground, or flying and alive.

    Rules: PC-ALT-09
    """
    return band_of(one) == "ground" or _flies(sheet_of(one))


def _flies(sheet: PercentileSheet) -> bool:
    return sheet.can_fly and not sheet.dead


def settle_falls(table: Table) -> Procedure[None]:
    """Let a fall begin where nobody flies any more, and stop where somebody does.

    Rules: PC-ALT-09, PC-ALT-10
    """
    bands = dict(_aloft(table.now))
    for who in [one.id for one in table.now.everyone() if one.is_on_map]:
        sheet, band = sheet_of(table.now[who]), bands.get(who)
        falls = sheet.falling_from is not None
        if (band is None or _flies(sheet)) and falls:
            yield from emit(FallStopped(who=who))
        elif band is not None and not _flies(sheet) and not falls:
            yield from emit(FallBegan(who=who, band=band))
            step = Step(label=_("Falls from"), rule_id="PC-ALT-09", after=band)
            yield from say(table, _("{who} falls"), who=who, steps=(step,), tone="harm")


@of_places
def _aloft(encounter: Encounter) -> tuple[tuple[str, Band], ...]:
    """Return who on the map is in the air, and on which band.

    Rules: PC-ALT-02
    """
    bands = ((one.id, band_of(one)) for one in encounter.everyone() if one.is_on_map)
    return tuple((who, band) for who, band in bands if band != "ground")


def falling(encounter: Encounter) -> tuple[str, ...]:
    """Return who sinks at the end of this round.

    Rules: PC-ALT-09
    """
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.pos is not None and sheet_of(one).falling_from is not None and not is_carried(one)
    )


def sink(table: Table) -> Procedure[None]:
    """Let everybody who falls sink by one band; from Low it is a crash.

    Rules: PC-ALT-09, PC-ALT-10, PC-SEQ-07
    """
    for who in falling(table.now):
        yield from call(_sink_one, who, key=f"fall of {who}")


def _sink_one(table: Table, who: str) -> Procedure[None]:
    one = table.now[who]
    began = sheet_of(one).falling_from
    assert one.pos is not None
    assert began is not None
    order = Walk(who, (one.pos,), forced=True, climbs=(-1,))
    yield from call(walk, order, key="sink")
    if who not in table.now or band_of(table.now[who]) != "ground":
        step = Step(label=_("Bands sunk"), rule_id="PC-ALT-09", after=1)
        yield from say(table, _("{who} sinks by a band"), who=who, steps=(step,), tone="harm")
        return
    yield from emit(FallStopped(who=who))
    yield from call(crash, (who, band_table().falls[began]), key="crash")


def crash(table: Table, fall: tuple[str, int]) -> Procedure[int]:
    """Let somebody lose wounds by a fall of so many squares; return how many.

    The damage of a distance is the GM's, or comes of dice by the formula of the fight's settings.

    Rules: PC-ALT-10
    """
    who, squares = fall
    if switches_of(table.now).fall_damage == "formula":
        settings = settings_of(table.now)
        dice = max(1, squares // settings.fall_squares_a_die)
        points = yield from roll(
            f"{dice}d{settings.fall_die}",
            sum,
            key="crash",
            owner=None,
            label=_("Damage of {name}'s fall").format(name=table.now[who].name),
        )
    else:
        given = yield from choose_numbers(
            table,
            _("{who} falls {n} squares: what damage?"),
            [FormNumber("damage", _("Wounds lost"), 0, MOST, 0, is_open=True)],
            "PC-ALT-10",
            key="crash",
            whom=None,
            who=who,
            n=squares,
        )
        points = given.get("damage", 0)
    step = Step(
        label=_("Squares fallen"), rule_id="PC-ALT-10", after=squares, faces=table.faces("crash")
    )
    text = _("{who} crashes")
    yield from say(table, text, who=who, steps=(step,), result=f"\u2212{points}", tone="harm")
    yield from lose_wounds(table, who, points)
    return points


def fallen(table: Table, fall: Fall) -> Procedure[None]:
    """Play the crash of whoever fell through an opening, from so many squares as it was high.

    Rules: PC-ALT-10
    """
    squares = int(fall.height_m / table.now.map.scale.cell_m)
    yield from call(crash, (fall.who, squares), key="crash")


def drop_squares(encounter: Encounter, who: str, before: Cell, after: Cell) -> int:
    """Return how many squares deep the ground falls away under somebody who stands on it.

    Rules: PC-GRP-03, PC-ALT-10
    """
    page = encounter.map
    if encounter[who].altitude:
        return 0
    return max(0, int((page.ground_m(before) - page.ground_m(after)) / page.scale.cell_m))
