"""What the sketch tool draws over the map, and what the status bar says while it is in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.maps.sketch_words import (
    EDGE_WORDS,
    THING_WORDS,
    length_in_unit,
    size_in_unit,
    size_words,
)
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.tools.sketch import sketch_gesture as gestures
from gridwar.control.tools.sketch import sketch_places as places
from gridwar.control.tools.sketch.sketch_gesture import (
    Meaning,
    SketchPen,
    meaning,
    next_kind,
    way_of,
)
from gridwar.model.sketch import EdgeKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import Point
    from gridwar.control.tools.sketch.sketch_gesture import Gesture, Hand
    from gridwar.model.geometry import Cell
    from gridwar.model.scale import Scale
    from gridwar.model.sketch import Sketch
    from gridwar.model.sketch_strokes import Edge

_NEXT: Final[Mapping[SketchPen, str]] = {
    SketchPen.ROOM: _("cave, round room"),
    SketchPen.CAVE: _("round room, rooms"),
    SketchPen.HALL: _("rooms"),
}
"""What the next pens are."""
MEANING_WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NOTHING: "",
    Meaning.ROOM: _("room"),
    Meaning.JOINED: _("room, open to what it touches"),
    Meaning.OWN_ROOM: _("walled off within the room"),
    Meaning.CORRIDOR: _("corridor"),
    Meaning.OPENING: _("a way through"),
    Meaning.HALL: _("round room"),
    Meaning.EDGES: "",
    Meaning.CAVE: _("cave"),
    Meaning.THINGS: "",
    Meaning.ERASED: _("rock"),
}


def drawn_by(
    hand: Hand, gesture: Gesture, scale: Scale, sketch: Sketch
) -> tuple[sr.OverlayView, ...]:
    """Return what a drag under way would draw, with its size at the pointer."""
    what = meaning(hand, gesture)
    match what:
        case Meaning.NOTHING:
            return ()
        case Meaning.CORRIDOR | Meaning.OPENING:
            way = way_of(gesture)
            count = sum(not places.is_open(cell, sketch) for cell in way)
            text = ngettext("{n} cell", "{n} cells", count).format(n=count)
            label = _label(gesture.now, text, length_in_unit(count, scale), what)
            return (sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset(way)), label)
        case Meaning.EDGES:
            return _along(hand, gesture, scale)
        case Meaning.THINGS if gesture.joins:
            at = frozenset(gestures.corners(gesture))
            return (sr.RegionOverlay(sr.RegionRole.BRUSH, at), *brush(hand, gesture.now, ""))
        case Meaning.CAVE | Meaning.THINGS:
            return _passed(hand, gesture)
        case Meaning.ERASED if hand.pen in (SketchPen.CAVE, SketchPen.THING):
            return _passed(hand, gesture)
        case _:
            a, b = gesture.cells
            columns, rows = abs(a.x - b.x) + 1, abs(a.y - b.y) + 1
            box = (float(min(a.x, b.x)), float(min(a.y, b.y)), float(columns), float(rows))
            in_unit = size_in_unit(columns, rows, scale)
            return (
                sr.BoxOverlay(box),
                _label(gesture.now, size_words(columns, rows), in_unit, what),
            )


def _label(at: Point, cells: str, in_unit: str, what: Meaning) -> sr.LabelOverlay:
    words = MEANING_WORDS[what]
    second = f"{in_unit}  \u00b7  {words}" if words else in_unit
    return sr.LabelOverlay(at, cells, second, sr.Role.INTENT)


def _along(hand: Hand, gesture: Gesture, scale: Scale) -> tuple[sr.OverlayView, ...]:
    along = places.edges_along(gesture.start, gesture.now)
    if not along:
        return ()
    start, end = places.ends_of(along[0])[0], places.ends_of(along[-1])[1]
    words = _("nothing") if hand.erases else EDGE_WORDS[hand.edge]
    length = length_in_unit(len(along), scale)
    return (
        sr.LineOverlay(start, end, sr.LineRole.PLANNED),
        sr.LabelOverlay(gesture.now, words, f"{len(along)}  \u00b7  {length}", sr.Role.INTENT),
    )


def _passed(hand: Hand, gesture: Gesture) -> tuple[sr.OverlayView, ...]:
    """Return the cells that the brush has passed, and the brush.

    It says no word any more: what it draws is seen, and what that is stood by it before.
    """
    region = sr.RegionOverlay(sr.RegionRole.BRUSH, gesture.passed)
    return (region, *brush(hand, gesture.now, ""))


def brush(hand: Hand, point: Point, words: str) -> tuple[sr.OverlayView, ...]:
    """Return the brush of a cave, or the cell of a thing, at a place."""
    if hand.pen is SketchPen.CAVE:
        return (sr.RingOverlay(point, hand.size / 2, words, role=sr.Role.INTENT),)
    cell = places.cell_at(point)
    return (sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset({cell}), words),)


def _words_of(hand: Hand) -> str:
    """Return what the hand draws."""
    if hand.pen is SketchPen.THING:
        return _("takes things away") if hand.erases else THING_WORDS[hand.thing]
    if hand.erases:
        return MEANING_WORDS[Meaning.ERASED]
    return _("cave") if hand.pen is SketchPen.CAVE else ""


def at_rest(hand: Hand, point: Point, sketch: Sketch) -> tuple[sr.OverlayView, ...]:
    """Return what a click or a drag that begins here would be about."""
    if hand.pen in (SketchPen.CAVE, SketchPen.THING):
        return brush(hand, point, _words_of(hand))
    edge = places.edge_at(point, sketch) if hand.pen is SketchPen.ROOM else None
    if edge is not None:
        return on_edge(hand, edge, sketch)
    cell = places.cell_at(point)
    return (sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset({cell}), filled=False),)


def on_edge(hand: Hand, edge: Edge, sketch: Sketch) -> tuple[sr.OverlayView, ...]:
    """Return an edge under the pointer, with what a click makes of it."""
    line = sr.LineOverlay(*places.ends_of(edge), sr.LineRole.PLANNED)
    stands = places.stands_at(edge, sketch)
    if stands is EdgeKind.NOTHING:  # most lines of the grid: words would follow the pointer about
        return (line,)
    text = _("Click: {kind}").format(kind=EDGE_WORDS[becomes(hand, edge, sketch)])
    now = _("now {kind}").format(kind=EDGE_WORDS[stands])
    return (line, sr.LabelOverlay(places.middle_of(edge), text, now, sr.Role.INTENT))


def becomes(hand: Hand, edge: Edge, sketch: Sketch) -> EdgeKind:
    """Return what will stand on an edge after a click."""
    kind = next_kind(hand, edge, sketch)
    if kind is EdgeKind.NOTHING and places.is_rim(edge, sketch):
        return EdgeKind.WALL
    return kind


def keys_of(
    hand: Hand,
    gesture: Gesture | None,
    edge: Edge | None,
    room: Cell | None,
    *,
    rests: bool = False,
) -> tuple[KeyHint, ...]:
    """Return the keys of this moment.

    Args:
        hand: How the tool is set.
        gesture: The drag under way.
        edge: The edge under the pointer.
        room: The open cell under it.
        rests: Whether the pointer rests on an edge where it drew just now.
    """
    if gesture is not None:
        end = KeyHint(_("Enter") if gesture.by_key else _("Release"), _ends_as(hand, gesture))
        return (end, *_while_dragging(hand, gesture), KeyHint(_("Right click, Esc"), _("give up")))
    erase = KeyHint("0", _("draw again") if hand.erases else _("erase"))
    last = (
        KeyHint(_("Tab"), _NEXT.get(hand.pen, _("rooms"))),
        KeyHint("9", _("stairs, pillar \u2026")),
        erase,
        KeyHint(_("Arrows, Enter"), _("by key")),
    )
    if hand.pen is SketchPen.CAVE:
        draws = _("rock") if hand.erases else _("cave")
        return (KeyHint(_("Drag"), draws), KeyHint("[ ]", _("size")), *last)
    if hand.pen is SketchPen.THING:
        ctrl = KeyHint(_("Ctrl+drag"), _("at the corners"))
        then = (KeyHint("9", _("the next one")), last[0], *last[2:])
        corners = () if hand.erases else (ctrl,)
        return (KeyHint(_("Click or drag"), _words_of(hand)), *corners, *then)
    if hand.erases:
        clears = KeyHint(_("Click an edge"), _("clear it"))
        return (KeyHint(_("Drag"), _("rock again")), clears, *last)
    if hand.pen is SketchPen.HALL:
        return (KeyHint(_("Drag"), _("a round room")), *last)
    return (*_of_rooms(hand, edge, room, rests=rests), *last)


def _of_rooms(
    hand: Hand, edge: Edge | None, room: Cell | None, *, rests: bool
) -> tuple[KeyHint, ...]:
    kind = EDGE_WORDS[hand.edge]
    if edge is not None:
        return (
            KeyHint(_("Click"), _("{kind}, again: the next").format(kind=kind)),
            KeyHint(_("1\u20138"), _("which kind") if rests else _("put that kind here")),
            KeyHint(_("Drag out"), _("a corridor")),
            KeyHint(_("Shift+drag"), _("along edges")),
        )
    if room is not None:
        return (
            KeyHint(_("Drag out"), _("a corridor")),
            KeyHint(_("Drag inside"), _("wall a room off")),
            KeyHint(_("Ctrl+drag"), _("widen")),
            KeyHint(_("Shift+drag"), _("along edges")),
        )
    return (
        KeyHint(_("Drag"), _("a room")),
        KeyHint(_("Ctrl+drag"), _("open to what it touches")),
        KeyHint(_("Click an edge"), kind),
    )


def _ends_as(hand: Hand, gesture: Gesture) -> str:
    what = meaning(hand, gesture)
    if what is Meaning.EDGES:
        return _("nothing") if hand.erases else EDGE_WORDS[hand.edge]
    if what is Meaning.THINGS:
        return THING_WORDS[hand.thing]
    return MEANING_WORDS[what] or _("nothing")


def _while_dragging(hand: Hand, gesture: Gesture) -> tuple[KeyHint, ...]:
    what = meaning(hand, gesture)
    if what is Meaning.ROOM:
        return (KeyHint(_("Ctrl"), _("open to what it touches")),)
    if what is Meaning.OWN_ROOM:
        return (KeyHint(_("Drag out"), _("a corridor")),)
    return ()
