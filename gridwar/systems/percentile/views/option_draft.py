"""What is chosen about charges, kill zones and the options of a grapple before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from gridwar.engine.kit import (
    Aimed,
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandText,
    CommandTicks,
    Draft,
    Foreseen,
    _,
    field_choice,
)
from gridwar.systems.percentile.actions.actions import grapple_of
from gridwar.systems.percentile.charges.charging import Charge, RunUpAct, foes_at_end
from gridwar.systems.percentile.checks.checks import reading
from gridwar.systems.percentile.checks.opposed import helpers_at_hand
from gridwar.systems.percentile.core.conditions import CONDITIONS as CONDITION_KINDS
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score, weapon_of
from gridwar.systems.percentile.core.sheet import Characteristic
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.grapples.options import (
    AssistedAct,
    BreakFree,
    GrappleKnockDown,
    GrappleStand,
    GrappleTakeDown,
    other_of,
)
from gridwar.systems.percentile.grapples.pushing import (
    GrapplePush,
    Shove,
    direction,
    pushed_over,
)
from gridwar.systems.percentile.harm.ailments import DecayCharacteristic
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
from gridwar.systems.percentile.movement.speeds import half_move
from gridwar.systems.percentile.positions.zones import squares_within
from gridwar.systems.percentile.ships.ramming import Ram
from gridwar.systems.percentile.turns.upkeep import GM_CONDITIONS, SetConditions
from gridwar.systems.percentile.views.attack_choices import die_choice, score_choice
from gridwar.systems.percentile.waiting.overwatch import CONDITIONS, KeepOverwatch, others_of
from gridwar.systems.percentile.waiting.suppression import (
    PINNING,
    WIDTHS,
    SuppressiveFire,
    caught_by,
    suppression_order,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Command, Encounter

INSTEAD = {
    "attack": _("Strike"),
    "grapple": _("Begin a grapple"),
    "knock_down": _("Knock Down"),
}


def option_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what is to be chosen and known about such a command in preparation.

    Rules: PC-ACT-05, PC-ACT-10, PC-ACT-11, PC-TST-05, PC-GRP-03, PC-GRP-05, PC-ECO-07, PC-AIL-02
    """
    match command:
        case RunUpAct():
            foes = foes_at_end(encounter, command)
            at = command.target if command.target in foes else next(iter(foes), "")
            return Draft(choices=tuple(_run_up(encounter, command, foes)), at=at)
        case TakeDown() | GrappleTakeDown():
            held = grapple_of(encounter, command.actor) is not None
            at = other_of(encounter, command.actor) if held and not _aims(command) else ""
            return Draft(choices=(die_choice(command),), at=at)
        case BreakFree() | GrappleKnockDown() if grapple_of(encounter, command.actor):
            return Draft(at=other_of(encounter, command.actor))
        case KeepOverwatch():
            return _overwatch(encounter, command)
        case SuppressiveFire():
            arc = (command.bearing_deg, WIDTHS[command.mode])
            order = suppression_order(command.actor, command.weapon)
            caught = caught_by(encounter, order, arc)
            zone = squares_within(encounter, command.actor, command.weapon, arc)
            return Draft(
                aimed=Aimed(_("kill zone"), caught.victims, zone, "PC-ACT-11"),
                foreseen=tuple(_pinned(encounter, caught.enemies, command)),
            )
        case SetConditions():
            return Draft(ticks=(_conditions(command),))
        case DecayCharacteristic() if command.who in encounter:
            return _decay(encounter, command)
        case AssistedAct() if grapple_of(encounter, command.actor) is not None:
            return _grapple(encounter, command)
    return Draft()


def _pinned(
    encounter: Encounter, enemies: tuple[str, ...], command: SuppressiveFire
) -> Iterator[Foreseen]:
    """Yield how probably each enemy in the arc is Pinned, whatever is hit.

    Rules: PC-ACT-11
    """
    for who in enemies:
        number = score(sheet_of(encounter[who]), "pinning") + PINNING[command.mode]
        fails = sum(
            not reading(switches_of(encounter), number)((face,)).success for face in range(1, 101)
        )
        text = _("{name}: Pinning at {n} or less, Pinned {chance} %")
        words = text.format(name=encounter[who].name, n=number, chance=fails)
        yield Foreseen(words, "PC-ACT-11")


def _aims(command: Command) -> bool:
    return "target" in type(command).model_fields


def _conditions(command: SetConditions) -> CommandTicks:
    """Return the conditions that the GM gives, ticked as they would be.

    Rules: PC-ECO-07
    """
    return CommandTicks(
        "conditions",
        _("Has"),
        tuple((one, CONDITION_KINDS[one].title) for one in GM_CONDITIONS),
        frozenset(command.conditions),
        lambda ticked: command.replace(conditions=ticked),
    )


def _decay(encounter: Encounter, command: DecayCharacteristic) -> Draft:
    """Return which score decays, with what it is now, and by how much.

    Rules: PC-AIL-02
    """
    sheet = sheet_of(encounter[command.who])
    names = get_args(Characteristic)
    choice = field_choice(
        command,
        "characteristic",
        _("Lowers"),
        {name: SCORE_WORDS[name] for name in names},
        {name: str(score(sheet, name)) for name in names},
    )
    number = CommandNumber(
        "by", _("Points off"), 1, 100, command.by, lambda by: command.replace(by=by)
    )
    return Draft((choice,), (number,))


def _run_up(
    encounter: Encounter, command: RunUpAct, foes: tuple[str, ...]
) -> Iterator[CommandChoice]:
    """Yield whom a charge is at, where several stand at its end, and what is done there.

    Rules: PC-ACT-05, PC-ATK-05, PC-ATK-12
    """
    if len(foes) > 1:
        options = tuple(
            CommandOption(foe, encounter[foe].name, command.replace(target=foe)) for foe in foes
        )
        yield CommandChoice("target", _("At"), options, command.target or foes[0])
    if isinstance(command, Charge):
        yield field_choice(command, "instead", _("At its end"), INSTEAD)
        if command.instead == "attack":
            yield score_choice(encounter, command)
    if isinstance(command, Ram) or (isinstance(command, Charge) and command.instead == "attack"):
        yield die_choice(command)


def _overwatch(encounter: Encounter, command: KeepOverwatch) -> Draft:
    """Return the attack, the condition and the zone of an Overwatch.

    Rules: PC-ACT-10
    """
    who, weapon = command.actor, weapon_of(encounter[command.actor], command.weapon)
    several = weapon is not None and weapon.has_hits
    ways = {"standard_attack": _("Single shot"), **({"burst": _("Burst")} if several else {})}
    watched: dict[str | None, str] = {None: _("Any enemy")}
    watched |= {one: encounter[one].name for one in others_of(encounter, who)}
    choices: tuple[CommandChoice, ...] = (
        field_choice(command, "action", _("Fires"), ways),
        field_choice(command, "condition", _("When"), CONDITIONS),
        field_choice(command, "watched", _("At"), watched),
    )
    if command.condition == "attack":
        choices = (*choices, _guarded(encounter, command))
    words = CommandText(
        "words",
        _("In own words"),
        command.words,
        lambda words: command.replace(words=words),
        note=_("the condition as you say it; fire whenever it is met"),
    )
    hits: tuple[CommandNumber, ...] = ()
    if several and weapon is not None and command.action == "burst":
        number = CommandNumber(
            "hits",
            _("Hits intended"),
            2,
            weapon.hit_rating,
            min(command.hits, weapon.hit_rating),
            lambda hits: command.replace(hits=hits),
            _("+10 and -5 for each"),
        )
        hits = (number,)
    within = squares_within(encounter, who, command.weapon)
    cells = command.cells & within if command.cells else within
    aimed = Aimed(_("kill zone"), (), cells, "PC-ACT-10")
    return Draft(choices, hits, aimed=aimed, texts=(words,))


def _guarded(encounter: Encounter, command: KeepOverwatch) -> CommandChoice:
    """Return an attack on whom meets the condition.

    Rules: PC-ACT-10
    """
    own = encounter[command.actor]
    friends = [
        one
        for one in encounter.everyone()
        if one.pos is not None and (one.id == own.id or encounter.are_allied(one.side, own.side))
    ]
    words: dict[str | None, str] = {None: _("Anybody"), **{one.id: one.name for one in friends}}
    return field_choice(command, "ally", _("Attacks"), words)


def _grapple(encounter: Encounter, command: AssistedAct) -> Draft:
    """Return who may help in a grapple, and what goes with the option.

    Rules: PC-TST-05, PC-GRP-03, PC-GRP-05
    """
    who, foe = command.actor, other_of(encounter, command.actor)
    ticks, numbers, aimed = [], [], None
    helpers = helpers_at_hand(encounter, who, foe)
    if helpers:
        ticks.append(
            CommandTicks(
                "helpers",
                _("Helped by"),
                tuple((one, encounter[one].name) for one in helpers),
                frozenset(command.helpers),
                lambda ticked: command.replace(
                    helpers=tuple(one for one in helpers if one in ticked)
                ),
            )
        )
    if isinstance(command, GrappleStand):
        ticks.append(
            CommandTicks(
                "drag",
                _("The other one"),
                (("drag", _("is pulled up too")),),
                frozenset({"drag"} if command.drag else ()),
                lambda ticked: command.replace(drag="drag" in ticked),
            )
        )
    if isinstance(command, GrapplePush):
        most = half_move(encounter, who)
        ticks.append(
            CommandTicks(
                "follow",
                _("You"),
                (("follow", _("follow and keep the hold")),),
                frozenset({"follow"} if command.follow else ()),
                lambda ticked: command.replace(follow="follow" in ticked),
            )
        )
        numbers.append(
            CommandNumber(
                "squares",
                _("Squares"),
                0,
                most,
                min(command.squares, most),
                lambda squares: command.replace(squares=squares),
                _("0: as far as it goes"),
            )
        )
        at, way = encounter[foe].pos, direction(encounter, foe, command.cell)
        if at is not None and way is not None:
            shove = Shove(who, foe, way, command.squares or most, command.follow)
            cells = frozenset(pushed_over(encounter, shove))
            aimed = Aimed(_("may be pushed here"), (), cells, "PC-GRP-03")
    return Draft(numbers=tuple(numbers), ticks=tuple(ticks), aimed=aimed, at=foe)
