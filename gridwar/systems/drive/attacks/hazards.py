"""What an area may set off besides: fire and collapse, at the values no shield has softened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, Step, choose, emit, say
from gridwar.model.events_map import ZonesChanged
from gridwar.model.zones import Zone
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Table

FIRE: Final = "fire"


def warn(table: Table, fire: int, collapse: int, cells: frozenset[Cell]) -> Procedure[None]:
    """Tell the GM what may burn or come down, and ask where to paint the fire (S17).

    Args:
        table: The table.
        fire: Heat and electric damage of the area, as if there were no shields; 0: none.
        collapse: All of its damage.
        cells: Where it goes off.

    Rules: DR-AOE-03, DR-AOE-19, DR-NRG-14
    """
    if collapse:
        step = Step(
            label=_("Normal damage, whatever shields did"), rule_id="DR-AOE-19", after=collapse
        )
        text = _("Something may come down")
        yield from say(table, text, steps=(step,), result=str(collapse))
    if not fire:
        return
    step = Step(label=_("Normal heat and electric damage"), rule_id="DR-NRG-14", after=fire)
    text = _("A fire may start")
    yield from say(table, text, steps=(step,), result=str(fire), tone="harm")
    answer = yield from choose(
        table,
        _("Heat or electricity of {n}: does a fire start?"),
        {"none": _("No fire"), "burst": _("Paint it where it goes off")},
        "DR-NRG-14",
        key="fire",
        whom=None,
        follow_up=True,
        n=fire,
    )
    if answer == "burst" and cells:
        number = 1 + sum(one.kind == FIRE for one in table.now.map.zones)
        name = _("Fire ({n})").format(n=fire)
        zone = Zone(
            id=f"{FIRE}-{table.now.round}-{number}", kind=FIRE, name=name, cells=_put(cells)
        )
        yield from emit(ZonesChanged(put=(zone,)))


def _put(cells: frozenset[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells))
