"""The wall tool and doors in play: lines, rooms, openings, moved ends, one click on a door."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.state.pointer_and_keys import Button, KeyEvent, PointerEvent, PointerKind
from gridwar.control.state.view_state import WallsShown
from gridwar.control.tools.ground.cover_tool import CoverMode, CoverTool
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.tools.walls.wall_changes import WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import LayMap, PutCover, PutWalls, SetDoor
from gridwar.model.battlemap import Picture
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind, WallSight
from tests.support.fights import begun
from tests.support.pointing import SHIFT, Hand

Ends = tuple[tuple[float, float], tuple[float, float]]


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a blank page of 30 by 20 cells; the hero has the turn at (3, 3)."""
    return Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))


def ends(wall: Wall) -> Ends:
    """Return where a wall runs, in cells."""
    return (wall.a.x / SUBCELL, wall.a.y / SUBCELL), (wall.b.x / SUBCELL, wall.b.y / SUBCELL)


def walls(controller: Controller) -> list[Ends]:
    """Return where the walls of the map run."""
    return [ends(wall) for wall in controller.encounter.map.walls]


def wall(a: tuple[float, float], b: tuple[float, float], **more: object) -> Wall:
    """Return a wall between two places in cells."""
    made = Wall(
        id="w",
        a=Point(round(a[0] * SUBCELL), round(a[1] * SUBCELL)),
        b=Point(round(b[0] * SUBCELL), round(b[1] * SUBCELL)),
    )
    return made.replace(**more)


def test_clicks_make_a_line_of_walls_and_enter_ends_it(controller: Controller) -> None:
    """Nothing changes before the line is ended; then all of it is one command."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    hand.click((2.1, 2.1), (6.05, 1.9), (6.1, 5.1))
    assert walls(controller) == []
    hand.key("enter")
    assert walls(controller) == [((2, 2), (6, 2)), ((6, 2), (6, 5))]
    controller.timeline.undo()
    assert walls(controller) == []


def test_what_was_drawn_is_kept_when_a_door_comes_next(controller: Controller) -> None:
    """Whoever turns from walls to doors in the middle of a line does not lose the line."""
    tool = WallsTool(controller)
    Hand(tool).click((2, 2), (5, 2))
    tool.set_mode(WallMode.DOOR)
    assert walls(controller) == [((2, 2), (5, 2))]


def test_backspace_takes_the_last_corner_back_and_escape_all(controller: Controller) -> None:
    """A wrong click costs nothing."""
    hand = Hand(WallsTool(controller))
    hand.click((2, 2), (6, 2), (9, 9))
    hand.key("backspace")
    hand.key("enter")
    assert walls(controller) == [((2, 2), (6, 2))]
    hand.click((1, 1), (1, 5))
    hand.key("escape")
    hand.key("enter")
    assert len(walls(controller)) == 1


def test_a_line_closes_on_its_first_corner(controller: Controller) -> None:
    """A click on where it began ends the line with a closed ring."""
    tool = WallsTool(controller)
    Hand(tool).click((2, 2), (6, 2), (6, 5), (2.05, 2.1))
    assert walls(controller) == [((2, 2), (6, 2)), ((6, 2), (6, 5)), ((6, 5), (2, 2))]
    assert tool.points == ()


def test_a_double_click_ends_the_line(controller: Controller) -> None:
    """Its first click is the last corner."""
    hand = Hand(WallsTool(controller))
    hand.click((2, 2), (6, 2))
    hand.send(PointerKind.DOUBLE, (6, 2))
    assert walls(controller) == [((2, 2), (6, 2))]


def test_a_drag_draws_a_wall_and_so_does_enter_in_the_middle_of_it(controller: Controller) -> None:
    """The leg that was shown with its length is drawn, by release and by key."""
    hand = Hand(WallsTool(controller))
    hand.drag((2, 2), (4, 2), (6, 2))
    assert walls(controller) == [((2, 2), (6, 2))]
    hand.hold((8, 2), (8, 5))
    hand.key("enter")
    hand.send(PointerKind.RELEASE, (8, 5))
    assert walls(controller)[1:] == [((8, 2), (8, 5))]


def test_enter_and_double_click_draw_the_leg_to_the_pointer(controller: Controller) -> None:
    """What is shown is what is drawn."""
    hand = Hand(WallsTool(controller))
    hand.click((2, 2), (6, 2))
    hand.hover((6, 5))
    hand.key("enter")
    hand.click((8, 2))
    hand.send(PointerKind.DOUBLE, (8, 6))
    assert walls(controller) == [((2, 2), (6, 2)), ((6, 2), (6, 5)), ((8, 2), (8, 6))]


def test_what_was_clicked_is_drawn_when_the_tool_is_put_down(controller: Controller) -> None:
    """Another tool taken in the middle of a line loses no corner that was clicked."""
    tools = Toolbox(controller)
    tools.take("walls")
    Hand(tools.active).click((2, 2), (6, 2), (6, 5))
    tools.take("select")
    assert walls(controller) == [((2, 2), (6, 2)), ((6, 2), (6, 5))]


@pytest.mark.parametrize(
    ("place", "snapped"),
    [((2.2, 1.9), (2, 2)), ((2.5, 2.1), (2.5, 2)), ((7.35, 4.15), (7.3, 4.2))],
)
def test_corners_snap_to_the_grid_its_halves_and_wall_ends(
    controller: Controller, place: tuple[float, float], snapped: tuple[float, float]
) -> None:
    """A wall's end off the grid draws the pointer before the grid does."""
    controller.submit(PutWalls(put=(wall((7.3, 4.2), (9, 9)),)))
    hand = Hand(WallsTool(controller))
    hand.click(place, (12, 12))
    hand.key("enter")
    assert walls(controller)[-1][0] == pytest.approx(snapped, abs=1 / SUBCELL)


def test_shift_snaps_to_nothing(controller: Controller) -> None:
    """With Shift held a corner is where the pointer is."""
    hand = Hand(WallsTool(controller))
    hand.click((2.2, 1.9), held=SHIFT)
    hand.click((8, 8))
    hand.key("enter")
    assert walls(controller)[0][0] == pytest.approx((2.2, 1.9), abs=1 / SUBCELL)


@pytest.mark.parametrize("key", ["3", "num3"])
def test_digits_choose_what_a_click_makes(controller: Controller, key: str) -> None:
    """The third is a door, by the number pad as well."""
    tool = WallsTool(controller)
    assert tool.key(KeyEvent(key, text="3"))
    assert tool.mode is WallMode.DOOR


def test_a_room_is_four_walls(controller: Controller) -> None:
    """One drag, one command."""
    tool = WallsTool(controller)
    tool.set_mode(WallMode.ROOM)
    Hand(tool).drag((2, 2), (4, 3), (6, 5))
    assert len(walls(controller)) == 4
    controller.timeline.undo()
    assert walls(controller) == []


def test_a_click_puts_a_door_into_the_wall_and_cuts_it(controller: Controller) -> None:
    """The door takes the side of the cell that was clicked; both rests of the wall stay."""
    controller.submit(PutWalls(put=(wall((2, 2), (8, 2), name="Hall"),)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.DOOR)
    Hand(tool).click((4.3, 2.1))
    found = controller.encounter.map.walls
    assert {ends(one) for one in found} == {((2, 2), (4, 2)), ((4, 2), (5, 2)), ((5, 2), (8, 2))}
    (door,) = [one for one in found if one.kind is WallKind.DOOR]
    assert ends(door) == ((4, 2), (5, 2))
    assert [one.name for one in found].count("Hall") == 2


def test_a_door_put_twice_is_one(controller: Controller) -> None:
    """A double click where a door goes leaves the first one as it is."""
    controller.submit(PutWalls(put=(wall((2, 2), (8, 2)),)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.DOOR)
    hand = Hand(tool)
    hand.click((4.3, 2.1))
    before = controller.encounter.map
    hand.send(PointerKind.DOUBLE, (4.3, 2.1))
    hand.send(PointerKind.RELEASE, (4.3, 2.1))
    assert controller.encounter.map is before


def test_a_door_as_wide_as_the_wall_takes_its_place(controller: Controller) -> None:
    """Dragged from end to end nothing of the wall is left."""
    controller.submit(PutWalls(put=(wall((2, 2), (4, 2)),)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.WINDOW)
    Hand(tool).drag((2, 2), (3, 2), (4, 2))
    (window,) = controller.encounter.map.walls
    assert (window.kind, window.stops_sight, window.stops_effect) == (WallKind.WINDOW, False, True)


def test_a_door_runs_over_several_pieces_of_a_wall(controller: Controller) -> None:
    """Pieces on one line, as imports have them, are cut alike."""
    pieces = (wall((2, 2), (3, 2)), wall((3, 2), (4, 2), id="v"), wall((4, 2), (6, 2), id="u"))
    controller.submit(PutWalls(put=pieces))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.DOOR)
    Hand(tool).drag((2.5, 2), (5, 2))
    found = controller.encounter.map.walls
    assert {ends(one) for one in found} == {
        ((2, 2), (2.5, 2)),
        ((2.5, 2), (5, 2)),
        ((5, 2), (6, 2)),
    }


def test_a_door_in_a_slanting_wall_leaves_no_gap(controller: Controller) -> None:
    """The ends of the door are the very ends of what is left of the wall."""
    controller.submit(PutWalls(put=(wall((2, 2), (9, 5)),)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.DOOR)
    Hand(tool).click((5.4, 3.5))
    found = controller.encounter.map.walls
    (door,) = [one for one in found if one.kind is WallKind.DOOR]
    rest = {end for one in found if one is not door for end in (one.a, one.b)}
    assert {door.a, door.b} <= rest
    assert len(found) == 3


def test_ends_that_meet_move_together(controller: Controller) -> None:
    """A corner dragged takes both walls along."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    hand.click((2, 2), (6, 2), (6, 5))
    hand.key("enter")
    tool.set_mode(WallMode.SELECT)
    hand.click((4, 2))
    hand.drag((6, 2), (7, 1), (8, 1))
    assert walls(controller) == [((2, 2), (8, 1)), ((8, 1), (6, 5))]


def test_a_box_selects_several_and_delete_takes_them(controller: Controller) -> None:
    """Only walls that lie in the box altogether are selected."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    hand.click((2, 2), (6, 2), (6, 5), (20, 5))
    hand.key("enter")
    tool.set_mode(WallMode.SELECT)
    hand.drag((1, 1), (8, 8))
    assert len(tool.chosen) == 2
    hand.key("delete")
    assert walls(controller) == [((6, 5), (20, 5))]


def test_the_switches_of_several_walls_are_set_at_once(controller: Controller) -> None:
    """Sight is let through by all that are selected; the rest of them stays."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    hand.click((2, 2), (6, 2), (6, 5))
    hand.key("enter")
    tool.set_mode(WallMode.SELECT)
    hand.drag((1, 1), (8, 8))
    tool.change(sight=WallSight.NONE)
    assert [one.stops_sight for one in controller.encounter.map.walls] == [False, False]
    assert [one.stops_movement for one in controller.encounter.map.walls] == [True, True]


# --- cover ---------------------------------------------------------------------------------------


def test_a_drag_puts_a_thing_over_cells_and_another_moves_it(controller: Controller) -> None:
    """A thing has the worth set in the panel; moved it keeps its shape, undone it is back."""
    tool = CoverTool(controller)
    hand = Hand(tool)
    tool.set_cover(Cover(degree=CoverDegree.FULL, hard=False, height_m=1.2), "Wagon")
    hand.drag((2.5, 2.5), (3.5, 2.5))
    (thing,) = controller.encounter.map.cover_objects
    assert (thing.name, thing.degree, thing.hard) == ("Wagon", CoverDegree.FULL, False)
    tool.set_mode(CoverMode.SELECT)
    hand.drag((2.5, 2.5), (5.5, 6.5))
    assert controller.encounter.map.cover_objects[0].cells == (Cell(5, 6), Cell(6, 6))
    hand.key("delete")
    assert controller.encounter.map.cover_objects == ()


def test_a_low_wall_without_length_is_none(controller: Controller) -> None:
    """A click or drag beyond the map's edge draws nothing, wherever its ends would snap to."""
    tool = CoverTool(controller)
    tool.set_mode(CoverMode.EDGE)
    hand = Hand(tool)
    for start, end in (((-4, -4), (-9, -9)), ((40, 3), (50, 3)), ((3, 30), (3, 30))):
        hand.hold(start, end)
        tool.overlays()
        hand.send(PointerKind.RELEASE, end)
    assert walls(controller) == []


def test_a_low_wall_runs_along_the_sides_of_cells(controller: Controller) -> None:
    """It stops nothing by itself, but is cover of the worth that was set."""
    tool = CoverTool(controller)
    tool.set_mode(CoverMode.EDGE)
    Hand(tool).drag((2.5, 2.05), (4.5, 2.3))
    (low,) = controller.encounter.map.walls
    assert ends(low) == ((2, 2), (5, 2))
    assert (low.stops_movement, low.stops_sight, low.stops_effect) == (False, False, False)
    assert low.cover == Cover()


# --- doors in play -------------------------------------------------------------------------------

DOOR = wall((5, 3), (5, 4), id="d", kind=WallKind.DOOR, name="Oak door")


@pytest.fixture
def corridor(controller: Controller) -> Controller:
    """The same with a wall from top to bottom right of the hero, and a door in it beside him."""
    above, below = wall((5, 0), (5, 3), id="n"), wall((5, 4), (5, 20), id="s")
    controller.submit(PutWalls(put=(above, below, DOOR)))
    return controller


def door(controller: Controller) -> DoorState:
    """Return how the door stands."""
    return controller.encounter.map.wall("d").door


def test_a_click_opens_a_door_and_another_closes_it(corridor: Controller) -> None:
    """One click each; the token that was selected stays so."""
    hand = Hand(SelectTool(corridor))
    hand.click((5.05, 3.5))
    assert door(corridor) is DoorState.OPEN
    assert corridor.view.selected == ("hero",)
    hand.click((5.05, 3.5))
    assert door(corridor) is DoorState.CLOSED


def test_a_locked_door_says_so_and_opens_anyway(corridor: Controller) -> None:
    """The GM is told, and asked once."""
    corridor.submit(SetDoor(wall="d", state=DoorState.LOCKED))
    Hand(SelectTool(corridor)).click((5.05, 3.5))
    assert door(corridor) is DoorState.LOCKED
    assert corridor.view.notice is not None
    assert corridor.view.notice.text == "Oak door is locked."
    corridor.do_anyway()
    assert door(corridor) is DoorState.OPEN


def test_a_door_that_opens_changes_reach_and_route_at_once(corridor: Controller) -> None:
    """What lay behind the closed door is reached by the next plan through it."""
    goal = Cell(6, 3)
    reach = corridor.move_planning.planner("hero").reach()
    assert reach is not None
    assert goal not in reach
    Hand(SelectTool(corridor)).click((5.05, 3.5))
    reach = corridor.move_planning.planner("hero").reach()
    assert reach is not None
    assert goal in reach


def test_a_token_on_a_door_is_dragged_and_the_door_left_alone(corridor: Controller) -> None:
    """Whoever stands in the doorway comes first."""
    event = PointerEvent(PointerKind.PRESS, (4, 3), (4.95, 3.5), Button.LEFT, tokens=("hero",))
    SelectTool(corridor).pointer(event)
    assert door(corridor) is DoorState.CLOSED


def test_a_right_click_on_a_door_wants_its_menu(corridor: Controller) -> None:
    """The window shows it; elsewhere a right click means no door."""
    hand = Hand(SelectTool(corridor))
    hand.send(PointerKind.MENU, (5.05, 3.5))
    assert corridor.view.door_menu == "d"


def test_the_legend_names_what_is_drawn_while_walls_are_edited(controller: Controller) -> None:
    """Walls, windows, doors and cover are named where there are any, and only then."""
    tools = Toolbox(controller)
    tools.take("walls")
    scene = ScenePresenter(controller, tools)

    def named() -> list[str]:
        return [entry.text for entry in scene.present().legend]

    assert named() == []
    window = wall((6, 2), (7, 2), id="x", kind=WallKind.WINDOW)
    crate = CoverObject(id="c", name="crate", cells=(Cell(9, 9),), degree=CoverDegree.HALF)
    controller.submit(PutWalls(put=(wall((2, 2), (6, 2)), window)))
    controller.submit(PutCover(put=(crate,)))
    assert named() == ["walls", "windows", "cover"]
    tools.take("select")
    assert not {"walls", "windows", "cover"} & {*named()}


def test_walls_drawn_by_hand_on_a_picture_are_seen_on_demand(controller: Controller) -> None:
    """A picture shows its own walls; a switch shows all of them in play, and never to players."""
    picture = Picture(sha256="0" * 64, width_px=300, height_px=200, pixels_per_cell=10)
    page = controller.encounter.map.replace(picture=picture)
    controller.submit(LayMap(map=page.with_walls([wall((2, 2), (6, 2))])))
    scene = ScenePresenter(controller, Toolbox(controller))
    assert scene.present().ground.walls == ()
    controller.show(walls=WallsShown.ALL)
    shown = scene.present()
    assert [one.look for one in shown.ground.walls] == [gr.WallLook.WALL]
    assert "walls" in [entry.text for entry in shown.legend]
    assert shown.ground.marked
    assert not shown.ground.editing
    controller.show(presenting=True)
    assert scene.present().ground.walls == ()
