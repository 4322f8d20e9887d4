"""Free Actions, which are only counted, and Extended Actions, which take more than one round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    NumberField,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Variant,
    _,
    emit,
    offer,
    plays,
    say,
    sets,
)
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.core.action_headings import EXTENDED, FREE
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.sheet import Extended

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


@offer(
    _("Free Action"),
    icon="message-circle-question-mark",
    group=FREE,
    role=Role.OTHER,
    note=_("speak, drop"),
)
class FreeAction(Act):
    """Do something that takes next to no time."""

    words: str = ""


def _as_it_stands(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    """Return the offer to begin one, or to go on with the one under way.

    Rules: PC-ECO-06
    """
    under_way = sheet_of(encounter[who]).extended
    if under_way is None:
        return (Variant(),)
    fields = {"name": under_way.name, "rounds": under_way.needed, "hidden": under_way.hidden}
    return (Variant(fields=fields, title=_("Go on: {name}").format(name=under_way.name)),)


@offer(
    _("Extended Action"),
    icon="hourglass",
    group=EXTENDED,
    role=Role.OTHER,
    price=priced("extended"),
    each=_as_it_stands,
    prepared=True,
)
class ExtendedAction(Act):
    """Spend the turn on something that takes several rounds; anew, they may be others."""

    name: str = _("Extended Action")
    rounds: Annotated[int, NumberField(_("Rounds needed"), 1, 100)] = Field(default=2, ge=1, le=100)
    hidden: Annotated[
        bool,
        ChoiceField(_("Players"), {False: _("learn how long"), True: _("do not learn it")}),
    ] = False
    """The players do not learn how long it takes."""


@sets("extended", of="extended")
class ExtendedAdvanced(SheetEvent):
    """A round was spent on an Extended Action; None: it is over."""

    extended: Extended | None


@plays(FreeAction)
def free_action(table: Table, command: FreeAction) -> Procedure[None]:
    """Note a Free Action; nothing limits them but the GM.

    Rules: PC-ECO-05
    """
    yield from may_act(table, command.actor, "speak")
    yield from pay(table, command.actor, "speak")
    step = Step(label=_("Half Actions"), rule_id="PC-ECO-05", after=0)
    text, words = _("{who} takes a Free Action"), command.words
    yield from say(table, text, who=command.actor, steps=(step,), result=words)


@plays(ExtendedAction)
def extended_action(table: Table, command: ExtendedAction) -> Procedure[None]:
    """Begin an Extended Action, or go on with it for a round.

    Rules: PC-ECO-06
    """
    who = command.actor
    yield from may_act(table, who, "extended")
    under_way = sheet_of(table.now[who]).extended
    done = 1 if under_way is None else under_way.done + 1
    begun = Extended(name=command.name, needed=command.rounds, hidden=command.hidden)
    yield from pay(table, who, "extended")
    is_over = done >= begun.needed
    yield from emit(
        ExtendedAdvanced(who=who, extended=None if is_over else begun.replace(done=done))
    )
    of = "?" if begun.hidden else begun.needed
    yield from say(
        table,
        _("{who}: {action}"),
        who=who,
        action=begun.name,
        steps=(Step(label=_("Rounds"), rule_id="PC-ECO-06", after=f"{done} / {of}"),),
        result=_("done") if is_over else _("round {n}").format(n=done),
        tone="good" if is_over else "quiet",
    )
