"""What a d20 has to show, in words, for whoever rolls real dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.checks.checks import Scaling

HIGHEST: Final = 20


def least_face(scaled: Scaling, bonus: int, wanted: int, rounding: str) -> int | None:
    """Return the lowest face of a d20 whose result reaches a number; None where none does.

    Args:
        scaled: What magnitude does to the sum.
        bonus: What is added to the die.
        wanted: The result it takes.
        rounding: The house rule of rounding.

    Rules: AR-CHK-06, AR-CHK-08
    """
    if scaled.number == 1:
        face = max(1, wanted - bonus)
        return face if face <= HIGHEST else None
    faces = range(1, HIGHEST + 1)
    return next((face for face in faces if scaled.of(face + bonus, rounding) >= wanted), None)


def needed_words(face: int | None, bonus: int, dc: int, *, difficulty: int | None = None) -> str:
    """Return what a d20 has to show, with the sum and what it is compared with.

    Args:
        face: The lowest face that will do; None for none.
        bonus: What is added to it.
        dc: What the result is compared with.
        difficulty: What casts a spell; None for what is no spell.

    Rules: AR-CHK-06, AR-SPL-01
    """
    against = _("d20 {bonus} against {dc}")
    if difficulty is not None:
        against = _("d20 {bonus} against {dc}, cast with {n}")
    shown = f"{bonus:+d}".replace("-", "\u2212")
    words = against.format(bonus=shown, dc=dc, n=difficulty)
    least = _("more than a {n}").format(n=HIGHEST) if face is None else _("{n} or more")
    return f"{least.format(n=face)} ({words})"
