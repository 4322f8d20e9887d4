"""Overwatch that is kept: who sets it off, in mid-move or ahead of an action, and the shot.

Owns the conditions as they are met. Declaring it is ``overwatch``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Command,
    Move,
    Option,
    Procedure,
    Role,
    StateEvent,
    Step,
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
    required,
    say,
)
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.actions.actions import action_of
from gridwar.systems.percentile.actions.paying import OverwatchOver
from gridwar.systems.percentile.attacks.aiming_at import could_attack
from gridwar.systems.percentile.attacks.attack import attack
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.sums import target_number
from gridwar.systems.percentile.attacks.volleys import volley
from gridwar.systems.percentile.checks.opposed import Contestant, Opposed, opposed
from gridwar.systems.percentile.core.headings import FREE
from gridwar.systems.percentile.core.state import (
    Overwatch,
    PercentileState,
    sheet_of,
    state_of,
    switches_of,
)
from gridwar.systems.percentile.core.tables import action_table, row
from gridwar.systems.percentile.waiting.overwatch import OverwatchBegan, Watched, words_of
from gridwar.systems.percentile.waiting.pinning import Pinning, pinning_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter

OVERWATCH: Final = "overwatch"
WINDOWS: Final = {OVERWATCH: Window(_("Overwatch fires"))}


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


class OverwatchAsked(StateEvent):
    """The owner of an Overwatch has been told who is out of Reactions."""

    owner: str
    asked: tuple[str, ...]

    def on(self, rules: PercentileState) -> PercentileState:
        """Note whom."""
        watches = tuple(
            one.replace(asked=self.asked) if one.owner == self.owner else one
            for one in rules.overwatches
        )
        return rules.replace(overwatches=watches)


# --- fire now -------------------------------------------------------------------------------------


def _at_whom(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield everybody at whom somebody's Overwatch could be fired at once.

    Rules: PC-ACT-10
    """
    for watch in state_of(encounter).overwatches:
        if watch.owner == who and watch.due is None:
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
    watch = next((one for one in state_of(table.now).overwatches if one.owner == who), None)
    text = _("{who} is not on Overwatch.")
    watch = yield from required(watch, "no_overwatch", text, "PC-ACT-10", who=who)
    inside = target in table.now and is_in_zone(table.now, watch, target)
    text = _("No line of fire at anybody of that name in the kill zone.")
    yield from require(inside and watch.due is None, "not_in_zone", text, "PC-ACT-10")
    pinned = yield from call(fire, Shot(watch, target), key="fire")
    return AttackResult(pinned, struck=pinned)


# --- who sets it off ------------------------------------------------------------------------------


def order_of_watch(watch: Overwatch, target: str) -> AttackOrder:
    """Return the attack of an Overwatch as an order; it was paid for when it was declared."""
    return AttackOrder(watch.owner, target, watch.weapon, watch.action, hits=watch.hits)


class Deed(Struct, frozen=True):
    """What somebody does in a kill zone: of which kind, at whom, and in words."""

    who: str
    does: Watched
    at: str = ""
    words: str = ""


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


def watchers(encounter: Encounter, deed: Deed) -> tuple[Overwatch, ...]:
    """Return whose Overwatch a deed sets off.

    Rules: PC-ACT-10
    """
    if deed.who not in encounter:
        return ()
    return tuple(
        watch
        for watch in state_of(encounter).overwatches
        if watch.due is None
        and watch.condition in ("any_action", deed.does)
        and (watch.ally is None or deed.at == watch.ally)
        and is_in_zone(encounter, watch, deed.who)
    )


def _fires(table: Table, watch: Overwatch, deed: Deed) -> Procedure[bool]:
    """Let the owner say whether the condition is met, who is told what is done and at whom.

    Rules: PC-ACT-10
    """
    number = target_number(table.now, order_of_watch(watch, deed.who))
    needs = _("{condition}; {n} or less").format(condition=words_of(table.now, watch), n=number)
    text = _("{mover} is in the kill zone of {whom}: fire?")
    answer = yield from choose(
        table,
        text,
        (Option("wait", _("Go on waiting")), Option("fire", _("Fire"), effect=needs)),
        "PC-ACT-10",
        key=f"overwatch of {watch.owner}",
        whom=watch.owner,
        window=OVERWATCH,
        cell=table.now[deed.who].pos,
        mover=deed.who,
        info=_told(table.now, deed),
    )
    return answer == "fire"


def _told(encounter: Encounter, deed: Deed) -> str:
    if deed.at in encounter and deed.at != deed.who:
        return _("{deed} at {name}").format(deed=deed.words, name=encounter[deed.at].name)
    return deed.words


# --- moves ----------------------------------------------------------------------------------------

_RUN_UPS: Final = ("charge", "ram")


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire at whoever begins a move in a kill zone; whoever is pinned stays.

    A Charge and a Ram have been met as actions before they run: only those who wait for moves
    alone are asked.

    Rules: PC-ACT-10
    """
    if step.forced or step.number > 1:
        return True
    met = watchers(table.now, Deed(step.mover, "move"))
    if step.tag in _RUN_UPS:
        met = tuple(watch for watch in met if watch.condition == "move")
    return (yield from _fire_on_the_way(table, met, step))


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire at whoever moves in a kill zone, at once; whoever is pinned or dead stops there.

    Rules: PC-ACT-10
    """
    met = () if step.forced else watchers(table.now, Deed(step.mover, "move"))
    return (yield from _fire_on_the_way(table, met, step))


def _fire_on_the_way(table: Table, met: tuple[Overwatch, ...], step: StepTaken) -> Procedure[bool]:
    """Fire without an Agility test: a move is interrupted; return whether it goes on.

    Rules: PC-ACT-10
    """
    mover = step.mover
    goes_on = True
    deed = Deed(
        mover, "move", words=row(step.tag).title if step.tag in action_table().actions else ""
    )
    for watch in met:
        if mover in table.now and (yield from _fires(table, watch, deed)):
            pinned = yield from call(fire, Shot(watch, mover), key=f"fire of {watch.owner}")
            goes_on = goes_on and not pinned
    return goes_on and is_up(table.now, mover)


def is_up(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is still there and not dead."""
    return who in encounter and not sheet_of(encounter[who]).dead


# --- other deeds ----------------------------------------------------------------------------------


def before_command(table: Table, command: Command) -> Procedure[bool]:
    """Fire at whoever acts in a kill zone: opposed Agility decides whether before or after.

    Moves set it off step by step, and run-ups once they are paid for (``before_run``).

    Rules: PC-ACT-10, PC-TST-04
    """
    if not isinstance(command, Act) or isinstance(command, NO_ACTIONS) or not table.now.round:
        return True
    kind = action_of(table.now, command)
    if kind is not None and kind.is_a("attack") and kind.is_a("movement"):
        return True
    is_attack = isinstance(command, FireNow) or (kind is not None and kind.is_a("attack"))
    words = row("overwatch").title if kind is None and is_attack else kind.title if kind else ""
    at = str(getattr(command, "target", "") or "")
    does: Watched = "attack" if is_attack else "any_action"
    yield from _met(table, Deed(command.actor, does, at, words))
    return True  # whoever is dead by now is refused the command


def before_run(table: Table, deed: Deed) -> Procedure[bool]:
    """Fire at whoever begins a Charge or Ram in a kill zone; whoever is pinned does not run.

    Rules: PC-ACT-10, PC-ACT-05, PC-TST-04
    """
    pinned = yield from _met(table, deed)
    return not pinned and is_up(table.now, deed.who)


def before_attack(table: Table, deed: Deed) -> Procedure[bool]:
    """Fire at whoever attacks in a kill zone, and not by a command of their own.

    At the end of a run-up, as an Attack of Opportunity, as a Counter-Attack. Return whether they
    still can.

    Rules: PC-ACT-10, PC-ACT-08, PC-ACT-09, PC-TST-04
    """
    if table.now.round:
        yield from _met(table, deed)
    return is_up(table.now, deed.who)


def _met(table: Table, deed: Deed) -> Procedure[bool]:
    """Let all fire whose condition is met, each before or after what is done; tell of a pin.

    Rules: PC-ACT-10
    """
    pinned = False
    for watch in watchers(table.now, deed):
        if deed.who in table.now and (yield from _fires(table, watch, deed)):
            shot = Shot(watch, deed.who)
            met = yield from call(meet, shot, key=f"{deed.does} fire of {watch.owner}")
            pinned = pinned or met
    return pinned


NO_ACTIONS: Final = (Move, TakeTurn)
"""Commands of somebody that are no action, or one that is watched step by step."""


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


def settle_spent(table: Table) -> Procedure[None]:
    """Ask those who wait for enemies out of Reactions, once for each who comes to be so.

    Rules: PC-ACT-10, PC-ECO-04
    """
    for watch in state_of(table.now).overwatches:
        if watch.condition == "no_reactions" and watch.due is None and table.now.round:
            spent = _spent(table.now, watch)
            if spent != watch.asked:
                yield from emit(OverwatchAsked(owner=watch.owner, asked=spent))
            for who in spent:
                if who not in watch.asked and _waits(table.now, watch.owner):
                    yield from _fires_at_spent(table, watch, who)


def _fires_at_spent(table: Table, watch: Overwatch, who: str) -> Procedure[None]:
    deed = Deed(who, "no_reactions", words=_("out of Reactions"))
    if is_in_zone(table.now, watch, who) and (yield from _fires(table, watch, deed)):
        yield from call(fire, Shot(watch, who), key=f"fire of {watch.owner} at {who}")


def _spent(encounter: Encounter, watch: Overwatch) -> tuple[str, ...]:
    """Return who of those in a kill zone has no Reaction left."""
    return tuple(
        one.id
        for one in encounter.everyone()
        if not sheet_of(one).reactions and is_in_zone(encounter, watch, one.id)
    )


def _waits(encounter: Encounter, who: str) -> bool:
    return any(one.owner == who for one in state_of(encounter).overwatches)


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
