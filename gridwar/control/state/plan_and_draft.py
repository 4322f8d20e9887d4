"""A move that is planned, and the draft of an action: prepared, and not yet a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit.command_draft import Draft

if TYPE_CHECKING:
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.odds.odds_columns import Odds
    from gridwar.engine.play.preview_and_named_outcomes import NamedOutcome
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Question, Refusal


class MoveWarning(Struct, frozen=True):
    """What may happen on a planned way, the first of its rules, and where, if it has a place."""

    text: str
    rule_id: str = ""
    cell: Cell | None = None


class GroupWay(Struct, frozen=True):
    """The way of one of a group: its cells from the start, what it costs, why it cannot be gone.

    ``costs`` are those of its steps; none where it is free of price.
    """

    who: str
    cells: tuple[Cell, ...]
    cost_text: str = ""
    zone_label: str = ""
    problem: str = ""
    costs: tuple[int, ...] = ()
    waives: frozenset[str] = frozenset()
    """What is passed over because its turn is not now: the codes of those refusals."""

    @property
    def end(self) -> Cell:
        """The cell in which it would end."""
        return self.cells[-1]


class MovePlan(Struct, frozen=True):
    """A move under way with the mouse: the route so far and what it would come to.

    ``cells`` begins with the start; ``legs`` are the waypoints set, the start included. ``zone`` is
    the number of the price zone the end lies in, None where it lies beyond all. Where height is
    counted in levels, ``lifts`` says how many up or down at each leg, ``climbs`` at each step.
    """

    mover: str
    cells: tuple[Cell, ...]
    legs: tuple[Cell, ...]
    costs: tuple[int, ...] = ()
    cost_text: str = ""
    zone: int | None = None
    zone_label: str = ""
    warnings: tuple[MoveWarning, ...] = ()
    problem: str = ""
    free: bool = False
    others: tuple[tuple[str, Cell], ...] = ()
    """The rest of a group moved together, and where each would go."""
    lifts: tuple[int, ...] = ()
    climbs: tuple[int, ...] = ()
    note: str = ""
    """What is written at the end of a move without rules, in place of saying that it is one."""
    group: tuple[GroupWay, ...] = ()
    """The ways of a group, the mover's among them, where each walks its own."""

    @property
    def leads_nowhere(self) -> bool:
        """Whether the mover would be where it is."""
        return self.end == self.cells[0] and not any(self.climbs)

    @property
    def end(self) -> Cell:
        """The cell the move would end in."""
        return self.cells[-1]


class ActionDraft(Struct, frozen=True):
    """An action against somebody or on a cell, prepared but not yet asked for.

    ``target`` is empty where it is meant for ``cell``, ``actor`` where nobody acts: an act of the
    fight as a whole. ``answer`` is the column chosen for the
    target, empty while the target is still to be asked.
    """

    action: Action
    actor: str
    target: str
    command: Command
    preview: Preview | None = None
    settable: Draft = Draft()
    """What can be set about the command; nothing about one that is done."""
    odds: Odds | None = None
    outcomes: tuple[NamedOutcome, ...] = ()
    """What it leads to, by the names of the roll that decides."""
    odds_late: bool = False
    """The odds shown belong to the draft as it was; new ones are being worked out."""
    answer: str = ""
    faces: tuple[int, ...] = ()
    cell: Cell | None = None
    amends: int | None = None
    """The row of the log that it amends; None for a new command."""
    counts_as: str = ""
    """The outcome that the same dice shall count as; empty for the one they fell to."""
    points: int | None = None
    """How much the target lost by the GM's word; None for what the dice and the rules say."""

    @property
    def first_roll(self) -> Roll | None:
        """The roll with which it begins, as far as that is seen."""
        return None if self.preview is None else self.preview.first_roll

    @property
    def question(self) -> Question | None:
        """The question whose answers its odds show side by side."""
        return None if self.odds is None else self.odds.question

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be done as it stands: seen before its first roll, or on one of its ways."""
        seen = None if self.preview is None else self.preview.refusal
        return self.odds.refusal if seen is None and self.odds is not None else seen
