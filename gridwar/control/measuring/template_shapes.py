"""Templates as the GM shapes them by hand: new, larger, wider, dragged; and the panel for that.

The panel lists who is caught and who escapes, too; what templates take in is asked elsewhere
(`templates`).
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring.template_areas import clip_title
from gridwar.control.measuring.template_areas import far_words
from gridwar.control.measuring.template_areas import form_title
from gridwar.control.measuring.template_areas import size_words
from gridwar.control.measuring.template_areas import tip_of
from gridwar.control.records.ground_records import in_cells
from gridwar.control.records.panel_records import (
    MeasureBlock,
    MeasureChoice,
    MeasureRow,
    MeasureView,
    Tone,
)
from gridwar.control.state.kept_measurements import PlacedTemplate
from gridwar.control.text_format import token_bit
from gridwar.grid.areas.arcs import bearing_deg
from gridwar.grid.areas.templates import Clip, Form, Shape
from gridwar.model.geometry import SUBCELL, Cell, Point, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.measuring.template_areas import CaughtOne
    from gridwar.control.measuring.template_areas import Taken
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


# --- the panel -----------------------------------------------------------------------------------


FORM_ICONS = {
    Form.BURST: "circle",
    Form.SQUARE: "maximize",
    Form.RING: "circle-dot",
    Form.CONE: "cone",
    Form.LINE: "minus",
}


def caught_block(encounter: Encounter, taken: Taken) -> MeasureBlock:
    """Return the list of those caught, those left out and those who escape."""
    rows = [_caught_row(encounter, one) for one in taken.caught]
    rows += [
        MeasureRow(
            encounter[one.who].name, one.why, icon="shield", tone=Tone.QUIET, rule_id=taken.rule_id
        )
        for one in taken.escaped
    ]
    flags = [one for one in taken.caught if (one.is_own or one.is_neutral) and not one.spared]
    note = _("Click a name to leave it out.") if taken.caught else _("Nobody.")
    if flags:
        names = ", ".join(encounter[one.who].name for one in flags)
        note = _("Own side, or none: {names}. Click a name to leave it out.").format(names=names)
    heading = _("Caught {n}").format(n=len(taken.hit)) if taken.caught else _("Caught")
    choices: tuple[MeasureChoice, ...] = ()
    if taken.hit:
        words = _("Select those caught")
        choices = (MeasureChoice("select", words, icon="users", keycap="S"),)
    return MeasureBlock(heading, note, tuple(rows), choices)


def _caught_row(encounter: Encounter, one: CaughtOne) -> MeasureRow:
    who = encounter[one.who]
    words = [one.zone] if one.zone else []
    if one.is_own:
        words.append(_("own side"))
    elif one.is_neutral:
        words.append(_("takes no side"))
    else:
        side = encounter.sides.get(who.side)
        words.append(side.name if side is not None else _("no side"))
    if one.spared:
        words = [_("left out")]
    tone = Tone.WARN if (one.is_own or one.is_neutral) and not one.spared else Tone.PLAIN
    return MeasureRow(
        who.name,
        ", ".join(words),
        far_words(one.distance_cells),
        key=f"spare:{one.who}",
        number=str(one.number) if one.number else "\u2013",
        token=token_bit(encounter, who),
        tone=tone,
        off=one.spared,
        tooltip=_("Click to leave out, or to include again"),
    )


def template_panel(
    encounter: Encounter,
    placed: PlacedTemplate,
    taken: Taken | None,
    pinned: tuple[PlacedTemplate, ...],
) -> MeasureView:
    """Return the panel of the template tool.

    Args:
        encounter: The fight.
        placed: The active template.
        taken: What it comes to; None while it lies nowhere.
        pinned: Those on the map.
    """
    shape = placed.shape
    forms = tuple(
        MeasureChoice(f"form:{form}", form_title(form), shape.form is form, FORM_ICONS[form])
        for form in Form
    )
    walls = tuple(
        MeasureChoice(f"clip:{clip}", clip_title(clip), shape.clip is clip)
        for clip in Clip
        if clip is not Clip.SPREAD or shape.form is Form.BURST
    )
    snaps = (
        MeasureChoice("snap:centre", _("Centre of a cell"), not placed.corner),
        MeasureChoice("snap:corner", _("Corner"), placed.corner),
    )
    blocks = [
        MeasureBlock(_("Shape"), choices=forms),
        MeasureBlock(_("Walls"), choices=walls),
        MeasureBlock(_("Snaps to"), choices=snaps),
    ]
    if taken is not None:
        blocks.insert(0, caught_block(encounter, taken))
    if pinned:
        rows = tuple(
            MeasureRow(
                one.name,
                _tie_words(encounter, one),
                size_words(encounter, one),
                key=f"hold:{one.key}",
                icon=FORM_ICONS[one.shape.form],
                tooltip=_("Click to pick it up"),
                off=False,
                tone=Tone.GOOD if one.key == placed.key else Tone.PLAIN,
            )
            for one in pinned
        )
        is_held = any(one.key == placed.key for one in pinned)
        choices = (MeasureChoice("delete", _("Take it off"), icon="trash-2", keycap="Del"),)
        more = (MeasureChoice("new", _("Another one"), icon="plus"),)
        blocks.append(
            MeasureBlock(_("On the map"), rows=rows, choices=(*choices, *more) if is_held else ())
        )
    title = f"{placed.name}, {size_words(encounter, placed)}"
    return MeasureView(_("Template"), title, _tie_words(encounter, placed), tuple(blocks))


def _tie_words(encounter: Encounter, placed: PlacedTemplate) -> str:
    if placed.tied is not None and placed.tied in encounter:
        return _("goes with {name}").format(name=encounter[placed.tied].name)
    if placed.up:
        unit = encounter.map.scale.unit
        return _("{up:g} {unit} above the ground").format(up=placed.up, unit=unit)
    return ""
