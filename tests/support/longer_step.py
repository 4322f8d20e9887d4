"""Parameters of a test of which the suite looks at some, and the longer step at the others too."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _pytest.mark.structures import ParameterSet

T = TypeVar("T")


def at_once(
    values: Iterable[T], kept: Iterable[str], name: Callable[[T], str] = str
) -> list[ParameterSet]:
    """Return the values as parameters; those that are not kept are left to the longer step.

    Args:
        values: All of them.
        kept: The names of those that the suite looks at.
        name: What one is called; its id.

    Raises:
        ValueError: If a name is none of theirs: it would be looked at nowhere.
    """
    named = {name(one): one for one in values}
    if strange := set(kept) - named.keys():
        raise ValueError(f"nothing is called {', '.join(sorted(strange))}")
    return [
        pytest.param(one, id=key, marks=() if key in kept else pytest.mark.long)
        for key, one in named.items()
    ]
