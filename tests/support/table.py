"""A fight with its tools in a pair of hands, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.geometry import Cell
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import SceneView
    from gridwar.control.tools.tool_base import Tool


class Table:
    """A fight, its tools, and hands."""

    def __init__(self, system: str, *faces: int, **places: tuple[int, int]) -> None:
        session = begun(system, *faces, **places)
        if "marine" in places:
            session.submit(TakeTurn(actor="marine"))
        self.controller = Controller(session, odds_patience_s=60)
        self.tools = Toolbox(self.controller)
        self._scene = ScenePresenter(self.controller, self.tools)

    def take(self, tool_id: str) -> Tool:
        """Take a tool in hand."""
        self.tools.take(tool_id)
        return self.tools.active

    def pointer(
        self, kind: PointerKind, x: float, y: float, *held: KeyboardModifier, steps: float = 0.0
    ) -> None:
        """Do something with the pointer at a place given in cells."""
        cell = Cell(int(x), int(y))
        here = tuple(one.id for one in self.controller.encounter.everyone() if one.pos == cell)
        event = PointerEvent(
            kind, (cell.x, cell.y), (x, y), Button.LEFT, frozenset(held), here, steps
        )
        self.tools.pointer(event)

    def move(self, x: float, y: float) -> None:
        """Move the pointer."""
        self.pointer(PointerKind.MOVE, x, y)

    def click(self, x: float, y: float) -> None:
        """Move there and click."""
        self.move(x, y)
        self.pointer(PointerKind.PRESS, x, y)
        self.pointer(PointerKind.RELEASE, x, y)

    def drag(self, *places: tuple[float, float]) -> None:
        """Drag from the first place through the others."""
        self.move(*places[0])
        self.pointer(PointerKind.PRESS, *places[0])
        for place in places[1:]:
            self.move(*place)
        self.pointer(PointerKind.RELEASE, *places[-1])

    def key(self, name: str, text: str = "", *held: KeyboardModifier) -> None:
        """Press a key."""
        self.tools.key(KeyEvent(name, text=text, modifiers=frozenset(held)))

    def scene(self) -> SceneView:
        """Return what the map shows."""
        return self._scene.present()

    def labels(self) -> list[str]:
        """Return the words on the map."""
        return [one.text for one in self.scene().overlays if isinstance(one, LabelOverlay)]
