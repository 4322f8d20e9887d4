"""Templates by hand: burst, square, ring, cone, line; dragged from the tip, moved, tied, counted.

The active template follows the pointer until it is set down by a click or a drag; then it lies on
the map (view state) and stays active, so that wheel, digits and handle go on changing it.
"""

from __future__ import annotations

from enum import Enum, auto
from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring.caught import template_panel
from gridwar.control.measuring.templates import (
    form_title,
    taken_by,
    template_overlays,
    tip_of,
)
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LegendEntry, RegionRole
from gridwar.control.state.pins import PlacedTemplate
from gridwar.control.state.pointer import Button, Modifier, PointerKind
from gridwar.control.tools.measuring.measuring_tool import MeasuringTool
from gridwar.control.tools.tool import ToolInfo
from gridwar.grid.areas.arcs import bearing_deg
from gridwar.grid.areas.templates import Clip, Form, Shape
from gridwar.model.geometry import SUBCELL, Cell, Point, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.measuring.templates import Taken
    from gridwar.control.records.panel_records import MeasureView
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer import KeyEvent, PointerEvent
    from gridwar.engine.kit.measuring import Levels
    from gridwar.model.encounter import Encounter

MOST_CELLS: Final = 60.0
FIRST_WIDTHS: Final[Mapping[Form, float]] = {
    Form.BURST: 0.0,
    Form.SQUARE: 0.0,
    Form.RING: 1.0,
    Form.CONE: 60.0,
    Form.LINE: 1.0,
}
TURNS_DEG: Final = 15.0
WIDENS_DEG: Final = 15.0
DRAG_FROM_CELLS: Final = 0.6
HANDLE_CELLS: Final = 0.6


class Held(Enum):
    """What the left button holds."""

    NOTHING = auto()
    SIZE = auto()
    """A drag from the tip: size and direction."""
    HANDLE = auto()
    """The tip itself."""


class TemplateTool(MeasuringTool):
    """Lays templates and lists whom they take in."""

    info = ToolInfo(
        "template", _("Burst, cone or line"), "bomb", "B", _("Lay a template, see who is caught")
    )

    _placed: PlacedTemplate | None = None
    _held = Held.NOTHING
    _typed = ""
    _known: tuple[Encounter, PlacedTemplate, str | None, Taken] | None = None

    def activate(self) -> None:
        """Begin with a template under the pointer."""
        self._held, self._typed = Held.NOTHING, ""
        self._placed = self._fresh()

    def deactivate(self) -> None:
        """Forget the active one; those laid down stay."""
        self._placed, self._held, self._typed = None, Held.NOTHING, ""

    def _fresh(self) -> PlacedTemplate:
        controller = self._controller
        numbers = (one.key.partition(":")[2] for one in controller.view.measuring.templates)
        key = f"template:{1 + max((int(n) for n in numbers), default=0)}"
        area = controller.system.yardstick(controller.encounter).area
        shape = self._placed.shape if self._placed is not None else Shape(metric=area)
        hover = controller.view.hover
        at = (0.5, 0.5) if hover is None else (hover.x + 0.5, hover.y + 0.5)
        name = form_title(shape.form)
        same = sum(one.shape.form is shape.form for one in controller.view.measuring.templates)
        return PlacedTemplate(key, f"{name} {same + 1}" if same else name, shape, at)

    @property
    def _levels(self) -> Levels:
        return self._controller.system.board.levels

    @property
    def placed(self) -> PlacedTemplate:
        """The active template."""
        if self._placed is None:
            self._placed = self._fresh()
        return self._placed

    @property
    def is_laid(self) -> bool:
        """Return whether the active one lies on the map already."""
        kept = self._controller.view.measuring.templates
        return self._placed is not None and any(one.key == self._placed.key for one in kept)

    def taken(self) -> Taken:
        """Return what the active template takes in."""
        controller = self._controller
        actor = controller.actor
        side = None if actor is None else controller.encounter[actor].side
        known, now = self._known, controller.encounter
        if known is None or known[0] is not now or known[1:3] != (self.placed, side):
            taken = taken_by(now, self.placed, side, self._levels)
            known = self._known = (now, self.placed, side, taken)
        return known[3]

    def caught(self) -> Mapping[str, int]:
        """Return the numbers of those caught."""
        return self.taken().numbers

    # --- pointer ---------------------------------------------------------------------------------

    def pointer(self, event: PointerEvent) -> bool:
        """Lay, size, turn, move."""
        match event.kind:
            case PointerKind.PRESS | PointerKind.DOUBLE if event.button is Button.LEFT:
                self._press(event)
                return True
            case PointerKind.MOVE:
                self._move(event)
                return True
            case PointerKind.RELEASE if event.button is Button.LEFT:
                self._held = Held.NOTHING
                return True
            case PointerKind.CANCEL | PointerKind.MENU:
                return self._back()
            case PointerKind.WHEEL:
                return self._wheel(event)
        return False

    def _press(self, event: PointerEvent) -> None:
        tip = tip_of(self._controller.encounter, self.placed, self._levels)
        x, y = tip.point.x / SUBCELL, tip.point.y / SUBCELL
        is_on_handle = hypot(event.point[0] - x, event.point[1] - y) <= HANDLE_CELLS
        if self.is_laid and is_on_handle:
            self._held = Held.HANDLE
            return
        if self.is_laid:
            other = self._laid_at(event)
            if other is not None:
                self._placed = other
                self._held = Held.HANDLE
                self.redraw()
                return
            self._placed = self._fresh()
        self._held = Held.SIZE
        self._change(at=event.point, tied=None)
        self._lay()

    def _laid_at(self, event: PointerEvent) -> PlacedTemplate | None:
        encounter = self._controller.encounter
        for one in self._controller.view.measuring.templates:
            tip = tip_of(encounter, one, self._levels)
            x, y = tip.point.x / SUBCELL, tip.point.y / SUBCELL
            if hypot(event.point[0] - x, event.point[1] - y) <= HANDLE_CELLS:
                return one
        return None

    def _move(self, event: PointerEvent) -> None:
        if self._held is Held.SIZE:
            self._drag(event)
        elif self._held is Held.HANDLE:
            self._change(at=event.point, tied=None)
        elif not self.is_laid:
            self._placed = replace(self.placed, at=event.point)
            self.hover(event)
            return
        self.hover(event)

    def _drag(self, event: PointerEvent) -> None:
        tip = tip_of(self._controller.encounter, self.placed, self._levels).point
        x, y = tip.x / SUBCELL, tip.y / SUBCELL
        far = hypot(event.point[0] - x, event.point[1] - y)
        if far < DRAG_FROM_CELLS:
            return
        here = Point(round(event.point[0] * SUBCELL), round(event.point[1] * SUBCELL))
        turned = round(bearing_deg(tip, here) / TURNS_DEG) * TURNS_DEG % 360
        shape = replace(self.placed.shape, size_cells=_sized(round(far)))
        self._change(shape=shape, bearing_deg=turned)

    def _wheel(self, event: PointerEvent) -> bool:
        up = 1 if event.steps > 0 else -1
        if Modifier.CTRL in event.modifiers:
            size = _sized(self.placed.shape.size_cells + up)
            self._change(shape=replace(self.placed.shape, size_cells=size))
        elif Modifier.SHIFT in event.modifiers:
            self._change(bearing_deg=(self.placed.bearing_deg + up * TURNS_DEG) % 360)
        else:
            return False
        return True

    def _change(self, **changes: object) -> None:
        was_laid = self.is_laid
        self._placed = replace(self.placed, **changes)
        if was_laid:
            self._lay()
        else:
            self.redraw()

    def _lay(self) -> None:
        kept = self._controller.view.measuring
        self._controller.show(measuring=kept.with_template(self.placed))

    def _back(self) -> bool:
        if not self.is_laid:
            return False
        self._placed = self._fresh()
        self._held = Held.NOTHING
        self.redraw()
        return True

    # --- keys ------------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Digits type the size; T ties, S selects, Delete takes off, Tab changes the shape."""
        if not event.pressed or Modifier.CTRL in event.modifiers:
            return False
        if event.text.isdecimal() or (event.text == "." and self._typed):
            self._type(event.text)
            return True
        return self._key_of_one(event) or self._key_of_map(event)

    def take_back(self) -> bool:
        """Take the active template off the map, or let go of it."""
        if self.is_laid:
            self.pressed("delete")
        elif self._held is not Held.NOTHING:
            self.deactivate()
            self.redraw()
        else:
            return False
        return True

    def letters(self) -> frozenset[str]:
        """Return T, which ties a template to a token, and S, which selects those caught."""
        return frozenset("TS")

    def _key_of_one(self, event: KeyEvent) -> bool:
        """Change the active template."""
        match event.key:
            case "t" if not event.modifiers:
                self._tie()
            case "tab":
                forms = tuple(Form)
                step = -1 if Modifier.SHIFT in event.modifiers else 1
                at = (forms.index(self.placed.shape.form) + step) % len(forms)
                self.pressed(f"form:{forms[at]}")
            case "plus" | "minus" | "equal":
                self._widen(-1 if event.key == "minus" else 1)
            case "bracketleft" | "bracketright" if not self._controller.view.hovered:
                rise = self._controller.encounter.map.scale.cell_size
                rise = rise if event.key == "bracketright" else -rise
                self._change(up=round(self.placed.up + rise, 3))
            case _:
                return False
        return True

    def _key_of_map(self, event: KeyEvent) -> bool:
        """Lay it down, take it off, select those caught."""
        match event.key:
            case "s" if not event.modifiers:
                self.pressed("select")
            case "delete" | "backspace" if self.is_laid:
                self.pressed("delete")
            case "enter" | "return":
                self._typed = ""
                self._lay()
                self._placed = self._fresh()
                self.redraw()
            case "escape":
                return self._back()
            case _:
                return self.lift_by_key(event)
        return True

    def _type(self, text: str) -> None:
        typed = (self._typed + text)[-5:]
        try:
            size = float(typed)
        except ValueError:
            typed, size = "", 0.0
        self._typed = typed
        scale = self._controller.encounter.map.scale
        if size > 0:
            cells = _sized(round(size / scale.cell_size))
            self._change(shape=replace(self.placed.shape, size_cells=cells))

    def _widen(self, steps: int) -> None:
        shape = self.placed.shape
        match shape.form:
            case Form.CONE:
                width = min(360.0, max(WIDENS_DEG, shape.width + steps * WIDENS_DEG))
            case Form.LINE | Form.RING:
                width = min(shape.size_cells, max(1.0, shape.width + steps))
            case _:
                return
        self._change(shape=replace(shape, width=width))

    def _tie(self) -> None:
        view = self._controller.view
        if self.placed.tied is not None:
            tip = tip_of(self._controller.encounter, self.placed, self._levels).point
            self._change(tied=None, at=(tip.x / SUBCELL, tip.y / SUBCELL))
            return
        who = next(iter((*self._at_tip(), *view.hovered, *view.selected)), None)
        if who is not None:
            self._change(tied=who)
            self._lay()

    def _at_tip(self) -> tuple[str, ...]:
        """Return who stands where the template begins."""
        encounter, (x, y) = self._controller.encounter, self.placed.at
        cell = Cell(int(x // 1), int(y // 1))
        return tuple(
            one.id
            for one in encounter.everyone()
            if one.pos is not None and cell in footprint(one.pos, one.size)
        )

    def pressed(self, key: str) -> None:
        """Do what a button or a line of the panel means."""
        kind, _colon, value = key.partition(":")
        match kind:
            case "form":
                form = Form(value)
                clip = self.placed.shape.clip
                clip = Clip.LINE if clip is Clip.SPREAD and form is not Form.BURST else clip
                shape = replace(self.placed.shape, form=form, width=FIRST_WIDTHS[form], clip=clip)
                self._change(shape=shape, name=form_title(form))
            case "clip":
                self._change(shape=replace(self.placed.shape, clip=Clip(value)))
            case "snap":
                self._change(corner=value == "corner")
            case "spare":
                self._change(spared=self.placed.spared ^ {value})
            case "select":
                self._controller.selection.select(*self.taken().hit)
            case "hold":
                laid = self._controller.view.measuring.templates
                self._placed = next((one for one in laid if one.key == value), self._placed)
                self.redraw()
            case "delete":
                gone = self.placed.key
                self._placed = self._fresh()
                kept = self._controller.view.measuring
                self._controller.show(measuring=kept.without(gone))
            case "new":
                self._back()

    # --- showing ---------------------------------------------------------------------------------

    def overlays(self) -> tuple[OverlayView, ...]:
        """Draw the active one; those laid down are drawn by the scene."""
        is_shown = self.is_laid or self._controller.view.hover is not None
        if not is_shown:
            return ()
        return template_overlays(self._controller.encounter, self.placed, self.taken())

    def legend(self) -> tuple[LegendEntry, ...]:
        """Name it."""
        key = self.placed.key if self.is_laid else ""
        return (LegendEntry(RegionRole.TEMPLATE, self.placed.name, key),)

    def panel(self) -> MeasureView:
        """Return shape, walls, and those caught."""
        kept = self._controller.view.measuring.templates
        encounter = self._controller.encounter
        return template_panel(encounter, self.placed, self.taken(), kept)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        return (
            KeyHint(_("Drag"), _("lay")),
            KeyHint(_("Ctrl wheel"), _("radius")),
            KeyHint(_("Shift wheel"), _("turn")),
            KeyHint("1\u20139", _("type the size")),
            KeyHint(_("Tab"), _("shape")),
            KeyHint("T", _("tie to token")),
            KeyHint("S", _("select caught")),
        )


def _sized(cells: float) -> float:
    return min(MOST_CELLS, max(1.0, cells))
