"""What is done in a turn apart from moving and attacking: aim, stance, weapons, other things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, ask, emit, require_none
from gridwar.model.command import Answer
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question, Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_do,
    must_exist,
    pay,
    spoil_aim,
    why_not_act,
    why_not_do,
)
from gridwar.systems.cepheus.core.armory import holder_of, weapon_in_use
from gridwar.systems.cepheus.core.events import (
    AimLost,
    AimTaken,
    Drawing,
    Reloading,
    StanceChanged,
)
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.commands import (
        ChangeStance,
        Distract,
        Draw,
        OtherAction,
        Reload,
        TakeAim,
    )
    from gridwar.systems.cepheus.core.weapons import Weapon

PRICES = {"free": FREE, "minor": MINOR, "significant": SIGNIFICANT}


def why_not_aim(encounter: Encounter, who: str, target: str) -> Refusal | None:
    """Return why somebody cannot aim at a target; None where he can.

    Rules: CE-MIN-02
    """
    if target not in encounter or target == who:
        text = _("Choose somebody else to aim at.")
        return Refusal("target", text, ("CE-MIN-02",), waivable=False)
    return None


def take_aim(table: Table, command: TakeAim) -> Procedure[None]:
    """Aim at somebody; another target, and by the usual rule another kind, begins from zero.

    Rules: CE-MIN-02, CE-MIN-03
    """
    who, target = command.actor or "", command.target
    yield from require_none(why_not_act(table.now, who))
    yield from require_none(why_not_aim(table.now, who, target))
    yield from pay(table, who, Price(minor=command.actions))
    aim = sheet_of(table.now[who]).aim
    other_kind = aim is not None and bool(aim.to_hit if command.to_kill else aim.to_kill)
    if other_kind and not switches_of(table.now).mix_aim_kinds:
        yield from emit(AimLost(who=who))
    to_hit, to_kill = (0, command.actions) if command.to_kill else (command.actions, 0)
    yield from emit(AimTaken(who=who, target=target, to_hit=to_hit, to_kill=to_kill))
    aim = sheet_of(table.now[who]).aim
    words = _("{name} aims to kill {target}") if command.to_kill else _("{name} aims at {target}")
    title = words.format(name=table.now[who].name, target=table.now[target].name)
    result = "" if aim is None else f"+{aim.damage if command.to_kill else aim.dm}"
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))


def distract(table: Table, command: Distract) -> Procedure[None]:
    """Take the aim for the kill from somebody who was distracted.

    Rules: CE-MIN-03
    """
    yield from must_exist(table, command.who)
    yield from spoil_aim(table, command.who, "distracted")


def why_not_stance(encounter: Encounter, who: str, stance: str) -> Refusal | None:
    """Return why somebody cannot change to a stance; None where he can.

    Rules: CE-MIN-04
    """
    if sheet_of(encounter[who]).stance == stance:
        text = _("{name} is that already.").format(name=encounter[who].name)
        return Refusal("stance", text, ("CE-MIN-04",))
    return None


def change_stance(table: Table, command: ChangeStance) -> Procedure[None]:
    """Stand up, crouch or lie down.

    Rules: CE-MIN-04
    """
    who = command.actor or ""
    yield from require_none(why_not_act(table.now, who))
    yield from require_none(why_not_stance(table.now, who, command.to))
    yield from pay(table, who, MINOR)
    yield from spoil_aim(table, who, "acted")
    yield from emit(StanceChanged(who=who, to=command.to))
    words = {"standing": _("stands up"), "crouched": _("crouches"), "prone": _("lies down")}
    yield from _say(table, who, words[command.to])


# --- weapons --------------------------------------------------------------------------------------


def draws_left(weapon: Weapon) -> int:
    """Return the minor actions that drawing a weapon still takes.

    Rules: CE-MIN-05
    """
    return 0 if weapon.ready else max(0, weapon.draw_minor - weapon.draw_done)


def reloads_left(weapon: Weapon) -> int:
    """Return the minor actions that reloading a weapon still takes.

    Rules: CE-MIN-05
    """
    return max(0, weapon.reload_minor - weapon.reload_done)


def why_not_draw(weapon: Weapon | None) -> Refusal | None:
    """Return why a weapon cannot be drawn; None where it can.

    Rules: CE-MIN-05
    """
    if weapon is None:
        return _no_weapon()
    if weapon.ready:
        text = _("{weapon} is in hand already.").format(weapon=weapon.name)
        return Refusal("ready", text, ("CE-MIN-05",))
    return None


def why_not_reload(weapon: Weapon | None) -> Refusal | None:
    """Return why a weapon cannot be reloaded; None where it can.

    Rules: CE-MIN-05
    """
    if weapon is None:
        return _no_weapon()
    if weapon.form != "ranged" or weapon.magazine is None or weapon.loaded is None:
        text = _("{weapon} needs no reloading.").format(weapon=weapon.name)
        return Refusal("no_magazine", text, ("CE-MIN-05",))
    if not weapon.ready:
        text = _("{weapon} has to be drawn first.").format(weapon=weapon.name)
        return Refusal("not_ready", text, ("CE-MIN-05",))
    if weapon.loaded >= weapon.magazine:
        text = _("{weapon} is fully loaded.").format(weapon=weapon.name)
        return Refusal("full", text, ("CE-MIN-05",))
    return None


def _no_weapon() -> Refusal:
    return Refusal("no_weapon", _("There is no such weapon."), ("CE-MIN-05",), waivable=False)


def draw(table: Table, command: Draw) -> Procedure[None]:
    """Draw a weapon, or go on drawing it.

    Rules: CE-MIN-05
    """
    who = command.actor or ""
    yield from require_none(why_not_act(table.now, who))
    weapon = sheet_of(table.now[who]).weapon(command.weapon)
    yield from require_none(why_not_draw(weapon))
    actions = min(command.actions, draws_left(weapon)) if weapon is not None else 0
    yield from _work(table, who, actions)
    yield from emit(Drawing(who=who, weapon=command.weapon, actions=actions))
    yield from _say_progress(table, who, command.weapon, _("draws {weapon}"))


def reload(table: Table, command: Reload) -> Procedure[None]:
    """Reload a weapon, or go on reloading it; one of the vehicle's, too.

    Rules: CE-MIN-05, CE-VEH-06
    """
    who = command.actor or ""
    yield from require_none(why_not_act(table.now, who))
    weapon = weapon_in_use(table.now, who, command.weapon)
    yield from require_none(why_not_reload(weapon))
    actions = min(command.actions, reloads_left(weapon)) if weapon is not None else 0
    yield from _work(table, who, actions)
    holder, own_id = holder_of(table.now, who, command.weapon)
    yield from emit(Reloading(who=holder, weapon=own_id, actions=actions))
    yield from _say_progress(table, who, command.weapon, _("reloads {weapon}"))


def _work(table: Table, who: str, actions: int) -> Procedure[None]:
    yield from pay(table, who, Price(minor=actions))
    yield from spoil_aim(table, who, "acted")


def _say_progress(table: Table, who: str, weapon_id: str, words: str) -> Procedure[None]:
    weapon = weapon_in_use(table.now, who, weapon_id)
    if weapon is None:
        return
    done = weapon.draw_done or weapon.reload_done
    needed = weapon.reload_minor if weapon.ready else weapon.draw_minor
    result = f"{done}/{needed}" if done else _("done")
    yield from _say(table, who, words.format(weapon=weapon.name), result)


# --- whatever else ------------------------------------------------------------------------------


def other_action(table: Table, command: OtherAction) -> Procedure[None]:
    """Do something else, at the price that the GM names.

    Rules: CE-MIN-10, CE-SIG-02, CE-OTH-01
    """
    who, note = command.actor or "", command.note
    named: str = command.price
    if named == "ask":
        yield from require_none(why_not_act(table.now, who))
        answer = yield from ask(lambda: _at_what_price(table.now, who))
        named, note = answer.option, next(iter(answer.texts), "") or note
    price = PRICES[named]
    yield from may_do(table, who, price)
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    yield from _say(table, who, note or _("does something else"))


def _at_what_price(encounter: Encounter, who: str) -> Question:
    def option(name: str, title: str, effect: str) -> Option:
        refusal = why_not_do(encounter, who, PRICES[name])
        why = "" if refusal is None else refusal.text
        return Option(name, title, effect=effect, enabled=refusal is None, why_not=why)

    title = _("What does {name} do, and at what price?").format(name=encounter[who].name)
    return Question(
        key="price",
        recipient=None,
        title=title,
        note_label=_("In words"),
        options=(
            option("free", _("Free"), _("a shout, a button")),
            option("minor", _("A minor action"), _("without full attention")),
            option("significant", _("The significant action"), _("needs concentration")),
        ),
        default=Answer(option="free"),
        rule_ids=("CE-OTH-01", "CE-MIN-10", "CE-SIG-02"),
    )


def _say(table: Table, who: str, words: str, result: str = "") -> Procedure[None]:
    title = f"{table.now[who].name} {words}"
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))
