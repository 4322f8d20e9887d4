"""Characteristic Decay: scores that are lowered until the cycle ends."""

from __future__ import annotations

from typing import Annotated, get_args

from pydantic import Field

from gridwar.engine.kit import (
    ChoiceField,
    Command,
    Encounter,
    NumberField,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Table,
    Words,
    _,
    clears,
    emit,
    offer,
    plays,
    say,
    settable_if,
)
from gridwar.systems.percentile.core.action_headings import GM
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.scores import SCORE_WORDS, worded
from gridwar.systems.percentile.core.sheet import Characteristic, Decay, PercentileSheet


class Decayed(SheetEvent):
    """A characteristic decayed by some points."""

    characteristic: Characteristic
    by: int

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Add it to those there are."""
        decay = Decay.constant(characteristic=self.characteristic, amount=self.by)
        return sheet.replace(decay=(*sheet.decay, decay))


@clears("decay")
class CycleEnded(SheetEvent):
    """A cycle ended: nothing is decayed any more."""


def _scores(encounter: Encounter, command: DecayCharacteristic) -> dict[Characteristic, Words]:
    """Return which score may decay, with what it is now.

    Rules: PC-AIL-02
    """
    return worded(sheet_of(encounter[command.who]), get_args(Characteristic))


@settable_if(lambda encounter, command: command.who in encounter)
@offer(
    _("Characteristic Decay"),
    icon="arrow-down",
    group=GM,
    role=Role.OTHER,
    about="who",
    prepared=True,
    note=_("until the cycle ends"),
)
class DecayCharacteristic(Command):
    """Lower a characteristic until the cycle ends (the GM's word)."""

    who: str
    characteristic: Annotated[Characteristic, ChoiceField(_("Lowers"), _scores)] = "ws"
    by: Annotated[int, NumberField(_("Points off"), 1, 100)] = Field(default=10, ge=1, le=100)


@offer(_("End of the cycle"), icon="refresh-cw", group=GM, role=Role.OTHER, note=_("decay is gone"))
class EndCycle(Command):
    """End the cycle: all Characteristic Decay is gone."""


@plays(DecayCharacteristic)
def decay(table: Table, command: DecayCharacteristic) -> Procedure[None]:
    """Let a characteristic decay; it adds to what has decayed before.

    Rules: PC-AIL-01, PC-AIL-02
    """
    yield from emit(Decayed(who=command.who, characteristic=command.characteristic, by=command.by))
    words = SCORE_WORDS[command.characteristic]
    step = Step(label=words, rule_id="PC-AIL-02", after=-command.by)
    yield from say(
        table,
        _("{who} suffers Characteristic Decay"),
        who=command.who,
        steps=(step,),
        tone="harm",
        result=f"{words} \u2212{command.by}",
    )


@plays(EndCycle)
def end_cycle(table: Table, command: EndCycle) -> Procedure[None]:
    """End the cycle for everybody.

    Rules: PC-AIL-02
    """
    del command
    decayed = [one.id for one in table.now.combatants.values() if sheet_of(one).decay]
    for who in decayed:
        yield from emit(CycleEnded(who=who))
    names = ", ".join(table.now[one].name for one in decayed) or _("nobody")
    step = Step(label=_("Recovered"), rule_id="PC-AIL-02", after=names)
    yield from say(table, _("The cycle ends: Characteristic Decay is gone"), steps=(step,))
