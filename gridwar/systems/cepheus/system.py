"""Cepheus as the engine sees it: everything joined to the contract, nothing ruled here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from frozendict import frozendict

from gridwar.engine.gm.commands import MoveInOrder
from gridwar.engine.kit.procedure import Procedure, emit
from gridwar.engine.kit.system import Action, Card, Facts, Handler, Movement, Slot, System
from gridwar.model.question import Window
from gridwar.systems.cepheus.acts import checks
from gridwar.systems.cepheus.acts.checks import CheckResult
from gridwar.systems.cepheus.attacks import seeing, suppression
from gridwar.systems.cepheus.fight import before_fight, leading, opening
from gridwar.systems.cepheus.fight.upkeep import settle_bodies
from gridwar.systems.cepheus.grapples import grapple, grapple_wins
from gridwar.systems.cepheus.handlers import HANDLERS
from gridwar.systems.cepheus.health import treatment, wounds
from gridwar.systems.cepheus.lines.attack_values import AttackResult
from gridwar.systems.cepheus.lines.sighting import sight_of
from gridwar.systems.cepheus.machines.going_events import GOING_EVENTS
from gridwar.systems.cepheus.machines.machine_events import MACHINE_EVENTS, points_events
from gridwar.systems.cepheus.sheets import body_events, events, turn_events
from gridwar.systems.cepheus.sheets.aboard import is_vehicle, steered_by
from gridwar.systems.cepheus.sheets.allocation import Points, by_default
from gridwar.systems.cepheus.sheets.events import AimLost, Recovered, Wounded
from gridwar.systems.cepheus.sheets.holders import holders
from gridwar.systems.cepheus.sheets.order import (
    bracket_rest,
    dragged,
    is_gone,
)
from gridwar.systems.cepheus.sheets.places import SYSTEM_ID
from gridwar.systems.cepheus.sheets.sheet import PHYSICAL, CepheusSheet
from gridwar.systems.cepheus.sheets.state import CepheusState, sheet_of, switches_of
from gridwar.systems.cepheus.sheets.switches import CepheusSwitches
from gridwar.systems.cepheus.sheets.turn_events import DelayEnded
from gridwar.systems.cepheus.vehicles.look import linked_to, vehicle_movement
from gridwar.systems.cepheus.vehicles.turning import settle_machines
from gridwar.systems.cepheus.vehicles.way import before_step
from gridwar.systems.cepheus.views.actions import actions_of, out_of_turn
from gridwar.systems.cepheus.views.card import card_of
from gridwar.systems.cepheus.views.facts import attack_facts, gone_out, grapple_facts
from gridwar.systems.cepheus.views.offers import aimed_by, choices_of, ties_of, zone_samples
from gridwar.systems.cepheus.views.shown import (
    blast_of,
    marks_of,
    movement_of,
    overlays_of,
    weapons_of,
    yardstick_of,
)
from gridwar.systems.cepheus.views.slots import slots_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.draft import Aimed, CommandChoice, Tie
    from gridwar.engine.kit.measuring import Yardstick
    from gridwar.engine.kit.overlays import Blast, Mark, Overlays
    from gridwar.engine.kit.sight import Sight
    from gridwar.engine.kit.steps import StepTaken
    from gridwar.engine.kit.table import Table
    from gridwar.model.battlemap import Zone as MapZone
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.model.geometry import Cell
    from gridwar.model.record import Record


class Cepheus(System):
    """Personal combat of the Cepheus Engine."""

    id: ClassVar[str] = SYSTEM_ID
    title: ClassVar[str] = "Cepheus"
    sheet_type = CepheusSheet
    rules_type = CepheusState
    switches_type = CepheusSwitches
    windows: ClassVar[Mapping[str, Window]] = {
        wounds.WINDOW: Window(_("where a wound goes"), is_proposal=True),
        treatment.WINDOW: Window(_("where points come back"), is_proposal=True),
        grapple_wins.WINDOW: Window(_("keeping hold in a grapple"), is_proposal=True),
        "collision": Window(_("what a vehicle runs into"), is_proposal=True),
        "unminded": Window(_("vehicles that nobody drove"), is_proposal=True),
        "pursuers": Window(_("who pursues a vehicle that weaves"), is_proposal=True),
    }
    events = (
        *events.EVENTS,
        *turn_events.TURN_EVENTS,
        suppression.Suppressed,
        seeing.Braced,
        *leading.LEADING_EVENTS,
        *before_fight.BEFORE_EVENTS,
        *body_events.BODY_EVENTS,
        *MACHINE_EVENTS,
        *GOING_EVENTS,
    )
    handlers: ClassVar[Mapping[type[Command], Handler]] = HANDLERS

    fight_fields: ClassVar[frozenset[str]] = frozenset(
        {
            "aware_of",
            "initiative_base",
            "initiative_mods",
            "acted",
            "delaying",
            "hasty",
            "turn_round",
            "check_dms",
            "budget",
            "spent",
            "lose_next_significant",
            "aim",
            "moved_m",
            "has_moved",
            "move_left",
            "grappled_with",
            "declared_cover",
            "aboard",
            "injured_at",
            "rounds_out",
            "wake_failures",
            "task",
        }
    )

    def joined(self, table: Table, who: tuple[str, ...]) -> Procedure[None]:
        """Roll Initiative for latecomers."""
        return opening.latecomers(table, who)

    def templates(self) -> Mapping[str, tuple[Record, ...]]:
        """Weapons come from the table of weapons."""
        from gridwar.systems.cepheus.machines.samples import mounted_samples
        from gridwar.systems.cepheus.sheets.samples import weapons_at_hand

        return frozendict({"weapons": (*weapons_at_hand(), *mounted_samples())})

    def order(self, encounter: Encounter) -> tuple[Slot, ...]:
        """By Initiative, then Dexterity; who is still tied acts simultaneously."""
        return slots_of(encounter)

    def reordered(self, encounter: Encounter, who: str, before: str) -> Command | None:
        """Change Initiatives so that the order is as the GM dragged it."""
        values = dragged(encounter, who, before)
        path = "sheet.initiative_base"
        changes = tuple((one, path, str(number)) for one, number in values)
        return MoveInOrder(who=who, values=changes) if changes else None

    def actions(self, encounter: Encounter, actor: str) -> tuple[Action, ...]:
        """Everything that can be done in a turn."""
        return actions_of(encounter, actor)

    def out_of_turn(self, encounter: Encounter, who: str) -> tuple[Action, ...]:
        """Haste while nobody has done anything in a round; acting after a delay at any moment."""
        return out_of_turn(encounter, who)

    def card(self, encounter: Encounter, who: str) -> Card:
        """Characteristics, Initiative, armour, weapons, and what weighs on somebody."""
        return card_of(encounter, who)

    def movement(self, encounter: Encounter, who: str, mode: str = "") -> Movement:
        """One zone for each move action, up to three."""
        if is_vehicle(encounter, who):
            return vehicle_movement(encounter, who, free=mode == "maneuver")
        return movement_of(encounter, who)

    def overlays(self, encounter: Encounter, who: str, weapon: str = "") -> Overlays:
        """Range bands with the weapon's DMs, and melee reach."""
        return overlays_of(encounter, who, weapon)

    def mover(self, encounter: Encounter, who: str) -> str:
        """The vehicle that somebody drives moves for him."""
        return steered_by(encounter, who)

    def linked(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """A vehicle's card names those in it, and theirs draw its weapons."""
        return linked_to(encounter, who)

    def yardstick(self, encounter: Encounter) -> Yardstick:
        """Squares as the house rule counts them; blasts by the straight line."""
        return yardstick_of(encounter)

    def sight(self, encounter: Encounter, who: str, target: str) -> Sight | None:
        """The line from nearest square to nearest square, and the best single cover on it."""
        return sight_of(encounter, who, target)

    def weapons(self, encounter: Encounter, who: str) -> tuple[tuple[str, str], ...]:
        """Everything carried."""
        return weapons_of(encounter, who)

    def blast(self, encounter: Encounter, who: str, weapon: str, cell: Cell) -> Blast | None:
        """The zones of a weapon that explodes."""
        return blast_of(encounter, who, weapon, cell)

    def marks(self, encounter: Encounter) -> tuple[Mark, ...]:
        """Weapons that were thrown or knocked out of a hand."""
        return marks_of(encounter)

    def before_step(self, table: Table, step: StepTaken) -> Procedure[bool]:
        """A vehicle may run into something."""
        return before_step(table, step)

    def choices(self, encounter: Encounter, command: Command) -> tuple[CommandChoice, ...]:
        """Way of firing, what is aimed by, the arm of a blow, who else is kept down."""
        return choices_of(encounter, command)

    def aimed(self, encounter: Encounter, command: Command) -> Aimed | None:
        """The line of blind fire and who is on it; whom flechettes or suppression reach."""
        return aimed_by(encounter, command)

    def ties(self, encounter: Encounter) -> tuple[Tie, ...]:
        """Aim, and links of comms."""
        return ties_of(encounter)

    def zones(self) -> tuple[MapZone, ...]:
        """Weather, weightlessness, what jams infra-red and radio, rests for weapons."""
        return zone_samples()

    def settle(self, table: Table) -> Procedure[None]:
        """Let those who went down neither aim nor hold back, once their simultaneous turn is over.

        Rules: CE-DMG-07, CE-MIN-02, CE-INI-08, CE-RND-03, CE-COM-01
        """
        yield from settle_bodies(table)
        yield from settle_machines(table)
        yield from leading.settle_contact(table)
        for who in holders(table.now):
            if is_gone(table.now, who) and who not in bracket_rest(table.now):
                yield from emit(*_dropped(table.now, who))

    def pool_events(self, encounter: Encounter, who: str, change: int) -> tuple[Event, ...]:
        """Wound as a hit would by its default, or give back what is missing most.

        Rules: CE-DMG-05, CE-DMG-06
        """
        sheet = sheet_of(encounter.combatants[who])
        if sheet.machine is not None:
            return points_events(who, sheet.machine, change)
        now, full = Points.of(sheet.chars), Points.of(sheet.chars_max)
        if change < 0:
            lost = by_default(now, full, -change, switches_of(encounter))
            return (Wounded(who=who, **lost._asdict()),)
        back = Points()
        for _point in range(min(change, full.total - now.total)):
            most = max(PHYSICAL, key=lambda name: full.at(name) - now.at(name) - back.at(name))
            back = back.plus(most, 1)
        if not back.total:
            return ()
        return (Recovered(who=who, **back._asdict()),)

    def facts(self, before: Encounter, after: Encounter, result: Any) -> Facts:
        """Whether it hit or succeeded, damage after armour by victim, who went down."""
        if isinstance(result, AttackResult):
            return attack_facts(before, after, result)
        if isinstance(result, CheckResult):
            return Facts(success=result.success, down=gone_out(before, after))
        if isinstance(result, checks.OpposedResult):
            return Facts(success=result.won, down=gone_out(before, after))
        if isinstance(result, grapple.GrappleResult):
            return grapple_facts(before, after, result)
        if isinstance(result, treatment.Treated):
            return Facts(success=result.check.success)
        return super().facts(before, after, result)

    def read_tables(self) -> None:
        """Read the tables of play and of samples."""
        from gridwar.systems.cepheus.attacks import firing
        from gridwar.systems.cepheus.fight import before_fight, comms
        from gridwar.systems.cepheus.lines import bands, conditions
        from gridwar.systems.cepheus.machines import tables

        for read in (
            firing.table,
            before_fight.table_of_starts,
            comms.table,
            bands.table,
            conditions.table,
            tables.tables,
            self.samples,
        ):
            read()

    def samples(self) -> tuple[Combatant, ...]:
        """Some people with weapons, and machines, to put on the board."""
        from gridwar.systems.cepheus.machines.samples import sample_machines
        from gridwar.systems.cepheus.sheets.samples import sample_people

        return (*sample_people(), *sample_machines())


def _dropped(encounter: Encounter, who: str) -> tuple[Event, ...]:
    sheet = sheet_of(encounter[who])
    aim = (AimLost(who=who),) if sheet.aim is not None else ()
    return (*aim, DelayEnded(who=who)) if sheet.delaying else aim


SYSTEM = Cepheus()
