"""What is owed: exemptions from lint and types, long files and functions, untyped lines."""

from __future__ import annotations

import ast
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
    del listed["owed"]
    assert {folder: counted(folder) for folder in listed} == listed


LONG_FILE = 350
LONG_FUNCTION = 60
_UNTYPED = re.compile(r"\bAny\b|\bcast\(|type: ignore")


def _owed() -> dict[str, int]:
    """Count in the program what is longer than it should be, and lines that types do not check."""
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "gridwar").rglob("*.py")]
    functions = [
        one.end_lineno - one.lineno + 1
        for text in files
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.FunctionDef) and one.end_lineno is not None
    ]
    return {
        "long_files": sum(len(text.splitlines()) > LONG_FILE for text in files),
        "long_functions": sum(length > LONG_FUNCTION for length in functions),
        "untyped_lines": sum(
            len(_UNTYPED.findall(line)) > 0 for text in files for line in text.splitlines()
        ),
    }


def test_what_is_owed_only_becomes_less() -> None:
    """Files over 350 lines, functions over 60 and lines with ``Any``, ``cast`` or ``ignore``."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["owed"]
    assert _owed() == listed
