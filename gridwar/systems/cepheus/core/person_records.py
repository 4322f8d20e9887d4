"""What a sheet keeps of a person beside scores, weapons and machine: records, nothing they mean.

A body and its tasks, the turn under way, sensors, communication, suppression.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.bounds import Metres, Number, Rounds
from gridwar.model.combatant_references import CombatantId
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.field_declarations import flag, whole
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.text import _

Physical = Literal["strength", "dexterity", "endurance"]
Characteristic = Literal[Physical, "intelligence", "education", "social"]
Arm = Literal["strength", "dexterity"]
"""What somebody fights hand to hand with."""
Stance = Literal["standing", "crouched", "prone"]
PHYSICAL: tuple[Physical, ...] = ("strength", "dexterity", "endurance")
CHARACTERISTICS: tuple[Characteristic, ...] = (*PHYSICAL, "intelligence", "education", "social")

# --- the turn under way ---------------------------------------------------------------------------


class InitiativeMod(Record):
    """A change of Initiative that counts in one round only."""

    amount: int = Field(ge=-100, le=100, title=_("Points"), description=_("Signed points."))
    round: Rounds = Field(title=_("In round"), description=_("The only round in which it counts."))
    source: str = Field(default="", title=_("Source"), description=_("What it comes from."))


class CheckDm(Record):
    """A DM on all checks that lasts to the end of a round."""

    dm: int = Field(ge=-100, le=100, title=_("DM"), description=_("Signed points."))
    until_round: Rounds = Field(
        title=_("Until round"), description=_("The last round in which it counts.")
    )
    source: str = Field(default="", title=_("Source"), description=_("What it comes from."))


MOST_AIM = 6
"""Aim actions that count, of either kind."""


class Aim(Record):
    """Aiming at one target under way."""

    target: CombatantId = Field(title=_("Target"), description=_("At whom."))
    to_hit: int = whole(_("Aim actions"), _("+1 DM each."), most=MOST_AIM)
    to_kill: int = whole(_("Kill aim actions"), _("+2 damage each, up to +6."), most=MOST_AIM)

    @property
    def dm(self) -> int:
        """Return the DM on the attack that was aimed.

        Rules: CE-MIN-02
        """
        return self.to_hit

    @property
    def damage(self) -> int:
        """Return the points of damage that it adds.

        Rules: CE-MIN-03
        """
        figures = modifiers().aim
        return min(figures.most_kill_damage, figures.kill_damage * self.to_kill)


TRADED_MINORS = 2
"""Minor actions that a significant one is given up for."""


class Budget(Record):
    """Actions left in the present turn."""

    minor: int = whole(_("Minor actions left"), _("Minor actions left."), default=1, most=3)
    significant: int = whole(
        _("Significant action left"), _("Significant action left."), default=1, most=1
    )
    hurt: int = whole(_("Lost to wounds"), _("Minor actions that a serious wound takes."), most=1)


# --- sensors, communication, suppression ----------------------------------------------------------

SensorKind = Literal[
    "bioscanner",
    "infrared",
    "densitometer",
    "em_detector",
    "laser_targeting",
    "light_intensification",
    "motion",
    "neural",
]
SightBy = Literal["eye", SensorKind]
"""What somebody aims by: the naked eye, or a sensor."""
Means = Literal["direct", "hardlink", "radio", "laser", "maser", "meson"]
Fearless = Literal["", "zealot", "battle_dress", "suicidal", "machine"]
"""Why somebody takes no notice of suppression; empty: they do."""

EARSHOT_M = 50.0


class Sensor(Record):
    """A sensor that somebody carries."""

    kind: SensorKind = Field(title=_("Sensor"), description=_("What it shows."))
    range_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Range (m)"),
        description=_("How far it reaches; empty: the whole map."),
    )


class CommSet(Record):
    """A means of communication that somebody carries."""

    means: Means = Field(
        title=_("Means"), description=_("How it reaches others who have the same.")
    )
    range_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Range (m)"),
        description=_("How far it reaches; empty: the whole map."),
    )
    works: bool = flag(_("Works"), _("Neither broken nor, for a wire, cut."), default=True)


class Team(Record):
    """To whom somebody belongs, and how they keep in touch."""

    unit: str = Field(
        default="", title=_("Unit"), description=_("Those of one unit; empty: all of the side.")
    )
    commander: bool = flag(_("Commander"), _("Leads the unit."))
    comms: tuple[CommSet, ...] = Field(
        default=(),
        title=_("Means of communication"),
        description=_("Besides voice and hand signs."),
    )


class Contact(Record):
    """What somebody has from the commander in this fight."""

    cut: bool = flag(_("Cut off from the commander"), _("Out of contact by the GM's word."))
    tactics: Number = whole(
        _("Plan (Initiative)"), _("Points of Initiative from the commander's plan.")
    )
    lost: bool = flag(_("Plan of the commander lost"), _("The points of the plan are taken away."))


class Suppression(Record):
    """How far somebody is kept down."""

    until_round: Rounds = whole(
        _("Suppressed until round"), _("-1 on checks to the end of this round.")
    )
    locked: bool = flag(_("Suppressed"), _("And has not acted since."))


class Signs(Record):
    """What sensors see of somebody."""

    warm: bool = flag(_("Warm"), _("Shows in infra-red."), default=True)
    living: bool = flag(_("Living"), _("Has a brain that shows its activity."), default=True)
    em_signature: bool = flag(
        _("Electromagnetic signature"),
        _("Carries unshielded high-power electrics, such as a gauss gun."),
    )


# --- bodies and tasks -----------------------------------------------------------------------------


class Task(Record):
    """An extended action under way: something that takes several rounds.

    Rules: CE-OTH-02
    """

    name: str = Field(default="", title=_("Task"), description=_("What is being done."))
    skill: str = Field(default="", title=_("Skill"), description=_("The skill it takes."))
    characteristic: Characteristic = Field(
        default="intelligence",
        title=_("Characteristic"),
        description=_("The characteristic it takes."),
    )
    needed: int = whole(
        _("Rounds needed"), _("Rounds that it takes."), default=1, least=1, most=1_000_000
    )
    done: int = whole(_("Rounds done"), _("Rounds worked so far."), most=1_000_000)
    disturbed: bool = flag(_("Disturbed"), _("The present round will not count."))

    @property
    def is_finished(self) -> bool:
        """Return whether all its rounds are over: only its check is left."""
        return self.done >= self.needed


class Body(Record):
    """What lasts on a body beside lost points: tiredness, consciousness, care it has had."""

    fatigued: bool = flag(_("Fatigued"), _("-2 on all checks until rested."))
    rest_left_min: int = whole(
        _("Rest needed (minutes)"), _("Minutes of rest that the fatigue still takes."), most=100_000
    )
    fainted: bool = flag(_("Fainted"), _("Unconscious whatever the points say."))
    awake: bool = flag(_("Came round"), _("Conscious until hurt again, whatever the points say."))
    first_aid_done: bool = flag(
        _("First aid given"), _("The present injuries have had their first aid.")
    )
