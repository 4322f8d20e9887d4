"""What a Count of 50 or more and one of 0 or less bring: Press, reeling, flat-footed, up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, Step, Table, emit, say
from gridwar.systems.fluid.events import BecameFlatFooted, CountChanged, SentReeling
from gridwar.systems.fluid.ledger import risen
from gridwar.systems.fluid.sheet import count_of, fight_of
from gridwar.systems.fluid.switches import switches_of
from gridwar.systems.fluid.tables import numbers
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def forces_press(encounter: Encounter, before: int | None, after: int) -> bool:
    """Tell whether a Count that was set binds somebody to Press first.

    Args:
        encounter: Whose house rules hold.
        before: The Count before; None after a check.
        after: The Count now.

    Rules: FL-MOD-06
    """
    at = numbers().press_at
    is_new = before is None or before < at
    return after >= at and (is_new or switches_of(encounter).press_trigger == "every_end_of_round")


def drop_to_zero(table: Table, who: str) -> Procedure[None]:
    """Let a Count of 0 or less do its three things, in this order.

    Nobody reels twice at once: whoever does already loses no more half actions.

    Rules: FL-MOD-07
    """
    count = count_of(table.now, who)
    new = risen(count)
    if not fight_of(table.now, who).halves_lost:
        yield from emit(SentReeling(who=who, halves=switches_of(table.now).reeling_half_actions))
    yield from emit(BecameFlatFooted(who=who), CountChanged(who=who, by=new - count))
    steps = (
        Step(label=_("Reeling"), rule_id="FL-MOD-07"),
        Step(label=_("Flat-footed"), rule_id="FL-MOD-07"),
        Step(label=_("The Count goes up"), rule_id="FL-MOD-07", before=count, after=new),
    )
    text, result = _("{who}: a Count of 0 or less"), str(new)
    yield from say(table, text, who=who, result=result, tone="harm", steps=steps)
