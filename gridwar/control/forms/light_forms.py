"""A source of light as a form: what the game master may change of it, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import Field

from gridwar.control.forms.plain_fields import Offers
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.records.panel_records import Choice
from gridwar.model.lights import HIGHEST_STRENGTH, WHOLE_CIRCLE_DEG
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.geometry import Point
    from gridwar.model.lights import LightSource
    from gridwar.model.scale import Scale

LIGHT_PART: Final = "light"
COLOURS: Final[Mapping[str, str]] = {
    "ffb45e": _("Flame"),
    "ff9e42": _("Torch"),
    "ffd08a": _("Lamp"),
    "fff6e0": _("Daylight"),
    "b8d4ff": _("Moonlight"),
    "7fe3c8": _("Glow"),
    "8fd14f": _("Green"),
    "ff6a5e": _("Red"),
    "c08bff": _("Violet"),
    "3a4668": _("Gloom"),
}
"""Colours by name; one of a file keeps its digits."""

MOST_CELLS: Final = 1000.0
MOST_HEIGHT_M: Final = 3000.0


_BOUNDS: Final = (
    ("bright", 0.0, MOST_CELLS),
    ("dim", 0.0, MOST_CELLS),
    ("width", 1.0, WHOLE_CIRCLE_DEG),
    ("facing", 0.0, WHOLE_CIRCLE_DEG),
    ("rounds", 1, 9999),
    ("strength", -HIGHEST_STRENGTH, HIGHEST_STRENGTH),
)


class LightFields(Record):
    """What the form shows of a source; what is beyond its bounds is taken as the nearest within."""

    name: str
    bright: float = Field(title=_("Bright (cells)"))
    dim: float = Field(title=_("Dim (cells)"))
    width: float = Field(title=_("Cone (\u00b0)"))
    facing: float = Field(title=_("Points to (\u00b0)"))
    rounds: int | None = Field(title=_("Rounds left"))
    bearer: str = Field(title=_("Carried by"))
    colour: str = Field(title=_("Colour"))
    strength: int = Field(title=_("Strength"))
    height: float = Field(title=_("Height"))
    shadows: bool = Field(title=_("Stopped by walls"))


def light_form(source: LightSource, bearers: Mapping[str, str], scale: Scale) -> RecordForm:
    """Return the form of a source.

    Args:
        source: The source.
        bearers: The names of those who may carry it, by id.
        scale: Of the map, for heights.
    """
    shown = LightFields.constant(
        name=source.name,
        bright=source.bright_cells,
        dim=source.dim_cells,
        width=source.width_deg,
        facing=source.facing_deg % WHOLE_CIRCLE_DEG,
        rounds=source.rounds,
        bearer=source.carried_by,
        colour=source.colour,
        strength=source.strength,
        height=round(source.height_m / scale.unit_m, 2),
        shadows=source.casts_shadows,
    )
    people = {"": _("nobody"), **bearers}
    people.setdefault(source.carried_by, source.carried_by)
    colours = dict(COLOURS)
    colours.setdefault(source.colour, source.colour)
    choices = {
        f"{LIGHT_PART}.bearer": tuple(Choice(key, name) for key, name in people.items()),
        f"{LIGHT_PART}.colour": tuple(Choice(key, name) for key, name in colours.items()),
    }
    titles = {"height": _("Height ({unit})").format(unit=scale.unit)}
    left_out = frozenset() if source.is_cone else frozenset({"facing"})
    offers = Offers(choices, titles, wide=frozenset({"shadows"}), left_out=left_out)
    return RecordForm("", (FormPart(LIGHT_PART, shown, offers),), "")


def light_of_form(
    form: RecordForm, source: LightSource, scale: Scale, here: Point | None
) -> LightSource:
    """Return a source as a form has it, as far as what was typed fits.

    Args:
        form: The form.
        source: As it was.
        scale: Of the map.
        here: Where it is now: there it stays when its bearer puts it down.
    """
    fields = form.changes(LIGHT_PART)
    own = {
        "bright": "bright_cells",
        "dim": "dim_cells",
        "width": "width_deg",
        "facing": "facing_deg",
        "shadows": "casts_shadows",
    }
    bearer = fields.pop("bearer", source.carried_by)
    if "height" in fields:
        height_m = fields.pop("height") * scale.unit_m
        fields["height_m"] = min(max(height_m, -MOST_HEIGHT_M), MOST_HEIGHT_M)
    for name, least, most in _BOUNDS:
        if fields.get(name) is not None:
            fields[name] = min(max(fields[name], least), most)
    changed = source.replace(**{own.get(name, name): value for name, value in fields.items()})
    if bearer and bearer != source.carried_by:
        return changed.carried(bearer)
    if not bearer and source.carried_by and here is not None:
        return changed.placed(here)
    return changed
