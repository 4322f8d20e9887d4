"""Control Spell and Dismiss Spell: keeping hold of a lasting spell, steering it, letting it go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, ask, emit, explain, require_none
from gridwar.grid.line_of_effect import Purpose
from gridwar.model.command import Answer
from gridwar.model.question import Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import (
    begin,
    finish,
    price_for,
    require_payable,
    require_there,
)
from gridwar.systems.arrgs.checks.checks import Exchange
from gridwar.systems.arrgs.checks.rolling import Rolled, rolled
from gridwar.systems.arrgs.core.sheet import SpellEffect, state_of, switches_of
from gridwar.systems.arrgs.core.spell_events import SpellHeld, SpellSteered
from gridwar.systems.arrgs.equipment.spell_slots import CASTING_DC, end_spell
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.threat import cell_distance, has_line_to_cell
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.commands import ControlSpell, DismissSpell

CONTROL: Final = "control_spell"
DISMISS: Final = "dismiss_spell"
SPELL: Final = "spell"


class SpellCheck(Struct, frozen=True):
    """What a check upon a spell came to. ``wasted``: lost to an opportunity."""

    dc: int = 0
    result: int = 0
    success: bool = False
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def places_of(encounter: Encounter, spell: SpellEffect) -> tuple[Cell, ...]:
    """Return where a lasting spell is: its squares, or those of whom it lies upon."""
    if spell.target is not None and spell.target in encounter:
        here = encounter[spell.target].pos
        return () if here is None else (here,)
    cells = tuple(sorted(spell.cells))
    return cells or (() if spell.square is None else (spell.square,))


def why_not_control(encounter: Encounter, who: str, spell_id: str) -> Refusal | None:
    """Return why somebody has no hold of a lasting spell: not its controller, out of sight.

    Rules: AR-MNV-05, AR-SPL-03
    """
    refusal = why_not_own(encounter, who, spell_id)
    if refusal is not None:
        return refusal
    spell = state_of(encounter).spells[spell_id]
    places = places_of(encounter, spell)
    if not places:
        return None
    if any(has_line_to_cell(encounter, who, cell, Purpose.SIGHT) for cell in places):
        return None
    text = _("{name} cannot see {spell}.").format(name=encounter[who].name, spell=spell.title)
    return Refusal("no_line", text, ("AR-MNV-05",))


def why_not_dismiss(encounter: Encounter, who: str, spell_id: str) -> Refusal | None:
    """Return why somebody cannot dismiss a lasting spell: not under control, or not its caster.

    Rules: AR-MNV-09, AR-SPL-03
    """
    refusal = why_not_own(encounter, who, spell_id)
    if refusal is not None:
        return refusal
    spell = state_of(encounter).spells[spell_id]
    if spell.caster in ("", who):
        return None
    text = _("{name} has seized {spell}, and only its caster can dismiss it.")
    text = text.format(spell=spell.title, name=encounter[who].name)
    return Refusal("not_caster", text, ("AR-MNV-09",))


def why_not_own(encounter: Encounter, who: str, spell_id: str) -> Refusal | None:
    """Return why a lasting spell does not obey somebody.

    Rules: AR-SPL-03, AR-MNV-09
    """
    spell = state_of(encounter).spells.get(spell_id)
    if spell is None:
        return Refusal("no_spell", _("There is no such spell."), (), waivable=False)
    if spell.controller == who:
        return None
    text = _("{spell} is not under the control of {name}.")
    text = text.format(spell=spell.title, name=encounter[who].name)
    return Refusal("not_controller", text, ("AR-SPL-03",))


def control_spell(table: Table, command: ControlSpell) -> Procedure[SpellCheck]:
    """Keep hold of a lasting spell, and steer it as far as its text lets it.

    Rules: AR-MNV-05, AR-SPL-03, AR-SPL-04
    """
    who, spell = command.actor or "", command.spell
    yield from require_there(table, who)
    yield from require_none(why_not_control(table.now, who, spell))
    price = price_for(CONTROL, command)
    yield from require_payable(table, who, price)
    effect = state_of(table.now).spells[spell]
    dc = CASTING_DC + effect.spell_level
    may_go_on = yield from opportunities.provoke(table, who)
    begun = yield from begin(table, who, price)
    if not may_go_on:
        checks = yield from opportunities.lost(table, begun)
        return SpellCheck(dc, wasted=True, fort_checks=checks)
    exchange = Exchange(who, SPELL, used=begun.used)
    done = yield from rolled(table, CONTROL, exchange, _("Control Spell"), dc)
    success = done.meets(dc)
    name = table.now[who].name
    title = _("{name} controls {spell}").format(name=name, spell=effect.title)
    yield from explain(table, lambda: told(title, done, dc, "AR-MNV-05", success=success))
    if success or switches_of(table.now).concentration == "use_every_round":
        yield from emit(SpellHeld(spell=spell))
    if success and effect.steered and effect.square is not None:
        answer = yield from ask(lambda: _where(table.now, who, spell))
        to, square = answer.cell, effect.square
        if to is not None and to != square:
            dx, dy = to[0] - square[0], to[1] - square[1]
            yield from emit(SpellSteered(spell=spell, dx=dx, dy=dy))
    checks = yield from finish(table, begun)
    return SpellCheck(dc, done.result, success, fort_checks=checks)


def steerable(encounter: Encounter, spell: SpellEffect) -> frozenset[Cell]:
    """Return where Control Spell may move an effect.

    Rules: AR-MNV-05
    """
    if spell.square is None:
        return frozenset()
    far = range(-spell.steered, spell.steered + 1)
    cells = (spell.square.shifted(dx, dy) for dx in far for dy in far)
    return frozenset(
        cell
        for cell in cells
        if encounter.map.contains(cell)
        and cell_distance(encounter, spell.square, cell) <= spell.steered
    )


def _where(encounter: Encounter, who: str, spell_id: str) -> Question:
    spell = state_of(encounter).spells[spell_id]
    return Question(
        key="steer",
        recipient=who,
        follow_up=True,
        title=_("Where does {spell} go?").format(spell=spell.title),
        text=_("Up to {n} squares; its own square leaves it where it is.").format(n=spell.steered),
        cells=steerable(encounter, spell),
        default=Answer(cell=spell.square),
        rule_ids=("AR-MNV-05",),
    )


def dismiss_spell(table: Table, command: DismissSpell) -> Procedure[SpellCheck]:
    """End a lasting spell that one controls; it provokes nobody.

    Rules: AR-MNV-09
    """
    who, spell = command.actor or "", command.spell
    yield from require_there(table, who)
    yield from require_none(why_not_dismiss(table.now, who, spell))
    price = price_for(DISMISS, command)
    yield from require_payable(table, who, price)
    effect = state_of(table.now).spells[spell]
    dc = CASTING_DC + effect.spell_level
    begun = yield from begin(table, who, price)
    exchange = Exchange(who, SPELL, used=begun.used)
    ties = switches_of(table.now).dismiss_tie == "succeeds"
    enough = dc if ties else dc + 1
    done = yield from rolled(table, DISMISS, exchange, _("Dismiss Spell"), enough)
    success = done.meets(enough)
    name = table.now[who].name
    title = _("{name} dismisses {spell}").format(name=name, spell=effect.title)
    yield from explain(table, lambda: told(title, done, dc, "AR-MNV-09", success=success))
    if success:
        yield from end_spell(table, spell)
    checks = yield from finish(table, begun)
    return SpellCheck(dc, done.result, success, fort_checks=checks)


def told(title: str, done: Rolled, dc: int, rule: str, *, success: bool) -> Trace:
    """Return a check upon a spell as the log shows it."""
    step = Step(
        label=_("Check result"), rule_id=rule, before=dc, after=done.result, faces=(done.die,)
    )
    result = _("succeeds") if success else _("fails")
    return Trace(title=title, lines=done.lines, total=done.result, steps=(step,), result=result)
