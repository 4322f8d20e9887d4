"""What a rule system gives the contract tests: a start, a command that asks, one that is refused.

Each system has a module ``tests/contract/<id>.py`` with a function ``scenario()``; a system without
one fails the contract, and says so.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridwar.engine.session.session import Session
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, Answer, Command
from tests.support.every_system import find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.encounter import Encounter

SEED = 2718


@dataclass(frozen=True)
class Scenario:
    """A small fight of one system, and what to do in it."""

    start: Encounter
    actor: str
    """Whose actions are listed."""
    asks: Command
    """Asks at least one question (dice are the program's)."""
    answers: Mapping[str, Answer]
    """By key; what is not named takes the question's default."""
    refused: Command
    code: str
    """With which ``refused`` is refused."""
    amended: Adjustments = NO_ADJUSTMENTS
    """How ``asks`` is amended; it has to come to something else than before."""
    chances: Command | None = None
    """A command with dice, whose odds are explored and sampled."""
    given: Mapping[str, Answer] = field(default_factory=dict)
    """Answers given in both."""
    exact: float | None = None
    """Its chance of success, from elsewhere."""
    passing: tuple[Encounter, Command] | None = None
    """A fight and a command on whose way somebody could interfere, where ``asks`` has nobody."""

    kept: frozenset[str] = frozenset()
    """Fields of sheet or state that turns change and that outlast the fight, as wounds do."""

    @property
    def system(self) -> System:
        """The rules."""
        return find(self.start.system)

    def session(self, start: Encounter | None = None) -> Session:
        """Return a session with the program's dice, always the same, and a strict table."""
        from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position

        loaded = Loaded(start or self.start, (), Position(), DiceCounter(SEED))
        return Session(self.system, loaded, table=StrictTable)

    def reply(self, session: Session) -> Outcome:
        """Give the first thing wanted its answer."""
        wanted = session.wanted[0]
        default = getattr(wanted, "default", Answer())
        return session.answer(wanted.key, self.answers.get(wanted.key, default))

    def played(self, session: Session) -> Session:
        """Play the asking command to its end."""
        session.submit(self.asks)
        while session.wanted:
            self.reply(session)
        return session


def scenario(system_id: str) -> Scenario:
    """Return the scenario of a system."""
    module = importlib.import_module(f"tests.contract.{system_id}")
    found = module.scenario()
    assert isinstance(found, Scenario)
    return found
