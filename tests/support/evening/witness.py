"""What must hold after each step of an evening, whatever was done. It looks and never touches."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.maps.floor_in_view import next_floor
from gridwar.control.presenters import actions_list, card_actions_effects, turn_order
from gridwar.control.presenters.players_map import PLAIN
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import OrderRow
from gridwar.control.state.map_layers import Layer
from gridwar.engine.perception.detection import seen_by
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


def all_holds(window: MainWindow, own_walls: set[str]) -> None:
    """Check everything that can be seen of a fight.

    Args:
        window: The window.
        own_walls: The walls that were made by hand this evening, by id.
    """
    one_window_is_there(window)
    the_map_shows_the_fight(window)
    if window.controller.view.presenting:
        nothing_of_the_gms_is_shown(window)
    else:
        the_panels_show_the_fight(window)
        what_was_laid_is_seen(window, own_walls)


_of_others: weakref.WeakSet[MainWindow] = weakref.WeakSet()
"""Windows that were shown before the evening began: those of other tests."""


def windows_shown() -> list[MainWindow]:
    """Return the windows on the screen."""
    there = (one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))
    return [one for one in there if one.isVisible()]


def leave_out_others() -> None:
    """Leave out of account whatever windows are shown before an evening begins."""
    _of_others.clear()
    _of_others.update(windows_shown())


def one_window_is_there(window: MainWindow) -> None:
    """Check that the fight has one window, and that it is the one in front."""
    shown = [one for one in windows_shown() if one not in _of_others]
    assert shown == [window], f"{len(shown)} windows"
    assert window.isVisible()


def sheets_open(window: MainWindow) -> list[QWidget]:
    """Return what floats over the map and takes the keyboard: popovers and the palette."""
    guides = window.guides
    found: list[QWidget | None] = [*window.popover_places.popovers, guides._palette]
    return [one for one in found if one is not None and one.isVisible()]


def the_keyboard_is_somewhere(window: MainWindow) -> None:
    """Check that the next key goes to something that can be seen."""
    has = QApplication.focusWidget()
    assert has is not None, "nothing has the keyboard"
    assert has.isVisible(), f"{has} has the keyboard and is not to be seen"
    assert has.window() is window, f"{has} of another window has the keyboard"


def the_map_shows_the_fight(window: MainWindow) -> None:
    """Check that every token is where its combatant is, and that nobody else is there."""
    scene, view = window.map.map_scene, window.controller.view
    assert scene.view is not None
    everyone = window.controller.encounter.combatants
    unseen = _unseen(window.controller.encounter) if view.presenting else set[str]()
    wanted = {
        who: (one.pos.x, one.pos.y)
        for who, one in everyone.items()
        if one.pos is not None and not one.aside and who not in unseen
    }
    if view.plan is None and view.placing is None:
        shown = {token.id: token.cell for token in scene.view.tokens if not token.ghost}
        wanted = _seen_of_building(window, wanted)
        assert shown == wanted, "the tokens stand elsewhere than the combatants"
        assert set(scene.tokens.items) >= set(wanted), "somebody is not drawn"


def _seen_of_building(
    window: MainWindow, stands: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Return who is to be seen and where: on the floor shown, and through its openings below."""
    page, floor = window.controller.encounter.map, window.controller.floors.shown
    if floor is None:
        return stands
    below = next_floor(page, floor, -1)
    found: dict[str, tuple[int, int]] = {}
    for who, at in stands.items():
        if floor.holds(Cell(*at)):
            found[who] = at
        elif below is not None and below.holds(Cell(*at)):
            over = floor.cell_of(below.plan_of(Cell(*at)))
            if over in page.openings:
                found[who] = (over.x, over.y)
    return found


def _unseen(encounter: Encounter) -> set[str]:
    """Return whom players do not see: the hidden, and whom none of their sides perceives."""
    party = [side for side, one in encounter.sides.items() if one.stance == "party"]
    seen = {who for side in party for who in seen_by(encounter, side).seen}
    everyone = encounter.combatants.items()
    return {who for who, one in everyone if one.hidden or (party and who not in seen)}


def the_panels_show_the_fight(window: MainWindow) -> None:
    """Check order, card, actions, log and bars against the encounter."""
    controller = window.controller
    encounter = controller.encounter
    rows = [one for one in window.order.list.records.items if isinstance(one, OrderRow)]
    assert tuple(rows) == turn_order.present_order(controller).rows, "the order is an old one"
    for row in rows:
        assert row.name == encounter[row.id].name
    assert {row.id for row in rows if row.is_turn} <= {encounter.turn}
    assert {row.id for row in rows if row.selected} == set(controller.view.selected)
    card = card_actions_effects.present_card(controller)
    assert window.inspector.head._view == window.inspector.sheet._view == card, "an old card"
    assert window.actions_panel._view == actions_list.present_actions(controller), "old actions"
    assert window.log._entries == window.part_views.log_presenter.present(), "the log is an old one"
    if controller.view.notice is not None:
        assert window.notice.isVisible()


def what_was_laid_is_seen(window: MainWindow, own_walls: set[str]) -> None:
    """Check that walls made by hand, zones and paint are drawn, whatever tool is in hand."""
    scene = window.map.map_scene.view
    assert scene is not None
    page = window.controller.encounter.map
    if window.tools.active.preview() is not None:
        return
    drawn = {frozenset((one.a, one.b)) for one in scene.ground.walls}
    for wall in page.walls:
        if wall.id in own_walls and _is_on_floor_shown(window, wall):
            assert frozenset(_ends(wall)) in drawn, f"the wall {wall.id} is not to be seen"
    regions = [one.cells for one in scene.overlays if isinstance(one, sr.RegionOverlay)]
    is_on = Layer.ZONES in window.controller.view.layers and not page.floors
    for zone in page.zones if is_on else ():
        if zone.cells and not zone.side:  # where a side begins is seen before a fight alone
            assert frozenset(zone.cells) in regions, f"the zone {zone.id} is not to be seen"
    if page.picture is None:
        painted = {id(one.layer) for one in scene.ground.paint}
        assert not page.terrain.count() or id(page.terrain) in painted, "paint is not to be seen"


def _is_on_floor_shown(window: MainWindow, wall: Wall) -> bool:
    floor = window.controller.floors.shown
    return floor is None or all(floor.touches(*end) for end in _ends(wall))


def _ends(wall: Wall) -> tuple[gr.Point, gr.Point]:
    return (
        (wall.a.x / SUBCELL, wall.a.y / SUBCELL),
        (wall.b.x / SUBCELL, wall.b.y / SUBCELL),
    )


def nothing_of_the_gms_is_shown(window: MainWindow) -> None:
    """Check that players see tokens and ground, and not one number, note or secret more."""
    scene = window.map.map_scene.view
    assert scene is not None
    page, everyone = window.controller.encounter.map, window.controller.encounter.combatants
    assert scene.legend == ()
    for token in scene.tokens:
        assert not everyone[token.id].hidden, f"{token.id} is hidden and shown"
        assert token.bar_text == ""
        assert token.caught is None
        assert not any(badge.text for badge in token.badges)
    for one in scene.overlays:
        is_route = isinstance(one, sr.RouteOverlay)
        is_area = isinstance(one, sr.RegionOverlay) and one.role in PLAIN
        assert is_route or is_area, f"players see {one}"
        assert not getattr(one, "label", ""), f"players read {one}"
    secret = {frozenset(_ends(one)) for one in page.walls if _is_secret(one)}
    for wall in scene.ground.walls:
        is_door = wall.look in (gr.WallLook.DOOR, gr.WallLook.OPEN_DOOR)
        assert not (is_door and frozenset((wall.a, wall.b)) in secret), "players see a secret door"
        assert wall.door is not DoorState.LOCKED, "players see what is locked"
    assert not scene.ground.editing
    parts = (window.order, window.inspector, window.rail, window.layer_list)
    assert not window.players_here.frame.is_shown, "players see the frame of their window"
    others = (window.menuWidget(), window.status, window.notice, window.players_here.bar)
    for part in (*parts, *others, *window.popover_places.popovers):
        assert part is None or not part.isVisible(), f"players see {part}"
    assert window.windowTitle() == "Gridwar"


def _is_secret(wall: Wall) -> bool:
    return wall.kind is WallKind.DOOR and wall.door is DoorState.SECRET


def same_fight(one: Encounter, other: Encounter) -> None:
    """Check that two encounters are the same, telling what differs."""
    if one == other:
        return
    for who in {*one.combatants, *other.combatants}:
        assert one.combatants.get(who) == other.combatants.get(who), f"{who} differs"
    assert one.map == other.map, "the maps differ"
    assert one == other
