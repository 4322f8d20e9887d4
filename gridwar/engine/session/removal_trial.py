"""Whether an open command can still come to its end once the GM has corrected something under it.

The GM may take somebody out while dice or an answer are waited for; whether the rest of the command
needs them shows only when it is played on. Owns the trial; what follows from it is the session's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.dice.port import SeededDice
from gridwar.engine.play.outcome import Asking, DiceWanted, Refused, Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.play.outcome import Outcome, Replies, Wanted

NEEDED: Final = "needed"
"""The code of a refusal because somebody is gone whom the command in progress needs."""
_TRIALS: Final = 3
"""With dice of their own each: what misses needs nobody who is hit."""
_MOST_REPLIES: Final = 100


def needed_later(go_on: Callable[[Replies], Outcome], asking: Asking) -> Refused | None:
    """Return why a command cannot come to its end, tried with some dice; None where it can.

    Args:
        go_on: Plays the command with some replies.
        asking: Where it stands.
    """
    for seed in range(_TRIALS):
        outcome: Outcome = asking
        dice = SeededDice(seed)
        for _reply in range(_MOST_REPLIES):
            if not isinstance(outcome, Asking):
                break
            outcome = go_on(_replied(outcome, dice))
        if isinstance(outcome, Refused) and outcome.code == NEEDED:
            return outcome
    return None


def _replied(asking: Asking, dice: SeededDice) -> Replies:
    replies = asking.replies
    for one in asking.wanted:
        replies = replies.with_reply(_reply_to(one, dice))
    return replies


def _reply_to(wanted: Wanted, dice: SeededDice) -> Reply:
    if isinstance(wanted, DiceWanted):
        return Reply(key=wanted.key, faces=dice.faces(wanted.roll.dice, wanted.key))
    return Reply(key=wanted.key, answer=wanted.default)
