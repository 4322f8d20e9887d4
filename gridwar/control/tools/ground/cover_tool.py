"""The tool for cover: things that fill cells, low walls on cells' edges, painted areas.

States are named: idle, a stroke of the brush, or a drag that makes or moves something.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.maps.map_words import capital, cover_words, thing_words
from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.ground.brush_tool import BrushStroke, BrushTool
from gridwar.control.tools.tool_base import ToolGroup, ToolInfo
from gridwar.control.tools.walls import wall_changes, wall_geometry
from gridwar.control.tools.walls.wall_overlays import planned
from gridwar.engine.gm.map_commands import Paint, PutCover, PutWalls
from gridwar.model.battlemap import LayerName
from gridwar.model.cover_kinds import Cover, CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.text import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.command import Command
    from gridwar.model.painted_layers import Layer


class CoverMode(StrEnum):
    """What a drag makes."""

    THING = "thing"
    EDGE = "edge"
    AREA = "area"
    SELECT = "select"


MODES = tuple(CoverMode)


class CoverTool(BrushTool):
    """Puts cover on the map."""

    info = ToolInfo(
        "cover",
        _("Cover"),
        "shield-half",
        _("Crates, low walls, woods: what hides how much"),
        ToolGroup.EDIT,
    )

    def __init__(self, controller: Controller) -> None:
        """Begin with things of half cover, hard."""
        super().__init__(controller)
        self.mode = CoverMode.THING
        self.cover = Cover()
        self.name = ""
        self.drag: BrushStroke | None = None
        self._kind = 1
        self._chosen = ""

    # --- what there is -----------------------------------------------------------------------

    @property
    def kind(self) -> int:
        """The place in the map's table of the cover that is painted; 0 where it has none."""
        return min(self._kind, len(self.page.cover_kinds) - 1)

    @property
    def chosen(self) -> CoverObject | Wall | None:
        """The thing, or low wall, that is selected."""
        return self._find(self._chosen)

    def _find(self, thing_id: str) -> CoverObject | Wall | None:
        things: tuple[CoverObject | Wall, ...] = (*self.page.cover_objects, *self._low_walls())
        return next((thing for thing in things if thing.id == thing_id), None)

    def _low_walls(self) -> tuple[Wall, ...]:
        return tuple(wall for wall in self.page.walls if wall.cover is not None)

    def deactivate(self) -> None:
        """Forget what is half done."""
        super().deactivate()
        self.drag, self._chosen = None, ""

    def set_mode(self, mode: CoverMode) -> None:
        """Let drags make something else."""
        self.mode, self.drag, self.stroke, self._chosen = mode, None, None, ""
        self.redraw()

    def set_cover(self, cover: Cover, name: str = "") -> None:
        """Set what new things are worth, or change the one that is selected."""
        thing = self.chosen
        if isinstance(thing, CoverObject):
            self.submit(PutCover(put=(thing.replace(name=name, **_worth(cover)),)))
        elif isinstance(thing, Wall):
            self.submit(PutWalls(put=(thing.replace(name=name, cover=cover),)))
        else:
            self.cover, self.name = cover, name
            self.redraw()

    def choose(self, kind: int) -> None:
        """Paint another kind of cover."""
        self._kind = kind
        self.set_brush(erases=False)

    def select(self, thing_id: str) -> None:
        """Select a thing or a low wall."""
        self._chosen = thing_id
        self.redraw()

    def remove(self) -> None:
        """Take away what is selected."""
        thing = self.chosen
        self._chosen = ""
        if isinstance(thing, Wall):
            self.submit(PutWalls(gone=(thing.id,)))
        elif thing is not None:
            self.submit(PutCover(gone=(thing.id,)))

    # --- painting areas --------------------------------------------------------------------------

    def command(self, where: Layer) -> Command | None:
        """Return the command that paints the cells marked."""
        value = 0 if self.brush.erases else self.kind
        if not value and not self.brush.erases:
            return None
        return self.painted(Paint(layer=LayerName.COVER, where=where, value=value))

    def like(self, cell: Cell) -> NDArray[np.bool_]:
        """Return where the same cover is painted as on a cell."""
        return self.alike(self.page.cover, cell)

    def pick(self, cell: Cell) -> None:
        """Take up the painted cover of a cell."""
        if self.page.cover.get(cell):
            self.choose(self.page.cover.get(cell))

    def step_kind(self, by: int) -> None:
        """Take the next kind."""
        count = len(self.page.cover_kinds) - 1
        if count > 0:
            self.choose((self.kind - 1 + by) % count + 1)

    def words(self) -> str:
        """Return what is being made."""
        if self.mode is CoverMode.AREA:
            return self.page.cover_kinds[self.kind].name or _("no kind yet")
        return cover_words(self.cover)

    # --- the pointer -------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Begin a stroke, a thing, an edge, or take hold of something."""
        if self.mode is CoverMode.AREA:
            return super().press(event)
        if KeyboardModifier.CTRL in event.modifiers or self.mode is CoverMode.SELECT:
            self._chosen = self._under(event.point)
            taken = self.chosen
            if taken is not None and self.mode is not CoverMode.SELECT:
                self._take_up(taken)
                return True
        has_grip = self.mode is not CoverMode.SELECT or bool(self._chosen)
        self.drag = BrushStroke(event.point, event.point) if has_grip else None
        self.redraw()
        return True

    def _take_up(self, thing: CoverObject | Wall) -> None:
        """Make new things like one that is there."""
        self._chosen = ""
        cover = thing.cover if isinstance(thing, Wall) else thing
        if cover is not None:
            self.set_cover(Cover.model_validate(_worth(cover)), thing.name)

    def _under(self, place: gr.Point) -> str:
        wall = wall_geometry.wall_at(place, self._low_walls(), 0.2)
        if wall is not None:
            return wall.id
        cell = stroke_cells.cell_at(place)
        here = [thing.id for thing in self.page.cover_objects if cell in thing.cells]
        return here[-1] if here else ""

    def move(self, event: PointerEvent) -> bool:
        """Draw on, or show what a click would make."""
        if self.mode is CoverMode.AREA:
            return super().move(event)
        self._point = event.point
        if self.drag is not None:
            self.drag = replace(self.drag, end=event.point)
        self._controller.show(hover=Cell(*event.cell), hovered=())
        return True

    def release(self, event: PointerEvent) -> bool:
        """Make or move what the drag meant."""
        if self.mode is CoverMode.AREA:
            return super().release(event)
        if self.drag is None:
            return False
        drag, self.drag = replace(self.drag, end=event.point), None
        self.submit(self._meant(drag))
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Forget the stroke or drag."""
        if self.drag is None:
            return super().give_up(event)
        self.drag = None
        self.redraw()
        return True

    def _meant(self, drag: BrushStroke) -> Command | None:
        match self.mode:
            case CoverMode.THING:
                return self._new_thing(drag)
            case CoverMode.EDGE:
                a, b = wall_geometry.along_grid(drag.start, drag.end, self.page.size)
                if a == b or not self._is_on_page(a, b):  # drawn beyond the map's edge
                    return None
                new = next(wall_geometry.fresh_ids(self.page.walls, "low"))
                wall = Wall.low(new, a, b, self.cover)
                return PutWalls(put=(wall.replace(name=self.name),))
            case _:
                return self._moved(drag)

    def _new_thing(self, drag: BrushStroke) -> Command | None:
        ends = stroke_cells.cell_at(drag.start), stroke_cells.cell_at(drag.end)
        cells = stroke_cells.on_map(self.page, stroke_cells.rectangle(*ends))
        if not cells:
            return None
        new = fresh_id({thing.id for thing in self.page.cover_objects}, "cover")
        fields = {"id": new, "name": self.name, "cells": tuple(cells), **_worth(self.cover)}
        return PutCover(put=(CoverObject.model_validate(fields),))

    def _moved(self, drag: BrushStroke) -> Command | None:
        (x, y), (to_x, to_y) = stroke_cells.cell_at(drag.start), stroke_cells.cell_at(drag.end)
        dx, dy = to_x - x, to_y - y
        thing = self.chosen
        if (dx, dy) == (0, 0) or thing is None:
            return None
        if isinstance(thing, Wall):
            return wall_changes.shift((thing,), Point(dx * SUBCELL, dy * SUBCELL))
        cells = stroke_cells.on_map(self.page, (cell.shifted(dx, dy) for cell in thing.cells))
        return PutCover(put=(thing.replace(cells=tuple(sorted(cells))),)) if cells else None

    def _is_on_page(self, *ends: Point) -> bool:
        width, height = self.page.width * SUBCELL, self.page.height * SUBCELL
        return all(0 <= end.x <= width and 0 <= end.y <= height for end in ends)

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key; those of the brush where areas are painted."""
        if event.pressed and event.key == "tab":
            step = -1 if KeyboardModifier.SHIFT in event.modifiers else 1
            self.set_mode(MODES[(MODES.index(self.mode) + step) % len(MODES)])
            return True
        if event.pressed and not event.modifiers:
            if event.key == "delete" and self.chosen is not None:
                self.remove()
                return True
            if event.key == "escape" and (self._chosen or self.drag is not None):
                self._chosen, self.drag = "", None
                self.redraw()
                return True
        return self.mode is CoverMode.AREA and super().key(event)

    # --- what is shown ---------------------------------------------------------------------------

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return all cover with names, what is selected, and what is being made."""
        found: list[sr.OverlayView] = []
        thing = self.chosen
        if thing is not None:
            found.append(_outlined(thing, *thing_words(thing)))
        elif self._point is not None and self.drag is None and self.stroke is None:
            found += self._hovered_label(self._point)
        if self.mode is CoverMode.AREA:
            return (*found, *super().overlays())
        if self.drag is not None:
            found += self._made(self.drag, self.words())
        elif self._point is not None and self.mode is CoverMode.EDGE:
            a, b = wall_geometry.along_grid(self._point, self._point, self.page.size)
            found.append(planned(a, b))
        elif self._point is not None and self.mode is CoverMode.THING:
            found += self._made(BrushStroke(self._point, self._point), "")
        return tuple(found)

    def _hovered_label(self, place: gr.Point) -> list[sr.OverlayView]:
        thing = self._find(self._under(place))
        if thing is None:
            return []
        name, words = thing_words(thing)
        if isinstance(thing, Wall):
            middle = wall_geometry.middle(thing)
            return [sr.LabelOverlay(middle, capital(name), words, sr.Role.COVER)]
        x, y = thing.cells[0]
        return [sr.LabelOverlay((x + 0.5, y + 0.5), name, words, sr.Role.COVER)]

    def _made(self, drag: BrushStroke, label: str) -> list[sr.OverlayView]:
        command = self._meant(drag)
        if isinstance(command, PutWalls | PutCover):
            return [_outlined(thing, label) for thing in command.put]
        return []

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the present mode."""
        mode = KeyHint("Tab", _("what to make"))
        if self.mode is CoverMode.AREA:
            return (mode, *super().keys()[:6])
        if self.mode is CoverMode.SELECT:
            return (
                KeyHint(_("Click"), _("select")),
                KeyHint(_("Drag"), _("move")),
                KeyHint(_("Delete"), _("take away")),
                mode,
            )
        what = _("along an edge") if self.mode is CoverMode.EDGE else _("over cells")
        return (
            KeyHint(_("Drag"), what),
            KeyHint(_("Ctrl click"), _("another like it")),
            mode,
            KeyHint(_("Esc"), _("cancel")),
            KeyHint(_("Ctrl+Z"), _("take back")),
        )


def _outlined(thing: CoverObject | Wall, label: str, second: str = "") -> sr.OverlayView:
    if isinstance(thing, Wall):
        return planned(thing.a, thing.b, label)
    return sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset(thing.cells), label, second)


def _worth(cover: Cover) -> dict[str, object]:
    """Return how much a thing or a low wall hides, as fields."""
    return {name: getattr(cover, name) for name in Cover.model_fields}
