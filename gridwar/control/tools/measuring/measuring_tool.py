"""What the measuring tools share: a panel, heights by key and wheel, things kept on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.drafts.altitude_and_facing import (
    climb_by_key,
    climb_by_wheel,
    turn_by_key,
    turn_by_wheel,
)
from gridwar.control.texts.text_format import metric_words
from gridwar.control.tools.tool import Cursor, Tool
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.panel_records import MeasureView
    from gridwar.control.state.pointer import KeyEvent, PointerEvent


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

    def lift(self, event: PointerEvent) -> bool:
        """Change the altitude, or with Shift the facing, of the token under the pointer."""
        return climb_by_wheel(
            self._controller, self._controller.move_planning, event
        ) or turn_by_wheel(self._controller, event)

    def lift_by_key(self, event: KeyEvent) -> bool:
        """Change altitude or facing of the token under the pointer, or of those selected."""
        return climb_by_key(self._controller, self._controller.move_planning, event) or turn_by_key(
            self._controller, event
        )
