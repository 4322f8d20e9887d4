"""One cell at a time in a rulebook's tables: a number one higher, yes for no, another row's word.

A cell belongs to the rules that stand nearest to it: in the comment behind it, in its table, in the
comment above its table, above its file; else to those that the code cites that reads the file.
Cells without any, such as those of samples, are left alone. Owns what is changed, not whether a
test notices it.
"""

from __future__ import annotations

import ast
import functools
import gc
import re
import tomllib
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridwar.content import rules_folder
from gridwar.content.manifest_and_rule_index import RULE_ID_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_RULE_ID = re.compile(RULE_ID_PATTERN)
_RANGE = re.compile(rf"({RULE_ID_PATTERN}) to ({RULE_ID_PATTERN})")
_HEADER = re.compile(r"^\[\[?([\w.\"-]+)\]\]?")
_VALUE = re.compile(
    r"""(?P<kept>"(?:[^"\\]|\\.)*"|'[^']*'|\#.*)|"""
    r"""(?P<number>(?<![\w.-])-?\d+(?:\.\d+)?)(?![\w.]|\s*=)|\b(?P<word>true|false)\b"""
)
_WORD = re.compile(r"""^(?P<key>\w+) = "(?P<word>\w+)\"""")
_NO_RULES = frozenset({*rules_folder.WORDS, rules_folder.MANIFEST})


class Cell(NamedTuple):
    """A value of a table, what it becomes, and the rules that it belongs to."""

    file: Path
    line: int
    change: str
    text: str
    """The whole file with the change."""
    rules: tuple[str, ...]


class _Table(NamedTuple):
    """The lines between one header and the next."""

    name: str
    above: tuple[str, ...]
    """Comments right above the header."""
    first: int
    lines: tuple[str, ...]

    @property
    def group(self) -> str:
        """What it has in common with tables of the same columns."""
        return self.name.rpartition(".")[0] or self.name


def cells_of(rules: Path, package: Path) -> Iterator[Cell]:
    """Yield the cells of a rulebook that belong to a rule, file by file.

    Args:
        rules: The rulebook's folder.
        package: The system's code.
    """
    index = list(tomllib.loads((rules / rules_folder.INDEX).read_text(encoding="utf-8")))
    for file in sorted(rules.glob("*.toml")):
        if file.name not in _NO_RULES:
            yield from _cells(file, index, package)


def _cells(file: Path, index: Sequence[str], package: Path) -> Iterator[Cell]:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    head, named = _ids(_comments(lines), index), dict[str, tuple[str, ...]]()
    head, columns = head or _cited_by_readers(file.name, package), _columns(lines)
    for table in _tables(lines):
        inside = [one for one in table.lines if not one.startswith("#")]
        of_row = _ids([one for one in inside if one.startswith("rule ")], index)
        of_header = _ids([*table.above, *inside[: bool(table.name)]], index)
        of_table = of_row or of_header or named.get(table.name) or head
        named.setdefault(table.name, of_header)
        for at, line in enumerate(table.lines):
            _value, behind, comment = line.partition("#")
            of_line = _ids([comment], index) if behind else ()
            changes = [] if _HEADER.match(line) else [*_changes(line)]
            changes += _other_words(line, columns.get(table.group, {}))
            for change, other in changes:
                number = table.first + at
                text = "".join([*lines[:number], other, *lines[number + 1 :]])
                rules = of_line or of_table
                if rules:
                    yield Cell(file, number + 1, change, text, rules)


def _tables(lines: Sequence[str]) -> Iterator[_Table]:
    starts = [0, *(at for at, one in enumerate(lines) if _HEADER.match(one)), len(lines)]
    for first, end in pairwise(starts):
        header = _HEADER.match(lines[first]) if first < end else None
        above = _comments(lines[:first][::-1])[::-1] if header else ()
        if first < end:
            yield _Table(header[1] if header else "", above, first, tuple(lines[first:end]))


def _comments(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the comments that lines begin with."""
    found = []
    for one in lines:
        if not one.startswith("#"):
            break
        found.append(one)
    return tuple(found)


def _ids(lines: Sequence[str], index: Sequence[str]) -> tuple[str, ...]:
    """Return the rules that lines name; with "to" between two of them all that stand between."""
    text = " ".join(one.strip("# \n") for one in lines)
    found = [one for one in _RULE_ID.findall(text) if one in index]
    for first, last in _RANGE.findall(text):
        found += index[index.index(first) : index.index(last)]
    return tuple(dict.fromkeys(found))


def _cited_by_readers(name: str, package: Path) -> tuple[str, ...]:
    """Return the rules that functions cite in whose code a file is named."""
    found: list[str] = []
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if f'"{name}"' in text else ():
            if isinstance(node, ast.FunctionDef) and f"'{name}'" in ast.unparse(node):
                found += _RULE_ID.findall((ast.get_docstring(node) or "").partition("Rules:")[2])
    return tuple(dict.fromkeys(found))


def _changes(line: str) -> Iterator[tuple[str, str]]:
    """Yield what may become of the values of a line: in words, and the line."""
    for one in _VALUE.finditer(line):
        was = one["number"] or one["word"]
        if was:
            other = _other(was)
            changed = line[: one.start()] + other + line[one.end() :]
            yield f"{line.partition('#')[0].strip()}: {was} becomes {other}", changed


def _columns(lines: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Return the words of tables by group and key."""
    found: dict[str, dict[str, list[str]]] = {}
    for table in _tables(lines):
        for one in map(_WORD.match, table.lines):
            if one:
                found.setdefault(table.group, {}).setdefault(one["key"], []).append(one["word"])
    return found


def _other_words(line: str, columns: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the next word of a column of which several rows have the same: others are names."""
    match = _WORD.match(line)
    words = columns.get(match["key"], ()) if match else ()
    known = sorted(set(words))
    if match and 1 < len(known) < len(words):
        was = match["word"]
        other = known[(known.index(was) + 1) % len(known)]
        yield f"{line.strip()}: becomes {other}", line.replace(f'"{was}"', f'"{other}"', 1)


def _other(was: str) -> str:
    if was in {"true", "false"}:
        return "false" if was == "true" else "true"
    return str(float(was) + 1) if "." in was else str(int(was) + 1)


def read_as(cell: Cell) -> bool:
    """Let a table be read with one cell changed from now on; return True."""
    reads = rules_folder.read_toml

    def changed(file: Path) -> dict[str, object]:
        return tomllib.loads(cell.text) if file == cell.file else reads(file)

    vars(rules_folder)["read_toml"] = changed
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and _is_ours(one):
            one.cache_clear()
    return True


def _is_ours(cached: object) -> bool:
    return str(getattr(cached, "__module__", "")).startswith("gridwar.")
