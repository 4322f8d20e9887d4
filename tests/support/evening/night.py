"""An evening with the players' window: a game master's hands, and what players see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.evening.evening import Evening
from tests.support.evening.hands import until
from tests.support.evening.players_eye import PlayersEye

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.support.evening.board import At


class Night(Evening):
    """An evening on which players look at a screen of their own."""

    secrets: tuple[str, ...] = ()
    """What players must not read, whatever is done."""
    watch: Callable[[str], None] | None = None
    """Called with the name of a step when it is over."""

    @property
    def eye(self) -> PlayersEye:
        """What players see."""
        return PlayersEye(self.application)

    def open_players(self) -> None:
        """Open the players' window by its key; the keyboard stays where it is."""
        with self.step("the players' window opened"):
            self.hands.press("Shift+F11")
            until(lambda: self.application.players.is_open, "the players' window")

    def players_see(self, *who: str, but: Iterable[str] = (), named: str = "") -> None:
        """Check what players are shown: these tokens, nothing unknown, no secret.

        Args:
            who: Whose tokens are there.
            but: Secrets that they may know by now.
            named: What the step is called.
        """
        eye = self.eye
        players = self.application.players
        assert not players.is_held, self._told(f"held: {players.why_held}")
        there = eye.tokens()
        assert there == set(who), self._told(f"players see {there}, not {who}")
        eye.nothing_is_told_of(*(one for one in self.secrets if one not in set(but)))
        if eye.record.scene.fog is not None:
            eye.nothing_unknown_is_drawn()
        if self.watch is not None and named:
            self.watch(named)

    def hold_drag(self, *ats: At) -> None:
        """Press on a cell and go over others, without letting go."""
        places = [self.place(one) for one in ats]
        self.hands.hold(*places)

    def let_go(self, at: At) -> None:
        """Let go there."""
        with self.step(f"let go at {at}", frees=True):
            self.hands.let_go(self.place(at))

    def in_menu(self, *entries: str) -> None:
        """Choose from a menu that is open already."""
        with self.step(f"{entries} chosen", frees=True):
            self._choose(*entries)
