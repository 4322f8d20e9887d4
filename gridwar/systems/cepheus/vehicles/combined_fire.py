"""Several ground weapons at one ship: the first in full, each further one with half its dice."""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import Field

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Act,
    Command,
    FormNumber,
    Procedure,
    Roll,
    Step,
    Variant,
    call,
    choose_numbers,
    emit,
    explain,
    must_exist,
    plays,
    reason_against,
    require,
    roll_all,
    say,
)
from gridwar.model.record import Record
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_spend, must_be_up
from gridwar.systems.cepheus.attacks.attack_offers import weapon_variant
from gridwar.systems.cepheus.attacks.attack_records import (
    AnsweredShot,
    AttackResult,
    Shot,
    ShotSum,
    attack_words,
    needed_words,
)
from gridwar.systems.cepheus.attacks.attack_refusals import look, look_along, may_attack
from gridwar.systems.cepheus.attacks.attack_sequence import begin, sum_up, use_up
from gridwar.systems.cepheus.attacks.attacker_dms import lines_to_tell
from gridwar.systems.cepheus.attacks.firing_modes import weapon_of
from gridwar.systems.cepheus.attacks.reactions import SignificantLost
from gridwar.systems.cepheus.attacks.weapon_damage import scale_down, take_harm
from gridwar.systems.cepheus.checks.check_dms import TARGET
from gridwar.systems.cepheus.core.fight_state import sheet_of, takes_turns
from gridwar.systems.cepheus.core.machines_and_aboard import is_starship
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_attack
from gridwar.systems.cepheus.core.weapons_in_use import mounted_weapons
from gridwar.systems.cepheus.harm.damage_after_armor import (
    Injury,
    damage_trace,
    damage_words,
    take_armor_off,
)
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table


class Volley(Record):
    """One weapon that hits a ship together with others; only the first counts its Effect."""

    name: str = ""
    dice: int = Field(ge=0, le=100)
    bonus: int = 0
    effect: int = 0
    owner: str | None = None


class CombinedHits(Command):
    """Let several weapons that have hit a ship do their damage together (the GM's command)."""

    target: str
    hits: tuple[Volley, ...] = Field(min_length=1)


@for_people
def _guns(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield what shoots, while there is a ship to fire at."""
    if not any(is_starship(encounter, one.id) for one in encounter.everyone()):
        return
    own = ((one.id, one) for one in sheet_of(encounter[who]).weapons if one.ready)
    for weapon_id, weapon in (*own, *mounted_weapons(encounter, who)):
        if weapon.form == "ranged":
            yield weapon_variant(weapon_id, weapon)


@offer_attack(
    _("Fire together: {weapon}"),
    icon="users",
    needs="combatant",
    price=SIGNIFICANT,
    note=_("at a ship"),
    id="combined",
    each=_guns,
)
class CombinedFire(Act):
    """Fire at a ship together with others, who give their next significant action for it."""

    target: str
    weapon: str


class Combined(Struct, frozen=True):
    """What came of combined fire."""

    dice: int
    full: int
    before_armor: int
    after_armor: int


class _Summed(Struct, frozen=True):
    """One of the shots, added up and paid for."""

    shot: Shot
    summed: ShotSum


@plays(CombinedHits)
def combined_hits(table: Table, command: CombinedHits) -> Procedure[Combined]:
    """Roll the damage of weapons that hit together, divide the sum, take armour off.

    Rules: CE-STS-02
    """
    yield from must_exist(table, command.target)
    return (yield from call(do_damage, (command.target, command.hits), key="combined"))


def dice_of(hits: tuple[Volley, ...]) -> tuple[int, ...]:
    """Return the dice that count: all of the first weapon, half of each other, rounded down.

    Rules: CE-STS-02
    """
    return tuple(one.dice if at == 0 else one.dice // 2 for at, one in enumerate(hits))


def do_damage(table: Table, shots: tuple[str, tuple[Volley, ...]]) -> Procedure[Combined]:
    """Roll and add up combined damage; of a ship the GM is told what is left after its armour.

    Rules: CE-STS-02
    """
    target, hits = shots
    dice, name = dice_of(hits), table.now[target].name
    rolls = tuple(
        Roll(parse(f"{count}d6"), sum, f"damage {at}", one.owner, damage_words(one.name, name))
        for at, (one, count) in enumerate(zip(hits, dice, strict=True), start=1)
        if count
    )
    rolled = iter((yield from roll_all(rolls)))
    tally = table.tally("damage")
    for at, (one, count) in enumerate(zip(hits, dice, strict=True), start=1):
        if count:
            words = f"{one.name} {count}D6".strip()
            tally.line("CE-STS-02", words, next(rolled), source_id=f"{at}")
    first = hits[0]
    if first.bonus:
        tally.line("CE-DMG-01", _("Weapon"), first.bonus, source_id="bonus")
    tally.line("CE-DMG-01", _("Effect"), first.effect, source_id="effect")
    full = tally.total
    if is_starship(table.now, target):
        scale_down(tally)
    injury = take_armor_off(tally, table, Injury(target, 0, tally.total, full))
    title = _("Combined fire at {name}").format(name=name)
    keys = tuple(f"damage {at}" for at in range(1, len(hits) + 1))
    yield from explain(
        table, lambda: damage_trace(table, tally, injury, *keys).replace(title=title)
    )
    yield from call(take_harm, Wound(target, injury.after_armor), key="harm")
    return Combined(sum(dice), full, injury.before_armor, injury.after_armor)


@plays(CombinedFire)
def combined_fire(table: Table, command: CombinedFire) -> Procedure[AttackResult]:
    """Let several fire at a ship at once: each rolls to hit, those that hit do damage together.

    Rules: CE-STS-01, CE-STS-02
    """
    target = command.target
    lead = Shot(command.actor, command.weapon, target=target)
    seen = yield from call(look, lead, key="line")
    text = _("Only fire at ships adds up.")
    yield from require(is_starship(table.now, target), "no_ship", text, "CE-STS-02")
    joining = yield from _who_joins(table, target, helpers(table.now, lead))
    rolling = yield from call(begin, AnsweredShot(lead, seen), key="sum")
    shots = [_Summed(lead, rolling.summed)]
    for shot in joining:
        summed = yield from call(_join, shot, key=f"sum of {shot.actor}")
        shots.append(_Summed(shot, summed))
    naturals = yield from roll_all(tuple(_to_hit(table, one) for one in shots))
    hits: list[Volley] = []
    for one, natural in zip(shots, naturals, strict=True):
        volley = yield from _fired(table, one, natural)
        hits.extend(() if volley is None else (volley,))
    if not hits:
        return AttackResult(hit=False)
    found = yield from call(do_damage, (target, tuple(hits)), key="combined")
    injury = Injury(target, found.after_armor, found.before_armor, found.full)
    return AttackResult(True, (injury,))


def helpers(encounter: Encounter, lead: Shot) -> tuple[Shot, ...]:
    """Return the shots of others of the side who could fire at the ship, with their heaviest.

    Rules: CE-STS-02
    """
    side, target = encounter[lead.actor].side, lead.target or ""
    found: list[Shot] = []
    for one in encounter.everyone():
        sheet = sheet_of(one)
        can = one.id not in (lead.actor, target) and encounter.are_allied(side, one.side)
        if not can or not takes_turns(sheet):
            continue
        guns = [(gun.id, gun) for gun in sheet.weapons if gun.form == "ranged"]
        guns += mounted_weapons(encounter, one.id)
        shots = ((gun.damage_dice, Shot(one.id, gun_id, target=target)) for gun_id, gun in guns)
        free = [
            (dice, shot.weapon, shot)
            for dice, shot in shots
            if reason_against(encounter, partial(_may_join, shot=shot)) is None
        ]
        if free:
            found.append(max(free, key=itemgetter(0, 1))[2])
    return tuple(found)


def _may_join(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse where somebody cannot give their next significant action for a shot at a ship.

    Rules: CE-STS-02, CE-GRP-03, CE-OTH-02
    """
    who = shot.actor
    yield from must_be_up(table, who)
    yield from may_spend(table, who)
    has_one = not sheet_of(table.now[who]).lose_next_significant
    text = _("{who} has lost the next significant action.")
    yield from require(has_one, "no_next_significant", text, "CE-STS-02", who=who)
    yield from may_attack(table, shot)


def _who_joins(table: Table, target: str, others: tuple[Shot, ...]) -> Procedure[tuple[Shot, ...]]:
    if not others:
        return ()

    def words(one: Shot) -> str:
        name = weapon_of(table, one).name
        return _("{who}, {weapon}").format(who=table.now[one.actor].name, weapon=name)

    numbers = yield from choose_numbers(
        table,
        _("Who fires at {target} together?"),
        (FormNumber(one.actor, words(one), 0, 1, 1, yes_no=True) for one in others),
        "CE-STS-02",
        key="joining",
        whom=None,
        info=_("Whoever joins gives the next significant action for it."),
        target=target,
    )
    return tuple(one for one in others if numbers.get(one.actor, 0))


def _join(table: Table, shot: Shot) -> Procedure[ShotSum]:
    """Add up the attack of somebody who joins in; they give their next significant action for it.

    Rules: CE-STS-02, CE-SIG-07
    """
    tally = sum_up(table, AnsweredShot(shot, look_along(table.now, shot)))
    yield from emit(SignificantLost(who=shot.actor))
    yield from use_up(table, shot)
    return ShotSum(tally.total, () if table.rehearsal else lines_to_tell(tally))


def _to_hit(table: Table, one: _Summed) -> Roll:
    who = one.shot.actor
    words = attack_words(table.now, one.shot, weapon_of(table, one.shot).name)
    needed = needed_words(TARGET - one.summed.dm)
    return Roll(parse("2d6"), sum, f"attack of {who}", who, words, needed)


def _fired(table: Table, one: _Summed, natural: int) -> Procedure[Volley | None]:
    """Tell what came of one of the shots; return what a hit does.

    Rules: CE-STS-01, CE-CORE-02
    """
    who, dm = one.shot.actor, one.summed.dm
    effect = natural + dm - TARGET
    result = _("hit, Effect {effect}") if effect >= 0 else _("miss, Effect {effect}")
    faces = table.faces(f"attack of {who}")
    step = Step(label="2D6", rule_id="CE-CORE-01", before=natural, after=natural + dm, faces=faces)
    yield from say(
        table,
        _("{who} fires"),
        who=who,
        lines=one.summed.lines,
        total=natural + dm,
        steps=(step,),
        result=result.format(effect=effect),
        tone="good" if effect >= 0 else "plain",
        befell=one.shot.target,
    )
    if effect < 0:
        return None
    weapon = weapon_of(table, one.shot)
    return Volley(
        name=weapon.name,
        dice=weapon.damage_dice,
        bonus=weapon.damage_bonus,
        effect=effect,
        owner=who,
    )
