"""Wounds and Fatigue as they are lost and gained, whatever they come of; Characteristic Decay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

from pydantic import Field

from gridwar.engine.kit import (
    ChoiceField,
    CombatantEvent,
    Command,
    NumberField,
    Procedure,
    Role,
    SheetEvent,
    Step,
    Words,
    _,
    adds,
    clears,
    emit,
    offer,
    plays,
    say,
    settable_if,
)
from gridwar.systems.percentile.core.headings import GM
from gridwar.systems.percentile.core.scores import SCORE_WORDS, worded
from gridwar.systems.percentile.core.sheet import Characteristic, Decay, PercentileSheet
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter, Table


class WoundsLost(CombatantEvent):
    """Damage past the soak was dealt.

    Rules: PC-ATK-19, PC-ATK-20
    """

    points: int

    def changed(self, one: Combatant) -> Combatant:
        """Take wounds down to 0; what is left over is Lethal Damage for those with Fate Points."""
        sheet = sheet_of(one)
        left = max(0, sheet.wounds - self.points)
        over = self.points - (sheet.wounds - left)
        lethal = sheet.lethal + (over if sheet.fate else 0)
        spared = sheet.fate or sheet.survives_zero
        dead = sheet.dead or (left == 0 and not spared and self.points > 0)
        return one.replace(sheet=sheet.replace(wounds=left, lethal=lethal, dead=dead))


class WoundsChanged(CombatantEvent):
    """The GM changed the wounds."""

    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change them within their bounds; whoever has some again is not dead."""
        sheet = sheet_of(one)
        wounds = max(0, sheet.wounds + self.by)
        spared = sheet.fate or sheet.survives_zero
        dead = wounds == 0 and (sheet.dead or (self.by < 0 and not spared))
        return one.replace(sheet=sheet.replace(wounds=wounds, dead=dead))


@adds("fatigue", of="levels", least=0)
class FatigueGained(SheetEvent):
    """Levels of Fatigue were suffered."""

    levels: int = 1


def lose_wounds(table: Table, who: str, points: int) -> Procedure[None]:
    """Take wounds from somebody, and tell of death.

    Rules: PC-ATK-19, PC-ATK-20
    """
    if not points:
        return
    sheet = sheet_of(table.now[who])
    wounds, was_dead, lethal = sheet.wounds, sheet.dead, sheet.lethal
    yield from emit(WoundsLost(who=who, points=points))
    after = sheet_of(table.now[who])
    if points < wounds:
        return
    lost = Step(label=_("Wounds"), rule_id="PC-ATK-19", before=wounds, after=after.wounds)
    if after.dead and not was_dead:
        text, result = _("{who} is dead"), _("dead")
        yield from say(table, text, who=who, steps=(lost,), tone="harm", result=result)
        return
    more = after.lethal - lethal
    gained = Step(label=_("Lethal Damage"), rule_id="PC-ATK-20", before=lethal, after=after.lethal)
    text = _("{who} takes Lethal Damage") if more else _("{who} is at 0 Wounds")
    steps = (lost, gained) if more else (lost,)
    result = f"+{more}" if more else ""
    yield from say(table, text, who=who, steps=steps, tone="harm", result=result)


def tire(table: Table, who: str) -> Procedure[None]:
    """Give somebody one level of Fatigue.

    Rules: PC-UNA-03, PC-GRP-02, PC-ACT-14
    """
    yield from emit(FatigueGained(who=who))
    level = sheet_of(table.now[who]).fatigue
    step = Step(label=_("Fatigue"), rule_id="PC-UNA-03", before=level - 1, after=level)
    text = _("{who} suffers a level of Fatigue")
    yield from say(table, text, who=who, steps=(step,), tone="harm", result=str(level))


# --- Characteristic Decay -------------------------------------------------------------------------


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
        _("{who}: Characteristic Decay"),
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
