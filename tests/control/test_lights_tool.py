"""The tool for lights: a click places, drags move, hand over and change, right clicks switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.light_forms import LIGHT_PART, light_form, light_of_form
from gridwar.control.maps.light_presets import PRESETS, given_to_each, preset
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import (
    NO_MODIFIERS,
    Button,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.lights.lights_tool import LightsTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.light_commands import PutLights
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.scale import Scale
from tests.support.fights import begun
from tests.support.pointing import SHIFT, Hand

if TYPE_CHECKING:
    from gridwar.control.state.pointer_and_keys import KeyboardModifier

LAMP = LightSource(id="l", name="Lamp", at=centre_of(Cell(20, 10)), bright_cells=2, dim_cells=4)


class LightHand(Hand):
    """A hand that also touches tokens."""

    def __init__(self, tool: LightsTool) -> None:
        super().__init__(tool)
        self.over: tuple[str, ...] = ()

    def send(
        self,
        kind: PointerKind,
        place: tuple[float, float],
        held: frozenset[KeyboardModifier] = NO_MODIFIERS,
    ) -> bool:
        """Send an event with the tokens that are under it."""
        cell = (int(place[0] // 1), int(place[1] // 1))
        return self.tool.pointer(PointerEvent(kind, cell, place, Button.LEFT, held, self.over))


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a blank page of 30 by 20 cells; the hero has the turn at (3, 3)."""
    return Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))


@pytest.fixture
def tool(controller: Controller) -> LightsTool:
    """The tool in hand, and a lamp on the map."""
    controller.submit(PutLights(put=(LAMP,)))
    tools = Toolbox(controller)
    tools.take(LightsTool.info.id)
    made = tools.active
    assert isinstance(made, LightsTool)
    return made


def lights(controller: Controller) -> dict[str, LightSource]:
    """Return the sources by id."""
    return {one.id: one for one in controller.encounter.map.light_sources}


def test_a_click_places_the_preset_in_the_middle_of_the_cell(
    controller: Controller, tool: LightsTool
) -> None:
    """A torch, chosen at once; with Shift exactly where it was clicked; one step of undo each."""
    hand = LightHand(tool)
    hand.click((5.2, 6.9))
    assert tool.chosen is not None
    assert (tool.chosen.name, tool.chosen.at) == ("Torch", centre_of(Cell(5, 6)))
    hand.key("escape")
    hand.click((15.25, 15.75), held=SHIFT)
    assert tool.chosen.at == Point(15 * SUBCELL + 256, 15 * SUBCELL + 768)
    controller.timeline.undo()
    controller.timeline.undo()
    assert lights(controller) == {"l": LAMP}


def test_a_click_on_somebody_puts_it_into_their_hand(
    controller: Controller, tool: LightsTool
) -> None:
    """It is carried from the start and goes along."""
    hand = LightHand(tool)
    hand.over = ("hero",)
    hand.click((3.5, 3.5))
    assert [one.carried_by for one in lights(controller).values()] == ["", "hero"]


def test_a_light_dragged_over_the_edge_stays_on_the_map(
    controller: Controller, tool: LightsTool
) -> None:
    """It comes to rest in the cell of the edge that is nearest, where it can be taken hold of."""
    hand = LightHand(tool)
    hand.drag((20.5, 10.5), (-3.0, 25.0))
    assert lights(controller)["l"].at == centre_of(Cell(0, 19))
    hand.drag((0.5, 19.5), (40.0, 5.2))
    assert lights(controller)["l"].at == centre_of(Cell(29, 5))


def test_a_light_is_dragged_elsewhere_and_onto_its_bearer(
    controller: Controller, tool: LightsTool
) -> None:
    """A drag of its sign moves it; let go over a token it is handed over, and back off again."""
    hand = LightHand(tool)
    hand.drag((20.5, 10.5), (12.2, 8.1))
    assert lights(controller)["l"].at == centre_of(Cell(12, 8))
    hand.hold((12.5, 8.5), (9.5, 5.5))
    hand.over = ("foe",)
    hand.send(PointerKind.RELEASE, (9.5, 5.5))
    hand.over = ()
    assert lights(controller)["l"].carried_by == "foe"
    controller.submit(Place(to=(("foe", Cell(1, 1)),)))
    hand.drag((1.9, 1.9), (20.5, 10.5))
    assert lights(controller)["l"] == LAMP


def test_a_drag_of_a_handle_changes_the_reach_by_halves(
    controller: Controller, tool: LightsTool
) -> None:
    """The inner handle is bright, the outer one dim; neither passes the other."""
    hand = LightHand(tool)
    hand.click((20.5, 10.5))
    hand.drag((22.5, 10.5), (23.6, 10.5))
    assert (lights(controller)["l"].bright_cells, lights(controller)["l"].dim_cells) == (3, 4)
    hand.drag((24.5, 10.5), (21.9, 10.5))
    assert (lights(controller)["l"].bright_cells, lights(controller)["l"].dim_cells) == (1.5, 1.5)
    controller.timeline.undo()
    hand.drag((23.5, 10.5), (25.57, 10.5), held=SHIFT)
    changed = lights(controller)["l"]
    assert (changed.bright_cells, changed.dim_cells) == pytest.approx((5.07, 5.07))


def test_a_cone_is_turned_and_opened_by_its_handles(
    controller: Controller, tool: LightsTool
) -> None:
    """Its far handle turns it by fifteen degrees, the one at its side says how wide it is."""
    controller.submit(PutLights(put=(LAMP.replace(width_deg=90.0, facing_deg=90.0),)))
    hand = LightHand(tool)
    hand.click((20.5, 10.5))
    hand.drag((24.5, 10.5), (20.5, 14.6))
    turned = lights(controller)["l"]
    assert (turned.facing_deg, turned.dim_cells) == (180, 4)
    aside = 4 * 2**-0.5
    hand.drag((20.5 - aside, 10.5 + aside), (16.5, 10.5))
    assert lights(controller)["l"].width_deg == 180


def test_what_is_dragged_shines_already_and_escape_lets_go(
    controller: Controller, tool: LightsTool
) -> None:
    """The preview is the map as it would be; nothing was done."""
    hand = LightHand(tool)
    assert tool.preview() is None
    hand.hold((20.5, 10.5), (12.2, 8.1))
    preview = tool.preview()
    assert preview is not None
    assert preview.light_sources[0].at == centre_of(Cell(12, 8))
    assert tool.key(KeyEvent("escape"))
    assert tool.preview() is None
    assert lights(controller) == {"l": LAMP}


def test_a_right_click_on_a_sign_switches_it(controller: Controller, tool: LightsTool) -> None:
    """Off and on again; elsewhere it is not the tool's."""
    hand = LightHand(tool)
    assert hand.send(PointerKind.MENU, (20.6, 10.4))
    assert not lights(controller)["l"].on
    assert hand.send(PointerKind.MENU, (20.6, 10.4))
    assert lights(controller)["l"].on
    assert not hand.send(PointerKind.MENU, (2, 15))


def test_all_of_it_goes_by_keys(controller: Controller, tool: LightsTool) -> None:
    """Enter gives the preset to the one selected, Tab goes on, arrows move, Space, Delete."""
    controller.selection.select("hero")
    for name, text in (("5", "5"), ("enter", "")):
        assert tool.key(KeyEvent(name, text=text))
    assert tool.chosen is not None
    assert (tool.chosen.name, tool.chosen.carried_by) == ("Darkness", "hero")
    assert tool.key(KeyEvent("tab"))
    assert tool.chosen == LAMP
    for name in ("left", "down", "space"):
        assert tool.key(KeyEvent(name))
    assert lights(controller)["l"] == LAMP.placed(centre_of(Cell(19, 11))).switched(on=False)
    assert tool.key(KeyEvent("delete"))
    assert "l" not in lights(controller)
    assert all(tool.wants(KeyEvent(name)) for name in ("tab", "space", "enter"))


def test_escape_leaves_the_light_and_then_the_tool(
    controller: Controller, tool: LightsTool
) -> None:
    """One thing at a press, innermost first."""
    tools = Toolbox(controller)
    own = tools.active
    assert isinstance(own, LightsTool)
    own.choose("l")
    assert tools.key(KeyEvent("escape"))
    assert (own.chosen, controller.view.tool) == (None, "lights")
    assert tools.key(KeyEvent("escape"))
    assert controller.view.tool == "select"


def test_the_reach_of_the_chosen_light_is_drawn_with_its_handles(tool: LightsTool) -> None:
    """A solid ring and a dotted one, both named; every light has its sign, one that is off too."""
    tool.choose("l")
    drawn = tool.overlays()
    rings = [(one.radius_cells, one.dash) for one in drawn if isinstance(one, sr.RingOverlay)]
    assert rings == [(2, sr.Dash.SOLID), (4, sr.Dash.DOT)]
    words = [one.text for one in drawn if isinstance(one, sr.LabelOverlay)]
    assert words == ["bright 2", "dim 4"]
    tool.switch("l")
    signs = [one for one in tool.overlays() if isinstance(one, sr.MarkOverlay) and one.icon]
    assert [(one.icon, one.role) for one in signs] == [("sun", sr.Role.OUT)]


def test_presets_are_in_squares_of_five_feet_whatever_a_cell_is() -> None:
    """Candle 1 and 2, torch 4 and 8, lantern 6 and 12; a cell of three metres has half of it."""
    feet, metres, wide = Scale(cell_size=5, unit="ft"), Scale(), Scale(cell_size=3.0)
    found = {
        one.id: [
            (made.bright_cells, made.dim_cells)
            for scale in (feet, metres, wide)
            for made in (one.source("x", scale),)
        ]
        for one in PRESETS[:3]
    }
    assert found == {
        "candle": [(1, 2), (1, 2), (0.5, 1)],
        "torch": [(4, 8), (4, 8), (2, 4)],
        "lantern": [(6, 12), (6, 12), (3, 6)],
    }
    assert preset("darkness").source("x", feet).is_darkness


def test_several_get_a_light_each_with_one_command(controller: Controller) -> None:
    """Two torches of different ids in two hands."""
    command = given_to_each(controller.encounter, preset("torch"), ("hero", "foe"))
    controller.submit(command)
    found = [(one.id, one.carried_by) for one in lights(controller).values()]
    assert found == [("light-1", "hero"), ("light-2", "foe")]


def test_the_form_hands_a_light_over_and_puts_it_down_where_it_is() -> None:
    """Its bearer is a choice; nobody leaves it where it shines; what is beyond bounds is within."""
    scale, people = Scale(), {"hero": "Hero"}
    form = light_form(LAMP, people, scale)
    form.type(f"{LIGHT_PART}.bearer", "hero")
    form.type(f"{LIGHT_PART}.dim", "7.5")
    form.type(f"{LIGHT_PART}.width", "500")
    given = light_of_form(form, LAMP, scale, LAMP.at)
    assert (given.carried_by, given.at) == ("hero", None)
    assert (given.dim_cells, given.width_deg) == (7.5, 360)
    back = light_form(given, people, scale)
    back.type(f"{LIGHT_PART}.bearer", "")
    assert light_of_form(back, given, scale, Point(5, 6)).at == Point(5, 6)


def test_light_is_drawn_while_the_tool_is_in_hand(controller: Controller, tool: LightsTool) -> None:
    """Not at rest, unless it is asked for; never over a picture that has the light in it."""
    tools = Toolbox(controller)
    presenter = ScenePresenter(controller, tools)
    assert presenter.present().light is not None
    tools.take("select")
    assert presenter.present().light is None
    del tool
