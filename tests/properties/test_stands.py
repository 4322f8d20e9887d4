"""Where somebody could stand: each chip says of many squares what is found by asking of each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.engine.insight.stands import chips as ch
from gridwar.engine.insight.stands.chips import Chip, ChipKind
from gridwar.engine.insight.stands.fight_for_stands import cells_of
from gridwar.engine.insight.stands.masks import squares_left
from gridwar.engine.insight.stands.ranking import Ranking
from gridwar.engine.kit.sight_and_cover import plain_sight
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.encounter import Ruling
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.walls import Wall
from gridwar.model.zones import LIGHT, SMOKE, Light, Zone
from tests.support.charts_apart import FIGHTS
from tests.support.every_system import every_id, find
from tests.support.fights import on_board
from tests.support.floors import HEAD, house
from tests.support.sample_fights import begun_sample
from tests.support.stands import SquareBySquare, search
from tests.support.two_worlds import laid_out
from tests.support.walled_maps import maps

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridwar.engine.insight.stands.sentence import StandSearch
    from gridwar.model.encounter import Encounter

SQUARES, CHIPS = 12, 14
BY_ITSELF = frozenset({(ChipKind.THREAT, ch.AFTER_MOVES)})
"""Chips that have a test of their own."""


def apart(found: StandSearch, dice: Random, chips: int = CHIPS) -> tuple[int, list[str]]:
    """Compare masks of some chips with asking of random squares; what differs is told."""
    cells = [*dice.sample(cells_of(found.inside), min(SQUARES, int(found.inside.sum())))]
    each, among = SquareBySquare(found), found.mask_of((*cells, found.home))
    offered = [one for one in ch.offered(found.choices) if (one.kind, one.value) not in BY_ITSELF]
    compared, wrong = 0, list[str]()
    for chip in dice.sample(offered, min(chips, len(offered))):
        mask = squares_left(found, chip, among)
        for cell in (*cells, found.home):
            compared += 1
            if bool(mask[cell.y, cell.x]) != each.fits(chip, cell):
                wrong.append(f"{chip} at {cell}")
    return compared, wrong


@pytest.mark.parametrize("system_id", sorted(FIGHTS))
def test_a_mask_says_what_asking_of_each_square_finds(system_id: str) -> None:
    """Masks of random chips equal the ordinary functions, square by square, in every system."""
    system, state = begun_sample(FIGHTS[system_id][0])
    dice = Random(11)
    people = [
        one for one in state.everyone() if one.pos and not system.cards.vital(state, one.id).out
    ]
    compared = 0
    for one, knows_all in zip(dice.sample(people, 2), (True, False), strict=True):
        side = None if knows_all else one.side
        n, wrong = apart(search(system, state, one.id, side), dice)
        compared += n
        assert not wrong
    assert compared > SQUARES


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(name for some in FIGHTS.values() for name in some[1:]))
def test_a_mask_says_what_asking_finds_in_other_fights(name: str) -> None:
    """The same in the other sample fights: riders, flyers, heights, bubbles."""
    system, state = begun_sample(name)
    dice = Random(5)
    for one in state.everyone():
        if one.pos and not system.cards.vital(state, one.id).out:
            _n, wrong = apart(search(system, state, one.id), dice, chips=30)
            assert not wrong


def _two(
    system_id: str, page: BattleMap, places: tuple[Cell, Cell], **changes: object
) -> Encounter:
    state = on_board("freeform", hero=(places[0].x, places[0].y), foe=(places[1].x, places[1].y))
    if system_id != "freeform":
        system = find(system_id)
        sample = next(iter(system.data.samples()))
        party, foes = list(system.new_encounter("").sides)[:2]
        hero = sample.replace(id="hero", name="Hero", side=party, pos=places[0])
        foe = sample.replace(id="foe", name="Foe", side=foes, pos=places[1])
        people = frozendict({"hero": hero, "foe": foe})
        state = system.new_encounter("").replace(combatants=people)
    return state.replace(
        map=page,
        combatants=state.combatants | {"hero": state["hero"].replace(**changes)},
    )


@pytest.mark.parametrize(
    "system_id", [pytest.param("cepheus", marks=pytest.mark.long), "freeform", "percentile"]
)
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_lines_and_cover_are_those_of_each_square_on_any_map(
    system_id: str, data: st.DataObject
) -> None:
    """Walls of any sort and height, hills, rock, large bodies, altitudes: nothing differs."""
    page = data.draw(maps())
    edge = st.integers(0, page.width - 2)
    mine, other = (Cell(data.draw(edge), data.draw(edge)) for _who in "ab")
    size = data.draw(st.sampled_from((Size(1, 1), Size(1, 1), Size(2, 2))))
    altitude = data.draw(st.sampled_from((0.0, 0.0, 1.0)))
    state = _two(system_id, page, (mine, other), size=size, altitude=altitude)
    found, dice = search(find(system_id), state, "hero"), Random(data.draw(st.integers(0, 99)))
    _n, wrong = apart(found, dice, chips=12)
    assert not wrong


def _everywhere(found: StandSearch, kinds: Collection[str]) -> list[str]:
    """Compare all chips of some kinds in all squares."""
    each, wrong = SquareBySquare(found), list[str]()
    for chip in ch.offered(found.choices):
        if chip.kind in kinds and (chip.kind, chip.value) not in BY_ITSELF:
            mask = squares_left(found, chip, found.inside)
            wrong += [
                f"{chip} at {cell}"
                for cell in cells_of(found.inside)
                if bool(mask[cell.y, cell.x]) != each.fits(chip, cell)
            ]
    return wrong


def _small(*walls: Wall) -> BattleMap:
    return BattleMap(width=12, height=8, walls=walls)


def _low(x: int, top: int, bottom: int, degree: CoverDegree) -> Wall:
    a, b = Point(x * SUBCELL, top * SUBCELL), Point(x * SUBCELL, bottom * SUBCELL)
    return Wall.low(f"{x} {top}", a, b, Cover(degree=degree))


@pytest.mark.parametrize("system_id", ["cepheus", "freeform", "fluid"])
def test_squares_behind_different_things_are_told_apart(system_id: str) -> None:
    """First and last have the same cover, those between another: each is told as it is."""
    half, quarter = CoverDegree.HALF, CoverDegree.QUARTER
    page = _small(_low(6, 0, 2, half), _low(6, 2, 6, quarter), _low(6, 6, 8, half))
    found = search(find(system_id), _two(system_id, page, (Cell(2, 4), Cell(11, 4))), "hero")
    ranks = found.covers.ranks("foe", found.inside)
    near = [int(ranks[y, 5]) for y in range(8)]
    assert set(near) == {half.rank, quarter.rank}
    assert not _everywhere(found, {ChipKind.COVER})


@pytest.mark.parametrize("system_id", ["cepheus", "freeform"])
def test_hills_count_in_distances_and_lines(system_id: str) -> None:
    """From a hill it is farther, and one sees over a low wall: as from each square by itself."""
    hill = {Cell(x, 3): 12 for x in range(4)}
    page = _small(_low(6, 0, 8, CoverDegree.HALF)).with_painted(LayerName.GROUND, hill)
    found = search(find(system_id), _two(system_id, page, (Cell(2, 5), Cell(8, 3))), "hero")
    kinds = {ChipKind.APART, ChipKind.RANGE, ChipKind.SEES, ChipKind.UNSEEN, ChipKind.HEIGHT}
    assert not _everywhere(found, kinds)
    far = found.far("foe", found.inside).straight
    assert far[3, 3] > far[2, 3]


@pytest.mark.parametrize("system_id", ["cepheus", "freeform"])
def test_who_flies_is_asked_about_as_high_as_it_is(system_id: str) -> None:
    """Walls that stop a line on the ground do not stop one to somebody above them."""
    ends = (Point(6 * SUBCELL, y * SUBCELL) for y in (0, 8))
    page = _small(Wall(id="wall", a=next(ends), b=next(ends), height_m=2.0))
    state = _two(system_id, page, (Cell(4, 4), Cell(11, 4)), altitude=30.0)
    found = search(find(system_id), state, "hero")
    assert found.lines.seen_by("foe", found.inside).any()
    assert not _everywhere(found, {ChipKind.SEES, ChipKind.UNSEEN, ChipKind.APART})


def test_the_word_of_the_game_master_counts_where_it_stands() -> None:
    """A ruling holds for the square where somebody stands now, and for no other."""
    state = _two("cepheus", find("cepheus").new_encounter("").map, (Cell(3, 3), Cell(9, 3)))
    ruling = Ruling(places=(Cell(9, 3), Cell(3, 3)), line="blocked")
    found = search(find("cepheus"), state.replace(rulings={"foe>hero": ruling}), "hero")
    unseen = squares_left(found, Chip(ChipKind.UNSEEN, "0", ch.ALL), found.inside)
    assert cells_of(unseen) == [Cell(3, 3)]


def test_squares_of_another_floor_are_asked_about_as_what_they_are() -> None:
    """Lines go through a hole alone, and distances count the floors between."""
    state = _two("freeform", house(is_open=True), (Cell(4, 4), Cell(HEAD.x + 2, 4)))
    found = search(find("freeform"), state, "hero")
    assert ChipKind.FLOOR in found.choices
    _n, wrong = apart(found, Random(3), chips=40)
    assert not wrong


def test_light_zones_and_heights_are_chips() -> None:
    """What lies on the map can be asked about, inside and outside of it."""
    state = _two("freeform", find("freeform").new_encounter("").map, (Cell(3, 3), Cell(9, 3)))
    dark = Zone(id="d", kind=LIGHT, strength=Light.DARK, cells=(Cell(4, 3), Cell(5, 3)))
    smoke = Zone(id="s", kind=SMOKE, cells=(Cell(6, 3),))
    state = state.replace(map=state.map.with_zones((dark, smoke)))
    found = search(find("freeform"), state, "hero")
    wanted = {
        Chip(ChipKind.LIGHT, str(int(Light.DARK))): {Cell(4, 3), Cell(5, 3)},
        Chip(ChipKind.ZONE, SMOKE, ch.INSIDE): {Cell(6, 3)},
    }
    for chip, cells in wanted.items():
        assert set(cells_of(squares_left(found, chip, found.inside))) == cells


def test_after_their_moves_is_what_the_map_draws() -> None:
    """Out of every threat after their moves are the squares that no such threat covers."""
    system, state = begun_sample("toll-vault")
    who = next(one.id for one in state.everyone() if one.side == "1" and one.pos)
    found = search(system, state, who)
    free = squares_left(found, Chip(ChipKind.THREAT, ch.AFTER_MOVES, ch.ALL), found.inside)
    now = squares_left(found, Chip(ChipKind.THREAT, ch.NOW, ch.ALL), found.inside)
    struck = found.nothing()
    for mask in found.threats_after_moves.values():
        struck |= mask
    assert not (free & struck).any()
    assert (found.inside & ~free & ~struck).sum() == 0 or found.me.size != Size(1, 1)
    assert free.sum() < now.sum()


@pytest.mark.parametrize("system_id", sorted(FIGHTS))
def test_a_hidden_foe_changes_nothing_for_those_whom_it_hides_from(system_id: str) -> None:
    """Chips, squares and their order are the same with the lurker and without it."""
    system, state = find(system_id), laid_out(system_id)
    worlds = (state, state.without(("lurker",)))
    told = []
    for world in worlds:
        found = search(system, world, "hero", world["hero"].side)
        chips = tuple(ch.offered(found.choices))[::3]
        answers = [found.answer((*found.usual, chip)) for chip in chips]
        ranking = Ranking(found, answers[0].cells)
        told.append((chips, [(one.chips, one.cells) for one in answers], ranking.first))
    assert told[0] == told[1]
    seen = search(system, state, "hero")
    assert "lurker" in seen.foes


@pytest.mark.parametrize("system_id", sorted(every_id()))
def test_lines_that_are_said_to_be_plain_are(system_id: str) -> None:
    """What a system's sight says of a line is what its plain lines say, wherever it claims so."""
    state = laid_out(system_id)
    system = find(system_id)
    lines = system.plain_lines(state)
    assert lines is not None
    dice = Random(2)
    for _turn in range(60):
        places = [Cell(dice.randrange(14), dice.randrange(12)) for _who in "ab"]
        there = state
        for who, cell in zip(("hero", "foe"), places, strict=True):
            there = there.with_combatant(there[who].replace(pos=cell))
        sight, plain = system.sight(there, "hero", "foe"), plain_sight(there, "hero", "foe", lines)
        assert sight is not None
        assert plain is not None
        assert sight.clear == plain.clear
