"""Presentation: what players may see, checked on the record that the map draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.ground_records import WallLook
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, RouteOverlay
from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent, PointerKind
from gridwar.control.state.view_state import Notice, Placing
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import PutZones
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Zone
from gridwar.systems import find_system
from tests.support.fights import begun, on_board

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import SceneView

SECRET_NAME = "Lurking brawler"


class Hall:
    """A fight in which a brawler hides."""

    def __init__(self, session: Session) -> None:
        self.controller = Controller(session, odds_patience_s=60)
        self.tools = Toolbox(self.controller)
        self._scene = ScenePresenter(self.controller, self.tools)

    def gm(self) -> SceneView:
        """Return what the GM sees."""
        self.controller.show(presenting=False)
        return self._scene.present()

    def players(self) -> SceneView:
        """Return what players see."""
        self.controller.show(presenting=True)
        return self._scene.present()


@pytest.fixture
def hall() -> Hall:
    """A marine with the turn at (3, 3); a hidden brawler at (6, 3)."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(6, 3))
    session.submit(TakeTurn(actor="marine"))
    for name, value in (("hidden", "true"), ("name", f'"{SECRET_NAME}"')):
        session.submit(SetValue(who=("brawler",), field=name, value=value))
    return Hall(session)


def test_hidden_tokens_are_absent_and_so_are_their_names(hall: Hall) -> None:
    """Nowhere in the record is a word of them."""
    assert "brawler" in {token.id for token in hall.gm().tokens}
    seen = hall.players()
    assert {token.id for token in seen.tokens} == {"marine"}
    assert SECRET_NAME not in repr(seen)


def test_nothing_is_left_of_reach_threat_and_legend(hall: Hall) -> None:
    """The GM sees them, players do not."""
    assert hall.gm().overlays
    assert hall.gm().legend
    seen = hall.players()
    assert seen.overlays == ()
    assert seen.legend == ()


@pytest.mark.parametrize("who", ["marine", "brawler"])
def test_what_the_gm_points_at_and_plans_is_absent(hall: Hall, who: str) -> None:
    """Ring, name under the pointer, the drag with its route and ghost: players see none of them."""
    hall.controller.selection.select()
    hall.controller.show(hover=None, hovered=())
    at_rest = hall.players()
    hall.controller.selection.select(who)
    hall.controller.show(hover=Cell(3, 3), hovered=(who,))
    hall.controller.move_planning.plan(who, (8, 5))
    assert any(token.ghost for token in hall.gm().tokens)
    assert any(isinstance(one, RouteOverlay) for one in hall.gm().overlays)
    assert hall.players() == at_rest


def test_somebody_held_over_the_map_is_not_there_yet(hall: Hall) -> None:
    """A newcomer from the library is the GM's until he is put down."""
    at_rest = hall.players()
    one = hall.controller.encounter["marine"].replace(id="held", name="Held", pos=Cell(9, 9))
    hall.controller.show(placing=Placing((one,)))
    assert "held" in {token.id for token in hall.gm().tokens}
    assert hall.players() == at_rest


def test_an_attack_marks_nobody_until_it_is_done(hall: Hall) -> None:
    """Neither while it is prepared, nor while the game master is asked about it."""
    hall.controller.submit(SetValue(who=("brawler",), field="hidden", value="false"))
    hall.controller.selection.select("marine")
    hall.controller.actions.choose("attack:gauss_rifle")
    hall.controller.action_drafts.aim_at("brawler")
    assert any(token.target for token in hall.gm().tokens)
    assert not any(token.target for token in hall.players().tokens)
    hall.controller.action_drafts.go()
    assert hall.controller.session.wanted
    assert not any(token.target for token in hall.players().tokens)


def test_an_attack_of_somebody_hidden_marks_nobody(hall: Hall) -> None:
    """The ring round the target, the dimmed map and the line of effect are the GM's."""
    hall.controller.selection.select("brawler")
    action = next(one for one in hall.controller.rules_cache.actions("brawler") if one.weapon)
    hall.controller.actions.choose(action.id, anyway=True)
    hall.controller.action_drafts.aim_at("marine")
    assert hall.gm().dim > 0
    seen = hall.players()
    assert seen.dim == 0
    assert seen.overlays == ()
    assert not any(token.target for token in seen.tokens)


def test_numbers_and_notes_on_tokens_are_absent(hall: Hall) -> None:
    """The bar is left, its number and the words of badges are not."""
    assert any(token.bar_text for token in hall.gm().tokens)
    for token in hall.players().tokens:
        assert token.bar is not None
        assert token.bar_text == ""
        assert not any(badge.text for badge in token.badges)


def test_a_secret_door_seems_to_be_wall() -> None:
    """It has the looks of any wall; an open door beside it stays one."""
    encounter = on_board("freeform")
    walls = (
        _door("secret", 4, DoorState.SECRET),
        _door("open", 6, DoorState.OPEN),
        Wall(id="wall", a=Point(1024, 2048), b=Point(2048, 2048)),
    )
    laid = encounter.replace(map=encounter.map.with_walls(walls), combatants=frozendict())
    hall = Hall(Session(find_system("freeform"), laid))
    looks = [wall.look for wall in hall.players().ground.walls]
    assert WallLook.DOOR not in looks
    assert looks.count(WallLook.OPEN_DOOR) == 1
    assert looks.count(WallLook.WALL) == 2


def test_a_locked_door_seems_to_be_closed_like_any() -> None:
    """Whether it can be opened is found out by trying."""
    encounter = on_board("freeform")
    walls = (_door("locked", 4, DoorState.LOCKED), _door("closed", 6, DoorState.CLOSED))
    laid = encounter.replace(map=encounter.map.with_walls(walls), combatants=frozendict())
    hall = Hall(Session(find_system("freeform"), laid))
    assert len({wall.door for wall in hall.gm().ground.walls}) == 2
    assert len({wall.door for wall in hall.players().ground.walls}) == 1


def _door(door_id: str, x: int, state: DoorState) -> Wall:
    a, b = Point(x * 1024, 0), Point(x * 1024, 1024)
    return Wall(id=door_id, a=a, b=b, kind=WallKind.DOOR, door=state)


def test_what_the_game_master_is_told_leaves_no_mark(hall: Hall) -> None:
    """Not even that he is told or asked something."""
    before = hall.players().corner
    hall.controller.tell(Notice(f"{SECRET_NAME} wakes up"))
    seen = hall.players()
    assert seen.corner == before
    assert SECRET_NAME not in repr(seen)


def test_escape_gives_the_route_up_and_then_ends_it(hall: Hall) -> None:
    """The innermost thing first."""
    hall.players()
    hall.controller.move_planning.plan("marine", (5, 3))
    hall.tools.key(KeyEvent("escape"))
    assert hall.controller.view.plan is None
    assert hall.controller.view.presenting
    hall.tools.key(KeyEvent("escape"))
    assert not hall.controller.view.presenting


def test_letters_and_menus_open_nothing(hall: Hall) -> None:
    """The letter of an action would show its sheet; a right click a menu."""
    hall.players()
    assert not hall.tools.key(KeyEvent("a", text="a"))
    assert hall.controller.view.picking is None
    menu = PointerEvent(kind=PointerKind.MENU, cell=(3, 3), point=(3.5, 3.5), tokens=("marine",))
    assert hall.tools.pointer(menu)


def test_smoke_is_seen_by_all_a_silence_and_names_are_not(hall: Hall) -> None:
    """What anybody there would see is there, without the GM's words for it."""
    smoke = Zone(id="s", kind="smoke", name="From the trap", cells=(Cell(1, 1),))
    hush = Zone(id="h", kind="silence", name="Hush", cells=(Cell(2, 1),))
    hall.controller.submit(PutZones(put=(smoke, hush)))
    seen = hall.players()
    assert RegionOverlay(RegionRole.SMOKE, frozenset({Cell(1, 1)})) in seen.overlays
    assert "From the trap" not in repr(seen)
    assert "Hush" not in repr(seen)
