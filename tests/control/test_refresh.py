"""When those who listen to a controller are told of what has changed."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from tests.support.fights import begun


def listened(controller: Controller) -> list[bool]:
    """Return what a listener saw of the grid each time that it was told."""
    told: list[bool] = []
    controller.subscribe(lambda: told.append(controller.view.show_grid))
    return told


def test_without_a_window_listeners_are_told_at_once() -> None:
    """A script or a tool without Qt need not ask for it."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    told = listened(controller)
    controller.show(show_grid=False)
    controller.show(show_grid=True)
    assert told == [False, True]


def test_a_window_is_told_once_of_several_changes() -> None:
    """It schedules the refresh at the first change, and hears of the last state alone."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    told = listened(controller)
    scheduled: list[None] = []
    controller.listeners.tell_by(lambda: scheduled.append(None))
    controller.show(show_grid=False)
    controller.selection.select("hero")
    controller.show(show_grid=True)
    assert (told, len(scheduled)) == ([], 1)
    assert controller.refresh_now()
    assert told == [True]
    assert not controller.refresh_now(), "nothing has changed since"
    assert told == [True]


def test_a_window_that_makes_room_leaves_nothing_pending() -> None:
    """A change that the old window was never told of does not keep the next from being told."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.listeners.tell_by(lambda: None)
    controller.show(show_grid=False)
    controller.listeners.clear()
    told = listened(controller)
    controller.show(show_grid=True)
    assert told == [True]


def test_another_window_takes_the_place_of_the_first() -> None:
    """Both are told while one is built after the other; given up, the first is told alone."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    told: list[str] = []
    controller.subscribe(lambda: told.append("first"))
    before = controller.listeners.audience()
    controller.subscribe(lambda: told.append("second"))
    controller.show(notice=None)
    assert told == ["first", "second"]
    controller.listeners.restore(before)
    controller.show(notice=None)
    assert told[2:] == ["first"]
    controller.subscribe(lambda: told.append("third"))
    controller.listeners.remove(before)
    controller.show(notice=None)
    assert told[3:] == ["third"]
