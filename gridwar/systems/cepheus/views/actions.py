"""What somebody could do now: every action with its price, its shortcut and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Action, Move, Target
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions.action_costs import (
    MINOR,
    SIGNIFICANT,
    Price,
    most_minors,
    why_not_act,
    why_not_do,
    why_not_free,
)
from gridwar.systems.cepheus.actions.minor_actions import (
    draws_left,
    reloads_left,
    why_not_draw,
    why_not_reload,
)
from gridwar.systems.cepheus.actions.walking import move_price, tenths_a_move, why_not_hobble
from gridwar.systems.cepheus.attacks.attack import Attack, ThrowAt
from gridwar.systems.cepheus.core.aboard import drives, is_vehicle
from gridwar.systems.cepheus.core.commands import (
    ActNow,
    ChangeStance,
    Check,
    Delay,
    Draw,
    EndTurn,
    Hasten,
    JoinFight,
    OtherAction,
    Reload,
    TakeAim,
)
from gridwar.systems.cepheus.core.state import (
    Health,
    health,
    is_helpless,
    is_hobbling,
    sheet_of,
    switches_of,
)
from gridwar.systems.cepheus.grapples.finishing import CoupDeGrace
from gridwar.systems.cepheus.turns.delay import why_not_act_now, why_not_delay, why_not_hasten
from gridwar.systems.cepheus.vehicles.offers import driving, firing_together, gunnery
from gridwar.systems.cepheus.vehicles.tending import by_word, mending, seating, why_not_walk
from gridwar.systems.cepheus.views.actions_bodies import (
    by_the_gm,
    caring,
    grappling,
    hurting,
    passing,
    picking_up,
    taking_longer,
)
from gridwar.systems.cepheus.views.actions_shooting import (
    before_the_fight,
    blind_fire,
    commanding,
    resting,
    sensing,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.sheet import Stance
    from gridwar.systems.cepheus.core.weapons import Weapon

_STANCES: dict[Stance, tuple[str, str, str]] = {
    "standing": (_("Stand up"), "person-standing", "U"),
    "crouched": (_("Crouch"), "chevron-down", "C"),
    "prone": (_("Lie down"), "chevrons-down", "P"),
}
_FORM_ICONS = {"melee": "sword", "ranged": "crosshair", "thrown": "bomb"}


def actions_of(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    """Return everything somebody could do now, with the reasons why not.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    if is_vehicle(encounter, actor):
        return (
            *_under(_("Drive"), driving(encounter, actor)),
            *_under(_("Repairs"), mending(encounter, actor)),
            *_under(_("By the GM"), hurting(actor)),
            *_under(_("By the GM"), by_word(encounter, actor)),
            *_under(_("By the GM"), passing(actor)),
        )
    return (
        *_under(_("Drive"), driving(encounter, actor)),
        *_under(_("Vehicle's weapons"), gunnery(encounter, actor)),
        *_under(_("Held back"), _cutting_in(encounter, actor)),
        *_under(_("Attack"), _attacks(encounter, actor)),
        *_under(_("Attack"), firing_together(encounter, actor)),
        *_under(_("Attack"), blind_fire(encounter, actor)),
        *_under(_("Grapple"), grappling(encounter, actor)),
        *_under(_("Move"), _moving(encounter, actor)),
        *_under(_("Seats"), seating(encounter, actor)),
        *_under(_("Aim and weapons"), _aiming(encounter, actor)),
        *_under(_("Aim and weapons"), _weapon_work(encounter, actor)),
        *_under(_("Aim and weapons"), picking_up(encounter, actor)),
        *_under(_("Aim and weapons"), resting(encounter, actor)),
        *_under(_("Command"), commanding(encounter, actor)),
        *_under(_("Sensors"), sensing(encounter, actor)),
        *_under(_("Turn"), _turn(encounter, actor)),
        *_under(_("Other things"), _others(encounter, actor)),
        *_under(_("Other things"), taking_longer(encounter, actor)),
        *_under(_("Care"), caring(encounter, actor)),
        *_under(_("By the GM"), before_the_fight(encounter, actor)),
        *_under(_("Repairs"), mending(encounter, actor)),
        *_under(_("By the GM"), hurting(actor)),
        *_under(_("By the GM"), by_the_gm(encounter, actor)),
        *_under(_("By the GM"), by_word(encounter, actor)),
        *_under(_("By the GM"), passing(actor)),
    )


def out_of_turn(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    """Return what somebody can do whoever has the turn: cut in after a delay, hurry.

    Rules: CE-INI-07, CE-INI-08
    """
    offered = (*_cutting_in(encounter, actor), *_hurrying(encounter, actor))
    return tuple(one for one in offered if one.refusal is None)


def _under(heading: str, actions: Iterator[Action]) -> Iterator[Action]:
    """Put actions under a heading."""
    return (replace(one, group=heading) for one in actions)


def _attacks(encounter: Encounter, actor: str) -> Iterator[Action]:
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    ready = [one for one in sheet_of(encounter[actor]).weapons if one.ready]
    for number, weapon in enumerate(ready, start=1):
        yield Action(
            f"attack:{weapon.id}",
            _attack_title(weapon),
            _FORM_ICONS[weapon.form],
            _attack(actor, weapon.id),
            ("combatant",),
            _rounds(weapon),
            SIGNIFICANT.pips,
            "A" if number == 1 else "",
            refusal or _why_not_loaded(weapon),
            weapon.id,
        )
        if weapon.form == "thrown":
            yield Action(
                f"throw:{weapon.id}",
                _("At a square: {weapon}").format(weapon=weapon.name),
                "bomb",
                _throw(actor, weapon.id),
                ("cell",),
                _rounds(weapon),
                SIGNIFICANT.pips,
                "",
                refusal or _why_not_loaded(weapon),
                weapon.id,
            )
    for weapon in ready if _is_anybody_helpless(encounter, actor) else ():
        title = _("Coup de grace: {weapon}").format(weapon=weapon.name)
        yield Action(
            f"finish:{weapon.id}",
            title,
            "skull",
            _finish(actor, weapon.id),
            ("combatant",),
            _("A helpless opponent"),
            SIGNIFICANT.pips,
            "",
            refusal,
            weapon.id,
        )


def _is_anybody_helpless(encounter: Encounter, actor: str) -> bool:
    others = (one for one in encounter.everyone() if one.id != actor)
    switches = switches_of(encounter)
    sheets = (sheet_of(one) for one in others)
    alive = (sheet for sheet in sheets if health(sheet, switches) is not Health.DEAD)
    return any(is_helpless(sheet, switches) for sheet in alive)


def _attack_title(weapon: Weapon) -> str:
    words = {"melee": _("Strike: {weapon}"), "ranged": _("Shoot: {weapon}")}
    return words.get(weapon.form, _("Throw: {weapon}")).format(weapon=weapon.name)


def _rounds(weapon: Weapon) -> str:
    if weapon.loaded is None:
        return ""
    if weapon.form == "thrown":
        return _("{n} left").format(n=weapon.loaded)
    full = weapon.magazine if weapon.magazine is not None else weapon.loaded
    return _("{n} of {full}").format(n=weapon.loaded, full=full)


def _why_not_loaded(weapon: Weapon) -> Refusal | None:
    if not weapon.is_empty:
        return None
    return Refusal("empty", weapon.words_when_empty, ("CE-SIG-05",))


def _moving(encounter: Encounter, actor: str) -> Iterator[Action]:
    sheet = sheet_of(encounter[actor])
    squares = 1 if is_hobbling(sheet, switches_of(encounter)) else 0
    squares = squares or tenths_a_move(encounter, actor) // 10
    note = ngettext("{n} square a move", "{n} squares a move", squares).format(n=squares)
    price = move_price(encounter, actor)
    aboard = why_not_walk(encounter, actor)
    refusal = aboard or why_not_do(encounter, actor, price) or why_not_free(encounter, actor)
    if not drives(encounter, actor):
        yield Action(
            "move",
            _("Move"),
            "footprints",
            lambda target: Move(actor=actor, path=target.path),
            ("path",),
            note,
            price.pips,
            "M",
            refusal or why_not_hobble(encounter, actor, 1),
        )
    refusal = why_not_do(encounter, actor, MINOR)
    for stance, (title, icon, shortcut) in _STANCES.items():
        if stance != sheet.stance:
            yield Action(
                f"stance:{stance}",
                title,
                icon,
                _stance(actor, stance),
                (),
                "",
                MINOR.pips,
                shortcut,
                refusal,
            )


def _aiming(encounter: Encounter, actor: str) -> Iterator[Action]:
    aim = sheet_of(encounter[actor]).aim
    on = "" if aim is None or aim.target not in encounter else encounter[aim.target].name
    refusal = why_not_do(encounter, actor, MINOR)
    to_hit = "" if aim is None or not aim.to_hit else f"{on} +{aim.dm}"
    to_kill = "" if aim is None or not aim.to_kill else f"{on} +{aim.damage}"
    yield Action(
        "aim",
        _("Aim"),
        "target",
        _aim(actor, to_kill=False),
        ("combatant",),
        to_hit,
        MINOR.pips,
        "I",
        refusal,
    )
    yield Action(
        "aim_kill",
        _("Aim for the kill"),
        "skull",
        _aim(actor, to_kill=True),
        ("combatant",),
        to_kill,
        MINOR.pips,
        "K",
        refusal,
    )


def _weapon_work(encounter: Encounter, actor: str) -> Iterator[Action]:
    sheet = sheet_of(encounter[actor])
    most = max(1, most_minors(sheet.budget))
    carried = {one.id for one in sheet.weapons}
    for weapon in sheet.weapons:
        if why_not_draw(weapon) is None and weapon.same_as not in carried:
            title, left = _("Draw {weapon}").format(weapon=weapon.name), draws_left(weapon)
            price = Price(minor=min(left, most))
            yield Action(
                f"draw:{weapon.id}",
                title,
                "hand",
                _draw(actor, weapon.id, price.minor),
                (),
                _needs(left, price.minor),
                price.pips,
                "",
                why_not_do(encounter, actor, price),
                weapon.id,
            )
        if why_not_reload(weapon) is None:
            title, left = _("Reload {weapon}").format(weapon=weapon.name), reloads_left(weapon)
            price = Price(minor=min(left, most))
            yield Action(
                f"reload:{weapon.id}",
                title,
                "refresh-cw",
                _reload(actor, weapon.id, price.minor),
                (),
                _needs(left, price.minor),
                price.pips,
                "R",
                why_not_do(encounter, actor, price),
                weapon.id,
            )


def _needs(left: int, now: int) -> str:
    return _("{now} of {left} minor actions").format(now=now, left=left) if left > now else ""


def _others(encounter: Encounter, actor: str) -> Iterator[Action]:
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    skills = sheet_of(encounter[actor]).skills
    for skill in ("", *sorted(skills)):
        name = skill.replace("_", " ").capitalize()
        title = _("Check: {skill}").format(skill=name) if skill else _("Check without a skill")
        note = f"{skills[skill]:+d}" if skill else ""
        yield Action(
            f"check:{skill}" if skill else "check",
            title,
            "dices",
            _check(actor, skill),
            (),
            note,
            SIGNIFICANT.pips,
            "",
            refusal,
            prepared=True,
        )
    yield Action(
        "other",
        _("Whatever else"),
        "more-horizontal",
        lambda _target: OtherAction(actor=actor, price="ask"),
        (),
        _("free, minor or significant"),
        (),
        "",
        why_not_act(encounter, actor),
    )


def _cutting_in(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return taking up a turn held back: it stands first, for it may interrupt anything.

    Rules: CE-INI-08
    """
    if sheet_of(encounter[actor]).delaying:
        yield Action(
            "act_now",
            _("Act now"),
            "zap",
            lambda _target: ActNow(actor=actor),
            (),
            _("before what is under way"),
            (),
            "D",
            why_not_act_now(encounter, actor),
        )


def _hurrying(encounter: Encounter, actor: str) -> Iterator[Action]:
    yield Action(
        "haste",
        _("Haste"),
        "chevrons-right",
        lambda _target: Hasten(actor=actor),
        (),
        _("Initiative +2, checks -1 in this round"),
        (),
        "H",
        why_not_hasten(encounter, actor),
    )


def _turn(encounter: Encounter, actor: str) -> Iterator[Action]:
    sheet = sheet_of(encounter[actor])
    if encounter.round and sheet.initiative_base is None:
        yield Action("join", _("Join the fight"), "log-in", lambda _target: JoinFight(actor=actor))
    yield from _hurrying(encounter, actor)
    yield Action(
        "delay",
        _("Delay"),
        "hourglass",
        lambda _target: Delay(actor=actor),
        (),
        "",
        (),
        "D",
        why_not_delay(encounter, actor),
    )
    yield Action(
        "end_turn",
        _("End the turn"),
        "check",
        lambda _target: EndTurn(actor=actor),
        (),
        "",
        (),
        "",
        why_not_act(encounter, actor),
    )


# --- makers: the action's own values bound to what was chosen -----------------------------------


def _attack(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return Attack(actor=actor, target=target.combatant or "", weapon=weapon)

    return make


def _throw(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        assert target.cell is not None  # the action needs a cell
        return ThrowAt(actor=actor, square=target.cell, weapon=weapon)

    return make


def _finish(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return CoupDeGrace(actor=actor, target=target.combatant or "", weapon=weapon)

    return make


def _stance(actor: str, stance: Stance) -> Callable[[Target], Command]:
    return lambda _target: ChangeStance(actor=actor, to=stance)


def _aim(actor: str, *, to_kill: bool) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return TakeAim(actor=actor, target=target.combatant or "", to_kill=to_kill)

    return make


def _check(actor: str, skill: str) -> Callable[[Target], Command]:
    return lambda _target: Check(actor=actor, skill=skill)


def _draw(actor: str, weapon: str, actions: int) -> Callable[[Target], Command]:
    return lambda _target: Draw(actor=actor, weapon=weapon, actions=actions)


def _reload(actor: str, weapon: str, actions: int) -> Callable[[Target], Command]:
    return lambda _target: Reload(actor=actor, weapon=weapon, actions=actions)
