"""What is drawn on a map is seen on any map; ``python -m tests.contrast`` prints the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec.structs import replace

from gridwar.control.records import scene_records as sr
from gridwar.ui.style.colors import map_colors
from tests.contrast.__main__ import CELLS_PX, figures
from tests.contrast.chart_things import chart_things
from tests.contrast.pixels import Drawn, _along_a_line, contrast_of
from tests.contrast.sight import shares
from tests.contrast.things import Kind, Thing, all_things

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.contrast.sight import Floats

THINGS = (*all_things(), *chart_things())
AT_REST = (
    "reach over its veil",
    "threat",
    "area of azure",
    "token of jade",
    "letters of jade",
    "token, down",
    "letters, down",
    "selection corners",
    "label, threat",
    "result's mark, harm",
    "figure of a chart, danger 1",
    "figure of a chart, seen 1",
)


def named(name: str) -> Thing:
    """Return a thing by its name."""
    return next(one for one in THINGS if one.name == name)


@pytest.mark.parametrize("name", AT_REST)
def test_what_is_shown_at_rest_is_seen_on_any_ground(qtbot: QtBot, name: str) -> None:
    """Lines keep 3, words 4.5, on six grounds and two pages, where a map is fitted."""
    thing = named(name)
    found = contrast_of(thing, CELLS_PX[1]) or contrast_of(thing, CELLS_PX[0])
    assert min(found.values()) >= thing.least, found


@pytest.mark.long
@pytest.mark.parametrize("thing", THINGS, ids=[one.name for one in THINGS])
def test_whatever_is_drawn_is_seen_on_any_ground(qtbot: QtBot, thing: Thing) -> None:
    """Lines keep 3, words 4.5, on six grounds and two pages, at two zooms."""
    found = figures(thing)
    assert min(found.values()) >= thing.least, found


def test_every_role_of_a_region_line_and_label_is_among_them() -> None:
    """Whatever gets a new role is measured, but for hatches without an edge."""
    views = [overlay for thing in THINGS for overlay in thing.view.overlays]
    regions = {one.role for one in views if isinstance(one, sr.RegionOverlay)}
    hatches = {sr.RegionRole.OPPORTUNITY, sr.RegionRole.DIFFICULT, sr.RegionRole.AREA_OVERLAP}
    assert regions == {*sr.RegionRole} - hatches
    assert {one.role for one in views if isinstance(one, sr.LineOverlay)} == {*sr.LineRole}
    assert {one.role for one in views if isinstance(one, sr.LabelOverlay)} == {*sr.Role}


def line(core: str, casing: str) -> Drawn:
    """Return an upright line, 3 pixels of a core between 2 of a casing on each side."""
    own, alpha = np.zeros((40, 40, 3)), np.zeros((40, 40))
    alpha[:, 16:23] = 1
    own[:, 16:23] = shares(casing)
    own[:, 18:21] = shares(core)
    return Drawn(alpha, own)


@pytest.mark.parametrize(
    ("casing", "tone", "is_seen"),
    [("#000000", "#F0F0F0", True), ("#F4F1E8", "#F0F0F0", False), ("#F4F1E8", "#101010", False)],
    ids=["cased on pale", "without a casing on pale", "without a casing on dark"],
)
def test_the_measure_tells_a_line_with_a_casing_from_one_without(
    casing: str, tone: str, is_seen: bool
) -> None:
    """A pale line needs a dark casing: against the ground, and against itself."""
    bare = Drawn(np.zeros((40, 40)), np.zeros((40, 40, 3)))
    ground: Floats = np.broadcast_to(shares(tone), (40, 40, 3))
    assert (_along_a_line(line(map_colors().paper, casing), bare, ground) >= 3) is is_seen


def test_the_measure_finds_letters_that_are_too_faint(qtbot: QtBot) -> None:
    """Letters in the colour of a face are no letters."""
    down = named("letters, down")
    assert min(contrast_of(down, CELLS_PX[0]).values()) >= 4.5
    same = replace(down, view=named("token, down").view, kind=Kind.LETTERS)
    assert contrast_of(same, CELLS_PX[0]) == {}
