"""Back Alley's rules, with the figures worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch, SetSetting, SetStanding
from gridwar.engine.kit import BeginFight, Cell, Move, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from tests.support.alley.rules import Aim, Brawl, ThrowBottle
from tests.support.alley.sheet import sheet_of, wounds_left
from tests.support.alley.waiting import StandReady
from tests.support.exploring import explore
from tests.support.fights import begun, on_board

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.encounter import Policy

BRAWL = Brawl(actor="hero", target="thug")


def fight(*faces: int, turn: str = "hero", **places: tuple[int, int]) -> Session:
    """Return a fight that has begun, with the turn of somebody and the next dice."""
    session = begun("alley", *faces, **places)
    session.submit(TakeTurn(actor=turn))
    return session


def walk(session: Session, who: str, *to: tuple[int, int]) -> Outcome:
    """Walk in a straight row of squares from corner to corner."""
    at, path = session.encounter[who].pos, []
    assert at is not None
    for goal in to:
        while at != goal:
            at = at.shifted(*((b > a) - (b < a) for a, b in zip(at, goal, strict=True)))
            path.append(at)
    return session.submit(Move(actor=who, path=tuple(path)))


def wounds(session: Session, who: str) -> int:
    """Return how many wounds somebody has."""
    return sheet_of(session.encounter[who]).wounds


def code(outcome: Outcome) -> str:
    """Return the code of a refusal."""
    assert isinstance(outcome, Refused)
    return outcome.code


@pytest.mark.rule("BA-ZON-01")
@pytest.mark.rule("BA-MOV-01")
def test_a_turn_goes_two_zones_far() -> None:
    """From x = 4 zone 0 ends at once: zones 1 and 2 reach to x = 14, and to y = 14; no further."""
    session = fight(hero=(4, 4))
    reach = RoutePlanner(session.system, session.encounter, "hero").reach()
    assert reach is not None
    assert {Cell(14, 4), Cell(14, 14), Cell(0, 0)} <= set(reach.costs)
    assert not {Cell(15, 4), Cell(4, 15)} & set(reach.costs)
    assert code(walk(session, "hero", (15, 4))) == "zones"


@pytest.mark.rule("BA-MOV-01")
def test_steps_inside_a_zone_are_free() -> None:
    """Twelve steps in one zone leave two zones; one into the next leaves one."""
    session = fight(hero=(0, 0))
    assert isinstance(walk(session, "hero", (4, 0), (4, 4), (0, 4)), Accepted)
    assert sheet_of(session.encounter["hero"]).zones_walked == 0
    walk(session, "hero", (5, 4))
    assert sheet_of(session.encounter["hero"]).zones_walked == 1
    assert code(walk(session, "hero", (15, 4))) == "zones"
    session.submit(TakeTurn(actor="hero"))
    assert sheet_of(session.encounter["hero"]).zones_walked == 0


@pytest.mark.rule("BA-TRN-01")
def test_the_highest_initiative_acts_first_and_once() -> None:
    """With 5, 17 and 17 the thug comes before the arsonist, the hero last; others have to wait."""
    start = on_board("alley", hero=(1, 1), thug=(2, 1), arsonist=(3, 1))
    session = Session(begun("alley").system, start, dice=ScriptedDice((5, 17, 17)))
    session.submit(BeginFight())
    slots = session.system.turns.order(session.encounter)
    assert [(one.ids[0], one.count) for one in slots] == [
        ("thug", "17"),
        ("arsonist", "17"),
        ("hero", "5"),
    ]
    assert code(session.submit(BRAWL)) == "not_your_turn"
    session.submit(Aim(actor="thug"))
    assert code(session.submit(Brawl(actor="thug", target="hero"))) == "budget"
    for who in ("arsonist", "hero", "thug"):
        session.submit(NextTurn())
        assert session.encounter.turn == who
    assert session.encounter.round == 2


@pytest.mark.rule("BA-ATK-01")
@pytest.mark.parametrize(("ties", "chance"), [("defender", 229 / 400), ("attacker", 247 / 400)])
def test_brawl_three_against_dodge_one(ties: str, chance: float) -> None:
    """Of 400 throws 190 are higher, 20 equal, 19 lower by 1 and 18 lower by 2.

    At +2 the hero wins where the die is at most 1 lower: 229. With ties, at most 2 lower: 247.
    """
    session = fight(hero=(1, 1), thug=(4, 4))
    session.submit(ChooseSwitch(name="ties", value=f'"{ties}"'))
    found = explore(session.system, session.encounter, BRAWL, {})
    assert found.success == pytest.approx(chance, abs=1e-12)


@pytest.mark.rule("BA-ATK-01")
def test_a_brawl_needs_somebody_in_the_zone() -> None:
    """One square away, and yet in the next zone, is out of reach."""
    assert code(fight(hero=(4, 1), thug=(5, 1)).submit(BRAWL)) == "not_in_zone"


@pytest.mark.rule("BA-DEF-01")
@pytest.mark.parametrize(
    ("defence", "chance"), [("dodge", 229 / 400), ("block", 190 / 400), ("neither", 13 / 20)]
)
def test_whoever_is_attacked_chooses_a_defence(defence: str, chance: float) -> None:
    """Brawl +3 meets Dodge +1, Block +3 (even: 190 of 400), or 10: then an 8 is enough."""
    session = fight(hero=(1, 1), thug=(2, 1))
    answers = {"defence of thug": Answer(option=defence)}
    found = explore(session.system, session.encounter, BRAWL, answers)
    assert found.success == pytest.approx(chance, abs=1e-12)


@pytest.mark.rule("BA-AIM-01")
def test_aim_counts_for_the_next_attack_alone() -> None:
    """At +2 more the die may be 3 lower (229 + 18 + 17 = 264 of 400); then it is lost."""
    session = fight(1, 20, hero=(1, 1), thug=(2, 1))
    session.submit(Aim(actor="hero"))
    session.submit(TakeTurn(actor="hero"))
    assert code(session.submit(Aim(actor="hero"))) == "aiming"
    found = explore(session.system, session.encounter, BRAWL, {})
    assert found.success == pytest.approx(264 / 400, abs=1e-12)
    session.submit(BRAWL)
    session.answer("defence of thug", Answer(option="dodge"))
    assert not session.encounter["hero"].has_effect("aim")


@pytest.mark.rule("BA-HRM-01")
@pytest.mark.parametrize(("setting", "before"), [(3, 2), (1, 0)])
def test_the_last_wound_puts_somebody_out(setting: int, before: int) -> None:
    """The third wound does, or the first where the fight is set so; the order goes on without."""
    session = fight(20, hero=(1, 1), thug=(2, 1))
    session.submit(SetSetting(name="wounds_to_fall", value=str(setting)))
    session.submit(ChangePool(who=("thug",), add=-before))
    session.submit(BRAWL)
    session.answer("defence of thug", Answer(option="neither"))
    assert wounds_left(session.encounter, "thug") == 0
    assert session.system.cards.card(session.encounter, "thug").out
    session.submit(NextTurn())
    assert session.encounter.turn == "hero"
    assert code(session.submit(BRAWL)) == "not_in_zone"


@pytest.mark.rule("BA-HRM-01")
def test_quick_numbers_keep_between_whole_and_out() -> None:
    """Nine wounds at once are three, and healing ends where nothing is left to heal."""
    session = fight(hero=(1, 1))
    for by, left in ((-9, 0), (+1, 1), (+9, 3)):
        session.submit(ChangePool(who=("hero",), add=by))
        assert wounds_left(session.encounter, "hero") == left


@pytest.mark.rule("BA-FIR-01")
def test_a_bottle_burns_everybody_in_the_zone() -> None:
    """Hero +4 with a 7 (11) burns, thug +1 with an 11 (12) does not, in whatever order they join.

    The thrower, two squares away in the next zone, is safe; two zones away is out of reach.
    """
    places = {"hero": (5, 1), "thug": (9, 4), "arsonist": (4, 1)}
    session = fight(7, 11, turn="arsonist", **places)
    bottle = ThrowBottle(actor="arsonist", cell=Cell(7, 2))
    assert code(session.submit(bottle.replace(cell=Cell(10, 2)))) == "too_far"
    draft = session.system.draft(session.encounter, bottle)
    assert draft.aimed is not None
    assert draft.aimed.numbered == ("hero", "thug")
    assert isinstance(session.submit(bottle), Accepted)
    assert [wounds(session, who) for who in places] == [1, 0, 0]
    assert sheet_of(session.encounter["arsonist"]).bottles == 1


@pytest.mark.rule("BA-FIR-02")
@pytest.mark.parametrize(("stays", "hurt"), [("true", 1), ("false", 0)])
def test_a_zone_burns_until_the_round_ends(stays: str, hurt: int) -> None:
    """All 25 squares are drawn for everybody; whoever steps in is hurt, unless fire does not stay.

    A new round puts it out.
    """
    session = fight(turn="arsonist", hero=(11, 1), arsonist=(4, 1))
    session.submit(ChooseSwitch(name="fire_stays", value=stays))
    session.submit(ThrowBottle(actor="arsonist", cell=Cell(5, 0)))
    (area,) = session.system.board.areas(session.encounter)
    assert (len(area.cells), area.known_to) == (25, None)
    session.submit(TakeTurn(actor="hero"))
    walk(session, "hero", (8, 1))
    assert wounds(session, "hero") == hurt
    session.submit(NextTurn())
    assert session.encounter.round == 2
    assert session.system.board.areas(session.encounter) == ()


@pytest.mark.rule("BA-KNF-01")
def test_a_knife_flies_once_a_round_at_whoever_leaves() -> None:
    """The thug is asked where the hero leaves; 9 + 2 is above 10. The second time no knife is left.

    In the next round it is there again.
    """
    session = fight(9, hero=(3, 1), thug=(1, 1))
    assert isinstance(walk(session, "hero", (5, 1)), Asking)
    (asked,) = session.wanted
    assert isinstance(asked, Question)
    assert (asked.recipient, asked.window, asked.at) == ("thug", "knife", Cell(4, 1))
    session.answer(asked.key, Answer(option="throw"))
    assert wounds(session, "hero") == 1
    assert session.encounter["hero"].pos == Cell(5, 1)
    walk(session, "hero", (4, 1))
    session.submit(TakeTurn(actor="hero"))
    assert isinstance(walk(session, "hero", (5, 1)), Accepted)
    while session.encounter.round == 1:
        session.submit(NextTurn())
    assert not session.encounter["thug"].has_effect("knife")


@pytest.mark.rule("BA-KNF-01")
@pytest.mark.parametrize(("policy", "end"), [("never", Cell(6, 1)), ("always", Cell(4, 1))])
def test_a_standing_answer_decides_about_the_knife(policy: Policy, end: Cell) -> None:
    """Never to be asked lets the window pass; always throws, and who falls stays in the zone."""
    session = fight(20, hero=(3, 1), thug=(1, 1))
    session.submit(ChangePool(who=("hero",), add=-2))
    session.submit(SetStanding(key="thug:knife", policy=policy))
    assert isinstance(walk(session, "hero", (6, 1)), Accepted)
    assert session.encounter["hero"].pos == end


def ready_for_the_thug(*faces: int, wounds: int = 0) -> Session:
    """Return a fight in which the hero stands ready and the thug, beside them, has the turn."""
    session = fight(*faces, hero=(1, 1), thug=(2, 1))
    session.submit(StandReady(actor="hero"))
    session.submit(ChangePool(who=("thug",), add=-wounds))
    session.submit(TakeTurn(actor="thug"))
    return session


BACK = Brawl(actor="thug", target="hero")


@pytest.mark.rule("BA-RDY-01")
def test_whoever_stands_ready_strikes_ahead_of_a_foe() -> None:
    """8 + 3 is above 10 and comes first; then the thug's 1 + 2 misses. The blow is spent."""
    session = ready_for_the_thug(8, 1)
    assert isinstance(session.submit(BACK), Asking)
    (asked,) = session.wanted
    assert isinstance(asked, Question)
    assert (asked.recipient, asked.window) == ("hero", "ready")
    session.answer(asked.key, Answer(option="strike"))
    session.answer("defence of hero", Answer(option="neither"))
    assert (wounds(session, "thug"), wounds(session, "hero")) == (1, 0)
    assert not session.encounter["hero"].has_effect("ready")


@pytest.mark.rule("BA-RDY-01")
def test_whoever_a_blow_puts_out_does_not_act() -> None:
    """The thug's last wound ends the brawl before it begins: no action, no question, one undo."""
    session = ready_for_the_thug(8, wounds=2)
    before = session.encounter
    session.submit(BACK)
    assert isinstance(session.answer(session.wanted[0].key, Answer(option="strike")), Accepted)
    assert wounds_left(session.encounter, "thug") == 0
    assert not sheet_of(session.encounter["thug"]).has_acted
    session.undo()
    assert session.encounter == before


@pytest.mark.rule("BA-RDY-01")
def test_a_command_that_is_refused_calls_nobody() -> None:
    """Nobody strikes ahead of what cannot be done; a move and a friend's act draw no blow."""
    session = ready_for_the_thug()
    session.submit(Aim(actor="thug"))
    session.answer(session.wanted[0].key, Answer(option="pass"))
    assert code(session.submit(BACK)) == "budget"
    assert isinstance(walk(session, "thug", (3, 1)), Accepted)


@pytest.mark.rule("BA-RDY-01")
@pytest.mark.parametrize(("option", "chance"), [("pass", 12 / 20), ("strike", 12 / 20 * 7 / 20)])
def test_odds_let_a_blow_pass_unless_it_is_taken(option: str, chance: float) -> None:
    """2 + d20 is above 10 in 12 of 20; the blow, 3 + d20, puts the thug out in 13 of 20.

    What the preview lists is the same window.
    """
    session = ready_for_the_thug(wounds=2)
    answers = {
        "defence of hero": Answer(option="neither"),
        "before command/blow of hero/strike": Answer(option=option),
    }
    system, now = session.system, session.encounter
    attack = explore(system, now, BACK, answers)
    assert dict(attack.distribution("hero")).get(1, 0.0) == pytest.approx(chance, abs=1e-12)
    seen = preview(system, now, BACK)
    assert [one.window for one in seen.windows] == ["ready"]


def climb(session: Session, who: str, path: tuple[tuple[int, int], ...], *climbs: int) -> Outcome:
    """Walk along squares, with the levels that each step rises."""
    return session.submit(Move(actor=who, path=tuple(Cell(*one) for one in path), climbs=climbs))


@pytest.mark.rule("BA-LVL-01")
def test_a_step_may_lead_to_the_roofs_and_counts_as_a_zone() -> None:
    """Up in the own square, over the wall into the next zone and no further; one undo takes all."""
    session = fight(hero=(3, 1))
    wall = Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 9 * SUBCELL))
    session.submit(LayMap(map=session.encounter.map.replace(walls=(wall,))))
    before = session.encounter
    assert code(climb(session, "hero", ((4, 1), (5, 1)))) == "blocked"
    assert code(climb(session, "hero", ((3, 1), (4, 1), (5, 1), (10, 1)), 1)) == "blocked"
    assert code(climb(session, "hero", ((3, 1), (4, 1), (5, 1), (5, 1)), 1, 0, 0, -1)) == "zones"
    assert isinstance(climb(session, "hero", ((3, 1), (4, 1), (5, 1)), 1), Accepted)
    hero = session.encounter["hero"]
    assert (hero.pos, hero.altitude, sheet_of(hero).zones_walked) == (Cell(5, 1), 1, 2)
    session.undo()
    assert session.encounter == before


@pytest.mark.rule("BA-LVL-01")
@pytest.mark.parametrize("path", [((3, 1),), ((4, 1),)])
def test_leaving_a_level_is_leaving_whoever_stands_there(path: tuple[tuple[int, int]]) -> None:
    """A knife may fly before the step, in the square or with it; on the roof nobody is reached."""
    session = fight(20, hero=(3, 1), thug=(2, 1))
    assert isinstance(climb(session, "hero", path, 1), Asking)
    (asked,) = session.wanted
    assert isinstance(asked, Question)
    assert asked.at == Cell(3, 1)
    session.answer(asked.key, Answer(option="throw"))
    hero = session.encounter["hero"]
    assert (hero.pos, hero.altitude, wounds(session, "hero")) == (Cell(*path[0]), 1, 1)
    assert code(session.submit(BRAWL)) == "not_in_zone"


@pytest.mark.rule("BA-LVL-01")
def test_there_is_no_level_above_the_roofs() -> None:
    """Neither up from a roof nor down from the street; a square alone is no step."""
    session = fight(hero=(3, 1))
    assert code(climb(session, "hero", ((3, 1),), -1)) == "no_level"
    assert code(climb(session, "hero", ((3, 1), (3, 1)), 1, 1)) == "no_level"
    assert code(climb(session, "hero", ((3, 1),))) == "blocked"


def test_wounds_stay_when_a_fight_ends_and_the_turn_does_not() -> None:
    """A fresh combatant keeps wounds and bottles; initiative, action and aim are gone."""
    session = fight(hero=(1, 1))
    session.submit(ChangePool(who=("hero",), add=-1))
    session.submit(Aim(actor="hero"))
    hero = session.system.fresh(session.encounter["hero"])
    assert sheet_of(hero).replace(wounds=0) == sheet_of(session.system.data.samples()[0])
    assert sheet_of(hero).wounds == 1
    assert hero.effects == ()
