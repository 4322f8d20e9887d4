"""Commands: what somebody asks for, and how the GM bends the rules for it.

A rule system brings its own subclasses; ``kind`` names them on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Self, Unpack

from frozendict import frozendict
from pydantic import SerializeAsAny

from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record, kind_of, opaque
from gridwar.model.trace import Line

if TYPE_CHECKING:
    from pydantic import ConfigDict


class OwnLine(Record):
    """A line that the GM adds to the sum of that name."""

    tally: str
    line: Line


class Adjustments(Record):
    """What the GM changes about the rules for one command.

    Sums and their lines are named by scope, tally and line key: ``attack/CE-COV-01:crate``.
    """

    lines_off: frozenset[str] = frozenset()
    lines_on: frozenset[str] = frozenset()
    """Lines that a rule had struck out, counted nevertheless."""
    lines_set: FrozenMap[str, int] = frozendict()
    lines_added: tuple[OwnLine, ...] = ()
    totals: FrozenMap[str, int] = frozendict()
    waived: frozenset[str] = frozenset()
    """Codes of refusals to pass over; ``*`` passes over all that can be."""

    def waives(self, code: str, waivable: bool) -> bool:
        """Return whether a refusal is passed over."""
        return waivable and (code in self.waived or "*" in self.waived)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is changed."""
        return self == NO_ADJUSTMENTS

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the names of all sums and lines that are changed."""
        tallies = (own.tally for own in self.lines_added)
        return (*self.lines_off, *self.lines_on, *self.lines_set, *self.totals, *tallies)

    def around(self, inner: Adjustments, scope: str) -> Adjustments:
        """Return what holds for a command that is played inside this one.

        Its own adjustments name sums as if it were played alone, these name them in full; refusals
        are waived for each command by itself.

        Args:
            inner: The adjustments of the command inside.
            scope: Where it is played, in full.
        """
        own_lines = (own.replace(tally=f"{scope}/{own.tally}") for own in inner.lines_added)
        return Adjustments(
            lines_off=self.lines_off | {f"{scope}/{name}" for name in inner.lines_off},
            lines_on=self.lines_on | {f"{scope}/{name}" for name in inner.lines_on},
            lines_set=self.lines_set | {f"{scope}/{k}": v for k, v in inner.lines_set.items()},
            lines_added=(*self.lines_added, *own_lines),
            totals=self.totals | {f"{scope}/{k}": v for k, v in inner.totals.items()},
            waived=inner.waived,
        )


NO_ADJUSTMENTS = Adjustments.constant()


class Command(Record):
    """A wish. ``actor`` is the combatant who acts; None where the GM does."""

    kind: ClassVar[str] = ""
    """Its name on disk, made of the class's name where the class does not say; empty for a base."""
    correction: ClassVar[bool] = False
    """A GM's correction: allowed at any moment, also while a question is open."""
    interrupts: ClassVar[bool] = False
    """May be played while somebody else's command is open but not yet committed."""

    actor: str | None = None
    adjustments: Adjustments = NO_ADJUSTMENTS

    def __init_subclass__(cls, **kwargs: Unpack[ConfigDict]) -> None:
        super().__init_subclass__(**kwargs)
        if "kind" not in vars(cls):
            cls.kind = kind_of(cls)

    def waiving(self, code: str) -> Self:
        """Return the command as it passes over a refusal, besides those it does already."""
        waived = self.adjustments.waived | {code}
        return self.replace(adjustments=self.adjustments.replace(waived=waived))


class Act(Command):
    """What a combatant does: a command that always has an actor."""

    kind: ClassVar[str] = ""
    actor: str


class Answer(Record):
    """A reply to a question: an option, numbers for a form, a cell, or a command of one's own."""

    option: str = ""
    numbers: FrozenMap[str, int] = frozendict()
    cell: Cell | None = None
    texts: tuple[str, ...] = ()
    command: Annotated[SerializeAsAny[Command] | None, opaque("command")] = None


class GmCommand(Command):
    """A command of the GM: a correction, allowed while a question is open."""

    kind: ClassVar[str] = ""
    correction: ClassVar[bool] = True
