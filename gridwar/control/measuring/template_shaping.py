"""Templates as the GM shapes them by hand: new, larger, wider, dragged, set by buttons."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring.template_areas import form_title, tip_of
from gridwar.control.records.ground_records import in_cells
from gridwar.control.state.kept_measurements import PlacedTemplate
from gridwar.grid.areas.arcs import bearing_deg
from gridwar.grid.areas.templates import Clip, Form, Shape
from gridwar.model.geometry import SUBCELL, Cell, Point, footprint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records import ground_records as gr
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.model.encounter import Encounter


MOST_CELLS: Final = 60.0
FIRST_WIDTHS: Final[Mapping[Form, float]] = {
    Form.BURST: 0.0,
    Form.SQUARE: 0.0,
    Form.RING: 1.0,
    Form.CONE: 60.0,
    Form.LINE: 1.0,
}
TURNS_DEG: Final = 15.0
WIDENS_DEG: Final = 15.0
DRAG_FROM_CELLS: Final = 0.6
"""A drag shorter than this says nothing yet."""
HANDLE_CELLS: Final = 0.6
"""So near the tip it is the tip that is held."""


def fresh_template(laid: tuple[PlacedTemplate, ...], shape: Shape, at: gr.Point) -> PlacedTemplate:
    """Return another template beside those laid down, with a key and a name of its own."""
    number = 1 + max((int(one.key.partition(":")[2]) for one in laid), default=0)
    name = form_title(shape.form)
    same = sum(one.shape.form is shape.form for one in laid)
    return PlacedTemplate(f"template:{number}", f"{name} {same + 1}" if same else name, shape, at)


def sized(cells: float) -> float:
    """Return a size as near as can be to one wanted."""
    return min(MOST_CELLS, max(1.0, cells))


def _in_form(shape: Shape, form: Form) -> Shape:
    """Return a shape in another form; only a burst spreads round corners."""
    is_spread = shape.clip is Clip.SPREAD and form is not Form.BURST
    clip = Clip.LINE if is_spread else shape.clip
    return replace(shape, form=form, width=FIRST_WIDTHS[form], clip=clip)


def widened(shape: Shape, steps: int) -> Shape | None:
    """Return a shape wider by some steps; None where its form has no width."""
    match shape.form:
        case Form.CONE:
            width = min(360.0, max(WIDENS_DEG, shape.width + steps * WIDENS_DEG))
        case Form.LINE | Form.RING:
            width = min(shape.size_cells, max(1.0, shape.width + steps))
        case _:
            return None
    return replace(shape, width=width)


def is_at_tip(
    encounter: Encounter, placed: PlacedTemplate, point: gr.Point, levels: Levels = ()
) -> bool:
    """Return whether a place is at the tip of a template, where it can be held."""
    return dist(point, in_cells(tip_of(encounter, placed, levels).point)) <= HANDLE_CELLS


def who_stands_at(encounter: Encounter, point: gr.Point) -> tuple[str, ...]:
    """Return who stands where a template begins."""
    cell = Cell(int(point[0] // 1), int(point[1] // 1))
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.pos is not None and cell in footprint(one.pos, one.size)
    )


def dragged(
    encounter: Encounter, placed: PlacedTemplate, point: gr.Point, levels: Levels = ()
) -> PlacedTemplate:
    """Return a template that reaches from its tip to a place; one dragged no way as it was."""
    tip = tip_of(encounter, placed, levels).point
    far = dist(point, in_cells(tip))
    if far < DRAG_FROM_CELLS:
        return placed
    here = Point(round(point[0] * SUBCELL), round(point[1] * SUBCELL))
    turned = round(bearing_deg(tip, here) / TURNS_DEG) * TURNS_DEG % 360
    shape = replace(placed.shape, size_cells=sized(round(far)))
    return replace(placed, shape=shape, bearing_deg=turned)


def untied(encounter: Encounter, placed: PlacedTemplate, levels: Levels = ()) -> PlacedTemplate:
    """Return a template that stays where the token was that it moved with."""
    return replace(placed, tied=None, at=in_cells(tip_of(encounter, placed, levels).point))


def set_by_button(placed: PlacedTemplate, kind: str, value: str) -> PlacedTemplate:
    """Return a template as a button of its panel sets it: its form, its walls, its tip, whom not.

    Args:
        placed: The template.
        kind: ``form``, ``clip``, ``snap`` or ``spare``.
        value: What of that kind; of ``spare`` a combatant, who is taken in again by another click.
    """
    match kind:
        case "form":
            form = Form(value)
            return replace(placed, shape=_in_form(placed.shape, form), name=form_title(form))
        case "clip":
            return replace(placed, shape=replace(placed.shape, clip=Clip(value)))
        case "snap":
            return replace(placed, corner=value == "corner")
        case _:
            return replace(placed, spared=placed.spared ^ {value})


def typed_size(typed: str) -> tuple[str, float]:
    """Return what was typed as a size, and the size; nothing and 0 where it is no number."""
    try:
        return typed[-5:], float(typed[-5:])
    except ValueError:
        return "", 0.0
