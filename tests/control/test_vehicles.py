"""Vehicles on the board: what a drag of the driver moves, what is drawn, what cards follow."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.vehicles.getting_in_and_out import ChangeSeat
from tests.systems.cepheus.firefight import fight, person
from tests.systems.cepheus.garage import GUN, car, inside


class _Nowhere:
    """Keeps nothing."""

    def write(self, rows: object, position: object, dice: object) -> None:
        """Let it be."""


def _table() -> Controller:
    """A car at (10, 10) heading right at 20 kph, its driver's turn; somebody stands in its way."""
    first = fight(
        inside("driver", seat=0, x=10, y=10),
        inside("rider", x=10, y=10),
        car(x=10, y=10, size=(3, 2), speed_kph=20, weapons=(GUN,)),
        person("kell", 19, 10).replace(side="2"),
    )
    session = Session(SYSTEM, Loaded(first, (), Position(), DiceCounter(1)), _Nowhere())
    controller = Controller(session)
    controller.submit(Place(to=(("kell", Cell(20, 10)),)))
    controller.selection.select("driver")
    return controller


def test_dragging_the_driver_drives_the_car() -> None:
    """The plan is the car's; on release all go along, and the minor action is spent."""
    table = _table()
    table.move_planning.plan("driver", (16, 10))
    plan = table.view.plan
    assert plan is not None
    assert (plan.mover, plan.end) == ("car", Cell(16, 10))
    table.move_planning.finish()
    assert table.encounter["car"].pos == Cell(16, 10)
    assert table.encounter["driver"].pos == Cell(18, 10)
    assert table.encounter["rider"].pos == Cell(18, 11)


def test_dragged_freely_the_driver_leaves_the_car() -> None:
    """Without the rules it is he who is put elsewhere, and he sits in it no longer."""
    table = _table()
    table.move_planning.plan("driver", (30, 30), free=True)
    table.move_planning.finish()
    assert table.encounter["car"].pos == Cell(10, 10)
    assert table.encounter["driver"].pos == Cell(30, 30)
    assert "drives Car" not in {one.text for one in table.rules_cache.card("driver").badges}


def test_arcs_and_the_course_are_drawn_with_what_is_met() -> None:
    """The gun's field of fire, the way straight on, and the man that it leads over."""
    table = _table()
    overlays = ScenePresenter(table, Toolbox(table)).present().overlays
    arcs = [one for one in overlays if isinstance(one, sr.ArcOverlay)]
    assert [one.label for one in arcs] == ["Gun, front"]
    (course,) = (one for one in overlays if isinstance(one, sr.RouteOverlay))
    assert course.label == "straight on: 22 squares, 20 kph"
    assert course.warnings == (("meets Kell after 7", "CE-VEH-02"),)
    assert course.points[0] == (11.5, 11.0)


def test_a_vehicle_lies_below_those_in_it_as_a_body_with_a_front() -> None:
    """Its token comes first and is a box that faces right."""
    table = _table()
    tokens = ScenePresenter(table, Toolbox(table)).present().tokens
    assert (tokens[0].id, tokens[0].box, tokens[0].facing_deg) == ("car", True, 90)
    assert not any(one.box for one in tokens[1:])


def test_the_card_of_a_car_follows_its_crew() -> None:
    """Who changes seats stands elsewhere on the card, although the car itself did not change."""
    table = _table()
    before = table.encounter["car"]
    drivers = [one.value for one in table.rules_cache.card("car").figures if one.label == "Driver"]
    assert drivers == ["Driver"]
    table.submit(ChangeSeat(actor="driver", seat=3))
    assert table.encounter["car"] is before
    drivers = [one.value for one in table.rules_cache.card("car").figures if one.label == "Driver"]
    assert drivers == ["nobody"]


def test_what_a_machine_takes_in_if_it_blows_up_is_drawn_once_the_next_hit_may_do_it() -> None:
    """Without Hull and with one point of Structure the two rings of its explosion show."""
    first = fight(car(x=10, y=10, hull=0, structure=1), person("kell", 19, 10))
    sound = fight(car(x=10, y=10, hull=1, structure=1), person("kell", 19, 10))
    zones = SYSTEM.board.overlays(first, "car", "", None).danger
    assert [one.label for one in zones] == ["4D6 to 6 m", "2D6 to 12 m"]
    assert Cell(14, 10) in zones[0].cells
    assert Cell(15, 10) in zones[1].cells
    assert not any(Cell(19, 10) in one.cells for one in zones)
    assert SYSTEM.board.overlays(sound, "car", "", None).danger == ()


def test_passengers_have_no_way_to_walk() -> None:
    """Their move is refused with what to do first, and nothing is drawn as within reach."""
    table = _table()
    move = next(one for one in table.rules_cache.actions("rider") if one.id == "move")
    assert move.refusal is not None
    assert move.refusal.code == "aboard"
    assert SYSTEM.board.movement(table.encounter, "rider", "").zones == ()
