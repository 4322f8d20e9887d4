"""Maps put together to a building, and what of it players and exports are shown."""

from __future__ import annotations

import pytest

from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.state.players_sharing import Sharing
from gridwar.engine.session.session import Session
from gridwar.errors import MapError
from gridwar.formats.floors_put_together import first_floor, sheet_picture, with_floor_from
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.events_map import MapSet
from gridwar.model.floors import is_rim
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.pins import Pin
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall
from gridwar.model.zones import Zone
from tests.support.every_system import find
from tests.support.fights import on_board
from tests.support.floors import FOOT, HEAD, HEIGHT, WIDTH, house

MUD = TerrainKind(name="mud", multiplier=2)
SHA = "a" * 64


def loft() -> BattleMap:
    """Return a small map with something of everything."""
    page = BattleMap(width=8, height=6, name="Loft")
    page = page.with_terrain_kinds((*page.terrain_kinds, MUD))
    page = page.with_painted(LayerName.TERRAIN, {Cell(2, 3): len(page.terrain_kinds) - 1})
    page = page.with_painted(LayerName.GROUND, {Cell(1, 1): -2})
    page = page.with_walls([Wall(id="w", a=Point(0, SUBCELL), b=Point(SUBCELL, SUBCELL))])
    page = page.with_zones([Zone(id="z", kind="smoke", everywhere=True)])
    return page.with_pins([Pin(id="p", point=Point(SUBCELL, SUBCELL), label="1")])


def test_a_map_becomes_the_floor_above() -> None:
    """It lies on a page beside the one that was there, with all that is on it, a storey higher."""
    made, floor = with_floor_from(BattleMap(width=10, height=10), loft())
    assert made.floors[0] == first_floor(BattleMap(width=10, height=10))
    assert (floor.at, floor.size, floor.elevation_m) == (Cell(12, 0), Size(8, 6), 3.0)
    assert made.size == Size(20, 10)
    assert made.terrain_at(Cell(14, 3)) == MUD
    assert made.ground_m(Cell(13, 1)) == -1.0
    own = [wall for wall in made.walls if not is_rim(wall)]
    assert [(wall.a, wall.b) for wall in own] == [
        (Point(12 * SUBCELL, SUBCELL), Point(13 * SUBCELL, SUBCELL))
    ]
    assert len(made.zones[0].cells) == 48
    assert made.pins[0].cell == Cell(13, 1)
    third, top = with_floor_from(made, loft())
    assert (top.at, top.elevation_m) == (Cell(22, 0), 6.0)
    assert BattleMap.model_validate_json(third.model_dump_json()) == third


@pytest.mark.parametrize(
    ("page", "other", "words"),
    [
        (BattleMap(width=495, height=495), BattleMap(width=9, height=9), "no room"),
        (BattleMap(), BattleMap(scale=Scale(cell_size=5, unit="ft")), "set the scale"),
        (BattleMap(), house(), "floors of its own"),
    ],
)
def test_what_does_not_go_together_is_refused(
    page: BattleMap, other: BattleMap, words: str
) -> None:
    """With what is in the way, and the way round."""
    with pytest.raises(MapError, match=words):
        with_floor_from(page, other)


def test_pictures_lie_where_their_pages_do() -> None:
    """Each as large as it was on its own map, on a sheet as fine as the finer one."""
    page = BattleMap(width=10, height=10, picture=Picture(sha256=SHA, pixels_per_cell=50))
    fine = Picture(sha256=SHA, pixels_per_cell=100, width_px=700, height_px=500, offset_x_px=-50)
    other = BattleMap(width=8, height=6, picture=fine)
    _made, floor = with_floor_from(page, other)
    how = sheet_picture(page, other, floor)
    assert how is not None
    assert how.size == Size(20, 10)
    assert how.pixels_per_cell == 100
    assert [part.box for part in how.parts] == [(0, 0, 10, 10), (11.5, 0, 7, 5)]


def test_what_was_seen_of_a_building_is_kept_when_a_floor_comes() -> None:
    """Its memory grows with the sheet; on a map of another place nobody has seen anything."""
    start = on_board("freeform").replace(map=BattleMap(width=10, height=10))
    made, _floor = with_floor_from(start.map, loft())
    assert MapSet(map=made).apply(start).vision == start.vision.resized(made.size)


def players_of(session: Session) -> PlayersPresenter:
    """Return what makes the players' record of a session."""
    return PlayersPresenter(session)


def test_players_see_the_floor_that_they_are_on() -> None:
    """Its page, their tokens and no other's; with somebody taken upstairs, that one."""
    now = on_board("cepheus", marine=FOOT, brawler=HEAD).replace(map=house())
    sides = {one: now[one].side for one in ("marine", "brawler")}
    session = Session(find("cepheus"), now)
    record = players_of(session).present(Sharing())
    floor = record.scene.ground.floor
    assert floor is not None
    assert floor.page == (0.0, 0.0, float(WIDTH), float(HEIGHT))
    assert [one.id for one in record.scene.tokens] == ["marine"]
    assert sides["marine"] != sides["brawler"]
    up = now.with_combatant(now["marine"].replace(pos=HEAD.shifted(1, 1)))
    record = players_of(Session(find("cepheus"), up)).present(Sharing())
    floor = record.scene.ground.floor
    assert floor is not None
    assert floor.page[0] == WIDTH + 2
    assert {one.id for one in record.scene.tokens} == {"marine", "brawler"}


def test_what_another_floor_holds_does_not_change_what_players_are_shown() -> None:
    """Walls, things, who stands there, links and pins of it: in two worlds the record is one."""
    plain = on_board("cepheus", marine=FOOT, brawler=HEAD).replace(map=house())
    secret = Wall(
        id="s",
        a=Point((WIDTH + 5) * SUBCELL, 2 * SUBCELL),
        b=Point((WIDTH + 5) * SUBCELL, 6 * SUBCELL),
    )
    page = plain.map.with_walls([secret]).with_zones(
        [Zone(id="z", kind="smoke", cells=(Cell(WIDTH + 6, 4),))]
    )
    page = page.with_floors(page.floors, None)
    page = page.with_pins([Pin(id="p", point=Point((WIDTH + 4) * SUBCELL, SUBCELL), text="gold")])
    other = plain.replace(map=page.replace(links=()))
    other = other.with_combatant(other["brawler"].replace(pos=HEAD.shifted(4, 4)))
    shown = [
        players_of(Session(find("cepheus"), world)).present(Sharing()) for world in (plain, other)
    ]
    assert shown[0] == shown[1]
