"""What a rule card shows."""

from __future__ import annotations

from msgspec import Struct


class SwitchLine(Struct, frozen=True):
    """A house rule as it stands in this fight; ``default`` is empty where that is chosen."""

    title: str
    text: str
    now: str
    default: str = ""


class RuleLink(Struct, frozen=True):
    """A rule that another names."""

    id: str
    title: str


class RuleCard(Struct, frozen=True):
    """One rule: what it says, how its house rules stand, which others it names."""

    id: str
    title: str
    book: str
    text: str
    switches: tuple[SwitchLine, ...] = ()
    named: tuple[RuleLink, ...] = ()
