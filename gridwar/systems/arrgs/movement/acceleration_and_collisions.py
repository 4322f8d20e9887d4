"""Sudden changes of speed, and running into things: what they cost all who are aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Amount,
    Candidates,
    Cell,
    ChoiceField,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    Words,
    call,
    emit,
    is_within,
    offer,
    plays,
    require,
    say,
)
from gridwar.model.floors import square_name
from gridwar.systems.arrgs.actions.offers import MOVING
from gridwar.systems.arrgs.core.movement_speed import increment_of, increment_since_crash
from gridwar.systems.arrgs.core.riders import mover_of, riders_of
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, switches_of
from gridwar.systems.arrgs.harm.damage import Blow, befall, reckon
from gridwar.systems.arrgs.movement.ground_and_step_costs import others_beside, things_beside
from gridwar.systems.arrgs.positions.distances import cells_away
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table

SUDDEN: Final = 3
"""Movement Increments by which a change of speed begins to hurt."""
FORCE: Final = "force"


class Shock(Struct, frozen=True):
    """A sudden change of speed: Movement Speed, Increments of both rounds, which one counts."""

    who: str
    speed: int = 0
    before: int = 0
    now: int = 0
    counts: int = 0

    @property
    def force(self) -> int:
        """The Success Value of the Force that it does.

        Rules: AR-ACC-01
        """
        return self.speed * self.counts

    @property
    def steps(self) -> tuple[Step, ...]:
        """How it comes about, for the log.

        Rules: AR-ACC-01
        """
        increments = _("Movement Increment")
        return (
            Step(label=increments, rule_id="AR-ACC-01", before=self.before, after=self.now),
            Step(label=_("Movement Speed"), rule_id="AR-ACC-01", after=self.speed),
            Step(
                label=_("Force"),
                rule_id="AR-ACC-01",
                before=f"{self.speed} × {self.counts}",
                after=self.force,
            ),
        )


def acceleration(encounter: Encounter, who: str) -> Shock:
    """Return what a sudden change of speed does somebody; no Force where there is none.

    Rules: AR-ACC-01, AR-ACC-05
    """
    sheet = sheet_of(encounter[who])
    carrier = sheet.rides if sheet.rides in encounter else None
    scope = switches_of(encounter).acceleration_scope
    felt = scope == "all" or (scope != "off" and (sheet.vehicle or carrier is not None))
    mover = encounter[carrier or who]
    its, now = sheet_of(mover), increment_of(mover)
    before = its.previous_increment
    change = abs(now - before)
    if not felt or its.crashed or change < SUDDEN or mover.aside:
        return Shock(who)
    higher = switches_of(encounter).acceleration_formula == "higher_increment"
    counts = max(now, before) if higher else change
    return Shock(who, its.speed(its.last_category), before, now, counts)


THING: Final = "the thing"
TOO_SLOW: Final = _("too slow to hurt")


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
    """Return whether two that meet are fast enough for their speeds to add up.

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


# --- what there is to run into --------------------------------------------------------------------


def struck_by(encounter: Encounter, command: Collide) -> str:
    """Return what a collision hits: a combatant's id, else what the thing is called.

    Only a square may be given: whoever stands there is hit, else what there is.
    """
    cell, who = command.square, mover_of(encounter, command.actor)
    if command.target or cell is None:
        return command.target or THING
    beside = (
        one
        for one in others_beside(encounter, who)
        if is_within(encounter.map, encounter[one], cell, 0)
    )
    other = next(beside, None) or things_beside(encounter, who).get(cell)
    return other or _("what stands at {place}").format(
        place=square_name(encounter.map.floors, cell)
    )


def impact_of(encounter: Encounter, command: Collide) -> Impact:
    """Return the collision that a command asks for, speeds filled in from those who collide.

    Rules: AR-ACC-02, AR-ACC-03
    """
    who, other = mover_of(encounter, command.actor), struck_by(encounter, command)
    own, its = command.increment, command.target_increment
    if own is None:
        own = increment_since_crash(encounter[who])
    if its is None:
        its = (
            increment_since_crash(encounter[other]) if command.head_on and other in encounter else 0
        )
    return Impact(who, other, own, its, command.head_on)


# --- running into it ------------------------------------------------------------------------------


def _force(encounter: Encounter, who: str) -> Iterator[Variant]:
    if increment_since_crash(encounter[mover_of(encounter, who)]):
        loss = raw_loss(encounter, impact_of(encounter, Collide(actor=who)))
        yield Variant(note=_("{n} Force to both").format(n=loss) if loss else TOO_SLOW)


def _solid(encounter: Encounter, command: Collide) -> Candidates:
    who = mover_of(encounter, command.actor)
    cells = frozenset(things_beside(encounter, who))
    return Candidates(frozenset(others_beside(encounter, who)), cells)


def _ways_to_meet(encounter: Encounter, command: Collide) -> dict[bool, Words]:
    """Return how two combatants may meet, with what each way costs both; not of a thing.

    Rules: AR-ACC-03
    """
    if struck_by(encounter, command) not in encounter:
        return {}

    def force(head_on: bool) -> str:
        impact = impact_of(encounter, command.replace(head_on=head_on))
        return _("{n} Force to both").format(n=raw_loss(encounter, impact))

    return {
        False: (_("Into its side or back"), force(False)),
        True: (_("Head-on"), force(True)),
    }


@offer(
    _("Run into something"),
    icon="octagon-alert",
    group=MOVING,
    role=Role.STRIKE,
    needs={"cell": "square"},
    each=_force,
    candidates=_solid,
    prepared=True,
)
class Collide(Act):
    """Run into something: a combatant, or a thing that has only a name.

    Speeds are Movement Increments; None stands for those of the combatants themselves.
    """

    target: str = ""
    """Id of a combatant, or what the thing is called; empty for what is on the square."""
    square: Cell | None = None
    """Where the thing stands; None where only its name is known."""
    head_on: Annotated[bool, ChoiceField(_("They meet"), _ways_to_meet)] = False
    increment: Amount | None = None
    target_increment: Amount | None = None


class Crashed(SheetEvent):
    """Somebody was brought to a halt: the End of Round knows of its speed no more."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Remember it until then, and from where on it gathers speed anew."""
        return sheet.replace(crashed=True, stopped_after=sheet.squares_moved)


@plays(Collide)
def collide(table: Table, command: Collide) -> Procedure[Crash]:
    """Let somebody run into something: both lose, and all aboard of either.

    Rules: AR-ACC-02, AR-ACC-03, AR-ACC-05
    """
    impact = impact_of(table.now, command)
    who, other = impact.who, impact.other
    text = _("Two run into each other head-on only if both are combatants.")
    known = not impact.head_on or other in table.now
    moves = increment_since_crash(table.now[who]) > 0
    still = _("{who} stands still: it has not moved in this round since it last ran into anything.")
    yield from require(moves, "stands_still", still, "AR-ACC-02", who=who)
    yield from require(known, "no_opponent", text, "AR-ACC-03", waivable=False)
    text = _("Nobody runs into themselves.")
    yield from require(other != who, "itself", text, waivable=False)
    square = command.square
    if square is not None and other not in table.now:
        away = cells_away(table.now, who, square, table.now[who].altitude)
        is_near, text = away is None or away <= 1, _("{place} is not beside {who}.")
        place = square_name(table.now.map.floors, square)
        yield from require(is_near, "not_beside", text, "AR-ACC-02", place=place, who=who)
    loss, head_on = raw_loss(table.now, impact), counts_head_on(table.now, impact)
    yield from _tell(table, impact, loss)
    losses = {who: loss, other: loss}
    for one in (who, other):
        if one in table.now:
            losses.update((aboard, loss) for aboard in riders_of(table.now, one))
    for one in losses:
        if one in table.now and loss:
            harmed = yield from call(_hit, Blow(one, loss, (FORCE,)), key=f"crash of {one}")
            losses[one] = harmed
    if loss:
        yield from emit(Crashed(who=who))
    if head_on:
        yield from emit(Crashed(who=other))
    return Crash(loss, frozendict(losses))


def _hit(table: Table, blow: Blow) -> Procedure[int]:
    harmed = yield from call(reckon, blow, key="harm")
    yield from say(
        table,
        _("{who} is hurt by the crash"),
        who=blow.target,
        lines=harmed.lines,
        total=harmed.damage,
        tone="harm",
        result=f"−{harmed.damage}",
    )
    yield from befall(table, blow.target, harmed)
    return harmed.damage


def _tell(table: Table, impact: Impact, loss: int) -> Procedure[None]:
    both = impact.increment + impact.other_increment
    rule = "AR-ACC-03" if impact.head_on else "AR-ACC-02"
    return say(
        table,
        _("{who} and {other} run into each other")
        if impact.head_on
        else _("{who} runs into {other}"),
        who=impact.who,
        other=impact.other,
        steps=(
            Step(label=_("Movement Increment"), rule_id="AR-INC-01", after=both),
            Step(label=_("Force"), rule_id=rule, after=loss),
        ),
        tone="harm" if loss else "quiet",
        result="" if loss else TOO_SLOW,
    )
