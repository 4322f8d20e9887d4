"""What a hostile case is: a file that somebody might send, and what is done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

What = Literal["check", "run", "import", "draw", "draw map"]
"""What is done with it: checked, played as a script, imported; drawn, imported first or not."""

CASES: dict[str, Case] = {}


class Case(NamedTuple):
    """A hostile file: its name, what is done with it, and what lays it there."""

    file: str
    what: What
    make: Callable[[Path], Any]

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """The command lines, in words: FILE is it, NEW and PICTURE are files to be made."""
        draw = ("render", "NEW", "-o", "PICTURE", "--cell", "16")
        bring = ("import", "FILE", "-o", "NEW")
        return {
            "check": (("check", "FILE"),),
            "run": (("run", "FILE"),),
            "import": (bring,),
            "draw map": (bring, draw),
            "draw": (("check", "FILE"), ("render", "FILE", *draw[2:])),
        }[self.what]


def add(name: str, file: str, what: What, data: Callable[[], bytes]) -> None:
    """Put a case on the list: a file with these bytes, made when they are needed."""
    CASES[name] = Case(file, what, lambda path: path.write_bytes(data()))


def add_made(name: str, file: str, what: What, make: Callable[[Path], Any]) -> None:
    """Put a case on the list that is more than bytes: something else stands at the path."""
    CASES[name] = Case(file, what, make)


def deep(levels: int = 100_000) -> str:
    """Return lists in lists, as JSON."""
    return "[" * levels + "]" * levels
