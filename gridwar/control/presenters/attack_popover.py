"""The popover of an action against somebody as a record: sum, odds, dice, all from the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.actions.amending import outcome_names, outcome_words
from gridwar.control.actions.sum_adjustments import OTHER_SUM, OWN_LINE
from gridwar.control.maps.floor_words import place_name
from gridwar.control.presenters.attack_answers import answer_columns
from gridwar.control.presenters.attack_outcomes import (
    arrives_whatever,
    contest_bar,
    expected_loss,
    outcome_bar,
    outcome_views,
)
from gridwar.control.records import popover_records as pr
from gridwar.control.records.panel_records import Choice
from gridwar.control.text_format import dice_words, minus, signed, token_bit
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Line


MOST_POINTS: Final = 999
"""Points that may be typed as lost."""
LEAST_WAYS: Final = 2
"""A single weapon is nothing to choose from."""


def present_attack(controller: Controller) -> pr.AttackView | None:
    """Return the popover of the draft; None where there is none."""
    draft = controller.view.draft
    if draft is None:
        return None
    encounter = controller.action_drafts.state()
    actor = encounter.combatants.get(draft.actor)
    target = encounter.combatants.get(draft.target)
    name = _target_name(encounter, draft)
    own = draft.action.title if actor is None else actor.name
    called = draft.action.title if draft.actor else ""
    title = _("{one} at {other}").format(one=own, other=name) if name else own
    before = _is_asked_before(draft)
    view = pr.AttackView(
        title=title,
        attacker=None if actor is None else token_bit(controller.letters, encounter, actor),
        target=None if target is None else token_bit(controller.letters, encounter, target),
        subtitle="  \u00b7  ".join(
            filter(None, (called, draft.action.note, *_windows(controller, draft)))
        ),
        ways=_ways(controller, draft),
        way=draft.action.id,
        settable=draft.settable,
        foreseen=tuple(
            "  \u00b7  ".join(filter(None, (minus(one.text), one.rule_id)))
            for one in draft.settable.foreseen
        ),
        dice=_dice(controller, draft),
        primary=_primary(draft, asks=before),
        problem=draft.refusal,
        working=draft.odds_late,
    )
    return _with_results(controller, draft, _with_sum(controller, draft, view))


def _with_sum(controller: Controller, draft: ActionDraft, view: pr.AttackView) -> pr.AttackView:
    """Return the sheet with its modifiers: what counts, what does not, the other side's."""
    encounter = controller.action_drafts.state()
    tally = controller.action_drafts.sum.main()
    answering = controller.action_drafts.sum.answering()
    lines = () if tally is None else tally.lines
    changed = _changed(draft, tally) | _changed(draft, answering, whole=True)
    own = {line.key for line in lines if line.key in changed or line.key.startswith(OWN_LINE)}
    idle = tuple(one for one in lines if not one.value and one.key not in own)
    view = replace(
        view,
        lines=tuple(one for one in lines if one not in idle),
        idle=idle,
        changed=changed,
        total="" if tally is None else signed(tally.total),
        needs=_needs(draft),
        needs_note=_rolled_with(draft),
    )
    if tally is None or answering is None:
        return view
    sums = []
    for one, shown in ((tally, lines), (answering, _answering(answering))):
        who = encounter[one.of]
        bit = token_bit(controller.letters, encounter, who)
        sums.append(pr.SideSum(who.name, shown, signed(one.total), bit))
    return replace(view, lines=(), idle=(), sides=tuple(sums))


def _with_results(controller: Controller, draft: ActionDraft, view: pr.AttackView) -> pr.AttackView:
    """Return the sheet with what is likely, and what arrives."""
    encounter = controller.action_drafts.state()
    bar = outcome_bar(draft)
    if not bar and view.sides:
        bar = contest_bar(draft, *(one.name for one in view.sides))
    answers = () if bar else answer_columns(encounter, draft)
    answers_title = _("If {name} answers with")
    if not _is_asked_before(draft):
        answers_title = _("If {name} then chooses")
    asked = _asked(encounter, draft) if draft.question is not None and not bar else ""
    note = _("points lost") if draft.target else _("who is hurt")
    decides, rule = _decides(controller, draft)
    return replace(
        view,
        bar=bar,
        answers=answers,
        answers_title=answers_title.format(name=asked) if asked else "",
        answers_note=note if any(one.down_text for one in answers) else "",
        decides=decides,
        decides_rule=rule,
        amend=_amend(controller, draft),
        likely_note=_who_rolls(draft, decides=bool(decides), both=bool(view.sides)),
        outcomes=outcome_views(controller, draft),
        arrives=arrives_whatever(controller, draft),
        arrives_note=_left(controller, draft),
        expected=expected_loss(draft) if bar else "",
    )


def _ways(controller: Controller, draft: ActionDraft) -> tuple[Choice, ...]:
    """Return the weapons that the same action may be done with, by what sets their titles apart."""
    found = controller.action_drafts.ways()
    if len(found) < LEAST_WAYS:
        return ()
    titles = [one.title for one in found]
    heads = {one.partition(": ")[0] for one in titles}
    cut = len(heads.pop()) + len(": ") if len(heads) == 1 else 0
    return tuple(Choice(one.id, one.title[cut:]) for one in found)


def _left(controller: Controller, draft: ActionDraft) -> str:
    """Return how much whoever is aimed at has left."""
    encounter = controller.action_drafts.state()
    if draft.target not in encounter:
        return ""
    vital = controller.system.cards.vital(encounter, draft.target)
    if not vital.full:
        return ""
    text = _("of the {n} {name} has left")
    return text.format(n=vital.points, name=encounter[draft.target].name)


def _amend(controller: Controller, draft: ActionDraft) -> pr.AmendView | None:
    """Return how a command that is done may count."""
    if draft.amends is None:
        return None
    encounter = controller.action_drafts.state()
    names = outcome_names(draft)
    fell = Choice("", _("as it fell"))
    ways = (fell, *(Choice(one, outcome_words(one)) for one in names)) if len(names) > 1 else ()
    is_lost = draft.target in encounter and bool(
        controller.system.cards.vital(encounter, draft.target).full
    )
    title = _("{name} loses").format(name=encounter[draft.target].name) if is_lost else ""
    points = "" if draft.points is None else str(draft.points)
    return pr.AmendView(ways, draft.counts_as, points, title, MOST_POINTS)


def _who_rolls(draft: ActionDraft, *, decides: bool, both: bool) -> str:
    """Return in a few words who rolls, where that is not the actor alone."""
    if both and draft.first_roll is not None:
        return _("both roll {dice}").format(dice=str(draft.first_roll.dice).upper())
    return _("one die decides") if decides else ""


def _decides(controller: Controller, draft: ActionDraft) -> tuple[str, str]:
    """Return whose die decides and which side of it wins, where that is not the actor's own."""
    roll, encounter = draft.first_roll, controller.action_drafts.state()
    owner = None if roll is None else encounter.combatants.get(roll.owner or "")
    if roll is None or owner is None or owner.id == draft.actor or not roll.needed:
        return "", ""
    tally = controller.action_drafts.sum.main()
    rules = (line.rule_id for line in (() if tally is None else tally.lines) if line.rule_id)
    words = _("{name} {needed} on {dice}")
    dice = str(roll.dice).upper()
    return words.format(name=owner.name, needed=roll.needed, dice=dice), next(rules, "")


def _windows(controller: Controller, draft: ActionDraft) -> tuple[str, ...]:
    """Return who may interfere before the first roll, and how."""
    windows, encounter = controller.system.play.windows, controller.action_drafts.state()
    found: dict[str, dict[str, None]] = {}
    for asked in draft.preview.windows if draft.preview is not None else ():
        who = encounter.combatants.get(asked.recipient or "")
        if who is not None and asked.window in windows:
            found.setdefault(windows[asked.window].title, {})[who.name] = None
    return tuple(f"{title}: {', '.join(names)}" for title, names in found.items())


def _target_name(encounter: Encounter, draft: ActionDraft) -> str:
    if draft.cell is not None and not draft.target:
        return place_name(encounter.map, draft.cell)
    return encounter[draft.target].name if draft.target else ""


def _asked(encounter: Encounter, draft: ActionDraft) -> str:
    """Return who is asked first: mostly the target."""
    question = draft.question
    who = encounter.combatants.get(question.recipient or "") if question is not None else None
    return who.name if who is not None else _("the game master")


def _changed(draft: ActionDraft, tally: Tally | None, *, whole: bool = False) -> frozenset[str]:
    """Return the keys of the lines whose value the GM has set; ``whole`` those of another sum."""
    if tally is None:
        return frozenset()
    names = {f"{tally.name}/{line.key}": line.key for line in tally.lines}
    found = names.keys() & draft.command.adjustments.lines_set.keys()
    return frozenset(f"{OTHER_SUM}{name}" if whole else names[name] for name in found)


def _answering(tally: Tally) -> tuple[Line, ...]:
    """Return the lines of the other side's sum; their keys are whole."""
    return tuple(line.replace(key=f"{OTHER_SUM}{tally.name}/{line.key}") for line in tally.lines)


def _is_asked_before(draft: ActionDraft) -> bool:
    """Return whether the question that odds show as columns comes before the first roll."""
    question = draft.question
    seen = draft.preview.questions if draft.preview is not None else ()
    return question is not None and any(one.key == question.key for one in seen)


def _rolled_with(draft: ActionDraft) -> str:
    """Return the dice, where what is needed does not say them."""
    roll = draft.first_roll
    dice = "" if roll is None else str(roll.dice).upper()
    return "" if dice in _needs(draft) else dice


def _needs(draft: ActionDraft) -> str:
    roll = draft.first_roll
    if roll is None:
        return ""
    return roll.needed or _("with {dice}").format(dice=str(roll.dice).upper())


def _dice(controller: Controller, draft: ActionDraft) -> pr.DiceView | None:
    roll = draft.first_roll
    if roll is None:
        return None
    mode = pr.DiceMode.TYPED if controller.view.typed_dice else pr.DiceMode.ROLLED
    if draft.amends is not None:
        mode = pr.DiceMode.FELL
    hint = (dice_words(roll) or roll.label) if controller.view.typed_dice else ""
    owner = controller.action_drafts.state().combatants.get(roll.owner or "")
    title = ""
    if owner is not None and owner.id != draft.actor:
        title = ngettext("{name}'s die", "{name}'s dice", roll.dice.count).format(name=owner.name)
    return pr.DiceView(roll.dice.count, roll.dice.sides, mode, draft.faces, hint, title)


def _primary(draft: ActionDraft, *, asks: bool) -> str:
    if draft.amends is not None:
        return _("Change it, same dice")
    if asks and not draft.answer:
        return _("Ask, then roll")
    seen = draft.preview
    if seen is not None and seen.refusal is None and seen.first_roll is None:
        return _("Do it")
    return _("Roll")
