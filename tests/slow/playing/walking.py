"""A walk through the fights of a system that steers towards states and deeds not yet met together.

Encounters are values, so whatever was reached stays at hand: the walk goes back to where somebody
is in a state that has met few deeds, and tries those it has not. Each way leads back to its start,
so that what goes wrong can be played again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pydantic import ValidationError

from gridwar.dice.port import SeededDice
from gridwar.engine.kit import commands as core
from gridwar.engine.kit.offers import Target
from gridwar.engine.kit.table import Table
from gridwar.engine.play.dispatch import handlers_of
from gridwar.engine.play.drafting import drafted
from gridwar.engine.play.outcome import Accepted
from gridwar.model.command import Act
from gridwar.model.geometry import Cell
from gridwar.storage.exchange import import_json
from gridwar.storage.fights import samples
from gridwar.systems import system_ids
from tests.slow.campaign import attempted
from tests.slow.playing.chooser import Chooser
from tests.slow.playing.fault import Fault, raised
from tests.slow.playing.master import FEWEST_PEOPLE, Master
from tests.slow.playing.moments import Moment
from tests.slow.playing.outliving import ways_out, what_outlives
from tests.slow.playing.reaching import zones_reached
from tests.slow.playing.reading import Reader, declared, offered
from tests.slow.playing.scripted import Deed, beginning, perform, start_of
from tests.support.every_system import find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.engine.kit.system import System
    from gridwar.headless.script import Script
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from tests.slow.playing.reading import Offered
    from tests.slow.playing.scripted import Played

MOST_DEEDS = 70
"""Of one way: short ones are soon made shorter."""
_KEPT_A_STATE = 4
_PATIENCE = 4
"""In how many commands a sum may decide nothing before it is taken for a fault."""
_TRIES = 4
_ALL_OFFERS, _GUARDED = 60, 20
"""Each so-manieth step all offers are read, and combatants go stale at every yield."""
_WAYS = 1
"""To move, of which the reach is tried at a time besides what a drag means."""
_BLANKS = 6
_ON_MAP = 14
_SHARES = {"gm": 0.06, "turn": 0.08, "any": 0.06, "out": 0.02, "back": 0.03}
"""How often something else is done than what is offered."""
_TAME = frozenset({"set_page", "lay_map", "choose_switch", "remove_combatants"})
"""What the GM does before a way only: it would change the game more than the state."""


Watch: TypeAlias = "Callable[[Moment, Command, Played], None]"


class Place(NamedTuple):
    """A moment and the way to it."""

    start: Script
    moment: Moment
    deed: Deed | None = None
    before: Place | None = None
    depth: int = 0

    def deeds(self) -> tuple[Deed, ...]:
        """Return what was done since the start."""
        found, at = [], self
        while at.deed is not None and at.before is not None:
            found.append(at.deed)
            at = at.before
        return tuple(reversed(found))


class Met(NamedTuple):
    """What a walk has found at a place."""

    fault: Fault
    place: Place
    """Before the command that shows it."""
    last: Deed
    acted: str | None


class Walk(Chooser):
    """One walk: steps on, counts what has met, and hands back what is wrong."""

    def __init__(self, system: System, chance: Random, watch: Watch | None = None) -> None:
        """Begin.

        Args:
            system: The rules.
            chance: What is chosen by chance.
            watch: Told of every command that is played.
        """
        super().__init__(system, chance)
        self._watch = watch
        self.reader = Reader(system, patience=_PATIENCE)
        self.played: Counter[tuple[str, str]] = Counter()
        """How often a deed was played in a state."""
        self.refused: Counter[tuple[str, str]] = Counter()
        self.made = 0
        self._has_turns = core.BeginFight in handlers_of(system)
        self._may_move = core.Move in handlers_of(system)
        self._master = Master(system, chance)
        self._dice = SeededDice(chance.randrange(1 << 30))
        self._starts = [start_of(one) for one in _beginnings(system, chance)]
        self._kept: defaultdict[str, list[Place]] = defaultdict(list)
        self._gone_back: Counter[str] = Counter()
        self.columns = {_deed(kind, one): _rows(kind, one) for kind, one in declared(system)}
        """By deed: what states it could meet, of actor, of target, or of the whole fight."""
        self._place = self._anew()

    @property
    def commands(self) -> int:
        """How many commands were played, those of the reader included."""
        return self.made + self.reader.commands

    @property
    def _now(self) -> Encounter:
        return self._place.moment.now

    def met(self, state: str, deed: str) -> bool:
        """Tell whether a deed was played, or refused, in a state."""
        return bool(self.played[state, deed] or self.refused[state, deed])

    def step(self) -> list[Met]:
        """Do something, and return what is wrong with it."""
        place, chance = self._place, self._chance
        if place.depth >= MOST_DEEDS or chance.random() < _SHARES["back"]:
            self._place = place = self._back() or self._anew()
        self._keep(place)
        if place.moment.now.round == 0 and self._has_turns:
            return self._do(core.BeginFight())
        roll = chance.random()
        for share, do in (
            ("gm", self._correct),
            ("turn", self._go_on),
            ("any", self._do_anything),
            ("out", self._let_go),
        ):
            roll -= _SHARES[share]
            if roll < 0:
                return do()
        found = self._do_offered()
        if self.made % _ALL_OFFERS == 0:
            found += self._read_offers() + self._read_map() + self._read_time()
        return found

    # --- where to begin ------------------------------------------------------------------------

    def _anew(self) -> Place:
        start = self._chance.choice(self._starts)
        return Place(start, Moment(self._system, beginning(start)))

    def _keep(self, place: Place) -> None:
        """Keep a place for each state that whoever has the turn is in."""
        who = place.moment.now.turn
        if who is None:
            return
        for state in sorted(place.moment.states(who)):
            kept = self._kept[state]
            if len(kept) < _KEPT_A_STATE:
                kept.append(place)
            elif self._chance.random() < 0.05:
                kept[self._chance.randrange(_KEPT_A_STATE)] = place

    def _back(self) -> Place | None:
        """Return a place in the state that has met the fewest deeds for the times it was tried."""
        if not self._kept or self._chance.random() < 0.3:
            return None
        met = Counter(state for state, _deed in self.played)
        state = min(self._kept, key=lambda one: (1 + met[one]) * (1 + self._gone_back[one] / 3))
        self._gone_back[state] += 1
        return self._chance.choice(self._kept[state])

    # --- what to do ----------------------------------------------------------------------------

    def _correct(self) -> list[Met]:
        command = self._master.command(self._now)
        if command is None or command.kind in _TAME:
            return []
        return self._do(command)

    def _go_on(self) -> list[Met]:
        return self._do(core.NextTurn()) if self._has_turns else self._correct()

    def _let_go(self) -> list[Met]:
        """Let somebody go down, stand aside or leave."""
        people = [*self._now.combatants]
        if len(people) <= FEWEST_PEOPLE:
            return self._go_on()
        found = list(ways_out(self._place.moment, self._chance.choice(people)))
        return self._do(self._chance.choice(found)[1])

    def _do_anything(self) -> list[Met]:
        """Play what may not be offered; where it is accepted, it has to be."""
        place, who = self._place, self._now.turn
        if who is None or not self._kinds:
            return self._go_on()
        is_like_offered = self._chance.random() < 0.5
        if is_like_offered:
            command = self._other_field(who)
        else:
            command = self.filled(self._chance.choice(self._kinds), who)
        if command is None:
            return []
        found = self._do(command)
        if self._place is not place and isinstance(command, Act):
            fault = self.reader.is_offered(place.moment, command)
            if is_like_offered:
                fault = fault or self.reader.can_be_chosen(place.moment, command)
            last = self._place.deed
            if fault is not None and last is not None:
                found.append(Met(fault, place, last, who))
        return found

    def _other_field(self, who: str) -> Command | None:
        """Return what is offered to somebody, with one field changed."""
        kind = self._chance.choice(declared(self._system))
        found = offered(self._place.moment, who, [kind])
        plain = self._made(self._chance.choice(found), who) if found else None
        if plain is None:
            return None
        names = [one for one in type(plain).model_fields if one not in {"actor", "adjustments"}]
        if not names:
            return None
        name = self._chance.choice(names)
        value = self._value(name, type(plain).model_fields[name].annotation, who)
        try:
            return type(plain).model_validate({**_fields(plain), name: value})
        except ValidationError:
            return None

    def _do_offered(self) -> list[Met]:
        place, chance = self._place, self._chance
        who = self._whom_to_ask()
        states = ["the fight"] if who is None else sorted(place.moment.states(who))
        kinds = list(declared(self._system))
        chance.shuffle(kinds)
        names = {one: _deed(*one) for one in kinds}
        if chance.random() < 0.75:
            kinds.sort(key=lambda one: -sum(self._wants(it, names[one]) for it in states))
        for kind in kinds[:_TRIES]:
            ready = []
            for one in offered(place.moment, who, [kind]):
                if one.action.refusal is None:
                    ready.append(one)
                else:
                    self.refused.update((state, one.deed) for state in states)
            if not ready:
                self.refused.update((state, names[kind]) for state in states)
                continue
            one = chance.choice(ready)
            command = self._made(one, who)
            if command is not None:
                return self._do(command, one, who)
        return self._go_on()

    def _whom_to_ask(self) -> str | None:
        now, chance = self._now, self._chance
        roll = chance.random()
        if roll < 0.03:
            return None
        if now.turn is None or roll < 0.08:
            return chance.choice([*now.combatants] or [None])
        return now.turn

    def _wants(self, state: str, deed: str) -> float:
        """Return how much it is worth that a deed meets a state."""
        if self.played[state, deed]:
            return 0
        return 1 / (1 + self.refused[state, deed])

    def _made(self, one: Offered, who: str | None) -> Command | None:
        """Return the command of an action, with what it needs and some choices."""
        target = self._target(one, who)
        if target is None:
            return None
        command, chance = one.action.make(target), self._chance
        for _time in range(chance.choice((0, 0, 1, 2, 3))):
            draft = drafted(self._system, self._now, command)
            made = [
                option.command
                for choice in draft.choices
                for option in choice.options
                if not option.why_not
            ]
            made += [it.make(chance.randint(it.least, it.most)) for it in draft.numbers]
            for ticks in draft.ticks:
                known = [id for id, _words in ticks.options]
                made.append(ticks.make(frozenset(id for id in known if chance.random() < 0.4)))
            if not made:
                break
            command = chance.choice(made)
        return command

    def _target(self, one: Offered, who: str | None) -> Target | None:
        chance, needs = self._chance, one.action.needs
        if not needs:
            return Target()
        at = who or next(iter(self._now.combatants))
        found = None if one.action.candidates is None else one.action.candidates()
        whom = (
            sorted(found.who)
            if found is not None
            else [it for it in self._now.combatants if it != who]
        )
        if {"combatant", "combatants"} & set(needs) and not whom:
            return None
        cells = sorted(found.cells) if found is not None else []
        if "cell" in needs and found is not None and not cells:
            return None
        chosen = self._most_wanted(one, at, whom) if whom else at
        cell = chance.choice(cells) if cells else self._near(at)
        return Target(
            chosen,
            cell,
            self._path(at) if "path" in needs else (),
            (chosen,),
            frozenset({cell}),
            float(chance.randrange(0, 360, 45)),
        )

    def _most_wanted(self, one: Offered, who: str, whom: list[str]) -> str:
        some = self._chance.sample(whom, min(2, len(whom)))
        moment = self._place.moment
        return max(
            some,
            key=lambda it: sum(
                self._wants(state, one.deed) for state in sorted(moment.between(who, it))
            ),
        )

    # --- doing it ------------------------------------------------------------------------------

    def _do(
        self, command: Command, one: Offered | None = None, who: str | None = None
    ) -> list[Met]:
        """Play a command and go on from what comes of it."""
        place, moment = self._place, self._place.moment
        self.made += 1
        table = StrictTable if self.made % _GUARDED == 0 else Table
        played = attempted(
            lambda: perform(
                self._system, moment.now, command, self.fitting, self._dice, table=table
            )
        )
        if isinstance(played, BaseException):
            return self._raised(played, command)
        if self._watch is not None:
            self._watch(moment, command, played)
        deed = Deed(command, played.replies, not isinstance(played.outcome, Accepted))
        if one is not None:
            self._count(moment, one.deed, who, command, deed.is_refused)
        is_guarded = table is StrictTable
        faults = attempted(
            lambda: list(self.reader.step(moment, command, played, closely=is_guarded))
        )
        if isinstance(faults, BaseException):
            return self._raised(faults, command)
        if isinstance(played.outcome, Accepted):
            after = Moment(self._system, played.outcome.encounter)
            self._place = Place(place.start, after, deed, place, place.depth + 1)
        return [Met(fault, place, deed, who) for fault in faults]

    def _raised(self, error: BaseException, command: Command) -> list[Met]:
        if isinstance(error, KeyError) and str(error.args[0]) not in self._now.combatants:
            return []  # somebody is named who is not there
        return [Met(raised(command, error), self._place, Deed(command), command.actor)]

    def _count(
        self, moment: Moment, deed: str, who: str | None, command: Command, is_refused: bool
    ) -> None:
        states = {"the fight"} if who is None else set(moment.states(who))
        target = getattr(command, "target", None)
        if who is not None and isinstance(target, str):
            states |= moment.between(who, target)
        (self.refused if is_refused else self.played).update((state, deed) for state in states)

    def _read_map(self) -> list[Met]:
        """Go to the edges of what the map shows of whoever has the turn, and of somebody else."""
        place, chance = self._place, self._chance
        now = place.moment.now
        if not now.round:
            return []
        ways = [one for one in declared(self._system) if "path" in one[1].needs]
        found: list[Fault] = []
        for who in sorted({now.turn or "", chance.choice([*now.combatants])} & {*now.combatants}):
            actions = [one.action for one in offered(place.moment, who, ways)]
            some = chance.sample(actions, min(_WAYS, len(actions)))
            for action in (None, *some) if self._may_move else some:
                found += zones_reached(place.moment, who, action, chance)
        return [Met(one, place, one.last, now.turn) for one in found if one.last is not None]

    def _read_time(self) -> list[Met]:
        """Let somebody be gone and time pass."""
        place = self._place
        if not (place.moment.now.round and self._has_turns):
            return []
        who = self._chance.choice([*place.moment.now.combatants])
        faults = list(what_outlives(place.moment, who))
        return [Met(one, place, one.last, who) for one in faults if one.last is not None]

    def _read_offers(self) -> list[Met]:
        place, who = self._place, self._now.turn
        faults = list(self.reader.offers(place.moment, who))
        return [Met(one, place, one.last, who) for one in faults if one.last is not None]


def _rows(kind: type[Command], offer: Any) -> frozenset[str]:
    """Return whose states a deed meets: those of an actor, also those of a target, or nobody's."""
    if not (kind.model_fields["actor"].is_required() or offer.about):
        return frozenset({"the fight"})
    return frozenset({"actor", "target"} if "combatant" in offer.needs else {"actor"})


def row_of(state: str) -> str:
    """Return whose state it is."""
    if state == "the fight":
        return state
    return "target" if state.startswith(("target ", "at itself")) else "actor"


def _fields(command: Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in type(command).model_fields}


def _deed(kind: type[Command], offer: Any) -> str:
    short = kind.kind.rpartition(".")[2]
    return short if offer.id in ("", short) else f"{short} ({offer.id})"


def _beginnings(system: System, chance: Random) -> list[Encounter]:
    """Return fights to begin with: the samples of the program, and people on a blank map."""
    found = [
        import_json(one.path.read_bytes(), find, one.path.stem).loaded.first
        for one in (samples() if system.id in system_ids() else ())
        if one.system == system.id
    ]
    return [*found, *(_blank(system, chance) for _number in range(_BLANKS))]


def _blank(system: System, chance: Random) -> Encounter:
    """Return some of a system's people close together on a small blank map."""
    start = system.new_encounter("Blank")
    start = start.replace(map=start.map.resized(_ON_MAP, _ON_MAP))
    known = system.data.samples() or tuple(
        system.new_combatant(who, who.upper(), "1") for who in ("a", "b", "c")
    )
    cells = [Cell(x, y) for x in range(0, _ON_MAP, 2) for y in range(0, _ON_MAP, 2)]
    middle = chance.choice(cells)
    cells.sort(key=lambda it: max(abs(it.x - middle.x), abs(it.y - middle.y)) + chance.random())
    people = [chance.choice(known) for _number in range(chance.randint(4, 8))]
    free = iter(cells)
    for number, one in enumerate(people):
        who = f"{one.id}_{number + 1}"
        at = next(it for it in free if max(it.x, it.y) + max(one.size) <= _ON_MAP)
        for _skipped in range(max(one.size) // 2):
            next(free, None)
        name = f"{one.name} {number + 1}"
        side = str(1 + number % 2)
        start = start.with_combatant(one.replace(id=who, name=name, pos=at, side=side))
    return start
