"""What is wrong with a file, noted one by one and told in few words, however much it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_TOLD: Final = 8
"""Messages about one file."""
_MOST_LETTERS: Final = 200
"""Of one message."""
_MOST_RANGES: Final = 6

Kind = Literal["unread", "loose"]


class Fault(Struct, frozen=True):
    """Something wrong with a numbered row of a table."""

    table: str
    number: int
    why: str = ""
    kind: Kind = "unread"


def told(faults: Iterable[Fault | str]) -> tuple[str, ...]:
    """Say what is wrong: equal faults of many rows in one message, and no message without end."""
    found: list[str] = []
    many: dict[tuple[str, Kind], list[Fault]] = {}
    for one in faults:
        if isinstance(one, str):
            found.append(one)
        else:
            many.setdefault((one.table, one.kind), []).append(one)
    found = [*map(_of_many, many.values()), *found]
    more = len(found) - MOST_TOLD
    words = [_cut(one) for one in found[:MOST_TOLD]]
    if more > 0:
        words.append(ngettext("and {n} fault more", "and {n} faults more", more).format(n=more))
    return tuple(words)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}\u2026"


def _of_many(faults: Sequence[Fault]) -> str:
    first = faults[0]
    rows = ranges(one.number for one in faults)
    if first.kind == "loose":
        text = _("{table} {rows}: this does not follow from what is before")
        return text.format(table=first.table, rows=rows)
    if len(faults) == 1:
        return f"{first.table} {rows}: {first.why}"
    text = _("{table} {rows} could not be read ({why})")
    return text.format(table=first.table, rows=rows, why=first.why)


def ranges(numbers: Iterable[int]) -> str:
    """Write numbers as few words: "3, 5, 21 to 164"."""
    runs: list[list[int]] = []
    for one in sorted(set(numbers)):
        if runs and one == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], one]
        else:
            runs.append([one])
    shown = [_run(run) for run in runs[:_MOST_RANGES]]
    if len(runs) > _MOST_RANGES:
        shown = [*shown[:-1], _("\u2026 {last}").format(last=runs[-1][-1])]
    return ", ".join(shown)


def _run(run: Sequence[int]) -> str:
    if len(run) == 1:
        return str(run[0])
    return _("{first} to {last}").format(first=run[0], last=run[-1])
