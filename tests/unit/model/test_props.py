"""Props of a map: their cells as they are turned, what rules ask of them, and their bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, Size
from gridwar.model.map_limits import MOST_PROPS
from gridwar.model.props import Prop, PropTraits
from gridwar.model.terrain_kinds import TerrainKind

TABLE = Prop(
    id="prop-1",
    name="Table",
    at=Cell(2, 3),
    size=Size(2, 1),
    upright=PropTraits(cover=CoverDegree.QUARTER, height_m=0.75, is_stood_on=True, extra_steps=1),
    flipped=PropTraits(cover=CoverDegree.HALF, height_m=1.0, is_barred=True),
)
PAGE = BattleMap(width=10, height=8)


@given(
    at=st.builds(Cell, st.integers(0, 30), st.integers(0, 30)),
    size=st.builds(Size, st.integers(1, 6), st.integers(1, 6)),
    turns=st.integers(-9, 9),
)
def test_turning_on_and_back_ends_where_it_began(at: Cell, size: Size, turns: int) -> None:
    """A prop turned by any quarters fills as many cells, and turned back it is as it was."""
    prop = Prop(id="prop-1", at=at, size=size)
    turned = prop.turned(turns)
    assert len(set(turned.cells)) == size.w * size.h
    assert turned.turned(-turns) == prop
    once = prop
    for _quarter in range(4):
        once = once.turned()
    assert once == prop


def test_a_table_lies_on_the_cells_it_is_turned_to() -> None:
    """A table two cells wide fills two below each other once it is turned."""
    assert TABLE.cells == (Cell(2, 3), Cell(3, 3))
    assert TABLE.turned().cells == (Cell(2, 3), Cell(2, 4))


def test_somebody_on_a_table_stands_higher_and_paid_a_step_more() -> None:
    """A prop counts as ground of its price, and its top is added to the painted height."""
    page = PAGE.with_painted(LayerName.GROUND, {Cell(2, 3): 2}).with_props((TABLE,))
    kind = page.terrain_at(Cell(2, 3))
    assert (kind.name, kind.difficulty, kind.multiplier) == ("Table", 1, 2)
    assert page.terrain_at(Cell(4, 3)) == PAGE.terrain_at(Cell(4, 3))
    assert page.ground_m(Cell(2, 3)) == 1.0 + 0.75
    assert page.ground_m(Cell(3, 3)) == 0.75
    assert page.foot_m(Cell(2, 3)) == 1.0


def test_a_flipped_table_is_entered_by_nobody_and_hides() -> None:
    """Flipped over it is as its other traits say: no ground to stand on, more cover."""
    page = PAGE.with_props((TABLE.stood(is_flipped=True),))
    assert page.terrain_at(Cell(3, 3)).impassable
    assert page.ground_m(Cell(3, 3)) == 0.0
    cover = page.in_play.cover_objects[-1]
    assert (cover.degree, cover.height_m, cover.cells) == (CoverDegree.HALF, 1.0, TABLE.cells)


def test_a_prop_on_hard_ground_costs_the_dearer_of_both() -> None:
    """Mud below a table is as hard as it was; ground that shuts out walkers still does."""
    mud = TerrainKind(name="mud", difficulty=3, multiplier=4)
    lava = TerrainKind(name="lava", impassable=True, affects=frozenset({"walk"}))
    page = PAGE.with_terrain_kinds((*PAGE.terrain_kinds, mud, lava))
    page = page.with_painted(LayerName.TERRAIN, {Cell(2, 3): 3, Cell(3, 3): 4})
    page = page.with_props((TABLE,))
    assert page.terrain_at(Cell(2, 3)).difficulty == 3
    assert page.terrain_at(Cell(3, 3)).hinders("walk")
    assert not page.terrain_at(Cell(3, 3)).hinders("fly")


def test_what_rules_meet_is_the_same_object_while_nothing_changed() -> None:
    """Layers made of props are kept: what is worked out of them need not be worked out again."""
    page = PAGE.with_props((TABLE,))
    other = page.with_name("inn")
    assert other.in_play.terrain is page.in_play.terrain
    assert other.in_play.cover_objects is page.in_play.cover_objects
    assert other.tops_m is page.tops_m
    assert PAGE.in_play.terrain is PAGE.terrain


def test_very_many_names_still_have_a_price_each() -> None:
    """A byte names 256 kinds of ground: beyond, props share those of their price."""
    props = tuple(
        TABLE.replace(
            id=f"prop-{n}",
            name=f"Thing {n}",
            at=Cell(n % 40, n // 40),
            size=Size(1, 1),
            upright=PropTraits(extra_steps=1 + n % 9),
        )
        for n in range(600)
    )
    page = BattleMap(width=40, height=20).with_props(props)
    assert len(page.in_play.terrain_kinds) <= 256
    assert [page.terrain_at(one.at).difficulty for one in props] == [1 + n % 9 for n in range(600)]


def test_a_smaller_map_keeps_the_props_that_still_stand_on_it() -> None:
    """Moving the border in takes away what would no longer stand on the map whole."""
    page = PAGE.with_props((TABLE, TABLE.replace(id="prop-2", at=Cell(0, 0))))
    assert [one.id for one in page.resized(3, 8).props] == ["prop-2"]


def test_bounds_of_props_are_told() -> None:
    """Too many, beyond the map, twice the same id: each is refused in words."""
    many = tuple(Prop(id=f"prop-{n}", at=Cell(0, 0)) for n in range(MOST_PROPS + 1))
    with pytest.raises(MapError, match="too many"):
        PAGE.with_props(many)
    with pytest.raises(MapError, match="beyond the map of 10 x 8 cells"):
        PAGE.with_props((TABLE.moved(Cell(9, 0)),))
    with pytest.raises(MapError, match="used twice"):
        PAGE.with_props((TABLE, TABLE))
    with pytest.raises(ValidationError, match=r"props: .*beyond the map"):
        BattleMap.model_validate(
            {"width": 2, "height": 2, "props": [TABLE.model_dump(mode="json")]}
        )
