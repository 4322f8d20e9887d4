"""The command that takes an action of the list: what can be chosen of it, its cost, its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    CommandChoice,
    CommandOption,
    EachField,
    Foreseen,
    NumberField,
    reason_against,
    settable_if,
)
from gridwar.systems.fluid.actions.allowed_actions import may_take
from gridwar.systems.fluid.actions.divided_checks import loses_split, split_name
from gridwar.systems.fluid.actions.payment import taking_of
from gridwar.systems.fluid.core.fight_state import stands
from gridwar.systems.fluid.core.house_rules_and_settings import action_spec
from gridwar.systems.fluid.core.sheet import Entry, Weapon, fight_of, sheet_of
from gridwar.systems.fluid.core.tables import PRESS, Cost
from gridwar.systems.fluid.ledger.ledger_sum import weapon_entries
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import press_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.actions.payment import Taking
    from gridwar.systems.fluid.core.tables import ActionSpec

MOST_FINAL: Final = 20
"""Final attacks of one action."""
SHORTER_WORDS: Final = {"half": _("to a half action"), "free": _("to a free action")}


def shorter_forms(spec: ActionSpec, command: TakeAction) -> Iterator[TakeAction]:
    """Yield an action as it is when an option shortens it: by one degree, then by more."""
    if spec.cost != "free":
        yield command.replace(reductions=1, cost="")
    if spec.cost == "full":
        yield command.replace(reductions=1, cost="free")


def _is_whole(encounter: Encounter, command: TakeAction) -> bool:
    """Tell whether an action is in the list and not divided: of a half there is nothing to set."""
    return action_spec(encounter, command.action) is not None and not command.split


def _is_attack(encounter: Encounter, command: TakeAction) -> bool:
    spec = action_spec(encounter, command.action)
    return spec is not None and "attack" in spec.tags


def _shortening(encounter: Encounter, command: TakeAction) -> Iterator[CommandChoice]:
    """Yield the options that shorten an action, where one could.

    Rules: FL-ACT-05
    """
    spec = action_spec(encounter, command.action)
    assert spec is not None  # in the list
    plain = command.replace(reductions=0, cost="")
    options = [CommandOption("no", _("no"), plain, why_not=why_not(encounter, spec, plain))]
    for shorter in shorter_forms(spec, plain):
        refused, cost = why_not(encounter, spec, shorter), taken_as(spec, shorter).cost
        options.append(CommandOption(cost, SHORTER_WORDS[cost], shorter, why_not=refused))
    if len(options) > 1:
        chosen = taken_as(spec, command).cost if command.reductions else "no"
        yield CommandChoice("shortened", _("Shortened"), tuple(options), chosen)


def _weapons(encounter: Encounter, command: TakeAction) -> dict[str, str]:
    """Return the weapons of an attack.

    Rules: FL-EVT-05
    """
    return {one.id: one.words for one in sheet_of(encounter[command.actor]).weapons}


def _foes(encounter: Encounter, command: TakeAction) -> dict[str, str]:
    """Return whom an attack may be against, for the log."""
    side = encounter[command.actor].side
    foes = {
        one.id: one.name
        for one in encounter.everyone()
        if stands(encounter, one.id) and encounter.are_foes(one.side, side)
    }
    return {"": _("nobody named"), **foes}


@settable_if(_is_whole)
class TakeAction(Act):
    """Take an action of the game master's list."""

    action: str
    uses: tuple[str, ...] = Field(default=(), max_length=4)
    """Which half actions pay: ``base``, or ids of others; asked where there are several ways."""
    split: Literal["", "start", "finish"] = ""
    reductions: Annotated[int, EachField(_("Shortened"), _shortening)] = Field(
        default=0, ge=0, le=8
    )
    """How many options shorten it."""
    cost: Literal["", "half", "full", "free"] = ""
    """What it takes when shortened; empty for what the list says."""
    weapon: Annotated[str, ChoiceField(_("Weapon"), _weapons, when=_is_attack, least=2)] = ""
    target: Annotated[str, ChoiceField(_("Against"), _foes, when=_is_attack, least=2)] = ""
    """Whom an attack is against; empty where nobody is named."""
    final_attacks: Annotated[
        int, NumberField(_("Final attacks"), 0, MOST_FINAL, _("2 points each"), when=_is_attack)
    ] = Field(default=0, ge=0, le=MOST_FINAL)


def why_not(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> str:
    """Return why an action may not be taken so; empty where it may."""
    found = reason_against(encounter, lambda table: may_take(table, taken_as(spec, command)))
    return "" if found is None else found.text


def foreseen_of(encounter: Encounter, command: TakeAction) -> Iterator[Foreseen]:
    """Yield what an action leads to besides its lines: Press at once, a divided check lost.

    Rules: FL-ACT-01, FL-MOD-03
    """
    who, spec = command.actor, action_spec(encounter, command.action)
    if who not in encounter or spec is None or command.split:
        return
    if spec.event == PRESS and fight_of(encounter, who).count is not None:
        text = _("The Count at once, {words}").format(words=press_words(encounter, who))
        yield Foreseen(text, "FL-MOD-03")
    if loses_split(encounter, taken_as(spec, command)):
        text = _("{name} is lost by it").format(name=split_name(encounter, who))
        yield Foreseen(text, "FL-ACT-01")


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
