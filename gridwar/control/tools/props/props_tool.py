"""The tool for props: a click places the stamp that is chosen, a drag moves one, Tab turns.

States are named: nothing held, a prop held (not yet moved), a prop dragged. While one is dragged
the map shows it where it would stand; each thing done is one command.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from gridwar.control.maps.prop_stamps import FIRST_STAMP, stamp_of
from gridwar.control.maps.prop_words import prop_title, traits_words
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier, PointerKind
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.engine.gm.prop_commands import PutProps, stands_on
from gridwar.model.geometry import Cell
from gridwar.model.props import Prop, next_prop_id, props_at
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.props import PropTraits


class Holding(Enum):
    """What the left button holds."""

    NOTHING = auto()
    PROP = auto()
    DRAGGED = auto()


class PropsTool(Tool):
    """Places and changes props."""

    info = ToolInfo(
        "props",
        _("Props"),
        "prop-table",
        _("Tables, crates, trees: click to place one, drag one to move it"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with tables."""
        super().__init__(controller)
        self.stamp = FIRST_STAMP
        """The stamp that a click places; empty where it places the own picture."""
        self.own: Prop | None = None
        """A prop with a picture of one's own, which clicks place more of."""
        self.turns = 0
        self.wanted = ""
        """What is looked for in the list of stamps."""
        self._chosen = ""
        self._holding = Holding.NOTHING
        self._grip = Cell(0, 0)
        self._dragged: Prop | None = None

    # --- what there is -----------------------------------------------------------------------

    @property
    def page(self) -> BattleMap:
        """The map."""
        return self._controller.encounter.map

    @property
    def chosen(self) -> Prop | None:
        """The prop that is chosen, while it is there."""
        return next((one for one in self.page.props if one.id == self._chosen), None)

    def deactivate(self) -> None:
        """Forget a drag, and which one was chosen."""
        self._let_go()
        self._chosen, self.wanted = "", ""

    def find(self, wanted: str) -> None:
        """List only stamps with some words."""
        self.wanted = wanted
        self.redraw()

    def take_stamp(self, stamp: str) -> None:
        """Let clicks place another stamp."""
        self.stamp, self.own, self._chosen, self.turns = stamp, None, "", 0
        self.redraw()

    def take_picture(self, prop: Prop) -> None:
        """Let clicks place a picture of one's own."""
        self.stamp, self.own, self._chosen, self.turns = "", prop, "", 0
        self.redraw()

    def choose(self, prop_id: str) -> None:
        """Choose a prop; none for an empty id."""
        self._chosen = prop_id
        self.redraw()

    def change(self, prop: Prop) -> None:
        """Put a prop in the place of the one of its id."""
        self.submit(PutProps(put=(prop,)))

    def set_traits(self, prop: Prop, traits: PropTraits) -> None:
        """Change what a prop means as it stands now."""
        name = "flipped" if prop.is_flipped and prop.flipped is not None else "upright"
        self.change(prop.replace(**{name: traits}))

    def flip(self) -> None:
        """Flip what is chosen over, or set it upright: the game master needs nobody for it."""
        prop = self.chosen
        if prop is not None and prop.flipped is not None:
            self.change(prop.stood(is_flipped=not prop.is_flipped))

    def turn(self, quarters: int = 1) -> None:
        """Turn what is dragged or chosen; else what is placed next."""
        if self._dragged is not None:
            self._dragged = self._dragged.turned(quarters)
            self.redraw()
            return
        prop = self.chosen
        if prop is None:
            self.turns = (self.turns + quarters) % 4
            self.redraw()
        elif not prop.is_locked:
            self.change(prop.turned(quarters))

    def remove(self) -> None:
        """Take away what is chosen."""
        prop = self.chosen
        if prop is not None:
            self._chosen = ""
            self.submit(PutProps(gone=(prop.id,)))

    def planned(self, cell: Cell) -> Prop | None:
        """Return what a click on a cell would place; None where the stamp is not known."""
        new, stamp = next_prop_id(self.page.props), stamp_of(self.stamp)
        if self.own is not None:
            made = self.own.replace(id=new, at=cell)
        elif stamp is not None:
            made = stamp.made(new, self.stamp, cell)
        else:
            return None
        return made.turned(self.turns).moved(cell)

    # --- the pointer -------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Take hold of a prop, or place one; none while players look on."""
        if self._controller.view.presenting:
            return False
        cell = Cell(*event.cell)
        here = [one for one in props_at(self.page.props, cell) if not one.is_locked]
        another = KeyboardModifier.CTRL in event.modifiers  # upon the one that is there
        if here and not another:
            prop = here[-1]
            self._chosen, self._holding = prop.id, Holding.PROP
            self._grip = Cell(cell.x - prop.at.x, cell.y - prop.at.y)
        elif self._chosen:
            self._chosen = ""  # let go of it first, so that none is placed by mistake
        else:
            self._place(cell)
        self.redraw()
        return True

    def _place(self, cell: Cell) -> None:
        prop = self.planned(cell)
        if prop is None:
            return
        self._chosen = ""
        self.submit(PutProps(put=(prop,)))

    def double(self, event: PointerEvent) -> bool:
        """Choose what was double-clicked, also what the first click has placed, for the panel."""
        here = props_at(self.page.props, Cell(*event.cell))
        if here and not self._controller.view.presenting:
            self._let_go()
            self.choose(here[-1].id)
        return True

    def move(self, event: PointerEvent) -> bool:
        """Drag on, or show what a click would place."""
        cell, prop = Cell(*event.cell), self.chosen
        if self._holding is not Holding.NOTHING and prop is not None:
            to = Cell(cell.x - self._grip.x, cell.y - self._grip.y)
            if to != prop.at or self._holding is Holding.DRAGGED:
                self._holding = Holding.DRAGGED
                moved = (self._dragged or prop).moved(to)
                if moved != self._dragged:
                    self._dragged = moved
                    self.redraw()
            return True
        if self._controller.view.hover != cell:
            self._controller.show(hover=cell, hovered=event.tokens)
        return True

    def release(self, event: PointerEvent) -> bool:
        """Put down what was dragged."""
        del event
        if self._holding is Holding.NOTHING:
            return False
        dragged, was = self._dragged, self.chosen
        self._let_go()
        if dragged is not None and dragged != was:
            self.submit(PutProps(put=(dragged,)))
        self.redraw()
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Let go of what is dragged, else open the menu of a prop, else choose none."""
        if self.take_back():
            return True
        here = props_at(self.page.props, Cell(*event.cell))
        if event.kind is PointerKind.MENU and here:
            self._chosen = here[-1].id
            self._controller.show(prop_menu=here[-1].id)
            return True
        had_one, self._chosen = bool(self._chosen), ""
        self.redraw()
        return had_one

    def wheel(self, event: PointerEvent) -> bool:
        """Turn with Shift; else the wheel zooms."""
        if KeyboardModifier.SHIFT not in event.modifiers or not event.steps:
            return False
        self.turn(-1 if event.steps > 0 else 1)
        return True

    def leave(self, event: PointerEvent) -> bool:
        """Tell of no cell."""
        del event
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=())
        return True

    def take_back(self) -> bool:
        """Give up a drag; return whether there was one."""
        was_held = self._holding is not Holding.NOTHING
        self._let_go()
        if was_held:
            self.redraw()
        return was_held

    def _let_go(self) -> None:
        self._holding, self._dragged = Holding.NOTHING, None

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        chosen = self.chosen
        match event.key:
            case "escape":
                if self.take_back():
                    return True
                self.choose("")
                return chosen is not None
            case "tab" | "backtab":
                self.turn(-1 if "backtab" in event.key or event.modifiers else 1)
            case "delete" if chosen is not None:
                self.remove()
            case "enter" if chosen is not None:
                self.flip()
            case "enter" if self._controller.view.hover is not None:
                self._place(Cell(*self._controller.view.hover))
            case step if step in STEPS and chosen is not None and not chosen.is_locked:
                moved = chosen.moved(chosen.at.shifted(*STEPS[step]))
                if stands_on(self.page, moved):
                    self.change(moved)
            case _:
                return False
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the tool: those that turn, flip, move and take away."""
        keys = {"tab", "backtab", "enter"}
        if self.chosen is not None:
            keys |= {"delete", *STEPS}
        return event.key in keys and not (event.modifiers - {KeyboardModifier.SHIFT})

    # --- what is shown ---------------------------------------------------------------------------

    def preview(self) -> BattleMap | None:
        """Return the map with what is dragged where it would stand."""
        dragged = self._dragged
        if dragged is None or not stands_on(self.page, dragged):
            return None
        return self.page.with_props(
            dragged if one.id == dragged.id else one for one in self.page.props
        )

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the outline of what is chosen or dragged, or of what a click would place."""
        hover, shown = self._controller.view.hover, self._dragged or self.chosen
        if shown is not None:
            return (_outline(shown, traits_words(shown.traits)),)
        if hover is None or not self.page.contains(Cell(*hover)):
            return ()
        here = props_at(self.page.props, Cell(*hover))
        if here:
            return (_outline(here[-1], traits_words(here[-1].traits)),)
        prop = self.planned(Cell(*hover))
        if prop is None:
            return ()
        fits = stands_on(self.page, prop)
        return (_outline(prop, "" if fits else _("does not fit here")),)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the tool."""
        if self._dragged is not None:
            return (KeyHint(_("Tab"), _("turn it")), KeyHint(_("Esc"), _("leave it")))
        prop = self.chosen
        if prop is None:
            return (
                KeyHint(_("Click"), _("place it")),
                KeyHint(_("Drag"), _("move one")),
                KeyHint(_("Tab"), _("turn a quarter")),
                KeyHint(_("Ctrl click"), _("place it upon another")),
            )
        flips = (KeyHint(_("\u21b5"), _("set upright") if prop.is_flipped else _("flip over")),)
        return (
            KeyHint(_("Drag"), _("move")),
            KeyHint(_("Tab"), _("turn a quarter")),
            *(flips if prop.flipped is not None else ()),
            KeyHint(_("Delete"), _("take away")),
            KeyHint(_("Esc"), _("done")),
        )

    def facts(self) -> tuple[str, ...]:
        """Name what is chosen, or what a click places."""
        shown = self.chosen or self.planned(Cell(0, 0))
        return () if shown is None else (prop_title(shown),)


def _outline(prop: Prop, words: str) -> sr.OverlayView:
    return sr.RegionOverlay(sr.RegionRole.BRUSH, frozenset(prop.cells), prop_title(prop), words)
