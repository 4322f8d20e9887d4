"""What a check in preparation lets choose: characteristic, difficulty, opponent, what it costs.

Declares only; each option is the very command that would be played with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import CommandChoice, CommandOption
from gridwar.systems.cepheus.command.leading import Lead, MakePlan
from gridwar.systems.cepheus.core.commands import Check
from gridwar.systems.cepheus.core.dms import DIFFICULTY_DMS
from gridwar.systems.cepheus.core.order import is_gone
from gridwar.systems.cepheus.core.sheet import CHARACTERISTICS
from gridwar.systems.cepheus.core.state import characteristic_dm, sheet_of
from gridwar.systems.cepheus.modifiers.bands import distance_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MOST_OPPONENTS: Final = 12
"""Of those who could be the other side of a check, the nearest."""
_PRICES: Final[tuple[tuple[Literal["free", "minor", "significant"], str], ...]] = (
    ("significant", _("Significant action")),
    ("minor", _("Minor action")),
    ("free", _("Nothing")),
)


def check_choices(encounter: Encounter, command: Command) -> Iterator[CommandChoice]:
    """Yield what can be chosen about a check, and about a commander's.

    Rules: CE-CORE-03, CE-CORE-05, CE-CORE-06, CE-MIN-10, CE-SIG-02, CE-INI-04, CE-INI-05
    """
    if not isinstance(command, Check | Lead | MakePlan) or command.actor not in encounter:
        return
    yield _characteristics(encounter, command)
    if isinstance(command, Check):
        if command.opponent is None:
            yield _difficulties(command)
        yield from _opponents(encounter, command)
        yield _prices(command)


def _characteristics(encounter: Encounter, command: Check | Lead | MakePlan) -> CommandChoice:
    scores = sheet_of(encounter[command.actor or ""]).chars
    options = tuple(
        CommandOption(
            name,
            f"{name.capitalize()} {scores.score(name)}",
            command.replace(characteristic=name),
            f"{characteristic_dm(scores.score(name)):+d}",
        )
        for name in CHARACTERISTICS
    )
    return CommandChoice("characteristic", _("With"), options, command.characteristic)


def _difficulties(command: Check) -> CommandChoice:
    options = tuple(
        CommandOption(
            name,
            name.replace("_", " ").capitalize(),
            command.replace(difficulty=name),
            f"{dm:+d}",
        )
        for name, dm in DIFFICULTY_DMS.items()
    )
    return CommandChoice("difficulty", _("Difficulty"), options, command.difficulty)


def _opponents(encounter: Encounter, command: Check) -> Iterator[CommandChoice]:
    """Yield against whom the check may be: both roll, the higher Effect wins."""
    actor = command.actor or ""
    far = {one.id: distance_between(encounter, actor, one.id) for one in encounter.everyone()}
    able = [
        who
        for who, distance in far.items()
        if who != actor and distance is not None and not is_gone(encounter, who)
    ]
    able.sort(key=lambda who: (found.metres if (found := far[who]) is not None else 0.0, who))
    if not able:
        return
    alone = CommandOption("", _("Nobody"), command.replace(opponent=None))
    others = tuple(
        CommandOption(
            who,
            encounter[who].name,
            command.replace(opponent=who, opponent_skill=command.skill, difficulty="average"),
            _("both roll"),
        )
        for who in able[:MOST_OPPONENTS]
    )
    yield CommandChoice("opponent", _("Against"), (alone, *others), command.opponent or "")


def _prices(command: Check) -> CommandChoice:
    options = tuple(
        CommandOption(price, title, command.replace(price=price)) for price, title in _PRICES
    )
    return CommandChoice("price", _("Costs"), options, command.price)
