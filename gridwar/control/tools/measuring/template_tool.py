"""Templates by hand: burst, square, ring, cone, line; dragged from the tip, moved, tied, counted.

The active template is a ghost: it follows the pointer until it is set down by a click or a drag,
and is gone with Escape or another tool. Enter pins it: then it lies on the map (view state).
Whatever is active is changed by wheel, digits and handle, also one that is pinned.
"""

from __future__ import annotations

import math
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring import template_shaping as shaping
from gridwar.control.measuring.template_areas import taken_by, template_overlays
from gridwar.control.measuring.template_panel import template_panel
from gridwar.control.moves.altitude_and_facing import CLIMBS
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LegendEntry, RegionRole
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.tool_base import MeasuringTool, ToolInfo
from gridwar.grid.areas.templates import Form, Shape
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.measuring.template_areas import Taken
    from gridwar.control.records.measure_records import MeasureView
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.kept_measurements import PlacedTemplate
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.model.encounter import Encounter


SHIFT, CTRL = KeyboardModifier.SHIFT, KeyboardModifier.CTRL
ENTER: Final = ("enter", "return")


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
        "template", _("Burst, cone or line"), "bomb", _("Lay a template, see who is caught")
    )

    _placed: PlacedTemplate | None = None
    _stands = False
    """The ghost was set down: it follows the pointer no longer."""
    _held = Held.NOTHING
    _typed = ""
    _known: tuple[Encounter, PlacedTemplate, str | None, Taken] | None = None

    def activate(self) -> None:
        """Begin with a template under the pointer."""
        self._begin_anew()

    def deactivate(self) -> None:
        """Forget the ghost; those pinned stay."""
        self._begin_anew()
        self._placed = None

    def _begin_anew(self) -> None:
        """Let a ghost of the same shape follow the pointer."""
        self._held, self._typed, self._stands = Held.NOTHING, "", False
        self._placed = self._fresh()

    def _fresh(self) -> PlacedTemplate:
        controller = self._controller
        area = controller.system.yardstick(controller.encounter).area
        shape = self._placed.shape if self._placed is not None else Shape(metric=area)
        hover = controller.view.hover
        at = (0.5, 0.5) if hover is None else (hover.x + 0.5, hover.y + 0.5)
        return shaping.fresh_template(controller.view.measuring.templates, shape, at)

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
        """Return whether the active one is pinned to the map."""
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

    def press(self, event: PointerEvent) -> bool:
        """Take hold of a tip, or set the ghost down."""
        own = (self.placed,) if self._stands else ()
        tip = self._at_tips(event, *own, *self._controller.view.measuring.templates)
        if tip is not None:
            self._stands = self._stands and tip is self.placed
            self._placed, self._held = tip, Held.HANDLE
            self.redraw()
            return True
        if self.is_laid:
            self._placed = self._fresh()
        self._held, self._stands = Held.SIZE, True
        self._change(at=event.point, tied=None)
        return True

    def _at_tips(self, event: PointerEvent, *among: PlacedTemplate) -> PlacedTemplate | None:
        encounter, levels = self._controller.encounter, self._levels
        return next(
            (one for one in among if shaping.is_at_tip(encounter, one, event.point, levels)),
            None,
        )

    def move(self, event: PointerEvent) -> bool:
        """Size, turn, move."""
        if self._held is Held.SIZE:
            self._drag(event)
        elif self._held is Held.HANDLE:
            self._change(at=event.point, tied=None)
        elif not (self._stands or self.is_laid):
            self._placed = replace(self.placed, at=event.point)
        return super().move(event)

    def release(self, event: PointerEvent) -> bool:
        """Let go of the template."""
        del event
        self._held = Held.NOTHING
        return True

    def _drag(self, event: PointerEvent) -> None:
        now = shaping.dragged(self._controller.encounter, self.placed, event.point, self._levels)
        if now is not self.placed:
            self._become(now)

    def wheel(self, event: PointerEvent) -> bool:
        """Change size, or turn."""
        up = 1 if event.steps > 0 else -1
        if CTRL in event.modifiers:
            size = shaping.sized(self.placed.shape.size_cells + up)
            self._change(shape=replace(self.placed.shape, size_cells=size))
        elif SHIFT in event.modifiers:
            self._change(bearing_deg=(self.placed.bearing_deg + up * shaping.TURNS_DEG) % 360)
        else:
            return False
        return True

    def _change(self, **changes: object) -> None:
        self._become(replace(self.placed, **changes))

    def _become(self, now: PlacedTemplate) -> None:
        was_laid = self.is_laid
        self._placed = now
        if was_laid:
            self._lay()
        else:
            self.redraw()

    def _lay(self) -> None:
        self._stands = False
        kept = self._controller.view.measuring
        self._controller.show(measuring=kept.with_template(self.placed))

    def _back(self) -> bool:
        """End the ghost that was set down, or let go of one that is pinned."""
        if not (self._stands or self.is_laid):
            return False
        self._begin_anew()
        self.redraw()
        return True

    # --- keys ------------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Digits type the size, Tab changes the shape; Enter pins it, ties it or selects."""
        if not event.pressed or (event.key not in ENTER and event.modifiers - {SHIFT}):
            return False
        if event.text.isdecimal() or (event.text == "." and self._typed):
            self._type(event.text)
            return True
        return self._key_of_one(event) or self._key_of_map(event)

    def take_back(self) -> bool:
        """Take the active template off the map."""
        if not (self.is_laid or self._stands):
            return False
        self.pressed("delete")
        return True

    def _key_of_one(self, event: KeyEvent) -> bool:
        """Change the active template."""
        match event.key:
            case key if key in ENTER and CTRL in event.modifiers:
                self._tie()
            case "tab":
                forms = tuple(Form)
                step = -1 if SHIFT in event.modifiers else 1
                at = (forms.index(self.placed.shape.form) + step) % len(forms)
                self.pressed(f"form:{forms[at]}")
            case "plus" | "minus" | "equal":
                self._widen(-1 if event.key == "minus" else 1)
            case key if key in CLIMBS and not self._controller.view.hovered:
                rise = math.copysign(self._controller.encounter.map.scale.cell_size, CLIMBS[key])
                self._change(up=round(self.placed.up + rise, 3))
            case _:
                return False
        return True

    def _select_caught(self) -> None:
        """Select those caught and put the tool down: what all of them do is at hand then."""
        hit = self.taken().hit
        if not hit:
            return
        if not self.is_laid:
            self._lay()
        self._controller.selection.select(*hit)
        self.deactivate()
        self._controller.show(tool="select", plan=None)

    def _key_of_map(self, event: KeyEvent) -> bool:
        """Pin it, take it off, select those caught."""
        match event.key:
            case key if key in ENTER and SHIFT in event.modifiers:
                self.pressed("select")
            case "delete" | "backspace" if self.is_laid or self._stands:
                self.pressed("delete")
            case key if key in ENTER:
                self.pressed("pin")
            case "escape":
                return self._back()
            case _:
                return self.lift_by_key(event)
        return True

    def _type(self, text: str) -> None:
        self._typed, size = shaping.typed_size(self._typed + text)
        scale = self._controller.encounter.map.scale
        if size > 0:
            cells = shaping.sized(round(size / scale.cell_size))
            self._change(shape=replace(self.placed.shape, size_cells=cells))

    def _widen(self, steps: int) -> None:
        shape = shaping.widened(self.placed.shape, steps)
        if shape is not None:
            self._change(shape=shape)

    def _tie(self) -> None:
        view = self._controller.view
        if self.placed.tied is not None:
            self._become(shaping.untied(self._controller.encounter, self.placed, self._levels))
            return
        here = shaping.who_stands_at(self._controller.encounter, self.placed.at)
        who = next(iter((*here, *view.hovered, *view.selected)), None)
        if who is not None:
            self._change(tied=who)
            self._lay()

    def pressed(self, key: str) -> None:
        """Do what a button or a line of the panel means."""
        kind, _colon, value = key.partition(":")
        match kind:
            case "form" | "clip" | "snap" | "spare":
                self._become(shaping.set_by_button(self.placed, kind, value))
            case "select":
                self._select_caught()
            case "hold":
                laid = self._controller.view.measuring.templates
                self._placed = next((one for one in laid if one.key == value), self._placed)
                self._stands = self._stands and not self.is_laid
                self.redraw()
            case "pin":
                self._lay()
                self._begin_anew()
                self.redraw()
            case "delete" | "clear":
                gone = self.placed.key
                kept = self._controller.view.measuring
                rest = kept.without(gone) if kind == "delete" else replace(kept, templates=())
                self._controller.show(measuring=rest)
                self._begin_anew()
                self.redraw()
            case "new":
                self._back()

    # --- showing ---------------------------------------------------------------------------------

    def overlays(self) -> tuple[OverlayView, ...]:
        """Draw the active one; those laid down are drawn by the scene."""
        if not (self._stands or self.is_laid) and self._controller.view.hover is None:
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
        letters = self._controller.letters
        return template_panel(encounter, self.placed, self.taken(), kept, letters)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        return (
            KeyHint(_("Drag"), _("lay")),
            KeyHint(_("Enter"), _("pin")),
            KeyHint(_("Shift+Enter"), _("select caught")),
            KeyHint(_("Ctrl+Enter"), _("tie to token")),
            KeyHint(_("Tab"), _("shape")),
            KeyHint("1\u20139", _("type the size")),
            KeyHint(_("Esc"), _("end it") if self._stands else _("done")),
            KeyHint(_("Ctrl wheel"), _("radius")),
            KeyHint(_("Shift wheel"), _("turn")),
        )
