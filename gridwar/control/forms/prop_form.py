"""A prop as a form: its name, how large it is, and what it means to the rules as it stands now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from gridwar.control.forms.map_form_parts import (
    Height,
    choices_of,
    form_of,
    height_title,
    in_metres,
    in_unit,
)
from gridwar.control.forms.plain_fields import Offers
from gridwar.control.maps.map_words import degree_words
from gridwar.control.records.panel_records import Choice
from gridwar.model.cover_kinds import CoverDegree, CoverForm
from gridwar.model.geometry import Size
from gridwar.model.map_limits import LONGEST_PROP_CELLS
from gridwar.model.props import MOST_EXTRA_STEPS, MOST_PROP_NAME, PropTraits
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.props import Prop
    from gridwar.model.scale import Scale

PROP: Final = "prop"
"""The key of the part."""
_Side = Annotated[int, Field(ge=1, le=LONGEST_PROP_CELLS)]
_OF_TRAITS: Final = ("cover", "hard", "form", "extra_steps", "is_stood_on", "is_barred")


class PropFields(Record):
    """What the form shows of a prop."""

    name: str = Field(max_length=MOST_PROP_NAME)
    across: _Side = Field(title=_("Cells across"))
    down: _Side = Field(title=_("Cells down"))
    cover: CoverDegree = Field(description=_("How much it hides."))
    hard: bool
    form: CoverForm = Field(title=_("Serves"))
    height: Height = Field(description=_("empty: as high as anybody"))
    extra_steps: Annotated[int, Field(ge=0, le=MOST_EXTRA_STEPS)] = Field(
        title=_("Steps more to enter"), description=_("1: as difficult ground")
    )
    is_stood_on: bool = Field(title=_("Whoever enters stands on it"))
    is_barred: bool = Field(title=_("Cannot be entered"))
    can_flip: bool = Field(title=_("Can be flipped over"))
    is_locked: bool = Field(title=_("Stays where it is"))


def prop_form(prop: Prop, scale: Scale) -> RecordForm:
    """Return the form of a prop; what it means is that of how it stands now."""
    traits = prop.traits
    shown = PropFields(
        name=prop.name,
        across=prop.size.w,
        down=prop.size.h,
        height=in_unit(traits.height_m, scale),
        can_flip=prop.flipped is not None,
        is_locked=prop.is_locked,
        **{name: getattr(traits, name) for name in _OF_TRAITS},
    )
    degrees = {one: degree_words(one) for one in CoverDegree}
    forms = {CoverForm.OBJECT: _("those behind"), CoverForm.AREA: _("those inside")}
    hardness = (Choice("true", _("Hard")), Choice("false", _("Soft")))
    offers = Offers(
        {
            f"{PROP}.cover": choices_of(degrees),
            f"{PROP}.hard": hardness,
            f"{PROP}.form": choices_of(forms),
        },
        titles=height_title(scale),
        wide=frozenset({"name", "is_stood_on", "is_barred", "can_flip", "is_locked"}),
        left_out=frozenset({"can_flip"} if prop.is_flipped else ()),
    )
    return form_of(PROP, shown, offers)


def prop_of(form: RecordForm, prop: Prop, scale: Scale) -> Prop:
    """Return a prop as a form has it, as far as what was typed fits."""
    fields = in_metres(form.changes(PROP), scale)
    can_flip = bool(fields.pop("can_flip", prop.flipped is not None))
    size = Size(fields.pop("across", prop.size.w), fields.pop("down", prop.size.h))
    own = {name: fields.pop(name) for name in ("name", "is_locked") if name in fields}
    traits = prop.traits.replace(**fields)
    is_over = prop.is_flipped and prop.flipped is not None
    flipped = traits if is_over else prop.flipped
    if not can_flip:
        flipped = None
    elif flipped is None:
        flipped = FLIPPED
    upright = prop.upright if is_over else traits
    return prop.replace(**own, size=size, upright=upright, flipped=flipped)


FLIPPED: Final = PropTraits.constant(cover=CoverDegree.HALF, height_m=1.0, is_barred=True)
"""What a thing means that was said to be one to flip over, until more is said."""
