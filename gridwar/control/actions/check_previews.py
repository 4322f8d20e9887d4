"""What the rules say of a check that is tried: what it takes, how likely it is, what comes of it.

Each command is played on the fight as it stands with the dice known so far; nothing of it is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.state.group_checks import CheckLine, GroupChecks, Part, Tried
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import TooManyRuns
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Accepted, DiceWanted, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Replies, Reply
from gridwar.model.events_combatants import Explained
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def tried(system: System, encounter: Encounter, part: Part) -> Part:
    """Return a part with what comes of it, played with the dice that it has."""
    outcome = play(system, encounter, part.command, part.replies)
    if isinstance(outcome, Refused):
        return replace(part, tried=Tried(refusal=outcome.refusal), rolls=())
    tallies = part.tried.tallies or preview(system, encounter, part.command).tallies
    traces = tuple(one.trace for one in outcome.events if isinstance(one, Explained))
    if isinstance(outcome, Accepted):
        facts = system.facts(encounter, outcome.encounter, outcome.result)
        found = Tried((), tallies, None, None, traces, facts.success, is_done=True)
        return replace(part, tried=found)
    wanted = tuple(one for one in outcome.wanted if isinstance(one, DiceWanted))
    known = {one.key for one in part.rolls}
    rolls = (*part.rolls, *(one for one in wanted if one.key not in known))
    # Where it asks something it is as far as it goes: that is asked once it is played.
    found = Tried(wanted, tallies, None, None, traces, is_done=not wanted)
    return replace(part, rolls=rolls, tried=found)


def weighed(
    system: System, encounter: Encounter, part: Part, known: dict[object, float | None]
) -> Part:
    """Return a part as far as it goes without dice, and how likely it succeeds.

    Args:
        system: The rules.
        encounter: The fight as it stands.
        part: Without dice.
        known: The chances found so far: those who need the same share one.
    """
    part = tried(system, encounter, part)
    if not part.tried.wanted or not part.who:
        return part
    roll = part.tried.wanted[0].roll
    key = (roll.dice, roll.needed) if roll.needed else part.command
    if key not in known:
        known[key] = _chance(system, encounter, part.command)
    return replace(part, tried=replace(part.tried, chance=known[key]))


def with_dice(system: System, encounter: Encounter, part: Part, replies: Replies) -> Part:
    """Return a part played with some dice; its chance stays that before they were known."""
    chance = part.tried.chance
    part = tried(system, encounter, replace(part, replies=replies))
    return replace(part, tried=replace(part.tried, chance=chance))


def _chance(system: System, encounter: Encounter, command: Command) -> float | None:
    try:
        return odds(system, encounter, command).chance()
    except TooManyRuns:
        return None


def fitting(replies: Replies, part: Part) -> Replies:
    """Return those dice that a part wants again, however it was set: the same number of sides."""
    by_key = replies.by_key()
    kept = []
    for one in part.tried.wanted:
        reply = by_key.get(one.key)
        if reply is not None and not one.roll.dice.problem_with(reply.faces or ()):
            kept.append(reply)
    return Replies(tuple(kept)) if kept else NO_REPLIES


def same_dice(old: Part, new: Part) -> Replies:
    """Return the dice of a part for another that wants them of the same people for the same."""
    known = {(one.roll.owner, one.roll.key): old.faces(one.key) for one in old.rolls}
    kept = []
    for one in new.tried.wanted:
        faces = known.get((one.roll.owner, one.roll.key), ())
        if faces:
            kept.append(Reply(key=one.key, faces=faces, source="typed"))
    return Replies(tuple(kept))


def settled(checks: GroupChecks) -> GroupChecks:
    """Return the table with the dice that are typed next: those of its line, or of the next."""
    lines = checks.lines
    open_lines = [at for at, one in enumerate(lines) if checks.wanted_of(one) is not None]
    at = min(checks.at, max(0, len(lines) - 1))
    if at in open_lines or not open_lines:
        return replace(checks, at=at)
    return replace(checks, at=next((one for one in open_lines if one > at), open_lines[0]))


def line_at(checks: GroupChecks) -> CheckLine | None:
    """Return the line whose dice are typed next."""
    lines = checks.lines
    return lines[checks.at] if 0 <= checks.at < len(lines) else None


def next_of(checks: GroupChecks) -> DiceWanted | None:
    """Return the roll whose faces are typed next; None where nothing is to be rolled."""
    line = line_at(checks)
    return None if line is None else checks.wanted_of(line)


def has_dice(checks: GroupChecks, at: int) -> bool:
    """Return whether any dice of a line are known."""
    line = checks.lines[at]
    part = checks.parts[line.part]
    return any(part.faces(one.key) for one in line.rolls)


def missing_words(checks: GroupChecks) -> str:
    """Say whose dice are still missing."""
    missing = sum(checks.wanted_of(one) is not None for one in checks.lines)
    if not missing:
        return _("Nobody can make this check now.")
    text = ngettext(
        "The dice of {n} are missing: type them, or roll them with Space.",
        "The dice of {n} are missing: type them, or roll them with Space.",
        missing,
    )
    return text.format(n=missing)
