"""One check for all, and the dice that begin a fight, as a table: a line for each who rolls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridwar.control.memo import Memo
from gridwar.control.records.check_records import CheckRowView, ChecksView
from gridwar.control.records.panel_records import Tone
from gridwar.control.records.popover_records import DiceMode, DiceView
from gridwar.control.records.scene_records import LabelOverlay, Role
from gridwar.control.text_format import minus, percent, signed, token_bit
from gridwar.control.tools.doors_and_ties import centre_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.group_checks import CheckLine, GroupChecks, Part
    from gridwar.engine.play.play_outcome import DiceWanted
    from gridwar.model.trace import Trace

_IN_BRIEF: Final = re.compile(r"\s*\(.*\)$")
"""What stands in brackets behind what is needed."""
_MOST_REASONS: Final = 3
_ROLES: Final = {Tone.GOOD: Role.GOOD, Tone.HARM: Role.THREAT}
_SIGNS: Final = {Tone.GOOD: "check", Tone.HARM: "x"}


def present_checks(controller: Controller) -> ChecksView | None:
    """Return the table; None while there is none."""
    checks = controller.view.checks
    return None if checks is None else _Table(controller, checks).view()


class _Table:
    """Puts one table into words."""

    def __init__(self, controller: Controller, checks: GroupChecks) -> None:
        self._controller = controller
        self._checks = checks

    def view(self) -> ChecksView:
        """Return all of it."""
        checks, controller = self._checks, self._controller
        rows = tuple(self._rows())
        missing = sum(checks.wanted_of(one) is not None for one in checks.lines)
        done = sum(part.tried.is_done for part in checks.parts)
        is_typed = controller.view.typed_dice
        some, primary, key = self._buttons(missing, done, is_typed=is_typed)
        who = tuple(part.who for part in checks.parts)
        kinds = controller.checks.offered(who) if checks.kind else ()
        settable = controller.checks.settable()
        return ChecksView(
            checks.title,
            rows,
            tuple((one.id, one.title) for one in kinds),
            checks.kind,
            settable.choices,
            settable.numbers,
            settable.ticks,
            self._dice_words(),
            is_typed,
            tuple(self._sides()),
            checks.surprised or (),
            self._proposal(),
            self._summary(missing),
            checks.problem,
            some,
            primary,
            key,
            _("rolled") if checks.is_of_fight else _("total"),
        )

    def _buttons(self, missing: int, done: int, *, is_typed: bool) -> tuple[str, str, str]:
        """Return the words of both buttons, and the key of the brass one."""
        checks = self._checks
        if checks.is_of_fight:
            if missing and is_typed:
                return "", _("Roll the rest"), _("Space")
            return "", _("Begin") if checks.surprised is not None else _("Go on"), _("Enter")
        if not missing:
            return "", _("Apply"), _("Enter")
        if not is_typed:
            return "", _("Roll and apply"), _("Enter")
        text = ngettext("Apply this one", "Apply these {n}", done).format(n=done)
        return (text if done else ""), _("Roll the rest"), _("Space")

    def _dice_words(self) -> str:
        rolls = [one.roll for part in self._checks.parts for one in part.rolls]
        kinds = dict.fromkeys(str(one.dice).upper() for one in rolls)
        return next(iter(kinds)) if len(kinds) == 1 else _("dice") if kinds else ""

    def _sides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        if self._checks.surprised is None:
            return
        encounter = self._controller.encounter
        for key, side in encounter.sides.items():
            who = tuple(one.id for one in encounter.everyone() if one.side == key and not one.aside)
            if who:
                yield side.name, who

    def _proposal(self) -> tuple[str, tuple[str, ...], str]:
        """Return who is proposed as surprised: words for a chip, their ids, and each's reason."""
        people, unaware = self._controller.encounter.combatants, self._checks.unaware
        who = tuple(one for one in unaware if one in people)
        if not who:
            return "", (), ""
        text = ngettext("{n} sees no enemy", "{n} see no enemy", len(who)).format(n=len(who))
        if len(who) == 1:
            text = _("{name} sees no enemy").format(name=people[who[0]].name)
        reasons = (f"{people[one].name}: {unaware[one]}" for one in who)
        return text, who, "\n".join(reasons)

    def _summary(self, missing: int) -> str:
        tested = [p.tried.success for p in self._checks.parts if p.tried.success is not None]
        words = []
        if tested:
            text = _("{n} of {m} pass") if not missing else _("{n} of {m} so far")
            words.append(text.format(n=sum(tested), m=len(tested)))
        chances = [
            p.tried.chance
            for p in self._checks.parts
            if p.tried.chance is not None and p.tried.wanted
        ]
        if chances and len(chances) == missing:
            text = _("about {n} of the other {m}") if tested else _("about {n} of {m} pass")
            words.append(text.format(n=f"{sum(chances):.0f}", m=len(chances)))
        return " \u00b7 ".join(words)

    # --- lines -----------------------------------------------------------------------------------

    def _rows(self) -> Iterator[CheckRowView]:
        checks = self._checks
        lines = checks.lines
        for at, line in enumerate(lines):
            yield self._row(at, line)
        if checks.surprised is not None:
            shown = {one.who for one in lines}
            for one in self._controller.encounter.everyone():
                if one.id not in shown and not one.aside:
                    yield self._row(-1, None, one.id)

    def _row(self, at: int, line: CheckLine | None, who: str = "") -> CheckRowView:
        checks, controller = self._checks, self._controller
        who = who if line is None else line.who
        one = controller.encounter.combatants.get(who)
        name = _("Game master") if one is None else one.name
        token = None
        if one is not None:
            out = controller.rules_cache.card(who).out
            token = token_bit(controller.letters, controller.encounter, one, out=out)
        surprised = None if checks.surprised is None else who in checks.surprised
        told = self._of_surprise(who)
        if line is None:
            spoken = ", ".join(filter(None, (name, told)))
            return CheckRowView(who, name, token, told, surprised=surprised, spoken=spoken)
        part, is_current = checks.parts[line.part], at == checks.at
        wanted = checks.wanted_of(line)
        is_current = is_current and wanted is not None
        together = "" if one is None or not checks.is_of_fight else one.group
        of_fight = " \u00b7 ".join(filter(None, (together, told)))
        modifier, why = ("", of_fight) if checks.is_of_fight else _sum_of(part, checks.asked)
        refusal = part.tried.refusal
        if refusal is not None:
            why = refusal.text
        total, outcome, tone = self._came_to(part, line)
        roll = None if not line.rolls else line.rolls[0].roll
        needs = "" if roll is None else _IN_BRIEF.sub("", roll.needed)
        chance = "" if part.tried.chance is None else percent(part.tried.chance)
        dice = tuple(self._dice(part, each, is_current=is_current) for each in line.rolls)
        faces = ", ".join(" ".join(map(str, each.faces)) for each in dice if each.faces)
        said = (name, why, modifier, needs, chance, faces, total, outcome)
        return CheckRowView(
            who,
            name,
            token,
            why,
            modifier,
            needs,
            chance if needs else "",
            dice,
            checks.pending if is_current else "",
            total,
            outcome,
            tone,
            refusal is not None,
            is_current,
            checks.problem if is_current else "",
            surprised,
            ", ".join(filter(None, said)),
        )

    def _of_surprise(self, who: str) -> str:
        """Return whether somebody is surprised, or perceives no enemy and might be."""
        checks = self._checks
        if checks.surprised is None:
            return ""
        if who in checks.surprised:
            return _("surprised")
        return _("sees no enemy") if who in checks.unaware else ""

    def _dice(self, part: Part, wanted: DiceWanted, *, is_current: bool) -> DiceView:
        checks, dice = self._checks, wanted.roll.dice
        faces = part.faces(wanted.key)
        is_next = is_current and any(wanted.key == one.key for one in part.tried.wanted)
        if not faces and is_next:
            faces = checks.typing
        return DiceView(dice.count, dice.sides, DiceMode.TYPED, faces, title=wanted.roll.label)

    def _came_to(self, part: Part, line: CheckLine) -> tuple[str, str, Tone]:
        """Return what a line came to: the figure, a word for it, and its tone."""
        traces = part.tried.traces
        if self._checks.is_of_fight:
            return _of_dice(part, line)
        if not part.tried.is_done or not traces:
            return "", "", Tone.PLAIN
        trace = traces[-1]
        tone = Tone.PLAIN
        if part.tried.success is not None:
            tone = Tone.GOOD if part.tried.success else Tone.HARM
        return _figure(trace), minus(trace.result), tone


def _of_dice(part: Part, line: CheckLine) -> tuple[str, str, Tone]:
    """Return what the dice of somebody show together."""
    faces = [sum(part.faces(one.key)) for one in line.rolls if part.faces(one.key)]
    return (str(faces[0]) if faces else ""), "", Tone.PLAIN


def _figure(trace: Trace) -> str:
    """Return what a check came to: what its last die made, else its sum."""
    if trace.total is not None and not trace.lines:
        return minus(str(trace.total))
    rolled = [one.after for one in trace.steps if one.after is not None and one.faces]
    if rolled:
        return minus(str(rolled[0]))
    faces = [one.faces for one in trace.steps if one.faces]
    return str(sum(faces[0])) if faces else ""


def _sum_of(part: Part, title: str) -> tuple[str, str]:
    """Return what is added to the dice of somebody, and of what that is made."""
    tally = next(iter(part.tried.tallies), None)
    if tally is None:
        return "", ""
    lines = [one for one in tally.lines if one.value and not one.off]
    told = [f"{_plain(one.label, title)} {signed(one.value)}" for one in lines[:_MOST_REASONS]]
    if len(lines) == 1:
        told = [_plain(lines[0].label, title)] if lines[0].label != title else []
    needed = next((one.roll.needed for one in part.rolls), "")
    is_number = str(tally.total) in needed.split()  # it is what the dice are compared with
    return ("" if is_number else signed(tally.total)), ", ".join(told)


def _plain(label: str, title: str) -> str:
    """Return what a line is called where it is said already what is tried."""
    return label.removeprefix(f"{title}: ")


MOST_TAGS: Final = 12
"""Of more the map tells only of whoever's dice are typed."""


class CheckTags:
    """The labels at the tokens, made once for each state of the table."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._made: Memo[tuple[LabelOverlay, ...]] = Memo()

    def present(self) -> tuple[LabelOverlay, ...]:
        """Return a label at each token: what its dice have to show, then what came of it."""
        checks = self._controller.view.checks
        if checks is None:
            return ()
        key = (checks, self._controller.encounter)
        return self._made.get(key, lambda: _tags(self._controller))


def _tags(controller: Controller) -> tuple[LabelOverlay, ...]:
    view = present_checks(controller)
    if view is None:
        return ()
    rows = [row for row in view.rows if row.who]
    shown = rows if len(rows) <= MOST_TAGS else [row for row in rows if row.is_current]
    tags = []
    for row in shown:
        middle = centre_of(controller.encounter.combatants.get(row.who))
        if middle is None or not (row.outcome or row.needs or row.is_refused):
            continue
        role = _ROLES.get(row.tone, Role.PAPER) if row.outcome else Role.PAPER
        icon = _SIGNS.get(row.tone, "dices") if row.outcome else "dices"
        words = " ".join(filter(None, (row.total, row.outcome))) or row.needs
        tags.append(LabelOverlay(middle, row.name, words, role, icon))
    return tuple(tags)
