"""What Counts of 50 or more and of 0 or less bring: Press, reeling, flat-footed and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, Step, Table, emit, say
from gridwar.systems.fluid.core.fight_state import is_surprise_round
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import ExtraHalf, count_of, fight_of
from gridwar.systems.fluid.core.sheet_events import (
    BecameFlatFooted,
    CountChanged,
    HalfGained,
    HalfUsed,
    HalvesSpent,
    LossServed,
    NotFlatFooted,
    Pressed,
    PressForced,
    ReelingEnded,
    SentReeling,
)
from gridwar.systems.fluid.core.tables import numbers
from gridwar.systems.fluid.ledger.ledger_sum import risen
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

    Rules: FL-MOD-07
    """
    count = count_of(table.now, who)
    new = risen(count)
    yield from send_reeling(table, who)
    yield from emit(BecameFlatFooted(who=who), CountChanged(who=who, by=new - count))
    lost = fight_of(table.now, who).halves_lost
    steps = (
        Step(label=_("Reeling: half actions to lose"), rule_id="FL-MOD-07", after=lost),
        Step(label=_("Flat-footed"), rule_id="FL-MOD-07"),
        Step(label=_("The Count goes up"), rule_id="FL-MOD-07", before=count, after=new),
    )
    text, result = _("{who} has a Count of 0 or less"), str(new)
    yield from say(table, text, who=who, result=result, tone="harm", steps=steps)


def send_reeling(table: Table, who: str) -> Procedure[None]:
    """Send somebody reeling: the next half actions are lost, besides any that are lost already.

    Rules: FL-MOD-07
    """
    more = switches_of(table.now).reeling_half_actions
    yield from emit(SentReeling(who=who, halves=fight_of(table.now, who).halves_lost + more))


def serve_loss(table: Table, who: str) -> Procedure[None]:
    """Take at the end of a turn what reeling takes of it: it stays spent for the whole round.

    Half actions of the round go first, then those from elsewhere; with the last one reeling ends.

    Rules: FL-MOD-07
    """
    fight, most = fight_of(table.now, who), numbers().half_actions
    lost, spent = fight.halves_lost, fight.halves_spent
    if is_surprise_round(table.now):  # its one action may be a full one
        spent = most if fight.surprise_action or fight.surprise_free else 0
    own = min(lost, max(0, most - spent))
    extra = fight.extra_halves[: lost - own]
    if own:
        yield from emit(HalvesSpent(who=who, by=own))
    yield from emit(*(HalfUsed(who=who, half=one.id) for one in extra))
    served = own + len(extra)
    if served:
        yield from emit(LossServed(who=who, by=served))
    if fight.reeling and served == lost:
        yield from emit(ReelingEnded(who=who))
        yield from told_reeling_ended(table, who, _("The half actions that it takes are gone"))


def told_reeling_ended(table: Table, who: str, why: str) -> Procedure[None]:
    """Tell that somebody reels no longer, and why.

    Rules: FL-MOD-07
    """
    step = Step(label=why, rule_id="FL-MOD-07")
    yield from say(table, _("{who} reels no longer"), who=who, tone="good", steps=(step,))


def press_words(encounter: Encounter, who: str) -> str:
    """Return where Press takes a Count, and whether it sends reeling.

    Rules: FL-MOD-03, FL-MOD-07
    """
    change, before = switches_of(encounter).press_change, count_of(encounter, who)
    after = before + change
    words = _("{change}: {before} \u2192 {after}").format(
        change=f"{change:+}", before=before, after=after
    )
    if after > 0:
        return words
    low = _("{words}, reeling, flat-footed, up to {new}")
    return low.format(words=words, new=risen(after))


def press(table: Table, who: str) -> Procedure[None]:
    """Lower the Count at once, outside ledger and cap, and give a half action; the place stays.

    Rules: FL-MOD-03, FL-MOD-06, FL-MOD-07
    """
    switches, before = switches_of(table.now), count_of(table.now, who)
    tally = table.tally(f"press of {who}")
    tally.line("FL-MOD-03", _("Press"), switches.press_change)
    yield from emit(CountChanged(who=who, by=tally.total), Pressed(who=who))
    if not is_surprise_round(table.now):
        yield from emit(PressForced(who=who, value=False))
    taken = {one.id for one in fight_of(table.now, who).extra_halves}
    free = (f"press {n}" for n in range(1, len(taken) + switches.press_gain + 1))
    for half in [one for one in free if one not in taken][: switches.press_gain]:
        yield from emit(HalfGained(who=who, half=ExtraHalf(id=half, source=_("Press"))))
    after = before + tally.total
    step = Step(label=_("The Count at once"), rule_id="FL-MOD-03", before=before, after=after)
    text, told = _("{who} presses, the place stays"), str(after)
    yield from say(table, text, who=who, result=told, tone="plain", tally=tally, steps=(step,))
    if after <= 0:
        yield from drop_to_zero(table, who)


def acted(table: Table, who: str, *, hit: bool = False) -> Procedure[None]:
    """Let somebody be flat-footed no longer who has acted, or was hit, as the house rule says.

    Rules: FL-FLT-02
    """
    clears = switches_of(table.now).flat_footed_clears
    ends = clears == "acted_or_hit" or (clears == "acted" and not hit)
    if ends and fight_of(table.now, who).flat_footed:
        yield from no_longer_flat_footed(table, who, _("Was hit") if hit else _("Has acted"))


def no_longer_flat_footed(table: Table, who: str, why: str) -> Procedure[None]:
    """Let somebody be flat-footed no longer, and tell why.

    Rules: FL-FLT-02
    """
    yield from emit(NotFlatFooted(who=who))
    step = Step(label=why, rule_id="FL-FLT-02")
    yield from say(table, _("{who} is flat-footed no longer"), who=who, steps=(step,))
