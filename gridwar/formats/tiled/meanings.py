"""What layers and objects of Tiled mean to Gridwar: by class, then by the layer's name, else asked.

Tiled itself gives them no meaning; games invent it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from gridwar.formats.import_report import Check, Choice
from gridwar.formats.tiled.layers_and_page import ObjectLayer, Shape, TileLayer
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridwar.formats.tiled.layers_and_page import AnyLayer, Layer, TiledObject, Values
    from gridwar.formats.tiled.tiled_contents import Contents

Answers = Mapping[str, str]
"""The id of the choice by the id of the question; without one the first guess holds."""


class Meaning(StrEnum):
    """What something of Tiled is taken for."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"
    CURTAIN = "curtain"
    BARS = "bars"
    FENCE = "fence"
    WATER = "water"
    SPAWN = "spawn"
    ZONE = "zone"
    LIGHT = "light"
    PIN = "pin"
    NOTHING = "nothing"


SEGMENTS = frozenset(
    {
        Meaning.WALL,
        Meaning.DOOR,
        Meaning.WINDOW,
        Meaning.CURTAIN,
        Meaning.BARS,
        Meaning.FENCE,
    }
)
OPENINGS = SEGMENTS - {Meaning.WALL, Meaning.FENCE}
"""What stands in the place of a wall."""
_SURE: Mapping[str, Meaning] = {
    **dict.fromkeys(
        ("wall", "walls", "collision", "collisions", "collider", "colliders"), Meaning.WALL
    ),
    **dict.fromkeys(("door", "doors"), Meaning.DOOR),
    **dict.fromkeys(("window", "windows"), Meaning.WINDOW),
    **dict.fromkeys(("curtain", "curtains"), Meaning.CURTAIN),
    **dict.fromkeys(("bars", "portcullis"), Meaning.BARS),
    **dict.fromkeys(("fence", "fences", "railing", "railings"), Meaning.FENCE),
    "water": Meaning.WATER,
    **dict.fromkeys(("spawn", "spawns", "deployment"), Meaning.SPAWN),
    "zone": Meaning.ZONE,
    "light": Meaning.LIGHT,
    "pin": Meaning.PIN,
}
_LIKELY: Mapping[str, Meaning] = {
    **dict.fromkeys(("blocking", "blocker", "blockers", "obstacle", "obstacles"), Meaning.WALL),
    **dict.fromkeys(("solid", "solids", "impassable", "bounds"), Meaning.WALL),
    **dict.fromkeys(("gate", "gates"), Meaning.DOOR),
    **dict.fromkeys(("river", "lake", "pond", "sea"), Meaning.WATER),
    **dict.fromkeys(("start", "players", "entry", "entrance"), Meaning.SPAWN),
}
_OWN_ONLY = frozenset({Meaning.ZONE, Meaning.LIGHT, Meaning.PIN})
"""Read where Gridwar wrote them; others mean something else by these words."""
_JUST_PAINTED = frozenset(
    {"ground", "floor", "floors", "background", "foreground", "decoration", "decorations", "decor"}
)
_WORD = re.compile(r"[a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_SHAPE_WAYS: tuple[Choice, ...] = (
    Choice(Meaning.WALL.value, _("Walls")),
    Choice(Meaning.DOOR.value, _("Doors")),
    Choice(Meaning.WINDOW.value, _("Windows")),
    Choice(Meaning.WATER.value, _("Water")),
    Choice(Meaning.SPAWN.value, _("Where a side begins")),
    Choice(Meaning.NOTHING.value, _("Leave them out")),
)
_TILE_WAYS: tuple[Choice, ...] = (
    Choice(Meaning.NOTHING.value, _("Only painted")),
    Choice(Meaning.WALL.value, _("Walls round them")),
    Choice(Meaning.DOOR.value, _("Doors")),
    Choice(Meaning.WINDOW.value, _("Windows")),
    Choice(Meaning.WATER.value, _("Water")),
    Choice(Meaning.SPAWN.value, _("Where a side begins")),
)


def _words(text: str) -> list[str]:
    return _WORD.findall(_CAMEL.sub(" ", text).lower())


def _named(text: str, known: Mapping[str, Meaning]) -> Meaning | None:
    return next((known[one] for one in _words(text) if one in known), None)


def own_meaning(one: TiledObject) -> Meaning | None:
    """Return what an object says itself that it is; None where it says nothing we know."""
    meaning = _named(one.kind, _SURE)
    return None if meaning in _OWN_ONLY and one.own is None else meaning


def foreign_meaning(one: TiledObject, layer: AnyLayer, answers: Answers) -> Meaning:
    """Return what an object of others is taken for; one of Gridwar's own for nothing."""
    if one.own is not None or one.shape is Shape.TEXT:
        return Meaning.NOTHING
    return own_meaning(one) or meaning_of(layer, answers)


def own_objects(
    contents: Contents, wanted: Collection[Meaning]
) -> list[tuple[TiledObject, Values, Layer]]:
    """Return what Gridwar wrote of some kinds, in the order in which it was, with its layer."""
    found = [
        (one, one.own, layer)
        for layer in contents.layers
        if isinstance(layer, ObjectLayer)
        for one in layer.objects
        if one.own is not None and own_meaning(one) in wanted
    ]
    return sorted(found, key=lambda row: row[0].order)


def sure_meaning(layer: AnyLayer) -> Meaning | None:
    """Return what a layer's class or name says; None where neither says anything we know."""
    meaning = _named(layer.kind, _SURE) or _named(layer.name, _SURE)
    return None if meaning in _OWN_ONLY else meaning


def meaning_of(layer: AnyLayer, answers: Answers) -> Meaning:
    """Return what the unnamed things of a layer are taken for."""
    if layer.id in answers:
        return Meaning(answers[layer.id])
    sure = sure_meaning(layer)
    return sure or _named(layer.kind, _LIKELY) or _named(layer.name, _LIKELY) or Meaning.NOTHING


def is_asked(layer: AnyLayer) -> bool:
    """Return whether nobody can know what a layer is for."""
    if sure_meaning(layer) is not None:
        return False
    if isinstance(layer, TileLayer):
        return not (layer.is_shown and _JUST_PAINTED.intersection(_words(layer.name)))
    return isinstance(layer, ObjectLayer) and bool(unnamed(layer))


def unnamed(layer: ObjectLayer) -> tuple[TiledObject, ...]:
    """Return the shapes of a layer that do not say themselves what they are."""
    others = {Shape.TILE, Shape.TEXT}
    return tuple(
        one for one in layer.objects if one.shape not in others and own_meaning(one) is None
    )


def check_of(layer: AnyLayer, answers: Answers) -> Check | None:
    """Return the question what a layer is for; None where it holds nothing to ask about."""
    chosen, is_answered = meaning_of(layer, answers).value, layer.id in answers
    if isinstance(layer, TileLayer):
        question = _("What are the tiles of layer \u201c{name}\u201d?").format(name=layer.name)
        note = _("They are painted either way.") if layer.is_shown else _("They are not painted.")
        ways = _TILE_WAYS
    elif isinstance(layer, ObjectLayer) and (count := len(unnamed(layer))):
        text = ngettext(
            "What is {n} shape of layer \u201c{name}\u201d?",
            "What are {n} shapes of layer \u201c{name}\u201d?",
            count,
        )
        question = text.format(n=count, name=layer.name)
        kinds = sorted({one.kind for one in unnamed(layer) if one.kind})[:4]
        note = _("Tiled gives shapes no meaning.")
        if kinds:
            note = _("The file calls them: {kinds}.").format(kinds=", ".join(kinds))
        ways = _SHAPE_WAYS
    else:
        return None
    if chosen not in [one.id for one in ways]:
        ways = (*ways, Choice(chosen, chosen.capitalize()))
    return Check(layer.id, question, note, ways, chosen, is_answered=is_answered)
