"""The order changed by hand: which numbers put somebody where the GM dragged them.

For systems whose order goes by a number: the mover gets the nearest number that fits, and those
above are lifted only where they must be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    Precedes: TypeAlias = Callable[[str, int, str, int], bool]
    """Tells whether the first with its number comes strictly before the second with its own."""


def numbers_by_hand(
    numbers: Mapping[str, int], moved: str, before: str, precedes: Precedes
) -> dict[str, int]:
    """Return the numbers that change when somebody is put elsewhere in the order.

    Args:
        numbers: Everybody's number, first to last.
        moved: Who is put elsewhere.
        before: Who is to come next; empty for the end.
        precedes: How the rules order two combatants with their numbers.
    """
    rest = [who for who in numbers if who != moved]
    at = rest.index(before) if before in rest else len(rest)
    above, below = rest[:at], rest[at:]
    wanted = _nearest(numbers, moved, above, below, precedes)
    changes = {} if wanted == numbers[moved] else {moved: wanted}
    after, number = moved, wanted
    for who in reversed(above):
        own = numbers[who]
        if precedes(who, own, after, number):
            break
        own = number if precedes(who, number, after, number) else number + 1
        changes[who] = own
        after, number = who, own
    return changes


def _nearest(
    numbers: Mapping[str, int],
    moved: str,
    above: Sequence[str],
    below: Sequence[str],
    precedes: Precedes,
) -> int:
    if below:
        number = numbers[below[0]]
        return number if precedes(moved, number, below[0], number) else number + 1
    if above:
        number = numbers[above[-1]]
        return number if precedes(above[-1], number, moved, number) else number - 1
    return numbers[moved]
