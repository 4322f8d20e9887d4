"""Minor actions that only change oneself: aiming, to hit or for the kill, and the stance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Command,
    Count,
    Encounter,
    NumberField,
    Procedure,
    Role,
    SheetEvent,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    price_of,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import (
    MINOR,
    AimLost,
    Price,
    may_act,
    may_do,
    most_minors,
    pay,
    spoil_aim,
    take_action,
)
from gridwar.systems.cepheus.core.action_headings import (
    MOVE,
    for_people,
    offer_by_gm,
    offer_readying,
)
from gridwar.systems.cepheus.core.person_records import MOST_AIM, Aim, Stance
from gridwar.systems.cepheus.core.state import budget_left, sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


# --- aiming ---------------------------------------------------------------------------------------


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
    shortcut="I",
    each=_to_hit,
)
@offer_readying(
    _("Aim for the kill"),
    id="aim_kill",
    icon="skull",
    needs="combatant",
    price=_its_minors,
    shortcut="K",
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


# --- stance ---------------------------------------------------------------------------------------


@for_people
def _other_stances(encounter: Encounter, who: str) -> Iterator[Variant]:
    words: dict[Stance, tuple[str, str, str]] = {
        "standing": (_("Stand up"), "person-standing", "U"),
        "crouched": (_("Crouch"), "chevron-down", "C"),
        "prone": (_("Lie down"), "chevrons-down", "P"),
    }
    for stance, (title, icon, shortcut) in words.items():
        if stance != sheet_of(encounter[who]).stance:
            yield Variant(stance, {"to": stance}, title=title, icon=icon, shortcut=shortcut)


@offer("", id="stance", icon="", group=MOVE, role=Role.MOVE, price=MINOR, each=_other_stances)
class ChangeStance(Act):
    """Stand up, crouch or lie down."""

    to: Stance


@sets("stance", of="to")
class StanceChanged(SheetEvent):
    """Somebody stood up, crouched or lay down."""

    to: Stance
    dived: bool = False
    """They did so themselves, to escape an explosion."""

    @property
    def is_own_doing(self) -> bool:
        """Whether it was a reaction."""
        return self.dived


@plays(ChangeStance)
def change_stance(table: Table, command: ChangeStance) -> Procedure[None]:
    """Stand up, crouch or lie down.

    Rules: CE-MIN-04
    """
    who = command.actor
    yield from may_act(table, who)
    new = sheet_of(table.now[who]).stance != command.to
    yield from require(new, "stance", _("{who} is that already."), "CE-MIN-04", who=who)
    yield from take_action(table, who, MINOR)
    yield from emit(StanceChanged(who=who, to=command.to))
    texts = {
        "standing": _("{who} stands up"),
        "crouched": _("{who} crouches"),
        "prone": _("{who} lies down"),
    }
    yield from say(table, texts[command.to], who=who)
