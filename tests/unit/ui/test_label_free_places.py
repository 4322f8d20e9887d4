"""Labels find places clear of tokens and of each other."""

from __future__ import annotations

from msgspec.structs import replace

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, SceneView, TokenView
from gridwar.control.records.target_records import TargetTag
from gridwar.ui.map.overlays.label_drawing import _edge_color
from gridwar.ui.map.overlays.label_free_places import (
    LabelRequest,
    PlacedLabel,
    Rect,
    Room,
    place_labels,
)
from gridwar.ui.map.overlays.label_words_and_anchors import label_requests
from gridwar.ui.map.overlays.overlay_areas import edge_of

CELL_PX = 50.0


def _place(
    requests: list[LabelRequest],
    busy: tuple[Rect, ...] = (),
    most: int | None = None,
    *,
    is_strict: bool = False,
) -> tuple[PlacedLabel, ...]:
    return place_labels(
        requests,
        CELL_PX,
        lambda _: (80.0, 20.0),
        Room(lambda rect: not any(rect.overlaps(other) for other in busy), None, most, is_strict),
    )


def _about(text: str) -> LabelRequest:
    return LabelRequest(text, about=((4.5, 4.5),), reach=(0.5, 0.5))


def test_a_label_stands_to_the_right_when_there_is_room() -> None:
    """The first place tried is right of what the label speaks of."""
    (label,) = _place([_about("Kell")])
    assert label.rect.x >= 5.0 * CELL_PX
    assert label.leader is None


def test_a_token_in_the_way_sends_it_to_the_other_side() -> None:
    """With somebody on the right, the label stands on the left."""
    (label,) = _place([_about("Kell")], (Rect(250, 200, 50, 50),))
    assert label.rect.x + label.rect.width <= 4.0 * CELL_PX


def test_labels_of_one_place_never_overlap() -> None:
    """Eight labels about the same cell all find places of their own."""
    placed = _place([_about(str(number)) for number in range(8)])
    assert len(placed) == 8
    for index, label in enumerate(placed):
        assert not any(label.rect.overlaps(other.rect) for other in placed[index + 1 :])


def test_a_label_that_stands_off_has_a_leader_line() -> None:
    """When all four sides are taken, the label goes further off and points back."""
    wall = tuple(Rect(x, y, 50, 50) for x in (100, 150, 200, 250, 300) for y in (150, 200, 250))
    (label,) = _place([_about("Kell")], wall)
    assert label.leader is not None
    assert not any(label.rect.overlaps(other) for other in wall)


def test_a_stacked_label_hangs_under_the_one_before() -> None:
    """A warning hangs under the cost it belongs to, flush with it."""
    cost, warning = _place([_about("Cost 8"), LabelRequest("may strike", below=True)])
    assert warning.rect.x == cost.rect.x
    assert cost.rect.y + cost.rect.height < warning.rect.y < cost.rect.y + 2 * cost.rect.height


def test_a_stack_finds_room_as_a_whole() -> None:
    """With somebody under the second line, cost and warning go to the other side together."""
    stack = [_about("Cost 8"), LabelRequest("may strike", below=True)]
    busy = (Rect(270, 236, 50, 50),)
    assert _place([_about("Cost 8")], busy)[0].rect.x >= 5.0 * CELL_PX
    for label in _place(stack, busy):
        assert label.rect.x + label.rect.width <= 4.0 * CELL_PX


def test_a_small_map_keeps_only_what_is_decided() -> None:
    """Under 14 pixels a cell, labels of zones and bands are left out."""
    requests = [_about("Cost 8"), LabelRequest("3 AP", about=((2.0, 2.0),), minor=True)]
    shown = place_labels(requests, 12.0, lambda _: (80.0, 20.0), Room(lambda _: True))
    assert [label.request.text for label in shown] == ["Cost 8"]


def test_a_zone_of_reach_is_named_on_its_outer_border() -> None:
    """The second zone's name stands near the mover, but never on the border of the first."""
    near = frozenset((x, y) for x in range(8, 13) for y in range(8, 13))
    far = frozenset((x, y) for x in range(4, 17) for y in range(4, 17)) - near
    view = SceneView(
        GroundView(30, 30),
        (TokenView("a", (10, 8), "A", selected=True),),
        (
            RegionOverlay(RegionRole.REACH1, near, "1 move"),
            RegionOverlay(RegionRole.REACH2, far, "2 moves"),
        ),
    )
    places = {one.text: one.about[0] for one in label_requests(view)}
    assert places["1 move"] == (10.5, 8.0)
    assert places["2 moves"] == (10.5, 4.0)


def test_a_label_that_the_window_would_cut_is_drawn_into_it() -> None:
    """At the right edge, with no side that is whole, a label moves as far in as it must."""
    window = Rect(150, 0, 90, 400)
    (label,) = place_labels(
        [_about("Kell")], CELL_PX, lambda _: (80.0, 20.0), Room(lambda _: True, window)
    )
    assert window.holds(label.rect)
    assert label.leader is None


def test_a_label_at_the_very_edge_of_the_window_is_whole() -> None:
    """What it is about is the edge of the map, on which the window ends or just behind it."""
    for top in (0.0, 3.0, 15.0):
        window = Rect(0, top, 900, 400)
        handle = LabelRequest("door", about=((4.5, 0.0),), reach=(0.4, 0.35))
        (label,) = place_labels(
            [handle], CELL_PX, lambda _: (80.0, 20.0), Room(lambda _: True, window)
        )
        assert window.holds(label.rect), top


def test_the_label_of_a_brush_stands_beside_its_cells() -> None:
    """What is under the pointer is to be seen; that of a large area stays on its border."""
    ground = GroundView(20, 20)
    for cells, is_beside in (
        (frozenset({(4, 4)}), True),
        (frozenset({(4, 4), (5, 4)}), True),
        (frozenset((x, y) for x in range(4, 8) for y in range(4, 8)), False),
    ):
        view = SceneView(ground, overlays=(RegionOverlay(RegionRole.BRUSH, cells, "stairs"),))
        (label,) = _place(list(label_requests(view)))
        columns, rows = ([cell[axis] for cell in cells] for axis in (0, 1))
        left, top = min(columns) * CELL_PX, min(rows) * CELL_PX
        right, bottom = (max(columns) + 1) * CELL_PX, (max(rows) + 1) * CELL_PX
        covered = label.rect.overlaps(Rect(left, top, right - left, bottom - top))
        assert covered is not is_beside


def test_what_is_out_of_sight_has_its_label_beside_it() -> None:
    """Nothing is drawn into the window for somebody who is not seen."""
    (label,) = place_labels(
        [_about("Kell")],
        CELL_PX,
        lambda _: (80.0, 20.0),
        Room(lambda _: True, Rect(0, 0, 150, 150)),
    )
    assert label.rect.x >= 5.0 * CELL_PX


def test_of_many_labels_the_most_important_have_a_place() -> None:
    """Where there may be six, the first six are placed, each apart from the others."""
    requests = [LabelRequest(str(n), about=((n * 3.0, 2.0),), reach=(0.5, 0.5)) for n in range(9)]
    assert [one.request.text for one in _place(requests, most=6)] == list("012345")
    assert len(_place(requests)) == 9


def test_no_label_lies_over_a_token_at_rest_or_while_something_is_aimed() -> None:
    """It is left out where there is no room; while somebody moves it is drawn all the same."""
    everywhere = (Rect(-1000, -1000, 3000, 3000),)
    assert not _place([_about("Kell")], everywhere, is_strict=True)
    assert len(_place([_about("Kell")], everywhere)) == 1


def test_no_label_lies_over_another_wherever_they_must_lie() -> None:
    """Where all places are taken the less important one is left out, a name as well."""
    everywhere = (Rect(-1000, -1000, 3000, 3000),)
    window = Rect(200, 200, 84, 28)
    shown = place_labels(
        [_about("Kell"), _about("Tess")],
        CELL_PX,
        lambda _: (80.0, 20.0),
        Room(lambda rect: not any(rect.overlaps(other) for other in everywhere), window),
    )
    assert [one.request.text for one in shown] == ["Kell"]


def test_a_tag_that_has_no_room_is_a_small_one() -> None:
    """A target keeps its figure where only that fits."""
    tag = TargetTag((4.5, 4.5), (0.5, 0.5), 1, "58 %", "Short", who="foe")
    request = LabelRequest("", about=(tag.at,), reach=tag.reach, tag=tag)
    window = Rect(190, 195, 70, 60)

    def size(one: LabelRequest) -> tuple[float, float]:
        return (40.0, 19.0) if one.tag is not None and one.tag.is_small else (120.0, 42.0)

    (found,) = place_labels([request], CELL_PX, size, Room(lambda _: True, window, None, True))
    assert found.request.tag == replace(tag, is_small=True)


def test_names_of_bands_never_lie_on_each_other() -> None:
    """Of two that have the same places alone, the second is left out."""
    band = [LabelRequest(one, about=((4.0, 4.0),), on_line=True, minor=True) for one in "ab"]
    everywhere = (Rect(-1000, -1000, 3000, 3000),)
    assert [one.request.text for one in _place(band, everywhere)] == ["a"]


def test_the_one_under_the_pointer_is_named_first() -> None:
    """At rest its label comes before those of whoever is selected, and before all areas."""
    tokens = (
        TokenView("a", (1, 1), "A", name="Ann", selected=True, named=True),
        TokenView("b", (5, 5), "B", name="Ben", named=True),
    )
    area = RegionOverlay(RegionRole.ZONE, frozenset({(8, 8)}), "Smoke")
    view = SceneView(GroundView(30, 30), tokens, (area,), most_tags=6)
    assert [one.text for one in label_requests(view)] == ["Ben", "Ann", "Smoke"]


def test_a_label_has_the_colour_of_the_line_it_speaks_of() -> None:
    """An area in the colour of a side has a label in it; one in its tone's has that of the tone."""
    cells = frozenset({(3, 3), (4, 3)})
    of_side = RegionOverlay(RegionRole.AREA_HARM, cells, "Liss: Overwatch", side=1)
    view = SceneView(GroundView(9, 9), overlays=(of_side, replace(of_side, side=None)))
    first, second = label_requests(view)
    assert first.side == 1
    assert second.side is None
    drawn = {_edge_color(one) for one in (first, second)}
    edges = {
        edge_of(one.role, of_side=one.side)
        for one in view.overlays
        if isinstance(one, RegionOverlay)
    }
    assert drawn == {edge.color for edge in edges if edge is not None}
