"""``python -m tests.slow.figures``: what the hardest slices of the rules cost.

Prints, for each slice, how many replies a fight of it takes and how long playing them takes, and
how the explored odds compare with every face of the die, or with seeded plays where there are
several dice. Exit 1 where explored and played differ.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from gridwar.dice.dice_sources import ScriptedDice, SeededDice
from gridwar.engine.kit.procedure_requests import Procedure, fold
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits, Outcomes
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer, Command
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM as ARRGS
from gridwar.systems.cepheus import SYSTEM as CEPHEUS
from gridwar.systems.cepheus.attacks.attack_offers import ThrowAt
from gridwar.systems.drive import SYSTEM as DRIVE
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.attack_stages import attack
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.shield_aura_gravity import Aura
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, Weapon
from gridwar.systems.percentile import SYSTEM as PERCENTILE
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from tests.support.exploring import explore
from tests.support.variants import with_handlers
from tests.systems.arrgs.skirmish import board, fighter
from tests.systems.cepheus.firefight import fight, person
from tests.systems.drive.people import duel, shield, shot, volley
from tests.systems.percentile.people import GUN, ada
from tests.systems.percentile.people import fight as shooting
from tests.systems.percentile.people import one as percentile_person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

SEED = 99
PLAYS = 2000
MOST_OFF = 5.0
"""How many standard errors a sampled chance may lie off."""


@dataclass(frozen=True)
class Slice:
    """One hard slice: a command, the answers it gets, and how its odds are checked."""

    title: str
    system: System
    start: Encounter
    command: Command
    answers: Mapping[str, Answer]
    every_face: int = 0
    """Sides of the one die that decides; 0 where there are several dice, or no odds are asked."""
    has_odds: bool = True
    faces: tuple[int, ...] = ()
    """The dice of the play shown; empty for the program's."""

    def dice(self) -> DicePort:
        """Return the dice of the play shown."""
        return ScriptedDice(self.faces) if self.faces else SeededDice(SEED)


class Barrage(Command):
    """Several attacks, one after another, on the same target: for these figures only."""

    kind: ClassVar[str] = "figures.barrage"
    attacks: tuple[Attack, ...]


def barrage(table: Table, command: Barrage) -> Procedure[int]:
    """Play the attacks through the product's own procedure, and count the hits."""
    del table
    hits: int = yield from fold(_one, command.attacks, 0, key="attack")
    return hits


def _one(table: Table, command: Attack, hits: int) -> Procedure[int]:
    blow = yield from attack(table, command)
    return hits + (blow.outcome in ("hit", "critical"))


DRIVE_WITH_BARRAGE = with_handlers(DRIVE, {Barrage: barrage})
"""The drive rules and one command more."""


def slices() -> Iterator[Slice]:
    """Yield the slices."""
    yield explosion()
    yield corridor()
    yield burst()
    yield ten_shots()
    yield ten_shooters()
    yield both_at_once()


def explosion() -> Slice:
    """Return a grenade among one who dodges, one who dives and one who cannot."""
    hardy = {"strength": 12, "dexterity": 12, "endurance": 12}
    combatants = (
        person("mara"),
        person("ada", 6, armor=3, chars=hardy),
        person("bo", 8, armor=3, chars=hardy),
        person("cy", 10, stance="prone", chars=hardy),
    )
    command = ThrowAt(actor="mara", square=Cell(6, 0), weapon="grenade")
    title = "CE-EXP: a grenade and three victims"
    answers = {
        "roll/blast/reaction of ada": Answer(option="dodge"),
        "roll/blast/reaction of bo": Answer(option="dive"),
    }
    faces = (6, 6, 4, 4, 4, 3, 3, 2, 2, 3, 4)
    return Slice(title, CEPHEUS, fight(*combatants), command, answers, faces=faces)


def corridor() -> Slice:
    """Return a walk of 30 cells past 14 foes, each of whom may answer every step."""
    mover = fighter("mover", (0, 10), base_speed=30, total_vitality=400)
    places = ((2 + 2 * n, 9 if n % 2 else 11) for n in range(14))
    foes = (fighter(f"foe {place[0]}", place, "2", aap_max=2) for place in places)
    start = board(mover, *foes).replace(map=BattleMap(width=40, height=20))
    command = Move(actor="mover", path=tuple(Cell(x, 10) for x in range(1, 31)))
    title = "AR-OPP: a walk past 14 foes"
    return Slice(title, ARRGS, start, command, {}, has_odds=False)


def burst() -> Slice:
    """Return a burst of ten hits at one of two, that is dodged."""
    victim = percentile_person("tor", (14, 5), ap=3, wounds=40, dodge=40)
    start = shooting(ada(GUN, bs=120), victim, percentile_person("near", (15, 5), wounds=40))
    answers = {"attack/hits on tor/evasion/evade": Answer(option="dodge")}
    command = Burst(actor="ada", target="tor", weapon="gun", hits=10)
    return Slice("PC-ACT-02: a burst of 10, dodged", PERCENTILE, start, command, answers)


def ten_shots() -> Slice:
    """Return ten shots of one attack through one pool behind three shields."""
    shields = (
        shield("A", "medium", pool="p"),
        shield("B", "medium", pool="p"),
        shield("H", "high", pool="p"),
    )
    target = DriveSheet(defence_tn=40, armour=Armour(lo=15, hi=30), shields=shields)
    start = duel(DriveSheet(weapons=volley(10, 25)), target, pools={"p": 90})
    names = tuple(f"s{number}" for number in range(1, 11))
    command = Attack(actor="a", target="t", mode="ranged", weapons=names, critical="drive")
    return Slice("DR-SHD-18: ten shots, a shared pool", DRIVE, start, command, {}, every_face=100)


def ten_shooters() -> Slice:
    """Return ten attacks in a row through one pool: what a hit costs changes all that follow."""
    target = DriveSheet(
        defence_tn=40,
        armour=Armour(lo=15, hi=30),
        injury_factor=1000,
        shields=(shield("M", "medium", pool="p"), shield("H", "high", pool="h")),
    )
    start = duel(DriveSheet(), target, pools={"p": 40, "h": 60})
    shooters = {
        f"a{n}": Combatant(id=f"a{n}", name=f"A{n}", sheet=DriveSheet(weapons=(shot("heat", 25),)))
        for n in range(10)
    }
    start = start.replace(combatants=start.combatants | shooters, turn=None)
    attacks = tuple(
        Attack(actor=who, target="t", mode="ranged", weapons=("gun",), critical="drive")
        for who in shooters
    )
    title = "DR-SHD-18: ten attacks, two shared pools"
    return Slice(title, DRIVE_WITH_BARRAGE, start, Barrage(attacks=attacks), {})


def both_at_once() -> Slice:
    """Return a blow that may put out its victim, whose aura may put out the striker."""
    sword = Weapon(id="sword", base_damage=20, base_drive=10)
    holder = DriveSheet(defence_tn=12, out_at=20, auras=(Aura(id="x", kind="frost", stored=35),))
    start = duel(DriveSheet(weapons=(sword,), out_at=30), holder)
    command = Attack(actor="a", target="t", weapons=("sword",), critical="drive")
    answers = {"answer_with_aura/answer": Answer(option="x:35")}
    return Slice("DR-AUR-09: both down at once", DRIVE, start, command, answers, every_face=100)


def played(of: Slice, dice: DicePort) -> tuple[Accepted, int]:
    """Play a slice as the program does, a run a reply; return its end and the runs."""
    replies, runs = Replies(), 1
    outcome = play(of.system, of.start, of.command, replies, Options(dice))
    while isinstance(outcome, Asking):
        wanted = outcome.wanted[0]
        assert isinstance(wanted, Question)
        answer = of.answers.get(wanted.key, wanted.default)
        replies = outcome.replies.with_reply(Reply(key=wanted.key, answer=answer))
        outcome = play(of.system, of.start, of.command, replies, Options(dice))
        runs += 1
    assert isinstance(outcome, Accepted), outcome
    return outcome, runs


def by_every_face(of: Slice) -> Outcomes:
    """Play a slice once with each face of its one die."""
    found: dict[object, float] = {}
    for face in range(1, of.every_face + 1):
        end, _runs = played(of, ScriptedDice((face,)))
        facts = of.system.facts(of.start, end.encounter, end.result)
        found[facts] = found.get(facts, 0.0) + 1 / of.every_face
    return Outcomes(tuple(found.items()), of.every_face)  # type: ignore[arg-type]


def fastest(run: Callable[[], object], times: int = 5) -> float:
    """Return the shortest of some runs, in milliseconds of the processor."""
    took = []
    for _time in range(times):
        started = time.process_time()
        run()
        took.append(time.process_time() - started)
    return min(took) * 1000


def worst_error(of: Slice, exact: Outcomes, other: Outcomes) -> float:
    """Return how far the worst chance of an amount lies off: in standard errors where sampled."""
    unit = other.error or 1e-9
    off = [abs(exact.success - other.success)]
    for who in of.start.combatants:
        off.append(abs(exact.down(who) - other.down(who)))
        one, two = dict(exact.distribution(who)), dict(other.distribution(who))
        off += [abs(one.get(n, 0.0) - two.get(n, 0.0)) for n in one.keys() | two.keys()]
    return max(off) / unit


def figures(of: Slice) -> tuple[str, bool]:
    """Return the figures of a slice as text, and whether explored and played agree."""
    end, runs = played(of, of.dice())
    answers = sum(1 for reply in end.replies.by_key().values() if reply.answer is not None)
    rolls = sum(1 for reply in end.replies.by_key().values() if reply.faces is not None)
    took = fastest(lambda: played(of, of.dice()))
    text = f"{of.title}\n  played: {answers} answers and {rolls} rolls, "
    text += f"{runs} runs, {took:.1f} ms in all"
    if not of.has_odds:
        return text, True
    exact = explore(of.system, of.start, of.command, of.answers)
    one = fastest(partial(explore, of.system, of.start, of.command, of.answers))
    text += f"\n  odds: {one:.1f} ms, {exact.runs} runs, {len(exact.items)} outcomes"
    columns = odds(of.system, of.start, of.command).columns
    if len(columns) > 1:
        all_took = fastest(partial(odds, of.system, of.start, of.command), times=3)
        shown = sum(column.outcomes is not None for column in columns)
        text += f"; all {shown} columns {all_took:.1f} ms"
    other = (
        by_every_face(of)
        if of.every_face
        else sample(of.system, of.start, of.command, of.answers, Limits(runs=PLAYS, seed=SEED))
    )
    off = worst_error(of, exact, other)
    how = f"all {of.every_face} faces" if of.every_face else f"{PLAYS} seeded plays"
    by = "the same" if not other.error and off < 1 else f"{off:.1f} standard errors off at worst"
    text += f"\n  against {how}: {by}; success {exact.success:.4f} and {other.success:.4f}"
    return text, off < (MOST_OFF if other.error else 1.0)


def main() -> int:
    """Print the figures of every slice."""
    agree = True
    for one in slices():
        text, fits = figures(one)
        agree = agree and fits
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
