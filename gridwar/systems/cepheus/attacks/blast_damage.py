"""Explosions: who reacts and how, damage by zone, everything applied together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import Field

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Cell,
    Command,
    Procedure,
    Roll,
    Step,
    ask_all,
    call,
    fold,
    must_exist,
    plays,
    roll,
    roll_all,
    say,
)
from gridwar.model.floors import square_name
from gridwar.systems.cepheus.attacks.attack_records import AttackResult, ReactionKind
from gridwar.systems.cepheus.attacks.blast_area import Burst, Caught, caught_by
from gridwar.systems.cepheus.attacks.reactions import (
    Attacked,
    chosen_reaction,
    may_react,
    pay_reaction,
    reaction_question,
)
from gridwar.systems.cepheus.attacks.weapon_damage import scale_down, take_harm
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import is_starship
from gridwar.systems.cepheus.core.weapon_records import BlastZone
from gridwar.systems.cepheus.harm.damage_after_armor import Injury, armored
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally


class BlastVictim(Struct, frozen=True):
    """A victim of a blast, what the blast does there, and how the victim reacts."""

    victim: str
    damage: int
    reaction: ReactionKind = "none"
    source: str = ""
    """The dice that were rolled."""


class Explode(Command):
    """Let something explode in a square (the GM's command, whatever made it)."""

    square: Cell
    zones: tuple[BlastZone, ...] = Field(min_length=1)


class BlastHits(Command):
    """Let a blast of known strength hit some people, wherever they are (the GM's command)."""

    who: tuple[str, ...]
    damage: int = Field(ge=0, le=10_000)


@plays(Explode)
def explode_there(table: Table, command: Explode) -> Procedure[AttackResult]:
    """Play an explosion of the GM's.

    Rules: CE-EXP-01
    """
    burst = Burst(command.square, command.zones)
    injuries = yield from call(explode, burst, key="blast")
    return AttackResult(bool(injuries), injuries, landing=command.square)


@plays(BlastHits)
def blast_hits(table: Table, command: BlastHits) -> Procedure[AttackResult]:
    """Play a blast whose victims and damage are known.

    Rules: CE-EXP-02, CE-EXP-03
    """
    for who in command.who:
        yield from must_exist(table, who)
    reactions = yield from _reactions(table, command.who, None)
    struck = tuple(
        BlastVictim(who, command.damage, kind)
        for who, kind in zip(command.who, reactions, strict=True)
    )
    injuries = yield from call(strike_all, struck, key="blast")
    return AttackResult(bool(injuries), injuries)


def explode(table: Table, burst: Burst) -> Procedure[tuple[Injury, ...]]:
    """Play an explosion: reactions, dice of the zones, damage to everybody at once.

    Rules: CE-EXP-01, CE-EXP-02, CE-EXP-03, CE-CORE-10
    """
    caught = caught_by(table.now, burst)
    place, n = square_name(table.now.map.floors, burst.square), len(caught)
    result = _("at {place}; {n} caught").format(place=place, n=n)
    steps = tuple(
        Step(
            label=table.now[one.victim].name,
            rule_id="CE-EXP-01",
            after=_("zone {n}").format(n=one.zone + 1),
        )
        for one in caught
    )
    square, text = burst.square, _("Explosion")
    yield from say(table, text, result=result, tone="harm", cell=square, steps=steps)
    return (yield from blast_on(table, burst, caught))


def blast_on(
    table: Table, burst: Burst, caught: tuple[Caught, ...]
) -> Procedure[tuple[Injury, ...]]:
    """Play what an explosion does to those it caught.

    Rules: CE-EXP-01, CE-EXP-02, CE-EXP-03, CE-CORE-10
    """
    victims = tuple(one.victim for one in caught)
    reactions = yield from _reactions(table, victims, burst.owner)
    damage = yield from _roll_zones(table, burst, caught)
    dice = [zone.dice for zone in burst.inner_first]
    struck = tuple(
        BlastVictim(one.victim, points, reaction, f"{dice[one.zone]}D6")
        for one, points, reaction in zip(caught, damage, reactions, strict=True)
    )
    return (yield from call(strike_all, struck, key="victims"))


def _reactions(
    table: Table, who: tuple[str, ...], by: str | None
) -> Procedure[tuple[ReactionKind, ...]]:
    """Ask everybody who may react, at once; let them pay; return what each does."""
    attacked = (Attacked(one, "blast", by) for one in who)
    asked = tuple(one for one in attacked if may_react(table.now, one))
    answers = yield from ask_all(lambda: tuple(reaction_question(table, one) for one in asked))
    chosen: dict[str, ReactionKind] = {}
    for one, answer in zip(asked, answers, strict=True):
        chosen[one.who] = chosen_reaction(answer)
        yield from pay_reaction(table, one, chosen[one.who])
    return tuple(chosen.get(one, "none") for one in who)


def _roll_zones(
    table: Table, burst: Burst, caught: tuple[Caught, ...]
) -> Procedure[tuple[int, ...]]:
    """Roll the damage of the zones with somebody in them, inner first, or of each victim.

    Rules: CE-EXP-01, CE-CORE-10
    """
    zones = burst.inner_first
    each = switches_of(table.now).blast_roll == "per_victim"
    keys = [one.victim if each else f"zone {one.zone + 1}" for one in caught]
    dice = {key: zones[one.zone].dice for key, one in zip(keys, caught, strict=True)}
    wanted = [key for key in (dice if each else sorted(dice)) if dice[key]]
    labels = [_blast_words(table.now, key) for key in wanted]
    rolls = tuple(
        Roll(parse(f"{dice[key]}d6"), sum, f"damage {key}", burst.owner, label)
        for key, label in zip(wanted, labels, strict=True)
    )
    rolled = dict(zip(wanted, (yield from roll_all(rolls)), strict=True))
    steps = tuple(
        Step(
            label=label, rule_id="CE-EXP-01", after=rolled[key], faces=table.faces(f"damage {key}")
        )
        for key, label in zip(wanted, labels, strict=True)
    )
    if steps:
        yield from say(table, _("Damage of the blast"), steps=steps)
    return tuple(rolled.get(key, 0) for key in keys)


def _blast_words(encounter: Encounter, key: str) -> str:
    """Return in words what the dice of a zone, or of one victim, are for."""
    if key in encounter.combatants:
        return _("Damage of the blast to {name}").format(name=encounter[key].name)
    return _("Damage of the blast, {zone}").format(zone=key)


def strike_all(table: Table, struck: tuple[BlastVictim, ...]) -> Procedure[tuple[Injury, ...]]:
    """Work out the damage to every victim, one after another, then apply it to all.

    Rules: CE-EXP-02, CE-EXP-03, CE-EXP-04
    """
    none: tuple[Injury, ...] = ()
    injuries = yield from fold(_work_out, struck, none, key="victim")
    yield from fold(_apply, injuries, None, key="wound")
    return injuries


def _work_out(
    table: Table, struck: BlastVictim, injuries: tuple[Injury, ...]
) -> Procedure[tuple[Injury, ...]]:
    dodged = 0
    if struck.reaction == "dodge":
        label = _("What dodging the blast saves")
        dodged = yield from roll("1d6", sum, key="dodge", owner=struck.victim, label=label)
    tally = table.tally("damage")
    tally.line("CE-EXP-01", _("Blast"), struck.damage, source=struck.source)
    before = _after_reaction(tally, table, struck, dodged)
    if is_starship(table.now, struck.victim):
        scale_down(tally)
        before = tally.total
    injury = yield from armored(table, tally, Injury(struck.victim, 0, before), "dodge")
    return (*injuries, injury)


def _after_reaction(tally: Tally, table: Table, struck: BlastVictim, dodged: int) -> int:
    """Add what the reaction takes off, never more than there is; return what is left.

    Rules: CE-EXP-02, CE-EXP-03, CE-CORE-08
    """
    if struck.reaction == "dodge":
        label = _("Dodges, 1D6")
        tally.line("CE-EXP-02", label, -min(dodged, struck.damage), source=str(dodged))
    elif struck.reaction == "dive":
        half = struck.damage / 2
        up = switches_of(table.now).round_fractions == "up"
        kept = -(-struck.damage // 2) if up else struck.damage // 2
        source = _("half is {half:g}").format(half=half)
        tally.line("CE-EXP-03", _("Dives for cover"), kept - struck.damage, source=source)
    return tally.total


def _apply(table: Table, injury: Injury, carry: None) -> Procedure[None]:
    yield from call(take_harm, Wound(injury.victim, injury.after_armor), key="hit")
    return carry
