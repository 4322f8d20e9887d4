"""How an aim is lost: by acting, reacting, being hit or distracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import Procedure, SheetEvent, Step, emit, say
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


Spoiler = Literal["acted", "reacted", "hit", "distracted", "used"]
"""What happened to somebody who aims."""


class AimLost(SheetEvent):
    """Aiming came to nothing, or was used up."""

    kill_only: bool = False
    """Only what was aimed for the kill is lost."""
    reacted: bool = False
    """They have given it up themselves, to react."""

    @property
    def is_own_doing(self) -> bool:
        """Whether it was for a reaction."""
        return self.reacted

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Forget it."""
        if self.kill_only and sheet.aim is not None and sheet.aim.to_hit:
            return sheet.replace(aim=sheet.aim.replace(to_kill=0))
        return sheet.replace(aim=None)


def spoil_aim(table: Table, who: str, reason: Spoiler) -> Procedure[None]:
    """Take away the aim that does not survive what happened to somebody.

    Args:
        table: The table.
        who: Whoever may be aiming.
        reason: ``acted`` for any action but aiming, ``used`` for the attack aimed at; ``hit`` for
            being hit whatever the damage; ``distracted`` by the GM's word.

    What somebody does themselves tells it; what is done to them is told here.

    Rules: CE-MIN-02, CE-MIN-03
    """
    aim, switches = sheet_of(table.now[who]).aim, switches_of(table.now)
    if aim is None:
        return
    everything = (
        reason in ("acted", "used")
        or (reason == "reacted" and switches.aim_broken_by_reaction)
        or (reason == "hit" and switches.aim_broken_by_hit == "both")
    )
    if not (everything or aim.to_kill):
        return
    yield from emit(AimLost(who=who, kill_only=not everything, reacted=reason == "reacted"))
    if reason in ("hit", "reacted", "distracted"):
        worth = ((_("Aim"), "CE-MIN-02", aim.dm), (_("Aim for the kill"), "CE-MIN-03", aim.damage))
        lost = worth if everything else worth[1:]
        steps = tuple(
            Step(label=label, rule_id=rule, before=n, after=0) for label, rule, n in lost if n
        )
        text = _("{who} aims at {target} no more")
        yield from say(table, text, who=who, target=aim.target, steps=steps)
