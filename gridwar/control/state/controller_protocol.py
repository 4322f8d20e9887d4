"""What the controller's parts may ask of it, as a protocol: they do not import the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gridwar.control.caching.rules_cache import RulesCache
    from gridwar.control.state.view_state import Notice, ViewState
    from gridwar.engine.kit.system import System
    from gridwar.engine.play.outcome import Outcome
    from gridwar.engine.session.session import Session
    from gridwar.model.command import Adjustments, Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class ControllerProtocol(Protocol):
    """What drafts, moves and imports need of the controller they belong to."""

    session: Session
    view: ViewState
    rules_cache: RulesCache

    @property
    def system(self) -> System:
        """The rules."""

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is shown."""

    @property
    def actor(self) -> str | None:
        """The combatant whose actions are offered."""

    def show(self, **changes: object) -> None:
        """Change the view state."""

    def selected_before(self) -> tuple[str, ...]:
        """Return who is to be selected when an action is given up."""

    def tell(self, notice: Notice | None) -> None:
        """Show a notice."""

    def submit(self, command: Command, cell: Cell | None = None) -> Outcome | None:
        """Submit a command."""

    def answer(self, key: str, given: Answer | tuple[int, ...]) -> Outcome | None:
        """Answer what the open command wants."""

    def use_typed_dice(self, *, typed: bool) -> None:
        """Choose between real dice, typed in, and the program's."""

    def amend(self, row_id: int, adjustments: Adjustments, *, roll_again: bool = False) -> None:
        """Amend a row of the log."""
