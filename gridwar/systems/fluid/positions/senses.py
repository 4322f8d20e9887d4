"""By what somebody perceives others: sight and hearing, as far as their sheets and the GM say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import ANY_DARKNESS, Sense, SenseKind, Sign
from gridwar.model.zones import Light
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.sheet import sheet_of
from gridwar.systems.fluid.core.tables import numbers
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter


def senses_of(encounter: Encounter, who: str) -> tuple[Sense, ...]:
    """Return how far somebody sees, in what visibility there is, and hears whoever moves.

    Hearing tells where somebody is, and nothing else.

    Rules: FL-ENC-02, FL-ENC-04
    """
    hears = sheet_of(encounter[who]).hearing_ft
    if not hears:
        return tuple(_eyes(encounter, who))
    hearing = Sense(
        SenseKind.FEEL,
        _("hearing"),
        _metres(encounter, hears),
        darkest=Light.DARK,
        through_darkness=ANY_DARKNESS,
        through_smoke=True,
        through_walls=True,
        needs=Sign.MOVING,
        tells="place",
        rule_id="FL-ENC-02",
    )
    return (*_eyes(encounter, who), hearing)


def _eyes(encounter: Encounter, who: str) -> Iterator[Sense]:
    """Yield how far somebody sees whoever stands in bright light, in low light and in the dark.

    Rules: FL-ENC-04
    """
    # Where no limit is set for low light, one sense does for it and for bright light.
    first = Light.LOW if limit_in(encounter, Light.LOW) is None else Light.BRIGHT
    in_dark = limit_in(encounter, Light.DARK)
    for darkest in Light:
        if darkest < first or (darkest is Light.DARK and in_dark is None):
            continue
        if feet := visual_ft_in(encounter, who, darkest):
            far = _metres(encounter, feet)
            yield Sense(SenseKind.EYE, _("sight"), far, darkest, rule_id="FL-ENC-04")


def limit_in(encounter: Encounter, light: Light) -> int | None:
    """Return how far anybody sees at most in some light, as the GM says; None: he says nothing.

    Rules: FL-ENC-04
    """
    settings = settings_of(encounter)
    limits = {Light.LOW: settings.low_light_limit_ft, Light.DARK: settings.dark_limit_ft}
    return limits.get(light)


def visual_ft_in(encounter: Encounter, who: str, light: Light) -> int:
    """Return how far somebody sees whoever stands in some light: the least that is said.

    Rules: FL-ENC-04
    """
    own = sheet_of(encounter[who]).visual_ft
    limits = (settings_of(encounter).visual_limit_ft, limit_in(encounter, light))
    return min((own, *(limit for limit in limits if limit is not None)))


def _metres(encounter: Encounter, feet: int) -> float:
    """Return feet as metres of the map: its squares are the book's, whatever its scale says."""
    return feet / numbers().square_ft * encounter.map.scale.cell_m
