"""A round of Cepheus: shots with real dice, a dodge, overruling, delay, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def test_a_shot_with_real_dice(evening: Evening) -> None:
    """Maro shoots with dice on the table, and the shot is overruled with the same dice."""
    evening.start(sample_fights()[0])
    system = evening.controller.system

    def points(who: str) -> int:
        found = system.cards.vital(evening.encounter, who).points
        assert found is not None
        return found

    # A shot given up again: nothing has happened.
    before = evening.encounter
    evening.press("1")
    evening.click((10, 16))
    evening.press("Esc")
    assert evening.encounter is before

    # The first of the actions, a click, the dice; what the target answers; the dice of the damage.
    whole = points("reck")
    evening.press("1")
    evening.click((10, 16))
    evening.dice(6, 5)
    evening.press("Return")
    assert evening.question.title == "How does Tomas Reck react?"
    evening.answer("Dodge")
    assert evening.dice_wanted == [4]
    evening.dice(1, 1, 2, 1)
    assert evening.question.title == "Tomas Reck: where do 5 points go?"
    evening.press("Return")
    assert not evening.is_asked
    hurt = points("reck")
    assert hurt < whole
    shot = evening.last_row
    evening.is_saved()

    # "He had cover": the same dice, one line more, no hit; undo gives the blow back.
    evening.click_log(shot, "pencil")
    evening.press("+")
    evening.write("cover\t-6")
    evening.press("Return")
    evening.press("Return")
    assert points("reck") == whole
    evening.do("edit.undo")
    assert points("reck") == hurt
    evening.close()


def test_delays_conditions_and_the_end_of_a_round(evening: Evening) -> None:
    """One holds back, another is shaken, and whoever waits is asked before the round ends."""
    evening.start(sample_fights()[0])
    evening.do("fight.next", frees=True)

    # The next one delays.
    waits = evening.encounter.turn
    assert waits is not None
    evening.act("Delay", frees=True)
    assert evening.encounter.turn != waits
    row = next(
        one for one in evening.window.order.list.records.items if getattr(one, "id", "") == waits
    )
    assert getattr(row, "section", "") == "Delaying"
    walks = evening.encounter.turn
    assert walks is not None

    # A condition by its popover: the one it is for stays selected when the popover closes.
    evening.press("Ctrl+E")
    evening.write("Shaken")
    evening.press("Return")  # chosen
    evening.press("Return")  # set
    assert [one.name for one in evening.encounter[walks].effects] == ["Shaken"]
    evening.press("Ctrl+E", "Esc")
    assert evening.controller.view.selected == (walks,)

    # On to the next round; whoever waits is asked before it ends.
    for _turn in range(12):
        if evening.encounter.round > 2:
            break
        if evening.is_asked:
            evening.press("1", frees=True)
        else:
            evening.do("fight.next", frees=True)
    assert evening.encounter.round == 3
    evening.close()
