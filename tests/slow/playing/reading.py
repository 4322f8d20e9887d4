"""Reading a fight as a referee does: whether what was offered and shown is what is played and told.

Each check looks at one moment and one command. What it finds is a fault with a name that stays the
same from fight to fight, so that the first of each can be made short.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from frozendict import frozendict

from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import _declared, _offered, drafted
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import GmCommand
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.validation import misfit_in
from tests.slow.campaign import attempted
from tests.slow.playing.correcting import SumsRead
from tests.slow.playing.dice_told import faces_told, rolls_asked, sums_told
from tests.slow.playing.fault import Fault, raised
from tests.slow.playing.moments import Moment
from tests.slow.playing.scripted import Deed, perform
from tests.slow.playing.told import amounts_told, changes_told, numbers_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.engine.kit.offers_and_actions import Action, Offer
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Act, Answer, Command
    from gridwar.model.event_base import Event
    from gridwar.model.question_and_refusal import Question, Refusal
    from tests.slow.playing.scripted import Played

_DRAFT_STEPS = 8
_ANSWERS = 3
"""Of questions of which each follows from an answer to the one before."""
NOT_CHOSEN = "played, yet cannot be chosen"
"""The check of fields, for commands that differ in one field from what is offered."""
Answers: TypeAlias = "frozendict[str, Answer]"
_TURNS = (core.BeginFight, core.NextTurn, core.TakeTurn, core.EndFight)


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

    def __init__(self, system: System, *, patience: int = 1) -> None:
        """Begin to read.

        Args:
            system: The system.
            patience: In how many commands a sum may decide nothing.
        """
        self.system = system
        self.commands = 0
        self._sums = SumsRead(patience)
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
            for whom in sorted(_foes(moment, who))[:2] if need == "combatant" else ():
                yield from self._options(moment, one, one.action.make(_target(moment, whom)))
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
        elif outcome is not None:
            yield from self._options(moment, one, command)

    def _options(self, moment: Moment, one: Offered, command: Command) -> Iterator[Fault]:
        """Options of what can be played are grey where they cannot, and only there."""
        if not isinstance(self._play(moment, command), Accepted):
            return
        for choice in drafted(self.system, moment.now, command).choices:
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

    def _comes(self, moment: Moment, command: Command, given: Answers = frozendict()) -> object:
        outcome = self._play(moment, command, given)
        return outcome.encounter if isinstance(outcome, Accepted) else getattr(outcome, "code", "")

    def _play(
        self, moment: Moment, command: Command, given: Answers = frozendict()
    ) -> Accepted | Refused | None:
        """Return what comes of a command by its defaults but for some answers; None of an error."""
        self.commands += 1
        played = attempted(lambda: _performed(self.system, moment, command, given))
        if isinstance(played, BaseException):
            self._raised.append(raised(command, played)._replace(last=Deed(command)))
            return None
        return played.outcome

    # --- one command ---------------------------------------------------------------------------

    def step(self, moment: Moment, command: Command, played: Played) -> Iterator[Fault]:
        """Read what was shown before a command, what came of it, and what is told of it.

        Args:
            moment: Before the command.
            command: The command.
            played: What came of it.
        """
        yield from self._as_shown(moment, command, played)
        if isinstance(played.outcome, Refused):
            return
        after = Moment(self.system, played.outcome.encounter)
        if misfit := misfit_in(after.now, moment.now):
            yield Fault("a value that cannot be kept", command.kind, str(misfit))
        events = played.outcome.events
        traces = [one.trace for one in events if isinstance(one, Explained)]
        if not command.adjustments.lines_added:  # the GM's own lines have no rule
            yield from numbers_named(command, traces)
        yield from faces_told(command, played.replies, events)
        if not isinstance(command, (GmCommand, *_TURNS)):
            is_offered = any(isinstance(command, one) for one, _offer in declared(self.system))
            for fault in changes_told(moment, after, command, traces):
                if is_offered or ", pips " not in fault.about:  # a round renews them as a whole
                    yield fault
            yield from amounts_told(moment, after, command, events)

    def closely(self, moment: Moment, command: Command, played: Played) -> Iterator[Fault]:
        """Read a command with real dice in the hand, and with its sums corrected.

        Args:
            moment: Before the command.
            command: The command.
            played: What came of it.
        """
        if isinstance(played.outcome, Refused):
            return
        yield from rolls_asked(moment, command, played.replies)
        yield from sums_told(moment, command, played.replies)
        if command.adjustments.is_empty and played.took_defaults:
            yield from self._sums.read(moment, command)

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
        found = [self._nearest(moment, one, command) for one in ready]
        nearest = min(found, key=lambda it: (len(_left(it, command)), _distance(it, command)))
        left = _left(nearest, command)
        if not left or not all(
            self.comes_otherwise(moment, command, _with_words(one, command))
            for one in self._choices(moment, nearest, command)
        ):
            return None
        about = f"{command.kind.rpartition('.')[2]}, {', '.join(sorted(left))}"
        return Fault(NOT_CHOSEN, about, str(left))

    def comes_otherwise(self, moment: Moment, command: Command, other: Command) -> bool:
        """Tell whether no answer to what is asked makes one of two commands come to the other."""
        came, usual = self._comes(moment, command), self._comes(moment, other)
        if came == usual:
            return False
        fields = (*_differing(other, command).values(), *_differing(command, other).values())
        values = [one for one in fields if type(one) in (int, Cell)]
        if any(one == came for one in self._by_answers(moment, other, values)):
            return False
        return all(one != usual for one in self._by_answers(moment, command, values))

    def _by_answers(
        self,
        moment: Moment,
        command: Command,
        values: Iterable[int | Cell],
        given: Answers = frozendict(),
        known: frozenset[str] = frozenset(),
    ) -> Iterator[object]:
        """Yield what comes of a command where a question, and what that leads to, is answered."""
        played = attempted(lambda: _performed(self.system, moment, command, given))
        if isinstance(played, BaseException) or len(given) == _ANSWERS:
            return
        asked = known | {one.key for one in played.asked}
        for one in played.asked:
            for answer in _answers(one, values) if one.key not in known else ():
                more = given.set(one.key, answer)
                yield self._comes(moment, command, more)
                yield from self._by_answers(moment, command, values, more, asked)

    def _offers_of(self, moment: Moment, command: Act) -> list[Offered]:
        """Return the offers of a kind of command; a move may be any action that a drag means."""
        known = declared(self.system)
        only = [one for one in known if isinstance(command, one[0])]
        found = offered(moment, command.actor, only)
        if not found and isinstance(command, core.Move):
            only = [(kind, offer) for kind, offer in known if offer.id == core.Move.kind]
            found = offered(moment, command.actor, only)
        return found

    def _nearest(self, moment: Moment, one: Offered, command: Command) -> Command:
        """Return the command most like another to which an offer and its choices lead."""
        chosen = {need: getattr(command, name) for need, name in one.offer.fields.items()}
        target = Target(
            chosen.get("combatant"),
            chosen.get("cell"),
            chosen.get("path", ()),
            chosen.get("combatants", ()),
            chosen.get("cells", frozenset()),
            chosen.get("bearing"),
        )
        made = one.action.make(target)
        for _step in range(_DRAFT_STEPS):
            reached = min(
                self._choices(moment, made, command), key=lambda it: _distance(it, command)
            )
            if _distance(reached, command) >= _distance(made, command):
                break
            made = reached
        return made

    def _choices(self, moment: Moment, made: Command, command: Command) -> list[Command]:
        draft = self.system.draft(moment.now, made)
        found = [made]
        found += [one.command for choice in draft.choices for one in choice.options]
        for number in draft.numbers:
            counts = (
                len(value) if isinstance(value, tuple) else value
                for value in _differing(made, command).values()
            )
            wanted = {
                one for one in counts if isinstance(one, int) and number.least <= one <= number.most
            }
            found += [number.make(value) for value in wanted]
        for ticks in draft.ticks:
            known = {id for id, _words in ticks.options}
            found += [ticks.make(ticks.ticked ^ {one}) for one in known]
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


def _distance(made: Command, wanted: Command) -> int:
    """Return in how many values two commands differ, in mappings entry by entry."""
    differing = _differing(made, wanted)
    return sum(_apart(getattr(made, name, None), value) for name, value in differing.items())


def _apart(made: object, wanted: object) -> int:
    if not isinstance(wanted, Mapping):
        return 1
    if not isinstance(made, Mapping):
        return 1 + len(wanted)
    return sum(made.get(key, ...) != wanted.get(key, ...) for key in {*made, *wanted})


def _left(made: Command, wanted: Command) -> dict[str, Any]:
    """Return what differs but for words, which the GM writes."""
    fields = type(wanted).model_fields
    return {
        key: one
        for key, one in _differing(made, wanted).items()
        if key in fields and fields[key].annotation is not str
    }


def _with_words(made: Command, wanted: Command) -> Command:
    """Return a command with the words of another, which the GM writes."""
    if type(made) is not type(wanted):
        return made
    fields = type(wanted).model_fields.items()
    return made.replace(
        **{name: getattr(wanted, name) for name, field in fields if field.annotation is str}
    )


def _performed(system: System, moment: Moment, command: Command, given: Answers) -> Played:
    return perform(system, moment.now, command, lambda one: given.get(one.key, one.default))


def _answers(wanted: Question, values: Iterable[int | Cell]) -> Iterator[Answer]:
    """Yield the answers to a question, with each of its options, or with some values."""
    usual, values = wanted.default, tuple(values)
    options = [one.id for one in wanted.options if one.enabled] or [usual.option]
    for option in options:
        if option != usual.option:
            yield usual.replace(option=option)
        for value in values:
            if isinstance(value, Cell):
                if value in wanted.cells:
                    yield usual.replace(option=option, cell=value)
                continue
            for field in wanted.numbers:
                numbers = usual.numbers.set(field.key, value)
                yield usual.replace(option=option, numbers=numbers)


def _kinds(events: Sequence[Event]) -> list[Event]:
    return [one for one in events if not isinstance(one, Explained)]
