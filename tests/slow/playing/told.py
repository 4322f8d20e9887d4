"""Whether the log tells what a command has changed: every figure, with a number and a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.dice_check import DiceCheck
from gridwar.engine.kit.evolve import evolve
from gridwar.model.command import Act
from gridwar.model.events_combatants import Explained
from tests.slow.playing.fault import Fault
from tests.slow.playing.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.engine.kit.card_order_and_flow import Card
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.trace import Line, Step, Trace

_NUMBER = re.compile(r"\d+")


def numbers_named(command: Command, traces: Iterable[Trace]) -> Iterator[Fault]:
    """Find numbers in the log that name no rule; dice at the game master's word go by none."""
    inside = command.commands if isinstance(command, Together) else (command,)
    if any(isinstance(one, DiceCheck) for one in inside):
        return
    for trace in traces:
        for line in trace.lines:
            if line.value and not line.rule_id and not line.key.startswith("own:"):
                yield Fault("a line without rule", f"{command.kind}, {_words(line.label)}")
        for step in trace.steps:
            if not step.rule_id and _has_number(step):
                yield Fault("a step without rule", f"{command.kind}, {_words(step.label)}")


def _has_number(step: Step) -> bool:
    worth = (step.before, step.after)
    return bool(step.faces) or any(_NUMBER.search(str(one)) for one in worth if one is not None)


def _words(text: str) -> str:
    return _NUMBER.sub("N", text)[:40]


def changes_told(
    before: Moment, after: Moment, command: Command, traces: Sequence[Trace]
) -> Iterator[Fault]:
    """Find figures of cards that have changed without a word on them, or on what they show."""
    for who in _other_ones(before.now, after.now):
        name = after.now.combatants[who].name
        linked = after.system.board.body(after.now, who).linked
        names = {name, *(after.now[one].name for one in linked)}
        if who != command.actor and not any(_mentions(one, names) for one in traces):
            for what in _changed(before.card(who), after.card(who)):
                yield Fault("changed without a word", f"{command.kind}, {what}", name)
        elif not traces and isinstance(command, Act):
            for what in _changed(before.card(who), after.card(who)):
                yield Fault("changed without a word", f"{command.kind}, {what} of its actor", name)


def amounts_told(
    before: Moment, after: Moment, command: Command, events: Sequence[Event]
) -> Iterator[Fault]:
    """Find points that come and go without their number, or without a rule, in the log."""
    hurt = [who for who in _other_ones(before.now, after.now) if _lost(before, after, who)]
    if not hurt:
        return
    told = [_told_of(one.trace) for one in events if isinstance(one, Explained)]
    moment, since = before, before
    for number, event in enumerate(events):
        if isinstance(event, Explained):
            since = moment
            continue
        then = Moment(before.system, evolve(moment.now, event))
        for who in _other_ones(moment.now, then.now):
            for label, old, new in _lost(moment, then, who) if who in hurt else ():
                numbers = {str(abs(old - new)), str(abs(new))}
                numbers |= _together(events[number:], since, then, who, label)
                role = "its actor" if who == command.actor else "another"
                about = f"{event.kind}, {label} of {role}"
                name = then.now.combatants[who].name
                found = [rules for words, rules in told if numbers & words]
                if not found:
                    yield Fault(
                        "changed without its number",
                        about,
                        f"{name}: {old} to {new} by {command.kind}",
                    )
                elif not any(found):
                    yield Fault(
                        "changed without a rule", about, f"{name}: {old} to {new} by {command.kind}"
                    )
        moment = then


def _together(
    events: Sequence[Event], since: Moment, moment: Moment, who: str, label: str
) -> set[str]:
    """Return the numbers of a change to which several events between two entries come together.

    Args:
        events: The first of them has been played.
        since: What it was when the log last told of something.
        moment: After the first of them.
        who: Whose.
        label: The pool.
    """
    for event in events[1:]:
        if isinstance(event, Explained):
            break
        moment = Moment(moment.system, evolve(moment.now, event))
    if who not in since.now or who not in moment.now:
        return set()
    return {
        str(abs(number))
        for name, old, new in _lost(since, moment, who)
        if name == label
        for number in (old - new, new)
    }


def _other_ones(before: Encounter, after: Encounter) -> list[str]:
    was = before.combatants
    return [who for who, one in after.combatants.items() if who in was and was[who] is not one]


def _lost(before: Moment, after: Moment, who: str) -> list[tuple[str, int, int]]:
    """Return the pools of a combatant that stand otherwise: label, before, after."""
    pairs = zip(before.card(who).pools, after.card(who).pools, strict=False)
    return [(a.label, a.now, b.now) for a, b in pairs if a.key == b.key and a.now != b.now]


def _changed(before: Card, after: Card) -> Iterator[str]:
    """Yield what a card shows otherwise."""
    for old, new in zip(before.pools, after.pools, strict=False):
        if old.key == new.key and old.now != new.now:
            yield old.label
    for first, then in zip(before.pips, after.pips, strict=False):
        if first.label == then.label and first.left > then.left:
            yield f"pips {first.label}"
    icons = ({one.icon for one in before.badges}, {one.icon for one in after.badges})
    for icon in sorted(icons[0] ^ icons[1]):
        yield f"badge {icon}"
    if before.out != after.out:
        yield "being out"


def _texts(trace: Trace) -> Iterator[str]:
    yield trace.title
    yield trace.result
    parts: tuple[Line | Step, ...] = (*trace.lines, *trace.steps)
    for one in parts:
        yield f"{one.label} {one.source}"


def _mentions(trace: Trace, names: Iterable[str]) -> bool:
    return any(name in text for text in _texts(trace) for name in names)


def _told_of(trace: Trace) -> tuple[frozenset[str], bool]:
    """Return the numbers that an entry of the log tells, and whether it names a rule."""
    worth = [*_texts(trace), *(f"{one.before} {one.after}" for one in trace.steps)]
    worth += [str(one.value) for one in trace.lines] + [str(trace.total)]
    numbers = frozenset(one for text in worth for one in _NUMBER.findall(text))
    parts: tuple[Line | Step, ...] = (*trace.lines, *trace.steps)
    return numbers, any(one.rule_id for one in parts)
