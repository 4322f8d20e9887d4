"""Props in every system: met as painted ground and cover are, and flipped by whoever is next to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.kit.yardstick_and_distances import spot_of
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.model.battlemap import LayerName
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.geometry import Cell, Size
from gridwar.model.props import Prop, PropTraits
from gridwar.model.terrain_kinds import TerrainKind
from tests.support.crowds import crowd
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

WHO, FOE = "goblin0", "foe"
FAR = Cell(8, 4)
FLIPPING = ("arrgs", "cepheus", "drive", "freeform", "percentile")
"""Those whose rules know cover, or leave all to the table."""
TABLE = Prop(
    id="prop-1",
    name="Table",
    at=Cell(5, 4),
    size=Size(1, 2),
    upright=PropTraits(cover=CoverDegree.QUARTER, height_m=0.75, is_stood_on=True, extra_steps=1),
    flipped=PropTraits(cover=CoverDegree.HALF, height_m=1.0, is_barred=True),
)


def laid(system_id: str, foe: Cell = FAR) -> Encounter:
    """Return a fight with two foes, one at 4, 4."""
    here = crowd(system_id, 1).encounter
    for who, at in ((WHO, Cell(4, 4)), (FOE, foe)):
        here = here.with_combatant(here[who].replace(pos=at))
    return here


def reached(system_id: str, encounter: Encounter) -> dict[Cell, int]:
    """Return what it costs somebody to get anywhere."""
    movement = find(system_id).board.movement(encounter, WHO, "")
    most = max((zone.limit for zone in movement.zones), default=8)
    found = reach(LazyGrid(movement.ground, movement.rule), Cell(4, 4), most)
    return {Cell(*cell): cost for cell, cost in found.costs.items()}


@pytest.mark.parametrize("system_id", every_id())
@pytest.mark.parametrize("steps", [0, 1, 3])
@pytest.mark.parametrize("barred", [False, True])
def test_moving_onto_a_prop_costs_what_such_ground_does(
    system_id: str, steps: int, *, barred: bool
) -> None:
    """Its price is asked where that of painted ground is, so no system knows of props."""
    here = laid(system_id)
    extra = 0 if barred else steps
    kind = TerrainKind(name="p", difficulty=extra, multiplier=1 + extra, impassable=barred)
    page = here.map.with_terrain_kinds((*here.map.terrain_kinds, kind))
    number = len(page.terrain_kinds) - 1
    painted = page.with_painted(LayerName.TERRAIN, dict.fromkeys(TABLE.cells, number))
    traits = PropTraits(extra_steps=steps, is_barred=barred)
    standing = here.map.with_props((TABLE.replace(upright=traits),))
    by_paint = reached(system_id, here.replace(map=painted))
    by_prop = reached(system_id, here.replace(map=standing))
    assert by_prop == by_paint
    if barred:
        assert not set(TABLE.cells) & set(by_prop)


@pytest.mark.parametrize("system_id", every_id())
def test_a_prop_hides_as_a_thing_of_the_same_cover_does(system_id: str) -> None:
    """The line to somebody behind it comes to the same, in the same words."""
    here = laid(system_id, foe=Cell(6, 4))
    prop = TABLE.stood(is_flipped=True)
    thing = CoverObject(
        id=prop.id, name=prop.name, cells=prop.cells, degree=CoverDegree.HALF, height_m=1.0
    )
    system = find(system_id)
    by_prop = here.replace(map=here.map.with_props((prop,)))
    by_thing = here.replace(map=here.map.with_cover_objects((thing,)))
    far = here[WHO].replace(pos=Cell(1, 4))
    one, other = (
        system.sight(state.with_combatant(far), WHO, FOE) for state in (by_prop, by_thing)
    )
    assert one is not None
    assert one == other
    bare = system.sight(here.with_combatant(far), WHO, FOE)
    assert bare is not None
    if one.knows_cover:
        assert one != bare


@pytest.mark.parametrize("system_id", every_id())
def test_whoever_stands_on_a_crate_is_as_high(system_id: str) -> None:
    """Its height is that of ground painted as high."""
    here = laid(system_id)
    crate = Prop(
        id="c", at=Cell(4, 4), upright=PropTraits(height_m=1.0, is_stood_on=True, extra_steps=2)
    )
    yardstick = find(system_id).yardstick(here)
    painted = here.map.with_ground_step(0.5).with_painted(LayerName.GROUND, {Cell(4, 4): 2})
    by_prop, by_paint = (
        spot_of(state, yardstick, state[WHO])
        for state in (
            here.replace(map=here.map.with_props((crate,))),
            here.replace(map=painted),
        )
    )
    assert by_prop == by_paint


def table_under_way(system_id: str, page_at: Cell = TABLE.at, foe: Cell = FAR) -> Session:
    """Return a fight under way, somebody's turn, with a table."""
    here = laid(system_id, foe)
    here = here.replace(map=here.map.with_props((TABLE.moved(page_at),)))
    session = Session(find(system_id), here, table=StrictTable)
    session.submit(BeginFight())
    session.submit(TakeTurn(actor=WHO))
    return session


def flips(session: Session) -> list[str]:
    """Return the ids of what somebody is offered to flip."""
    return [
        one.id
        for one in actions_of(session.system, session.encounter, WHO)
        if one.offer in ("flip_prop", "flip")
    ]


@pytest.mark.parametrize("system_id", FLIPPING)
def test_a_table_is_flipped_by_whoever_is_next_to_it(system_id: str) -> None:
    """It is offered, says what comes of it, is played, and is undone in one step."""
    session = table_under_way(system_id)
    action = next(
        one
        for one in actions_of(session.system, session.encounter, WHO)
        if one.offer in ("flip_prop", "flip")
    )
    assert action.title == "Flip Table over"
    assert "half cover" in action.note
    assert action.refusal is None
    before = session.encounter
    outcome = session.submit(action.make(Target()))
    assert isinstance(outcome, Accepted)
    prop = session.encounter.map.props[0]
    assert prop.is_flipped
    assert session.encounter.map.terrain_at(prop.at).impassable
    again = next(
        one
        for one in actions_of(session.system, session.encounter, WHO)
        if one.offer in ("flip_prop", "flip")
    )
    assert again.title == "Set Table upright"
    session.undo()
    assert session.encounter == before


@pytest.mark.parametrize("system_id", every_id())
def test_nobody_is_offered_a_table_out_of_reach(system_id: str) -> None:
    """Who is not next to it is not asked; one system has no such action at all."""
    assert flips(table_under_way(system_id, Cell(6, 4))) == []


@pytest.mark.parametrize("system_id", FLIPPING)
def test_one_somebody_stands_on_is_flipped_at_the_gms_word_only(system_id: str) -> None:
    """The reason names who; the game master may pass over it."""
    session = table_under_way(system_id, foe=Cell(5, 5))
    action = next(
        one
        for one in actions_of(session.system, session.encounter, WHO)
        if one.offer in ("flip_prop", "flip")
    )
    assert action.refusal is not None
    assert action.refusal.code == "stands_on_it"
    waived = action.make(Target()).waiving("stands_on_it")
    assert isinstance(session.submit(waived), Accepted)
