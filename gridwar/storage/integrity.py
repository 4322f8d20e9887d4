"""Whether what a file holds makes a fight: every row reached, every event played, no loose ends.

``whole`` refuses anything less; ``recovered_rows`` keeps what is sound. Nothing touches a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.session.journal import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.engine.session.showable import MISPLAYED
from gridwar.model.clamping import noted_in
from gridwar.storage.damage_report import Fault, told
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from gridwar.model.encounter import Encounter
    from gridwar.storage.contents import Contents


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
    contents: Contents,
    rows: Mapping[int, Row],
    position: Position,
    dice: DiceCounter,
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
