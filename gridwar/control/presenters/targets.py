"""The step "at whom?" as a record: targets with their chances in words, and why others are none."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gridwar.control.actions.target_chances import Chances, chances_of
from gridwar.control.actions.targets_of_action import OTHERS
from gridwar.control.actions.unseen_targets import is_unknown, unseen_word
from gridwar.control.measuring.range_bands import band_at
from gridwar.control.measuring.sightline import distance_words
from gridwar.control.presenters.attack_outcomes import median_of
from gridwar.control.presenters.tokens import listed_token
from gridwar.control.records import target_records as tr
from gridwar.control.text_format import minus, percent
from gridwar.engine.kit.offers_and_actions import Role
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.model.cover_kinds import CoverDegree
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.actions.target_odds_worker import Weighed
    from gridwar.control.controller.controller import Controller

RARE: Final = 0.001
SELDOM: Final = 0.1
"""Chances below this are told as one in so many, others as the nearest simple fraction."""
MOST_PARTS: Final = 10
COVER_ICONS: Final = {
    CoverDegree.QUARTER: "cover-quarter",
    CoverDegree.HALF: "cover-half",
    CoverDegree.THREE_QUARTER: "cover-three-quarter",
    CoverDegree.FULL: "cover-full",
}


def present_targets(controller: Controller) -> tr.TargetsView | None:
    """Return the step; None while nobody is to be aimed at."""
    targets = controller.aiming.targets
    action = targets.action
    if action is None:
        return None
    rows = [(one.who, _row(controller, n, one)) for n, one in enumerate(targets.choosable(), 1)]
    meant = tuple(row for who, row in rows if targets.group_of(who) != OTHERS)
    others = tuple(row for who, row in rows if targets.group_of(who) == OTHERS)
    is_alone = not meant
    ask = _("At whom? best chance first, hidden last")
    if not targets.is_ranked or not any(row.chance.figure for _who, row in rows):
        ask = _("At whom? the near first, hidden last")
    can_play = targets.pointed in [who for who, _row in rows] and controller.view.draft is None
    return tr.TargetsView(
        title=action.title,
        icon=action.icon,
        note=minus(action.note),
        price=action.price,
        ask=ask if rows else _("Nobody can be chosen"),
        targets=others if is_alone else meant,
        others=() if is_alone else others,
        others_title=_("Own side") if action.role is Role.STRIKE else _("Others"),
        refused=tuple(_refused(controller, targets.refused())),
        choices=controller.aiming.choices(),
        ground=_ground(controller),
        at_once=_("Do it at once") if can_play else "",
    )


def _ground(controller: Controller) -> str:
    other = controller.aiming.ground_action()
    return "" if other is None else _("Or click a cell: {action}").format(action=other.title)


def _row(controller: Controller, number: int, found: Weighed) -> tr.TargetRow:
    encounter, view = controller.action_drafts.state(), controller.view
    one = encounter[found.who]
    chances = chances_at(controller, found)
    hidden = unseen_word(encounter, controller.actor or "", one.id)
    helped = _("with {choice}").format(choice=found.option) if found.option else ""
    where = (hidden, *where_words(controller, found.who), cover_words(found)[1], helped)
    return tr.TargetRow(
        who=one.id,
        name=one.name,
        token=listed_token(controller, encounter, one),
        number=number,
        chance=chance_view(found, chances),
        where=" \u00b7 ".join(filter(None, where)),
        result=" \u00b7 ".join(_result(controller, found, chances)),
        is_pointed=found.who == controller.aiming.targets.pointed,
        is_picked=found.who in view.picked.combatants,
        is_hidden=is_unknown(encounter, controller.actor or "", one.id),
    )


def _result(controller: Controller, found: Weighed, chances: Chances) -> Iterable[str]:
    middle = median_of(chances.losses)
    if middle is not None:
        yield _("middle {n}").format(n=middle)
    if chances.down >= RARE:
        yield _("down {chance}").format(chance=one_in(chances.down))
    words = offered_words(controller, found.who)
    if words:
        yield words


def offered_words(controller: Controller, who: str) -> str:
    """Return what the rules write at a target; a mere figure is told as a chance already."""
    action = controller.aiming.targets.action
    if action is None or action.candidates is None:
        return ""
    words = controller.aiming.targets.words.get(who, "")
    return "" if words.isdecimal() else words


def chances_at(controller: Controller, found: Weighed) -> Chances:
    """Return the figures of a target."""
    if found.odds is None:
        return Chances()
    return chances_of(found.odds, controller.actor or "", found.who, found.names)


def chance_view(found: Weighed, chances: Chances) -> tr.ChanceView:
    """Return how likely an action is at a target, in words."""
    is_working = found.command is not None and found.is_late
    if chances.success is None:
        return tr.ChanceView(is_working=is_working or not found.is_judged)
    return tr.ChanceView(
        figure=figure_of(chances.success, chances.error),
        least=_least(chances),
        share=chances.success,
        mark=chances.least,
    )


def figure_of(chance: float, error: float) -> str:
    """Return a chance; one that comes from plays says so."""
    return _("about {chance}").format(chance=percent(chance)) if error else percent(chance)


def _least(chances: Chances) -> str:
    if chances.opposed is not None:
        return f"{chances.reaction} {percent(chances.opposed)}"
    return f"{chances.outcome} {percent(chances.severe)}" if chances.severe is not None else ""


def one_in(chance: float) -> str:
    """Return a chance as people say it: ``1 in 2``, ``under 1 in 1000``."""
    if chance < RARE:
        return _("under 1 in 1000")
    if chance < SELDOM:
        return _("{a} in {b}").format(a=1, b=round(1 / chance))
    part = Fraction(chance).limit_denominator(MOST_PARTS)
    if part >= 1:
        return _("almost surely")
    return _("{a} in {b}").format(a=part.numerator, b=part.denominator)


def where_words(controller: Controller, who: str) -> tuple[str, str]:
    """Return the range band of a target, if there are bands, and how far off it is."""
    encounter, action = controller.action_drafts.state(), controller.aiming.targets.action
    key = (controller.actor, who, "" if action is None else action.weapon)
    return controller.aiming.targets.kept.get(encounter, key, lambda: _where(controller, who))


def _where(controller: Controller, who: str) -> tuple[str, str]:
    encounter, actor = controller.action_drafts.state(), controller.actor or ""
    one, action = encounter[who], controller.aiming.targets.action
    system = controller.system
    if one.pos is None:
        far = 0.0 if one.distance_m is None else one.distance_m
        return "", _("{m:,.0f} m").format(m=far).replace(",", "\u202f")
    weapon = "" if action is None else action.weapon
    rings = controller.rules_cache.overlays(actor, weapon).rings if weapon else ()
    label = band_at(system, encounter, encounter[actor], rings, (one.pos, who))
    band = "" if label is None else label.text
    return band, distance_words(system, encounter, actor, who)


def cover_words(found: Weighed) -> tuple[str, str]:
    """Return the sign and the words of the cover of a target; nothing where there is no line."""
    sight = found.sight
    if sight is None or not sight.clear or not sight.knows_cover:
        return "", ""
    return COVER_ICONS.get(sight.degree, ""), degree_title(sight.degree)


def _refused(controller: Controller, found: Iterable[Weighed]) -> Iterable[tr.RefusedTargets]:
    """Return those who cannot be chosen, once a reason; a name in it parts those it names."""
    encounter = controller.action_drafts.state()
    by_reason: dict[tuple[str, str], list[str]] = {}
    for one in found:
        if one.refusal is not None:
            rules = ", ".join(one.refusal.rule_ids)
            by_reason.setdefault((reason_words(controller, one), rules), []).append(one.who)
    for (reason, rules), those in by_reason.items():
        targets = tuple(
            (who, encounter[who].name, listed_token(controller, encounter, encounter[who]))
            for who in those
        )
        yield tr.RefusedTargets(_("Not now: {reason}").format(reason=reason), rules, targets)


def reason_words(controller: Controller, found: Weighed) -> str:
    """Return why a target cannot be chosen, without its own name where two words say it."""
    refusal = found.refusal
    if refusal is None:
        return ""
    name = controller.action_drafts.state()[found.who].name
    brief = brief_words(controller, found)
    if name not in refusal.text or not brief:
        text = refusal.text.rstrip(".")
        return text[:1].lower() + text[1:] if text[1:2].islower() else text
    return brief


def brief_words(controller: Controller, found: Weighed) -> str:
    """Return why a target cannot be chosen in two or three words, where the rules have them."""
    code = "" if found.refusal is None else found.refusal.code
    return controller.system.board.brief.get(code, "")
