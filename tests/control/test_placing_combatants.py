"""Combatants in numbers: names that go on counting, places close together, groups, the dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.controller.controller import Controller
from gridwar.control.controller.selection import clear_the_field
from gridwar.control.forms.map_forms import zone_form, zone_of
from gridwar.control.maps.placing_combatants import free_cells, joining
from gridwar.control.moves.free_and_group_moves import group_goals, plan_group, spacing_note
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.records.scene_records import RegionOverlay
from gridwar.control.tools.toolbox import Toolbox
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.gm.map_commands import LayMap, PutZones
from gridwar.engine.gm.side_and_setting_commands import SetSides
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.encounter import Side
from gridwar.model.geometry import Cell, Point, Size, footprint
from gridwar.model.walls import Wall
from gridwar.model.zones import Zone
from gridwar.systems import find_system
from gridwar.systems.fluid.positions.starting_distance import RollDistance
from tests.support.fights import begun, on_board

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def table(system_id: str = "freeform", **places: tuple[int, int]) -> Controller:
    """Return a controller of a fight that has not begun."""
    return Controller(Session(find_system(system_id), on_board(system_id, **places)))


def place_of(controller: Controller, who: str) -> Cell | None:
    """Return where somebody stands."""
    return controller.encounter[who].pos


def test_eight_join_as_one_command_numbered_in_free_cells() -> None:
    """Eight of a kind stand in eight free cells close together, and one undo takes them away."""
    controller = table(foe=(9, 5))
    foe = controller.encounter["foe"].replace(name="Goblin")
    before = controller.encounter
    controller.submit(joining(before, foe, Cell(9, 5), 8))
    new = [one for key, one in controller.encounter.combatants.items() if key not in before]
    assert [one.name for one in new] == [f"Goblin {n}" for n in range(1, 9)]
    places = {one.pos for one in new}
    assert len(places) == 8
    assert Cell(9, 5) not in places
    assert all(max(abs(at.x - 9), abs(at.y - 5)) == 1 for at in places if at is not None)
    controller.timeline.undo()
    assert controller.encounter == before


def test_numbers_go_on_where_they_stopped() -> None:
    """After Goblin 1 and Goblin 7 comes Goblin 8; a first one alone has no number."""
    controller = table(foe=(9, 5))
    foe = controller.encounter["foe"].replace(name="Goblin")
    controller.submit(joining(controller.encounter, foe, Cell(3, 3)))
    names = {one.name for one in controller.encounter.combatants.values()}
    assert "Goblin" in names
    for name, number in (("Goblin 7", 7), ("Goblin 8", 8)):
        if number == 7:
            one = foe.replace(id="seventh", name=name)
            controller.submit(joining(controller.encounter, one, Cell(3, 3)))
    controller.submit(joining(controller.encounter, foe, Cell(3, 3), 2))
    names = {one.name for one in controller.encounter.combatants.values()}
    assert {"Goblin 8", "Goblin 9"} <= names


def test_newcomers_stay_on_this_side_of_a_wall() -> None:
    """Where there is room on the side they are dropped on, nobody ends up beyond the wall."""
    controller = table(foe=(0, 0))
    wall = Wall(id="w", a=Point(5 * 1024, 0), b=Point(5 * 1024, 20 * 1024))
    controller.submit(LayMap(map=controller.encounter.map.replace(walls=(wall,))))
    cells = free_cells(controller.encounter, Cell(4, 10), [Size(1, 1)] * 12)
    assert len(set(cells)) == 12
    assert all(cell.x < 5 for cell in cells)


def test_large_ones_do_not_overlap() -> None:
    """Four of 2 by 2 cells each get ground of their own."""
    controller = table(foe=(10, 10))
    cells = free_cells(controller.encounter, Cell(10, 10), [Size(2, 2)] * 4)
    covered = [cell for at in cells for cell in footprint(at, Size(2, 2))]
    assert len(set(covered)) == 16
    assert Cell(10, 10) not in covered


# --- latecomers ----------------------------------------------------------------------------------


def test_latecomers_of_cepheus_roll_each() -> None:
    """Two who join in the first round throw two dice each for Initiative (CE-INI-01)."""
    session = begun("cepheus", marine=(2, 2), brawler=(9, 9))
    session.dice = ScriptedDice((1, 2, 5, 6))
    controller = Controller(session)
    brawler = find_system("cepheus").data.samples()[2]
    controller.submit(joining(controller.encounter, brawler, Cell(5, 5), 2))
    everyone = controller.encounter.combatants
    first, second = (one for who, one in everyone.items() if who.startswith(f"{brawler.id}-"))
    dm = brawler.sheet.chars.dexterity // 3 - 2  # type: ignore[attr-defined]
    assert first.sheet.initiative_base == 3 + dm  # type: ignore[attr-defined]
    assert second.sheet.initiative_base == 11 + dm  # type: ignore[attr-defined]


def test_latecomers_of_a_group_share_the_roll() -> None:
    """Rolled together, three throw the dice once and stand side by side in the order."""
    session = begun("cepheus", marine=(2, 2), brawler=(9, 9))
    session.dice = ScriptedDice((4, 4))
    controller = Controller(session)
    brawler = find_system("cepheus").data.samples()[2]
    controller.submit(joining(controller.encounter, brawler, Cell(5, 5), 3, together=True))
    new = [one for key, one in controller.encounter.combatants.items() if key[-2] == "-"]
    assert len(new) == 3
    assert len({one.sheet.initiative_base for one in new}) == 1  # type: ignore[attr-defined]


def test_a_group_that_was_there_first_rolls_once_at_the_beginning() -> None:
    """Those who joined together before the fight share one roll when it begins."""
    controller = table("cepheus", marine=(2, 2))
    brawler = find_system("cepheus").data.samples()[2]
    controller.submit(joining(controller.encounter, brawler, Cell(5, 5), 3, together=True))
    controller.session.dice = ScriptedDice((6, 6, 1, 1))
    controller.submit(BeginFight())
    assert controller.encounter.round == 1
    goons = [one for key, one in controller.encounter.combatants.items() if key != "marine"]
    assert len(goons) == 3
    assert len({one.sheet.initiative_base for one in goons}) == 1  # type: ignore[attr-defined]


def test_latecomers_of_arrgs_come_with_full_pools() -> None:
    """Who joins an ARRGS fight under way has the Action Points of its sheet."""
    session = begun("arrgs", guard=(2, 2), raider=(9, 9))
    controller = Controller(session)
    ogre = next(one for one in find_system("arrgs").data.samples() if one.id == "ogre")
    spent = ogre.replace(sheet=ogre.sheet.replace(ap=0, aap=0))
    controller.submit(joining(controller.encounter, spent, Cell(5, 5)))
    sheet = controller.encounter["ogre-1"].sheet
    assert (sheet.ap, sheet.aap) == (3, 2)  # type: ignore[attr-defined]


# --- groups --------------------------------------------------------------------------------------


def test_a_group_keeps_its_formation_and_stops_at_the_edge() -> None:
    """All go as far as the one that has least room, and the plan says so."""
    controller = table(hero=(3, 3), foe=(1, 5))
    plan = plan_group(controller.encounter, "hero", ("hero", "foe"), Cell(0, 3))
    assert plan.end == Cell(2, 3)
    assert plan.others == (("foe", Cell(0, 5)),)
    assert any("edge" in one.text for one in plan.warnings)


def test_locked_ones_stay_and_it_is_said() -> None:
    """A locked token of a group does not move, nobody is left out silently."""
    controller = table(hero=(3, 3), foe=(5, 5))
    controller.selection.select("foe")
    controller.selection.toggle("locked")
    plan = plan_group(controller.encounter, "hero", ("hero", "foe"), Cell(4, 4))
    assert plan.others == ()
    assert any("locked" in one.text for one in plan.warnings)


def test_going_through_a_wall_is_said() -> None:
    """The GM may put a token beyond a wall, with F held; the plan names who goes through it."""
    controller = table(hero=(3, 3))
    wall = Wall(id="w", a=Point(5 * 1024, 0), b=Point(5 * 1024, 20 * 1024))
    controller.submit(LayMap(map=controller.encounter.map.replace(walls=(wall,))))
    controller.move_planning.plan("hero", (7, 3), free=True)
    plan = controller.view.plan
    assert plan is not None
    assert not plan.problem
    assert "Hero goes through a wall." in [one.text for one in plan.warnings]


@pytest.mark.parametrize("is_begun", [False, True])
def test_off_the_map_nothing_is_offered_that_cannot_be(is_begun: bool) -> None:
    """A token dragged off the map goes back with the reason, and without "do it anyway"."""
    controller = table(hero=(0, 3))
    if is_begun:
        controller = Controller(begun("freeform", hero=(0, 3)))
    controller.selection.select("hero")
    controller.move_planning.plan("hero", (-1, 3))
    controller.move_planning.finish()
    assert controller.encounter["hero"].pos == Cell(0, 3)
    assert controller.view.notice is not None
    assert controller.view.notice.again is None


def test_a_smaller_map_tells_who_stands_outside_and_brings_them_in() -> None:
    """Those outside of a new map are counted and offered to be put on it, in one command."""
    controller = table(hero=(25, 15), foe=(3, 3))
    controller.submit(LayMap(map=BattleMap(width=10, height=10)))
    notice = controller.view.notice
    assert notice is not None
    assert notice.again == Place(to=(("hero", Cell(9, 9)),))
    assert place_of(controller, "hero") is None
    controller.do_anyway()
    assert place_of(controller, "hero") == Cell(9, 9)
    assert controller.view.notice is None


# --- the dead, sides -----------------------------------------------------------------------------


def test_the_dead_are_set_aside_in_one_command_and_come_back() -> None:
    """Everybody out of the fight leaves the board together; one undo brings them back."""
    controller = table(hero=(3, 3), foe=(5, 5))
    controller.submit(SetValue(who=("hero", "foe"), field="sheet.hp", value="0"))
    clear_the_field(controller)
    assert controller.encounter.everyone() == ()
    controller.timeline.undo()
    assert len(controller.encounter.everyone()) == 2
    controller.timeline.redo()
    controller.selection.select("foe")
    controller.selection.toggle("aside")
    assert [one.id for one in controller.encounter.everyone()] == ["foe"]


def test_a_neutral_side_threatens_nobody() -> None:
    """A bystander's side is no foe of anybody; allied sides are none of each other."""
    controller = table(hero=(3, 3), foe=(5, 5))
    sides = {
        "1": Side(name="Party", stance="party"),
        "2": Side(name="Foes"),
        "3": Side(name="Villagers", stance="neutral"),
        "4": Side(name="Guards", stance="party"),
    }
    controller.submit(SetSides(sides=frozendict(sides)))
    now = controller.encounter
    assert now.are_foes("1", "2")
    assert not now.are_foes("1", "3")
    assert not now.are_foes("2", "3")
    assert now.are_allied("1", "4")
    assert not now.are_foes("4", "1")


def test_a_side_with_members_cannot_be_taken_out() -> None:
    """Taking out a side that somebody belongs to is refused, and names who that is."""
    controller = table(hero=(3, 3), foe=(5, 5))
    controller.submit(SetSides(sides=frozendict({"1": Side(name="Party")})))
    notice = controller.view.notice
    assert notice is not None
    assert "Foe" in notice.text
    assert "2" in controller.encounter.sides


def test_in_an_empty_fight_the_next_step_is_the_library() -> None:
    """While nobody is there the button below the order offers combatants, not a beginning."""
    empty = table("cepheus")
    assert present_order(empty).next_label == "Open the library"
    assert present_order(table("cepheus", marine=(1, 1))).next_label != "Open the library"


def twelve_apart(controller: Controller) -> Encounter:
    """Roll 6 in the jungle, 60 ft, and return the fight in which 12 squares are wanted."""
    controller.session.dice = ScriptedDice((3, 3))
    controller.submit(RollDistance(location="jungle"))
    return controller.encounter


def test_a_group_says_how_far_it_would_be_from_its_nearest_foe() -> None:
    """Nearest to nearest where it would be put down, and how far the rules want it to be."""
    controller = table("fluid", iris=(2, 2), bastian=(2, 4), captain=(20, 2))
    here = group_goals(controller.encounter, "iris", ("iris", "bastian"), Cell(5, 2))
    system = controller.system
    assert spacing_note(system, controller.encounter, here) == "15 squares to Captain"
    rolled = twelve_apart(controller)
    assert spacing_note(system, rolled, here) == "15 squares to Captain, 12 wanted"
    there = group_goals(rolled, "iris", ("iris", "bastian"), Cell(8, 2))
    assert spacing_note(system, rolled, there) == "12 squares to Captain, as wanted"
    alone = table("fluid", iris=(2, 2), bastian=(2, 4))
    assert spacing_note(system, alone.encounter, here) == ""


@pytest.mark.rule("FL-ENC-05")
@pytest.mark.parametrize(
    ("cell", "free", "end"),
    [
        pytest.param((7, 2), False, (8, 2), id="too-far"),
        pytest.param((10, 3), False, (8, 3), id="too-near"),
        pytest.param((8, 6), False, (8, 6), id="as-wanted"),
        pytest.param((5, 2), False, (5, 2), id="out-of-reach"),
        pytest.param((7, 2), True, (7, 2), id="freely"),
    ],
)
def test_a_dragged_group_snaps_to_the_distance(
    cell: tuple[int, int], free: bool, end: tuple[int, int]
) -> None:
    """Two squares off or less it goes to the ring; freely it stays with the hand."""
    controller = table("fluid", iris=(2, 2), bastian=(2, 4), captain=(20, 2))
    twelve_apart(controller)
    controller.show(selected=("iris", "bastian"))
    controller.move_planning.plan("iris", Cell(*cell), free=free)
    plan = controller.view.plan
    assert plan is not None
    assert plan.end == Cell(*end)
    assert plan.others == (("bastian", Cell(end[0], end[1] + 2)),)


def test_a_zone_may_belong_to_a_side() -> None:
    """Its form offers the sides; the map names it with its side until the first round."""
    zone = Zone(id="z", kind="deployment", name="Bank", cells=(Cell(1, 1),), side="1")
    form = zone_form(zone, (), {"1": "Party", "2": "Foes"})
    form.type("zone.side", "2")
    assert zone_of(form, zone).side == "2"
    controller = table("fluid", iris=(2, 2), captain=(9, 2))
    controller.submit(PutZones(put=(zone,)))
    shown = Toolbox(controller)
    scene = ScenePresenter(controller, shown)
    names = [one.label for one in scene.present().overlays if isinstance(one, RegionOverlay)]
    assert "Bank \u00b7 Party" in names
    controller.submit(BeginFight())
    names = [one.label for one in scene.present().overlays if isinstance(one, RegionOverlay)]
    assert not any("Bank" in name for name in names)
