"""What the map shows while an action is aimed: tags at targets, the cell cursor, a ghost sheet.

Its figures are those of the list (``targets``). Whom the action is not meant for comes with Shift.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.actions.targets_of_action import OTHERS
from gridwar.control.actions.unseen_targets import unseen_word
from gridwar.control.memo import KeptByKey
from gridwar.control.presenters.attack_outcomes import median_of
from gridwar.control.presenters.targets import (
    brief_words,
    chance_view,
    chances_at,
    cover_words,
    figure_of,
    offered_words,
    one_in,
    reason_words,
    where_words,
)
from gridwar.control.records import target_records as tr
from gridwar.control.text_format import minus, percent, signed
from gridwar.control.tools.doors_and_ties import centre_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.actions.target_chances import Chances
    from gridwar.control.actions.target_odds_worker import Weighed
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.modifier_tally import Tally

MOST_TAGS: Final = 6
"""Of those who can be chosen, and of those who cannot; the others are small, or are not tagged."""
MOST_LINES: Final = 2
"""Of a sum, in the ghost sheet."""


class AimPresenter:
    """Makes the record; it is the very same while nothing about the aim has changed."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's aim."""
        self._controller = controller
        self._kept = KeptByKey()

    def present(self) -> tr.AimView | None:
        """Return what is shown; None while nothing is aimed, or its sheet is open."""
        controller = self._controller
        view, targets = controller.view, controller.aiming.targets
        if view.draft is not None or view.presenting:
            return None
        if targets.action is None:
            return tr.AimView(cursor=view.hover) if view.need == "cell" else None
        targets.choosable()  # whatever was asked before is settled now
        key = (targets.edition, view.hover, view.hovered, view.shows_own, view.picked)
        return self._kept.get(controller.encounter, key, self._aim)

    def _aim(self) -> tr.AimView:
        targets = self._controller.aiming.targets
        pointed, view = targets.pointed, self._controller.view
        numbered = list(enumerate(targets.choosable(), 1))
        meant = [one for _n, one in numbered if targets.group_of(one.who) != OTHERS]
        shows_all = view.shows_own or not meant
        shown = [(n, one) for n, one in numbered if shows_all or one in meant]
        large = {one.who for _n, one in shown[:MOST_TAGS]}
        tags = [
            self._tag(n, one, is_small=one.who not in large)
            for n, one in shown
            if one.who != pointed and self._stands(one)
        ]
        refused = [
            one
            for one in targets.refused()
            if self._stands(one) and (shows_all or not targets.is_own(one.who))
        ]
        tags += [self._refused(one) for one in refused[:MOST_TAGS] if one.who != pointed]
        found = targets.weighed(pointed)
        number = next((n for n, one in numbered if one.who == pointed), 0)
        ghost = None if found is None or not self._stands(found) else self._ghost(number, found)
        return tr.AimView(tuple(tags), view.hover, ghost)

    def _stands(self, found: Weighed) -> bool:
        one = self._controller.encounter.combatants.get(found.who)
        return one is not None and one.pos is not None and not one.aside

    def _place(self, who: str) -> tuple[float, float, float, float]:
        one = self._controller.encounter[who]
        assert one.pos is not None  # it stands on the map
        return one.pos.x, one.pos.y, one.size.w, one.size.h

    def _tag(self, number: int, found: Weighed, *, is_small: bool) -> tr.TargetTag:
        x, y, width, height = self._place(found.who)
        chances = chances_at(self._controller, found)
        chance = chance_view(found, chances)
        band, far = where_words(self._controller, found.who)
        icon, cover = cover_words(found)
        controller = self._controller
        hidden = unseen_word(controller.encounter, controller.actor or "", found.who)
        figure, second = chance.figure, " ".join(filter(None, (band or far, hidden)))
        if not figure:
            figure = offered_words(self._controller, found.who) or band or far
            second = _("working") if chance.is_working else ""
        elif chances.severe is not None and chances.opposed is None:
            second = f"{chances.outcome} {percent(chances.severe)}"
        return tr.TargetTag(
            (x + width / 2, y + height / 2),
            (width / 2, height / 2),
            number,
            figure,
            " \u00b7 ".join(filter(None, (second, "" if chance.is_working else cover))),
            icon,
            is_small=is_small,
            is_working=chance.is_working,
            who=found.who,
        )

    def _refused(self, found: Weighed) -> tr.TargetTag:
        x, y, width, height = self._place(found.who)
        brief = brief_words(self._controller, found)
        middle, reach = (x + width / 2, y + height / 2), (width / 2, height / 2)
        words = brief or _("not now")
        return tr.TargetTag(middle, reach, 0, words, is_small=True, who=found.who)

    # --- the sheet in short ---------------------------------------------------------------------

    def _ghost(self, number: int, found: Weighed) -> tr.GhostSheet:
        controller = self._controller
        encounter = controller.encounter
        one, chances = encounter[found.who], chances_at(controller, found)
        tally = _main_sum(found)
        sight, seen = found.sight, found.preview
        roll = None if seen is None else seen.first_roll
        hidden = unseen_word(encounter, controller.actor or "", one.id)
        words = (hidden, *where_words(controller, found.who))
        is_covered = sight is not None and (sight.knows_cover or not sight.clear)
        needed = "" if roll is None else minus(roll.needed)
        owner = None if roll is None else encounter.combatants.get(roll.owner or "")
        if needed and owner is not None and owner.id != controller.actor:
            needed = _("{name}: {needed}").format(name=owner.name, needed=needed)
        keys: tuple[tuple[str, str], ...] = (
            (_("Enter"), _("the sheet")),
            (_("\u21e7Enter"), _("at once")),
        )
        if found.refusal is not None:
            keys = ((_("Enter"), _("say why not")),)
        return tr.GhostSheet(
            at=self._place(found.who),
            name=one.name,
            number=number,
            start=centre_of(encounter.combatants.get(controller.actor or "")),
            where=", ".join(filter(None, words)),
            figures=tuple(_figures(chances)),
            is_working=found.is_late,
            loss=self._loss(found.who, chances),
            down=_("down: {chance}").format(chance=one_in(chances.down)) if chances.down else "",
            cover=minus(sight.words) if sight is not None and is_covered else "",
            lines=_lines(tally),
            rest=_rest(tally),
            needs=needed,
            refusal=reason_words(controller, found),
            keys=keys,
        )

    def _loss(self, who: str, chances: Chances) -> str:
        middle = median_of(chances.losses)
        if middle is None:
            return ""
        vital = self._controller.system.cards.vital(self._controller.encounter, who)
        return _("loses about {n} of {points}").format(n=middle, points=vital.points)


def _figures(chances: Chances) -> list[tuple[str, str]]:
    if chances.success is None:
        return []
    figure = figure_of(chances.success, chances.error)
    if chances.opposed is not None:
        return [(figure, _("no reaction")), (percent(chances.opposed), chances.reaction)]
    found = [(figure, _("success"))]
    if chances.severe is not None:
        found.append((percent(chances.severe), chances.outcome))
    return found


def _main_sum(found: Weighed) -> Tally | None:
    tallies = () if found.preview is None else found.preview.tallies
    return next((one for one in tallies if not one.aside), None)


def _lines(tally: Tally | None) -> tuple[tuple[str, str], ...]:
    """Return what counts most of a sum, the most first; of one line is none."""
    if tally is None or len(tally.lines) == 1:
        return ()
    counting = [one for one in tally.lines if one.value and not one.off]
    counting.sort(key=lambda one: -abs(one.value))
    return tuple((minus(one.label), signed(one.value)) for one in counting[:MOST_LINES])


def _rest(tally: Tally | None) -> str:
    """Return how many lines of a sum are not shown, and what they come to."""
    if tally is None or len(tally.lines) == 1:
        return ""
    lines = [one for one in tally.lines if not one.off]
    values = sorted((one.value for one in lines), key=lambda value: -abs(value))
    shown = [value for value in values[:MOST_LINES] if value]
    count, rest = len(lines) - len(shown), sum(values) - sum(shown)
    if not count:
        return ""
    text = _("{n} others count {total}") if count > 1 else _("1 other counts {total}")
    return text.format(n=count, total=signed(rest))
