"""A small fight of the percentile rules for tests: Ada against Tor and whoever else is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit import Move
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.command import Adjustments, Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.conditions import effect_of
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSwitches
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.kit import Tally
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

WAIVED = Adjustments(waived=frozenset({"no_action_left"}))
ALONG = tuple((x, 5) for x in range(6, 30))
"""A way to the right from where Ada stands."""
GUN = PercentileWeapon(
    id="gun",
    name="gun",
    kind="ranged",
    damage=DamageDice(count=1, sides=10, flat=3),
    pen=1,
    range_cells=30,
    hit_rating=10,
)
SWORD = PercentileWeapon(
    id="sword", name="sword", damage=DamageDice(count=1, sides=10, flat=2), pen=2, hit_rating=3
)


def one(
    who: str, at: tuple[int, int], *conditions: str, side: str = "2", **sheet: Any
) -> Combatant:
    """Return a combatant with conditions on, by what of the sheet is not as usual."""
    sheet.setdefault("wounds_full", sheet.get("wounds", 10))
    made = Combatant(
        id=who, name=who.title(), side=side, pos=Cell(*at), sheet=PercentileSheet(**sheet)
    )
    effects = tuple(effect_of(SYSTEM.new_encounter(), name) for name in conditions)
    return made.replace(effects=effects)


def fight(*people: Combatant, turn: str = "ada", **switches: Any) -> Encounter:
    """Return round 1 of a fight in which it is somebody's turn, with some house rules."""
    everyone = frozendict({person.id: person for person in people})
    begun = SYSTEM.new_encounter().replace(
        combatants=everyone, switches=PercentileSwitches(**switches), round=1, turn=turn
    )
    ready = {
        who: person.replace(sheet=person.sheet.replace(initiative=5, tie_rolls=(30, -at)))
        for at, (who, person) in enumerate(everyone.items())
    }
    return begun.replace(combatants=frozendict(ready))


def ada(*weapons: PercentileWeapon, at: tuple[int, int] = (5, 5), **sheet: Any) -> Combatant:
    """Return Ada, who acts, with weapons; a sword and a gun unless others are named."""
    return one("ada", at, side="1", weapons=weapons or (SWORD, GUN), **sheet)


def tor(*conditions: str, at: tuple[int, int] = (6, 5), **sheet: Any) -> Combatant:
    """Return Tor, the foe in the next square."""
    return one("tor", at, *conditions, **sheet)


def walled(start: Encounter, x: int, top: int = 0, bottom: int = 20) -> Encounter:
    """Return a fight with a closed wall at the left of a column, from one row down to another."""
    ends = (Point(x * SUBCELL, top * SUBCELL), Point(x * SUBCELL, bottom * SUBCELL))
    return start.replace(map=start.map.with_walls([Wall(id="w", a=ends[0], b=ends[1])]))


def session(start: Encounter, *faces: int) -> Session:
    """Return a session with scripted dice and a strict table."""
    return Session(SYSTEM, start, dice=ScriptedDice(faces), table=StrictTable)


@dataclass(frozen=True)
class Played:
    """A command that was played to its end: the session it was played in, and what came of it."""

    session: Session
    outcome: Accepted

    @property
    def encounter(self) -> Encounter:
        """The fight after it."""
        return self.session.encounter

    @property
    def result(self) -> Any:
        """What its procedure returned."""
        return self.outcome.result

    @property
    def traces(self) -> list[Trace]:
        """The lines of the log."""
        return [event.trace for event in self.outcome.events if isinstance(event, Explained)]

    @property
    def log(self) -> str:
        """The headlines of the log with their results, a line each."""
        return "\n".join(f"{trace.title}: {trace.result}" for trace in self.traces)

    def trace(self, title: str) -> Trace:
        """Return the first line of the log whose headline holds some words."""
        return next(trace for trace in self.traces if title in trace.title)

    def sheet(self, who: str) -> PercentileSheet:
        """Return a sheet as it is now."""
        return sheet_of(self.encounter.combatants[who])

    def has(self, who: str, condition: str) -> bool:
        """Return whether a condition is on somebody."""
        return self.encounter.combatants[who].has_effect(condition)

    def next(self, command: Command, *faces: int, **answers: str | dict[str, int]) -> Played:
        """Play another command after it, as ``play`` does."""
        return play(self.encounter, command, *faces, **answers)


def play(
    start: Encounter, command: Command, *faces: int, **answers: str | dict[str, int]
) -> Played:
    """Play a command to its end; it must not be refused, and use all dice.

    Args:
        start: The fight before.
        command: What is played.
        faces: The dice, all of them.
        answers: Options, or numbers, by the last part of the question's key (blanks and hyphens as
            underscores); the others get their defaults.
    """
    table = session(start, *faces)
    outcome = table.submit(command)
    while isinstance(outcome, Asking):
        wanted = table.wanted[0]
        name = wanted.key.rpartition("/")[2].replace("-", "_").replace(" ", "_")
        given, answer = answers.get(name), getattr(wanted, "default", Answer())
        if isinstance(given, dict):
            answer = Answer(numbers=frozendict(given))
        elif given is not None:
            answer = Answer(option=given)
        outcome = table.answer(wanted.key, answer)
    assert isinstance(outcome, Accepted), outcome
    assert isinstance(table.dice, ScriptedDice)
    assert not table.dice.left, f"dice left over: {table.dice.left}"
    return Played(table, outcome)


def refusal(start: Encounter, command: Command) -> str:
    """Return the code with which a command is refused; it must be."""
    outcome: Outcome = session(start).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def total(start: Encounter, command: Any) -> int:
    """Return the target number of an attack."""
    return next(sum.total for sum in preview(SYSTEM, start, command).tallies if not sum.aside)


def lines(start: Encounter, command: Any) -> list[tuple[str, int]]:
    """Return the lines of an attack's sum: rule and value."""
    sums: list[Tally] = [one for one in preview(SYSTEM, start, command).tallies if not one.aside]
    return [(line.rule_id, line.value) for line in sums[0].lines]


def move(*path: tuple[int, int], mode: str = "", climbs: tuple[int, ...] = ()) -> Move:
    """Return a move of Ada."""
    return Move(actor="ada", path=tuple(Cell(*at) for at in path), mode=mode, climbs=climbs)
