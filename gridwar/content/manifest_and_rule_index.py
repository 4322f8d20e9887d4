"""The files of words that rulebooks have, as they are in effect: what it is, its rules, chapters.

Owns their keys: ``manifest.toml`` (what the rulebook is and its scale), ``index.toml`` (the rules
by their ids) and ``chapters.toml`` (what chapters are called), which a rulebook may do without. A
system's own tables are its own models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field, RootModel

from gridwar.content.rules_folder import CHAPTERS, INDEX, MANIFEST, read_table
from gridwar.errors import ContentError
from gridwar.grid.cells.distance import Metric
from gridwar.model.bounds import MOST_LARGE, SMALLEST
from gridwar.model.record import FrozenMap, Record
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.content.rules_folder import RulesFolder


RULE_ID_PATTERN = r"[A-Z]{2,}(?:-[A-Z0-9]+)+[a-z]?"
"""How a rule id looks: the rulebook's letters, a topic, a number, as in ``CE-REA-03``."""

RuleId = Annotated[str, Field(pattern=f"^{RULE_ID_PATTERN}$")]
SystemId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Title = Annotated[str, Field(min_length=1, max_length=120)]

T = TypeVar("T")


class _Whole(RootModel[T]):
    """A file that is one table, whose keys are its own."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class Scale(Record):
    """How large a cell is and how long a round lasts, unless a fight says otherwise."""

    cell_size: Annotated[float, Field(ge=SMALLEST, le=MOST_LARGE)]
    """Side of a cell, in ``unit``."""
    unit: Literal["m", "ft"]
    round_s: Annotated[float, Field(gt=0, le=MOST_LARGE)]


class Metrics(Record):
    """How distance is counted, for each purpose."""

    range: Metric
    movement: Metric
    area: Metric


class Manifest(Record):
    """What a rulebook is."""

    id: SystemId
    title: Title
    summary: str
    source: str
    """Where the rules come from, and what is left out."""
    playable: bool
    """Whether the program offers it; an unfinished rulebook may stand in the folder."""
    scale: Scale
    metrics: Metrics


class Rule(Record):
    """One rule: a short title, and in our own words what it does, with its numbers."""

    title: Title
    text: str


class RuleIndex(_Whole[FrozenMap[RuleId, Rule]]):
    """A rulebook's rules by their ids."""


class Chapters(Record):
    """What the chapters are called, by the letters that their rules' ids have in the middle."""

    chapters: FrozenMap[str, Title]


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


def chapter_of(folder: RulesFolder, rule_id: str) -> str:
    """Return what the chapter of a rule is called; empty where that is not said."""
    if CHAPTERS not in folder.names():
        return ""
    topic = rule_id.split("-")[1:2]
    found = read_table(folder, CHAPTERS, Chapters).chapters
    return found.get(topic[0], "") if topic else ""
