"""Suppressive Fire: a wedge of lead that hits some by chance; the Pinning test under fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Bearing,
    Procedure,
    Role,
    Step,
    Variant,
    _,
    call,
    emit,
    fold,
    offer,
    plays,
    require,
    roll,
    say,
)
from gridwar.model.events_combatants import Turned
from gridwar.systems.percentile.actions.action_prices import priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import (
    AttackOrder,
    AttackResult,
    Share,
    hits_words,
)
from gridwar.systems.percentile.attacks.attack_steps import add_up, attack_test, land
from gridwar.systems.percentile.attacks.kill_zones import WedgeLaid, in_arc, squares_within
from gridwar.systems.percentile.attacks.legality_and_targets import could_attack, may_use
from gridwar.systems.percentile.checks.d100_tests import Trial, check, degree_step
from gridwar.systems.percentile.conditions import begin
from gridwar.systems.percentile.core.action_headings import FULL
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score
from gridwar.systems.percentile.core.weapons_in_hand import weapons_in_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.checks.d100_tests import Tested
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

Mode = Literal["semi", "full"]
WIDTHS = {"semi": 30.0, "full": 60.0}
_MODES: Final[Mapping[Mode, str]] = {"semi": _("Semi Auto, 30°"), "full": _("Full Auto, 60°")}
PINNING = {"semi": -10, "full": -20}


def capacity_of(encounter: Encounter, weapon: PercentileWeapon, mode: Mode) -> int:
    """Return a weapon's Semi or Full Auto capacity; by house rule its Hit rating where it has any.

    Rules: PC-ACT-11
    """
    own: int = getattr(weapon, mode)
    return weapon.hit_rating if own and switches_of(encounter).auto_fields == "hit_rating" else own


def _modes(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in weapons_in_hand(encounter[who]):
        for mode, words in _MODES.items():
            if capacity_of(encounter, weapon, mode):
                yield Variant(
                    f"{weapon.id} {mode}",
                    frozendict(weapon=weapon.id, mode=mode),
                    frozendict(weapon=weapon.title, mode=words),
                    weapon=weapon.id,
                )


@offer(
    _("Suppressive Fire: {weapon}"),
    icon="cone",
    group=FULL,
    role=Role.STRIKE,
    needs="bearing",
    price=priced("suppressive_fire"),
    note="{mode}",
    each=_modes,
)
class SuppressiveFire(Act):
    """Fill a wedge with fire."""

    weapon: str
    mode: Mode
    bearing_deg: Bearing


def suppression_order(who: str, weapon: str) -> AttackOrder:
    """Return Suppressive Fire as an order: nobody is aimed at, and only penalties count."""
    return AttackOrder(
        who, "", weapon, "suppressive_fire", no_bonuses=True, pays="suppressive_fire"
    )


@plays(SuppressiveFire)
def suppressive_fire(table: Table, command: SuppressiveFire) -> Procedure[AttackResult]:
    """Fire into an arc: the test, Pinning of every enemy in it, hits drawn among them, damage.

    Rules: PC-ACT-11, PC-ECO-02
    """
    who, mode = command.actor, command.mode
    yield from may_act(table, who, "suppressive_fire")
    order = suppression_order(who, command.weapon)
    weapon = yield from may_use(table, order)
    capacity = capacity_of(table.now, weapon, mode)
    text = _("{what} has no such automatic fire.")
    yield from require(capacity > 0, "not_automatic", text, "PC-ACT-11", what=weapon.title)
    yield from _face(table, who, command.bearing_deg)
    wanted = Wanted(order, mode, command.bearing_deg, capacity)
    shot = yield from call(suppress, wanted, key="fire")
    return (yield from call(_hits_land, shot, key="hits"))


class Wanted(Struct, frozen=True):
    """Suppressive Fire that is allowed: its order, mode, direction and capacity."""

    order: AttackOrder
    mode: Mode
    bearing_deg: float
    capacity: int


class Suppressed(Struct, frozen=True):
    """What Suppressive Fire came to before damage: the test, and who got how many hits."""

    order: AttackOrder
    tested: Tested
    shares: tuple[tuple[str, int], ...] = ()


def suppress(table: Table, wanted: Wanted) -> Procedure[Suppressed]:
    """Test, let every enemy in the arc test Pinning, and draw who is hit.

    Rules: PC-ACT-11, PC-ECO-02
    """
    order, mode = wanted.order, wanted.mode
    caught = yield from call(_fill_arc, wanted, key="arc")
    prepared = yield from call(add_up, order, key="sum")
    tested = yield from attack_test(table, prepared)
    for one in caught.enemies:
        pinning = Pinning(one, order.attacker, "PC-ACT-11", PINNING[mode])
        yield from call(pinning_test, pinning, key=f"pinning of {one}")
    hits = suppressive_hits(table.now, tested.dos, wanted.capacity) if tested.success else 0
    if not hits or not caught.victims:
        return Suppressed(order, tested)
    yield from _count(table, wanted, tested.dos, hits)
    names = tuple(table.now[one].name for one in caught.victims)
    start = Drawn((0,) * len(names))
    draws = tuple((n, names) for n in range(1, hits + 1))
    drawn = yield from fold(_draw, draws, start, key="victim")
    shares = zip(caught.victims, drawn.counts, strict=True)
    return Suppressed(order, tested, tuple((one, count) for one, count in shares if count))


def _count(table: Table, wanted: Wanted, dos: int, hits: int) -> Procedure[None]:
    """Tell how many hits there are, and why so many.

    Rules: PC-ACT-11
    """
    beyond = switches_of(table.now).suppressive_hits == "beyond_first"
    words = _("1 and every 2 degrees beyond the first") if beyond else _("1 and every 2 degrees")
    steps = (
        degree_step(dos),
        Step(label=words, rule_id="PC-ACT-11", after=_hits_by_degrees(table.now, dos)),
        Step(label=_("Capacity, which limits it"), rule_id="PC-ACT-11", after=wanted.capacity),
    )
    text, who = _("{who}: hits of the Suppressive Fire"), wanted.order.attacker
    yield from say(table, text, who=who, steps=steps, result=str(hits))


class Caught(Struct, frozen=True):
    """Who stands in an arc of fire: those who test Pinning, and those among whom hits are drawn."""

    enemies: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()


def caught_by(encounter: Encounter, order: AttackOrder, arc: tuple[float, float]) -> Caught:
    """Return whom fire into an arc would catch: the enemies there, by a house rule everybody.

    An arc is its axis and its width, in degrees.

    Rules: PC-ACT-11
    """
    side = encounter[order.attacker].side
    inside = in_arc(encounter, order.attacker, order.weapon, arc)
    reached = tuple(one for one in inside if could_attack(encounter, replace(order, target=one)))
    enemies = tuple(one for one in reached if encounter.are_foes(side, encounter[one].side))
    everyone = switches_of(encounter).suppressive_victims == "everyone_in_zone"
    return Caught(enemies, reached if everyone else enemies)


def _fill_arc(table: Table, wanted: Wanted) -> Procedure[Caught]:
    """Lay the kill zone, and find who stands in it: once, however often odds come by here.

    Rules: PC-ACT-11
    """
    order, arc = wanted.order, (wanted.bearing_deg, WIDTHS[wanted.mode])
    zone = squares_within(table.now, order.attacker, order.weapon, arc)
    yield from emit(WedgeLaid(owner=order.attacker, cells=tuple(sorted(zone))))
    return caught_by(table.now, order, arc)


def _face(table: Table, who: str, bearing: float) -> Procedure[None]:
    """Turn to where the fire goes: facing is free when the action is declared.

    Rules: PC-ACT-11
    """
    now = table.now[who].facing_deg
    if now is not None and round(bearing) % 360 != now:
        yield from emit(Turned(who=who, by_deg=round(bearing) - now))


def suppressive_hits(encounter: Encounter, dos: int, capacity: int) -> int:
    """Return the hits: one, and another for every 2 degrees, up to the capacity.

    Rules: PC-ACT-11
    """
    return min(capacity, _hits_by_degrees(encounter, dos))


def _hits_by_degrees(encounter: Encounter, dos: int) -> int:
    beyond = switches_of(encounter).suppressive_hits == "beyond_first"
    return 1 + (dos - 1 if beyond else dos) // 2


class Drawn(Struct, frozen=True):
    """Who got how many hits so far, by their number, and who is still in the draw."""

    counts: tuple[int, ...]
    left: tuple[int, ...] = ()


def _hits_land(table: Table, shot: Suppressed) -> Procedure[AttackResult]:
    """Resolve the hits of each victim by itself; degrees replace a die of the first to land.

    Rules: PC-ACT-11, PC-ATK-09, PC-ATK-12
    """
    struck, dos = False, shot.tested.dos
    for who, count in shot.shares:
        if who in table.now:
            text, result = _("{who} is in the line of fire"), hits_words(count)
            step = Step(label=_("Hits drawn"), rule_id="PC-ACT-11", after=count)
            yield from say(table, text, who=who, steps=(step,), result=result, tone="harm")
            share = Share(replace(shot.order, target=who, pays=""), count, dos)
            landed = yield from call(land, share, key=f"hits on {who}")
            struck = struck or landed
            dos = 0 if struck else dos
    return AttackResult(shot.tested.success, shot.tested.jam, struck)


def _draw(table: Table, draw: tuple[int, tuple[str, ...]], drawn: Drawn) -> Procedure[Drawn]:
    """Draw one victim of a hit, by its number; nobody twice before each has one.

    Rules: PC-ACT-11
    """
    hit, names = draw
    left = drawn.left or tuple(range(len(drawn.counts)))
    at = yield from roll(
        f"1d{len(left)}",
        sum,
        key="victim",
        owner=None,
        label=_("Victim of hit {n} of the Suppressive Fire").format(n=hit),
        meanings=tuple(names[number] for number in left),
    )
    chosen = left[at - 1]
    counts = tuple(n + (number == chosen) for number, n in enumerate(drawn.counts))
    faces = table.faces("victim")
    among = ", ".join(names[number] for number in left)
    label = _("Drawn among {names}").format(names=among)
    step = Step(label=label, rule_id="PC-ACT-11", faces=faces, after=names[chosen])
    text = _("Hit {n} of the Suppressive Fire: {name}")
    yield from say(table, text, n=hit, name=names[chosen], steps=(step,))
    return Drawn(counts, tuple(one for one in left if one != chosen))


class Pinning(Struct, frozen=True):
    """A Pinning test to be made: who fired, ``modifier`` by the rule that asks for it."""

    who: str
    by: str
    rule_id: str
    modifier: int = 0


def pinning_test(table: Table, order: Pinning) -> Procedure[bool]:
    """Test Pinning; return whether somebody is pinned by it.

    Rules: PC-ACT-10, PC-ACT-11
    """
    who = order.who
    if who not in table.now or sheet_of(table.now[who]).dead:
        return False
    tally = table.tally("pinning", aside=True)
    sheet = sheet_of(table.now[who])
    tally.line(order.rule_id, SCORE_WORDS["pinning"], score(sheet, "pinning"))
    if order.modifier:
        tally.line(order.rule_id, _("Suppressive Fire"), order.modifier, source_id="fire")
    words = _("Pinning, under fire from {name}").format(name=table.now[order.by].name)
    trial = Trial(who, "pinning", _("{who} tests against Pinning"), words)
    tested = yield from check(table, tally, trial)
    if not tested.success:
        yield from begin(table, who, "pinned")
    return not tested.success
