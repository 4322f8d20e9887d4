"""Running into things: what a sudden stop costs both, and everybody aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import Procedure, call, emit, explain, require
from gridwar.model.geometry import cell_name
from gridwar.model.trace import Line, Step, Trace
from gridwar.systems.arrgs.action_points.costs import require_there
from gridwar.systems.arrgs.conditions.damage import Blow, suffer
from gridwar.systems.arrgs.core.aboard import riders_of
from gridwar.systems.arrgs.core.increments import increment_since_crash
from gridwar.systems.arrgs.core.ride_events import Crashed
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.systems.arrgs.positioning.threat import cells_away
from gridwar.systems.arrgs.recovery.round_end import FORCE, SUDDEN
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.commands import Collide

THING: Final = "the thing"


class Impact(Struct, frozen=True):
    """Two that meet, and how fast; ``other`` is a combatant's id or the name of a thing."""

    who: str
    other: str
    increment: int
    other_increment: int = 0
    head_on: bool = False


class Crash(Struct, frozen=True):
    """What a collision came to: the loss before resistance, and what each lost."""

    raw_loss: int
    losses: Mapping[str, int] = frozendict()


class _Hit(Struct, frozen=True):
    who: str
    force: int


def impact_of(encounter: Encounter, command: Collide) -> Impact:
    """Return the collision that a command asks for, speeds filled in from those who collide.

    Rules: AR-ACC-02, AR-ACC-03
    """
    who, other = command.actor or "", command.target or THING
    own, its = command.increment, command.target_increment
    if own is None:
        own = impact_speed(encounter, who)
    if its is None:
        its = impact_speed(encounter, other) if command.head_on and other in encounter else 0
    return Impact(who, other, own, its, command.head_on)


def impact_speed(encounter: Encounter, who: str) -> int:
    """Return the Movement Increment at which somebody would run into something now.

    Rules: AR-ACC-02
    """
    return increment_since_crash(encounter[who])


def raw_loss(encounter: Encounter, impact: Impact) -> int:
    """Return the Force of a collision before resistance, 0 where it is too slow to hurt.

    Rules: AR-ACC-02, AR-ACC-03
    """
    speed = _speed(encounter, impact.who)
    if counts_head_on(encounter, impact):
        both = impact.increment + impact.other_increment
        return (speed + _speed(encounter, impact.other)) * both
    return speed * impact.increment if impact.increment >= SUDDEN else 0


def counts_head_on(encounter: Encounter, impact: Impact) -> bool:
    """Tell whether two that meet are fast enough for their speeds to add up.

    Where they are not, it is a mover that runs into something solid.

    Rules: AR-ACC-03
    """
    both = (impact.increment, impact.other_increment)
    each = switches_of(encounter).headon_threshold == "each"
    return impact.head_on and (min(both) if each else sum(both)) >= SUDDEN


def _speed(encounter: Encounter, who: str) -> int:
    if who not in encounter:
        return 0
    sheet = sheet_of(encounter[who])
    return sheet.speed(sheet.last_category)


def collide(table: Table, command: Collide) -> Procedure[Crash]:
    """Let somebody run into something: both lose, and all aboard of either.

    Rules: AR-ACC-02, AR-ACC-03, AR-ACC-05
    """
    who = command.actor or ""
    yield from require_there(table, who)
    text = _("Two run into each other head-on only if both are combatants.")
    known = not command.head_on or command.target in table.now
    yield from require(known, "no_opponent", text, "AR-ACC-03", waivable=False)
    text = _("Nobody runs into itself.")
    yield from require(command.target != who, "itself", text, waivable=False)
    if command.square is not None:
        away = cells_away(table.now, who, command.square, table.now[who].altitude)
        text = _("{place} is not beside {name}.").format(
            place=cell_name(*command.square), name=table.now[who].name
        )
        near = away is None or away <= 1
        yield from require(near, "not_adjacent", text, "AR-ACC-02")
    impact = impact_of(table.now, command)
    loss, head_on = raw_loss(table.now, impact), counts_head_on(table.now, impact)
    yield from explain(table, lambda: _told(table.now, impact, loss))
    losses = {who: loss, impact.other: loss}
    for one in (who, impact.other):
        if one in table.now:
            losses.update((aboard, loss) for aboard in riders_of(table.now, one))
    for one in losses:
        if one in table.now and loss:
            harmed = yield from call(_hit, _Hit(one, loss), key=f"crash of {one}")
            losses[one] = harmed
    if loss:
        yield from emit(Crashed(who=who))
    if head_on:
        yield from emit(Crashed(who=impact.other))
    return Crash(loss, frozendict(losses))


def _hit(table: Table, hit: _Hit) -> Procedure[int]:
    harmed = yield from call(suffer, Blow(hit.who, hit.force, (FORCE,)), key="harm")
    name = table.now[hit.who].name
    yield from explain(table, lambda: _suffered(name, harmed.lines, harmed.damage))
    return harmed.damage


def _suffered(name: str, lines: tuple[Line, ...], damage: int) -> Trace:
    return Trace(
        title=_("{name} is hurt by the crash").format(name=name),
        lines=lines,
        total=damage,
        tone="harm",
        result=f"−{damage}",
    )


def _told(encounter: Encounter, impact: Impact, loss: int) -> Trace:
    other = encounter[impact.other].name if impact.other in encounter else impact.other
    words = (
        _("{name} and {other} run into each other")
        if impact.head_on
        else _("{name} runs into {other}")
    )
    speed = Step(
        label=_("Movement Increment"),
        rule_id="AR-INC-01",
        after=impact.increment + impact.other_increment,
    )
    rule = "AR-ACC-03" if impact.head_on else "AR-ACC-02"
    return Trace(
        title=words.format(name=encounter[impact.who].name, other=other),
        steps=(speed, Step(label=_("Force"), rule_id=rule, after=loss)),
        tone="harm" if loss else "quiet",
        result="" if loss else _("too slow to hurt"),
    )
