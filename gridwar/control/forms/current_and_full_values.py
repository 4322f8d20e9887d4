"""What somebody has left of a full value, in a form: it follows it while nothing is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.forms.paths_and_defaults import holder_at
from gridwar.model.combatant import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.control.forms.value_texts import FormValue
    from gridwar.model.record import Record


def full_values(kind: type[Record], root: str) -> Mapping[str, str]:
    """Return where what is left of a value stands, and where the full one, by key."""
    pairs = kind.full_values if issubclass(kind, Sheet) else {}
    return {f"{root}.{left}": f"{root}.{full}" for left, full in pairs.items()}


def follow(
    pairs: Mapping[str, str],
    data: object,
    typed: dict[str, FormValue],
    change: tuple[str, object, object],
) -> None:
    """Let what somebody has left follow its full value, as long as nothing of it is missing.

    Args:
        pairs: What ``full_values`` returns.
        data: The plain data of the form; it is changed.
        typed: How values were typed, by key; of those that follow it is forgotten.
        change: The key that was typed into, its value before and now.
    """
    key, before, now = change
    for twin in _twins(pairs, key):
        holder, name = holder_at(data, twin)
        if holder[name] == before and now is not None:
            holder[name] = now
            typed.pop(twin, None)


def _twins(pairs: Mapping[str, str], key: str) -> Iterator[str]:
    for left, full in pairs.items():
        if key == full or key.startswith(f"{full}."):
            yield left + key.removeprefix(full)
