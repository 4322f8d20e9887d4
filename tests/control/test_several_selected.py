"""Several selected: what they can do together, one check for all, one entry, one undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.actions.group_checks import DICE
from gridwar.control.actions.several_selected import CHECK, EFFECT
from gridwar.control.controller.controller import Controller
from gridwar.control.controller.quick_values import enter_quick
from gridwar.control.presenters.group_checks import CheckTags, present_checks
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.several_head import present_several
from gridwar.control.records.panel_records import Tone
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.kit.offers_and_actions import NOT_YOUR_TURN
from gridwar.engine.play.replies_and_corrections import Reply
from gridwar.model.question_and_refusal import Question
from tests.support.crowds import SYSTEMS, crowd, goblins

if TYPE_CHECKING:
    from gridwar.control.records.check_records import ChecksView
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.command import Command

FOUR = 4


def chosen(system: str, number: int, *, begins: bool = False) -> Controller:
    """Return a fight with all of a crowd selected."""
    session = crowd(system, number, begins=begins)
    controller = Controller(session)
    controller.selection.select(*goblins(session))
    return controller


def shown(controller: Controller) -> ChecksView:
    """Return the table as it is shown."""
    view = present_checks(controller)
    assert view is not None
    return view


def played_last(controller: Controller) -> Row:
    """Return the row of what was played last."""
    return list(controller.session.history.rows.values())[-1]


def together(controller: Controller) -> tuple[Command, ...]:
    """Return the commands that were played last, as one."""
    command = played_last(controller).command
    assert isinstance(command, Together)
    return command.commands


def type_in(controller: Controller, digits: str) -> None:
    """Type digits into the table."""
    for digit in digits:
        controller.checks.type_digit(digit)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_acts_for_several(system: str) -> None:
    """With several selected nobody is the actor, and each row is about all of them."""
    controller = chosen(system, FOUR, begins=True)
    found = controller.actions.in_order()
    assert controller.actor is None
    assert found.usual == ()
    assert found.groups[0].titles == ("All 4, at any time",)
    assert [row.actions[0].id for row in found.groups[0].rows][:2] == [CHECK, EFFECT]


def test_what_needs_a_turn_stands_under_one_reason() -> None:
    """Acts of a turn are chips under the rules' reason; done anyway, it is one command."""
    controller = chosen("cepheus", FOUR, begins=True)
    (part,) = controller.actions.in_order().not_now
    assert part.reason.code == NOT_YOUR_TURN
    crouch = next(one for one in part.actions if one.choice == "Crouch")
    rows = len(controller.session.history.rows)
    controller.actions.choose(crouch.id)
    assert len(controller.session.history.rows) == rows
    controller.do_anyway()
    assert len(controller.session.history.rows) == rows + 1
    before = controller.session.history.state(rows - 1)
    crouched = [
        who for who in goblins(controller.session) if controller.encounter[who] != before[who]
    ]
    assert len(crouched) == FOUR


def test_the_head_counts_and_names_them() -> None:
    """The head says how many and of what kind; a bar each."""
    controller = chosen("cepheus", 6)
    view = present_several(controller)
    assert view is not None
    assert (view.title, len(view.rows)) == ("6 selected", 6)
    controller.selection.select("goblin0", "goblin1", "foe")
    view = present_several(controller)
    assert view is not None
    assert view.who == "2 \u00d7 Goblin, Foe"
    controller.selection.select("foe")
    assert present_several(controller) is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_quick_number_is_for_all_and_undone_as_one(system: str) -> None:
    """Each gets it, in one entry of the log."""
    controller = chosen(system, 3)
    before, rows = controller.encounter, len(controller.session.history.rows)
    enter_quick(controller, "-1")
    while controller.session.wanted:  # drive asks for the type of injury
        wanted = controller.session.wanted[0]
        assert isinstance(wanted, Question)
        controller.answers.give(wanted.key, wanted.default)
    assert len(controller.session.history.rows) == rows + 1
    assert all(controller.encounter[one] != before[one] for one in goblins(controller.session))
    controller.session.undo()
    while controller.session.wanted:
        controller.session.undo()
    assert controller.encounter == before


def test_what_the_game_master_is_asked_holds_for_all() -> None:
    """Points of a fire are asked once; each suffers them by the rules, undone as one."""
    controller = chosen("cepheus", 3, begins=True)
    before, rows = controller.encounter, len(controller.session.history.rows)
    controller.actions.choose("suffer")
    (question,) = controller.session.wanted
    assert isinstance(question, Question)
    numbers = {one.key: 4 for one in question.numbers}
    controller.answers.give(question.key, question.default.replace(numbers=numbers))
    assert controller.session.wanted == ()
    assert len(controller.session.history.rows) == rows + 1
    assert all(controller.encounter[one] != before[one] for one in goblins(controller.session))
    controller.session.undo()
    assert controller.session.encounter == before


# --- one check for all ---------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_check_of_a_system_is_made_by_each_with_its_own_command(system: str) -> None:
    """Each offered check rolls for all: one row, one reply of dice each, one entry of the log."""
    controller = chosen(system, 3)
    for asked in controller.checks.offered(goblins(controller.session)):
        before = controller.encounter
        controller.checks.open(asked.id, goblins(controller.session))
        controller.checks.apply()
        assert controller.view.checks is None
        row = played_last(controller)
        dice = [one for one in row.replies.filed if isinstance(one, Reply) and one.faces]
        assert len(dice) == 3, asked.title
        made = [asked.make(who).kind for who in goblins(controller.session)]
        assert [one.kind for one in together(controller)] == made
        entry = LogPresenter(controller).present()[-1]
        assert (entry.row_id, len(entry.lines)) == (row.id, 3)
        controller.session.undo()
        assert controller.encounter == before


def test_typing_fills_die_after_die_and_says_what_came_of_it() -> None:
    """Two dice a line; a full line says success or failure, and the next one is at hand."""
    controller = chosen("cepheus", 2)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "66")
    view = shown(controller)
    first, second = view.rows
    assert (first.tone, first.dice[0].faces, first.is_current) == (Tone.GOOD, (6, 6), False)
    assert second.is_current
    type_in(controller, "1")
    assert shown(controller).rows[1].dice[0].faces == (1,)
    type_in(controller, "1")
    view = shown(controller)
    assert view.rows[1].tone is Tone.HARM
    assert view.summary == "1 of 2 pass"
    controller.checks.apply()
    row = played_last(controller)
    assert [one.faces for one in row.replies.filed if isinstance(one, Reply)] == [(6, 6), (1, 1)]


def test_a_face_that_the_die_has_not_is_said_at_its_line() -> None:
    """A 9 on a D6 fills nothing; the next right digit takes the words away."""
    controller = chosen("cepheus", 2)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "9")
    view = shown(controller)
    assert (view.rows[0].problem, view.rows[0].dice[0].faces) == ("A D6 has no 9.", ())
    assert view.rows[1].problem == ""
    type_in(controller, "3")
    view = shown(controller)
    assert (view.rows[0].problem, view.rows[0].dice[0].faces) == ("", (3,))


def test_space_rolls_what_is_empty_and_keeps_what_was_typed() -> None:
    """Typed dice stay; the program's fill the rest; nothing is played before Enter."""
    controller = chosen("cepheus", 3)
    rows = len(controller.session.history.rows)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "54")
    controller.checks.roll_the_rest()
    checks = controller.view.checks
    assert checks is not None
    assert checks.is_whole
    assert checks.parts[0].faces(checks.parts[0].rolls[0].key) == (5, 4)
    assert len(controller.session.history.rows) == rows
    controller.checks.apply()
    assert len(controller.session.history.rows) == rows + 1


def test_in_typed_mode_those_that_are_known_are_applied() -> None:
    """Enter plays the one whose dice are typed, and no other; with none it says what is missing."""
    controller = chosen("cepheus", 3)
    controller.answers.use_typed_dice(typed=True)
    controller.checks.open("plain", goblins(controller.session))
    controller.checks.apply()
    assert "3" in shown(controller).problem
    type_in(controller, "54")
    controller.checks.apply()
    assert controller.view.checks is None
    assert len(together(controller)) == 1


def test_backspace_takes_back_die_by_die_then_the_line_before() -> None:
    """A half typed line loses its face, then the full line before loses its dice."""
    controller = chosen("cepheus", 2)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "651")
    controller.checks.take_back()
    controller.checks.take_back()
    view = shown(controller)
    assert [row.dice[0].faces for row in view.rows] == [(), ()]
    assert view.rows[0].is_current


def test_another_difficulty_is_for_all_and_keeps_the_dice() -> None:
    """What is needed changes for each; a 7 that failed an average check passes an easy one."""
    controller = chosen("cepheus", 2)
    controller.checks.open("plain", goblins(controller.session))
    before = [row.needs for row in shown(controller).rows]
    type_in(controller, "6666")
    controller.checks.choose("difficulty", "formidable")
    view = shown(controller)
    assert [row.needs for row in view.rows] != before
    assert [row.dice[0].faces for row in view.rows] == [(6, 6), (6, 6)]


def test_who_cannot_make_it_says_why_and_is_left_out() -> None:
    """The unconscious has no dice in the table; the others make the check."""
    controller = chosen("cepheus", 3)
    enter_quick(controller, "+0")
    controller.selection.select("goblin1")
    enter_quick(controller, "=0")
    controller.selection.select(*goblins(controller.session))
    controller.checks.open("plain", goblins(controller.session))
    view = shown(controller)
    assert [row.is_refused for row in view.rows] == [False, True, False]
    controller.checks.apply()
    assert len(together(controller)) == 2


def test_escape_leaves_the_table_and_then_the_selection() -> None:
    """One thing at a press: the selection stays while the table is open."""
    controller = chosen("cepheus", 2)
    selected = controller.view.selected
    controller.checks.open(DICE, goblins(controller.session))
    controller.cancel()
    assert (controller.view.checks, controller.view.selected) == (None, selected)
    controller.cancel()
    assert controller.view.selected == ()


def test_undo_under_an_open_table_works_it_out_anew() -> None:
    """Somebody who is gone leaves the table; dice of the others stay."""
    controller = chosen("cepheus", 3)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "54")
    controller.selection.select("goblin2")
    controller.selection.remove()
    checks = controller.view.checks
    assert checks is not None
    assert [part.who for part in checks.parts] == ["goblin0", "goblin1"]
    assert checks.parts[0].faces(checks.parts[0].rolls[0].key) == (5, 4)


def test_outcomes_stand_at_the_tokens() -> None:
    """A label each: what is needed, then what came of it."""
    controller = chosen("cepheus", 2)
    controller.checks.open("plain", goblins(controller.session))
    type_in(controller, "66")
    first, second = CheckTags(controller).present()
    assert first.second.startswith("12") or "success" in first.second
    assert "or more" in second.second


# --- the fight begins ----------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["arrgs", "cepheus", "percentile"])
def test_the_fight_begins_with_a_table_of_surprise_and_dice(system: str) -> None:
    """Those named are surprised, the fight has begun, and it is one entry."""
    session = crowd(system, 3)
    controller = Controller(session)
    before = controller.encounter
    controller.turns.go_on()
    checks = controller.view.checks
    assert checks is not None
    assert checks.surprised == ()
    assert controller.encounter.round == 0
    controller.checks.surprise(("goblin0", "goblin1"))
    controller.turns.go_on()
    assert (controller.view.checks, controller.encounter.round) == (None, 1)
    assert played_last(controller).parent == 0
    session.undo()
    assert controller.encounter == before


def test_dice_typed_before_stay_where_surprise_is_said_after() -> None:
    """The dice of those who still roll are kept."""
    controller = Controller(crowd("percentile", 3))
    controller.answers.use_typed_dice(typed=True)
    controller.turns.go_on()
    type_in(controller, "7")
    controller.checks.surprise(("goblin2",))
    view = shown(controller)
    assert view.rows[0].dice[0].faces == (7,)
    assert [row.surprised for row in view.rows] == [False, False, True, False]


def test_the_table_of_a_fight_calls_the_dice_rolled_and_no_total() -> None:
    """What counts in the order has more in it; a check of all shows what it came to."""
    controller = Controller(crowd("percentile", 3))
    controller.turns.go_on()
    controller.checks.roll_the_rest()
    view = shown(controller)
    assert view.total == "rolled"
    assert [row.total for row in view.rows] == [str(row.dice[0].faces[0]) for row in view.rows]


def test_without_dice_and_surprise_it_begins_at_once() -> None:
    """A book that knows neither is asked nothing."""
    controller = Controller(crowd("drive", 3))
    controller.turns.go_on()
    assert (controller.view.checks, controller.encounter.round) == (None, 1)
