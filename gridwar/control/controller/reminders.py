"""Reminders: what timed effects had to say while turns, rounds and the fight went by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import zone_name
from gridwar.model.events import EffectRemoved, EffectTicked
from gridwar.model.events_turns import FightEnded, RoundBegan, TurnBegan, TurnEnded
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.session.timeline import Change
    from gridwar.model.combatant import TimedEffect

MOMENTS = (TurnBegan, TurnEnded, RoundBegan, FightEnded)


def reminders(change: Change) -> tuple[str, ...]:
    """Return a line for each effect that ended or counted down at one of these moments."""
    if not any(isinstance(event, MOMENTS) for event in change.events):
        return ()
    found: list[str] = []
    for event in change.events:
        if isinstance(event, EffectRemoved | EffectTicked):
            line = _line(change, event)
            if line:
                found.append(line)
    if any(isinstance(event, RoundBegan) for event in change.events):
        left = {zone.id for zone in change.new.map.zones}
        gone = (zone for zone in change.old.map.zones if zone.id not in left)
        found += [_("{zone} is gone.").format(zone=zone_name(zone)) for zone in gone]
    return tuple(found)


def _line(change: Change, event: EffectRemoved | EffectTicked) -> str:
    one = change.old.combatants.get(event.who)
    effect = next((old for old in one.effects if old.id == event.effect), None) if one else None
    if one is None or effect is None:
        return ""
    if isinstance(event, EffectRemoved):
        text = _("{name}: {effect} ends.").format(name=one.name, effect=effect.name)
    else:
        left = max(1, effect.rounds_left - event.by)
        words = _left(change, effect, left)
        text = _("{name}: {effect}, {left}.").format(name=one.name, effect=effect.name, left=words)
    return f"{text} {effect.note}".strip()


def _left(change: Change, effect: TimedEffect, left: int) -> str:
    """Return how long an effect still lasts: some turns of somebody, or some rounds."""
    whose = change.old.combatants.get(effect.whose or "")
    if whose is not None:
        text = ngettext("{n} more turn of {name}", "{n} more turns of {name}", left)
        return text.format(n=left, name=whose.name)
    if effect.ends in ("round_start", "round_end"):
        return ngettext("{n} more round", "{n} more rounds", left).format(n=left)
    return ngettext("{n} more time", "{n} more times", left).format(n=left)
