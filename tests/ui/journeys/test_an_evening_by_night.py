"""An evening with fog, light and the players' window, by mouse and keys.

After each step what players are shown is looked at: their record, and every pixel of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.records import ground_records as gr
from gridwar.engine.perception.side_sight import known_points
from gridwar.model.walls import DoorState
from gridwar.paths import data_dir
from tests.support.evening.hands import until
from tests.support.night_maps import ALCOVE, SECRETS, write_cave

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.night import Night

YARD, DOORWAY, INSIDE, HALL = (9, 17), (9, 14), (9, 11), (8, 9)
"""Of the inn by the river: before its door, in it, behind it, and where somebody waits."""


def test_a_cave_is_walked_before_any_fight(night: Night, tmp_path: Path) -> None:
    """By sight: memory grows along the way and never in the drag; a door, a secret one, undo."""
    walk_a_cave(night, tmp_path)
    night.close()


def walk_a_cave(night: Night, folder: Path) -> None:
    """Walk it: alone, as a group, through a door, and find the secret one."""
    night.secrets = (*SECRETS.values(), "Canary door", "Canary title", "Canary notes")
    night.start(write_cave(folder / "cave.gridwar"))
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    night.players_see("ann", "bob", named="a1 fog by sight")
    eye = night.eye
    assert eye.sees((2, 8))
    assert eye.share_drawn((2, 7)) > 0.9
    assert not eye.knows((20, 10))

    # The two together, out of turns: each by its own way.
    night.click(night.stands("bob"), selects="bob")
    night.shift_click(night.stands("ann"))
    night.drag(night.stands("ann"), (5, 9), (6, 9))
    assert (night.stands("ann"), night.stands("bob")) == ((6, 9), (6, 10))
    night.players_see("ann", "bob", named="a2 both have walked")
    night.press("Esc", frees=True)
    assert not eye.knows(ALCOVE)

    # Alone along the passage: nothing in the drag, all of the way when it is let go.
    night.click(night.stands("ann"), selects="ann")
    before = known_points(night.encounter, "1").copy()
    picture = eye.picture()
    night.hold_drag(night.stands("ann"), (9, 9), (12, 9))
    assert eye.picture() == picture
    assert (known_points(night.encounter, "1") == before).all()
    night.players_see("ann", "bob", named="a3 while she is dragged")
    night.let_go((12, 9))
    assert night.stands("ann") == (12, 9)
    night.players_see("ann", "bob", named="a4 she has walked")
    assert eye.knows(ALCOVE), "what is seen from the middle of the way is known"
    assert not eye.sees(ALCOVE)
    assert (known_points(night.encounter, "1") >= before).all()

    open_two_doors(night)


def open_two_doors(night: Night) -> None:
    """Open the door to the hall, go in, find the secret one; take that back again."""
    eye = night.eye
    assert not eye.knows((16, 10))
    night.click((13.5, 9.5))
    night.players_see("ann", "bob", "ogre", named="a5 the door is open")
    assert eye.sees((16, 10))
    night.drag(night.stands("ann"), (15, 9), (18, 7), selects="ann")
    night.players_see("ann", "bob", "ogre", named="a6 in the hall")
    assert gr.WallLook.DOOR not in looks_near(night, (18.5, 5.0))
    assert not looks_near(night, (16.0, 3.0)), "a wall that meets the hall's from behind"
    night.click((18.0, 4.5))
    assert night.encounter.map.walls[-1].door is DoorState.OPEN
    night.players_see("ann", "bob", "ogre", "ghoul", named="e1 the secret door is found")
    assert eye.sees((18, 3))
    left, top, width, height = eye.window.map.shown_box
    for who in eye.tokens():
        x, y = night.stands(who)
        assert left <= x, who
        assert top <= y, who
        assert x + 1 <= left + width, who
        assert y + 1 <= top + height, who

    # What is taken back stays before their eyes until the game master lets go.
    night.do("edit.undo")
    players = night.application.players
    assert players.why_held
    assert eye.tokens() == {"ann", "bob", "ogre", "ghoul"}
    night.do("players.hold")
    night.players_see("ann", "bob", "ogre", named="e2 it is taken back")
    assert not eye.knows((18, 3))


def looks_near(night: Night, at: tuple[float, float]) -> set[gr.WallLook]:
    """Return how the walls look that players see at a place."""
    return {
        one.look
        for one in night.eye.record.scene.ground.walls
        if min(one.a[0], one.b[0]) <= at[0] <= max(one.a[0], one.b[0])
        and min(one.a[1], one.b[1]) <= at[1] <= max(one.a[1], one.b[1])
    }


@pytest.mark.long
def test_fog_by_hand_needs_no_tokens(night: Night, tmp_path: Path) -> None:
    """Brush, box, polygon and room uncover, Ctrl covers; all, none; undo."""
    uncover_by_hand(night, tmp_path)
    night.close()


def uncover_by_hand(night: Night, folder: Path) -> None:
    """Uncover a cave for players who have figures on the table."""
    night.secrets = ("Canary door", "Canary title")
    night.start(write_cave(folder / "bare.gridwar", empty=True))
    night.open_players()
    night.take("fog")
    night.button("Fog by hand")
    night.players_see(named="j1 fog by hand")
    eye = night.eye
    assert not eye.fog.known.any()

    night.drag((2, 9), (5, 9), (9, 10), frees=True)
    night.players_see(named="j2 brush")
    assert eye.knows((7, 9))
    assert not eye.knows((3, 12))
    night.press("4")
    night.click((3, 12), frees=True)
    night.players_see(named="j3 room")
    assert eye.knows((1, 6))
    assert eye.knows(ALCOVE)
    assert not eye.knows((16, 10)), "a room ends at its closed door"
    night.press("2")
    night.drag((15, 6), (18, 8), frees=True)
    night.players_see(named="j4 box")
    assert eye.knows((16, 7))
    night.press("3")
    night.click((15, 11), (20, 11), (20, 14), frees=True)
    night.press("Return")
    night.players_see(named="j5 polygon")
    assert eye.knows((18, 12))
    assert not eye.knows((15, 13))

    # Covered again: with the eraser's key, all of it, and back by undo.
    night.press("2", "0")
    night.drag((15, 6), (16, 8), frees=True)
    night.press("0")
    night.players_see(named="j6 covered again")
    assert not eye.knows((15, 7))
    assert eye.knows((18, 7))
    before = eye.fog.known.copy()
    night.button("Uncover all", frees=True)
    night.players_see()
    assert eye.fog.known.all()
    night.button("Cover all", frees=True)
    night.players_see(named="j7 all covered")
    assert not eye.fog.known.any()
    night.do("edit.undo")
    night.do("edit.undo")
    night.do("players.hold")
    night.players_see(named="j8 undone twice")
    assert (eye.fog.known == before).all()
    night.leave_tool()


@pytest.mark.long
def test_a_torch_is_carried_through_the_inn_by_night(night: Night, tmp_path: Path) -> None:
    """The map is dark and sight needs light: what the torch lights is seen, and goes along."""
    carry_a_torch(night, tmp_path)
    night.close()


def carry_a_torch(night: Night, folder: Path) -> None:
    """Put it in her hand at the door of the inn, and carry it in."""
    see_an_imported_map(night, folder)
    (orla,) = night.encounter.combatants
    night.drag(night.stands(orla), YARD, frees=True)
    night.button("Put there", frees=True)  # its doors came as windows: no way leads out
    assert night.stands(orla) == YARD
    night.right_click(HALL, "Add to the fight", "Foes", "Foe", frees=True)
    raider = next(one for one in night.encounter.combatants if one != orla)
    night.take("lights")
    night.button("Dark")
    night.leave_tool()
    night.menu("Map", "Players' fog", "Sight needs light", frees=True)
    eye = night.eye
    night.players_see(orla, named="b1 all dark")
    assert not eye.fog.seen.any()

    night.take("lights")
    night.press("2")
    night.click(night.stands(orla), frees=True)
    assert night.encounter.map.light_sources[0].carried_by == orla
    night.leave_tool()
    assert eye.sees((YARD[0], YARD[1] + 2))
    assert not eye.sees((YARD[0] + 12, YARD[1]))
    night.players_see(orla, *_seen_if(night, raider), named="b2 a torch in her hand")

    night.click(night.stands(orla), selects=orla, frees=True)
    night.drag(night.stands(orla), DOORWAY, INSIDE, frees=True)
    night.button("Put there", frees=True)
    assert night.stands(orla) == INSIDE
    assert eye.sees(HALL)
    night.players_see(orla, raider, named="b3 carried into the inn")
    night.take("lights")
    night.click((2, 2), frees=True)
    night.players_see(orla, raider, named="b4 another set down behind the inn")
    assert not eye.sees((2, 2)), "what shines behind walls is not seen"
    night.leave_tool()
    night.do("view.hatch")
    if night.watch is not None:
        night.watch("b5 without the hatch")
    night.do("view.hatch")


def _seen_if(night: Night, who: str) -> tuple[str, ...]:
    """Return somebody where players see its cell."""
    return (who,) if night.eye.sees(night.stands(who)) else ()


@pytest.mark.long
def test_an_imported_map_is_seen_by_sight(night: Night, tmp_path: Path) -> None:
    """A map by others, somebody put on it, fog by sight: nothing behind its walls is drawn."""
    see_an_imported_map(night, tmp_path)
    night.close()


def see_an_imported_map(night: Night, folder: Path, path: Path | None = None) -> None:
    """Import it, put somebody on it, and turn the fog on."""
    del folder
    night.start()
    night.button("Freeform")
    night.open_file(path or data_dir("assets") / "maps" / "drowned-heron.dd2vtt", "map.import")
    night.button("Use this map", frees=True)
    night.leave_tool()
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    night.players_see(named="c1 nobody is there")
    assert not night.eye.fog.seen.any()
    night.do("fight.new")
    night.field("Name", "Orla", night.popover)
    night.button("Place on the map", night.popover, frees=True)
    who = next(iter(night.encounter.combatants))
    night.players_see(who, named="c2 Orla is there")
    assert night.eye.fog.seen.any()
    assert not night.eye.fog.seen.all()


@pytest.mark.long
def test_smoke_ends_sight_where_that_is_chosen(night: Night, tmp_path: Path) -> None:
    """Who stands in it or behind it is not seen; by default it only costs."""
    lay_smoke(night, tmp_path)
    night.close()


def lay_smoke(night: Night, folder: Path) -> None:
    """Lay smoke between her and whoever waits in the hall."""
    night.secrets = (*SECRETS.values(), "Canary title")
    night.start(write_cave(folder / "smoke.gridwar"))
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    night.click(night.stands("ann"), selects="ann")
    night.drag(night.stands("ann"), (9, 9), (12, 9))
    night.click((13.5, 9.5))
    night.players_see("ann", "bob", "ogre", named="d1 he is seen")
    night.take("zones")
    night.drag((15, 9), (17, 13), frees=True)
    night.players_see("ann", "bob", "ogre", named="d2 smoke costs")
    night.leave_tool()
    night.menu("Map", "Players' fog", "What stops sight", "Smoke", frees=True)
    night.players_see("ann", "bob", named="d3 smoke stops sight")

    # A fight begins: the strip names those they see, and stands still while anybody else acts.
    night.do("fight.next", frees=True)
    shown = []
    for _turn in range(6):
        strip = night.eye.record.strip
        assert strip is not None
        assert {one.id for one in strip.faces} == {"ann", "bob"}
        acting = next((one.id for one in strip.faces if one.now), "")
        if night.encounter.turn in ("ann", "bob"):
            assert acting == night.encounter.turn
        shown.append((night.encounter.turn, acting))
        night.players_see("ann", "bob")
        night.do("fight.next", frees=True)
    assert {turn for turn, _acting in shown} > {"ann", "bob"}, "others had their turns too"
    assert {acting for _turn, acting in shown} <= {"ann", "bob", ""}
    if night.watch is not None:
        night.watch("d4 in the fight")


@pytest.mark.long
def test_handout_blank_hold_and_f11(night: Night, tmp_path: Path) -> None:
    """A picture lies before them and goes; blank; a held picture; F11 shows the same record."""
    show_and_hide(night, tmp_path)
    night.close()


def show_and_hide(night: Night, folder: Path) -> None:
    """Show a handout, blank, hold, let go; F11 on the game master's own screen."""
    night.secrets = (*SECRETS.values(), "Canary door", "Canary title", "Canary file")
    night.start(write_cave(folder / "Canary file.gridwar"))
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    eye = night.eye

    night.file = data_dir("assets") / "maps" / "ford.webp"
    night.menu("View", "Players\u2019 screen", "Handout \u2026", frees=True)
    night.in_menu("Show a picture \u2026")
    until(lambda: night.popovers, "how the handout is shown")
    night.field("Caption", "A ford, as the miller drew it", night.popover)
    night.button("Show it", night.popover, frees=True)
    until(eye.window.page.handout.isVisible, "the handout")
    assert eye.handout() == "A ford, as the miller drew it"
    night.players_see("ann", "bob", named="f1 a handout")
    night.find("Take the handout away")
    assert eye.handout() is None
    night.players_see("ann", "bob", named="f2 taken away")

    night.do("players.hold")
    picture = eye.picture()
    night.drag(night.stands("bob"), (4, 12), frees=True)
    assert eye.picture() == picture
    night.do("players.hold")
    night.players_see("ann", "bob", named="g1 let go")
    assert eye.picture() != picture
    night.do("players.blank")
    assert eye.window.page.blank.isVisible()
    if night.watch is not None:
        night.watch("g2 blank")
    night.do("players.blank")
    night.players_see("ann", "bob", named="g3 shown again")

    night.do("view.present")
    scene = night.window.map.map_scene.view
    assert scene is not None
    assert {one.id for one in scene.tokens} == {"ann", "bob"}
    assert scene.fog is not None
    if night.watch is not None:
        night.watch("i1 F11")
    night.press("Esc", frees=True)
    assert not night.controller.view.presenting


@pytest.mark.long
def test_what_was_seen_comes_along_to_a_new_fight(night: Night, tmp_path: Path) -> None:
    """On the same map: memory and doors come along, and another fight is held until it is shown."""
    take_it_along(night, tmp_path)
    night.close()


def take_it_along(night: Night, folder: Path) -> None:
    """Walk a little, begin a new fight on this map, show it."""
    night.secrets = (*SECRETS.values(), "Canary title")
    night.start(write_cave(folder / "first.gridwar"))
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    night.click(night.stands("ann"), selects="ann")
    night.drag(night.stands("ann"), (9, 9), (12, 9))
    night.click((13.5, 9.5))
    known = night.eye.fog.known.copy()
    night.menu("Fight", "New fight on this map", "Freeform", frees=True)
    if night.watch is not None:
        night.watch("k1 what comes along")
    night.button("Begin", frees=True)
    assert not night.encounter.combatants
    players = night.application.players
    assert players.is_open
    assert players.is_held
    night.do("players.hold")
    night.players_see(named="k2 the new fight is shown")
    assert (night.eye.fog.known == known).all()
