"""Percentile: who leaves a zone, runs, strikes out of turn, and a watch in own words."""

from __future__ import annotations

import pytest

from gridwar.engine.kit import Move, NextTurn
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import out_of_turn_of
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.core.fight_state import state_of
from gridwar.systems.percentile.out_of_turn.overwatch_shot import FireNow
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, session, tor
from tests.systems.percentile.test_waiting import (
    FIRE,
    INSIDE,
    SHOT,
    WATCH,
    answered,
    walk_in,
    watched,
)

# --- leaving a zone, running, opportunities, own words -------------------------------------------


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize("condition", ["any_action", "move"])
def test_whoever_sets_out_in_the_zone_is_shot_at_first(condition: str) -> None:
    """Before the first step, which leads out of it, without an Agility test; the pinned stay."""
    foe = tor(at=(12, 5), ab=3, pinning=40)
    table = watched(61, 41, foe=foe, condition=condition)
    table.submit(walk_in((12, 6), (12, 7)))
    (asked,) = table.wanted
    assert (asked.window, asked.at) == ("overwatch", Cell(12, 5))
    answered(table, overwatch_of_ada=FIRE)
    assert table.encounter["tor"].pos == Cell(12, 5)
    assert table.encounter["tor"].has_effect("pinned")
    waits = watched(foe=foe, condition="attack")
    waits.submit(walk_in((12, 6), (12, 7)))
    assert waits.encounter["tor"].pos == Cell(12, 7)


def _asked_words(asked: object) -> tuple[str, str]:
    """Return the window of a question, and what it tells of the deed."""
    assert isinstance(asked, Question)
    return asked.window, asked.text


CHARGE = Charge(actor="tor", weapon="sword", path=tuple(Cell(x, 5) for x in range(13, 20)))


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-05")
def test_whoever_is_pinned_before_a_charge_does_not_run() -> None:
    """Ada wins 12 against 25, misses, and Pinning fails on 41: no step, and the turn is spent."""
    waits, foe = ada(GUN, bs=50, ag=40), tor(at=(12, 5), weapons=(SWORD,), ag=30, ab=3, pinning=40)
    start = fight(waits, foe, one("una", (20, 5), side="1"))
    declared = play(start, WATCH).encounter.replace(turn="tor")
    run = play(declared, CHARGE, 12, 25, 61, 41, overwatch_of_ada=FIRE)
    assert run.encounter["tor"].pos == Cell(12, 5)
    assert run.sheet("tor").half_actions == 0
    assert run.result.struck is False
    assert "does not run" in run.log
    late = play(declared, CHARGE, 99, 25, 99, 61, 41, overwatch_of_ada=FIRE)
    assert late.encounter["tor"].pos == Cell(19, 5)


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-08")
def test_an_attack_of_opportunity_in_the_zone_sets_it_off() -> None:
    """Tor strikes at Una who leaves; Ada, who waits for attacks, is asked whom it is at."""
    waits, foe = ada(GUN, bs=50, ag=40), tor(at=(12, 5), weapons=(SWORD,), ag=30, pinning=40)
    start = fight(waits, foe, one("una", (12, 6), side="1", ab=3))
    declared = play(start, WATCH.replace(condition="attack")).encounter.replace(turn="una")
    table = session(declared, 12, 25, 61, 40, 99)
    table.submit(Move(actor="una", path=(Cell(12, 7), Cell(12, 8))))
    table.answer(table.wanted[0].key, Answer(option="sword"))
    (asked,) = table.wanted
    assert _asked_words(asked) == ("overwatch", "Attack of Opportunity at Una")
    answered(table, overwatch_of_ada=FIRE)
    assert state_of(table.encounter).overwatches == ()
    assert table.encounter["una"].pos == Cell(12, 8)


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-09")
def test_a_counter_attack_in_the_zone_sets_it_off() -> None:
    """Tor parries Una and strikes back: an attack, before which Ada may fire."""
    waits = ada(GUN, bs=50, ag=40)
    foe = tor(at=(12, 5), weapons=(SWORD,), parry=90, talents=frozenset({"counter_attack"}))
    una = one("una", (12, 6), side="1", weapons=(SWORD,), ws=50)
    declared = play(fight(waits, foe, una), WATCH.replace(condition="attack")).encounter
    blow = StandardAttack(actor="una", target="tor", weapon="sword")
    table = session(declared.replace(turn="una"), 20, 30, 12, 99, 61, 1, 99)
    table.submit(blow)
    table.answer(table.wanted[0].key, Answer(option="parry"))
    table.answer(table.wanted[0].key, Answer(option="sword"))
    (asked,) = table.wanted
    assert _asked_words(asked) == ("overwatch", "Counter-Attack at Una")


@pytest.mark.rule("PC-ACT-10")
def test_an_attack_on_one_ally_may_be_waited_for() -> None:
    """The question tells whom an attack is at; one on anybody else is let pass."""
    two = one("una", (13, 8), side="1"), one("kim", (13, 2), side="1")
    start = fight(ada(GUN, bs=50, ag=40), INSIDE, *two)
    guards = WATCH.replace(condition="attack", ally="una")
    declared = play(start, guards).encounter.replace(turn="tor")
    for target, asks in (("una", True), ("kim", False)):
        table = session(declared, 99)
        table.submit(SHOT.replace(target=target))
        questions = [one for one in table.wanted if isinstance(one, Question)]
        assert [one.window for one in questions] == (["overwatch"] if asks else [])
        if asks:
            assert questions[0].text == "Standard Attack at Una"
            assert questions[0].options[1].effect.endswith("60 or less")
    assert refusal(start, guards.replace(ally="nobody")) == "nobody_to_guard"


@pytest.mark.rule("PC-ACT-10")
def test_its_owner_fires_when_the_own_words_are_met() -> None:
    """Offered out of turn at each foe in the zone; never asked of itself; Pinning follows."""
    start = fight(ada(GUN, bs=50), INSIDE, one("far", (25, 15)))
    wanted = WATCH.replace(condition="declared", words="out of reactions")
    declared = play(start, wanted)
    assert declared.traces[-1].result == "if out of reactions"
    now = declared.encounter.replace(turn="tor")
    offered = out_of_turn_of(SYSTEM, now, "ada")
    assert [action.title for action in offered] == ["Overwatch, fire now: Tor"]
    moved = session(now)
    moved.submit(walk_in((12, 6)))
    assert not moved.wanted
    fired = play(now, offered[0].make(Target()), 61, 41)
    assert fired.has("tor", "pinned")
    assert state_of(fired.encounter).overwatches == ()
    assert refusal(now, FireNow(actor="ada", target="far")) == "not_in_zone"
    assert refusal(start, FireNow(actor="ada", target="tor")) == "no_overwatch"


@pytest.mark.rule("PC-ACT-10")
def test_the_sheet_of_overwatch_takes_own_words() -> None:
    """A field for them, and whom an attack has to be at where attacks are waited for."""
    start = fight(ada(GUN), tor(at=(16, 5)), one("una", (13, 8), side="1"))
    draft = SYSTEM.draft(start, WATCH.replace(condition="attack"))
    (words,) = draft.texts
    assert words.make("he draws") == WATCH.replace(condition="attack", words="he draws")
    ally = next(choice for choice in draft.choices if choice.key == "ally")
    assert [one.title for one in ally.options] == ["Anybody", "Ada", "Una"]


@pytest.mark.rule("PC-ACT-10")
def test_overwatch_notices_who_is_out_of_reactions() -> None:
    """Its owner is asked at once, and once, when an enemy in the zone has spent the last one."""
    watch = WATCH.replace(condition="no_reactions")
    ally = one("kim", (13, 6), side="1", ws=40, weapons=(SWORD,))
    foe = tor(at=(12, 5), dodge=40, reactions=1)
    waits = play(fight(ada(GUN, bs=50), ally, foe), watch).encounter.replace(turn="kim")
    blow = StandardAttack(actor="kim", target="tor", weapon="sword", replace_die=False)
    table = session(waits, 20, 10, 99, 99)
    table.submit(blow)
    asked = []
    while table.wanted:
        wanted = table.wanted[0]
        assert isinstance(wanted, Question)
        asked.append(wanted.window)
        fires = {"overwatch": "fire", "evasion": "dodge"}
        options = [option.id for option in wanted.options]
        chosen = next((x for x in fires.values() if x in options), None)
        table.answer(wanted.key, wanted.default if chosen is None else Answer(option=chosen))
    assert asked.count("overwatch") == 1
    assert state_of(table.encounter).overwatches == ()
    walked = play(waits, blow.replace(weapon="unarmed"), 99)
    assert len(state_of(walked.encounter).overwatches) == 1
    spent = waits.combatants["tor"]
    empty = waits.with_combatant(spent.replace(sheet=spent.sheet.replace(reactions=0)))
    told = play(empty, blow.replace(weapon="unarmed"), 99)
    assert state_of(told.encounter).overwatches[0].asked == ("tor",)
    again = session(told.encounter)
    again.submit(NextTurn())
    assert not again.wanted


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-05")
def test_a_charge_out_of_a_zone_is_asked_about_once() -> None:
    """As an action before it is run, and not again as its first step leads out of the zone."""
    start = Cell(14, 5)
    foe = tor(at=start, weapons=(SWORD,), ab=4)
    table = watched(99, foe=foe, cells=frozenset({start}))
    path = tuple(Cell(x, 5) for x in range(13, 5, -1))
    table.submit(Charge(actor="tor", weapon="sword", path=path, target="ada"))
    asked = 0
    while table.wanted:
        wanted = table.wanted[0]
        assert isinstance(wanted, Question)
        asked += wanted.window == "overwatch"
        table.answer(wanted.key, wanted.default)
    assert (asked, table.encounter["tor"].pos) == (1, Cell(6, 5))
