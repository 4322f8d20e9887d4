"""Rounds: how the first begins, turns in them, and what ends with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Command,
    Procedure,
    Role,
    SheetEvent,
    StateEvent,
    Step,
    TurnCycle,
    Variant,
    _,
    adds,
    clears,
    emit,
    includes,
    offer,
    pass_moment,
    plays,
    require,
    say,
    sets,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import RoundBegan, TurnBegan, TurnEnded
from gridwar.systems.percentile.actions.legality_and_prerequisites import is_lost_turn
from gridwar.systems.percentile.attacks.kill_zones import end_kill_zones, end_kill_zones_of_nobody
from gridwar.systems.percentile.conditions import CONDITIONS, effect_of
from gridwar.systems.percentile.core.action_headings import GM
from gridwar.systems.percentile.core.altitude_bands import band_of
from gridwar.systems.percentile.core.fight_state import sheet_of, state_of, switches_of
from gridwar.systems.percentile.grapples.beginning_and_ending import let_go_without_turn, upkeep
from gridwar.systems.percentile.movement.falling import falling, sink
from gridwar.systems.percentile.turns.initiative_order import in_order, roll_initiative, waiting

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.fight_state import PercentileState
    from gridwar.systems.percentile.core.sheet import PercentileSheet


@includes("acted")
class TurnDone(StateEvent):
    """Somebody has had a turn in this round."""

    who: str


@clears("acted")
class RoundRenewed(StateEvent):
    """A round begins: nobody has had a turn."""


@clears("attacked", "concentrated")
class MarkersCleared(StateEvent):
    """A turn begins: nobody has used an Attack or Concentration action in it."""


class DeadLeft(StateEvent):
    """The dead leave the order; those who live again are back in it."""

    who: tuple[str, ...]

    def on(self, rules: PercentileState) -> PercentileState:
        """Note them."""
        return rules.replace(left=frozenset(self.who))


@sets("half_actions", of="halves")
@adds("turns_taken", amount=1)
@clears("half_move_made", "counter_used", "has_acted")
class TurnReadied(SheetEvent):
    """A turn begins: its actions are there, the one Counter-Attack too."""

    halves: int = 2


class ReactionsRefreshed(SheetEvent):
    """Spent Reactions came back."""

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Fill them up."""
        return sheet.replace(reactions=sheet.reactions_full)


def _open(table: Table) -> Procedure[None]:
    """Roll the Initiative that is missing, give everybody their Reactions, begin round 1.

    Rules: PC-SEQ-01, PC-SEQ-04, PC-TIM-01, PC-TIM-04
    """
    everyone = table.now.everyone()
    missing = tuple(one.id for one in everyone if sheet_of(one).initiative is None)
    people = tuple(one.id for one in everyone)
    yield from roll_initiative(table, missing)
    yield from _refresh(people)
    yield from _begin_round(table)


def joined(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Let latecomers roll Initiative, and give them their place and their Reactions.

    Rules: PC-SEQ-05
    """
    yield from roll_initiative(table, who)
    yield from _refresh(who)


def _refresh(people: tuple[str, ...]) -> Procedure[None]:
    yield from emit(*(ReactionsRefreshed(who=who) for who in people))


def _begin_round(table: Table) -> Procedure[None]:
    """Begin a round: everybody may have a turn again.

    Rules: PC-TIM-02, PC-SEQ-06
    """
    yield from emit(RoundBegan(), RoundRenewed())
    yield from say(table, _("Round {n}"), n=table.now.round)
    if switches_of(table.now).reactions_refresh == "round_start":
        yield from _refresh(in_order(table.now))
    yield from pass_moment(table, "round_start")


def _renew(table: Table) -> Procedure[None]:
    """End the round: what waits for its end happens, and the next one begins.

    Rules: PC-SEQ-06, PC-SEQ-07, PC-SEQ-08
    """
    yield from sink(table)
    yield from pass_moment(table, "round_end")
    yield from end_kill_zones_of_nobody(table)
    yield from let_go_without_turn(table)
    yield from _begin_round(table)


def _begin(table: Table, who: str) -> Procedure[None]:
    """Begin a turn; whoever was surprised loses the first one.

    Rules: PC-TIM-03, PC-TIM-04, PC-SEQ-03, PC-SEQ-06, PC-ECO-08
    """
    yield from emit(TurnBegan(who=who), TrailCleared(who=who), MarkersCleared())
    first = sheet_of(table.now[who]).turns_taken == 0
    is_lost = first and table.now[who].has_effect("surprised")
    yield from emit(TurnReadied(who=who, halves=0 if is_lost else 2))
    if switches_of(table.now).reactions_refresh == "own_turn":
        yield from _refresh((who,))
    yield from end_kill_zones(table, who, _("the next turn"))
    yield from say(table, _("{who}'s turn"), who=who)
    yield from _remind(table, who)
    yield from pass_moment(table, "turn_start", who)
    if is_lost_turn(table.now, who):
        text = _("{who} is surprised and loses this turn")
        step = Step(label=_("Half Actions"), rule_id="PC-SEQ-03", before=2, after=0)
        yield from say(table, text, who=who, steps=(step,), tone="harm")
        if switches_of(table.now).surprise_free != "free_actions":
            yield from _end(table)
            yield from CYCLE.go_on(table)


REMINDED: Final = ("pinned", "prone", "stunned", "immobilised")


def _remind(table: Table, who: str) -> Procedure[None]:
    """Tell what is on somebody whose turn begins; what it does is the GM's note.

    Rules: PC-ACT-10, PC-ACT-14, PC-ACT-15, PC-ECO-07
    """
    for condition in REMINDED:
        if table.now[who].has_effect(condition):
            note = effect_of(table.now, condition).note
            kind = CONDITIONS[condition]
            step = Step(label=kind.title, rule_id=kind.rule_id, after=note or _("as the GM says"))
            text = _("{who} begins the turn: {condition}")
            yield from say(
                table, text, who=who, condition=kind.title, steps=(step,), result=note, tone="harm"
            )


def _end(table: Table) -> Procedure[None]:
    """End the present turn; the dead leave the order.

    Rules: PC-SEQ-06, PC-ATK-19
    """
    who = table.now.turn
    if who is not None:
        yield from upkeep(table, who)
        yield from pass_moment(table, "turn_end", who)
        yield from emit(TurnEnded(who=who), TurnDone(who=who))
        dead = tuple(one.id for one in table.now.everyone() if sheet_of(one).dead)
        if frozenset(dead) != state_of(table.now).left:
            yield from emit(DeadLeft(who=dead))


CYCLE: Final = TurnCycle(_open, waiting, _renew, _begin, _end)


def _what_ends(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    """Return the offer to end the round, with what ends then."""
    del who
    if not encounter.round:
        return ()
    return (Variant(note="; ".join(ends_with_round(encounter))),)


@offer(_("End the round"), icon="skip-forward", group=GM, role=Role.OTHER, each=_what_ends)
class EndRound(Command):
    """End the round at the GM's word, whoever has still to act."""


@plays(EndRound)
def end_round(table: Table, command: EndRound) -> Procedure[None]:
    """End the round at the GM's word and begin the next one.

    Rules: PC-SEQ-07
    """
    del command
    text = _("Begin the fight first.")
    yield from require(table.now.round > 0, "no_round", text, "PC-TIM-02", waivable=False)
    yield from _end(table)
    yield from _renew(table)
    yield from CYCLE.go_on(table)


def ends_with_round(encounter: Encounter) -> tuple[str, ...]:
    """Return what happens or ends with the round, in words.

    Rules: PC-SEQ-07
    """
    words = {"low": _("{name} crashes"), "high": _("{name} sinks to Low")}
    sinking = tuple(
        words[band_of(encounter[who])].format(name=encounter[who].name)
        for who in falling(encounter)
    )
    return sinking + tuple(
        _("{name}: {effect}").format(name=one.name, effect=effect.name)
        for one in encounter.everyone()
        for effect in one.effects
        if effect.ends == "round_end"
    )
