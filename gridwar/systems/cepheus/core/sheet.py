"""What ``cepheus`` knows of one combatant, as it is saved: records, nothing of what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from frozendict import frozendict
from pydantic import Field

from gridwar.model.bounds import Number, RoundNumber, Rounds
from gridwar.model.combatant import Sheet
from gridwar.model.combatant_references import CombatantId
from gridwar.model.cover_kinds import Cover
from gridwar.model.form_layout import FormLayout
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.field_declarations import flag, whole
from gridwar.systems.cepheus.core.machine_records import Aboard, Machine
from gridwar.systems.cepheus.core.person_records import (
    Aim,
    Body,
    Budget,
    Characteristic,
    CheckDm,
    Contact,
    Fearless,
    InitiativeMod,
    Sensor,
    Signs,
    Stance,
    Suppression,
    Task,
    Team,
)
from gridwar.systems.cepheus.core.sheet_form import FORMS
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.text import _

HIGHEST_SCORE = 40


def _score(title: str, description: str = "") -> int:
    return whole(title, description, default=7, most=HIGHEST_SCORE)


class Scores(Record):
    """The six characteristics."""

    strength: int = _score(_("Strength"), _("One of the three that damage goes to."))
    dexterity: int = _score(_("Dexterity"), _("Also decides Initiative and its ties."))
    endurance: int = _score(_("Endurance"), _("The first to suffer from damage."))
    intelligence: int = _score(_("Intelligence"), _("Wits and memory; for checks."))
    education: int = _score(_("Education"), _("What was learned; for checks, such as Medicine."))
    social: int = _score(_("Social"), _("Social standing."))

    def score(self, name: Characteristic) -> int:
        """Return one of them by its name."""
        found: int = getattr(self, name)
        return found


class CepheusSheet(Sheet):
    """Everything that the rules of personal combat know about one person."""

    full_values: ClassVar[Mapping[str, str]] = {
        "chars": "chars_max",
        "machine.hull": "machine.hull_max",
        "machine.structure": "machine.structure_max",
        "armor": "machine.armor_max",
    }
    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    chars_max: Scores = Field(
        default=Scores.constant(),
        title=_("Characteristics"),
        description=_("As they are without wounds."),
    )
    chars: Scores = Field(
        default=Scores.constant(),
        title=_("Characteristics now"),
        description=_("Less where there are wounds."),
    )
    skills: FrozenMap[str, Number] = Field(
        default=frozendict(), title=_("Skills"), description=_("A skill level; empty: untrained.")
    )
    jack_of_all_trades: int = whole(
        _("Jack of all trades"), _("Takes this much off the penalty for untrained skills."), most=3
    )
    armor: int = whole(_("Armour"), _("Points it takes off damage."), most=100)
    speed_m: float = Field(
        default=6.0,
        ge=0,
        le=200,
        title=_("Move (m)"),
        description=_("Metres of one move action, standing."),
    )
    weapons: tuple[Weapon, ...] = Field(
        default=(), title=_("Weapons"), description=_("Weapons carried.")
    )
    machine: Machine | None = Field(
        default=None,
        title=_("Vehicle, robot or drone"),
        description=_("Hull, Structure, systems, speed: for machines."),
    )
    stance: Stance = Field(
        default="standing", title=_("Stance"), description=_("Standing, crouched or prone.")
    )
    declared_cover: Cover | None = Field(
        default=None, title=_("Cover by the GM's word"), description=_("Whatever the map shows.")
    )
    aware: bool = flag(_("Aware"), _("Knows of all enemies when the fight begins."), default=True)
    aware_of: frozenset[CombatantId] = Field(
        default=frozenset(),
        title=_("Aware of"),
        description=_("Enemies they have come to know of since."),
    )
    initiative_base: int | None = Field(
        default=None,
        ge=-100,
        le=100,
        title=_("Initiative"),
        description=_("Empty: not in the order."),
    )
    initiative_mods: tuple[InitiativeMod, ...] = Field(
        default=(), title=_("Changes of Initiative"), description=_("They count in one round.")
    )
    acted: bool = flag(_("Has acted"), _("Has had its turn in this round."))
    delaying: bool = flag(_("Delays"), _("Holds its turn back in this round."))
    hasty: bool = flag(_("Hurries"), _("In this round: +2 and -1."))
    turn_round: Rounds = whole(_("Turn in round"), _("Round of its latest turn."))
    check_dms: tuple[CheckDm, ...] = Field(
        default=(), title=_("DMs on all checks"), description=_("For reactions and the like.")
    )
    budget: Budget = Field(
        default=Budget.constant(minor=0, significant=0),
        title=_("Actions left"),
        description=_("Actions left in the present turn."),
    )
    spent: bool = flag(_("Has begun"), _("Has done something in its present turn."))
    lose_next_significant: bool = flag(
        _("Loses its next significant action"), _("Its next turn has no significant action.")
    )
    aim: Aim | None = Field(default=None, title=_("Aims"), description=_("Aiming under way."))
    moved_m: float = Field(
        default=0.0, ge=0, le=100_000, title=_("Moved (m)"), description=_("In its latest turn.")
    )
    has_moved: bool = flag(_("Has moved"), _("Has moved in its present turn."))
    move_left: int = whole(
        _("Move left (tenths of a square)"),
        _("Tenths of a square paid for by move actions and not walked yet."),
        most=100_000,
    )
    helpless: bool = flag(_("Helpless"), _("Bound, stunned or otherwise helpless."))
    killed: bool = flag(_("Killed"), _("Dead whatever the characteristics say."))
    grappled_with: CombatantId | None = Field(
        default=None, title=_("Grappled with"), description=_("Whom they are locked together with.")
    )

    body: Body = Field(
        default=Body.constant(), title=_("Body"), description=_("Tiredness and care.")
    )
    injured_at: RoundNumber | None = Field(
        default=None,
        title=_("Hurt at (rounds)"),
        description=_("When it was hurt last, in rounds of the fight's clock."),
    )
    rounds_out: int = whole(
        _("Rounds unconscious"), _("Rounds since it became unconscious."), most=100_000
    )
    wake_failures: int = whole(
        _("Failed to come round"), _("Failed attempts to come round: +1 each."), most=1000
    )
    task: Task | None = Field(default=None, title=_("Extended action"), description=_("Under way."))

    team: Team = Field(
        default=Team.constant(), title=_("Team"), description=_("Unit, command and communication.")
    )
    contact: Contact = Field(
        default=Contact.constant(),
        title=_("Contact with the commander"),
        description=_("In this fight."),
    )
    sensors: tuple[Sensor, ...] = Field(
        default=(), title=_("Sensors"), description=_("Sensors carried.")
    )
    signs: Signs = Field(
        default=Signs.constant(),
        title=_("Seen by sensors"),
        description=_("What sensors see of it."),
    )
    suppression: Suppression = Field(
        default=Suppression.constant(),
        title=_("Suppression"),
        description=_("How far fire keeps it down."),
    )
    fearless: Fearless = Field(
        default="",
        title=_("Fearless"),
        description=_("Why it takes no notice of suppression; empty: it does."),
    )
    rest: bool = flag(_("Fires from a rest"), _("A tripod, a branch, an embrasure."))

    aboard: Aboard | None = Field(
        default=None, title=_("In a vehicle"), description=_("Whose driver or passenger it is.")
    )

    def weapon(self, weapon_id: str) -> Weapon | None:
        """Return a weapon by its id; None where there is none."""
        return next((one for one in self.weapons if one.id == weapon_id), None)

    def same_things(self, weapon_id: str) -> tuple[Weapon, ...]:
        """Return all entries of one thing: the dagger in hand, and the dagger thrown."""
        weapon = self.weapon(weapon_id)
        thing = weapon_id if weapon is None else weapon.same_as or weapon_id
        return tuple(one for one in self.weapons if thing in (one.id, one.same_as))


FIGHT_FIELDS = frozenset(
    {
        "machine.going",
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
