"""Lines between two tokens begin and end where these are drawn, at every zoom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF

from gridwar.control.records.ground_records import GroundView, Point
from gridwar.control.records.result_records import ResultView
from gridwar.control.records.scene_records import LineOverlay, LineRole, SceneView, TokenView
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.map.overlays.lines_and_arcs import LineItem
from gridwar.ui.map.overlays.result_tags_and_marks import _FromItem
from gridwar.ui.style.colors import ThemeName, palette_for

A, B = TokenView("a", (4, 4), "Aa"), TokenView("b", (5, 4), "Bb", side=1)
LINE = LineOverlay((4.5, 4.5), (5.5, 4.5), LineRole.AIM, between=("a", "b"))
VIEW = SceneView(GroundView(20, 20), (A, B), (LINE,))


def scene(cell_px: float, view: SceneView = VIEW) -> MapScene:
    """Return a scene at a zoom."""
    made = MapScene(palette_for(ThemeName.DARK))
    made.reduce_motion = True
    made.set_zoom(cell_px, 1.0)
    made.sync(None, view)
    return made


def ends(made: MapScene) -> tuple[Point, Point]:
    """Return where the line begins and ends."""
    (line,) = (one for one in made.items() if isinstance(one, LineItem))
    return line.ends


def middle(made: MapScene, who: str) -> Point:
    """Return the middle of a token as it is drawn."""
    at = made.tokens.drawn_at(who).center()
    return at.x(), at.y()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("cell_px", [10.0, 14.0, 64.0])
def test_a_line_goes_from_disc_to_disc(cell_px: float) -> None:
    """Also where these are larger than their squares and make room for each other."""
    made = scene(cell_px)
    for found, who in zip(ends(made), "ab", strict=True):
        assert found == pytest.approx(middle(made, who))
    assert (ends(made) == (LINE.a, LINE.b)) == (cell_px == 64)


@pytest.mark.usefixtures("qapp")
def test_it_follows_another_zoom_and_another_neighbour() -> None:
    """The line is the same record, yet its ends go along."""
    made = scene(64.0)
    made.set_zoom(10.0, 1.0)
    assert ends(made)[0] == pytest.approx(middle(made, "a"))
    before = ends(made)
    third = TokenView("c", (4, 5), "Cc")
    made.sync(made.view, replace(VIEW, tokens=(A, B, third)))
    assert ends(made) != before
    assert ends(made)[0] == pytest.approx(middle(made, "a"))
    made.set_zoom(64.0, 1.0)
    assert ends(made) == (LINE.a, LINE.b)


@pytest.mark.usefixtures("qapp")
def test_a_line_of_corners_stays_where_it_was_tested() -> None:
    """What the rules measured from a corner is drawn from there."""
    made = scene(10.0, replace(VIEW, overlays=(replace(LINE, between=("", "")),)))
    assert ends(made) == (LINE.a, LINE.b)


@pytest.mark.usefixtures("qapp")
def test_the_line_to_a_result_begins_at_the_disc_of_whoever_did_it() -> None:
    """It comes from where the token is drawn."""
    made = scene(10.0)
    hit = ResultView("b", 3, "\u22129", is_harm=True, by="a")
    made.sync(made.view, replace(VIEW, results=(hit,)))
    (item,) = made.results._items.values()
    item._come(QPointF(*middle(made, "a")), moving=False)
    (line,) = (one for one in made.items() if isinstance(one, _FromItem))
    assert (line._line.x1(), line._line.y1()) == pytest.approx(middle(made, "a"))
