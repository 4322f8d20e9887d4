"""Pins from the hand to the map: the tool, play, the list, the log, and what players never get."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.map_picture_choices import PictureChoices
from gridwar.control.maps.pin_words import MOST_OF_TIP, pin_line, pin_tip, pins_found
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.map_pictures import map_scene, picture_scene
from gridwar.control.presenters.pins import PinView, keep_pin, present_pin, present_rows
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.pin_records import PinOverlay
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.pointer_and_keys import (
    NO_MODIFIERS,
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.pins.pins_tool import PinsTool
from gridwar.control.tools.toolbox import SELECT, Toolbox
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.pins import MOST_LABEL, Pin
from tests.support.fights import begun
from tests.support.pointing import SHIFT
from tests.support.two_worlds import World

HATCH = Pin(id="h", point=centre_of(Cell(10, 10)), label="2", text="# The hatch\nNailed shut.")
STAIR = Pin(id="s", point=centre_of(Cell(20, 5)), label="1", text="A stair up")


class Table:
    """A fight with two pins, the game master's tools, and what the map shows."""

    def __init__(self) -> None:
        self.controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
        self.controller.submit(PutPins(put=(HATCH, STAIR)))
        self.tools = Toolbox(self.controller)
        self.scenes = ScenePresenter(self.controller, self.tools)

    @property
    def pins(self) -> dict[str, Pin]:
        """The pins by id."""
        return {one.id: one for one in self.controller.encounter.map.pins}

    def signs(self) -> dict[str, PinOverlay]:
        """Return the signs that the map shows."""
        overlays = self.scenes.present().overlays
        return {one.id: one for one in overlays if isinstance(one, PinOverlay)}

    def send(
        self,
        kind: PointerKind,
        place: tuple[float, float],
        pin: str = "",
        held: frozenset[KeyboardModifier] = NO_MODIFIERS,
        tokens: tuple[str, ...] = (),
    ) -> bool:
        """Send an event of the left button with the pin that is under it."""
        cell = (int(place[0] // 1), int(place[1] // 1))
        event = PointerEvent(kind, cell, place, Button.LEFT, held, tokens, pin=pin)
        return self.tools.pointer(event)

    def drag(
        self,
        pin: str,
        start: tuple[float, float],
        to: tuple[float, float],
        held: frozenset[KeyboardModifier] = NO_MODIFIERS,
    ) -> None:
        """Drag with the left button."""
        self.send(PointerKind.PRESS, start, pin, held)
        self.send(PointerKind.MOVE, to, "", held)
        self.send(PointerKind.RELEASE, to, "", held)

    def key(self, *names: str) -> bool:
        """Press keys; return whether the last one was used."""
        return [self.tools.key(KeyEvent(name)) for name in names][-1]


@pytest.fixture
def table() -> Table:
    """The table, with the usual tool in hand."""
    return Table()


@pytest.mark.parametrize("tool", [SELECT, "pins"])
def test_a_click_opens_a_pin_and_a_drag_moves_it(table: Table, tool: str) -> None:
    """By as much as the pointer went, to the middle of a cell, with Shift exactly; one command."""
    table.tools.take(tool)
    table.send(PointerKind.PRESS, (10.5, 9.9), "h")
    table.send(PointerKind.RELEASE, (10.5, 9.9), "h")
    assert table.controller.view.pin_card == "h"
    table.drag("h", (10.5, 9.9), (12.4, 11.9))
    assert table.pins["h"].point == centre_of(Cell(12, 12))
    table.drag("h", (12.5, 12.0), (12.75, 12.0), SHIFT)
    assert table.pins["h"].point == Point(12 * SUBCELL + 768, 12 * SUBCELL + 512)
    table.controller.timeline.undo()
    table.controller.timeline.undo()
    assert table.pins["h"] == HATCH


@pytest.mark.parametrize("tool", [SELECT, "pins"])
def test_a_drag_shows_where_a_pin_would_stand_and_can_be_given_up(table: Table, tool: str) -> None:
    """Nothing is changed before it is let go; a right click or Escape leaves it where it was."""
    table.tools.take(tool)
    table.send(PointerKind.PRESS, (10.5, 10.5), "h")
    table.send(PointerKind.MOVE, (15.5, 10.5))
    assert table.signs()["h"].at == (15.5, 10.5)
    assert table.pins["h"] == HATCH
    table.send(PointerKind.CANCEL, (15.5, 10.5))
    table.send(PointerKind.RELEASE, (15.5, 10.5))
    assert table.signs()["h"].at == (10.5, 10.5)
    assert table.pins["h"] == HATCH


def test_a_right_click_on_a_pin_has_its_menu(table: Table) -> None:
    """Not that of the place."""
    table.send(PointerKind.MENU, (10.5, 10.0), "h")
    assert table.controller.view.pin_menu == "h"
    assert table.controller.view.token_menu is None


def test_while_an_action_wants_somebody_a_pin_is_in_nobodys_way() -> None:
    """No sign is shown, and one under the pointer is not taken for what is meant."""
    world = World("cepheus")
    controller, scenes = world.controller, ScenePresenter(world.controller, world.tools)
    controller.selection.select("hero")
    assert any(isinstance(one, PinOverlay) for one in scenes.present().overlays)
    ways = controller.rules_cache.actions("hero")
    attack = next(one for one in ways if one.weapon and one.needs)
    controller.actions.choose(attack.id, anyway=True)
    assert controller.view.need == "combatant"
    assert not any(isinstance(one, PinOverlay) for one in scenes.present().overlays)
    event = PointerEvent(
        PointerKind.PRESS, (8, 3), (8.5, 3.5), Button.LEFT, tokens=("foe",), pin="p"
    )
    world.tools.pointer(event)
    assert controller.view.draft is not None
    assert controller.view.pin_card == ""


def test_the_tool_puts_a_pin_with_the_next_free_number(table: Table) -> None:
    """In the middle of the cell, with Shift exactly there; its card opens."""
    table.tools.take("pins")
    table.send(PointerKind.PRESS, (5.2, 6.9))
    table.send(PointerKind.RELEASE, (5.2, 6.9))
    made = table.pins[table.controller.view.pin_card]
    assert (made.point, made.label, made.text) == (centre_of(Cell(5, 6)), "3", "")
    table.send(PointerKind.PRESS, (7.25, 6.5), held=SHIFT)
    assert table.pins[table.controller.view.pin_chosen].point == Point(7424, 6656)
    before = len(table.pins)
    table.send(PointerKind.PRESS, (-3.0, 2.0))
    assert len(table.pins) == before


def test_pins_are_put_chosen_moved_and_taken_away_by_keys_alone(table: Table) -> None:
    """Tab goes through them by their labels; Escape leaves one thing at a press."""
    table.tools.take("pins")
    controller = table.controller
    table.key("tab")
    assert controller.view.pin_chosen == "s"
    table.key("tab")
    assert controller.view.pin_chosen == "h"
    table.key("right", "down")
    assert table.pins["h"].cell == (11, 11)
    table.key("enter")
    assert controller.view.pin_card == "h"
    table.key("delete")
    assert list(table.pins) == ["s"]
    assert table.key("enter")
    assert table.pins[controller.view.pin_chosen].cell == (15, 10)
    assert table.key("escape")
    assert (controller.view.pin_chosen, controller.view.tool) == ("", "pins")
    assert table.key("escape")
    assert controller.view.tool == SELECT


def test_a_sign_stands_beside_whoever_stands_on_its_place(table: Table) -> None:
    """At the corner of the token; at its own place again once that one has gone."""
    assert table.signs()["h"].at == (10.5, 10.5)
    table.controller.submit(Place(to=(("hero", Cell(10, 10)),)))
    assert table.signs()["h"].at == (10.1, 10.1)
    table.controller.submit(Place(to=(("hero", Cell(11, 10)),)))
    assert table.signs()["h"].at == (10.5, 10.5)


def test_signs_are_a_layer_that_is_shown_from_the_start(table: Table) -> None:
    """Hidden by the list of layers, but not while their tool is in hand."""
    rows = {row.key: row for row in table.scenes.present().layers.rows}
    assert (rows[Layer.PINS].on, rows[Layer.PINS].note) == (True, "2")
    table.controller.layers.turn(Layer.PINS)
    assert not table.signs()
    table.tools.take(PinsTool.info.id)
    assert len(table.signs()) == 2


def test_the_same_signs_stay_the_same_records(table: Table) -> None:
    """So that the map draws nothing anew where none has changed."""
    first = table.signs()
    table.controller.show(hover=Cell(1, 1))
    again = table.signs()
    assert all(again[key] is first[key] for key in first)


def test_players_get_neither_sign_nor_words(table: Table) -> None:
    """Not in presentation, not through the eyes of those selected, in no picture for them."""
    for choices, shown in (
        (PictureChoices(whom="gm"), 2),
        (PictureChoices(whom="gm", tokens=False), 2),
        (PictureChoices(whom="players"), 0),
        (PictureChoices(whom="players", tokens=False), 0),
    ):
        scene = picture_scene(ScenePresenter(table.controller, table.tools), choices)
        assert sum(isinstance(one, PinOverlay) for one in scene.overlays) == shown
    small = map_scene(ScenePresenter(table.controller, table.tools))
    assert "hatch" not in repr(small)
    table.controller.show(seen_as_selected=True)
    assert not table.signs()
    table.controller.show(seen_as_selected=False, presenting=True)
    assert "hatch" not in repr(table.scenes.present())
    table.tools.take("pins")
    table.send(PointerKind.PRESS, (5.5, 6.5))
    assert len(table.pins) == 2


def test_a_picture_has_no_pin_that_is_pointed_at(table: Table) -> None:
    """The mark of the moment stays out of what is kept."""
    table.controller.show(pin_chosen="h", pin="s")
    assert all(one.on for one in table.signs().values())
    scene = picture_scene(table.scenes, PictureChoices(whom="gm"))
    assert not any(one.on for one in scene.overlays if isinstance(one, PinOverlay))


def test_what_is_written_on_a_card_is_kept_as_one_step(table: Table) -> None:
    """Label and words together; nothing where nothing changed, or the pin is gone."""
    controller = table.controller
    view = present_pin(controller, "h")
    assert view == PinView("h", "2", HATCH.text)
    at = controller.session.position.cursor
    keep_pin(controller, view)
    assert controller.session.position.cursor == at
    keep_pin(controller, PinView("h", " 12bcd ", "Open now"))
    assert (table.pins["h"].label, table.pins["h"].text) == ("12bc", "Open now")
    assert len(table.pins["h"].label) == MOST_LABEL
    controller.timeline.undo()
    assert table.pins["h"] == HATCH
    controller.submit(PutPins(gone=("h",)))
    keep_pin(controller, PinView("h", "2", "too late"))
    assert present_pin(controller, "h") is None


def test_pins_are_found_by_number_and_by_words_in_any_order(table: Table) -> None:
    """One that bears just what was typed stands first; numbers come before letters, by worth."""
    assert [one.id for one in present_rows(table.controller)] == ["s", "h"]
    assert [one.line for one in present_rows(table.controller, "shut hatch")] == ["The hatch"]
    assert not present_rows(table.controller, "shut stair")
    many = [
        Pin(id=label or "none", point=Point(0, 0), label=label) for label in ("10", "", "B", "9")
    ]
    assert [one.label for one in pins_found(many, "")] == ["9", "10", "B", ""]
    with_one = [*many, Pin(id="t", point=Point(0, 0), label="1", text="10 crowns")]
    assert [one.label for one in pins_found(with_one, "10")] == ["10", "1"]


def test_a_tooltip_says_the_words_as_far_as_there_is_room() -> None:
    """A heading without its marks in a line; an empty pin says that it is."""
    assert pin_line(HATCH) == "The hatch"
    assert pin_tip(STAIR) == "Pin 1\nA stair up"
    assert "nothing" in pin_tip(Pin(id="e", point=Point(0, 0)))
    long = pin_tip(STAIR.replace(text="word " * 400))
    assert len(long) < MOST_OF_TIP + 20
    assert long.endswith("…")


def test_the_log_says_what_became_of_a_pin(table: Table) -> None:
    """Put, moved, written, taken away; of many how many."""
    submit = table.controller.submit
    submit(PutPins(put=(HATCH.moved(Point(0, 0)),)))
    submit(PutPins(put=(HATCH.replace(text="Open"),)))
    submit(PutPins(gone=("h",)))
    submit(PutPins(put=tuple(HATCH.replace(id=str(n)) for n in range(5))))
    entries = LogPresenter(table.controller).present()
    said = [
        one.headline for one in entries if "in" in one.headline and "pin" in one.headline.lower()
    ]
    assert said[-5:] == [
        "Puts Pin 2, Pin 1",
        "Moves Pin 2",
        "Changes Pin 2",
        "Takes away Pin 2",
        "Puts 5 pins",
    ]
