"""The lint of rulebook data: one answer to "is every folder sound and every rule id real?".

Owns the questions asked of all folders together, and of the code that plays them. Imports no
system: tables are read here as plain TOML, and by the systems' own models in
``headless.rules_lint``. House versions are left out; only what is shipped is judged.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.content.lint_python_sources import mentions, unstarted
from gridwar.content.manifest_and_rule_index import index, manifest
from gridwar.content.pydantic_errors import nearest
from gridwar.content.rules_folder import INDEX, RulesFolder, read_toml, rules_ids
from gridwar.errors import ContentError
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from gridwar.content.lint_python_sources import Mention


LEAST_TEXT, MOST_TEXT = 60, 600
"""Characters of a rule's text: enough to say something, and no more than a card holds."""


TESTS: Final = "tests"
"""The folder of tests: outside of a rulebook's own folders, ids in them may be made up."""


class Report(Struct, frozen=True):
    """What the lint found."""

    folders: tuple[str, ...]
    problems: tuple[str, ...]
    """Each makes the lint fail."""
    untested: tuple[tuple[str, tuple[str, ...]], ...]
    """For each playable rulebook the rule ids that no test is marked with; for information."""


def lint(rules: Path, sources: Iterable[Path], beside: Iterable[Path] = ()) -> Report:
    """Check all rulebooks, and all rule ids that code and tests mention.

    Args:
        rules: The folder with one folder a rulebook.
        sources: Folders of Python files, code and tests.
        beside: More such folders as ``rules``: of systems that only tests have.
    """
    places = (rules, *beside)
    folders = [
        RulesFolder(name, place / name, place / name)
        for place in places
        for name in rules_ids(place)
    ]
    owner, problems = _owners(folders)
    problems += [problem for place in places for problem in _without_manifest(place)]
    problems += [problem for folder in folders for problem in _in_folder(folder, owner)]

    sources = tuple(sources)
    problems += [
        _("{file}:{line}: {name}() is made and never started; write yield from before it").format(
            file=one.file, line=one.line, name=one.name
        )
        for one in unstarted(sources)
    ]
    found: list[Mention] = []
    ids = {folder.id for folder in folders}
    for source in sources:
        here = tuple(dict.fromkeys(mentions(source, partial(_is_of_rules, source, ids))))
        problems += [problem for mention in here for problem in _of_mention(mention, source, owner)]
        found += here
    tested = {mention.rule_id for mention in found if mention.tests}
    untested = tuple(
        (folder.id, tuple(sorted(_own_rules(folder, owner) - tested)))
        for folder in folders
        if _is_playable(folder)
    )
    told = tuple(dict.fromkeys(problems))
    return Report(tuple(folder.id for folder in folders), told, untested)


def _is_of_rules(source: Path, ids: set[str], file: Path) -> bool:
    """Return whether a file is the program's, or a test or toy of one of the rulebooks."""
    return source.name != TESTS or not ids.isdisjoint(file.relative_to(source).parts)


def _owners(folders: Iterable[RulesFolder]) -> tuple[dict[str, str], list[str]]:
    """Map every rule id to the rulebook whose index has it; report indexes that are wrong."""
    owner: dict[str, str] = {}
    problems: list[str] = []
    for folder in folders:
        try:
            ids = index(folder).root
        except ContentError as error:
            problems.append(str(error))
            continue
        problems += [
            _("{id}: the rule stands in the index of {one} and of {other}").format(
                id=rule_id, one=owner[rule_id], other=folder.id
            )
            for rule_id in ids
            if rule_id in owner
        ]
        owner |= {rule_id: folder.id for rule_id in ids if rule_id not in owner}
    return owner, problems


def _own_rules(folder: RulesFolder, owner: Mapping[str, str]) -> set[str]:
    return {rule_id for rule_id, name in owner.items() if name == folder.id}


def _is_playable(folder: RulesFolder) -> bool:
    try:
        return manifest(folder).playable
    except ContentError:
        return False  # reported where the folder is checked


def _without_manifest(rules: Path) -> list[str]:
    found = set(rules_ids(rules))
    return [
        _("{folder}: there is no manifest.toml").format(folder=place)
        for place in sorted(rules.iterdir())
        if place.is_dir() and place.name not in found
    ]


def _in_folder(folder: RulesFolder, owner: Mapping[str, str]) -> Iterator[str]:
    yield from _problem(lambda: manifest(folder))
    yield from _texts(folder)
    own = _own_rules(folder, owner)
    for name in folder.names():
        file = folder.path(name)
        try:
            data = read_toml(file)
        except ContentError as error:
            yield str(error)
            continue
        for place, rule_id in _rule_ids(data, ""):
            if rule_id not in own:
                yield _unknown(f"{file}: {place}", rule_id, own)


def _texts(folder: RulesFolder) -> Iterator[str]:
    """Find out which rules say too little, or more than a card can hold."""
    try:
        rules = index(folder).root
    except ContentError:
        return  # reported with the ids
    for rule_id, rule in rules.items():
        words = ""
        if rule.text.strip() == rule.title:
            words = _("the text only repeats the title; say what the rule does, with its figures")
        elif not LEAST_TEXT <= len(rule.text) <= MOST_TEXT:
            words = _("the text has {n} characters; write {least} to {most}")
        if words:
            said = words.format(n=len(rule.text), least=LEAST_TEXT, most=MOST_TEXT)
            yield f"{folder.path(INDEX)}: {rule_id}: {said}"


def _of_mention(mention: Mention, source: Path, owner: Mapping[str, str]) -> Iterator[str]:
    """Find out whether a rule exists, and belongs to the system whose code speaks of it."""
    place = f"{mention.file}:{mention.line}"
    if mention.rule_id not in owner:
        yield _unknown(place, mention.rule_id, owner)
        return
    folders = mention.file.relative_to(source).parts[:-1]
    if folders[:1] == ("systems",) and folders[1:2] not in ((), (owner[mention.rule_id],)):
        yield _("{place}: {id} is a rule of {owner}, not of {system}").format(
            place=place, id=mention.rule_id, owner=owner[mention.rule_id], system=folders[1]
        )


def _problem(check: Callable[[], object]) -> Iterator[str]:
    try:
        check()
    except ContentError as error:
        yield str(error)


def _rule_ids(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Find all ids under keys called ``rule`` or ``rules``, with their places."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _rule_ids(item, f"{place}[{number}]")
    if not isinstance(value, dict):
        return
    for key, item in value.items():
        inner = f"{place}.{key}" if place else key
        if key in {"rule", "rules"} and isinstance(item, str | list):
            named = [item] if isinstance(item, str) else item
            yield from ((inner, rule_id) for rule_id in named if isinstance(rule_id, str))
        else:
            yield from _rule_ids(item, inner)


def _unknown(place: str, rule_id: str, known: Iterable[str]) -> str:
    return _("{place}: no index has the rule {id}{hint}").format(
        place=place, id=rule_id, hint=nearest(rule_id, known)
    )
