"""A sentence of chips: which squares fit all of them, how many each leaves, and what each costs."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.insight.stands.chips import choices_of, is_known, usual_sentence
from gridwar.engine.insight.stands.fight_for_stands import SomeSquares, cells_of
from gridwar.engine.insight.stands.known_of_squares import StandKnowledge
from gridwar.engine.insight.stands.masks import costs, squares_left

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.engine.insight.stands.chips import Chip, Offers
    from gridwar.model.geometry import Cell

    Mask = NDArray[np.bool_]


class Leaves(Struct, frozen=True):
    """What a chip of a sentence does.

    Attributes:
        chip: The chip.
        left: How many squares are left by it and by those before it; None where the fight knows
            nothing of it, so that it does not count.
        without: How many would fit the sentence without it; None as for ``left``.
    """

    chip: Chip
    left: int | None
    without: int | None


class Answer(Struct, frozen=True, eq=False):
    """What a sentence comes to.

    Attributes:
        chips: Its chips in their order.
        cells: The squares that fit all that count, in reading order.
    """

    chips: tuple[Leaves, ...]
    cells: tuple[Cell, ...]


class StandSearch(StandKnowledge):
    """Answers sentences about one fight; the mask of each chip is kept."""

    @cached_property
    def choices(self) -> Offers:
        """What can be asked in this fight, by kind of chip."""
        return choices_of(self)

    @cached_property
    def usual(self) -> tuple[Chip, ...]:
        """The sentence as long as nobody has said another."""
        return usual_sentence(self.choices)

    @cached_property
    def _masks(self) -> dict[Chip, SomeSquares]:
        return {}

    @cached_property
    def _standable(self) -> SomeSquares:
        return SomeSquares(self.nothing())

    @cached_property
    def _gets_to(self) -> Mask:
        parts = (part for _label, part in self.reached.zones)
        return self.mask_of(frozenset((self.home,)).union(*parts))

    def answer(self, chips: tuple[Chip, ...]) -> Answer:
        """Return what a sentence comes to; without any chip all squares looked at fit."""
        asked = tuple(one for one in dict.fromkeys(chips) if is_known(self.choices, one))
        told = list[Leaves]()
        for number, chip in enumerate(chips):
            if chip not in asked:
                told.append(Leaves(chip, None, None))
                continue
            so_far = tuple(one for one in asked if one in chips[: number + 1])
            others = tuple(one for one in asked if one != chip)
            told.append(Leaves(chip, self._count(so_far), self._count(others)))
        return Answer(tuple(told), tuple(cells_of(self.fitting(asked))))

    def fitting(self, chips: tuple[Chip, ...]) -> Mask:
        """Return the squares that fit all of some chips; the quick ones are asked first."""
        left = self.inside
        for chip in sorted(chips, key=costs):
            kept = self._masks.setdefault(chip, SomeSquares(self.nothing()))
            left = kept.get(left, partial(squares_left, self, chip))
        return self._standable.get(left, self._may_stand)

    def fits(self, chip: Chip, cell: Cell) -> bool:
        """Return whether a square fits a chip that the fight knows."""
        return bool(squares_left(self, chip, self.mask_of((cell,)))[cell.y, cell.x])

    def _count(self, chips: tuple[Chip, ...]) -> int:
        return int(self.fitting(chips).sum())

    def _may_stand(self, some: Mask) -> Mask:
        """Return where whoever moves may stand; what is reached needs no question."""
        free = self._gets_to & some
        return free | self.where(self.reached.may_stop, some & ~free)
