"""The tools that paint terrain and the height of the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.map_looks import kinds_on, terrain_look
from gridwar.control.maps.map_words import height_words, terrain_name
from gridwar.control.memo import Memo
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.ground.brush_tool import BrushTool
from gridwar.control.tools.tool_base import ToolGroup, ToolInfo
from gridwar.engine.gm.map_commands import Paint
from gridwar.model.battlemap import LayerName
from gridwar.text import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell
    from gridwar.model.painted_layers import Layer


MOST_NAMED = 6
"""Kinds that the legend names."""


class PaintTool(BrushTool):
    """Paints kinds of terrain."""

    info = ToolInfo(
        "paint",
        _("Paint terrain"),
        "paintbrush",
        _("Rubble, water, undergrowth: what the ground is like and what it does"),
        ToolGroup.EDIT,
    )

    def __init__(self, controller: Controller) -> None:
        """Begin with the first kind that is not open ground."""
        super().__init__(controller)
        self._kind = 1
        self._here: Memo[tuple[int, ...]] = Memo()

    @property
    def kind(self) -> int:
        """The place of the kind in the map's table."""
        return min(self._kind, len(self.page.terrain_kinds) - 1)

    def choose(self, kind: int) -> None:
        """Paint with another kind; the eraser is laid aside."""
        self._kind = kind
        self.set_brush(erases=False)

    def command(self, where: Layer) -> Command | None:
        """Return the command that paints the cells marked."""
        value = 0 if self.brush.erases else self.kind
        return self.painted(Paint(layer=LayerName.TERRAIN, where=where, value=value))

    def like(self, cell: Cell) -> NDArray[np.bool_]:
        """Return where the same kind lies as on a cell."""
        return self.alike(self.page.terrain, cell)

    def pick(self, cell: Cell) -> None:
        """Take up the kind on a cell."""
        self.choose(self.page.terrain.get(cell))

    def step_kind(self, by: int) -> None:
        """Take the next kind."""
        self.choose((self.kind + by) % len(self.page.terrain_kinds))

    def legend(self) -> tuple[sr.LegendEntry, ...]:
        """Return the kinds that are painted somewhere, a few."""
        page = self.page
        bytes_here = self._here.get((page.terrain,), lambda: kinds_on(page.terrain))
        kinds = [page.terrain_kinds[byte] for byte in bytes_here[:MOST_NAMED]]
        return tuple(sr.LegendEntry(terrain_look(kind), kind.name) for kind in kinds)

    def words(self) -> str:
        """Return the kind's name."""
        return terrain_name(self.page.terrain_kinds[self.kind])


class HeightTool(BrushTool):
    """Sets, raises and lowers the ground."""

    info = ToolInfo(
        "height",
        _("Ground height"),
        "mountain",
        _("Set, raise or lower the ground; heights are drawn as numbers and contours"),
        ToolGroup.EDIT,
    )
    next_words = _("a step more")

    def __init__(self, controller: Controller) -> None:
        """Begin by raising one step."""
        super().__init__(controller)
        self.relative = True
        self.steps = 1

    def choose(self, steps: int, *, relative: bool) -> None:
        """Set to a height, or raise (negative: lower) by it.

        Args:
            steps: In the map's steps of height.
            relative: Whether it is added to what is there.
        """
        self.steps = min(127, max(-128, steps))
        self.relative = relative
        self.set_brush(erases=False)

    def command(self, where: Layer) -> Command | None:
        """Return the command that paints the cells marked."""
        if self.brush.erases:
            return self.painted(Paint(layer=LayerName.GROUND, where=where))
        return self.painted(
            Paint(layer=LayerName.GROUND, where=where, value=self.steps, relative=self.relative)
        )

    def like(self, cell: Cell) -> NDArray[np.bool_]:
        """Return where the ground is as high as on a cell."""
        return self.alike(self.page.ground, cell)

    def pick(self, cell: Cell) -> None:
        """Take up the height of a cell, to set others to it."""
        byte = self.page.ground.get(cell)
        self.choose(byte - 256 if byte > 127 else byte, relative=False)  # noqa: PLR2004 signed

    def step_kind(self, by: int) -> None:
        """Take one step more, or less."""
        self.choose(self.steps + by, relative=self.relative)

    def legend(self) -> tuple[sr.LegendEntry, ...]:
        """Return what the numbers and contours are."""
        if not self.page.ground.tiles:
            return ()
        text = _("ground height in {unit}").format(unit=self.page.scale.unit)
        return (sr.LegendEntry(sr.Role.PAPER, text),)

    def words(self) -> str:
        """Return the height, or by how much it changes."""
        return height_words(self.page, self.steps, relative=self.relative)
