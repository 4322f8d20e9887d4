"""The attack in seven steps: every attack action is this one procedure with another order.

Choose, add up, test, evade, damage, soak, wounds. ``attack`` plays it whole for one target;
``land`` the steps from evasion on, for those who make the test by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Procedure,
    SheetEvent,
    Step,
    _,
    call,
    emit,
    fold,
    hand_over,
    roll,
    say,
)
from gridwar.systems.percentile.actions.action_prices import pay
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import AimLost
from gridwar.systems.percentile.attacks.attack_modifiers import attack_lines
from gridwar.systems.percentile.attacks.attack_records import (
    AttackOrder,
    AttackResult,
    Share,
    hits_words,
)
from gridwar.systems.percentile.attacks.damage import blow_of, one_hit
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import hits_left
from gridwar.systems.percentile.attacks.legality_and_targets import may_attack
from gridwar.systems.percentile.checks.d100_tests import (
    Tested,
    degree_step,
    needed_words,
    reading,
    roll_step,
)
from gridwar.systems.percentile.conditions import begin
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of, with_changed

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.trace import Line
    from gridwar.systems.percentile.core.sheet import PercentileSheet

JAM_FROM: Final = 94


class Prepared(Struct, frozen=True):
    """An attack that is allowed, added up and paid for.

    ``lines`` are those of the sum, for the log alone.
    """

    order: AttackOrder
    total: int
    jam_from: int | None = None
    lines: tuple[Line, ...] = ()


class Attempted(Struct, frozen=True):
    """An attack test and the evasion of it: whether the test passed, hits left, its degrees."""

    success: bool
    left: int = 0
    dos: int = 0


class WeaponJammed(SheetEvent):
    """A weapon jammed; the GM takes the mark off."""

    weapon: str

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Mark it."""
        weapons = with_changed(sheet.weapons, "id", self.weapon, jammed=True)
        return sheet.replace(weapons=weapons)


def attack(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Play an attack on one target from the legality to the wounds.

    What is worked out on the map is done in a call, once, however often odds come by here.

    Rules: PC-ATK-04, PC-ATK-06, PC-ATK-08
    """
    prepared = yield from call(prepare, order, key="sum")
    tested = yield from attack_test(table, prepared)
    hits = hits_of(order, tested)
    if not hits:
        return AttackResult(tested.success, tested.jam)
    share = Share(order, hits, tested.dos if order.replace_die else 0)
    return hand_over(land, share, key=f"hits on {order.target}", then=_struck, carry=None)


def _struck(table: Table, carry_and_struck: tuple[None, bool]) -> Procedure[AttackResult]:
    del table
    yield from ()
    return AttackResult(True, struck=carry_and_struck[1])


def prepare(table: Table, order: AttackOrder) -> Procedure[Prepared]:
    """Check an attack, add it up, and take its price.

    Rules: PC-ATK-01, PC-ATK-02, PC-ATK-03, PC-ACT-06, PC-ACT-16
    """
    yield from may_attack(table, order)
    return (yield from add_up(table, order))


def add_up(table: Table, order: AttackOrder) -> Procedure[Prepared]:
    """Add an attack up that may be made, and take its price; the bonus of an Aim is used.

    Rules: PC-ATK-03, PC-ACT-06, PC-ACT-16
    """
    who = order.attacker
    tally = table.tally("attack")
    attack_lines(tally, table.now, order)
    jam_from = jams_from(table.now, order)
    if order.pays:
        yield from pay(table, who, order.pays)
    if sheet_of(table.now[who]).aim:
        yield from emit(AimLost(who=who))
    if order.action == "heavy_attack":
        yield from begin(table, who, "heavy_attack", "turn_start", who)
    return Prepared(order, tally.total, jam_from, () if table.rehearsal else tally.lines)


def jams_from(encounter: Encounter, order: AttackOrder) -> int | None:
    """Return the roll from which an attack jams; None where it cannot.

    Rules: PC-ACT-02, PC-ACT-11
    """
    scope = switches_of(encounter).jam_scope
    suppresses = scope != "off" and order.action == "suppressive_fire"
    return JAM_FROM if suppresses or (scope == "all_bursts" and order.action == "burst") else None


def attack_test(table: Table, prepared: Prepared) -> Procedure[Tested]:
    """Roll the attack test, and let a weapon jam.

    Rules: PC-ATK-04, PC-ATK-06, PC-TST-01, PC-TST-03, PC-ACT-02
    """
    order = prepared.order
    read = reading(switches_of(table.now), prepared.total, jam_from=prepared.jam_from)
    words = order.words_in(table.now)
    if order.target in table.now:
        name = table.now[order.target].name
        words = _("{what} against {name}").format(what=words, name=name)
    tested = yield from roll(
        "1d100",
        read,
        key="attack",
        owner=order.attacker,
        label=words,
        needed=needed_words(prepared.total),
    )
    yield from _tell(table, prepared, tested)
    if tested.jam:
        yield from emit(WeaponJammed(who=order.attacker, weapon=order.weapon))
    return tested


def hits_of(order: AttackOrder, tested: Tested) -> int:
    """Return the hits that an attack test scored, before evasion.

    Rules: PC-ATK-04, PC-ATK-06, PC-ACT-02, PC-ACT-03
    """
    if order.row.several:
        return min(order.hits, tested.dos)
    return int(tested.success)


def _tell(table: Table, prepared: Prepared, tested: Tested) -> Procedure[None]:
    if table.rehearsal:
        return
    order = prepared.order
    hits = hits_of(order, tested)
    # Fire into an arc counts its hits by a rule of its own, once it is known whom they find.
    scored = hits_words(hits) if order.target else _("passed")
    result = _("jammed") if tested.jam else scored if hits else _("missed")
    counted = Step(label=_("Hits"), rule_id="PC-ATK-06", after=hits)
    jam = Step(label=_("Jams from"), rule_id="PC-ACT-02", after=prepared.jam_from)
    if order.action == "suppressive_fire":
        jam = jam.replace(rule_id="PC-ACT-11")
    steps = (
        *roll_step(table, "attack"),
        *((jam,) if tested.jam else ()),
        degree_step(tested.dos),
        *((counted,) if order.target else ()),
        *set_steps(prepared),
    )
    text = _("{who} attacks {target}: {what}") if order.target else _("{who}: {what}")
    yield from say(
        table,
        text,
        who=order.attacker,
        target=order.target,
        what=order.words_in(table.now),
        lines=prepared.lines,
        total=prepared.total,
        steps=steps,
        result=result,
        tone="good" if tested.success else "quiet",
        befell=order.target,
    )


def set_steps(prepared: Prepared) -> tuple[Step, ...]:
    """Return what says that the GM has set a total that the lines do not add up to.

    Rules: PC-ATK-03
    """
    lines = sum(line.value for line in prepared.lines if not line.off)
    if lines == prepared.total:
        return ()
    label = _("The GM set the sum")
    return (Step(label=label, rule_id="PC-ATK-03", before=lines, after=prepared.total),)


def land(table: Table, share: Share) -> Procedure[bool]:
    """Let a target evade its hits, then suffer those left; tell whether any was.

    Whoever parries may strike back at once.

    Rules: PC-ATK-09, PC-ATK-10, PC-ATK-12
    """
    order, left = share.order, share.hits
    if share.may_evade:
        left = yield from hits_left(table, share)
    if left and order.target in table.now:
        blow = blow_of(table.now, order)
        yield from fold(one_hit, (blow,) * left, share.dos, key="hit")
    return left > 0


def attempt(table: Table, order: AttackOrder) -> Procedure[Attempted]:
    """Play the steps up to evasion, for what is no damage: a hold, a Take Down, boarding.

    Rules: PC-ATK-01, PC-ATK-03, PC-ATK-04, PC-ATK-07, PC-ATK-08
    """
    prepared = yield from call(prepare, order, key="sum")
    tested = yield from attack_test(table, prepared)
    if not tested.success:
        return Attempted(False)
    left = yield from hits_left(table, Share(order, 1))
    return Attempted(True, left, tested.dos if left and order.replace_die else 0)
