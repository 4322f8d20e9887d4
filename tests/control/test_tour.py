"""The tour: deeds are ticked by doing them, whatever the rules and the order."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.controller.quick_values import enter_quick
from gridwar.control.presenters.actions_list import present_actions
from gridwar.control.presenters.top_and_status_bars import present_top
from gridwar.control.presenters.tour import present_tour, tour_ring
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.records.scene_records import RingOverlay
from gridwar.control.state.tour_state import Deed
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system

ONE_OF_EACH = (0, 1, 2, 8, 11, 15)


def touring(number: int = 0) -> Controller:
    """Return a sample under way with the tour just begun."""
    fight = open_fight(sample_fights()[number], find_system)
    controller = Controller(fight.session)
    controller.tour.begin()
    return controller


def present(controller: Controller) -> Deed | None:
    """Tick what was done, and return what is to be done next."""
    controller.tour.follow()
    assert controller.view.tour is not None
    return controller.view.tour.present


def shift(controller: Controller) -> None:
    """Move whoever acts."""
    who = controller.actor or next(iter(controller.encounter.combatants))
    at = controller.encounter[who].pos
    assert at is not None
    controller.submit(Place(to=((who, Cell(at.x + 1, at.y)),)))


def test_deeds_are_ticked_in_whatever_order_they_are_done() -> None:
    """What was done early is done; the first that is left is explained."""
    controller = touring()
    assert present(controller) is Deed.MOVE
    enter_quick(controller, "-1")
    assert present(controller) is Deed.MOVE
    shift(controller)
    assert present(controller) is Deed.UNDO
    controller.timeline.undo()
    assert present(controller) is Deed.NEXT
    controller.turns.go_on()
    assert present(controller) is None


def test_what_is_no_deed_ticks_nothing() -> None:
    """A note in the log is none."""
    controller = touring()
    controller.submit(WriteNote(text="The door creaks"))
    assert present(controller) is Deed.MOVE
    assert controller.view.tour is not None
    assert not controller.view.tour.done


def test_a_skipped_deed_is_left_out_until_it_is_done() -> None:
    """Skipping goes on to the next; doing it later ticks it all the same."""
    controller = touring()
    controller.tour.skip()
    assert present(controller) is Deed.ACT
    shift(controller)
    controller.tour.follow()
    view = present_tour(controller)
    assert view is not None
    assert view.rows[0].is_done
    assert view.count == "2 of 4"


@pytest.mark.parametrize("number", ONE_OF_EACH)
def test_it_shows_where_to_begin_in_every_system(number: int) -> None:
    """A ring round somebody to drag, then a row of the list or a quick number."""
    controller = touring(number)
    (ring,) = tour_ring(controller)
    assert isinstance(ring, RingOverlay)
    assert ring.label.startswith("drag ")
    controller.tour.skip()
    view = present_tour(controller)
    assert view is not None
    proposed = controller.tour.proposed()
    lit = present_actions(controller).active
    assert lit == ("" if proposed is None else proposed.id)
    assert proposed is None or proposed.refusal is None
    assert view.rows[1].words
    assert view.note == f"These are the rules of {controller.system.title}."


def test_the_action_proposed_reaches_somebody() -> None:
    """Whoever is ringed once it is chosen can be chosen for it."""
    controller = touring()
    controller.tour.skip()
    proposed = controller.tour.proposed()
    assert proposed is not None
    controller.actions.choose(proposed.id)
    (ring,) = tour_ring(controller)
    assert isinstance(ring, RingOverlay)
    names = [controller.encounter[one.who].name for one in controller.aiming.targets.choosable()]
    assert ring.label.removeprefix("click ") in names


def test_the_button_that_does_the_deed_is_lit() -> None:
    """The arrow at the top, then the button below the order."""
    controller = touring()
    assert not present_top(controller).is_undo_lit
    controller.tour.skip()
    controller.tour.skip()
    assert present_top(controller).is_undo_lit
    assert not present_order(controller).is_next_lit
    controller.tour.skip()
    assert present_order(controller).is_next_lit
    controller.tour.end()
    assert not present_order(controller).is_next_lit
    assert present_tour(controller) is None
