"""The light as players and the game master have it drawn: when, whose, and what stays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.light_words import cell_light
from gridwar.control.presenters.log_light_edits import describe_light_edit
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.light_commands import GiveLight, PutLights, SwitchLights, UseImportedLights
from gridwar.engine.gm.map_commands import PutZones, SetPage
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import Cell, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.memory import FogMode
from gridwar.model.zones import LIGHT, Light, Zone
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.model.command import Command

LAMP = LightSource(id="l", name="Lamp", at=centre_of(Cell(20, 10)), bright_cells=2, dim_cells=4)
TORCH = LightSource(id="t", name="Torch", carried_by="foe", bright_cells=2, dim_cells=4)


class Night:
    """A dark freeform fight with a lamp and a torch, and light shown in play."""

    def __init__(self) -> None:
        self.controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
        self.tools = Toolbox(self.controller)
        self.presenter = ScenePresenter(self.controller, self.tools)
        self.do(SetPage(light=Light.DARK), PutLights(put=(LAMP, TORCH)))
        self.controller.layers.show(Layer.LIGHT, on=True)

    def do(self, *commands: Command) -> None:
        """Submit commands."""
        for command in commands:
            self.controller.submit(command)


@pytest.fixture
def night() -> Night:
    """A night."""
    return Night()


def test_a_source_that_stays_is_the_same_record(night: Night) -> None:
    """One that moves is another; nothing changes where nobody carries anything elsewhere."""
    before = night.presenter.for_gm().light
    assert before is not None
    night.do(Place(to=(("hero", Cell(4, 4)),)))
    assert night.presenter.for_gm().light is before
    night.do(Place(to=(("foe", Cell(12, 5)),)))
    after = night.presenter.for_gm().light
    assert after is not None
    assert after.lamps[0] is before.lamps[0]
    assert after.lamps[1] is not before.lamps[1]
    assert after.lamps[1].at == (12.5, 5.5)


def test_no_light_is_drawn_over_a_picture_that_has_it(night: Night) -> None:
    """It counts for the rules all the same."""
    night.do(SetPage(baked_lighting=True))
    assert night.presenter.for_gm().light is None
    assert cell_light(night.controller.encounter, Cell(21, 10)) == "bright: Lamp, 1 cell"


def test_the_cell_under_the_pointer_says_how_light_it_is(night: Night) -> None:
    """With the reason; by day without any light there is nothing to say."""
    night.controller.show(hover=Cell(12, 5))
    assert night.presenter.for_gm().cell_hint == "Low light: Torch of Foe, 3 cells"
    night.do(PutLights(gone=("l", "t")), SetPage(light=Light.BRIGHT))
    assert night.presenter.for_gm().cell_hint == ""


def test_painted_cells_are_as_they_are_painted(night: Night) -> None:
    """Of several zones the brightest comes last; one over all of it leaves no lamp to be seen."""
    dusk = Zone(id="a", kind=LIGHT, strength=int(Light.LOW), cells=(Cell(1, 1), Cell(2, 1)))
    day = Zone(id="b", kind=LIGHT, strength=int(Light.BRIGHT), cells=(Cell(2, 1),))
    night.do(PutZones(put=(day, dusk)))
    light = night.presenter.for_gm().light
    assert light is not None
    assert [level for level, _cells in light.painted] == [Light.LOW, Light.BRIGHT]
    night.do(PutZones(put=(Zone(id="c", kind=LIGHT, strength=int(Light.LOW), everywhere=True),)))
    light = night.presenter.for_gm().light
    assert light is not None
    assert (light.base, light.lamps) == (Light.LOW, ())
    assert [level for level, _cells in light.painted] == [Light.LOW, Light.BRIGHT]


def test_players_do_not_see_the_light_of_a_hidden_bearer() -> None:
    """Two fights that differ in who is hidden with a torch, or without: what players get is equal.

    What the game master has in hand, points at or chooses changes nothing of it either.
    """
    with_torch, without = Night(), Night()
    for one in (with_torch, without):
        one.do(SetFog(mode=FogMode.BY_SIGHT, counts_light=True))
        one.do(SetValue(who=("foe",), field="hidden", value="true"))
        one.controller.sharing.change(light=True)
    without.do(PutLights(gone=("t",)))
    with_torch.tools.take("lights")
    with_torch.controller.show(hover=Cell(9, 5))
    seen = [one.presenter.presented.scene() for one in (with_torch, without)]
    lamps = []
    for scene in seen:
        assert scene.light is not None
        lamps.append([(one.at, one.bright_cells, one.color) for one in scene.light.lamps])
        assert scene.cell_hint == ""
        assert not [one for one in scene.overlays if isinstance(one, sr.MarkOverlay)]
    assert lamps[0] == lamps[1] == [((20.5, 10.5), 2, "ffb45e")]
    with_torch.do(SetValue(who=("foe",), field="hidden", value="false"))
    shown = with_torch.presenter.presented.scene().light
    assert shown is not None
    assert len(shown.lamps) == 2


def test_signs_stand_small_on_the_map_where_light_is_shown(night: Night) -> None:
    """For the game master alone."""
    signs = [one for one in night.presenter.for_gm().overlays if isinstance(one, sr.MarkOverlay)]
    assert [(one.icon, one.small) for one in signs] == [("sun", True)] * 2
    night.controller.layers.show(Layer.LIGHT, on=False)
    night.tools.take("select")
    after = [one for one in night.presenter.for_gm().overlays if isinstance(one, sr.MarkOverlay)]
    assert after == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (PutLights(put=(LAMP.replace(id="n", name="Brazier"),)), ("Puts Brazier", "2, 4")),
        (PutLights(put=(TORCH.placed(centre_of(Cell(1, 1))),)), ("Moves Torch", "")),
        (PutLights(put=(LAMP.replace(dim_cells=6.0),)), ("Changes Lamp", "2, 6")),
        (PutLights(gone=("t",)), ("Takes away Torch of Foe", "")),
        (SwitchLights(lights=("l",), on=False), ("Lamp", "put out")),
        (GiveLight(light="l", to="hero"), ("Hero carries Lamp", "")),
    ],
)
def test_the_log_says_what_was_done_to_lights(
    night: Night, command: Command, words: tuple[str, str]
) -> None:
    """One short line each."""
    before = night.controller.encounter
    night.do(command)
    assert describe_light_edit(command, before, night.controller.encounter) == words


def test_the_log_counts_the_lights_of_a_file(night: Night) -> None:
    """Those that the map only kept."""
    page = night.controller.encounter.map.with_lights(
        [MapLight(x_cells=1, y_cells=1, range_cells=3)], None
    )
    before = night.controller.encounter.replace(map=page)
    found = describe_light_edit(UseImportedLights(), before, before)
    assert found == ("Uses 1 light of the map", "")
