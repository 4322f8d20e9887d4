"""Rule systems, one package each, found when the program starts.

A system's package exports ``SYSTEM``; nothing else has to name it.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.content.manifest_and_rule_index import manifest
from gridwar.content.rules_folder import rules_folder
from gridwar.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.manifest_and_rule_index import Manifest
    from gridwar.engine.kit import System


@lru_cache(maxsize=1)
def system_ids() -> tuple[str, ...]:
    """Return the ids of all rule systems, without loading any."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg))


def systems() -> Mapping[str, System]:
    """Return every rule system by id."""
    return {name: find_system(name) for name in system_ids()}


@lru_cache(maxsize=1)
def playable_systems() -> tuple[tuple[str, str], ...]:
    """Return ids and titles of the rules that a fight can go by, without loading any.

    They come from our own manifests: a house version of one cannot keep a menu from opening.
    """
    return tuple((one.id, one.title) for one in playable_rules())


def playable_rules() -> tuple[Manifest, ...]:
    """Return what the rulebooks are that a fight can go by, without loading any system."""
    found = (manifest(rules_folder(id).without_house()) for id in system_ids())
    return tuple(one for one in found if one.playable)


@lru_cache(maxsize=64)
def find_system(id: str) -> System:
    """Return the rule system of an id; only that one is loaded.

    Raises:
        InputError: There is none; the message lists those there are.
    """
    if id not in system_ids():
        known = ", ".join(system_ids())
        raise InputError(f"There is no rule system {id!r}; there are: {known}.")
    system: System = importlib.import_module(f"{__name__}.{id}").SYSTEM
    return system
