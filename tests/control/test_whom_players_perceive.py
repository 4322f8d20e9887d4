"""Whom players do not see and why, marks of the sensed, and a look through the eyes of some."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.measuring.sightline import sight_panel
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.targets import present_targets
from gridwar.control.presenters.unseen_tooltip import unseen_tooltip
from gridwar.control.records.scene_records import MarkOverlay, SceneView
from gridwar.control.state.kept_measurements import SightEnd, SightPair
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.session.session import Session
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import FogMode, Vision
from gridwar.model.walls import Wall
from gridwar.model.zones import LIGHT, Light, Zone
from gridwar.systems.cepheus.core.person_records import Sensor
from tests.support.every_system import find
from tests.support.fights import on_board
from tests.support.two_worlds import World
from tests.systems.cepheus.firefight import fight, person

WALL = Wall(
    id="w", name="the bulkhead", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 20 * SUBCELL)
)


class Deck:
    """A marine at (3, 3) with a motion sensor, a brawler at (8, 3) beyond a bulkhead."""

    def __init__(self) -> None:
        self.controller = Controller(
            Session(find("cepheus"), on_board("cepheus", marine=(3, 3), brawler=(8, 3)))
        )
        self._scene = ScenePresenter(self.controller, Toolbox(self.controller))
        self.controller.submit(PutWalls(put=(WALL,)))
        self.controller.submit(SetFog(mode=FogMode.BY_SIGHT))
        self.set("marine", "sensors", '[{"kind": "motion"}]')

    def set(self, who: str, field: str, value: str) -> None:
        """Set a value of a sheet."""
        self.controller.submit(SetValue(who=(who,), field=f"sheet.{field}", value=value))

    def as_marine(self) -> SceneView:
        """Return the map as the marine sees it."""
        self.controller.selection.select("marine")
        self.controller.show(seen_as_selected=True)
        return self._scene.present()


@pytest.fixture
def deck() -> Deck:
    """The deck."""
    return Deck()


def _ids(scene: SceneView) -> set[str]:
    return {one.id for one in scene.tokens}


def test_who_is_not_seen_says_why_where_the_pointer_rests(deck: Deck) -> None:
    """The words name who looks and what is in the way; whoever is seen has none."""
    here, name = deck.controller.encounter, deck.controller.encounter["marine"].name
    assert unseen_tooltip(here, "brawler") == (
        f"players do not see this ({name}: the bulkhead is in the way)"
    )
    assert unseen_tooltip(here, "marine") == unseen_tooltip(here, "nobody") == ""


def test_who_is_only_sensed_is_a_mark_in_the_eyes_of_those_selected(deck: Deck) -> None:
    """Through the marine's eyes the still brawler is not there; moving it is a mark on its cell."""
    scene = deck.as_marine()
    assert _ids(scene) == {"marine"}
    assert not [one for one in scene.overlays if isinstance(one, MarkOverlay)]
    deck.set("brawler", "moved_m", "3")
    scene = deck.as_marine()
    assert _ids(scene) == {"marine"}
    marks = [one for one in scene.overlays if isinstance(one, MarkOverlay)]
    assert [one.at for one in marks] == [(8.5, 3.5)]
    name = deck.controller.encounter["brawler"].name
    assert name not in repr((scene.tokens, marks))
    deck.controller.submit(PutWalls(gone=("w",)))
    assert _ids(deck.as_marine()) == {"marine", "brawler"}


def test_the_line_tool_says_what_one_perceives_of_the_other(deck: Deck) -> None:
    """Beside the ruling stand the sense or the obstacle, with the rule; with fog off nothing."""
    controller = deck.controller

    def told() -> list[tuple[str, str, str]]:
        here = controller.encounter
        ends = (SightEnd(who="marine"), SightEnd(who="brawler"))
        panel = sight_panel(controller.system, here, ends[0], SightPair(*ends), controller.letters)
        rows = [one.rows for one in panel.blocks if one.heading == "Perceives"]
        return [(row.title, row.rule_id, row.icon) for block in rows for row in block]

    assert told() == [("Not seen: the bulkhead is in the way", "", "eye-off")]
    deck.set("brawler", "moved_m", "3")
    assert told() == [("Only where it is: Motion sensor", "CE-SEN-01", "circle-question-mark")]
    controller.submit(PutWalls(gone=("w",)))
    assert told() == [("Seen: eye", "", "eye")]
    controller.submit(SetFog(mode=FogMode.OFF))
    assert told() == []


def test_targets_that_the_actors_side_does_not_see_come_last_and_say_so() -> None:
    """In the dark the game master can aim at all; by sensors some are known to be there."""
    mara = person("mara", sensors=(Sensor(kind="neural", range_m=9.0),))
    near, far = (person(who, x).replace(side="2") for who, x in (("near", 5), ("far", 8)))
    lit = person("lit", 9, 3).replace(side="2")
    lamp = Zone(id="lamp", kind=LIGHT, strength=Light.BRIGHT, cells=(Cell(9, 3),))
    here = fight(mara, near, far, lit)
    night = here.map.replace(light=Light.DARK, zones=(lamp,))
    here = here.replace(map=night, vision=Vision(mode=FogMode.BY_SIGHT, counts_light=True))
    controller = Controller(Session(find("cepheus"), here), odds_patience_s=60)
    controller.selection.select("mara")
    controller.actions.choose("attack:rifle")
    view = present_targets(controller)
    assert view is not None
    told = {row.who: row.where.split(" \u00b7 ")[0] for row in view.targets}
    assert view.targets[-1].who == "far"
    assert [row.who for row in view.targets if row.is_hidden] == ["far"]
    assert (told["near"], told["far"]) == ("only sensed", "not seen")
    assert all(row.chance.figure for row in view.targets)
    controller.submit(SetFog(mode=FogMode.OFF))
    controller.actions.choose("attack:rifle")
    view = present_targets(controller)
    assert view is not None
    told_with_fog_off = {row.where.split(" \u00b7 ")[0] for row in view.targets}
    assert told_with_fog_off.isdisjoint({"not seen", "only sensed"})
    assert not any(row.is_hidden for row in view.targets)


def test_the_strip_stays_in_the_round_while_one_of_their_own_is_set_aside() -> None:
    """Whose turn it is, then, is not said; the round is the one that is played."""
    world = World("cepheus")
    for _turn in range(12):
        if world.session.encounter.round == 2 and world.session.encounter.turn == "hero":
            break
        world.session.submit(NextTurn())
    assert world.session.encounter.round == 2
    world.put("hero", "aside", "true")
    assert world.session.encounter.turn == "hero"
    strip = world.players().strip
    assert strip is not None
    assert strip.title == "Round 2"
    assert not any(one.now for one in strip.faces)
