"""What is written into a ledger is what its sum comes to, whatever the GM changes of it."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit import Command, Move, Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.battlemap import LayerName
from gridwar.model.command import Adjustments, OwnLine
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.trace import Line
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.sheet import Weapon
from gridwar.systems.fluid.core.tables import ActionSpec
from gridwar.systems.fluid.harm import Injure, SetCondition, SetReeling
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.systems.fluid.ledger.ledger_writing import StrikeEntry
from gridwar.systems.fluid.ledger.note_event_commands import (
    NoteCriticalMiss,
    NoteEvent,
    NoteFinalAttacks,
    NoteOther,
    NoteWeapon,
)
from tests.systems.fluid.table import FluidTable, action, code

LAUNCHER = Weapon(id="launcher", name="Launcher", tactical=True, proficient=False)
KNIVES = tuple(Weapon(id=f"knife{n}", name="Knife", proficient=False) for n in (1, 2))


def armed(*weapons: Weapon, **switches: Any) -> FluidTable:
    """Return a, with weapons, at a Count of 30, whose turn it is, and b and c at 5 and 4."""
    table = FluidTable(**switches)
    table.begin(30, 5, 4)
    sheet = table.sheet("a").replace(weapons=weapons)
    table.encounter = table.now.with_combatant(table.now["a"].replace(sheet=sheet))
    return table


def raw(table: FluidTable, who: str = "a") -> int:
    """Return what the round has come to so far, before the cap."""
    return projected(table.now, who).raw


def slow_ground(table: FluidTable) -> None:
    """Let the squares below a cost double."""
    painted = {Cell(0, y): 1 for y in range(1, 4)}
    page = table.now.map.with_painted(LayerName.TERRAIN, painted)
    table.encounter = table.now.replace(map=page)


WRITING: dict[str, Command] = {
    "aim": action("a", "aim"),
    "regroup": action("a", "regroup"),
    "attack": action("a", "attack", weapon="launcher", final_attacks=3),
    "custom": action("a", "custom"),
    "triumph": NoteEvent(target="a", event="triumph"),
    "blast": NoteEvent(target="a", event="failed_save", save="blast"),
    "final": NoteFinalAttacks(target="a", count=2),
    "miss": NoteCriticalMiss(target="a", action_dice=2),
    "other": NoteOther(target="a"),
    "weapon": NoteWeapon(target="a", weapon="Chair", tactical=True),
    "injury": Injure(target="a", wounds=2, critical_injury=True, electrical=-3),
    "move": Move(actor="a", path=(Cell(0, 1), Cell(0, 2))),
}


def changes(key: str, name: str, value: int) -> dict[str, Adjustments]:
    """Return the four ways in which the game master changes a sum."""
    own = OwnLine(tally=name, line=Line(key="own:1", label="smoke", value=4))
    return {
        "off": Adjustments(lines_off=frozenset({f"{name}/{key}"})),
        "set": Adjustments.model_validate({"lines_set": {f"{name}/{key}": value - 3}}),
        "own": Adjustments(lines_added=(own,)),
        "total": Adjustments.model_validate({"totals": {name: 7}}),
    }


@pytest.mark.rule("FL-MOD-05")
@pytest.mark.rule("FL-EVT-07")
@pytest.mark.parametrize("how", ["off", "set", "own", "total"])
@pytest.mark.parametrize("what", WRITING)
def test_the_ledger_is_what_the_log_says(what: str, how: str) -> None:
    """A line switched off or set, a line of one's own and a total count in the ledger as told."""
    table = armed(LAUNCHER)
    custom = ActionSpec(id="custom", name="Rant", cost="half", event="failed_save")
    table.setting(actions=(*settings_of(table.now).actions, custom))
    command = WRITING[what]
    answers = {"other": {"modifier": -6}}
    slow_ground(table)
    before = table.now
    told = ledger_told(table.done(command, answers=answers))
    line = told.lines[0]
    assert raw(table) == told.total
    assert projected(table.now, "a").applied == max(-10, min(10, told.total or 0))
    table.encounter = before
    adjustments = changes(line.key, "ledger of a", line.value)[how]
    changed = ledger_told(table.done(command.replace(adjustments=adjustments), answers=answers))
    wanted = {"off": -line.value, "set": -3, "own": 4, "total": 7 - (told.total or 0)}[how]
    assert changed.total == (told.total or 0) + wanted
    assert raw(table) == changed.total


def ledger_told(outcome: Any) -> Any:
    """Return the sum about a ledger that a command wrote into the log."""
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    (found,) = [one for one in traces if one.title == "Ledger of a"]
    return found


@pytest.mark.rule("FL-EVT-05")
@pytest.mark.rule("FL-EVT-06")
@pytest.mark.rule("FL-EVT-07")
def test_the_price_in_counts_stands_before_the_click() -> None:
    """A row and a sheet show all points of an action together; Regroup and repeats as they are."""
    table = armed(LAUNCHER)
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert rows["take_action:attack launcher"].note == "Launcher \u00b7 -6"
    sheet = preview(SYSTEM, table.now, rows["prepare:attack"].make(Target()).replace())
    (tally,) = sheet.tallies
    assert (tally.total, tally.aside) == (-6, False)
    table.done(rows["take_action:attack launcher"].make(Target()))
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert rows["take_action:attack launcher"].note == "Launcher \u00b7 -2"
    sheet_of_a = table.sheet("a").replace(int_mod=-2)
    table.encounter = table.now.with_combatant(table.now["a"].replace(sheet=sheet_of_a))
    notes = {one.id: one.note for one in actions_of(SYSTEM, table.now, "a")}
    assert notes["note_event:regroup"] == notes["take_action:regroup"] == "+3"
    assert notes["note_event:critical_injury"] == "-10"
    table.done(NoteEvent(target="a", event="critical_injury"))
    notes = {one.id: one.note for one in actions_of(SYSTEM, table.now, "a")}
    assert notes["note_event:critical_injury"] == "+0, counts once a round"


@pytest.mark.rule("FL-MOD-03")
@pytest.mark.rule("FL-MOD-07")
@pytest.mark.parametrize(
    ("count", "words"),
    [(45, "-20: 45 \u2192 25"), (15, "-20: 15 \u2192 -5, reeling, flat-footed, up to 15")],
)
def test_press_says_where_it_leads(count: int, words: str) -> None:
    """Its row and its sheet say the Count it leads to, and whether that is reeling."""
    table = armed()
    table.set("a", count=count)
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert rows["take_action:press"].note == words
    draft = SYSTEM.draft(table.now, rows["prepare:press"].make(Target()))
    assert [one.text for one in draft.foreseen] == [f"The Count at once, {words}"]


@pytest.mark.rule("FL-MOD-03")
def test_a_line_of_press_that_is_changed_moves_the_count_so() -> None:
    """Press at -20 set to -8 takes 8 off the Count."""
    table = armed()
    key = "press of a/FL-MOD-03"
    table.done(
        action("a", "press").replace(
            adjustments=Adjustments.model_validate({"lines_set": {key: -8}})
        )
    )
    assert table.fight("a").count == 22


@pytest.mark.rule("FL-EVT-06")
def test_two_weapons_of_one_name_are_two() -> None:
    """Each costs its 4 points once, whatever they are called."""
    table = armed(*KNIVES)
    table.done(action("a", "attack", weapon="knife1"), action("a", "attack", weapon="knife2"))
    assert raw(table) == -8
    table.set("a", halves_spent=0)
    table.done(action("a", "attack", weapon="knife1"))
    assert raw(table) == -8


@pytest.mark.rule("FL-EVT-05")
@pytest.mark.rule("FL-EVT-06")
def test_a_weapon_that_is_on_no_sheet_has_an_event() -> None:
    """Asked are its name, whether it is tactical, and whether the proficiency is missing."""
    table = armed()
    form = {"tactical": 1, "unproficient": 1}
    table.done(NoteWeapon(target="a"), answers={"weapon": form})
    assert raw(table) == -6


@pytest.mark.rule("FL-EVT-06")
@pytest.mark.rule("FL-EVT-20")
def test_a_mistake_that_was_struck_blocks_nothing_true() -> None:
    """A knife struck out and then used counts; so does a condition that begins anew."""
    table = armed(KNIVES[0])
    table.done(action("a", "attack", weapon="knife1"), StrikeEntry(target="a", at=0))
    assert raw(table) == 0
    table.done(action("a", "attack", weapon="knife1"))
    assert raw(table) == -4
    table = armed()
    begins = SetCondition(target="a", condition="bleeding")
    table.done(begins, StrikeEntry(target="a", at=0))
    assert raw(table) == 0
    table.done(NoteEvent(target="a", event="aim"))
    assert raw(table) == 1
    table.done(begins.replace(value=False), begins)
    assert raw(table) == 0


@pytest.mark.rule("FL-EVT-19")
@pytest.mark.rule("FL-EVT-14")
def test_one_stroke_writes_the_event_of_all_who_are_caught() -> None:
    """Everybody selected gets the line, once; the window hands over who is selected."""
    table = armed()
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert rows["note_event:blast"].takes_others
    table.done(rows["note_event:blast"].make(Target(combatants=("a", "b", "c", "b"))))
    assert [raw(table, who) for who in "abc"] == [-5, -5, -5]
    table.done(rows["injure"].make(Target(combatants=("c", "a"))), answers={"injure": {}})
    assert [table.sheet(who).wounds for who in "abc"] == [99, 100, 99]
    table.done(SetReeling(target="b", others=("c",)))
    assert [table.fight(who).halves_lost for who in "abc"] == [0, 2, 2]
    table.done(SetReeling(target="b", value=False))
    assert (table.fight("b").reeling, table.fight("b").halves_lost) == (False, 0)
    assert not rows["final_attacks"].takes_others


@pytest.mark.rule("FL-EVT-14")
def test_wounds_that_nobody_has_are_not_lost() -> None:
    """An injury of somebody without wounds takes none off and writes no line for it."""
    table = armed()
    table.done(ChangePool(who=("b",), to=0))
    before = raw(table, "b")
    table.done(Injure(target="b", wounds=3))
    assert (raw(table, "b"), table.sheet("b").wounds) == (before, 0)


@pytest.mark.rule("FL-EVT-10")
@pytest.mark.rule("FL-EVT-14")
def test_points_that_are_taken_without_a_command_of_the_rules_are_told() -> None:
    """A quick number and a condition write their lines into the log, with their rules."""
    table = armed()
    told = ledger_told(table.done(ChangePool(who=("a",), add=-2)))
    assert [(line.rule_id, line.value) for line in told.lines] == [("FL-EVT-14", -2)]
    told = ledger_told(table.done(SetCondition(target="a", condition="exhausted")))
    assert [(line.rule_id, line.value) for line in told.lines] == [("FL-EVT-12", -10)]
    assert code(table.play(NoteEvent(target="nobody", event="aim"))) == "no_such_combatant"
