"""A hand with a mouse and keys for tools, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.pointer_and_keys import (
    NO_MODIFIERS,
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)

if TYPE_CHECKING:
    from gridwar.control.tools.tool_base import Tool

Place = tuple[float, float]
SHIFT = frozenset({KeyboardModifier.SHIFT})
CTRL = frozenset({KeyboardModifier.CTRL})


class Hand:
    """Points at places, in cells."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool

    def send(
        self, kind: PointerKind, place: Place, held: frozenset[KeyboardModifier] = NO_MODIFIERS
    ) -> bool:
        """Send one event of the left button."""
        cell = (int(place[0] // 1), int(place[1] // 1))
        return self.tool.pointer(PointerEvent(kind, cell, place, Button.LEFT, held))

    def hover(self, *places: Place) -> None:
        """Move over some places."""
        for place in places:
            self.send(PointerKind.MOVE, place)

    def drag(self, *places: Place, held: frozenset[KeyboardModifier] = NO_MODIFIERS) -> None:
        """Press at the first place, go through the others, let go at the last."""
        self.hold(*places, held=held)
        self.send(PointerKind.RELEASE, places[-1], held)

    def hold(self, *places: Place, held: frozenset[KeyboardModifier] = NO_MODIFIERS) -> None:
        """The same without letting go."""
        self.send(PointerKind.PRESS, places[0], held)
        for place in places[1:]:
            self.send(PointerKind.MOVE, place, held)

    def click(self, *places: Place, held: frozenset[KeyboardModifier] = NO_MODIFIERS) -> None:
        """Click at each place."""
        for place in places:
            self.drag(place, held=held)

    def key(self, *names: str) -> bool:
        """Press keys; return whether the last one was used."""
        return [self.tool.key(KeyEvent(name)) for name in names][-1]
