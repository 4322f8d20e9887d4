"""Overwatch: a kill zone, an attack and a condition; fired in mid-move or ahead of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Candidates,
    Cell,
    CombatantId,
    Command,
    Move,
    Option,
    Procedure,
    StateEvent,
    StepTaken,
    Table,
    TakeTurn,
    Variant,
    Window,
    _,
    call,
    choose,
    emit,
    offer,
    plays,
    require,
    say,
)
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.attacks.aiming_at import could_attack, each_weapon, foes_of
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.legality import may_use
from gridwar.systems.percentile.attacks.order import AttackOrder
from gridwar.systems.percentile.attacks.volleys import volley
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, opposed
from gridwar.systems.percentile.core.headings import FULL
from gridwar.systems.percentile.core.state import (
    Overwatch,
    PercentileState,
    sheet_of,
    state_of,
    switches_of,
)
from gridwar.systems.percentile.economy.actions import (
    OverwatchOver,
    action_of,
    may_act,
    pay,
    priced,
)
from gridwar.systems.percentile.waiting.pinning import Pinning, pinning_test
from gridwar.systems.percentile.waiting.zones import squares_within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter

OVERWATCH: Final = "overwatch"
WINDOWS: Final = {OVERWATCH: Window(_("Overwatch fires"))}
Watched = Literal["any_action", "move", "attack"]
CONDITIONS: Final = {
    "any_action": _("whatever an enemy does there"),
    "move": _("an enemy moves there"),
    "attack": _("an enemy there attacks"),
}
_ARCS: Final = {"arc_30": 30.0, "arc_45": 45.0, "arc_60": 60.0, "arc_90": 90.0}


# --- events ---------------------------------------------------------------------------------------


class OverwatchBegan(StateEvent):
    """Somebody waits to fire into a kill zone."""

    watch: Overwatch

    def on(self, rules: PercentileState) -> PercentileState:
        """Let them wait; a second one takes the first one's place."""
        left = tuple(one for one in rules.overwatches if one.owner != self.watch.owner)
        return rules.replace(overwatches=(*left, self.watch))


class OverwatchDue(StateEvent):
    """Overwatch fires at somebody once the action under way is over."""

    owner: str
    target: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Note at whom."""
        watches = tuple(
            one.replace(due=self.target) if one.owner == self.owner else one
            for one in rules.overwatches
        )
        return rules.replace(overwatches=watches)


# --- declaring it ---------------------------------------------------------------------------------


def _watching(encounter: Encounter, who: str) -> Iterator[Variant]:
    if switches_of(encounter).overwatch_zone == "marked":
        yield from each_weapon(lambda weapon: weapon.kind == "ranged")(encounter, who)


def _watching_arcs(encounter: Encounter, who: str) -> Iterator[Variant]:
    if switches_of(encounter).overwatch_zone != "marked":
        yield from each_weapon(lambda weapon: weapon.kind == "ranged")(encounter, who)


@offer(
    _("Overwatch: {weapon}"),
    icon="eye",
    group=FULL,
    needs="cells",
    price=priced("overwatch"),
    note=_("paint the kill zone"),
    each=_watching,
    candidates=lambda now, command: Candidates(
        cells=squares_within(now, command.actor, command.weapon)
    ),
    prepared=True,
)
@offer(
    _("Overwatch: {weapon}"),
    icon="eye",
    group=FULL,
    needs="bearing",
    id="overwatch_arc",
    price=priced("overwatch"),
    note=_("turn the kill zone"),
    each=_watching_arcs,
    prepared=True,
)
class KeepOverwatch(Act):
    """Wait for somebody to do something in a kill zone, and fire at once.

    Without squares the zone is all within Maximum Distance, of the arc where one is turned.
    """

    weapon: str
    cells: frozenset[Cell] = frozenset()
    bearing_deg: float | None = None
    action: Literal["standard_attack", "burst"] = "standard_attack"
    hits: int = Field(default=2, ge=1, le=30)
    condition: Watched = "any_action"
    watched: CombatantId | None = None
    """The only one for whom it waits; None for any enemy."""
    words: str = Field(default="", max_length=300)
    """The condition in the player's own words."""


@plays(KeepOverwatch)
def keep_overwatch(table: Table, command: KeepOverwatch) -> Procedure[None]:
    """Declare a kill zone, an attack and a condition, until the own next turn.

    Rules: PC-ACT-10, PC-ECO-02, PC-ECO-08
    """
    who = command.actor
    yield from may_act(table, who, "overwatch")
    hits = command.hits if command.action == "burst" else 1
    weapon = yield from may_use(table, AttackOrder(who, "", command.weapon, command.action, hits))
    text = _("Overwatch is kept with a ranged weapon.")
    yield from require(weapon.kind == "ranged", "not_a_ranged_weapon", text, "PC-ACT-10")
    width = _ARCS.get(switches_of(table.now).overwatch_zone)
    arc = None if width is None else (command.bearing_deg or 0.0, width)
    within = squares_within(table.now, who, command.weapon, arc)
    cells = within & command.cells if command.cells and arc is None else within
    text = _("No square of the kill zone is within Maximum Distance.")
    yield from require(bool(cells), "no_zone", text, "PC-ACT-10")
    text, watched = _("Only somebody else who stands can be watched."), command.watched
    can_watch = watched is None or watched in others_of(table.now, who)
    yield from require(can_watch, "nobody_to_watch", text, "PC-ACT-10")
    yield from pay(table, who, "overwatch")
    watch = Overwatch(
        owner=who,
        weapon=command.weapon,
        action=command.action,
        hits=hits,
        cells=tuple(sorted(cells)),
        condition=command.condition,
        watched=command.watched,
        words=command.words,
    )
    yield from emit(OverwatchBegan(watch=watch))
    yield from say(table, _("{who} is on Overwatch"), who=who, result=words_of(watch))


def others_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those whom somebody could wait for by name: enemies first, then everybody else.

    Rules: PC-ACT-10
    """
    foes = foes_of(encounter, who)
    rest = (one for one in encounter.everyone() if one.pos is not None and not sheet_of(one).dead)
    return (*foes, *(one.id for one in rest if one.id != who and one.id not in foes))


def words_of(watch: Overwatch) -> str:
    """Return the condition of an Overwatch in words."""
    return watch.words or CONDITIONS.get(watch.condition, watch.condition)


# --- who sets it off ------------------------------------------------------------------------------


def order_of_watch(watch: Overwatch, target: str) -> AttackOrder:
    """Return the attack of an Overwatch as an order; it was paid for when it was declared."""
    return AttackOrder(watch.owner, target, watch.weapon, watch.action, hits=watch.hits)


def watchers(encounter: Encounter, who: str, does: Watched) -> tuple[Overwatch, ...]:
    """Return whose Overwatch somebody sets off by doing something where they are.

    Rules: PC-ACT-10
    """
    one = encounter[who]
    if one.pos is None or sheet_of(one).dead:
        return ()
    cells = frozenset(footprint(one.pos, one.size))
    return tuple(
        watch
        for watch in state_of(encounter).overwatches
        if watch.owner in encounter
        and watch.due is None
        and watch.condition in ("any_action", does)
        and watch.watched in (None, who)
        and (watch.watched == who or encounter.are_foes(encounter[watch.owner].side, one.side))
        and not cells.isdisjoint(watch.cells)
        and could_attack(encounter, order_of_watch(watch, who))
    )


def _fires(table: Table, watch: Overwatch, who: str) -> Procedure[bool]:
    """Let the owner say whether the condition is met.

    Rules: PC-ACT-10
    """
    answer = yield from choose(
        table,
        _("{mover} is in the kill zone of {whom}: fire?"),
        (
            Option("wait", _("Go on waiting")),
            Option("fire", _("Fire"), effect=words_of(watch)),
        ),
        "PC-ACT-10",
        key=f"overwatch of {watch.owner}",
        whom=watch.owner,
        window=OVERWATCH,
        cell=table.now[who].pos,
        mover=who,
    )
    return answer == "fire"


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire at whoever moves in a kill zone, at once; whoever is pinned or dead stops there.

    Rules: PC-ACT-10
    """
    mover = step.mover
    goes_on = True
    for watch in () if step.forced else watchers(table.now, mover, "move"):
        if (yield from _fires(table, watch, mover)):
            pinned = yield from call(fire, Shot(watch, mover), key=f"fire of {watch.owner}")
            goes_on = goes_on and not pinned
    return goes_on and mover in table.now and not sheet_of(table.now[mover]).dead


def before_command(table: Table, command: Command) -> Procedure[bool]:
    """Fire at whoever acts in a kill zone: opposed Agility decides whether before or after.

    Moves set it off step by step.

    Rules: PC-ACT-10, PC-TST-04
    """
    if not isinstance(command, Act) or isinstance(command, NO_ACTIONS) or not table.now.round:
        return True
    kind = action_of(table.now, command)
    is_attack = kind is not None and kind.is_a("attack")
    yield from _met(table, command.actor, "attack" if is_attack else "any_action")
    return True  # whoever is dead by now is refused the command


def before_attack(table: Table, who: str) -> Procedure[None]:
    """Fire at whoever attacks in a kill zone at the end of a run-up that began outside it.

    Rules: PC-ACT-10, PC-TST-04
    """
    yield from _met(table, who, "attack")


def _met(table: Table, who: str, does: Watched) -> Procedure[None]:
    """Let all fire whose condition is met, each before or after what is done.

    Rules: PC-ACT-10
    """
    for watch in watchers(table.now, who, does):
        if (yield from _fires(table, watch, who)):
            yield from call(meet, Shot(watch, who), key=f"fire of {watch.owner}")


NO_ACTIONS: Final = (Move, TakeTurn)
"""Commands of somebody that are no action, or one that is watched step by step."""


class Shot(Struct, frozen=True):
    """An Overwatch that fires at somebody."""

    watch: Overwatch
    target: str


def meet(table: Table, shot: Shot) -> Procedure[bool]:
    """Let opposed Agility decide who is first, and fire now or once the action is over.

    Where nobody wins the other's action comes first; an ally may choose to fail.

    Rules: PC-ACT-10, PC-TST-04
    """
    owner, target = shot.watch.owner, shot.target
    if not (yield from _yields(table, owner, target)):
        order = Opposed(Contestant(owner, "ag"), Contestant(target, "ag"), "PC-ACT-10")
        found = yield from call(opposed, order, key="agility")
        if found.winner != "a":
            yield from emit(OverwatchDue(owner=owner, target=target))
            yield from say(table, _("{who} acts before {other} fires"), who=target, other=owner)
            return False
    yield from call(fire, shot, key="fire")
    return True


def _yields(table: Table, owner: str, target: str) -> Procedure[bool]:
    """Let an ally who is fired at choose to fail the Agility test.

    Rules: PC-ACT-10
    """
    if not table.now.are_allied(table.now[owner].side, table.now[target].side):
        return False
    answer = yield from choose(
        table,
        _("{other} fires as {whom} acts: who is first?"),
        (
            Option("test", _("Opposed Agility decides")),
            Option("yield", _("Let the shot come first")),
        ),
        "PC-ACT-10",
        key="yield",
        whom=target,
        other=owner,
    )
    return answer == "yield"


def settle_watches(table: Table) -> Procedure[None]:
    """Fire where somebody's action came first, now that it is over.

    Rules: PC-ACT-10
    """
    for watch in state_of(table.now).overwatches:
        if watch.due is not None:
            yield from call(fire, Shot(watch, watch.due), key=f"fire of {watch.owner}")


def fire(table: Table, shot: Shot) -> Procedure[bool]:
    """Make the attack, then the Pinning tests; return whether whoever set it off is pinned.

    Rules: PC-ACT-10, PC-ACT-01, PC-ACT-02
    """
    watch, target = shot.watch, shot.target
    if switches_of(table.now).overwatch_fires == "once":
        yield from emit(OverwatchOver(who=watch.owner))
    elif watch.due is not None:
        yield from emit(OverwatchBegan(watch=watch.replace(due=None)))
    order = order_of_watch(watch, target)
    if not could_attack(table.now, order):
        yield from say(table, _("{who} finds no target any more"), who=watch.owner)
        return False
    yield from say(table, _("{who} fires from Overwatch"), who=watch.owner, tone="harm")
    procedure = volley if watch.action == "burst" else attack
    result = yield from call(procedure, order, key="attack")
    pinned = yield from call(pinning_test, Pinning(target, "PC-ACT-10"), key="pinning")
    for who in result.given:
        yield from call(pinning_test, Pinning(who, "PC-ACT-10"), key=f"pinning of {who}")
    return pinned
