"""A toy system: one procedure for each kind of request, small enough to know the right answers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from frozendict import frozendict

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit.card_order_and_flow import Card, Facts, Pool, Slot, Vital
from gridwar.engine.kit.movement_records import Movement
from gridwar.engine.kit.procedure_requests import (
    Procedure,
    Roll,
    ask,
    ask_all,
    call,
    committed,
    emit,
    fold,
    hand_over,
    play,
    repeat,
    roll,
    roll_all,
)
from gridwar.engine.kit.rule_system import System
from gridwar.engine.kit.rule_system_parts import Board, Cards, Data, Play, Turns
from gridwar.engine.kit.say_and_refuse import require, say
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, Answer, Command
from gridwar.model.events_combatants import CombatantEvent
from gridwar.model.events_turns import BracketClosed, BracketOpened, TurnBegan, TurnEnded
from gridwar.model.question_and_refusal import Option, Question
from gridwar.model.trace import TableRow, TraceTable

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.encounter import Encounter


class ToySheet(Sheet):
    """Hit points, and a bonus."""

    hp: int = 20
    bonus: int = 0


def sheet_of(one: Combatant) -> ToySheet:
    """Return the toy sheet of a combatant."""
    assert isinstance(one.sheet, ToySheet)
    return one.sheet


class Hurt(CombatantEvent):
    """Lost some hit points."""

    kind: ClassVar[str] = "toy.hurt"
    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Take them."""
        return one.replace(sheet=sheet_of(one).replace(hp=sheet_of(one).hp - self.by))


class Strike(Command):
    """2d6 + bonus − dodge of 2 at 8 or more hits for 1d6."""

    kind: ClassVar[str] = "toy.strike"
    target: str


class Volley(Command):
    """Some shots of 1d6 each at a shared shield of 10 points."""

    kind: ClassVar[str] = "toy.volley"
    target: str
    shots: int


class Chain(Command):
    """d6 damage, again on each six."""

    kind: ClassVar[str] = "toy.chain"
    target: str


class Feint(Command):
    """Hurt somebody after a roll that changes nothing, and oneself as much on a 6."""

    kind: ClassVar[str] = "toy.feint"
    target: str


class Contest(Command):
    """Both roll again and again until they differ, after a roll that has a name."""

    kind: ClassVar[str] = "toy.contest"
    target: str


class Bomb(Command):
    """Everybody is asked to duck at once; then 1d6 each, halved for those who duck."""

    kind: ClassVar[str] = "toy.bomb"
    targets: tuple[str, ...]


class Riposte(Command):
    """The target strikes back, its own strike adjusted by ``own``."""

    kind: ClassVar[str] = "toy.riposte"
    target: str
    own: Adjustments = NO_ADJUSTMENTS


class Together(Command):
    """Open a bracket."""

    kind: ClassVar[str] = "toy.together"
    who: tuple[str, ...]


class Begin(Command):
    """Begin the actor's turn, ending another."""

    kind: ClassVar[str] = "toy.begin"
    interrupts: ClassVar[bool] = True


class Close(Command):
    """End the turn and close the bracket."""

    kind: ClassVar[str] = "toy.close"


@dataclass(frozen=True, slots=True)
class Struck:
    """What a strike came to."""

    hit: bool
    damage: int = 0


def strike(table: Table, command: Strike) -> Procedure[Struck]:
    """Ask for a reaction, roll, and hurt on a hit."""
    target = command.target
    attacker = table.now[command.actor or ""]
    yield from require(sheet_of(attacker).hp > 0, "down", "Who is down cannot strike.")
    tally = table.tally("strike")
    tally.line("TOY-1", "Bonus", sheet_of(attacker).bonus)
    answer = yield from ask(
        lambda: Question(
            key="reaction",
            recipient=target,
            title=f"React with {sheet_of(table.now[target]).hp} left?",
            options=(Option("none", "None"), Option("dodge", "Dodge")),
            default=Answer(option="none"),
        )
    )
    if answer.option == "dodge":
        yield from committed()
        tally.line("TOY-2", "Dodge", -2)
    bonus = tally.total
    total = bonus + (
        yield from roll(
            "2d6",
            sum,
            key="strike",
            owner=command.actor,
            label="Strike",
            named=lambda faces: "hit" if faces + bonus >= 8 else "miss",
        )
    )
    if total < 8:
        return Struck(False)
    damage = yield from call(hurt, target, key="damage")
    row = TableRow(label="Damage", values=(damage, sheet_of(table.now[target]).hp), rule_id="TOY-1")
    yield from say(
        table,
        "{who} hurts {whom}",
        who=command.actor,
        whom=target,
        tables=(TraceTable(columns=("Rolled", "Left"), rows=(row,)),),
    )
    return Struck(True, damage)


def hurt(table: Table, target: str) -> Procedure[int]:
    """Roll the damage."""
    damage = yield from roll("1d6", sum, key="damage", owner=None, label="Damage")
    yield from emit(Hurt(who=target, by=damage))
    return damage


def volley(table: Table, command: Volley) -> Procedure[int]:
    """Fold over the shots."""
    left = yield from fold(_shot, (command.target,) * command.shots, 10, key="shot")
    return left


def _shot(table: Table, target: str, shield: int) -> Procedure[int]:
    damage = yield from roll("1d6", sum, key="shot", owner=None, label="Damage of the shot")
    stopped = min(shield, damage)
    if damage > stopped:
        yield from emit(Hurt(who=target, by=damage - stopped))
    return shield - stopped


def chain(table: Table, command: Chain) -> Procedure[int]:
    """Repeat while sixes come."""
    total = yield from repeat(_link, 0, key="link")
    yield from emit(Hurt(who=command.target, by=total))
    return total


def _link(table: Table, total: int) -> Procedure[tuple[int, bool]]:
    face = yield from roll("1d6", sum, key="link", owner=None, label="Next link")
    return total + face, face == 6


def contest(table: Table, command: Contest) -> Procedure[int]:
    """Begin, then roll off."""
    begun = yield from roll(
        "1d6",
        sum,
        key="begin",
        owner=command.actor,
        label="First die",
        named=lambda face: "low" if face < 4 else "high",
    )
    off = yield from repeat(_roll_off, begun, key="off")
    return off


def _roll_off(table: Table, begun: int) -> Procedure[tuple[int, bool]]:
    one = yield from roll("1d6", sum, key="one", owner=None, label="The one die")
    other = yield from roll("1d6", sum, key="other", owner=None, label="The other die")
    return begun, one == other


def feint(table: Table, command: Feint) -> Procedure[int]:
    """Roll for show, then hand over to the damage and what follows from it."""
    yield from roll("1d6", sum, key="feint", owner=command.actor, label="Feint")
    return hand_over(hurt, command.target, key="damage", then=_gloat, carry=command.actor)


def _gloat(table: Table, actor_and_damage: tuple[str | None, int]) -> Procedure[int]:
    actor, damage = actor_and_damage
    assert actor is not None
    more = yield from roll("1d6", sum, key="gloat", owner=actor, label="Gloating")
    yield from emit(Hurt(who=actor, by=damage if more == 6 else 0))
    return damage + more


def bomb(table: Table, command: Bomb) -> Procedure[None]:
    """Ask everybody, roll for everybody, hurt everybody."""
    answers = yield from ask_all(
        lambda: tuple(
            Question(
                key=f"duck {who}",
                recipient=who,
                title="Duck?",
                options=(Option("no", "No"), Option("yes", "Yes")),
                default=Answer(option="no"),
                window="duck",
            )
            for who in command.targets
        )
    )
    rolls = tuple(
        Roll(parse("1d6"), sum, f"bomb {who}", None, "Damage of the bomb")
        for who in command.targets
    )
    values = yield from roll_all(rolls)
    for who, answer, value in zip(command.targets, answers, values, strict=True):
        yield from emit(Hurt(who=who, by=value // 2 if answer.option == "yes" else value))


def riposte(table: Table, command: Riposte) -> Procedure[Struck]:
    """Strike back with adjustments of its own."""
    back = Strike(actor=command.target, target=command.actor or "", adjustments=command.own)
    struck = yield from play(back, key="back")
    assert isinstance(struck, Struck)
    return struck


def together(table: Table, command: Together) -> Procedure[None]:
    """Open the bracket."""
    yield from emit(BracketOpened(members=command.who))


def begin(table: Table, command: Begin) -> Procedure[None]:
    """Begin the turn."""
    yield from emit(TurnBegan(who=command.actor or ""))


def close(table: Table, command: Close) -> Procedure[None]:
    """End the turn and close the bracket."""
    turn = table.now.turn
    if turn is not None:
        yield from emit(TurnEnded(who=turn))
    if table.now.bracket is not None:
        yield from emit(BracketClosed())


def _order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return everybody in the order they joined."""
    return tuple(Slot((one.id,)) for one in encounter.everyone())


def _vital(encounter: Encounter, who: str) -> Vital:
    """Return hit points."""
    hp = sheet_of(encounter[who]).hp
    return Vital(hp, 20, hp <= 0)


def _card(encounter: Encounter, who: str) -> Card:
    """Return hit points."""
    hp = sheet_of(encounter[who]).hp
    return Card(pools=(Pool("hp", "Hit points", hp, 20),), out=hp <= 0)


def _movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every step counts 1."""
    del who, mode
    ground = Ground(encounter.map)
    return Movement(ground, uniform(ground), (), str)


def _facts(before: Encounter, after: Encounter, result: Any) -> Facts:
    """Return that a strike succeeds when it hits."""
    facts = TOY.plain_facts(before, after)
    hit = result.hit if isinstance(result, Struck) else None
    name = "" if hit is None else "hit" if hit else "miss"
    return Facts(hit, facts.amounts, facts.down, name)


TOY = System(
    id="toy",
    title="Toy",
    data=Data(sheet=ToySheet),
    play=Play(
        chapters=(sys.modules[__name__],),
        handlers={
            Strike: strike,
            Volley: volley,
            Chain: chain,
            Feint: feint,
            Contest: contest,
            Bomb: bomb,
            Riposte: riposte,
            Together: together,
            Begin: begin,
            Close: close,
        },
    ),
    turns=Turns(order=_order),
    board=Board(movement=_movement),
    cards=Cards(card=_card, vital=_vital, facts=_facts),
)


def duel(**hp: int) -> Encounter:
    """Return an encounter with combatants of the given hit points."""
    everyone = {
        who: Combatant(id=who, name=who.upper(), sheet=ToySheet(hp=points))
        for who, points in hp.items()
    }
    return TOY.new_encounter().replace(combatants=frozendict(everyone))
