"""Questions to somebody at the table: which option, which square, which numbers.

Texts have names in braces, as ``say_and_refuse`` says. A question put alone is asked at once
(``choose`` …); ``choice`` makes one to be put with others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from frozendict import frozendict

from gridwar.engine.kit.procedure_requests import Procedure, ask
from gridwar.engine.kit.say_and_refuse import filled
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import FormNumber, Option, Question

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.geometry import Cell
    from gridwar.model.trace import TraceTable

Options: TypeAlias = "Mapping[str, str] | Iterable[Option] | Callable[[], Iterable[Option]]"
"""Words by id, or options, or what makes them anew after a correction."""


def choice(  # noqa: PLR0913 what belongs to it
    table: Table,
    text: str,
    options: Options,
    *rule_ids: str,
    key: str,
    whom: str | None,
    default: str = "",
    info: str = "",
    numbers: Iterable[FormNumber] = (),
    note_label: str = "",
    window: str = "",
    follow_up: bool = False,
    cell: Cell | None = None,
    tables: tuple[TraceTable, ...] = (),
    **names: object,
) -> Question:
    """Return the question which of several options somebody chooses, to be put with others.

    Args:
        table: The table.
        text: The question.
        options: What there is to choose; made anew after a correction if it is a function.
        rule_ids: The rules it comes from.
        key: What the question is for, unique in its scope.
        whom: Whose player is asked, also ``{whom}`` in the text; None for the GM.
        default: The option taken where nobody is asked, and by which a window is let pass; empty
            for the first.
        info: Quieter words below the question.
        numbers: What is to be filled in besides; what they propose is the default.
        note_label: What words may be added for; empty for none.
        window: The kind of opening, for standing answers.
        follow_up: Whether it asks what to do with what the dice have decided.
        cell: Where on the map it is about.
        tables: Numbers side by side below the question.
        names: What the braces of the text stand for.
    """
    offered, form = _options(options), tuple(numbers)
    return Question(
        key=key,
        recipient=whom,
        title=filled(table.now, text, {"whom": whom, **names}),
        text=info,
        options=offered,
        numbers=form,
        note_label=note_label,
        default=Answer(option=default or offered[0].id, numbers=_proposed(form)),
        window=window,
        follow_up=follow_up,
        rule_ids=rule_ids,
        at=cell,
        tables=tables,
    )


def _proposed(form: tuple[FormNumber, ...]) -> frozendict[str, int]:
    return frozendict({one.key: one.proposal for one in form})


def choose(
    table: Table,
    text: str,
    options: Options,
    *rule_ids: str,
    key: str,
    whom: str | None,
    **more: Any,
) -> Procedure[str]:
    """Let somebody choose one of several options and return its id.

    The arguments are those of ``choice``.
    """
    answer = yield from ask(
        lambda: choice(table, text, options, *rule_ids, key=key, whom=whom, **more)
    )
    return answer.option


def _options(options: Options) -> tuple[Option, ...]:
    if isinstance(options, Mapping):
        return tuple(Option(id, title) for id, title in options.items())
    return tuple(options() if callable(options) else options)


def choose_cell(  # noqa: PLR0913 what belongs to it
    table: Table,
    text: str,
    cells: frozenset[Cell] | Callable[[], frozenset[Cell]],
    *rule_ids: str,
    key: str,
    whom: str | None,
    default: Cell | Callable[[frozenset[Cell]], Cell],
    info: str = "",
    follow_up: bool = False,
    **names: object,
) -> Procedure[Cell]:
    """Let somebody choose one of some squares on the map and return it.

    Args:
        table: The table.
        text: The question.
        cells: The squares; found anew after a correction if it is a function.
        rule_ids: The rules it comes from.
        key: What the question is for, unique in its scope.
        whom: Whose player is asked, also ``{whom}`` in the text; None for the GM.
        default: The square taken where nobody is asked, or what picks it out of the squares.
        info: Quieter words below the question.
        follow_up: Whether it asks what to do with what the dice have decided.
        names: What the braces of the text stand for.
    """

    def make() -> Question:
        found = cells() if callable(cells) else cells
        return Question(
            key=key,
            recipient=whom,
            title=filled(table.now, text, {"whom": whom, **names}),
            text=info,
            cells=found,
            default=Answer(cell=default(found) if callable(default) else default),
            follow_up=follow_up,
            rule_ids=rule_ids,
        )

    answer = yield from ask(make)
    chosen = answer.cell or make().default.cell
    assert chosen is not None
    return chosen


def choose_numbers(  # noqa: PLR0913 what belongs to it
    table: Table,
    text: str,
    numbers: Iterable[FormNumber],
    *rule_ids: str,
    key: str,
    whom: str | None,
    total: int | None = None,
    window: str = "",
    follow_up: bool = False,
    info: str = "",
    tables: tuple[TraceTable, ...] = (),
    **names: object,
) -> Procedure[Mapping[str, int]]:
    """Let somebody fill in numbers within their bounds and return them by key.

    Args:
        table: The table.
        text: The question.
        numbers: What is to be filled in; what they propose is the default.
        rule_ids: The rules it comes from.
        key: What the question is for, unique in its scope.
        whom: Whose player is asked, also ``{whom}`` in the text; None for the GM.
        total: What they have to add up to.
        window: The kind of opening, for standing answers.
        follow_up: Whether it asks what to do with what the dice have decided.
        info: Quieter words below the question.
        tables: Numbers side by side below the question.
        names: What the braces of the text stand for.
    """
    form = tuple(numbers)
    answer = yield from ask(
        lambda: Question(
            key=key,
            recipient=whom,
            title=filled(table.now, text, {"whom": whom, **names}),
            text=info,
            numbers=form,
            numbers_sum=total,
            default=Answer(numbers=_proposed(form)),
            window=window,
            follow_up=follow_up,
            rule_ids=rule_ids,
            tables=tables,
        )
    )
    return answer.numbers
