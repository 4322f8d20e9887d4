"""What is to be known of a command before it is played, beside what its fields declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Aimed, Command, Draft, Foreseen, _
from gridwar.systems.percentile.attacks.attack_actions import FEINTED, Volley, WeaponAct, as_feinted
from gridwar.systems.percentile.attacks.multiple import MultipleAttack, orders_of
from gridwar.systems.percentile.attacks.sums import target_number
from gridwar.systems.percentile.attacks.volleys import spill_cells, spill_targets
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.views.option_draft import option_draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder


def draft_of(encounter: Encounter, command: Command) -> Draft:
    """Return what is to be known about a command in preparation, and set in a grapple.

    Rules: PC-ATK-05, PC-ATK-12, PC-ACT-02, PC-ACT-03, PC-ACT-04, PC-ACT-07, PC-ECO-06
    """
    if command.actor is not None and command.actor not in encounter:
        return Draft()
    match command:
        case WeaponAct():
            return Draft(
                aimed=_spill(encounter, command),
                foreseen=(*_candidates(encounter, command), *_feinted(encounter, command)),
            )
        case MultipleAttack():
            return Draft(foreseen=tuple(_needed_by_uses(encounter, command)))
    return option_draft(encounter, command)


def _spill(encounter: Encounter, command: WeaponAct) -> Aimed | None:
    """Return where hits of a Burst or Flurry may be given, and to whom.

    Rules: PC-ACT-02, PC-ACT-03
    """
    order = _volley_at(encounter, command)
    if order is None:
        return None
    label = _("hits may go to these")
    who = (order.target, *spill_targets(encounter, order))
    return Aimed(label, who, spill_cells(encounter, order), order.row.rule)


def _candidates(encounter: Encounter, command: WeaponAct) -> Iterator[Foreseen]:
    """Yield what each who may be given hits would need.

    Rules: PC-ACT-02, PC-ACT-03
    """
    order = _volley_at(encounter, command)
    for who in () if order is None else spill_targets(encounter, order):
        assert order is not None
        number = target_number(encounter, replace(order, target=who))
        text = _("{name} may be given hits (needs {n})")
        yield Foreseen(text.format(name=encounter[who].name, n=number), order.row.rule)


def _feinted(encounter: Encounter, command: WeaponAct) -> Iterator[Foreseen]:
    """Yield that a won Feint leaves neither Dodge nor Parry.

    Rules: PC-ACT-18
    """
    if as_feinted(encounter, command.order()).kind == FEINTED:
        yield Foreseen(_("Won Feint: no Dodge, no Parry against this attack"), "PC-ACT-18")


def _needed_by_uses(encounter: Encounter, command: MultipleAttack) -> Iterator[Foreseen]:
    """Yield a line a weapon of a Multiple Attack: what it does, at whom, and what it needs.

    Rules: PC-ACT-07
    """
    for order in orders_of(command):
        if order.target in encounter and weapon_of(encounter[command.actor], order.weapon):
            text = _("{what} at {name}: {n} or less")
            words = text.format(
                what=order.words_in(encounter),
                name=encounter[order.target].name,
                n=target_number(encounter, order),
            )
            yield Foreseen(words, "PC-ACT-07")


def _volley_at(encounter: Encounter, command: WeaponAct) -> AttackOrder | None:
    if not isinstance(command, Volley) or command.target not in encounter:
        return None
    if weapon_of(encounter[command.actor], command.weapon) is None:
        return None
    return command.order()
