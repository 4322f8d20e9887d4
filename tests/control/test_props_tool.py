"""The tool for props by hand: placed, chosen, dragged, turned, flipped, taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.prop_form import prop_form, prop_of
from gridwar.control.maps.prop_stamps import stamps, stamps_found
from gridwar.control.maps.prop_words import brief_words, traits_words
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.state.pointer_and_keys import (
    NO_MODIFIERS,
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.control.tools.toolbox import SELECT, Toolbox
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, Size
from tests.support.fights import begun
from tests.support.pointing import SHIFT

if TYPE_CHECKING:
    from gridwar.model.props import Prop

CTRL = frozenset({KeyboardModifier.CTRL})


class Table:
    """A fight, the game master's tools, that for props in hand."""

    def __init__(self) -> None:
        self.controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
        self.tools = Toolbox(self.controller)
        self.tools.take("props")
        self.scenes = ScenePresenter(self.controller, self.tools)
        found = self.tools.tools["props"]
        assert isinstance(found, PropsTool)
        self.tool = found

    def props(self) -> tuple[Prop, ...]:
        """The props of the map."""
        return self.controller.encounter.map.props

    def send(
        self,
        kind: PointerKind,
        cell: tuple[int, int],
        held: frozenset[KeyboardModifier] = NO_MODIFIERS,
        steps: float = 0.0,
        tokens: tuple[str, ...] = (),
    ) -> bool:
        """Send an event of the left button at the middle of a cell."""
        place = (cell[0] + 0.5, cell[1] + 0.5)
        event = PointerEvent(kind, cell, place, Button.LEFT, held, tokens, steps)
        return self.tools.pointer(event)

    def click(self, *cell: int, held: frozenset[KeyboardModifier] = NO_MODIFIERS) -> None:
        """Click on a cell."""
        at = (cell[0], cell[1])
        self.send(PointerKind.MOVE, at, held)
        self.send(PointerKind.PRESS, at, held)
        self.send(PointerKind.RELEASE, at, held)

    def drag(self, start: tuple[int, int], to: tuple[int, int], *keys: str) -> None:
        """Drag from a cell to another, keys pressed on the way."""
        self.send(PointerKind.PRESS, start)
        self.send(PointerKind.MOVE, to)
        for key in keys:
            self.key(key)
        self.send(PointerKind.RELEASE, to)

    def key(self, name: str) -> bool:
        """Press a key; return whether it was used."""
        return self.tools.key(KeyEvent(name))


@pytest.fixture
def table() -> Table:
    """The table."""
    return Table()


def test_clicks_place_the_stamp_that_is_chosen(table: Table) -> None:
    """Each click is one command; the stamp brings name, size, cover, height and price."""
    table.click(5, 5)
    table.tool.take_stamp("crate")
    table.click(5, 8)
    desk, crate = table.props()
    assert (desk.name, desk.at, desk.size) == ("Table", Cell(5, 5), Size(2, 1))
    assert (crate.name, crate.upright.cover) == ("Crate", CoverDegree.HALF)
    table.controller.timeline.undo()
    assert table.props() == (desk,)


def test_tab_and_the_wheel_turn_what_is_placed_next(table: Table) -> None:
    """Tab turns on, the wheel with Shift too; what is placed lies as its outline showed."""
    table.send(PointerKind.MOVE, (5, 5))
    table.key("tab")
    (outline,) = table.tool.overlays()
    table.click(5, 5)
    assert table.props()[0].cells == (Cell(5, 5), Cell(5, 6))
    assert set(table.props()[0].cells) == set(getattr(outline, "cells", ()))
    assert table.send(PointerKind.WHEEL, (8, 8), SHIFT, steps=-1)
    assert table.tool.turns == 2
    assert not table.send(PointerKind.WHEEL, (8, 8), steps=-1)  # it zooms


def test_a_drag_moves_one_and_tab_turns_it_on_the_way(table: Table) -> None:
    """It is shown where it would stand, and nothing changed before it is let go: one command."""
    table.click(5, 5)
    before = table.controller.encounter
    table.send(PointerKind.PRESS, (6, 5))
    table.send(PointerKind.MOVE, (10, 9))
    shown = table.tool.preview()
    assert shown is not None
    assert shown.props[0].at == Cell(9, 9)
    assert table.controller.encounter is before
    table.send(PointerKind.RELEASE, (10, 9))
    assert table.props()[0].at == Cell(9, 9)
    table.drag((9, 9), (4, 9), "tab")
    assert table.props()[0].turns == 1
    table.controller.timeline.undo()
    assert (table.props()[0].at, table.props()[0].turns) == (Cell(9, 9), 0)


def test_a_drag_given_up_leaves_it_where_it_was(table: Table) -> None:
    """Escape, or undo, while it is held."""
    table.click(5, 5)
    table.send(PointerKind.PRESS, (5, 5))
    table.send(PointerKind.MOVE, (9, 9))
    assert table.key("escape")
    table.send(PointerKind.RELEASE, (9, 9))
    assert table.props()[0].at == Cell(5, 5)


def test_one_that_is_chosen_is_flipped_moved_and_taken_away_by_keys(table: Table) -> None:
    """Enter flips it over and sets it upright, arrows move it, Delete takes it away."""
    table.click(5, 5)
    table.click(5, 5)
    assert table.tool.chosen == table.props()[0]
    table.key("enter")
    assert table.props()[0].is_flipped
    table.key("enter")
    assert not table.props()[0].is_flipped
    table.key("right")
    assert table.props()[0].at == Cell(6, 5)
    table.key("delete")
    assert table.props() == ()
    assert not table.key("delete")


def test_a_click_beside_lets_go_and_places_nothing(table: Table) -> None:
    """Only the next one places again; with Ctrl one is placed upon another."""
    table.click(5, 5)
    table.click(5, 5)
    table.click(12, 12)
    assert len(table.props()) == 1
    table.click(12, 12)
    assert len(table.props()) == 2
    table.click(12, 12, held=CTRL)
    assert len(table.props()) == 3


def test_one_that_is_fixed_is_not_taken_hold_of(table: Table) -> None:
    """A press on it places another upon it; its menu still opens."""
    table.click(5, 5)
    table.controller.submit(PutProps(put=(table.props()[0].replace(is_locked=True),)))
    table.drag((5, 5), (9, 9))
    assert table.props()[0].at == Cell(5, 5)
    table.controller.timeline.undo()
    table.send(PointerKind.MENU, (5, 5))
    assert table.controller.view.prop_menu == "prop-1"


def test_what_does_not_fit_is_told(table: Table) -> None:
    """At the map's edge the outline says so, and a click is refused with the reason."""
    table.send(PointerKind.MOVE, (29, 5))
    (outline,) = table.tool.overlays()
    assert getattr(outline, "second", "") == "does not fit here"
    table.click(29, 5)
    assert table.props() == ()
    notice = table.controller.view.notice
    assert notice is not None
    assert "all its cells" in notice.text


def test_in_play_the_menu_of_a_prop_opens_where_no_token_stands(table: Table) -> None:
    """A token upon it comes first."""
    table.click(5, 5)
    table.tools.take(SELECT)
    table.send(PointerKind.MENU, (5, 5), tokens=("hero",))
    assert table.controller.view.prop_menu == ""
    table.send(PointerKind.MENU, (5, 5))
    assert table.controller.view.prop_menu == "prop-1"


def test_the_ground_stays_the_same_object_while_no_prop_changed(table: Table) -> None:
    """Frames at rest draw nothing anew."""
    table.click(5, 5)
    first = table.scenes.present().ground
    table.controller.selection.select("hero")
    assert table.scenes.present().ground is first
    assert [one.box for one in first.props] == [(5.0, 5.0, 2.0, 1.0)]


def test_its_form_changes_what_it_means_as_it_stands(table: Table) -> None:
    """Of one flipped over the other traits; a thing that could not be flipped can be."""
    scale = table.controller.encounter.map.scale
    crate = stamps()["crate"].made("c", "crate", Cell(0, 0))
    form = prop_form(crate, scale)
    form.type("prop.cover", "full")
    form.type("prop.can_flip", True)
    form.type("prop.extra_steps", "3")
    after = prop_of(form, crate, scale)
    assert (after.upright.cover, after.upright.extra_steps) == (CoverDegree.FULL, 3)
    assert after.flipped is not None
    over = after.stood(is_flipped=True)
    form = prop_form(over, scale)
    form.type("prop.cover", "quarter")
    changed = prop_of(form, over, scale)
    assert changed.upright == after.upright
    assert changed.flipped is not None
    assert changed.flipped.cover is CoverDegree.QUARTER


def test_the_log_says_what_was_done(table: Table) -> None:
    """Put, moved, turned, flipped, set upright, taken away: by name."""
    table.click(5, 5)
    table.click(5, 5)
    for key in ("right", "tab", "enter", "enter", "delete"):
        table.key(key)
    said = [one.headline for one in LogPresenter(table.controller).present()][-6:]
    assert said == [
        "Puts Table",
        "Moves Table",
        "Turns Table",
        "Flips Table over",
        "Sets Table upright",
        "Takes away Table",
    ]


def test_stamps_are_found_by_their_words_and_said_in_few() -> None:
    """Every stamp has a size, and something to say of it; a table is found as furniture."""
    assert "table" in [key for key, _one in stamps_found("tavern")]
    assert stamps_found("zzz") == ()
    for key, one in stamps().items():
        assert traits_words(one.upright), key
        assert len(brief_words(one.upright)) <= 42, key
    table = stamps()["table"]
    assert brief_words(table.upright) == "quarter cover \u00b7 0.75 m \u00b7 +1 step"
    assert traits_words(table.upright).endswith("1 step more to enter, stood on")
