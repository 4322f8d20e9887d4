"""Fields of fire by hand: whose, which way, how wide, how far; cut by walls, with a list."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.measuring.arcs import arc_overlay, arc_panel
from gridwar.control.moves.altitude_and_facing import turn, turn_by_key
from gridwar.control.records.ground_records import in_cells
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LegendEntry, Role
from gridwar.control.state.kept_measurements import PlacedArc
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.tool_base import MeasuringTool, ToolInfo
from gridwar.grid.areas.arcs import bearing_deg
from gridwar.model.geometry import SUBCELL, Point, footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.records.measure_records import MeasureView
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.encounter import Encounter

LEAST_DEG: Final = 15.0
WHOLE_DEG: Final = 360.0
STEP_DEG: Final = 15.0
AIM_STEP_DEG: Final = 5.0
DRAG_FROM_CELLS: Final = 0.7
MOST_CELLS: Final = 500.0


class ArcTool(MeasuringTool):
    """Shows where somebody can shoot."""

    info = ToolInfo("arc", _("Field of fire"), "cone", _("Where a token can shoot, and whom"))

    _arc: PlacedArc | None = None
    _drags = False
    _typed = ""
    _known: tuple[Encounter, PlacedArc, OverlayView | None] | None = None

    def activate(self) -> None:
        """Begin with the one selected."""
        chosen = self._controller.view.selected[:1]
        self._arc, self._typed, self._drags = None, "", False
        if chosen:
            self._hold(chosen[0])

    def deactivate(self) -> None:
        """Forget the active one; those kept stay."""
        self._arc, self._typed, self._drags = None, "", False

    @property
    def arc(self) -> PlacedArc | None:
        """The active arc, while its token is on the board."""
        here = self._controller.encounter
        if self._arc is None or self._arc.who not in here or here[self._arc.who].pos is None:
            return None
        return self._arc

    def _hold(self, who: str) -> None:
        kept = self._controller.view.measuring.arcs
        found = next((one for one in kept if one.who == who), None)
        before = self._arc or PlacedArc(who)
        self._arc = found or replace(before, who=who, axis_deg=0.0)

    def _is_kept(self) -> bool:
        return self._arc is not None and any(
            one.key == self._arc.key for one in self._controller.view.measuring.arcs
        )

    def press(self, event: PointerEvent) -> bool:
        """Take hold of the token under the pointer."""
        if event.tokens:
            self._hold(event.tokens[0])
            self._controller.selection.select(event.tokens[0])
        self._drags = self.arc is not None
        self.redraw()
        return True

    def move(self, event: PointerEvent) -> bool:
        """Aim and size the arc that is held."""
        if self._drags:
            self._aim(event)
        return super().move(event)

    def release(self, event: PointerEvent) -> bool:
        """Let go of the arc."""
        del event
        self._drags = False
        return True

    def _aim(self, event: PointerEvent) -> None:
        if self.arc is None:
            return
        one = self._controller.encounter[self.arc.who]
        assert one.pos is not None  # the arc's token is on the board
        apex = footprint_centre(one.pos, one.size)
        x, y = in_cells(apex)
        far = hypot(event.point[0] - x, event.point[1] - y)
        if far < DRAG_FROM_CELLS:
            return
        there = Point(round(event.point[0] * SUBCELL), round(event.point[1] * SUBCELL))
        axis = round(bearing_deg(apex, there) / AIM_STEP_DEG) * AIM_STEP_DEG
        self._change(axis_deg=(axis - (one.facing_deg or 0)) % 360, radius_cells=float(round(far)))

    def wheel(self, event: PointerEvent) -> bool:
        """Turn the token, or widen the arc."""
        up = 1 if event.steps > 0 else -1
        if self.arc is None:
            return False
        if KeyboardModifier.SHIFT in event.modifiers:
            return turn(self._controller, (self.arc.who,), up, event.modifiers)
        if KeyboardModifier.CTRL in event.modifiers:
            self._widen(up)
            return True
        return False

    def _widen(self, steps: int) -> None:
        if self.arc is not None:
            self._set_width(self.arc.width_deg + steps * STEP_DEG)

    def _set_width(self, width_deg: float) -> None:
        self._change(width_deg=min(WHOLE_DEG, max(LEAST_DEG, width_deg)))

    def _change(self, **changes: object) -> None:
        if self._arc is None:
            return
        was_kept = self._is_kept()
        self._arc = replace(self._arc, **changes)
        if was_kept:
            self._keep()
        else:
            self.redraw()

    def _keep(self) -> None:
        arc, kept = self._arc, self._controller.view.measuring
        if arc is not None:
            rest = tuple(one for one in kept.arcs if one.key != arc.key)
            self._controller.show(measuring=replace(kept, arcs=(*rest, arc)))

    def _back(self) -> bool:
        if self._arc is None:
            return False
        self._arc, self._typed = None, ""
        self.redraw()
        return True

    def take_back(self) -> bool:
        """Let go of the active arc."""
        return self._back()

    def key(self, event: KeyEvent) -> bool:
        """Digits type the width; Shift and arrows turn the token; Enter keeps, Delete takes off."""
        if not event.pressed:
            return False
        if turn_by_key(self._controller, event):
            return True
        if event.text.isdecimal() and self.arc is not None and not event.modifiers:
            self._typed = (self._typed + event.text)[-3:]
            if int(self._typed) >= LEAST_DEG:
                self._set_width(float(self._typed))
            return True
        self._typed = ""
        match event.key:
            case "plus" | "equal" | "minus":
                self._widen(-1 if event.key == "minus" else 1)
            case "enter" | "return":
                self.pressed("keep")
            case "delete" | "backspace" if self._is_kept():
                self.pressed("keep")
            case "escape":
                return self._back()
            case _:
                return self.lift_by_key(event)
        return True

    def pressed(self, key: str) -> None:
        """Do what a button means."""
        kind, _colon, value = key.partition(":")
        match kind:
            case "width":
                self._set_width(float(value))
            case "rule" if self.arc is not None:
                encounter = self._controller.encounter
                own = self._controller.system.board.overlays(encounter, self.arc.who, "", None).arcs
                one = own[int(value)]
                self._change(
                    width_deg=one.width_deg,
                    axis_deg=one.axis_deg,
                    radius_cells=one.radius_cells or MOST_CELLS,
                )
            case "keep" if self._arc is not None:
                if self._is_kept():
                    kept = self._controller.view.measuring.without(self._arc.key)
                    self._controller.show(measuring=kept)
                else:
                    self._keep()

    def overlays(self) -> tuple[OverlayView, ...]:
        """Draw the active one."""
        arc, encounter = self.arc, self._controller.encounter
        if arc is None:
            return ()
        known = self._known
        if known is None or known[0] is not encounter or known[1] != arc:
            known = self._known = (encounter, arc, arc_overlay(encounter, arc))
        return () if known[2] is None else (known[2],)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Name it."""
        if self.arc is None:
            return ()
        name = self._controller.encounter[self.arc.who].name
        text = _("field of fire, {name}").format(name=name)
        return (LegendEntry(Role.REACH1, text, self.arc.key if self._is_kept() else ""),)

    def panel(self) -> MeasureView:
        """Return width, direction and those inside."""
        controller = self._controller
        kept = self._is_kept()
        return arc_panel(
            controller.system, controller.encounter, self.arc, controller.letters, is_kept=kept
        )

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        return (
            KeyHint(_("Drag"), _("aim and length")),
            KeyHint("0\u20139", _("type the width")),
            KeyHint("+ \u2212", _("width")),
            KeyHint(_("Shift wheel"), _("turn the token")),
            KeyHint(_("Enter"), _("keep")),
            KeyHint(_("Esc"), _("clear")),
        )
