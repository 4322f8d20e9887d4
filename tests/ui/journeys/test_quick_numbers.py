"""A freeform fight on a blank page: points and words for many, typed over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def points(evening: Evening) -> list[int | None]:
    """Return the points of everybody, in the order in which they came."""
    now, system = evening.encounter, evening.controller.system
    return [system.cards.vital(now, who).points for who in now.combatants]


def test_quick_numbers_for_many(evening: Evening) -> None:
    """Three are added, selected together, and hurt, healed, set, halved and named at once."""
    evening.start()
    evening.begin_with("Freeform")
    evening.right_click((10, 8), "Add to the fight", "Party", "Foe")
    for x in (12, 14):
        evening.right_click((x, 8), "Add to the fight", "Foes", "Foe")
    assert len(evening.encounter.combatants) == 3
    hero, foe, other = evening.encounter.combatants

    evening.click(evening.stands(hero), selects=hero)
    evening.quick("-3")
    full = points(evening)[1]
    assert full is not None
    assert points(evening)[0] == full - 3

    evening.do("edit.all", hero, foe, other)
    evening.quick("-4")
    assert points(evening) == [full - 7, full - 4, full - 4]
    evening.quick("+2")
    assert points(evening) == [full - 5, full - 2, full - 2]
    evening.quick("=6")
    assert points(evening) == [6, 6, 6]
    evening.quick("/2")
    assert points(evening) == [3, 3, 3]

    # A word is a condition; typed in the field of the card it is offered and ends the same way.
    evening.condition("Dazed")
    assert all(one.effects[0].name == "Dazed" for one in evening.encounter.everyone())
    evening.do("edit.undo")
    assert not any(one.effects for one in evening.encounter.everyone())

    # What means nothing is told where it was typed, and changes nothing; Esc gives it up.
    before = evening.encounter
    evening.quick("=many")
    assert evening.controller.view.quick_error
    evening.press("Esc")
    assert evening.encounter is before

    # Four times back, and forth again.
    for _step in range(4):
        evening.do("edit.undo")
    assert points(evening) == [full - 3, full, full]
    for _step in range(4):
        evening.do("edit.redo")
    assert points(evening) == [3, 3, 3]

    # The first turn, and everybody is out of it at once.
    evening.do("fight.next", frees=True)
    evening.do("edit.all", hero, foe, other)
    evening.quick("=0")
    assert points(evening) == [0, 0, 0]
    evening.close()
