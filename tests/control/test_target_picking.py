"""Choosing several things on the map for an action, with pointer and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import (
    NO_MODIFIERS,
    Button,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit import Cell, TakeTurn
from gridwar.engine.session.session import Session
from gridwar.systems.cepheus import SYSTEM as CEPHEUS
from tests.support.fights import begun
from tests.support.picking import WITH_NEEDS, Burst, DragAlong, Face, Hurl, Mine
from tests.support.pointing import SHIFT
from tests.systems.cepheus.firefight import fight as fight_of
from tests.systems.cepheus.firefight import person

if TYPE_CHECKING:
    from gridwar.control.state.pointer_and_keys import KeyboardModifier
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


class Fight:
    """A hero at (3, 3), a thug at (6, 3), an arsonist at (3, 8), and a hand."""

    def __init__(self) -> None:
        session = begun("alley", hero=(3, 3), thug=(6, 3), arsonist=(3, 8))
        session.submit(TakeTurn(actor="hero"))
        self.controller = Controller(Session(WITH_NEEDS, session.encounter), odds_patience_s=60)
        self.tools = Toolbox(self.controller)
        self.controller.selection.select("hero")

    def choose(self, title: str) -> None:
        """Choose an action by its title."""
        actions = self.controller.rules_cache.actions("hero")
        self.controller.actions.choose(next(one.id for one in actions if one.title == title))

    def send(
        self,
        kind: PointerKind,
        x: float,
        y: float,
        held: frozenset[KeyboardModifier] = NO_MODIFIERS,
    ) -> None:
        """Do one thing with the pointer."""
        cell = Cell(int(x), int(y))
        on_it = tuple(one.id for one in self.controller.encounter.everyone() if one.pos == cell)
        self.tools.pointer(PointerEvent(kind, cell, (x, y), Button.LEFT, held, on_it))

    def click(self, x: int, y: int) -> None:
        """Click a cell."""
        for kind in (PointerKind.MOVE, PointerKind.PRESS, PointerKind.RELEASE):
            self.send(kind, x + 0.5, y + 0.5)

    def drag(self, *cells: tuple[int, int]) -> None:
        """Drag over cells."""
        self.send(PointerKind.PRESS, cells[0][0] + 0.5, cells[0][1] + 0.5)
        for x, y in cells[1:]:
            self.send(PointerKind.MOVE, x + 0.5, y + 0.5)
        self.send(PointerKind.RELEASE, cells[-1][0] + 0.5, cells[-1][1] + 0.5)

    def key(self, name: str) -> None:
        """Press a key."""
        self.tools.key(KeyEvent(name))

    def played(self) -> Command | None:
        """Return the last command played."""
        session = self.controller.session
        row = session.history.rows.get(session.position.cursor)
        return None if row is None else row.command

    def scene(self) -> sr.SceneView:
        """Return what the map shows."""
        return ScenePresenter(self.controller, self.tools).present()

    def status(self) -> str:
        """Return what the status bar says is to be done."""
        view = present_status(self.controller, self.tools.active, "100 %")
        return f"{view.tool}: " + ", ".join(f"{one.key} {one.text}" for one in view.keys)


@pytest.fixture
def fight() -> Fight:
    """The fight."""
    return Fight()


def test_targets_are_added_and_taken_out_by_clicks(fight: Fight) -> None:
    """They are numbered in the order chosen; Enter plays the action on those left."""
    fight.choose("Burst")
    assert "Click add or take out a target, Tab next target, Enter done" in fight.status()
    fight.click(6, 3)
    fight.click(3, 8)
    caught = {one.id: one.caught for one in fight.scene().tokens}
    assert (caught["thug"], caught["arsonist"]) == (1, 2)
    fight.click(6, 3)
    assert fight.controller.view.picked.combatants == ("arsonist",)
    assert fight.played() is None
    fight.key("enter")
    assert fight.played() == Burst(actor="hero", targets=("arsonist",))
    assert fight.controller.view.picking is None


def test_a_second_click_on_the_last_target_is_enough(fight: Fight) -> None:
    """It does what Enter does; Enter with nobody chosen does nothing."""
    fight.choose("Burst")
    fight.key("enter")
    assert fight.controller.view.picking is not None
    fight.click(6, 3)
    fight.click(3, 8)
    fight.click(3, 8)
    assert fight.played() == Burst(actor="hero", targets=("thug", "arsonist"))


def test_what_is_known_of_each_is_written_at_the_tokens(fight: Fight) -> None:
    """A target number at everybody whom it could be used on, as long as a target is chosen."""
    fight.choose("Burst")
    aim = fight.scene().aim
    assert aim is not None
    shown = {(one.at, one.figure) for one in aim.tags}
    assert shown == {((6.5, 3.5), "TN 11"), ((3.5, 8.5), "TN 12")}
    fight.key("escape")
    assert fight.scene().aim is None


def test_squares_are_painted_and_wiped_off_by_dragging(fight: Fight) -> None:
    """A stroke that begins on a chosen square takes out; none is chosen where none is offered."""
    fight.choose("Mine")
    assert "Drag paint squares, hold Shift a rectangle, Enter done" in fight.status()
    fight.drag((4, 5), (7, 5))
    assert fight.controller.view.picked.cells == {(x, 5) for x in (4, 5, 6, 7)}
    fight.drag((7, 5), (6, 5))
    fight.drag((8, 8), (12, 8))
    wanted = {(4, 5), (5, 5), (8, 8)}
    regions = [one for one in fight.scene().overlays if isinstance(one, sr.RegionOverlay)]
    assert [one.cells for one in regions if one.role is sr.RegionRole.BRUSH] == [wanted]
    fight.key("enter")
    assert fight.played() == Mine(actor="hero", cells=frozenset(Cell(*one) for one in wanted))


def test_a_direction_follows_the_pointer_and_snaps_with_shift(fight: Fight) -> None:
    """From the middle of the hero, clockwise from north; Shift leaves steps of 45 degrees."""
    fight.choose("Face")
    fight.send(PointerKind.MOVE, 9.5, 3.5)
    assert fight.controller.view.picked.bearing_deg == 90
    fight.send(PointerKind.MOVE, 9.5, 4.5)
    assert fight.controller.view.picked.bearing_deg == 99
    fight.send(PointerKind.MOVE, 9.5, 8.5, SHIFT)
    assert fight.controller.view.picked.bearing_deg == 135
    lines = [one for one in fight.scene().overlays if isinstance(one, sr.LineOverlay)]
    assert "135\u00b0" in {one.label for one in lines}
    fight.send(PointerKind.PRESS, 0.5, 3.5)
    assert fight.played() == Face(actor="hero", bearing_deg=270)


def test_one_need_after_the_other_first_whom_then_where(fight: Fight) -> None:
    """The status bar counts them; only what is to be chosen next is marked as possible."""
    fight.choose("Hurl")
    assert (
        fight.status()
        == "Hurl \u00b7 1 of 2: Tab next target, Esc cancel, Click the target, Arrows cell"
    )
    fight.click(6, 3)
    assert fight.status() == "Hurl \u00b7 2 of 2: Click a cell, Esc back"
    assert fight.played() is None
    (possible,) = [
        one
        for one in fight.scene().overlays
        if isinstance(one, sr.RegionOverlay) and one.role is sr.RegionRole.REACH1
    ]
    assert len(possible.cells) == 11 * 11
    assert {one.id: one.caught for one in fight.scene().tokens}["thug"] == 1
    fight.click(5, 6)
    assert fight.played() == Hurl(actor="hero", target="thug", cell=Cell(5, 6))


def test_escape_goes_back_one_need(fight: Fight) -> None:
    """Then another target can be chosen; at the first need it gives the action up."""
    fight.choose("Hurl")
    fight.click(6, 3)
    fight.key("escape")
    assert "1 of 2" in fight.status()
    assert fight.controller.view.picked.combatant is None
    fight.click(3, 8)
    fight.click(5, 6)
    assert fight.played() == Hurl(actor="hero", target="arsonist", cell=Cell(5, 6))
    fight.choose("Hurl")
    fight.key("escape")
    assert fight.controller.view.picking is None


def test_a_way_may_be_one_need_of_several(fight: Fight) -> None:
    """Once it is drawn the next thing is chosen; nobody has moved until then."""
    fight.choose("Drag along")
    fight.drag((3, 3), (3, 4), (3, 5))
    assert "2 of 2: Tab next target" in fight.status()
    assert fight.controller.encounter["hero"].pos == (3, 3)
    fight.click(6, 3)
    path = (Cell(3, 4), Cell(3, 5))
    assert fight.played() == DragAlong(actor="hero", path=path, target="thug")


def test_a_square_is_chosen_by_keys_as_by_the_pointer() -> None:
    """A grenade at the ground: arrows go from the thrower to a square, Enter opens its sheet."""
    controller = Controller(Session(CEPHEUS, grenadier()), odds_patience_s=60)
    tools, seen = Toolbox(controller), []
    controller.selection.select("mara")
    for by_keys in (True, False):
        controller.actions.choose("throw:grenade")
        if by_keys:
            for key in ("right", "right", "down", "enter"):
                tools.key(KeyEvent(key))
        else:
            for kind in (PointerKind.PRESS, PointerKind.RELEASE):
                tools.pointer(PointerEvent(kind, Cell(4, 3), (4.5, 3.5), Button.LEFT))
        assert controller.view.draft is not None
        seen.append((controller.view.draft.cell, controller.view.draft.command))
        controller.action_drafts.close()
    assert seen[0] == seen[1]
    assert seen[0][0] == Cell(4, 3)
    assert controller.encounter["mara"].pos == Cell(2, 2)


def grenadier() -> Encounter:
    """Return Mara with grenades, whose turn it is."""
    return fight_of(person("mara", 2, 2), person("kell", 9, 9))
