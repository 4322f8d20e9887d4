"""What is set for all who make a check: the settings that all their commands have."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit.command_draft import CommandChoice, CommandOption, Draft

if TYPE_CHECKING:
    from gridwar.control.state.group_checks import GroupChecks
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command


def common_draft(system: System, checks: GroupChecks) -> Draft:
    """Return the settings that all of them have; words that differ are cut to what they share."""
    drafts = [system.draft(checks.encounter, one.command) for one in checks.parts]
    if not drafts:
        return Draft()
    by_key = [{one.key: one for one in draft.choices} for draft in drafts]
    shared = [one.key for one in drafts[0].choices if all(one.key in each for each in by_key)]
    choices = tuple(_common_choice([each[key] for each in by_key]) for key in shared)
    first = drafts[0]
    numbers = tuple(
        one
        for one in first.numbers
        if all(one.key in {other.key for other in draft.numbers} for draft in drafts)
    )
    return replace(first, choices=choices, numbers=numbers)


def _common_choice(each: list[CommandChoice]) -> CommandChoice:
    first = each[0]
    others = [{one.id: one for one in choice.options} for choice in each]
    options = tuple(
        _common_option(one, [known[one.id] for known in others])
        for one in first.options
        if all(one.id in known for known in others)
    )
    return replace(first, options=options)


def _common_option(first: CommandOption, each: list[CommandOption]) -> CommandOption:
    """Return an option in the words that hold for all: whose figures differ has none."""
    titles, notes = {one.title for one in each}, {one.note for one in each}
    title = first.title
    if len(titles) > 1:
        columns = zip(*(one.split() for one in titles), strict=False)
        same = takewhile(lambda words: len(set(words)) == 1, columns)
        title = " ".join(words[0] for words in same) or first.id
    return replace(first, title=title, note=first.note if len(notes) == 1 else "")


def chosen_of(draft: Draft, command: Command, key: str, option: str) -> Command:
    """Return a command with something chosen; as it is where that is not to be had."""
    options = (one for choice in draft.choices if choice.key == key for one in choice.options)
    return next((one.command for one in options if one.id == option), command)


def numbered_of(draft: Draft, command: Command, key: str, number: int) -> Command:
    """Return a command with a number set."""
    return next((one.make(number) for one in draft.numbers if one.key == key), command)


def ticked_of(draft: Draft, command: Command, key: str, ticked: frozenset[str]) -> Command:
    """Return a command with some things ticked."""
    return next((one.make(ticked) for one in draft.ticks if one.key == key), command)
