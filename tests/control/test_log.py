"""The log as records: what happened, and what was once done instead."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.engine.gm.combatant_commands import EditCombatant
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch, SetSetting
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.systems.cepheus.turns.rounds_and_turns import EndTurn
from tests.support.fights import begun


def test_what_was_done_instead_stays_reachable() -> None:
    """A command after undo leaves the old line beside it, to its end; one click goes there."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    log = LogPresenter(controller)
    before = len(log.present())
    controller.submit(ChangePool(who=("hero",), add=-3))
    controller.submit(WriteNote(text="Ouch"))
    old = controller.encounter
    controller.timeline.undo()
    controller.timeline.undo()
    assert not any(entry.branches for entry in log.present())
    controller.submit(ChangePool(who=("foe",), add=-1))
    new = controller.encounter
    [(entry, branch)] = [(one, branch) for one in log.present() for branch in one.branches]
    assert entry.headline == "GM changes the points of Foe"
    assert branch.text == "instead: GM changes the points of Hero"
    controller.timeline.go_to(branch.row_id)
    assert controller.encounter == old
    assert len(log.present()) == before + 2
    [back] = [branch for one in log.present() for branch in one.branches]
    controller.timeline.go_to(back.row_id)
    assert controller.encounter == new


def test_a_house_rule_is_told_in_words() -> None:
    """Neither the name of a switch nor its value stands there as a file has it."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(ChooseSwitch(name="distance_metric", value='"alternating"'))
    entry = next(one for one in LogPresenter(controller).present() if "House" in one.headline)
    assert entry.headline == "House rule: Distance metric"
    assert entry.result == "Diagonals count 1 and 2 in turn"


def test_what_is_set_for_a_fight_is_told_in_words() -> None:
    """The log names the setting as its form does, and what it is now."""
    controller = Controller(begun("alley", hero=(3, 3)))
    controller.submit(SetSetting(name="wounds_to_fall", value="2"))
    entry = LogPresenter(controller).present()[-1]
    assert (entry.headline, entry.result) == ("Setting of this fight: Wounds to fall", "2")


def test_a_turn_that_is_taken_up_again_names_whose_it_is() -> None:
    """A turn begun before in this round explains nothing, and is told by its name all the same."""
    controller = Controller(begun("cepheus", marine=(3, 3), brawler=(13, 3)))
    first = controller.encounter.turn
    assert first is not None
    (other,) = {"marine", "brawler"} - {first}
    controller.submit(TakeTurn(actor=other))
    controller.submit(TakeTurn(actor=first))
    newest = LogPresenter(controller).present()[-1]
    name = controller.encounter[first].name
    assert newest.headline == f"{name}'s turn"
    controller.submit(EndTurn(actor=first))
    newest = LogPresenter(controller).present()[-1]
    assert newest.headline == f"{name}'s turn is over"


def test_what_was_edited_is_told_in_the_words_of_the_editor() -> None:
    """The log calls a field like the form in which it was changed, not like the code does."""
    controller = Controller(begun("cepheus", marine=(3, 3)))
    values = (("sheet.speed_m", "4"), ("altitude", "2"))
    controller.submit(EditCombatant(who="marine", values=values))
    entry = next(one for one in LogPresenter(controller).present() if "edits" in one.headline)
    assert entry.result == "Move (m), altitude"
