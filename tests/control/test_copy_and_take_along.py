"""Combatants between fights: wounds and ammunition come along, turns do not, other rules refuse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.library.combatant_library import CombatantLibrary
from gridwar.control.library.copy_and_take_along import (
    NextFight,
    Taken,
    as_text,
    next_fight,
    pasting,
    read_for,
    take_form,
    taken,
)
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.presenters.notes import keep_notes
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import AddCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.map_commands import LayMap, Paint, PutWalls
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch, SetSides
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.journal_rows import ROOT
from gridwar.engine.session.session import Session
from gridwar.errors import ForeignFile, InputError
from gridwar.model.battlemap import LayerName, Picture
from gridwar.model.combatant import TimedEffect
from gridwar.model.encounter import Side
from gridwar.model.geometry import Cell, Point
from gridwar.model.painted_layers import Layer
from gridwar.model.walls import Wall, WallKind
from gridwar.storage.combatant_library import Library
from gridwar.systems import find_system
from tests.support.fights import begun

if TYPE_CHECKING:
    from pathlib import Path

CEPHEUS = find_system("cepheus")


@pytest.fixture
def controller() -> Controller:
    """A Cepheus fight in its first round; the marine is wounded and has shot."""
    session = begun("cepheus", marine=(2, 2), brawler=(9, 9))
    return Controller(session)


def test_what_is_copied_keeps_wounds_and_formation_and_leaves_the_turn(
    controller: Controller,
) -> None:
    """Pasted combatants stand to each other as they did, hurt as they were, with no turn had."""
    marine = controller.encounter["marine"]
    hurt = marine.sheet.chars.replace(endurance=1)  # type: ignore[attr-defined]
    weapons = tuple(one.replace(loaded=2) for one in marine.sheet.weapons)  # type: ignore[attr-defined]
    marine = marine.replace(sheet=marine.sheet.replace(chars=hurt, weapons=weapons), note="owes")
    combatants = (marine, controller.encounter["brawler"])
    command = pasting(controller, combatants, Cell(12, 5))
    first, second = command.combatants
    assert (first.name, second.name) == (f"{marine.name} 2", f"{combatants[1].name} 2")
    assert (first.pos, second.pos) == (Cell(12, 5), Cell(19, 12))
    sheet = first.sheet
    assert sheet.chars.endurance == 1  # type: ignore[attr-defined]
    assert [one.loaded for one in sheet.weapons] == [2] * len(weapons)  # type: ignore[attr-defined]
    assert sheet.initiative_base is None  # type: ignore[attr-defined]
    assert first.note == "owes"


def test_text_of_other_rules_is_refused_with_the_reason(controller: Controller) -> None:
    """Combatants of ARRGS cannot be pasted into a Cepheus fight; the reason names both."""
    other = Controller(begun("arrgs", guard=(2, 2)))
    text = as_text(other, ("guard",), None)
    with pytest.raises(InputError, match="ARRGS") as caught:
        read_for(controller.system, text, "The clipboard")
    assert "Cepheus" in str(caught.value)
    with pytest.raises(ForeignFile, match="clipboard"):
        read_for(controller.system, "a shopping list", "The clipboard")


def test_between_fights_the_turn_is_reset_and_the_rest_kept() -> None:
    """ARRGS: pools are full, surprise and timed effects are over, Vitality stays as it was."""
    arrgs = find_system("arrgs")
    guard = arrgs.data.samples()[0]
    sheet = guard.sheet.replace(current_vitality=7, ap=0, squares_moved=3, tie_roll=4)
    timed = TimedEffect(id="haste", name="Haste", ends="turn_end")
    lasting = TimedEffect(id="curse", name="Curse")
    worn = guard.replace(
        sheet=sheet, effects=(timed, lasting), pos=Cell(3, 3), trail=(Cell(2, 2),), aside=True
    )
    fresh = arrgs.fresh(worn)
    assert fresh.sheet.current_vitality == 7  # type: ignore[attr-defined]
    assert (fresh.sheet.ap, fresh.sheet.aap) == (3, 2)  # type: ignore[attr-defined]
    assert (fresh.sheet.squares_moved, fresh.sheet.tie_roll) == (0, 0)  # type: ignore[attr-defined]
    assert fresh.effects == (lasting,)
    assert (fresh.pos, fresh.trail, fresh.aside) == (None, (), False)


def given_in(controller: Controller, **other: object) -> Taken:
    """Return what the form says as it is shown at first, with some of it otherwise."""
    given = {field.key: field.value for field in take_form(controller).fields}
    return taken(controller.encounter, {**given, **other})


def test_the_form_of_taking_along_offers_everybody(controller: Controller) -> None:
    """Those up are ticked at first; what comes back are the ids that stayed ticked."""
    first = given_in(controller)
    assert (first.where, first.who) == ("fight", ("marine", "brawler"))
    given = {"who.brawler": False, "where": "library"}
    rest = given_in(controller, **given)
    assert (rest.where, rest.who) == ("library", ("marine",))


def test_people_are_those_ticked_the_party_or_everybody(controller: Controller) -> None:
    """Ticks count only where those ticked are wanted."""
    none = {"who.marine": False, "who.brawler": False}
    controller.submit(SetValue(who=("brawler",), field="side", value='"2"'))
    assert given_in(controller, **none).who == ()
    assert given_in(controller, who="all", **none).who == ("marine", "brawler")
    assert given_in(controller, who="party", **none).who == ("marine",)


def test_a_map_or_notes_alone_can_be_taken_along(controller: Controller) -> None:
    """Not to the library, which holds people."""
    nobody = given_in(controller, **{"who.marine": False, "who.brawler": False})
    assert nobody.is_nothing
    assert not replace(nobody, map=True).is_nothing
    assert not replace(nobody, notes=True).is_nothing
    assert replace(nobody, map=True, where="library").is_nothing


def test_the_next_fight_begins_with_those_taken_along(controller: Controller) -> None:
    """They stand on the new map as they stood to each other, and the fight has not begun."""
    made = next_fight(controller, given_in(controller)).first
    a, b = (one.pos for one in made.combatants.values())
    assert a is not None
    assert b is not None
    assert (b.x - a.x, b.y - a.y) == (7, 7)
    assert all(one.sheet.initiative_base is None for one in made.combatants.values())  # type: ignore[attr-defined]
    assert (made.round, made.turn, made.title) == (0, None, controller.encounter.title)
    assert made.map != controller.encounter.map or made.map.picture is None


def test_people_come_as_they_are_or_as_the_fight_began(controller: Controller) -> None:
    """Wounds and shots of this fight are taken back; a newcomer comes as he came."""
    begun_as = controller.session.history.state(ROOT).combatants["marine"]
    late = CEPHEUS.data.samples()[1].replace(id="late", name="Late", pos=Cell(5, 5))
    controller.submit(AddCombatants(combatants=(late,)))
    (late,) = (one for one in controller.encounter.everyone() if one.name == "Late")
    controller.submit(ChangePool(who=("marine", late.id), add=-5))
    hurt = controller.encounter["marine"]
    assert CEPHEUS.fresh(hurt).sheet != CEPHEUS.fresh(begun_as).sheet
    for state, marine, newcomer in (
        ("now", hurt, controller.encounter[late.id]),
        ("begun", begun_as, late),
    ):
        made = next_fight(controller, given_in(controller, who="all", state=state)).first
        sheets = {one.name: one.sheet for one in made.everyone()}
        assert sheets[hurt.name] == CEPHEUS.fresh(marine).sheet
        assert sheets["Late"] == CEPHEUS.fresh(newcomer).sheet


def test_house_rules_sides_and_notes_come_along_where_they_are_wanted(
    controller: Controller,
) -> None:
    """Sides always, as people belong to them."""
    keep_notes(controller, "", "# Inn")
    sides = {**controller.encounter.sides, "3": Side(name="Watch", index=2)}
    controller.submit(SetSides(sides=frozendict(sides)))
    name, field = next(iter(type(controller.encounter.switches).model_fields.items()))
    value = json.dumps(not field.default) if isinstance(field.default, bool) else None
    if value is not None:
        controller.submit(ChooseSwitch(name=name, value=value))
    made = next_fight(controller, given_in(controller, notes=True)).first
    assert (made.notes, made.sides) == ("# Inn", controller.encounter.sides)
    assert made.switches == controller.encounter.switches
    bare = next_fight(controller, given_in(controller, notes=False, rules=False)).first
    assert (bare.notes, bare.switches) == ("", CEPHEUS.data.switches())


PICTURE = Picture(sha256="0" * 64, pixels_per_cell=50)
LAID = Wall(id="laid", a=Point(0, 0), b=Point(1024, 0))
DRAWN = Wall(id="drawn", a=Point(0, 1024), b=Point(2048, 1024), kind=WallKind.DOOR)


@pytest.fixture
def drawn_on(controller: Controller) -> Controller:
    """On a picture with a wall of its file, a door and mud were drawn, and people stand at it."""
    page = controller.encounter.map.replace(picture=PICTURE, walls=(LAID,))
    controller.submit(LayMap(map=page))
    controller.submit(PutWalls(put=(DRAWN,)))
    mud = Layer.marking([Cell(1, 1), Cell(2, 1)])
    controller.submit(Paint(layer=LayerName.TERRAIN, where=mud, value=1))
    controller.submit(Paint(layer=LayerName.GROUND, where=mud, value=-3))
    return controller


def played_on(made: NextFight) -> Session:
    """Return the next fight after what is drawn in it."""
    session = Session(CEPHEUS, made.first)
    for command in made.drawn:
        assert isinstance(session.submit(command), Accepted)
    return session


def test_what_was_drawn_on_a_map_is_known_as_drawn_in_the_next_fight(drawn_on: Controller) -> None:
    """So it is seen there, and undo takes it away; people stand where they stood."""
    made = next_fight(drawn_on, given_in(drawn_on, map=True))
    session = played_on(made)
    assert session.encounter.map == drawn_on.encounter.map
    assert LaidMap(session).own(session.encounter.map).walls == {"drawn"}
    assert {one.name: one.pos for one in made.first.everyone()} == {
        one.name: one.pos for one in drawn_on.encounter.everyone()
    }


def test_without_what_was_drawn_the_map_is_as_it_was_laid(drawn_on: Controller) -> None:
    """The wall of its file stays."""
    made = next_fight(drawn_on, given_in(drawn_on, map=True, drawn=False))
    assert made.drawn == ()
    assert [one.id for one in made.first.map.walls] == ["laid"]
    assert not made.first.map.terrain.tiles
    assert made.first.map.picture == PICTURE


def test_on_a_blank_page_all_was_drawn(controller: Controller) -> None:
    """It comes as a whole, or as a bare page of the same size and scale."""
    controller.submit(PutWalls(put=(DRAWN,)))
    whole = next_fight(controller, given_in(controller, map=True))
    assert (whole.first.map, whole.drawn) == (controller.encounter.map, ())
    bare = next_fight(controller, given_in(controller, map=True, drawn=False)).first.map
    assert (bare.walls, bare.size) == ((), controller.encounter.map.size)


# --- the library ----------------------------------------------------------------------------------


@pytest.fixture
def library(controller: Controller, tmp_path: Path) -> CombatantLibrary:
    """The library of the fight, with a library of its own."""
    return CombatantLibrary(controller, Library(CEPHEUS, find_system, tmp_path))


def test_the_library_offers_samples_and_the_gms_own(
    controller: Controller, library: CombatantLibrary
) -> None:
    """What is kept stands above the samples, and a search finds it by every word."""
    wounded = controller.encounter["marine"].replace(name="Old Sarge")
    library.keep((wounded,), {})
    rows = library.rows("")
    assert rows[0].name == "Old Sarge"
    assert len(rows) == 1 + len(CEPHEUS.data.samples())
    assert [row.name for row in library.rows("sarge OLD")] == ["Old Sarge"]


def test_held_combatants_are_shown_where_they_would_stand(
    controller: Controller, library: CombatantLibrary
) -> None:
    """While held nothing has happened; put down, all join on the side wished, in one command."""
    controller.session.dice = ScriptedDice((1, 2, 3, 4, 5, 6))
    before = controller.encounter
    key = library.rows("brawler")[0].key
    library.wish(count=3, side="1")
    library.hold((key,), Cell(15, 10))
    placing = controller.view.placing
    assert placing is not None
    held = [one.pos for one in placing.combatants]
    assert controller.encounter is before
    library.place((key,), Cell(15, 10))
    assert controller.view.placing is None
    new = [one for who, one in controller.encounter.combatants.items() if who not in before]
    assert [one.pos for one in new] == held
    assert {one.side for one in new} == {"1"}
    assert controller.view.selected == tuple(one.id for one in new)
    controller.timeline.undo()
    assert controller.encounter == before


def test_a_search_finds_by_what_somebody_has_and_is(tmp_path: Path) -> None:
    """Weapons, spells, sizes and kinds are found, words in any order, those so called first."""
    controller = Controller(begun("arrgs"))
    library = CombatantLibrary(controller, Library(controller.system, find_system, tmp_path))

    def found(search: str) -> dict[str, str]:
        return {row.name: row.found for row in library.rows(search)}

    assert found("mage") == {"Mage": ""}
    assert found("fireball") == {"Mage": "Fireball"}
    assert set(found("spell")) == {"Mage", "Hexer"}
    assert found("large axe") == found("axe large") == {"Ogre": "Large, Axe"}
    assert set(found("axe")) >= {"Ogre"}
    assert "Warhorse" in found("2x2")
    assert "Mage" not in found("2x2")
    assert found("huge") == {"Airship": "Huge"}
    assert found("oge") == {}


def test_a_row_has_the_pool_and_the_figure_most_asked_for(library: CombatantLibrary) -> None:
    """Two figures stand in a row, as they stand in the head of whoever is selected."""
    (row,) = library.rows("marine")
    assert row.figures == ("Physical 25", "Armour 9")


def test_several_join_in_one_command_each_kind_a_group(
    controller: Controller, library: CombatantLibrary
) -> None:
    """Two of each kind chosen stand side by side; those of a kind roll together; one undo."""
    controller.session.dice = ScriptedDice((1, 2, 3, 4, 5, 6, 1, 2))
    before = controller.encounter
    library.wish(count=2, together=True)
    library.place(("sample:marine", "sample:scout"), Cell(15, 10))
    new = [one for who, one in controller.encounter.combatants.items() if who not in before]
    assert [one.name for one in new] == ["Marine 2", "Marine 3", "Scout 1", "Scout 2"]
    assert [one.group for one in new] == ["Marine 2 \u2013 Marine 3"] * 2 + [
        "Scout 1 \u2013 Scout 2"
    ] * 2
    assert len({one.pos for one in new}) == 4
    assert library.beside_last() == new[-1].pos
    controller.timeline.undo()
    assert controller.encounter == before
    assert library.beside_last() is None


def test_held_beyond_the_map_shows_nobody(
    controller: Controller, library: CombatantLibrary
) -> None:
    """Off the map there is nothing to drop on."""
    library.hold((library.rows("")[0].key,), Cell(15, 10))
    library.hold((library.rows("")[0].key,), Cell(-3, 10))
    assert controller.view.placing is None
