"""What the GM sets for the whole scene: how hard aid and movement are, how far magnitudes lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import Action, Candidates, Procedure, Target, ask, emit, explain
from gridwar.model.command import Answer, Command
from gridwar.model.event import Event
from gridwar.model.question import FormNumber, Question
from gridwar.model.trace import Trace
from gridwar.systems.arrgs.checks.checks import magnitude, magnitude_pair
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

LEAST, MOST = 2, 5
HARDEST: Final = 40


class SetScene(Command):
    """Say how hard the scene is; what is None is asked."""

    difficulty: int | None = None
    movement_dc: int | None = None
    multiplier: int | None = None


class SetMagnitude(Command):
    """Say how far the magnitudes of two lie apart; asked where it is None."""

    target: str
    multiplier: int | None = None


class SceneSet(Event):
    """The GM has set what counts for the whole scene."""

    difficulty: int
    movement_dc: int
    multiplier: int

    def apply(self, encounter: Encounter) -> Encounter:
        """Set it."""
        return encounter.replace(
            rules=state_of(encounter).replace(
                scene_difficulty=self.difficulty,
                movement_dc=self.movement_dc,
                magnitude_multiplier=self.multiplier,
            )
        )


class MagnitudeSet(Event):
    """The GM has set the multiplier between two."""

    pair: str
    multiplier: int

    def apply(self, encounter: Encounter) -> Encounter:
        """Set it."""
        state = state_of(encounter)
        pairs = state.magnitude_pairs.set(self.pair, self.multiplier)
        return encounter.replace(rules=state.replace(magnitude_pairs=pairs))


def set_scene(table: Table, command: SetScene) -> Procedure[None]:
    """Set how hard the scene is.

    Rules: AR-MNV-01, AR-MOV-02, AR-MOD-09
    """
    state = state_of(table.now)
    given = {
        "difficulty": command.difficulty,
        "movement_dc": command.movement_dc,
        "multiplier": command.multiplier,
    }
    now = {
        "difficulty": state.scene_difficulty,
        "movement_dc": state.movement_dc,
        "multiplier": state.magnitude_multiplier,
    }
    if None in given.values():
        answer = yield from ask(lambda: _how_hard(now))
        now |= answer.numbers
    now |= {key: value for key, value in given.items() if value is not None}
    yield from emit(SceneSet(**now))
    words = scene_words(table.now)
    yield from explain(table, lambda: Trace(title=_("The scene"), result=words, tone="quiet"))


def _how_hard(now: dict[str, int]) -> Question:
    labels = {
        "difficulty": (_("Difficulty"), -HARDEST, HARDEST),
        "movement_dc": (_("Movement DC"), 0, HARDEST),
        "multiplier": (_("Magnitude ×"), LEAST, MOST),
    }
    return Question(
        key="scene",
        recipient=None,
        title=_("How hard is the scene?"),
        text=_(
            "Aid is rolled against 10 and the difficulty, movement against its DC; sums of those "
            "of another magnitude are multiplied or divided."
        ),
        numbers=tuple(
            FormNumber(key, label, least, most, now[key])
            for key, (label, least, most) in labels.items()
        ),
        default=Answer(numbers=frozendict(now)),
        rule_ids=("AR-MNV-01", "AR-MOV-02", "AR-MOD-09"),
    )


def set_magnitude(table: Table, command: SetMagnitude) -> Procedure[None]:
    """Set the multiplier between two of different magnitude.

    Rules: AR-MOD-09
    """
    who, target, number = command.actor or "", command.target, command.multiplier
    if number is None:
        answer = yield from ask(lambda: _how_far(table.now, who, target))
        number = answer.numbers["multiplier"]
    yield from emit(MagnitudeSet(pair=magnitude_pair(who, target), multiplier=number))
    names = {"name": table.now[who].name, "other": table.now[target].name}
    title = _("Magnitude between {name} and {other}").format(**names)
    yield from explain(table, lambda: Trace(title=title, result=f"\u00d7{number}", tone="quiet"))


def _how_far(encounter: Encounter, who: str, target: str) -> Question:
    now, _greater = magnitude(encounter, who, target)
    proposal = max(LEAST, now)
    names = {"name": encounter[who].name, "other": encounter[target].name}
    return Question(
        key="magnitude",
        recipient=None,
        title=_("How far apart are {name} and {other}?").format(**names),
        text=_("A car or a tank is 2, a carrier 3, a ship among the stars 4."),
        numbers=(FormNumber("multiplier", _("Times"), LEAST, MOST, proposal),),
        default=Answer(numbers=frozendict({"multiplier": proposal})),
        rule_ids=("AR-MOD-09",),
    )


def scene_words(encounter: Encounter) -> str:
    """Return what is set for the scene, in words."""
    state = state_of(encounter)
    return _("difficulty {d}, movement DC {m}, magnitudes ×{n}").format(
        d=state.scene_difficulty, m=state.movement_dc, n=state.magnitude_multiplier
    )


def scene_actions(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield what the GM sets for the scene, and towards those of another magnitude.

    Rules: AR-MNV-01, AR-MOV-02, AR-MOD-09
    """

    def scene(target: Target) -> Command:
        del target
        return SetScene()

    yield Action("scene", _("Difficulty of the scene"), "gauge", scene, (), scene_words(encounter))
    mine = sheet_of(encounter[actor]).magnitude
    others = frozenset(
        one.id
        for one in encounter.everyone()
        if one.pos is not None and sheet_of(one).magnitude != mine
    )
    if not others:
        return

    def apart(target: Target) -> Command:
        return SetMagnitude(actor=actor, target=target.combatant or "")

    yield Action(
        "magnitude",
        _("Magnitude towards somebody"),
        "gauge",
        apart,
        ("combatant",),
        candidates=lambda: Candidates(others),
    )
