"""Combatants between fights: copied as text, pasted, taken along to the library or the next fight.

What belongs to a fight stays behind (``System.fresh``); wounds, ammunition and notes come along.
Between different rules nothing is taken over: the reason is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.placing_combatants import kept_together
from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.errors import InputError
from gridwar.model.geometry import Cell
from gridwar.storage.combatants_json import CombatantBundle, bundle_text, read_bundle
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

NEXT_FIGHT, LIBRARY = "fight", "library"


def combatants_of(
    controller: Controller, who: Iterable[str], pictures: PictureSource | None
) -> CombatantBundle:
    """Return some of a fight's combatants with their pictures, places included."""
    everyone = controller.encounter.combatants
    combatants = tuple(everyone[one] for one in who if one in everyone)
    found: dict[str, bytes] = {}
    for one in combatants:
        data = pictures.picture_bytes(one.picture) if pictures and one.picture else None
        if data is not None:
            found[one.picture or ""] = data
    return CombatantBundle(controller.system.id, combatants, frozendict(found))


def as_text(controller: Controller, who: Iterable[str], pictures: PictureSource | None) -> str:
    """Return some of a fight's combatants as text for the clipboard or a file."""
    return bundle_text(combatants_of(controller, who, pictures), controller.system)


def read_for(system: System, text: str | bytes, name: str) -> CombatantBundle:
    """Read combatants for a fight under some rules.

    Raises:
        FileError: The text holds none, or they do not fit.
        InputError: They belong to other rules.
    """
    bundle = read_bundle(text, find_system, name)
    refuse_others(system, bundle, name)
    return bundle


def refuse_others(system: System, bundle: CombatantBundle, name: str) -> None:
    """Raise unless combatants belong to some rules.

    Raises:
        InputError: They belong to others.
    """
    if bundle.system_id != system.id:
        there = find_system(bundle.system_id).title
        text = _(
            "{name}: these combatants belong to {there}, but this fight uses {here}, where their "
            "values mean nothing. Create them again from a sample or a blank one."
        )
        raise InputError(text.format(name=name, there=there, here=system.title))


def pasting(controller: Controller, combatants: tuple[Combatant, ...], near: Cell) -> AddCombatants:
    """Return the command by which copies join, standing to each other as they did."""
    sides = controller.encounter.sides
    first = next(iter(sides), "1")
    copies = tuple(
        controller.system.fresh(one).replace(
            pos=one.pos, side=one.side if one.side in sides else first
        )
        for one in combatants
    )
    placed = kept_together(controller.encounter, copies, near)
    return AddCombatants(combatants=placed, rolls=True)


# --- taking along --------------------------------------------------------------------------------


def take_form(controller: Controller) -> FormView:
    """Return the form that asks whom to take along, and where to."""
    encounter = controller.encounter
    choices = (
        Choice(NEXT_FIGHT, _("A new fight with these")),
        Choice(LIBRARY, _("My library")),
    )
    hint = _("Wounds, ammunition and notes are kept; turns, Initiative and actions start anew.")
    fields = [FieldView("where", _("Where to"), FieldKind.CHOICE, NEXT_FIGHT, choices, hint=hint)]
    for side_id, side in encounter.sides.items():
        ours = [one for one in encounter.combatants.values() if one.side == side_id]
        ticks = [_tick(controller, one, side.name) for one in ours]
        fields += [
            replace(tick, half=at % 2 == 0 and at + 1 < len(ticks)) for at, tick in enumerate(ticks)
        ]
    return FormView(_("Take along"), "", tuple(fields), _("Take along"))


def _tick(controller: Controller, one: Combatant, side: str) -> FieldView:
    card = controller.rules_cache.card(one.id)
    words = [f"{pool.label} {pool.now}/{pool.full}" for pool in card.pools[:1]]
    words += [_("out of the fight")] if card.out else []
    words += [_("set aside")] if one.aside else []
    selected = controller.view.selected
    ticked = one.id in selected if len(selected) > 1 else not card.out
    return FieldView(
        f"who.{one.id}", one.name, FieldKind.FLAG, ticked, hint=", ".join(words), group=side
    )


def taken(given: Mapping[str, object]) -> tuple[str, tuple[str, ...]]:
    """Return where to take combatants along, and whom, as the form was filled in."""
    who = tuple(
        key.removeprefix("who.") for key, on in given.items() if key.startswith("who.") and on
    )
    return str(given.get("where", NEXT_FIGHT)), who


def next_fight(
    system: System, combatants: tuple[Combatant, ...], empty: Encounter
) -> AddCombatants:
    """Return the command by which combatants taken along join a new fight, near its middle.

    Args:
        system: The rules of both.
        combatants: As they were in the old fight.
        empty: The new fight, with nobody in it.
    """
    fresh = tuple(system.fresh(one).replace(pos=one.pos) for one in combatants)
    middle = Cell(empty.map.width // 3, empty.map.height // 3)
    return AddCombatants(combatants=kept_together(empty, fresh, middle))
