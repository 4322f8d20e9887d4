"""What is shown of everybody: the order with its notes, and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Badge,
    Card,
    Figure,
    Pip,
    PipKind,
    Pool,
    Slot,
    SlotState,
    Vital,
    senses_told,
)
from gridwar.systems.fluid.actions.divided_checks import split_name
from gridwar.systems.fluid.actions.payment import prompt_of, restricted
from gridwar.systems.fluid.core.fight_state import is_surprise_round, is_under_way, stands, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import (
    action_words,
    settings_of,
    switches_of,
)
from gridwar.systems.fluid.core.sheet import CONDITIONS, Entry, fight_of, sheet_of
from gridwar.systems.fluid.core.sheet_events import WoundsChanged
from gridwar.systems.fluid.core.tables import event_rows, numbers
from gridwar.systems.fluid.harm import CONDITION_ICONS
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.systems.fluid.ledger.ledger_writing import entered, has_condition
from gridwar.systems.fluid.positions.senses import senses_of
from gridwar.systems.fluid.turns.turn_order import order_now, projected_places
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.model.event_base import Event
    from gridwar.systems.fluid.core.sheet import InFight


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the order that is played, those who are not in it or out at its end.

    Rules: FL-RND-02, FL-SUR-08, FL-MOD-09
    """
    ids = [who for who in order_now(encounter) if who in encounter.combatants]
    inside = [who for who in ids if stands(encounter, who)]
    later = [who for who in state_of(encounter).order if who not in ids and stands(encounter, who)]
    listed = {*inside, *later}
    waits = [
        one.id for one in encounter.everyone() if one.id not in listed and stands(encounter, one.id)
    ]
    out = [one.id for one in encounter.everyone() if not stands(encounter, one.id)]
    places = projected_places(encounter, [*inside, *later]) if is_under_way(encounter) else {}
    acted = state_of(encounter).acted
    short = is_surprise_round(encounter)

    def slot(who: str, section: str = "") -> Slot:
        count = fight_of(encounter, who).count
        state: SlotState = "acted" if who in acted else "waiting"
        return Slot(
            (who,),
            "" if count is None else str(count),
            "turn" if who == encounter.turn else state,
            note=_note(encounter, who, places.get(who)),
            heading=section,
            flags=tuple(flags(encounter, who, bound=True)),
        )

    now, then = (_("Surprise round"), _("Round 1")) if short else ("", "")
    return (
        *(slot(who, now) for who in inside),
        *(slot(who, then) for who in later),
        *(slot(who, _("No check yet") if encounter.round else "") for who in waits),
        *(Slot((who,), "", "out") for who in out),
    )


def _note(encounter: Encounter, who: str, place: str | None) -> str:
    """Return where a Count and a place go if the round ended now.

    Rules: FL-MOD-09
    """
    if place is None or fight_of(encounter, who).count is None:
        return ""
    found = projected(encounter, who)
    if not any(not one.off for one in found.lines):
        return ""
    return _("{applied} \u2192 {count}, place {place}").format(
        applied=f"{found.applied:+}", count=found.count, place=place
    )


def flags(encounter: Encounter, who: str, *, bound: bool = False) -> Iterator[Badge]:
    """Yield what binds or marks somebody now, as icons with words.

    Args:
        encounter: The fight.
        who: The combatant.
        bound: Only what binds what they do next, which the order says in words.

    Rules: FL-FLT-02, FL-MOD-06, FL-MOD-07, FL-ACT-01, FL-ACT-04
    """
    fight, settings = fight_of(encounter, who), settings_of(encounter)
    if fight.must_press:
        yield Badge("chevrons-down", _("Press first"), "FL-MOD-06")
    if fight.reeling:
        words = _("Reeling: loses {n}") if fight.halves_lost else _("Reeling")
        words = _noted(words.format(n=fight.halves_lost), "" if bound else settings.reeling_note)
        yield Badge("rotate-ccw", words, "FL-MOD-07", flashes=True)
    if fight.flat_footed and not bound:
        yield Badge(
            "person-standing", _noted(_("Flat-footed"), settings.flat_footed_note), "FL-FLT-02"
        )
    if fight.split is not None:
        words = _("Continues: {name}").format(name=split_name(encounter, who))
        yield Badge("split", words, "FL-ACT-01")
    prompt = prompt_of(encounter, who)
    if prompt is not None:
        name = action_words(encounter, prompt.action)
        yield Badge("zap", _("Prompted: {name}").format(name=name), "FL-ACT-04")


def _noted(words: str, note: str) -> str:
    return f"{words}: {note}" if note else words


def vital(encounter: Encounter, who: str) -> Vital:
    """Return wounds, and whether somebody is out."""
    sheet = sheet_of(encounter[who])
    return Vital(sheet.wounds, max(sheet.wounds, sheet.wounds_full), sheet.wounds <= 0)


def card(encounter: Encounter, who: str) -> Card:
    """Return wounds, Count, ledger so far, what is left of the turn, and flags.

    Rules: FL-RND-01, FL-RND-04, FL-RND-05, FL-ACT-03, FL-MOD-04, FL-MOD-09, FL-EVT-10, FL-EVT-11,
        FL-EVT-12
    """
    conditions = (
        Badge(CONDITION_ICONS[one], event_rows()[one].title, event_rows()[one].rule)
        for one in CONDITIONS
        if has_condition(encounter, who, one)
    )
    return Card(
        pools=(_wounds(encounter, who),),
        figures=tuple(_figures(encounter, who)),
        pips=tuple(_pips(encounter, who)),
        badges=(*flags(encounter, who), *conditions),
        out=vital(encounter, who).out,
    )


def _wounds(encounter: Encounter, who: str) -> Pool:
    """Return the wounds; those taken by a quick number are one injury.

    Rules: FL-EVT-14
    """
    stands = vital(encounter, who)
    now, full = stands.points, stands.full

    def changed(by: int) -> tuple[Event, ...]:
        by = max(-now, min(by, full - now))
        injury = [Entry(event="injury", wounds=-by)] if by < 0 else []
        written = entered(encounter, who, injury)
        return (WoundsChanged(who=who, by=by), *written) if by else ()

    return Pool("wounds", _("Wounds"), now, full, changed=changed)


def _figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    yield from _count_and_ledger(encounter, who)
    yield from senses_told(encounter, who, senses_of(encounter, who))


def _count_and_ledger(encounter: Encounter, who: str) -> Iterator[Figure]:
    sheet = sheet_of(encounter[who])
    fight = sheet.fight
    if fight.count is None:
        yield Figure(_("Initiative bonus"), f"{sheet.init_bonus:+}")
        return
    yield Figure(
        _("Count"), str(fight.count), _("Initiative bonus {n}").format(n=f"{sheet.init_bonus:+}")
    )
    yield from _free_actions(fight)
    found = projected(encounter, who)
    hint = "\n".join(
        f"{one.label} {one.value:+}" + (f" ({one.note})" if one.note else "") for one in found.lines
    )
    if found.lines:
        raw = f" ({found.raw:+})" if found.raw != found.applied else ""
        yield Figure(_("This round"), f"{found.applied:+}{raw}", hint, in_head=True)
        yield Figure(_("Next Count"), str(found.count), hint, in_head=True)


def _free_actions(fight: InFight) -> Iterator[Figure]:
    """Yield how many free actions were taken, and whether the limit is reached.

    Rules: FL-RND-05
    """
    used, limit = fight.free_used, fight.free_limit
    if used or limit is not None:
        words = str(used) if limit is None else _("{n} of {most}").format(n=used, most=limit)
        hint = _("In this round; the game master says how many are enough.")
        yield Figure(_("Free actions"), words, hint)


def _pips(encounter: Encounter, who: str) -> Iterator[Pip]:
    fight = fight_of(encounter, who)
    if not is_under_way(encounter) or fight.count is None:
        return
    if is_surprise_round(encounter):
        if who in state_of(encounter).surprised:
            has_extra = switches_of(encounter).surprise_free_extra
            spent = fight.surprise_action or (fight.surprise_free and not has_extra)
            yield Pip(PipKind.OWN, _("One action"), int(not spent), 1)
            if has_extra:
                yield Pip(PipKind.SMALL, _("Free action"), int(not fight.surprise_free), 1)
        return
    yield Pip(PipKind.OWN, _("Half actions"), fight.halves_left, numbers().half_actions)
    for one in fight.extra_halves:
        words = restricted(one.source, one.restrictions)
        label = _("Half action: {source}").format(source=words)
        yield Pip(PipKind.OTHERS, label, int(one in fight.extras_left), 1)
    step = int(not (fight.step_used or fight.moved))
    yield Pip(PipKind.SMALL, _("Bonus step"), step, 1)
