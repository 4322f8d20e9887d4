"""Every action that has a key, pressed in every state the window can be in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from gridwar.storage.new_open_and_sample_fights import sample_fights

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.evening.evening import Evening

LEFT_OUT = {"file.quit", "view.reset_layout"}
"""What ends the evening, or puts every panel elsewhere."""


def _ask(evening: Evening) -> None:
    if not evening.is_asked:
        _leave(evening)
        for _step in range(9):  # whatever was done to him is taken back
            if _can_shoot(evening):
                break
            evening.do("edit.undo", frees=True)
        evening.click_order("maro")
        evening.press("1")
        evening.click(evening.stands("reck"), frees=True)
        evening.dice(6, 5)
        evening.press("Return")
    assert evening.is_asked


def _can_shoot(evening: Evening) -> bool:
    now = evening.encounter
    return now.turn == "maro" and {"maro", "reck"} <= set(now.combatants) and not now["maro"].aside


def _leave(evening: Evening) -> None:
    for _press in range(6):
        is_typing = isinstance(QApplication.focusWidget(), QLineEdit)
        if is_typing or evening.popovers or evening.controller.view.presenting:
            evening.press("Esc", frees=True)
    evening.leave_tool()


def _edit(evening: Evening) -> None:
    if not evening.window.on_demand.form.isVisible():
        _leave(evening)
        evening.do("edit.values", frees=True)


def _present(evening: Evening) -> None:
    if not evening.controller.view.presenting:
        _leave(evening)
        evening.do("view.present", frees=True)


def _draw(evening: Evening) -> None:
    view = evening.controller.view
    if evening.popovers or view.presenting or view.tool != "walls":
        _leave(evening)
        evening.take("walls")


STATES: dict[str, Callable[[Evening], None]] = {
    "a question": _ask,
    "the editor": _edit,
    "the players' view": _present,
    "a tool in hand": _draw,
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("evening", [(1280, 720)], ids=["1280x720"], indirect=True)
def test_every_key_in_every_state(evening: Evening, state: str) -> None:
    """Nothing is raised, the map and the panels show the fight, and the fight can be gone on with.

    What a key does in a state is told elsewhere; here it does no harm.
    """
    evening.start(sample_fights()[0])
    for action in list(evening.window.window_actions.shortcuts):
        keys = evening.window.window_actions.shortcuts.keys(action.id)
        if not keys or action.id in LEFT_OUT:
            continue
        STATES[state](evening)
        evening.press(keys[0], frees=True)
    _leave(evening)
    evening.is_saved()
    evening.close()
