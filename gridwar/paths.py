"""Where things are: the program's own data folders and the user's folders.

Owns no file format and creates nothing; whoever writes makes the folder.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

from gridwar.errors import InputError

HOME_VARIABLE = "GRIDWAR_HOME"
"""When set, every user folder lives below this one: portable use, and tests."""

_PACKAGE = Path(__file__).resolve().parent
_DIRS = PlatformDirs("gridwar", appauthor=False, roaming=False)


def data_dir(name: str, package: Path = _PACKAGE) -> Path:
    """Find a folder of the program's data, installed (``_data/name``) or in a checkout (beside it).

    Args:
        name: ``rules`` or ``assets``.
        package: The folder of the package; another one in tests.
    """
    places = (package / "_data" / name, package.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " nor ".join(str(place) for place in places)
    raise InputError(f"Gridwar's {name} are missing: neither {looked} is there. Install it again.")


def user_data_dir() -> Path:
    """Name the folder of what the user makes and keeps: house rules, own combatants."""
    return _user_dir("data", _DIRS.user_data_path)


def user_state_dir() -> Path:
    """Name the folder of what goes on by itself: untitled journals, crash reports."""
    return _user_dir("state", _DIRS.user_state_path)


def user_cache_dir() -> Path:
    """Name the folder of what can be made anew: small pictures of maps."""
    return _user_dir("cache", _DIRS.user_cache_path)


def user_config_dir() -> Path:
    """Name the folder of settings."""
    return _user_dir("config", _DIRS.user_config_path)


def user_rules_dir() -> Path:
    """Name the folder of house versions: ``<rules id>/<file>`` in it wins over our own."""
    return user_data_dir() / "rules"


def _user_dir(kind: str, usual: Path) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / kind if home else usual
