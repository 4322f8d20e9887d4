"""The sides of a fight as a form: names, colour and shape, for whom they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.control.forms.layout_builder import PlacedSection
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.engine.gm.commands import SetSides
from gridwar.model.encounter import Side
from gridwar.model.form_layout import FormTable
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOKS = (
    "azure circle",
    "vermilion hexagon",
    "gold square",
    "jade shield",
    "orchid octagon",
    "grey diamond",
)
"""Colours and shapes in the order of ``Side.index``."""
Look = Literal[
    "azure circle",
    "vermilion hexagon",
    "gold square",
    "jade shield",
    "orchid octagon",
    "grey diamond",
]
KEY = "sides"


class SideDraft(Record):
    """One side as the form shows it."""

    id: str
    name: str = Field(title=_("Name"), min_length=1, max_length=100)
    colour_and_shape: Look = Field(default="gold square", title=_("Colour and shape"))
    stands: Literal["with the party", "against all others", "neutral"] = Field(
        default="against all others",
        title=_("Stands"),
        description=_("Those with the party are allies; neutral ones are nobody's foes."),
    )


class SidesDraft(Record):
    """All of them."""

    sides: tuple[SideDraft, ...] = Field(
        default=(), title=_("Sides"), description=_("Who fights together.")
    )


class SidesForm(RecordForm):
    """The sides, a row each."""

    def sections(self) -> tuple[PlacedSection, ...]:
        """Return the one table."""
        columns = ("name", "colour_and_shape", "stands")
        add = _("Add a side: its name \u2026")
        table = FormTable(f"{KEY}.sides", columns, kept=("id",), add=add)
        return (PlacedSection(f"{KEY}.-first", "", (table,)),)


_STANDS = {"party": "with the party", "foes": "against all others", "neutral": "neutral"}


def sides_form(sides: Mapping[str, Side]) -> RecordForm:
    """Return the form of the sides of a fight, a row each."""
    drafts = tuple(
        SideDraft.model_validate(
            {
                "id": key,
                "name": side.name,
                "stands": _STANDS[side.stance],
                "colour_and_shape": LOOKS[min(max(side.index, 0), len(LOOKS) - 1)],
            }
        )
        for key, side in sides.items()
    )
    part = FormPart(KEY, "", SidesDraft(sides=drafts))
    return SidesForm(_("Sides"), "", (part,), _("Apply"))


def sides_command(form: RecordForm) -> SetSides:
    """Return the command that a form without errors comes to."""
    found = form.record(KEY)
    assert isinstance(found, SidesDraft)
    stances = {words: stance for stance, words in _STANDS.items()}
    sides = {
        one.id: Side.model_validate(
            {
                "name": one.name,
                "index": LOOKS.index(one.colour_and_shape),
                "stance": stances[one.stands],
            }
        )
        for one in found.sides
    }
    return SetSides(sides=frozendict(sides))
