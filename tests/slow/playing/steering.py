"""Which states and deeds have met, and what has met the least so far."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.slow.playing.reading import declared

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from tests.slow.playing.moments import Moment

_SHOWN_DEEDS = 12
"""Columns of unmet pairs that are printed for a state."""


class Meetings:
    """The matrix of the states that combatants are in against the deeds that are offered."""

    def __init__(self, system: System) -> None:
        self.played: Counter[tuple[str, str]] = Counter()
        """How often a deed was played in a state."""
        self.refused: Counter[tuple[str, str]] = Counter()
        self.columns = {deed_of(kind, one): _rows(kind, one) for kind, one in declared(system)}
        """By deed: what states it could meet, of actor, of target, or of the whole fight."""

    def met(self, state: str, deed: str) -> bool:
        """Tell whether a deed was played, or refused, in a state."""
        return bool(self.played[state, deed] or self.refused[state, deed])

    def wants(self, state: str, deed: str) -> float:
        """Return how much it is worth that a deed meets a state."""
        if self.played[state, deed]:
            return 0
        return 1 / (1 + self.refused[state, deed])

    def count(
        self, moment: Moment, deed: str, who: str | None, command: Command, *, is_refused: bool
    ) -> None:
        """Count a command that was played, or refused, at a moment."""
        states = {"the fight"} if who is None else set(moment.states(who))
        target = getattr(command, "target", None)
        if who is not None and isinstance(target, str):
            states |= moment.between(who, target)
        (self.refused if is_refused else self.played).update((state, deed) for state in states)

    def matrix(self) -> str:
        """Return which deeds each state has met, a line a state, the least met first."""
        lines: list[tuple[int, str]] = []
        for state in sorted({state for state, _deed in (*self.played, *self.refused)}):
            deeds = sorted(deed for deed, rows in self.columns.items() if _row_of(state) in rows)
            played = sum(bool(self.played[state, deed]) for deed in deeds)
            never = [one for one in deeds if not self.met(state, one)]
            shown = ", ".join(never[:_SHOWN_DEEDS]) + " …" * (len(never) > _SHOWN_DEEDS)
            counts = f"played {played:3}  refused {len(deeds) - played - len(never):3}"
            lines.append((played, f"{state:36} {counts}  unmet {len(never):3}  {shown}".rstrip()))
        return "\n".join(line for _played, line in sorted(lines))


def deed_of(kind: type[Command], offer: Any) -> str:
    """Return what an offer of a kind of command is called."""
    short = kind.kind.rpartition(".")[2]
    return short if offer.id in ("", short) else f"{short} ({offer.id})"


def _rows(kind: type[Command], offer: Any) -> frozenset[str]:
    """Return whose states a deed meets: those of an actor, also those of a target, or nobody's."""
    if not (kind.model_fields["actor"].is_required() or offer.about):
        return frozenset({"the fight"})
    return frozenset({"actor", "target"} if "combatant" in offer.fields else {"actor"})


def _row_of(state: str) -> str:
    if state == "the fight":
        return state
    return "target" if state.startswith(("target ", "at itself")) else "actor"
