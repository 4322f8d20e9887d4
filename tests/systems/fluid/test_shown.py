"""What is shown and told: cards, the order, forms, the table of a round, who is warned of what."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.kit import BeginFight, NextTurn, Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import LayerName
from gridwar.model.command import Answer
from gridwar.model.encounter import Side
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.given_by_gm import LimitFree
from gridwar.systems.fluid.core.fight_state import GroupCheck, state_of
from gridwar.systems.fluid.core.sheet import Weapon, sheet_of
from gridwar.systems.fluid.core.tables import preset_actions
from gridwar.systems.fluid.harm import Injure, SetCondition
from gridwar.systems.fluid.ledger.note_event_commands import NoteEvent, NoteOther
from gridwar.systems.fluid.movement import move_specs
from gridwar.systems.fluid.positions.starting_distance import RollDistance
from gridwar.systems.fluid.samples import sample_weapons, samples
from gridwar.systems.fluid.turns.end_of_round import round_events, round_table
from gridwar.systems.fluid.turns.initiative import RollInitiative
from gridwar.systems.fluid.turns.surprise import SettleSurprise
from gridwar.systems.fluid.turns.turn_order import PutBefore
from gridwar.systems.fluid.views.combatant_card import card
from gridwar.systems.fluid.views.map_overlays import areas
from gridwar.systems.fluid.views.steps_and_foreseen import flow
from tests.systems.fluid.table import FluidTable, action, code


def fighting(*counts: int, **switches: Any) -> FluidTable:
    """Return people a, b … in round 1."""
    table = FluidTable(**switches)
    table.begin(*counts)
    return table


def titles(table: FluidTable, who: str) -> dict[str, str]:
    """Return the titles of what somebody is offered, by id."""
    return {one.id: one.title for one in actions_of(SYSTEM, table.now, who)}


# --- the table of a round -------------------------------------------------------------------------


@pytest.mark.rule("FL-MOD-01")
@pytest.mark.rule("FL-MOD-02")
@pytest.mark.rule("FL-MOD-06")
@pytest.mark.rule("FL-MOD-07")
@pytest.mark.rule("FL-MOD-09")
def test_the_table_of_a_round_stands_in_its_order_and_says_what_comes_of_it() -> None:
    """Highest first, not as listed: 45 + 10 of 20 has to Press, 8 - 10 goes up to 18, 2 stays."""
    table = fighting(8, 45, 2)
    table.done(
        NoteEvent(target="a", event="critical_injury"),
        NoteEvent(target="b", event="triumph"),
        NoteEvent(target="b", event="triumph"),
    )
    assert round_events(table.now).splitlines() == [
        "b: Triumph +10, Triumph +10; 55: has to Press first",
        "a: Critical injury -10; -2 is 0 or less: reeling, flat-footed, up to 18",
    ]
    rows = round_table(table.now).rows
    assert [one.label for one in rows] == ["b", "a", "c"]
    assert [one.values for one in rows] == [
        ("+20", "+10", "45 \u2192 55", "1"),
        ("-10", "-10", "8 \u2192 18", "2"),
        (None, None, "2", "3"),
    ]


# --- cards and the order --------------------------------------------------------------------------


@pytest.mark.rule("FL-EVT-10")
@pytest.mark.rule("FL-EVT-11")
@pytest.mark.rule("FL-EVT-12")
@pytest.mark.rule("FL-MOD-04")
def test_a_condition_is_a_badge_while_it_lasts() -> None:
    """Bleeding, fatigued and exhausted stand on the card of whoever has them, of nobody else."""
    table = fighting(20, 10)
    for condition, words in (
        ("bleeding", "Bleeding"),
        ("fatigued", "Fatigued"),
        ("exhausted", "Exhausted"),
    ):
        begins = SetCondition.model_validate({"target": "a", "condition": condition})
        table.done(begins)
        assert [one.text for one in card(table.now, "a").badges] == [words]
        assert not card(table.now, "b").badges
        table.done(begins.replace(value=False))
        assert not card(table.now, "a").badges


@pytest.mark.rule("FL-EVT-14")
def test_wounds_that_are_won_or_stay_are_no_injury() -> None:
    """A quick number of 0 writes nothing, one up heals, one down is one injury."""
    table = fighting(20, 10)
    table.done(Injure(target="a", wounds=5))
    (pool,) = card(table.now, "a").pools
    assert pool.changed is not None
    assert pool.changed(0) == ()
    assert [one.kind for one in pool.changed(3)] == ["fluid.wounds_changed"]
    hurt, written, told = pool.changed(-1)
    assert [hurt.kind, written.kind] == ["fluid.wounds_changed", "fluid.entered"]
    assert isinstance(told, Explained)
    assert (told.trace.title, told.trace.result) == ("Ledger of a", "-2")


@pytest.mark.rule("FL-SUR-07")
@pytest.mark.parametrize(
    ("extra", "left"),
    [(False, [("One action", 0)]), (True, [("One action", 1), ("Free action", 0)])],
)
def test_pips_of_the_surprise_round(extra: bool, left: list[tuple[str, int]]) -> None:
    """A free action is the one action, or by the house rule comes beside it."""
    table = opened(15, 12, 3, surprise_free_extra=extra)
    table.done(RollDistance(location="indoors", line_of_sight_ft=50), RollInitiative())
    checks = (GroupCheck(side="1", result=14), GroupCheck(side="2", result=9))
    table.done(SettleSurprise(awareness="none", checks=checks), BeginFight())
    table.done(action("a", "free_action"))
    assert [(one.label, one.left) for one in card(table.now, "a").pips] == left


@pytest.mark.rule("FL-RND-05")
def test_the_card_counts_free_actions() -> None:
    """From the first one on, against the limit where there is one; anew each round."""
    table = fighting(20, 10)

    def counted() -> list[str]:
        return [one.value for one in card(table.now, "a").figures if one.label == "Free actions"]

    assert counted() == []
    table.done(action("a", "free_action"), action("a", "free_action"))
    assert counted() == ["2"]
    table.done(LimitFree(target="a", limit=3))
    assert counted() == ["2 of 3"]
    table.round()
    assert counted() == []


@pytest.mark.rule("FL-ENC-03")
def test_the_line_of_sight_is_drawn_while_it_is_asked_about() -> None:
    """Indoors: from square to square between those who are nearest to be seen, 9 of them apart."""
    table = FluidTable()
    for who, side, x in (("a", "1", 2), ("b", "2", 11)):
        table.add(who, side)
        table.put(who, x, 4)
    session = Session(SYSTEM, table.now, dice=table.dice)
    session.submit(RollDistance(location="indoors"))
    assert session.wanted[0].key == "line of sight"
    (drawn,) = areas(session.encounter)
    assert drawn.label == "Line of sight: 9 squares"
    assert drawn.cells == {Cell(x, 4) for x in range(2, 12)}


@pytest.mark.rule("FL-RND-04")
def test_the_squares_of_the_bonus_step_are_drawn_while_it_may_be_taken() -> None:
    """All eight round whoever has the turn but dear ground; none after a move."""

    def drawn(table: FluidTable) -> set[Cell]:
        return {cell for area in areas(table.now) for cell in area.cells}

    def beside(x: int, y: int) -> set[Cell]:
        return {Cell(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}

    table = fighting(20, 10)
    table.put("a", 5, 5)
    table.put("b", 9, 5)
    kinds = (TerrainKind(name="open"), TerrainKind(name="mud", multiplier=2))
    page = table.now.map.with_terrain_kinds(kinds)
    page = page.with_painted(LayerName.TERRAIN, {Cell(6, 6): 1, Cell(10, 5): 1})
    table.encounter = table.now.replace(map=page)
    assert drawn(table) == beside(5, 5) - {Cell(6, 6)}
    table.done(table.walk("a", 2))
    assert drawn(table) == set()
    table.done(NextTurn())
    assert drawn(table) == beside(9, 5) - {Cell(10, 5)}
    table.switch(step_into_slow="free_step")
    assert drawn(table) == beside(9, 5)


@pytest.mark.rule("FL-SEQ-01")
@pytest.mark.rule("FL-SEQ-02")
@pytest.mark.rule("FL-RND-01")
def test_the_strip_names_the_round_that_is_next_or_goes_on() -> None:
    """Before the fight it is round 1; in it the clock shows six seconds a round."""
    table = FluidTable()
    table.add("a", "1")
    table.add("b", "2")
    shown = flow(table.now)
    assert [one.title for one in shown.phases][-2:] == ["Round 1", "End of round 1"]
    table = fighting(20, 10)
    table.round()
    assert flow(table.now).words == "Round 2 \u00b7 12 s"
    assert [one.title for one in flow(table.now).phases][-2:] == ["Round 2", "End of round 2"]


@pytest.mark.rule("FL-MOD-09")
def test_who_is_not_in_the_order_cannot_be_put_there() -> None:
    """That is no rule to be waived: there is no card to be dragged."""
    table = fighting(20, 10)
    table.add("late", "1")
    refused = table.play(PutBefore(who="late", before="a"))
    assert code(refused) == "not_in_order"
    assert not refused.refusal.waivable


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.rule("FL-RND-06")
@pytest.mark.rule("FL-ACT-02")
@pytest.mark.rule("FL-EVT-05")
def test_attacks_come_once_a_weapon_and_moves_among_the_moves() -> None:
    """Without a weapon an attack stands for itself; only what is tagged a move is one."""
    table = fighting(20, 10)
    assert [one.id for one in move_specs(table.now)] == ["move"]
    bare = titles(table, "a")
    assert bare["take_action:attack"] == "Attack"
    assert "take_action:move" not in bare
    sheet = table.sheet("a").replace(weapons=(Weapon(id="bow", name="Bow"), Weapon(id="axe")))
    table.encounter = table.now.with_combatant(table.now["a"].replace(sheet=sheet))
    armed = titles(table, "a")
    assert {"take_action:attack bow", "take_action:attack axe"} <= set(armed)
    assert "take_action:attack" not in armed
    assert armed["take_action:aim"] == "Aim"


@pytest.mark.rule("FL-EVT-09")
@pytest.mark.rule("FL-EVT-17")
@pytest.mark.rule("FL-EVT-18")
@pytest.mark.rule("FL-EVT-19")
@pytest.mark.parametrize(
    ("key", "points"),
    [("triumph", 10), ("save", -2), ("stress", -5), ("blast", -5), ("tactical", -2)],
)
def test_one_key_enters_the_event_that_it_names(key: str, points: int) -> None:
    """What the menu of a token offers writes the points that it shows beside its name."""
    table = fighting(30, 10)
    found = next(
        one
        for one in actions_of(SYSTEM, table.now, "a")
        if one.id.endswith(f":{key}") and one.make(Target()).kind == "fluid.note_event"
    )
    assert found.note == f"{points:+}"
    table.done(found.make(Target("a")))
    assert round_table(table.now).rows[0].values[0] == f"{points:+}"


@pytest.mark.rule("FL-EVT-22")
def test_the_words_of_another_event_are_as_long_as_a_line_holds() -> None:
    """What is typed beyond 200 characters is left off, and the event is written."""
    table = fighting(20, 10)
    given = Answer(numbers=frozendict(modifier=4), texts=("x" * 250,))
    table.done(NoteOther(target="a"), answers={"other": given})
    (entry,) = table.fight("a").ledger
    assert (entry.modifier, len(entry.label)) == (4, 200)


@pytest.mark.rule("FL-EVT-20")
def test_fatigued_alone_counts_whatever_the_ladder() -> None:
    """By the house rule of the worse alone: -3 without exhausted, -10 with it."""
    table = fighting(30, 10, fatigue_ladder="worst_only")
    table.done(SetCondition(target="a", condition="fatigued"))
    table.done(NoteEvent(target="a", event="aim"))
    assert round_table(table.now).rows[0].values[0] == "-2"
    table.done(SetCondition(target="a", condition="exhausted"))
    assert round_table(table.now).rows[0].values[0] == "-9"


# --- what is told ---------------------------------------------------------------------------------


def opened(*faces: int, **switches: Any) -> FluidTable:
    """Return a and a2 of the Patrol, b of the Gang, nothing begun."""
    table = FluidTable(*faces, **switches)
    for who, side in (("a", "1"), ("a2", "1"), ("b", "2")):
        table.add(who, side, visual_ft=1000, hearing_ft=0)
    sides = {"1": Side(name="Patrol", stance="party"), "2": Side(name="Gang", index=1)}
    table.encounter = table.now.replace(sides=frozendict(sides))
    return table


@pytest.mark.rule("FL-SUR-02")
@pytest.mark.rule("FL-SUR-03")
@pytest.mark.rule("FL-SUR-05")
@pytest.mark.rule("FL-SUR-06")
@pytest.mark.parametrize(("awareness", "rule"), [("none", "FL-SUR-02"), ("some", "FL-SUR-03")])
def test_the_log_says_by_name_who_beat_whom(awareness: Any, rule: str) -> None:
    """Each group with its skill and result, under the rule it fell by; the form names them too."""
    table = opened(15, 12, 3)
    table.done(RollDistance(location="indoors", line_of_sight_ft=50), RollInitiative())
    session = Session(SYSTEM, table.now, dice=table.dice)
    session.submit(SettleSurprise(awareness=awareness))
    (form,) = session.wanted
    numbers: Any = form
    labels = [one.label for one in numbers.numbers]
    assert [one for one in labels if one.endswith("result")] == ["Patrol: result", "Gang: result"]
    assert all(one.maximum == 1 for one in numbers.numbers if one.yes_no)
    checks = (
        GroupCheck(side="1", result=14, acting=awareness == "some"),
        GroupCheck(side="2", result=9, kind="blend_stealth"),
    )
    outcome = table.done(SettleSurprise(awareness=awareness, checks=checks))
    (told,) = (one.trace for one in outcome.events if isinstance(one, Explained))
    acting = ", acting group" if awareness == "some" else ""
    assert [(one.label, one.after, one.rule_id) for one in told.steps[:2]] == [
        (f"Patrol, Sneak/Hide{acting}", 14, rule),
        ("Gang, Blend/Stealth", 9, rule),
    ]


@pytest.mark.rule("FL-SUR-05")
@pytest.mark.rule("FL-SUR-06")
def test_a_group_of_which_nobody_took_part_wins_nothing() -> None:
    """Its check is the highest, but no surprise round comes of it, and the log says so."""
    table = opened(15, 12, 3)
    table.done(RollDistance(location="indoors", line_of_sight_ft=50), RollInitiative())
    checks = (GroupCheck(side="1", result=14), GroupCheck(side="2", result=9))
    outcome = table.done(
        SettleSurprise(awareness="none", checks=checks, absent=("a", "a2")),
    )
    assert [one for one in table.told(outcome) if one.startswith("No surprise round")]
    table.done(BeginFight())
    assert state_of(table.now).phase == "round"


@pytest.mark.rule("FL-INI-04")
def test_one_check_for_a_whole_side_is_warned_of_and_no_other() -> None:
    """Three of a side on one check: told of that side alone; two are too few for it."""
    table = opened(15, 12, 3)
    for who, side, group in (("b2", "2", "Gang"), ("b3", "2", "Gang"), ("c", "1", "")):
        table.add(who, side, group=group)
    table.encounter = table.now.with_combatant(table.now["b"].replace(group="Gang"))
    table.dice = FluidTable(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15).dice
    outcome = table.done(RollInitiative())
    warned = [one for one in table.told(outcome) if one.startswith("One check stands")]
    assert len(warned) == 1
    assert "Gang" in warned[0]


@pytest.mark.rule("FL-ENC-02")
def test_one_of_several_distances_may_be_cut_by_a_sense() -> None:
    """A roll for each pair: 720 ft and 120 ft, within 700 ft of sight; whose sight is kept."""
    table = FluidTable(*[6] * 6, *[1] * 6, *[1] * 6, multi_group_distance="per_pair")
    for who, side in (("a", "1"), ("b", "2"), ("c", "3")):
        table.add(who, side, visual_ft=700, hearing_ft=0)
    table.done(RollDistance(location="plains"))
    state = state_of(table.now)
    assert [one.distance_ft for one in state.distances] == [700, 120, 120]
    assert (state.cap_by, state.cap_sense) == ("a", "visual")


@pytest.mark.rule("FL-INI-03")
@pytest.mark.rule("FL-RND-02")
@pytest.mark.rule("FL-RND-03")
@pytest.mark.parametrize(
    ("faces", "order"), [((18, 3), ["a", "late", "b"]), ((3, 18), ["late", "a", "b"])]
)
def test_a_latecomer_who_ties_is_placed_by_the_dice(
    faces: tuple[int, int], order: list[str]
) -> None:
    """12 rolled against a Count of 12: 18 against 3, the one who is there first in the list."""
    table = FluidTable(12, *faces)
    table.begin(12, 5)
    table.join("late")
    assert list(state_of(table.now).order) == order


@pytest.mark.rule("FL-SEQ-01")
def test_a_fight_of_nobody_does_not_begin() -> None:
    """Without combatants, or when all are out, there is nobody to fight; nor twice over."""
    table = FluidTable()
    assert code(table.play(BeginFight())) == "nobody_to_fight"
    table.add("a", "1", wounds=0)
    assert code(table.play(BeginFight())) == "nobody_to_fight"


# --- what the rulebook's data say -----------------------------------------------------------------


@pytest.mark.rule("FL-RND-06")
def test_the_list_begins_with_the_presets() -> None:
    """Aim, Brace and Regroup take a half action, Press none; moves and attacks stand beside."""
    costs = {one.id: (one.cost, one.event) for one in preset_actions()}
    assert costs == {
        "move": ("half", ""),
        "attack": ("half", ""),
        "full_attack": ("full", ""),
        "aim": ("half", "aim"),
        "brace": ("half", "brace"),
        "regroup": ("half", "regroup"),
        "press": ("free", "press"),
        "skill_check": ("half", ""),
        "long_skill_check": ("full", ""),
        "free_action": ("free", ""),
    }


@pytest.mark.rule("FL-EVT-05")
@pytest.mark.rule("FL-EVT-06")
def test_samples_have_tactical_weapons_and_miss_proficiencies() -> None:
    """Three weapons are tactical, on both sides; on both sides somebody lacks a proficiency."""
    tactical = {one.name for one in sample_weapons() if one.tactical}
    assert tactical == {"Sniper rifle", "Machine gun", "Rocket launcher"}
    armed: dict[str, list[Weapon]] = {"1": [], "2": []}
    for one in samples():
        armed[one.side] += sheet_of(one).weapons
    for weapons in armed.values():
        assert any(one.tactical for one in weapons)
        assert not all(one.proficient for one in weapons)


@pytest.mark.rule("FL-EVT-10")
@pytest.mark.rule("FL-EVT-11")
@pytest.mark.rule("FL-EVT-12")
@pytest.mark.rule("FL-EVT-13")
@pytest.mark.parametrize(
    ("event", "points"),
    [("bleeding", -1), ("fatigued", -3), ("exhausted", -10), ("critical_injury", -10)],
)
def test_a_condition_counts_once_whatever_brought_it(event: str, points: int) -> None:
    """Noted for two weapons it is one line that counts, and one that does not."""
    table = fighting(30, 10)
    for weapon in ("axe", "bow"):
        table.done(NoteEvent(target="a", event=event, weapon=weapon))
    assert round_table(table.now).rows[0].values[0] == f"{points:+}"


@pytest.mark.rule("FL-EVT-22")
def test_another_event_without_a_number_is_worth_nothing() -> None:
    """A script may leave the number out: the line stands with its words, at 0."""
    table = fighting(30, 10)
    table.done(NoteOther(target="a"), answers={"other": Answer(texts=("Luck",))})
    assert round_table(table.now).rows[0].values[0] == "+0"
    assert round_events(table.now) == "a: Other: Luck +0"
    session = Session(SYSTEM, table.now, dice=table.dice)
    session.submit(NoteOther(target="a"))
    form: Any = session.wanted[0]
    assert form.default.numbers == {"modifier": 0}
    assert form.numbers[0].is_open


@pytest.mark.rule("FL-INI-01")
@pytest.mark.rule("FL-RND-02")
def test_odds_tell_who_acts_first_where_an_order_is_made() -> None:
    """By checks or by a new round; where the order stays there is nothing to tell."""
    table = opened(15, 12, 3)
    before = table.now
    table.done(RollInitiative())
    facts = SYSTEM.cards.facts
    first = facts(before, table.now, None)
    assert first is not None
    assert (first.success, first.outcome) == (True, "a")
    assert facts(table.now, table.now, None) is None
    begun = fighting(20, 10)
    earlier = begun.now
    begun.round()
    later = facts(earlier, begun.now, None)
    assert later is not None
    assert later.outcome == "a"


@pytest.mark.rule("FL-ENC-05")
@pytest.mark.parametrize("scale", [Scale(), Scale(cell_size=5, unit="ft"), Scale(cell_size=10)])
def test_a_square_is_five_feet_below_a_figure_whatever_the_scale(scale: Scale) -> None:
    """The book's square is 5 ft: 30 ft are six, as a move of them goes."""
    encounter = SYSTEM.new_encounter()
    encounter = encounter.replace(map=encounter.map.replace(scale=scale))
    one = SYSTEM.new_combatant("noor", "Noor", "1")
    one = one.replace(sheet=sheet_of(one).replace(speed_ft=30, visual_ft=120))
    worth = SYSTEM.cards.worth(encounter.with_combatant(one), "noor")
    assert (worth["speed_ft"], worth["visual_ft"]) == ("6 squares", "24 squares")
