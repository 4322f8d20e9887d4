"""What the GM sets for a scene: how hard aid and movement are, how far magnitudes lie apart."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    Act,
    Candidates,
    Command,
    Encounter,
    FormNumber,
    Number,
    Procedure,
    Role,
    StateEvent,
    Table,
    Variant,
    choose_numbers,
    emit,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.arrgs.actions.offers import OTHER
from gridwar.systems.arrgs.checks.magnitude import magnitude, magnitude_pair
from gridwar.systems.arrgs.core.fight_state import HARDEST, MOST_TIMES, ArrgsState
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.text import _

LEAST: Final = 2
"""Times that those of another magnitude are apart, at least."""


def scene_words(encounter: Encounter) -> str:
    """Return what is set for the scene, in words."""
    state = state_of(encounter)
    return _("difficulty {d}, movement DC {m}, magnitudes ×{n}").format(
        d=state.scene_difficulty, m=state.movement_dc, n=state.magnitude_multiplier
    )


@offer(
    _("Difficulty of the scene"),
    icon="gauge",
    group=OTHER,
    role=Role.OTHER,
    id="scene",
    each=lambda encounter, _who: (Variant(note=scene_words(encounter)),),
)
class SetScene(Command):
    """Say how hard the scene is; what is None is asked."""

    difficulty: Number | None = None
    movement_dc: Number | None = None
    multiplier: Number | None = None


@sets("scene_difficulty", of="difficulty")
@sets("movement_dc", of="movement_dc")
@sets("magnitude_multiplier", of="multiplier")
class SceneSet(StateEvent):
    """The GM has set what counts for the whole scene."""

    difficulty: int
    movement_dc: int
    multiplier: int


@plays(SetScene)
def set_scene(table: Table, command: SetScene) -> Procedure[None]:
    """Set how hard the scene is.

    Rules: AR-MNV-01, AR-MOV-02, AR-MOD-09
    """
    state = state_of(table.now)
    form = (
        FormNumber("difficulty", _("Difficulty"), -HARDEST, HARDEST, state.scene_difficulty),
        FormNumber("movement_dc", _("Movement DC"), 0, HARDEST, state.movement_dc),
        _multiplier(_("Magnitude ×"), state.magnitude_multiplier),
    )
    given = {one.key: getattr(command, one.key) for one in form}
    for one in form:
        yield from _must_fit(one, given[one.key])
    if None in given.values():
        asked = yield from choose_numbers(
            table,
            _("How hard is the scene?"),
            form,
            "AR-MNV-01",
            "AR-MOV-02",
            "AR-MOD-09",
            key="scene",
            whom=None,
            info=_(
                "Aid is rolled against 10 and the difficulty, movement against its DC; sums of "
                "those of another magnitude are multiplied or divided."
            ),
        )
        given = {key: asked[key] if number is None else number for key, number in given.items()}
    yield from emit(SceneSet(**given))
    yield from say(table, _("The scene"), result=scene_words(table.now))


def _multiplier(label: str, now: int) -> FormNumber:
    return FormNumber("multiplier", label, LEAST, MOST_TIMES, max(LEAST, now))


def _must_fit(form: FormNumber, number: int | None) -> Procedure[None]:
    """Refuse a number that the form for it would not take."""
    fits = number is None or form.minimum <= number <= form.maximum
    text, least, most = _("{what}: from {least} to {most}."), form.minimum, form.maximum
    names = {"what": form.label, "least": least, "most": most}
    return require(fits, "out_of_bounds", text, waivable=False, **names)


def _others(encounter: Encounter, who: str) -> frozenset[str]:
    """Return those of another magnitude."""
    mine = sheet_of(encounter[who]).magnitude
    on_board = (one for one in encounter.everyone() if one.pos is not None)
    return frozenset(one.id for one in on_board if sheet_of(one).magnitude != mine)


@offer(
    _("Magnitude towards somebody"),
    icon="gauge",
    group=OTHER,
    role=Role.OTHER,
    id="magnitude",
    needs="combatant",
    each=only_if(lambda encounter, who: bool(_others(encounter, who))),
    candidates=lambda encounter, command: Candidates(_others(encounter, command.actor)),
)
class SetMagnitude(Act):
    """Say how far the magnitudes of two lie apart; asked where it is None."""

    target: str
    multiplier: Number | None = None


class MagnitudeSet(StateEvent):
    """The GM has set the multiplier between two."""

    pair: str
    multiplier: int

    def on(self, rules: ArrgsState) -> ArrgsState:
        """Set it."""
        pairs = rules.magnitude_pairs.set(self.pair, self.multiplier)
        return rules.replace(magnitude_pairs=pairs)


@plays(SetMagnitude)
def set_magnitude(table: Table, command: SetMagnitude) -> Procedure[None]:
    """Set the multiplier between two of different magnitude.

    Rules: AR-MOD-09
    """
    who, target, number = command.actor, command.target, command.multiplier
    yield from must_exist(table, target)
    text, differ = _("{who} and {other} are of the same magnitude."), _others(table.now, who)
    yield from require(
        target in differ,
        "same_magnitude",
        text,
        "AR-MOD-09",
        waivable=False,
        who=who,
        other=target,
    )
    now, _greater = magnitude(table.now, who, target)
    form = _multiplier(_("Times"), now)
    yield from _must_fit(form, number)
    if number is None:
        numbers = yield from choose_numbers(
            table,
            _("How far apart are {who} and {other}?"),
            (form,),
            "AR-MOD-09",
            key="magnitude",
            whom=None,
            info=_("A car or a tank is 2, a carrier 3, a ship among the stars 4."),
            who=who,
            other=target,
        )
        number = numbers["multiplier"]
    yield from emit(MagnitudeSet(pair=magnitude_pair(who, target), multiplier=number))
    text = _("Magnitude between {who} and {other}")
    yield from say(table, text, who=who, other=target, result=f"\u00d7{number}")
