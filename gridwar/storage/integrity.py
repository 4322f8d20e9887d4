"""Whether what a file holds makes a fight: every row reached, every event played, no loose ends.

``whole`` refuses anything less; ``salvage`` keeps what is sound. Nothing here touches a file.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.play.evolve import evolve
from gridwar.engine.session.journal import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.engine.session.showable import MISPLAYED
from gridwar.model.nearest import noted_in
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from gridwar.model.encounter import Encounter
    from gridwar.storage.contents import Contents


class _Reach(Struct, frozen=True):
    """The rows that a root leads to, itself among them; each of them can be played."""

    root: int
    rows: Set[int]

    @property
    def newest(self) -> int:
        return max(self.rows)


def whole(contents: Contents) -> tuple[Loaded | None, tuple[str, ...]]:
    """Return the fight, or None and everything that is wrong with it."""
    problems = list(contents.problems)
    _leave_out_strange(contents)
    first = contents.snapshots.get(ROOT)
    if first is None:
        problems.append(_("start 1: there is no first encounter"))
    if first is None or contents.position is None or contents.dice is None:
        return None, tuple(problems)
    reached = _reach(contents, ROOT).rows
    loose = _("rows {id}: it does not follow from what is before")
    problems += [
        loose.format(id=row.id)
        for row in contents.rows.values()
        if (row.parent if row.is_open else row.id) not in reached
    ]
    problems += _misplaced(contents.position, contents.rows, reached)
    if problems:
        return None, tuple(problems)
    return _loaded(contents, contents.rows, contents.position, contents.dice), ()


def salvage(contents: Contents) -> tuple[Loaded | None, tuple[str, ...]]:
    """Return what is sound of a fight, and say what is lost; None where nothing is.

    The line of play is kept from the first encounter on. Where it is broken, and a sound snapshot
    beyond the break leads on to newer rows, the fight begins there instead.
    """
    roots = sorted(contents.snapshots)
    if not roots:
        return None, tuple(contents.problems)
    reaches = [_reach(contents, root) for root in roots]
    stood = contents.position
    best = next((one for one in reaches if stood and stood.cursor in one.rows), None)
    if best is None:
        best = max(reaches, key=lambda one: (one.newest, -one.root))
    position = _sound_position(stood, contents.rows, best)
    rows = {
        row.id: replace(row, parent=ROOT) if row.parent == best.root else row
        for row in contents.rows.values()
        if row.id != best.root and (row.id in position.open if row.is_open else row.id in best.rows)
    }
    dice = contents.dice or DiceCounter(secrets.randbits(48))
    loaded = _loaded(contents, rows, position, dice, best.root)
    return loaded, _losses(contents, loaded, best.root)


def _leave_out_strange(contents: Contents) -> None:
    """Leave out snapshots that name somebody who is gone: they are played again from before.

    Removing somebody once left such names behind; played again, nothing is left of them.
    """
    for number, state in tuple(contents.snapshots.items()):
        if number != ROOT and number in contents.rows and state.strangers:
            del contents.snapshots[number]


def _reach(contents: Contents, root: int) -> _Reach:
    children: dict[int, list[Row]] = {}
    for row in contents.rows.values():
        if not row.is_open:
            children.setdefault(row.parent, []).append(row)
    reached = {root}
    waiting = [(root, contents.snapshots[root])]  # no other states: those of a long fight are many
    while waiting:
        parent, before = waiting.pop()
        for row in children.get(parent, ()):
            state = contents.snapshots.get(row.id)
            if state is None:
                state = _noted_after(contents, before, row)
            if state is not None and row.id not in reached:
                reached.add(row.id)
                waiting.append((row.id, state))
    return _Reach(root, reached)


def _noted_after(contents: Contents, state: Encounter, row: Row) -> Encounter | None:
    eased: list[str] = []
    with noted_in(eased):
        after = _after(state, row)
    contents.eased += [f"rows {row.id}: {one}" for one in eased]
    return after


def _after(state: Encounter, row: Row) -> Encounter | None:
    try:
        for event in row.events:
            state = evolve(state, event)
    except MISPLAYED:
        return None
    return state


def _misplaced(position: Position, rows: Mapping[int, Row], reached: Set[int]) -> list[str]:
    found = [
        _("fight 1: {field}: there is no row {id}").format(field=name, id=number)
        for name, number in (("cursor", position.cursor), ("tip", position.tip))
        if number not in reached
    ]
    wrong = [number for number in position.open if number not in rows or not rows[number].is_open]
    found += [_("fight 1: open: row {id} is not open").format(id=number) for number in wrong]
    if not found and not _is_before(position.cursor, position.tip, rows):
        found.append(_("fight 1: tip: it does not follow from the cursor"))
    return found


def _is_before(early: int, late: int, rows: Mapping[int, Row]) -> bool:
    """Return whether a row is on the line that leads to another one."""
    while late not in (early, ROOT):
        late = rows[late].parent
    return late == early


def _sound_position(stood: Position | None, rows: Mapping[int, Row], best: _Reach) -> Position:
    if stood is None or stood.cursor not in best.rows:
        newest = ROOT if best.newest == best.root else best.newest
        return Position(newest, newest)
    opened = []
    for number in stood.open:
        if number not in rows or not rows[number].is_open:
            break
        opened.append(number)
    cursor = ROOT if stood.cursor == best.root else stood.cursor
    tip = stood.tip if stood.tip in best.rows and _follows(stood, rows, best) else stood.cursor
    return Position(cursor, ROOT if tip == best.root else tip, tuple(opened))


def _follows(stood: Position, rows: Mapping[int, Row], best: _Reach) -> bool:
    late = stood.tip
    while late not in (stood.cursor, best.root):
        late = rows[late].parent
    return late == stood.cursor


def _loaded(
    contents: Contents,
    rows: Mapping[int, Row],
    position: Position,
    dice: DiceCounter,
    root: int = ROOT,
) -> Loaded:
    return Loaded(
        first=contents.snapshots[root],
        rows=tuple(rows[number] for number in sorted(rows)),
        position=position,
        dice=dice,
        snapshots=tuple(
            (number, contents.snapshots[number])
            for number in sorted(contents.snapshots)
            if number in rows and not rows[number].is_open
        ),
    )


def _losses(contents: Contents, loaded: Loaded, root: int) -> tuple[str, ...]:
    kept = sum(not row.is_open for row in loaded.rows)
    text = ngettext("{n} sound command was kept.", "{n} sound commands were kept.", kept)
    found = [text.format(n=kept)]
    if root != ROOT:
        text = _("The timeline is broken before row {id}: the fight begins there now.")
        found.append(text.format(id=root))
    stood = contents.position
    if stood is None:
        found.append(_("Where the fight stood is lost; it stands at its newest sound command."))
    elif stood.cursor not in (loaded.position.cursor, root):
        text = _("It stood at row {was}; it stands at row {now} now.")
        found.append(text.format(was=stood.cursor, now=loaded.position.cursor))
    if stood is not None and len(stood.open) > len(loaded.position.open):
        found.append(_("A command that was still open is lost."))
    return (*found, *contents.problems)
