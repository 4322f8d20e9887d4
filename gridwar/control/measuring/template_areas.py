"""The area of a template: where it begins, its exact cells, who is caught, who escapes and why.

Cells and list are asked of the same `Template`, or for a weapon of the same `Blast` of its system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.caches import Same, kept_of_fight
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import squares, units
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.engine.kit.yardstick_and_distances import up_cells
from gridwar.grid.areas.templates import Clip, Escape, Form, Shape, Template, Tip, tip_at
from gridwar.grid.cells.obstacle_reasons import Obstacle
from gridwar.model.geometry import Cell, footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.state.kept_measurements import PlacedTemplate
    from gridwar.engine.kit.overlays_and_scenery import Blast
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter


class CaughtOne(Struct, frozen=True):
    """Somebody whom a template takes in.

    Attributes:
        number: as on the disc beside the token; 0 for who is left out.
        distance_cells: straight, from the tip.
        zone: of a blast, from the inside out.
        is_own: of the side of whoever acts.
        is_neutral: of a side that fights nobody, or of none.
        spared: left out by the GM.
    """

    who: str
    number: int
    distance_cells: float
    zone: str = ""
    is_own: bool = False
    is_neutral: bool = False
    spared: bool = False


class EscapedOne(Struct, frozen=True):
    """Somebody who stands in the shape and gets away."""

    who: str
    why: str


class Taken(Struct, frozen=True):
    """What a template comes to: zones of cells from the inside out, the caught, the escaped."""

    zones: tuple[tuple[str, frozenset[Cell]], ...]
    caught: tuple[CaughtOne, ...]
    escaped: tuple[EscapedOne, ...] = ()
    tip: gr.Point = (0.0, 0.0)
    rule_id: str = ""

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells."""
        return frozenset().union(*(cells for _label, cells in self.zones))

    @property
    def hit(self) -> tuple[str, ...]:
        """Those caught and not left out, nearest first."""
        return tuple(one.who for one in self.caught if not one.spared)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each who is hit."""
        return {one.who: one.number for one in self.caught if not one.spared}


def tip_of(encounter: Encounter, placed: PlacedTemplate, levels: Levels = ()) -> Tip:
    """Return where a template begins now: at its place, or with the token it is tied to.

    Args:
        encounter: The fight.
        placed: The template.
        levels: The levels of the system, if it counts height in them.
    """
    scale = encounter.map.scale
    up_m = placed.up / scale.cell_size * scale.cell_m
    stand = None
    if placed.tied is not None and placed.tied in encounter:
        stand = stand_at(encounter, placed.tied, levels)
    if stand is not None and placed.tied is not None:
        one = encounter[placed.tied]
        assert one.pos is not None  # it has a stand
        tip = Tip(footprint_centre(one.pos, one.size), stand.height_m + up_m)
    else:
        tip = tip_at(*placed.at, corner=placed.corner)
        inside = [cell for cell in tip.cells if encounter.map.contains(cell)]
        ground_m = max((encounter.map.ground_m(cell) for cell in inside), default=0.0)
        tip = replace(tip, height_m=ground_m + up_m)
    return replace(tip, bearing_deg=placed.bearing_deg)


def taken_by(
    encounter: Encounter, placed: PlacedTemplate, side: str | None = None, levels: Levels = ()
) -> Taken:
    """Return what a template of the GM's takes in.

    Args:
        encounter: The fight.
        placed: The template.
        side: Whose side counts as one's own.
        levels: The levels of the system, if it counts height in them.
    """
    tip = tip_of(encounter, placed, levels)
    template, cells = _laid(Same(encounter.map), placed.shape, tip)
    found: list[tuple[float, str]] = []
    escaped: list[EscapedOne] = []
    for one in encounter.everyone():
        stand = stand_at(encounter, one.id, levels)
        if stand is None or one.id == placed.tied:
            continue
        if template.takes(stand):
            found.append((template.distance_cells(stand), one.id))
            continue
        why = template.escapes(stand)
        if why is not None:
            escaped.append(EscapedOne(one.id, _escape_words(encounter, one.id, why, levels)))
    caught = _numbered(encounter, sorted(found), placed.spared, side)
    return Taken((("", cells),), caught, tuple(escaped), gr.in_cells(tip.point))


@kept_of_fight(32)
def _laid(here: Same[BattleMap], shape: Shape, tip: Tip) -> tuple[Template, frozenset[Cell]]:
    """Return a template and its cells: a turn goes on without another look at the walls."""
    template = Template(here.it, shape, tip)
    return template, template.cells()


def taken_by_blast(encounter: Encounter, blast: Blast, who: str, cell: Cell) -> Taken:
    """Return what a weapon would take in, as its system's own procedure says.

    Args:
        encounter: The fight.
        blast: What the system says.
        who: Whose weapon it is.
        cell: Where it goes off.
    """
    zones = {one.who: blast.zones[one.zone].label for one in blast.caught}
    found = [(one.squares, one.who) for one in blast.caught]
    caught = _numbered(encounter, found, frozenset(), encounter[who].side)
    return Taken(
        tuple((zone.label, zone.cells) for zone in blast.zones),
        tuple(replace(one, zone=zones[one.who]) for one in caught),
        tuple(EscapedOne(who, why) for who, why in blast.escaped),
        tip=(cell.x + 0.5, cell.y + 0.5),
        rule_id=blast.rule_id,
    )


def _numbered(
    encounter: Encounter, found: list[tuple[float, str]], spared: frozenset[str], side: str | None
) -> tuple[CaughtOne, ...]:
    caught, number = [], 0
    for far, who in found:
        is_spared = who in spared
        number += not is_spared
        its_side = encounter[who].side
        is_own = side is not None and encounter.are_allied(side, its_side)
        is_neutral = side is not None and not is_own and not encounter.are_foes(side, its_side)
        caught.append(
            CaughtOne(who, 0 if is_spared else number, far, "", is_own, is_neutral, is_spared)
        )
    return tuple(caught)


def _escape_words(encounter: Encounter, who: str, why: Escape | Obstacle, levels: Levels) -> str:
    if isinstance(why, Obstacle):
        return str(why)
    if why is Escape.HEIGHT:
        up = units(encounter.map.scale, up_cells(encounter, levels, encounter[who].altitude))
        return _("{up} up, outside").format(up=up)
    return _("the way round the corner is too long")


# --- words and drawing ---------------------------------------------------------------------------


def form_title(form: Form) -> str:
    """Return what a form is called."""
    return {
        Form.BURST: _("Burst"),
        Form.SQUARE: _("Square"),
        Form.RING: _("Ring"),
        Form.CONE: _("Cone"),
        Form.LINE: _("Line"),
    }[form]


def clip_title(clip: Clip) -> str:
    """Return what walls do, in words."""
    return {
        Clip.LINE: _("Walls stop it"),
        Clip.SPREAD: _("Round corners"),
        Clip.OFF: _("Ignores walls"),
    }[clip]


def size_words(encounter: Encounter, placed: PlacedTemplate) -> str:
    """Return the measures of a template in words."""
    shape, scale = placed.shape, encounter.map.scale
    size = units(scale, shape.size_cells)
    match shape.form:
        case Form.CONE:
            return _("{size}, {width:g}\u00b0").format(size=size, width=shape.width)
        case Form.LINE:
            wide = units(scale, max(1.0, shape.width))
            return _("{size} long, {wide} wide").format(size=size, wide=wide)
        case Form.RING:
            return _("{inner} to {size}").format(inner=units(scale, shape.width), size=size)
        case _:
            return size


def template_overlays(
    encounter: Encounter, placed: PlacedTemplate, taken: Taken, *, filled: bool = True
) -> tuple[sr.OverlayView, ...]:
    """Return a template as overlays: its cells, its tip.

    Args:
        encounter: For the scale.
        placed: The template.
        taken: What it comes to.
        filled: Whether it is the one filled overlay.
    """
    words = size_words(encounter, placed)
    mark = sr.MarkOverlay(taken.tip, sr.Role.INTENT)
    if not taken.cells:
        return (mark,)
    cells = frozenset((cell.x, cell.y) for cell in taken.cells)
    region = sr.RegionOverlay(
        sr.RegionRole.TEMPLATE, cells, f"{placed.name} {words}", _count(taken), filled=filled
    )
    return (region, mark)


def blast_overlays(taken: Taken, name: str) -> tuple[sr.OverlayView, ...]:
    """Return the zones of a weapon's blast: the whole, and the inner zones with dashed edges."""
    found: list[sr.OverlayView] = []
    whole = frozenset((cell.x, cell.y) for cell in taken.cells)
    if whole:
        outer = taken.zones[-1][0]
        found.append(sr.RegionOverlay(sr.RegionRole.TEMPLATE, whole, name, outer))
    inner: frozenset[Cell] = frozenset()
    for label, cells in taken.zones[:-1]:
        inner |= cells
        if inner:
            role = sr.RegionRole.TEMPLATE_INNER
            found.append(
                sr.RegionOverlay(role, frozenset((c.x, c.y) for c in inner), label, filled=False)
            )
    return (*found, sr.MarkOverlay(taken.tip, sr.Role.INTENT))


def _count(taken: Taken) -> str:
    return _("{n} caught").format(n=len(taken.hit)) if taken.caught else ""


def far_words(cells: float) -> str:
    """Return a straight distance in squares."""
    return squares(round(cells, 1))
