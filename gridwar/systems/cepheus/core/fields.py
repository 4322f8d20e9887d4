"""How fields of the sheet are declared that are whole numbers within bounds of their own."""

from __future__ import annotations

from pydantic import Field


def whole(title: str, description: str = "", *, default: int = 0, least: int = 0, most: int) -> int:
    """Return the declaration of a field: a whole number between two bounds.

    Args:
        title: What the editor calls it.
        description: What it is, in a few words.
        default: What it is where nothing is said.
        least: The smallest it may be.
        most: The greatest.
    """
    found: int = Field(
        default=default, ge=least, le=most, title=title, description=description or None
    )
    return found
