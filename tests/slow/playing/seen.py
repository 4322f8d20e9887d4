"""What a check is, and what it sees: a fight after one step of the walk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tests.slow.campaign import attempted, within
from tests.slow.playing.fault import Fault
from tests.slow.playing.moments import Moment

if TYPE_CHECKING:
    from random import Random

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter
    from tests.slow.playing.fight import Ended, PlayedFight

MOST_LOOK_S = 120.0


class Seen(NamedTuple):
    """A fight after a step."""

    fight: PlayedFight
    chance: Random
    """For checks alone: one more of them does not lead the walk elsewhere."""
    sought: str = ""
    """How the command was chosen: offered, almost offered, or anything."""
    known: Moment | None = None
    """What was worked out of the fight before the step."""

    @property
    def system(self) -> System:
        """The rules."""
        return self.fight.system

    @property
    def session(self) -> Session:
        """The fight as it goes on."""
        return self.fight.session

    @property
    def now(self) -> Encounter:
        """The encounter as it is shown."""
        return self.fight.session.encounter

    @property
    def moment(self) -> Moment:
        """The encounter as it is shown, with what is worked out of it."""
        return Moment(self.system, self.now)

    @property
    def ended(self) -> Ended | None:
        """What came to its end in this step, if anything did."""
        return self.fight.ended

    def before(self, ended: Ended) -> Moment:
        """Return the moment before a command."""
        if self.known is not None and self.known.now is ended.before:
            return self.known
        return Moment(self.system, ended.before)


Look: TypeAlias = Callable[[Seen], Iterable[Fault]]
"""A check: it yields faults, or raises what is wrong."""


def always(_seen: Seen) -> bool:
    """Tell that a check can be made after any step."""
    return True


def never(_seen: Seen) -> bool:
    """Tell that a check has to be made after no step."""
    return False


class Check(NamedTuple):
    """A check, and how often it is made."""

    name: str
    look: Look
    every: int = 1
    """Made at each so-manieth step at which it could be."""
    quick: int = 0
    """The same in the quick suite; 0 where it is left to the longer one."""
    could: Callable[[Seen], bool] = always
    must: Callable[[Seen], bool] = never
    """Tells where it is made whatever the count."""


def looked(check: Check, seen: Seen) -> list[Fault]:
    """Return what a check finds; what it raises is a fault too."""

    def look() -> list[Fault]:
        with within(MOST_LOOK_S):
            return list(check.look(seen))

    found = attempted(look)
    return [seen.fight.fault(found)] if isinstance(found, BaseException) else found
