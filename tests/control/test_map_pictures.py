"""Pictures of the map: what is on them for whom, what is too large, which part is on which page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.map_picture_form import chosen, picture_form
from gridwar.control.maps.map_picture_choices import (
    PictureChoices,
    drawn_box,
    drawn_cell_px,
    problem,
    remembered,
    size_words,
    to_remember,
)
from gridwar.control.maps.printed_pages import (
    INCH_MM,
    MARGIN_MM,
    OVERLAP_MM,
    PAPERS,
    letters,
    page_count,
    printed_pages,
)
from gridwar.control.presenters.map_pictures import map_scene, picture_scene
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.ground_records import WallLook
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, RouteOverlay
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import PutZones
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import SMOKE, Zone
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import SceneView

FIRST = PictureChoices()


@pytest.fixture
def controller() -> Controller:
    """A marine with the turn, selected; a brawler who is seen and one who hides; a secret door."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(6, 3), gunner=(9, 9))
    session.submit(TakeTurn(actor="marine"))
    for who, field, value in (
        ("gunner", "hidden", "true"),
        ("brawler", "side", '"2"'),
    ):
        session.submit(SetValue(who=(who,), field=field, value=value))
    smoke = Zone(id="s", kind=SMOKE, name="Smoke", cells=(Cell(1, 1),))
    trap = Zone(id="t", kind="trap", name="Pit", cells=(Cell(2, 1),))
    session.submit(PutZones(put=(smoke, trap)))
    made = Controller(session, odds_patience_s=60)
    made.show(selected=("marine",))
    return made


def drawn(controller: Controller, choices: PictureChoices) -> SceneView:
    """Return what is drawn."""
    scenes = ScenePresenter(controller, Toolbox(controller))
    return picture_scene(scenes, choices)


def test_players_get_a_map_without_what_is_the_gms(controller: Controller) -> None:
    """Nobody hidden, no foe's bar, no mark of the moment, no reach, no secret zone."""
    scene = drawn(controller, FIRST)
    tokens = {one.id: one for one in scene.tokens}
    assert set(tokens) == {"marine", "brawler"}
    assert tokens["marine"].bar is not None
    assert tokens["brawler"].bar is None
    assert not any(one.selected or one.turn or one.target or one.trail for one in scene.tokens)
    assert {one.role for one in scene.overlays if isinstance(one, RegionOverlay)} == {
        RegionRole.SMOKE
    }
    assert (scene.results, scene.aim, scene.corner, scene.legend) == ((), None, "", ())


def test_the_game_masters_picture_has_all_that_is_on_the_map(controller: Controller) -> None:
    """Hidden ones, bars and zones are on it; whose turn it is and who is selected are not."""
    scene = drawn(controller, replace(FIRST, whom="gm"))
    assert {one.id for one in scene.tokens} == {"marine", "brawler", "gunner"}
    assert all(one.bar is not None for one in scene.tokens)
    assert not any(one.selected or one.turn for one in scene.tokens)
    roles = {one.role for one in scene.overlays if isinstance(one, RegionOverlay)}
    assert roles == {RegionRole.SMOKE, RegionRole.ZONE}, "no reach of whoever is selected"
    assert len(scene.overlays) > len(drawn(controller, FIRST).overlays)


@pytest.mark.parametrize("whom", ["players", "gm"])
def test_the_tool_in_hand_leaves_nothing_on_a_picture(controller: Controller, whom: str) -> None:
    """The strokes of walls by which they are edited are for the hand, not for paper."""
    wall = Wall(id="w", a=Point(0, 0), b=Point(0, 1024))
    walled = controller.encounter.replace(map=controller.encounter.map.with_walls((wall,)))
    there = Controller(controller.session.__class__(controller.system, walled))
    tools, choices = Toolbox(there), replace(FIRST, whom=whom)
    at_rest = picture_scene(ScenePresenter(there, tools), choices).ground
    tools.take("walls")
    assert picture_scene(ScenePresenter(there, tools), choices).ground == at_rest


@pytest.mark.parametrize("whom", ["players", "gm"])
def test_without_tokens_nothing_of_them_is_left(controller: Controller, whom: str) -> None:
    """No token, no way, no reach: only what lies on the map itself."""
    scene = drawn(controller, chosen(replace(FIRST, tokens=False), "whom", whom))
    assert scene.tokens == ()
    roles = {one.role for one in scene.overlays if isinstance(one, RegionOverlay)}
    assert roles <= {RegionRole.SMOKE, RegionRole.ZONE}
    assert RegionRole.SMOKE in roles
    assert not any(isinstance(one, RouteOverlay) for one in scene.overlays)


def test_the_grid_is_drawn_or_not_as_it_was_chosen(controller: Controller) -> None:
    """Whatever the window shows."""
    controller.show(show_grid=False)
    assert drawn(controller, FIRST).ground.grid
    assert not drawn(controller, replace(FIRST, grid=False)).ground.grid


def test_a_secret_door_is_a_wall_on_what_players_get(controller: Controller) -> None:
    """Also on the small picture in lists of fights."""
    page = controller.encounter.map
    door = Wall(id="d", a=Point(0, 0), b=Point(0, 1024), kind=WallKind.DOOR, door=DoorState.SECRET)
    secret = controller.encounter.replace(map=page.with_walls((door,)))
    session = controller.session.__class__(controller.system, secret)
    there = Controller(session, odds_patience_s=60)
    scenes = ScenePresenter(there, Toolbox(there))
    for scene in (drawn(there, FIRST), map_scene(scenes)):
        assert {one.look for one in scene.ground.walls} == {WallLook.WALL}


def test_a_fights_small_picture_shows_nobody_hidden(controller: Controller) -> None:
    """It stands in lists that players see too: no bars, no badges, no zones of the GM's."""
    scene = map_scene(ScenePresenter(controller, Toolbox(controller)))
    assert {one.id for one in scene.tokens} == {"marine", "brawler"}
    assert not any(one.bar is not None or one.badges or one.turn for one in scene.tokens)


# --- size ----------------------------------------------------------------------------------------


def test_what_is_in_view_is_cut_to_whole_squares_of_the_map() -> None:
    """Nothing beside the map; the whole map where none of it is in view."""
    page, view = BattleMap(width=30, height=20), replace(FIRST, part="view")
    assert drawn_box(FIRST, page, (3, 3, 2, 2)) == (0, 0, 30, 20)
    assert drawn_box(view, page, (-2.5, 3.2, 10.1, 40)) == (0, 3, 8, 17)
    assert drawn_box(view, page, (-9, -9, 4, 4)) == (0, 0, 30, 20)


@pytest.mark.parametrize(
    ("side", "cell_px", "said"),
    [
        (70, 140, ""),
        (100, 140, "choose 100 pixels a square or less"),
        (190, 70, "choose 50 pixels a square or less"),
        (250, 50, "zoom in and save what is in view"),
    ],
)
def test_too_large_a_picture_is_told_with_the_way_out(side: int, cell_px: int, said: str) -> None:
    """A hundred million pixels are the most."""
    words = problem(replace(FIRST, cell_px=cell_px), (0, 0, side, side))
    assert said in words
    assert bool(words) == bool(said)


def test_too_many_pages_are_told_with_the_way_out() -> None:
    """A hundred and twenty are the most."""
    pdf = replace(FIRST, kind="pdf")
    assert problem(pdf, (0, 0, 60, 60)) == ""
    assert "what is in view" in problem(pdf, (0, 0, 200, 200))


@pytest.mark.parametrize(("of_picture", "drawn_px"), [(40, 100), (140, 140), (600, 300)])
def test_paper_gets_as_many_dots_as_the_picture_has(of_picture: int, drawn_px: int) -> None:
    """Not so few that tokens are coarse, not more than is seen on paper."""
    picture = Picture(sha256="0" * 64, pixels_per_cell=of_picture)
    page = BattleMap(width=30, height=20, picture=picture)
    assert drawn_cell_px(replace(FIRST, kind="pdf"), page, (0, 0, 30, 20)) == drawn_px
    assert drawn_cell_px(FIRST, page, (0, 0, 30, 20)) == FIRST.cell_px


def test_a_large_map_on_paper_gets_fewer_dots_rather_than_too_many() -> None:
    """It is one picture before it is cut."""
    page = BattleMap(width=75, height=75)
    pdf = replace(FIRST, kind="pdf")
    assert problem(pdf, (0, 0, 75, 75)) == ""
    assert drawn_cell_px(pdf, page, (0, 0, 75, 75)) == 133


# --- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("box", [(0, 0, 28, 22), (2, 1, 7, 7), (0, 0, 11, 7), (5, 5, 60, 3)])
def test_the_pages_cover_the_map_and_share_five_millimetres(
    paper: str, box: tuple[int, int, int, int]
) -> None:
    """Beside and below each other; none is larger than its paper without the margins."""
    made = printed_pages(box, PAPERS[paper])
    by_name = {one.name: one.box for one in made.pages}
    assert len(by_name) == made.columns * made.rows == page_count(box, PAPERS[paper])
    for name, (x, y, width, height) in by_name.items():
        assert width * INCH_MM <= made.width_mm - 2 * MARGIN_MM + 1e-6
        assert height * INCH_MM <= made.height_mm - 2 * MARGIN_MM + 1e-6
        column, row = ord(name[0]) - ord("A"), int(name[1:])
        right = by_name.get(f"{chr(ord('A') + column + 1)}{row}")
        if right is not None:
            assert (x + width - right[0]) * INCH_MM == pytest.approx(OVERLAP_MM)
        below = by_name.get(f"{name[0]}{row + 1}")
        if below is not None:
            assert (y + height - below[1]) * INCH_MM == pytest.approx(OVERLAP_MM)
    lasts = [(x + width, y + height) for x, y, width, height in by_name.values()]
    assert max(lasts) == pytest.approx((box[0] + box[2], box[1] + box[3]))
    assert min(one[:2] for one in by_name.values()) == box[:2]


def test_the_paper_is_turned_where_that_takes_fewer_pages() -> None:
    """Ten squares by seven fit one page lying, and two upright."""
    assert printed_pages((0, 0, 10, 7), PAPERS["a4"]).is_upright is False
    assert printed_pages((0, 0, 7, 10), PAPERS["a4"]).is_upright
    assert page_count((0, 0, 10, 7), PAPERS["a4"]) == 1


def test_columns_go_on_after_z() -> None:
    """As on the rim of the map."""
    assert [letters(number) for number in (0, 25, 26, 52)] == ["A", "Z", "AA", "BA"]


# --- the form ------------------------------------------------------------------------------------


def test_what_was_chosen_is_remembered() -> None:
    """Every field; what is unknown is as at first."""
    picked = PictureChoices("pdf", "view", "gm", 140, "letter", tokens=False, grid=False)
    assert remembered(to_remember(picked)) == picked
    assert remembered({}) == FIRST
    assert remembered({"kind": "bmp", "cell_px": "7000", "paper": "a0"}) == FIRST


def test_every_field_of_the_form_changes_what_it_says() -> None:
    """As filled in, by its key."""
    page = BattleMap(width=30, height=20)
    picked = FIRST
    for key, value in (
        ("kind", "pdf"),
        ("paper", "letter"),
        ("part", "view"),
        ("whom", "gm"),
        ("tokens", False),
        ("grid", False),
        ("cell_px", "140"),
    ):
        before, picked = picked, chosen(picked, key, value)
        assert picked != before
    assert [one.key for one in picture_form(FIRST, page, (0, 0, 1, 1)).fields][1] == "cell_px"
    assert [one.key for one in picture_form(picked, page, (0, 0, 1, 1)).fields][1] == "paper"


def test_the_form_says_how_large_it_becomes() -> None:
    """In pixels, or in pages and put together."""
    assert size_words(FIRST, (0, 0, 30, 20)) == "2,100 \u00d7 1,400 pixels"
    pdf = replace(FIRST, kind="pdf")
    assert size_words(pdf, (0, 0, 28, 22)).startswith("9 pages A4 and an overview, 71 \u00d7 56 cm")
    huge = picture_form(pdf, BattleMap(width=400, height=400), (0, 0, 1, 1))
    assert huge.subtitle == ""
    assert any(one.error for one in huge.fields)
