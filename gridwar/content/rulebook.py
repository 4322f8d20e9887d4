"""The two files that every rulebook has, as they are in effect: what it is, and its rules.

A part of its own: a fight needs the tables of its system, and of these only the words, late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.content.folder import INDEX, MANIFEST, read_table
from gridwar.content.records import Manifest, RuleIndex
from gridwar.errors import ContentError
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.content.folder import RulesFolder


def manifest(folder: RulesFolder) -> Manifest:
    """Read what the rulebook is; its id is the folder's name."""
    found = read_table(folder, MANIFEST, Manifest)
    if found.id != folder.id:
        raise ContentError(
            _("{file}: id: {id} should be {name}, the name of the folder").format(
                file=folder.path(MANIFEST), id=repr(found.id), name=repr(folder.id)
            )
        )
    return found


def index(folder: RulesFolder) -> RuleIndex:
    """Read the rules with their titles and texts."""
    return read_table(folder, INDEX, RuleIndex)
