"""Grappling: the opposed check that begins one or goes on with it, and how one comes to an end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Encounter,
    Move,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    call,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do, take_action
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.attacks.attack_records import ArmChoice
from gridwar.systems.cepheus.attacks.reactions import NATURAL_WEAPONS
from gridwar.systems.cepheus.checks.check_rolls import Attempt, OpposedResult, oppose
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of, takes_turns
from gridwar.systems.cepheus.core.health import is_helpless, is_hobbling
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.machines_and_aboard import vehicle_of
from gridwar.systems.cepheus.core.offers_and_headings import GRAPPLE, for_people
from gridwar.systems.cepheus.grapples.grapple_wins import GrappleEnded, Won, use_win
from gridwar.systems.cepheus.movement import SQUARE, move, tenths_a_move, way_to
from gridwar.systems.cepheus.positions.range_bands import band_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Table
    from gridwar.systems.cepheus.core.person_records import Physical
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury

PERSONAL: Final = "personal"


@for_people
def _begins(encounter: Encounter, who: str) -> Iterator[Variant]:
    if partner_of(encounter, who) is None:
        yield Variant(fields={"move_in": True})


@for_people
def _goes_on(encounter: Encounter, who: str) -> Iterator[Variant]:
    partner = partner_of(encounter, who)
    if partner is not None:
        yield Variant(names={"name": encounter[partner].name})


@offer(
    _("Wrestle with {name}"),
    icon="hand-fist",
    group=GRAPPLE,
    role=Role.OTHER,
    price=SIGNIFICANT,
    note=_("the winner chooses"),
    each=_goes_on,
)
@offer(
    _("Grapple"),
    icon="hand-fist",
    group=GRAPPLE,
    role=Role.OTHER,
    needs="combatant",
    price=SIGNIFICANT,
    note=_("or move in first"),
    each=_begins,
)
class Grapple(Act):
    """Begin a grapple, or go on with the one somebody is locked in.

    ``arm`` and ``target_arm`` are what each side uses; empty takes the better one. ``move_in``
    first walks into the target's square, where the minor actions left allow it.
    """

    target: str = ""
    arm: ArmChoice = ""
    target_arm: ArmChoice = ""
    move_in: bool = False


@sets("grappled_with", of="other")
class Grappled(SheetEvent):
    """Somebody is locked in a grapple with another; one event for each of them."""

    other: str


@dataclass(frozen=True, slots=True)  # a Struct knows no fields that do not count
class GrappleResult:
    """What came of a check in a grapple; ``injury`` where the winner hurt the other.

    Outcomes differ by who won and what came of it; the figures are for the reader.
    """

    won: bool
    grappled: bool
    opposed: OpposedResult = field(compare=False)
    injury: Injury | None = None


def partner_of(encounter: Encounter, who: str) -> str | None:
    """Return with whom somebody is locked in a grapple; None where they are not, or alone in it.

    Rules: CE-GRP-03
    """
    other = sheet_of(encounter[who]).grappled_with
    return other if other in encounter.combatants else None


def may_grapple(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse a grapple, turn, actions and distance apart.

    Rules: CE-GRP-01, CE-GRP-03
    """
    other = target in table.now and target != who
    text = _("Choose somebody else to grapple with.")
    yield from require(other, "grapple_nobody", text, "CE-GRP-01", waivable=False)
    rules = ("CE-GRP-01", "CE-GRP-03")
    mine, theirs = (sheet_of(table.now[one]).grappled_with for one in (who, target))
    text = _("{who} is locked in a grapple with somebody else.")
    free = theirs in (None, who) or mine == target
    yield from require(free, "taken", text, *rules, who=target)
    yield from require(mine in (None, target), "taken", text, *rules, who=who)
    sheet = sheet_of(table.now[target])
    text = _("{who} is a vehicle: there is nobody to wrestle with.")
    yield from require(takes_turns(sheet), "vehicle", text, *rules, who=target)
    text = _("{who} is helpless: there is nobody to wrestle with.")
    able = not is_helpless(sheet, switches_of(table.now))
    yield from require(able, "helpless", text, *rules, who=target)
    carriers = [vehicle_of(table.now, one) for one in (who, target)]
    text = _("{who} and {target} are not in the same vehicle.")
    together = carriers[0] == carriers[1]
    yield from require(together, "vehicle_between", text, *rules, who=who, target=target)


@plays(Grapple)
def grapple(table: Table, command: Grapple) -> Procedure[GrappleResult]:
    """Play a check for a grapple: move in if need be, roll against each other, use the win.

    Whoever wins may choose, whoever began; only a failed start is nothing but a failure.

    Rules: CE-GRP-01, CE-GRP-02, CE-GRP-03, CE-CORE-06
    """
    who = command.actor
    yield from may_do(table, who, SIGNIFICANT, held=True)
    partner = sheet_of(table.now[who]).grappled_with
    target = command.target if partner is None else partner
    yield from may_grapple(table, who, target)
    if partner is None:
        yield from _close_in(table, who, target, move_in=command.move_in)
    yield from take_action(table, who, SIGNIFICANT, held=True)
    mine = _attempt(table.now, who, command.arm)
    theirs = replace(_attempt(table.now, target, command.target_arm), asked_of=True)
    opposed = yield from call(oppose, (mine, theirs), key="grapple")
    if partner is None and opposed.winner != who:
        text = _("{who} does not get hold of {target}")
        yield from say(table, text, who=who, target=target, tone="plain")
        return GrappleResult(won=False, grappled=False, opposed=opposed)
    if partner is None:
        yield from emit(Grappled(who=who, other=target), Grappled(who=target, other=who))
        yield from spoil_aim(table, target, "acted")
        yield from say(table, _("{who} grapples {target}"), who=who, target=target, tone="plain")
    won = won_by(table.now, opposed, who, target)
    injury = yield from call(use_win, won, key="win")
    still = sheet_of(table.now[who]).grappled_with == target
    return GrappleResult(opposed.winner == who, still, opposed, injury)


def won_by(encounter: Encounter, opposed: OpposedResult, who: str, target: str) -> Won:
    """Return the win with the Effect that counts.

    Rules: CE-GRP-02
    """
    effects = opposed.mine.effect, opposed.theirs.effect
    if opposed.winner != who:
        who, target, effects = target, who, effects[::-1]
    by_margin = switches_of(encounter).grapple_effect == "margin"
    return Won(who, target, effects[0] - effects[1] if by_margin else effects[0])


def _attempt(encounter: Encounter, who: str, chosen: ArmChoice) -> Attempt:
    arm = _arm(encounter, who, chosen)
    return Attempt(who, NATURAL_WEAPONS, arm, what=_("wrestling"), fights=True)


def _arm(encounter: Encounter, who: str, chosen: ArmChoice) -> Physical:
    """Return what somebody grapples with: the chosen characteristic or the better one.

    Rules: CE-GRP-01
    """
    arms: tuple[Physical, ...] = ("strength", "dexterity")
    better: Physical = max(arms, key=sheet_of(encounter[who]).chars.score)
    return chosen or better


# --- moving in ------------------------------------------------------------------------------------


def _close_in(table: Table, who: str, target: str, *, move_in: bool) -> Procedure[None]:
    """Move into the target's square where the minor actions left allow it.

    Rules: CE-GRP-01, CE-MIN-06
    """
    if _are_together(table.now, who, target):
        return
    path = way_in(table.now, who, target) if move_in else None
    text = _("Too far to move in and grapple: the target has to be in the same square.")
    yield from require(path is not None, "too_far_to_grapple", text, "CE-GRP-01")
    if path:
        yield from move(table, Move(actor=who, path=path))
        there = _are_together(table.now, who, target)
        yield from require(there, "stopped", _("The way in was stopped."), "CE-GRP-01")


def _are_together(encounter: Encounter, who: str, target: str) -> bool:
    """Return whether two are at Personal range; off the board nothing is between people."""
    return band_between(encounter, who, target) in (None, PERSONAL)


def way_in(encounter: Encounter, who: str, target: str) -> tuple[Cell, ...] | None:
    """Return the way into somebody's square that leaves the significant action; None: too far.

    Rules: CE-GRP-01, CE-MIN-06, CE-HLT-03
    """
    goal, sheet = encounter[target].pos, sheet_of(encounter[who])
    if goal is None:
        return None
    most = sheet.move_left + sheet.budget.minor * tenths_a_move(encounter, who)
    if is_hobbling(sheet, switches_of(encounter)):
        most = 0 if sheet.has_moved else SQUARE
    return way_to(encounter, who, goal, most)


# --- the end ------------------------------------------------------------------------------------


def why_apart(encounter: Encounter, who: str) -> str:
    """Return why somebody's grapple is over by itself; empty where it goes on.

    Rules: CE-GRP-03
    """
    other = sheet_of(encounter.combatants[who]).grappled_with
    if other is None:
        return ""
    if other not in encounter.combatants or encounter.combatants[other].aside:
        return _("the other one is gone")
    if is_gone(encounter, who) or is_gone(encounter, other):
        return _("one of them is out")
    one, two = encounter.combatants[who], encounter.combatants[other]
    is_apart = one.pos != two.pos and band_between(encounter, who, other) != PERSONAL
    return _("they were pulled apart") if is_apart else ""


def keep_first(table: Table, who: str) -> Procedure[None]:
    """Undo the later of two grapples that somebody has come into at the same moment.

    Whoever was grappled first knows of one partner, who by now is locked with somebody else.

    Rules: CE-RND-03
    """
    people = table.now.combatants
    other = sheet_of(people[who]).grappled_with
    if other is None or other not in people:
        return
    third = sheet_of(people[other]).grappled_with
    if third is None or third == who:
        return
    yield from emit(Grappled(who=other, other=who))
    if third in people and sheet_of(people[third]).grappled_with == other:
        yield from emit(GrappleEnded(who=third))
    steps = (Step(label=_("At the same moment: the earlier grapple stands"), rule_id="CE-RND-03"),)
    text = _("{other} is {who}'s already: the grapple with {whom} is undone")
    yield from say(table, text, other=other, who=who, whom=third, steps=steps)


def part(table: Table, who: str, why: str) -> Procedure[None]:
    """End somebody's grapple that cannot go on.

    Rules: CE-GRP-03
    """
    other = sheet_of(table.now.combatants[who]).grappled_with
    yield from emit(GrappleEnded(who=who))
    if other is not None and other in table.now.combatants:
        theirs = sheet_of(table.now.combatants[other]).grappled_with
        if theirs == who:
            yield from emit(GrappleEnded(who=other))
    steps = (Step(label=why, rule_id="CE-GRP-03"),)
    text = _("{who} and {other} no longer grapple")
    yield from say(table, text, who=who, other=other, steps=steps)
