"""Step 5, what somebody does: the GM's list of actions, Press, prompts, what is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Command,
    CommandChoice,
    CommandNumber,
    CommandOption,
    Draft,
    Foreseen,
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
    reason_against,
    require,
    required,
    say,
)
from gridwar.systems.fluid.actions.economy import may_take, take
from gridwar.systems.fluid.actions.payment import price_of_taking
from gridwar.systems.fluid.checks.action_taken import prompt_of, taking_of
from gridwar.systems.fluid.checks.divided_checks import goes_on, loses_split, split_name
from gridwar.systems.fluid.core.headings import ACT, OTHERWISE
from gridwar.systems.fluid.core.sheet import Entry, Weapon, fight_of, sheet_of
from gridwar.systems.fluid.core.state import action_spec, settings_of, stands
from gridwar.systems.fluid.core.tables import PRESS, Cost
from gridwar.systems.fluid.ledger.ledger import worth_words
from gridwar.systems.fluid.ledger.ledger_entries import weapon_entries
from gridwar.systems.fluid.ledger.ledger_writing import enter
from gridwar.systems.fluid.ledger.reeling import press, press_words
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.checks.action_taken import Taking
    from gridwar.systems.fluid.core.tables import ActionSpec

MOST_FINAL: Final = 20
"""Final attacks of one action."""
_LENGTHS = {"free": 0, "half": 1, "full": 2}
_SHORTER = {"half": _("to a half action"), "free": _("to a free action")}
_SHORTCUTS = {"aim": "A", "brace": "B", "regroup": "G", PRESS: "P"}
_ICONS = {"aim": "crosshair", "brace": "shield", "regroup": "users", PRESS: "chevrons-down"}
_ROLES = {"aim": Role.READY, "brace": Role.GUARD}


def _spec(encounter: Encounter, action: str) -> ActionSpec | None:
    return action_spec(encounter, action)


def _price(encounter: Encounter, command: TakeAction) -> Pips:
    spec = _spec(encounter, command.action)
    return Pips() if spec is None else price_of_taking(encounter, _taking(spec, command))


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
    spec = None if prompt is None else _spec(encounter, prompt.action)
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
        note = " \u00b7 ".join(filter(None, (weapon.name or weapon.id, words)))
        key = f"{spec.id} {weapon.id}"
        yield Variant(key, fields, weapon=weapon.id, note=note, title=title, icon=icon, role=role)
    if not weapons:
        shortcut, fields = _SHORTCUTS.get(spec.event, ""), frozendict(action=spec.id)
        note = _consequences(encounter, TakeAction(actor=who, action=spec.id))
        yield Variant(
            spec.id, fields, shortcut=shortcut, note=note, title=title, icon=icon, role=role
        )


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
    spec = _spec(encounter, command.action)
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
    title = spec.name or spec.id
    return title, _ICONS.get(spec.event, icon), _ROLES.get(spec.event, role)


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
        forms = (plain, *_shorter(spec, plain))
        possible = next((one for one in forms if not _why_not(encounter, spec, one)), plain)
        fields = frozendict(
            action=spec.id, weapon=weapon, reductions=possible.reductions, cost=possible.cost
        )
        title, icon, role = _shown(spec)
        yield Variant(spec.id, fields, title=f"{title} \u2026", icon=icon, role=role)


def _shorter(spec: ActionSpec, command: TakeAction) -> Iterator[TakeAction]:
    """Yield an action as it is when an option shortens it: by one degree, then by more."""
    if spec.cost != "free":
        yield command.replace(reductions=1, cost="")
    if spec.cost == "full":
        yield command.replace(reductions=1, cost="free")


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
class TakeAction(Act):
    """Take an action of the game master's list."""

    action: str
    uses: tuple[str, ...] = Field(default=(), max_length=4)
    """Which half actions pay: ``base``, or ids of others; asked where there are several ways."""
    split: Literal["", "start", "finish"] = ""
    reductions: int = Field(default=0, ge=0, le=8)
    """How many options shorten it."""
    cost: Literal["", "half", "full", "free"] = ""
    """What it takes when shortened; empty for what the list says."""
    weapon: str = ""
    target: str = ""
    """Whom an attack is against; empty where nobody is named."""
    final_attacks: int = Field(default=0, ge=0, le=MOST_FINAL)


def action_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what can be chosen of an action: a weapon, final attacks, an option that shortens it.

    Rules: FL-ACT-05, FL-EVT-05, FL-EVT-07
    """
    if not isinstance(command, TakeAction) or command.actor not in encounter:
        return Draft()
    spec = _spec(encounter, command.action)
    if spec is None or command.split:
        return Draft()
    choices, numbers = [_shortening(encounter, spec, command)], list[CommandNumber]()
    if "attack" in spec.tags:
        final = CommandNumber(
            "final attacks",
            _("Final attacks"),
            0,
            MOST_FINAL,
            command.final_attacks,
            lambda count: command.replace(final_attacks=count),
            _("2 points each"),
        )
        numbers.append(final)
        choices += _weapon_choice(encounter, command)
        choices += _target_choice(encounter, command)
    foreseen = tuple(_foreseen(encounter, spec, command))
    choices = [one for one in choices if len(one.options) > 1]
    return Draft(choices=tuple(choices), numbers=tuple(numbers), foreseen=foreseen)


def _foreseen(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> Iterator[Foreseen]:
    """Yield what an action leads to besides its lines: Press at once, a divided check lost.

    Rules: FL-ACT-01, FL-MOD-03
    """
    who = command.actor
    if spec.event == PRESS and fight_of(encounter, who).count is not None:
        text = _("The Count at once, {words}").format(words=press_words(encounter, who))
        yield Foreseen(text, "FL-MOD-03")
    if loses_split(encounter, _taking(spec, command)):
        text = _("{name} is lost by it").format(name=split_name(encounter, who))
        yield Foreseen(text, "FL-ACT-01")


def _shortening(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> CommandChoice:
    plain = command.replace(reductions=0, cost="")
    options = [CommandOption("no", _("no"), plain, why_not=_why_not(encounter, spec, plain))]
    for shorter in _shorter(spec, plain):
        why_not, cost = _why_not(encounter, spec, shorter), _taking(spec, shorter).cost
        options.append(CommandOption(cost, _SHORTER[cost], shorter, why_not=why_not))
    chosen = _taking(spec, command).cost if command.reductions else "no"
    return CommandChoice("shortened", _("Shortened"), tuple(options), chosen)


def _why_not(encounter: Encounter, spec: ActionSpec, command: TakeAction) -> str:
    found = reason_against(encounter, lambda table: may_take(table, _taking(spec, command)))
    return "" if found is None else found.text


def _weapon_choice(encounter: Encounter, command: TakeAction) -> list[CommandChoice]:
    weapons = sheet_of(encounter[command.actor]).weapons
    options = tuple(
        CommandOption(one.id, one.name or one.id, command.replace(weapon=one.id)) for one in weapons
    )
    return [CommandChoice("weapon", _("Weapon"), options, command.weapon)] if options else []


def _target_choice(encounter: Encounter, command: TakeAction) -> list[CommandChoice]:
    """Return whom an attack may be against, for the log."""
    side = encounter[command.actor].side
    foes = [
        one
        for one in encounter.everyone()
        if stands(encounter, one.id) and encounter.are_foes(one.side, side)
    ]
    nobody = CommandOption("", _("nobody named"), command.replace(target=""))
    options = [CommandOption(one.id, one.name, command.replace(target=one.id)) for one in foes]
    found = (nobody, *options)
    return [CommandChoice("target", _("Against"), found, command.target)] if options else []


def entries_of(encounter: Encounter, command: TakeAction) -> tuple[Entry, ...]:
    """Return the events that an action writes: its own, its weapon's, its final attacks.

    Rules: FL-EVT-01, FL-EVT-02, FL-EVT-03, FL-EVT-05, FL-EVT-06, FL-EVT-07
    """
    spec = _spec(encounter, command.action)
    if spec is None or spec.event == PRESS or command.split == "start":
        return ()
    found = [Entry(event=spec.event)] if spec.event else []
    weapon = _weapon(encounter, command)
    if "attack" in spec.tags and weapon is not None:
        found += weapon_entries(encounter, command.actor, weapon)
    if command.final_attacks:
        found.append(Entry(event="final_attack", count=command.final_attacks))
    return tuple(found)


def _weapon(encounter: Encounter, command: TakeAction) -> Weapon | None:
    weapons = sheet_of(encounter[command.actor]).weapons
    return next((one for one in weapons if one.id == command.weapon), None)


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
        _spec(table.now, command.action), "no_action", text, "FL-RND-06", name=command.action
    )
    taking = _taking(spec, command)
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
    weapon = _weapon(encounter, command)
    if weapon is not None:
        text = _("{name} with {weapon}")
        name = text.format(name=name, weapon=weapon.name or weapon.id)
    if command.target:
        text = _("{name} against {target}")
        name = text.format(name=name, target=encounter[command.target].name)
    return name


def _taking(spec: ActionSpec, command: TakeAction) -> Taking:
    """Return an action of the list as a command takes it.

    Rules: FL-ACT-05
    """
    return replace(
        taking_of(spec, command.actor),
        cost=command.cost or shortened(spec.cost, command.reductions),
        uses=command.uses,
        split=command.split,
        reductions=command.reductions,
    )


def shortened(cost: Cost, reductions: int) -> Cost:
    """Return what an action costs when an option shortens it by one degree.

    Rules: FL-ACT-05
    """
    shorter: dict[Cost, Cost] = {"full": "half", "half": "free", "free": "free"}
    return shorter[cost] if reductions else cost
