"""What somebody could do with spells and at squares now, at what price, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action, Candidates, Target
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.action_points.costs import price_of
from gridwar.systems.arrgs.core.commands import AreaAttack, ControlSpell, Counterspell, DismissSpell
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.systems.arrgs.equipment.items import why_unusable
from gridwar.systems.arrgs.equipment.spell_slots import spell_price, spellbook, spells_of
from gridwar.systems.arrgs.positioning.aiming import provokes
from gridwar.systems.arrgs.positioning.area_shapes import Spot, has_area
from gridwar.systems.arrgs.positioning.threat import ATTACK
from gridwar.systems.arrgs.spells.areas import why_not_at
from gridwar.systems.arrgs.spells.counterspell import COUNTERSPELL, Opposed, qualifying
from gridwar.systems.arrgs.spells.spell_control import (
    CONTROL,
    DISMISS,
    places_of,
    why_not_control,
    why_not_dismiss,
)
from gridwar.systems.arrgs.views.close_actions import pips, why_not
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.sheet import SpellEffect, Weapon

FAR = 24
"""Squares around somebody in which those it could aim at are marked."""


def area_actions(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield attacks against a square with weapons.

    Rules: AR-ARE-01, AR-ARE-02
    """
    for weapon in sheet_of(encounter[actor]).weapons:
        if not weapon.is_spell and has_area(encounter, actor, weapon):
            title = _("At a square: {weapon}").format(weapon=weapon.title)
            yield _at_square(encounter, actor, weapon, title, "bomb")


def _at_square(encounter: Encounter, actor: str, weapon: Weapon, title: str, icon: str) -> Action:
    def make(target: Target) -> Command:
        return AreaAttack(actor=actor, square=target.cell or Cell(0, 0), weapon=weapon.id)

    return Action(
        f"area:{weapon.id}",
        title,
        icon,
        make,
        ("cell",),
        _note(encounter, actor, weapon, ATTACK),
        pips(ATTACK),
        "",
        why_not(encounter, actor, ATTACK) or why_unusable(sheet_of(encounter[actor]), weapon),
        weapon.id,
        candidates=_aims(encounter, actor, weapon),
    )


def _aims(encounter: Encounter, actor: str, weapon: Weapon) -> Callable[[], Candidates]:
    """Return what works out the squares that can be aimed at and seen."""

    def possible() -> Candidates:
        here = encounter[actor].pos
        if here is None:
            return Candidates()
        most, page = weapon.max_increments or 0, encounter.map
        far = min(FAR, most * (weapon.range_increment or 0) or FAR)
        cells = (
            Cell(x, y)
            for y in range(max(0, here.y - far), min(page.height, here.y + far + 1))
            for x in range(max(0, here.x - far), min(page.width, here.x + far + 1))
        )
        return Candidates(
            cells=frozenset(
                cell for cell in cells if why_not_at(encounter, actor, weapon, Spot(cell)) is None
            )
        )

    return possible


def _note(encounter: Encounter, actor: str, weapon: Weapon, key: str) -> str:
    words = []
    if weapon.is_spell:
        price = spell_price(encounter, price_of(key), weapon)
        words.append(_("level {n}, {v} Vitality").format(n=weapon.spell_level, v=price.vitality))
        if weapon.prepared is not None:
            words.append(_("{n} prepared").format(n=weapon.prepared))
    if provokes(encounter, actor, weapon, key):
        words.append(_("provokes"))
    return ", ".join(words)


def spell_actions(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield what can be cast, controlled, dismissed, countered.

    Rules: AR-SPL-01, AR-MNV-05, AR-MNV-06, AR-MNV-09
    """
    for weapon in spellbook(encounter, actor):
        title = _("Cast {spell}").format(spell=weapon.title)
        if has_area(encounter, actor, weapon):
            yield _at_square(encounter, actor, weapon, title, "sparkles")
    for spell in spells_of(encounter, actor):
        yield _control(encounter, actor, spell)
        yield _dismiss(encounter, actor, spell)
    for spell in state_of(encounter).spells.values():
        yield from _counter(encounter, actor, spell)


def _control(encounter: Encounter, actor: str, spell: SpellEffect) -> Action:
    def make(target: Target) -> Command:
        del target
        return ControlSpell(actor=actor, spell=spell.id)

    kept = _("kept up in this round") if spell.controlled else _("provokes")
    return Action(
        f"control:{spell.id}",
        _("Control {spell}").format(spell=spell.title),
        "hand",
        make,
        (),
        kept,
        pips(CONTROL),
        "",
        why_not(encounter, actor, CONTROL) or why_not_control(encounter, actor, spell.id),
        prepared=True,
    )


def _dismiss(encounter: Encounter, actor: str, spell: SpellEffect) -> Action:
    def make(target: Target) -> Command:
        del target
        return DismissSpell(actor=actor, spell=spell.id)

    return Action(
        f"dismiss:{spell.id}",
        _("Dismiss {spell}").format(spell=spell.title),
        "x",
        make,
        (),
        _("provokes nobody"),
        pips(DISMISS),
        "",
        why_not(encounter, actor, DISMISS) or why_not_dismiss(encounter, actor, spell.id),
        prepared=True,
    )


def _counter(encounter: Encounter, actor: str, spell: SpellEffect) -> Iterator[Action]:
    owner = spell.controller
    known = owner in encounter
    if known and not encounter.are_foes(encounter[owner].side, encounter[actor].side):
        return
    against = Opposed(
        owner,
        spell.school,
        spell.spell_level,
        spell.title,
        spell.target,
        places_of(encounter, spell),
    )
    for using in qualifying(encounter, actor, against):
        yield _counter_with(encounter, actor, spell, using)


def _counter_with(encounter: Encounter, actor: str, spell: SpellEffect, using: Weapon) -> Action:
    def make(target: Target) -> Command:
        del target
        return Counterspell(actor=actor, target=spell.controller, using=using.id, spell=spell.id)

    title = _("Counter {spell} with {using}").format(spell=spell.title, using=using.title)
    return Action(
        f"counter:{spell.id}:{using.id}",
        title,
        "ban",
        make,
        (),
        _("provokes"),
        pips(COUNTERSPELL),
        "",
        why_not(encounter, actor, COUNTERSPELL),
        prepared=True,
    )
