"""Charts: what they tell of a square is what is found by really going there."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.insight import going_down
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.classes_by_grid import ClassesByGrid
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.engine.insight.fight_as_known import have_odds
from gridwar.engine.insight.going_down import goes_down
from gridwar.engine.insight.provisional import Provisional
from gridwar.engine.insight.strikes import Strike, strikes_of
from gridwar.engine.kit import require
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.attacks import attack_refusals, attack_sequence
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.fight_state import sheet_of
from tests.contract.scenario import scenario
from tests.support.charts_apart import FIGHTS, apart, apart_in, with_twins
from tests.support.sample_fights import begun_sample
from tests.systems.cepheus.firefight import fight, person

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.attacks.attack_records import HitShot, Look, Shot
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury

SQUARES = tuple(Cell(x, y) for x in range(2, 14) for y in (0, 2))


def duel() -> tuple[System, Encounter]:
    """Return somebody with a rifle against two, in the open."""
    people = (person("mara"), person("kell", 6, armor=4), person("rook", 9, armor=2))
    return scenario("cepheus").system, fight(*map(_with_rifle_only, people))


def _with_rifle_only(one: Combatant) -> Combatant:
    sheet = sheet_of(one)
    weapons = tuple(weapon for weapon in sheet.weapons if weapon.id == "rifle")
    side = "1" if one.id == "mara" else "2"
    return one.replace(side=side, sheet=sheet.replace(weapons=weapons))


@pytest.mark.parametrize("system_id", sorted(set(FIGHTS) - {"percentile"}))
def test_a_chart_tells_what_going_there_finds(system_id: str) -> None:
    """Danger and chance of random squares equal the odds of each attack once one stands there."""
    compared, wrong = apart(FIGHTS[system_id][0], squares=2, seed=11)
    assert not wrong
    assert compared


def test_foes_who_act_at_once_are_told_by_answers_as_others_are() -> None:
    """Of equal Initiative they act upon each other as they were; where the one stands counts."""
    system, state = begun_sample("drowned-heron")
    who = "maro"
    foes = Charting(system, state, who).foes
    charts = Charting(system, with_twins(state, foes, 2 * len(foes)), who)
    assert all(charts.begun(foe, None).bracket for foe in charts.foes)
    cells = [Cell(x, y) for x in range(8, 14) for y in (14, 18)]
    compared, wrong = apart_in(charts, cells, chance=False)
    assert not wrong
    assert compared > charts.counted[0]  # with more attacks than one each


@pytest.mark.long
@pytest.mark.parametrize(("name", "seed"), [("plaza", 11), ("rooftops", 12), ("smithy", 12)])
def test_a_chart_tells_what_going_there_finds_in_larger_fights(name: str, seed: int) -> None:
    """The same where an attack's odds take longer."""
    compared, wrong = apart(name, squares=2, seed=seed, chance=False)
    assert not wrong
    assert compared


def test_equal_situations_are_worked_out_once() -> None:
    """Of many squares only those are explored in which the sums or what is carried on differ.

    Rehearsed are those in which questions of places are answered in another way.
    """
    system, state = duel()
    charts = Charting(system, state, "kell")
    dangers = [charts.danger(cell) for cell in SQUARES]
    rehearsed, explored = charts.counted
    told = {round(one.loss, 9) for one in dangers if isinstance(one, Danger)}
    assert rehearsed <= explored + 1 < len(SQUARES) // 2
    assert len(told) <= explored <= 2 * len(told)
    assert not charts.late.readers


def test_whom_else_a_miss_may_hit_is_in_no_chart() -> None:
    """Beside one or another, or two: what befalls the one is the same, and worked out once."""
    system, state = duel()
    beside = {who: (x, 0) for who, x in (("ann", 7), ("bo", 8), ("cy", 8), ("di", 9))}
    for who, at in beside.items():
        state = state.with_combatant(person(who, *at).replace(side="2"))
    charts = Charting(system, state, "kell")
    cells = [Cell(*at) for at in beside.values()]
    compared, wrong = apart_in(charts, cells, chance=False)
    assert not wrong
    assert compared
    assert charts.counted[1] == 1


def test_a_rule_that_looks_at_a_place_by_itself_is_rehearsed_on_each_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is read of a place without asking a question of it holds for that square alone."""
    look = attack_refusals.look

    def looks_itself(table: Table, shot: Shot) -> Procedure[Look]:
        seen = yield from look(table, shot)
        here = table.now["kell"].pos
        assert here is not None
        yield from require(here.x % 3 != 0, "third", "Not there.")
        return seen

    monkeypatch.setattr(attack_sequence, "look", looks_itself)
    system, state = duel()
    charts = Charting(system, state, "kell")
    for cell in SQUARES:
        found = charts.danger(cell)
        assert isinstance(found, Danger)
        assert bool(found.strikes) == (cell.x % 3 != 0)
    assert charts.counted[0] >= len(SQUARES)


def test_who_rides_along_stands_elsewhere_too() -> None:
    """Put down on another square a mount takes its rider along, and both count as one place."""
    system, state = begun_sample("ford")
    charts = Charting(system, state, "thunder")
    assert charts.movers == ("thunder", "aldis")
    home = state["thunder"].pos
    assert home is not None
    for dx in range(4):
        charts.danger(home.shifted(dx, 0))
    attacks = sum(len(charts.attacks_of(foe)) for foe in charts.foes)
    assert charts.counted[0] <= attacks


def test_the_watch_finds_a_rule_that_looks_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A procedure that asks for a place after its first roll is worked out square by square."""
    hurt = attack_sequence.hurt

    def looks_again(table: Table, given: tuple[HitShot, Injury]) -> Procedure[object]:
        assert table.now["kell"].pos is not None
        return (yield from hurt(table, given))

    monkeypatch.setattr(attack_sequence, "hurt", looks_again)
    system, state = duel()
    charts = Charting(system, state, "kell")
    for cell in SQUARES:
        charts.danger(cell)
    readers = charts.late.readers[Attack.kind]
    assert any("looks_again pos" in one for one in readers)
    _rehearsed, explored = charts.counted
    assert explored > len(SQUARES) // 2


def test_somebody_hidden_changes_nothing_in_what_its_foes_are_told() -> None:
    """Wherever a hidden foe is, danger, chance and who sees it are the same for the other side."""
    system, state = duel()

    def told(at: Cell | None) -> list[tuple[object, ...]]:
        lurker = _with_rifle_only(person("lurk", 3)).replace(side="2", hidden=True, pos=at)
        there = state if at is None else state.with_combatant(lurker)
        charts = Charting(system, there, "mara", side="1")
        return [
            (charts.danger(cell), charts.chance(cell), charts.seen_by(cell))
            for cell in SQUARES[::6]
        ]

    plain = told(None)
    assert told(Cell(3, 1)) == told(Cell(20, 4)) == plain
    everything = Charting(
        system, state.with_combatant(_with_rifle_only(person("lurk", 3)).replace(side="2")), "mara"
    )
    assert everything.danger(SQUARES[0]) != plain[0][0]


def test_the_turn_of_somebody_unknown_is_nobodys() -> None:
    """While a hidden foe acts, its enemies are told of the others as ever."""
    system, state = duel()
    lurker = _with_rifle_only(person("lurk", 3)).replace(side="2", hidden=True)
    there = state.with_combatant(lurker).replace(turn="lurk")
    charts = Charting(system, there, "mara", side="1")
    found = charts.danger(SQUARES[0])
    assert isinstance(found, Danger)
    assert {one.by for one in found.strikes} == {"kell", "rook"}


def test_danger_names_who_causes_it_and_what_one_could_choose() -> None:
    """Each foe's worst attack with its chance, and beside it what a defence would make of it."""
    system, state = duel()
    charts = Charting(system, state, "kell")
    found = charts.danger(Cell(6, 0))
    assert isinstance(found, Danger)
    (strike,) = found.strikes
    assert (strike.by, strike.weapon) == ("mara", "rifle")
    assert strike.chance == pytest.approx(26 / 36)  # 2d6 + 2 against 8
    defences = {one.title: one.loss for one in charts.defences(Cell(6, 0), strike)}
    assert defences["No reaction"] == pytest.approx(strike.loss)
    assert defences["Dodge"] is not None
    assert defences["Dodge"] < strike.loss


@pytest.mark.parametrize("name", ["drowned-heron", "courtyard"])
def test_provisional_squares_are_confirmed_by_their_own_rehearsal(name: str) -> None:
    """What another told is marked; once confirmed, a square is what going there would find."""
    system, state = begun_sample(name)
    who = next(one for one in state.everyone() if one.side == "1" and one.pos)
    assert who.pos is not None
    cells = [who.pos.shifted(x, y) for x in range(-2, 3) for y in range(-1, 2)]
    cells = [cell for cell in cells if state.map.contains(cell)]
    charts = Charting(system, state, who.id)
    some, plain = Provisional(charts), Charting(system, state, who.id)
    told = {cell: some.danger(cell) for cell in cells}
    assert any(isinstance(one, Danger) and one.is_provisional for one in told.values())
    rehearsed = charts.counted[0]
    for cell in cells:
        assert some.confirmed_danger(cell) == plain.danger(cell)
    assert rehearsed < charts.counted[0] <= plain.counted[0]


def test_a_class_whose_squares_differ_is_split_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the grid cannot tell squares apart that differ, each of them speaks for itself."""
    system, state = duel()
    one_class = "all look the same"
    monkeypatch.setattr(ClassesByGrid, "key", lambda *_args, **_names: one_class)
    charts = Charting(system, state, "kell")
    some, (near, far, farther) = Provisional(charts), (Cell(1, 0), Cell(20, 0), Cell(28, 0))
    own = some.danger(near)
    taken = some.danger(far)
    assert isinstance(own, Danger)
    assert isinstance(taken, Danger)
    assert (own.is_provisional, taken.is_provisional) == (False, True)
    assert taken.loss == own.loss
    real = charts.danger(far)
    assert isinstance(real, Danger)
    assert some.confirmed_danger(far) == real
    assert real.loss != taken.loss
    later = some.danger(farther)
    assert isinstance(later, Danger)
    assert not later.is_provisional
    assert later == charts.danger(farther)


def test_nobody_wants_to_know_any_more() -> None:
    """A chart that is cancelled ends between two pairs, and tells what it has."""
    system, state = duel()
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 12

    charts = Charting(system, state, "kell", cancelled=cancelled)
    assert len(list(charts.worked_out(SQUARES))) < len(SQUARES)


def test_rules_without_odds_say_so() -> None:
    """Freeform has no attacks with odds: who sees a square it tells all the same."""
    system, state = begun_sample("cargo-deck")
    who = next(one for one in state.everyone() if one.side == "1" and one.pos)
    charts = Charting(system, state, who.id)
    assert not have_odds(system, state, who.id)
    assert who.pos is not None
    found = charts.chance(who.pos)
    assert isinstance(found, Chance)
    assert found.best is None
    assert set(charts.seen_by(who.pos)) <= set(charts.foes)


def test_going_down_is_exact_for_one_attack() -> None:
    """Of one attack the estimate is its own odds; two that lose all points together take down."""
    command = Attack(actor="mara", target="kell", weapon="rifle")

    def strike(down: float, *losses: tuple[int, float]) -> Strike:
        return Strike("mara", "kell", "a", "A", "rifle", command, down=down, losses=losses)

    half = strike(0.0, (0, 0.5), (6, 0.5))
    assert goes_down([strike(0.2, (0, 0.5), (9, 0.5))], 10) == pytest.approx(0.2)
    assert goes_down([half, half], 10) == pytest.approx(0.25)
    assert goes_down([half, half], 13) == pytest.approx(0.0)


def test_attacks_that_begin_alike_are_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was asked before, and what has been forgotten of it, the estimate is the same."""
    monkeypatch.setattr(going_down, "MOST_KEPT", 3)
    command = Attack(actor="mara", target="kell", weapon="rifle")
    losses = (((0, 0.5), (6, 0.5)), ((0, 0.25), (4, 0.5), (9, 0.25)), ((2, 0.75), (11, 0.25)))
    strikes = [
        Strike("mara", "kell", "a", "A", "rifle", command, down=down, losses=some)
        for some, down in zip(losses, (0.0, 0.1, 0.25), strict=True)
    ]
    told = going_down.GoingDown(10)
    for _again in range(2):
        for many in range(1, 4):
            for some in permutations(strikes, many):
                assert told.chance(some) == goes_down(some, 10)


def test_charges_are_in_no_chart_and_it_says_so() -> None:
    """Neither on foot nor mounted, where the ride is rolled for before anybody moves."""
    system, state = begun_sample("ford")
    for who in ("aldis", "pike-1"):
        counted, others = strikes_of(system, state, who)
        assert counted
        assert not [one.title for one in counted if one.moves_first]
        assert "Charge" in {one.title for one in others}
