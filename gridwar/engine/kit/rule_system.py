"""The contract between the engine and a rule system.

A system is one record of six parts (``rule_system_parts``), ``SYSTEM`` of ``gridwar.systems.<id>``;
this is what the engine asks of it. ``freeform`` is the smallest system and the example to read;
``docs/write-a-rule-system.md`` walks a new one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct, field
from msgspec.structs import replace

from gridwar.content.manifest_and_rule_index import manifest
from gridwar.content.rules_folder import rules_folder, rules_ids
from gridwar.engine.kit.asked_checks import Passed
from gridwar.engine.kit.card_order_and_flow import Facts
from gridwar.engine.kit.chapter_procedures_and_events import handlers_in
from gridwar.engine.kit.procedure_requests import Require
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.kit.rule_system_parts import (
    Board,
    Cards,
    Data,
    Offers,
    Play,
    Turns,
    nothing_told,
)
from gridwar.engine.kit.say_and_refuse import named
from gridwar.engine.kit.settable_fields import declared_draft
from gridwar.engine.kit.sight_and_cover import PlainLines, Sight, plain_sight
from gridwar.errors import ProcedureError
from gridwar.model.combatant import Combatant
from gridwar.model.encounter import Encounter
from gridwar.model.events_turns import as_at_first
from gridwar.model.memory import Vision
from gridwar.model.record import Record
from gridwar.model.scale import Scale
from gridwar.paths import data_dir

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.command_draft import Draft
    from gridwar.engine.kit.yardstick_and_distances import Yardstick
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command
    from gridwar.model.question_and_refusal import Refusal


class System(Struct, frozen=True, eq=False):
    """A rule system."""

    id: str
    title: str
    turns: Turns
    board: Board
    cards: Cards
    data: Data = field(default_factory=Data)
    play: Play = field(default_factory=Play)
    offers: Offers = field(default_factory=Offers)
    playable: bool = True
    """Offered for new fights."""

    def __post_init__(self) -> None:
        """Be found by its id; a variant made of it does not take its place."""
        _LOADED.setdefault(self.id, self)

    def new_encounter(self, title: str = "") -> Encounter:
        """Return an empty fight under these rules, on a blank page of the rulebook's scale."""
        return Encounter(
            title=title,
            system=self.id,
            map=_blank_page(self.id),
            rules=self.data.rules(),
            switches=self.data.switches(),
            settings=self.data.settings(),
            vision=Vision(opaque_zones=self.board.opaque_zones),
        )

    def new_combatant(self, id: str, name: str, side: str) -> Combatant:
        """Return a combatant with a blank sheet of this system."""
        return Combatant(id=id, name=name, side=side, sheet=self.data.sheet())

    def draft(self, encounter: Encounter, command: Command) -> Draft:
        """Return what can be set and known of a command: as its fields declare, then the rest."""
        return declared_draft(encounter, command).joined(self.offers.draft(encounter, command))

    def fresh(self, one: Combatant) -> Combatant:
        """Return a combatant as it comes out of a fight: wounds, ammunition and notes are kept.

        What belongs to the fight is gone: its place, turn state (``fight_fields``), timed effects.
        """
        return self.data.fresh(
            one.replace(
                sheet=as_at_first(one.sheet, sorted(self.data.fight_fields)),
                pos=None,
                trail=(),
                aside=False,
                group="",
                known_by=frozenset(),
                effects=tuple(e for e in one.effects if e.ends == "never"),
            )
        )

    def templates(self) -> Mapping[str, tuple[Record, ...]]:
        """Return what a list of a sheet can be filled from, by its field."""
        if self.data.templates is not None:
            return self.data.templates()
        found: dict[str, dict[str, Record]] = {}
        for one in self.data.samples():
            for name in type(one.sheet).model_fields:
                value = getattr(one.sheet, name)
                for part in value if isinstance(value, tuple) else ():
                    if isinstance(part, Record):
                        found.setdefault(name, {})[str(getattr(part, "id", part))] = part
        return frozendict({name: tuple(parts.values()) for name, parts in found.items()})

    def read_tables(self) -> None:
        """Read all tables of the rulebook, so that what is wrong in a house version is told."""
        self.data.read_tables()
        self.data.samples()

    def yardstick(self, encounter: Encounter) -> Yardstick:
        """Return how ranges and areas are measured, and what height is counted in."""
        return replace(self.board.yardstick(encounter), levels=self.board.levels)

    def has_turn(self, encounter: Encounter, who: str) -> bool:
        """Return whether the turn of somebody will come round again: what waits for it may wait."""
        if self.turns.has_turn is not None:
            return self.turns.has_turn(encounter, who)
        if who not in encounter or encounter[who].aside:
            return False
        order = self.turns.order(encounter)
        return any(who in slot.ids and slot.state != "out" for slot in order)

    def sight(self, encounter: Encounter, who: str, target: str) -> Sight | None:
        """Return what somebody has towards another; None where one of them is off the board."""
        if self.board.sight is None:
            return plain_sight(encounter, who, target, PlainLines(levels=self.board.levels))
        return self.board.sight(encounter, who, target)

    def plain_lines(self, encounter: Encounter) -> PlainLines | None:
        """Return how lines between two are tried where they are plain ones; None where not."""
        if self.board.lines is not None:
            return self.board.lines(encounter)
        return PlainLines(levels=self.board.levels) if self.board.sight is None else None

    def without_secrets(self, encounter: Encounter, side: str) -> Encounter:
        """Return a fight without what the rules hide from a side; who is there it does not mind."""
        return self.cards.seen_by(encounter, side)

    def facts(self, before: Encounter, after: Encounter, result: object) -> Facts:
        """Return what an outcome of a command amounts to."""
        if isinstance(result, Passed):
            return replace(self.plain_facts(before, after), success=result.success)
        told = self.cards.facts(before, after, result)
        if told is not None:
            return told
        plain = self.plain_facts(before, after)
        decides = self.cards.facts is nothing_told and isinstance(result, bool)
        return replace(plain, success=result) if decides else plain

    def plain_facts(self, before: Encounter, after: Encounter) -> Facts:
        """Return who lost how much of the main pool, and who went down.

        Whether anything succeeded only the rules can say: who pays with points has not.
        """
        vital, lost, down = self.cards.vital, dict[str, int](), set[str]()
        for who, one in before.combatants.items():
            if who in after and after.combatants[who] is not one:
                old, new = vital(before, who), vital(after, who)
                points = old.points - new.points
                if points:
                    lost[who] = points
                if new.out and not old.out:
                    down.add(who)
        return Facts(amounts=frozendict(lost), down=frozenset(down))


_LOADED: Final[dict[str, System]] = {}


def system_of(encounter: Encounter) -> System | None:
    """Return the rules that a fight goes by; None where they are not loaded.

    For what is the same in all systems and asks each for its part; rules ask ``system_at``.
    """
    return _LOADED.get(encounter.system)


@lru_cache(maxsize=32)
def _blank_page(system_id: str) -> BattleMap:
    """Return a blank page with the scale that the rulebook's manifest says."""
    page = Encounter().map
    if system_id not in rules_ids(data_dir("rules")):  # rules without data of their own
        return page
    scale = manifest(rules_folder(system_id)).scale
    return page.replace(scale=Scale(cell_size=scale.cell_size, unit=scale.unit))


def system_at(table: Table) -> System:
    """Return the rules that are played at a table.

    Raises:
        ProcedureError: Nothing is played there: the table is a scratch one.
    """
    if not isinstance(table.system, System):
        raise ProcedureError("at a scratch table nothing is played")
    return table.system


def reason_to_begin(table: Table, command: Command) -> Refusal | None:
    """Return the first reason that a command's procedure finds before it does anything.

    For questions that offer commands: what is offered can be played. None for none, also where the
    GM has waived what there is.

    Args:
        table: The table at which it would be played.
        command: What is wanted, complete.
    """
    allowed = command.adjustments
    at = Table(table.system, table.now, allowed)
    at.rehearsal = True
    procedure = handlers_in(system_at(table).play.chapters)[type(command)]
    for request in procedure(at, command):
        if not isinstance(request, Require):
            return None
        if not request.ok and not allowed.waives(request.refusal.code, request.refusal.waivable):
            return named(table.now, request)
    return None
