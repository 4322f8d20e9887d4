"""What the window shows beyond the fight itself: selection, plans, drafts. Never saved.

A drag changes this only; the fight changes when a command is accepted.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.state.pins import NOTHING_MEASURED, Measuring
from gridwar.engine.kit.command_draft import Draft
from gridwar.engine.kit.offers_and_actions import Target

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.control.records.ground_records import Point
    from gridwar.engine.kit.offers_and_actions import Action, Need
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.odds.odds_columns import Odds
    from gridwar.engine.play.preview_and_named_outcomes import NamedOutcome
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Question, Refusal


class MoveWarning(Struct, frozen=True):
    """What may happen on a planned way, its rule, and where, if it has a place."""

    text: str
    rule_id: str = ""
    cell: Cell | None = None


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

    @property
    def leads_nowhere(self) -> bool:
        """Whether the mover would be where it is."""
        return self.end == self.cells[0] and not any(self.climbs)

    @property
    def end(self) -> Cell:
        """The cell the move would end in."""
        return self.cells[-1]


class WallsShown(StrEnum):
    """Which walls are drawn in play on a picture, besides its doors and windows."""

    NONE = "none"
    MINE = "mine"
    """Those drawn here: the picture cannot show them."""
    ALL = "all"


class Placing(Struct, frozen=True):
    """Combatants held over the map to join the fight, where each would stand."""

    combatants: tuple[Combatant, ...]


class TokenMenu(Struct, frozen=True):
    """A menu that is wanted on the map: for a token, or (empty) for the place itself."""

    who: str
    cell: Cell


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


class Notice(Struct, frozen=True):
    """Something to tell: a refusal, an error, a withdrawal. ``again`` is what "anyway" submits."""

    text: str
    detail: str = ""
    """More, to be read and copied."""
    tone: Literal["refused", "error", "note"] = "refused"
    refusal: Refusal | None = None
    again: Command | None = None
    cell: Cell | None = None
    """Where on the map it belongs."""
    anyway: str = ""
    """Words for doing it anyway, where there are better ones than those."""

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The rules by which it was refused."""
        return () if self.refusal is None else self.refusal.rule_ids


class FileState(Struct, frozen=True):
    """What the fight is kept in: a name, a mark such as "copy", whether all of it is on disk."""

    name: str = ""
    mark: str = ""
    saved: bool = True
    why: str = ""
    """Why it is not."""
    path: Path | None = None
    """Where it is; None where there is no file."""


class ViewState(Struct, frozen=True):
    """The whole view state."""

    tool: str = "select"
    """The active tool, by id."""
    selected: tuple[str, ...] = ()
    hover: Cell | None = None
    plan: MovePlan | None = None
    picking: Action | None = None
    """An action whose target or path has still to be chosen on the map."""
    picked: Target = Target()
    """What has been chosen for it so far."""
    needs_met: int = 0
    """How many of its needs that meets."""
    chosen: Action | None = None
    """The last action of which something had to be chosen on the map."""
    selected_before: tuple[str, ...] = ()
    """Who was selected before its actor was."""
    draft: ActionDraft | None = None
    free_move: bool = False
    typed_dice: bool = False
    typed: frozendict[str, tuple[int, ...]] = frozendict()
    """Faces typed so far for the dice that are wanted, by key."""
    notice: Notice | None = None
    show_reach: bool = True
    show_bands: bool = False
    show_threat: bool = True
    show_grid: bool = True
    one_level: bool = False
    """Whether those on other levels than whoever is selected, or acts, are shadows."""
    areas_off: frozenset[str] = frozenset()
    """What those areas of the rules are called that were taken off the map."""
    walls: WallsShown = WallsShown.MINE
    """Which walls are drawn in play on a picture."""
    presenting: bool = False
    """Whether players look at the window: nothing of the GM's is shown."""
    weapon: str = ""
    quick_error: str = ""
    placing: Placing | None = None
    rubber_band: tuple[Point, Point] | None = None
    """Two corners of a frame that selects what lies in it."""
    token_menu: TokenMenu | None = None
    hovered: tuple[str, ...] = ()
    door: str = ""
    """The door under the pointer, by its wall's id."""
    door_menu: str = ""
    """The door whose menu is wanted."""
    tie: tuple[str, str] = ("", "")
    """Those whose tie has its sign under the pointer."""
    tie_menu: tuple[str, str] = ("", "")
    """Those whose tie's menu is wanted."""
    file: FileState = FileState()
    measuring: Measuring = NOTHING_MEASURED
    """What was measured and stays on the map."""

    @property
    def need(self) -> Need | Literal[""]:
        """What has to be chosen on the map next; empty while nothing is."""
        return "" if self.picking is None else self.picking.needs[self.needs_met]

    @property
    def is_part(self) -> bool:
        """Whether what is chosen now is only one of several things that the action needs."""
        return self.picking is not None and len(self.picking.needs) > 1

    def selected_after(self, encounter: Encounter) -> tuple[str, ...]:
        """Return who is to be selected when an action is given up: as before it was chosen."""
        given_up = self.picking if self.draft is None else self.draft.action
        is_chosen = given_up is not None and given_up is self.chosen
        wanted = self.selected_before if is_chosen else self.selected
        return tuple(one for one in wanted if one in encounter)

    def unpointed(self) -> ViewState:
        """Return it as it would be with the pointer elsewhere and no move under way."""
        return replace(
            self, hover=None, hovered=(), plan=None, door="", placing=None, rubber_band=None
        )
