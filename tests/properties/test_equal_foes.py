"""Foes who are equal but for where they stand: one represents all, and each is told the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.engine.insight.provisional import Provisional
from gridwar.engine.kit import require
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.model.combatant import TimedEffect
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.attacks import attack_sequence
from gridwar.systems.cepheus.attacks.attack_refusals import look
from gridwar.systems.cepheus.core.fight_state import sheet_of
from tests.support.charts_apart import apart_in, with_twins
from tests.support.sample_fights import begun_sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Procedure, Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.attacks.attack_records import Look, Shot


def _with_equals(name: str) -> tuple[System, Encounter, str]:
    """Return a sample fight with twice as many foes of somebody's, copies beside their models."""
    system, state = begun_sample(name)
    who = next(one.id for one in state.everyone() if one.side == "1" and one.pos)
    foes = Charting(system, state, who).foes
    return system, with_twins(state, foes, 2 * len(foes)), who


def _near(state: Encounter, who: str) -> list[Cell]:
    x, y = state[who].pos or Cell(0, 0)
    cells = [Cell(x + dx, y + dy) for dx in (-5, -2, 0, 1, 4) for dy in (-3, 0, 2)]
    return [cell for cell in cells if state.map.contains(cell)]


def _represented(charts: Charting, *, mine: bool) -> int:
    """Return how many foes are represented by another."""
    return sum(charts.representative(foe, mine=mine) != foe for foe in charts.foes)


@pytest.mark.parametrize("name", ["drowned-heron", "hold", "courtyard"])
def test_equals_are_told_what_going_there_finds(name: str) -> None:
    """Danger of each of them and the chance on each equal the odds once one stands there."""
    system, state, who = _with_equals(name)
    charts = Charting(system, state, who)
    assert _represented(charts, mine=False)
    assert _represented(charts, mine=True)
    compared, wrong = apart_in(charts, _near(state, who)[::2])
    assert not wrong
    assert compared


@pytest.mark.long
@pytest.mark.parametrize("name", ["plaza", "toll-vault"])
def test_equals_are_told_what_going_there_finds_in_larger_fights(name: str) -> None:
    """The same where an attack's odds take longer."""
    system, state, who = _with_equals(name)
    charts = Charting(system, state, who)
    assert _represented(charts, mine=False)
    compared, wrong = apart_in(charts, _near(state, who)[::6])
    assert not wrong
    assert compared


def test_what_is_explored_for_one_is_explored_for_all() -> None:
    """Twice as many foes, equal to the others, need next to no explorations more."""
    system, state, who = _with_equals("drowned-heron")
    both = Charting(system, state, who)
    once = Charting(system, state.without(f for f in both.foes if "-" in f), who)
    for cell in _near(state, who):
        both.danger(cell)
        once.danger(cell)
    assert len(both.foes) == 2 * len(once.foes)
    assert both.counted[1] < 1.5 * once.counted[1]


def test_the_strike_of_an_equal_is_one_that_it_is_offered() -> None:
    """Who is told by another has his own name and command: a click plays what was told."""
    system, state, who = _with_equals("drowned-heron")
    charts, told = Charting(system, state, who), 0
    for cell in _near(state, who):
        danger, chance = charts.danger(cell), charts.chance(cell)
        if isinstance(danger, str):
            continue
        assert isinstance(chance, Chance)
        for strike in (*danger.strikes, *chance.strikes):
            offered = (
                one.make(Target(combatant=strike.whom)) for one in charts.attacks_of(strike.by)
            )
            assert strike.command in tuple(offered)
            told += (
                charts.representative(strike.by, mine=False) != strike.by
                if strike.whom == who
                else 0
            )
        assert {one.by for one in danger.strikes} | {by for by, _why in danger.why_not} == set(
            charts.foes
        )
    assert told


def _hurt(state: Encounter, one: str, other: str) -> Encounter:
    del other
    sheet = sheet_of(state[one])
    return state.with_combatant(
        state[one].replace(sheet=sheet.replace(chars=sheet.chars.replace(endurance=1)))
    )


def _on_its_own(state: Encounter, one: str, other: str) -> Encounter:
    del other
    effect = TimedEffect(id="dazed", name="Dazed")
    return state.with_combatant(state[one].replace(effects=(effect,)))


def _noted_by_another(state: Encounter, one: str, other: str) -> Encounter:
    """Somebody else has an effect that ends with the turn of this one."""
    effect = TimedEffect(id="watched", name="Watched", ends="turn_end", whose=one)
    return state.with_combatant(state[other].replace(effects=(effect,)))


@pytest.mark.parametrize("change", [_hurt, _on_its_own, _noted_by_another])
def test_who_differs_in_anything_but_the_square_is_no_equal(
    change: Callable[[Encounter, str, str], Encounter],
) -> None:
    """A wound, an effect, or what somebody else notes of one: he speaks for himself."""
    system, state, who = _with_equals("drowned-heron")
    before = Charting(system, state, who)
    twin = next(foe for foe in before.foes if before.representative(foe, mine=False) != foe)
    first = before.representative(twin, mine=False)
    other = next(foe for foe in before.foes if foe not in (first, twin) and "-" not in foe)
    after = Charting(system, change(state, twin, other), who)
    assert after.representative(twin, mine=False) == twin
    assert after.representative(first, mine=False) == first


def test_where_a_rule_looks_at_their_squares_each_is_asked_himself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is read of an attacker's place without a question is true for him alone."""

    def looks_itself(table: Table, shot: Shot) -> Procedure[Look]:
        seen = yield from look(table, shot)
        here = table.now[shot.actor].pos
        assert here is not None
        yield from require(here.x % 4 < 2, "there", "Not from there.")
        return seen

    monkeypatch.setattr(attack_sequence, "look", looks_itself)
    system, state, who = _with_equals("drowned-heron")
    charts = Charting(system, state, who)
    compared, wrong = apart_in(charts, _near(state, who)[::4], chance=False)
    assert not wrong
    assert compared


def test_defences_against_an_equal_are_asked_at_its_own_turn() -> None:
    """What could be chosen against its strike is told of the one who strikes."""
    system, state, who = _with_equals("drowned-heron")
    charts = Charting(system, state, who)
    for cell in _near(state, who):
        found = charts.danger(cell)
        if isinstance(found, Danger):
            for strike in found.strikes:
                if charts.representative(strike.by, mine=False) != strike.by:
                    assert charts.defences(cell, strike)
                    return
    pytest.fail("no equal strikes from anywhere")


def test_provisional_squares_take_an_equals_word_for_it() -> None:
    """Of foes that look the same one is rehearsed; what is told of the other is marked, and its."""
    system, state, who = _with_equals("drowned-heron")
    charts = Charting(system, state, who)
    some, shared = Provisional(charts), 0
    for cell in _near(state, who):
        danger, chance = some.danger(cell), some.chance(cell)
        if isinstance(danger, str) or isinstance(chance, str):
            continue
        for strike in (*danger.strikes, *chance.strikes):
            offered = (
                one.make(Target(combatant=strike.whom)) for one in charts.attacks_of(strike.by)
            )
            assert strike.command in tuple(offered)
        by = {one.by for one in danger.strikes if one.is_provisional}
        shared += sum(charts.representative(foe, mine=False) != foe for foe in by)
        assert some.confirmed_danger(cell) == charts.danger(cell)
        assert some.confirmed_chance(cell) == charts.chance(cell)
    assert shared


def test_a_foe_who_bears_the_id_of_a_weapon_does_not_change_it() -> None:
    """What is told of an equal changes who strikes, not what with."""
    system, state = begun_sample("drowned-heron")
    reck, home = state["reck"], state["maro"].pos
    assert home is not None
    state = state.without(["reck"])
    for name, dx in (("cudgel", 1), ("stick", -1)):
        state = state.with_combatant(reck.replace(id=name, name=name, pos=home.shifted(dx, 0)))
    charts = Charting(system, state, "maro")
    assert charts.representative("stick", mine=False) == "cudgel"
    found = charts.danger(home)
    assert isinstance(found, Danger)
    strike = next(one for one in found.strikes if one.by == "stick")
    offered = (one.make(Target(combatant="maro")) for one in charts.attacks_of("stick"))
    assert strike.command in tuple(offered)
    assert strike.weapon == "cudgel"
