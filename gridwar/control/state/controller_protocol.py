"""What the controller's parts may ask of it, as a protocol: they do not import the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.rules_cache import RulesCache
    from gridwar.control.state.view_state import Notice, ViewState
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.session.session import Session
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class ControllerProtocol(Protocol):
    """What its parts need of the controller they belong to."""

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

    def tell(self, notice: Notice | None) -> None:
        """Show a notice."""

    def submit(self, command: Command, cell: Cell | None = None) -> Outcome | None:
        """Submit a command."""

    def attempt(
        self,
        act: Callable[[], Outcome],
        command: Command | None = None,
        cell: Cell | None = None,
    ) -> Outcome | None:
        """Play something; a refusal or an error becomes a notice."""

    def guard(self, act: Callable[[], object]) -> None:
        """Do something that plays nothing; an error becomes a notice."""

    def cancel(self) -> None:
        """Give up whatever is being planned, the innermost thing first."""
