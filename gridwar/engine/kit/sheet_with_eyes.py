"""Eyes on a sheet: dark sight and blindness, for systems whose rulebooks have no senses of theirs.

A system derives its sheet from ``SheetWithEyes`` and names both fields in its editor; what they
mean is the default of ``Board.senses``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.engine.kit.card_order_and_flow import Figure
from gridwar.engine.kit.senses import EYE, Sense, SenseKind, senses_told
from gridwar.model.bounds import Amount
from gridwar.model.combatant import Sheet
from gridwar.model.form_layout import FormSection
from gridwar.model.zones import Light
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class SheetWithEyes(Sheet):
    """A sheet that says how somebody sees."""

    dark_sight_cells: Amount = Field(
        default=0,
        title=_("Dark sight (squares)"),
        description=_("So far the dark is no hindrance; 0 is none."),
    )
    blind: bool = Field(
        default=False, title=_("Blind"), description=_("Sees nobody, and nothing of the map.")
    )


EYES_SECTION = FormSection(_("Eyes"), (("dark_sight_cells", "blind"),))
"""Where an editor shows them."""


def senses_by_sheet(encounter: Encounter, who: str) -> tuple[Sense, ...]:
    """Return eyes, and dark sight as far as a sheet says; nothing for the blind."""
    sheet = encounter[who].sheet
    if not isinstance(sheet, SheetWithEyes):
        return (EYE,)
    if sheet.blind:
        return ()
    if not sheet.dark_sight_cells:
        return (EYE,)
    far = sheet.dark_sight_cells * encounter.map.scale.cell_m
    return (EYE, Sense(SenseKind.DARK_SIGHT, range_m=far, darkest=Light.DARK))


def eyes_told(encounter: Encounter, who: str) -> tuple[Figure, ...]:
    """Return the line of a card that says dark sight or blindness; none for plain eyes."""
    senses = senses_by_sheet(encounter, who)
    return senses_told(encounter, who, senses) if senses else (Figure(_("Senses"), _("blind")),)
