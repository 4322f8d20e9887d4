"""Watching the tests of a system: every command that they play, and what came of it.

The tests of rules and the executable examples set up the states in which a rule is met; so they
are what opens its places in the window.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.play import referee
from gridwar.engine.play.outcome import NO_REPLIES, Accepted
from tests.slow.playing.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from tests.rulebook.opened import Opened


class _Watching:
    """A plugin of pytest that looks at whatever the referee plays by the rules of one system."""

    def __init__(self, system_id: str, found: Opened) -> None:
        self._system_id = system_id
        self._found = found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, Any, Any]:
        """Stand beside the referee while the tests run."""
        with self._beside_the_referee():
            return (yield)

    @contextmanager
    def _beside_the_referee(self) -> Iterator[None]:
        plain = referee.play
        holders = [one for one in sys.modules.values() if vars(one).get("play") is plain]

        def watched(system: Any, encounter: Any, command: Any, *rest: Any, **more: Any) -> Any:
            outcome = plain(system, encounter, command, *rest, **more)
            if system.id == self._system_id:
                replies = rest[0] if rest else more.get("replies", NO_REPLIES)
                if replies == NO_REPLIES:
                    self._found.asked_for(Moment(system, encounter), command)
                self._found.came(outcome)
                if isinstance(outcome, Accepted):
                    self._look_round(Moment(system, outcome.encounter))
            return outcome

        for one in holders:
            one.__dict__["play"] = watched
        try:
            yield
        finally:
            for one in holders:
                one.__dict__["play"] = plain

    def _look_round(self, moment: Moment) -> None:
        for who in moment.now.combatants:
            self._found.shown(moment, who)


def watch_tests(system_id: str, folder: Path, found: Opened) -> None:
    """Run the tests of a system, and look at all that they play.

    Args:
        system_id: The system.
        folder: Its tests.
        found: What takes down the places.
    """
    arguments = ["-q", "-p", "no:cacheprovider", "-m", "not slow", str(folder)]
    pytest.main(arguments, [_Watching(system_id, found)])
