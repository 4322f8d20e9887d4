"""An action of the list as somebody takes it: what can be chosen of it, its cost, its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Command,
    CommandChoice,
    CommandNumber,
    CommandOption,
    Draft,
    Foreseen,
    reason_against,
)
from gridwar.systems.fluid.actions.economy import may_take
from gridwar.systems.fluid.checks.action_taken import taking_of
from gridwar.systems.fluid.checks.divided_checks import loses_split, split_name
from gridwar.systems.fluid.core.sheet import Entry, Weapon, fight_of, sheet_of
from gridwar.systems.fluid.core.state import action_spec, stands
from gridwar.systems.fluid.core.tables import PRESS, Cost
from gridwar.systems.fluid.ledger.ledger_entries import weapon_entries
from gridwar.systems.fluid.ledger.reeling import press_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.checks.action_taken import Taking
    from gridwar.systems.fluid.core.tables import ActionSpec

MOST_FINAL: Final = 20
"""Final attacks of one action."""
_SHORTER = {"half": _("to a half action"), "free": _("to a free action")}


def shorter_forms(spec: ActionSpec, command: TakeAction) -> Iterator[TakeAction]:
    """Yield an action as it is when an option shortens it: by one degree, then by more."""
    if spec.cost != "free":
        yield command.replace(reductions=1, cost="")
    if spec.cost == "full":
        yield command.replace(reductions=1, cost="free")


class TakeAction(Act):
    """Take an action of the game master's list."""

    action: str
    uses: tuple[str, ...] = Field(default=(), max_length=4)
    """Which half actions pay: ``base``, or ids of others; asked where there are several ways."""
    split: Literal["", "start", "finish"] = ""
    reductions: int = Field(default=0, ge=0, le=8)
    """How many options shorten it."""
    cost: Literal["", "half", "full", "free"] = ""
    """What it takes when shortened; empty for what the list says."""
    weapon: str = ""
    target: str = ""
    """Whom an attack is against; empty where nobody is named."""
    final_attacks: int = Field(default=0, ge=0, le=MOST_FINAL)


def action_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what can be chosen of an action: a weapon, final attacks, an option that shortens it.

    Rules: FL-ACT-05, FL-EVT-05, FL-EVT-07
    """
    if not isinstance(command, TakeAction) or command.actor not in encounter:
        return Draft()
    spec = action_spec(encounter, command.action)
    if spec is None or command.split:
        return Draft()
    choices, numbers = [_shortening(encounter, spec, command)], list[CommandNumber]()
    if "attack" in spec.tags:
        final = CommandNumber(
            "final attacks",
            _("Final attacks"),
            0,
            MOST_FINAL,
            command.final_attacks,
            lambda count: command.replace(final_attacks=count),
            _("2 points each"),
        )
        numbers.append(final)
        choices += _weapon_choice(encounter, command)
        choices += _target_choice(encounter, command)
    foreseen = tuple(_foreseen(encounter, spec, command))
    choices = [one for one in choices if len(one.options) > 1]
    return Draft(choices=tuple(choices), numbers=tuple(numbers), foreseen=foreseen)


def _foreseen(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> Iterator[Foreseen]:
    """Yield what an action leads to besides its lines: Press at once, a divided check lost.

    Rules: FL-ACT-01, FL-MOD-03
    """
    who = command.actor
    if spec.event == PRESS and fight_of(encounter, who).count is not None:
        text = _("The Count at once, {words}").format(words=press_words(encounter, who))
        yield Foreseen(text, "FL-MOD-03")
    if loses_split(encounter, taken_as(spec, command)):
        text = _("{name} is lost by it").format(name=split_name(encounter, who))
        yield Foreseen(text, "FL-ACT-01")


def _shortening(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> CommandChoice:
    plain = command.replace(reductions=0, cost="")
    options = [CommandOption("no", _("no"), plain, why_not=why_not(encounter, spec, plain))]
    for shorter in shorter_forms(spec, plain):
        refused, cost = why_not(encounter, spec, shorter), taken_as(spec, shorter).cost
        options.append(CommandOption(cost, _SHORTER[cost], shorter, why_not=refused))
    chosen = taken_as(spec, command).cost if command.reductions else "no"
    return CommandChoice("shortened", _("Shortened"), tuple(options), chosen)


def why_not(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> str:
    """Return why an action may not be taken so; empty where it may."""
    found = reason_against(encounter, lambda table: may_take(table, taken_as(spec, command)))
    return "" if found is None else found.text


def _weapon_choice(encounter: Encounter, command: TakeAction) -> list[CommandChoice]:
    weapons = sheet_of(encounter[command.actor]).weapons
    options = tuple(
        CommandOption(one.id, one.name or one.id, command.replace(weapon=one.id)) for one in weapons
    )
    return [CommandChoice("weapon", _("Weapon"), options, command.weapon)] if options else []


def _target_choice(encounter: Encounter, command: TakeAction) -> list[CommandChoice]:
    """Return whom an attack may be against, for the log."""
    side = encounter[command.actor].side
    foes = [
        one
        for one in encounter.everyone()
        if stands(encounter, one.id) and encounter.are_foes(one.side, side)
    ]
    nobody = CommandOption("", _("nobody named"), command.replace(target=""))
    options = [CommandOption(one.id, one.name, command.replace(target=one.id)) for one in foes]
    found = (nobody, *options)
    return [CommandChoice("target", _("Against"), found, command.target)] if options else []


def entries_of(encounter: Encounter, command: TakeAction) -> tuple[Entry, ...]:
    """Return the events that an action writes: its own, its weapon's, its final attacks.

    Rules: FL-EVT-01, FL-EVT-02, FL-EVT-03, FL-EVT-05, FL-EVT-06, FL-EVT-07
    """
    spec = action_spec(encounter, command.action)
    if spec is None or spec.event == PRESS or command.split == "start":
        return ()
    found = [Entry(event=spec.event)] if spec.event else []
    weapon = weapon_used(encounter, command)
    if "attack" in spec.tags and weapon is not None:
        found += weapon_entries(encounter, command.actor, weapon)
    if command.final_attacks:
        found.append(Entry(event="final_attack", count=command.final_attacks))
    return tuple(found)


def weapon_used(encounter: Encounter, command: TakeAction) -> Weapon | None:
    """Return the weapon that an action is taken with; None where it is with none."""
    weapons = sheet_of(encounter[command.actor]).weapons
    return next((one for one in weapons if one.id == command.weapon), None)


def taken_as(spec: ActionSpec, command: TakeAction) -> Taking:
    """Return an action of the list as a command takes it.

    Rules: FL-ACT-05
    """
    return replace(
        taking_of(spec, command.actor),
        cost=command.cost or shortened(spec.cost, command.reductions),
        uses=command.uses,
        split=command.split,
        reductions=command.reductions,
    )


def shortened(cost: Cost, reductions: int) -> Cost:
    """Return what an action costs when an option shortens it by one degree.

    Rules: FL-ACT-05
    """
    shorter: dict[Cost, Cost] = {"full": "half", "half": "free", "free": "free"}
    return shorter[cost] if reductions else cost
