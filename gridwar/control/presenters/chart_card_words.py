"""Words on the card of a square: what is lost, how likely one goes down, who is not named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.insight import chart_figures as cf
from gridwar.control.presenters.targets import one_in
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.insight.danger_and_chance import Danger

MOST_NAMED: Final = 3
_SLIGHT, _SURE = 0.001, 0.95
"""Between them it is told that it is an estimate."""


def not_counted_deeds(told: Danger, names: Callable[[list[str]], str]) -> list[str]:
    """Return which attacks are in no chart, in one sentence: with what, else by whom.

    Args:
        told: What is known of the square.
        names: Names several, the first of them.
    """
    weapons: dict[str, dict[str, None]] = {}
    foes: dict[str, list[str]] = {}
    for who, titles in told.not_counted:
        for title in titles:
            deed, _colon, weapon = title.partition(": ")
            foes.setdefault(deed, []).append(who)
            weapons.setdefault(deed, {}).update({weapon: None} if weapon else {})
    said = []
    for deed, by in foes.items():
        text, which = _("{deed} by {which}"), names(list(dict.fromkeys(by)))
        if weapons[deed]:
            text, which = _("{deed} with {which}"), first_of(list(weapons[deed]))
        said.append(text.format(deed=deed, which=which))
    return [_("Not counted: {deeds}").format(deeds="; ".join(said))] if said else []


def first_of(names: list[str]) -> str:
    """Return the first of several names, and how many more there are."""
    shown, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown


def and_more(count: int, loss: float | None = None) -> tuple[str, ...]:
    """Return how many more there are than are named, and what they come to; empty for none."""
    if count <= 0:
        return ()
    if loss is None:
        return (_("and {n} more").format(n=count),)
    return (_("and {n} more: {loss:.1f}").format(n=count, loss=loss),)


def on_the_way_words(name: str, what: str, loss: str | None, count: int) -> str:
    """Return what a way opens for a foe, with what it would cost where that is known."""
    if loss is None:
        text = ngettext(
            "On the way: {name}, {what}.", "On the way, {n} times: {name}, {what}.", count
        )
    else:
        text = ngettext(
            "On the way: {name}, {what}: {loss} more.",
            "On the way, {n} times: {name}, {what}: {loss} more each.",
            count,
        )
    return text.format(n=count, name=name, what=what, loss=loss)


def down_words(chance: float, count: int) -> tuple[str, ...]:
    """Return how likely somebody goes down, marked as an estimate where several strike."""
    if chance <= 0:
        return ()
    words = one_in(chance)
    if count > 1 and _SLIGHT < chance < _SURE:
        text = _("Goes down ~ {chance}, if they strike one after the other.")
        return (text.format(chance=words),)
    return (_("Goes down {chance}.").format(chance=words),)


def at_least(words: str, told: Danger) -> str:
    """Return a figure, marked where it may be more."""
    return _("at least {figure}").format(figure=words) if told.is_at_least else words


def lost_words(loss: float, points: int, count: int) -> tuple[str, str, tuple[str, ...]]:
    """Return what is lost, of how many points, and how much it is where that is more.

    Args:
        loss: Points expected to be lost to all attacks.
        points: Those that are left.
        count: How many attacks there are.
    """
    of = _("of {n}").format(n=points) if points > 0 else ""
    if not cf.is_all(loss, points):
        return f"{loss:.1f}", of, ()
    text = _("The attack takes {loss:.1f}, and {n} are left.")
    if count > 1:
        text = _("Together they take {loss:.1f}, and {n} are left.")
    return cf.ALL, of, (text.format(loss=loss, n=points),)
