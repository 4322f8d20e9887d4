"""Shots through an opening between floors, in three systems: odds are what play comes to.

The first roll of an attack is played with every face that it can show, by the referee. What a shot
across floors is worth comes from another map: one floor, with one of the two as high above it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.command import Answer
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.floors import FloorWays
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.attacks.attack import Attack as Bow
from gridwar.systems.cepheus.attacks.attack_offers import Attack as Rifle
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import CalledShot
from tests.support.every_system import find
from tests.support.exploring import explore
from tests.support.floors import BELOW_HATCH, HATCH, HEIGHT, WIDTH, house, storeys
from tests.support.strict_table import StrictTable
from tests.systems.arrgs.skirmish import board, fighter
from tests.systems.cepheus.firefight import fight as firefight
from tests.systems.cepheus.firefight import person
from tests.systems.percentile import people

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

AWAY = tuple(Cell(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0))
STOREYS_M = (2.5, 3.0, 9.0, 30.0)
FLAT = BattleMap(width=WIDTH, height=HEIGHT)


def _cepheus() -> tuple[Encounter, Command]:
    shot = Rifle(actor="shooter", target="mark", weapon="rifle")
    return firefight(person("shooter"), person("mark")), shot


def _percentile() -> tuple[Encounter, Command]:
    gun = people.GUN.replace(range_cells=4)
    shooter = people.one("shooter", (5, 5), side="1", weapons=(gun,), bs=50)
    start = people.fight(shooter, people.one("mark", (6, 5), t=30), turn="shooter")
    return start, CalledShot(actor="shooter", target="mark", weapon="gun")


def _arrgs() -> tuple[Encounter, Command]:
    shooter = fighter("shooter", (4, 4), mods={"ranged": 6})
    start = board(shooter, fighter("mark", (5, 4), "2", mods={"reflex": 4}))
    return start, Bow(actor="shooter", target="mark", weapon="bow")


FIGHTS = {"cepheus": _cepheus, "percentile": _percentile, "arrgs": _arrgs}


def laid(system: str, page: BattleMap, shooter: Cell, mark: Cell) -> Encounter:
    """Return a fight on a map."""
    start, _shot = FIGHTS[system]()
    placed = start.replace(map=page.with_scale(start.map.scale))
    placed = placed.with_combatant(placed["shooter"].replace(pos=shooter))
    return placed.with_combatant(placed["mark"].replace(pos=mark))


class FirstRoll:
    """Dice of which the first roll is given, the others are the program's."""

    def __init__(self, faces: tuple[int, ...] = ()) -> None:
        self._given, self._others = faces, SeededDice(7)
        self.first: Dice | None = None

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return the given faces once."""
        if self.first is None:
            self.first = dice
            return self._given or self._others.faces(dice, key)
        return self._others.faces(dice, key)


def played(start: Encounter, shot: Command, dice: FirstRoll) -> Facts:
    """Play a shot by the referee, questions at their defaults, and say what it came to."""
    system = find(start.system)
    session = Session(system, start, dice=dice, table=StrictTable)
    outcome = session.submit(shot)
    while session.wanted:
        wanted = session.wanted[0]
        outcome = session.answer(wanted.key, getattr(wanted, "default", Answer()))
    assert isinstance(outcome, Accepted)
    return system.facts(start, session.encounter, outcome.result)


def every_first_roll(start: Encounter, shot: Command) -> Iterator[Facts]:
    """Yield what a shot comes to with each face, or faces, of its first roll; all alike likely."""
    looked = FirstRoll()
    played(start, shot, looked)
    assert looked.first is not None
    for faces in product(range(1, looked.first.sides + 1), repeat=looked.first.count):
        yield played(start, shot, FirstRoll(faces))


def building(elevation_m: float) -> BattleMap:
    """Return a house of two floors with a hole in the upper one, so high above the lower."""
    page = house(is_open=True)
    low, high = storeys()
    ways = FloorWays(page.links, page.openings)
    return page.with_floors((low, high.replace(elevation_m=elevation_m)), ways)


@st.composite
def shots(draw: st.DrawFn) -> tuple[Cell, Cell, float]:
    """Draw shooter and mark on both sides of the opening on the plan, and the height between."""
    way = draw(st.sampled_from(AWAY))
    back, on = draw(st.integers(0, 3)), draw(st.integers(1, 3))
    shooter = BELOW_HATCH.shifted(-way.x * back, -way.y * back)
    mark = HATCH.shifted(way.x * on, way.y * on)
    return shooter, mark, draw(st.sampled_from(STOREYS_M))


def _raised(start: Encounter, who: str, height_m: float) -> Encounter:
    """Return a fight with somebody on a hill; where hills do not count, as in ARRGS, in the air."""
    one = start[who]
    if start.system == "arrgs":
        return start.with_combatant(one.replace(altitude=height_m))
    assert one.pos is not None
    step_m = 0.5
    page = start.map.with_ground_step(step_m)
    hill = page.with_painted(LayerName.GROUND, {one.pos: round(height_m / step_m)})
    return start.replace(map=hill)


@pytest.mark.parametrize("system", FIGHTS)
@settings(max_examples=5)
@given(shot=shots(), is_down=st.booleans())
def test_a_shot_across_floors_is_worth_one_over_as_much_height(
    system: str, shot: tuple[Cell, Cell, float], is_down: bool
) -> None:
    """Its odds, exactly, are those on one floor with one of the two as high above it."""
    shooter, mark, height = shot
    command = FIGHTS[system]()[1]
    over = Cell(mark.x - (HATCH.x - BELOW_HATCH.x), mark.y)
    alone = _raised(laid(system, FLAT, shooter, over), "shooter" if is_down else "mark", height)
    if is_down:
        start = laid(system, building(height), shooter.shifted(HATCH.x - BELOW_HATCH.x, 0), over)
    else:
        start = laid(system, building(height), shooter, mark)
    found, wanted = (explore(find(system), one, command, {}) for one in (start, alone))
    assert dict(found.items) == pytest.approx(dict(wanted.items))


@pytest.mark.parametrize("system", FIGHTS)
@settings(max_examples=2)
@given(shot=shots(), degree=st.sampled_from((None, CoverDegree.HALF, CoverDegree.THREE_QUARTER)))
def test_the_odds_of_a_shot_across_floors_are_what_play_comes_to(
    system: str, shot: tuple[Cell, Cell, float], degree: CoverDegree | None
) -> None:
    """Behind crates or in the open: the share of first rolls that hit, counted one by one."""
    command = FIGHTS[system]()[1]
    start = behind_crates(system, shot, degree)
    odds = explore(find(system), start, command, {})
    came = tuple(every_first_roll(start, command))
    assert sum(one.success is True for one in came) / len(came) == pytest.approx(odds.success)


def behind_crates(
    system: str, shot: tuple[Cell, Cell, float], degree: CoverDegree | None
) -> Encounter:
    """Return a fight with a shot across floors, and crates all round the mark if it has cover."""
    shooter, mark, height = shot
    page = building(height)
    if degree is not None:
        around = tuple(cell for way in AWAY if (cell := mark.shifted(*way)) != HATCH)
        crates = CoverObject(id="c", name="Crates", degree=degree, cells=around)
        page = page.with_cover_objects((crates,))
    return laid(system, page, shooter, mark)


def test_crates_before_a_mark_upstairs_count() -> None:
    """A shot in Cepheus is less likely to hit, so that the test above meets cover at all."""
    shot = Cell(6, 5), HATCH.shifted(2, 0), 3.0
    chances = [
        explore(find("cepheus"), behind_crates("cepheus", shot, one), _cepheus()[1], {}).success
        for one in (None, CoverDegree.HALF)
    ]
    assert chances[1] < chances[0]
