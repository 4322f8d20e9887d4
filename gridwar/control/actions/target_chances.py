"""What odds say of an action at one target, in the few figures for which a list has room."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.odds.odds_columns import Column, Odds
    from gridwar.engine.odds.odds_outcomes import Outcomes


class Chances(Struct, frozen=True):
    """The figures.

    Attributes:
        success: The chance where nobody reacts; None where nothing is tested.
        error: The standard error of a sampled one; 0 where it is exact.
        opposed: The chance under the reaction that is worst for whoever acts; None without one.
        reaction: What that reaction is called.
        severe: The chance of the worst outcome that has a name; None where they have none.
        outcome: What that outcome is called.
        losses: How much the target loses, with probabilities; nothing lost left out.
        down: The chance that it goes down.
    """

    success: float | None = None
    error: float = 0.0
    opposed: float | None = None
    reaction: str = ""
    severe: float | None = None
    outcome: str = ""
    losses: tuple[tuple[int, float], ...] = ()
    down: float = 0.0

    @property
    def least(self) -> float | None:
        """The smaller chance that is told beside the first."""
        return self.opposed if self.opposed is not None else self.severe


def chances_of(odds: Odds, actor: str, target: str, names: tuple[str, ...] = ()) -> Chances:
    """Return what odds say of one target.

    Args:
        odds: Of the command.
        actor: Who acts: what that one chooses is no reaction.
        target: Who is aimed at.
        names: What the deciding roll may come to, in the order of its faces.
    """
    first = _plain(odds)
    if first is None or first.outcomes is None:
        return Chances()
    plain = first.outcomes
    losses = tuple(pair for pair in plain.distribution(target) if pair[0] > 0)
    if not plain.is_tested:
        return Chances(losses=losses, down=plain.down(target))
    reactions = [one for one in _reactions(odds, first, actor) if one[1].success < plain.success]
    worst = min(reactions, key=lambda one: one[1].success, default=None)
    severe, outcome = _severe(plain, names)
    return Chances(
        success=plain.success,
        error=plain.error,
        opposed=None if worst is None else worst[1].success,
        reaction="" if worst is None else worst[0],
        severe=severe,
        outcome=outcome,
        losses=losses,
        down=plain.down(target),
    )


def _plain(odds: Odds) -> Column | None:
    """Return the column where nobody does anything: that of the default answer."""
    default = "" if odds.question is None else odds.question.default.option
    known = [one for one in odds.columns if one.outcomes is not None]
    return next((one for one in known if one.option == default), next(iter(known), None))


def _reactions(odds: Odds, plain: Column, actor: str) -> Iterator[tuple[str, Outcomes]]:
    """Yield what others may do about it, with what comes of it then."""
    question = odds.question
    if question is not None and question.recipient not in (None, actor):
        for one in odds.columns:
            if one is not plain and one.outcomes is not None:
                yield one.title, one.outcomes
    for use in plain.could:
        if use.outcomes is not None and use.outcomes.is_tested and use.who != actor:
            yield use.title, use.outcomes


def _severe(outcomes: Outcomes, names: tuple[str, ...]) -> tuple[float | None, str]:
    """Return chance and name of the best success, where there are several with names.

    It lies on the faces farthest from those with which the action fails.
    """
    chances: defaultdict[str, float] = defaultdict(float)
    for facts, chance in outcomes.items:
        if facts.success and facts.outcome:
            chances[facts.outcome] += chance
    good = [name for name in names if chances.get(name)]
    if len(good) <= 1:
        return None, ""
    best = good[0] if names.index(good[0]) == 0 else good[-1]
    return chances[best], best
