"""Exemptions from lint and types: counted in one list, which may only shrink."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).parent / "exemptions.toml"
_MARK = re.compile(r"# (?:noqa: (?P<lint>[A-Z0-9, ]+)|type: ignore\[(?P<types>[a-z\-, ]+)\])")


def counted(folder: str) -> dict[str, int]:
    """Count the exemptions in a folder by code."""
    found: Counter[str] = Counter()
    for path in (ROOT / folder).rglob("*.py"):
        for mark in _MARK.finditer(path.read_text(encoding="utf-8")):
            codes = mark["lint"] or mark["types"]
            found.update(re.findall(r"[A-Z]+\d+|[a-z]+(?:-[a-z]+)*", codes))
    return dict(sorted(found.items()))


def test_exemptions_only_become_fewer() -> None:
    """Each code is excused as often as the list says; the list is made shorter, never longer."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    assert {folder: counted(folder) for folder in listed} == listed
