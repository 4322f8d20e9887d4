"""The card of a combatant, with its badges and figures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Badge,
    Card,
    Combatant,
    Figure,
    Pip,
    PipKind,
    Pool,
    Tally,
    Vital,
    eyes_told,
)
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs.actions.paying_for_actions import point_cap
from gridwar.systems.arrgs.attacks.immediate_defence import DEFENCE_NAMES
from gridwar.systems.arrgs.checks.check_sums import Exchange, overuse_penalty
from gridwar.systems.arrgs.checks.reactions import reaction_result
from gridwar.systems.arrgs.conditions import CONDITION_RULES, VitalityChanged
from gridwar.systems.arrgs.core.initiative import tie_words
from gridwar.systems.arrgs.core.movement_speed import increment_penalty, speed_of, usual_category
from gridwar.systems.arrgs.core.riders import carrier_of, mover_of, riders_of
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.core.tables import readied_words
from gridwar.systems.arrgs.harm.healing_and_total_vitality import room
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import complementary_left
from gridwar.systems.arrgs.movement.movement_budget import budget_with, is_passive
from gridwar.systems.arrgs.positions.turning_and_facing import helm_of, is_tracked
from gridwar.systems.arrgs.spells.casting import spellbook
from gridwar.systems.arrgs.spells.lasting_spells import spells_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter

BADGES = {
    "dead": "skull",
    "dying": "heart-crack",
    "disabled": "wound",
    "unconscious": "moon",
    "prone": "stance-prone",
    "surprised": "circle-alert",
    "staggered": "waves",
}


def vital_of(encounter: Encounter, who: str) -> Vital:
    """Return Vitality, and whether somebody is out.

    Rules: AR-VIT-02
    """
    one = encounter[who]
    sheet = sheet_of(one)
    out = has(one, "dead", "unconscious")
    return Vital(sheet.current_vitality, sheet.total_vitality, out)


def card_of(encounter: Encounter, who: str) -> Card:
    """Return the card: Vitality, points, defences, ring, speed, conditions.

    Rules: AR-VIT-02, AR-ACT-03, AR-ACT-04
    """
    one, vital = encounter[who], vital_of(encounter, who)
    sheet = sheet_of(one)
    vitality = Pool(
        "vitality",
        _("Vitality"),
        vital.points,
        vital.full,
        changed=partial(_vitality_events, encounter, who),
        rule_id="AR-VIT-02",
    )
    return Card(
        subtitle=sheet.size,
        pools=(vitality,),
        figures=_figures(encounter, one),
        pips=(
            Pip(PipKind.OWN, _("AP"), sheet.ap, max(sheet.ap, sheet.ap_max), "AR-ACT-03"),
            Pip(PipKind.OTHERS, _("AAP"), sheet.aap, max(sheet.aap, sheet.aap_max), "AR-ACT-04"),
        ),
        badges=(
            *_badges(one),
            *_mover_badges(encounter, who),
            *_other_badges(encounter, who),
        ),
        box=sheet.vehicle,
        out=vital.out,
    )


def _vitality_events(encounter: Encounter, who: str, by: int) -> tuple[VitalityChanged, ...]:
    """Change Current Vitality, upwards to its Total.

    Rules: AR-VIT-02, AR-VIT-06
    """
    by = min(by, room(encounter, who))
    return (VitalityChanged(who=who, by=by),) if by else ()


def _figures(encounter: Encounter, one: Combatant) -> tuple[Figure, ...]:
    """Return Initiative, defences, threat range, speed, points used, and what is carried.

    Rules: AR-STR-02, AR-DEF-02, AR-THR-01, AR-INC-01, AR-INC-04, AR-ACT-05
    """
    sheet = sheet_of(one)
    nearest, farthest = sheet.ring
    hint = _("{n} squares in this round").format(n=sheet.squares_moved)
    speed = f"{speed_of(encounter, one)} ({increment_penalty(encounter, one)})"
    used = str(sheet.points_used)
    cap = point_cap(one)
    if cap is not None:
        used += _(" of {cap}").format(cap=cap)
    return (
        Figure(_("Initiative"), str(sheet.initiative), tie_words(encounter, one.id), "AR-STR-02"),
        *(_defence(encounter, one.id, check) for check in DEFENCE_NAMES),
        Figure(_("Threat range"), f"{nearest}–{farthest}", rule_id="AR-THR-01"),
        _movement_figure(encounter, one.id),
        Figure(_("Movement Increment"), speed, hint, "AR-INC-01"),
        Figure(
            _("Points used"),
            used,
            _("{n} on later checks").format(n=overuse_penalty(sheet.points_used)),
            "AR-ACT-05",
        ),
        *eyes_told(encounter, one.id),
        *_mover_figures(encounter, one.id),
        *_gear_figures(encounter, one.id),
    )


def _defence(encounter: Encounter, who: str, check: str) -> Figure:
    tally = Tally(check, NO_ADJUSTMENTS)
    result = reaction_result(tally, encounter, Exchange(who, check, reaction=True))
    hint = ", ".join(
        f"{line.label} {line.value:+d}" for line in tally.lines if line.value and not line.off
    )
    in_head = check == "reflex"
    return Figure(DEFENCE_NAMES[check], str(result), hint, "AR-DEF-02", in_head=in_head)


def _badges(one: Combatant) -> tuple[Badge, ...]:
    return tuple(
        Badge(
            BADGES.get(key, "circle-dot"),
            key.title() + (f" {n}" if n > 1 or key == "dying" else ""),
            CONDITION_RULES.get(key, "AR-CND-01"),
        )
        for key, n in sheet_of(one).conditions.items()
    )


def _other_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what is readied, a bonus that waits, and broken things.

    Rules: AR-MNV-01, AR-MNV-13, AR-MNV-19
    """
    sheet = sheet_of(encounter[who])
    if sheet.readied is not None and (sheet.readied.points or sheet.readied.manoeuvre):
        words = _("ready: {what}").format(what=readied_words(sheet.readied))
        yield Badge("hourglass", words, rule_id="AR-MNV-13")
    for one in sheet.modifiers:
        if one.once:
            words = _("{check} {value:+d}, {source}")
            words = words.format(check=one.check, value=one.value, source=one.source)
            yield Badge("hand-helping", words, rule_id="AR-MNV-01")
    for item in sheet.items:
        if item.state != "intact":
            words = _("{item}: broken") if item.state == "broken" else _("{item}: destroyed")
            yield Badge("slash", words.format(item=item.name), rule_id="AR-MNV-19")


def _gear_figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    """Yield weapons that hold rounds, items that can break, and what may go along with actions.

    Rules: AR-ACT-02, AR-MNV-14, AR-MNV-19
    """
    sheet = sheet_of(encounter[who])
    used = f"{sheet.complementary_used}/{sheet.actions_taken}"
    hint = _("{n} more along with actions").format(n=complementary_left(encounter, who))
    yield Figure(_("Complementary"), used, hint, "AR-ACT-02")
    for weapon in sheet.weapons:
        if weapon.capacity:
            title = _("{weapon}, loaded").format(weapon=weapon.title)
            rounds = f"{weapon.loaded}/{weapon.capacity}"
            yield Figure(title, rounds, _("rounds"), "AR-MNV-14", weapon.id)
    for item in sheet.items:
        if item.integrity:
            left = max(0, item.integrity - item.damage)
            held = "" if item.held else _("not in hand")
            yield Figure(item.name, f"{left}/{item.integrity}", held, "AR-MNV-19")


# --- of riders, of what turns slowly, of spells ---------------------------------------------------


def _movement_figure(encounter: Encounter, who: str) -> Figure:
    """Return how many squares a Movement covers: those of the mount, for who steers one.

    Rules: AR-MOV-02, AR-MOV-08
    """
    mover = mover_of(encounter, who)
    category = usual_category(encounter, mover)
    squares = str(budget_with(encounter, mover, category))
    if is_passive(encounter, mover, category):
        return Figure(_("Movement"), squares, "", "AR-MOV-02", in_head=True)
    hint = _("with a 10: it is rolled for")
    return Figure(_("Movement"), f"~{squares}", hint, "AR-MOV-03", in_head=True)


def _mover_figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    """Yield Manoeuvrability as it is and as speed leaves it, and spells prepared.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03, AR-SPL-05
    """
    mover = mover_of(encounter, who)
    category = usual_category(encounter, mover)
    if is_tracked(encounter, mover, category):
        helm = helm_of(encounter, mover, category)
        now = helm.effective(helm.increment(0))
        waited = helm.waited
        hint = _("turns of 90 degrees in a Movement, less the Movement Increment")
        if waited is not None:
            hint += "; " + _("{n} own turns since it last turned").format(n=waited)
        value = str(helm.manoeuvrability)
        if now != helm.manoeuvrability:
            value = f"{value} ({now})"
        yield Figure(_("Manoeuvrability"), value, hint, "AR-TRN-01")
    for spell in spellbook(encounter, who):
        if spell.prepared is not None:
            hint = _("level {n}, {school}").format(n=spell.spell_level, school=spell.school)
            words = _("{n} prepared").format(n=spell.prepared)
            yield Figure(spell.title, words, hint, "AR-SPL-05")


def _mover_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield whom somebody rides or carries, and the spells it has hold of, as icon and words.

    Rules: AR-MOV-08, AR-SPL-03, AR-SPL-04
    """
    carrier = carrier_of(encounter, who)
    if carrier is not None:
        steers = sheet_of(encounter[who]).steers
        words = _("steers {name}") if steers else _("aboard {name}")
        yield Badge("log-in", words.format(name=encounter[carrier].name), rule_id="AR-MOV-08")
    riders = riders_of(encounter, who)
    if riders:
        names = ", ".join(encounter[one].name for one in riders)
        yield Badge("users", _("carries {names}").format(names=names), rule_id="AR-MOV-08")
    for spell in spells_of(encounter, who):
        kept = spell.duration != "concentration" or spell.controlled
        words = _("holds {spell}") if kept else _("{spell}: control it or it ends")
        words = words.format(spell=spell.title)
        yield Badge("sparkles", words, "AR-SPL-03" if kept else "AR-SPL-04")
