"""The card and the token of somebody: characteristics, figures, pips, badges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Badge, Card, Event, Figure, Pip, PipKind, Pool, senses_told
from gridwar.model.encounter import Encounter
from gridwar.systems.cepheus.actions.drawing_and_reloading import draws_left, reloads_left
from gridwar.systems.cepheus.attacks.target_dms import movement_dm
from gridwar.systems.cepheus.checks.check_dms import characteristic_dm
from gridwar.systems.cepheus.core.fight_state import (
    check_dm,
    is_suppressed,
    is_under_way,
    sheet_of,
    switches_of,
    takes_turns,
)
from gridwar.systems.cepheus.core.health import Health, health, is_hobbling, vital_of
from gridwar.systems.cepheus.core.initiative_order import initiative, present_sheet
from gridwar.systems.cepheus.core.person_records import (
    CHARACTERISTICS,
    PHYSICAL,
    Characteristic,
    Physical,
)
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.harm.fatigue_and_waking import lies_unconscious, rounds_to_waking
from gridwar.systems.cepheus.harm.healing_points import missing, most_missing_first
from gridwar.systems.cepheus.harm.wound_arithmetic import Points, by_default
from gridwar.systems.cepheus.harm.wounds import Recovered, Wounded
from gridwar.systems.cepheus.movement import squares_a_move
from gridwar.systems.cepheus.positions.senses_and_signs import senses_of
from gridwar.systems.cepheus.views.machine_card import machine_card, seat_badges, weapon_figure
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.core.weapon_records import Weapon

_HEALTH_WORDS = {
    Health.UNHURT: _("unhurt"),
    Health.WOUNDED: _("wounded"),
    Health.SERIOUSLY_WOUNDED: _("seriously wounded"),
    Health.UNCONSCIOUS: _("unconscious"),
    Health.DEAD: _("dead"),
}
LABELS: dict[Characteristic, str] = {
    "strength": _("Strength"),
    "dexterity": _("Dexterity"),
    "endurance": _("Endurance"),
    "intelligence": _("Intelligence"),
    "education": _("Education"),
    "social": _("Social"),
}
_STANCES = {"crouched": _("crouched"), "prone": _("prone")}


def card_of(encounter: Encounter, who: str) -> Card:
    """Return what card and token show.

    The first pool is the sum of the three physical characteristics: how near somebody is to
    going down.

    Rules: CE-CORE-03, CE-DMG-05
    """
    sheet, switches = present_sheet(encounter, who), switches_of(encounter)
    state, now, full = health(sheet, switches), sheet.chars, sheet.chars_max
    if sheet.machine is not None:
        card = machine_card(encounter, who, tuple(_own_mind(encounter, sheet)))
        badges = (*card.badges, *_badges(encounter, sheet, Health.UNHURT))
        return replace(card, badges=badges, pips=_pips(encounter, who))
    parts = tuple(
        Pool(
            name,
            _part_words(name, now.score(name)),
            now.score(name),
            full.score(name),
            f"{LABELS[name]}, {_dm_words(now.score(name))}",
            rule_id="CE-CORE-03",
        )
        for name in PHYSICAL
    )
    vital = vital_of(encounter, who)
    whole = Pool(
        "physical",
        _("Physical"),
        vital.points,
        vital.full,
        changed=partial(_physical_events, encounter, who),
        rule_id="CE-DMG-05",
    )
    return Card(
        subtitle=_HEALTH_WORDS[state],
        pools=(whole,),
        progress=None if sheet.task is None else sheet.task.done / sheet.task.needed,
        parts=parts,
        figures=tuple(_figures(encounter, who)),
        pips=_pips(encounter, who),
        badges=(
            *_badges(encounter, sheet, state),
            *fight_badges(encounter, who),
            *body_badges(encounter, who),
            *seat_badges(encounter, who),
        ),
        out=vital.out,
    )


def _physical_events(encounter: Encounter, who: str, by: int) -> tuple[Event, ...]:
    """Wound as a hit would by its default, or give back what is missing most.

    Rules: CE-DMG-05, CE-DMG-06
    """
    sheet = sheet_of(encounter.combatants[who])
    now, full = Points.of(sheet.chars), Points.of(sheet.chars_max)
    if by < 0:
        lost = by_default(now, full, -by, switches_of(encounter))
        return (Wounded(who=who, **lost._asdict()),)
    back = most_missing_first(missing(sheet), min(by, full.total - now.total))
    return (Recovered(who=who, **back._asdict()),) if back.total else ()


def _own_mind(encounter: Encounter, sheet: CepheusSheet) -> Iterator[Figure]:
    """Yield what a robot has like a person: Initiative, Dexterity, what weighs on its checks.

    Rules: CE-VDM-16
    """
    if not takes_turns(sheet):
        return
    yield from _initiative(encounter, sheet)
    score = sheet.chars.dexterity
    yield Figure(LABELS["dexterity"], f"{score}", _dm_words(score), "CE-VDM-16")
    yield from _on_checks(encounter, sheet)


def _on_checks(encounter: Encounter, sheet: CepheusSheet) -> Iterator[Figure]:
    on_checks = check_dm(sheet, encounter.round)
    if on_checks:
        yield Figure(_("On checks"), f"{on_checks:+d}", rule_id="CE-CORE-07")


def _part_words(name: Physical, score: int) -> str:
    short = {"strength": _("Str"), "dexterity": _("Dex"), "endurance": _("End")}[name]
    return f"{short} {characteristic_dm(score):+d}"


def _dm_words(score: int) -> str:
    return _("DM {dm:+d}").format(dm=characteristic_dm(score))


def _initiative(encounter: Encounter, sheet: CepheusSheet) -> Iterator[Figure]:
    """Yield Initiative as it counts in this round.

    Rules: CE-INI-06
    """
    if sheet.initiative_base is not None:
        count = initiative(sheet, encounter.round)
        ahead = initiative(sheet, encounter.round + 1)
        hint = _("base {base}, next round {ahead}").format(base=sheet.initiative_base, ahead=ahead)
        yield Figure(_("Initiative"), f"{count}", hint, "CE-INI-06")


def _figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    sheet = present_sheet(encounter, who)
    yield from _initiative(encounter, sheet)
    for name in CHARACTERISTICS[len(PHYSICAL) :]:
        score, most = sheet.chars.score(name), sheet.chars_max.score(name)
        value = f"{score}" if score == most else f"{score}/{most}"
        yield Figure(LABELS[name], value, _dm_words(score), "CE-CORE-03")
    yield Figure(_("Armour"), f"{sheet.armor}", "", "CE-DMG-03", in_head=True)
    squares = squares_a_move(encounter, who)
    yield Figure(_("Move"), f"{squares}", _("squares a move"), "CE-MIN-06", in_head=True)
    if not sheet.aware:
        known = ", ".join(encounter[who].name for who in sorted(sheet.aware_of) if who in encounter)
        yield Figure(_("Knows of"), known or _("nobody"), rule_id="CE-INI-02")
    if sheet.moved_m:
        dm = _("DM {dm:+d} to hit").format(dm=movement_dm(sheet.moved_m))
        yield Figure(_("Moved"), _("{m:g} m").format(m=sheet.moved_m), dm, "CE-MIN-06")
    if sheet.team.unit or sheet.team.commander:
        rank = _("commands it") if sheet.team.commander else ""
        yield Figure(_("Unit"), sheet.team.unit or _("whole side"), rank, "CE-COM-02")
    yield from senses_told(encounter, who, senses_of(encounter, who))
    yield from _on_checks(encounter, sheet)
    carried = {one.id for one in sheet.weapons}
    for weapon in sheet.weapons:
        if weapon.same_as in carried:
            continue
        yield weapon_figure(weapon, _work_words(weapon), "CE-MIN-05")


def _work_words(weapon: Weapon) -> str:
    """Return what has still to be done to use a weapon: drawing, reloading.

    Rules: CE-MIN-05
    """
    if not weapon.ready:
        left = draws_left(weapon)
        words = ngettext(
            "not in hand, {n} minor action to draw", "not in hand, {n} minor actions to draw", left
        )
        return words.format(n=left)
    if weapon.reload_done or weapon.is_empty:
        left = reloads_left(weapon)
        words = ngettext("{n} minor action to reload", "{n} minor actions to reload", left)
        return words.format(n=left)
    return _("in hand")


def _pips(encounter: Encounter, who: str) -> tuple[Pip, ...]:
    """Return the actions left; of simultaneous turns as whoever acts sees their own.

    Rules: CE-RND-02, CE-RND-03
    """
    if not is_under_way(encounter, who):
        return ()
    left = sheet_of(encounter[who]).budget
    return (
        Pip(PipKind.SMALL, _("Minor"), left.minor, 3 if left.minor > 1 else 1, "CE-MIN-01"),
        Pip(PipKind.OWN, _("Significant"), left.significant, 1, "CE-RND-02"),
    )


def _badges(encounter: Encounter, sheet: CepheusSheet, state: Health) -> Iterator[Badge]:
    if state is not Health.UNHURT:
        icon = "skull" if state is Health.DEAD else "heart-crack"
        yield Badge(icon, _HEALTH_WORDS[state], "CE-DMG-07")
    if sheet.stance != "standing":
        icon = "chevrons-down" if sheet.stance == "prone" else "chevron-down"
        rule_id = "CE-STA-03" if sheet.stance == "prone" else "CE-STA-02"
        yield Badge(icon, _STANCES[sheet.stance], rule_id)
    if sheet.aim is not None and sheet.aim.target in encounter:
        target = encounter[sheet.aim.target].name
        icon = "skull" if sheet.aim.to_kill else "target"
        yield Badge(icon, _("aims at {target}").format(target=target), "CE-MIN-02")
    if sheet.hasty:
        yield Badge("chevrons-right", _("hasty"), "CE-INI-07")
    if sheet.delaying:
        yield Badge("hourglass", _("holds back"), "CE-INI-08")
    if sheet.lose_next_significant:
        yield Badge("circle-slash", _("loses the next significant action"), "CE-EXP-03")
    if not sheet.aware:
        yield Badge("eye-off", _("unaware"), "CE-INI-02")
    if sheet.helpless:
        yield Badge("link", _("helpless"), "CE-SIG-11")


# --- badges ---------------------------------------------------------------------------------------


def body_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Return icons and words for somebody's card and token.

    Rules: CE-GRP-03, CE-HLT-01, CE-HLT-02, CE-HLT-03, CE-OTH-02
    """
    sheet = present_sheet(encounter, who)
    if sheet.grappled_with is not None and sheet.grappled_with in encounter:
        other = encounter[sheet.grappled_with].name
        yield Badge("hand-fist", _("grapples with {other}").format(other=other), "CE-GRP-03")
    if sheet.task is not None:
        task = sheet.task
        words = _("{task}: {done} of {needed} rounds")
        icon = "circle-check" if task.is_finished else "hourglass"
        yield Badge(
            icon, words.format(task=task.name, done=task.done, needed=task.needed), "CE-OTH-02"
        )
    if sheet.body.fatigued:
        hours = -(-sheet.body.rest_left_min // 60)
        words = ngettext("fatigued: {n} hour of rest", "fatigued: {n} hours of rest", hours)
        yield Badge("bed", words.format(n=hours), "CE-HLT-01")
    if lies_unconscious(encounter, who):
        rounds = rounds_to_waking(encounter, who)
        words = ngettext("may come round in {n} round", "may come round in {n} rounds", rounds)
        yield Badge("timer", words.format(n=rounds), "CE-HLT-02")
    elif sheet.body.awake:
        yield Badge("eye", _("came round: conscious until hurt again"), "CE-HLT-02")
    if is_hobbling(sheet, switches_of(encounter)):
        yield Badge("footprints", _("can only hobble"), "CE-HLT-03")
    if sheet.body.first_aid_done:
        yield Badge("bandage", _("has had first aid"), "CE-HLT-07")


def fight_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what fire, comms and a rest for the weapon do to somebody.

    Rules: CE-FIR-06, CE-FIR-07, CE-COM-01
    """
    sheet = present_sheet(encounter, who)
    if is_suppressed(sheet, encounter.round):
        until = _("suppressed to the end of round {n}")
        yield Badge("arrow-down", until.format(n=sheet.suppression.until_round), "CE-FIR-07")
    if sheet.contact.cut or sheet.contact.lost:
        yield Badge("wifi-off", _("out of contact"), "CE-COM-01")
    if sheet.rest:
        yield Badge("anchor", _("fires from a rest"), "CE-FIR-06")
