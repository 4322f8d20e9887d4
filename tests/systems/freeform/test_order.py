"""Freeform's order is the GM's own: typed, or dragged."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.session.session import Session
from gridwar.model.raw_parts import RawSheet
from gridwar.storage.json_codec import data_of
from gridwar.systems import find_system
from gridwar.systems.freeform.movement_and_order import CYCLE, Reorder
from gridwar.systems.freeform.sheet_and_events import FreeformSheet
from tests.support.fights import on_board


def table(*initiatives: int) -> Session:
    """Return a session with combatants a, b, c … of these initiatives."""
    encounter = on_board("freeform", hero=(1, 1))
    hero = encounter["hero"]
    people = {
        name: hero.replace(id=name, sheet=FreeformSheet(initiative=value))
        for name, value in zip("abcdef", initiatives, strict=False)
    }
    return Session(find_system("freeform"), encounter.replace(combatants=frozendict(people)))


@pytest.mark.parametrize(
    ("initiatives", "who", "before", "order"),
    [
        ((9, 7, 5), "c", "a", "cab"),
        ((9, 7, 5), "c", "b", "acb"),
        ((9, 7, 5), "a", "", "bca"),
        ((0, 0, 0), "c", "b", "acb"),
        ((3, 2, 2, 2), "d", "c", "abdc"),
    ],
)
def test_a_dragged_row_stands_where_it_was_put(
    initiatives: tuple[int, ...], who: str, before: str, order: str
) -> None:
    """The order is as dragged, whatever the numbers were; one undo brings it back."""
    fight = table(*initiatives)
    old = CYCLE.ids(fight.encounter)
    fight.submit(Reorder(who=who, before=before))
    assert "".join(CYCLE.ids(fight.encounter)) == order
    fight.undo()
    assert CYCLE.ids(fight.encounter) == old


def test_dragging_keeps_the_sheet_of_a_system_that_is_not_here() -> None:
    """A sheet nobody can read stays as it was, with the typed initiative beside it."""
    fight = table(9, 7)
    strangers = {
        who: one.replace(sheet=RawSheet(data='{"vigour": 3}'))
        for who, one in fight.encounter.combatants.items()
    }
    adopted = fight.encounter.replace(combatants=frozendict(strangers))
    fight = Session(find_system("freeform"), adopted)
    fight.submit(Reorder(who="b", before="a"))
    assert CYCLE.ids(fight.encounter) == ("b", "a")
    assert data_of(fight.encounter["b"].sheet) == {"vigour": 3}
