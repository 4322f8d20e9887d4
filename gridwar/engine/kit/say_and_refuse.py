"""Dialogue with the table: what a procedure says and refuses, as one line each.

What it asks is in ``choice_questions``.

Texts have names in braces, given as keywords. ``who``, ``whom``, ``by``, ``other``, ``target`` and
``mover`` hold ids of combatants, and their names are put in; all else is put in as it is. Nothing
is put together where nobody reads it: rehearsals keep no log, and most checks hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit.procedure_requests import Emit, Procedure, Require
from gridwar.engine.kit.procedure_table import Table
from gridwar.errors import ProcedureError
from gridwar.model.events_combatants import Explained
from gridwar.model.question_and_refusal import Refusal
from gridwar.model.trace import Trace
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.trace import Line, Step, TraceTable

T = TypeVar("T")
P = ParamSpec("P")
IDS: Final = frozenset({"who", "whom", "by", "other", "target", "mover"})
"""Names in a text that stand for combatants."""


def filled(encounter: Encounter, text: str, names: Mapping[str, object]) -> str:
    """Return a text with what its braces name.

    Args:
        encounter: Knows the combatants.
        text: Words with names in braces.
        names: What they stand for.
    """
    if not names:
        return text
    called = {key: _name(encounter, value) if key in IDS else value for key, value in names.items()}
    return text.format(**called)


def _name(encounter: Encounter, who: object) -> object:
    one = encounter.combatants.get(who) if isinstance(who, str) else None
    return who if one is None else one.name


def named(encounter: Encounter, request: Require) -> Refusal:
    """Return the refusal of a request in words."""
    refusal = request.refusal
    if not request.names:
        return refusal
    return replace(refusal, text=filled(encounter, refusal.text, request.names))


def say(  # noqa: PLR0913 what belongs to it
    table: Table,
    text: str,
    *,
    result: str = "",
    tone: str = "quiet",
    tally: Tally | None = None,
    lines: tuple[Line, ...] = (),
    total: int | None = None,
    steps: tuple[Step, ...] = (),
    tables: tuple[TraceTable, ...] = (),
    cell: Cell | None = None,
    burst: Iterable[Cell] = (),
    came_from: Cell | None = None,
    befell: str | None = None,
    **names: object,
) -> Procedure[None]:
    """Write a headline into the log.

    Args:
        table: The table.
        text: Its words.
        result: The few words at its end.
        tone: ``plain``, ``good``, ``harm`` or ``quiet``.
        tally: A sum below it.
        lines: The lines of such a sum that was read before.
        total: What it came to.
        steps: What followed from it.
        tables: Numbers side by side below it.
        cell: Where on the map it happens, if that is not where somebody stands.
        burst: Squares in which something goes off.
        came_from: Where what ended there went astray.
        befell: Whom the result befell: the map says it over that combatant.
        names: What the braces of the text stand for.
    """
    if table.rehearsal:
        return
    title = filled(table.now, text, names)
    if tally is not None:
        lines, total = tally.lines, tally.total
    yield Emit(
        Explained(
            trace=Trace(
                title=title,
                lines=lines,
                total=total,
                steps=steps,
                tables=tables,
                tone=tone,
                result=result,
                cell=cell,
                burst=tuple(sorted(burst)),
                came_from=came_from,
                befell=befell,
            )
        )
    )


def require(
    ok: bool,
    code: str,
    text: str,
    *rule_ids: str,
    waivable: bool = True,
    **names: object,
) -> Procedure[None]:
    """Refuse unless something holds; the GM can waive it by its code.

    Args:
        ok: Whether it holds.
        code: Name of the reason, unique in its system.
        text: The reason, for whoever wanted it.
        rule_ids: The rules it comes from.
        waivable: Whether the GM may pass over it.
        names: What the braces of the text stand for.
    """
    if not ok:  # what holds is asked many thousand times for a chart, and nobody wants to know
        yield Require(False, Refusal(code, text, rule_ids, waivable), frozendict(names))


def refuse(
    code: str, text: str, *rule_ids: str, waivable: bool = True, **names: object
) -> Procedure[None]:
    """Refuse. The arguments are those of ``require``."""
    yield Require(False, Refusal(code, text, rule_ids, waivable), frozendict(names))


def required(
    value: T | None, code: str, text: str, *rule_ids: str, **names: object
) -> Procedure[T]:
    """Return a value that must not be None; refuse without it, which nobody can waive."""
    yield from require(value is not None, code, text, *rule_ids, waivable=False, **names)
    assert value is not None
    return value


def must_exist(table: Table, who: str) -> Procedure[None]:
    """Refuse where there is no such combatant."""
    text = _("There is no combatant {id}.")
    yield from require(who in table.now, "no_such_combatant", text, waivable=False, id=who)


def reason_against(
    encounter: Encounter,
    check: Callable[Concatenate[Table, P], Procedure[object]],
    *args: P.args,
    **names: P.kwargs,
) -> Refusal | None:
    """Return the first reason that a check finds, for options that say why not; None for none.

    Args:
        encounter: The fight.
        check: A procedure that does nothing but refuse.
        args: What it takes behind the table.
        names: What it takes by name.

    Raises:
        ProcedureError: It wants anything else.
    """
    for request in check(Table.scratch(encounter), *args, **names):
        if not isinstance(request, Require):
            raise ProcedureError(f"a check yields nothing but Require, not {request}")
        if not request.ok:
            return named(encounter, request)
    return None


def allows(
    encounter: Encounter,
    check: Callable[Concatenate[Table, P], Procedure[object]],
    *args: P.args,
    **names: P.kwargs,
) -> bool:
    """Return whether a check finds no reason against something, as ``reason_against`` asks it."""
    return reason_against(encounter, check, *args, **names) is None


def worked_out(encounter: Encounter, run: Callable[[Table], Procedure[T]]) -> T:
    """Return what a procedure comes to that neither rolls nor asks, for what is shown beforehand.

    What it refuses is passed over, and what it emits does not happen.

    Args:
        encounter: The fight.
        run: The procedure.

    Raises:
        ProcedureError: It rolls, asks or calls.
    """
    steps = run(Table.scratch(encounter))
    while True:
        try:
            request = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        if not isinstance(request, Emit | Require):
            raise ProcedureError(f"nothing is rolled or asked beforehand: {request}")
