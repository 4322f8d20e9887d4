"""The tool that sets up the map: size, scale, and a picture brought onto the grid.

Drag over some cells of the picture, type how many they were, nudge with the arrows. Nothing has
happened until it is applied: then it is one command. The questions of an import are shown on the
map while this tool is active; the import itself is ``map_import``'s.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.maps.map_setup import PLACEMENT_FIELDS, MapSetup
from gridwar.control.records import ground_records as gr
from gridwar.control.records import panel_records as pr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import Button, KeyboardModifier, PointerKind
from gridwar.control.tools.ground.proposed_grid import FIND_CAP, ProposedGrid
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.formats.picture_draft import CELL_SIZE
from gridwar.formats.picture_placement import LEAST_CELL_PX
from gridwar.model.geometry import cell_name
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.formats.import_report import ImportReport
    from gridwar.model.battlemap import BattleMap

NUDGES: Final[Mapping[str, tuple[int, int]]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
}
SIZES: Final[Mapping[str, float]] = {"plus": 0.1, "equal": 0.1, "minus": -0.1}
ENTER: Final = frozenset({"enter", "return"})
LARGE_STEP: Final = 10
LEAST_DRAG_CELLS: Final = 0.15


class Drawing(Enum):
    """What the left button draws."""

    NOTHING = auto()
    BOX = auto()


class Dragged(Struct, frozen=True):
    """A box drawn over cells of the picture, and the setup as it was."""

    setup: MapSetup
    box: gr.Box


class GridTool(Tool):
    """Sets up the map."""

    info = ToolInfo(
        "grid",
        _("Map and grid"),
        "grid-3x3",
        _("Size, scale and name of the map; lay a picture on the grid"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._setup: MapSetup | None = None
        self._preview: tuple[MapSetup, BattleMap] | None = None
        self._drawing = Drawing.NOTHING
        self._from: gr.Point = (0.0, 0.0)
        self._to: gr.Point = (0.0, 0.0)
        self._dragged: Dragged | None = None
        self.columns = 1
        """How many cells wide a box is that is drawn over the picture."""
        self.proposed = ProposedGrid(controller, self)
        self._is_used = False
        """Whether the map of a report is used as it lies now, so that the tool is put down."""
        controller.map_import.subscribe(self._begin_import)

    @property
    def setup(self) -> MapSetup:
        """The setup as it would be."""
        now = self._controller.encounter.map
        if self._setup is None or (self._setup.base is not now and not self._setup.is_changed):
            self._setup = MapSetup.of(now)
        return self._setup

    def deactivate(self) -> None:
        """Forget what was not applied, and close the report of an import."""
        self._forget()
        self._is_used = False
        self._controller.map_import.close()

    def _begin_import(self) -> None:
        """Propose the grid that was found on the picture of an import, until a size is chosen."""
        self._forget()
        imported = self._controller.map_import.imported
        if imported is None or imported.finding is None:
            return
        sizes = (one for one in imported.report.checks if one.id.rpartition(":")[2] == CELL_SIZE)
        if not any(check.is_answered for check in sizes):
            self.proposed.propose(imported.finding)

    def _forget(self) -> None:
        self._drawing, self._setup, self._dragged = Drawing.NOTHING, None, None
        self.proposed.forget()

    def preview(self) -> BattleMap | None:
        """Return the map as it would be."""
        setup = self._setup
        if setup is None or not setup.is_changed:
            return None
        if self._preview is None or self._preview[0] is not setup:
            self._preview = (setup, setup.made())
        return self._preview[1]

    # --- what is done ----------------------------------------------------------------------------

    def change(self, setup: MapSetup) -> None:
        """Show another setup."""
        self._setup = setup
        self.redraw()

    def put(self, key: str, text: str) -> None:
        """Take what was typed into a field."""
        self._dragged = None
        if key in PLACEMENT_FIELDS:
            self.proposed.lay_by_hand()
        self.change(self.setup.put(key, text))

    def use_columns(self, columns: int) -> None:
        """Say how many cells wide the box is that was drawn, or will be."""
        self.columns = max(1, columns)
        if self._dragged is not None:
            self._lay(self._dragged)
        self.redraw()

    def apply(self) -> None:
        """Apply the setup to the map."""
        setup = self.setup
        if setup.is_wrong:
            return
        made = setup.made()
        self._forget()
        if made != setup.base:
            self._controller.submit(setup.command())
        self.redraw()

    def take_back(self) -> bool:
        """Give up what was changed and not yet applied."""
        is_shown = self.preview() is not None or self.proposed.proposal is not None
        has = self._drawing is not Drawing.NOTHING or is_shown
        if has:
            self._forget()
            self.redraw()
        return has

    def undo(self) -> bool:
        """Give up what was changed by hand; a grid merely proposed goes with its import.

        Nobody did anything since the map was laid, so what is undone is that: the report goes too.
        """
        session = self._controller.map_import
        proposal = self.proposed.proposal
        is_bare = proposal is not None and self.setup == proposal.begun(
            MapSetup.of(self.setup.base)
        )
        is_new = self.preview() is None or is_bare
        is_drawing = self._drawing is not Drawing.NOTHING
        if is_drawing or not is_new or not session.is_answerable:
            return self.take_back()
        self._forget()
        self._controller.timeline.undo()
        if session.is_gone:
            session.close()
        self.redraw()
        return True

    # --- pointer and keys ------------------------------------------------------------------------

    def pointer(self, event: PointerEvent) -> bool:
        """Draw a box over cells of the picture."""
        if self.setup.placement is None:
            return False
        match event.kind:
            case PointerKind.PRESS if event.button is Button.LEFT:
                self._drawing, self._from, self._to = Drawing.BOX, event.point, event.point
            case PointerKind.MOVE if self._drawing is Drawing.BOX:
                self._to = event.point
            case PointerKind.RELEASE if self._drawing is Drawing.BOX:
                self._to, self._drawing = event.point, Drawing.NOTHING
                self._take_box()
            case PointerKind.CANCEL:
                self._drawing = Drawing.NOTHING
            case _:
                return False
        self.redraw()
        return True

    def _box(self) -> gr.Box:
        (x1, y1), (x2, y2) = self._from, self._to
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)

    def _take_box(self) -> None:
        box = self._box()
        if min(box[2], box[3]) >= LEAST_DRAG_CELLS:
            self._dragged = Dragged(self.setup, box)
            self._lay(self._dragged)

    def _lay(self, dragged: Dragged) -> None:
        placement = dragged.setup.placement
        if placement is not None:
            self.proposed.lay_by_hand()
            self._setup = dragged.setup.forgetting_typed().with_placement(
                placement.dragged_over(dragged.box, self.columns)
            )

    def key(self, event: KeyEvent) -> bool:
        """Nudge the picture, apply, take back."""
        if not event.pressed or KeyboardModifier.CTRL in event.modifiers:
            return False
        if self._is_use(event) and not self.proposed.enter_words():
            return False
        if event.key in ENTER:
            return self._enter()
        if self.proposed.key(event):
            return True
        if event.key == "escape" and self._drawing is not Drawing.NOTHING:
            self._drawing = Drawing.NOTHING
            self.redraw()
        elif event.key != "escape":
            return self._nudge(event)
        else:
            return self.take_back()
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the grid that is proposed."""
        return self.proposed.wants(event)

    def _enter(self) -> bool:
        """Apply what is shown; where that is the grid of an import, its map is used with it."""
        is_import = self._controller.map_import.imported is not None
        self._is_used = is_import and self.proposed.can_take
        self.use()
        return not self._is_used

    def use(self) -> None:
        """Apply what is shown; a stretched picture is made square first."""
        if not self.proposed.enter():
            self.apply()

    def is_done(self, event: KeyEvent) -> bool:
        """Be put down with Escape; with Enter too where the map of a report is used as it is."""
        is_use = self._is_use(event) and not self.proposed.enter_words()
        return super().is_done(event) or self._is_used or is_use

    def _is_use(self, event: KeyEvent) -> bool:
        """Whether a key says that what was imported is used as it lies there."""
        has_report = self._controller.map_import.imported is not None
        return event.key in ENTER and has_report and self.preview() is None

    def _nudge(self, event: KeyEvent) -> bool:
        placement = self.setup.placement
        step = LARGE_STEP if KeyboardModifier.SHIFT in event.modifiers else 1
        if placement is None or event.key not in {*NUDGES, *SIZES}:
            return False
        if event.key in NUDGES:
            dx, dy = NUDGES[event.key]
            moved = replace(
                placement, x_px=placement.x_px + dx * step, y_px=placement.y_px + dy * step
            )
        else:
            size = max(LEAST_CELL_PX, round(placement.cell_px + SIZES[event.key] * step, 2))
            moved = replace(placement, cell_px=size)
        self._dragged = None
        self.proposed.lay_by_hand()
        self.change(self.setup.forgetting_typed().with_placement(moved))
        return True

    # --- what is shown ---------------------------------------------------------------------------

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the questions of an import, and the box being drawn with its size in pixels."""
        placement = self.setup.placement
        if self._drawing is not Drawing.BOX or placement is None:
            imported = self._controller.map_import.imported
            labels = () if imported is None else tuple(_labels(imported.report))
            return (*self.proposed.overlays(), *labels)
        x, y, width, height = self._box()
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        size = f"{width * placement.cell_px:.0f} \u00d7 {height * placement.cell_px:.0f} px"
        label = sr.LabelOverlay((x + width, y + height), size, role=sr.Role.PAPER)
        return (*(sr.LineOverlay(a, b, sr.LineRole.CLEAR) for a, b in sides), label)

    def keys(self) -> tuple[pr.KeyHint, ...]:
        """Return the keys of the tool."""
        if self.proposed.view() is not None:
            return (*self.proposed.hints(), pr.KeyHint(_("Drag"), _("over some cells")))
        if self._controller.map_import.imported is not None and self.preview() is None:
            return (pr.KeyHint(_("Enter"), _("use this map")),)
        if self.setup.placement is None:
            return (pr.KeyHint(_("Enter"), _("apply")), pr.KeyHint(_("Esc"), _("done")))
        return (
            pr.KeyHint(FIND_CAP, _("find the grid")),
            pr.KeyHint(_("Drag"), _("over some cells")),
            pr.KeyHint("\u2190\u2191\u2192\u2193", _("nudge")),
            pr.KeyHint("+ \u2212", _("cell size")),
            pr.KeyHint(_("Shift"), _("ten times")),
            pr.KeyHint(_("Enter"), _("apply")),
            pr.KeyHint(_("Esc"), _("take back")),
        )


def _labels(report: ImportReport) -> Iterator[sr.LabelOverlay]:
    for check in report.checks:
        if check.place is not None:
            at = (check.place.x + 0.5, check.place.y + 0.5)
            yield sr.LabelOverlay(
                at,
                cell_name(*check.place),
                role=sr.Role.INTENT,
                icon="message-circle-question-mark",
            )
