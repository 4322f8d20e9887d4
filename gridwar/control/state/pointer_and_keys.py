"""Pointer and key events as the tools see them, without Qt.

Owns the records and the protocol of who receives them; the window makes them, tools read them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import CellXY, Point


class PointerKind(StrEnum):
    """What the pointer did."""

    PRESS = "press"
    MOVE = "move"
    RELEASE = "release"
    DOUBLE = "double"
    CANCEL = "cancel"
    """A drag is given up: right click or Escape while the left button is down."""
    MENU = "menu"
    """A right click without a drag: a menu, or one step back in the tool at hand."""
    WHEEL = "wheel"
    LEAVE = "leave"
    """The pointer has left the map."""


class Button(StrEnum):
    """Which button an event is about; NONE while nothing is held."""

    NONE = "none"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class KeyboardModifier(StrEnum):
    """A key held while something else happens."""

    SHIFT = "shift"
    CTRL = "ctrl"
    ALT = "alt"
    META = "meta"


STEPS: Final[Mapping[str, tuple[int, int]]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "num4": (-1, 0),
    "num6": (1, 0),
    "num8": (0, -1),
    "num2": (0, 1),
    "num7": (-1, -1),
    "num9": (1, -1),
    "num1": (-1, 1),
    "num3": (1, 1),
}
"""Where the keys of directions go, in cells."""
NO_MODIFIERS: frozenset[KeyboardModifier] = frozenset()


class PointerEvent(Struct, frozen=True):
    """One thing the pointer did over the map.

    Attributes:
        kind: what it did.
        cell: the cell under it, which may lie outside of the map.
        point: the same place in cells, with fractions.
        button: the button pressed, released or held.
        modifiers: keys held.
        tokens: ids under it, topmost first.
        steps: notches of the wheel, positive away from the user.
        pin: the pin whose sign is under it, by id.
    """

    kind: PointerKind
    cell: CellXY
    point: Point
    button: Button = Button.NONE
    modifiers: frozenset[KeyboardModifier] = NO_MODIFIERS
    tokens: tuple[str, ...] = ()
    steps: float = 0.0
    pin: str = ""


class KeyEvent(Struct, frozen=True):
    """A key pressed or let go over the map.

    Attributes:
        key: its name: one lower-case letter or digit, or ``escape``, ``space``, ``enter``,
            ``backspace``, ``delete``, ``tab``, ``left``, ``up``, ``plus``, ``bracketleft`` ...;
            ``num1`` to ``num9`` on the number pad, with Num Lock and without.
        pressed: False when it is let go.
        modifiers: keys held with it.
        text: what it types, if anything.
        repeated: the key is being held down.
    """

    key: str
    pressed: bool = True
    modifiers: frozenset[KeyboardModifier] = NO_MODIFIERS
    text: str = ""
    repeated: bool = False


class PointerReceiver(Protocol):
    """Whoever receives the events: the controller, which hands them to the tool."""

    def pointer(self, event: PointerEvent) -> bool:
        """Take a pointer event; return whether it was used. An unused wheel zooms."""

    def key(self, event: KeyEvent) -> bool:
        """Take a key event; return whether it was used. An unused Space pans while held."""

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is meant for this, although the window has a use for it too."""
