"""Step 5, what somebody does: the GM's list of actions as it is offered, and how one is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import (
    Pips,
    Procedure,
    Role,
    Step,
    Table,
    Variant,
    must_exist,
    ngettext,
    offer,
    plays,
    require,
    required,
    say,
)
from gridwar.systems.fluid.actions.allowed_actions import may_take, take
from gridwar.systems.fluid.actions.divided_checks import goes_on
from gridwar.systems.fluid.actions.payment import price_of_taking, prompt_of
from gridwar.systems.fluid.actions.take_action_choices import (
    TakeAction,
    entries_of,
    shorter_forms,
    taken_as,
    weapon_used,
    why_not,
)
from gridwar.systems.fluid.core.action_headings import ACT, OTHERWISE
from gridwar.systems.fluid.core.house_rules_and_settings import action_spec, settings_of
from gridwar.systems.fluid.core.sheet import fight_of, sheet_of
from gridwar.systems.fluid.core.tables import PRESS
from gridwar.systems.fluid.ledger.ledger_sum import worth_words
from gridwar.systems.fluid.ledger.ledger_writing import enter
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import press, press_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.core.tables import ActionSpec

_LENGTHS = {"free": 0, "half": 1, "full": 2}
_ICONS = {"aim": "crosshair", "brace": "shield", "regroup": "users", PRESS: "chevrons-down"}
_ROLES = {"aim": Role.READY, "brace": Role.GUARD}


def _price(encounter: Encounter, command: TakeAction) -> Pips:
    spec = action_spec(encounter, command.action)
    return Pips() if spec is None else price_of_taking(encounter, taken_as(spec, command))


def _listed(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the actions of the list, what comes first now at its head; nothing but a prompt.

    Rules: FL-RND-06, FL-ACT-01, FL-ACT-04, FL-MOD-06
    """
    if prompt_of(encounter, who) is not None:
        return
    fight, specs = fight_of(encounter, who), settings_of(encounter).actions
    for spec in specs:
        if spec.event == PRESS and fight.must_press:
            yield from _variants(encounter, who, spec)
    for spec in specs:
        if _is_due(encounter, who, spec):
            note, fields = _("second half"), frozendict(action=spec.id, split="finish")
            key, (title, icon, role) = f"{spec.id} finish", _shown(spec)
            yield Variant(key, fields, note=note, title=title, icon=icon, role=role)
    for spec in specs:
        is_first = _is_due(encounter, who, spec) or (spec.event == PRESS and fight.must_press)
        if not is_first and "move" not in spec.tags:
            yield from _variants(encounter, who, spec)
            yield from _divided(encounter, who, spec)


def _is_due(encounter: Encounter, who: str, spec: ActionSpec) -> bool:
    """Tell whether the second half of an action is to be taken in this round.

    Rules: FL-ACT-01
    """
    split = fight_of(encounter, who).split
    return split is not None and split.action == spec.id and split.round < encounter.round


def _prompted(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the one action that somebody is prompted to.

    Rules: FL-ACT-04
    """
    prompt = prompt_of(encounter, who)
    spec = None if prompt is None else action_spec(encounter, prompt.action)
    if spec is not None and "move" not in spec.tags:
        yield from _variants(encounter, who, spec)


def _variants(encounter: Encounter, who: str, spec: ActionSpec) -> Iterator[Variant]:
    """Yield an action with what it does to the Count, an attack once a weapon.

    Rules: FL-RND-06, FL-EVT-05, FL-EVT-06
    """
    title, icon, role = _shown(spec)
    weapons = sheet_of(encounter[who]).weapons if "attack" in spec.tags else ()
    for weapon in weapons:
        fields = frozendict(action=spec.id, weapon=weapon.id)
        command = TakeAction(actor=who, action=spec.id, weapon=weapon.id)
        words = _consequences(encounter, command)
        note = " \u00b7 ".join(filter(None, (weapon.words, words)))
        shown = Variant(title=title, icon=icon, role=role, choice=weapon.words)
        key = f"{spec.id} {weapon.id}"
        yield replace(shown, key=key, fields=fields, weapon=weapon.id, note=note)
    if not weapons:
        fields = frozendict(action=spec.id)
        note = _consequences(encounter, TakeAction(actor=who, action=spec.id))
        yield Variant(spec.id, fields, note=note, title=title, icon=icon, role=role)


def _divided(encounter: Encounter, who: str, spec: ActionSpec) -> Iterator[Variant]:
    """Yield the first half of a long check, with what is lost if it comes too early.

    Rules: FL-ACT-01, FL-ACT-02
    """
    if spec.cost == "full" and "skill" in spec.tags and "no_split" not in spec.restrictions:
        note, fields = _("continues next round"), frozendict(action=spec.id, split="start")
        words = _unused(encounter, who)
        note = f"{note}; {words}" if words else note
        key, (title, icon, role) = f"{spec.id} start", _shown(spec)
        yield Variant(key, fields, note=note, title=title, icon=icon, role=role)


def _unused(encounter: Encounter, who: str) -> str:
    """Return what of a turn is left unused where a divided check begins now.

    Rules: FL-ACT-01
    """
    fight = fight_of(encounter, who)
    left = fight.halves_left + len(fight.extras_left) - 1
    return (
        ngettext("{n} half action goes unused", "{n} half actions go unused", left).format(n=left)
        if left > 0
        else ""
    )


def _consequences(encounter: Encounter, command: TakeAction) -> str:
    """Return what an action would do to the Count, in a few words; empty where it does nothing.

    Rules: FL-MOD-03, FL-MOD-08
    """
    spec = action_spec(encounter, command.action)
    if spec is None or fight_of(encounter, command.actor).count is None:
        return ""
    if spec.event == PRESS:
        return press_words(encounter, command.actor)
    entries = entries_of(encounter, command)
    return worth_words(encounter, command.actor, *entries) if entries else ""


def _shown(spec: ActionSpec) -> tuple[str, str, Role]:
    """Return words and icon of an action, and what it is for: told by its tags and its event."""
    if "attack" in spec.tags:
        icon, role = "swords", Role.STRIKE
    else:
        icon, role = "wrench" if "skill" in spec.tags else "hand", Role.OTHER
    return spec.words, _ICONS.get(spec.event, icon), _ROLES.get(spec.event, role)


def _prepared(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the actions that can be shortened, come with final attacks, or move the Count.

    What is possible only when shortened begins so.

    Rules: FL-ACT-05, FL-EVT-07, FL-MOD-03
    """
    weapons, prompt = sheet_of(encounter[who]).weapons, prompt_of(encounter, who)
    for spec in settings_of(encounter).actions:
        if "move" in spec.tags or (spec.cost == "free" and not spec.event):
            continue
        if prompt is not None and prompt.action != spec.id:
            continue
        weapon = weapons[0].id if weapons and "attack" in spec.tags else ""
        plain = TakeAction(actor=who, action=spec.id, weapon=weapon)
        forms = (plain, *shorter_forms(spec, plain))
        possible = next((one for one in forms if not why_not(encounter, spec, one)), plain)
        fields = frozendict(
            action=spec.id, weapon=weapon, reductions=possible.reductions, cost=possible.cost
        )
        title, icon, role = _shown(spec)
        yield Variant(spec.id, fields, title=f"{title} \u2026", icon=icon, role=role)


@offer("{title}", icon="hand", group=ACT, role=Role.OTHER, price=_price, each=_listed)
@offer(
    "{title}",
    icon="zap",
    group=ACT,
    role=Role.OTHER,
    price=_price,
    each=_prompted,
    id="prompted",
    out_of_turn=True,
)
@offer(
    "{title}",
    icon="hand",
    group=OTHERWISE,
    role=Role.OTHER,
    price=_price,
    each=_prepared,
    id="prepare",
    prepared=True,
)
@plays(TakeAction)
def take_action(table: Table, command: TakeAction) -> Procedure[None]:
    """Take an action: pay for it, and write what it is worth to the ledger.

    Rules: FL-RND-01, FL-RND-05, FL-RND-06, FL-ACT-01, FL-ACT-05, FL-EVT-01, FL-EVT-02, FL-EVT-03,
        FL-EVT-05, FL-EVT-06, FL-EVT-07
    """
    who = command.actor
    if command.target:
        yield from must_exist(table, command.target)
    text = _("There is no action {name} in the list of this fight.")
    spec = yield from required(
        action_spec(table.now, command.action), "no_action", text, "FL-RND-06", name=command.action
    )
    taking = taken_as(spec, command)
    text = _("{name} takes what the list says, unless an option shortens it.")
    is_shorter = command.reductions > 0 and _LENGTHS[taking.cost] < _LENGTHS[spec.cost]
    as_listed = is_shorter or (not command.reductions and taking.cost == spec.cost)
    yield from require(as_listed, "not_shortened", text, "FL-ACT-05", name=taking.name)
    text = _("{name} is no attack: no final attacks come with it.")
    is_attack = not command.final_attacks or "attack" in spec.tags
    yield from require(is_attack, "no_attack", text, "FL-EVT-07", name=taking.name)
    yield from may_take(table, taking)
    if not (yield from goes_on(table, taking)):
        return
    unused = _unused(table.now, who) if command.split == "start" else ""
    paid = yield from take(table, taking)
    if unused:
        paid = (*paid, Step(label=unused, rule_id="FL-ACT-01"))
    note = {"start": _("continues next round"), "finish": _("second half")}.get(command.split, "")
    what = _words(table.now, command, taking.name)
    yield from say(table, _("{who}: {what}"), who=who, what=what, result=note, steps=paid)
    if taking.is_press:
        yield from press(table, who)
    else:
        yield from enter(table, who, entries_of(table.now, command))


def _words(encounter: Encounter, command: TakeAction, name: str) -> str:
    """Return what an action is in words: its name, the weapon, and whom it is against."""
    weapon = weapon_used(encounter, command)
    if weapon is not None:
        text = _("{name} with {weapon}")
        name = text.format(name=name, weapon=weapon.words)
    if command.target:
        text = _("{name} against {target}")
        name = text.format(name=name, target=encounter[command.target].name)
    return name
