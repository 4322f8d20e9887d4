"""Overwatch and Suppressive Fire of the percentile rules."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import Move, NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import SuppressiveFire
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.core.fight_state import Overwatch, PercentileState, state_of
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import AimHalf, Feint, GuardMode
from gridwar.systems.percentile.manoeuvres.knock_down import KnockDown
from gridwar.systems.percentile.out_of_turn.overwatch_declared import KeepOverwatch
from tests.support.exploring import explore
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, session, tor

ZONE = frozenset(Cell(x, 5) for x in range(10, 14))
WATCH = KeepOverwatch(actor="ada", weapon="gun", cells=ZONE)
FIRE = "fire"


def watched(*faces: int, foe: Any = None, **changes: Any) -> Any:
    """Return a session in which Ada waits for Tor, whose turn it is, at (16, 5)."""
    waits = ada(GUN, bs=50, ag=40)
    mover = foe or tor(at=(16, 5), weapons=(SWORD, GUN), ag=30, ab=3, pinning=40)
    start = fight(waits, mover, one("una", (25, 15)))
    declared = play(start, WATCH.replace(**changes)).encounter
    return session(declared.replace(turn="tor"), *faces)


def walk_in(*cells: tuple[int, int]) -> Move:
    """Return a move of Tor's."""
    return Move(actor="tor", path=tuple(Cell(*at) for at in cells))


INTO = tuple((x, 5) for x in range(15, 10, -1))


def answered(table: Any, **answers: str) -> None:
    """Answer what is asked by the last part of the key; defaults for the rest."""
    while table.wanted:
        wanted = table.wanted[0]
        name = wanted.key.rpartition("/")[2].replace(" ", "_")
        option = answers.get(name)
        table.answer(wanted.key, wanted.default if option is None else Answer(option=option))


@pytest.mark.rule("PC-ACT-10")
def test_overwatch_takes_the_turn_and_lasts_until_the_next() -> None:
    """A Full Action, Attack and Concentration; gone at the start of the own next turn."""
    declared = play(fight(ada(GUN), tor(at=(16, 5))), WATCH)
    state = state_of(declared.encounter)
    assert declared.sheet("ada").half_actions == 0
    assert ("ada" in state.attacked, "ada" in state.concentrated) == (True, True)
    assert state.overwatches[0].cells == tuple(sorted(ZONE))
    assert refusal(declared.encounter, WATCH) == "attack_used"
    foes_turn = declared.next(NextTurn())
    assert state_of(foes_turn.encounter).overwatches
    over = foes_turn.next(NextTurn())
    assert over.encounter.turn == "ada"
    assert state_of(over.encounter).overwatches == ()
    assert refusal(fight(ada(SWORD), tor()), WATCH.replace(weapon="sword")) == (
        "not_a_ranged_weapon"
    )
    assert refusal(fight(ada(), tor()), WATCH.replace(watched="ada")) == "nobody_to_watch"


@pytest.mark.rule("PC-ACT-10")
def test_it_fires_in_mid_move_and_pins_where_they_stand() -> None:
    """On the first square of the zone, once: 60 hits at 50 + 10, Pinning 40 fails on 41."""
    table = watched(60, 5, 41)
    table.submit(walk_in(*INTO))
    (asked,) = table.wanted
    assert (asked.recipient, asked.window, asked.at) == ("ada", "overwatch", Cell(13, 5))
    answered(table, overwatch_of_ada=FIRE)
    now = table.encounter
    assert now["tor"].pos == Cell(13, 5)
    assert now["tor"].has_effect("pinned")
    assert now["tor"].sheet.wounds == 5  # 5 + 3 less TB 3
    assert state_of(now).overwatches == ()


@pytest.mark.rule("PC-ACT-10")
def test_hit_or_miss_they_test_and_whoever_passes_goes_on() -> None:
    """61 misses, 40 passes the Pinning test: the move goes to its end."""
    table = watched(61, 40)
    table.submit(walk_in(*INTO))
    answered(table, overwatch_of_ada=FIRE)
    assert table.encounter["tor"].pos == Cell(11, 5)
    assert not table.encounter["tor"].has_effect("pinned")


@pytest.mark.rule("PC-ACT-10")
def test_it_may_wait_on_and_is_passed_by_a_standing_answer() -> None:
    """Asked at each square of the zone; whoever says no fires later."""
    table = watched(61, 40)
    table.submit(walk_in(*INTO))
    table.answer(table.wanted[0].key, table.wanted[0].default)
    assert table.wanted[0].at == Cell(12, 5)
    table.pass_all()
    assert table.encounter["tor"].pos == Cell(11, 5)
    assert state_of(table.encounter).overwatches


SHOT = StandardAttack(actor="tor", target="ada", weapon="gun", replace_die=False)
INSIDE = tor(at=(12, 5), weapons=(SWORD, GUN), ag=30, bs=30, pinning=40)


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-TST-04")
def test_ahead_of_an_action_agility_decides() -> None:
    """Ada wins 12 against 25 and hits for 13: Tor is dead and never shoots; nothing is paid."""
    foe = INSIDE.replace(sheet=INSIDE.sheet.replace(wounds=5))
    table = watched(12, 25, 30, 10, 99, foe=foe)
    assert not isinstance(table.submit(SHOT), Accepted)
    answered(table, overwatch_of_ada=FIRE, evade="none")
    assert table.encounter["tor"].sheet.dead
    assert table.encounter["ada"].sheet.wounds == 10
    assert table.encounter["tor"].sheet.half_actions == 2


@pytest.mark.rule("PC-ACT-10")
def test_where_nobody_wins_the_action_comes_first() -> None:
    """Both fail: Tor shoots (and misses), then Ada fires (and misses) and the test is passed."""
    table = watched(99, 99, 90, 95, 40, foe=INSIDE)
    table.submit(SHOT)
    answered(table, overwatch_of_ada=FIRE)
    assert table.dice.left == ()
    assert "tor" in state_of(table.encounter).attacked
    assert state_of(table.encounter).overwatches == ()


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize(
    ("changes", "asks"),
    [
        ({"condition": "attack"}, False),
        ({"condition": "move"}, True),
        ({"watched": "tor"}, True),
        ({"watched": "una"}, False),
    ],
)
def test_action_and_person_are_conditions(changes: dict[str, str], asks: bool) -> None:
    """A move sets off what waits for moves or for anything, of the one watched."""
    table = watched(**changes)
    table.submit(walk_in(*INTO))
    assert bool(table.wanted) is asks


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize(
    ("command", "asks"),
    [
        (SHOT, True),
        (KnockDown(actor="tor", target="ada"), True),
        (GuardMode(actor="tor"), True),
        (Feint(actor="tor", target="ada"), False),
        (AimHalf(actor="tor"), False),
    ],
)
def test_every_attack_action_is_an_attack_to_overwatch(command: Any, asks: bool) -> None:
    """Whoever waits for attacks is asked at any action with that subtype, and at no other."""
    beside = INSIDE.replace(pos=Cell(6, 5))
    table = watched(99, 99, foe=beside, condition="attack", cells=frozenset({Cell(6, 5)}))
    table.submit(command)
    assert any(one.window == "overwatch" for one in table.wanted if hasattr(one, "window")) is asks


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-05")
def test_a_charge_that_ends_in_the_zone_is_an_attack_there() -> None:
    """Tor charges from outside; the shot at 60 kills at the end of the run-up, before the blow."""
    foe = tor(at=(14, 5), weapons=(SWORD,), ag=30, ab=3, wounds=5)
    near = frozenset({Cell(6, 5)})
    table = watched(1, 99, 30, 10, 99, foe=foe, condition="attack", cells=near)
    way = tuple(Cell(x, 5) for x in range(13, 5, -1))
    table.submit(Charge(actor="tor", path=way, target="ada", weapon="sword"))
    assert table.wanted[0].window == "overwatch"
    answered(table, overwatch_of_ada=FIRE, evade="none")
    assert table.encounter["tor"].pos == Cell(6, 5)
    assert table.encounter["tor"].sheet.dead
    assert table.dice.left == ()


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-02")
def test_all_targets_of_the_shot_test_pinning() -> None:
    """A Burst of two, a hit for each: both dodge, and both test Pinning all the same."""
    start = fight(ada(GUN, bs=50), tor(at=(16, 5), ab=3, pinning=40), one("una", (14, 6)))
    declared = play(start, WATCH.replace(action="burst", hits=2)).encounter.replace(turn="tor")
    walked = play(
        declared,
        walk_in((15, 5), (14, 5), (13, 5)),
        *(30, 1, 1, 41, 31),  # BS 50 + 10 - 10: 3 degrees; dodges at 30; Pinning 40 and Toughness
        overwatch_of_ada=FIRE,
        allocate={"tor": 1, "una": 1},
        evade="dodge",
    )
    assert (walked.has("tor", "pinned"), walked.has("una", "pinned")) == (True, True)
    assert (walked.sheet("tor").wounds, walked.sheet("una").wounds) == (10, 10)


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-TST-04")
def test_an_ally_may_choose_to_fail() -> None:
    """Ada waits for her ally Kim, who lets the shot come first: no Agility dice."""
    kim = one("kim", (12, 5), side="1", weapons=(GUN,), pinning=40)
    start = fight(ada(GUN, bs=50, ag=40), tor(at=(16, 5)), kim)
    declared = play(start, WATCH.replace(watched="kim")).encounter.replace(turn="kim")
    shot = SHOT.replace(actor="kim", target="tor")
    first = play(declared, shot, 99, 40, 99, overwatch_of_ada=FIRE, **{"yield": "yield"})
    assert "attacks Kim: Standard Attack" in first.log.splitlines()[1]
    # 40 against 41 of Agility 40 and 30: both fail but for Ada's; then the shot, Pinning, Kim's.
    rolled = play(declared, shot, 40, 41, 99, 40, 99, overwatch_of_ada=FIRE)
    assert "opposed test" in rolled.log.splitlines()[0]


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-DEF-03")
def test_a_dodge_ends_it_and_a_deflect_does_not() -> None:
    """Any action of one's own that is not free: the Reaction is one, the Deflector none."""
    from gridwar.systems.percentile.core.sheet import Deflector

    for way, waits in (("dodge", False), ("deflect", True)):
        owner = ada(GUN, deflectors=(Deflector(rating=50),))
        start = fight(owner, tor(weapons=(SWORD,), ws=40))
        declared = play(start, WATCH).encounter.replace(turn="tor")
        blow = StandardAttack(actor="tor", target="ada", weapon="sword", replace_die=False)
        struck = play(declared, blow, 20, 1, evade=way)
        assert bool(state_of(struck.encounter).overwatches) is waits


@pytest.mark.rule("PC-ACT-10")
def test_odds_pass_overwatch() -> None:
    """A window is passed in odds: Tor's 40 of 100 shots hit whoever waits."""
    table = watched(foe=INSIDE)
    found = explore(SYSTEM, table.encounter, SHOT, {})
    assert found.success == pytest.approx(0.40)


# --- Suppressive Fire -----------------------------------------------------------------------------

AUTO = PercentileWeapon(
    id="auto",
    kind="ranged",
    damage=DamageDice(count=1, sides=10, flat=2),
    range_cells=8,
    semi=3,
    full=6,
    hit_rating=2,
)
EAST = SuppressiveFire(actor="ada", weapon="auto", mode="semi", bearing_deg=90.0)


def shooting(*others: Any, **sheet: Any) -> Any:
    """Return a fight in which Ada has an automatic weapon."""
    return fight(ada(AUTO, **{"bs": 60, **sheet}), *others)


@pytest.mark.rule("PC-TST-01", "PC-TST-03")
def test_a_test_is_told_with_its_die_and_how_it_ended() -> None:
    """Pinning at 40 - 10: 31 fails, 30 passes by one degree; the opposed test names its rollers."""
    start = shooting(one("near", (10, 5), pinning=40), one("edge", (10, 6), pinning=40))
    fired = play(start, EAST, 90, 31, 30)
    near, edge = (trace for trace in fired.traces if "tests against Pinning" in trace.title)
    assert [(one.result, one.tone) for one in (near, edge)] == [
        ("failed", "quiet"),
        ("passed", "good"),
    ]
    assert [(one.steps[0].label, one.steps[0].faces) for one in (near, edge)] == [
        ("Roll", (31,)),
        ("Roll", (30,)),
    ]


@pytest.mark.rule("PC-ACT-11")
@pytest.mark.parametrize(("before", "after"), [(0, 90), (90, 90), (270, 90), (None, None)])
def test_whoever_lays_a_wedge_faces_it(before: int | None, after: int | None) -> None:
    """Facing is free as the action is declared; whoever has no facing gets none."""
    start = shooting(one("near", (10, 5), pinning=40))
    start = start.with_combatant(start["ada"].replace(facing_deg=before))
    assert play(start, EAST, 90, 31).encounter["ada"].facing_deg == after


@pytest.mark.rule("PC-ACT-11")
def test_everybody_in_the_wedge_is_pinned_hit_or_not() -> None:
    """15 degrees either side: (10, 6) is 11 off, (8, 6) 18; a friend there tests nothing."""
    start = shooting(
        one("near", (10, 5), pinning=40),
        one("edge", (10, 6), pinning=40),
        one("beside", (8, 6), pinning=40),
        one("friend", (9, 5), side="1", pinning=40),
    )
    fired = play(start, EAST, 90, 31, 30)  # BS 60 - 20 misses; Pinning at 40 - 10
    assert fired.has("near", "pinned")
    assert not fired.has("edge", "pinned")
    assert not fired.has("beside", "pinned")
    (wedge,) = state_of(fired.encounter).wedges
    assert Cell(10, 6) in wedge.cells
    assert Cell(8, 6) not in wedge.cells
    assert state_of(fired.next(NextTurn()).encounter).wedges


@pytest.mark.rule("PC-ACT-11")
def test_full_fire_is_wider_and_pins_harder() -> None:
    """30 degrees either side and Pinning at -20: 20 passes, 21 does not."""
    start = shooting(one("beside", (8, 6), pinning=40))
    full = EAST.replace(mode="full")
    assert play(start, full, 90, 21).has("beside", "pinned")
    assert not play(start, full, 90, 20).has("beside", "pinned")


@pytest.mark.rule("PC-ACT-11")
@pytest.mark.parametrize(
    ("rule", "roll", "hits"),
    [("one_plus_half_dos", 25, 2), ("beyond_first", 25, 1), ("one_plus_half_dos", 1, 3)],
)
def test_hits_are_drawn_until_each_has_one(rule: str, roll: int, hits: int) -> None:
    """TN 40: 25 is 2 degrees, 1 is 4; the third hit goes round again, up to capacity 3."""
    start = fight(
        ada(AUTO, bs=60),
        one("a", (10, 5), pinning=99, wounds=40),
        one("b", (11, 5), pinning=99, wounds=40),
        suppressive_hits=rule,
    )
    draws = [2, 1, 2][:hits]
    fired = play(start, EAST, roll, 1, 1, *draws, *([3] * hits), evade="none")
    lost = [40 - fired.sheet(who).wounds for who in ("a", "b")]
    each = {1: (0, 1), 2: (1, 1), 3: (1, 2)}[hits]
    # 3 + 2 less TB 3 is 2 a hit; degrees may take a die's place on the first one alone.
    assert [bool(points) for points in lost] == [bool(count) for count in each]
    assert sum(lost) == 2 * hits + (1 if roll == 1 else 0)


@pytest.mark.rule("PC-ACT-11")
@pytest.mark.rule("PC-ACT-02")
def test_a_jam_pins_all_the_same() -> None:
    """94 jams within a target number of 100; the Pinning test is still made."""
    start = shooting(one("near", (10, 5), pinning=40), bs=120)
    fired = play(start, EAST, 94, 99)
    assert fired.result.jam
    assert fired.sheet("ada").weapons[0].jammed
    assert fired.has("near", "pinned")
    assert refusal(fired.next(NextTurn()).next(NextTurn()).encounter, EAST) == "jammed"


@pytest.mark.rule("PC-ACT-11")
@pytest.mark.rule("PC-ATK-09")
def test_a_victim_evades_its_share() -> None:
    """A dodge at 30 with 2 degrees takes both hits off: nobody was struck."""
    start = shooting(one("near", (10, 5), pinning=99, ag=30))
    fired = play(start, EAST, 30, 1, 1, 1, 15, evade="dodge")
    assert fired.result.success
    assert not fired.result.struck
    assert fired.sheet("near").wounds == 10


@pytest.mark.rule("PC-ACT-11")
def test_all_bonuses_are_dropped() -> None:
    """Aim +20 does not count, nor -5 for hits: 60 - 20; 41 misses."""
    start = shooting(one("near", (10, 5), pinning=99), aim=20)
    assert not play(start, EAST, 41, 1).result.success
    assert play(start, EAST, 40, 1, 1, 3, evade="none").result.success


@pytest.mark.rule("PC-ACT-11")
def test_house_rules_of_the_wedge() -> None:
    """Hit rating as capacity; any part of a square; everybody in the zone may be hit."""
    friend = one("friend", (10, 5), side="1", wounds=40, pinning=40)
    spares = fight(ada(AUTO, bs=60), friend)
    assert play(spares, EAST, 40).sheet("friend").wounds == 40
    all_hit = fight(ada(AUTO, bs=60), friend, suppressive_victims="everyone_in_zone")
    assert play(all_hit, EAST, 40, 1, 9, evade="none").sheet("friend").wounds == 32
    part = fight(ada(AUTO, bs=60), one("beside", (8, 6), pinning=1), arc_rule="any_part")
    assert play(part, EAST, 90, 99).has("beside", "pinned")
    single = PercentileWeapon(id="auto", kind="ranged", range_cells=8)
    assert refusal(fight(ada(single), tor(at=(9, 5))), EAST) == "no_automatic_weapon"


@pytest.mark.rule("PC-ACT-11")
def test_capacity_may_be_the_hit_rating() -> None:
    """Of 4 degrees come 3 hits; with the Hit rating of 2 as capacity 2, where it fires at all."""
    start = fight(ada(AUTO, bs=60), one("near", (10, 5), pinning=99, wounds=40))
    assert "3 hits" in play(start, EAST, 1, 1, 1, 1, 1, 1, 1, 1, evade="none").log
    rated = fight(
        ada(AUTO, bs=60), one("near", (10, 5), pinning=99, wounds=40), auto_fields="hit_rating"
    )
    assert "2 hits" in play(rated, EAST, 1, 1, 1, 1, 1, 1, evade="none").log
    single = fight(ada(AUTO.replace(semi=0)), tor(at=(9, 5)), auto_fields="hit_rating")
    assert refusal(single, EAST) == "not_automatic"


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize(
    ("zone", "cells"), [("arc_30", {(5, 0)}), ("arc_90", {(5, 0), (4, 2), (3, 3)})]
)
def test_the_kill_zone_may_be_an_arc(zone: str, cells: set[tuple[int, int]]) -> None:
    """30 degrees to the east leave out what lies 27 and 45 off; 90 take in both, edges too."""
    start = fight(ada(GUN, at=(10, 10)), tor(at=(30, 10)), overwatch_zone=zone)
    kept = play(start, WATCH.replace(cells=frozenset(), bearing_deg=90.0))
    (watch,) = state_of(kept.encounter).overwatches
    near = {(5, 0), (4, 2), (3, 3), (3, 4), (-1, 0)}
    assert {at for at in near if Cell(10 + at[0], 10 + at[1]) in watch.cells} == cells
    ids = {action.id.partition(":")[0] for action in actions_of(SYSTEM, start, "ada")}
    assert ("overwatch_arc" in ids, "keep_overwatch" in ids) == (True, False)


@pytest.mark.rule("PC-ACT-10")
def test_overwatch_may_go_on_firing() -> None:
    """By the house rule it fires at each square, and is there until the own next turn."""
    waits = ada(GUN, bs=50, ag=40)
    mover = tor(at=(15, 5), ab=3, pinning=40)
    start = fight(waits, mover, overwatch_fires="repeat")
    declared = play(start, WATCH).encounter.replace(turn="tor")
    walked = play(
        declared, walk_in((14, 5), (13, 5), (12, 5)), 99, 40, 99, 41, overwatch_of_ada=FIRE
    )
    assert walked.log.count("fires from Overwatch") == 2
    assert walked.encounter["tor"].pos == Cell(12, 5)
    assert len(state_of(walked.encounter).overwatches) == 1


def test_a_second_overwatch_takes_the_first_ones_place() -> None:
    """Nobody waits twice."""
    first = Overwatch(owner="ada", weapon="gun", cells=(Cell(1, 1),))
    start = fight(ada(GUN), tor(at=(16, 5))).replace(rules=PercentileState(overwatches=(first,)))
    declared = play(start, WATCH)
    assert len(state_of(declared.encounter).overwatches) == 1
