"""Back and forth: what was done is changed and undone long after, and nothing is lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.support.evening import witness

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from tests.support.evening.evening import Evening


def test_undo_far_back_and_forth_and_branches(evening: Evening) -> None:
    """Ten commands are undone and redone exactly; another one begins a branch, which is kept."""
    evening.start(sample_fights()[2])  # freeform: every command counts at once
    states: list[Encounter] = [evening.encounter]

    rows = [evening.last_row]

    def note() -> None:
        states.append(evening.encounter)
        rows.append(evening.last_row)

    x, y = evening.stands("ordo")
    evening.click((x, y), selects="ordo")
    for step in range(1, 4):
        evening.drag((x + step - 1, y), (x + step, y))
        note()
    for text in ("-2", "+1"):
        evening.quick(text)
        note()
    evening.condition("Dazed")
    note()
    evening.do("edit.hide")
    note()
    evening.do("fight.next", frees=True)
    note()
    assert all(one != other for one, other in pairwise(states))

    for state in reversed(states[:-1]):
        evening.do("edit.undo", frees=True)
        assert evening.encounter == state
    for state in states[1:]:
        evening.do("edit.redo", frees=True)
        assert evening.encounter == state

    # By the log, from the end to the third command and back to the last.
    last = evening.last_row
    evening.click_log(rows[3], "node")
    assert evening.encounter == states[3]

    # Something else instead: the line before stays as a branch, and is gone back to by a click.
    evening.click(evening.stands("mads"), selects="mads")
    evening.quick("-4")
    other = evening.encounter
    branches = [one for one in evening.window.log._entries if one.branches]
    assert branches, "the line before is offered in the log"
    evening.click_log(branches[0].row_id, "branch")
    assert evening.last_row == last
    witness.same_fight(evening.encounter, states[-1])
    evening.do("edit.undo", frees=True)
    assert other != evening.encounter
    evening.is_saved()
    evening.close()


def test_a_shot_is_changed_after_others_have_acted(evening: Evening) -> None:
    """The pencil far back changes the shot with its dice, and what came after stands again."""
    evening.start(sample_fights()[0])
    whole = evening.controller.system.cards.vital(evening.encounter, "reck").points
    evening.press("1")
    evening.click((10, 16))
    evening.dice(6, 6)
    evening.press("Return")
    evening.answer("No reaction")
    for _question in range(6):
        if evening.is_asked:
            evening.press("Space" if evening.window.on_demand.question.page is None else "Return")
    shot = evening.last_row
    hurt = evening.encounter["reck"]
    x, y = evening.stands("maro")
    evening.drag((x, y), (x + 1, y), (x + 1, y + 1))
    stood = evening.stands("maro")
    evening.quick("-1")

    evening.click_log(shot, "pencil")
    evening.press("+")
    evening.write("cover\t-9")
    evening.press("Return", "Return")
    assert evening.controller.system.cards.vital(evening.encounter, "reck").points == whole
    assert evening.stands("maro") == stood
    evening.do("edit.undo", frees=True)
    assert evening.encounter["reck"] == hurt
    evening.is_saved()
    evening.close()
