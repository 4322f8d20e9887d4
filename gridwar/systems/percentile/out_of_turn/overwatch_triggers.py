"""What sets an Overwatch off: a step, an action, an enemy out of Reactions.

Whoever waits is asked; the shot itself is ``overwatch_shot``'s.
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
    StateEvent,
    StepTaken,
    Table,
    TakeTurn,
    Window,
    _,
    call,
    choose,
    emit,
)
from gridwar.systems.percentile.actions.action_prices import action_of
from gridwar.systems.percentile.attacks.attack_modifiers import target_number
from gridwar.systems.percentile.core.action_and_evasion_tables import action_table, row
from gridwar.systems.percentile.core.fight_state import (
    Overwatch,
    PercentileState,
    sheet_of,
    state_of,
    watch_of,
    with_changed,
)
from gridwar.systems.percentile.movement.distance_and_ground import RUN_UPS
from gridwar.systems.percentile.out_of_turn.overwatch_declared import Trigger, words_of
from gridwar.systems.percentile.out_of_turn.overwatch_shot import (
    FireNow,
    Shot,
    fire,
    is_in_zone,
    meet,
    order_of_watch,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


OVERWATCH: Final = "overwatch"
WINDOWS: Final = {OVERWATCH: Window(_("Overwatch fires"))}


class OverwatchAsked(StateEvent):
    """The owner of an Overwatch has been told who is out of Reactions."""

    owner: str
    asked: tuple[str, ...]

    def on(self, rules: PercentileState) -> PercentileState:
        """Note whom."""
        watches = with_changed(rules.overwatches, "owner", self.owner, asked=self.asked)
        return rules.replace(overwatches=watches)


class Deed(Struct, frozen=True):
    """What somebody does in a kill zone: of which kind, at whom, and in words."""

    who: str
    does: Trigger
    at: str = ""
    words: str = ""


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


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Fire at whoever begins a move in a kill zone; whoever is pinned stays.

    A Charge and a Ram have been met as actions before they run: only those who wait for moves
    alone are asked.

    Rules: PC-ACT-10
    """
    if step.forced or step.number > 1:
        return True
    met = watchers(table.now, Deed(step.mover, "move"))
    if step.tag in RUN_UPS:
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


def before_command(table: Table, command: Command) -> Procedure[bool]:
    """Fire at whoever acts in a kill zone: opposed Agility decides whether before or after.

    Moves set it off step by step, and run-ups once they are paid for (``before_run``).

    Rules: PC-ACT-10, PC-TST-04
    """
    if not isinstance(command, Act) or isinstance(command, Move | TakeTurn) or not table.now.round:
        return True
    kind = action_of(table.now, command)
    if kind is not None and kind.is_a("attack") and kind.is_a("movement"):
        return True
    is_attack = isinstance(command, FireNow) or (kind is not None and kind.is_a("attack"))
    words = row("overwatch").title if kind is None and is_attack else kind.title if kind else ""
    at = str(getattr(command, "target", "") or "")
    does: Trigger = "attack" if is_attack else "any_action"
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
                if who not in watch.asked and watch_of(table.now, watch.owner):
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
