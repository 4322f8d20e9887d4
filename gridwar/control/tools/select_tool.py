"""The usual tool: select, drag to move, click to aim what was chosen, keys for the rest.

States are named: nothing held, a token held (not yet moved), a token dragged.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.moves.altitude_and_facing import lift_by_wheel
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.control.state.view_state import TokenMenu
from gridwar.control.tools.ground.stroke_cells import line, rectangle
from gridwar.control.tools.rubber_band import RubberBand
from gridwar.control.tools.select_keys import SelectKeys
from gridwar.control.tools.signs_in_play import SignsInPlay
from gridwar.control.tools.tool_base import Tool, ToolInfo
from gridwar.model.geometry import Cell, footprint
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent


class Holding(Enum):
    """What the left button holds."""

    NOTHING = auto()
    TOKEN = auto()
    DRAGGED = auto()
    LOCKED = auto()
    """A token that stays where it is."""
    BRUSH = auto()
    """Nothing: squares are painted that an action needs."""
    BAND = auto()
    """Nothing: a frame is drawn, to select what lies in it."""


class SelectTool(Tool):
    """Selects, moves and aims: turns pointer and key events into calls of the controller."""

    info = ToolInfo("select", _("Select and move"), "mouse-pointer-2")

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._holding = Holding.NOTHING
        self._held = ""
        self._pile: tuple[str, ...] = ()
        """Those who share a square, while a click may turn to the next of them."""
        self._press_cell: tuple[int, int] = (0, 0)
        self._under: tuple[CellXY, tuple[str, ...]] = ((0, 0), ())
        """What lay under the pointer when it moved last."""
        self._paints = True
        """Whether the stroke under way adds squares, or takes them out."""
        self._corner, self._before = Cell(0, 0), frozenset[Cell]()
        """Where that stroke began, and what was chosen then."""
        self._keys = SelectKeys(controller, self._let_go)
        self._signs = SignsInPlay(controller)
        self._rubber_band = RubberBand(controller)

    def wheel(self, event: PointerEvent) -> bool:
        """Change the altitude, or with Shift the facing, of the token under the pointer."""
        return lift_by_wheel(self._controller, self._controller.move_planning, event)

    def double(self, event: PointerEvent) -> bool:
        """Leave it: the first press was taken."""
        del event
        return False

    def press(self, event: PointerEvent) -> bool:
        """Answer, choose, select, or take hold of what is under the pointer."""
        if self._press_place(event) or self._press_asked(event):
            return True
        if self._controller.view.picking is not None:
            return self._press_need(event)
        if self._signs.press(event) or self._press_stand(event):
            return True
        notice = self._controller.view.notice
        if notice is not None and notice.wanted_target and event.tokens:
            self._controller.tell(replace(notice, wanted_target=False))
            return True
        return self._press_tokens(event) if event.tokens else self._press_ground(event)

    def _press_stand(self, event: PointerEvent) -> bool:
        """Plan the way to a square that fits what is asked of squares; return whether it is one."""
        stands, cell = self._controller.stands, Cell(*event.cell)
        found = stands.found() if stands.is_open and not event.tokens else None
        if found is None or cell not in found.answer.cells:
            return False
        stands.plan(cell)
        return True

    def _press_need(self, event: PointerEvent) -> bool:
        """Choose what the action being picked needs next."""
        view, picking, cell = self._controller.view, self._controller.picking, Cell(*event.cell)
        if view.draft is not None and view.need in ("combatants", "cells", "bearing"):
            return True  # they stand in the popover
        match view.need:
            case "combatant" | "combatants":
                target = self._target_under(event)
                if target:
                    self._controller.aiming.take(target)
                elif view.need == "combatant" and view.draft is None:
                    self._controller.aiming.at_ground(cell)
            case "cell":
                picking.point_at_cell(cell)
            case "cells":
                self._holding, self._press_cell = Holding.BRUSH, event.cell
                self._paints = cell not in view.picked.cells
                self._corner, self._before = cell, view.picked.cells
                picking.paint((cell,), add=self._paints)
            case "bearing":
                picking.turn_to(event.point, snap=KeyboardModifier.SHIFT in event.modifiers)
                picking.finish()
            case _:
                return self._hold(self._controller.actor or "", event)
        return True

    def _press_tokens(self, event: PointerEvent) -> bool:
        """Select and hold: whoever is selected already, before others in the same square."""
        top, selected = event.tokens[0], self._controller.view.selected
        if KeyboardModifier.SHIFT in event.modifiers:
            self._controller.selection.select(top, add=True)
            return True
        chosen = next((one for one in event.tokens if one in selected), None)
        if chosen is None:
            self._controller.selection.select(top)
        elif len(event.tokens) > 1 and selected == (chosen,):
            self._pile = event.tokens
        return self._hold(chosen or top, event)

    def _target_under(self, event: PointerEvent) -> str:
        """Return whom an action is aimed at: in a shared square not at the one who acts."""
        others = (one for one in event.tokens if one != self._controller.actor)
        return next(others, next(iter(event.tokens), ""))

    def _turn_pile(self) -> None:
        """Select the next one of those who share a square, after a click that moved nobody."""
        pile, self._pile = self._pile, ()
        fixed = [who for who in self._controller.encounter.combatants if who in pile]
        chosen = self._controller.view.selected
        if len(chosen) == 1 and chosen[0] in fixed:
            self._controller.selection.select(fixed[(fixed.index(chosen[0]) + 1) % len(fixed)])

    def _press_place(self, event: PointerEvent) -> bool:
        """Answer the open question that offers the square."""
        question, cell = self._controller.answers.asked_place(), Cell(*event.cell)
        if question is None or cell not in question.cells:
            return False
        self._controller.answers.give(question.key, question.default.replace(cell=cell))
        return True

    def _press_asked(self, event: PointerEvent) -> bool:
        """Answer the open question of which somebody under the pointer is an option."""
        question = self._controller.answers.asked_people()
        options = () if question is None else question.options
        named = (one for one in options if one.enabled and one.who in event.tokens)
        chosen = next(named, None)
        if question is None or chosen is None:
            return False
        self._controller.answers.give(question.key, question.default.replace(option=chosen.id))
        return True

    def _press_ground(self, event: PointerEvent) -> bool:
        if not self._signs.press_door(event) and self._controller.view.draft is None:
            self._holding = Holding.BAND
            self._rubber_band.begin(event)
        return True

    def _hold(self, who: str, event: PointerEvent) -> bool:
        encounter = self._controller.encounter
        if who in encounter:
            one, plan, cell = encounter[who], self._controller.view.plan, Cell(*event.cell)
            here = () if one.pos is None else footprint(one.pos, one.size)
            # At the end of a way that is shown stands only what it will come to.
            is_shown = plan is not None and plan.end == cell and cell not in here
            is_held = who in event.tokens and not is_shown
            self._holding = Holding.LOCKED if one.locked and is_held else Holding.TOKEN
            self._held, self._press_cell = who, event.cell
            if not is_held:
                self._holding = Holding.DRAGGED
                self._controller.move_planning.plan(who, event.cell)
        return True

    def move(self, event: PointerEvent) -> bool:
        """Drag what is held; else note what is under the pointer."""
        cell = Cell(*event.cell)
        if self._signs.drag(event):
            return True
        if self._holding is Holding.BAND:
            self._rubber_band.draw_to(event.point)
            return True
        if self._holding is Holding.LOCKED and event.cell != self._press_cell:
            self._holding = Holding.NOTHING
            self._controller.move_planning.tell_locked((self._held,))
            return True
        if self._holding is Holding.TOKEN and event.cell != self._press_cell:
            self._holding = Holding.DRAGGED
        if self._holding is Holding.DRAGGED:
            plan = self._controller.view.plan
            if plan is None or plan.end != cell:
                free = self._keys.free_held
                self._controller.move_planning.plan(self._held, event.cell, free=free)
            return True
        if self._holding is Holding.BRUSH:
            self._paint_to(cell, as_box=KeyboardModifier.SHIFT in event.modifiers)
            self._press_cell = event.cell
        view = self._controller.view
        if view.need == "bearing" and view.draft is None:
            self._controller.picking.turn_to(
                event.point, snap=KeyboardModifier.SHIFT in event.modifiers
            )
        self._show_way(cell)
        if not self._keeps_aim(event):
            self._signs.point_at(event)
        return True

    def _keeps_aim(self, event: PointerEvent) -> bool:
        """Return whether what is aimed at stays so: it does until the pointer is on another.

        Where the ground can be aimed at, or nobody is, it follows the pointer.
        """
        controller, under = self._controller, (event.cell, event.tokens)
        view, was_under, self._under = controller.view, self._under, under
        if view.need != "combatant" or view.draft is not None:
            return False
        if view.shows_own and KeyboardModifier.SHIFT not in event.modifiers:
            controller.show(shows_own=False)
        is_on_target = bool(self._target_under(event)) and event.tokens != (controller.actor,)
        aiming = controller.aiming
        is_free = aiming.ground_action() is not None or not aiming.targets.pointed
        is_ground = not event.tokens and is_free
        return was_under == under or not (is_on_target or is_ground)

    def _paint_to(self, cell: Cell, *, as_box: bool) -> None:
        """Paint along the stroke; as a rectangle all between where it began and the pointer."""
        picking = self._controller.picking
        if as_box:
            picking.paint(rectangle(self._corner, cell), add=self._paints, before=self._before)
        else:
            picking.paint(line(Cell(*self._press_cell), cell), add=self._paints)

    def _show_way(self, cell: Cell) -> None:
        """Show the way that a click would take, while one is to be chosen."""
        view, actor = self._controller.view, self._controller.actor
        is_wanted = view.need == "path" and view.draft is None
        if is_wanted and actor is not None and (view.plan is None or view.plan.end != cell):
            self._controller.move_planning.plan(actor, cell)

    def release(self, event: PointerEvent) -> bool:
        """Let go of what is held: a move is made, a frame selects."""
        if self._signs.release(event):
            return True
        held, self._holding = self._holding, Holding.NOTHING
        if held in (Holding.TOKEN, Holding.LOCKED):
            self._turn_pile()
        self._pile = ()
        if held is Holding.BRUSH:
            return True
        if held in (Holding.DRAGGED, Holding.BAND):
            self._controller.show(hover=Cell(*event.cell), hovered=())
        if held is Holding.DRAGGED:
            self._controller.move_planning.finish()
        elif held is Holding.BAND:
            self._rubber_band.finish()
        elif held is not Holding.NOTHING and len(self._controller.view.selected) > 1:
            self._controller.selection.select(self._held)  # one of several, clicked and not dragged
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Give up what is being done; else open the menu of what is under the pointer."""
        busy = self._holding is Holding.DRAGGED
        self._holding = Holding.NOTHING
        if self._rubber_band.give_up() or self._signs.take_back():
            return True
        view = self._controller.view
        if busy or view.picking is not None or view.draft is not None or view.plan is not None:
            self._controller.cancel()
            return True
        if self._signs.menu(event):
            return True
        if event.kind is PointerKind.MENU:
            who = event.tokens[0] if event.tokens else ""
            if who and who not in view.selected:
                self._controller.selection.select(who)
            self._controller.show(token_menu=TokenMenu(who, Cell(*event.cell)))
            return True
        return False

    def overlays(self) -> tuple[OverlayView, ...]:
        """Return the frame being drawn; else what is under the pointer, and what a click does."""
        if self._holding is Holding.BAND:
            return self._rubber_band.overlays()
        return self._signs.overlays()

    def leave(self, event: PointerEvent) -> bool:
        """Show what would be with the pointer elsewhere."""
        del event
        if self._controller.view.need == "path" and self._holding is Holding.NOTHING:
            self._controller.show(plan=None)
        aims = self._controller.view.need == "combatant" and self._controller.view.draft is None
        if self._controller.view.hover is not None and not aims:
            self._signs.point_nowhere()
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the aim, although the window has a use for it too."""
        return self._keys.wants(event)

    # --- keys -----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key event."""
        return self._keys.take(event)

    def take_back(self) -> bool:
        """Take the last waypoint of a planned move back."""
        plan = self._controller.view.plan
        if plan is None or not (plan.legs[1:] or any(plan.lifts)):
            return False
        self._controller.move_planning.drop_waypoint()
        return True

    def _let_go(self) -> None:
        self._holding = Holding.NOTHING
