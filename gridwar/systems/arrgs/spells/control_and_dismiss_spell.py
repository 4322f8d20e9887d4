"""Control Spell and Dismiss Spell: keeping hold of a lasting spell, steering it, letting it go."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Cell,
    Procedure,
    Role,
    Step,
    Variant,
    choose_cell,
    emit,
    plays,
    require,
    required,
    say,
)
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.systems.arrgs.actions.offers import SPELLS, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, finish, may_begin
from gridwar.systems.arrgs.actions.prices import price_for
from gridwar.systems.arrgs.checks.check_rolls import rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.core.sheet import state_of, switches_of
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import cells_near
from gridwar.systems.arrgs.positions.lines_of_sight import has_line_to_cell
from gridwar.systems.arrgs.spells.casting import CASTING_DC, spell_dc_parts
from gridwar.systems.arrgs.spells.lasting_spells import SpellEvent, end_spell, spells_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.conditions import FortCheck
    from gridwar.systems.arrgs.core.fight_state import SpellEffect

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
    cells = tuple(sorted(squares_of(encounter, spell)))
    return cells or (() if spell.square is None else (spell.square,))


def squares_of(encounter: Encounter, spell: SpellEffect) -> frozenset[Cell]:
    """Return the squares of a lasting spell, as far as they lie on the floor of its own square."""
    page = encounter.map
    if not page.floors or spell.square is None:
        return spell.cells
    floor = page.floor_at(spell.square)
    return frozenset(cell for cell in spell.cells if page.floor_at(cell) is floor)


# --- what is offered ------------------------------------------------------------------------------


def _to_control(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in spells_of(encounter, who):
        note = _("kept up in this round") if spell.controlled else None
        yield Variant(spell.id, {"spell": spell.id}, {"spell": spell.title}, note=note)


def _to_dismiss(encounter: Encounter, who: str) -> Iterator[Variant]:
    for spell in spells_of(encounter, who):
        yield Variant(spell.id, {"spell": spell.id}, {"spell": spell.title})


_offer_held = partial(offer_manoeuvre, group=SPELLS, role=Role.OTHER, prepared=True)


@_offer_held(
    CONTROL,
    _("Control {spell}"),
    id="control",
    icon="hand",
    note=_("provokes"),
    each=_to_control,
)
class ControlSpell(Manoeuvre):
    """Keep hold of a lasting spell, and steer it."""

    spell: str


@_offer_held(
    DISMISS,
    _("Dismiss {spell}"),
    id="dismiss",
    icon="x",
    note=_("provokes nobody"),
    each=_to_dismiss,
)
class DismissSpell(Manoeuvre):
    """End a lasting spell that one controls."""

    spell: str


class SpellHeld(SpellEvent):
    """A lasting spell is under control in this round."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Remember it until End of Round."""
        return spell.replace(controlled=True)


class SpellSteered(SpellEvent):
    """A lasting spell was moved by some squares."""

    dx: int
    dy: int

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Shift its squares."""
        square = None if spell.square is None else spell.square.shifted(self.dx, self.dy)
        cells = frozenset(cell.shifted(self.dx, self.dy) for cell in spell.cells)
        return spell.replace(square=square, cells=cells)


# --- what is done ---------------------------------------------------------------------------------


def _may_command(table: Table, command: ControlSpell | DismissSpell) -> Procedure[SpellEffect]:
    """Refuse where a lasting spell does not obey somebody, and return it.

    Rules: AR-SPL-03, AR-MNV-09
    """
    spell = yield from required(
        state_of(table.now).spells.get(command.spell), "no_spell", _("There is no such spell.")
    )
    text = _("{spell} is not under the control of {who}.")
    yield from require(
        spell.controller == command.actor,
        "not_controller",
        text,
        "AR-SPL-03",
        who=command.actor,
        spell=spell.title,
    )
    return spell


def _may_control(table: Table, command: ControlSpell) -> Procedure[SpellEffect]:
    """Refuse who has no hold of a lasting spell: not its controller, or it is out of sight.

    Rules: AR-MNV-05, AR-SPL-03
    """
    who, spell = command.actor, (yield from _may_command(table, command))
    places = places_of(table.now, spell)
    seen = any(has_line_to_cell(table.now, who, cell, Purpose.SIGHT) for cell in places)
    text = _("{who} cannot see {spell}.")
    yield from require(
        seen or not places, "spell_unseen", text, "AR-MNV-05", who=who, spell=spell.title
    )
    return spell


def _may_dismiss(table: Table, command: DismissSpell) -> Procedure[SpellEffect]:
    """Refuse who cannot dismiss a lasting spell: not its controller, or not its caster.

    Rules: AR-MNV-09, AR-SPL-03
    """
    who, spell = command.actor, (yield from _may_command(table, command))
    is_own = spell.caster in ("", who)
    text = _("{who} has seized {spell}, and only its caster can dismiss it.")
    yield from require(is_own, "not_caster", text, "AR-MNV-09", who=who, spell=spell.title)
    return spell


@plays(ControlSpell)
def control_spell(table: Table, command: ControlSpell) -> Procedure[SpellCheck]:
    """Keep hold of a lasting spell, and steer it as far as its text lets it.

    Rules: AR-MNV-05, AR-SPL-03, AR-SPL-04
    """
    who, price = command.actor, price_for(CONTROL, command)
    yield from may_begin(table, who, price)
    spell = yield from _may_control(table, command)
    dc = CASTING_DC + spell.spell_level
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return SpellCheck(dc, wasted=True, fort_checks=begun.checks)
    exchange = Exchange(who, SPELL, used=begun.used)
    label = _("Control {spell}").format(spell=spell.title)
    done = yield from rolled(table, CONTROL, exchange, label, dc)
    success = done.meets(dc)
    text = _("{who} controls {spell}")
    parts = spell_dc_parts(spell.spell_level, "AR-MNV-05")
    told, result = done.told(dc, "AR-MNV-05", parts=parts), done.came(dc)
    yield from say(table, text, who=who, spell=spell.title, result=result, **told)
    if success or switches_of(table.now).concentration == "use_every_round":
        yield from emit(SpellHeld(spell=spell.id))
    if success and spell.steered and spell.square is not None:
        to, square = (yield from _where(table, who, spell.id)), spell.square
        if to != square:
            yield from emit(SpellSteered(spell=spell.id, dx=to.x - square.x, dy=to.y - square.y))
    checks = yield from finish(table, begun)
    return SpellCheck(dc, done.result, success, fort_checks=checks)


def steerable(encounter: Encounter, spell: SpellEffect) -> frozenset[Cell]:
    """Return where Control Spell may move an effect; it stays on its floor.

    Rules: AR-MNV-05
    """
    if spell.square is None:
        return frozenset()
    page, near = encounter.map, cells_near(encounter, spell.square, spell.steered)
    floor = page.floor_at(spell.square)
    return frozenset(one for one in near if page.contains(one) and page.floor_at(one) is floor)


def _where(table: Table, who: str, spell_id: str) -> Procedure[Cell]:
    spell = state_of(table.now).spells[spell_id]
    assert spell.square is not None
    return choose_cell(
        table,
        _("Where does {spell} go?"),
        lambda: steerable(table.now, state_of(table.now).spells[spell_id]),
        "AR-MNV-05",
        key="steer",
        whom=who,
        default=spell.square,
        info=_("Up to {n} squares; its own square leaves it where it is.").format(n=spell.steered),
        follow_up=True,
        spell=spell.title,
    )


@plays(DismissSpell)
def dismiss_spell(table: Table, command: DismissSpell) -> Procedure[SpellCheck]:
    """End a lasting spell that one controls; it provokes nobody.

    Rules: AR-MNV-09
    """
    who, price = command.actor, price_for(DISMISS, command)
    yield from may_begin(table, who, price)
    spell = yield from _may_dismiss(table, command)
    dc = CASTING_DC + spell.spell_level
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return SpellCheck(dc, wasted=True, fort_checks=begun.checks)
    exchange = Exchange(who, SPELL, used=begun.used)
    ties = switches_of(table.now).dismiss_tie == "succeeds"
    enough = dc if ties else dc + 1
    label = _("Dismiss {spell}").format(spell=spell.title)
    done = yield from rolled(table, DISMISS, exchange, label, enough)
    success = done.meets(enough)
    parts = spell_dc_parts(spell.spell_level, "AR-MNV-09")
    text, told = _("{who} dismisses {spell}"), done.told(dc, "AR-MNV-09", parts=parts)
    result = done.came(enough)
    yield from say(table, text, who=who, spell=spell.title, result=result, **told)
    if success:
        dismissed = Step(label=_("Dismissed"), rule_id="AR-MNV-09")
        yield from end_spell(table, spell.id, dismissed)
    checks = yield from finish(table, begun)
    return SpellCheck(dc, done.result, success, fort_checks=checks)
