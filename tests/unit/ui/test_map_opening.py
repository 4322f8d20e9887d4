"""Where a map is opened."""

from __future__ import annotations

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.ui.map.camera.viewpoint import nearer_place


def _scene(*cells: tuple[int, int], side: int = 100) -> SceneView:
    tokens = tuple(TokenView(str(cell), cell, "A") for cell in cells)
    return SceneView(GroundView(side, side), tokens)


def test_everybody_fills_the_view() -> None:
    """Tokens 17 columns apart, with a cell and a half around them, fill a view of 20 cells."""
    found = nearer_place(_scene((40, 50), (56, 52)), (800, 800), 8.0, 64.0)
    assert found == (40.0, (48.5, 51.5))


def test_a_lone_token_is_shown_at_full_size_only() -> None:
    """Nobody is shown larger than 64 pixels a cell, and nothing beyond the map in a corner."""
    found = nearer_place(_scene((0, 0)), (640, 640), 8.0, 64.0)
    assert found == (64.0, (5.0, 5.0))


def test_nothing_moves_where_the_whole_map_is_as_large() -> None:
    """Who stands all over the map, or nobody, leaves the whole map in view."""
    assert nearer_place(_scene((0, 0), (99, 99)), (800, 800), 8.0, 64.0) is None
    assert nearer_place(_scene(), (800, 800), 8.0, 64.0) is None
