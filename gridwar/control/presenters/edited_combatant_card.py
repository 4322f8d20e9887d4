"""The card of a combatant being edited, as it will be, with the odds of its first weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.form_records import TableCardView
from gridwar.control.records.panel_records import CardView, ChipView
from gridwar.model.raw_parts import RawSheet
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.actions.first_weapon_chances import WeaponChances
    from gridwar.control.forms.combatant_form import CombatantForm
    from gridwar.engine.kit.rule_system import System


def present_table_card(
    system: System, form: CombatantForm, found: WeaponChances, *, is_late: bool
) -> TableCardView:
    """Return the card.

    Args:
        system: The rules.
        form: What is edited.
        found: What is known of its first weapon.
        is_late: Whether that is of the form as it was before.
    """
    one, encounter = form.sound(), form.among_the_others()
    side = encounter.sides.get(one.side)
    words = [one.side if side is None else side.name]
    status, is_ready = form.status()
    if isinstance(one.sheet, RawSheet):
        card = CardView(one.id, one.name, words[0], form.token())
        return TableCardView(card, status=status, is_ready=is_ready)
    shown = system.cards.card(encounter, one.id)
    chips = [
        ChipView("", badge.text, badge.icon, removable=False, rule_id=badge.rule_id)
        for badge in shown.badges
    ]
    subtitle = " \u00b7 ".join(filter(None, (shown.subtitle, *words)))
    card = CardView(one.id, one.name, subtitle, form.token(), shown, tuple(chips))
    heading = ""
    if found.weapon:
        heading = _("With the {weapon}, at somebody in the open").format(
            weapon=found.weapon[:1].lower() + found.weapon[1:]
        )
    return TableCardView(
        card,
        heading,
        found.bands,
        is_late or (bool(found.weapon) and not found.is_done),
        tuple(_words(system, form, found)),
        status,
        is_ready,
    )


def _words(system: System, form: CombatantForm, found: WeaponChances) -> Iterator[str]:
    """Yield what a success takes, and how much there is to be taken."""
    if found.takes is not None:
        yield _("A success takes about {n} of somebody without armour.").format(
            n=round(found.takes)
        )
    elif not found.weapon and found.is_done:
        has_weapons = system.cards.weapons(form.among_the_others(), form.sound().id)
        yield _("These rules weigh no attack.") if has_weapons else _("No weapon yet.")
    if found.is_sure:
        yield _("Nothing is rolled at somebody without a defence.")
    vital = system.cards.vital(form.among_the_others(), form.sound().id)
    if vital.full:
        yield _("Goes down after about {n}.").format(n=vital.points)
