"""What an action is for, as its offer says, is what comes of it when it is played."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import Role
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.session.session import Session
from tests.contract.test_play import answered, crowd
from tests.slow.playing.moments import Moment
from tests.slow.playing.reading import declared, offered
from tests.slow.playing.scripted import perform
from tests.support.every_system import every_id, find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

SEEDS = 3
"""With so many rolls each attempt is played."""
PEOPLE = 8
"""So many of the samples act, each towards a foe beside it."""
FEWER = {"arrgs": 4}
"""Where so many do: an act takes longest there to play."""
NO_HARM = frozenset({"freeform", "fluid"})
"""Systems in which nothing that somebody does hurts: harm is entered by the game master."""
GOING = frozenset({Role.MOVE, Role.LEAVE, Role.STRIKE})
BESIDES = {
    ("arrgs", "reposition", "hurts"),  # whoever is pushed against something collides with it
    ("cepheus", "grapple", "moves"),  # what it comes to is chosen after the roll
}
"""What comes of an action besides what it is for."""


def weakest_foe(system: System, now: Encounter, who: str) -> str:
    """Return the foe with the fewest points who is not out."""
    foes = [one.id for one in now.everyone() if now.are_foes(now[who].side, one.side)]
    left = {one: system.cards.vital(now, one) for one in foes}
    standing = [one for one in foes if not left[one].out]
    return min(standing, key=lambda one: (left[one].points, one))


def beside(system: System, now: Encounter, who: str, whom: str) -> Encounter:
    """Return a fight with somebody in their turn in the square beside another."""
    if TakeTurn in handlers_of(system):
        outcome = perform(system, now, TakeTurn(actor=who), dice=SeededDice(1)).outcome
        now = outcome.encounter if isinstance(outcome, Accepted) else now
    one, at = now[who], now[whom].pos
    assert at is not None
    return now.with_combatant(one.replace(pos=at.shifted(-one.size[0], 0)))


def attempts(now: Encounter, who: str, whom: str, action: Action) -> Iterator[Target]:
    """Yield what could be chosen for an action: a foe beside, its square, a step away."""
    at, foe = now[who].pos, now[whom].pos
    assert at is not None
    assert foe is not None
    for way in ((at.shifted(0, 1),), (at.shifted(0, -1),), (foe,)):
        yield Target(whom, foe, way, (whom,), frozenset({foe}), 90.0)
        if "path" not in action.needs:
            return


def came_of(system: System, now: Encounter, who: str, whom: str) -> Iterator[tuple[Action, str]]:
    """Yield what somebody could do, each time it hurt somebody else or moved its actor."""
    acts = [one for one in declared(system) if not one[1].about]
    for _kind, _offer, action in offered(Moment(system, now), who, acts):
        for target in attempts(now, who, whom, action) if action.refusal is None else ():
            for seed in range(SEEDS):
                dice = SeededDice(seed)
                played = perform(system, now, action.make(target), dice=dice, table=StrictTable)
                if isinstance(played.outcome, Accepted):
                    after = played.outcome.encounter
                    yield action, "is played"
                    if any(
                        is_worse(system, now, after, one) for one in now.combatants if one != who
                    ):
                        yield action, "hurts"
                    if who in after and after[who].pos != now[who].pos:
                        yield action, "moves"
                if not dice.counter:
                    break  # nothing was rolled: it comes to the same with every seed


def is_worse(system: System, before: Encounter, after: Encounter, who: str) -> bool:
    """Return whether somebody lost points or went down."""
    if who not in after:
        return False
    then, now = system.cards.vital(before, who), system.cards.vital(after, who)
    return now.points < then.points or (now.out and not then.out)


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_done_is_what_the_offer_is_for(system_id: str) -> None:
    """What hurts somebody else strikes, and what moves its actor moves, leaves or strikes."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    if BeginFight in handlers_of(system):
        session.submit(BeginFight())
        answered(session)
    now = session.encounter
    found = defaultdict[str, set[tuple[Role, str]]](set)
    people = sorted(now.combatants)
    for who in people[: FEWER.get(system_id, PEOPLE)]:
        whom = weakest_foe(system, now, who)
        for action, what in came_of(system, beside(system, now, who, whom), who, whom):
            found[what].add((action.role, action.id.partition(":")[0]))
    assert found["is played"]
    assert found["moves"]
    others = {
        (system_id, id, what)
        for what, roles in {"hurts": {Role.STRIKE}, "moves": GOING}.items()
        for role, id in found[what]
        if role not in roles
    }
    assert others == {one for one in BESIDES if one[0] == system_id}
    assert bool(found["hurts"]) == (system_id not in NO_HARM)


@pytest.mark.parametrize("system_id", every_id())
def test_nobodys_act_is_for_nothing(system_id: str) -> None:
    """What happens to somebody, or to the fight as a whole, has the role other."""
    for command, offer in declared(find(system_id)):
        is_act = command.model_fields["actor"].is_required() and not offer.about
        assert is_act or offer.role is Role.OTHER, command.kind


@pytest.mark.parametrize("system_id", every_id())
def test_a_path_is_gone(system_id: str) -> None:
    """What needs a path moves, gets away, or strikes at its end."""
    for command, offer in declared(find(system_id)):
        if "path" in offer.fields:
            assert offer.role in GOING, command.kind
