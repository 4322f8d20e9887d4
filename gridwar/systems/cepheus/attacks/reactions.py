"""Reactions: what somebody may answer to an attack, why not, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Answer,
    Option,
    Procedure,
    Question,
    SheetEvent,
    Step,
    choice,
    committed,
    emit,
    includes,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.extended_action_rounds import drop_round
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.actions.stance import StanceChanged
from gridwar.systems.cepheus.checks.check_dms import parry_level
from gridwar.systems.cepheus.core.fight_state import is_aware_of, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_helpless
from gridwar.systems.cepheus.core.initiative_order import change_initiative
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.person_records import CheckDm
from gridwar.systems.cepheus.positions.cover import cover_between
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.attacks.attack_records import Against, ReactionKind
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

NATURAL_WEAPONS: Final = "natural_weapons"

_OFFERED: Final[dict[Against, tuple[ReactionKind, ...]]] = {
    "melee": ("dodge", "parry"),
    "ranged": ("dodge", "parry"),
    "thrown": ("dodge", "parry"),
    "blast": ("dodge", "dive"),
}
"""Shown to the player; those that an attack does not allow with the reason."""


class ReactionOption(Struct, frozen=True):
    """One reaction, and why it is not possible (empty where it is)."""

    kind: ReactionKind
    why_not: str = ""


class Attacked(Struct, frozen=True):
    """Somebody is attacked, in some way, by somebody (None: nobody in particular)."""

    who: str
    against: Against
    by: str | None = None
    in_cover: bool | None = None
    """Whether there is something to duck behind; None where nobody has looked yet."""


class CheckDmAdded(SheetEvent):
    """All of somebody's checks are harder, to the end of a round."""

    dm: int
    until_round: int
    source: str = ""

    @property
    def is_own_doing(self) -> bool:
        """It is the price of a reaction."""
        return True

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add the DM to those that count."""
        added = CheckDm(dm=self.dm, until_round=self.until_round, source=self.source)
        return sheet.replace(check_dms=(*sheet.check_dms, added))


@includes("aware_of", of="of")
class BecameAware(SheetEvent):
    """Somebody came to know of an enemy."""

    of: str


@sets("lose_next_significant", True)
class SignificantLost(SheetEvent):
    """The next significant action is given up, by diving or by joining in what another does."""

    @property
    def is_own_doing(self) -> bool:
        """Nobody else takes it."""
        return True


class React(Act):
    """Pay for one reaction of ``actor`` to an attack that is not played out at this table."""

    reaction: Literal["dodge", "parry", "dive"]
    against: Literal["melee", "ranged", "thrown", "blast"]
    by: str | None = None


def reaction_options(encounter: Encounter, attacked: Attacked) -> tuple[ReactionOption, ...]:
    """Return what somebody may answer to an attack, what is not possible with the reason.

    Rules: CE-REA-01, CE-REA-02, CE-REA-03, CE-REA-04, CE-STA-03, CE-EXP-02, CE-EXP-03,
        CE-VAC-01, CE-VDM-05
    """
    why_none = _why_no_reaction(encounter, attacked)
    is_prone = sheet_of(encounter[attacked.who]).stance == "prone"
    return tuple(
        ReactionOption(kind, why_none or _why_not(kind, attacked.against, is_prone))
        for kind in _OFFERED[attacked.against]
    )


def _why_no_reaction(encounter: Encounter, attacked: Attacked) -> str:
    sheet = sheet_of(encounter[attacked.who])
    if is_helpless(sheet, switches_of(encounter)):
        return _("Helpless: no reactions")
    if sheet.machine is not None and not sheet.machine.is_robot:
        return _("A vehicle does not dodge: evasive action is its driver's")
    if sheet.grappled_with is not None:
        return _("Locked in a grapple: no reactions")
    vehicle = machine_of(encounter, vehicle_of(encounter, attacked.who))
    if attacked.against == "blast" and vehicle is not None and vehicle.closed:
        return _("Shut in a vehicle: neither dodging nor diving")
    is_aware = sheet.aware if attacked.by is None else is_aware_of(sheet, attacked.by)
    return "" if is_aware else _("Not aware of the attacker")


def _why_not(kind: ReactionKind, against: Against, is_prone: bool) -> str:
    if kind == "parry" and against != "melee":
        return _("Only against melee")
    if kind in ("dodge", "dive") and is_prone:
        return _("Not while prone")
    return ""


def may_react(encounter: Encounter, attacked: Attacked) -> bool:
    """Return whether somebody has any answer to an attack.

    Rules: CE-REA-02
    """
    return any(not one.why_not for one in reaction_options(encounter, attacked))


def reaction_question(table: Table, attacked: Attacked) -> Question:
    """Return the question to somebody who may react, with prices and reasons why not.

    Rules: CE-SIG-03, CE-REA-01
    """
    now, who = table.now, attacked.who
    options = (
        Option("none", _("No reaction")),
        *(_option(now, attacked, one) for one in reaction_options(now, attacked)),
    )
    text, rule = _("How does {whom} react?"), "CE-REA-01"
    return choice(table, text, options, rule, key=f"reaction of {who}", whom=who)


def chosen_reaction(answer: Answer) -> ReactionKind:
    """Return the reaction that an answer to the question names."""
    kinds: tuple[ReactionKind, ...] = ("dodge", "parry", "dive")
    return next((kind for kind in kinds if kind == answer.option), "none")


def _option(encounter: Encounter, attacked: Attacked, one: ReactionOption) -> Option:
    return Option(
        one.kind,
        reaction_title(one.kind),
        price=_("Initiative\u00a0{initiative}, checks\u00a0{checks}").format(
            initiative=modifiers().reaction.initiative, checks=_check_price(encounter, one.kind)
        ),
        effect=_effect_text(encounter, attacked, one.kind),
        enabled=not one.why_not,
        why_not=one.why_not,
    )


def reaction_title(kind: ReactionKind) -> str:
    """Return the name of a reaction as the player reads it."""
    return {
        "none": _("No reaction"),
        "dodge": _("Dodge"),
        "parry": _("Parry"),
        "dive": _("Dive for cover"),
    }[kind]


def _effect_text(encounter: Encounter, attacked: Attacked, kind: ReactionKind) -> str:
    if kind == "dive":
        return _("half damage, then prone and without the next significant action")
    if attacked.against == "blast":
        return _("damage less 1D6")
    return _("{dm} to the attack").format(dm=_dm_of(encounter, attacked, kind))


def dodge_dm(encounter: Encounter, attacked: Attacked) -> int:
    """Return what a dodge is worth, better with something to duck behind.

    Rules: CE-REA-03
    """
    in_cover = attacked.in_cover
    if in_cover is None:
        in_cover = cover_between(encounter, attacked.by, attacked.who) is not None
    worth = modifiers().reaction
    return worth.dodge_in_cover if in_cover else worth.dodge


def parry_skill(encounter: Encounter, who: str) -> str:
    """Return the skill somebody parries with: the best of the melee weapons in hand.

    Rules: CE-REA-04
    """
    sheet = sheet_of(encounter[who])
    in_hand = [one.skill for one in sheet.weapons if one.form == "melee" and one.ready]
    return max(in_hand, key=lambda skill: sheet.skills.get(skill, 0), default=NATURAL_WEAPONS)


def parry_dm(encounter: Encounter, who: str) -> int:
    """Return what a parry is worth: the level of the skill, untrained nothing.

    Rules: CE-REA-04, CE-ZRG-01
    """
    return -parry_level(encounter, who, parry_skill(encounter, who))


def _check_price(encounter: Encounter, kind: ReactionKind) -> int:
    is_double = switches_of(encounter).reaction_dm_double and kind in ("dodge", "parry")
    return modifiers().reaction.checks * (2 if is_double else 1)


def pay_reaction(table: Table, attacked: Attacked, kind: ReactionKind) -> Procedure[None]:
    """Let somebody pay for a reaction, and suffer what it brings with it.

    Rules: CE-REA-01, CE-INI-06, CE-MIN-02, CE-MIN-03, CE-EXP-03, CE-OTH-02
    """
    if kind == "none":
        return
    who, source, price = attacked.who, reaction_title(kind), modifiers().reaction.initiative
    yield from committed()
    yield from change_initiative(table, who, price, source)
    now = table.now
    dm, until_round = _check_price(now, kind), now.round
    yield from emit(CheckDmAdded(who=who, dm=dm, until_round=until_round, source=source))
    yield from spoil_aim(table, who, "reacted")
    yield from drop_round(table, who)
    if kind == "dive":
        dived = StanceChanged(who=who, to="prone", dived=True)
        yield from emit(dived, SignificantLost(who=who))
    steps = [
        Step(label=_("Initiative"), rule_id="CE-REA-01", after=price),
        Step(label=_("All checks"), rule_id="CE-REA-01", after=dm),
    ]
    if kind == "dive":
        steps.append(Step(label=_("Prone, next significant action lost"), rule_id="CE-EXP-03"))
    yield from say(
        table, _("{who} reacts: {reaction}"), who=who, reaction=source, steps=tuple(steps)
    )


@plays(React)
def react(table: Table, command: React) -> Procedure[int]:
    """Play a reaction to an attack that is not played out; return its DM on the attack.

    Rules: CE-REA-01, CE-REA-02, CE-REA-03, CE-REA-04
    """
    attacked = Attacked(command.actor, command.against, command.by)
    options = reaction_options(table.now, attacked)
    found = next((one for one in options if one.kind == command.reaction), None)
    why_not = _("That does not answer this question.") if found is None else found.why_not
    yield from require(not why_not, "cannot_react", why_not, "CE-REA-01")
    dm = _dm_of(table.now, attacked, command.reaction)
    yield from pay_reaction(table, attacked, command.reaction)
    return dm


def _dm_of(encounter: Encounter, attacked: Attacked, kind: ReactionKind) -> int:
    if attacked.against == "blast":
        return 0
    if kind == "parry":
        return parry_dm(encounter, attacked.who)
    return dodge_dm(encounter, attacked)
