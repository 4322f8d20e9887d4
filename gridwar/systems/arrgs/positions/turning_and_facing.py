"""Manoeuvrability: how often a mover may turn, in the search for a way as on a way that is given.

Turns are counted in eighths of a circle: two make the 90 degrees of a turn.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from gridwar.engine.kit import Combatant, Procedure, SheetEvent, StepTaken, Table, emit, require
from gridwar.grid.movement.step_rules import Estimates, State, StepRule
from gridwar.model.floors import link_between
from gridwar.systems.arrgs.core.movement_speed import base_that_counts, increments_in
from gridwar.systems.arrgs.core.riders import payer_of
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, switches_of
from gridwar.systems.arrgs.positions.distances import STEPS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

CIRCLE_DEG: Final = 360
UNTRACKED: Final = 10
EIGHTHS: Final = 8
EIGHTH_DEG: Final = 45
PER_TURN: Final = 2
"""Eighths in one turn of 90 degrees."""
HALF_CIRCLE: Final = 4
WAYS: Final = {step: eighth for eighth, step in enumerate(STEPS.values())}
"""Eighths clockwise from north, by step."""


class Helm(Struct, frozen=True):
    """A mover's turning at the start of a manoeuvre, with the house rules that bear on it.

    ``facing`` counts eighths clockwise from north; None where it faces nowhere yet. ``waited`` are
    its own turns since it last turned; None for long enough.
    """

    manoeuvrability: int
    squares: int = 0
    base: int = 5
    facing: int | None = None
    waited: int | None = None
    zero_is_minus_one: bool = False
    running: bool = False
    half_turns: bool = False
    reverses: bool = False

    def increment(self, steps: int) -> int:
        """Return the Movement Increment after some more squares."""
        return increments_in(self.squares + steps, self.base)

    def effective(self, increment: int) -> int:
        """Return the Manoeuvrability at a speed.

        Rules: AR-TRN-02
        """
        return self.manoeuvrability - increment

    def allowed(self, increment: int) -> int:
        """Return how many turns of 90 degrees one manoeuvre has at a speed.

        Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03
        """
        left = self.effective(increment)
        if left == 0:
            if not self.zero_is_minus_one:
                return 0
            left = -1
        if left > 0:
            return left
        return int(self.waited is None or self.waited >= -left)

    def turned(self, facing: int | None, way: int) -> tuple[int, int] | None:
        """Return the facing after a step and the eighths turned for it; None for no such step.

        Rules: AR-TRN-01
        """
        if way % PER_TURN and not self.half_turns:
            return None
        if facing is None:
            return way, 0
        off = abs(way - facing) % EIGHTHS
        eighths = min(off, EIGHTHS - off)
        if eighths == HALF_CIRCLE and self.reverses:
            return facing, 0
        return way, eighths

    def allows(self, eighths: int, steps: int, *, turning: bool) -> bool:
        """Return whether that many eighths are within what the speed allows.

        Args:
            eighths: Turned so far in the manoeuvre.
            steps: Squares of the manoeuvre, the one about to be entered included.
            turning: Whether this step turns.

        Rules: AR-TRN-02
        """
        if not eighths or (self.running and not turning):
            return True
        counted = steps - 1 if self.running else steps
        return turns_in(eighths) <= self.allowed(self.increment(counted))


class Turning(Struct, frozen=True):
    """What a way asks of a mover's turning: turns of 90 degrees, a reversal counting two."""

    tracked: bool
    increment: int = 0
    effective: int = 0
    allowed: int = 0
    used: int = 0
    legal: bool = True
    facing: int | None = None


def turns_in(eighths: int) -> int:
    """Return the turns of 90 degrees that some eighths count as, rounded up."""
    return -(-eighths // PER_TURN)


def is_tracked(encounter: Encounter, who: str, category: str) -> bool:
    """Return whether a mover's turns are counted.

    Rules: AR-TRN-01
    """
    return sheet_of(encounter[who]).turns_for(category) < UNTRACKED


def helm_of(encounter: Encounter, who: str, category: str) -> Helm:
    """Return how a mover can turn as it is now.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-05
    """
    one, switches = encounter[who], switches_of(encounter)
    sheet = sheet_of(one)
    return Helm(
        sheet.turns_for(category),
        sheet.squares_moved,
        base_that_counts(encounter, who, category),
        None if one.facing_deg is None else round(one.facing_deg / EIGHTH_DEG) % EIGHTHS,
        sheet.turns_since_last_turn,
        zero_is_minus_one=switches.manoeuvrability_zero == "as_minus_one",
        running=switches.manoeuvrability_timing == "running",
        half_turns=switches.tracked_diagonals == "half_turn",
        reverses=sheet.may_reverse,
    )


def turning_on(encounter: Encounter, who: str, path: tuple[Cell, ...], category: str) -> Turning:
    """Return what a whole way asks of a mover's turning, and whether it may be gone.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03
    """
    start, helm = encounter[who].pos, helm_of(encounter, who, category)
    links, begins = encounter.map.links, path if start is None else (start, *path)
    # Stairs turn nobody.
    steps = [(a, b) for a, b in pairwise(begins) if link_between(links, a, b) is None]
    increment = helm.increment(len(steps))
    if not is_tracked(encounter, who, category) or start is None:
        return Turning(tracked=False, increment=increment)
    facing, eighths, legal = helm.facing, 0, True
    for number, (here, there) in enumerate(steps, start=1):
        way = WAYS.get((there[0] - here[0], there[1] - here[1]))
        turned = None if way is None else helm.turned(facing, way)
        if turned is None:
            legal = False
            continue
        facing, more = turned
        eighths += more
        if helm.running:
            legal = legal and helm.allows(eighths, number, turning=more > 0)
    if not helm.running:
        legal = legal and helm.allows(eighths, len(steps), turning=True)
    return Turning(
        True,
        increment,
        helm.effective(increment),
        helm.allowed(increment),
        turns_in(eighths),
        legal,
        facing,
    )


def may_turn(table: Table, who: str, path: tuple[Cell, ...], category: str) -> Procedure[None]:
    """Refuse a way on which a mover would have to turn too often, or too sharply.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03
    """
    found = turning_on(table.now, who, path, category)
    text = _("{who} turns {used} times, and Manoeuvrability {n} allows {allowed}.")
    few = found.legal or found.used <= found.allowed
    yield from require(
        few,
        "too_many_turns",
        text,
        "AR-TRN-01",
        "AR-TRN-02",
        "AR-TRN-03",
        who=who,
        used=found.used,
        n=found.effective,
        allowed=found.allowed,
    )
    text = _("{who} goes straight ahead in the direction it faces, never diagonally.")
    yield from require(found.legal or not few, "not_ahead", text, "AR-TRN-01", who=who)


Steered: TypeAlias = tuple[int | None, int, int]
"""The facing, the eighths turned, the squares gone."""


class Wheeling(Struct, frozen=True):
    """The steps of a mover whose turns are counted, priced by another rule.

    The state is how it is steered (the facing, the eighths turned, the squares gone) with the other
    rule's state.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03
    """

    paces: StepRule
    helm: Helm
    most: int
    """Squares after which the search ends."""

    def start(self) -> tuple[Steered, State]:
        """Return the state of a fresh path."""
        return (self.helm.facing, 0, 0), self.paces.start()

    def steer(self, way: tuple[int, int], steered: Hashable) -> Steered | None:
        """Return the turning after a step in a direction; None where it may not turn so."""
        if not isinstance(steered, tuple):
            return None
        facing, eighths, steps = steered
        turned = self.helm.turned(facing, WAYS[way])
        if turned is None or steps >= self.most:
            return None
        facing, more = turned
        if not self.helm.allows(eighths + more, steps + 1, turning=more > 0):
            return None
        return facing, eighths + more, steps + 1

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it; None where it may not turn so."""
        if not isinstance(state, tuple):
            return None
        steered, inner = state
        after = self.steer((b[0] - a[0], b[1] - a[1]), steered)
        priced = None if after is None else self.paces.step(a, b, inner)
        return None if priced is None else (priced[0], (after, priced[1]))

    def reason(self, a: Cell, b: Cell) -> str:
        """Return why a step is not allowed from the start: too sharp, or too far."""
        del a, b
        return _("it cannot turn that often")

    def estimate(self, a: Cell, b: Cell) -> int:
        """Return a cost that no way can be cheaper than."""
        return self.paces.estimate(a, b) if isinstance(self.paces, Estimates) else 0


class Wheeled(SheetEvent):
    """Somebody turned while moving; ``counts`` for Manoeuvrability, as a first facing does not."""

    by_deg: int
    counts: bool = True

    def changed(self, one: Combatant) -> Combatant:
        """Turn it, and begin to wait anew."""
        facing = ((one.facing_deg or 0) + self.by_deg) % CIRCLE_DEG
        sheet = sheet_of(one)
        waited = 0 if self.counts else sheet.turns_since_last_turn
        return one.replace(facing_deg=facing, sheet=sheet.replace(turns_since_last_turn=waited))


class OwnTurnCounted(SheetEvent):
    """A mover that turned some time ago begins another turn of its own."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count it."""
        waited = sheet.turns_since_last_turn
        return sheet.replace(turns_since_last_turn=None if waited is None else waited + 1)


def wheel(table: Table, step: StepTaken, category: str) -> Procedure[None]:
    """Let a mover whose turns are counted face the way it goes.

    Rules: AR-TRN-01, AR-TRN-05
    """
    who = step.mover
    if step.forced or not is_tracked(table.now, who, category):
        return
    helm = helm_of(table.now, who, category)
    way = WAYS.get((step.end[0] - step.start[0], step.end[1] - step.start[1]))
    if way is None:
        return  # stairs turn nobody
    if helm.facing is None:
        yield from emit(Wheeled(who=who, by_deg=way * EIGHTH_DEG, counts=False))
        return
    turned = helm.turned(helm.facing, way)
    facing = way if turned is None else turned[0]
    if facing != helm.facing:
        yield from emit(Wheeled(who=who, by_deg=(facing - helm.facing) * EIGHTH_DEG))


def count_own_turn(table: Table, who: str) -> Procedure[None]:
    """Count the beginning of a turn for whatever moves in it.

    Rules: AR-TRN-03
    """
    for one in dict.fromkeys((who, *table.now.combatants)):
        is_own = payer_of(table.now, one) == who
        if is_own and sheet_of(table.now[one]).turns_since_last_turn is not None:
            yield from emit(OwnTurnCounted(who=one))
