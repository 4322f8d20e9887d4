"""Power cuts: the program ends in the middle of a question, and goes on there the next time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.storage.new_open_and_sample_fights import sample_fights

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.evening import Evening


def test_killed_while_dice_are_wanted(evening: Evening) -> None:
    """Dice on the table are asked for again after a power cut, and nobody else rolls them."""
    evening.start(sample_fights()[0])
    evening.do("fight.dice")
    evening.press("1")
    evening.click((10, 16))
    evening.press("Return")
    evening.answer("No reaction")
    assert evening.dice_wanted == [2]
    evening.dice(6)

    # The first die lay on the table, the second was in the hand.
    evening.kill()
    evening.start()
    assert evening.dice_wanted == []
    evening.menu("File", "Unfinished fights", "Raid on the Drowned Heron\u2026")
    assert evening.dice_wanted == [2]
    assert evening.popover is evening.window.on_demand.question

    # On it goes: both dice, then those of the damage.
    evening.dice(6, 6)
    damage = evening.dice_wanted
    assert damage, "the damage is rolled on the table too"
    evening.dice(*[2] * sum(damage))
    for _question in range(4):
        if evening.is_asked:
            evening.press("Return")
    assert not evening.is_asked
    assert evening.controller.system.cards.vital(evening.encounter, "reck").points != 10
    evening.is_saved()
    evening.close()


def test_killed_while_somebody_is_asked(evening: Evening, tmp_path: Path) -> None:
    """A fight with a name is opened by its file; the question stands there, its sheet is gone."""
    evening.start(sample_fights()[0])
    file = tmp_path / "heron.gridwar"
    evening.save_as(file)
    evening.press("1")
    evening.click((10, 16))
    evening.dice(5, 4)
    evening.press("Return")
    asked = evening.question
    evening.kill()

    evening.start(file)
    assert asked.chances
    asked = replace(asked, chances=frozendict())
    assert evening.question == asked
    assert evening.application.file.path == file

    # A note leaves the question open; Esc takes the note back, and then the shot.
    evening.note("He shouts")
    assert evening.question == asked
    evening.press("Esc")
    assert evening.question == asked
    evening.press("Esc")
    assert not evening.is_asked
    evening.is_saved()
    evening.close()
