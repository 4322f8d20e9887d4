"""Overwatch as it is fired: whom its zone holds, who is first, the shot and its Pinning tests.

Declaring it is ``overwatch_declared``'s, what sets it off ``overwatch_triggers``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Option,
    Procedure,
    Role,
    StateEvent,
    Step,
    Table,
    Variant,
    _,
    call,
    choose,
    emit,
    offer,
    plays,
    require,
    required,
    say,
)
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import OverwatchOver
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.burst_and_flurry import volley
from gridwar.systems.percentile.attacks.legality_and_targets import could_attack
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import Pinning, pinning_test
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, opposed
from gridwar.systems.percentile.core.action_headings import FREE
from gridwar.systems.percentile.core.fight_state import (
    Overwatch,
    PercentileState,
    sheet_of,
    state_of,
    switches_of,
    watch_of,
    with_changed,
)
from gridwar.systems.percentile.out_of_turn.overwatch_declared import OverwatchBegan, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter


class OverwatchDue(StateEvent):
    """Overwatch fires at somebody once the action under way is over."""

    owner: str
    target: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Note at whom."""
        watches = with_changed(rules.overwatches, "owner", self.owner, due=self.target)
        return rules.replace(overwatches=watches)


def order_of_watch(watch: Overwatch, target: str) -> AttackOrder:
    """Return the attack of an Overwatch as an order; it was paid for when it was declared."""
    return AttackOrder(watch.owner, target, watch.weapon, watch.action, hits=watch.hits)


def is_in_zone(encounter: Encounter, watch: Overwatch, who: str) -> bool:
    """Tell whether an Overwatch could be fired at somebody now, whatever they do.

    Rules: PC-ACT-10
    """
    one = encounter[who]
    if one.pos is None or sheet_of(one).dead or watch.owner not in encounter:
        return False
    if one.aside or encounter[watch.owner].aside:
        return False
    is_meant = watch.watched in (None, who)
    is_foe = watch.watched == who or encounter.are_foes(encounter[watch.owner].side, one.side)
    stands = (
        is_meant and is_foe and not frozenset(watch.cells).isdisjoint(footprint(one.pos, one.size))
    )
    return stands and could_attack(encounter, order_of_watch(watch, who))


class Shot(Struct, frozen=True):
    """An Overwatch that fires at somebody."""

    watch: Overwatch
    target: str


def meet(table: Table, shot: Shot) -> Procedure[bool]:
    """Let opposed Agility decide who is first, and fire now or once the action is over.

    Return whether whoever set it off is pinned before they act. Where nobody wins the other's
    action comes first; an ally may choose to fail.

    Rules: PC-ACT-10, PC-TST-04
    """
    owner, target = shot.watch.owner, shot.target
    if not (yield from _yields(table, owner, target)):
        order = Opposed(
            Contestant(owner, "ag"),
            Contestant(target, "ag"),
            "PC-ACT-10",
            _("Overwatch, who is first"),
        )
        found = yield from call(opposed, order, key="agility")
        if found.winner != "a":
            yield from emit(OverwatchDue(owner=owner, target=target))
            first = Step(label=_("First"), rule_id="PC-ACT-10", after=table.now[target].name)
            text = _("{who} acts before {other} fires")
            yield from say(table, text, who=target, other=owner, steps=(first,))
            return False
    return (yield from call(fire, shot, key="fire"))


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
        gone = Step(label=_("Target"), rule_id="PC-ACT-10", after=_("none"))
        text = _("{who} finds no target any more")
        yield from say(table, text, who=watch.owner, steps=(gone,))
        return False
    step = Step(label=_("When"), rule_id="PC-ACT-10", after=words_of(table.now, watch))
    text = _("{who} fires from Overwatch at {target}")
    yield from say(table, text, who=watch.owner, target=target, steps=(step,), tone="harm")
    procedure = volley if watch.action == "burst" else attack
    result = yield from call(procedure, order, key="attack")
    pinned = yield from call(pinning_test, Pinning(target, watch.owner, "PC-ACT-10"), key="pinning")
    for who in result.given:
        yield from call(
            pinning_test, Pinning(who, watch.owner, "PC-ACT-10"), key=f"pinning of {who}"
        )
    return pinned


def _at_whom(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield everybody at whom somebody's Overwatch could be fired at once.

    Rules: PC-ACT-10
    """
    watch = watch_of(encounter, who)
    if watch is not None and watch.due is None:
        for one in encounter.everyone():
            if one.id != who and is_in_zone(encounter, watch, one.id):
                yield Variant(one.id, {"target": one.id}, {"name": one.name})


@offer(
    _("Overwatch, fire now: {name}"),
    icon="crosshair",
    group=FREE,
    role=Role.STRIKE,
    note=_("the condition is met"),
    each=_at_whom,
    out_of_turn=True,
)
class FireNow(Act):
    """Say that the condition of one's Overwatch is met, in one's own words, and fire."""

    target: str


@plays(FireNow)
def fire_now(table: Table, command: FireNow) -> Procedure[AttackResult]:
    """Fire at once at whom the owner, or the GM, says; nobody's action is under way.

    Rules: PC-ACT-10
    """
    who, target = command.actor, command.target
    text = _("{who} is not on Overwatch.")
    kept = watch_of(table.now, who)
    watch = yield from required(kept, "no_overwatch", text, "PC-ACT-10", who=who)
    inside = target in table.now and is_in_zone(table.now, watch, target)
    text = _("No line of fire at anybody of that name in the kill zone.")
    yield from require(inside and watch.due is None, "not_in_zone", text, "PC-ACT-10")
    pinned = yield from call(fire, Shot(watch, target), key="fire")
    return AttackResult(pinned, struck=pinned)
