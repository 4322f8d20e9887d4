"""How the log calls the strokes of the sketch: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.sketch_words import (
    EDGE_WORDS,
    PUT_WORDS,
    STYLE_WORDS,
    THING_WORDS,
    size_words,
)
from gridwar.engine.gm import sketch_commands as sketching
from gridwar.model.sketch import EdgeKind
from gridwar.model.sketch_walls import open_cells
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.sketch import Sketch


def describe_stroke(command: Command, before: Encounter) -> Words | None:
    """Return headline and result of a stroke of the sketch; None for any other command."""
    match command:
        case sketching.DrawRoom(a=a, b=b):
            text = (
                _("Draws a round room of {size}") if command.round else _("Draws a room of {size}")
            )
            return text.format(size=_size(a, b)), _(
                "open to what it touches"
            ) if command.joins else ""
        case sketching.DrawCorridor(way=way):
            return _corridor(way, before.map.sketch), ""
        case sketching.DrawEdges():
            return _edges(command), ""
        case sketching.DigCave(fills=fills):
            return _("Fills up with rock") if fills else _("Digs a cave"), ""
        case sketching.EraseSketch(a=a, b=b):
            return _("Erases {size} of the sketch").format(size=_size(a, b)), ""
        case sketching.PutSketchThings():
            return _things(command, before.map), ""
        case sketching.SetSketchStyle(style=style):
            return _("Draws the sketch as {style}").format(style=STYLE_WORDS[style]), ""
        case _:
            return None


def _size(a: Cell, b: Cell) -> str:
    return size_words(abs(a[0] - b[0]) + 1, abs(a[1] - b[1]) + 1)


def _corridor(way: tuple[Cell, ...], sketch: Sketch | None) -> str:
    """Return what is dug; what was open before is no part of it."""
    count = sum(sketch is None or not open_cells(sketch)[y, x] for x, y in set(way))
    if not count:
        return _("Opens a way through")
    text = ngettext("Digs a corridor of {n} cell", "Digs a corridor of {n} cells", count)
    return text.format(n=count)


def _edges(command: sketching.DrawEdges) -> str:
    count = len(command.edges)
    if command.edge_kind is EdgeKind.NOTHING:
        text = ngettext("Clears {n} edge", "Clears {n} edges", count)
        return text.format(n=count)
    kind = EDGE_WORDS[command.edge_kind]
    if count == 1:
        return _("Puts {what}").format(what=PUT_WORDS.get(command.edge_kind, kind))
    return _("Puts {what} on {n} edges").format(what=kind, n=count)


def _things(command: sketching.PutSketchThings, page: BattleMap) -> str:
    words = dict.fromkeys(THING_WORDS[one.kind] for one in command.put)
    if len(command.put) == 1:
        kind = command.put[0].kind
        return _("Puts {what}").format(what=PUT_WORDS.get(kind, THING_WORDS[kind]))
    if words:
        return _("Puts {what}").format(what=", ".join(words))
    there = page.sketch.things if page.sketch is not None else ()
    gone = set(command.gone)
    words = dict.fromkeys(THING_WORDS[one.kind] for one in there if one.cell in gone)
    return _("Takes away {what}").format(what=", ".join(words) or _("nothing"))
