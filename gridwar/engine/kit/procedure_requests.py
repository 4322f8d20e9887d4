"""What rules are written in: generators that yield requests and get replies.

A procedure reads like the page it implements and does nothing itself::

    def shoot(table: Table, command: Shoot) -> Procedure[ShotResult]:
        yield from require(weapon.loaded > 0, "empty", _("The magazine is empty."), "CE-SIG-05")
        tally = table.tally("attack")
        tally.line("CE-CORE-04", weapon.skill, label, level)
        total = yield from roll("2d6", sum, key="attack", owner=command.actor)
        ...

It holds ids, never combatants, across a ``yield``: ``table.now[id]`` is read anew each time.
Every key (of a roll, a question, a call) is unique within its scope and says what it is for, not
how many came before it, so that replies find their place again when a command runs once more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, overload

from frozendict import frozendict
from msgspec import Struct

from gridwar.dice.dice_notation import Dice, parse
from gridwar.model.events_combatants import Explained

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.command import Answer, Command
    from gridwar.model.event_base import Event
    from gridwar.model.question_and_refusal import Question, Refusal
    from gridwar.model.trace import Trace

T = TypeVar("T")
A = TypeVar("A", bound=Hashable)
C = TypeVar("C", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)
V = TypeVar("V", bound=Hashable)
Reading: TypeAlias = Callable[[tuple[int, ...]], V]


# Requests are made by the ten thousand and hold nothing that could hold them: the collector of
# garbage need not look at them.


class Roll(Struct, frozen=True, gc=False):
    """Dice to roll. The procedure sees only what ``read`` makes of the faces."""

    dice: Dice
    read: Callable[[tuple[int, ...]], Hashable]
    key: str
    owner: str | None
    label: str
    """What it is for, in the book's words: what is tried, with what, against whom."""
    needed: str = ""
    """What the dice have to show ("41 or less", "8 or more"); empty where they give an amount."""
    meanings: tuple[str, ...] = ()
    """What each face of a random pick stands for, from 1 up: names, rows of a table."""
    named: Callable[[Any], str] | None = None
    """Returns what a reading is called (evaded, hit, critical): previews run on past this roll,
    once for each name."""


class RollAll(Struct, frozen=True, gc=False):
    """Several rolls at once, made in any order; the readings come in listed order."""

    rolls: tuple[Roll, ...]


class Ask(Struct, frozen=True, gc=False):
    """A question to one recipient."""

    question: Question


class AskAll(Struct, frozen=True, gc=False):
    """Several questions at once, answered in any order; the answers come in listed order."""

    questions: tuple[Question, ...]


class Require(Struct, frozen=True, gc=False):
    """A rule that allows (``ok``) or refuses."""

    ok: bool
    refusal: Refusal
    names: Mapping[str, object] = frozendict()
    """What the braces of its text stand for (``dialogue.filled``)."""


class Emit(Struct, frozen=True, gc=False):
    """An event; the state has moved on when the reply (None) comes."""

    event: Event


class Call(Struct, Generic[A], frozen=True, gc=False):
    """A sub-procedure with small hashable arguments; odds merge equal outcomes at its end.

    ``left_out`` is what it returns where it is left out: where only success and what befalls the
    target of the command count, as it touches neither. None: it is always played.
    """

    procedure: Callable[[Table, A], Procedure[object]]
    args: A
    key: str
    left_out: Hashable = None


class HandOver(Struct, frozen=True, gc=False):
    """A ``Call`` that ends the body: ``then``, given (carry, result), is all that follows it.

    The value of a body, not a request. Odds play ``then`` once for equal carry, result and state,
    however many ways lead there.
    """

    call: Call[Any]
    then: Callable[[Table, Any], Procedure[object]] | None = None
    carry: Hashable = None


class Fold(Struct, Generic[Item, V], frozen=True, gc=False):
    """A loop of one step procedure over items; odds merge equal carries after each item."""

    step: Callable[[Table, Item, V], Procedure[V]]
    items: tuple[Item, ...]
    carry: V
    key: str


class Repeat(Struct, Generic[V], frozen=True, gc=False):
    """A loop whose end the dice decide; odds follow it until what is left is negligible."""

    step: Callable[[Table, V], Procedure[tuple[V, bool]]]
    carry: V
    key: str


class PlayCommand(Struct, frozen=True, gc=False):
    """Another command played inside this one: an opportunity taken, an immediate action."""

    command: Command
    key: str


class Committed(Struct, frozen=True, gc=False):
    """From here on the command cannot be suspended: the first roll, or the first price."""


Request: TypeAlias = (
    Roll
    | RollAll
    | Ask
    | AskAll
    | Require
    | Emit
    | PlayCommand
    | Committed
    | Call[Any]
    | Fold[Any, Any]
    | Repeat[Any]
)
Procedure: TypeAlias = Generator[Request, Any, T]


class Corrected(Struct, frozen=True):
    """The reply to a question before which the GM has corrected something: ask it anew."""


CORRECTED: Final = Corrected()


def roll(  # noqa: PLR0913 what belongs to it
    dice: str,
    read: Reading[V],
    *,
    key: str,
    owner: str | None,
    label: str,
    needed: str = "",
    meanings: tuple[str, ...] = (),
    named: Callable[[V], str] | None = None,
) -> Procedure[V]:
    """Roll dice and return the reading of their faces.

    Args:
        dice: Notation such as ``2d6``.
        read: Makes a small hashable value of the faces; the builtin ``sum`` for a plain sum.
        key: What the roll is for, unique within its scope.
        owner: The combatant whose dice they are; None for the GM's.
        label: What it is for, in the book's words: what is tried, with what, against whom. Whoever
            rolls real dice knows by it, the owner's name and ``needed`` which dice to take up.
        needed: What they have to show ("41 or less"); empty where they give an amount.
        meanings: What each face of a random pick stands for, from 1 up.
        named: Returns what a reading is called, where what matters comes after the roll.
    """
    value: V = yield Roll(parse(dice), read, key, owner, label, needed, meanings, named)
    return value


def roll_all(rolls: tuple[Roll, ...]) -> Procedure[tuple[Any, ...]]:
    """Make several rolls as one panel and return their readings in listed order."""
    if not rolls:
        return ()
    values: tuple[Any, ...] = yield RollAll(rolls)
    return values


def ask(make: Callable[[], Question]) -> Procedure[Answer]:
    """Ask a question and return the answer.

    Args:
        make: Makes the question from the table as it is; called anew after a GM's correction.
    """
    while True:
        reply: Answer | Corrected = yield Ask(make())
        if not isinstance(reply, Corrected):
            return reply


def ask_all(make: Callable[[], tuple[Question, ...]]) -> Procedure[tuple[Answer, ...]]:
    """Ask several questions as one panel and return the answers in listed order."""
    while True:
        questions = make()
        if not questions:
            return ()
        reply: tuple[Answer, ...] | Corrected = yield AskAll(questions)
        if not isinstance(reply, Corrected):
            return reply


def require_none(refusal: Refusal | None) -> Procedure[None]:
    """Refuse where a check found a reason."""
    if refusal is not None:
        yield Require(False, refusal)


def emit(*events: Event) -> Procedure[None]:
    """Let events happen, one after another."""
    for event in events:
        yield Emit(event)


def explain(table: Table, make: Callable[[], Trace]) -> Procedure[None]:
    """Write a trace into the log; rehearsals, which keep no log, do not even make it.

    Args:
        table: The table.
        make: Makes the trace from what was read before.
    """
    if not table.rehearsal:
        yield Emit(Explained(trace=make()))


def call(procedure: Callable[[Table, A], Procedure[T]], args: A, *, key: str) -> Procedure[T]:
    """Run a sub-procedure in a scope of its own and return its result."""
    result: T = yield Call(procedure, args, key)
    return result


def call_for_others(
    procedure: Callable[[Table, A], Procedure[V]], args: A, *, key: str, left_out: V
) -> Procedure[V]:
    """Run a sub-procedure that touches neither the target of the command nor its success.

    Args:
        procedure: What is played.
        args: Its argument.
        key: Its scope.
        left_out: Its result where nobody else counts, and it is not played.
    """
    result: V = yield Call(procedure, args, key, left_out)
    return result


@overload
def hand_over(procedure: Callable[[Table, A], Procedure[T]], args: A, *, key: str) -> T: ...


@overload
def hand_over(
    procedure: Callable[[Table, A], Procedure[V]],
    args: A,
    *,
    key: str,
    then: Callable[[Table, tuple[C, V]], Procedure[T]],
    carry: C,
) -> T: ...


def hand_over(
    procedure: Callable[[Table, A], Procedure[object]],
    args: A,
    *,
    key: str,
    then: Callable[[Table, tuple[C, V]], Procedure[object]] | None = None,
    carry: C | None = None,
) -> object:
    """Return what a body returns to end with a sub-procedure in a scope of its own.

    Its result, or that of ``then`` given (carry, result), is the body's. It is no request: it can
    only be returned (``return hand_over(...)``), also through whoever came here by
    ``return (yield from ...)``. What tells no outcomes apart need not count where carries are
    compared.
    """
    return HandOver(Call(procedure, args, key), then, carry)


def fold(
    step: Callable[[Table, Item, V], Procedure[V]],
    items: tuple[Item, ...],
    carry: V,
    *,
    key: str,
) -> Procedure[V]:
    """Run a step for each item, handing the carry on, and return the last carry."""
    result: V = yield Fold(step, items, carry, key)
    return result


def repeat(
    step: Callable[[Table, V], Procedure[tuple[V, bool]]], carry: V, *, key: str
) -> Procedure[V]:
    """Run a step again and again while it returns (carry, True), and return the last carry."""
    result: V = yield Repeat(step, carry, key)
    return result


def play(command: Command, *, key: str) -> Procedure[object]:
    """Play another command inside this one and return its procedure's result."""
    result: object = yield PlayCommand(command, key)
    return result


def committed() -> Procedure[None]:
    """Mark that from here on the command cannot be suspended."""
    yield Committed()
