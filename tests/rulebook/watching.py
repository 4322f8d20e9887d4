"""Watching the tests of a system: every command that they play, and what came of it.

The tests of rules and the executable examples set up the states in which a rule is met; so they
are what opens its places in the window.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from gridwar.engine.play import play_command
from gridwar.engine.play import preview_and_named_outcomes as previewing
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.replies_and_corrections import NO_REPLIES
from tests.slow.playing.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from tests.rulebook.opened import Opened


_Played: TypeAlias = "Callable[..., Any]"


@contextmanager
def _exchanged(name: str, plain: _Played, made: Callable[[_Played], _Played]) -> Iterator[None]:
    """Exchange a function wherever it was imported to, for a while."""
    holders = [one for one in sys.modules.values() if vars(one).get(name) is plain]
    watched = made(plain)
    for one in holders:
        vars(one)[name] = watched
    try:
        yield
    finally:
        for one in holders:
            vars(one)[name] = plain


class _Watching:
    """A plugin of pytest that looks at whatever is played and foreseen by the rules of a system."""

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
        with (
            _exchanged("play", play_command.play, self._watched_play),
            _exchanged("preview", previewing.preview, self._watched_preview),
        ):
            yield

    def _watched_play(self, plain: _Played) -> _Played:
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

        return watched

    def _watched_preview(self, plain: _Played) -> _Played:
        def watched(system: Any, *rest: Any, **more: Any) -> Any:
            seen = plain(system, *rest, **more)
            if system.id == self._system_id:
                self._found.foreseen(seen)
            return seen

        return watched

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
