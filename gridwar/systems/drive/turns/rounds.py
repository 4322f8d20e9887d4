"""The cycle of turns, one a round, and the end of the combat.

The page has no initiative: the GM lays the order down. Whoever is out of the fight, set aside or a
thing does not act; the place passes by itself once a round, and with it whatever waits for its
beginning or its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Badge,
    Command,
    EndFight,
    Flow,
    NextStep,
    NextTurn,
    Phase,
    Procedure,
    Slot,
    Step,
    TableRow,
    TraceTable,
    TurnCycle,
    choose,
    emit,
    end_fight,
    pass_moment,
    plays,
    say,
)
from gridwar.model.combatant import is_instance
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.events_turns import RoundBegan, TurnBegan, TurnEnded
from gridwar.systems.drive.auras import end_grapples, keep_up, start_of_turn
from gridwar.systems.drive.core.conditions import STUNNED
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.state import state_of
from gridwar.systems.drive.core.events import Acted
from gridwar.systems.drive.core.events import EverybodyFresh
from gridwar.systems.drive.core.events import MovementPhase
from gridwar.systems.drive.core.events import OrderLaid
from gridwar.systems.drive.core.turn_order import has_turns
from gridwar.systems.drive.core.turn_order import order_ids
from gridwar.systems.drive.core.turn_order import places
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.turns.end_of_combat import Fever
from gridwar.systems.drive.turns.end_of_combat import war_fever
from gridwar.systems.drive.movement import free_to_resist, unpay_flights
from gridwar.systems.drive.turns.making_and_expiry_of_points import expire
from gridwar.systems.drive.turns.making_and_expiry_of_points import expire_fixed
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the order as the GM laid it down, things and those who are out at the end."""
    acted, inside = state_of(encounter).acted, order_ids(encounter)
    others = [one.id for one in encounter.everyone() if one.id not in inside]
    acts = {who: sheet_of(encounter[who]).takes_turns for who in others}
    out = sorted(others, key=lambda who: not acts[who])
    return (
        *(
            Slot(
                (who,),
                state="turn" if who == encounter.turn else "acted" if who in acted else "waiting",
                flags=tuple(_stuns_ending(encounter, who)),
            )
            for who in inside
        ),
        *(Slot((who,), state="out", heading="" if acts[who] else _("Things")) for who in out),
    )


def _stuns_ending(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield whose stuns end with somebody's turn: this one, or one to come.

    Rules: DR-NRG-06, DR-NRG-11, DR-NRG-15
    """
    for one in encounter.combatants.values():
        for effect in one.effects:
            if is_instance(effect.id, STUNNED) and effect.whose == who:
                is_last = effect.rounds_left == 1
                text = _("ends {name}'s stun") if is_last else _("{name}'s stun: one turn more")
                yield Badge("sparkles", text.format(name=one.name), "DR-NRG-15")


class LayOrder(Command):
    """Lay the order of turns down."""

    order: tuple[str, ...]


@plays(LayOrder)
def lay_order(table: Table, command: LayOrder) -> Procedure[None]:
    """Lay the order down at the GM's word: whoever is not named comes after."""
    named = dict.fromkeys(who for who in command.order if who in table.now)
    yield from emit(OrderLaid(tuple(named)))


def reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Return the command that puts somebody before another, at the end where that is nobody.

    Those who do not act now keep their places.
    """
    rest = [one for one in places(encounter) if one != who]
    at = rest.index(before) if before in rest else len(rest)
    return LayOrder(order=(*rest[:at], who, *rest[at:]))


def flow(encounter: Encounter) -> Flow:
    """Return the round, how many seconds have passed, and whether the movement phase has begun.

    Rules: DR-NRG-09, DR-PSG-08
    """
    passed = max(0, encounter.round - 1) * settings_of(encounter).seconds_per_round
    words = _("Round {n}, {s} s").format(n=encounter.round, s=passed)
    if encounter.turn is None:
        return Flow(words)
    moved = state_of(encounter).has_moved
    phases = (
        Phase("turn", _("Turn"), "past" if moved else "now"),
        Phase("movement", _("Movement phase"), "now" if moved else "to_come"),
    )
    return Flow(words, phases, NextStep(NextTurn(), _("Next turn")))


# --- what passes with a turn, or with the place of whoever has none -------------------------------


def pass_start(table: Table, who: str) -> Procedure[None]:
    """Let the beginning of a turn, or of a place, pass (T1).

    Rules: DR-SHD-19, DR-PSG-04, DR-PSG-16, DR-AUR-01
    """
    yield from pass_moment(table, "turn_start", who)
    yield from expire(table, who, "rounds")
    yield from start_of_turn(table, who)


def pass_end(table: Table, who: str, *, has_moved: bool) -> Procedure[None]:
    """Let the end of a turn, or of a place, pass (T3).

    Args:
        table: The table.
        who: Whose.
        has_moved: A movement phase has begun in it; else its end counts as one.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-AUR-15
    """
    yield from keep_up(table, who)
    yield from expire(table, who, "turn_end")
    if not has_moved:
        yield from free_to_resist(table, who)
    yield from pass_moment(table, "turn_end", who)


def pass_places(table: Table) -> Procedure[None]:
    """Let the places pass of all who do not act and come before whoever acts next.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-PSG-16, DR-AUR-15
    """
    if not table.now.round:
        return
    for who in places(table.now):
        if who in state_of(table.now).acted:
            continue
        if has_turns(table.now, who):
            return
        yield from pass_start(table, who)
        yield from pass_end(table, who, has_moved=False)
        yield from emit(Acted(who=who))


# --- the cycle ------------------------------------------------------------------------------------


def _end_turn(table: Table) -> Procedure[None]:
    """End the present turn: grapples, upkeep, then what lasts to its end (T3).

    Rules: DR-NRG-15, DR-SHD-19, DR-AUR-02, DR-AUR-15
    """
    who = table.now.turn
    if who is not None:
        yield from end_grapples(table, who)
        yield from pass_end(table, who, has_moved=state_of(table.now).has_moved)
        yield from emit(TurnEnded(who=who), Acted(who=who))
    yield from pass_places(table)


def _open(table: Table) -> Procedure[None]:
    yield from emit(RoundBegan(), EverybodyFresh())
    yield from pass_moment(table, "round_start")
    yield from expire_fixed(table)
    yield from unpay_flights(table)
    yield from say(table, _("Round {n}"), n=table.now.round)
    yield from pass_places(table)


def _renew(table: Table) -> Procedure[None]:
    yield from pass_moment(table, "round_end")
    yield from _open(table)


def waiting(encounter: Encounter) -> tuple[str, ...]:
    """Return who has still to act in this round, in order."""
    acted = state_of(encounter).acted
    return tuple(who for who in order_ids(encounter) if who not in acted)


def _begin(table: Table, who: str) -> Procedure[None]:
    """Begin somebody's turn: what was made for some rounds counts down, auras fade (T1).

    Rules: DR-SHD-19, DR-PSG-04, DR-AUR-01
    """
    yield from emit(TurnBegan(who=who), TrailCleared(who=who))
    if state_of(table.now).has_moved:
        yield from emit(MovementPhase(has_moved=False))
    yield from say(table, _("{who}'s turn"), who=who)
    yield from pass_start(table, who)


CYCLE = TurnCycle(_open, waiting, _renew, _begin, _end_turn)


# --- the end of the combat ------------------------------------------------------------------------


@plays(EndFight)
def end_combat(table: Table, command: EndFight) -> Procedure[tuple[Fever, ...]]:
    """Say who must roll CON against war fever, then end the fight; healing changes nothing (T4).

    Rules: DR-NRG-04
    """
    del command
    rolls = war_fever(table.now)
    for roll in rolls:
        step = Step(label=_("Hindrance"), rule_id="DR-NRG-04", after=roll.hindrance)
        text = _("{who} rolls CON against war fever")
        result = _("{n} Hindrance").format(n=roll.hindrance)
        yield from say(table, text, who=roll.who, steps=(step,), result=result, tone="plain")
    if rolls:
        yield from choose(
            table,
            _("CON rolls against war fever"),
            {"done": _("All rolled")},
            "DR-NRG-04",
            key="checklist",
            whom=None,
            info=_("Before the combat ends. Healed injuries count as well."),
            tables=(_checklist(table.now, rolls),),
            follow_up=True,
        )
    yield from end_fight(table)
    return rolls


def _checklist(encounter: Encounter, rolls: tuple[Fever, ...]) -> TraceTable:
    """Return who rolls, after how many degrees by particles, with how much Hindrance.

    Rules: DR-NRG-04
    """
    rows = (
        TableRow(label=encounter[one.who].name, values=one[1:], rule_id="DR-NRG-04")
        for one in rolls
    )
    return TraceTable(columns=(_("particle degrees"), _("Hindrance")), rows=tuple(rows))
