"""What the adapters of all systems share: a table of operations over one scripted session."""

from __future__ import annotations


class NotBuilt(Exception):
    """The case needs a rule that Gridwar does not have yet."""
