"""Which states odds tell apart."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.odds.states_told_apart import StateKeys
from gridwar.model.combatant import Combatant, TimedEffect
from gridwar.model.encounter import Bracket, Encounter
from gridwar.model.geometry import Cell

ANN = Combatant(id="ann", name="Ann", pos=Cell(1, 1))
BO = Combatant(id="bo", name="Bo", pos=Cell(2, 2))
BASE = Encounter().with_combatant(ANN).with_combatant(BO)


def test_states_that_are_equal_share_a_key() -> None:
    """It does not matter by which way a state was reached, nor whether parts are other objects."""
    keys = StateKeys(BASE)
    moved, hurt = ANN.replace(pos=Cell(5, 5)), BO.replace(note="hurt")
    one = BASE.with_combatant(moved).with_combatant(hurt)
    other = BASE.with_combatant(hurt).with_combatant(ANN.replace(pos=Cell(5, 5)))
    assert keys.key(one) == keys.key(other)
    assert keys.key(one.with_combatant(ANN).with_combatant(BO)) == keys.key(BASE)
    assert keys.key(BASE.with_combatant(ANN.model_copy(deep=True))) == keys.key(BASE)


def test_states_that_differ_anywhere_have_keys_of_their_own() -> None:
    """A place, an effect, somebody who comes or leaves, the turn, the map: all of it counts."""
    keys = StateKeys(BASE)
    smoke = TimedEffect(id="smoke", name="Smoke")
    states = (
        BASE,
        BASE.with_combatant(ANN.replace(pos=Cell(5, 5))),
        BASE.with_combatant(ANN.replace(pos=Cell(5, 6))),
        BASE.with_combatant(BO.replace(pos=Cell(5, 5))),
        BASE.with_combatant(ANN.replace(effects=(smoke,))),
        BASE.with_combatant(ANN.replace(effects=(smoke.replace(rounds_left=2),))),
        BASE.with_combatant(Combatant(id="cy", name="Cy")),
        BASE.without(["bo"]),
        BASE.replace(turn="ann"),
        BASE.replace(round=2),
        BASE.replace(map=BASE.map.replace(width=31)),
    )
    assert len({keys.key(one) for one in states}) == len(states)


def test_what_those_in_a_bracket_see_of_each_other_counts() -> None:
    """As they were when it opened, and who acts: by what has changed, not by objects."""
    both = frozendict(ann=ANN, bo=BO)
    bracket = Bracket(members=("ann", "bo"), active="ann", seen=frozendict(ann=both, bo=both))
    base = BASE.replace(bracket=bracket)

    def seen_by(member: str, one: Combatant) -> Encounter:
        view = bracket.seen[member].set(one.id, one)
        return base.replace(bracket=bracket.replace(seen=bracket.seen.set(member, view)))

    keys, hurt = StateKeys(base), BO.replace(note="hurt")
    states = (
        base,
        seen_by("ann", hurt),
        seen_by("bo", hurt),
        seen_by("ann", ANN.replace(note="hurt")),
        base.replace(bracket=bracket.replace(active="bo")),
        base.replace(bracket=bracket.replace(members=("bo", "ann"))),
        base.replace(bracket=None),
        base.with_combatant(hurt),
    )
    assert len({keys.key(one) for one in states}) == len(states)
    assert keys.key(seen_by("ann", BO.replace(note="hurt"))) == keys.key(seen_by("ann", hurt))
    assert keys.key(seen_by("bo", BO.model_copy(deep=True))) == keys.key(base)
