"""Aid Another and Change Reach: manoeuvres with a check of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Candidates,
    ChoiceField,
    Number,
    Option,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    Words,
    adds,
    allows,
    choose,
    emit,
    must_exist,
    ngettext,
    plays,
    require,
    say,
)
from gridwar.systems.arrgs.actions.offers import HELPING, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, finish, may_begin
from gridwar.systems.arrgs.actions.prices import price_for
from gridwar.systems.arrgs.checks.check_rolls import CheckOrder, make_check
from gridwar.systems.arrgs.checks.check_sums import Exchange, dc_parts
from gridwar.systems.arrgs.checks.typed_modifiers import ModifierAdded
from gridwar.systems.arrgs.core.sheet import Modifier, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.core.tables import check_table, check_title
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.conditions import FortCheck

USUAL_DC: Final = 10
AID, REACH = "aid_another", "change_reach"


class Helped(Struct, frozen=True):
    """What such a manoeuvre came to; ``gained`` counts a bonus, squares or rounds."""

    success: bool = False
    success_value: int = 0
    gained: int = 0
    wasted: bool = False
    legal_shift: bool = True
    target: str = ""
    fort_checks: tuple[FortCheck, ...] = ()


# --- Aid Another ----------------------------------------------------------------------------------


def may_aid(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse to aid oneself, an enemy, or somebody too far away.

    Rules: AR-MNV-01
    """
    yield from must_exist(table, target)
    now = table.now
    is_ally = who != target and now.are_allied(now[who].side, now[target].side)
    yield from require(is_ally, "no_ally", _("Only an ally can be aided."), "AR-MNV-01")
    away = between(now, who, target)
    text = _("{whom} is not adjacent; the GM may allow advice from afar.")
    is_near = away is not None and away <= 1
    yield from require(is_near, "not_adjacent", text, "AR-MNV-01", whom=target)


def _to_aid(encounter: Encounter, command: AidAnother) -> Candidates:
    """Return the allies beside somebody."""
    who, people = command.actor, (one.id for one in encounter.everyone())
    return Candidates(frozenset(one for one in people if allows(encounter, may_aid, who, one)))


def _checks(_encounter: Encounter, _command: AidAnother) -> dict[str, str]:
    """Return the kinds of checks that may be helped.

    Rules: AR-MNV-01
    """
    return {one: check_title(one) for one in check_table().checks}


@offer_manoeuvre(
    AID,
    _("Aid Another"),
    icon="hand-helping",
    group=HELPING,
    role=Role.HELP,
    needs="combatant",
    note=_("an ally beside; provokes"),
    candidates=_to_aid,
)
class AidAnother(Manoeuvre):
    """Help somebody's next check of a kind."""

    target: str
    check: Annotated[str, ChoiceField(_("With which check"), _checks, other="")] = "melee"


@plays(AidAnother)
def aid_another(table: Table, command: AidAnother) -> Procedure[Helped]:
    """Help an ally's next check of a kind.

    Rules: AR-MNV-01, AR-MOD-02, AR-INC-03
    """
    who, target, price = command.actor, command.target, price_for(AID, command)
    yield from may_begin(table, who, price)
    yield from may_aid(table, who, target)
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return Helped(wasted=True, fort_checks=begun.checks)
    difficulty = state_of(table.now).scene_difficulty
    dc = USUAL_DC + difficulty
    parts = (_("Aid Another"), USUAL_DC), (_("Difficulty of the Scene"), difficulty)
    exchange = Exchange(who, command.check, target, ability="personality", resisted=False)
    title = _("Aid Another, {name}").format(name=table.now[target].name)
    won = f"+{{n}} {check_title(command.check)}"
    sheet, check = sheet_of(table.now[who]), command.check
    aid = sheet.aid_mods.get(check)
    more = None if aid is None else aid - sheet.mods.get(check, 0)
    order = CheckOrder(exchange, AID, dc, title, won, dc_parts("AR-MNV-01", *parts), more)
    success, value = yield from make_check(table, order, begun.used)
    if success:
        bonus = Modifier(
            check=command.check,
            type="assisted",
            value=value,
            source=_("aided by {name}").format(name=table.now[who].name),
            ends="round_end",
            once=True,
        )
        yield from emit(ModifierAdded(who=target, modifier=bonus))
    checks = yield from finish(table, begun)
    return Helped(success, value, value if success else 0, target=target, fort_checks=checks)


# --- Change Reach ---------------------------------------------------------------------------------


def _shifts(encounter: Encounter, command: ChangeReach) -> dict[int | None, Words]:
    """Return by how many squares a threat range may be shifted, with what it would be.

    Rules: AR-MNV-03
    """
    who, sheet = command.actor, sheet_of(encounter[command.actor])
    most = max(sheet.reach, sheet.reach_shift, 1)
    found: dict[int | None, Words] = {None: _("after the roll")}
    for by in shifts(encounter, who, most):
        found[by] = (f"{by:+d}", ring_words(encounter, who, by))
    return found


def _reach(encounter: Encounter, who: str) -> Iterator[Variant]:
    sheet = sheet_of(encounter[who])
    if has_reach(encounter, who):
        nearest, farthest = sheet.ring
        yield Variant(names={"a": _ring_squares(nearest, farthest), "n": sheet.reach})


@offer_manoeuvre(
    REACH,
    _("Change Reach"),
    icon="move-diagonal",
    group=HELPING,
    role=Role.READY,
    note=_("threatens at {a} now; Reach {n}"),
    each=_reach,
    prepared=True,
)
class ChangeReach(Manoeuvre):
    """Shift one's threat range; without a number it is asked after the roll."""

    shift_by: Annotated[Number | None, ChoiceField(_("Shift by"), _shifts, least=2, other="")] = (
        None
    )


@adds("reach_shift")
class ReachShifted(SheetEvent):
    """A threat range moved outwards, or back."""

    by: int


@plays(ChangeReach)
def change_reach(table: Table, command: ChangeReach) -> Procedure[Helped]:
    """Shift one's threat range outwards or back.

    Rules: AR-MNV-03, AR-THR-04
    """
    who, by, price = command.actor, command.shift_by, price_for(REACH, command)
    text, far = _("{who} has no Reach to change."), has_reach(table.now, who)
    yield from require(far, "no_reach", text, "AR-MNV-03", "AR-THR-04", who=who)
    yield from may_begin(table, who, price)
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return Helped(wasted=True, fort_checks=begun.checks)
    exchange = Exchange(who, "melee_weaponry")
    order = CheckOrder(exchange, REACH, USUAL_DC, _("Change Reach"), _("up to {n}"))
    success, value = yield from make_check(table, order, begun.used)
    if by is None and success and shifts(table.now, who, value):
        by = yield from _how_far(table, who, value)
    by = by or 0
    legal = success and abs(by) <= value and may_shift(table.now, who, by)
    if legal and by:
        yield from emit(ReachShifted(who=who, by=by))
        a, b = sheet_of(table.now[who]).ring
        step = Step(label=_("Threat range"), rule_id="AR-THR-04", before=a - by, after=a)
        text, squares = _("{who} threatens at {squares}"), _ring_squares(a, b)
        yield from say(table, text, who=who, squares=squares, steps=(step,))
    checks = yield from finish(table, begun)
    return Helped(success, value, by if legal else 0, legal_shift=legal, fort_checks=checks)


def _how_far(table: Table, who: str, most: int) -> Procedure[int]:
    found = shifts(table.now, who, most)
    far = max(abs(by) for by in found)

    def options() -> Iterator[Option]:
        for by in shifts(table.now, who, most):
            yield Option(str(by), f"{by:+d}", "", ring_words(table.now, who, by))
        yield Option("0", _("Leave it"))

    chosen = yield from choose(
        table,
        _("{who}: shift the threat range"),
        options,
        "AR-MNV-03",
        "AR-THR-04",
        key="how far",
        whom=who,
        default=str(max(found)),
        info=ngettext("By up to {n} square.", "By up to {n} squares.", far).format(n=far),
        follow_up=True,
        who=who,
    )
    return int(chosen or 0)


def shifts(encounter: Encounter, who: str, most: int) -> tuple[int, ...]:
    """Return by how many squares a threat range may be shifted, without 0.

    Rules: AR-THR-04, AR-MNV-03
    """
    return tuple(by for by in range(-most, most + 1) if by and may_shift(encounter, who, by))


def may_shift(encounter: Encounter, who: str, by: int) -> bool:
    """Return whether a shift leaves the threat range between its own place and its Reach.

    Rules: AR-THR-04
    """
    sheet = sheet_of(encounter[who])
    after = sheet.reach_shift + by
    capped = switches_of(encounter).reach_cap == "reach_value"
    return after >= 0 and (not capped or after <= sheet.reach)


def has_reach(encounter: Encounter, who: str) -> bool:
    """Return whether somebody has a Reach, or a threat range that is shifted already.

    Rules: AR-MNV-03, AR-THR-04
    """
    sheet = sheet_of(encounter[who])
    return sheet.reach > 0 or sheet.reach_shift > 0


def ring_words(encounter: Encounter, who: str, by: int) -> str:
    """Return a threat range as it would be once shifted.

    Rules: AR-THR-04
    """
    nearest, farthest = sheet_of(encounter[who]).ring
    return _("threatens at {squares}").format(squares=_ring_squares(nearest + by, farthest + by))


def _ring_squares(nearest: int, farthest: int) -> str:
    """Return how far those are whom a threat range reaches."""
    if nearest == farthest:
        return ngettext("{n} square", "{n} squares", nearest).format(n=nearest)
    return _("{a} to {b} squares").format(a=nearest, b=farthest)
