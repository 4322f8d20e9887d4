"""The six parts of a rule system: what it keeps, plays, orders, offers, says of the map and shows.

Each is filled with the system's own functions; what it leaves out has the default said here.
``rule_system`` joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit.asked_checks import no_checks
from gridwar.engine.kit.card_order_and_flow import Card, Facts, Flow, KnownCondition, Slot, Vital
from gridwar.engine.kit.command_draft import Draft, StageFigure
from gridwar.engine.kit.overlays_and_scenery import Area, Body, Overlays, Ring, Scenery
from gridwar.engine.kit.senses import Sense, Sign, signs_of_body
from gridwar.engine.kit.sheet_with_eyes import senses_by_sheet
from gridwar.engine.kit.yardstick_and_distances import Levels, Yardstick
from gridwar.model.combatant import Combatant, EffectEnd, Sheet
from gridwar.model.encounter import Encounter, RulesState, Settings
from gridwar.model.house_rule_switches import Switches
from gridwar.text import _

if TYPE_CHECKING:
    from types import ModuleType

    from pydantic import JsonValue

    from gridwar.engine.kit.asked_checks import AskedCheck
    from gridwar.engine.kit.movement_records import Fall, Movement, StepTaken, Walk
    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_reference import TableMaker, WeaponReference
    from gridwar.engine.kit.sight_and_cover import PlainLines, Sight
    from gridwar.model.command import Command
    from gridwar.model.geometry import Cell
    from gridwar.model.lights import LightSource
    from gridwar.model.question_and_refusal import Window
    from gridwar.model.record import Part, Record
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.zones import Zone

Handler = Callable[["Table", Any], "Procedure[object]"]


def _as_it_is(part: Part, data: dict[str, JsonValue], version: int) -> dict[str, JsonValue]:
    del part, version
    return data


def _none() -> tuple[()]:
    return ()


def _nothing() -> None:
    return None


class Data(Struct, frozen=True):
    """What a system keeps and brings along.

    Attributes:
        sheet: The model of its sheets.
        rules: The model of its part of an encounter.
        switches: The model of its house rules.
        settings: The model of what is set for one fight: dice, limits, lists of the GM's own.
        version: Of what is stored.
        upgrade: Brings raw data of an older version up to date; commands and events with kind.
        fight_fields: Fields of a sheet, with dots into records, that mean something in one fight
            only.
        fight_state: The same of ``rules``.
        fresh: Changes a combatant that comes out of a fight, beside what ``fight_fields`` say.
        samples: Sample combatants.
        templates: What a list of a sheet can be filled from, by its field; None: what the samples
            have in it.
        terrain: Kinds of ground that the rulebook names.
        zones: Areas that mean something to these rules beside smoke and light.
        read_tables: Reads every table, so that what is wrong in a house version is told.
        conditions: What may last on somebody by the rules: whatever the GM names so is that.
        effect_ends: Until when an effect lasts, in the rulebook's words; plain ones for the rest.
    """

    sheet: type[Sheet] = Sheet
    rules: type[RulesState] = RulesState
    switches: type[Switches] = Switches
    settings: type[Settings] = Settings
    version: int = 1
    upgrade: Callable[[Part, dict[str, JsonValue], int], dict[str, JsonValue]] = _as_it_is
    fight_fields: frozenset[str] = frozenset()
    fight_state: frozenset[str] = frozenset()
    fresh: Callable[[Combatant], Combatant] = lambda one: one
    samples: Callable[[], tuple[Combatant, ...]] = _none
    templates: Callable[[], Mapping[str, tuple[Record, ...]]] | None = None
    terrain: Callable[[], tuple[TerrainKind, ...]] = _none
    zones: Callable[[], tuple[Zone, ...]] = _none
    read_tables: Callable[[], None] = _nothing
    conditions: Callable[[], tuple[KnownCondition, ...]] = _none
    effect_ends: Mapping[EffectEnd, str] = frozendict()


def _nobody(table: Table, who: object = None) -> Procedure[None]:
    del table, who
    yield from ()


def _go_on(table: Table, step: object) -> Procedure[bool]:
    del table, step
    yield from ()
    return True


def _own_turn(encounter: Encounter, command: Command) -> bool:
    return encounter.turn is None or command.actor in (None, encounter.turn)


class Play(Struct, frozen=True):
    """How a system plays.

    Attributes:
        chapters: Its modules: every procedure marked ``@plays`` and every event that stands in one
            of them belongs to the system.
        handlers: Procedures by type of command beside those of the chapters: the cycle of turns.
        windows: What its questions ask for, by the id in ``Question.window``.
        settle: Plays what follows from the state by itself, after every command of anybody.
        before_command: Plays what others do ahead of a command; False gives the command up, as does
            what makes it impossible. Called for the command that is submitted, not for those inside
            it nor for corrections; nobody is asked about one that is refused anyway. Its actor is
            there, what it is aimed at may not be. None where nobody ever waits.
        before_step: Plays what happens before a step is taken; False stops the mover where it is.
        after_step: Plays what happens once a step is taken; False stops the mover there.
        fallen: Plays what a fall to a floor below does to somebody; None where no rule says it.
        still_open: Returns how much of a walk can be walked now, up to a cell to stop in; asked
            where somebody has moved while it was interrupted. None where nobody ever does.
        joined: Gives latecomers their place in the order of a fight under way.
        may_resume: Tells whether a suspended command may go on.
    """

    chapters: tuple[ModuleType, ...] = ()
    handlers: Mapping[type[Command], Handler] = frozendict()
    windows: Mapping[str, Window] = frozendict()
    settle: Callable[[Table], Procedure[None]] = _nobody
    before_command: Callable[[Table, Command], Procedure[bool]] | None = None
    before_step: Callable[[Table, StepTaken], Procedure[bool]] = _go_on
    after_step: Callable[[Table, StepTaken], Procedure[bool]] = _go_on
    fallen: Callable[[Table, Fall], Procedure[None]] | None = None
    still_open: Callable[[Encounter, Walk], tuple[Cell, ...]] | None = None
    joined: Callable[[Table, tuple[str, ...]], Procedure[None]] = _nobody
    may_resume: Callable[[Encounter, Command], bool] = _own_turn


def _rounds(encounter: Encounter) -> Flow:
    return Flow(_("Round {n}").format(n=encounter.round))


def _by_rules(encounter: Encounter, who: str, before: str) -> Command | None:
    del encounter, who, before
    return None


class Turns(Struct, frozen=True):
    """Who acts when.

    Attributes:
        order: Returns the order of this round, first to last, those who are out at the end.
        flow: Returns where the fight stands: the round in words, its phases, what comes next.
        reordered: Returns the command that puts somebody before another in the order (at its end
            where that is empty); None where rules alone make it.
        has_turn: Tells whether the turn of somebody will come round again; ask ``System.has_turn``.
            None: whoever stands in the order and is not out.
        acts_left: Returns how many actions of the usual kind somebody can still take in the turn
            under way, or the next one; None where the table decides.
        opening: Returns the commands that begin the fight with some of them surprised, one after
            the other; None where the book knows no surprise, or asks for it in a way of its own.
    """

    order: Callable[[Encounter], tuple[Slot, ...]]
    flow: Callable[[Encounter], Flow] = _rounds
    reordered: Callable[[Encounter, str, str], Command | None] = _by_rules
    has_turn: Callable[[Encounter, str], bool] | None = None
    acts_left: Callable[[Encounter, str], int | None] = lambda _encounter, _who: None
    opening: Callable[[Encounter, tuple[str, ...]], tuple[Command, ...]] | None = None


def _no_draft(encounter: Encounter, command: Command) -> Draft:
    del encounter, command
    return Draft()


class Offers(Struct, frozen=True):
    """What combatants, and the fight as a whole, are offered beside what commands declare.

    Attributes:
        groups: The headings in their order; actions of others stand after them.
        draft: Returns what is to be chosen and known about a command in preparation, beside what
            its fields declare.
        checks: Returns the checks that the GM can ask of some combatants, the most usual first.
    """

    groups: tuple[str, ...] = ()
    draft: Callable[[Encounter, Command], Draft] = _no_draft
    checks: Callable[[Encounter, tuple[str, ...]], tuple[AskedCheck, ...]] = no_checks


def _no_overlays(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    del encounter, who, weapon, cell
    return Overlays()


def _no_rings(encounter: Encounter, who: str, weapon: str) -> tuple[Ring, ...]:
    del encounter, who, weapon
    return ()


def _everything(encounter: Encounter, side: str) -> Encounter:
    del side
    return encounter


def _no_spacing(encounter: Encounter, who: str, other: str) -> int | None:
    del encounter, who, other
    return None


def _no_areas(encounter: Encounter) -> tuple[Area, ...]:
    del encounter
    return ()


def _no_lights(encounter: Encounter) -> tuple[LightSource, ...]:
    del encounter
    return ()


def _itself(encounter: Encounter, who: str) -> Body:
    del encounter
    return Body(who)


class Board(Struct, frozen=True):
    """What a system says of the map.

    Attributes:
        movement: Returns how a combatant could move now, in one of the system's ways.
        levels: What height is counted in, the lowest first: altitude is the number of one of them.
            Without levels it is measured in map units.
        yardstick: Returns how ranges and areas are measured; ask ``System.yardstick``.
        sight: Returns what somebody has towards another: lines, cover, what decides; None off the
            board. The GM's word on the pair goes before the rule. None for the plain lines; ask
            ``System.sight``.
        lines: Returns how the lines of ``sight`` are tried where they are plain ones, whatever
            cover is on them: many squares are then answered at once. None where its own way has to
            be asked of each pair; ask ``System.plain_lines``.
        senses: Returns by what somebody who is not out perceives others now; none at all is blind.
        signs: Returns what somebody shows of itself to senses that look for it.
        opaque_zones: Kinds of zones that sight does not pass by these rules: so a new fight begins,
            and the GM says otherwise.
        overlays: Returns bands, threat, arcs of a combatant and one of its weapons; with a cell
            also what that weapon would take in if it went off there.
        rings: Returns the bands alone, from the inside out: they are asked for often.
        scenery: Returns what lies about, and what ties combatants together.
        areas: Returns the areas of the rules that stay where they are or go with their bearer.
        body: Returns what moves where somebody is moved, and on whom its card depends.
        spacing: Returns how many squares the rules want between two combatants now, shown while a
            group is dragged; None where they want nothing.
        lights: Returns the light that combatants shed by what they do or bear by these rules,
            beside the sources that the game master puts; each names its bearer.
        brief: Why somebody cannot be aimed at, in two or three words for the map, by the code of
            the refusal.
    """

    movement: Callable[[Encounter, str, str], Movement]
    levels: Levels = ()
    yardstick: Callable[[Encounter], Yardstick] = lambda _encounter: Yardstick()
    sight: Callable[[Encounter, str, str], Sight | None] | None = None
    lines: Callable[[Encounter], PlainLines] | None = None
    senses: Callable[[Encounter, str], tuple[Sense, ...]] = senses_by_sheet
    signs: Callable[[Encounter, str], frozenset[Sign]] = signs_of_body
    opaque_zones: frozenset[str] = frozenset()
    overlays: Callable[[Encounter, str, str, Cell | None], Overlays] = _no_overlays
    rings: Callable[[Encounter, str, str], tuple[Ring, ...]] = _no_rings
    scenery: Callable[[Encounter], Scenery] = lambda _encounter: Scenery()
    areas: Callable[[Encounter], tuple[Area, ...]] = _no_areas
    body: Callable[[Encounter, str], Body] = _itself
    spacing: Callable[[Encounter, str, str], int | None] = _no_spacing
    lights: Callable[[Encounter], tuple[LightSource, ...]] = _no_lights
    brief: Mapping[str, str] = frozendict()


def _no_figures(_before: Encounter, _after: Encounter, _result: object) -> tuple[StageFigure, ...]:
    return ()


def nothing_told(before: Encounter, after: Encounter, result: object) -> Facts | None:
    """Say nothing of an outcome: the pools say who lost what."""
    del before, after, result
    return None


def _no_weapons(encounter: Encounter, who: str) -> tuple[WeaponReference, ...]:
    del encounter, who
    return ()


def _worth_nothing(encounter: Encounter, who: str) -> Mapping[str, str]:
    del encounter, who
    return frozendict()


class Cards(Struct, frozen=True):
    """What a system shows of combatants and of outcomes, and what its rulebook is looked up for.

    Attributes:
        card: Returns what card and token show.
        vital: Returns the numbers of the card that odds, order and bars go by, without the rest.
        facts: Returns what an outcome of a command amounts to, from the encounter before and after
            and the procedure's result; None: nothing was tested, and the pools say who lost what.
            Without it True or False that a procedure returns is its success.
        arrives: Returns the figures of an outcome, told like ``facts``: from what an attack was
            made of to what is left of whom it is aimed at, one figure a step.
        seen_by: Returns a fight as one side knows it, without what the rules hide from it: points
            put into a device, traps. Who is there has been seen to.
        tables: The tables of its rules, by rule id, each made for what is looked at.
        weapons: Returns somebody's weapons in the rulebook's words, in the order of their sheet.
        worth: Returns what figures of somebody's sheet come to, in a word or two, by the path of
            their field: the DM of a characteristic, the squares of a move.
        ground_rules: The rules that speak of what ground does to whoever enters it.
        zone_rules: The rules that speak of zones, by their kind.
    """

    card: Callable[[Encounter, str], Card]
    vital: Callable[[Encounter, str], Vital]
    facts: Callable[[Encounter, Encounter, object], Facts | None] = nothing_told
    arrives: Callable[[Encounter, Encounter, object], tuple[StageFigure, ...]] = _no_figures
    seen_by: Callable[[Encounter, str], Encounter] = _everything
    tables: Mapping[str, TableMaker] = frozendict()
    weapons: Callable[[Encounter, str], tuple[WeaponReference, ...]] = _no_weapons
    worth: Callable[[Encounter, str], Mapping[str, str]] = _worth_nothing
    ground_rules: tuple[str, ...] = ()
    zone_rules: Mapping[str, tuple[str, ...]] = frozendict()
