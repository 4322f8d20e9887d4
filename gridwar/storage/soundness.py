"""Whether what a file holds makes a fight: every row reached, every event played, no loose ends.

``whole`` refuses anything less; ``recovered_rows`` keeps what is sound. What is wrong is told in
few words, however much it is. Nothing touches a file.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.engine.session.why_not_shown import MISPLAYED
from gridwar.model.clamped_numbers import noted_in
from gridwar.storage.validated_rows import Fault, Kind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from gridwar.model.encounter import Encounter
    from gridwar.storage.validated_rows import Contents


def whole(contents: Contents) -> tuple[Loaded | None, tuple[str, ...]]:
    """Return the fight, or None and what is wrong with it."""
    faults = list(contents.faults)
    _leave_out_strange(contents)
    first = contents.snapshots.get(ROOT)
    if first is None:
        faults.append(_("start 1: there is no first encounter"))
    if first is None or contents.position is None or contents.dice is None:
        return None, told(faults)
    reached = _reached(contents)
    faults += [
        Fault("rows", row.id, kind="loose")
        for row in contents.rows.values()
        if (row.parent if row.is_open else row.id) not in reached
    ]
    faults += _misplaced(contents.position, contents.rows, reached)
    if faults:
        return None, told(faults)
    return _loaded(contents, contents.rows, contents.position, contents.dice), ()


def _leave_out_strange(contents: Contents) -> None:
    """Leave out snapshots that name somebody who is gone: they are played again from before.

    Removing somebody once left such names behind; played again, nothing is left of them.
    """
    for number, state in tuple(contents.snapshots.items()):
        if number != ROOT and number in contents.rows and state.strangers:
            del contents.snapshots[number]


def _reached(contents: Contents) -> Set[int]:
    """Return the rows that the beginning leads to, and it itself; each of them can be played."""
    children = children_of(contents.rows.values())
    reached = {ROOT}
    waiting = [(ROOT, contents.snapshots[ROOT])]  # no other states: those of a long fight are many
    while waiting:
        parent, before = waiting.pop()
        for row in children.get(parent, ()):
            state = contents.snapshots.get(row.id)
            if state is None:
                state = after(contents, before, row)
            if state is not None and row.id not in reached:
                reached.add(row.id)
                waiting.append((row.id, state))
    return reached


def children_of(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return the finished rows by the one that they follow."""
    children: dict[int, list[Row]] = {}
    for row in rows:
        if not row.is_open:
            children.setdefault(row.parent, []).append(row)
    return children


def after(contents: Contents, state: Encounter, row: Row) -> Encounter | None:
    """Return the state after a row; None where its events cannot have happened to that one.

    Numbers that are brought to their bounds are noted in the contents.
    """
    eased: list[str] = []
    with noted_in(eased):
        found = _after(state, row)
    contents.eased += [f"rows {row.id}: {one}" for one in eased]
    return found


def _after(state: Encounter, row: Row) -> Encounter | None:
    try:
        for event in row.events:
            state = evolve(state, event)
    except MISPLAYED:
        return None
    return state


def _misplaced(position: Position, rows: Mapping[int, Row], reached: Set[int]) -> list[str]:
    """Return what is wrong with where a fight stands, but for rows that are known to be loose."""
    found = [
        _("fight 1: {field}: there is no row {id}").format(field=name, id=number)
        for name, number in (("cursor", position.cursor), ("tip", position.tip))
        if number not in reached and (number not in rows or rows[number].is_open)
    ]
    wrong = [number for number in position.open if number not in rows or not rows[number].is_open]
    found += [_("fight 1: open: row {id} is not open").format(id=number) for number in wrong]
    is_reached = {position.cursor, position.tip} <= reached
    if is_reached and not is_before(position.cursor, position.tip, rows):
        found.append(_("fight 1: tip: it does not follow from the cursor"))
    return found


def is_before(early: int, late: int, rows: Mapping[int, Row]) -> bool:
    """Return whether a row is on the line that leads to another one."""
    while late not in (early, ROOT):
        late = rows[late].parent
    return late == early


def _loaded(
    contents: Contents, rows: Mapping[int, Row], position: Position, dice: DiceCounter
) -> Loaded:
    return Loaded(
        first=contents.snapshots[ROOT],
        rows=tuple(rows[number] for number in sorted(rows)),
        position=position,
        dice=dice,
        snapshots=tuple(
            (number, contents.snapshots[number])
            for number in sorted(contents.snapshots)
            if number in rows and not rows[number].is_open
        ),
    )


_MOST_TOLD = 3
"""Of numbers beyond their bounds; one stands in every snapshot, so that they are many."""


def remarks(contents: Contents) -> tuple[str, ...]:
    """Say what is kept but not understood."""
    found: list[str] = []
    if contents.codec.is_adopted:
        text = _("The rules {id!r} are not installed: the fight opens as {title}, sheets are kept.")
        found.append(text.format(id=contents.system_id, title=contents.codec.system.title))
    if contents.unknown:
        kinds = ", ".join(f"{kind} ({count})" for kind, count in sorted(contents.unknown.items()))
        found.append(
            _("Unknown to this version, kept but without effect: {kinds}.").format(kinds=kinds)
        )
    if contents.eased:
        text = ngettext(
            "{n} number was beyond its bounds and was brought to the nearest: {which}.",
            "{n} numbers were beyond their bounds and were brought to the nearest: {which}.",
            len(contents.eased),
        )
        which = "; ".join(contents.eased[:_MOST_TOLD])
        found.append(text.format(n=len(contents.eased), which=which))
    return tuple(found)


def missing_picture(loaded: Loaded, blobs: tuple[bytes, ...]) -> tuple[str, ...]:
    """Say where the picture of the map is not among those that were read."""
    picture = loaded.first.map.picture
    there = {hashlib.sha256(data).hexdigest() for data in blobs}
    if picture is None or picture.sha256 in there:
        return ()
    return (_("The map's picture is lost."),)


MOST_TOLD: Final = 8
"""Messages about one file."""
_MOST_LETTERS: Final = 200
"""Of one message."""
_MOST_RANGES: Final = 6


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
