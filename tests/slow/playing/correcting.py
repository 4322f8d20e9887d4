"""Whether what the game master corrects on a sheet is what happens.

A sum that can be set decides something: set far up or far down, with the same dice, a command comes
to something else than it does as it is. A log that says so without its being so is found here.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from frozendict import frozendict

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Adjustments
from gridwar.model.events_combatants import Explained
from tests.slow.playing.fault import Fault
from tests.slow.playing.scripted import perform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.model.command import Command
    from gridwar.model.event_base import Event
    from tests.slow.playing.moments import Moment

_FAR = 60
"""How far a total is set from what it is: farther than any die goes back."""
_SEEDS = range(6)
_FIGURE = re.compile(r"[-+\u2212]?\d+")


class SumsRead:
    """Which sums decided something. One that never does, in several commands, is a fault."""

    def __init__(self, patience: int = 1) -> None:
        """Begin with none.

        Args:
            patience: In how many commands a sum may decide nothing before it is a fault. Before
                that the last is tried at everybody else, too: a weapon's drive means nothing to
                whoever wears no armour.
        """
        self._patience = patience
        self._deciding: set[str] = set()
        self._doubted: Counter[str] = Counter()

    def read(self, moment: Moment, command: Command) -> Iterator[Fault]:
        """Find sums of a command that may be set to anything and never change anything.

        Args:
            moment: Before the command.
            command: One that is accepted, without adjustments.
        """
        for about, name, decides in _sums(moment, command):
            if decides:
                self._deciding.add(about)
            elif about not in self._deciding:
                self._doubted[about] += 1
                if self._doubted[about] != self._patience:
                    continue
                if _decides_at_somebody(moment, command, about):
                    self._deciding.add(about)
                else:
                    yield Fault("a sum decides nothing", about, name)


def _decides_at_somebody(moment: Moment, command: Command, about: str) -> bool:
    """Return whether a sum decides something once the command is aimed at somebody else."""
    if "target" not in type(command).model_fields:
        return False
    others = (command.replace(target=who) for who in moment.now.combatants)
    return any(
        decides and found == about for one in others for found, _name, decides in _sums(moment, one)
    )


def _sums(moment: Moment, command: Command) -> Iterator[tuple[str, str, bool]]:
    """Yield the sums of a command, and whether each decides anything.

    Where the dice change nothing either (a blow that cannot hurt), no sum could.
    """
    tallies = preview(moment.system, moment.now, command).tallies
    if not tallies:
        return
    usual = [_comes_to(moment, command, seed) for seed in _SEEDS]
    if len(set(usual)) == 1 and usual[0].is_rolled:
        return
    for tally in tallies:
        changed = (
            command.replace(adjustments=Adjustments(totals=frozendict({tally.name: total})))
            for total in (tally.total + _FAR, tally.total - _FAR)
        )
        came = (_comes_to(moment, one, seed) for one in changed for seed in _SEEDS)
        decides = any(one != two for one, two in zip(came, usual * 2, strict=True))
        yield f"{command.kind}, {_named(tally)}", tally.name, decides


class _CameTo(NamedTuple):
    events: tuple[Event, ...]
    words: tuple[str, ...]
    """How the entries of the log end, without their figures."""
    is_rolled: bool


def _comes_to(moment: Moment, command: Command, seed: int) -> _CameTo:
    played = perform(moment.system, moment.now, command, dice=SeededDice(seed))
    if not isinstance(played.outcome, Accepted):
        return _CameTo((), (played.outcome.code,), is_rolled=False)
    events = played.outcome.events
    traces = [one.trace for one in events if isinstance(one, Explained)]
    return _CameTo(
        tuple(one for one in events if not isinstance(one, Explained)),
        tuple(_FIGURE.sub("", one.result) for one in traces),
        any(one.faces for one in played.replies.by_key().values()),
    )


def _named(tally: Tally) -> str:
    """Return what a sum is called, without names and numbers."""
    return _FIGURE.sub("N", tally.name.rpartition("/")[2].split(" of ")[0])
