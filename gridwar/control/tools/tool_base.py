"""What a tool is: an object with a lifetime that takes pointer and keys; and one that measures.

Owns the contract and the record by which the rail, the palette and the status bar know a tool.
A tool reads the fight and the view state from the controller, keeps what it is drawing itself,
and calls ``redraw`` when that changed; the fight changes only by the commands it submits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.moves.altitude_and_facing import lift_by_key, lift_by_wheel
from gridwar.control.state.pointer_and_keys import Button, PointerKind
from gridwar.control.text_format import metric_words
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at, centre_of, nearest_within

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import Point as CellPoint
    from gridwar.control.records.measure_records import MeasureView
    from gridwar.control.records.panel_records import KeyHint
    from gridwar.control.records.scene_records import LegendEntry, OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Size


class ToolGroup(StrEnum):
    """Where on the rail a tool stands."""

    PLAY = "play"
    EDIT = "edit"
    """Changes the map; walls and doors are drawn while it is active."""
    SIGHT = "sight"
    """Changes what players see of it."""


class Cursor(StrEnum):
    """How the pointer looks over the map."""

    ARROW = "arrow"
    AIM = "aim"
    """A cross with a ring."""
    MEASURE = "measure"
    """A cross with a dot."""
    BRUSH = "brush"
    """Hidden: the tool draws what it would touch."""


class ToolInfo(Struct, frozen=True):
    """What the rail, the palette and the status bar say of a tool."""

    id: str
    title: str
    icon: str
    hint: str = ""
    group: ToolGroup = ToolGroup.PLAY


class Tool:
    """A tool that does nothing; each real one overrides what it needs."""

    info: ClassVar[ToolInfo]
    cursor: ClassVar[Cursor] = Cursor.ARROW
    keeps_to_page: ClassVar[bool] = False
    """Whether a drag ends on the floor where it began, wherever the pointer goes."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._page_of_drag: Floor | None = None

    def redraw(self) -> None:
        """Have the map and the tool's panel drawn again."""
        self._controller.show()

    def submit(self, command: Command | None) -> None:
        """Submit a command, if what was done comes to one, and have all drawn again."""
        if command is not None:
            self._controller.submit(command)
        self.redraw()

    def activate(self) -> None:
        """Begin: the tool was chosen."""

    def deactivate(self) -> None:
        """Forget whatever is half done: another tool was chosen."""

    def pointer(self, event: PointerEvent) -> bool:
        """Take a pointer event; return whether it was used.

        It is handed to the method below that is named for it; a button is the left one.
        """
        handlers: Mapping[PointerKind, Callable[[PointerEvent], bool]] = {
            PointerKind.PRESS: self.press,
            PointerKind.DOUBLE: self.double,
            PointerKind.MOVE: self.move,
            PointerKind.RELEASE: self.release,
            PointerKind.CANCEL: self.give_up,
            PointerKind.MENU: self.give_up,
            PointerKind.WHEEL: self.wheel,
            PointerKind.LEAVE: self.leave,
        }
        if self.keeps_to_page:
            event = self._on_page(event)
        is_of_button = event.kind in (PointerKind.PRESS, PointerKind.DOUBLE, PointerKind.RELEASE)
        if is_of_button and event.button is not Button.LEFT:
            return False
        return handlers[event.kind](event)

    def _on_page(self, event: PointerEvent) -> PointerEvent:
        """Return an event as it is nearest on the floor where the drag under way began."""
        page = self._controller.encounter.map
        if event.kind in (PointerKind.PRESS, PointerKind.DOUBLE):
            self._page_of_drag = page.floor_at(Cell(*event.cell)) or self._controller.floors.shown
        floor = self._page_of_drag
        if event.kind in (PointerKind.RELEASE, PointerKind.CANCEL, PointerKind.MENU):
            self._page_of_drag = None
        if floor is None:
            return event
        x, y = (
            min(max(at, float(first)), last - 1 / SUBCELL)
            for at, first, last in zip(event.point, floor.at, floor.end, strict=True)
        )
        return replace(event, point=(x, y), cell=(int(x), int(y)))

    def _not_used(self, event: PointerEvent) -> bool:
        del event
        return False

    press = move = release = give_up = wheel = leave = _not_used
    """Each takes its kind of event: ``give_up`` a drag that is given up, or a right click."""

    def double(self, event: PointerEvent) -> bool:
        """Take the button pressed twice; usually as if it was pressed once."""
        return self.press(event)

    def key(self, event: KeyEvent) -> bool:
        """Take a key event; return whether it was used. An unused Escape puts the tool down."""
        del event
        return False

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the tool, although the window has a use for it too."""
        del event
        return False

    def is_done(self, event: KeyEvent) -> bool:
        """Return whether a key that it has no other use for puts the tool down."""
        return event.key == "escape"

    def undo(self) -> bool:
        """Take back a step where the tool has one half done; return whether it had."""
        return self.take_back()

    def take_back(self) -> bool:
        """Take the last step of what is half done back; return whether there was one."""
        return False

    def preview(self) -> BattleMap | None:
        """Return a map to be shown in place of the fight's own, None for that."""
        return None

    def overlays(self) -> tuple[OverlayView, ...]:
        """Return what it draws on the map now."""
        return ()

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return what that is called."""
        return ()

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use, for the status bar."""
        return ()

    def facts(self) -> tuple[str, ...]:
        """Return what the status bar says at the right, such as the metric measured in."""
        return ()


class MeasuringTool(Tool):
    """A tool that reads the fight and draws; it changes little more than heights and facings."""

    cursor = Cursor.MEASURE

    def panel(self) -> MeasureView:
        """Return what its panel shows."""
        raise NotImplementedError

    def pressed(self, key: str) -> None:
        """Do what a button or a line of the panel means."""

    def caught(self) -> Mapping[str, int]:
        """Return the number of each token that it takes in."""
        return {}

    def facts(self) -> tuple[str, ...]:
        """Name the metric."""
        return (metric_words(self._controller.system.yardstick(self._controller.encounter)),)

    def hover(self, event: PointerEvent) -> None:
        """Note what is under the pointer, and draw anew."""
        self._controller.show(hover=Cell(*event.cell), hovered=event.tokens)

    def move(self, event: PointerEvent) -> bool:
        """Show what is under the pointer."""
        self.hover(event)
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Go a step back."""
        del event
        return self._back()

    def _back(self) -> bool:
        return False

    def wheel(self, event: PointerEvent) -> bool:
        """Change the altitude, or with Shift the facing, of the token under the pointer."""
        return lift_by_wheel(self._controller, self._controller.move_planning, event)

    def lift_by_key(self, event: KeyEvent) -> bool:
        """Change altitude or facing of the token under the pointer, or of those selected."""
        return lift_by_key(self._controller, self._controller.move_planning, event)


def snapped_to_cell(point: CellPoint, size: Size, *, free: bool = False) -> Point:
    """Return the middle of the cell under a place, or the place itself; the nearest on the map."""
    x, y = (round(at * SUBCELL) for at in point)
    exact = nearest_within(Point(x, y), size)
    return exact if free else centre_of(cell_at(exact))
