"""Somebody is removed for good from among those who act at once.

That whoever is removed at any moment is named nowhere is seen by the walk
(``tests/properties/test_walk.py``).
"""

from __future__ import annotations

from frozendict import frozendict

from gridwar.model.encounter import Bracket
from tests.support.fights import on_board


def test_removed_from_a_bracket_of_simultaneous_turns() -> None:
    """Neither the members nor what each of them sees keeps somebody who is gone."""
    start = on_board("cepheus", marine=(3, 3), scout=(5, 3))
    now = start.combatants
    seen = frozendict({"marine": now, "scout": now})
    bracket = Bracket(members=("marine", "scout"), active="marine").replace(seen=seen)
    after = start.replace(bracket=bracket, turn="marine").without(["marine"])
    assert after.turn is None
    assert after.bracket is not None
    assert (after.bracket.members, after.bracket.active) == (("scout",), None)
    assert set(after.bracket.seen) == set(after.bracket.seen["scout"]) == {"scout"}
    assert after.without(["scout"]).bracket is None
