"""A zone over an upper floor, and falls through its holes, by mouse and keys, in two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.model.geometry import Cell, footprint
from gridwar.systems.percentile.core.fight_state import sheet_of
from tests.support.evening.hands import until
from tests.ui.journeys.answering import answer_all
from tests.ui.journeys.test_drive import log_titles
from tests.ui.journeys.test_two_floors import (
    HOLE,
    begin,
    build,
    floors,
    people,
    shown,
    to_floor,
    undone_to,
    up,
)

if TYPE_CHECKING:
    from gridwar.ui.map.overlays.label_free_places import Rect
    from tests.support.evening.night import Night

FELLER, OTHER = (6, 7), (5, 7)
"""Where they stand on the plan: one on the upper floor beside the hole, one below."""


def smoke_upstairs(night: Night) -> None:
    """Lay smoke over the upper floor with one click; its name is whole in the window."""
    to_floor(night, 1)
    above = floors(night)[1]
    night.take("zones")
    night.button(f"All of {above.name}")
    (zone,) = night.encounter.map.zones
    assert set(zone.cells) == set(footprint(above.at, above.size))
    assert not zone.everywhere
    night.leave_tool()
    night.controller.refresh_now()
    name, cell_px = _name_of_zone(night), night.window.map.cell_px
    assert name.y >= above.at.y * cell_px
    assert name.x >= above.at.x * cell_px


def _name_of_zone(night: Night) -> Rect:
    labels = night.window.map.map_scene.overlays._labels._placed
    return next(one.rect for one in labels if one.request.text == "Smoke")


def through_the_hole(night: Night, who: str) -> str:
    """Walk through the zone and back, drag onto the hole, and do it anyway; return what was told.

    Beforehand the way says what would happen; nothing has moved until the game master wants it.
    """
    hole = up(night, HOLE[0])
    night.hold_drag(up(night, FELLER), hole)
    until(lambda: _problem(night) != "", "what is said of the way")
    plan = night.controller.view.plan
    assert plan is not None
    assert plan.cells[-1] == hole
    told = _problem(night)
    night.let_go(hole)
    assert night.stands(who) == up(night, FELLER)
    night.button("Do it anyway", frees=True)
    assert night.question.title.endswith(" fall 3 m to Ground floor?")
    return told


def _problem(night: Night) -> str:
    plan = night.controller.view.plan
    return "" if plan is None else plan.problem


@pytest.mark.long
def test_percentile(night: Night) -> None:
    """A guard walks through smoke, falls two squares for four wounds, and undo brings it back."""
    build(night, "Percentile")
    _below, guard = people(night, ("Rifleman", OTHER), ("Pike guard", FELLER))
    smoke_upstairs(night)
    begin(night, guard)
    before = night.encounter
    night.drag(up(night, FELLER), up(night, (6, 6)), frees=True)
    answer_all(night)
    assert night.stands(guard) == up(night, (6, 6))
    undone_to(night, before)
    full = sheet_of(before[guard]).wounds
    told = through_the_hole(night, guard)
    assert told == "Step 1: the floor is open, Pike guard falls 3 m to Ground floor."
    night.answer("It falls")
    assert night.question.title == "Pike guard falls 2 squares: what damage?"
    night.press("4")
    night.press("Return", frees=True)
    answer_all(night)
    assert night.stands(guard) == HOLE[0]
    assert shown(night) == floors(night)[0].id
    assert sheet_of(night.encounter[guard]).wounds == full - 4
    night.is_saved()
    undone_to(night, before)
    assert night.stands(guard) == up(night, FELLER)
    night.close()


@pytest.mark.long
def test_cepheus(night: Night) -> None:
    """Without a rule for falls one is told and left to the game master; or it stays above."""
    build(night, "Cepheus")
    _below, brawler = people(night, ("Marine", OTHER), ("Brawler", FELLER))
    smoke_upstairs(night)
    begin(night, brawler)
    before = night.encounter
    through_the_hole(night, brawler)
    night.answer("It stays above")
    answer_all(night)
    assert night.stands(brawler) == up(night, HOLE[0])
    undone_to(night, before)
    through_the_hole(night, brawler)
    night.answer("It falls")
    answer_all(night)
    assert night.stands(brawler) == HOLE[0]
    assert night.encounter[brawler].pos == Cell(*HOLE[0])
    text = "Brawler falls 3 m to Ground floor: no rule says what that does, so you do"
    assert text in log_titles(night)
    undone_to(night, before)
    night.close()
