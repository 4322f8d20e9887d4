"""The random walk through the fights of a system, and the checks that are made on its way.

A player does things in sessions with files: what is offered and what is not, the game master's
corrections, answers, undo, redo, amendments, jumps. The walk goes back to where somebody is in a
state that has met few deeds. After each step the checks of a list look at the fight. The same seed
walks the same way; the acts of a fight can be done again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.slow.campaign import attempted, within
from tests.slow.playing.choosing import Player
from tests.slow.playing.fight import PlayedFight, starts
from tests.slow.playing.moments import Moment
from tests.slow.playing.seen import Seen, looked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.slow.playing.fault import Fault
    from tests.slow.playing.fight import Act
    from tests.slow.playing.seen import Check
    from tests.slow.playing.steering import Meetings

MOST_ACT_S = 10.0
MOST_ACTS, MOST_BLANK = 400, 30
"""Of one fight with all its branches, and of one on a blank map: then it begins anew."""
_MOST_DEEDS = 70
"""Of one way through a fight."""
_KEPT_A_STATE = 4


class Met(NamedTuple):
    """What a walk has found, and where."""

    fault: Fault
    check: str
    step: int
    walk: int
    """The seed of the walk."""
    fight: PlayedFight
    acts: tuple[Act, ...]
    """All that was done in this fight until then."""
    command: str
    luck: str = ""
    """What the chance of the check was made of."""

    def __str__(self) -> str:
        """Say where it was, and what is wrong."""
        where = f"{self.fight.system_id}, {self.fight.name or 'a blank map'}, seed {self.walk}"
        words = f"{self.fault.name} {self.fault.detail[:300]}"
        return f"{where}, step {self.step}, {self.command}: check {self.check}: {words}"


class _Place(NamedTuple):
    fight: PlayedFight
    row: int


class Walk:
    """One walk: goes on step by step, counts what has met, and hands back what is wrong."""

    def __init__(
        self,
        system_id: str,
        seed: int,
        checks: Sequence[Check] = (),
        folder: Path | None = None,
        *,
        wild: bool = False,
        blank: bool = False,
    ) -> None:
        """Begin.

        Args:
            system_id: The rules.
            seed: The same one walks the same way.
            checks: What is looked at.
            folder: Where files are made; None plays in memory.
            wild: Whether the GM sets values out of any sense.
            blank: Whether all fights are on blank maps, which are soon played.
        """
        self.seed, self.steps, self.commands = seed, 0, 0
        self.counts: Counter[str] = Counter()
        """Acts of the fights that are over, and what came of them."""
        self.made: Counter[str] = Counter()
        """How often each check was made."""
        self._could: Counter[str] = Counter()
        self._checks, self._folder = checks, folder
        self._most_acts = MOST_BLANK if blank else MOST_ACTS
        self._starts = starts(system_id, blank=blank)
        self._chance = Random(f"{system_id}:{seed}")
        self._fights: dict[tuple[str, str], PlayedFight] = {}
        self._kept: defaultdict[str, list[_Place]] = defaultdict(list)
        self._gone_back: Counter[str] = Counter()
        self._player = Player(self._begun(), self._chance, wild=wild)

    @property
    def meetings(self) -> Meetings:
        """Which states and deeds have met."""
        return self._player.meetings

    def close(self) -> None:
        """Close all fights and take their files away."""
        for one in [*self._fights.values()]:
            self._leave(one)

    # --- a step and what is seen -----------------------------------------------------------------

    def go(self, steps: int) -> Iterator[Met]:
        """Take so many steps and yield what is wrong."""
        for _step in range(steps):
            yield from self.step()

    def step(self) -> list[Met]:
        """Do something, and return what is wrong with it."""
        self.steps += 1
        error = attempted(self._act)
        fight = self._player.fight
        if isinstance(error, BaseException):
            found = [self._met(fight.fault(error), "play")]
            self._leave(fight)
            self._player.fight = self._begun()
            return found
        self.commands += fight.ended is not None
        seen = Seen(fight, Random(), self._player.sought, self._player.moment)
        return [one for check in self._checks for one in self._look(check, seen)]

    def _act(self) -> None:
        with within(MOST_ACT_S):
            fight = self._player.fight
            if not fight.session.open:
                line = fight.session.history.line(fight.session.position.cursor)
                is_long = len(line) > _MOST_DEEDS or len(fight.acts) > self._most_acts
                if is_long or self._chance.random() < 0.03:
                    self._go_elsewhere()
                self._keep()
            self._player.act()

    def _look(self, check: Check, seen: Seen) -> Iterator[Met]:
        if not check.could(seen):
            return
        self._could[check.name] += 1
        if self._could[check.name] % check.every == 0 or check.must(seen):
            self.made[check.name] += 1
            luck = f"{check.name}:{self.seed}:{self.steps}"
            for fault in looked(check, seen._replace(chance=Random(luck))):
                yield self._met(fault, check.name)._replace(luck=luck)

    def _met(self, fault: Fault, check: str) -> Met:
        fight = self._player.fight
        return Met(fault, check, self.steps, self.seed, fight, (*fight.acts,), fight.last_command)

    # --- where to begin, and where to go back to -------------------------------------------------

    def _begun(self) -> PlayedFight:
        start = self._chance.choice(self._starts)
        if start not in self._fights:
            number = self._chance.randrange(1 << 20)
            self._fights[start] = PlayedFight(start, number, self._folder)
        return self._fights[start]

    def _leave(self, fight: PlayedFight) -> None:
        """Close a fight in which something was raised, or much was done."""
        del self._fights[fight.system_id, fight.name]
        self.counts += fight.counts
        attempted(fight.close)
        for state, kept in self._kept.items():
            self._kept[state] = [one for one in kept if one.fight is not fight]

    def _go_elsewhere(self) -> None:
        """Go to where a state has met few deeds, or to the beginning of a fight."""
        if len(self._player.fight.acts) > self._most_acts:
            self._leave(self._player.fight)
        fight, row = self._back() or self._beginning()
        self._player.fight = fight
        fight.do(["go to", row])

    def _beginning(self) -> _Place:
        fight = self._begun()
        return _Place(fight, fight.first_own_row - 1)

    def _keep(self) -> None:
        """Keep a place for each state that whoever has the turn is in."""
        fight = self._player.fight
        now = fight.session.encounter
        if now.turn is None or fight.session.open:
            return
        place = _Place(fight, fight.session.position.cursor)
        for state in sorted(Moment(fight.system, now).states(now.turn)):
            kept = self._kept[state]
            if len(kept) < _KEPT_A_STATE:
                kept.append(place)
            elif self._chance.random() < 0.05:
                kept[self._chance.randrange(_KEPT_A_STATE)] = place

    def _back(self) -> _Place | None:
        """Return a place in the state that has met the fewest deeds for the times it was tried."""
        states = [state for state, kept in self._kept.items() if kept]
        if not states or self._chance.random() < 0.3:
            return None
        met = Counter(state for state, _deed in self.meetings.played)
        state = min(states, key=lambda one: (1 + met[one]) * (1 + self._gone_back[one] / 3))
        self._gone_back[state] += 1
        return self._chance.choice(self._kept[state])
