"""Initiative and the order by it: who comes when, as it stands at present, and what changes it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import Procedure, SheetEvent, Slot, Step, emit, numbers_by_hand
from gridwar.model.encounter import Encounter
from gridwar.systems.cepheus.core.fight_state import (
    check_dm,
    is_busy,
    is_under_way,
    sheet_of,
    state_of,
    switches_of,
    takes_turns,
)
from gridwar.systems.cepheus.core.health import is_out
from gridwar.systems.cepheus.core.person_records import InitiativeMod
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Bracket, Encounter
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

Group = tuple[str, ...]
SlotState = Literal["waiting", "turn", "acted", "delaying", "out"]


def present_sheet(encounter: Encounter, who: str) -> CepheusSheet:
    """Return somebody's sheet as it is at present."""
    return sheet_of(encounter.combatants[who])


def count_of(encounter: Encounter, who: str) -> int:
    """Return somebody's Initiative in this round.

    Rules: CE-INI-06
    """
    return initiative(present_sheet(encounter, who), encounter.round)


def in_order(encounter: Encounter) -> Group:
    """Return who has a place in the order, in the order they joined."""
    return tuple(
        who
        for who, one in encounter.combatants.items()
        if not one.aside
        and sheet_of(one).initiative_base is not None
        and takes_turns(sheet_of(one))
    )


def is_gone(encounter: Encounter, who: str) -> bool:
    """Return whether somebody is no longer there, or out."""
    if who not in encounter.combatants or encounter.combatants[who].aside:
        return True
    return is_out(present_sheet(encounter, who), switches_of(encounter))


def groups(encounter: Encounter, ids: Iterable[str]) -> tuple[Group, ...]:
    """Sort people, the highest Initiative first, then Dexterity; equals stand together.

    Rules: CE-RND-03
    """

    def key(who: str) -> tuple[int, int]:
        dexterity = present_sheet(encounter, who).chars.dexterity
        return -count_of(encounter, who), -dexterity

    return tuple(tuple(same) for _key, same in groupby(sorted(ids, key=key), key))


def dragged(encounter: Encounter, who: str, before: str) -> tuple[tuple[str, int], ...]:
    """Return the Initiatives by which somebody comes where the GM dragged them.

    Rules: CE-RND-03
    """
    ids = tuple(one for group in groups(encounter, in_order(encounter)) for one in group)
    if who not in ids:
        return ()
    counts = {one: count_of(encounter, one) for one in ids}

    def precedes(a: str, count_a: int, b: str, count_b: int) -> bool:
        dexterity = [present_sheet(encounter, one).chars.dexterity for one in (a, b)]
        return (count_a, dexterity[0]) > (count_b, dexterity[1])

    return tuple(
        (one, (present_sheet(encounter, one).initiative_base or 0) + count - counts[one])
        for one, count in numbers_by_hand(counts, who, before, precedes).items()
    )


def waiting(encounter: Encounter) -> tuple[Group, ...]:
    """Return who has still to act and neither holds back nor has begun, in order."""
    begun = {encounter.turn, *state_of(encounter).interrupted}
    return groups(encounter, (who for who in _due(encounter) if who not in begun))


def delaying(encounter: Encounter) -> Group:
    """Return who holds the turn back, in order."""
    held = [
        who
        for who in in_order(encounter)
        if present_sheet(encounter, who).delaying and not is_gone(encounter, who)
    ]
    return tuple(who for group in groups(encounter, held) for who in group)


def bracket_rest(encounter: Encounter) -> Group:
    """Return the members of the open bracket who have still to act, whatever the others did.

    Who was put out meanwhile, by others or by their own doing, acts no more. Whom somebody who is
    not of the moment has made later comes later.

    Rules: CE-RND-03, CE-INI-08
    """
    bracket, switches = encounter.bracket, switches_of(encounter)
    if bracket is None:
        return ()
    return tuple(
        who
        for who in bracket.members
        if who in encounter.combatants
        and is_due(present_sheet(encounter, who))
        and not is_out(sheet_of(bracket.seen[who][who]), switches)
        and not _is_later(encounter, bracket, who)
    )


def _is_later(encounter: Encounter, bracket: Bracket, who: str) -> bool:
    """Return whether a member comes later now than the first, whose turn came at their moment.

    Rules: CE-RND-03
    """
    first = bracket.members[0]
    return first in encounter.combatants and count_of(encounter, who) < count_of(encounter, first)


def _due(encounter: Encounter) -> Group:
    """Return who has still to act, holds nothing back and can act, or has a turn simultaneously."""
    together = bracket_rest(encounter)
    return tuple(
        who
        for who in in_order(encounter)
        if is_due(present_sheet(encounter, who))
        and (who in together or not is_gone(encounter, who))
    )


def is_due(sheet: CepheusSheet) -> bool:
    """Return whether somebody has still to act; who is busy with a task comes no more.

    Rules: CE-OTH-02, CE-RND-05
    """
    return not sheet.acted and not sheet.delaying and not is_busy(sheet)


def slots_of(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the places of this round, first to last, those who are out at the end.

    Rules: CE-RND-03
    """
    inside = [
        who
        for who in in_order(encounter)
        if not is_gone(encounter, who) or who in bracket_rest(encounter)
    ]
    out = [
        one.id
        for one in encounter.combatants.values()
        if not one.aside and (takes_turns(sheet_of(one)) or not encounter.round)
    ]
    held = set(delaying(encounter))
    slots: list[Slot] = []
    for group in groups(encounter, inside):
        count = f"{count_of(encounter, group[0])}"
        parts = _by_state(encounter, group, held)
        slots += (Slot(ids, count, state, rule_id="CE-RND-03") for state, ids in parts)
    absent = (who for who in out if who not in inside)
    return (*slots, *(Slot((who,), "", "out", rule_id="CE-RND-03") for who in absent))


def _by_state(
    encounter: Encounter, group: tuple[str, ...], held: set[str]
) -> list[tuple[SlotState, tuple[str, ...]]]:
    """Split those of one count: who waits together acts together."""
    found: list[tuple[SlotState, tuple[str, ...]]] = []
    waiting: tuple[str, ...] = ()
    for who in group:
        state: SlotState = "waiting"
        if who == encounter.turn:
            state = "turn"
        elif who in held:
            state = "delaying"
        elif present_sheet(encounter, who).acted or is_busy(present_sheet(encounter, who)):
            state = "acted"
        if state == "waiting":
            waiting = (*waiting, who)
        else:
            found.append((state, (who,)))
    return [*found, ("waiting", waiting)] if waiting else found


def standings(encounter: Encounter) -> Mapping[str, tuple[int, int]]:
    """Return how those in the order stand in this round: Initiative, DM on checks.

    Rules: CE-INI-06
    """
    now = encounter.round
    return {
        who: (count_of(encounter, who), check_dm(present_sheet(encounter, who), now))
        for who in in_order(encounter)
    }


def round_news(encounter: Encounter, before: Mapping[str, tuple[int, int]]) -> tuple[Step, ...]:
    """Return what a new round brings: what expired, and what takes effect.

    Args:
        encounter: The fight in the new round.
        before: How people stood in the round before.

    Rules: CE-RND-05
    """
    return tuple(_changes(encounter, before))


def _changes(encounter: Encounter, before: Mapping[str, tuple[int, int]]) -> Iterator[Step]:
    for who, (count, on_checks) in standings(encounter).items():
        old_count, old_on_checks = before.get(who, (count, on_checks))
        name = encounter[who].name
        if count != old_count:
            label = _("{name}: Initiative").format(name=name)
            yield Step(label=label, rule_id="CE-INI-06", before=old_count, after=count)
        if on_checks != old_on_checks:
            label = _("{name}: on checks").format(name=name)
            yield Step(label=label, rule_id="CE-RND-05", before=old_on_checks, after=on_checks)


def simultaneous(encounter: Encounter, who: str) -> tuple[Step, ...]:
    """Say with whom somebody acts at the same moment, each from the state before.

    Rules: CE-RND-03
    """
    bracket = encounter.bracket
    if bracket is None or who not in bracket.members:
        return ()
    others = ", ".join(encounter.combatants[one].name for one in bracket.members if one != who)
    steps = (Step(label=_("Simultaneous with"), rule_id="CE-RND-03", after=others),)
    if not is_gone(encounter, who):
        return steps
    label = _("Acts from the state before, though down by now")
    return (*steps, Step(label=label, rule_id="CE-RND-03"))


class InitiativeChanged(SheetEvent):
    """The Initiative changed for one round."""

    amount: int
    round: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add the change to those that count in their rounds."""
        mod = InitiativeMod(amount=self.amount, round=self.round, source=self.source)
        return sheet.replace(initiative_mods=(*sheet.initiative_mods, mod))


def change_round(encounter: Encounter, who: str) -> int:
    """Return the round in which a change of somebody's Initiative counts.

    This one if they have still to act, otherwise the next. A turn under way, even one that was
    interrupted, is no longer to come; nor are those that are simultaneous with the one that has the
    turn. Whoever cuts in among these is not of their moment.

    Rules: CE-INI-06, CE-RND-03
    """
    bracket = encounter.bracket
    together = bracket is not None and {who, encounter.turn or who} <= set(bracket.members)
    has_acted = sheet_of(encounter[who]).acted or is_under_way(encounter, who)
    return encounter.round + (together or has_acted)


def change_initiative(table: Table, who: str, amount: int, source: str) -> Procedure[None]:
    """Change somebody's Initiative for one round; nothing for those not in the order.

    Args:
        table: The table.
        who: Whose.
        amount: Signed points.
        source: What it comes from, in words.

    Rules: CE-INI-06, CE-REA-01
    """
    if amount and sheet_of(table.now[who]).initiative_base is not None:
        when = change_round(table.now, who)
        yield from emit(InitiativeChanged(who=who, amount=amount, round=when, source=source))


def initiative(sheet: CepheusSheet, round_now: int) -> int:
    """Return the Initiative in a round: the base and the changes of that round.

    Rules: CE-INI-06
    """
    changes = sum(one.amount for one in sheet.initiative_mods if one.round == round_now)
    return (sheet.initiative_base or 0) + changes


class InitiativeBaseChanged(SheetEvent):
    """The Initiative changed for good."""

    by: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change the base."""
        return sheet.replace(initiative_base=(sheet.initiative_base or 0) + self.by)


def set_initiative(table: Table, who: str, value: int) -> Procedure[None]:
    """Bring somebody's Initiative to a value, for good or for this round as the house rule says.

    Rules: CE-INI-08, CE-INI-09
    """
    sheet, now = sheet_of(table.now.combatants[who]), table.now.round
    present, base = initiative(sheet, now), sheet.initiative_base or 0
    source = _("Delay")
    for_good, for_now = value - base, base - present
    if not switches_of(table.now).delay_persists:
        for_good, for_now = 0, value - present
    if for_good:
        yield from emit(InitiativeBaseChanged(who=who, by=for_good, source=source))
    if for_now:
        yield from emit(InitiativeChanged(who=who, amount=for_now, round=now, source=source))
