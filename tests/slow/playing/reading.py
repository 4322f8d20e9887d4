"""Reading a fight as a referee does: whether what was offered and shown is what is played and told.

Each check looks at one moment and one command. What it finds is a fault with a name that stays the
same from fight to fight, so that the first of each can be made short.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwar.engine.gm.command import GmCommand
from gridwar.engine.kit import commands as core
from gridwar.engine.kit.offers import Target
from gridwar.engine.play.evolve import evolve
from gridwar.engine.play.offers import _declared, _offered
from gridwar.engine.play.outcome import Accepted, Refused
from gridwar.engine.play.preview import preview
from gridwar.model.command import Act
from gridwar.model.events import Explained
from gridwar.model.revalidation import misfit_in
from tests.slow.campaign import Wrong, attempted, signature
from tests.slow.playing.checks import sound
from tests.slow.playing.moments import Moment
from tests.slow.playing.scripted import Deed, perform

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.engine.kit.offers import Action, Offer
    from gridwar.engine.kit.shown import Card
    from gridwar.engine.kit.system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.model.question import Refusal
    from gridwar.model.trace import Line, Step, Trace
    from tests.slow.playing.scripted import Played

_NUMBER = re.compile(r"\d+")
_DRAFT_STEPS = 4
NOT_CHOSEN = "played, yet cannot be chosen"
"""The check of fields, for commands that differ in one field from what is offered."""
_TURNS = (core.BeginFight, core.NextTurn, core.TakeTurn, core.EndFight)


class Fault(NamedTuple):
    """Something that is not as it should be."""

    check: str
    about: str
    """The kind of command, and what of it."""
    detail: str = ""
    """Words for whoever reads it; no part of what makes two faults the same."""
    last: Deed | None = None
    """What shows it, where that is another command than the one that was played."""

    @property
    def name(self) -> str:
        """What is the same in every fault of its kind."""
        return f"{self.check}: {self.about}"


def raised(command: Command, error: BaseException) -> Fault:
    """Return the fault of an error that came out of a command."""
    name = str(error) if isinstance(error, Wrong) else signature(error)
    return Fault("raised", f"{command.kind}: {name}", str(error))


class Offered(NamedTuple):
    """An action with the declaration that it comes of."""

    kind: type[Command]
    offer: Offer
    action: Action

    @property
    def deed(self) -> str:
        """What it is called in the matrix: the kind of command, and which of its offers."""
        kind = self.kind.kind.rpartition(".")[2]
        return kind if self.offer.id in ("", kind) else f"{kind} ({self.offer.id})"


def declared(system: System) -> tuple[tuple[type[Command], Offer], ...]:
    """Return all kinds of commands that a system offers, with their offers."""
    return _offered(system)


def offered(
    moment: Moment, who: str | None, only: Iterable[tuple[type[Command], Offer]]
) -> list[Offered]:
    """Return what a combatant (None: the fight as a whole) is offered of some kinds."""
    return [
        Offered(kind, offer, action)
        for kind, offer in only
        for action in _declared(moment.system, moment.now, who, ((kind, offer),))
    ]


class Reader:
    """Reads for one system; counts the commands that it had played for it."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.commands = 0
        self._raised: list[Fault] = []

    # --- offers --------------------------------------------------------------------------------

    def offers(self, moment: Moment, who: str | None) -> Iterator[Fault]:
        """Read all that a combatant is offered at a moment."""
        for one in offered(moment, who, declared(self.system)):
            if one.action.refusal is not None:
                yield from self._refused_offer(moment, one, one.action.refusal)
            elif one.action.needs in {("combatant",), ("cell",)}:
                yield from self._candidates(moment, one, who)
            elif not one.action.needs:
                yield from self._chosen(moment, one, one.action.make(Target()), "")
            yield from self._raised
            self._raised = []

    def _refused_offer(self, moment: Moment, one: Offered, refusal: Refusal) -> Iterator[Fault]:
        """What is refused before anything is chosen is refused whatever is chosen."""
        for target in _targets(moment, one)[:2]:
            command = one.action.make(target)
            outcome = self._play(moment, command)
            if isinstance(outcome, Accepted):
                detail = f"refused with {refusal.code}: {refusal.text}"
                about = f"{one.deed} {refusal.code}"
                yield Fault("refused on offer, yet played", about, detail, Deed(command))
            elif not one.action.needs and outcome is not None and outcome.code != refusal.code:
                about = f"{one.deed} {refusal.code}, then {outcome.code}"
                yield Fault(
                    "another reason when played",
                    about,
                    outcome.text,
                    Deed(command, is_refused=True),
                )

    def _candidates(self, moment: Moment, one: Offered, who: str | None) -> Iterator[Fault]:
        need = one.action.needs[0]
        if one.action.candidates is None:
            return
        found = one.action.candidates()
        possible: Sequence[Any] = sorted(found.who if need == "combatant" else found.cells)
        for chosen in possible[:4]:
            target = _target(moment, chosen)
            yield from self._chosen(moment, one, one.action.make(target), "a candidate of ")
        if need == "combatant":
            for whom in sorted(_foes(moment, who) - found.who):
                command = one.action.make(_target(moment, whom))
                if isinstance(self._play(moment, command), Accepted):
                    yield Fault("no candidate, yet played", one.deed, whom, Deed(command))

    def _chosen(self, moment: Moment, one: Offered, command: Command, what: str) -> Iterator[Fault]:
        outcome = self._play(moment, command)
        if isinstance(outcome, Refused):
            about = f"{what}{one.deed} {outcome.code}"
            yield Fault("offered, yet refused", about, outcome.text, Deed(command))
        if not isinstance(outcome, Accepted):
            return
        for choice in self.system.offers.draft(moment.now, command).choices:
            for option in choice.options:
                if option.id == choice.chosen:
                    continue
                came = self._play(moment, option.command)
                about = f"{one.deed}, {choice.key}"
                if option.why_not and isinstance(came, Accepted):
                    detail = f"{option.title}: {option.why_not}"
                    yield Fault("grey choice, yet played", about, detail, Deed(option.command))
                elif not option.why_not and isinstance(came, Refused):
                    detail = f"{option.title}: {came.text}"
                    about = f"{about} {came.code}"
                    yield Fault("choice, yet refused", about, detail, Deed(option.command))

    def _comes(self, moment: Moment, command: Command) -> object:
        outcome = self._play(moment, command)
        return outcome.encounter if isinstance(outcome, Accepted) else getattr(outcome, "code", "")

    def _play(self, moment: Moment, command: Command) -> Accepted | Refused | None:
        """Return what comes of a command by its defaults; nothing where an error does."""
        self.commands += 1
        played = attempted(lambda: perform(self.system, moment.now, command))
        if isinstance(played, BaseException):
            self._raised.append(raised(command, played)._replace(last=Deed(command)))
            return None
        return played.outcome

    # --- one command ---------------------------------------------------------------------------

    def step(self, moment: Moment, command: Command, played: Played) -> Iterator[Fault]:
        """Read what was shown before a command, what came of it, and what is told of it."""
        yield from self._as_shown(moment, command, played)
        if isinstance(played.outcome, Refused):
            return
        after = Moment(self.system, played.outcome.encounter)
        sound(after.now)
        if misfit := misfit_in(after.now, moment.now):
            yield Fault("a value that cannot be kept", command.kind, str(misfit))
        events = played.outcome.events
        traces = [one.trace for one in events if isinstance(one, Explained)]
        yield from _numbers_named(command, traces)
        if not isinstance(command, (GmCommand, *_TURNS)):
            is_offered = any(isinstance(command, one) for one, _offer in declared(self.system))
            for fault in _changes_told(moment, after, command, traces):
                if is_offered or ", pips " not in fault.about:  # a round renews them as a whole
                    yield fault
            yield from _amounts_told(moment, after, command, events)

    def _as_shown(self, moment: Moment, command: Command, played: Played) -> Iterator[Fault]:
        seen, outcome, kind = (
            preview(self.system, moment.now, command),
            played.outcome,
            command.kind,
        )
        if seen.refusal is not None:
            if isinstance(outcome, Accepted):
                yield Fault("shown as refused, yet played", f"{kind} {seen.refusal.code}")
            elif outcome.code != seen.refusal.code and not played.asked:
                about = f"{kind} {seen.refusal.code}, then {outcome.code}"
                yield Fault("another reason when played", about)
            return
        if isinstance(outcome, Refused):
            after = "after an answer" if played.asked else "after a die"
            yield Fault(f"refused {after}", f"{kind} {outcome.code}", outcome.text)
            return
        if not played.took_defaults:
            return
        shown, came = _kinds(seen.events), _kinds(outcome.events)
        if shown != came[: len(shown)]:
            yield Fault("it comes otherwise than shown", kind, f"{shown} then {came}")
        missing = {one.key for one in seen.windows} - played.replies.by_key().keys()
        if missing and seen.first_roll is None:
            yield Fault("a window is shown that does not open", kind, str(missing))

    def is_offered(self, moment: Moment, command: Act) -> Fault | None:
        """Return what is wrong where whoever has the turn can play what they are not offered."""
        found = self._offers_of(moment, command)
        kind = command.kind.rpartition(".")[2]
        if not found:
            is_known = any(isinstance(command, one) for one, _offer in declared(self.system))
            return Fault("played, yet not offered", kind) if is_known else None
        codes = {one.action.refusal.code for one in found if one.action.refusal is not None}
        if any(one.action.refusal is None for one in found):
            return None
        return Fault("played, yet refused on offer", f"{kind} {' '.join(sorted(codes))}")

    def can_be_chosen(self, moment: Moment, command: Act) -> Fault | None:
        """Return what is wrong where no offer leads to a command with all its fields."""
        ready = [one for one in self._offers_of(moment, command) if one.action.refusal is None]
        if not ready:
            return None
        nearest = min((self._nearest(moment, one, command) for one in ready), key=len)
        fields = type(command).model_fields
        left = {key: one for key, one in nearest.items() if fields[key].annotation is not str}
        about = f"{command.kind.rpartition('.')[2]}, {', '.join(sorted(left))}"
        return Fault(NOT_CHOSEN, about, str(left)) if left else None

    def comes_otherwise(self, moment: Moment, command: Command, plain: Command) -> bool:
        """Tell whether other things come of a command than of another."""
        return self._comes(moment, plain) != self._comes(moment, command)

    def _offers_of(self, moment: Moment, command: Act) -> list[Offered]:
        only = [one for one in declared(self.system) if isinstance(command, one[0])]
        return offered(moment, command.actor, only)

    def _nearest(self, moment: Moment, one: Offered, command: Command) -> dict[str, Any]:
        """Return the fields of a command that its offer cannot reach, with what they hold."""
        chosen = {need: getattr(command, name) for need, name in one.offer.needs.items()}
        target = Target(
            chosen.get("combatant"),
            chosen.get("cell"),
            chosen.get("path", ()),
            chosen.get("combatants", ()),
            chosen.get("cells", frozenset()),
            chosen.get("bearing"),
        )
        made = one.action.make(target)
        left = _differing(made, command)
        for _step in range(_DRAFT_STEPS):
            if not left:
                break
            reached = min(
                self._choices(moment, made, command), key=lambda it: len(_differing(it, command))
            )
            if len(_differing(reached, command)) >= len(left):
                break
            made, left = reached, _differing(reached, command)
        return left

    def _choices(self, moment: Moment, made: Command, command: Command) -> list[Command]:
        draft = self.system.offers.draft(moment.now, made)
        found = [made]
        found += [one.command for choice in draft.choices for one in choice.options]
        for number in draft.numbers:
            wanted = {
                value
                for value in _differing(made, command).values()
                if isinstance(value, int) and number.least <= value <= number.most
            }
            found += [number.make(value) for value in wanted]
        for ticks in draft.ticks:
            known = {id for id, _words in ticks.options}
            found += [
                ticks.make(frozenset(map(str, value)))
                for value in _differing(made, command).values()
                if isinstance(value, tuple | frozenset) and known.issuperset(map(str, value))
            ]
        return found


_NOBODY = Target()


def _foes(moment: Moment, who: str | None) -> frozenset[str]:
    """Return all but the allies of an actor: those may be struck, but nobody marks them."""
    now = moment.now
    side = now[who].side if who is not None else ""
    return frozenset(one.id for one in now.everyone() if now.are_foes(side, one.side))


def _target(moment: Moment, chosen: Any) -> Target:
    if isinstance(chosen, str):
        return Target(combatant=chosen, cell=moment.now.combatants[chosen].pos)
    return Target(cell=chosen)


def _targets(moment: Moment, one: Offered) -> list[Target]:
    """Return some choices for an action: no way is known that could be walked."""
    if not one.action.needs:
        return [_NOBODY]
    if one.action.needs == ("combatant",):
        return [_target(moment, who) for who in moment.now.combatants]
    return []


def _differing(made: Command, wanted: Command) -> dict[str, Any]:
    if type(made) is not type(wanted):
        return {"kind": wanted.kind}
    return {
        name: getattr(wanted, name)
        for name in type(wanted).model_fields
        if name != "adjustments" and getattr(made, name) != getattr(wanted, name)
    }


def _kinds(events: Sequence[Event]) -> list[Event]:
    return [one for one in events if not isinstance(one, Explained)]


# --- the log -----------------------------------------------------------------------------------


def _numbers_named(command: Command, traces: Iterable[Trace]) -> Iterator[Fault]:
    """Find numbers in the log that name no rule."""
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


def _changes_told(
    before: Moment, after: Moment, command: Command, traces: Sequence[Trace]
) -> Iterator[Fault]:
    """Find figures of cards that have changed without a word."""
    for who in _other_ones(before.now, after.now):
        name = after.now.combatants[who].name
        if who != command.actor and not any(_mentions(one, name) for one in traces):
            for what in _changed(before.card(who), after.card(who)):
                yield Fault("changed without a word", f"{command.kind}, {what}", name)
        elif not traces and isinstance(command, Act):
            for what in _changed(before.card(who), after.card(who)):
                yield Fault("changed without a word", f"{command.kind}, {what} of its actor", name)


def _amounts_told(
    before: Moment, after: Moment, command: Command, events: Sequence[Event]
) -> Iterator[Fault]:
    """Find points that come and go without their number, or without a rule, in the log."""
    hurt = [who for who in _other_ones(before.now, after.now) if _lost(before, after, who)]
    if not hurt:
        return
    told = [_told_of(one.trace) for one in events if isinstance(one, Explained)]
    moment = before
    for event in events:
        if isinstance(event, Explained):
            continue
        then = Moment(before.system, evolve(moment.now, event))
        for who in _other_ones(moment.now, then.now):
            for label, old, new in _lost(moment, then, who) if who in hurt else ():
                numbers = {str(abs(old - new)), str(abs(new))}
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


def _mentions(trace: Trace, name: str) -> bool:
    return any(name in text for text in _texts(trace))


def _told_of(trace: Trace) -> tuple[frozenset[str], bool]:
    """Return the numbers that an entry of the log tells, and whether it names a rule."""
    worth = [*_texts(trace), *(f"{one.before} {one.after}" for one in trace.steps)]
    worth += [str(one.value) for one in trace.lines] + [str(trace.total)]
    numbers = frozenset(one for text in worth for one in _NUMBER.findall(text))
    parts: tuple[Line | Step, ...] = (*trace.lines, *trace.steps)
    return numbers, any(one.rule_id for one in parts)
