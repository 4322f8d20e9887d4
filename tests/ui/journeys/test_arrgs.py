"""A round of ARRGS: a charge with those who may strike on the way, a spell on many, a mount."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def test_a_charge_past_pikes(evening: Evening) -> None:
    """Dame Aldis rides at the pikes: the way is walked, the strikes are asked, undo brings back."""
    evening.start(sample_fights()[6])
    before = evening.encounter
    start = evening.stands("aldis")
    evening.act("Charge")
    evening.click(evening.stands("pike-1"))
    assert evening.popover is evening.window.on_demand.attack
    evening.press("Return", frees=True)
    answer_all(evening)
    assert evening.stands("aldis") != start
    assert evening.stands("thunder") == evening.stands("aldis")
    evening.is_saved()
    for _step in range(30):
        if evening.encounter == before:
            break
        evening.do("edit.undo", frees=True)
    assert evening.encounter == before
    evening.close()


def test_a_fireball_on_many(evening: Evening) -> None:
    """The spell is found by its name, aimed at a square, and those caught are hurt together."""
    evening.start(sample_fights()[7])
    system = evening.controller.system
    foes = ("toll-1", "toll-2", "toll-3")
    before = [system.cards.vital(evening.encounter, who).points for who in foes]
    evening.find("fireball")
    evening.hover((36, 9))
    evening.click((36, 9))
    assert evening.popover is evening.window.on_demand.attack
    evening.press("Return", frees=True)
    assert answer_all(evening), "those caught are asked"
    after = [system.cards.vital(evening.encounter, who).points for who in foes]
    assert after != before
    evening.is_saved()
    evening.close()


def test_a_walk_past_a_sculk(evening: Evening) -> None:
    """Whoever may strike is named on the way, asked in the exact square, and passed all at once."""
    evening.start(sample_fights()[1])
    x, y = evening.stands("halle")
    evening.hands.hold(*map(evening.place, ((x, y), (x + 2, y), (x + 6, y))))
    assert evening.controller.view.plan is not None
    evening.press("Esc")
    evening.hands.let_go(evening.place((x + 6, y)))
    assert evening.stands("halle") == (x, y)
    evening.drag((x, y), (x + 2, y), (x + 6, y))
    assert evening.is_asked
    assert evening.stands("halle") != (x + 6, y)
    answer_all(evening)
    evening.is_saved()
    evening.close()
