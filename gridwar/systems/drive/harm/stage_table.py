"""How an attack is told: the table of what each stage left of each element, and the sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import TableRow, TraceTable
from gridwar.systems.drive.harm.blow import in_words, weapon_behind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.drive.harm.blow import Amount, Blow


def stage_table(encounter: Encounter, blow: Blow) -> TraceTable:
    """Return what each stage has left of each element: a column each, an element a row.

    Rules: DR-ARM-01, DR-ARM-03, DR-ARM-04, DR-RES-02, DR-SHD-20
    """
    rows = []
    for one in blow.elements:
        weapon = weapon_behind(encounter, blow, one)
        source = weapon.words if weapon is not None else _("aura")
        values = (
            one.built,
            one.after_low,
            one.after_medium,
            one.delivered,
            one.drive,
            one.after_armour,
            one.after_high,
            one.damage,
        )
        label = _("{kind}, {n}. {source}").format(n=one.shot, source=source, kind=one.kind)
        rows.append(TableRow(label=label, values=tuple(map(_shown, values)), rule_id="DR-ARM-04"))
    columns = (
        _("built"),
        _("after low"),
        _("after medium"),
        _("delivered"),
        _("drive"),
        _("after armour"),
        _("after high"),
        _("after modifiers"),
    )
    return TraceTable(columns=columns, rows=tuple(rows), title=_("Element"))


def _shown(value: Amount) -> int | str:
    return value if isinstance(value, int) else in_words(value)
