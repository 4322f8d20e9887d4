"""The contract between the engine and a rule system, and the small values they exchange.

A system is one object, ``SYSTEM`` of ``gridwar.systems.<id>``. ``freeform`` is the smallest one and
the example to read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.engine.gm.commands import GM_COMMANDS
from gridwar.engine.kit.measuring import Yardstick
from gridwar.engine.kit.overlays import Overlays
from gridwar.engine.kit.procedure import Procedure, must_exist, require
from gridwar.engine.kit.sight import Sight, plain_sight
from gridwar.errors import ProcedureError
from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.encounter import Encounter, RulesState, Switches
from gridwar.model.events import CORE_EVENTS
from gridwar.model.raw import RawCommand
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.draft import Aimed, CommandChoice, Foreseen, Tie
    from gridwar.engine.kit.overlays import Blast, Mark
    from gridwar.engine.kit.steps import StepTaken
    from gridwar.engine.kit.table import Table
    from gridwar.grid.ground import Ground
    from gridwar.grid.steps import StepRule
    from gridwar.model.battlemap import TerrainKind
    from gridwar.model.battlemap import Zone as MapZone
    from gridwar.model.command import Command
    from gridwar.model.event import Event
    from gridwar.model.geometry import Cell
    from gridwar.model.question import Refusal, Window

Handler = Callable[["Table", Any], Procedure[Any]]


class Slot(Struct, frozen=True):
    """A place in the order: one combatant, or several who act simultaneously."""

    ids: tuple[str, ...]
    count: str = ""
    """What the order goes by, as text: an Initiative."""
    state: Literal["waiting", "turn", "acted", "delaying", "out"] = "waiting"


class Action(Struct, frozen=True):
    """Something that a combatant could do now, with the reason where it cannot.

    ``needs`` says what has to be chosen before ``make`` can build the command: ``nothing``, a
    ``combatant`` as target, a ``cell``, a ``path``.
    """

    id: str
    title: str
    icon: str
    make: Callable[[Target], Command]
    needs: Literal["nothing", "combatant", "cell", "path"] = "nothing"
    note: str = ""
    price: tuple[str, ...] = ()
    """Pips: ``minor``, ``significant``, ``ap``, ``aap`` …"""
    shortcut: str = ""
    refusal: Refusal | None = None
    weapon: str = ""
    """The weapon it uses, for the bands drawn while it is chosen."""
    group: str = ""
    """Heading that it stands under, the same for all that follow each other under it."""
    prepared: bool = False
    """Shown on its sheet, with choices and odds, before it is played although nothing is rolled."""
    candidates: Callable[[], Candidates] | None = None
    """Works out, once it is chosen, whom or what it could be used on now; None: not said."""


class Candidates(Struct, frozen=True):
    """What an action could be used on now: those combatants, those squares."""

    who: frozenset[str] = frozenset()
    cells: frozenset[Cell] = frozenset()


class Target(Struct, frozen=True):
    """What was chosen for an action."""

    combatant: str | None = None
    cell: Cell | None = None
    path: tuple[Cell, ...] = ()


class Zone(Struct, frozen=True):
    """How far some price goes: movement units up to and including ``limit``."""

    limit: int
    label: str
    note: str = ""
    """What the price means, for whoever plans to go that far."""
    strikes: bool = True
    """Whether enough is left to strike once there."""


class Movement(Struct, frozen=True):
    """How a combatant could move now: the ground, its step costs, and what they buy."""

    ground: Ground
    rule: StepRule
    zones: tuple[Zone, ...]
    cost_text: Callable[[int], str]
    """Words for a cost in movement units."""


class Figure(Struct, frozen=True):
    """A value on the card."""

    label: str
    value: str
    hint: str = ""


class Pool(Struct, frozen=True):
    """Something that runs down: hit points, Endurance, Vitality."""

    key: str
    label: str
    now: int
    full: int
    hint: str = ""


class Card(Struct, frozen=True):
    """What the card and the token show of a combatant."""

    subtitle: str = ""
    pools: tuple[Pool, ...] = ()
    parts: tuple[Pool, ...] = ()
    """What the first pool is the sum of, shown side by side in its place."""
    figures: tuple[Figure, ...] = ()
    pips: tuple[tuple[str, int, int], ...] = ()
    """Label, left, of how many."""
    progress: float | None = None
    """How far something has come that takes longer, 0 to 1: a ring round the token."""
    badges: tuple[tuple[str, str], ...] = ()
    """Icon and words."""
    out: bool = False
    """Dead, unconscious or otherwise out of the fight."""
    box: bool = False
    """A body with corners, such as a vehicle's: its token is drawn so, its front where it faces."""


class Facts(Struct, frozen=True):
    """What an outcome amounts to, for odds: did it succeed, who lost how much, who went down."""

    success: bool | None = None
    amounts: Mapping[str, int] = field(default_factory=frozendict)
    down: frozenset[str] = frozenset()
    label: str = ""


class System(ABC):
    """A rule system."""

    id: ClassVar[str]
    title: ClassVar[str]
    schema_version: ClassVar[int] = 1
    playable: ClassVar[bool] = True
    """Offered for new fights."""
    sheet_type: ClassVar[type[Sheet]] = Sheet
    rules_type: ClassVar[type[RulesState]] = RulesState
    switches_type: ClassVar[type[Switches]] = Switches
    fight_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of a sheet that mean something in one fight only: turn, order, actions left."""
    windows: ClassVar[Mapping[str, Window]] = frozendict()
    """What its questions ask for, by the id in ``Question.window``."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    handlers: ClassVar[Mapping[type[Command], Handler]] = frozendict()

    @property
    def all_events(self) -> tuple[type[Event], ...]:
        """The shared events and the system's own."""
        return (*CORE_EVENTS, *self.events)

    @property
    def all_handlers(self) -> Mapping[type[Command], Handler]:
        """The procedures of the GM's commands and the system's own, by type of command."""
        return {**GM_COMMANDS, **self.handlers}

    def procedure(self, table: Table, command: Command) -> Procedure[Any]:
        """Return the procedure that plays a command, ready to run."""
        if isinstance(command, RawCommand):
            return _refuse_unknown(command)
        if command.actor is not None and command.actor not in table.now:
            return must_exist(table, command.actor)
        handler = self.handlers.get(type(command)) or GM_COMMANDS.get(type(command))
        if handler is None:
            raise ProcedureError(f"{self.id} does not know the command {command.kind!r}")
        return handler(table, command)

    def upgrade(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Bring a sheet's raw data of an older schema version up to date."""
        del version
        return data

    def upgrade_other(
        self,
        part: Literal["rules", "switches", "command", "event"],
        data: dict[str, Any],
        version: int,
    ) -> dict[str, Any]:
        """Bring raw data other than a sheet's up to date; commands and events with their kind."""
        del part, version
        return data

    @abstractmethod
    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """Return the order of this round, first to last, those who are out at the end."""

    def round_words(self, encounter: Encounter) -> str:
        """Return what the present round is called."""
        return _("Round {n}").format(n=encounter.round)

    @abstractmethod
    def actions(self, encounter: Encounter, actor: str) -> tuple[Action, ...]:
        """Return everything a combatant could do now, with the reasons why not."""

    def out_of_turn(self, encounter: Encounter, who: str) -> tuple[Action, ...]:
        """Return which of its actions a combatant can do whoever's turn it is, now.

        They need nothing and stand as buttons at its place in the order.
        """
        del encounter, who
        return ()

    @abstractmethod
    def card(self, encounter: Encounter, who: str) -> Card:
        """Return what the card and the token show."""

    @abstractmethod
    def movement(self, encounter: Encounter, who: str, mode: str = "") -> Movement:
        """Return how a combatant could move now."""

    def overlays(self, encounter: Encounter, who: str, weapon: str = "") -> Overlays:
        """Return bands and threatened cells of a combatant (and one of its weapons)."""
        del encounter, who, weapon
        return Overlays()

    def mover(self, encounter: Encounter, who: str) -> str:
        """Return what moves where somebody is moved: he, or the vehicle or mount he steers."""
        del encounter
        return who

    def linked(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Return the others on whom the card and the overlays of somebody depend."""
        del encounter, who
        return ()

    def yardstick(self, encounter: Encounter) -> Yardstick:
        """Return how ranges and areas are measured."""
        del encounter
        return Yardstick()

    def sight(self, encounter: Encounter, who: str, target: str) -> Sight | None:
        """Return what somebody has towards another: lines, cover, what decides; None off the board.

        The GM's word on the pair goes before the rule.
        """
        return plain_sight(encounter, who, target)

    def weapons(self, encounter: Encounter, who: str) -> tuple[tuple[str, str], ...]:
        """Return the weapons that have range bands: id and title."""
        del encounter, who
        return ()

    def blast(self, encounter: Encounter, who: str, weapon: str, cell: Cell) -> Blast | None:
        """Return what a weapon would take in if it went off at a cell; None without a blast."""
        del encounter, who, weapon, cell
        return None

    def choices(self, encounter: Encounter, command: Command) -> tuple[CommandChoice, ...]:
        """Return what is to be chosen about a command before it is played."""
        del encounter, command
        return ()

    def aimed(self, encounter: Encounter, command: Command) -> Aimed | None:
        """Return what a command in preparation takes in beside its target; None where nothing."""
        del encounter, command
        return None

    def foreseen(self, encounter: Encounter, command: Command) -> tuple[Foreseen, ...]:
        """Return what a command in preparation leads to, beside windows and refusals."""
        del encounter, command
        return ()

    def ties(self, encounter: Encounter) -> tuple[Tie, ...]:
        """Return what ties combatants together, to be drawn between them."""
        del encounter
        return ()

    def zones(self) -> tuple[MapZone, ...]:
        """Return samples of areas that mean something to these rules beside smoke and light."""
        return ()

    def marks(self, encounter: Encounter) -> tuple[Mark, ...]:
        """Return what lies about on the map, beside what the map itself shows."""
        del encounter
        return ()

    def before_step(self, table: Table, step: StepTaken) -> Procedure[bool]:
        """Play what happens before a step is taken; False stops the mover where it is."""
        del table, step
        yield from ()
        return True

    def after_step(self, table: Table, step: StepTaken) -> Procedure[bool]:
        """Play what happens once a step is taken; False stops the mover there."""
        del table, step
        yield from ()
        return True

    def settle(self, table: Table) -> Procedure[None]:
        """Play what follows from the state by itself, after every command of anybody."""
        del table
        yield from ()

    def joined(self, table: Table, who: tuple[str, ...]) -> Procedure[None]:
        """Give latecomers their place in the order of a fight under way, by dice if need be."""
        del table, who
        yield from ()

    def fresh(self, one: Combatant) -> Combatant:
        """Return a combatant as it comes out of a fight: wounds, ammunition and notes are kept.

        What belongs to the fight is gone: its place, turn state (``fight_fields``), timed effects.
        """
        fields = type(one.sheet).model_fields
        blank = {name: fields[name].get_default() for name in self.fight_fields & fields.keys()}
        return one.replace(
            sheet=one.sheet.replace(**blank),
            pos=None,
            trail=(),
            aside=False,
            group="",
            known_by=frozenset(),
            effects=tuple(e for e in one.effects if e.ends == "never"),
        )

    def templates(self) -> Mapping[str, tuple[Record, ...]]:
        """Return what a list of a sheet can be filled from, by its field: those of the samples."""
        found: dict[str, dict[str, Record]] = {}
        for one in self.samples():
            for name in type(one.sheet).model_fields:
                value = getattr(one.sheet, name)
                for part in value if isinstance(value, tuple) else ():
                    if isinstance(part, Record):
                        found.setdefault(name, {})[str(getattr(part, "id", part))] = part
        return frozendict({name: tuple(parts.values()) for name, parts in found.items()})

    def reordered(self, encounter: Encounter, who: str, before: str) -> Command | None:
        """Return the command that puts somebody elsewhere in the order; None where rules make it.

        Args:
            encounter: The fight.
            who: Who was dragged.
            before: Who is to come after; empty for the end.
        """
        del encounter, who, before
        return None

    def may_resume(self, encounter: Encounter, command: Command) -> bool:
        """Tell whether a suspended command may go on: nobody else's turn has come between."""
        return encounter.turn is None or command.actor in (None, encounter.turn)

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Return the events by which the main pool of a combatant changes, at the GM's word."""
        del encounter, who, change
        return ()

    def facts(self, before: Encounter, after: Encounter, result: Any) -> Facts:
        """Return what an outcome of a command amounts to."""
        del result
        changed = {
            who: self.main_pool(before, who) - self.main_pool(after, who)
            for who, one in before.combatants.items()
            if who in after and after.combatants[who] is not one
        }
        lost = frozendict({who: points for who, points in changed.items() if points})
        down = frozenset(
            who for who in changed if self.card(after, who).out and not self.card(before, who).out
        )
        return Facts(success=bool(lost), amounts=lost, down=down)

    def has_pool(self, encounter: Encounter, who: str) -> bool:
        """Tell whether a combatant has points that run down."""
        return bool(self.card(encounter, who).pools)

    def main_pool(self, encounter: Encounter, who: str) -> int:
        """Return the points left in the main pool (0 where there is none)."""
        pools = self.card(encounter, who).pools
        return pools[0].now if pools else 0

    def new_combatant(self, id: str, name: str, side: str) -> Combatant:
        """Return a combatant with a blank sheet of this system."""
        return Combatant(id=id, name=name, side=side, sheet=self.sheet_type())

    def read_tables(self) -> None:
        """Read all tables of the rulebook, so that what is wrong in a house version is told."""
        self.samples()

    def samples(self) -> tuple[Combatant, ...]:
        """Return sample combatants to put on the board."""
        return ()

    def terrain(self) -> tuple[TerrainKind, ...]:
        """Return the kinds of terrain that the rulebook names, to paint a map with."""
        return ()

    def new_encounter(self, title: str = "") -> Encounter:
        """Return an empty fight under these rules."""
        return Encounter(
            title=title, system=self.id, rules=self.rules_type(), switches=self.switches_type()
        )


def _refuse_unknown(command: RawCommand) -> Procedure[None]:
    text = _("{kind} belongs to rules that are not here.").format(kind=command.raw_kind)
    yield from require(False, "unknown_command", text, waivable=False)
