"""Range bands: circles where the metric is a straight line, exact cells elsewhere, with height."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.measuring.range_bands import band_at, band_overlays
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit.overlays_and_scenery import Ring, rings_of
from gridwar.grid.cells.distance import footprint_distance_cells
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import Cell, footprint
from gridwar.systems import find_system
from tests.support.fights import begun, on_board

if TYPE_CHECKING:
    import pytest

BANDS = (("Near", 2, "+1"), ("Far", 8.5, ""), ("Beyond", None, "-4"))
RINGS = (Ring(0, "Personal", "-4"), Ring(2, "Close", "-2"), Ring(8, "Short", "0"))


def test_a_band_by_the_straight_line_is_a_circle_through_its_last_cells() -> None:
    """Close reaches to 2 rounded, so to 2.5; the squares stand in its label, minus as a minus."""
    now = on_board("cepheus", marine=(10, 10))
    shown = band_overlays(find_system("cepheus"), now, now["marine"], RINGS)
    rings = [one for one in shown if isinstance(one, sr.RingOverlay)]
    assert [(one.center, one.radius_cells, one.label, one.second) for one in rings] == [
        ((10.5, 10.5), 2.5, "Close 1\u20132", "\u22122"),
        ((10.5, 10.5), 8.5, "Short 3\u20138", "0"),
    ]


def test_a_band_that_is_compared_unrounded_is_drawn_so() -> None:
    """In Drive what is shown as short is what a bubble of short radius takes in, to the square."""
    system, now = find_system("drive"), on_board("drive", guard=(10, 10))
    who = now["guard"]
    rings = system.board.overlays(now, who.id, "", None).rings
    shown = band_overlays(system, now, who, rings)
    outlines = {one.label: one.radius_cells for one in shown if isinstance(one, sr.RingOverlay)}
    assert outlines["short 2\u20136"] == 6.0
    assert outlines["engagement 0\u20131"] == 1.5
    for x in range(10, 20):
        at = band_at(system, now, who, rings, (Cell(x, 14), None))
        assert at is not None
        assert (at.text in {"engagement", "short"}) is (hypot(x - 10, 4) <= 6), x


def test_a_band_where_diagonals_count_is_its_cells() -> None:
    """By the longest axis, increment 5 round one cell is eleven by eleven."""
    now = on_board("arrgs", guard=(10, 10))
    shown = band_overlays(find_system("arrgs"), now, now["guard"], (Ring(5, "Increment 1"),))
    (region,) = shown
    assert isinstance(region, sr.RegionOverlay)
    assert len(region.cells) == 121
    assert not region.filled


def test_bands_of_a_raised_token_are_the_cells_near_enough_with_height() -> None:
    """From 3 m up (two cells) Close takes in only what the metric, height included, says."""
    now = on_board("cepheus", marine=(10, 10))
    now = now.with_combatant(now["marine"].replace(altitude=3.0))
    system = find_system("cepheus")
    region = band_overlays(system, now, now["marine"], RINGS)[0]
    assert isinstance(region, sr.RegionOverlay)
    metric, own = system.yardstick(now).metric, footprint(Cell(10, 10))
    around = [Cell(x, y) for x in range(5, 16) for y in range(5, 16)]
    near = {cell for cell in around if footprint_distance_cells(metric, own, (cell,), 2.0) <= 2}
    assert region.cells == near


def test_the_ground_counts_where_the_rules_count_it() -> None:
    """A cell on a rise of 6 m, two cells away, is 4 squares off and so at Short range."""
    now = on_board("cepheus", marine=(10, 10), brawler=(12, 10))
    rise = BattleMap(width=30, height=20).with_painted(LayerName.GROUND, {Cell(12, 10): 12})
    now = now.replace(map=rise)
    system = find_system("cepheus")
    label = band_at(system, now, now["marine"], RINGS, (Cell(12, 10), "brawler"))
    assert label is not None
    assert (label.text, label.second) == ("Short", "4 squares, 0")
    close = band_overlays(system, now, now["marine"], RINGS)[0]
    assert isinstance(close, sr.RegionOverlay)
    assert Cell(12, 10) not in close.cells
    assert Cell(12, 9) in close.cells


def test_beyond_the_last_band_is_said() -> None:
    """Eleven squares away is beyond Short, the last of these bands."""
    now = on_board("cepheus", marine=(1, 1))
    label = band_at(find_system("cepheus"), now, now["marine"], RINGS, (Cell(12, 1), None))
    assert label is not None
    assert label.text == "beyond Short"


def test_bands_are_worked_out_once_for_as_long_as_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pointer moves over a map with range bands: they are those drawn before."""
    controller = Controller(begun("cepheus", marine=(3, 3)))
    controller.selection.select("marine")
    scene, drawn = ScenePresenter(controller, Toolbox(controller)), list[int]()

    def counted(*args: object) -> tuple[()]:
        drawn.append(len(args))
        return ()

    monkeypatch.setattr("gridwar.control.presenters.scene.band_overlays", counted)
    for column in range(3):
        controller.show(show_bands=True, hover=Cell(column, 0))
        scene.present()
    assert len(drawn) == 1


def test_a_band_without_an_end_has_no_ring() -> None:
    """Bands become rings as they are listed: name, edge and note; the endless one has none."""
    assert rings_of(BANDS) == (Ring(2, "Near", "+1"), Ring(8.5, "Far"))
    assert all(ring.is_unrounded for ring in rings_of(BANDS, is_unrounded=True))
