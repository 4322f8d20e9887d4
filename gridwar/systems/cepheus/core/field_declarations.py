"""How fields of the sheet are declared: what the editor calls them first, then what they may be."""

from __future__ import annotations

from pydantic import Field


def whole(
    title: str, description: str = "", *, default: int = 0, least: int = 0, most: int | None = None
) -> int:
    """Return the declaration of a field that is a whole number.

    Args:
        title: What the editor calls it.
        description: What it is, in a few words.
        default: What it is where nothing is said.
        least: The smallest it may be.
        most: The greatest; None where its type has the bounds.
    """
    words, lowest = description or None, None if most is None else least
    found: int = Field(default=default, title=title, description=words, ge=lowest, le=most)
    return found


def flag(title: str, description: str = "", *, default: bool = False) -> bool:
    """Return the declaration of a field that is yes or no.

    Args:
        title: What the editor calls it.
        description: What it is, in a few words.
        default: What it is where nothing is said.
    """
    found: bool = Field(default=default, title=title, description=description or None)
    return found
