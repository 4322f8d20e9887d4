"""The light that combatants shed by these rules: of stored energy, and of pseudogravity at work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.model.lights import LightSource
from gridwar.systems.drive.auras import shines
from gridwar.systems.drive.core.conditions import GLOW
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter

AURA_COLOUR: Final = "ffd08a"
GLOW_COLOUR: Final = "9fd8ff"


class Glow(Struct, frozen=True):
    """What somebody sheds, in the book's word, and the rule it comes from."""

    words: str
    rule_id: str
    level: str


AURA: Final = Glow(_("Moderate light"), "DR-AUR-12", "moderate")
USER: Final = Glow(_("Dim light"), "DR-PSG-16", "dim")


def glow_of(one: Combatant) -> Glow | None:
    """Return what somebody sheds: moderate light while energy is stored, else dim after a use.

    Rules: DR-AUR-12, DR-PSG-16
    """
    if shines(sheet_of(one)):
        return AURA
    return USER if one.has_effect(GLOW) else None


def light_id(who: str) -> str:
    """Return the id of the light that somebody sheds."""
    return f"glow:{who}"


def lights_shed(encounter: Encounter) -> tuple[LightSource, ...]:
    """Return the light of stored energy and of those who have spent pseudogravity points.

    Moderate light is bright here, dim light low: the rules know no other levels. Squares count
    from the edge of whoever covers several.

    Rules: DR-AUR-12, DR-PSG-16
    """
    radii, found = settings_of(encounter).light_radius_squares, []
    for one in encounter.everyone():
        glow = glow_of(one)
        if glow is None:
            continue
        squares = max(0, radii.get(glow.level, 0)) + (max(one.size) - 1) / 2
        found.append(
            LightSource(
                id=light_id(one.id),
                name=glow.words,
                carried_by=one.id,
                bright_cells=squares if glow is AURA else 0.0,
                dim_cells=squares,
                colour=AURA_COLOUR if glow is AURA else GLOW_COLOUR,
            )
        )
    return tuple(found)
