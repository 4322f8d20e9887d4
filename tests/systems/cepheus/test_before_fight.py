"""Before the fight: awareness, walking away, the range at which it begins; free actions."""

from __future__ import annotations

import pytest

from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.battlemap import BattleMap
from gridwar.model.events_combatants import Explained
from gridwar.model.lights import LightSource
from gridwar.model.zones import Light
from gridwar.systems.cepheus.actions.check_action import OtherAction
from gridwar.systems.cepheus.turns.before_fight import (
    Notice,
    SuggestRange,
    WalkAway,
    advice,
    known_foes,
    starting_bands,
)
from tests.support.cepheus import Fight, person


def _sides(*, foe_aware: bool = False, mine_aware: bool = True) -> Fight:
    return Fight(
        person("a", aware=mine_aware),
        person("b", (1, 0)),
        person("x", (9, 0), aware=foe_aware).replace(side="2"),
        now=0,
        dice=[3, 4],
    )


@pytest.mark.rule("CE-INI-03")
def test_who_is_not_seen_may_walk_away() -> None:
    """A side that knows of others who know nothing of it may leave: there is no fight then."""
    fight = _sides()
    fight.do(WalkAway(actor="a"))
    assert fight.refused(BeginFight()) == "walked_away"
    fight.session.undo()
    fight.do(BeginFight())


@pytest.mark.rule("CE-INI-03")
def test_who_is_seen_or_sees_nothing_cannot() -> None:
    """Once the others know, or one's own people do not, nobody slips away."""
    assert _sides(foe_aware=True).refused(WalkAway(actor="a")) == "seen"
    assert _sides(mine_aware=False).refused(WalkAway(actor="a")) == "unaware"
    begun = _sides()
    begun.do(BeginFight())
    assert begun.refused(WalkAway(actor="a")) == "begun"


@pytest.mark.rule("CE-RND-01", "CE-INI-02")
def test_who_knows_of_whom_is_the_game_masters_word() -> None:
    """Somebody noticed before the fight counts as ready: Initiative 12 without a roll."""
    fight = Fight(
        person("a", aware=False),
        person("b", (1, 0), aware=False),
        person("x", (9, 0), aware=False).replace(side="2"),
        now=0,
        dice=[1, 2, 3, 4],
    )
    assert known_foes(fight.now, "a") == ()
    fight.do(Notice(actor="a", target="x"))
    assert known_foes(fight.now, "a") == ("x",)
    fight.do(BeginFight())
    assert [fight.count(who) for who in ("a", "b", "x")] == [12, 3, 7]


@pytest.mark.rule("CE-RNG-04")
def test_the_usual_range_by_surroundings_and_light() -> None:
    """Tight quarters Short, outdoors Medium, open country Long; the dark allows Short or less."""
    bright = [starting_bands(one, Light.BRIGHT) for one in ("tight", "outdoors", "open")]
    assert bright == [("short",), ("medium",), ("long", "very_long")]
    assert starting_bands("open", Light.LOW) == ("personal", "close", "short", "medium")
    assert starting_bands("outdoors", Light.DARK) == ("personal", "close", "short")
    assert starting_bands("tight", Light.DARK) == ("short",), "no further off than usual anyway"


@pytest.mark.rule("CE-RNG-04")
def test_the_advice_looks_at_the_nearest_of_both_sides() -> None:
    """Eight squares between the nearest foes are Short: unusual outdoors, and said, not forced."""
    fight = _sides()
    found = advice(fight.now, "outdoors")
    assert (found.now, found.nearest, found.fits) == ("short", ("b", "x"), False)
    assert advice(fight.now, "tight").fits
    night = BattleMap(light=Light.DARK)
    dark = Fight(person("a"), person("x", (9, 0)).replace(side="2"), board=night)
    found = advice(dark.now, "open")
    assert (found.bands[-1], found.or_less) == ("short", True)
    near = Fight(person("a"), person("x", (2, 0)).replace(side="2"), board=night)
    assert advice(near.now, "open").fits, "Short or less: Close is as usual"
    outcome = fight.do(SuggestRange(surroundings="tight"))
    assert outcome.result.fits  # type: ignore[union-attr]
    outcome = dark.do(SuggestRange(surroundings="open"))
    assert isinstance(outcome, Accepted)
    (told,) = [one.trace for one in outcome.events if isinstance(one, Explained)]
    assert told.result == "usually Short or less"


@pytest.mark.rule("CE-RNG-04")
def test_a_lamp_at_either_side_lengthens_the_starting_range() -> None:
    """Total darkness: Short at most; who stands in low light is met at Medium at most."""
    night = BattleMap(light=Light.DARK)
    for bright, dim, last in ((0, 0, "short"), (0, 2, "medium"), (2, 2, "very_long")):
        lamp = LightSource(id="l", name="Lamp", carried_by="x", bright_cells=bright, dim_cells=dim)
        people = person("a"), person("x", (9, 0)).replace(side="2")
        there = Fight(*people, board=night.with_light_sources([lamp]))
        found = advice(there.now, "open")
        assert found.bands[-1] == last
        assert found.light_reason == ("" if bright else _why(dim))


def _why(dim: int) -> str:
    return "Lamp of x, 0 cells" if dim else "the map is dark"


@pytest.mark.rule("CE-OTH-01")
def test_a_free_action_costs_nothing_unless_the_game_master_says_so() -> None:
    """Shouting leaves all actions; a pile of such things may be charged as a minor one."""
    fight = Fight(person("a", initiative_base=9), person("b", (5, 0), initiative_base=3))
    fight.do(NextTurn(), OtherAction(actor="a", note="shouts", price="free"))
    assert (fight.sheet("a").budget.minor, fight.sheet("a").spent) == (1, False)
    fight.do(OtherAction(actor="a", note="shouts on", price="minor"))
    assert fight.sheet("a").budget.minor == 0
