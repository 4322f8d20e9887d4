"""What procedures read of the map they read before their first roll, in every system.

A chart works equal situations out once; where a place is read after the first roll it has to work
square by square. What a rule has to look at later (who falls once somebody is dead) it asks as a
question of places, which is asked anew for each square.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pytest

from gridwar.engine.insight.places_asked import PlacesAsked
from gridwar.engine.insight.watch import WatchedExplorer, watching
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.questions_of_places import hearing
from gridwar.engine.odds.odds_outcomes import Limits, OddsRefused, TooManyRuns
from gridwar.engine.play.preview_and_named_outcomes import preview
from tests.contract.scenario import scenario
from tests.support.every_system import every_id
from tests.support.going_there import offered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.command import Command
    from tests.contract.scenario import Scenario

MOST: Final = 4
"""Attacks tried a system, beside the scenario's own."""
FEW: Final = Limits(runs=1000)


def attacks(here: Scenario) -> Iterator[Command]:
    """Yield the scenario's own command with dice, and the first attacks offered there."""
    if here.chances is not None:
        yield here.chances
    actions = offered(here.system, here.start, here.actor)
    kinds: dict[str, Action] = {}
    for action in actions:
        kinds.setdefault(action.id.partition(":")[0], action)
    for action in dict.fromkeys((*actions[:MOST], *kinds.values())):
        for other in here.start.combatants:
            if other != here.actor:
                yield action.make(Target(combatant=other))


@pytest.mark.parametrize("system_id", every_id())
def test_attacks_read_places_before_their_first_roll(system_id: str) -> None:
    """None reads where anybody is once dice are rolled: what does is named, function and field."""
    here, found = scenario(system_id), dict[str, frozenset[str]]()
    for command in attacks(here):
        seen, actor = preview(here.system, here.start, command), command.actor
        if seen.refusal is not None or actor is None:
            continue
        if seen.after[actor].pos != here.start[actor].pos:  # as in a charge: it is in no chart
            continue
        asked = PlacesAsked(seen.after, tuple(here.start.combatants))
        with watching() as readers, hearing(asked), suppress(OddsRefused, TooManyRuns):
            WatchedExplorer(here.system, here.start, command, {}, FEW).run()
        if readers:
            found[command.kind] = found.get(command.kind, frozenset()) | readers
    assert found == {}


@pytest.mark.parametrize("system_id", every_id())
def test_attacks_that_move_first_do_so_from_everywhere(system_id: str) -> None:
    """A kind of attack that has moved its actor before its first roll says so in its offer."""
    here = scenario(system_id)
    one = here.start[here.actor]
    moving: dict[str, set[bool]] = {}
    for x in range(-3, 4):
        if one.pos is None:
            continue
        placed = here.start.with_combatant(one.replace(pos=one.pos.shifted(x, 0)))
        for command in attacks(here):
            seen = preview(here.system, placed, command)
            if seen.refusal is None and command.actor == here.actor:
                moved = seen.after[here.actor].pos != placed[here.actor].pos
                moving.setdefault(command.kind, set()).add(moved)
    assert all(len(ways) == 1 for ways in moving.values())
    told = {
        action.make(Target(combatant=other)).kind: action.moves_first
        for action in offered(here.system, here.start, here.actor)
        for other in here.start.combatants
        if other != here.actor
    }
    assert {kind: ways == {True} for kind, ways in moving.items()}.items() <= told.items()
