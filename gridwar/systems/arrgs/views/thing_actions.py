"""What somebody could do with things and for itself now: handle, wake, recover, wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import Action
from gridwar.systems.arrgs.core import close_commands as close
from gridwar.systems.arrgs.core.commands import PauseTurn
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.recovery.waking import counted_total, room, why_not_wake
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal

TrivialDeed = Literal["prone", "draw"]


def _plain(
    named: tuple[str, str, str], command: Command, note: str, refusal: Refusal | None
) -> Action:
    """Return an action that needs nothing, named by id, title and icon."""
    return Action(*named, lambda _target: command, (), note, (), "", refusal)


# --- turns, sleep, Vitality -----------------------------------------------------------------------


def other(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield the pause of a turn, waking, and Vitality won back.

    Rules: AR-STR-05, AR-CND-05, AR-VIT-01, AR-VIT-06
    """
    if encounter.turn == actor:
        note = _("go on at a later Initiative")
        yield _plain(("pause", _("Pause the turn"), "pause"), PauseTurn(actor=actor), note, None)
    if has(encounter[actor], "unconscious"):
        refusal = why_not_wake(encounter, actor)
        note = _("loud noise or touch: Fortitude")
        yield _plain(("wake", _("Disturb"), "eye"), close.Wake(actor=actor), note, refusal)
        hour = close.PassHour(actor=actor)
        yield _plain(("hour", _("An hour passes"), "clock"), hour, _("for all unconscious"), None)
    if has(encounter[actor], "dying"):
        named = ("treat", _("Is treated"), "bandage")
        yield _plain(named, close.Treat(actor=actor), _("Dying ends"), None)
    if room(encounter, actor):
        recover = close.Recover(actor=actor)
        named = ("recover", _("Recover Vitality"), "heart")
        yield _plain(named, recover, _("up to the Total"), None)
    total = counted_total(encounter, actor)
    if total and total != sheet_of(encounter[actor]).total_vitality:
        words = _("class and abilities: {n}").format(n=total)
        named = ("count_total", _("Count Total Vitality"), "heart")
        yield _plain(named, close.CountTotal(actor=actor), words, None)
