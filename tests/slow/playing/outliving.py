"""Whether time passes for what hangs on somebody who goes out, is set aside, or leaves.

The fight goes on for some rounds in which nobody does anything, once as it is and once with one of
its combatants gone. What ended of itself the first time, whatever the dice, has to end the second
time too: a stun, a bubble, an area, a tie, a readied action, an evasion.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.play.play_outcome import Accepted
from tests.slow.playing.fault import Fault
from tests.slow.playing.moments import Moment
from tests.slow.playing.scripted import Deed, perform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

_ROUNDS = 3
_MOST_TURNS = 80
_SEEDS = range(1, 7)
_BLOWS = (1, 2, 4, 12)
"""By how many times its points somebody is brought down."""
_MARKS = (bool, str, tuple, frozenset)
Lasting: TypeAlias = "tuple[str, ...]"
"""What lasts: its kind, whose it is, its name."""


def ways_out(moment: Moment, who: str) -> Iterator[tuple[str, Command]]:
    """Yield how a combatant may be gone at any moment, in a word and as a command.

    Args:
        moment: The fight.
        who: The combatant.
    """
    points = abs(moment.card(who).points) + 1
    for times in _BLOWS:
        command = ChangePool(who=(who,), add=-points * times)
        after = _after(moment.system, moment.now, command, 0)
        if after is not None and moment.system.cards.card(after, who).out:
            yield "is out", command
            break
    aside = SetValue(who=(who,), field="aside", value=json.dumps(True))
    yield "is set aside", aside
    yield "has left", RemoveCombatants(who=(who,))


def what_outlives(moment: Moment, who: str) -> Iterator[Fault]:
    """Find what ends of itself with a combatant there and stays where it is gone.

    Args:
        moment: A fight under way.
        who: The combatant.
    """
    system, now = moment.system, moment.now
    ended = _ended(system, now, 1, who)
    if ended:
        ended &= _ended(system, now, 2, who)
    if not ended:
        return
    for word, command in ways_out(moment, who):
        gone = _after(system, now, command, 0)
        if gone is None:
            continue
        left = _lasting(system, gone, who) & ended
        for seed in _SEEDS:
            if left:  # what a check ends, such as waking, may have bad luck
                left -= _ever_gone(system, gone, seed, who)
        for one in sorted(left):
            about = f"{one[0]} {one[-1]}, {word}"
            yield Fault("it never ends", about, " ".join((who, *one)), Deed(command))


def _ended(system: System, now: Encounter, seed: int, who: str) -> set[Lasting]:
    """Return what lasts and is gone after some rounds in which nobody acts."""
    last = [now, *_rounds(system, now, seed)][-1]
    is_through = last.round >= now.round + _ROUNDS
    if who in last and last[who].pos != now[who].pos:
        return set()  # a machine that nobody minds moves on: what ends may end by that
    return _lasting(system, now, who) - _lasting(system, last, who) if is_through else set()


def _ever_gone(system: System, now: Encounter, seed: int, who: str) -> set[Lasting]:
    """Return what lasts and is gone at any moment of those rounds."""
    lasting = _lasting(system, now, who)
    found: set[Lasting] = set()
    for after in _rounds(system, now, seed):
        found |= lasting - _lasting(system, after, who)
    return found


def _rounds(system: System, now: Encounter, seed: int) -> Iterator[Encounter]:
    """Yield how a fight stands at each turn of some rounds."""
    last = now
    for turn in range(_MOST_TURNS):
        after = _after(system, last, core.NextTurn(), seed + turn)
        if after is None:
            return
        yield after
        last = after
        if last.round >= now.round + _ROUNDS:
            return


def _after(system: System, now: Encounter, command: Command, seed: int) -> Encounter | None:
    outcome = perform(system, now, command, dice=SeededDice(seed)).outcome
    return outcome.encounter if isinstance(outcome, Accepted) else None


def _lasting(system: System, now: Encounter, who: str) -> set[Lasting]:
    """Return what lasts on all but one combatant: effects, badges, turn state, ties, areas."""
    moment = Moment(system, now)
    found: set[Lasting] = set()
    for one in now.combatants.values():
        if one.id == who or one.aside:
            continue
        found |= {("effect", one.id, it.id) for it in one.effects if it.ends != "never"}
        found |= {("badge", one.id, it.icon) for it in moment.card(one.id).badges}
        found |= {("field", one.id, *it) for it in _turn_state(system, one)}
    found |= {("tie", one.a, one.b, one.label) for one in moment.scenery.ties}
    found |= {("area", one.key.split(":")[0], one.key) for one in moment.areas}
    found |= {("mark", str(one.cell), one.icon) for one in moment.scenery.marks}
    return found


def _turn_state(system: System, one: Combatant) -> Iterator[tuple[str, str]]:
    """Yield the marks on a sheet that belong to a fight: value and name; no counts of a turn."""
    fields = type(one.sheet).model_fields
    for name in sorted(system.data.fight_fields & fields.keys()):
        value = getattr(one.sheet, name)
        if isinstance(value, _MARKS) and value != fields[name].get_default(
            call_default_factory=True
        ):
            yield repr(value), name
