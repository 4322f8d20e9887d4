"""What the editor shows of a combatant itself, beside its sheet: name, side, token, place, note."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from gridwar.model.form_layout import FormLayout, FormSection
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

MOST_CELLS = 50


class TokenFields(Record):
    """What the form shows of a combatant itself; the rest is its sheet."""

    forms: ClassVar[FormLayout] = FormLayout(
        first=(("name", "side", "label"), ("public_name",)),
        sections=(
            FormSection(
                _("Token and place"),
                (
                    ("group", "width", "height"),
                    ("altitude", "distance_m", "facing_deg"),
                    ("hidden", "locked", "aside"),
                ),
            ),
            FormSection(_("Note"), (("note",),)),
        ),
        kept=("picture", "public_picture"),
    )

    name: str = Field(title=_("Name"), min_length=1, max_length=200)
    side: str = Field(default="1", title=_("Side"))
    public_name: str = Field(
        default="",
        max_length=200,
        title=_("Name for players"),
        description=_("What players call it; empty: the party by name, others not at all."),
    )
    picture: str | None = Field(default=None, title=_("Picture"))
    public_picture: str | None = Field(default=None, title=_("Picture for players"))
    label: str = Field(
        default="",
        max_length=3,
        title=_("Letters"),
        description=_("Letters on the token; empty: made from the name."),
    )
    group: str = Field(
        default="",
        title=_("Group"),
        description=_("Combatants of one group roll Initiative together."),
    )
    width: int = Field(default=1, ge=1, le=MOST_CELLS, title=_("Squares across"))
    height: int = Field(default=1, ge=1, le=MOST_CELLS, title=_("Squares down"))
    altitude: float = Field(
        default=0,
        ge=-100_000,
        le=100_000,
        title=_("Height"),
        description=_("Above the ground, in the unit of the map."),
    )
    distance_m: float | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        title=_("Beyond the map (m)"),
        description=_("Metres from everybody, for somebody beyond its edge; empty: on the map."),
    )
    facing_deg: int | None = Field(
        default=None,
        ge=0,
        le=359,
        title=_("Facing (degrees)"),
        description=_("0 is up, then clockwise; empty: no facing."),
    )
    hidden: bool = Field(default=False, title=_("Hidden"), description=_("Only the GM sees it."))
    locked: bool = Field(
        default=False,
        title=_("Locked"),
        description=_("Stays where it is when others are dragged."),
    )
    aside: bool = Field(
        default=False,
        title=_("Set aside"),
        description=_("Off the board and out of the order, but kept."),
    )
    note: str = Field(default="", max_length=20_000, title=_("Note"))


OF_BOTH = tuple(TokenFields.model_fields.keys() - {"width", "height"})
"""What a combatant and its token have under the same name."""


def token_fields(one: Combatant) -> TokenFields:
    """Return what the form shows of a combatant itself."""
    same = {name: getattr(one, name) for name in OF_BOTH}
    return TokenFields.model_construct(**same, width=one.size.w, height=one.size.h)
