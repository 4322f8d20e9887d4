"""A fight of Fluid Initiative for tests: people with Counts, scripted dice, commands one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit import Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.sheet import fight_of, sheet_of
from tests.examples.fluid import World
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.fluid.core.sheet import FluidSheet, InFight


def action(who: str, name: str, **fields: Any) -> TakeAction:
    """Return an action of the list as a command."""
    return TakeAction(actor=who, action=name, **fields)


def code(outcome: Accepted | Refused) -> str:
    """Return the code of a refusal; empty where it was accepted."""
    return outcome.code if isinstance(outcome, Refused) else ""


class FluidTable(World):
    """A world of the examples with the hands of a game master."""

    def __init__(self, *dice: int, **switches: Any) -> None:
        super().__init__(list(dice))
        self.switch(**switches)

    @property
    def now(self) -> Encounter:
        """The fight at this moment."""
        return self.encounter

    @property
    def left(self) -> tuple[int, ...]:
        """The dice that were not rolled."""
        assert isinstance(self.dice, ScriptedDice)
        return self.dice.left

    def setting(self, **settings: Any) -> None:
        """Set something for the fight."""
        changed = settings_of(self.encounter).replace(**settings)
        self.encounter = self.encounter.replace(settings=changed)

    def put(self, who: str, x: int, y: int) -> None:
        """Put somebody elsewhere."""
        self.encounter = self.encounter.with_combatant(self.now[who].replace(pos=Cell(x, y)))

    def fight(self, who: str) -> InFight:
        """Return how somebody stands in the fight."""
        return fight_of(self.now, who)

    def sheet(self, who: str) -> FluidSheet:
        """Return somebody's sheet."""
        return sheet_of(self.now[who])

    def counts(self) -> dict[str, int | None]:
        """Return all Counts."""
        return {who: self.fight(who).count for who in self.now.combatants}

    def play(self, *commands: Any, answers: Any = None, location: str = "") -> Any:
        """Play commands and return the last outcome; a refusal ends it.

        Args:
            commands: What is done.
            answers: By key: an option, numbers that differ from what is proposed, or an answer.
            location: The answer to where they meet.
        """
        given = {"location": location} if location else {}
        given |= answers or {}
        outcome: Any = None
        for command in commands:
            session = Session(SYSTEM, self.encounter, dice=self.dice, table=StrictTable)
            outcome = session.submit(command)
            while session.wanted:
                wanted: Any = session.wanted[0]
                reply = given.get(wanted.key.rpartition("/")[2])
                outcome = session.answer(wanted.key, _answer(reply, wanted.default))
            self.encounter = session.encounter
            if isinstance(outcome, Refused):
                return outcome
        return outcome

    def done(self, *commands: Any, answers: Any = None, location: str = "") -> Accepted:
        """Play commands that have to be accepted."""
        outcome = self.play(*commands, answers=answers, location=location)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    def told(self, outcome: Accepted) -> list[str]:
        """Return the words that a command wrote into the log."""
        traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
        return [one.title + " ".join(step.label for step in one.steps) for one in traces]

    def join(self, who: str, *, purpose: int = 1, boost: int = 0) -> None:
        """Let somebody come in later."""
        numbers = {f"purpose of {who}": purpose, f"boost of {who}": boost}
        comes = SYSTEM.new_combatant(who, who, "1").replace(pos=Cell(20, 10))
        joins = AddCombatants(combatants=(comes,), rolls=True)
        self.done(joins, answers={"entry": numbers})

    def step(self, who: str, dx: int = 0, dy: int = 1) -> Command:
        """Return the bonus step."""
        pos = self.now[who].pos
        assert pos is not None
        return Move(actor=who, path=(pos.shifted(dx, dy),), mode="step")

    def walk(self, who: str, squares: int, mode: str = "") -> Command:
        """Return a walk straight down."""
        pos = self.now[who].pos
        assert pos is not None
        path = tuple(pos.shifted(0, n) for n in range(1, squares + 1))
        return Move(actor=who, path=path, mode=mode)

    def begin(self, *counts: int, turn: int = 0) -> None:
        """Put people a, b, c … with these Counts into round 1, each on a side of its own."""
        ids = tuple("abcdefgh"[: len(counts)])
        for number, (who, count) in enumerate(zip(ids, counts, strict=True), start=1):
            self.add(who, str(number))
            self.set(who, count=count)
        order = sorted(ids, key=lambda who: -counts[ids.index(who)])
        made_with = frozendict(zip(ids, counts, strict=True))
        self.state(phase="round", order=tuple(order), order_counts=made_with)
        self.encounter = self.encounter.replace(round=1, turn=order[turn])

    def round(self, answers: Any = None) -> Accepted:
        """Let everybody's turn pass and end the round."""
        while state_of(self.now).phase != "end_of_round":
            self.done(NextTurn())
        return self.done(NextTurn(), answers=answers)


def _answer(reply: Any, default: Answer) -> Answer:
    if reply is None:
        return default
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, str):
        return Answer(option=reply)
    return Answer(numbers=frozendict({**dict(default.numbers), **reply}))
