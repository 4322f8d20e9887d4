"""Sentences of chips as they are kept from fight to fight: people by their names, not their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.insight.stands.chips import ALL, INSIDE, OUTSIDE, Chip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter

_BETWEEN: Final = "\n"
"""No name and no label has it."""
_PARTS: Final = 3
_NOBODY: Final = frozenset({"", ALL, INSIDE, OUTSIDE})


def kept_sentence(chips: Iterable[Chip], encounter: Encounter) -> tuple[str, ...]:
    """Return a sentence as it is kept: of each chip its kind, of whom, and how much."""
    return tuple(_BETWEEN.join((one.kind, _named(one, encounter), one.value)) for one in chips)


def read_sentence(kept: Iterable[str], encounter: Encounter) -> tuple[Chip, ...]:
    """Return a sentence as a fight knows its people; whoever is not there keeps the name."""
    parts = (one.split(_BETWEEN, _PARTS - 1) for one in kept)
    chips = (Chip(one[0], one[2], one[1]) for one in parts if len(one) == _PARTS and one[0])
    return tuple(dict.fromkeys(_there(one, encounter) for one in chips))


def without_one(chips: tuple[Chip, ...], at: int) -> tuple[Chip, ...]:
    """Return a sentence without the chip of a place."""
    return (*chips[:at], *chips[at + 1 :])


def _named(chip: Chip, encounter: Encounter) -> str:
    one = encounter.combatants.get(chip.whom)
    return chip.whom if one is None else one.name


def _there(chip: Chip, encounter: Encounter) -> Chip:
    if chip.whom in _NOBODY:
        return chip
    known = (one.id for one in encounter.combatants.values() if one.name == chip.whom)
    return replace(chip, whom=next(known, chip.whom))
