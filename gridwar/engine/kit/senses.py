"""By what somebody perceives others: eyes, sights for the dark, sensors; and what shows to them.

A system says which senses somebody has and which signs of itself somebody gives; whether a sense
reaches anybody is worked out for all systems alike (``gridwar.engine.perception.detection``).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.engine.kit.card_order_and_flow import Figure
from gridwar.model.zones import Light
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class SenseKind(StrEnum):
    """What a sense goes by."""

    EYE = "eye"
    DARK_SIGHT = "dark_sight"
    AMPLIFIER = "amplifier"
    HEAT = "heat"
    FEEL = "feel"
    """Whatever needs no light at all: movement, density, brains, currents, hearing."""


class Sign(StrEnum):
    """What somebody shows of itself to senses that look for it."""

    WARM = "warm"
    LIVING = "living"
    MOVING = "moving"
    EM = "em"


ANY_DARKNESS: Final = 1_000_000
"""Stronger than any darkness: for a sense that no darkness can stop."""


class Sense(Struct, frozen=True):
    """One way in which somebody perceives others.

    Attributes:
        kind: What it goes by.
        name: In the rulebook's words; empty for the plain name of its kind.
        range_m: How far it reaches, in metres by the system's yardstick; None for any distance.
        darkest: The least light on the other in which it works.
        through_darkness: The strength of darkness, such as magic makes, that it still passes.
        through_smoke: Whether it passes smoke, fog and whatever else stops sight for a while.
        through_walls: Whether it needs no line at all.
        needs: What the other has to show of itself; None for nothing in particular.
        tells: Everything, or only where somebody is.
        jammed_by: A kind of zone in which it fails, at either end; empty for none.
        rule_id: The rule it comes from.
    """

    kind: SenseKind
    name: str = ""
    range_m: float | None = None
    darkest: Light = Light.LOW
    through_darkness: int = 0
    through_smoke: bool = False
    through_walls: bool = False
    needs: Sign | None = None
    tells: Literal["whole", "place"] = "whole"
    jammed_by: str = ""
    rule_id: str = ""

    @property
    def title(self) -> str:
        """Return what it is called."""
        return (
            self.name
            or {
                SenseKind.EYE: _("eye"),
                SenseKind.DARK_SIGHT: _("dark sight"),
                SenseKind.AMPLIFIER: _("light amplifier"),
                SenseKind.HEAT: _("heat"),
                SenseKind.FEEL: _("feel"),
            }[self.kind]
        )


EYE: Final = Sense(SenseKind.EYE)
"""What everybody has who can see: at any distance, in low light too, and all of it."""
_BODY: Final = frozenset({Sign.WARM, Sign.LIVING})


def signs_of_body(encounter: Encounter, who: str) -> frozenset[Sign]:
    """Return what a living body shows of itself: it moves if it has walked in its latest turn."""
    return _BODY | {Sign.MOVING} if len(encounter[who].trail) > 1 else _BODY


def senses_told(encounter: Encounter, who: str, senses: tuple[Sense, ...]) -> tuple[Figure, ...]:
    """Return the line of a card that says what senses somebody has; none for plain eyes alone.

    Args:
        encounter: For the unit of the map.
        who: Whose they are: a machine that nobody is in, or that is blind, has no line.
        senses: What the system says of them.
    """
    told = tuple(one for one in senses if one is not EYE)
    if not told or who not in encounter:
        return ()
    words = ", ".join(dict.fromkeys(_with_range(encounter, one) for one in told))
    places = ", ".join(one.title for one in told if one.tells == "place")
    hint = _("only where somebody is: {senses}").format(senses=places) if places else ""
    return (Figure(_("Senses"), words, hint, told[0].rule_id),)


def _with_range(encounter: Encounter, sense: Sense) -> str:
    if sense.range_m is None:
        return sense.title
    far = range_words(encounter, sense.range_m)
    if sense.kind is SenseKind.EYE and sense.darkest is not Light.LOW:
        in_light = _("in bright light") if sense.darkest is Light.BRIGHT else _("in the dark")
        return _("{sense} {range} {light}").format(sense=sense.title, range=far, light=in_light)
    return _("{sense} {range}").format(sense=sense.title, range=far)


def range_words(encounter: Encounter, range_m: float) -> str:
    """Return how far a sense reaches, in the unit of the map: ``60 m``, ``500 ft``."""
    scale = encounter.map.scale
    return f"{round(range_m / scale.unit_m, 2):g} {scale.unit}"
