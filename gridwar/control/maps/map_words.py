"""What lies on the map, in words: kinds of terrain and cover, heights, walls, doors, zones."""

from __future__ import annotations

from math import atan2, pi
from typing import TYPE_CHECKING

from gridwar.control.text_format import minus, signed
from gridwar.engine.perception.light_of_fight import level_word
from gridwar.model.cover_kinds import CoverDegree, CoverForm, CoverKind
from gridwar.model.floors import square_name
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.scale import METRES_PER_FOOT
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide
from gridwar.model.zones import LIGHT, SMOKE, Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import Cover, CoverObject
    from gridwar.model.floors import Floor
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.zones import Zone


def capital(words: str) -> str:
    """Return words with a large first letter, the others as they are."""
    return words[:1].upper() + words[1:]


def terrain_name(kind: TerrainKind) -> str:
    """Return the name of a kind of terrain."""
    return capital(kind.name)


def terrain_effect(kind: TerrainKind) -> str:
    """Return what a kind of terrain does, in words."""
    found: list[str] = []
    if kind.impassable:
        found.append(_("impassable"))
    else:
        if kind.multiplier > 1:
            found.append(_("costs \u00d7{n}").format(n=kind.multiplier))
        if kind.difficulty:
            found.append(_("difficulty {n}").format(n=signed(kind.difficulty)))
    if kind.blocks_sight:
        found.append(_("blocks sight"))
    if kind.blocks_effect:
        found.append(_("blocks shots"))
    text = ", ".join(found) or _("no hindrance")
    if kind.affects:
        text += "; " + _("for {whom}").format(whom=", ".join(sorted(kind.affects)))
    return text


def height_words(page: BattleMap, steps: int, *, relative: bool = False) -> str:
    """Return a height of the ground in the map's unit, or by how much it changes."""
    height = height_in_unit(page, steps)
    text = signed_height(height) if relative else minus(f"{height:g}")
    return f"{text} {page.scale.unit}"


def height_in_unit(page: BattleMap, steps: int) -> float:
    """Return steps of height in the map's unit, to a tenth."""
    metres = steps * page.ground_step_m
    return round(metres / METRES_PER_FOOT if page.scale.unit == "ft" else metres, 1)


def signed_height(height: float) -> str:
    """Return a height with its sign."""
    return minus(f"{height:+g}")


def degree_words(degree: CoverDegree) -> str:
    """Return how much is hidden."""
    return {
        CoverDegree.NONE: _("none"),
        CoverDegree.QUARTER: _("quarter"),
        CoverDegree.HALF: _("half"),
        CoverDegree.THREE_QUARTER: _("three quarters"),
        CoverDegree.FULL: _("full"),
    }[degree]


def degree_sign(degree: CoverDegree) -> str:
    """Return how much is hidden as one sign."""
    return {
        CoverDegree.NONE: "0",
        CoverDegree.QUARTER: "\u00bc",
        CoverDegree.HALF: "\u00bd",
        CoverDegree.THREE_QUARTER: "\u00be",
        CoverDegree.FULL: "1",
    }[degree]


def cover_words(cover: Cover) -> str:
    """Return degree, hardness and height of cover."""
    words = [degree_words(cover.degree), _("hard") if cover.hard else _("soft")]
    if cover.height_m is not None:
        words.append(_("{n:g} m high").format(n=cover.height_m))
    return ", ".join(words)


def cover_kind_words(kind: CoverKind) -> str:
    """Return the same with whom it serves."""
    form = _("those inside") if kind.form is CoverForm.AREA else _("those behind")
    return f"{cover_words(kind)}; {form}"


def thing_name(thing: CoverObject) -> str:
    """Return what a thing to hide behind is called."""
    return thing.name or _("Cover")


def kind_words(wall: Wall) -> str:
    """Return what a segment is."""
    if wall.kind is WallKind.WALL and wall.cover is not None:
        return _("low wall")
    return {
        WallKind.WALL: _("wall"),
        WallKind.DOOR: _("door"),
        WallKind.WINDOW: _("window"),
        WallKind.CURTAIN: _("curtain"),
        WallKind.BARS: _("bars"),
        WallKind.FENCE: _("fence"),
    }[wall.kind]


def wall_name(wall: Wall, floors: tuple[Floor, ...] = ()) -> str:
    """Return what a wall is called: its name, else what it is and where."""
    if wall.name:
        return wall.name
    x, y = (wall.a.x + wall.b.x) // (2 * SUBCELL), (wall.a.y + wall.b.y) // (2 * SUBCELL)
    return _("{kind} at {where}").format(
        kind=kind_words(wall), where=square_name(floors, Cell(x, y))
    )


def thing_words(thing: CoverObject | Wall) -> tuple[str, str]:
    """Return what a thing or a low wall to hide behind is called, and how much it hides."""
    if isinstance(thing, Wall):
        return wall_name(thing), "" if thing.cover is None else cover_words(thing.cover)
    return thing_name(thing), cover_words(thing)


def door_words(state: DoorState) -> str:
    """Return how a door stands."""
    return {
        DoorState.OPEN: _("open"),
        DoorState.CLOSED: _("closed"),
        DoorState.LOCKED: _("locked"),
        DoorState.SECRET: _("secret"),
    }[state]


def strength_words(wall: Wall) -> str:
    """Return how much a wall withstands; empty where nobody breaks it."""
    if wall.points is None:
        return ""
    if wall.is_broken:
        return _("broken")
    points = ngettext("{n} point", "{n} points", wall.points).format(n=wall.points)
    if not wall.hardness:
        return points
    return _("{points}, hardness {n}").format(points=points, n=wall.hardness)


def stops_words(wall: Wall) -> str:
    """Return what a wall stops as it stands now, and whom."""
    pairs = (
        (wall.stops_movement, _("movement")),
        (wall.stops_sight, _("sight")),
        (wall.hampers_sight and not wall.stops_sight, _("sight through two such")),
        (wall.stops_effect, _("shots")),
    )
    stopped = [word for stops, word in pairs if stops]
    if not stopped:
        return _("stops nothing")
    words = _("stops {what}").format(what=", ".join(stopped))
    if wall.one_way is None:
        return words
    return f"{words}, {sides_words([wall])[wall.one_way]}"


_SIDES = (
    _("from the north"),
    _("from the north-east"),
    _("from the east"),
    _("from the south-east"),
    _("from the south"),
    _("from the south-west"),
    _("from the west"),
    _("from the north-west"),
)


def sides_words(walls: Sequence[Wall]) -> dict[WallSide, str]:
    """Return from where one comes who comes from either side of walls.

    Of one wall, or of several that run alike, it is told by the map's north; of others by the way
    they were drawn.
    """
    right = {_octant(wall) for wall in walls}
    if len(right) > 1:
        return {
            WallSide.LEFT: _("from the left of the way it was drawn"),
            WallSide.RIGHT: _("from the right of the way it was drawn"),
        }
    side = right.pop()
    return {WallSide.LEFT: _SIDES[(side + 4) % 8], WallSide.RIGHT: _SIDES[side]}


def _octant(wall: Wall) -> int:
    """Return the direction of a wall's right side, in eighths of a turn from north."""
    dx, dy = wall.b.x - wall.a.x, wall.b.y - wall.a.y
    return round(atan2(-dy, -dx) / (pi / 4)) % 8


def light_words(light: Light) -> str:
    """Return how much can be seen."""
    return level_word(light)


def zone_name(zone: Zone) -> str:
    """Return what a zone is called."""
    if zone.name:
        return zone.name
    if zone.kind == LIGHT:
        return light_words(Light(zone.strength)).capitalize()
    if zone.kind == SMOKE:
        return _("Thick smoke") if zone.strength > 1 else _("Smoke")
    return zone.kind.replace("_", " ").capitalize()


def zone_note(zone: Zone) -> str:
    """Return how strong a zone is and how long it lasts."""
    words = []
    if zone.kind == LIGHT:
        words.append(light_words(Light(zone.strength)))
    elif zone.strength != 1:
        words.append(_("strength {n}").format(n=zone.strength))
    if zone.everywhere:
        words.append(_("everywhere"))
    if zone.rounds is not None:
        words.append(ngettext("{n} round", "{n} rounds", zone.rounds).format(n=zone.rounds))
    return ", ".join(words)
