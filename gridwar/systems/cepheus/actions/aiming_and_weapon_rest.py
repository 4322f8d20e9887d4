"""Aiming, to hit or for the kill, and the rest that a weapon is laid on for extreme range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Command,
    Count,
    Encounter,
    NumberField,
    Procedure,
    SheetEvent,
    Variant,
    emit,
    must_exist,
    plays,
    price_of,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import (
    Price,
    budget_left,
    may_do,
    most_minors,
    pay,
)
from gridwar.systems.cepheus.actions.losing_aim import AimLost, spoil_aim
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.offers_and_headings import for_people, offer_by_gm, offer_readying
from gridwar.systems.cepheus.core.person_records import MOST_AIM, Aim
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


@for_people
def _rests(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield laying the weapon on a rest, for those who can use it at extreme range."""
    if sheet_of(encounter[who]).rest:
        yield Variant(fields=frozendict(on=False), title=_("Take the weapon off its rest"))
    elif _shoots_far(encounter, who):
        yield Variant()


def _shoots_far(encounter: Encounter, who: str) -> bool:
    """Return whether somebody has a weapon in hand that they could fire at extreme range."""
    sheet, level = sheet_of(encounter[who]), modifiers().fire.extreme_level
    ready = (one for one in sheet.weapons if one.ready and one.form == "ranged")
    return any(sheet.skills.get(one.skill, 0) >= level for one in ready)


@offer_readying(_("Rest the weapon"), icon="anchor", note=_("for extreme range"), each=_rests)
class Brace(Act):
    """Lay the weapon on a rest, or take it off again."""

    on: bool = True


@sets("rest", of="on_rest")
class Braced(SheetEvent):
    """Somebody fires from a rest from now on, or no longer."""

    on_rest: bool


@plays(Brace)
def brace(table: Table, command: Brace) -> Procedure[None]:
    """Lay the weapon on a rest or take it off; moving takes it off by itself.

    Rules: CE-FIR-06
    """
    who = command.actor
    is_new, text = sheet_of(table.now[who]).rest != command.on, _("That is so already.")
    yield from require(is_new, "no_change", text, "CE-FIR-06", waivable=False)
    helps, text = not command.on or _shoots_far(table.now, who), _("A rest is for extreme range.")
    yield from require(helps, "no_use_of_rest", text, "CE-FIR-06", who=who)
    yield from emit(Braced(who=who, on_rest=command.on))
    words = _("{who} rests the weapon") if command.on else _("{who} takes the weapon up")
    yield from say(table, words, who=who)


@for_people
def _to_hit(encounter: Encounter, who: str) -> Iterator[Variant]:
    aim = sheet_of(encounter[who]).aim
    worth = "" if aim is None or not aim.to_hit else f"{_aimed_at(encounter, aim)} +{aim.dm}"
    yield Variant(note=worth)


@for_people
def _to_kill(encounter: Encounter, who: str) -> Iterator[Variant]:
    aim = sheet_of(encounter[who]).aim
    worth = "" if aim is None or not aim.to_kill else f"{_aimed_at(encounter, aim)} +{aim.damage}"
    yield Variant(note=worth, fields={"to_kill": True})


def _aimed_at(encounter: Encounter, aim: Aim) -> str:
    return encounter[aim.target].name if aim.target in encounter else ""


def _its_minors(encounter: Encounter, command: TakeAim) -> Price:
    del encounter
    return Price(minor=command.actions)


def _most_aim(encounter: Encounter, command: TakeAim) -> int:
    """Return how many minor actions could be spent on aiming.

    Rules: CE-MIN-02, CE-MIN-03
    """
    return max(1, most_minors(budget_left(encounter, command.actor)))


@offer_readying(
    _("Aim"),
    id="aim",
    icon="target",
    needs="combatant",
    price=_its_minors,
    each=_to_hit,
)
@offer_readying(
    _("Aim for the kill"),
    id="aim_kill",
    icon="skull",
    needs="combatant",
    price=_its_minors,
    each=_to_kill,
)
class TakeAim(Act):
    """Spend minor actions on aiming at somebody, to hit or for the kill."""

    target: str
    to_kill: bool = False
    actions: Annotated[int, NumberField(_("Minor actions"), 1, _most_aim)] = Field(
        default=1, ge=1, le=3
    )


class AimTaken(SheetEvent):
    """Somebody spent actions on aiming at a target; another target begins anew."""

    target: str
    to_hit: Count = 0
    to_kill: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add them, up to the most that count."""
        same = sheet.aim is not None and sheet.aim.target == self.target
        old = sheet.aim if same and sheet.aim is not None else Aim(target=self.target)
        aim = Aim(
            target=self.target,
            to_hit=min(MOST_AIM, old.to_hit + self.to_hit),
            to_kill=min(MOST_AIM, old.to_kill + self.to_kill),
        )
        return sheet.replace(aim=aim)


@plays(TakeAim)
def take_aim(table: Table, command: TakeAim) -> Procedure[None]:
    """Aim at somebody; another target, and by the usual rule another kind, begins from zero.

    Rules: CE-MIN-02, CE-MIN-03
    """
    who, target, price = command.actor, command.target, price_of(table.now, command)
    yield from may_do(table, who, price)
    other = target in table.now and target != who
    text = _("Choose somebody else to aim at.")
    yield from require(other, "aim_at_nobody", text, "CE-MIN-02", waivable=False)
    yield from pay(table, who, price)
    aim = sheet_of(table.now[who]).aim
    other_kind = aim is not None and bool(aim.to_hit if command.to_kill else aim.to_kill)
    if other_kind and not switches_of(table.now).mix_aim_kinds:
        yield from emit(AimLost(who=who))
    to_hit, to_kill = (0, command.actions) if command.to_kill else (command.actions, 0)
    yield from emit(AimTaken(who=who, target=target, to_hit=to_hit, to_kill=to_kill))
    aim = sheet_of(table.now[who]).aim
    text = _("{who} aims to kill {target}") if command.to_kill else _("{who} aims at {target}")
    result = "" if aim is None else f"+{aim.damage if command.to_kill else aim.dm}"
    yield from say(table, text, who=who, target=target, result=result)


@for_people
def _aims_to_kill(encounter: Encounter, who: str) -> Iterator[Variant]:
    aim = sheet_of(encounter[who]).aim
    if aim is not None and aim.to_kill:
        yield Variant()


@offer_by_gm(
    _("Is distracted"),
    icon="circle-slash",
    note=_("loses the aim for the kill"),
    about="who",
    each=_aims_to_kill,
)
class Distract(Command):
    """The GM says that somebody who aims for the kill was distracted."""

    correction: ClassVar[bool] = True
    who: str


@plays(Distract)
def distract(table: Table, command: Distract) -> Procedure[None]:
    """Take the aim for the kill from somebody who was distracted.

    Rules: CE-MIN-03
    """
    yield from must_exist(table, command.who)
    yield from say(table, _("{who} is distracted"), who=command.who)
    yield from spoil_aim(table, command.who, "distracted")
