"""The order as the panel shows it: places with their counts, and how each stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import Slot
from gridwar.systems.cepheus.core.order import (
    bracket_rest,
    count_of,
    delaying,
    groups,
    is_gone,
    present_sheet,
)
from gridwar.systems.cepheus.core.order import (
    in_order as placed,
)
from gridwar.systems.cepheus.core.state import (
    is_busy,
    sheet_of,
    takes_turns,
)

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

SlotState = Literal["waiting", "turn", "acted", "delaying", "out"]


def slots_of(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the places of this round, first to last, those who are out at the end.

    Rules: CE-RND-03
    """
    inside = [
        who
        for who in placed(encounter)
        if not is_gone(encounter, who) or who in bracket_rest(encounter)
    ]
    out = [
        one.id
        for one in encounter.combatants.values()
        if not one.aside and (takes_turns(sheet_of(one)) or not encounter.round)
    ]
    held = set(delaying(encounter))
    slots: list[Slot] = []
    for group in groups(encounter, inside):
        count = f"{count_of(encounter, group[0])}"
        parts = _by_state(encounter, group, held)
        slots += (Slot(ids, count, state) for state, ids in parts)
    return (*slots, *(Slot((who,), "", "out") for who in out if who not in inside))


def _by_state(
    encounter: Encounter, group: tuple[str, ...], held: set[str]
) -> list[tuple[SlotState, tuple[str, ...]]]:
    """Split those of one count: who waits together acts together."""
    found: list[tuple[SlotState, tuple[str, ...]]] = []
    waiting: tuple[str, ...] = ()
    for who in group:
        state: SlotState = "waiting"
        if who == encounter.turn:
            state = "turn"
        elif who in held:
            state = "delaying"
        elif present_sheet(encounter, who).acted or is_busy(present_sheet(encounter, who)):
            state = "acted"
        if state == "waiting":
            waiting = (*waiting, who)
        else:
            found.append((state, (who,)))
    return [*found, ("waiting", waiting)] if waiting else found
