"""Wine in a room of its own, where programs for Windows run on Linux: ``windows/wine/room.sh``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packers.project import BUILD, DIST, HERE, ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

_ROOM = HERE / "windows" / "wine" / "room.sh"
_PREFIX = "build"


def make_room() -> None:
    """Make the room, or see that it is made; told in full where something is missing for it."""
    run(_ROOM, "make")


def words(*command: object) -> tuple[object, ...]:
    """Return the command that runs one in the room."""
    return (_ROOM, "run", _PREFIX, *command)


def in_room(path: Path) -> str:
    """Name a file below the checkout, ``build/`` or ``dist/`` as it is named in the room."""
    for folder, name in ((BUILD, "/build"), (DIST, "/dist"), (ROOT, "/src")):
        if path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder).as_posix()}"
    raise ValueError(f"{path} is not to be seen in the room")


def on_drive(path: Path) -> str:
    """Name a file as a program for Windows in the room names it."""
    return f"Z:{in_room(path)}"
