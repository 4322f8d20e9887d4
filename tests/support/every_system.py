"""All rule systems that tests try: those of the program, and the sixth that only tests have."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar import systems
from gridwar.content.rules_folder import RulesFolder, rules_folder
from gridwar.systems import find_system, system_ids

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System

SIXTH = ("alley",)
"""Packages of ``tests.support`` written by the page "Write a rule system"."""
RULES = Path(__file__).parent / "rules"
"""Their data."""


def every_id() -> tuple[str, ...]:
    """Return the ids of all systems."""
    own = tuple(one for one in SIXTH if (Path(__file__).parent / one).is_dir())
    return tuple(sorted((*system_ids(), *own)))


def find(system_id: str) -> System:
    """Return a system by its id."""
    if system_id not in SIXTH:
        return find_system(system_id)
    found: System = importlib.import_module(f"tests.support.{system_id}").SYSTEM
    return found


def data_of(system_id: str) -> RulesFolder:
    """Return the rulebook of a system."""
    return rules_folder(system_id, RULES if system_id in SIXTH else None)


def package_of(system_id: str) -> Path:
    """Return the folder of a system's code."""
    sixth = Path(__file__).parent / system_id
    return sixth if system_id in SIXTH else Path(systems.__path__[0]) / system_id
