"""What functions keep of what they worked out: bounded, and no longer than the fight."""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import gridwar
from gridwar.caches import forget_fight, kept_of_fight, of_fight

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(gridwar.__file__).parent
OF_A_FIGHT = {
    "BattleMap",
    "Cell",
    "Combatant",
    "CoverObject",
    "Ground",
    "Layer",
    "Point",
    "Reading",
    "RegionOverlay",
    "Same",
    "TokenView",
    "Wall",
    "WallIndex",
    "Zone",
}
"""Words in annotations: what is worked out of these belongs to one fight."""
MOST = 1 << 14


class Kept(NamedTuple):
    """A function whose results are kept, as it stands in a file."""

    place: str
    door: str
    bound: str
    """As it is written; empty where there is none."""
    words: set[str]
    """All names in the annotations of its parameters."""
    has_parameters: bool


def _kept_in(path: Path) -> Iterator[Kept]:
    text = path.read_text(encoding="utf-8")
    if "cache" not in text and "kept_of_fight" not in text:  # parsing all of the program takes long
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            door = ast.unparse(call.func if call else decorator).removeprefix("functools.")
            if door not in {"cache", "lru_cache", "kept_of_fight"}:
                continue
            bounds = [] if call is None else [*call.args, *(one.value for one in call.keywords)]
            asked = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            asked += [one for one in (node.args.vararg, node.args.kwarg) if one is not None]
            words = {
                name.id
                for one in asked
                if one.annotation is not None
                for name in ast.walk(one.annotation)
                if isinstance(name, ast.Name)
            }
            place = f"{path.relative_to(ROOT)}: {node.name}"
            bound = ast.unparse(bounds[0]) if bounds else ""
            yield Kept(place, door, bound, words, bool(asked))


@functools.cache
def _all_kept() -> list[Kept]:
    return [one for path in sorted(ROOT.rglob("*.py")) for one in _kept_in(path)]


def test_every_cache_of_a_function_with_parameters_has_a_bound() -> None:
    """Results for ever new arguments would fill the memory: so many are kept, and no more."""
    found = _all_kept()
    assert len(found) > 60
    assert [one.place for one in found if one.has_parameters and one.bound in ("", "None")] == []


def test_what_is_kept_of_a_fight_goes_with_it() -> None:
    """A cache of maps, combatants or their places is forgotten when another fight is opened."""
    wrong = [
        one.place for one in _all_kept() if one.words & OF_A_FIGHT and one.door != "kept_of_fight"
    ]
    assert wrong == []


def test_nothing_is_kept_by_whole_encounters() -> None:
    """A key that is a whole state would keep everything that is in it."""
    assert [one.place for one in _all_kept() if "Encounter" in one.words] == []


def test_caches_are_made_by_decorators_alone() -> None:
    """A cache by hand, an empty dictionary of a module, would be seen by none of these tests."""
    places = []
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text if "{}" in text else "")
        places += [
            f"{path.relative_to(ROOT)}: {ast.unparse(node.target)}"
            for node in tree.body
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.value, ast.Dict)
            and not node.value.keys
        ]
    assert places == KNOWN_DICTIONARIES


KNOWN_DICTIONARIES = [
    "content/house_versions.py: _told",
    "engine/kit/rule_system.py: _LOADED",
    "storage/journal_file.py: _HELD",
    "systems/arrgs/opportunities/opportunities.py: _ANSWERS",
    "ui/map/picture_decoding.py: _begun",
]
"""What is to be told of the user's own files of rules, one entry a file; the rule systems that are
loaded, one entry a system; the fights that are open,
of which closing takes one out; the manoeuvres that declare that they answer an opportunity; the
picture being decoded."""


@pytest.fixture(scope="module")
def _loaded() -> None:
    """All of the program but the window, so that every cache of a fight is on the list."""
    for one in pkgutil.walk_packages(gridwar.__path__, "gridwar."):
        if not one.name.startswith(("gridwar.ui", "gridwar.__main__")):
            importlib.import_module(one.name)


@pytest.mark.usefixtures("_loaded")
def test_every_cache_of_a_fight_is_listed_with_its_bound() -> None:
    """There is one list, and none keeps more than some thousands."""
    bounds = {
        f"{one.__module__}.{one.__qualname__}": one.cache_info().maxsize for one in of_fight()
    }
    assert len(bounds) > 20
    assert all(bound is not None and 0 < bound <= MOST for bound in bounds.values()), bounds


def test_forgetting_the_fight_empties_what_was_kept_of_it() -> None:
    """Afterwards it is worked out anew."""
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    kept = kept_of_fight(2)(double)
    assert [kept(1), kept(1), kept(2)] == [2, 2, 4]
    assert asked == [1, 2]
    forget_fight()
    assert kept.cache_info().currsize == 0
    assert kept(1) == 2
    assert asked == [1, 2, 1]
    assert isinstance(kept, functools._lru_cache_wrapper)
