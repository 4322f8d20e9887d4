"""Standing answers in words: to what, for whom, and what the answer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.system import System
    from gridwar.model.encounter import Encounter, Policy


def is_proposal(system: System, window: str) -> bool:
    """Return whether not to be asked means the proposed answer, and not to let it pass."""
    known = system.play.windows.get(window)
    return known is not None and known.is_proposal


def standing_words(system: System, encounter: Encounter, key: str) -> str:
    """Return for whom a standing answer holds, and to what.

    Args:
        system: Knows what its questions are called.
        encounter: Knows names.
        key: ``id:window``, ``side:…:window`` or ``*:window``.
    """
    scope, _colon, window = key.rpartition(":")
    known = system.play.windows.get(window)
    asked = window if known is None else known.title
    return _("{who}: {asked}").format(who=_scope_words(encounter, scope), asked=asked)


def policy_words(system: System, key: str, policy: Policy) -> str:
    """Return a standing answer in words."""
    if policy == "never" and is_proposal(system, key.rpartition(":")[2]):
        return _("as proposed")
    return {"ask": _("ask"), "always": _("always"), "never": _("never")}[policy]


def _scope_words(encounter: Encounter, scope: str) -> str:
    if scope == "*":
        return _("Everybody")
    side = encounter.sides.get(scope.removeprefix("side:"))
    if scope.startswith("side:") and side is not None:
        return side.name
    one = encounter.combatants.get(scope)
    return scope if one is None else one.name
