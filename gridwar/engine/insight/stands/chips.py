"""Chips: what can be asked of a square where somebody could stand, one thing each.

A chip is a kind with up to two parts that can be changed: how much (``value``) and of whom
(``whom``). Which there are comes from the board, from what the system calls its prices and range
bands, and from the people who are known. A chip that a fight knows nothing of is said and does not
count.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.perception.light_of_fight import light_of
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.zones import LIGHT, Light

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.insight.stands.known_of_squares import StandKnowledge
    from gridwar.engine.kit.overlays_and_scenery import Area

ALL: Final = "*"
"""In place of somebody: all of them."""
INSIDE, OUTSIDE = "in", "out"
NOW, AFTER_MOVES = "now", "moves"
DISTANCES: Final = ("2", "3", "4", "6", "8", "12")
"""Squares that can be asked for between somebody and enemies."""
SEEN_BY_MOST: Final = ("0", "1", "2")


class ChipKind(StrEnum):
    """What a chip asks of a square."""

    REACH = "reach"
    """One gets there; ``value`` is the label of the dearest price, empty for any."""
    SEES = "sees"
    """One has a line to ``whom``."""
    UNSEEN = "unseen"
    """``whom`` has no line there; of all of them no more than ``value`` have."""
    COVER = "cover"
    """One has cover of the degree ``value`` from ``whom``, or there is no line."""
    RANGE = "range"
    """``whom`` is no farther than the range band ``value`` of one's weapon."""
    THREAT = "threat"
    """It is outside what ``whom`` threatens, ``value``: now or after their moves."""
    BESIDE = "beside"
    """A friend stands next to it."""
    APART = "apart"
    """``whom`` is ``value`` squares away or farther."""
    LIGHT = "light"
    """It is as dark as ``value``, or darker; the brightest: it is bright."""
    ZONE = "zone"
    """It is inside or outside (``whom``) of zones of the kind ``value``."""
    AREA = "area"
    """It is inside or outside (``whom``) of areas of the rules that are called ``value``."""
    HEIGHT = "height"
    """Its ground is higher than where one stands, or than where ``whom`` does."""
    FLOOR = "floor"
    """It is on the floor ``value``."""


class Chip(Struct, frozen=True):
    """One thing that is asked of a square.

    Attributes:
        kind: What, a ``ChipKind``; another one comes from a newer Gridwar.
        value: How much of it.
        whom: Of whom: an id, ``ALL``, or empty.
    """

    kind: str
    value: str = ""
    whom: str = ""


class Choices(Struct, frozen=True):
    """What a kind of chip can be changed to in a fight; the first of each is the usual one."""

    values: tuple[str, ...] = ("",)
    whoms: tuple[str, ...] = ("",)

    def has(self, chip: Chip) -> bool:
        """Return whether a chip is one of these."""
        return chip.value in self.values and chip.whom in self.whoms


Offers: TypeAlias = "Mapping[str, Choices]"
"""What can be asked, by kind of chip, in the order in which it is offered."""


def choices_of(fight: StandKnowledge) -> Offers:
    """Return what can be asked in a fight, by kind, in the order in which it is offered."""
    labels = tuple(dict.fromkeys(label for label, _cells in fight.reached.zones))
    found: dict[str, Choices] = {}
    if labels:
        found[ChipKind.REACH] = Choices(("", *labels) if len(labels) > 1 else ("",))
    if fight.foes:
        found.update(_of_foes(fight))
    if fight.friends:
        found[ChipKind.BESIDE] = Choices(whoms=(ALL, *fight.friends))
    found.update(_of_ground(fight))
    return {str(kind): some for kind, some in found.items()}


def _of_foes(fight: StandKnowledge) -> Iterator[tuple[str, Choices]]:
    of_foes = (ALL, *fight.foes)
    yield ChipKind.SEES, Choices(whoms=(*of_foes, *fight.friends))
    yield ChipKind.UNSEEN, Choices(SEEN_BY_MOST, of_foes)
    if fight.covers.matters:
        degrees = (CoverDegree.HALF, *(one for one in CoverDegree if one.rank))
        yield ChipKind.COVER, Choices(tuple(dict.fromkeys(map(str, degrees))), of_foes)
    rings = tuple(dict.fromkeys(ring.label for ring in fight.rings))
    if rings:
        yield ChipKind.RANGE, Choices(rings, (*fight.foes, ALL))
    if fight.threats:
        yield ChipKind.THREAT, Choices((NOW, AFTER_MOVES), of_foes)
    yield ChipKind.APART, Choices(DISTANCES, of_foes)


def _of_ground(fight: StandKnowledge) -> Iterator[tuple[str, Choices]]:
    page = fight.known.map
    light = light_of(fight.known).levels
    if light.min() != light.max():
        levels = (Light.DARK, Light.LOW, Light.BRIGHT)
        yield ChipKind.LIGHT, Choices(tuple(str(int(one)) for one in levels))
    kinds = tuple(dict.fromkeys(one.kind for one in page.zones if one.kind != LIGHT and one.cells))
    if kinds:
        yield ChipKind.ZONE, Choices(kinds, (OUTSIDE, INSIDE))
    areas = tuple(dict.fromkeys(one.label for one in areas_of(fight)))
    if areas:
        yield ChipKind.AREA, Choices(areas, (OUTSIDE, INSIDE))
    if page.ground.tiles or page.tops_m:
        of_foes = (ALL, *fight.foes) if fight.foes else ()
        yield ChipKind.HEIGHT, Choices(whoms=("", *of_foes))
    if page.floors:
        yield ChipKind.FLOOR, Choices(tuple(one.id for one in page.floors))


def areas_of(fight: StandKnowledge) -> Iterator[Area]:
    """Yield the areas of the rules that the side knows of, as they lie on the map."""
    for area in fight.system.board.areas(fight.known):
        is_known = area.known_to is None or fight.side in (None, area.known_to)
        if is_known and not area.is_advice and not area.is_for_a_move and area.label:
            yield area


def is_known(offers: Offers, chip: Chip) -> bool:
    """Return whether a fight can answer a chip."""
    choices = offers.get(chip.kind)
    return choices is not None and choices.has(chip)


def offered(offers: Offers) -> Iterator[Chip]:
    """Yield all chips that a fight can answer: first the usual one of each kind, then the rest."""
    for kind, some in offers.items():
        yield Chip(kind, some.values[0], some.whoms[0])
    for kind, some in offers.items():
        for whom in some.whoms:
            for value in some.values:
                is_more = kind == ChipKind.UNSEEN and whom != ALL and value != SEEN_BY_MOST[0]
                if (value, whom) != (some.values[0], some.whoms[0]) and not is_more:
                    yield Chip(kind, value, whom)


def usual_sentence(offers: Offers) -> tuple[Chip, ...]:
    """Return what is asked as long as nobody has said anything else."""
    wanted = [ChipKind.REACH, ChipKind.COVER, ChipKind.THREAT]
    if ChipKind.COVER not in offers:
        wanted[1] = ChipKind.SEES
    some = ((kind, offers[kind]) for kind in wanted if kind in offers)
    return tuple(Chip(str(kind), one.values[0], one.whoms[0]) for kind, one in some)


def turned(offers: Offers, chip: Chip, by: int) -> Chip:
    """Return a chip with the next value; where it has but one, of the next one.

    Args:
        offers: What can be asked.
        chip: As it is now.
        by: 1 for the next, -1 for the one before.
    """
    some = offers.get(chip.kind)
    if some is None:
        return chip
    is_of_all = chip.kind != ChipKind.UNSEEN or chip.whom == ALL
    if len(some.values) > 1 and is_of_all:
        return replace(chip, value=_next(some.values, chip.value, by))
    return with_other(offers, chip, by)


def with_other(offers: Offers, chip: Chip, by: int) -> Chip:
    """Return a chip that asks the same of the next one."""
    some = offers.get(chip.kind)
    if some is None or len(some.whoms) == 1:
        return chip
    whom = _next(some.whoms, chip.whom, by)
    value = some.values[0] if chip.kind == ChipKind.UNSEEN else chip.value
    return replace(chip, whom=whom, value=value if value in some.values else some.values[0])


def _next(some: tuple[str, ...], one: str, by: int) -> str:
    at = some.index(one) if one in some else -1 if by > 0 else 0
    return some[(at + by) % len(some)]
