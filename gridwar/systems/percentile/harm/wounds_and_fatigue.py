"""Wounds and Fatigue as they are lost and gained, whatever they come of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import CombatantEvent, Procedure, SheetEvent, Step, _, adds, emit, say
from gridwar.systems.percentile.core.fight_state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Table


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
