"""The tool for floors: stairs linked by a click on each, openings painted, a page brought in line.

States are named: idle, a link begun on one floor, a stroke of openings, a drag of the page. Nothing
changes before a stroke or a drag is let go, or the second end is clicked; each is one command.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.maps.floor_in_view import floor_in_view, next_floor
from gridwar.control.maps.floor_words import end_words, kind_name
from gridwar.control.maps.placing_combatants import fresh_id
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.engine.gm.floor_commands import PutFloors, PutLinks, PutOpenings, RenameFloor
from gridwar.errors import MapError
from gridwar.model.floors import USUAL_COST, FloorWays, Link, LinkKind
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor


class FloorMode(StrEnum):
    """What a click does."""

    STAIR = "stair"
    LADDER = "ladder"
    SHAFT = "shaft"
    HATCH = "hatch"
    OPENING = "opening"
    ALIGN = "align"


MODE_KEYS: Final[Mapping[str, FloorMode]] = {
    str(number): mode for number, mode in enumerate(FloorMode, start=1)
}
_ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class _Begun(Struct, frozen=True):
    """The first end of a link."""

    cell: Cell


class _Stroke(Struct, frozen=True):
    """Cells that are being opened, or closed where the first was open."""

    cells: tuple[Cell, ...]
    closes: bool


class _Drag(Struct, frozen=True):
    """A page that is being moved over the floor below: from which cell, and to which."""

    start: Cell
    now: Cell

    @property
    def by(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.now.x - self.start.x, self.now.y - self.start.y


class FloorsTool(Tool):
    """Links floors, opens them, and brings them in line."""

    info = ToolInfo(
        "floors",
        _("Floors"),
        "chevrons-up",
        _("Stairs, ladders and openings between floors; lay a floor over the one below"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with stairs."""
        super().__init__(controller)
        self.mode = FloorMode.STAIR
        self._state: _Begun | _Stroke | _Drag | None = None
        self._chosen = ""
        self._preview: tuple[object, BattleMap] | None = None

    @property
    def page(self) -> BattleMap:
        """The map."""
        return self._controller.encounter.map

    @property
    def floor(self) -> Floor | None:
        """The floor that is shown."""
        return floor_in_view(self.page, self._controller.view.floor)

    @property
    def chosen(self) -> Link | None:
        """The link that can be changed."""
        return next((one for one in self.page.links if one.id == self._chosen), None)

    @property
    def begun(self) -> Cell | None:
        """Where a link begins whose other end is still to be clicked."""
        return self._state.cell if isinstance(self._state, _Begun) else None

    def deactivate(self) -> None:
        """Forget what is half done, and which link was chosen."""
        self._state, self._chosen = None, ""

    def use(self, mode: FloorMode) -> None:
        """Let clicks do something else."""
        self.mode, self._state = mode, None
        self.redraw()

    def choose(self, link_id: str) -> None:
        """Choose a link; none for an empty id."""
        self._chosen = link_id
        self.redraw()

    # --- what is done -----------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        """Give the floor that is shown another name."""
        floor = self.floor
        if floor is not None and name.strip() and name.strip() != floor.name:
            self.submit(RenameFloor(floor=floor.id, name=name))

    def raise_to(self, elevation_m: float) -> None:
        """Let the floor that is shown lie at another height."""
        floor = self.floor
        if floor is not None and elevation_m != floor.elevation_m:
            self.submit(PutFloors(put=(floor.replace(elevation_m=elevation_m),)))

    def move_over(self, dx: int, dy: int) -> None:
        """Move the floor that is shown over the plan, so many columns and rows."""
        floor = self.floor
        if floor is not None and (dx or dy):
            self.submit(PutFloors(put=(floor.replace(over=floor.over.shifted(dx, dy)),)))

    def remove_floor(self) -> None:
        """Take the floor that is shown away, with all that is on it; the last one stays."""
        page, floor = self.page, self.floor
        if floor is None:
            return
        left = [one for one in page.floors if one is not floor]
        if left:
            width, height = max(one.end.x for one in left), max(one.end.y for one in left)
            self.submit(PutFloors(gone=(floor.id,), width=width, height=height))

    def change_link(self, link: Link) -> None:
        """Put a link in the place of the one of its id."""
        self.submit(PutLinks(put=(link,)))

    def remove_link(self) -> None:
        """Take the chosen link away."""
        if self.chosen is not None:
            self.submit(PutLinks(gone=(self._chosen,)))
            self._chosen = ""

    # --- the pointer ------------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Begin or end a link, or begin a stroke or a drag."""
        cell = Cell(*event.cell)
        if not self.page.floors or not self.page.contains(cell):
            return True
        if self.mode is FloorMode.OPENING:
            self._state = _Stroke((cell,), cell in self.page.openings)
        elif self.mode is FloorMode.ALIGN:
            self._state = _Drag(cell, cell)
        else:
            self._click(cell)
        self.redraw()
        return True

    def _click(self, cell: Cell) -> None:
        begun, here = self.begun, self.page.floor_at(cell)
        touched = next((one for one in self.page.links if cell in (*one.here, *one.there)), None)
        if begun is None and touched is not None:
            self._chosen = touched.id
        elif begun is None or self.page.floor_at(begun) is here:
            self._state = _Begun(cell)
        else:
            kind = LinkKind(self.mode.value)
            name = fresh_id({one.id for one in self.page.links}, "link")
            self._state, self._chosen = None, name
            made = Link(id=name, here=(begun,), there=(cell,), kind=kind, cost=USUAL_COST[kind])
            self.submit(PutLinks(put=(made,)))

    def move(self, event: PointerEvent) -> bool:
        """Go on with a stroke or a drag, or tell of the cell under the pointer."""
        cell = Cell(*event.cell)
        if isinstance(self._state, _Stroke) and self.page.contains(cell):
            cells = tuple(dict.fromkeys((*self._state.cells, cell)))
            self._state = _Stroke(cells, self._state.closes)
            self.redraw()
        elif isinstance(self._state, _Drag) and cell != self._state.now:
            self._state = _Drag(self._state.start, cell)
            self.redraw()
        if cell != self._controller.view.hover:
            self._controller.show(hover=cell, hovered=event.tokens)
        return True

    def release(self, event: PointerEvent) -> bool:
        """End a stroke or a drag."""
        del event
        state = self._state
        if isinstance(state, _Stroke):
            self._state = None
            cells = state.cells
            self.submit(PutOpenings(gone=cells) if state.closes else PutOpenings(put=cells))
        elif isinstance(state, _Drag):
            self._state = None
            self.move_over(*state.by)
            self.redraw()
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Give up what is half done."""
        del event
        return self.take_back()

    def take_back(self) -> bool:
        """Give up what is half done; return whether there was anything."""
        if self._state is None:
            return False
        self._state = None
        self.redraw()
        return True

    def key(self, event: KeyEvent) -> bool:
        """Choose what clicks do, move the page, take the link away."""
        if not event.pressed:
            return False
        if event.key == "escape" and self._chosen and self._state is None:
            self.choose("")
            return True
        if event.key == "escape":
            return self.take_back()
        if event.key in MODE_KEYS and not event.modifiers:
            self.use(MODE_KEYS[event.key])
        elif event.key == "delete" and self.chosen is not None:
            self.remove_link()
        elif event.key in _ARROWS and self.mode is FloorMode.ALIGN:
            self.move_over(*_ARROWS[event.key])
        else:
            return False
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the tool: digits, and Delete while a link is chosen."""
        is_delete = event.key == "delete" and self.chosen is not None
        return is_delete or (event.key in MODE_KEYS and not event.modifiers)

    # --- what it shows ----------------------------------------------------------------------------

    def preview(self) -> BattleMap | None:
        """Return the map as it would be; while a page is brought in line, with the floor below."""
        floor, state = self.floor, self._state
        if floor is None or self.mode is not FloorMode.ALIGN:
            return None
        if next_floor(self.page, floor, -1) is None:
            return None
        by = state.by if isinstance(state, _Drag) else (0, 0)
        key = (self.page, floor, by)
        if self._preview is None or self._preview[0] != key:
            self._preview = (key, _in_line(self.page, floor, by))
        return self._preview[1]

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the end of a link that is begun, the chosen link and the cells of a stroke."""
        found: list[sr.OverlayView] = []
        if self.begun is not None:
            words = _("{kind}: now click where it ends, on another floor").format(
                kind=kind_name(LinkKind(self.mode.value)).capitalize()
            )
            at = (self.begun.x + 0.5, self.begun.y + 0.5)
            found.append(sr.RegionOverlay(sr.RegionRole.TEMPLATE, frozenset({self.begun})))
            found.append(sr.LabelOverlay(at, words))
        elif isinstance(self._state, _Stroke):
            found.append(sr.RegionOverlay(sr.RegionRole.TEMPLATE, frozenset(self._state.cells)))
        if (link := self.chosen) is not None:
            found.extend(_ends(self.page, link))
        return tuple(found)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return what keys and clicks do now."""
        if self.begun is not None:
            return (KeyHint("PgUp PgDn", _("another floor")), KeyHint("Esc", _("give up")))
        if self.mode is FloorMode.ALIGN:
            drag = KeyHint(_("Drag"), _("lay it over the floor below"))
            return (drag, KeyHint("\u2190\u2191\u2192\u2193", _("one cell")))
        words = _("open or close") if self.mode is FloorMode.OPENING else _("begin, then end")
        first = KeyHint(_("Click"), words)
        return (first, KeyHint("1\u20136", _("what")), KeyHint("PgUp PgDn", _("floor")))


def _ends(page: BattleMap, link: Link) -> Iterator[sr.OverlayView]:
    for end, other in ((link.here, link.there), (link.there, link.here)):
        yield sr.RegionOverlay(sr.RegionRole.TEMPLATE, frozenset(end))
        at = (end[0].x + 0.5, end[0].y + 0.5)
        yield sr.LabelOverlay(at, end_words(page, link, other[0]))


def _in_line(page: BattleMap, floor: Floor, by: tuple[int, int]) -> BattleMap:
    """Return a map on which every other cell of a floor, moved on, shows the one below."""
    moved = floor.replace(over=floor.over.shifted(*by))
    (left, top), (right, bottom) = floor.at, floor.end
    every_other = tuple(
        Cell(x, y) for x in range(left, right) for y in range(top, bottom) if (x + y) % 2
    )
    floors = tuple(moved if one is floor else one for one in page.floors)
    try:
        return page.with_floors(floors, FloorWays(page.links, every_other))
    except MapError:
        return page
