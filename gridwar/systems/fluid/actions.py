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
    FormNumber,
    Option,
    PipKind,
    Pips,
    Procedure,
    Step,
    Table,
    Variant,
    choose,
    choose_numbers,
    emit,
    must_exist,
    offer,
    plays,
    reason_against,
    require,
    required,
    say,
)
from gridwar.systems.fluid.economy import may_take, prompt_of, take, taking_of
from gridwar.systems.fluid.events import (
    CountChanged,
    FreeLimitSet,
    HalfGained,
    PressForced,
    Prompted,
    PromptOver,
)
from gridwar.systems.fluid.headings import ACT, OTHERWISE, TURN
from gridwar.systems.fluid.ledger_entries import enter_event
from gridwar.systems.fluid.reeling import drop_to_zero
from gridwar.systems.fluid.sheet import Entry, ExtraHalf, count_of, fight_of, sheet_of
from gridwar.systems.fluid.state import Prompt, action_spec, settings_of, state_of
from gridwar.systems.fluid.switches import switches_of
from gridwar.systems.fluid.tables import PRESS, Cost
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.economy import Taking
    from gridwar.systems.fluid.tables import ActionSpec

MOST_FINAL: Final = 20
"""Final attacks of one action."""
HALF, FULL, FREE = Pips((PipKind.OWN,)), Pips((PipKind.OWN, PipKind.OWN)), Pips()
_LENGTHS = {"free": 0, "half": 1, "full": 2}
_SHORTER = {"half": _("to a half action"), "free": _("to a free action")}
_PRICES = {"half": HALF, "full": FULL, "free": FREE}
_SHORTCUTS = {"aim": "A", "brace": "B", "regroup": "G", PRESS: "P"}
_ICONS = {"aim": "crosshair", "brace": "shield", "regroup": "users", PRESS: "chevrons-down"}


def _spec(encounter: Encounter, action: str) -> ActionSpec | None:
    return action_spec(encounter, action)


def _price(encounter: Encounter, command: TakeAction) -> Pips:
    spec = _spec(encounter, command.action)
    if command.split:
        return HALF
    return _PRICES[command.cost or spec.cost] if spec is not None else FREE


def _listed(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the actions of the list; an attack once a weapon, a long check also divided.

    Rules: FL-RND-06, FL-ACT-01, FL-ACT-02, FL-EVT-05
    """
    split = fight_of(encounter, who).split
    for spec in settings_of(encounter).actions:
        if "move" in spec.tags:
            continue
        title, icon = spec.name or spec.id, _icon(spec)
        if "attack" in spec.tags and sheet_of(encounter[who]).weapons:
            for weapon in sheet_of(encounter[who]).weapons:
                fields = frozendict(action=spec.id, weapon=weapon.id)
                key, note = f"{spec.id} {weapon.id}", weapon.name or weapon.id
                yield Variant(key, fields, weapon=weapon.id, note=note, title=title, icon=icon)
            continue
        if split is not None and split.action == spec.id and split.round < encounter.round:
            note, fields = _("second half"), frozendict(action=spec.id, split="finish")
            yield Variant(f"{spec.id} finish", fields, note=note, title=title, icon=icon)
            continue
        shortcut = _SHORTCUTS.get(spec.event, "")
        yield Variant(
            spec.id, frozendict(action=spec.id), shortcut=shortcut, title=title, icon=icon
        )
        if spec.cost == "full" and "skill" in spec.tags and "no_split" not in spec.restrictions:
            note, fields = _("continues next round"), frozendict(action=spec.id, split="start")
            yield Variant(f"{spec.id} start", fields, note=note, title=title, icon=icon)


def _icon(spec: ActionSpec) -> str:
    if spec.event in _ICONS:
        return _ICONS[spec.event]
    if "attack" in spec.tags:
        return "swords"
    return "wrench" if "skill" in spec.tags else "hand"


def _prepared(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the actions that can be shortened, or come with final attacks.

    What is possible only when shortened begins so.

    Rules: FL-ACT-05, FL-EVT-07
    """
    weapons = sheet_of(encounter[who]).weapons
    for spec in settings_of(encounter).actions:
        if "move" in spec.tags or spec.cost == "free":
            continue
        weapon = weapons[0].id if weapons and "attack" in spec.tags else ""
        plain = TakeAction(actor=who, action=spec.id, weapon=weapon)
        forms = (plain, *_shorter(spec, plain))
        possible = next((one for one in forms if not _why_not(encounter, spec, one)), plain)
        fields = frozendict(
            action=spec.id, weapon=weapon, reductions=possible.reductions, cost=possible.cost
        )
        yield Variant(spec.id, fields, title=f"{spec.name or spec.id} \u2026", icon=_icon(spec))


def _shorter(spec: ActionSpec, command: TakeAction) -> Iterator[TakeAction]:
    """Yield an action as it is when an option shortens it: by one degree, then by more."""
    if spec.cost != "free":
        yield command.replace(reductions=1, cost="")
    if spec.cost == "full":
        yield command.replace(reductions=1, cost="free")


@offer("{title}", icon="hand", group=ACT, price=_price, each=_listed)
@offer(
    "{title}",
    icon="hand",
    group=OTHERWISE,
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
    return Draft(choices=tuple(choices), numbers=tuple(numbers))


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


@plays(TakeAction)
def take_action(table: Table, command: TakeAction) -> Procedure[None]:
    """Take an action: pay for it, and write what it is worth to the ledger.

    Rules: FL-RND-01, FL-RND-05, FL-RND-06, FL-ACT-01, FL-ACT-05, FL-EVT-01, FL-EVT-02, FL-EVT-03
    """
    who = command.actor
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
    yield from take(table, taking)
    note = {"start": _("continues next round"), "finish": _("second half")}.get(command.split, "")
    yield from say(table, _("{who}: {name}"), who=who, name=taking.name, result=note)
    if taking.is_press:
        yield from press(table, who)
    elif spec.event and command.split != "start":
        yield from enter_event(table, who, Entry(event=spec.event))
    if "attack" in spec.tags:
        yield from _note_weapon(table, command)


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


def _note_weapon(table: Table, command: TakeAction) -> Procedure[None]:
    """Write what the weapon of an attack and its final attacks are worth.

    Rules: FL-EVT-05, FL-EVT-06, FL-EVT-07
    """
    who = command.actor
    weapons = {one.id: one for one in sheet_of(table.now[who]).weapons}
    weapon = weapons.get(command.weapon)
    if weapon is not None:
        name = weapon.name or weapon.id
        if weapon.tactical:
            yield from enter_event(table, who, Entry(event="tactical_fire", label=name))
        known = [one.weapon for one in fight_of(table.now, who).ledger if one.weapon]
        if not weapon.proficient and name not in known:
            yield from enter_event(table, who, Entry(event="nonproficient", weapon=name))
    if command.final_attacks:
        entry = Entry(event="final_attack", count=command.final_attacks)
        yield from enter_event(table, who, entry)


def press(table: Table, who: str) -> Procedure[None]:
    """Lower the Count at once, outside ledger and cap, and give a half action; the place stays.

    Rules: FL-MOD-03, FL-MOD-06, FL-MOD-07
    """
    switches = switches_of(table.now)
    before = count_of(table.now, who)
    yield from emit(
        CountChanged(who=who, by=switches.press_change), PressForced(who=who, value=False)
    )
    taken = {one.id for one in fight_of(table.now, who).extra_halves}
    free = (f"press {n}" for n in range(1, len(taken) + switches.press_gain + 1))
    for half in [one for one in free if one not in taken][: switches.press_gain]:
        yield from emit(HalfGained(who=who, half=ExtraHalf(id=half, source=_("Press"))))
    after = before + switches.press_change
    step = Step(label=_("Press"), rule_id="FL-MOD-03", before=before, after=after)
    text = _("{who} presses, the place stays")
    yield from say(table, text, who=who, result=str(after), tone="plain", steps=(step,))
    if after <= 0:
        yield from drop_to_zero(table, who)


# --- what the game master gives -------------------------------------------------------------------


@offer(_("Prompt an action off the Count \u2026"), icon="zap", group=TURN, about="target")
class PromptAction(Command):
    """Let somebody take one action off their own Count."""

    target: str
    action: str = ""
    """Asked where it is left out."""


@plays(PromptAction)
def prompt_action(table: Table, command: PromptAction) -> Procedure[None]:
    """Open one action to somebody, and nothing beside it.

    Rules: FL-ACT-04
    """
    who = command.target
    yield from must_exist(table, who)
    yield from require(table.now.round > 0, "not_begun", _("Begin the fight first."), "FL-SEQ-01")
    text = _("It is {who}'s own Count.")
    yield from require(table.now.turn != who, "own_count", text, "FL-ACT-04", who=who)
    action = command.action
    if not action:
        options = [Option(one.id, one.name or one.id) for one in settings_of(table.now).actions]
        text = _("Which action is {whom} prompted to?")
        yield from require(
            bool(options), "no_actions", _("The list of actions is empty."), "FL-RND-06"
        )
        action = yield from choose(table, text, options, "FL-ACT-04", key="action", whom=who)
    if any(one.who == who for one in state_of(table.now).prompts):
        yield from emit(PromptOver(who=who))
    yield from emit(Prompted(prompt=Prompt(who=who, action=action)))
    spec = _spec(table.now, action)
    name = (spec.name or spec.id) if spec is not None else action
    yield from say(table, _("{who} is prompted: {name}"), who=who, name=name)


def _prompted(encounter: Encounter, who: str) -> Iterator[Variant]:
    if prompt_of(encounter, who) is not None:
        yield Variant()


@offer(_("Let the prompt pass"), icon="x", group=TURN, about="target", each=_prompted)
class LetPass(Command):
    """Take a prompt back."""

    target: str


@plays(LetPass)
def let_pass(table: Table, command: LetPass) -> Procedure[None]:
    """Let a prompted action go by.

    Rules: FL-ACT-04
    """
    yield from must_exist(table, command.target)
    yield from emit(PromptOver(who=command.target))


@offer(_("Free actions: the limit is reached, or not"), icon="hand", group=TURN, about="target")
class LimitFree(Command):
    """Say that somebody has taken enough free actions in this round, or take that back."""

    target: str
    limit: int | None = Field(default=None, ge=0, le=1000)
    """How many; left out it is those taken so far, or none again."""


@plays(LimitFree)
def limit_free(table: Table, command: LimitFree) -> Procedure[None]:
    """Set the limit of free actions of a round.

    Rules: FL-RND-05
    """
    who = command.target
    yield from must_exist(table, who)
    fight, limit = fight_of(table.now, who), command.limit
    if limit is None and fight.free_limit is None:
        limit = fight.free_used
    yield from emit(FreeLimitSet(who=who, limit=limit))
    text = _("{who} takes no more free actions in this round")
    lifted = _("{who} may take free actions again")
    yield from say(table, lifted if limit is None else text, who=who)


@offer(_("Give a half action \u2026"), icon="plus", group=TURN, about="target")
class GiveHalf(Command):
    """Give somebody a half action from another source."""

    target: str
    source: str = Field(default="", max_length=60)
    restrictions: frozenset[str] | None = None
    """``no_attack``, ``no_move`` \u2026; asked where it is left out."""


@plays(GiveHalf)
def give_half(table: Table, command: GiveHalf) -> Procedure[None]:
    """Give a half action with its source and restrictions, for this round.

    Rules: FL-ACT-03
    """
    who, restrictions = command.target, command.restrictions
    yield from must_exist(table, who)
    if restrictions is None:
        fields = [
            FormNumber("no_attack", _("Not for attacks"), 0, 1, yes_no=True),
            FormNumber("no_move", _("Not for moves"), 0, 1, yes_no=True),
        ]
        text = _("What may the half action of {whom} not be used for?")
        given = yield from choose_numbers(table, text, fields, "FL-ACT-03", key="half", whom=who)
        restrictions = frozenset(key for key, value in given.items() if value)
    source = command.source or _("An ability")
    taken = {one.id for one in fight_of(table.now, who).extra_halves}
    half = next(one for n in range(len(taken) + 2) if (one := _numbered(source, n)) not in taken)
    gained = ExtraHalf(id=half, source=half, restrictions=restrictions)
    yield from emit(HalfGained(who=who, half=gained))
    text = _("{who} has a half action of {source}")
    yield from say(table, text, who=who, source=source)


def _numbered(source: str, number: int) -> str:
    return source if not number else f"{source} {number + 1}"
